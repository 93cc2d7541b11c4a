"""Figures of Singidunum: figure files, the units, and tables: the odds, the track of points."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from matplotlib.colors import LinearSegmentedColormap, to_hex

from armada_sim.geometry import Point
from armada_sim.pictures import DIVERGING, Look, Style, View
from armada_sim.tabletop import N_
from grid_games.singidunum import odds
from grid_games.singidunum.chapters.turns import TURNS
from grid_games.singidunum.game import KIND
from grid_games.singidunum.numbers import the_text
from plots.grids.scene import BoardScene, Cell, Table
from plots.grids.singidunum import SCALE, Faces
from plots.rulebook.registry import board_figure
from plots.rulebook.shipped import figures

_made, _files = partial(board_figure, "singidunum"), partial(figures, "singidunum")


_COLUMN_WORDS: dict[Hashable, str] = {
    4: N_("defender out (4 or more)"), 3: N_("defender back 2 (difference 3), pursuit"), 2: N_("defender back 2"),
    1: N_("defender back 1"), 0: N_("tie: nothing"), -1: N_("attacker back 1"), -2: N_("attacker back 2"),
    -3: N_("attacker back 2 (difference 3)"), -4: N_("attacker out (4 or more)"),
}  # fmt: skip
_ROW, _WIDE = 7.0, 108.0
"""mm. Height of a row and length of its bar; 36 cases are 3 mm each."""

_TOP, _LOW = 8, -3


def _column_looks(style: Style) -> dict[Hashable, Look]:
    """From the attacker's best to the worst; without colour the attacker's losses are hatched."""
    found: dict[Hashable, Look] = {}
    for column in odds.COLUMNS:
        face = to_hex(LinearSegmentedColormap.from_list("odds", DIVERGING)((column + 4) / 8))
        look: Look = {"edgecolor": style.ink, "linewidth": style.thin, "facecolor": face}
        if style.name == "greyscale":
            grey = 1 - 0.2 * abs(column) if column >= 0 else 1 + 0.11 * column
            look["facecolor"] = to_hex((grey, grey, grey))
            look["hatch"] = "xxx" if column == -4 else "///" if column < 0 else ""
        found[column] = look
    return found


def _odds() -> BoardScene:
    """A bar for each advantage, its parts as long as their chances."""
    rules, cells, heads = KIND.load().table.rules, list[Cell](), list[tuple[Point, str]]()
    for line, advantage in enumerate(range(_TOP, _LOW - 1, -1)):
        low, left = -_ROW * (line + 1) + 0.5, 0.0
        heads.append(((-6.0, low + _ROW / 2 - 0.5), f"{advantage:+d}".replace("+0", "0").replace("-", "\u2212")))
        for column, share in odds.melee(rules, advantage).items():
            if share:
                right = left + float(share) * _WIDE
                box = (left, low, right, low + _ROW - 1)
                cells.append(Cell(box, column, str(share * 36), (f"{advantage}", f"{column}")))
                left = right
    view = View(-12.0, -_ROW * (_TOP - _LOW + 1), _WIDE + 2, 1.0)
    table = Table("chance", tuple(cells), tuple(heads), 2.5, _column_looks, _COLUMN_WORDS)
    return BoardScene(view, (table,), SCALE)


_BOX_MM = 11.0


def _faces(faces: Faces) -> BoardScene:
    return BoardScene(faces.view, (faces,), SCALE)


def _track() -> BoardScene:
    """The points to win by the default scenario, and the turns."""
    cells, heads = list[Cell](), list[tuple[Point, str]]()
    victory = KIND.load().table.victory
    for row, (head, boxes) in enumerate(((N_("points"), range(victory + 1)), (N_("turns"), range(1, TURNS + 1)))):
        low = -(row + 1) * _BOX_MM
        heads.append(((-8.0, low + _BOX_MM / 2 - 0.5), head))
        for k in boxes:
            won = row == 0 and k == victory
            box = (k * _BOX_MM, low, (k + 1) * _BOX_MM, low + _BOX_MM - 1)
            cells.append(Cell(box, "won" if won else "box", str(k), (head, str(k))))
    view = View(-16.0, -2 * _BOX_MM - 1, _BOX_MM * (max(victory, TURNS) + 1) + 1, 1.0)
    words: dict[Hashable, str] = {"won": N_("wins at the end of a turn")}
    return BoardScene(view, (Table("box", tuple(cells), tuple(heads), 3.5, _track_looks, words),), SCALE)


def _track_looks(style: Style) -> dict[Hashable, Look]:
    rim: Look = {"edgecolor": style.ink, "linewidth": style.line}
    return {"box": rim | {"facecolor": style.surface}, "won": rim | {"facecolor": style.grid, "linewidth": style.heavy}}


FIGURES = (
    *_files("singidunum-board", "singidunum-deployment"),
    _made(
        "singidunum-counters", N_("The units, front and back"),
        N_("Each side has these 14. The dark face shows that a unit is available, the light one that it is activated, "
           "and weaker by 1 (section 2)."),
        partial(_faces, Faces(the_text())),
    ),
    *_files(
        "singidunum-zones", "singidunum-moves", "singidunum-pincer", "singidunum-melee", "singidunum-double",
        "singidunum-shots", "singidunum-support", "singidunum-burning",
    ),
    _made(
        "singidunum-odds", N_("Odds of a melee"),
        N_("Cases out of 36 for each advantage of the attacker in strength (left), with the dice 1, 2, 3, 3, 4, 5. "
           "Heavy infantry's save comes after."),
        _odds,
    ),
    _made(
        "singidunum-track", N_("The tracks of points and turns"),
        N_("Whoever has 8 points at the end of a turn wins the game of 55 points; after the eighth turn more points "
           "win (section 13). A counter of each side stands on its points, one on the turn."),
        _track,
    ),
)  # fmt: skip
