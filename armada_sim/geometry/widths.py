"""How far across a convex polygon is at its narrowest."""

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
