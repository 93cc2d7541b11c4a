"""Circles about points, and what discs have in common: in doubles, for searches that allow for their rounding.

Points are complex numbers, mm.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from armada_sim.geometry.tolerance import DISC_ROUNDING_MM


class Support(NamedTuple):
    """A point on the smallest circle about some points."""

    share: float
    """dimensionless. With it the unit vectors of all points of support, from each to the centre, add up to nothing."""

    toward: complex
    """Unit vector from the point to the centre."""

    number: int
    """Which of the points it is, from 0."""


def enclosing(points: Sequence[complex]) -> tuple[float, complex, tuple[Support, ...]]:
    """Radius and centre of the smallest circle about two or three points, and the points that support it.

    No support where all points are one.
    """
    pairs = [(i, j) for i in range(len(points)) for j in range(i)]
    i, j = max(pairs, key=lambda pair: abs(points[pair[0]] - points[pair[1]]))
    centre, radius = (points[i] + points[j]) / 2, abs(points[i] - points[j]) / 2
    if not radius:
        return 0.0, centre, ()
    if all(abs(point - centre) <= radius + DISC_ROUNDING_MM for point in points):
        toward = (centre - points[i]) / radius
        return radius, centre, (Support(0.5, toward, i), Support(0.5, -toward, j))
    a, b, c = points  # all three support it: their circumcircle
    u, v = b - a, c - a
    cross = 2 * (u.conjugate() * v).imag
    offset = 1j * (u * abs(v) ** 2 - v * abs(u) ** 2) / cross
    centre, radius = a + offset, abs(offset)
    sides = [abs(q - r) ** 2 for q, r in ((b, c), (c, a), (a, b))]
    weights = [side * (sum(sides) - 2 * side) for side in sides]
    return radius, centre, tuple(
        Support(weight / sum(weights), (centre - point) / radius, k)
        for k, (weight, point) in enumerate(zip(weights, points, strict=True))
    )  # fmt: skip


def farthest_in_discs(centres: Sequence[complex], radius: float, points: Sequence[complex]) -> float:
    """mm. The most that what discs of one radius have in common reaches from any of some points; negative if they have
    nothing in common.

    It is reached where two of the circles meet, or where one of them is farthest from a point.
    """
    within = radius + DISC_ROUNDING_MM
    meetings = []
    for k, centre in enumerate(centres):
        for other in centres[:k]:
            apart = other - centre
            length = abs(apart)
            if length > 2 * within:
                return -1.0
            if length:
                across = 1j * apart / length * max(radius * radius - length * length / 4, 0.0) ** 0.5
                meetings += [centre + apart / 2 + across, centre + apart / 2 - across]
    meetings = [end for end in meetings if all(abs(end - centre) <= within for centre in centres)]
    most = max((abs(end - point) for end in meetings for point in points), default=-1.0)
    for centre in centres:
        for point in points:
            away = abs(centre - point)
            end = centre + (centre - point) / away * radius if away else centre + radius
            if away + radius > most and all(abs(end - other) <= within for other in centres):
                most = away + radius
    return most
