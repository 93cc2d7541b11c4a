"""Slides that bring a solid into contact with others or with the border of a region, the shortest first.

A solid slid by v touches another when v lies on the border of all slides at which they meet, and that border is made of
straight sides (a corner of the one along a side of the other) or, inside a disc, of arcs. So the shortest slide into
contact ends at the foot on such a rim, or where two of them meet. Doubles look for it, balls settle it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from armada_sim.geometry import raised
from armada_sim.geometry.domains import ConvexDomain, DiscDomain, Domain, SimpleDomain
from armada_sim.geometry.exact import ball, midpoint
from armada_sim.geometry.precision import working_at
from armada_sim.geometry.solids import ExactPoint, Point, Raised, Solid
from armada_sim.geometry.tolerance import PRECISIONS_BITS, TANGENT_SLACK

if TYPE_CHECKING:
    from flint import arb

_ROUNDS = 12
"""Of Newton's method: in doubles each round doubles the digits, in balls each adds about a dozen."""

_STRAY_MM = 1e-6
"""mm. What doubles may be off, and more: so near the end of a side counts as on it, and is looked at exactly after."""

_SETTLED_MM = Fraction(1, 10**60)
"""mm. How near a rim a slide is brought."""

Balls = tuple["arb", "arb"]


@dataclass(frozen=True, slots=True)
class _Side:
    """The slides along a straight side, counted from its start."""

    start: Point
    along: Point
    """Unit vector."""

    length: float
    """mm"""

    ends: Callable[[], tuple[Balls, Balls]]
    """At the working precision."""

    @property
    def far(self) -> float:
        """mm. Length of the shortest slide onto it."""
        (px, py), (ux, uy) = self.start, self.along
        share = min(max(-ux * px - uy * py, 0.0), self.length)
        return math.hypot(px + share * ux, py + share * uy)

    def off(self, x: float, y: float) -> tuple[float, float, float]:
        """mm by which a slide is off it, and the direction in which that grows."""
        (px, py), (ux, uy) = self.start, self.along
        return uy * (x - px) - ux * (y - py), uy, -ux

    def holds(self, x: float, y: float) -> bool:
        """Whether a slide on its line lies between its ends."""
        (px, py), (ux, uy) = self.start, self.along
        return -_STRAY_MM <= ux * (x - px) + uy * (y - py) <= self.length + _STRAY_MM

    def off_ball(self, x: arb, y: arb) -> arb:
        """mm by which a slide is off it."""
        (px, py), (qx, qy) = self.ends()
        dx, dy = qx - px, qy - py
        return (dy * (x - px) - dx * (y - py)) / (dx * dx + dy * dy).sqrt()


@dataclass(frozen=True, slots=True)
class _Arc:
    """The slides at which a corner lies on a circle."""

    middle: Point
    radius: Fraction
    """mm"""

    middle_ball: Callable[[], Balls]
    """At the working precision."""

    @property
    def far(self) -> float:
        """mm. Length of the shortest slide onto it."""
        return abs(self.off(0.0, 0.0)[0])

    def off(self, x: float, y: float) -> tuple[float, float, float]:
        """mm by which a slide is off it, and the direction in which that grows."""
        dx, dy = x - self.middle[0], y - self.middle[1]
        far = math.hypot(dx, dy)
        return (far - float(self.radius), dx / far, dy / far) if far else (-float(self.radius), 1.0, 0.0)

    def holds(self, x: float, y: float) -> bool:
        """Whether a slide on its circle is one of them: all are."""
        return True

    def off_ball(self, x: arb, y: arb) -> arb:
        """mm by which a slide is off it."""
        cx, cy = self.middle_ball()
        return ((x - cx) ** 2 + (y - cy) ** 2).sqrt() - ball(self.radius)


Rim = _Side | _Arc
"""Slides at which a corner of the one lies on a side of the other."""


def rims(solid: Solid, other: Solid, most: float) -> list[Rim]:
    """Where slides of a solid by at most so many mm may bring it into contact with another."""
    if isinstance(solid, Raised) and isinstance(other, Raised):
        points, pairs = raised.hull_sides(other, solid)
        return _sides(points, pairs, lambda: raised.differences(other, solid), most)
    a, b = (one.shadow if isinstance(one, Raised) else one for one in (solid, other))
    n, m = len(a.corners), len(b.corners)
    pairs = [(i * m + j, i * m + (j + 1) % m) for i in range(n) for j in range(m)]
    pairs += [(i * m + j, (i + 1) % n * m + j) for i in range(n) for j in range(m)]
    offsets = [(bx - ax, by - ay) for ax, ay in a.corners for bx, by in b.corners]
    return _sides(offsets, pairs, lambda: [(bx - ax, by - ay) for ax, ay in a.balls() for bx, by in b.balls()], most)


