"""A board of squares: zones, coordinates and what bars the way. A square is `SQUARE_MM` wide, a1 begins at (0, 0)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import product

from matplotlib.patches import Patch

from armada_sim.pictures import Look, View, Z
from armada_sim.tabletop import N_
from plots.sheet import Sheet

SQUARE_MM = 10.0
"""Width of a square in the drawing's own units; how large it is on paper, the page decides."""

EDGE_MM = 6.0
"""Around the board, for letters and numbers."""

FILES = "abcdefghijklmnopqrstuvwxyz"

Square = tuple[int, int]
"""File and rank, from 0."""


ALL: tuple[Square, Square] = (0, 0), (9, 9)
"""The lower left and the upper right square of a whole board."""


@dataclass(frozen=True)
class Board:
    """What lies on the table before any piece."""

    zone: int = 0
    """Squares along the side of a zone; 0 for a board without zones."""

    mountains: Collection[Square] = ()
    shown: tuple[Square, Square] = ALL
    """The lower left and the upper right square of the part that is shown."""

    @property
    def view(self) -> View:
        """That part with its letters."""
        (left, low), (right, high) = self.shown
        ends = ((right + 1) * SQUARE_MM + EDGE_MM, (high + 1) * SQUARE_MM + EDGE_MM)
        return View(left * SQUARE_MM - EDGE_MM, low * SQUARE_MM - EDGE_MM, *ends)

    def draw(self, sheet: Sheet) -> None:
        """Squares, zones in two shades, mountains, letters and numbers."""
        style, ((left, low), (right, high)) = sheet.style, self.shown
        for x in range(left, right + 1):
            for y in range(low, high + 1):
                dark = self.zone and (x // self.zone + y // self.zone) % 2 == 0
                look: Look = {"facecolor": style.grid if dark else style.surface, "edgecolor": style.quiet}
                patch = sheet.polygon(corners((x, y)), Z.SURFACE, linewidth=style.thin, **look)
                sheet.mark("square", patch, name_of((x, y)))
        for (first, last), (start, end) in product(self.zones(left, right), self.zones(low, high)):
            _box(sheet, first, start, last, end, style.line)
        _box(sheet, left, low, right, high, style.bold)
        mountains = [(x, y) for x, y in sorted(self.mountains) if left <= x <= right and low <= y <= high]
        for square in mountains:
            _mountain(sheet, square)
        _letters(sheet, self)
        if mountains:
            rock: Look = {"facecolor": style.thing_ink, "edgecolor": style.ink, "linewidth": style.thin}
            sheet.explain(sheet.words.say(N_("mountain: no piece enters or crosses it")), Patch(**rock))

    def zones(self, first: int, last: int) -> list[tuple[int, int]]:
        """The first and the last file, or rank, of each zone between two, as far as it is shown."""
        if not self.zone:
            return []
        wide = self.zone
        return [(max(k * wide, first), min(k * wide + wide - 1, last)) for k in range(first // wide, last // wide + 1)]


def corners(square: Square, inset: float = 0.0) -> list[tuple[float, float]]:
    """The corners of a square, drawn smaller by `inset` on every side."""
    x, y = square[0] * SQUARE_MM, square[1] * SQUARE_MM
    low, high = inset, SQUARE_MM - inset
    return [(x + low, y + low), (x + high, y + low), (x + high, y + high), (x + low, y + high)]


def middle(square: Square) -> tuple[float, float]:
    """The centre of a square."""
    return (square[0] + 0.5) * SQUARE_MM, (square[1] + 0.5) * SQUARE_MM


def name_of(square: Square) -> str:
    """Such as a1."""
    return f"{FILES[square[0]]}{square[1] + 1}"


def _box(sheet: Sheet, first: int, low: int, last: int, high: int, line: float) -> None:
    """Around the squares from one to another."""
    (left, bottom), (right, top) = corners((first, low))[0], corners((last, high))[2]
    box = [(left, bottom), (right, bottom), (right, top), (left, top)]
    sheet.others.append(sheet.outline(box, Z.GRID, edgecolor=sheet.style.ink, linewidth=line))


def _mountain(sheet: Sheet, square: Square) -> None:
    """Two peaks with snow on a dark square."""
    style, (x, y) = sheet.style, (square[0] * SQUARE_MM, square[1] * SQUARE_MM)
    ground = sheet.polygon(
        corners(square), Z.THING, facecolor=style.thing_ink, edgecolor=style.ink, linewidth=style.thin
    )
    sheet.mark("mountain", ground, name_of(square))
    for left, top, right, snow in ((0.4, 6.6, 6.4, 2.0), (3.2, 8.8, 9.6, 2.6)):
        peak = (x + (left + right) / 2, y + top)
        foot = [(x + left, y + 1.0), (x + right, y + 1.0)]
        look: Look = {"facecolor": style.ink, "edgecolor": style.thing, "linewidth": style.thin}
        sheet.others.append(sheet.polygon([*foot, peak], Z.THING + 0.1, **look))
        share = snow / (top - 1.0)
        a, b = ((peak[0] + (f[0] - peak[0]) * share, peak[1] - snow) for f in foot)
        aside, down = 0.25 * (b[0] - a[0]), peak[1] - 0.72 * snow
        cap = [a, (peak[0] - aside, down), (peak[0], peak[1] - snow), (peak[0] + aside, down), b, peak]
        sheet.others.append(sheet.polygon(cap, Z.THING + 0.2, facecolor=style.page, linewidth=0))


def _letters(sheet: Sheet, board: Board) -> None:
    """Files below, ranks on the left; zones, where there are some, above and on the right."""
    style, away, ((left, low), (last, high)) = sheet.style, EDGE_MM / 2, board.shown
    right, top = (last + 1) * SQUARE_MM + away, (high + 1) * SQUARE_MM + away
    under, aside = low * SQUARE_MM - away, left * SQUARE_MM - away
    small = [(FILES[x], (middle((x, 0))[0], under)) for x in range(left, last + 1)]
    small += [(str(y + 1), (aside, middle((0, y))[1])) for y in range(low, high + 1)]
    half = SQUARE_MM / 2
    capital = [(FILES[a // board.zone].upper(), ((a + b + 1) * half, top)) for a, b in board.zones(left, last)]
    capital += [(str(a // board.zone + 1), (right, (a + b + 1) * half)) for a, b in board.zones(low, high)]
    down = sheet.mm(0.36 * style.text)  # letters stand on one line, those with strokes above it too
    for text, (x, y) in small:
        sheet.texts.append(sheet.write(text, (x, y - down), style.text, va="baseline"))
    for text, (x, y) in capital:
        sheet.texts.append(
            sheet.write(text, (x, y - down), style.text, va="baseline", color=style.quiet, fontweight="bold")
        )
