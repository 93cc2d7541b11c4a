"""How far across a convex polygon is at its narrowest, and the convex hull of points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from armada_sim.geometry.solids import Point


def least_width(corners: Sequence[Point]) -> float:
    """The least distance of two parallel lines that a convex polygon lies between, in the unit of its corners.

    One of the two runs along a side, so it is the least over the sides of the farthest corner's distance.
    """
    return min(
        max(abs((qx - px) * (y - py) - (qy - py) * (x - px)) for x, y in corners) / math.hypot(qx - px, qy - py)
        for (px, py), (qx, qy) in pairwise([*corners, corners[0]])
        if (px, py) != (qx, qy)
    )


def hull_around(points: Sequence[Point]) -> list[Point]:
    """Corners of the convex hull of some points, counter-clockwise (Andrew, 1979)."""
    ordered = sorted(set(points))
    return [corner for half in (ordered, ordered[::-1]) for corner in _chain(half)[:-1]]


def _chain(points: Sequence[Point]) -> list[Point]:
    """Those at which a way along points in their order, or against it, turns left."""
    found: list[Point] = []
    for x, y in points:
        while len(found) > 1:
            (px, py), (qx, qy) = found[-2:]
            if (qx - px) * (y - py) - (qy - py) * (x - px) > 0:
                break
            found.pop()
        found.append((x, y))
    return found
