"""Figures of Le Jeu du destin d'Arc: the map, the start, the counters front and back, the combat table."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cache, partial

from matplotlib.colors import to_rgba
from matplotlib.patches import Patch

from armada_sim.geometry import Point
from armada_sim.pictures import Look, Style, View
from armada_sim.tabletop import N_
from grid_games.destin_arc.chapters.combat_table import CELLS, COLUMNS
from grid_games.destin_arc.game import KIND
from grid_games.destin_arc.roster import Roster
from grid_games.destin_arc.state import State
from grid_games.destin_arc.units import SIDES, UNITS, Unit
from plots.grids.destin_arc import PLAYER_WORDS, Map, looks_of, map_view, scene_of
from plots.grids.destin_arc_counters import CARD_MM, draw_card
from plots.grids.scene import BoardScene, Cell, Table
from plots.rulebook.registry import board_figure
from plots.sheet import Sheet

_made = partial(board_figure, "destin-arc")


@cache
def start() -> State:
    """Everybody placed, choices taken in turn."""
    state = KIND.load().new()
    number = 0
    while (moves := state.legal_moves())[0].verb == "place":
        state = state.after(moves[number % len(moves)])
        number += 1
    return state


def _map() -> BoardScene:
    land = start().game.land
    return BoardScene(map_view(land), (Map(land),), legend="below", scale=1.0)


# counters

_PER_ROW = 4
"""Units in a row of the sheet: a front and a back each."""

GAP_MM, NAME_MM = 3.0, 7.0
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
        for row, units in enumerate(self.rows):
            top = -row * _ROW_PITCH
            for k, unit in enumerate(units):
                left, name = k * 2 * _PITCH + GAP_MM / 2, sheet.words.say(unit.short)
                title = f"{name} ({unit.id})"
                if unit.points:
                    title = sheet.words.say(
                        "{name} ({unit}, {points} points)", name=name, unit=unit.id, points=unit.points
                    )
                size = min(sheet.style.text, room / sheet.mm(1) / (0.66 * len(title)))
                sheet.texts.append(sheet.write(title, (left + room / 2, top - NAME_MM * 0.6), size, fontweight="bold"))
                piece = self.pieces.of[unit.id][0]
                for face in range(2):
                    middle = (left + CARD_MM / 2 + face * (CARD_MM + GAP_MM / 2), top - NAME_MM - CARD_MM / 2)
                    draw_card(sheet, self.pieces, piece, looks[unit.side], middle, bool(face))
        for side, name in enumerate(SIDES):
            sheet.explain(
                sheet.words.say(PLAYER_WORDS[name]), Patch(facecolor=looks[side].fill, edgecolor=sheet.style.ink)
            )


def _counters() -> BoardScene:
    cards = Cards(_rows(), start().game.pieces)
    return BoardScene(cards.view, (cards,), legend="below", scale=1.0)


# the combat table

CELL_MM, ROW_MM = 12.0, 7.0

_TINTS = {"D": "#2451a4", "B": "#8a6fb0", "A": "#e08214"}
_GREY_TINTS = {"D": "#404040", "B": "#909090", "A": "#c8c8c8"}


_RESULT_WORDS: dict[Hashable, str] = {
    "D": N_("the defender suffers"), "B": N_("both suffer"), "A": N_("the attackers suffer"),
    "D6": N_("dark: eliminated"),
}  # fmt: skip
_STRENGTHS = (0.16, 0.24, 0.42, 0.54, 0.9, 0.9)
"""Of the tint of each result, from 1 to 6."""


def _table_looks(style: Style) -> dict[Hashable, Look]:
    """Of every result, such as D3, and of whom it falls on."""
    tints = _GREY_TINTS if style.name == "greyscale" else _TINTS
    rim: Look = {"edgecolor": style.quiet, "linewidth": style.thin}
    strengths = {"": 0.5, **{str(k): strength for k, strength in enumerate(_STRENGTHS, 1)}}
    return {
        f"{letter}{number}": {**rim, "facecolor": to_rgba(tint, strength)}
        for letter, tint in tints.items()
        for number, strength in strengths.items()
    }


def _table() -> BoardScene:
    heads: list[tuple[Point, str]] = [((-0.5 * CELL_MM, -0.5 * ROW_MM), "d12")]
    heads += [(((k + 0.5) * CELL_MM, -0.5 * ROW_MM), ratio) for k, ratio in enumerate(COLUMNS)]
    heads += [((-0.5 * CELL_MM, -(row + 1.5) * ROW_MM), str(row + 1)) for row in range(len(CELLS))]
    cells = [
        Cell((k * CELL_MM, -(row + 2) * ROW_MM, (k + 1) * CELL_MM, -(row + 1) * ROW_MM), cell, cell, (cell,))
        for row, results in enumerate(CELLS)
        for k, cell in enumerate(results)
    ]
    view = View(-CELL_MM, -(len(CELLS) + 1) * ROW_MM, len(COLUMNS) * CELL_MM, ROW_MM * 0.2)
    table = Table("cell", tuple(cells), tuple(heads), 0.42 * ROW_MM, _table_looks, _RESULT_WORDS)
    return BoardScene(view, (table,), legend="below", scale=1.0)


FIGURES = (
    _made(
        "destin-map", N_("The city of Arc"),
        N_("The printed map is lost: this one is reconstructed from the clues of the rules. Places of strategic "
           "importance have a heavy rim."),
        _map,
    ),
    _made(
        "destin-start", N_("A start"),
        N_("Every piece placed, at the average level; figures are attack and defence. Fereira's and Bonnaire's "
           "hidden pieces are shown here."),
        lambda: scene_of(start(), None),
    ),
    _made(
        "destin-counters", N_("The counters, front and back"),
        N_("Movement and magic save above; missiles and their range, then melee and defence below. The back, with a "
           "stripe, is what is left after losses. The archers' range of 4 stands on the text's own counter; by its "
           "rules all shoot at the next hex (missile_range)."),
        _counters,
    ),
    _made(
        "destin-table", N_("The combat table"),
        N_("Ratio across, d12 down. D falls on the defender, A on the attackers, B on both: 1 and 2 retreat, 3 half "
           "eliminated, 4 half eliminated and retreat 1, 5 and 6 eliminated."),
        _table,
    ),
)  # fmt: skip
