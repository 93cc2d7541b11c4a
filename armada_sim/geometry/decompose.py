"""Simple polygons: whether they are simple and convex, and how to cut them into convex parts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TypeVar

from armada_sim.geometry.solids import ExactPoint, Polygon

Number = TypeVar("Number", int, Fraction)
WholePoint = tuple[int, int]
"""A point on a common grid: scaled by the common denominator, so exact and quick."""


def turn(p: tuple[Number, Number], q: tuple[Number, Number], r: tuple[Number, Number]) -> Number:
    """Twice the signed area of the triangle pqr, exactly; positive is a left turn."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def _whole(corners: Sequence[ExactPoint]) -> list[WholePoint]:
    scale = lcm(*(c.denominator for point in corners for c in point))
    return [(int(x * scale), int(y * scale)) for x, y in corners]


def signed_area(corners: tuple[ExactPoint, ...]) -> Fraction:
    """Signed area of a polygon, mm^2; positive if counter-clockwise."""
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return sum((p[0] * q[1] - p[1] * q[0] for p, q in pairs), Fraction(0)) / 2


def is_convex(corners: tuple[ExactPoint, ...]) -> bool:
    """Whether a simple counter-clockwise polygon is convex (straight corners allowed)."""
    n = len(corners)
    return all(turn(corners[i - 2], corners[i - 1], corners[i]) >= 0 for i in range(n))


def crossing(corners: tuple[ExactPoint, ...]) -> tuple[int, int] | None:
    """Indices of two sides of a polygon that meet where they should not, or None if it is simple.

    Neighbouring sides may share their corner only; a side of length zero counts as meeting itself.
    """
    points = _whole(corners)
    n = len(points)
    sides = [(points[i], points[(i + 1) % n]) for i in range(n)]
    found = []
    for i, (p, q) in enumerate(sides):
        after = points[(i + 2) % n]
        if p == q:
            found.append((i, i))
        elif turn(p, q, after) == 0 and _between(p, after, q):
            found.append((i, (i + 1) % n))
    boxes = [(min(p[0], q[0]), max(p[0], q[0]), min(p[1], q[1]), max(p[1], q[1])) for p, q in sides]
    order = sorted(range(n), key=lambda i: boxes[i][0])
    for k, i in enumerate(order):  # a sweep: only sides whose extents meet are compared
        _, right, low, high = boxes[i]
        for j in order[k + 1 :]:
            left, _, bottom, top = boxes[j]
            if left > right:
                break
            apart = bottom > high or top < low or (j - i) % n in (1, n - 1)
            if not apart and _meet(*sides[i], *sides[j]):
                found.append((min(i, j), max(i, j)))
    return min(found, default=None)


def _between(p: WholePoint, x: WholePoint, q: WholePoint) -> bool:
    """Whether going p -> q -> x turns back on itself (the three are collinear)."""
    return (x[0] - q[0]) * (p[0] - q[0]) + (x[1] - q[1]) * (p[1] - q[1]) > 0


def _on(p: WholePoint, q: WholePoint, x: WholePoint) -> bool:
    return (
        turn(p, q, x) == 0 and min(p[0], q[0]) <= x[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= x[1] <= max(p[1], q[1])
    )


def _meet(a: WholePoint, b: WholePoint, c: WholePoint, d: WholePoint) -> bool:
    """Whether the closed segments ab and cd share a point."""
    ta, tb, tc, td = turn(c, d, a), turn(c, d, b), turn(a, b, c), turn(a, b, d)
    if ta * tb < 0 and tc * td < 0:
        return True
    return _on(c, d, a) or _on(c, d, b) or _on(a, b, c) or _on(a, b, d)


def convex_parts(corners: tuple[ExactPoint, ...], hole: tuple[ExactPoint, ...] | None = None) -> tuple[Polygon, ...]:
    """Convex polygons whose union is the simple polygon `corners` (less `hole`), counter-clockwise.

    Cut along a constrained Delaunay triangulation (GEOS), whose corners are the given ones, and
    merged again where the union of two parts stays convex. Parts share their common sides.
    """
    if hole is None and is_convex(corners):
        return (Polygon(corners),)
    import shapely

    given = {(float(x), float(y)): (x, y) for x, y in (*corners, *(hole or ()))}
    shape = shapely.Polygon(
        [(float(x), float(y)) for x, y in corners],
        [[(float(x), float(y)) for x, y in hole]] if hole else None,
    )
    parts: list[tuple[ExactPoint, ...]] = []
    for triangle in shapely.constrained_delaunay_triangles(shape).geoms:
        xy = shapely.get_coordinates(triangle)[:-1]
        ring = tuple(given[float(x), float(y)] for x, y in xy)
        parts.append(ring if signed_area(ring) > 0 else ring[::-1])
    return tuple(Polygon(part) for part in _merged(parts))


def _merged(parts: list[tuple[ExactPoint, ...]]) -> list[tuple[ExactPoint, ...]]:
    """Drop diagonals while both their ends stay convex (Hertel and Mehlhorn, 1983)."""
    points = sorted({point for part in parts for point in part})
    name = dict(zip(points, _whole(points), strict=True))
    back = {whole: point for point, whole in name.items()}
    rings = {k: [name[p] for p in part] for k, part in enumerate(parts)}
    owner = {(ring[i - 1], ring[i]): k for k, ring in rings.items() for i in range(len(ring))}
    for p, q in list(owner):
        if (q, p) not in owner or (p, q) not in owner or owner[p, q] == owner[q, p]:
            continue
        a, b = owner[p, q], owner[q, p]
        i, j = rings[a].index(q), rings[b].index(p)
        one, two = rings[a][i:] + rings[a][:i], rings[b][j:] + rings[b][:j]  # q ... p and p ... q
        if turn(two[-2], q, one[1]) < 0 or turn(one[-2], p, two[1]) < 0:
            continue
        joined = one + two[1:-1]
        del rings[b], owner[p, q], owner[q, p]
        rings[a] = joined
        for k in range(len(joined)):
            owner[joined[k - 1], joined[k]] = a
    return [tuple(back[point] for point in ring) for ring in rings.values()]
