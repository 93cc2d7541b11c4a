"""How far apart two convex solids are: a proved relation, a proved bracket, nearest points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING

from armada_sim.exact import ball
from armada_sim.geometry import kernel
from armada_sim.geometry.certify import ball_max, ball_min, bracket, certified
from armada_sim.geometry.solids import Point, Raised, Solid

if TYPE_CHECKING:
    from flint import arb


class Relation(Enum):
    """What two closed solids are to each other; the value is the sign of the clearance."""

    APART = 1
    CONTACT = 0
    OVERLAP = -1


@dataclass(frozen=True, slots=True)
class Gap:
    """Signed clearance of two solids."""

    relation: Relation
    """Proved (see `certify`)."""

    value: float
    """mm, to be shown: distance if apart, 0 in contact, minus the penetration depth (the least
    sideways push that separates) if they overlap."""

    low: float
    high: float
    """mm. The true clearance is proved to lie between these."""

    on_a: Point
    on_b: Point
    """Nearest points; if they overlap, the deepest corner and its projection on the other's side."""

    height: float = 0.0
    """mm above the table at which those points lie; above 0 only between polyhedra."""

    toward: tuple[float, float] | None = None
    """Unit direction in which `a` must slide to meet `b` (or against which it parts from it); None
    where the nearest points tell it."""

    @property
    def seen_from_b(self) -> Gap:
        """The same with the two solids exchanged."""
        toward = None if self.toward is None else (-self.toward[0], -self.toward[1])
        return Gap(self.relation, self.value, self.low, self.high, self.on_b, self.on_a, self.height, toward)


def _show(a: Solid, b: Solid) -> tuple[float, Point, Point]:
    """Clearance and points in floating point."""
    ax, ay = zip(*a.corners, strict=True)
    bx, by = zip(*b.corners, strict=True)
    first, edge_a, corner_b = kernel.separation(ax, ay, len(ax), bx, by, len(bx))
    second, edge_b, corner_a = kernel.separation(bx, by, len(bx), ax, ay, len(ax))
    if max(first, second) > 0:
        distance, pax, pay, pbx, pby = kernel.nearest_points(ax, ay, len(ax), bx, by, len(bx))
        return distance, (pax, pay), (pbx, pby)
    if first >= second:
        corner = b.corners[corner_b]
        return first, _foot(corner, a.corners, edge_a), corner
    corner = a.corners[corner_a]
    return second, corner, _foot(corner, b.corners, edge_b)


def _foot(point: Point, corners: tuple[Point, ...], edge: int) -> Point:
    """Foot of the perpendicular from `point` on the line of an edge."""
    (qx, qy), (rx, ry) = corners[edge], corners[(edge + 1) % len(corners)]
    dx, dy = rx - qx, ry - qy
    share = ((point[0] - qx) * dx + (point[1] - qy) * dy) / (dx * dx + dy * dy)
    return qx + share * dx, qy + share * dy


Balls = tuple[tuple["arb", "arb"], ...]


def _edge_separations(a: Balls, b: Balls) -> list[arb]:
    """For each edge of `a`, the least signed distance of a corner of `b` beyond it."""
    found = []
    for (qx, qy), (rx, ry) in zip(a, (*a[1:], a[0]), strict=True):
        dx, dy = rx - qx, ry - qy
        length = (dx * dx + dy * dy).sqrt()
        if not length > 0:
            continue
        found.append(ball_min([(dy * (x - qx) - dx * (y - qy)) / length for x, y in b]))
    return found


def separation_ball(a: Balls, b: Balls) -> arb:
    """Greatest separation along an edge normal of either, mm (separating axes); one needs area."""
    return ball_max(_edge_separations(a, b) + _edge_separations(b, a))


def distance_ball(a: Balls, b: Balls) -> arb:
    """Distance of two disjoint convex outlines as a ball, mm."""
    found = []
    for one, other in ((a, b), (b, a)):
        for px, py in one:
            for (qx, qy), (rx, ry) in zip(other, (*other[1:], other[0]), strict=True):
                found.append(point_to_edge_ball(px, py, qx, qy, rx, ry))
    return ball_min(found)


def point_to_edge_ball(px: arb, py: arb, qx: arb, qy: arb, rx: arb, ry: arb) -> arb:
    """Distance of the point P from the segment QR as a ball, mm."""
    from flint import arb

    dx, dy = rx - qx, ry - qy
    square = dx * dx + dy * dy
    share = arb(0)
    if square > 0:
        share = ((px - qx) * dx + (py - qy) * dy) / square
        share = share.max(arb(0)).min(arb(1))
    x, y = px - qx - share * dx, py - qy - share * dy
    return (x * x + y * y).nonnegative_part().sqrt()


