"""Pages of words, tables and signs that fill the window of a sheet of paper: columns of text, real letters."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from armada_sim.geometry import Point
from armada_sim.pictures import Style, View, Words, Z
from armada_sim.tabletop.terminal import PAPERS
from plots.figures import page
from plots.grids.scene import board_sheet
from plots.paper import Tiling
from plots.sheet import Sheet

LEAST_POINTS = 6.0
"""No letter is smaller."""

SIZES = (14.0, 13.0, 12.0, 11.0, 10.0, 9.5, 9.0, 8.5, 8.0, 7.75, 7.5, 7.25, 7.0, 6.75, 6.5, 6.25, LEAST_POINTS)
"""Points. Letters of a page are the largest of these at which all of it fits."""

_MM = 25.4 / 72
_LEAD = 1.24
"""From a line to the next, as a multiple of the letters' size."""

_GUTTER_MM, _PAD_MM = 6.0, 1.2
"""Between columns of a page; beside the words of a cell."""

_SLACK_MM = 0.3
"""A line on paper may be longer than its words together: letters are fitted to dots."""

_BULLET = "• "

_WHOLE_ROWS = 14
"""A table of no more rows is not parted between two columns."""


@dataclass(frozen=True, slots=True)
class Kit:
    """What a kit is made for."""

    paper: str
    """A key of `PAPERS`."""

    style: Style
    words: Words
    agreed: str = ""
    """A sentence on what is played otherwise than by default."""

    @property
    def window(self) -> tuple[float, float]:
        """mm. Width and height of what an upright sheet shows of a figure."""
        return Tiling(PAPERS[self.paper], (0.0, 0.0)).window

    def sheet(self, scale: float = 1.0) -> tuple[Figure, Sheet]:
        """A figure that fills the window, to be drawn on in units of `scale` mm from its lower left corner."""
        wide, high = (side / scale for side in self.window)
        style = replace(self.style, width_mm=None)
        figure, ax = page(View(0, 0, wide, high), style, scale)
        return figure, board_sheet(ax, View(0, 0, wide, high), style, self.words)


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of what follows."""

    text: str


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph; **what stands between stars** is bold."""

    text: str
    bullet: bool = False


@dataclass(frozen=True, slots=True)
class Sign:
    """Something drawn in a cell, as large as a square box."""

    draw: Callable[[Sheet, Point, float], None]
    """Called with the middle of the box and half its side, mm."""

    lines: float = 1.0
    """Side of the box, in lines of text."""


Cell = str | Sign


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; its first row is the head."""

    rows: Sequence[Sequence[Cell]]


Block = Heading | Text | Grid


@dataclass(frozen=True, slots=True)
class Slab:
    """What is not parted between two columns."""

    height: float
    draw: Callable[[Sheet, float, float], None]
    """Called with its left and upper border, mm."""

    joined: bool = False
    """Whether the next one stands in the same column."""

    blank: bool = False
    """Whether it is left out at the head of a column."""


Run = tuple[str, bool]
"""Words, and whether they are bold."""


@lru_cache(maxsize=1 << 14)
def width_of(text: str, bold: bool, font: str) -> float:
    """Width of a text, as a multiple of its letters' size."""
    letters = FontProperties(family=font, size=100, weight="bold" if bold else "normal")
    measure = text_to_path.get_text_width_height_descent
    return sum(float(measure(part, letters, ismath=False)[0]) for part in _parts(text)) / 100


def _parts(text: str) -> list[str]:
    """A text before and after places where letters would be kerned into each other."""
    return re.split("(?<=L)(?=\u2019)", text)


