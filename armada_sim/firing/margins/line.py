"""Proof that a clear shot stays clear whatever pieces do within eps: lines of one direction.

Frame: gun frame of the unmoved shooter, mm (`margins.plane`). The proof names a direction and a convex region V such
that every segment in that direction from the moved side to a point of V keeps to the moved large piece and is missed
by every solid it is not laterally exposed to. The target moved by at most its eps has support function h' >= h - eps,
so it still overlaps V if every direction separates target and V by less than minus eps: if the penetration depth of
target and V exceeds the target's eps.

Each reach bound r + a q + sigma xp >= 0 becomes a concave condition on Q in V, see `swing` for the slack it takes; as
the lever arm m is affine in Q for a fixed direction, the slack is at most its chord over the range of m, which makes
the condition a half-plane. Solids that are laterally exposed cover intervals of the lines' offsets, whose ends move by
at most their eps: what is between these must overlap the target deeply enough.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from armada_sim.firing import broadsides
from armada_sim.firing.broadsides import ShotCase
from armada_sim.firing.margins._arrays import np
from armada_sim.firing.margins.plane import (
    OPEN_STEP,
    Floats,
    Piece,
    View,
    greatest,
    points_to_frame,
    swing,
)
from armada_sim.firing.margins.work import LOOK, Work
from armada_sim.geometry import FLIP_STEP_MM, MARGIN_GOAL_MM, Point, clip

_SHALLOW_COTANGENT: Final = 4.0
"""Lines flatter against the gun side than this cotangent are not tried."""

_OPEN_ANGLES: Final = 25
"""Directions that the proof of an open shot tries first."""

_OPEN_REFINEMENTS: Final = (0.5, 0.25, 0.125, 0.04, 0.01, 0.003)
"""Steps, as shares of the grid of directions, by which the best direction is refined."""

_EXPOSED: Final = 8
"""Solids at once that it leaves in the way of some lines: every set of them is gone through."""

Corner = Point
Plane = tuple[float, float, float]
"""(a, c, d): the inside is a x + c y <= d; not normalised unless stated."""


def open_low(case: ShotCase, views: list[View], work: Work) -> float:
    """mm. The largest eps proved in any way for any of the views that a clear shot has."""
    low = 0.0
    flattest = math.atan(1 / _SHALLOW_COTANGENT)
    steepest = math.pi - flattest
    spacing = (steepest - flattest) / (_OPEN_ANGLES - 1)
    grid = [flattest + spacing * i for i in range(_OPEN_ANGLES)]
    known = _witness_angles(case, views)
    for view in views:
        proof = OpenProof(view, work)
        own = [angle for side, angle in known if side == view.gun.side and flattest < angle < steepest]
        low, best = _best_angle(proof, [*own, *grid], low)
        best = own[0] if best is None and own else best
        for part in _OPEN_REFINEMENTS:
            if best is None:
                break
            tries = [a for a in (best - spacing * part, best + spacing * part) if flattest < a < steepest]
            low, better = _best_angle(proof, tries, low)
            best = best if better is None else better
    return low


def _witness_angles(case: ShotCase, views: list[View]) -> list[tuple[str, float]]:
    """Side and direction (gun frame, radians) of the lines that make the shot clear."""
    found = []
    for shot in broadsides.decide(case):
        if shot.clear and shot.gun_point is not None and shot.target_point is not None:
            view = next(view for view in views if view.gun.side == shot.side)
            ends = points_to_frame(view.gun, np.array([shot.gun_point, shot.target_point]))
            dx, dy = ends[1] - ends[0]  # a right side's frame is mirrored, the two points swapped
            found.append((shot.side, math.atan2(float(dy), float(dx)) % math.pi))
    return found


def _best_angle(proof: OpenProof, angles: Sequence[float], low: float) -> tuple[float, float | None]:
    """The largest eps above `low` proved for one of the angles, and that angle, if any is better."""
    best: float | None = None
    for angle in angles:
        more = _greatest(partial(proof.holds, angle), low)
        if more > low:
            low, best = more, angle
    return low, best


def _greatest(holds: Callable[[float], bool], low: float) -> float:
    """About the largest eps that is proved; `low` if none somewhat greater is."""
    good, bad = low + max(low * OPEN_STEP, FLIP_STEP_MM), max(2 * low, MARGIN_GOAL_MM)
    if not holds(good):
        return low
    return greatest(holds, good, bad)


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
        self.region = cache(self._region)

    def holds(self, angle: float, eps: float) -> bool:
        """Whether lines at this angle prove the shot clear for all placements."""
        return _Attempt(self, angle, eps).holds()

    def near(self, eps: float) -> list[Solid]:
        """The solids that matter within eps."""
        return [solid for solid, near in zip(self.solids, self.view.matter(eps), strict=False) if near]

    def _region(self, angle: float) -> list[Corner]:
        """Ends Q of the lines in reach when nothing moves."""
        far = self.view.depth + self.view.length + self.view.base
        cotangent = math.cos(angle) / math.sin(angle)
        planes = [(-(ax + sigma), -(ay - sigma * cotangent), rest) for rest, ax, ay, sigma in self.view.bounds]
        return clip([(-far, 0.0), (2 * far, 0.0), (2 * far, far), (-far, far)], planes)


class _Attempt:
    """One direction and one eps."""

    def __init__(self, proof: OpenProof, angle: float, eps: float) -> None:
        self.proof, self.angle = proof, angle
        self.eps = eps
        self.error = proof.view.shooter.weight * eps
        # numbers of the bounds grow with the square of the cotangent, at most
        self.slack = proof.view.rounding / math.sin(angle) ** 2
        self.needed = proof.view.target.weight * eps + self.slack
        self.along = (math.cos(angle), math.sin(angle))
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
        proof, whole = self.proof, self.proof.region(self.angle)
        (px, py), error = proof.pivot, self.error
        u, planes = self.along[0] / self.along[1], []
        for rest, ax, ay, sigma in proof.view.bounds if whole else ():
            ex, ey = ax + sigma, ay - sigma * u  # room = rest + ex x + ey y
            # lever m = mx x + my y + m0
            mx, my = ay - sigma * u, -ax + sigma * u * u
            m0 = -ay * px + ax * py + sigma * (u * px + py)
            extra = abs(sigma) * (1 + u * u) * error * proof.lever
            levers = [mx * x + my * y + m0 for x, y in whole]
            least, most = min(levers), max(levers)
            bend = extra + max(-ax * (x - px) - ay * (y - py) - sigma * (x - u * y - px + u * py) for x, y in whole)
            arms = np.array([abs(least) + extra, abs(most) + extra])
            one, other = swing(math.hypot(ex, ey), arms, bend, proof.radius, error).tolist()
            rate = (other - one) / (most - least) if most - least > self.slack else 0.0
            level = one - rate * least if rate else max(one, other)
            planes.append((rate * mx - ex, rate * my - ey, rest - level - rate * m0 - self.slack))
        return clip(whole, planes)

    def _harmless(self, solid: Solid, region: list[Corner]) -> bool:
        """Whether no segment to the region can meet the solid, by one separating line."""
        low, high = _range(region, *self.across)
        start, end = self._shadow(solid)
        return end < low or start > high or any(self._beyond(region, wall) == region for wall in self._walls(solid))

    def _shadow(self, solid: Solid) -> tuple[float, float]:
        """The offsets that a solid can cover."""
        more, (low, high) = solid.piece.weight * self.eps + self.slack, _range(solid.corners, *self.across)
        return low - more, high + more

    def _walls(self, solid: Solid) -> list[Plane]:
        """(nx, ny, limit): lines that keep the moved solid at n x <= limit."""
        more = solid.piece.weight * self.eps + self.slack
        normals = [*solid.normals, *((-x, -y) for x, y in self.proof.part_normals), (-self.along[0], -self.along[1])]
        return [(nx, ny, _range(solid.corners, nx, ny)[1] + more) for nx, ny in normals]

    def _beyond(self, region: list[Corner], wall: Plane) -> list[Corner]:
        """The ends Q in a region whose whole segments stay beyond a wall.

        The start P lies on the line through Q, within a drift, which grows with the error, of where the line crosses
        the unmoved side.
        """
        nx, ny, limit = wall
        u = self.along[0] / self.along[1]
        drift = abs(nx * u + ny) * self.error * self.proof.lever
        planes = [(-nx, -ny, -limit), (-nx, nx * u, -limit - drift)]
        if all(a * x + c * y <= d for a, c, d in planes for x, y in region):
            return region
        return clip(region, planes)

    def _settled(self, region: list[Corner], touched: list[Solid], exposed: list[Solid]) -> bool:
        """Whether the proof works for some way to treat each solid: walled off, or exposed."""
        if not touched:
            return self._covered(region, exposed) if exposed else True
        solid, rest = touched[0], touched[1:]
        for wall in self._walls(solid):
            part = self._beyond(region, wall)
            if self._depth(part) > self.needed and self._settled(part, rest, exposed):
                return True
        return len(exposed) < _EXPOSED and self._settled(region, rest, [*exposed, solid])

    def _covered(self, region: list[Corner], exposed: list[Solid]) -> bool:
        """Whether the exposed solids leave offsets free at which lines reach the target."""
        nx, ny = self.across
        covers = [self._shadow(solid) for solid in exposed]
        low, high = _range(region, nx, ny)
        stops = sorted([low, high, *(at for cover in covers for at in cover if low < at < high)])
        free = (
            (start, end)
            for start, end in itertools.pairwise(stops)
            if not any(first < end and last > start for first, last in covers)
        )
        return any(self._depth(clip(region, [(nx, ny, end), (-nx, -ny, -start)])) > self.needed for start, end in free)


def _range(corners: list[Corner], nx: float, ny: float) -> tuple[float, float]:
    values = [nx * x + ny * y for x, y in corners]
    return min(values), max(values)
