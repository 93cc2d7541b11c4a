"""Figures of Le Jeu du destin d'Arc: the map, the start, the counters front and back, the combat table."""

from __future__ import annotations

from functools import cache, partial

import shapely
from matplotlib.patches import Patch

from armada_sim.tabletop import N_
from grid_games.destin_arc.chapters.combat_table import CELLS, COLUMNS
from grid_games.destin_arc.game import KIND
from grid_games.destin_arc.state import State
from grid_games.destin_arc.units import SIDES, UNITS, UNLIMITED, Unit
from plots.grids.destin_arc import (
    DOUBLE_RIM,
    PLAYER_WORDS,
    draw_map,
    draw_pieces,
    explain_map,
    explain_sides,
    looks_of,
    map_view,
    seen_hexes,
)
from plots.grids.destin_arc_symbols import placed
from plots.rulebook.registry import board_figure
from plots.shapes import View
from plots.sheet import Sheet
from plots.style import Look, PlayerLook, Z

_CARD_MM = 24.0
"""Side of a counter on the sheet of counters."""


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
    draw_map(sheet, start().game.land, seen_hexes(start(), None))
    draw_pieces(sheet, start(), None)
    explain_map(sheet)
    explain_sides(sheet, SIDES)


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
    width = _PER_ROW * (2 * _CARD_MM + 2 * GAP_MM)
    return View(0, -len(_rows()) * (_CARD_MM + NAME_MM + GAP_MM), width, 0)


def _counters(sheet: Sheet) -> None:
    looks, pieces = looks_of(sheet.style), start().game.pieces
    for row, units in enumerate(_rows()):
        top = -row * (_CARD_MM + NAME_MM + GAP_MM)
        for k, unit in enumerate(units):
            left = k * (2 * _CARD_MM + 2 * GAP_MM) + GAP_MM / 2
            name = sheet.words.say(unit.short)
            title = f"{name} ({unit.id})"
            if unit.points:
                title = sheet.words.say("{name} ({unit}, {points} points)", name=name, unit=unit.id, points=unit.points)
            room = _CARD_MM * 2 + GAP_MM / 2
            size = min(sheet.style.text, room / sheet.mm(1) / (0.66 * len(title)))
            sheet.texts.append(sheet.write(title, (left + room / 2, top - NAME_MM * 0.6), size, fontweight="bold"))
            piece = pieces.of[unit.id][0]
            for face in range(2):
                values = [table[piece][face] // 2 for table in (pieces.missile, pieces.melee, pieces.defence)]
                middle = (left + _CARD_MM / 2 + face * (_CARD_MM + GAP_MM / 2), top - NAME_MM - _CARD_MM / 2)
                _card(sheet, unit, looks[unit.side], middle, values, bool(face))
    for side, name in enumerate(SIDES):
        sheet.explain(sheet.words.say(PLAYER_WORDS[name]), Patch(facecolor=looks[side].fill, edgecolor=sheet.style.ink))


def _card(
    sheet: Sheet, unit: Unit, look: PlayerLook, middle: tuple[float, float], values: list[int], back: bool
) -> None:
    """A counter as the rules print one: movement and save above, missiles and range, melee and defence below."""
    x, y = middle
    half = _CARD_MM / 2
    body = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    look_of_body: Look = {"facecolor": look.fill, "edgecolor": sheet.style.ink, "linewidth": sheet.style.bold}
    sheet.mark("counter", sheet.polygon(body, Z.SURFACE, **look_of_body), unit.id, "back" if back else "front")
    if unit.id.startswith(DOUBLE_RIM):
        inner = [(x + 0.965 * (a - x), y + 0.965 * (b - y)) for a, b in body]
        sheet.others.append(
            sheet.polygon(inner, Z.GRID, facecolor="none", edgecolor=look.hatch_ink, linewidth=sheet.style.line)
        )
    if back:
        stripe = [
            (x - half, y - half),
            (x - half * 0.6, y - half),
            (x + half, y + half * 0.6),
            (x + half, y + half),
            (x + half * 0.6, y + half),
            (x - half, y - half * 0.6),
        ]
        sheet.others.append(sheet.polygon(stripe, Z.GRID, facecolor=look.hatch_ink, edgecolor="none", alpha=0.3))
    for part in shapely.get_parts(placed(unit.id, (x + (0.22 * half if unit.missile else 0.0), y + 1.2), half * 0.42)):
        sheet.others.append(
            sheet.polygon(list(part.exterior.coords)[:-1], Z.SHIP, facecolor=look.hatch_ink, edgecolor="none")
        )
        for ring in part.interiors:
            sheet.others.append(sheet.polygon(list(ring.coords)[:-1], Z.GHOST, facecolor=look.fill, edgecolor="none"))
    missile, melee, defence = values
    move = "∞" if unit.move >= UNLIMITED else "20/40" if unit.id == "u4" else str(unit.move)
    corners = [
        (move, -0.5 if len(move) > 3 else -0.62, 0.8),
        (str(unit.save), 0.68, 0.8),
        (str(melee) if unit.melee else "–", -0.62, -0.8),
        (str(defence), 0.62, -0.8),
    ]
    if unit.missile:
        corners.append((f"{missile}/1", -0.55, -0.4))
    for text, right, up in corners:
        word = sheet.write(
            text,
            (x + right * half, y + up * half),
            0.145 * _CARD_MM / sheet.mm(1) * 0.95,
            color=look.hatch_ink,
            fontweight="bold",
            halo=False,
        )
        sheet.texts.append(word)


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


FIGURES = (
    _made(
        "destin-map", N_("The city of Arc"),
        N_("The printed map is lost: this one is reconstructed from the clues of the rules. Places of strategic "
           "importance have a heavy rim."),
        lambda: map_view(start().game.land), _map,
    ),
    _made(
        "destin-start", N_("A start"),
        N_("Every piece placed, at the average level; figures are attack and defence. Fereira's and Bonnaire's "
           "hidden pieces are shown here."),
        lambda: map_view(start().game.land), _start,
    ),
    _made(
        "destin-counters", N_("The counters, front and back"),
        N_("Movement and magic save above; missiles and their range, then melee and defence below. The back, with a "
           "stripe, is what is left after losses."),
        _counters_view, _counters,
    ),
    _made(
        "destin-table", N_("The combat table"),
        N_("Ratio across, d12 down. D falls on the defender, A on the attackers, B on both: 1 and 2 retreat, 3 half "
           "eliminated, 4 half eliminated and retreat 1, 5 and 6 eliminated."),
        _table_view, _table,
    ),
)  # fmt: skip
