"""Proof that a clear shot stays clear whatever pieces do within eps.

Frame: gun frame of the unmoved shooter, mm (`margins.plane`). The proof names a convex region V such
that every segment from the moved side to a point of V, in a fixed direction or in any direction,
keeps to the moved large piece and is missed by every solid it is not laterally exposed to. The
target moved by at most its eps has support function h' >= h - eps, so it still overlaps V if every
direction separates target and V by less than minus eps: if the penetration depth of target and V
exceeds the target's eps.

Each reach bound r + a q + sigma xp >= 0 becomes a concave condition on Q in V, see `gain`
for the slack it takes; as the lever arm m is affine in Q for a fixed direction, the slack is at
most its chord over the range of m, which makes the condition a half-plane.

Solids that are laterally exposed cover intervals of the lines' offsets, whose ends move by at most
their eps. The regions V(c) that belong to windows of offsets [c, c + w] have penetration depths
concave in c. If the solids cannot block all the windows whose depth suffices, a window stays free.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from armada_sim.firing.margins.plane import Floats, Piece, View, gain
from armada_sim.firing.margins.work import LOOK, SUBSETS, Work

_OPEN_SHARES: Final = (0.5, 0.25, 0.1, 0.03)
"""Widths of windows, as shares of all offsets, that the proof of an open shot tries."""

_OPEN_PLACES: Final = 9
"""Windows of one width it looks at; those between two good ones are good."""

_EXPOSED: Final = 8
"""Solids at once that it leaves in the way of some lines: every set of them is gone through."""

Corner = tuple[float, float]
Plane = tuple[float, float, float]
"""(a, c, d): the inside is a x + c y <= d; not normalised unless stated."""


def clipped(corners: list[Corner], plane: Plane) -> list[Corner]:
    """The part of a convex polygon in a half-plane; empty if none has an area."""
    a, c, d = plane
    heights = [a * x + c * y - d for x, y in corners]
    found: list[Corner] = []
    for i, (x, y) in enumerate(corners):
        before = heights[i - 1]
        if (before > 0) != (heights[i] > 0):
            share = before / (before - heights[i])
            px, py = corners[i - 1]
            found.append((px + share * (x - px), py + share * (y - py)))
        if heights[i] <= 0:
            found.append((x, y))
    return found if len(found) > 2 else []


def turning(corners: list[Corner]) -> list[Corner]:
    """The corners of a polygon at which it turns left: what rounding has dented, or doubled, is cut off."""
    kept, i = list(corners), 0
    while i < len(kept):
        (px, py), (x, y), (qx, qy) = kept[i - 1], kept[i], kept[(i + 1) % len(kept)]
        if (x - px) * (qy - y) - (y - py) * (qx - x) > 0:
            i += 1
        else:
            del kept[i]
            i = max(i - 1, 0)
    return kept if len(kept) == len(corners) else turning(kept)


def normals_of(corners: list[Corner]) -> list[Corner]:
    """Outward unit normals of a counter-clockwise polygon, both normals of a segment."""
    found = []
    for i, (x, y) in enumerate(corners):
        px, py = corners[i - 1]
        length = math.hypot(x - px, y - py)
        if length > 0:
            found.append(((y - py) / length, (px - x) / length))
    return found


def overlap_depth(a: list[Corner], normals: list[Corner], region: list[Corner]) -> float:
    """mm. Penetration depth of two convex polygons (`normals` are a's), -inf for a flat region.

    It is least along a normal of either. Differences of near doubles are exact, so normals are good however short
    an edge is, once no corner is left at which rounding makes the region turn back.
    """
    region = turning(region)
    own = normals_of(region)
    if len(own) < 3:
        return -math.inf
    least = math.inf
    for nx, ny in normals:
        least = min(least, max(nx * x + ny * y for x, y in a) - min(nx * x + ny * y for x, y in region))
    for nx, ny in own:
        least = min(least, max(nx * x + ny * y for x, y in region) - min(nx * x + ny * y for x, y in a))
    return least


def chord(
    shift: float, levers: list[float], extra: float, bend: float, radius: float, error: float, slack: float
) -> tuple[float, float]:
    """(level, rate): `gain` of bounds with levers m between the least and the greatest is at most level + rate m."""
    m1, m2 = min(levers), max(levers)
    g1, g2 = gain(shift, np.array([abs(m1) + extra, abs(m2) + extra]), bend, radius, error).tolist()
    rate = (g2 - g1) / (m2 - m1) if m2 - m1 > slack else 0.0
    return g1 - rate * m1 if rate else max(g1, g2), rate


def _corners(points: Floats) -> list[Corner]:
    return [(float(x), float(y)) for x, y in points]


@dataclass(frozen=True)
class Solid:
    """What may be in the way."""

    corners: list[Corner]
    normals: list[Corner]
    piece: Piece


class OpenProof:
    """One view, any eps and direction."""

    def __init__(self, view: View, work: Work) -> None:
        self.view, self.work = view, work
        self.part = _corners(view.part)
        self.part_normals = normals_of(self.part)
        self.solids = [Solid(c := _corners(p.corners), normals_of(c), p) for p in view.solids]
        self.pivot = (float(view.shooter.pivot[0]), float(view.shooter.pivot[1]))
        self.radius = view.shooter.radius
        self.ends = [(view.low, 0.0), (view.high, 0.0)]
        self.lever = 1 + max(math.dist(end, self.pivot) for end in self.ends) / self.radius
        self.regions: dict[float | None, list[Corner]] = {}

    def holds(self, angle: float | None, eps: float) -> bool:
        """Whether lines at this angle (None: any angle) prove the shot clear for all placements."""
        return _Attempt(self, angle, eps).holds()

    def near(self, eps: float) -> list[Solid]:
        """The solids that matter within eps."""
        return [solid for solid, near in zip(self.solids, self.view.matter(eps), strict=False) if near]

    def bounds(self, angle: float | None) -> list[tuple[float, float, float, float]]:
        """The reach bounds that matter: without a fixed direction p is free."""
        return [bound for bound in self.view.bounds if angle is not None or not bound[3]]

    def region(self, angle: float | None) -> list[Corner]:
        """Ends Q of the lines in reach when nothing moves."""
        if angle not in self.regions:
            far = self.view.depth + self.view.length + self.view.base
            region: list[Corner] = [(-far, 0.0), (2 * far, 0.0), (2 * far, far), (-far, far)]
            cotangent = 0.0 if angle is None else math.cos(angle) / math.sin(angle)
            for rest, ax, ay, sigma in self.bounds(angle):
                region = clipped(region, (-(ax + sigma), -(ay - sigma * cotangent), rest))
            self.regions[angle] = region
        return self.regions[angle]


class _Attempt:
    """One direction and one eps."""

    def __init__(self, proof: OpenProof, angle: float | None, eps: float) -> None:
        self.proof, self.angle = proof, angle
        self.eps = eps
        self.error = proof.view.shooter.weight * eps
        # numbers of the bounds grow with the square of the cotangent, at most
        self.slack = proof.view.rounding * (1.0 if angle is None else 1 / math.sin(angle) ** 2)
        self.needed = proof.view.target.weight * eps + self.slack
        self.along = (0.0, 0.0) if angle is None else (math.cos(angle), math.sin(angle))
        self.across = (-self.along[1], self.along[0])

    def holds(self) -> bool:
        region = self._region()
        if self._depth(region) <= self.needed:
            return False
        touched = [solid for solid in self.proof.near(self.eps) if not self._harmless(solid, region)]
        return self._settled(region, touched, [])

    def _depth(self, region: list[Corner]) -> float:
        """mm. How deep a region and the target overlap; once the work is over, nothing is claimed."""
        self.proof.work.spend(LOOK)
        if self.proof.work.over:
            return -math.inf
        return overlap_depth(self.proof.part, self.proof.part_normals, region)

    def _region(self) -> list[Corner]:
        """Points Q whose line stays in reach for every motion of the shooter."""
        proof, region = self.proof, self.proof.region(self.angle)
        if not region:
            return []
        (px, py), error = proof.pivot, self.error
        u = 0.0 if self.angle is None else self.along[0] / self.along[1]
        whole = region
        for rest, ax, ay, sigma in proof.bounds(self.angle):
            ex, ey = ax + sigma, ay - sigma * u  # room = rest + ex x + ey y
            # lever m = mx x + my y + m0
            mx, my = ay - sigma * u, -ax + sigma * u * u
            m0 = -ay * px + ax * py + sigma * (u * px + py)
            extra = abs(sigma) * (1 + u * u) * error * proof.lever
            levers = [mx * x + my * y + m0 for x, y in whole]
            bend = extra + max(-ax * (x - px) - ay * (y - py) - sigma * (x - u * y - px + u * py) for x, y in whole)
            level, rate = chord(math.hypot(ex, ey), levers, extra, bend, proof.radius, error, self.slack)
            plane = (rate * mx - ex, rate * my - ey, rest - level - rate * m0 - self.slack)
            region = clipped(region, plane)
            if not region:
                return []
        return region

    def _harmless(self, solid: Solid, region: list[Corner]) -> bool:
        """Whether no segment to the region can meet the solid, by one separating line."""
        more = solid.piece.weight * self.eps + self.slack
        if self.angle is not None:
            (dx, dy), (nx, ny) = self.along, self.across
            lo, hi = _range(solid.corners, nx, ny)
            low, high = _range(region, nx, ny)
            if hi + more < low or lo - more > high:
                return True
            if _range(solid.corners, dx, dy)[0] - more > _range(region, dx, dy)[1]:
                return True
            if _range(solid.corners, dx, dy)[1] + more < _range(self.proof.ends, dx, dy)[0] - self.error:
                return True
        return any(self._beyond(region, wall) == region for wall in self._walls(solid))

    def _walls(self, solid: Solid) -> list[Plane]:
        """(nx, ny, limit): lines that keep the moved solid at n x <= limit."""
        more = solid.piece.weight * self.eps + self.slack
        normals = [*solid.normals, *((-x, -y) for x, y in self.proof.part_normals)]
        if self.angle is not None:
            normals.append((-self.along[0], -self.along[1]))
        return [(nx, ny, _range(solid.corners, nx, ny)[1] + more) for nx, ny in normals]

    def _beyond(self, region: list[Corner], wall: Plane) -> list[Corner]:
        """The ends Q in a region whose whole segments stay beyond a wall.

        With a fixed direction the start P lies on the line through Q, within a drift, which grows with the error, of
        where the line crosses the unmoved side; else it may be anywhere on the moved side.
        """
        nx, ny, limit = wall
        if self.angle is None:
            start = _range(self.proof.ends, nx, ny)[0] - self.error
            planes = [(-nx, -ny, -limit)] if start >= limit else []
        else:
            u = self.along[0] / self.along[1]
            drift = abs(nx * u + ny) * self.error * self.proof.lever
            planes = [(-nx, -ny, -limit), (-nx, nx * u, -limit - drift)]
        if not planes:
            return []
        if all(a * x + c * y <= d for a, c, d in planes for x, y in region):
            return region
        for plane in planes:
            region = clipped(region, plane)
        return region

    def _settled(self, region: list[Corner], touched: list[Solid], exposed: list[Solid]) -> bool:
        """Whether the proof works for some way to treat each solid: walled off, or exposed."""
        if not touched:
            return self._covered(region, exposed) if exposed else True
        solid, rest = touched[0], touched[1:]
        for wall in self._walls(solid):
            part = self._beyond(region, wall)
            if self._depth(part) > self.needed and self._settled(part, rest, exposed):
                return True
        return self.angle is not None and len(exposed) < _EXPOSED and self._settled(region, rest, [*exposed, solid])

    def _covered(self, region: list[Corner], exposed: list[Solid]) -> bool:
        """Whether the exposed solids cannot block every window of offsets that suffices."""
        nx, ny = self.across
        low, high = _range(region, nx, ny)
        covers = [_cover(solid, nx, ny, self.eps, self.slack) for solid in exposed]
        stops = sorted([low, high, *(lo for lo, _, _ in covers), *(hi for _, hi, _ in covers)])
        for start, end in itertools.pairwise(stops):
            if any(lo < end and hi > start for lo, hi, _ in covers) or start < low or end > high:
                continue
            if self._depth(self._window(region, start, end)) > self.needed:
                return True
        if len(covers) == 0:
            return False
        return any(self._windows(region, covers, low, high, (high - low) * share) for share in _OPEN_SHARES)

    def _window(self, region: list[Corner], start: float, end: float) -> list[Corner]:
        nx, ny = self.across
        return clipped(clipped(region, (nx, ny, end)), (-nx, -ny, -start))

    def _windows(
        self, region: list[Corner], covers: list[tuple[float, float, float]], low: float, high: float, width: float
    ) -> bool:
        """The same for windows of one width: those that suffice start in an interval. False once the work is over."""
        self.proof.work.spend((len(covers) << len(covers)) // SUBSETS)
        if self.proof.work.over:
            return False
        if _blocked(covers, low, high, width):
            return False
        count = _OPEN_PLACES
        places = [low + (high - low - width) * i / (count - 1) for i in range(count)]
        good = [c for c in places if self._depth(self._window(region, c, c + width)) > self.needed]
        if not good:
            return False
        return not _blocked(covers, good[0], good[-1] + width, width)


def _range(corners: list[Corner], nx: float, ny: float) -> tuple[float, float]:
    values = [nx * x + ny * y for x, y in corners]
    return min(values), max(values)


def _cover(solid: Solid, nx: float, ny: float, eps: float, slack: float) -> tuple[float, float, float]:
    """Offsets the solid can cover: least, greatest, and the most it can cover at once, mm."""
    more = solid.piece.weight * eps
    lo, hi = _range(solid.corners, nx, ny)
    turn = 2 * math.asin(min(1.0, more / (2 * solid.piece.radius)))
    width = 0.0
    for i, (x, y) in enumerate(solid.corners):
        for px, py in solid.corners[:i]:
            length, along = math.hypot(x - px, y - py), abs(nx * (x - px) + ny * (y - py))
            angle = math.acos(min(1.0, along / length))
            width = max(width, length * math.cos(max(0.0, angle - turn)))
    return lo - more - slack, hi + more + slack, width + slack


def _blocked(covers: list[tuple[float, float, float]], start: float, end: float, width: float) -> bool:
    """Whether solids can leave no free window of `width` in [start, end].

    A solid covers some interval within [lo, hi] that is no longer than the third number of its entry in `covers`. The
    farthest place up to which no window is free, for each subset of the solids, by dynamic programming.
    """
    reach = {0: start}
    for subset in range(1, 1 << len(covers)):
        best = start
        for i, (lo, hi, most) in enumerate(covers):
            if subset >> i & 1:
                before = reach[subset & ~(1 << i)]
                best = max(best, before)
                if lo <= before + width:
                    best = max(best, min(hi, before + width + most))
        reach[subset] = best
    return reach[(1 << len(covers)) - 1] + width >= end
