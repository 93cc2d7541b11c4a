"""Polyhedra resting on the table: how far apart.

Two such pieces only slide and turn on the table, so what counts is the plane: A shifted by v meets
B when v lies in B - A at equal heights. The sections of a polyhedron between its levels are convex
combinations, A(h) = (1 - t) A(0) + t A(1), so the union over all heights of the differences
A(h) - B(h) between two neighbouring levels is the convex hull of the differences at the two levels,
and the whole is the convex hull M of the differences at every level of either piece, up to the lower
of the two tops (it is convex because A - B is, in space). The signed clearance is the signed
distance of the origin from M: the least slide on the table that makes the pieces touch, or, with a
minus, that parts them. `docs/exactness.md` has the proof in full.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from armada_sim.geometry._prisms import point_to_edge_ball
from armada_sim.geometry.certify import ball_max, ball_min
from armada_sim.geometry.exact import Length, Surd, SurdSum, direction_float
from armada_sim.geometry.gap import Gap, decided
from armada_sim.geometry.kernel import outlines
from armada_sim.geometry.solids import Body, Levels, OutlineCorners as Corners, Place, Point, Raised

if TYPE_CHECKING:
    from flint import arb

Balls = list[tuple["arb", "arb"]]


@dataclass(frozen=True)
class _JointLevel:
    """The sections of two shapes at one height, each in its own frame."""

    height: float
    """mm above the table"""

    a: Corners
    b: Corners

    a_floats: tuple[Point, ...]
    b_floats: tuple[Point, ...]


def _square(height: Surd) -> Fraction:
    return height.coefficient**2 * height.radicand


def _between(low: Surd, high: Surd, start: Surd, end: Surd, at: Surd) -> Length:
    """The coordinate at height `at` that is `start` at height `low` and `end` at height `high`, exactly."""
    rise = high.coefficient - low.coefficient
    change = Surd(end.coefficient - start.coefficient, end.radicand if end.coefficient else start.radicand)
    fixed = Surd(
        start.coefficient - change.coefficient * low.coefficient / rise,
        start.radicand if start.coefficient else change.radicand,
    )
    moving = Surd(change.coefficient * at.coefficient / rise, change.radicand * at.radicand / high.radicand)
    return SurdSum(fixed, moving)


def section(levels: Levels, height: Surd) -> Corners:
    """Corners of a shape's section at a height between 0 and its top, in its own frame."""
    for k, level in enumerate(levels.heights):
        if _square(level) == _square(height):
            return tuple(dict.fromkeys(levels.corners[k]))
        if _square(level) > _square(height):
            low, high = levels.heights[k - 1], level
            pairs = zip(levels.corners[k - 1], levels.corners[k], strict=True)
            return tuple(
                (_between(low, high, p[0], q[0], height), _between(low, high, p[1], q[1], height)) for p, q in pairs
            )
    raise ValueError("the height is above the shape")


@lru_cache(maxsize=256)
def joint_levels(a: Levels, b: Levels) -> tuple[_JointLevel, ...]:
    """Both shapes' sections at every level of either, up to the lower top."""
    top = min(_square(a.heights[-1]), _square(b.heights[-1]))
    heights = {_square(h): h for h in (*a.heights, *b.heights) if _square(h) <= top}
    found = []
    for square in sorted(heights):
        of_a, of_b = section(a, heights[square]), section(b, heights[square])
        found.append(_JointLevel(float(heights[square]), of_a, of_b, _floats(of_a), _floats(of_b)))
    return tuple(found)


def _floats(corners: Corners) -> tuple[Point, ...]:
    return tuple((float(along), float(across)) for along, across in corners)


def _corners_at(corners: Sequence[Point], place: Place) -> list[Point]:
    x, y = place.origin
    cosine, sine = direction_float(place.heading)
    return [(x + a * cosine - c * sine, y + a * sine + c * cosine) for a, c in corners]


def difference_error(a: Raised, b: Raised) -> float:
    """mm. Bound for each coordinate of a difference; a section has a few roundings more than a corner."""
    return 2.0 * (a.error + b.error)


def differences(a: Raised, b: Raised) -> Balls:
    """The points whose convex hull is M, as balls; in the order of `clearance_of_raised`."""
    found: Balls = []
    for level in joint_levels(a.levels, b.levels):
        of_b = Body(level.b, b.place).balls()
        found += [(ax - bx, ay - by) for ax, ay in Body(level.a, a.place).balls() for bx, by in of_b]
    return found


