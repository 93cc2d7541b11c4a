"""Is there a clear straight line from a moving base on a line to a convex target?

Frame ("gun frame"): x along the side the base slides on, from its first corner; y away from it.
A *template* of base length b slides on the x-axis; at slide t it covers the points with
t + k_j y - c_j <= x <= t + b - k_j y + c_j for each of its slopes (k_j, c_j), 0 <= y. The question:
are there a slide t in [t0, t1], a point p = (xp, 0) of the base (t <= xp <= t + b) and a point q
inside both the target and the template at t, such that the segment pq misses every blocker?

A line is written (xp, u): it runs through (xp + u y, y). Eliminating t leaves, for a given line,
upper bounds (alpha + beta u) y <= gamma + delta xp on the depth of q, so the line serves iff it
enters the target before each of these depths and before it enters a blocker. Every place where
that can change is a curve u = (n0 + n1 xp) / (m0 + m1 xp) in the plane of lines: lines through a
corner, through a crossing of the target's outline with a blocker's, and lines on which the
target's edge lies exactly at a bound. Two such curves meet where a quadratic in xp vanishes.
Between neighbouring such xp, and then between neighbouring curves, nothing changes, so one sample
per cell decides. All of it runs in balls of the finest precision; degenerate cells are those
narrower than the contact threshold.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from flint import arb

from armada_sim.geometry._shade import open_or_shaded
from armada_sim.geometry.certify import settled_sign
from armada_sim.geometry.template import BallPoint
from armada_sim.geometry.tolerance import PRECISIONS_BITS, SIGHT_FILTER_MM, SIGHT_FILTER_RATE, SIGHT_FILTER_SIZE_MM

FINEST = PRECISIONS_BITS[-1]

SHADED = 1
"""Blockers from which on lines are first looked for in doubles, which mostly tells sooner than balls."""


@dataclass(frozen=True)
class Scene:
    """One question in the gun frame, at the finest precision."""

    target: tuple[BallPoint, ...]
    """Corners of a convex polygon counter-clockwise, of a segment (two) or a point (one)."""

    blockers: tuple[tuple[BallPoint, ...], ...]
    """Convex polygons, counter-clockwise."""

    base: arb
    lines: tuple[tuple[arb, arb], ...]
    """(k, c) of the template's slopes."""

    first: arb
    """t0"""

    last: arb
    """t1"""

    side: arb
    """mm. Length of the side; p must lie on it."""

    touching_reaches: bool = False
    """A target that only touches the template may be hit (else an inner point is needed)."""

    grazing_passes: bool = False
    """A line that only touches a blocker is clear."""

    depth: arb | None = None
    """mm. Needed with `blunt`."""

    blunt: bool = False
    """The template's tip is cut off at `depth`."""


@dataclass(frozen=True, slots=True)
class Line:
    """A clear line: from (start, 0) to (x, y), under the template at some slide."""

    start: arb
    x: arb
    y: arb


def sign(value: arb) -> int:
    """Sign at the finest precision; what is within the contact threshold is 0."""
    settled = settled_sign(value, FINEST)
    return 0 if settled is None else settled


HalfPlane = tuple[arb, arb, arb]
"""(a, c, d): the inside is a x + c y <= d, (a, c) a unit vector."""


def half_planes(corners: Sequence[BallPoint]) -> list[HalfPlane]:
    """The sides of a convex polygon; a segment or point gets the sides of its bounding strip."""
    planes = []
    if len(corners) == 1:
        x, y = corners[0]
        one, zero = arb(1), arb(0)
        return [(one, zero, x), (-one, zero, -x), (zero, one, y), (zero, -one, -y)]
    for (qx, qy), (rx, ry) in zip(corners, (*corners[1:], corners[0]), strict=True):
        dx, dy = rx - qx, ry - qy
        length = (dx * dx + dy * dy).sqrt()
        a, c = dy / length, -dx / length
        planes.append((a, c, a * qx + c * qy))
        if len(corners) == 2:
            planes.append((dx / length, dy / length, (dx * rx + dy * ry) / length))
    return planes


Bound = tuple[arb, arb, arb, arb]
"""(alpha, beta, gamma, delta): (alpha + beta u) y <= gamma + delta xp."""


def _reach_bounds(scene: Scene) -> list[Bound]:
    """Upper bounds on the depth of a point that some slide covers together with p."""
    zero, one, b = arb(0), arb(1), scene.base
    bounds: list[Bound] = []
    for k, c in scene.lines:
        bounds += [(k, one, b + c, zero), (k, -one, b + c, zero)]
        bounds += [(k, one, scene.last + b + c, -one), (k, -one, c - scene.first, one)]
        bounds += [(k + other, zero, b + c + inset, zero) for other, inset in scene.lines]
    if scene.blunt:
        assert scene.depth is not None
        bounds.append((one, zero, scene.depth, zero))
    return bounds


