"""Gun sides and where the large piece may be laid along them (clauses shot.side, shot.fit).

The gun frame of a side: x from the shoulder (base corner) to the tip, y outwards. The large piece
at slide t has its base from x = t to x = t + b_L.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flint import arb

from armada_sim.geometry import (
    BallPoint,
    Body,
    ConvexDomain,
    DiscDomain,
    Domain,
    HalfPlane,
    SimpleDomain,
    Solid,
    Surd,
    Template,
    area,
    ball,
    ball_max,
    ball_min,
    clip,
    half_planes,
    sign,
    template_at,
)
from armada_sim.table import Outline, Rules, Ship

LONG_SIDES = ("left", "right")
"""The gun sides of a ship, seen from base towards tip."""

_COVER_STEPS = 30
"""Thirds taken when the best covered share is sought: 1e-5 of the side."""

Slides = list[tuple[arb, arb]]
"""Closed intervals of slides, mm, in order; an interval may be a single point."""


def large_template(rules: Rules) -> Template:
    """The large piece as it is laid on a side, in the footprint in force."""
    large = rules.template
    left = large.corners[large.left_tip :]
    half = Surd(large.base / 2)
    points = [(along, Surd(half.coefficient - across.coefficient)) for along, across in left]
    pairs = [(y0, inset0, y1, inset1) for (y1, inset1), (y0, inset0) in itertools.pairwise(points)]
    return Template(Surd(large.base), large.step, tuple(pairs))


@dataclass(frozen=True)
class GunSide:
    """One side of a ship, with the exact frame along it."""

    ship: Ship
    outline: Outline
    side: str
    """One of `LONG_SIDES`."""

    @cached_property
    def body(self) -> Body:
        """The ship's outline where it lies."""
        return self.outline.flat(self.ship.pose.place)

    @cached_property
    def _ends(self) -> tuple[int, int]:
        """Indices of the corners at x = 0 and at the far end."""
        if self.side == "left":
            return self.outline.left_shoulder, self.outline.left_tip
        return self.outline.right_shoulder, self.outline.right_tip

    @property
    def edge(self) -> Body:
        """The side itself, a segment, where it lies."""
        return Body(tuple(self.outline.corners[i] for i in self._ends), self.ship.pose.place)

    @property
    def _outwards(self) -> int:
        """+1 if outwards is to the left of the side's direction, -1 if to the right."""
        return {"left": 1, "right": -1}[self.side]

    @property
    def length_text(self) -> float:
        """mm. Length of the side as a double."""
        (ax, ay), (bx, by) = (self.body.corners[i] for i in self._ends)
        return float(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)

    def length(self) -> arb:
        """mm. Length of the side at the working precision, from the outline."""
        (a, c), (d, e) = (self.outline.corners[i] for i in self._ends)
        dx, dy = d.ball() - a.ball(), e.ball() - c.ball()
        return (dx * dx + dy * dy).sqrt()

    def axes_float(self) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float]]:
        """Origin, direction along the side and direction outwards, as doubles."""
        (ax, ay), (bx, by) = (self.body.corners[i] for i in self._ends)
        length = self.length_text
        wx, wy = (bx - ax) / length, (by - ay) / length
        return (ax, ay), (wx, wy), (-self._outwards * wy, self._outwards * wx)

    def to_frame(self, corners: Sequence[BallPoint]) -> tuple[BallPoint, ...]:
        """Table points in the gun frame, counter-clockwise again, at the working precision."""
        (ax, ay), (bx, by) = (self.body.balls()[i] for i in self._ends)
        length = self.length()
        wx, wy = (bx - ax) / length, (by - ay) / length
        mx, my = -self._outwards * wy, self._outwards * wx
        moved = [((x - ax) * wx + (y - ay) * wy, (x - ax) * mx + (y - ay) * my) for x, y in corners]
        return tuple(moved if self._outwards > 0 else moved[::-1])

    def to_table(self, x: float, y: float) -> tuple[float, float]:
        """A point of the gun frame on the table, doubles."""
        (ax, ay), (wx, wy), (mx, my) = self.axes_float()
        return ax + x * wx + y * mx, ay + x * wy + y * my

    def walls(self, domain: Domain) -> list[HalfPlane]:
        """Half-planes of a convex surface in the gun frame."""
        assert isinstance(domain, ConvexDomain)
        return half_planes(self.to_frame([(ball(x), ball(y)) for x, y in domain.corners]))


