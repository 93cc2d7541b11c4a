"""Sheets of Le Jeu du destin d’Arc beside its map: the counters, the combat table, the steps of a turn."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import cast

from matplotlib.colors import to_hex, to_rgb
from matplotlib.patches import Patch

from armada_sim.geometry import Point
from armada_sim.pictures import Look, Style, View
from armada_sim.tabletop import N_
from grid_games.core.written import Written
from grid_games.destin_arc.chapters.combat_table import CELLS, COLUMNS
from grid_games.destin_arc.chapters.turns import Phase, program
from grid_games.destin_arc.roster import Roster
from grid_games.destin_arc.state import State
from grid_games.destin_arc.units import SIDES, UNITS, Unit
from plots.grids.destin_arc import PLAYER_WORDS
from plots.grids.destin_arc_counters import CARD_MM, draw_card, looks_of
from plots.grids.scene import BoardScene, Cell, Table
from plots.sheet import Sheet

# counters

_PER_ROW = 4
"""Units in a row of the sheet: a front and a back each."""

_BOLD = 1.15
"""How much wider bold letters are."""

GAP_MM, NAME_MM = 3.0, 8.5
_PITCH, _ROW_PITCH = CARD_MM + GAP_MM, CARD_MM + NAME_MM + GAP_MM
"""From a counter to the next, and from a row to the next."""


def _rows() -> list[list[Unit]]:
    rows: list[list[Unit]] = []
    for side in range(len(SIDES)):
        units = [unit for unit in UNITS if unit.side == side]
        rows += [units[k : k + _PER_ROW] for k in range(0, len(units), _PER_ROW)]
    return rows


@dataclass(frozen=True)
class Cards:
    """The counters of some units in rows, front and back, under their names."""

    rows: Sequence[Sequence[Unit]]
    pieces: Roster

    @property
    def view(self) -> View:
        """All of them."""
        return View(0, -len(self.rows) * _ROW_PITCH, _PER_ROW * 2 * _PITCH, 0)

    def draw(self, sheet: Sheet) -> None:
        """Names and counters, and the sides in the legend."""
        looks, room = looks_of(sheet.style), CARD_MM * 2 + GAP_MM / 2
        size = 0.85 * sheet.style.text
        for row, units in enumerate(self.rows):
            top = -row * _ROW_PITCH
            for k, unit in enumerate(units):
                left, name = k * 2 * _PITCH + GAP_MM / 2, sheet.words.say(unit.short)
                title = f"{name} ({unit.id})"
                if unit.points:
                    title = sheet.words.say(
                        "{name} ({unit}, {points} points)", name=name, unit=unit.id, points=unit.points
                    )
                title = sheet.wrapped(title, room / sheet.mm(1) / _BOLD, size)
                at = (left + room / 2, top - NAME_MM + 0.8)
                sheet.texts.append(sheet.write(title, at, size, fontweight="bold", va="bottom"))
                piece = self.pieces.of[unit.id][0]
                for face in range(2):
                    middle = (left + CARD_MM / 2 + face * (CARD_MM + GAP_MM / 2), top - NAME_MM - CARD_MM / 2)
                    draw_card(sheet, self.pieces, piece, looks[unit.side], middle, bool(face))
        for side, name in enumerate(SIDES):
            sheet.explain(
                sheet.words.say(PLAYER_WORDS[name]), Patch(facecolor=looks[side].fill, edgecolor=sheet.style.ink)
            )


def counters(page: Written) -> BoardScene:
    """Every unit, front and back."""
    cards = Cards(_rows(), cast("State", page.state).game.pieces)
    return BoardScene(cards.view, (cards,), 1.0)


# the combat table

CELL_MM, ROW_MM = 12.0, 7.0

_TINTS = {"D": "#2451a4", "B": "#8a6fb0", "A": "#e08214"}
_HATCHES = {"D": "", "B": "////", "A": "...."}
"""Without colours."""

_RESULT_WORDS: dict[Hashable, str] = {
    "D": N_("the defender suffers"), "B": N_("both suffer"), "A": N_("the attackers suffer"),
    "1": N_("1, 2: retreat"), "3": N_("3, 4: half eliminated"), "5": N_("5, 6: eliminated"),
}  # fmt: skip
_STRENGTHS = (0.12, 0.22, 0.4, 0.5, 0.8, 0.9)
"""Of the tint of each result, from 1 to 6: the heavier, the darker."""


def _table_looks(style: Style) -> dict[Hashable, Look]:
    """Of every result, such as D3, of whom it falls on, and of what it is."""
    grey = style.name == "greyscale"
    rim: Look = {"edgecolor": style.quiet, "linewidth": style.thin}
    found: dict[Hashable, Look] = {}
    for letter, tint in _TINTS.items():
        own: Look = rim | ({"hatch": _HATCHES[letter]} if grey else {})
        found[letter] = own | {"facecolor": _mixed("#000000", 0.12) if grey else _mixed(tint, 0.6)}
        for number, strength in enumerate(_STRENGTHS, 1):
            ink = ("#000000", 0.7 * strength) if grey else (tint, strength)
            lines: Look = {"edgecolor": style.grid} if grey and number > 4 else {}
            found[f"{letter}{number}"] = own | lines | {"facecolor": _mixed(*ink)}
    return found | {str(k): rim | {"facecolor": _mixed("#000000", 0.7 * _STRENGTHS[k - 1])} for k in (1, 3, 5)}


def _mixed(colour: str, strength: float) -> str:
    """A colour on white paper."""
    red, green, blue = (1 - strength * (1 - part) for part in to_rgb(colour))
    return to_hex((red, green, blue))


def results(_: Written) -> BoardScene:
    """The combat table: ratio across, d12 down."""
    heads: list[tuple[Point, str]] = [((-0.5 * CELL_MM, -0.5 * ROW_MM), "d12")]
    heads += [(((k + 0.5) * CELL_MM, -0.5 * ROW_MM), ratio) for k, ratio in enumerate(COLUMNS)]
    heads += [((-0.5 * CELL_MM, -(row + 1.5) * ROW_MM), str(row + 1)) for row in range(len(CELLS))]
    cells = [
        Cell((k * CELL_MM, -(row + 2) * ROW_MM, (k + 1) * CELL_MM, -(row + 1) * ROW_MM), cell, cell, (cell,))
        for row, results in enumerate(CELLS)
        for k, cell in enumerate(results)
    ]
    view = View(-CELL_MM, -(len(CELLS) + 1) * ROW_MM - 0.5, len(COLUMNS) * CELL_MM, ROW_MM * 0.2)
    table = Table("cell", tuple(cells), tuple(heads), 0.42 * ROW_MM, _table_looks, _RESULT_WORDS)
    return BoardScene(view, (table,), 1.0)


# the turn

_PHASES = {
    Phase.MEDITATION: N_("priests of Bhâr meditate"), Phase.MOVEMENT: N_("general movement"),
    Phase.CONVERSION: N_("Ulf converts Peuple"), Phase.MAGIC: N_("combat: magic"),
    Phase.MISSILE: N_("combat: missiles"), Phase.MELEE: N_("combat: melee"), Phase.SPECIAL: N_("special movement"),
    Phase.INITIATIVE: N_("a roll: who leads"),
    Phase.END: N_("end of the turn: places, spells, hiding"),
}  # fmt: skip
_STEP_MM, _STEP_WIDE_MM = 7.0, 90.0


def turn(page: Written) -> BoardScene:
    """The steps of a turn in their order, and who takes them."""
    state = cast("State", page.state)
    cells, heads = list[Cell](), list[tuple[Point, str]]()
    for leg in (leg for leg in program(state) if leg.phase in _PHASES):
        low, who = -_STEP_MM * (len(cells) + 1), "+".join(SIDES[seat] for seat in leg.seats)
        heads.append(((-6.0, low + _STEP_MM / 2 - 0.4), str(len(cells) + 1)))
        box = (0.0, low, _STEP_WIDE_MM, low + _STEP_MM - 0.8)
        cells.append(Cell(box, who, _PHASES[leg.phase], (who, str(leg.phase))))
    words: dict[Hashable, str] = {
        "bonnaire": PLAYER_WORDS["bonnaire"], "ulf": PLAYER_WORDS["ulf"], "fereira": PLAYER_WORDS["fereira"],
        "ulf+fereira": N_("Ulf and Fereira"), "": N_("nobody, or dice"),
    }  # fmt: skip
    table = Table("phase", tuple(cells), tuple(heads), 3.1, _turn_looks, words)
    return BoardScene(View(-12, -_STEP_MM * len(cells) - 1, _STEP_WIDE_MM + 1, 1), (table,), 1.0)


def _turn_looks(style: Style) -> dict[Hashable, Look]:
    """Of the steps of each side."""
    rim: Look = {"edgecolor": style.ink, "linewidth": style.thin}
    looks = looks_of(style)
    found: dict[Hashable, Look] = {
        name: rim | {"facecolor": _mixed(looks[side].fill, 0.45), "hatch": looks[side].hatch}
        for side, name in enumerate(SIDES)
    }  # fmt: skip
    return found | {"ulf+fereira": rim | {"facecolor": style.grid}, "": rim | {"facecolor": style.page}}