def start_range(scene: Scene) -> tuple[arb, arb]:
    """Least and greatest xp."""
    return scene.first.max(arb(0)), (scene.last + scene.base).min(scene.side)


def _span(
    planes: Sequence[HalfPlane], xp: arb, u: arb, *, inside: bool = False
) -> tuple[arb | None, arb | None] | None:
    """Depths (enter, leave) of the line in a convex region; None if it misses. None = unlimited.

    inside: a line along an edge misses, since it meets no inner point.
    """
    enter: arb | None = None
    leave: arb | None = None
    for a, c, d in planes:
        rate, rest = a * u + c, d - a * xp
        match sign(rate):
            case 0:
                if sign(rest) < (1 if inside else 0):
                    return None
            case 1:
                leave = rest / rate if leave is None else leave.min(rest / rate)
            case _:
                enter = rest / rate if enter is None else enter.max(rest / rate)
    if enter is not None and leave is not None and sign(leave - enter) < 0:
        return None
    return enter, leave


FloatPlane = tuple[float, float, float]


def float_span(planes: Sequence[FloatPlane], xp: float, u: float) -> tuple[float, float, bool]:
    """Depths (enter, leave) in doubles; False if a plane nearly parallel to the line was left out."""
    enter, leave, complete = -math.inf, math.inf, True
    for a, c, d in planes:
        rate = a * u + c
        if abs(rate) < SIGHT_FILTER_RATE:
            complete = False
        elif rate > 0:
            leave = min(leave, (d - a * xp) / rate)
        else:
            enter = max(enter, (d - a * xp) / rate)
    return enter, leave, complete


@dataclass(frozen=True)
class Prepared:
    """A scene with the half-planes of its solids."""

    scene: Scene
    target: list[HalfPlane]
    blockers: list[list[HalfPlane]]
    bounds: list[Bound]
    shown: list[list[FloatPlane]]
    """The half-planes of each blocker as doubles."""

    @cached_property
    def _shown(self) -> tuple[list[FloatPlane], list[tuple[float, float, float, float]]]:
        """The target's planes and the bounds as doubles."""
        return _doubles(self.target), [(float(a), float(b), float(g), float(d)) for a, b, g, d in self.bounds]

    def among(self, blockers: Sequence[int]) -> Prepared:
        """The same with some of its blockers only."""
        return replace(self, blockers=[self.blockers[i] for i in blockers], shown=[self.shown[i] for i in blockers])

    def surely_useless(self, xp: float, u: float) -> bool:
        """Whether doubles prove that a line does not serve; False proves nothing.

        Depths are quotients with a divisor above `SIGHT_FILTER_RATE` of numbers below
        `SIGHT_FILTER_SIZE_MM`, each off by a few picometres at most, so they are good to far better than
        the `SIGHT_FILTER_MM` by which every comparison here must be decided.
        """
        target, bounds = self._shown
        if abs(xp) + abs(u) > SIGHT_FILTER_SIZE_MM:
            return False
        span = float_span(target, xp, u)
        enter, leave = max(0.0, span[0]), span[1]
        if enter > leave + SIGHT_FILTER_MM:
            return True
        for alpha, beta, gamma, delta in bounds:
            rate = alpha + beta * u
            if rate > 0 and gamma + delta * xp - rate * enter < -SIGHT_FILTER_MM * (1 + rate):
                return True
        for planes in self.shown:
            begin, end, complete = float_span(planes, xp, u)
            begin = max(0.0, begin)
            if complete and end > begin + SIGHT_FILTER_MM and begin < enter - SIGHT_FILTER_MM:
                return True
        return False

    def reached(self, xp: arb, u: arb) -> tuple[arb, arb | None] | None:
        """Depths (least, greatest) at which q may lie on this line if nothing blocks it; None if it does not serve."""
        scene, zero = self.scene, arb(0)
        span = _span(self.target, xp, u)
        if span is None:
            return None
        enter = zero if span[0] is None else span[0].max(zero)
        thin = len(scene.target) < 3
        stop = span[1]
        if stop is not None and sign(stop - enter) < (0 if thin or scene.touching_reaches else 1):
            return None
        needed = 0 if scene.touching_reaches else 1
        for alpha, beta, gamma, delta in self.bounds:
            rate, room = alpha + beta * u, gamma + delta * xp
            if sign(room - rate * enter) < needed:
                return None
            if sign(rate) > 0:
                stop = room / rate if stop is None else stop.min(room / rate)
        return enter, stop

    def entry(self, planes: Sequence[HalfPlane], xp: arb, u: arb) -> arb | None:
        """The depth at which a line enters a blocker, None if it passes it by."""
        grazing = self.scene.grazing_passes
        span = _span(planes, xp, u, inside=grazing)
        if span is None or (span[1] is not None and sign(span[1]) < 0):
            return None
        begin = arb(0) if span[0] is None else span[0].max(arb(0))
        return None if grazing and span[1] is not None and sign(span[1] - begin) <= 0 else begin

    def stops(self, begin: arb, enter: arb) -> bool:
        """Whether a line that enters a blocker at a depth is blocked before it enters the target at another."""
        return sign(begin - enter) < (0 if self.scene.grazing_passes else 1)

    def line(self, xp: arb, u: arb) -> Line | None:
        """A line, ending at a point q, if it serves."""
        reached = self.reached(xp, u)
        if reached is None:
            return None
        enter, stop = reached
        for planes in self.blockers:
            begin = self.entry(planes, xp, u)
            if begin is None:
                continue
            if self.stops(begin, enter):
                return None
            stop = begin if stop is None else stop.min(begin)
        y = enter if stop is None else (enter + stop) / 2
        return Line(xp, xp + u * y, y)


