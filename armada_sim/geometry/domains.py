"""Regions a solid must stay inside: convex polygons, discs, simple polygons."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from armada_sim.geometry.certify import ball_min, certified
from armada_sim.geometry.clearance import clearance, deeper_than
from armada_sim.geometry.decompose import convex_parts, is_convex
from armada_sim.geometry.exact import ball
from armada_sim.geometry.gap import Gap, Relation, decided
from armada_sim.geometry.near import boxes_meet
from armada_sim.geometry.solids import ExactPoint, Point, Polygon, Solid, segments
from armada_sim.geometry.tolerance import FLOAT_ABSOLUTE_ULPS

if TYPE_CHECKING:
    from flint import arb

    from armada_sim.geometry.freeing import Region


_ROUNDING_MM = 1.0
"""mm. More than rounding does to anything here: what is farther from where it could matter is left out."""


class Domain(Protocol):
    """A closed region of the table."""

    def room(self, solid: Solid) -> Gap:
        """Room left between `solid` and the border; `on_a` is on the solid, `on_b` on the border.

        Positive: wholly inside, the distance to the border. Negative: sticks out; no placement
        whose corners are all nearer than `-room` to the stated ones is inside.
        """

    def sticks_out(self, solid: Solid, by: Fraction) -> bool:
        """Whether `solid`, which `room` says sticks out, does so by more than `by` mm; decided exactly."""

    def region(self, origin: ExactPoint) -> Region:
        """The same for the search for the least motion, in a frame with this origin."""


def local(corners: Sequence[ExactPoint], origin: ExactPoint) -> list[Point]:
    """Points as doubles in a frame with this origin, so that nothing is lost far from the table's."""
    return [(float(x - origin[0]), float(y - origin[1])) for x, y in corners]


def _to_segment(x: float, y: float, px: float, py: float, qx: float, qy: float) -> float:
    """mm from a point to a segment, as doubles have it."""
    dx, dy = qx - px, qy - py
    square = dx * dx + dy * dy
    share = min(1.0, max(0.0, ((x - px) * dx + (y - py) * dy) / square)) if square else 0.0
    return math.hypot(x - px - share * dx, y - py - share * dy)


def _beyond(room: Gap, by: Fraction, value: Callable[[], arb]) -> bool:
    """Whether a room, whose balls are `value`, is below `-by` mm; balls are asked where its bracket leaves it open."""
    if -room.low <= by or -room.high > by:
        return -room.high > by
    return certified(lambda: value() + ball(by))[0] < 0


def _error(solid: Solid, size: float) -> float:
    """mm. Bound for a signed distance of a corner of `solid` from a line or centre given exactly."""
    return 16 * (solid.error + FLOAT_ABSOLUTE_ULPS * (size + max(abs(x) + abs(y) for x, y in solid.corners)))


@dataclass(frozen=True)
class _Outlined:
    """What a polygon encloses."""

    corners: tuple[ExactPoint, ...]
    """mm, counter-clockwise, not closed."""

    @cached_property
    def sides(self) -> tuple[Polygon, ...]:
        """The border, side by side."""
        return segments(self.corners)

    def region(self, origin: ExactPoint) -> Region:
        from armada_sim.geometry.freeing import PolygonSide

        return PolygonSide.of(local(self.corners, origin), inside=True)


class ConvexDomain(_Outlined):
    """A convex polygon."""

    @cached_property
    def _edges(self) -> list[tuple[ExactPoint, ExactPoint]]:
        return list(zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True))

    @cached_property
    def half_planes(self) -> list[tuple[float, float, float]]:
        """(nx, ny, offset): the inside is n . p >= offset, n a unit vector."""
        planes = []
        for (qx, qy), (rx, ry) in self._edges:
            dx, dy = float(rx - qx), float(ry - qy)
            length = math.hypot(dx, dy)
            nx, ny = -dy / length, dx / length
            planes.append((nx, ny, nx * float(qx) + ny * float(qy)))
        return planes

    def room(self, solid: Solid) -> Gap:
        best, corner, plane = math.inf, solid.corners[0], self.half_planes[0]
        for nx, ny, offset in self.half_planes:
            for x, y in solid.corners:
                depth = nx * x + ny * y - offset
                if depth < best:
                    best, corner, plane = depth, (x, y), (nx, ny, offset)
        foot = (corner[0] - best * plane[0], corner[1] - best * plane[1])
        size = max(float(abs(x) + abs(y)) for x, y in self.corners)
        error = _error(solid, size)
        return decided(best, best - error, best + error, lambda: self._balls(solid), corner, foot)

    def sticks_out(self, solid: Solid, by: Fraction) -> bool:
        return _beyond(self.room(solid), by, lambda: self._balls(solid))

    def _balls(self, solid: Solid) -> arb:
        found = []
        corners = solid.balls()
        for (qx, qy), (rx, ry) in self._edges:
            dx, dy = ball(rx - qx), ball(ry - qy)
            length = (dx * dx + dy * dy).sqrt()
            found += [(dx * (y - ball(qy)) - dy * (x - ball(qx))) / length for x, y in corners]
        return ball_min(found)


