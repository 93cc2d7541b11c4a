"""Simple polygons: whether they are simple and convex, and how to cut them into convex parts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from armada_sim.geometry.solids import ExactPoint, Polygon
from armada_sim.geometry.triangles import Number, triangles, turn

_WholePoint = tuple[int, int]
"""A point on a common grid: scaled by the common denominator, so exact and quick."""


def _scale(corners: Sequence[ExactPoint]) -> int:
    return lcm(*(c.denominator for point in corners for c in point))


def _whole(corners: Sequence[ExactPoint]) -> list[_WholePoint]:
    scale = _scale(corners)
    return [(x.numerator * (scale // x.denominator), y.numerator * (scale // y.denominator)) for x, y in corners]


def signed_area(corners: tuple[ExactPoint, ...]) -> Fraction:
    """Signed area of a polygon, mm^2; positive if counter-clockwise."""
    scale = _scale(corners)
    return Fraction(_twice_area(_whole(corners)), 2 * scale * scale)


def _twice_area(points: Sequence[_WholePoint]) -> int:
    return sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(points, (*points[1:], points[0]), strict=True))


def is_convex(corners: tuple[ExactPoint, ...]) -> bool:
    """Whether a simple counter-clockwise polygon is convex (straight corners allowed)."""
    points = _whole(corners)
    return all(turn(points[i - 2], points[i - 1], points[i]) >= 0 for i in range(len(points)))


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


def _between(p: _WholePoint, x: _WholePoint, q: _WholePoint) -> bool:
    """Whether going p -> q -> x turns back on itself (the three are collinear)."""
    return (x[0] - q[0]) * (p[0] - q[0]) + (x[1] - q[1]) * (p[1] - q[1]) > 0


def _on(p: _WholePoint, q: _WholePoint, x: _WholePoint) -> bool:
    return (
        turn(p, q, x) == 0 and min(p[0], q[0]) <= x[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= x[1] <= max(p[1], q[1])
    )


def _meet(a: _WholePoint, b: _WholePoint, c: _WholePoint, d: _WholePoint) -> bool:
    """Whether the closed segments ab and cd share a point."""
    ta, tb, tc, td = turn(c, d, a), turn(c, d, b), turn(a, b, c), turn(a, b, d)
    if ta * tb < 0 and tc * td < 0:
        return True
    return _on(c, d, a) or _on(c, d, b) or _on(a, b, c) or _on(a, b, d)


def convex_parts(corners: tuple[ExactPoint, ...], hole: tuple[ExactPoint, ...] | None = None) -> tuple[Polygon, ...]:
    """Convex polygons whose union is the simple polygon `corners` (less `hole`, see `triangles`), counter-clockwise.

    Corners of both are given in either sense of rotation. Cut along a constrained Delaunay triangulation, whose corners
    are the given ones, and merged again where the union of two parts stays convex. Parts meet along their common sides;
    they have no corners at which they do not turn.
    """
    outer, inner = _counter_clockwise(corners), _counter_clockwise(hole) if hole else ()
    if not inner and is_convex(outer):
        return (Polygon(_bent(outer)),)
    points = (*outer, *inner)
    whole = _whole(points)
    back = dict(zip(whole, points, strict=True))
    parts = [[*one] for one in triangles(whole[: len(outer)], whole[len(outer) :])]
    return tuple(Polygon(tuple(back[point] for point in _bent(part))) for part in _merged(parts))


def _counter_clockwise(corners: tuple[ExactPoint, ...]) -> tuple[ExactPoint, ...]:
    return corners if signed_area(corners) >= 0 else corners[::-1]


def _bent(ring: Sequence[tuple[Number, Number]]) -> tuple[tuple[Number, Number], ...]:
    """A convex polygon without the corners at which it does not turn."""
    n = len(ring)
    return tuple(ring[i] for i in range(n) if turn(ring[i - 1], ring[i], ring[(i + 1) % n]))


def _square(p: _WholePoint, q: _WholePoint) -> int:
    return (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2


def _merged(parts: list[list[_WholePoint]]) -> list[list[_WholePoint]]:
    """Drop diagonals, the longest first, while both their ends stay convex (Hertel and Mehlhorn, 1983).

    So the back of a comb becomes one part before its teeth are joined to slivers of it.
    """
    rings = dict(enumerate(parts))
    owner = {(ring[i - 1], ring[i]): k for k, ring in rings.items() for i in range(len(ring))}
    for p, q in sorted(owner, key=lambda ends: _square(*ends), reverse=True):
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
    return list(rings.values())