def _doubles(planes: Sequence[HalfPlane]) -> list[FloatPlane]:
    return [(float(a), float(c), float(d)) for a, c, d in planes]


def prepare(scene: Scene) -> Prepared:
    """The scene with the half-planes of its solids, at the working precision."""
    blockers = [half_planes(c) for c in scene.blockers]
    return Prepared(scene, half_planes(scene.target), blockers, _reach_bounds(scene), [_doubles(p) for p in blockers])


Curve = tuple[arb, arb, arb, arb]
"""(n0, n1, m0, m1): u = (n0 + n1 xp) / (m0 + m1 xp)."""


def _crossings(first: Sequence[HalfPlane], second: Sequence[HalfPlane]) -> list[BallPoint]:
    """Points where the outline of one convex polygon crosses that of the other."""
    points = []
    for a, c, d in first:
        for e, f, g in second:
            area = a * f - c * e
            if not sign(area):
                continue
            x, y = (d * f - c * g) / area, (a * g - d * e) / area
            if all(sign(p * x + q * y - r) <= 0 for p, q, r in (*first, *second)):
                points.append((x, y))
    return points


TARGET = -1
"""Whose the curves are that belong to no blocker."""


def owned_curves(ready: Prepared) -> list[tuple[int, Curve]]:
    """Every curve, and which blocker it belongs to (`TARGET`: none)."""
    scene = ready.scene
    points = [(TARGET, point) for point in scene.target]
    around = _extent(scene.target)
    for owner, (corners, planes) in enumerate(zip(scene.blockers, ready.blockers, strict=True)):
        found = [*corners, *(_crossings(ready.target, planes) if _meet(_extent(corners), around) else ())]
        points += [(owner, point) for point in found]
    one, zero = arb(1), arb(0)
    curves = [(owner, (x, -one, y, zero)) for owner, (x, y) in points if sign(y) > 0]
    for a, c, d in ready.target:
        for alpha, beta, gamma, delta in ready.bounds:
            curve = (c * gamma - alpha * d, c * delta + alpha * a, beta * d - a * gamma, -a * (beta + delta))
            curves.append((TARGET, curve))
    return curves


def _extent(corners: Sequence[BallPoint]) -> tuple[float, float, float, float]:
    xs, ys = [float(x) for x, _ in corners], [float(y) for _, y in corners]
    return min(xs), max(xs), min(ys), max(ys)


