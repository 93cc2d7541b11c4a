"""Sheets of Singidunum beside its board: the units with both faces, the odds of a melee, the tracks."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from itertools import product
from typing import cast

from matplotlib.colors import LinearSegmentedColormap, to_hex

from armada_sim.geometry import Point
from armada_sim.pictures import DIVERGING, Look, Style, View
from armada_sim.tabletop import N_, signed
from grid_games.core.written import Written
from grid_games.singidunum import odds as chances
from grid_games.singidunum.moves import PLAYERS
from grid_games.singidunum.numbers import Numbers, Unit
from grid_games.singidunum.state import State
from plots.grids.hexes import HEX_MM
from plots.grids.scene import BoardScene, Cell, Table
from plots.grids.singidunum import KINDS, SCALE, explain, looks_of, worn
from plots.grids.stacks import Chip, draw_chip
from plots.sheet import Sheet


def units(page: Written) -> BoardScene:
    """The units of either side."""
    faces = Faces(cast("State", page.state).table.numbers)
    return BoardScene(faces.view, (faces,), SCALE)


@dataclass(frozen=True)
class Faces:
    """The units of either side, their dark faces above their light ones."""

    numbers: Numbers

    @property
    def box(self) -> list[Unit]:
        """One after the other."""
        return [unit for unit in self.numbers.units for _ in range(unit.count)]

    @property
    def view(self) -> View:
        """All of them."""
        return View(-17, -4 * _FACE_MM - 2, len(self.box) * _FACE_MM + 1, 1)

    def draw(self, sheet: Sheet) -> None:
        """Chips, and the legend."""
        looks = looks_of(sheet.style)
        for row, (player, used) in enumerate(product(PLAYERS, (False, True))):
            y, look = -(row + 0.5) * _FACE_MM - row // 2, worn(player) if used else player
            head = sheet.words.say(N_("light face") if used else N_("dark face"))
            sheet.texts.append(sheet.write(head, (-8.5, y), sheet.style.text))
            for k, unit in enumerate(self.box):
                chip = Chip(look, KINDS[unit.name[0]], unit.strength - used)
                draw_chip(sheet, chip, looks[look], ((k + 0.5) * _FACE_MM, y), 0.6 * HEX_MM, f"{player}-{unit.name}")
        explain(sheet, {*PLAYERS, *KINDS, "activated"}, looks)


_FACE_MM = 7.0
"""From a unit to the next."""

_COLUMN_WORDS: dict[Hashable, str] = {
    4: N_("defender out (4 or more)"), 3: N_("defender back 2 (difference 3), pursuit"), 2: N_("defender back 2"),
    1: N_("defender back 1"), 0: N_("tie: nothing"), -1: N_("attacker back 1"), -2: N_("attacker back 2"),
    -3: N_("attacker back 2 (difference 3)"), -4: N_("attacker out (4 or more)"),
}  # fmt: skip
_ROW, _WIDE = 7.0, 108.0
"""mm. Height of a row and length of its bar; 36 cases are 3 mm each."""

_TOP, _LOW = 8, -3


def _column_looks(style: Style) -> dict[Hashable, Look]:
    """From the attacker's best to the worst; without colour darker for more, the attacker's losses hatched."""
    found: dict[Hashable, Look] = {}
    for column in chances.COLUMNS:
        face = to_hex(LinearSegmentedColormap.from_list("odds", DIVERGING)((column + 4) / 8))
        look: Look = {"edgecolor": style.ink, "linewidth": style.thin, "facecolor": face}
        if style.name == "greyscale":
            grey = 1 - 0.2 * abs(column)
            look["facecolor"] = to_hex((grey, grey, grey))
            if column < 0:
                look |= {"hatch": "////", "edgecolor": "#505050" if grey > 0.5 else "#d8d8d8"}
        found[column] = look
    return found


def odds(page: Written) -> BoardScene:
    """A bar for each advantage, its parts as long as their chances."""
    rules, cells, heads = cast("State", page.state).game.table.rules, list[Cell](), list[tuple[Point, str]]()
    for line, advantage in enumerate(range(_TOP, _LOW - 1, -1)):
        low, left = -_ROW * (line + 1) + 0.5, 0.0
        heads.append(((-6.0, low + _ROW / 2 - 0.5), signed(advantage)))
        for column, share in chances.melee(rules, advantage).items():
            if share:
                right = left + float(share) * _WIDE
                box = (left, low, right, low + _ROW - 1)
                cells.append(Cell(box, column, str(share * 36), (f"{advantage}", f"{column}")))
                left = right
    view = View(-12.0, -_ROW * (_TOP - _LOW + 1), _WIDE + 2, 1.0)
    table = Table("chance", tuple(cells), tuple(heads), 2.5, _column_looks, _COLUMN_WORDS)
    return BoardScene(view, (table,), SCALE)


_BOX_MM = 11.0


def tracks(page: Written) -> BoardScene:
    """The points to win and the turns."""
    cells, heads = list[Cell](), list[tuple[Point, str]]()
    table = cast("State", page.state).table
    victory, turns = table.victory, table.numbers.turns
    for row, (head, boxes) in enumerate(((N_("points"), range(victory + 1)), (N_("turns"), range(1, turns + 1)))):
        low = -(row + 1) * _BOX_MM
        heads.append(((-8.0, low + _BOX_MM / 2 - 0.5), head))
        for k in boxes:
            won = row == 0 and k == victory
            box = (k * _BOX_MM, low, (k + 1) * _BOX_MM, low + _BOX_MM - 1)
            cells.append(Cell(box, "won" if won else "box", str(k), (head, str(k))))
    view = View(-16.0, -2 * _BOX_MM - 1, _BOX_MM * (max(victory, turns) + 1) + 1, 1.0)
    words: dict[Hashable, str] = {"won": N_("wins at the end of a turn")}
    return BoardScene(view, (Table("box", tuple(cells), tuple(heads), 3.5, _track_looks, words),), SCALE)


def _track_looks(style: Style) -> dict[Hashable, Look]:
    rim: Look = {"edgecolor": style.ink, "linewidth": style.line}
    return {"box": rim | {"facecolor": style.surface}, "won": rim | {"facecolor": style.grid, "linewidth": style.heavy}}