def lines_of(text: str, width: float, size: float, font: str) -> list[list[Run]]:
    """A text in lines no wider than `width` mm in letters of `size` points; `size` 0 or a long word stands as it is."""
    words: list[Run] = []
    for number, part in enumerate(text.split("**")):
        words += [(word, bool(number % 2)) for word in re.split(r"(?<= )", part) if word]
    lines: list[list[Run]] = [[]]
    room = width / _MM / size
    used, glued = 0.0, False
    for word, bold in words:
        wide = width_of(word.rstrip(" "), bold, font)
        if lines[-1] and not glued and used + wide > room:
            lines.append([])
            used = 0.0
        lines[-1].append((word, bold))
        used += width_of(word, bold, font)
        glued = not word.endswith(" ")
    for line in filter(None, lines):
        line[-1] = (line[-1][0].rstrip(" "), line[-1][1])
    return [
        [("".join(word for word, _ in runs), bold) for bold, runs in groupby(line, key=lambda run: run[1])]
        for line in lines
    ]


def put_runs(sheet: Sheet, runs: Iterable[Run], at: Point, size: float, colour: str | None = None) -> None:
    """A line of words from a point on its baseline to the right."""
    x, y = at
    for text, bold in ((part, bold) for whole, bold in runs for part in _parts(whole)):
        weight = "bold" if bold else "normal"
        look = {"ha": "left", "va": "baseline", "fontweight": weight, "color": colour or sheet.style.ink}
        sheet.texts.append(sheet.write(text, (x, y), size, halo=False, **look))
        x += width_of(text, bold, sheet.style.font) * size * sheet.mm(1)


def _lines(text: str, width: float, size: float, style: Style, indent: float = 0.0, first: str = "") -> list[Slab]:
    """A slab for each line; the first line has a sign before it."""
    found, lead = [], _LEAD * size * _MM

    def line(runs: list[Run], mark: str) -> Callable[[Sheet, float, float], None]:
        def draw(sheet: Sheet, left: float, top: float) -> None:
            base = top - 0.95 * size * _MM
            if mark:
                put_runs(sheet, [(mark, False)], (left, base), size)
            put_runs(sheet, runs, (left + indent, base), size)

        return draw

    lines = lines_of(text, width - indent - _SLACK_MM, size, style.font)
    for number, runs in enumerate(lines):
        alone = number == 0 or number == len(lines) - 2
        found.append(Slab(lead, line(runs, first if not number else ""), joined=alone and number < len(lines) - 1))
    return found


def _gap(height: float) -> Slab:
    return Slab(height, lambda *_: None, blank=True)


def _heading(text: str, width: float, size: float, style: Style) -> list[Slab]:
    slabs = _lines(f"**{text}**", width, 1.12 * size, style)
    return [_gap(0.45 * size * _MM), *(replace(slab, joined=True) for slab in slabs)]


def _natural(cell: Cell, bold: bool, size: float, font: str) -> tuple[float, float]:
    """mm. How wide a cell is without breaks, and with one at every space."""
    if isinstance(cell, Sign):
        side = cell.lines * _LEAD * size * _MM
        return side, side
    text, bold = cell.replace("**", ""), bold or "**" in cell
    parts = [width_of(part, bold, font) * size * _MM for part in (text, *text.split(" "))]
    return parts[0], max(parts[1:])


def _columns(grid: Grid, width: float, size: float, font: str) -> list[float]:
    """mm. Widths of the columns of a table: what their words want, less for the widest where there is less room."""
    wanted, least = [], []
    for column in zip(*grid.rows, strict=True):
        sizes = [_natural(cell, number == 0, size, font) for number, cell in enumerate(column)]
        wanted.append(max(one for one, _ in sizes) + 2 * _PAD_MM)
        least.append(max(one for _, one in sizes) + 2 * _PAD_MM)
    while sum(wanted) > width + 1e-6:
        loose = [k for k, one in enumerate(wanted) if one > least[k] + 1e-6]
        if not loose:
            break
        widest = max(loose, key=lambda k: wanted[k])
        wanted[widest] = max(least[widest], wanted[widest] - 0.5)
    return wanted