def _sides(
    points: Sequence[Point], pairs: Sequence[tuple[int, int]], balls: Callable[[], Sequence[Balls]], most: float
) -> list[Rim]:
    """The sides of the hull of some points, pairs of which span them, that slides of at most so many mm end on."""

    def ends(i: int, j: int) -> tuple[Balls, Balls]:
        found = balls()
        return found[i], found[j]

    made: list[Rim] = []
    for i, j in pairs:
        (px, py), (qx, qy) = points[i], points[j]
        length = math.hypot(qx - px, qy - py)
        if length > _STRAY_MM:
            side = _Side((px, py), ((qx - px) / length, (qy - py) / length), length, partial(ends, i, j))
            if side.far <= most and _outermost(side, points):
                made.append(side)
    return made


def _outermost(side: _Side, points: Sequence[Point]) -> bool:
    """Whether all points lie on one side of the line, or on it."""
    left = right = True
    for x, y in points:
        off = side.off(x, y)[0]
        left, right = left and off < _STRAY_MM, right and off > -_STRAY_MM
        if not (left or right):
            return False
    return True


def border_rims(solid: Solid, domain: Domain, most: float) -> list[Rim]:
    """Where slides of a solid by at most so many mm may bring it into contact with the border of a region."""
    match domain:
        case ConvexDomain() | SimpleDomain():
            return [rim for side in domain.sides for rim in rims(solid, side, most)]
        case DiscDomain():
            arcs = [_arc(solid, i, domain) for i in range(len(solid.corners))]
            return [arc for arc in arcs if arc.far <= most]
    return []


def _arc(solid: Solid, i: int, disc: DiscDomain) -> _Arc:
    (cx, cy), (x, y) = disc.centre, solid.corners[i]

    def middle() -> Balls:
        ax, ay = solid.balls()[i]
        return ball(cx) - ax, ball(cy) - ay

    return _Arc((float(cx) - x, float(cy) - y), disc.radius, middle)


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide that ends on one rim or on two."""

    x: float
    y: float
    """mm, as doubles have it."""

    on: tuple[Rim, ...]

    @property
    def length(self) -> float:
        """mm"""
        return math.hypot(self.x, self.y)

    def settled(self) -> ExactPoint:
        """The same, mm, nearer to where it ends than any error that could matter."""
        (ax, ay), *more = [tuple(map(Fraction, rim.off(self.x, self.y)[1:])) for rim in self.on]
        bx, by = more[0] if more else (-ay, ax)
        across = ax * by - ay * bx
        x, y = Fraction(self.x), Fraction(self.y)
        with working_at(PRECISIONS_BITS[-1]):
            for _ in range(_ROUNDS):
                off = [midpoint(rim.off_ball(ball(x), ball(y))) for rim in self.on]
                if max(map(abs, off)) < _SETTLED_MM:
                    break
                one, other = (*off, Fraction(0))[:2]
                x, y = x + (other * ay - one * by) / across, y + (one * bx - other * ax) / across
                x, y = midpoint(ball(x)), midpoint(ball(y))
        return x, y


def slides_onto(found: Sequence[Rim], most: float) -> Iterator[Slide]:
    """Slides of at most so many mm that end on a rim where it is nearest, or where two meet; the shortest first."""
    ends = []
    for rim in found:
        far, nx, ny = rim.off(0.0, 0.0)
        ends.append(Slide(-far * nx, -far * ny, (rim,)))
    ends += [Slide(*met, pair) for pair in combinations(found, 2) if (met := _meeting(pair, most))]
    for slide in sorted(ends, key=lambda end: end.length):
        if slide.length <= most and all(rim.holds(slide.x, slide.y) for rim in slide.on):
            yield slide


def _meeting(pair: tuple[Rim, Rim], most: float) -> Point | None:
    """Where two rims meet, as doubles have it; None if that is nowhere near."""
    x, y = 0.0, 0.0
    for _ in range(_ROUNDS):
        (one, ax, ay), (other, bx, by) = (rim.off(x, y) for rim in pair)
        across = ax * by - ay * bx
        if abs(across) < TANGENT_SLACK or math.hypot(x, y) > 2 * most:
            return None
        dx, dy = (other * ay - one * by) / across, (one * bx - other * ax) / across
        x, y = x + dx, y + dy
        if math.hypot(dx, dy) < _STRAY_MM:
            return x, y
    return None
