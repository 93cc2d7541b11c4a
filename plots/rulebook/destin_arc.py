"""Figures of Le Jeu du destin d'Arc: the map, the start, the counters front and back, the combat table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial

from matplotlib.figure import Figure
from matplotlib.patches import Patch

from armada_sim.tabletop import N_
from grid_games.destin_arc.chapters.combat_table import CELLS, COLUMNS
from grid_games.destin_arc.game import KIND
from grid_games.destin_arc.state import State
from grid_games.destin_arc.units import SIDES, UNITS, Unit
from plots.grids.destin_arc import (
    PLAYER_WORDS,
    draw_map,
    draw_state,
    explain_map,
    looks_of,
    map_view,
)
from plots.grids.destin_arc_counters import CARD_MM, PLAY_HEX_MM, counter_leaves, draw_card
from plots.grids.hexes import HEX_MM
from plots.messages import Words
from plots.paper import Leaf
from plots.rulebook.registry import RulebookFigure, board_figure
from plots.shapes import View
from plots.sheet import Sheet
from plots.style import Style, Z

_made = partial(board_figure, "destin-arc", legend="below", scale=1.0)


@cache
def start() -> State:
    """Everybody placed, choices taken in turn."""
    state = KIND.load().new()
    number = 0
    while (moves := state.legal_moves())[0].verb == "place":
        state = state.after(moves[number % len(moves)])
        number += 1
    return state


def _map(sheet: Sheet) -> None:
    draw_map(sheet, start().game.land)
    explain_map(sheet)


def _start(sheet: Sheet) -> None:
    draw_state(sheet, start(), None)


# counters

_PER_ROW = 4
"""Units in a row of the sheet: a front and a back each."""

GAP_MM, NAME_MM = 3.0, 7.0


def _rows() -> list[list[Unit]]:
    rows: list[list[Unit]] = []
    for side in range(len(SIDES)):
        units = [unit for unit in UNITS if unit.side == side]
        rows += [units[k : k + _PER_ROW] for k in range(0, len(units), _PER_ROW)]
    return rows


def _counters_view() -> View:
    width = _PER_ROW * (2 * CARD_MM + 2 * GAP_MM)
    return View(0, -len(_rows()) * (CARD_MM + NAME_MM + GAP_MM), width, 0)


def _counters(sheet: Sheet) -> None:
    looks, pieces = looks_of(sheet.style), start().game.pieces
    for row, units in enumerate(_rows()):
        top = -row * (CARD_MM + NAME_MM + GAP_MM)
        for k, unit in enumerate(units):
            left = k * (2 * CARD_MM + 2 * GAP_MM) + GAP_MM / 2
            name = sheet.words.say(unit.short)
            title = f"{name} ({unit.id})"
            if unit.points:
                title = sheet.words.say("{name} ({unit}, {points} points)", name=name, unit=unit.id, points=unit.points)
            room = CARD_MM * 2 + GAP_MM / 2
            size = min(sheet.style.text, room / sheet.mm(1) / (0.66 * len(title)))
            sheet.texts.append(sheet.write(title, (left + room / 2, top - NAME_MM * 0.6), size, fontweight="bold"))
            piece = pieces.of[unit.id][0]
            for face in range(2):
                middle = (left + CARD_MM / 2 + face * (CARD_MM + GAP_MM / 2), top - NAME_MM - CARD_MM / 2)
                draw_card(sheet, pieces, piece, looks[unit.side], middle, bool(face))
    for side, name in enumerate(SIDES):
        sheet.explain(sheet.words.say(PLAYER_WORDS[name]), Patch(facecolor=looks[side].fill, edgecolor=sheet.style.ink))


# the combat table

CELL_MM, ROW_MM = 12.0, 7.0

_TINTS = {"D": "#2451a4", "B": "#8a6fb0", "A": "#e08214"}
_GREY_TINTS = {"D": "#404040", "B": "#909090", "A": "#c8c8c8"}


def _table_view() -> View:
    return View(-CELL_MM, -(len(CELLS) + 1) * ROW_MM, len(COLUMNS) * CELL_MM, ROW_MM * 0.2)


def _table(sheet: Sheet) -> None:
    tints = _GREY_TINTS if sheet.style.name == "greyscale" else _TINTS
    size = 0.42 * ROW_MM / sheet.mm(1)
    for k, ratio in enumerate(COLUMNS):
        sheet.texts.append(sheet.write(ratio, ((k + 0.5) * CELL_MM, -0.5 * ROW_MM), size, fontweight="bold"))
    sheet.texts.append(sheet.write("d12", (-0.5 * CELL_MM, -0.5 * ROW_MM), size, fontweight="bold"))
    for row, cells in enumerate(CELLS):
        low, high = -(row + 2) * ROW_MM, -(row + 1) * ROW_MM
        sheet.texts.append(sheet.write(str(row + 1), (-0.5 * CELL_MM, (low + high) / 2), size, fontweight="bold"))
        for k, cell in enumerate(cells):
            left, right = k * CELL_MM, (k + 1) * CELL_MM
            strength = (0.16, 0.24, 0.42, 0.54, 0.9, 0.9)[int(cell[1]) - 1]
            box = [(left, low), (right, low), (right, high), (left, high)]
            sheet.others.append(
                sheet.polygon(box, Z.SURFACE, facecolor=tints[cell[0]], edgecolor="none", alpha=strength)
            )
            rim = sheet.polygon(box, Z.GRID, fill=False, edgecolor=sheet.style.quiet, linewidth=sheet.style.thin)
            sheet.mark("cell", rim, cell)
            sheet.texts.append(sheet.write(cell, ((left + right) / 2, (low + high) / 2), size))
    suffering = {"D": N_("the defender suffers"), "B": N_("both suffer"), "A": N_("the attackers suffer")}
    for letter, text in suffering.items():
        sheet.explain(sheet.words.say(text), Patch(facecolor=tints[letter], edgecolor=sheet.style.quiet, alpha=0.5))
    sheet.explain(
        sheet.words.say("dark: eliminated"), Patch(facecolor=tints["D"], edgecolor=sheet.style.quiet, alpha=0.9)
    )


def _map_figure(scale: float) -> RulebookFigure:
    return board_figure(
        "destin-arc", "destin-map", N_("The city of Arc"),
        N_("The printed map is lost: this one is reconstructed from the clues of the rules. Places of strategic "
           "importance have a heavy rim."),
        lambda: map_view(start().game.land), _map, legend="below", scale=scale,
    )  # fmt: skip


def _playing_map(style: Style, words: Words, _: str) -> Figure:
    """The map to play on."""
    return _map_figure(PLAY_HEX_MM / HEX_MM).make(style, words).figure


def _playing_counters(style: Style, words: Words, paper: str) -> Sequence[Leaf]:
    """Every counter of the game, for that map."""
    return counter_leaves(start().game.pieces, style, words, paper, PLAY_HEX_MM)


FIGURES = (
    replace(_map_figure(1.0), on_paper=_playing_map),
    _made(
        "destin-start", N_("A start"),
        N_("Every piece placed, at the average level; figures are attack and defence. Fereira's and Bonnaire's "
           "hidden pieces are shown here."),
        lambda: map_view(start().game.land), _start,
    ),
    replace(_made(
        "destin-counters", N_("The counters, front and back"),
        N_("Movement and magic save above; missiles and their range, then melee and defence below. The back, with a "
           "stripe, is what is left after losses."),
        _counters_view, _counters,
    ), on_paper=_playing_counters),
    _made(
        "destin-table", N_("The combat table"),
        N_("Ratio across, d12 down. D falls on the defender, A on the attackers, B on both: 1 and 2 retreat, 3 half "
           "eliminated, 4 half eliminated and retreat 1, 5 and 6 eliminated."),
        _table_view, _table,
    ),
)  # fmt: skip
