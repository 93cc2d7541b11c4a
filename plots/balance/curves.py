"""Small charts beside each other: how shares settle, and where ships begin that win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from armada_sim.pictures import Style, Words
from armada_sim.tabletop.laboratory import Estimate, Floats, MeetingSummary, Opening, judgement, mean_interval
from plots.balance.canvas import HIGHEST, Artists, Canvas, Chart, folded, wide
from plots.balance.matrix import cell, colour_of, ink_on
from plots.balance.rows import number

_MOST_CURVES = 12
"""Meetings of which the running share is shown, at most."""

_POINTS = 80
"""Numbers of sets at which a running share is looked at."""

_LEFT, _BELOW, _NAME, _GAP = 0.42, 0.42, 0.34, 0.16
"""Inches. For the names of axes; for the name above a panel; between two panels."""

_PANEL = 1.25
"""Inches. Height of a panel."""

_PANEL_WIDTH = 2.2
"""Inches. Of a panel, about; of a map of openings at least."""


@dataclass(frozen=True)
class Curve:
    """The scores of a meeting."""

    name: str
    scores: Floats


def running(scores: Floats) -> tuple[list[int], list[Estimate]]:
    """The share after some numbers of sets, the last of them all sets."""
    counts = sorted({int(count) for count in np.linspace(1, len(scores), _POINTS).round()})
    return counts, [mean_interval(scores[:count]) for count in counts]


def convergence(title: str, caption: str, curves: Sequence[Curve], style: Style, words: Words) -> Chart:
    """How shares settle, for as many meetings as have room."""
    shown = curves[: most_curves(style)]
    rows = ceil(len(shown) / _columns(len(shown), style))
    height = _BELOW + rows * (_PANEL + _NAME) + (rows - 1) * _GAP
    described = words.say(
        "The running share against the number of sets, with its interval, of: {names}. The last values "
        "stand in the table.",
        names=words.in_turn([curve.name for curve in shown]),
    )
    return Chart(title, described, caption, height, lambda canvas: draw_convergence(canvas, shown))


def most_curves(style: Style) -> int:
    """Meetings of which the running share has room on one sheet."""
    return min(_MOST_CURVES, int((HIGHEST - _BELOW + _GAP) / (_PANEL + _NAME + _GAP)) * _columns(_MOST_CURVES, style))


def _columns(panels: int, style: Style) -> int:
    return min(panels, int(wide(style) / _PANEL_WIDTH))


def draw_convergence(canvas: Canvas, curves: Sequence[Curve]) -> Artists:
    """The running share of the first entrant with its interval, against sets."""
    style, drawn = canvas.style, Artists()
    columns = _columns(len(curves), style)
    rows = ceil(len(curves) / columns)
    width = (wide(style) - _LEFT - 0.1 - (columns - 1) * _GAP) / columns
    most = max(len(curve.scores) for curve in curves)
    for i, curve in enumerate(curves):
        row, column = divmod(i, columns)
        bottom = _BELOW + (rows - 1 - row) * (_PANEL + _NAME + _GAP)
        ax = canvas.axes(_LEFT + column * (width + _GAP), bottom, width, _PANEL)
        counts, found = running(curve.scores)
        low, high = ([100 * getattr(estimate, end) for estimate in found] for end in ("low", "high"))
        drawn["band", curve.name] = ax.fill_between(counts, low, high, color=style.reach, alpha=0.35, linewidth=0)
        means = [100 * estimate.mean for estimate in found]
        (drawn["running", curve.name],) = ax.plot(counts, means, color=style.ink, linewidth=style.line)
        ax.axhline(50, color=style.ink, linewidth=style.thin, linestyle=(0, (4, 3)))
        ax.set_xlim(0, 1.02 * most)
        ax.set_ylim(0, 100)
        ax.set_yticks([0, 25, 50, 75, 100])
        ax.xaxis.set_major_locator(MaxNLocator(4, integer=True))
        below = i + columns >= len(curves)
        ax.tick_params(labelbottom=below, labelleft=column == 0)
        if below:
            ax.set_xlabel(canvas.words.say("mirrored sets"), fontsize=style.small_text)
        if column == 0:
            ax.set_ylabel(canvas.words.say("share, percent"), fontsize=style.small_text)
        name = _shortened(curve.name, width, style)
        canvas.write(
            name, _LEFT + column * (width + _GAP) + width / 2, bottom + _PANEL + 0.04, ha="center", va="bottom"
        )
    return drawn


def _shortened(name: str, width: float, style: Style) -> str:
    """At most two lines."""
    lines = folded(name, width, style).split("\n")
    return "\n".join(lines[:2]) + (" …" if len(lines) > 2 else "")


# ---------------------------------------------------------------------------------------------- openings

ACROSS = (8, 6, 4)
"""Cells from left to right of a map of openings: the first of these with which enough ships lie in telling cells."""

_ENOUGH = 0.7
"""That share of the ships of either fleet."""

_FEWEST_SETS = 10
"""In which a ship began in a cell; a cell with fewer says nothing."""

_HIGHEST = 3.0
"""Inches. Of a map."""

_TINT = 2.5
"""Colours of a map of openings are those of shares this many times as far from even."""


@dataclass(frozen=True)
class _Field:
    """What a fleet's ships in one cell of the table went with."""

    share: Estimate
    average: float
    """Of the fleet in all sets."""

    @property
    def more(self) -> float:
        """By how much the share is higher than the average."""
        return self.share.mean - self.average