def base_slides(gun: GunSide, template: Template) -> Slides:
    """The slides at which the large piece's whole base lies on the side; empty if the ship is disarmed."""
    low, high = arb(0), gun.length() - template.base.ball()
    return [] if sign(high) < 0 else [(low, high)]


def intersect(slides: Slides, low: arb | None, high: arb | None) -> Slides:
    """The slides within [low, high]."""
    found = []
    for start, end in slides:
        start = start if low is None else start.max(low)
        end = end if high is None else end.min(high)
        if sign(end - start) >= 0:
            found.append((start, end))
    return found


def _at_most(slides: Slides, rate: arb, room: arb) -> Slides:
    """The slides t at which rate * t <= room."""
    match sign(rate):
        case 0:
            return slides if sign(room) >= 0 else []
        case 1:
            return intersect(slides, None, room / rate)
        case _:
            return intersect(slides, room / rate, None)


def without(slides: Slides, low: arb, high: arb) -> Slides:
    """The slides outside the open interval (low, high)."""
    return intersect(slides, None, low) + intersect(slides, high, None)


def _overlap_slides(template: Template, corners: tuple[BallPoint, ...]) -> tuple[arb, arb] | None:
    """The open interval of slides at which the template overlaps a convex polygon, or None."""
    shape = template_at(template, arb(0))
    low: arb | None = None
    high: arb | None = None
    planes = [(plane, shape) for plane in half_planes(corners)]
    planes += [((-a, -c, -d), corners) for a, c, d in half_planes(shape)]
    for i, ((a, c, d), other) in enumerate(planes):
        heights = [a * x + c * y for x, y in other]
        room = d - ball_min(heights) if i < len(corners) else ball_max(heights) - d
        match sign(a):
            case 0:
                if sign(room) <= 0:
                    return None
            case 1:
                high = room / a if high is None else high.min(room / a)
            case _:
                low = room / a if low is None else low.max(room / a)
    if low is None or high is None or sign(high - low) <= 0:
        return None
    return low, high


def _surface_slides(slides: Slides, gun: GunSide, template: Template, domain: Domain) -> Slides:
    """The slides at which the whole template lies on the surface."""
    shape = template_at(template, arb(0))
    if isinstance(domain, ConvexDomain):
        for a, c, d in gun.walls(domain):
            for x, y in shape:
                slides = _at_most(slides, a, d - a * x - c * y)
    elif isinstance(domain, DiscDomain):
        ((cx, cy),) = gun.to_frame([(ball(domain.centre[0]), ball(domain.centre[1]))])
        for x, y in shape:
            square = ball(domain.radius) ** 2 - (y - cy) ** 2
            if sign(square) < 0:
                return []
            root = square.nonnegative_part().sqrt()
            slides = intersect(slides, cx - x - root, cx - x + root)
    elif isinstance(domain, SimpleDomain):
        for part in domain.outside:
            taken = _overlap_slides(template, gun.to_frame(part.balls()))
            if taken is not None:
                slides = without(slides, *taken)
    return slides


def fitting_slides(
    slides: Slides, gun: GunSide, template: Template, others: Sequence[Solid], rules: Rules, domain: Domain
) -> Slides:  # fmt: skip
    """The slides that physical_fit leaves."""
    if rules.physical_fit == "virtual":
        return slides
    slides = _surface_slides(slides, gun, template, domain)
    for other in others:
        taken = _overlap_slides(template, gun.to_frame(other.balls()))
        if taken is not None:
            slides = without(slides, *taken)
    return slides


