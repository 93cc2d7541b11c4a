"""Room for a chart of a page, in inches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from armada_sim.pictures import Style, Words
from armada_sim.tabletop import Amount, InputError, Message
from plots.labels import text_size, wrapped

WIDTH = 7.1
"""Inches. Of every chart: printed, a sheet of A4 between its margins, unless a style has a width of its own."""

NARROWEST = 2.5
"""Inches. Names, a scale and numbers have no room beside each other on less."""

MM_PER_INCH = 25.4

HIGHEST = 9.2
"""Inches. No chart is higher, so that each has room on one printed sheet under its title."""

_POINTS = 72.0
"""In an inch."""

Artists = dict[tuple[str, ...], Artist]
"""What was drawn, by what it means: ("cell", row, column), ("interval", name), ("bar", name) and the like."""


@dataclass(frozen=True)
class Canvas:
    """Where a chart goes, and how it is to look. Lengths are inches from the lower left corner of the chart."""

    figure: Figure
    style: Style
    words: Words
    border: float = 0.0
    """Between the figure's edge and the chart."""

    def axes(self, left: float, bottom: float, width: float, height: float) -> Axes:
        """Axes there."""
        wide, high = self.figure.get_size_inches()
        ax = self.figure.add_axes(
            ((self.border + left) / wide, (self.border + bottom) / high, width / wide, height / high)
        )
        ax.tick_params(labelsize=self.style.small_text, colors=self.style.ink, width=self.style.thin, length=3)
        for spine in ax.spines.values():
            spine.set_color(self.style.quiet)
            spine.set_linewidth(self.style.thin)
        return ax

    def write(self, text: str, x: float, y: float, **look: object) -> None:
        """A text at a place of the chart."""
        wide, high = self.figure.get_size_inches()
        self.figure.text(
            (self.border + x) / wide, (self.border + y) / high, text, fontsize=self.style.small_text,
            color=self.style.ink, family=self.style.font, **look,  # type: ignore[arg-type]
        )  # fmt: skip


@dataclass(frozen=True)
class Chart:
    """A chart."""

    title: str
    description: str
    """For readers who cannot see it: what it shows, with its numbers."""

    caption: str
    """How to read it."""

    height: float
    """Inches."""

    draw: Callable[[Canvas], Artists]


def wide(style: Style) -> float:
    """Inches. Of every chart in this style, without the margins of its picture. Raises InputError if it has no room."""
    if style.width_mm is None:
        return WIDTH
    width, around = style.width_mm / MM_PER_INCH, 2 * style.margin_mm / MM_PER_INCH
    if width - around < NARROWEST:
        least = Amount(f"{ceil((NARROWEST + around) * MM_PER_INCH)}", "mm")
        raise InputError(Message("a chart of a report needs a width of {least} at least", least=least), key="--size")
    return width - around


def width_of(text: str, style: Style) -> float:
    """Inches that a text takes."""
    return text_size(text, style.small_text, style.font)[0] / _POINTS


def folded(text: str, width: float, style: Style) -> str:
    """A text in lines of at most so many inches."""
    return wrapped(text, width * _POINTS, style.small_text, style.font)