def _meet(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    """Whether two boxes (left, right, bottom, top) may meet."""
    return (
        max(one[0], other[0]) <= min(one[1], other[1]) + SIGHT_FILTER_MM
        and max(one[2], other[2]) <= min(one[3], other[3]) + SIGHT_FILTER_MM
    )


def _critical_starts(ready: Prepared, curves: Sequence[Curve]) -> list[arb]:
    """Every xp at which the order of the curves, or what lies at y = 0, can change."""
    found: list[arb] = []

    def linear(rest: arb, rate: arb) -> None:
        if sign(rate):
            found.append(-rest / rate)

    for planes in (ready.target, *ready.blockers):
        for a, _, d in planes:
            linear(-d, a)
    for n0, n1, m0, m1 in curves:
        linear(m0, m1)
        linear(n0, n1)
    for i, (n0, n1, m0, m1) in enumerate(curves):
        for p0, p1, q0, q1 in curves[i + 1 :]:
            c0 = n0 * q0 - p0 * m0
            c1 = n0 * q1 + n1 * q0 - p0 * m1 - p1 * m0
            c2 = n1 * q1 - p1 * m1
            if not sign(c2):
                linear(c0, c1)
                continue
            square = c1 * c1 - 4 * c0 * c2
            if square < 0:
                continue
            root = square.nonnegative_part().sqrt()
            found += [(-c1 - root) / (2 * c2), (-c1 + root) / (2 * c2)]
    return found


def _samples(values: Sequence[arb], low: arb, high: arb, *, ends: bool) -> list[arb]:
    """A value inside each gap between neighbouring `values` in [low, high], widest gap first.

    ends: the values themselves too. Gaps no wider than the contact threshold are skipped.
    """
    inner = [v for v in values if v.is_finite() and sign(v - low) > 0 and sign(high - v) > 0]
    ordered = [low, *sorted(inner, key=lambda v: v.mid()), high]
    distinct = [ordered[0]]
    for value in ordered[1:]:
        if sign(value - distinct[-1]) > 0:
            distinct.append(value)
    if len(distinct) == 1:
        return distinct
    pairs = sorted(itertools.pairwise(distinct), key=lambda pair: pair[0].mid() - pair[1].mid())
    gaps = [((p + q) / 2).mid() for p, q in pairs]
    return gaps + distinct if ends else gaps


def out_of_reach(scene: Scene) -> bool:
    """Whether a target with an area is proved to lie outside everything the template can cover."""
    if len(scene.target) < 3 or scene.depth is None:
        return False
    middle = scene.base / 2
    planes: list[HalfPlane] = [(arb(0), arb(1), scene.depth)]
    for k, c in scene.lines:  # first + k y - c <= x <= last + b - k y + c
        norm = (1 + k * k).sqrt()
        planes += [(-1 / norm, k / norm, (c - scene.first) / norm)]
        planes += [(1 / norm, k / norm, (scene.last + 2 * middle + c) / norm)]
    planes.append((arb(0), arb(-1), arb(0)))
    limit = 1 if scene.touching_reaches else 0
    return any(all(sign(a * x + c * y - d) >= limit for x, y in scene.target) for a, c, d in planes)


def soon(ready: Prepared, low: arb, high: arb) -> Line | bool:
    """Among blockers: a line that serves, or whether it is proved that none does, where that is found soon."""
    scene = ready.scene
    if len(scene.blockers) < SHADED:
        return False

    def serves(xp: float, u: float) -> Line | None:
        return ready.line(arb(xp), arb(u)) if low < xp < high else None

    planes, bounds = ready._shown
    target, *blockers = [[(float(x), float(y)) for x, y in shape] for shape in (scene.target, *scene.blockers)]
    ends = float(scene.first), float(scene.last + scene.base)
    return open_or_shaded(serves, target, planes, bounds, blockers, (float(low), float(high)), ends)


Ways = tuple["arb | None", "arb | None"]
"""Least and greatest direction; None: any."""


def line_in_cells(ready: Prepared, curves: Sequence[Curve], starts: tuple[arb, arb], ways: Ways) -> Line | None:
    """A clear line that starts and goes between these, or None: one line of each cell between the curves is decided.

    curves: all that pass between them. It takes work that grows with the cube of their number.
    """
    scene = ready.scene
    closed = scene.touching_reaches or scene.grazing_passes
    for xp in _samples(_critical_starts(ready, curves), *starts, ends=closed):
        for u in _directions(ready, curves, xp, ways, ends=closed or len(scene.target) < 3):
            line = None if ready.surely_useless(float(xp), float(u)) else ready.line(xp, u)
            if line is not None:
                return line
    return None


def _directions(ready: Prepared, curves: Sequence[Curve], xp: arb, ways: Ways, *, ends: bool) -> list[arb]:
    """One direction in each cell of the lines through (xp, 0)."""
    values = []
    for n0, n1, m0, m1 in curves:
        rate = m0 + m1 * xp
        if sign(rate):
            values.append((n0 + n1 * xp) / rate)
    finite = [*(v for v in values if v.is_finite()), *(way for way in ways if way is not None)]
    if not finite:
        return []
    low, high = ways
    low = min(finite, key=lambda v: v.mid()) - 1 if low is None else low
    high = max(finite, key=lambda v: v.mid()) + 1 if high is None else high
    return _samples(finite, low, high, ends=ends)
