"""Dimension lines: a measured length between two points, as draughtsmen draw it."""

from __future__ import annotations

import math

import shapely
from matplotlib.lines import Line2D

from armada_sim.geometry import Point
from armada_sim.tabletop import N_
from plots.messages import Words
from plots.sheet import Sheet
from plots.style import Look, Z

_ROOM_POINTS = 26.0
"""A shorter gap has its arrowheads outside, pointing at it."""

_TAIL_POINTS = 17.0


def _length_words(length: float, words: Words, *, edge: bool = False) -> str:
    """A signed clearance in mm as it is written on a dimension line."""
    if length == 0:
        return words.say("contact")
    if length < 0:
        message = N_("over by {length}") if edge else N_("overlap {length}")
        return words.say(message, length=words.length(-length))
    return words.length(length)


def draw_dimension(
    sheet: Sheet, ends: tuple[Point, Point], length: float | None, pieces: tuple[str, ...], *,
    number: int | None = None, toward: Point | None = None, words: str | None = None,
) -> None:  # fmt: skip
    """A dimension line between `ends` (mm) with `length` (mm, negative: overlap) written beside it.

    number: of the reason it belongs to. words: message for what the line measures. toward: direction of the arrows if
    the ends coincide.
    """
    p, q = ends
    colour, width = sheet.style.ink, sheet.style.line
    look: Look = {"color": colour, "linewidth": width, "mutation_scale": 9}
    dx, dy = q[0] - p[0], q[1] - p[1]
    size = math.hypot(dx, dy)
    if size >= sheet.mm(_ROOM_POINTS):
        arrows = [sheet.arrow(p, q, "<|-|>", Z.DIMENSION, **look)]
    else:
        ux, uy = (dx / size, dy / size) if size > 1e-9 else _unit(toward)
        tail = sheet.mm(_TAIL_POINTS)
        arrows = [
            sheet.arrow((p[0] - tail * ux, p[1] - tail * uy), p, "-|>", Z.DIMENSION, **look),
            sheet.arrow((q[0] + tail * ux, q[1] + tail * uy), q, "-|>", Z.DIMENSION, **look),
        ]
    for arrow in arrows:
        sheet.mark("dimension", arrow, *pieces)
    if length is not None and math.isfinite(length):
        label = _length_words(length, sheet.words, edge="edge" in pieces)
        text = label if number is None else sheet.words.say("{number}: {text}", number=number, text=label)
        shape = shapely.LineString(ends) if size > 1e-9 else shapely.Point(p)
        box: Look = {"facecolor": sheet.style.halo, "edgecolor": sheet.style.quiet, "linewidth": 0.5, "pad": 1.5}
        written = sheet.write_beside(shape, text, sheet.style.text, bbox=box, prefer=_across(dx, dy))
        sheet.texts.append(written)
        sheet.mark("dimension", written, *pieces)
    proxy = Line2D([], [], color=colour, linewidth=width, marker="|", markersize=8, markevery=[0, 1])
    sheet.explain(sheet.words.say(words or _explanation(length, "edge" in pieces)), proxy)


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