def exact_clearance(a: Solid, b: Solid) -> tuple[Relation, arb]:
    """Relation and signed clearance by ball arithmetic alone."""

    def value() -> arb:
        corners_a, corners_b = a.balls(), b.balls()
        separation = separation_ball(corners_a, corners_b)
        if separation > 0:
            return distance_ball(corners_a, corners_b)
        return separation

    sign, result = certified(value)
    return Relation(sign), result


def clearance(a: Solid, b: Solid) -> Gap:
    """Signed clearance of two convex solids, at least one of them with positive area.

    Between two polyhedra on the table it is the least slide that changes whether they touch; anything
    else is a prism, which a polyhedron meets where its shadow does. Decided in floating point where
    the proved error allows it, in ball arithmetic otherwise.
    """
    if isinstance(a, Raised) and isinstance(b, Raised):
        from armada_sim.geometry.raised import clearance_of_raised

        return clearance_of_raised(a, b)
    a, b = _flat(a), _flat(b)
    value, on_a, on_b = _show(a, b)
    ax, ay = zip(*a.corners, strict=True)
    bx, by = zip(*b.corners, strict=True)
    error = kernel.error_bound(ax, ay, len(ax), bx, by, len(bx), a.error + b.error)
    if abs(value) > error:
        relation = Relation.APART if value > 0 else Relation.OVERLAP
        return Gap(relation, value, value - error, value + error, on_a, on_b)
    relation, result = exact_clearance(a, b)
    low, high = (0.0, 0.0) if relation is Relation.CONTACT else bracket(result)
    return Gap(relation, (low + high) / 2, low, high, on_a, on_b)


def nearest(a: Solid, others: Sequence[Solid]) -> tuple[Gap, Solid]:
    """The least clearance of a solid from some others, and from which; those whose boxes are farther away are not measured."""
    left, bottom, right, top = a.box
    order = []
    for i, other in enumerate(others):
        x0, y0, x1, y1 = other.box
        order.append((math.hypot(max(x0 - right, left - x1, 0.0), max(y0 - top, bottom - y1, 0.0)), i))
    order.sort()
    found = others[order[0][1]]
    gap = clearance(a, found)
    for apart, i in order[1:]:
        if apart * (1 - kernel.ROUNDING) > max(gap.low, 0.0):
            break
        other_gap = clearance(a, others[i])
        if other_gap.low < gap.low:
            gap, found = other_gap, others[i]
    return gap, found


def _flat(solid: Solid) -> Solid:
    """What a prism of this outline is to another prism: a polyhedron counts with its shadow."""
    return solid.shadow if isinstance(solid, Raised) else solid


def boxes_meet(a: Solid, b: Solid) -> bool:
    """Whether the boxes around what two solids cover are at most a millimetre apart; if not, the solids surely are apart."""
    return all(
        min(one) <= max(other) + 1 and min(other) <= max(one) + 1
        for one, other in zip(zip(*_flat(a).corners, strict=True), zip(*_flat(b).corners, strict=True), strict=True)
    )


def at_least(a: Solid, b: Solid, gap: Gap, limit: Fraction) -> bool:
    """Whether two solids with the clearance `gap` are at least `limit` mm apart, decided exactly."""
    shown = float(limit)  # comparing with a double is quicker by far and settles all but the nearest cases
    if gap.low > shown * (1 + kernel.ROUNDING) or gap.high < shown * (1 - kernel.ROUNDING):
        return gap.low > shown
    if gap.low >= limit or gap.high < limit:
        return gap.low >= limit
    if isinstance(a, Raised) and isinstance(b, Raised):
        from armada_sim.geometry.raised import at_least_raised

        return at_least_raised(a, b, limit)
    first, second = _flat(a), _flat(b)
    return certified(lambda: distance_ball(first.balls(), second.balls()) - ball(limit))[0] >= 0


def deeper_than(a: Solid, b: Solid, gap: Gap, depth: Fraction) -> bool:
    """Whether two solids with the clearance `gap` overlap by more than `depth` mm, decided exactly."""
    if gap.relation is not Relation.OVERLAP or -gap.low <= depth:
        return False
    if -gap.high > depth:
        return True
    if isinstance(a, Raised) and isinstance(b, Raised):
        from armada_sim.geometry.raised import deeper_than_raised

        return deeper_than_raised(a, b, depth)
    first, second = _flat(a), _flat(b)
    return certified(lambda: separation_ball(first.balls(), second.balls()) + ball(depth))[0] < 0
