"""Convex clipping in balls, for areas and depths of parts; signs at the finest precision."""

from __future__ import annotations

from collections.abc import Sequence

from flint import arb

from armada_sim.geometry.sight import HalfPlane, sign
from armada_sim.geometry.template import BallPoint


def clip(corners: Sequence[BallPoint], planes: Sequence[HalfPlane]) -> list[BallPoint]:
    """The part of a convex polygon inside all half-planes; what touches is kept (may be flat)."""
    kept = list(corners)
    for a, c, d in planes:
        heights = [a * x + c * y - d for x, y in kept]
        signs = [sign(height) for height in heights]
        result: list[BallPoint] = []
        for i, point in enumerate(kept):
            j = (i + 1) % len(kept)
            if signs[i] <= 0:
                result.append(point)
            if signs[i] * signs[j] < 0:
                share = heights[i] / (heights[i] - heights[j])
                other = kept[j]
                result.append((point[0] + share * (other[0] - point[0]), point[1] + share * (other[1] - point[1])))
        kept = result
        if not kept:
            return []
    return kept


def area(corners: Sequence[BallPoint]) -> arb:
    """Area of a counter-clockwise polygon, mm^2."""
    total = arb(0)
    for (px, py), (qx, qy) in zip(corners, (*corners[1:], *corners[:1]), strict=True):
        total += px * qy - qx * py
    return total / 2