@dataclass(frozen=True)
class Map:
    """A fleet's cells: column and row from the player's left and near edge."""

    across: int
    down: int
    cells: dict[tuple[int, int], _Field]
    """Those with sets enough. The share is the fleet's in the sets in which one of its ships began in the cell."""

    share: float
    """The share of the fleet's ships that began in these."""


def _field_map(opening: Opening, which: int, across: int) -> Map:
    """The map of a fleet with so many columns."""
    wide, deep = opening.extent
    down = max(1, round(across * deep / wide))
    sets, x, y = opening.places[which].T
    scores = opening.scores if which == 0 else 1 - opening.scores
    column = np.clip((x / wide * across).astype(int), 0, across - 1)
    row = np.clip((y / deep * down).astype(int), 0, down - 1)
    average, found, counted = float(scores.mean()), {}, 0
    for i in range(across):
        for j in range(down):
            there = (column == i) & (row == j)
            numbers = np.unique(sets[there]).astype(int)
            if len(numbers) >= _FEWEST_SETS:
                found[i, j] = _Field(mean_interval(scores[numbers]), average)
                counted += int(there.sum())
    return Map(across, down, found, counted / max(len(sets), 1))


def maps(opening: Opening) -> tuple[Map, Map] | None:
    """The maps of both fleets, as fine as the games allow; None if there are too few."""
    for across in ACROSS:
        one, other = (_field_map(opening, which, across) for which in (0, 1))
        if min(one.share, other.share) >= _ENOUGH:
            return one, other
    return None


def openings(
    title: str, caption: str, opening: Opening, names: tuple[str, str], style: Style, words: Words
) -> Chart | None:  # fmt: skip
    """Where the ships of each fleet began when it did well; None if there are too few games to say."""
    found = maps(opening)
    if found is None:
        return None
    described = "\n".join(
        words.named(name, words.in_turn([
            words.say("column {column}, row {row}: {more}", column=i + 1, row=j + 1, more=_more_text(field, words))
            for (i, j), field in own.cells.items()]))
        for name, own in zip(names, found, strict=True)
    )  # fmt: skip
    height = (_map_size(opening, style)[1] + _BELOW + _NAME) * (1 if _abreast(style) else 2)
    return Chart(title, described, caption, height, lambda canvas: draw_openings(canvas, opening, found, names))


def _more_text(field: _Field, words: Words) -> str:
    """+12, in points of a hundred."""
    return number(100 * field.more, words, 0, sign=True)


def _abreast(style: Style) -> bool:
    """Whether the maps of both fleets stand beside each other, not one under the other."""
    return wide(style) > 2 * _PANEL_WIDTH


def _map_size(opening: Opening, style: Style) -> tuple[float, float]:
    across, deep = opening.extent
    width = (wide(style) - _LEFT - 0.5) / (2 if _abreast(style) else 1)
    height = min(width * deep / across, _HIGHEST)
    return height * across / deep, height


def draw_openings(canvas: Canvas, opening: Opening, found: tuple[Map, Map], names: tuple[str, str]) -> Artists:
    """A map for each fleet: cells by how much better than on average it did with a ship there."""
    style, drawn = canvas.style, Artists()
    width, height = _map_size(opening, style)
    for which, (name, own) in enumerate(zip(names, found, strict=True)):
        left, bottom = _LEFT + which * (wide(style) - _LEFT + 0.4) / 2, _BELOW
        if not _abreast(style):
            left, bottom = _LEFT, _BELOW + (1 - which) * (height + _BELOW + _NAME)
        ax = canvas.axes(left, bottom, width, height)
        _frame(ax, canvas, own)
        for (i, j), field in own.cells.items():
            shade = 0.5 + _TINT * field.more
            box = cell(shade, (i, j), style, undecided=judgement(field.share, field.average) == "open")
            drawn["cell", name, f"{i} {j}"] = ax.add_patch(box)
            ax.text(
                i + 0.5, j + 0.5, _more_text(field, canvas.words), ha="center", va="center", fontsize=style.small_text,
                color=ink_on(colour_of(shade), style),
            )  # fmt: skip
        canvas.write(_shortened(name, width, style), left + width / 2, bottom + height + 0.05, ha="center", va="bottom")
    return drawn


def _frame(ax: Axes, canvas: Canvas, own: Map) -> None:
    ax.set_xlim(0, own.across)
    ax.set_ylim(0, own.down)
    ax.set_facecolor(canvas.style.thing)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.set_xlabel(canvas.words.say("the fleet's own edge"), fontsize=canvas.style.small_text)


def meeting_name(row: MeetingSummary, *, setting: bool) -> str:
    """A meeting as rows and panels call it."""
    name = " - ".join(row.meeting.entrants)
    return f"{name}; {row.meeting.setting}" if setting else name