def least_depth(corners: Sequence[BallPoint]) -> arb:
    """Least y of a polygon, not below the side itself."""
    return ball_min([y for _, y in corners]).max(arb(0))


def covering_slides(slides: Slides, template: Template, target: tuple[BallPoint, ...], in_area: str) -> Slides:
    """The slides at which the template covers half, or all, of the target (in_area)."""
    shape = half_planes(template_at(template, arb(0)))
    if in_area == "whole":
        for a, c, d in shape:
            for x, y in target:  # inside at slide t: a (x - t) + c y <= d
                slides = _at_most(slides, -a, d - a * x - c * y)
        return slides
    if in_area == "half":
        return [part for interval in slides for part in _half_slides(interval, template, target)]
    return slides


def covered_area(template: Template, slide: arb, target: tuple[BallPoint, ...]) -> arb:
    """mm^2 of the target under the template."""
    part = clip(target, half_planes(template_at(template, slide)))
    return area(part) if len(part) > 2 else arb(0)


def most_covered(slides: Slides, template: Template, target: tuple[BallPoint, ...]) -> float:
    """About the largest share of the target that a slide covers, for a sentence.

    The square root of the covered area is concave where it is not zero (Brunn-Minkowski), so thirds
    close in on its maximum once the search starts between the slides where the two first meet.
    """
    whole, best = area(target), 0.0
    meeting = _overlap_slides(template, target)
    for low, high in intersect(slides, *meeting) if meeting else []:
        start, end = low.mid(), high.mid()
        for _ in range(_COVER_STEPS):
            third = (end - start) / 3
            left, right = (float(covered_area(template, s, target) / whole) for s in (start + third, end - third))
            best = max(best, left, right)
            start, end = (start + third, end) if left < right else (start, end - third)
    return best


def _half_slides(interval: tuple[arb, arb], template: Template, target: tuple[BallPoint, ...]) -> Slides:
    """Slides at which at least half of the target is covered.

    The covered area is a quadratic of the slide between the slides at which a corner of one crosses
    an edge of the other, and its square root is concave (Brunn-Minkowski), so they form an interval.
    """
    low, high = interval
    half = area(target) / 2
    if sign(high - low) == 0:
        return [interval] if sign(covered_area(template, low, target) - half) >= 0 else []
    shape = template_at(template, arb(0))
    stops = [low, high]
    for corners, other, direction in ((target, half_planes(shape), 1), (shape, half_planes(target), -1)):
        for a, c, d in other:
            if sign(a):
                stops += [direction * (a * x + c * y - d) / a for x, y in corners]
    stops = sorted((s for s in stops if sign(s - low) >= 0 and sign(high - s) >= 0), key=lambda s: s.mid())
    good: list[arb] = [s for s in stops if sign(covered_area(template, s, target) - half) >= 0]
    for start, end in itertools.pairwise(stops):
        if sign(end - start) <= 0:
            continue
        y0, y1, y2 = (covered_area(template, s, target) - half for s in (start, (start + end) / 2, end))
        c2, c1, c0 = 2 * (y0 - 2 * y1 + y2), 4 * y1 - 3 * y0 - y2, y0
        square = c1 * c1 - 4 * c0 * c2
        if not sign(c2):
            shares = [-c0 / c1] if sign(c1) else []
        elif square < 0:  # less than half is covered all the way, or more
            shares = []
        else:
            root = square.nonnegative_part().sqrt()
            shares = [(-c1 - root) / (2 * c2), (-c1 + root) / (2 * c2)]
        good += [start + (end - start) * s for s in shares if sign(s) >= 0 and sign(1 - s) >= 0]
    if not good:
        return []
    return [(min(good, key=lambda s: s.mid()), max(good, key=lambda s: s.mid()))]
