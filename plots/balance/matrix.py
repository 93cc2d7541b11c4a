"""Everybody against everybody: a table of shares in colours, each with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from matplotlib.colors import LinearSegmentedColormap, to_hex, to_rgb
from matplotlib.patches import Rectangle

from armada_sim.pictures import DIVERGING, Style, Words
from armada_sim.tabletop.laboratory import Estimate, MeetingSummary, judgement
from plots.balance.canvas import HIGHEST, WIDTH, Artists, Canvas, Chart, folded, wide, width_of
from plots.sheet import thin_hatch

_WIDEST, _NARROWEST = 0.72, 0.30
"""Inches. Of a column."""

_NAMES = 1.6 / WIDTH
"""The most that names of rows take of the width before they are folded."""

_HIGHEST = 0.42
"""Inches. Of a row, where there are few."""

_KEY, _KEY_LINE, _KEY_WIDTH = 0.62, 0.3, 5.0
"""Inches. For the key to the colours; more of it where colours and hatch have no room beside each other; that room."""

_MOST_ROWS = 26
"""Of one chart."""

HATCH = "////"

_MARK = 0.22
"""How much of the ink there is in the hatch and the border of a cell; the rest is the cell's colour."""


@dataclass(frozen=True)
class Grid:
    """Shares of the rows' entrants against the columns'."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: dict[tuple[str, str], Estimate]


def grid(meetings: Sequence[MeetingSummary]) -> Grid:
    """All meetings of different entrants. Where one group meets another, the larger group has the rows."""
    met = [(row.meeting.entrants, row.share) for row in meetings if len(set(row.meeting.entrants)) == 2]
    firsts = tuple(dict.fromkeys(one for (one, _), _ in met))
    seconds = tuple(dict.fromkeys(other for (_, other), _ in met))
    cells = {}
    for (one, other), share in met:
        cells[one, other] = share
        cells[other, one] = replace(share, mean=1 - share.mean, low=1 - share.high, high=1 - share.low)
    if set(firsts) & set(seconds):
        names = tuple(dict.fromkeys((*firsts, *seconds)))
        return Grid(names, names, cells)
    return Grid(firsts, seconds, cells) if len(firsts) >= len(seconds) else Grid(seconds, firsts, cells)


def parts(whole: Grid, style: Style) -> list[Grid]:
    """What has room in one chart each."""
    room = int((wide(style) - _names_width(whole, style) - 0.1) / _NARROWEST)
    return [
        Grid(whole.rows[i : i + _MOST_ROWS], whole.columns[j : j + room], whole.cells)
        for i in range(0, len(whole.rows), _MOST_ROWS) for j in range(0, len(whole.columns), room)
    ]  # fmt: skip


def _names_width(shown: Grid, style: Style) -> float:
    return min(_NAMES * wide(style), max(width_of(name, style) for name in shown.rows))


@dataclass(frozen=True)
class _Measures:
    """Inches."""

    left: float
    above: float
    column: float
    row: float
    upright: bool
    """Whether names of columns stand upright."""

    key: float
    """Under the cells."""

    @property
    def small(self) -> bool:
        """Whether a cell has two lines."""
        return self.column < 0.55


def _measures(shown: Grid, style: Style) -> _Measures:
    left = _names_width(shown, style) + 0.1
    column = min(_WIDEST, (wide(style) - left) / len(shown.columns))
    widest = max(width_of(name, style) for name in shown.columns)
    upright = widest > column - 0.06
    above = (min(widest, _NAMES * wide(style)) if upright else 0.13) + 0.1
    key = 0.1 if style.legend == "none" else _KEY + (_KEY_LINE if wide(style) - left < _KEY_WIDTH else 0.0)
    row = min(_HIGHEST, column, (HIGHEST - above - key) / len(shown.rows))
    return _Measures(left, above, column, row, upright, key)


def matrix(title: str, caption: str, shown: Grid, style: Style, words: Words) -> Chart:
    """Shares of rows against columns, with their intervals."""
    described = "\n".join(
        words.named(f"{one} - {other}", _cell_text(shown.cells[one, other], words))
        for one in shown.rows for other in shown.columns if (one, other) in shown.cells
    )  # fmt: skip
    at = _measures(shown, style)
    height = at.above + at.row * len(shown.rows) + at.key
    return Chart(title, described, caption, height, lambda canvas: draw_matrix(canvas, shown))


def _cell_text(share: Estimate, words: Words) -> str:
    """62 ±5, in percent."""
    return words.decimal(f"{100 * share.mean:.0f} ±{100 * share.half_width:.0f}")


@lru_cache(maxsize=1)
def _map() -> LinearSegmentedColormap:
    return LinearSegmentedColormap.from_list("share", DIVERGING)


def colour_of(share: float) -> str:
    """The colour of a share between 0 and 1."""
    return str(to_hex(_map()(min(max(share, 0.0), 1.0))))


def ink_on(colour: str, style: Style) -> str:
    """The ink that can be read on a colour."""
    red, green, blue = to_rgb(colour)
    return style.ink if 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 else style.page


def draw_matrix(canvas: Canvas, shown: Grid) -> Artists:
    """A coloured cell for each meeting, hatched where the interval includes a half."""
    style, at, drawn = canvas.style, _measures(shown, canvas.style), Artists()
    across, high = len(shown.columns), len(shown.rows)
    ax = canvas.axes(at.left, at.key, at.column * across, at.row * high)
    ax.set_xlim(0, across)
    ax.set_ylim(high, 0)
    ax.xaxis.tick_top()
    names, rows = ([folded(name, _NAMES * wide(style), style) for name in each] for each in (shown.columns, shown.rows))
    ax.set_xticks([i + 0.5 for i in range(across)], names, rotation=90 if at.upright else 0)
    ax.set_yticks([i + 0.5 for i in range(high)], rows)
    ax.tick_params(length=0)
    for i, one in enumerate(shown.rows):
        for j, other in enumerate(shown.columns):
            if (one, other) not in shown.cells:
                ax.add_patch(Rectangle((j, i), 1, 1, facecolor=style.thing, linewidth=0))
                continue
            share = shown.cells[one, other]
            drawn["cell", one, other] = ax.add_patch(
                cell(share.mean, (j, i), style, undecided=judgement(share) == "open")
            )
            ink = ink_on(colour_of(share.mean), style)
            text = _cell_text(share, canvas.words)
            drawn["text", one, other] = ax.text(
                j + 0.5, i + 0.5, text.replace(" ", "\n") if at.small else text, ha="center", va="center", color=ink,
                fontsize=min(style.text, 20 * at.column) if at.small else style.small_text, linespacing=1.0,
            )  # fmt: skip
    if style.legend != "none":
        _key(canvas, at)
    return drawn


def cell(share: float, corner: tuple[float, float], style: Style, *, undecided: bool) -> Rectangle:
    """A square of 1 by 1 in the colour of a share, hatched if it is undecided on which side of even it lies."""
    colour = colour_of(share)
    red, green, blue = (
        (1 - _MARK) * a + _MARK * b for a, b in zip(to_rgb(colour), to_rgb(ink_on(colour, style)), strict=True)
    )
    drawn = Rectangle(corner, 1, 1, facecolor=colour, edgecolor=(red, green, blue), linewidth=style.thin)
    if undecided:
        drawn.set_hatch(HATCH)
        thin_hatch(drawn, style)
    return drawn


def _key(canvas: Canvas, at: _Measures) -> None:
    """What colours and hatches mean, under the cells."""
    style, left, top, steps = canvas.style, at.left, at.key - 0.26, 60
    width = min(2.4, wide(style) - left - 0.1)
    right, low = (left + width + 0.35, top) if at.key == _KEY else (0.0, 0.06)
    ax = canvas.axes(left, top, width, 0.12)
    ax.set_xlim(0, 100)
    ax.set_ylim(0, 1)
    for i in range(steps):
        start, end = 100 * i / steps, 100 * (i + 1) / steps
        ax.add_patch(Rectangle((start, 0), end - start, 1, facecolor=colour_of((i + 0.5) / steps), linewidth=0))
    ax.set_xticks([0, 25, 50, 75, 100])
    ax.set_yticks([])
    canvas.write(
        canvas.words.say("share of the row's entrant, percent"), left + width / 2, top - 0.36, ha="center", va="bottom"
    )
    box = canvas.axes(right, low, 0.24, 0.12)
    box.set_axis_off()
    box.set_xlim(0, 1)
    box.set_ylim(0, 1)
    box.add_patch(cell(0.5, (0, 0), style, undecided=True))
    box.add_patch(Rectangle((0, 0), 1, 1, fill=False, edgecolor=style.quiet, linewidth=style.thin))
    canvas.write(canvas.words.say("hatched: the interval includes 50"), right + 0.33, low + 0.06, va="center")
