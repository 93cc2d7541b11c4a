"""Charts of named rows: numbers with intervals, bars with intervals, lengths of games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from armada_sim.pictures import Style, Words
from armada_sim.tabletop.laboratory import Estimate, judgement
from plots.balance.canvas import HIGHEST, WIDTH, Artists, Canvas, Chart, folded, wide, width_of

_LINE = 0.135
"""Inches. Height of a line of a row's name."""

_GAP = 0.085
"""Inches. Between two rows."""

_BELOW, _ABOVE = 0.48, 0.06
"""Inches. For the axis and its name; above the first row."""

_NAMES = 2.5 / WIDTH
"""The most that names take of the width before they are folded."""

_SCALE = 0.4
"""Inches. Of the scale between names and numbers, at least."""

_BAR = 0.11
"""Inches. Height of a bar or box."""


@dataclass(frozen=True)
class Row:
    """A named number."""

    name: str
    estimate: Estimate


@dataclass(frozen=True)
class Lengths:
    """How long the games of a row are: shortest, quartiles, longest; turns."""

    name: str
    turns: tuple[int, int, int, int, int]


Of = TypeVar("Of", Row, Lengths)


@dataclass(frozen=True)
class Scale:
    """How numbers of rows are shown."""

    label: str
    """Name of the axis."""

    factor: float = 100.0
    """What numbers are multiplied with."""

    even: float | None = 0.5
    """What they are compared with; None for nothing."""

    limits: tuple[float, float] | None = (0.0, 1.0)
    """Ends of the axis, before `factor`; None for what the intervals need."""

    places: int = 1
    sign: bool = False

    def written(self, value: float, words: Words) -> str:
        """A number as it stands beside its row."""
        return number(self.factor * value, words, self.places, sign=self.sign)

    def said(self, estimate: Estimate, words: Words) -> str:
        """A number with its interval."""
        low, high = (self.written(value, words) for value in (estimate.low, estimate.high))
        return words.say("{mean} ({low} to {high})", mean=self.written(estimate.mean, words), low=low, high=high)


def number(value: float, words: Words, places: int = 1, *, sign: bool = False) -> str:
    """A number as it is written: with a real minus, never minus nothing."""
    text = f"{value:{'+' if sign else ''}.{places}f}"
    if not text.strip("+-0."):
        text = text.lstrip("+-")
    return words.decimal(text.replace("-", "−"))


def chunks(names: Sequence[str], style: Style) -> list[slice]:
    """Rows that have room in one chart each."""
    found, start = [], 0
    for end in range(1, len(names) + 1):
        if end == len(names) or _Places(names[start : end + 1], style).height > HIGHEST:
            found.append(slice(start, end))
            start = end
    return found


class _Places:
    """Where rows go: the first at the top."""

    def __init__(self, names: Sequence[str], style: Style) -> None:
        self.width = wide(style)
        self.names = [folded(name, _NAMES * self.width, style) for name in names]
        self.left = max((width_of(name, style) for name in self.names), default=0.0) + 0.12
        heights = [_LINE * (name.count("\n") + 1) + _GAP for name in self.names]
        self.rows = sum(heights)
        self.height = self.rows + _BELOW + _ABOVE
        self.middles = [self.rows - sum(heights[:i]) - high / 2 for i, high in enumerate(heights)]
        """Inches above the axis."""

    def axes(self, canvas: Canvas, right: float, label: str) -> Axes:
        """Axes whose y are inches, with the names beside them."""
        across = max(self.width - self.left - right - 0.12, _SCALE)
        ax = canvas.axes(self.left, _BELOW, across, self.rows + _ABOVE)
        ax.set_ylim(0, self.rows + _ABOVE)
        ax.set_yticks(self.middles, self.names)
        ax.tick_params(axis="y", length=0)
        ax.set_xlabel(label, fontsize=canvas.style.small_text, color=canvas.style.ink)
        for side in ("top", "right", "left"):
            ax.spines[side].set_visible(False)
        ax.grid(axis="x", color=canvas.style.grid, linewidth=canvas.style.thin)
        ax.set_axisbelow(True)
        return ax


