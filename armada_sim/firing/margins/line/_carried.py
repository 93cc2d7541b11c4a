"""Proof that a clear shot stays clear, by a region that moves with the shooter.

`line.open` looks for places on the table that every motion of the shooter leaves in reach. Here the
region V of reach is carried along by the shooter's motion g instead; what is asked is that the
target still overlaps g(V), whatever g is. Target and g(V) are separated only if for some direction n
h_T(n) + h_gV(-n) is at most the target's eps, and h_gV(-n) >= -n v - |n d(v)| for any corner v of V
and its displacement d(v), which `plane.gain` bounds. Solids have to be walled off: a line that
keeps the moved solid on one side and the moved V and gun side on the other.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from armada_sim.firing.margins.line._open import Corner, OpenProof, Plane, Solid, chord, clipped, normals_of
from armada_sim.firing.margins.plane import Floats, View, gain
from armada_sim.firing.margins.work import LOOK, NEEDS, Work

ARCS: Final = 96
"""Arcs of directions with which the proof by a carried region starts."""

_ARC_LEVELS: Final = 9
"""Times it halves those arcs that are still open."""


class CarriedProof:
    """One view, any eps."""

    def __init__(self, view: View, work: Work) -> None:
        self.view = view
        self.open = OpenProof(view, work)
        self.region = self.open.region(None)

    def holds(self, eps: float) -> bool:
        """Whether the shot is proved to stay clear."""
        return self._settled(self.region, self.open.near(eps), eps)

    def _settled(self, region: list[Corner], solids: list[Solid], eps: float) -> bool:
        """Whether the proof works with some wall for each of some solids."""
        if not self._overlaps(region, eps):
            return False
        if not solids:
            return True
        for wall in self._walls(solids[0], eps):
            part = self._beyond(region, wall, eps)
            if part == region:
                return self._settled(region, solids[1:], eps)
            if part and self._settled(part, solids[1:], eps):
                return True
        return False

    def _walls(self, solid: Solid, eps: float) -> list[Plane]:
        """Lines (nx, ny, limit) with the moved solid at n x <= limit and the moved side above it."""
        more = solid.piece.weight * eps + self.view.rounding
        error = self.view.shooter.weight * eps
        found = []
        for nx, ny in [*solid.normals, *((-x, -y) for x, y in self.open.part_normals)]:
            limit = max(nx * x + ny * y for x, y in solid.corners) + more
            if min(nx * x + ny * y for x, y in self.open.ends) - error >= limit:
                found.append((nx, ny, limit))
        middle = np.mean(np.array(self.region), axis=0)
        found.sort(key=lambda wall: wall[2] - wall[0] * float(middle[0]) - wall[1] * float(middle[1]))
        return found

    def _beyond(self, region: list[Corner], wall: Plane, eps: float) -> list[Corner]:
        """The part of a region that stays beyond a wall when the shooter carries it."""
        nx, ny, limit = wall
        (px, py), radius = self.open.pivot, self.view.shooter.radius
        error = self.view.shooter.weight * eps
        levers = [-nx * (y - py) + ny * (x - px) for x, y in region]
        bend = max(nx * (x - px) + ny * (y - py) for x, y in region)
        level, rate = chord(1.0, levers, 0.0, bend, radius, error, self.view.rounding)
        # n x - level - rate m(x) >= limit, m(x) = ny (x - px) - nx (y - py)
        a, c = nx - rate * ny, ny + rate * nx
        rest = limit + level + rate * (nx * py - ny * px)
        if all(a * x + c * y >= rest for x, y in region):
            return region
        return clipped(region, (-a, -c, -rest))

    def _overlaps(self, region: list[Corner], eps: float) -> bool:
        """Whether target and carried region overlap for all motions, direction by direction."""
        if len(region) < 3 or len(normals_of(region)) < 3:
            return False
        corners, part = np.array(region), self.view.part
        shooter = self.view.shooter
        needed = self.view.target.weight * eps + self.view.rounding
        error = shooter.weight * eps
        lever = corners - shooter.pivot
        size = np.hypot(lever[:, 0], lever[:, 1])
        half = math.pi / ARCS
        angles = half * (2 * np.arange(ARCS) + 1)
        for _ in range(_ARC_LEVELS):
            self.open.work.spend(LOOK + len(angles) * len(region) // NEEDS)
            if self.open.work.over:
                return False
            normal = np.column_stack((np.cos(angles), np.sin(angles)))
            level = (normal @ part.T).max(axis=1)[:, None] - normal @ corners.T
            arm = np.abs(np.outer(normal[:, 1], lever[:, 0]) - np.outer(normal[:, 0], lever[:, 1]))
            bend = -(normal @ lever.T)
            if ((level - gain(1.0, arm, bend, shooter.radius, error)).max(axis=1) <= needed).any():
                return False
            away = self._spread(corners)
            least = level - half * away - gain(1.0, arm + half * size, bend + half * size, shooter.radius, error)
            angles = angles[least.max(axis=1) <= needed]
            if not len(angles):
                return True
            half /= 2
            angles = np.concatenate((angles - half, angles + half))
        return False

    def _spread(self, corners: Floats) -> Floats:
        """mm. For each corner of the region its largest distance from the target's corners."""
        offset = corners[:, None, :] - self.view.part[None, :, :]
        return np.asarray(np.hypot(offset[..., 0], offset[..., 1]).max(axis=1))
