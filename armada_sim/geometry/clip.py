"""Convex clipping, in balls with signs at the finest precision, or in doubles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from flint import arb

from armada_sim.geometry.sight import sign
from armada_sim.geometry.template import BallPoint

Real = TypeVar("Real", float, arb)


def _side(value: float | arb) -> int:
    return (value > 0) - (value < 0) if isinstance(value, float) else sign(value)


def clip(corners: Sequence[tuple[Real, Real]], planes: Sequence[tuple[Real, Real, Real]]) -> list[tuple[Real, Real]]:
    """The part of a convex polygon inside all half-planes (a, c, d), a x + c y <= d; what touches is kept (may be
    flat)."""
    kept = list(corners)
    for a, c, d in planes:
        heights = [a * x + c * y - d for x, y in kept]
        signs = [_side(height) for height in heights]
        result: list[tuple[Real, Real]] = []
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