def _grid(grid: Grid, width: float, size: float, style: Style) -> list[Slab]:
    """A slab for each row; higher than any page where the columns do not fit."""
    columns, lead = _columns(grid, width, size, style.font), _LEAD * size * _MM
    if sum(columns) > width + 1e-6:
        return [Slab(math.inf, lambda *_: None)]
    found = []

    def row_of(cells: Sequence[Cell], head: bool, joined: bool) -> Slab:
        texts = [
            [] if isinstance(cell, Sign) else lines_of(f"**{cell}**" if head and cell else cell, wide - 2 * _PAD_MM,
                                                       size, style.font)
            for cell, wide in zip(cells, columns, strict=True)
        ]  # fmt: skip
        signs = [cell.lines for cell in cells if isinstance(cell, Sign)]
        height = lead * max([len(lines) for lines in texts] + signs) + 0.5

        def draw(sheet: Sheet, left: float, top: float) -> None:
            ruled = {"facecolor": sheet.style.grid if head else "none", "edgecolor": sheet.style.quiet}
            x = left
            for cell, lines, wide in zip(cells, texts, columns, strict=True):
                box = sheet.box(x, top - height, x + wide, top, Z.SURFACE, linewidth=sheet.style.thin, **ruled)
                sheet.mark("cell", box)
                if isinstance(cell, Sign):
                    cell.draw(sheet, (x + wide / 2, top - height / 2), cell.lines * lead / 2)
                up = top - (height - lead * len(lines)) / 2
                for number, runs in enumerate(lines):
                    put_runs(sheet, runs, (x + _PAD_MM, up - number * lead - 0.95 * size * _MM), size)
                x += wide

        return Slab(height, draw, joined=head or joined)

    whole = len(grid.rows) <= _WHOLE_ROWS
    for number, cells in enumerate(grid.rows):
        found.append(row_of(cells, number == 0, whole and number < len(grid.rows) - 1))
    return [*found, _gap(0.6 * size * _MM)]


def _slabs(blocks: Iterable[Block], width: float, size: float, style: Style) -> Iterator[Slab]:
    for block in blocks:
        if isinstance(block, Heading):
            yield from _heading(block.text, width, size, style)
        elif isinstance(block, Grid):
            yield from _grid(block, width, size, style)
        elif block.bullet:
            yield from _lines(block.text, width, size, style, 0.9 * size * _MM, _BULLET)
        else:
            yield from _lines(block.text, width, size, style)
            yield _gap(0.25 * size * _MM)


def _filled(slabs: Sequence[Slab], columns: int, height: float) -> list[list[Slab]] | None:
    """The slabs in so many columns, or None where they do not fit."""
    found: list[list[Slab]] = [[]]
    used, k = 0.0, 0
    while k < len(slabs):
        end = k + 1
        if slabs[k].blank and not found[-1]:
            k = end
            continue
        while slabs[end - 1].joined and end < len(slabs):
            end += 1
        high = sum(slab.height for slab in slabs[k:end])
        if used + high > height + 1e-6 and found[-1]:
            found.append([])
            used = 0.0
            continue
        found[-1] += slabs[k:end]
        used += high
        k = end
        if used > height + 1e-6:
            return None
    return found if len(found) <= columns else None


def text_page(kit: Kit, title: str, blocks: Sequence[Block], columns: int = 2, most: float = 12.0) -> Figure:
    """A page with a title and what follows in columns, in the largest letters, of at most `most` points, that let all
    of it stand there.

    Raises ValueError for more than a page holds.
    """
    wide, high = kit.window
    top = high - 9.0
    width = (wide - (columns - 1) * _GUTTER_MM) / columns
    for size in (one for one in SIZES if one <= most):
        slabs = list(_slabs(blocks, width, size, kit.style))
        shares = [filled for k in range(20, 51) if (filled := _filled(slabs, columns, top * k / 50)) is not None]
        if shares:  # columns as even as can be
            filled = shares[0]
            break
    else:
        raise ValueError(f"{title}: more than a page of {kit.paper} holds")
    figure, sheet = kit.sheet()
    put_runs(sheet, [(title, True)], (0.0, high - 5.5), 14.0)
    for number, slabs in enumerate(filled):
        x, y = number * (width + _GUTTER_MM), top
        for slab in slabs:
            slab.draw(sheet, x, y)
            y -= slab.height
    return figure