def _ticks(ax: Axes) -> int:
    """Into how many parts a scale is divided: a number has 0.45 inches."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    return min(8, max(2, int(ax.bbox.width / figure.dpi / 0.45)))


def forest(title: str, caption: str, rows: Sequence[Row], scale: Scale, style: Style, words: Words) -> list[Chart]:
    """Numbers with intervals, one under the other; as many charts as it takes. Empty if there are no rows."""
    return _charts(title, caption, rows, style, words, partial(_told, scale, words), partial(draw_forest, scale=scale))


def bars(title: str, caption: str, rows: Sequence[Row], scale: Scale, style: Style, words: Words) -> list[Chart]:
    """Numbers as bars from nothing, with intervals."""
    return _charts(title, caption, rows, style, words, partial(_told, scale, words), partial(draw_bars, scale=scale))


def _told(scale: Scale, words: Words, rows: Sequence[Row]) -> str:
    return "\n".join([scale.label, *(words.named(row.name, scale.said(row.estimate, words)) for row in rows)])


def _charts(
    title: str, caption: str, rows: Sequence[Of], style: Style, words: Words, describe: Callable[[Sequence[Of]], str],
    draw: Callable[..., Artists],
) -> list[Chart]:  # fmt: skip
    """As many charts of rows as it takes."""
    parts = [rows[part] for part in chunks([row.name for row in rows], style)]
    return [
        Chart(
            words.part(title, i, len(parts)), describe(part), caption,
            _Places([row.name for row in part], style).height, partial(draw, rows=part),
        )
        for i, part in enumerate(parts, 1)
    ]  # fmt: skip


def _prepared(canvas: Canvas, rows: Sequence[Row], scale: Scale) -> tuple[Axes, list[float]]:
    """Axes with their scale, and the numbers written to the right of them."""
    places = _Places([row.name for row in rows], canvas.style)
    texts = [scale.said(row.estimate, canvas.words) for row in rows]
    ax = places.axes(canvas, max(width_of(text, canvas.style) for text in texts), scale.label)
    if scale.limits is None:
        ends = [value for row in rows for value in (row.estimate.low, row.estimate.high)]
        ends += [] if scale.even is None else [scale.even]
        spare = 0.05 * (max(ends) - min(ends)) or 0.05
        low, high = min(ends) - spare, max(ends) + spare
    else:
        low, high = scale.limits
    ax.set_xlim(scale.factor * low, scale.factor * high)
    ax.xaxis.set_major_locator(MaxNLocator(_ticks(ax), steps=[1, 2, 2.5, 5, 10]))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: canvas.words.decimal(f"{value:g}".replace("-", "−"))))
    if scale.even is not None:
        ax.axvline(scale.factor * scale.even, color=canvas.style.ink, linewidth=canvas.style.line, zorder=1.5)
    for text, y in zip(texts, places.middles, strict=True):
        canvas.write(text, places.width, _BELOW + y, ha="right", va="center")
    return ax, places.middles


def draw_forest(canvas: Canvas, rows: Sequence[Row], scale: Scale) -> Artists:
    """A line for each interval, a dot for each number: full where the interval leaves out `even`, else hollow."""
    ax, middles = _prepared(canvas, rows, scale)
    style, drawn = canvas.style, Artists()
    for row, y in zip(rows, middles, strict=True):
        found, ink = row.estimate, style.ink
        ends = [scale.factor * found.low, scale.factor * found.high]
        (drawn["interval", row.name],) = ax.plot(ends, [y, y], color=ink, linewidth=style.bold, solid_capstyle="butt")
        sure = scale.even is None or judgement(found, scale.even) != "open"
        (drawn["point", row.name],) = ax.plot(
            [scale.factor * found.mean], [y], marker="o", markersize=5, color=ink, linestyle="none",
            markerfacecolor=ink if sure else style.page, zorder=3,
        )  # fmt: skip
    return drawn


def draw_bars(canvas: Canvas, rows: Sequence[Row], scale: Scale) -> Artists:
    """A bar for each number, a line for each interval."""
    ax, middles = _prepared(canvas, rows, scale)
    style, drawn = canvas.style, Artists()
    for row, y in zip(rows, middles, strict=True):
        found = row.estimate
        bar = Rectangle(
            (0, y - _BAR / 2), scale.factor * found.mean, _BAR, facecolor=style.reach, edgecolor=style.ink,
            linewidth=style.thin,
        )  # fmt: skip
        drawn["bar", row.name] = ax.add_patch(bar)
        ends = [scale.factor * found.low, scale.factor * found.high]
        (drawn["interval", row.name],) = ax.plot(ends, [y, y], color=style.ink, linewidth=style.line, marker="|", ms=5)
    return drawn


def lengths(title: str, caption: str, rows: Sequence[Lengths], style: Style, words: Words) -> list[Chart]:
    """Boxes from quartile to quartile, one under the other."""
    longest = max(row.turns[-1] for row in rows)

    def told(part: Sequence[Lengths]) -> str:
        return "\n".join(words.named(row.name, _quartiles(row, words)) for row in part)

    return _charts(title, caption, rows, style, words, told, partial(draw_lengths, longest=longest))


def _quartiles(row: Lengths, words: Words) -> str:
    turns = ", ".join(map(str, row.turns))
    return words.say("turns of the shortest game, quartiles, longest: {list}", list=turns)


def draw_lengths(canvas: Canvas, rows: Sequence[Lengths], longest: int) -> Artists:
    """A box from quartile to quartile with a line at the median; thin lines to the shortest and the longest game."""
    style, drawn = canvas.style, Artists()
    places = _Places([row.name for row in rows], style)
    ax = places.axes(canvas, 0.0, canvas.words.say("turns"))
    ax.set_xlim(0, 1.04 * max(longest, 1))
    ax.xaxis.set_major_locator(MaxNLocator(_ticks(ax), integer=True))
    for row, y in zip(rows, places.middles, strict=True):
        least, low, middle, high, most = row.turns
        for a, b in ((least, low), (high, most)):
            ax.plot([a, b], [y, y], color=style.quiet, linewidth=style.line)
        box = Rectangle(
            (low, y - _BAR / 2), high - low, _BAR, facecolor=style.reach, edgecolor=style.ink, linewidth=style.thin
        )
        drawn["box", row.name] = ax.add_patch(box)
        ends = [y - _BAR / 2, y + _BAR / 2]
        (drawn["median", row.name],) = ax.plot([middle, middle], ends, color=style.ink, linewidth=style.heavy)
    return drawn
