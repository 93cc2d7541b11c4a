"""Counters of Le Jeu du destin d'Arc: one as the rules print it, and all of them on sheets, front and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from matplotlib.figure import Figure

from armada_sim.geometry import Point
from armada_sim.pictures import Look, PlayerLook, Style, View, Words, Z
from armada_sim.tabletop.terminal import PAPERS
from grid_games.destin_arc.roster import Roster
from grid_games.destin_arc.units import UNLIMITED
from plots.figures import page
from plots.grids.destin_arc import draw_body, draw_symbol, looks_of
from plots.grids.scene import board_sheet
from plots.paper import Leaf, Tiling
from plots.sheet import Sheet

CARD_MM = 24.0
"""Side of a counter in the drawing's units."""

PLAY_HEX_MM = 20.0
"""Of a printed map, unless something else is asked for: from the middle of a hex to that of a neighbour."""

_SHARE = 0.7
"""Side of a counter per width of a hex; the largest square in a hexagon has 0.73."""

_BETWEEN_MM = 3.0
"""Between two counters on a sheet: printers lay the back down within a millimetre or so."""


def counter_leaves(pieces: Roster, style: Style, words: Words, paper: str, cell: float) -> list[Leaf]:
    """Every counter on sheets, in the order of the lists, for a map with hexes `cell` mm wide.

    Each back stands where the sheet, turned over on its long edge, has its front.
    """
    side = _SHARE * cell
    across, up = (int(room // (side + _BETWEEN_MM)) for room in Tiling(PAPERS[paper], (0.0, 0.0)).window)
    numbers, most = range(len(pieces)), across * up
    shares = [numbers[first : first + most] for first in range(0, len(pieces), most)]
    return [
        Leaf(*(_side(pieces, share, across, side, style, words, back) for back in (False, True))) for share in shares
    ]


def _side(
    pieces: Roster, numbers: Sequence[int], across: int, side: float, style: Style, words: Words, back: bool
) -> Figure:
    """One side of a sheet; the rows of a back run from the right."""
    scale = side / CARD_MM
    pitch = CARD_MM + _BETWEEN_MM / scale
    view = View(0, pitch * (-len(numbers) // across), pitch * across, 0)
    figure, ax = page(view, replace(style, width_mm=None), scale)
    sheet, looks = board_sheet(ax, view, style, words), looks_of(style)
    for place, piece in enumerate(numbers):
        row, column = divmod(place, across)
        middle = (pitch * ((across - 1 - column if back else column) + 0.5), -pitch * (row + 0.5))
        draw_card(sheet, pieces, piece, looks[pieces.side[piece]], middle, back)
    return figure


def draw_card(sheet: Sheet, pieces: Roster, piece: int, look: PlayerLook, middle: Point, back: bool) -> None:
    """A counter as the rules print one: movement and save above, missiles and range, melee and defence below."""
    unit, (x, y) = pieces.units[piece], middle
    half, name = CARD_MM / 2, pieces.names[piece]
    rim: Look = {"edgecolor": sheet.style.ink, "linewidth": sheet.style.bold}
    sides = (name, "back" if back else "front")
    draw_body(sheet, unit.id, look, middle, half, sides, Z.SURFACE, pale=0.965, back=back, **rim)
    aside = 0.22 * half if unit.missile else 0.0
    draw_symbol(sheet, unit.id, look, (x + aside, y + 1.2), half * 0.42, name, Z.SHIP)
    missile, melee, defence = (table[piece][back] for table in (pieces.missile, pieces.melee, pieces.defence))
    move = "∞" if unit.move >= UNLIMITED else "20/40" if unit.id == "u4" else str(unit.move)
    corners = [(move, -0.4 if len(move) > 3 else -0.62, 0.8), (str(unit.save), 0.68, 0.8)]
    corners += [(str(melee) if unit.melee else "–", -0.62, -0.8), (str(defence), 0.62, -0.8)]
    if unit.missile:
        corners.append((f"{missile}/{unit.reach}", -0.55, -0.4))
    for text, right, up in corners:
        at, size = (x + right * half, y + up * half), 0.138 * CARD_MM / sheet.mm(1)
        letters: Look = {"color": look.hatch_ink, "fontweight": "bold"}
        sheet.texts.append(sheet.write(text, at, size, halo=False, **letters))