def _edges(px: Sequence[float], py: Sequence[float], error: float) -> list[tuple[int, int]]:
    """Pairs of points that may span an edge of the hull, counter-clockwise; perhaps a few more."""
    size = max(abs(x) + abs(y) for x, y in zip(px, py, strict=True))
    slack = 64.0 * (error + outlines.ROUNDING * size) * size  # mm^2; four times what a product may be off
    found = []
    for i, j in product(range(len(px)), repeat=2):
        dx, dy = px[j] - px[i], py[j] - py[i]
        if i != j and all(dx * (y - py[i]) - dy * (x - px[i]) >= -slack for x, y in zip(px, py, strict=True)):
            found.append((i, j))
    return found


def hull_sides(a: Raised, b: Raised) -> tuple[list[Point], list[tuple[int, int]]]:
    """The points whose convex hull is M, mm, in the order of `differences`, and pairs of them that span its sides
    (perhaps a few more)."""
    px, py, _ = _points(a, b)
    return list(zip(px, py, strict=True)), _edges(px, py, difference_error(a, b))


def _distance_ball(points: Balls, edges: Sequence[tuple[int, int]]) -> arb:
    """Signed distance of the origin from the hull of some points, mm, given what may be its edges.

    Every pair is a pair of points of the hull, so one too many changes nothing. Two points that
    cannot be told apart at this precision span no direction; leaving their pair out moves the hull
    by no more than their distance, which widens the ball.
    """
    from flint import arb

    separations, slack, zero = [], 0.0, arb(0)
    for i, j in edges:
        (px, py), (qx, qy) = points[i], points[j]
        dx, dy = qx - px, qy - py
        length = (dx * dx + dy * dy).nonnegative_part().sqrt()
        if not length > 0:
            slack += 2.0 * float(length.upper())
            continue
        separations.append(ball_min([(dx * y - dy * x) / length for x, y in points]))
    result = ball_max(separations)
    if result - slack > 0:
        result = ball_min([point_to_edge_ball(zero, zero, *points[i], *points[j]) for i, j in edges])
    return result + arb(0, slack)


def signed_ball_of_raised(a: Raised, b: Raised) -> Callable[[], arb]:
    """What gives the signed clearance of two polyhedra as a ball at the working precision, mm."""
    edges: list[tuple[int, int]] = []

    def value() -> arb:
        if not edges:  # most signs are settled in doubles: then nobody asks
            px, py, _ = _points(a, b)
            edges.extend(_edges(px, py, difference_error(a, b)))
        return _distance_ball(differences(a, b), edges)

    return value


_Pairing = tuple[Point, Point, float]
"""A corner of each piece's section at the same height, mm, and that height."""


def _points(a: Raised, b: Raised) -> tuple[list[float], list[float], list[_Pairing]]:
    """The points whose convex hull is M, as doubles, and where each comes from."""
    pairings = []
    for level in joint_levels(a.levels, b.levels):
        of_b = _corners_at(level.b_floats, b.place)
        pairings += [(p, q, level.height) for p in _corners_at(level.a_floats, a.place) for q in of_b]
    return [p[0] - q[0] for p, q, _ in pairings], [p[1] - q[1] for p, q, _ in pairings], pairings


def clearance_of_raised(a: Raised, b: Raised) -> Gap:
    """Signed clearance of two polyhedra on the table: the least slide that changes whether they touch.

    Decided in floating point where the proved error allows it, in ball arithmetic otherwise.
    """
    px, py, pairings = _points(a, b)
    low, high, nx, ny, i, j, share = outlines.hull_clearance(px, py, len(px), difference_error(a, b))
    (pi, qi, hi), (pj, qj, hj) = pairings[i], pairings[j]
    on_a = (pi[0] + share * (pj[0] - pi[0]), pi[1] + share * (pj[1] - pi[1]))
    on_b = (qi[0] + share * (qj[0] - qi[0]), qi[1] + share * (qj[1] - qi[1]))
    height = hi + share * (hj - hi)
    value = signed_ball_of_raised(a, b)
    return decided((low + high) / 2, low, high, value, on_a, on_b, height, (nx, ny))


def hull_corners(a: Levels, b: Raised) -> list[tuple[Point, Point]]:
    """The pairs of corners whose differences span M: A's in its own frame, B's on the table, mm."""
    found = []
    for level in joint_levels(a, b.levels):
        of_b = _corners_at(level.b_floats, b.place)
        found += [(own, corner) for own in level.a_floats for corner in of_b]
    return found
