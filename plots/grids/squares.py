"""A board of squares: zones, coordinates and what bars the way. A square is `SQUARE_MM` wide, a1 begins at (0, 0)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from matplotlib.patches import Patch

from armada_sim.geometry import Point
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


@dataclass(frozen=True)
class Board:
    """What lies on the table before any piece."""

    files: int
    ranks: int
    zone: int = 0
    """Squares along the side of a zone; 0 for a board without zones."""

    mountains: Collection[Square] = ()

    @property
    def view(self) -> View:
        """The board with its letters."""
        return View(-EDGE_MM, -EDGE_MM, self.files * SQUARE_MM + EDGE_MM, self.ranks * SQUARE_MM + EDGE_MM)

    def draw(self, sheet: Sheet) -> None:
        """Squares, zones in two shades, mountains, letters and numbers."""
        style = sheet.style
        for x in range(self.files):
            for y in range(self.ranks):
                dark = self.zone and (x // self.zone + y // self.zone) % 2 == 0
                look: Look = {"facecolor": style.grid if dark else style.surface, "edgecolor": style.quiet}
                patch = sheet.polygon(corners((x, y)), Z.SURFACE, linewidth=style.thin, **look)
                sheet.mark("square", patch, name_of((x, y)))
        if self.zone:
            for x in range(0, self.files, self.zone):
                for y in range(0, self.ranks, self.zone):
                    _box(sheet, x, y, self.zone, self.zone, style.line)
        _box(sheet, 0, 0, self.files, self.ranks, style.bold)
        for square in sorted(self.mountains):
            _mountain(sheet, square)
        _letters(sheet, self)
        if self.mountains:
            rock: Look = {"facecolor": style.thing_ink, "edgecolor": style.ink, "linewidth": style.thin}
            sheet.explain(sheet.words.say(N_("mountain: no piece enters or crosses it")), Patch(**rock))


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


def _box(sheet: Sheet, x: int, y: int, width: int, height: int, line: float) -> None:
    left, bottom = x * SQUARE_MM, y * SQUARE_MM
    right, top = left + width * SQUARE_MM, bottom + height * SQUARE_MM
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
    style, away = sheet.style, EDGE_MM / 2
    right, top = board.files * SQUARE_MM + away, board.ranks * SQUARE_MM + away
    small = [(FILES[x], (middle((x, 0))[0], -away)) for x in range(board.files)]
    small += [(str(y + 1), (-away, middle((0, y))[1])) for y in range(board.ranks)]
    capital: list[tuple[str, Point]] = []
    if board.zone:
        half = board.zone * SQUARE_MM / 2
        capital += [(FILES[k].upper(), ((2 * k + 1) * half, top)) for k in range(board.files // board.zone)]
        capital += [(str(k + 1), (right, (2 * k + 1) * half)) for k in range(board.ranks // board.zone)]
    down = sheet.mm(0.36 * style.text)  # letters stand on one line, those with strokes above it too
    for text, (x, y) in small:
        sheet.texts.append(sheet.write(text, (x, y - down), style.text, va="baseline"))
    for text, (x, y) in capital:
        sheet.texts.append(
            sheet.write(text, (x, y - down), style.text, va="baseline", color=style.quiet, fontweight="bold")
        )


def frame(sheet: Sheet, squares: Sequence[Square], kind: str, words: str) -> None:
    """A heavy outline around each of some squares, and a line of the legend."""
    look: Look = {"edgecolor": sheet.style.blocker, "linewidth": sheet.heavy}
    for square in squares:
        sheet.mark(kind, sheet.outline(corners(square, 0.1), Z.HEAVY, **look), name_of(square))
    if squares:
        sheet.explain(words, Patch(fill=False, **look))
