"""What may be near what, by the boxes and circles around it: a filter in front of the exact decision."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from armada_sim.geometry.solids import Body, Box, Point, Solid

_ROOM_MM = 1.0
"""mm. What is farther apart than this is apart, whatever rounding does."""


class Circle(NamedTuple):
    """A circle around what something covers: its middle and its radius, mm."""

    x: float
    y: float
    radius: float

    def least_gap(self, other: Circle) -> float:
        """mm. What two circles hold is no nearer than this."""
        return math.hypot(other.x - self.x, other.y - self.y) - self.radius - other.radius - _ROOM_MM


def middle(solid: Solid) -> Point:
    """The mean of a solid's corners, mm."""
    n = len(solid.corners)
    return sum(x for x, _ in solid.corners) / n, sum(y for _, y in solid.corners) / n


def circle_around(body: Body) -> Circle:
    """The circle about a body's middle that holds its shadow."""
    center = middle(body)
    return Circle(*center, max(math.dist(center, corner) for corner in body.shadow.corners))


def near_pairs(circles: Sequence[Circle], within: float = 0.0) -> list[tuple[int, int]]:
    """The pairs of circles, by their numbers, whose contents may be at most so many mm apart; sorted."""
    reach = within + _ROOM_MM + max((circle.radius for circle in circles), default=0.0)
    order = sorted(range(len(circles)), key=circles.__getitem__)
    found = []
    for n, i in enumerate(order):
        one = circles[i]
        for j in islice(order, n + 1, None):
            if circles[j].x - one.x > reach + one.radius:
                break
            if one.least_gap(circles[j]) <= within:
                found.append((i, j) if i < j else (j, i))
    return sorted(found)


def boxes_meet(one: Box, other: Box) -> bool:
    """Whether two boxes are at most a millimetre apart; if not, what they hold is apart."""
    left, bottom, right, top = one
    return (
        other[0] <= right + _ROOM_MM
        and left <= other[2] + _ROOM_MM
        and other[1] <= top + _ROOM_MM
        and bottom <= other[3] + _ROOM_MM
    )
