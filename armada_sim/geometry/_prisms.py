"""How far apart two prisms are, by their outlines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from armada_sim.geometry.certify import ball_max, ball_min
from armada_sim.geometry.gap import Gap, decided
from armada_sim.geometry.kernel import outlines
from armada_sim.geometry.solids import Point, Solid

if TYPE_CHECKING:
    from flint import arb


def _show(a: Solid, b: Solid) -> tuple[float, Point, Point]:
    """Clearance and points in floating point."""
    ax, ay = zip(*a.corners, strict=True)
    bx, by = zip(*b.corners, strict=True)
    first, edge_a, corner_b = outlines.separation(ax, ay, len(ax), bx, by, len(bx))
    second, edge_b, corner_a = outlines.separation(bx, by, len(bx), ax, ay, len(ax))
    if max(first, second) > 0:
        distance, pax, pay, pbx, pby = outlines.nearest_points(ax, ay, len(ax), bx, by, len(bx))
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


def signed_ball(a: Solid, b: Solid) -> arb:
    """Signed clearance as a ball, mm."""
    corners_a, corners_b = a.balls(), b.balls()
    separation = separation_ball(corners_a, corners_b)
    return distance_ball(corners_a, corners_b) if separation > 0 else separation


def clearance_of_prisms(a: Solid, b: Solid) -> Gap:
    """Signed clearance of two convex outlines, at least one of them with positive area.

    Decided in floating point where the proved error allows it, in ball arithmetic otherwise.
    """
    value, on_a, on_b = _show(a, b)
    ax, ay = zip(*a.corners, strict=True)
    bx, by = zip(*b.corners, strict=True)
    error = outlines.error_bound(ax, ay, len(ax), bx, by, len(bx), a.error + b.error)
    return decided(value, value - error, value + error, lambda: signed_ball(a, b), on_a, on_b)
