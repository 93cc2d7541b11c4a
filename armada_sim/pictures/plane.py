"""Plain geometry of drawings: polygons, borders and boxes in mm. Nothing here decides anything."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from armada_sim.geometry import Point

Corners = Sequence[Sequence[float]]


NOTHING_MM2 = 1e-9
"""mm². What covers no more is not drawn: pieces that touch have rounded corners in common."""


@dataclass(frozen=True, slots=True)
class Flat:
    """Something flat that lies on a table."""

    corners: tuple[Point, ...]
    filled: bool = True
    """Whether it is all within the corners; a closed border alone if not."""

    @property
    def sides(self) -> list[tuple[Point, Point]]:
        """From corner to corner, and back to the first; of two corners the one side, of one corner none but itself."""
        if len(self.corners) < 3:
            return [(self.corners[0], self.corners[-1])]
        return [*itertools.pairwise(self.corners), (self.corners[-1], self.corners[0])]

    def holds(self, point: Point) -> bool:
        """Whether a point lies within, if it is filled."""
        return self.filled and within(point, self.corners)


def points_of(corners: Iterable[Sequence[float]]) -> tuple[Point, ...]:
    """Corners as points."""
    return tuple((float(x), float(y)) for x, y in corners)


def box_corners(left: float, bottom: float, right: float, top: float) -> tuple[Point, ...]:
    """A rectangle, counter-clockwise."""
    return (left, bottom), (right, bottom), (right, top), (left, top)


def bounds(corners: Corners) -> tuple[float, float, float, float]:
    """Left, bottom, right and top."""
    xs, ys = [p[0] for p in corners], [p[1] for p in corners]
    return min(xs), min(ys), max(xs), max(ys)


def within(point: Point, corners: Corners) -> bool:
    """Whether a point lies within a polygon."""
    (x, y), inside = point, False
    for (ax, ay), (bx, by) in _sides(corners):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def _sides(corners: Corners) -> Iterator[tuple[Sequence[float], Sequence[float]]]:
    return ((corners[k - 1], corner) for k, corner in enumerate(corners))


def signed_area(corners: Corners) -> float:
    """mm², above 0 if the corners are counter-clockwise."""
    if not corners:
        return 0.0
    x, y = corners[0][0], corners[0][1]
    return sum((a[0] - x) * (b[1] - y) - (b[0] - x) * (a[1] - y) for a, b in _sides(corners)) / 2


def same_place(one: Corners, other: Corners) -> bool:
    """Whether two polygons have the same corners."""
    return {*points_of(one)} == {*points_of(other)}


def is_convex(corners: Corners) -> bool:
    """Whether a polygon turns one way alone."""
    turns = [_cross(corners[k - 2], corners[k - 1], corners[k]) for k in range(len(corners))]
    return min(turns) >= 0 or max(turns) <= 0


def centroid(flat: Flat) -> Point:
    """The middle of what it covers; of its border if that is all it is."""
    area = signed_area(flat.corners) if flat.filled else 0.0
    if area:
        x0, y0 = flat.corners[0]
        parts = [(a, b, (a[0] - x0) * (b[1] - y0) - (b[0] - x0) * (a[1] - y0)) for a, b in flat.sides]
        x = sum((a[0] + b[0] - 2 * x0) * part for a, b, part in parts) / (6 * area)
        y = sum((a[1] + b[1] - 2 * y0) * part for a, b, part in parts) / (6 * area)
        return x0 + x, y0 + y
    lengths = [math.dist(a, b) for a, b in flat.sides]
    total = sum(lengths)
    if not total:
        return flat.corners[0]
    x = sum((a[0] + b[0]) / 2 * length for (a, b), length in zip(flat.sides, lengths, strict=True)) / total
    y = sum((a[1] + b[1]) / 2 * length for (a, b), length in zip(flat.sides, lengths, strict=True)) / total
    return x, y


def clipped(corners: Corners, window: Corners) -> tuple[Point, ...]:
    """What of a polygon lies within a convex one; empty if nothing does."""
    found = list(points_of(corners))
    turn = math.copysign(1.0, signed_area(window))
    for a, b in _sides(window):
        kept: list[Point] = []
        for p, q in _sides(found):
            before, after = turn * _cross(a, b, p), turn * _cross(a, b, q)
            if (before < 0) != (after < 0):
                share = before / (before - after)
                kept.append((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share))
            if after >= 0:
                kept.append((q[0], q[1]))
        found = kept
    return tuple(dict.fromkeys(found)) if abs(signed_area(found)) > NOTHING_MM2 else ()


def _cross(a: Sequence[float], b: Sequence[float], p: Sequence[float]) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def crossing(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where two sides cross; None if they do not, or are parallel."""
    (rx, ry), (sx, sy) = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    slope = rx * sy - ry * sx
    if not slope:
        return None
    t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / slope
    u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / slope
    return (a[0] + t * rx, a[1] + t * ry) if 0 <= t <= 1 and 0 <= u <= 1 else None


