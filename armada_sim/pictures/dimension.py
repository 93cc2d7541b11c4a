"""Dimension lines: a measured length between two points, as draughtsmen draw it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from armada_sim.geometry import Point
from armada_sim.pictures.messages import Words
from armada_sim.pictures.plane import clipped, signed_area
from armada_sim.pictures.sheet import Draft
from armada_sim.pictures.style import Look, Style, Z
from armada_sim.tabletop import N_

_ROOM_POINTS = 26.0
"""A shorter gap has its arrowheads outside, pointing at it."""

_TAIL_POINTS = 17.0

_HEAD_POINTS = 4.0
"""Half the width of an arrowhead with its halo."""

_ASIDE_POINTS, _MOST_ASIDE = 4.0, 30
"""Where arrows outside a gap would lie on pieces they stand beside it: so far, at most so often."""

_NEAR_POINTS = 16.0
"""Arrows that would stand further from what they measure give way to a bar at each end of it."""


_BARS = "|-|,widthA=0.3,widthB=0.3"

_NOTHING_MM = 1e-9
"""mm. Ends so near each other are one point."""

_SAME = 1e-9
"""mm², or a share: places that cover so much more than others cover no more."""


def _length_words(length: float, limit: float, words: Words, *, edge: bool = False) -> str:
    """A signed clearance in mm as it is written on a dimension line."""
    if length == 0:
        return words.say("contact")
    if length < 0:
        message = N_("over by {length}") if edge else N_("overlap {length}")
        return words.say(message, length=words.length(-length))
    return words.tell(words.unit.compared(length, limit)[0]) if limit else words.length(length)


def draw_dimension(
    sheet: Draft, ends: tuple[Point, Point], length: float | None, pieces: tuple[str, ...], *,
    number: int | None = None, toward: Point | None = None, words: str | None = None,
) -> None:  # fmt: skip
    """A dimension line between `ends` (mm) with `length` (mm, negative: overlap) written beside it.

    number: of the reason it belongs to. words: message for what the line measures. toward: direction of the arrows if
    the ends coincide.
    """
    dimension_line(sheet, ends, length, pieces, number=number, toward=toward, words=words)()


def dimension_line(
    sheet: Draft, ends: tuple[Point, Point], length: float | None, pieces: tuple[str, ...], *,
    number: int | None = None, limit: float = 0.0, toward: Point | None = None, words: str | None = None,
) -> Callable[[], None]:  # fmt: skip
    """The line, and what writes its length: after all lines of a picture, so that it lies on none of them.

    limit: mm. What the length is compared with.
    """
    arrows, measured, look = _arrows(sheet, ends, length, toward)
    for arrow in arrows:
        sheet.mark("dimension", arrow, *pieces)
    sheet.explain_line(sheet.words.say(words or _explanation(length, "edge" in pieces)), **look)

    def write() -> None:
        if length is None or not math.isfinite(length):
            return
        label = _length_words(length, limit, sheet.words, edge="edge" in pieces)
        text = label if number is None else sheet.words.say("{number}: {text}", number=number, text=label)
        box: Look = {"facecolor": sheet.style.halo, "edgecolor": sheet.style.quiet, "linewidth": 0.5, "pad": 1.5}
        (x, y), (to_x, to_y) = measured
        written = sheet.write_beside(
            tuple(dict.fromkeys(measured)), text, sheet.style.text, bbox=box, prefer=_across(to_x - x, to_y - y)
        )
        sheet.texts.append(written)
        sheet.mark("dimension", written, *pieces)

    return write


def double_arrow(style: Style, *, inward: bool = False) -> Look:
    """What a legend shows of a line with an arrowhead at each end, or of two arrows that meet."""
    right = [(0.6, 0.05), (0.6, 0.25), (1.0, 0.0), (0.6, -0.25), (0.6, -0.05)]
    if inward:
        right = [(0.0, 0.0), (0.4, 0.25), (0.4, 0.05), (1.0, 0.05), (1.0, -0.05), (0.4, -0.05), (0.4, -0.25)]
    corners = [*right, *((-x, -y) for x, y in right), right[0]]
    return {"linestyle": "none", "marker": corners, "markersize": 22, "color": style.ink, "markeredgewidth": 0.3}


def _arrows(
    sheet: Draft, ends: tuple[Point, Point], length: float | None, toward: Point | None
) -> tuple[list[Any], tuple[Point, Point], Look]:
    """The arrows of a dimension line, the ends it has where they stand, and how a legend shows it."""
    look: Look = {"color": sheet.style.ink, "linewidth": sheet.style.line, "mutation_scale": 9}
    bars: Look = {"color": sheet.style.ink, "linewidth": sheet.style.line, "marker": "|", "markersize": 8}
    (x, y), (to_x, to_y) = ends
    size = math.dist(*ends)
    if size >= sheet.mm(_ROOM_POINTS):
        return [sheet.arrow(*ends, "<|-|>", Z.DIMENSION, **look)], ends, double_arrow(sheet.style)
    if length is not None and length < 0:  # in what overlaps is no room beside
        return [sheet.arrow(*ends, _BARS, Z.DIMENSION, **look)], ends, bars
    along = ((to_x - x) / size, (to_y - y) / size) if size > _NOTHING_MM else _unit(toward)
    tails = _tails(sheet, ends, along)
    if math.dist(ends[0], tails[0][1]) > sheet.mm(_NEAR_POINTS):
        half = max(size, sheet.mm(1)) / 2
        middle = ((x + to_x) / 2, (y + to_y) / 2)
        seen = [(middle[0] + turn * half * along[0], middle[1] + turn * half * along[1]) for turn in (-1, 1)]
        return [sheet.arrow(seen[0], seen[1], _BARS, Z.DIMENSION, **look)], ends, bars
    for corner, (_, foot) in zip(ends, tails, strict=True):
        if corner != foot:
            thin: Look = {"color": sheet.style.quiet, "linewidth": sheet.style.thin}
            sheet.others.append(sheet.line([corner, foot], Z.DIMENSION, **thin))
    (_, first), (_, last) = tails
    arrows = [sheet.arrow(start, foot, "-|>", Z.DIMENSION, **look) for start, foot in tails]
    return arrows, (first, last), double_arrow(sheet.style, inward=size <= _NOTHING_MM)


def _tails(sheet: Draft, ends: tuple[Point, Point], along: Point) -> list[tuple[Point, Point]]:
    """The two arrows, (start, end), that point at a small gap from outside: in its line or, carried over by thin lines,
    beside it, where they cover least of pieces and words; the nearest such place."""
    (ux, uy), tail = along, sheet.mm(_TAIL_POINTS)
    best: tuple[float, list[tuple[Point, Point]]] = (math.inf, [])
    for away in sorted((sheet.mm(_ASIDE_POINTS) * k for k in range(-_MOST_ASIDE, _MOST_ASIDE + 1)), key=abs):
        feet = [(x - away * uy, y + away * ux) for x, y in ends]
        starts = [(x + turn * tail * ux, y + turn * tail * uy) for turn, (x, y) in zip((-1, 1), feet, strict=True)]
        arrows = list(zip(starts, feet, strict=True))
        cost = sum(_hidden(sheet, start, foot) for start, foot in arrows)
        if cost < best[0] * (1 - _SAME) - _SAME:
            best = cost, arrows
        if cost < _SAME:
            break
    return best[1]


def _hidden(sheet: Draft, start: Point, end: Point) -> float:
    """mm². What an arrow would cover of pieces and words, and what of it would not be seen."""
    size, half = math.dist(start, end), sheet.mm(_HEAD_POINTS)
    x, y = half * (start[1] - end[1]) / size, half * (end[0] - start[0]) / size
    ways = ((start, -1), (end, -1), (end, 1), (start, 1))
    head = tuple((point[0] + turn * x, point[1] + turn * y) for point, turn in ways)
    unseen = abs(signed_area(head)) - abs(signed_area(clipped(head, sheet.view.corners)))
    return sheet.labeller.covered(head) + unseen


def _explanation(length: float | None, edge: bool) -> str:
    """The message for what the line measures."""
    if length == 0:
        return N_("where they touch")
    if length is None or length > 0:
        return N_("measured distance")
    return N_("measured: how far over the edge") if edge else N_("measured overlap")


def _unit(direction: Point | None) -> Point:
    x, y = direction or (0.0, 1.0)
    size = math.hypot(x, y)
    return (x / size, y / size) if size else (0.0, 1.0)


def _across(dx: float, dy: float) -> float:
    """The direction square to a line, to the right or upwards, degrees."""
    angle = math.degrees(math.atan2(dy, dx)) + 90
    return (angle + 90) % 180 - 90
