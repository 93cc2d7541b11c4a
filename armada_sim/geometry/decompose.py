"""Simple polygons: whether they are simple and convex, and how to cut them into convex parts."""

from __future__ import annotations

from fractions import Fraction

from armada_sim.geometry.solids import ExactPoint, Polygon


def turn(p: ExactPoint, q: ExactPoint, r: ExactPoint) -> Fraction:
    """Twice the signed area of the triangle pqr, exactly; positive is a left turn."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


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
    n = len(corners)
    for i in range(n):
        p, q = corners[i], corners[(i + 1) % n]
        if p == q:
            return i, i
        after = corners[(i + 2) % n]
        if turn(p, q, after) == 0 and _between(p, after, q):
            return i, (i + 1) % n
        for j in range(i + 2, n):
            if (j + 1) % n != i and _meet(p, q, corners[j], corners[(j + 1) % n]):
                return i, j
    return None


def _between(p: ExactPoint, x: ExactPoint, q: ExactPoint) -> bool:
    """Whether going p -> q -> x turns back on itself (the three are collinear)."""
    return (x[0] - q[0]) * (p[0] - q[0]) + (x[1] - q[1]) * (p[1] - q[1]) > 0


def _on(p: ExactPoint, q: ExactPoint, x: ExactPoint) -> bool:
    return (
        turn(p, q, x) == 0 and min(p[0], q[0]) <= x[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= x[1] <= max(p[1], q[1])
    )


def _meet(a: ExactPoint, b: ExactPoint, c: ExactPoint, d: ExactPoint) -> bool:
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
    """Greedily join neighbours while the result stays convex (Hertel and Mehlhorn, 1983)."""
    done: list[tuple[ExactPoint, ...]] = []
    while parts:
        part = parts.pop()
        for other in parts:
            joined = _joined(part, other)
            if joined is not None:
                parts.remove(other)
                parts.append(joined)
                break
        else:
            done.append(part)
    return done


def _joined(a: tuple[ExactPoint, ...], b: tuple[ExactPoint, ...]) -> tuple[ExactPoint, ...] | None:
    """The union of two convex polygons that share one whole side, if it is convex."""
    for i, p in enumerate(a):
        q = a[(i + 1) % len(a)]
        for j, r in enumerate(b):
            if r == q and b[(j + 1) % len(b)] == p:
                ring = a[i + 1 :] + a[: i + 1] + (b + b)[j + 2 : j + len(b)]
                unique = tuple(dict.fromkeys(ring))
                return unique if is_convex(unique) and signed_area(unique) > 0 else None
    return None