def foot(point: Point, a: Point, b: Point) -> Point:
    """The nearest point of a side."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = min(1.0, max(0.0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length)) if length else 0.0
    return a[0] + share * dx, a[1] + share * dy


def nearest(one: Flat, other: Flat) -> tuple[Point, Point]:
    """Nearest points of two flat things, the same point twice if they meet; for a drawing."""
    for inner, outer in ((one, other), (other, one)):
        if outer.holds(inner.corners[0]):
            return inner.corners[0], inner.corners[0]
    for a, b in one.sides:
        for c, d in other.sides:
            met = crossing(a, b, c, d)
            if met is not None:
                return met, met
    best, found = math.inf, (one.corners[0], other.corners[0])
    for inner, outer, turned in ((one, other, False), (other, one, True)):
        for corner in inner.corners:
            for a, b in outer.sides:
                near = foot(corner, a, b)
                away = math.dist(corner, near)
                if away < best:
                    best, found = away, (near, corner) if turned else (corner, near)
    return found


def first_met(start: Point, end: Point, flat: Flat) -> Point | None:
    """The first point of a line that lies on something; None if none does."""
    if flat.holds(start):
        return start
    met = [point for a, b in flat.sides if (point := crossing(start, end, a, b)) is not None]
    return min(met, key=lambda point: math.dist(start, point), default=None)


def distance(one: Flat, other: Flat) -> float:
    """mm"""
    return math.dist(*nearest(one, other))


def holds_box(corners: Corners, box: Corners, room: float = 0.0) -> bool:
    """Whether a box lies within a polygon, so far (mm) from its border."""
    inner, border = Flat(points_of(box)), Flat(points_of(corners), filled=False)
    return within(inner.corners[0], corners) and distance(inner, border) > room


def hull(corners: Iterable[Point]) -> tuple[Point, ...]:
    """The convex hull of some points, counter-clockwise."""
    ordered = sorted(set(corners))
    if len(ordered) < 3:
        return tuple(ordered)

    def half(points: Iterable[Point]) -> list[Point]:
        chain: list[Point] = []
        for point in points:
            while len(chain) > 1 and _cross(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return (*half(ordered), *half(reversed(ordered)))


def middle_of(corners: Corners) -> Point:
    """A point well within a polygon: in the middle of its widest stretch, half-way up."""
    ys = sorted(p[1] for p in corners)
    half = (ys[0] + ys[-1]) / 2
    low, high = max((y for y in ys if y <= half), default=ys[0]), min((y for y in ys if y > half), default=ys[-1])
    y = (low + high) / 2
    xs = sorted(
        a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) for a, b in _sides(corners) if (a[1] > y) != (b[1] > y)
    )
    if len(xs) < 2:
        return half_way(corners)
    left, right = max(zip(xs[::2], xs[1::2], strict=False), key=lambda pair: pair[1] - pair[0])
    return (left + right) / 2, y


def half_way(corners: Corners) -> Point:
    """The middle of the box around some corners."""
    left, bottom, right, top = bounds(corners)
    return (left + right) / 2, (bottom + top) / 2
