"""Sheets of paper: a figure of any size at its true size, a part of it on each sheet, to be cut and glued together.

The figure is drawn once; every page of the PDF shows its own part of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import product
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends import backend_pdf
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from armada_sim.geometry import Point
from armada_sim.pictures import PRINT, Look, Words
from armada_sim.tabletop import N_
from armada_sim.tabletop.terminal import PAPERS

MARGIN_MM = 10.0
"""Left free at the borders of a sheet but for marks: no printer needs more."""

OVERLAP_MM = 10.0
"""What two neighbouring sheets both show, to be glued."""

STRIP_MM = 15.0
"""Height of what is said under a window: the number of the sheet, a bar to check the printer, a map of the sheets."""

BAR_MM = 100.0
_GAP_MM, _SHORT_MM, _LONG_MM = 1.0, 2.5, 4.5
"""How far from its window a mark begins, and where short and long ones end."""

_MAP_MM = (36.0, 9.0)
"""The map of the sheets is no wider and no higher."""

_WHOLE = N_("Sheet {number} of {count}")
_PART = N_("Sheet {number} of {count} (row {row}, column {column})")
_SIDES = (
    N_("Sheet {number} of {count}, front: print on both sides, turned over on the long edge"),
    N_("Sheet {number} of {count}, back"),
)

_PDF: Any = backend_pdf
"""What writes PDF files has no types."""

_SAME_MM = 1e-6
"""What is larger than a sheet by no more than this fits on it."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A figure and what is printed behind it: the back is drawn as it is seen from behind."""

    front: Figure
    back: Figure | None = None
    name: str = ""
    """Of what is printed, to be said on every sheet."""