@dataclass(frozen=True)
class DiscDomain:
    """A disc."""

    centre: ExactPoint
    radius: Fraction
    """mm"""

    def room(self, solid: Solid) -> Gap:
        cx, cy = float(self.centre[0]), float(self.centre[1])
        corner = max(solid.corners, key=lambda p: math.hypot(p[0] - cx, p[1] - cy))
        distance = math.hypot(corner[0] - cx, corner[1] - cy)
        reach = float(self.radius) / distance if distance else 0.0
        foot = (cx + (corner[0] - cx) * reach, cy + (corner[1] - cy) * reach)
        size = abs(cx) + abs(cy) + float(self.radius)
        shown, error = float(self.radius) - distance, _error(solid, size)
        return decided(shown, shown - error, shown + error, lambda: self._balls(solid), corner, foot)

    def sticks_out(self, solid: Solid, by: Fraction) -> bool:
        return _beyond(self.room(solid), by, lambda: self._balls(solid))

    def region(self, origin: ExactPoint) -> Region:
        from armada_sim.geometry.freeing import Disc

        return Disc(local([self.centre], origin)[0], float(self.radius))

    def _balls(self, solid: Solid) -> arb:
        cx, cy, radius = ball(self.centre[0]), ball(self.centre[1]), ball(self.radius)
        return ball_min([radius - ((x - cx) ** 2 + (y - cy) ** 2).sqrt() for x, y in solid.balls()])


class SimpleDomain(_Outlined):
    """A polygon that does not cross itself, convex or not."""

    @cached_property
    def outside(self) -> tuple[Polygon, ...]:
        """Convex parts of the outside, within a frame far around the polygon."""
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        span = (max(xs) - min(xs)) + (max(ys) - min(ys)) + 1000
        left, right, low, high = min(xs) - span, max(xs) + span, min(ys) - span, max(ys) + span
        frame = ((left, low), (right, low), (right, high), (left, high))
        return convex_parts(frame, hole=self.corners)

    def room(self, solid: Solid) -> Gap:
        gaps = [clearance(solid, side) for side in self._nearest_sides(solid)]
        nearest = min(gaps, key=lambda gap: gap.low)
        if nearest.relation is Relation.APART and self._contains(solid.corners[0]):
            return nearest
        if nearest.relation is Relation.APART:  # wholly outside
            low, high = -nearest.high, -nearest.low
            return Gap(Relation.OVERLAP, -nearest.value, low, high, nearest.on_a, nearest.on_b)
        outside = [clearance(solid, part) for part in self._met(solid)]
        worst = min(outside, key=lambda gap: gap.low)
        if worst.relation is Relation.OVERLAP:
            return worst
        touching = [gap for gap in gaps if gap.relation is not Relation.APART]
        return next((g for g in touching if g.relation is Relation.CONTACT), worst)

    def sticks_out(self, solid: Solid, by: Fraction) -> bool:
        if min(clearance(solid, side).low for side in self._nearest_sides(solid)) > by:  # all of it is in, or out
            return not self._contains(solid.corners[0])
        return any(deeper_than(solid, part, clearance(solid, part), by) for part in self._met(solid))

    @cached_property
    def _ends(self) -> list[tuple[float, float, float, float]]:
        """mm. Both ends of each side."""
        return [(*side.corners[0], *side.corners[1]) for side in self.sides]

    def _nearest_sides(self, solid: Solid) -> list[Polygon]:
        """The sides one of which is nearest to a solid; others are farther from its middle by more than it is wide."""
        corners = solid.corners
        x, y = sum(p[0] for p in corners) / len(corners), sum(p[1] for p in corners) / len(corners)
        boxed = sorted(
            (max(min(px, qx) - x, x - max(px, qx), min(py, qy) - y, y - max(py, qy), 0.0), i)
            for i, (px, py, qx, qy) in enumerate(self._ends)
        )
        room = 2 * max(math.dist((x, y), corner) for corner in corners) + _ROUNDING_MM
        near, nearest = [], math.inf
        for least, i in boxed:  # a side is no nearer than the box around it
            if least > nearest + room:
                break
            distance = _to_segment(x, y, *self._ends[i])
            nearest = min(nearest, distance)
            near.append((distance, i))
        return [self.sides[i] for distance, i in near if distance <= nearest + room]

    def _met(self, solid: Solid) -> Sequence[Polygon]:
        """The parts of the outside that a solid may meet; all of them if it meets none."""
        return [part for part in self.outside if boxes_meet(solid.box, part.box)] or self.outside

    def _contains(self, point: Point) -> bool:
        """Even-odd rule; the caller knows that `point` is clear of the border."""
        x, y = Fraction(point[0]), Fraction(point[1])
        inside = False
        for side, (_, py, _, sy) in zip(self.sides, self._ends, strict=True):
            if min(py, sy) > point[1] + _ROUNDING_MM or max(py, sy) < point[1] - _ROUNDING_MM:
                continue
            (qx, qy), (rx, ry) = side.exact_corners
            if (qy > y) != (ry > y) and x < qx + (y - qy) * (rx - qx) / (ry - qy):
                inside = not inside
        return inside


@dataclass(frozen=True)
class Unbounded:
    """The whole plane: no border at all."""

    def room(self, solid: Solid) -> Gap:
        corner = solid.corners[0]
        return Gap(Relation.APART, math.inf, math.inf, math.inf, corner, corner)

    def sticks_out(self, solid: Solid, by: Fraction) -> bool:
        return False

    def region(self, origin: ExactPoint) -> Region:
        from armada_sim.geometry.freeing import Every

        return Every(())


def polygon_domain(corners: tuple[ExactPoint, ...]) -> ConvexDomain | SimpleDomain:
    """The domain inside a simple polygon given counter-clockwise."""
    return ConvexDomain(corners) if is_convex(corners) else SimpleDomain(corners)
