"""The constrained Delaunay triangulation of a polygon that may have a hole: ears are cut off, then diagonals flipped.

All corners are whole numbers, so nothing is rounded. An ear is a triangle at a convex corner that holds no other
corner; cutting it off changes only whether its two neighbours are ears (Meisters, 1975). A diagonal is flipped while
the circle around the triangle on one side holds the corner on the other (Lawson, 1977).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

Number = TypeVar("Number", int, Fraction)
Point = tuple[int, int]
Triangle = tuple[Point, Point, Point]


def turn(p: tuple[Number, Number], q: tuple[Number, Number], r: tuple[Number, Number]) -> Number:
    """Twice the signed area of the triangle pqr, exactly; positive is a left turn."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def triangles(corners: Sequence[Point], hole: Sequence[Point] = ()) -> list[Triangle]:
    """Counter-clockwise triangles whose union is a simple polygon, less a hole in it; both given counter-clockwise.

    A polygon with a hole is convex, and its last but one corner lies to the right of the hole and above it.
    """
    ring = list(corners)
    if hole:
        first = max(range(len(hole)), key=lambda i: hole[i])
        around = [*hole[first::-1], *hole[:first:-1]]
        ring = [*corners[:-1], *around, around[0], corners[-2], corners[-1]]
    return _flipped(_Ring(ring).ears())


class _Ring:
    """Corners of what is left of a polygon: of each, by its number, the one before and the one after."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points, many = points, len(points)
        self.before, self.after = [(i - 1) % many for i in range(many)], [(i + 1) % many for i in range(many)]
        blunt = [i for i in range(many) if self._turn(i) <= 0]
        self.blunt = set(blunt)
        """Those that do not turn left: only they may lie in an ear."""
        self.sorted = [sorted((points[i][axis], i) for i in blunt) for axis in (0, 1)]

    def ears(self) -> list[Triangle]:
        """Triangles whose union the polygon is."""
        found, waiting = list[Triangle](), deque(range(len(self.points)))
        while len(found) < len(self.points) - 2:
            i = waiting.popleft()
            if not self._is_ear(i):
                continue
            h, j = self.before[i], self.after[i]
            found.append((self.points[h], self.points[i], self.points[j]))
            self.after[h], self.before[j], self.before[i] = j, h, -1
            for neighbour in (h, j):
                if neighbour in self.blunt and self._turn(neighbour) > 0:
                    self._sharpen(neighbour)
                waiting.append(neighbour)
        return found

    def _turn(self, i: int) -> int:
        return turn(self.points[self.before[i]], self.points[i], self.points[self.after[i]])

    def _sharpen(self, i: int) -> None:
        self.blunt.remove(i)
        for axis, column in enumerate(self.sorted):
            del column[bisect_left(column, (self.points[i][axis], i))]

    def _is_ear(self, i: int) -> bool:
        if self.before[i] < 0 or i in self.blunt:
            return False
        a, b, c = (self.points[k] for k in (self.before[i], i, self.after[i]))
        return not any(
            self.points[k] not in (a, b, c) and turn(a, b, self.points[k]) >= 0
            and turn(b, c, self.points[k]) >= 0 and turn(c, a, self.points[k]) >= 0
            for k in self._near(a, b, c)
        )  # fmt: skip

    def _near(self, a: Point, b: Point, c: Point) -> list[int]:
        """Corners that do not turn left and may lie in a triangle."""
        spans = []
        for axis, column in enumerate(self.sorted):
            low, high = min(a[axis], b[axis], c[axis]), max(a[axis], b[axis], c[axis])
            first, last = bisect_left(column, (low, -1)), bisect_right(column, (high, len(self.points)))
            spans.append(column[first:last])
        return [i for _, i in min(spans, key=len)]


def _flipped(found: Sequence[Triangle]) -> list[Triangle]:
    """The same polygon in triangles that are as blunt as can be: Delaunay's."""
    third = {sides: r for p, q, r in found for sides, r in (((p, q), r), ((q, r), p), ((r, p), q))}
    waiting = [side for side in third if side < side[::-1]]
    while waiting:
        p, q = waiting.pop()
        if (p, q) not in third or (q, p) not in third:
            continue
        r, s = third[p, q], third[q, p]
        if _circled(p, q, r, s):
            del third[p, q], third[q, p]
            for a, b, c in ((s, r, p), (r, s, q)):
                third[a, b], third[b, c], third[c, a] = c, a, b
            waiting += ((p, s), (s, q), (q, r), (r, p))
    return [(p, q, r) for (p, q), r in third.items() if p < q and p < r]


def _circled(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Whether a point s lies inside the circle through p, q and r, which are counter-clockwise."""
    (ax, ay), (bx, by), (cx, cy) = ((x - s[0], y - s[1]) for x, y in (p, q, r))
    a, b, c = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    return a * (bx * cy - cx * by) + b * (cx * ay - ax * cy) + c * (ax * by - bx * ay) > 0