Printed = Figure | Sequence[Leaf]
"""What a file shows; leaves on sheets of paper only."""


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a figure lies on sheets, mm: in the middle of them all. Row 0 is at the top, column 0 on the left."""

    sheet: tuple[float, float]
    figure: tuple[float, float]

    @property
    def window(self) -> tuple[float, float]:
        """Width and height of what a sheet shows of the figure."""
        return self.sheet[0] - 2 * MARGIN_MM, self.sheet[1] - 2 * MARGIN_MM - STRIP_MM

    @property
    def columns(self) -> int:
        """Sheets side by side."""
        return self._count(0)

    @property
    def rows(self) -> int:
        """Sheets one above the other."""
        return self._count(1)

    def _count(self, axis: int) -> int:
        step = self.window[axis] - OVERLAP_MM
        return max(1, math.ceil((self.figure[axis] - OVERLAP_MM - _SAME_MM) / step))

    def corner(self, row: int, column: int) -> Point:
        """Where the lower left corner of the figure lies, from that of the sheet."""
        return MARGIN_MM + self._moved(0, column), MARGIN_MM + STRIP_MM + self._moved(1, self.rows - 1 - row)

    def _moved(self, axis: int, before: int) -> float:
        """How far the figure begins behind its window, with so many sheets before this one."""
        step = self.window[axis] - OVERLAP_MM
        return (self._count(axis) * step + OVERLAP_MM - self.figure[axis]) / 2 - before * step

    def around(self, row: int, column: int) -> tuple[bool, bool, bool, bool]:
        """Whether there is a sheet to the left, below, to the right, above."""
        return column > 0, row < self.rows - 1, column < self.columns - 1, row > 0


def tiling(figure: Figure, paper: str, *, upright: bool = False) -> Tiling:
    """The figure on as few sheets as it takes, upright or on their side; `paper` is a key of `PAPERS`."""
    (width, height), (wide, high) = PAPERS[paper], map(float, figure.get_size_inches() * 25.4)
    found = [Tiling(sheet, (wide, high)) for sheet in ((width, height), (height, width))]
    return found[0] if upright else min(found, key=lambda one: one.rows * one.columns)


def sheets_bytes(leaves: Sequence[Leaf], paper: str, words: Words, about: dict[str, Any]) -> bytes:
    """The content of a PDF with the sheets, leaf by leaf, each row from the left; every back follows its front.

    about: title and the like. Backs meet their fronts where sheets are turned over on their long edge.
    """
    buffer = BytesIO()
    file = _PDF.PdfFile(buffer, metadata=about)
    tiled = [(leaf, tiling(leaf.front, paper, upright=leaf.back is not None)) for leaf in leaves]
    count, number = sum(one.rows * one.columns for _, one in tiled), 0
    for leaf, one in tiled:
        sides = [_form(file, figure) for figure in (leaf.front, leaf.back) if figure is not None]
        texts = _SIDES if leaf.back is not None else (_PART if one.rows * one.columns > 1 else _WHOLE,)
        for row, column in product(range(one.rows), range(one.columns)):
            number += 1
            for behind, (side, text) in enumerate(zip(sides, texts, strict=True)):
                at = one.columns - 1 - column if behind else column
                told = words.say(text, number=number, count=count, row=row + 1, column=column + 1)
                told = f"{leaf.name} · {told}" if leaf.name else told
                _add_page(file, one, (row, at), side, _form(file, _surroundings(one, (row, at), told, words)))
    file.finalize()
    file.close()
    return buffer.getvalue()


def _form(file: Any, figure: Figure) -> Any:
    """A figure as a part of the file that pages show."""
    width, height = map(float, figure.get_size_inches())
    form = file.reserveObject("figure")
    box = [0, 0, 72 * width, 72 * height]
    file.width, file.height = width, height
    file.beginStream(
        form.id, None,
        {"Type": _PDF.Name("XObject"), "Subtype": _PDF.Name("Form"), "BBox": box, "Resources": file.resourceObject},
    )  # fmt: skip
    renderer, dpi = _PDF.RendererPdf(file, 72, height, width), figure.dpi
    figure.dpi = 72
    try:
        figure.draw(renderer)
    finally:
        figure.dpi = dpi
    renderer.finalize()
    file.endStream()
    return form


def _add_page(file: Any, tiled: Tiling, place: tuple[int, int], figure: Any, around: Any) -> None:
    """A page: the part of the figure that its window shows, and what stands around it."""
    box = (MARGIN_MM, MARGIN_MM + STRIP_MM, *tiled.window)
    window, moved = (" ".join(f"{72 * mm / 25.4:.6f}" for mm in lengths) for lengths in (box, tiled.corner(*place)))
    # colours and joints as Matplotlib expects them, then the two
    content = f"/DeviceRGB CS /DeviceRGB cs 1 j q {window} re W n 1 0 0 1 {moved} cm /Figure Do Q /Around Do"
    page, stream = file.reserveObject("page"), file.reserveObject("page contents")
    file.outputStream(stream, content.encode())
    about = {
        "Type": _PDF.Name("Page"), "Parent": file.pagesObject, "Contents": stream,
        "MediaBox": [0, 0, *(72 * mm / 25.4 for mm in tiled.sheet)],
        "Resources": {"XObject": {"Figure": figure, "Around": around}},
    }  # fmt: skip
    file.writeObject(page, about)
    file.pageList.append(page)


def _surroundings(tiled: Tiling, place: tuple[int, int], text: str, words: Words) -> Figure:
    """What stands around the window of a sheet: marks, its number, a bar, a map of the sheets."""
    width, height = tiled.sheet
    figure = Figure(figsize=(width / 25.4, height / 25.4))
    figure.patch.set_visible(False)
    ax = figure.add_axes((0.0, 0.0, 1.0, 1.0), xlim=(0, width), ylim=(0, height))
    ax.set_axis_off()
    low, end = MARGIN_MM + 3.0, MARGIN_MM + BAR_MM
    ticks = [[(MARGIN_MM + x, low - 1.2), (MARGIN_MM + x, low + 1.2)] for x in range(0, int(BAR_MM) + 1, 10)]
    lines = [*_marks(tiled, place), [(MARGIN_MM, low), (end, low)], *ticks]
    ax.add_collection(LineCollection(lines, colors=PRINT.ink, linewidths=PRINT.thin))
    advice = words.say("{length} where it is printed at 100 %", length=words.amount(f"{BAR_MM:g}", "mm"))
    letters: Look = {"fontsize": PRINT.small_text, "family": PRINT.font, "color": PRINT.ink}
    ax.text(MARGIN_MM, low + 3.5, text, fontweight="bold", **letters)
    ax.text(end + 2, low, advice, va="center_baseline", **letters)
    if tiled.rows * tiled.columns > 1:
        _draw_map(ax, tiled, place)
    return figure


def _marks(tiled: Tiling, place: tuple[int, int]) -> list[list[Point]]:
    """Marks outside the window: at its corners for the knife, shorter ones where a neighbour's window begins."""
    (left, low), (wide, high) = (MARGIN_MM, MARGIN_MM + STRIP_MM), tiled.window
    right, top = left + wide, low + high
    near_left, below, near_right, above = tiled.around(*place)
    across = [(left, _LONG_MM), (right, _LONG_MM)]
    across += [(left + OVERLAP_MM, _SHORT_MM)] * near_left + [(right - OVERLAP_MM, _SHORT_MM)] * near_right
    up = [(low, _LONG_MM), (top, _LONG_MM)]
    up += [(low + OVERLAP_MM, _SHORT_MM)] * below + [(top - OVERLAP_MM, _SHORT_MM)] * above
    found = [[(x, low - _GAP_MM), (x, low - length)] for x, length in across]
    found += [[(x, top + _GAP_MM), (x, top + length)] for x, length in across]
    found += [[(left - _GAP_MM, y), (left - length, y)] for y, length in up]
    return found + [[(right + _GAP_MM, y), (right + length, y)] for y, length in up]


def _draw_map(ax: Axes, tiled: Tiling, place: tuple[int, int]) -> None:
    """The sheets as small boxes in the right corner, this one filled."""
    (wide, high), (widest, highest) = tiled.window, _MAP_MM
    share = min(widest / (wide * tiled.columns), highest / (high * tiled.rows))
    wide, high = wide * share, high * share
    right, low = tiled.sheet[0] - MARGIN_MM, MARGIN_MM
    left, top = right - tiled.columns * wide, low + tiled.rows * high
    lines = [[(left, top - k * high), (right, top - k * high)] for k in range(tiled.rows + 1)]
    lines += [[(left + k * wide, low), (left + k * wide, top)] for k in range(tiled.columns + 1)]
    ax.add_collection(LineCollection(lines, colors=PRINT.quiet, linewidths=PRINT.thin))
    corner = (left + place[1] * wide, top - (place[0] + 1) * high)
    ax.add_patch(Rectangle(corner, wide, high, facecolor=PRINT.ink, linewidth=0))
