"""Rigid convex shapes lying somewhere, described exactly.

A `Body` is an outline placed by rational numbers and headings; its corners are irrational and are
available as doubles with an error bound, or as balls of any precision. A `Polygon` has rational
corners. Both are `Solid`s: everything else in this package works on solids. A `Raised` body is a
convex polyhedron resting on the table; every other solid is a prism that rises beyond it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from armada_sim.geometry.exact import Heading, Length, Surd, ball, direction, direction_float, turned_by
from armada_sim.geometry.tolerance import FLOAT_ABSOLUTE_ULPS

if TYPE_CHECKING:
    from flint import arb

Point = tuple[float, float]
"""mm, table frame."""

ExactPoint = tuple[Fraction, Fraction]
"""mm, table frame, exactly."""


OutlineCorners = tuple[tuple[Length, Length], ...]
"""mm, (along, across) of each corner in an outline's own frame."""


class Solid(Protocol):
    """A closed convex shape: a polygon, a segment (two corners) or a point (one)."""

    @property
    def corners(self) -> tuple[Point, ...]:
        """Corners as doubles, counter-clockwise, mm."""

    @property
    def error(self) -> float:
        """mm. No coordinate in `corners` is further than this from the true one."""

    @property
    def box(self) -> Box:
        """What surely holds all it covers."""

    def balls(self) -> tuple[tuple[arb, arb], ...]:
        """The true corners as balls at the current working precision."""


Box = tuple[float, float, float, float]
"""mm. Left, bottom, right, top."""


def _box(corners: Sequence[Point], error: float) -> Box:
    xs, ys = zip(*corners, strict=True)
    return min(xs) - error, min(ys) - error, max(xs) + error, max(ys) + error


@dataclass(frozen=True)
class Polygon:
    """A convex polygon (or segment, or point) with exactly known corners."""

    exact_corners: tuple[ExactPoint, ...]
    """mm, counter-clockwise, not closed."""

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        return tuple((float(x), float(y)) for x, y in self.exact_corners)

    @cached_property
    def error(self) -> float:
        return FLOAT_ABSOLUTE_ULPS * max(max(abs(x), abs(y)) for x, y in self.corners)

    @cached_property
    def box(self) -> Box:
        return _box(self.corners, self.error)

    def balls(self) -> tuple[tuple[arb, arb], ...]:
        return tuple((ball(x), ball(y)) for x, y in self.exact_corners)


@dataclass(frozen=True, slots=True)
class Displacement:
    """A rigid motion of a piece off its stated place."""

    dx: Fraction = Fraction(0)
    dy: Fraction = Fraction(0)
    """mm. What its origin (the base midpoint) is moved by."""

    turn: Fraction = Fraction(0)
    """Degrees counter-clockwise, about its origin."""

    def __add__(self, after: Displacement) -> Displacement:
        """One displacement and then another."""
        return Displacement(self.dx + after.dx, self.dy + after.dy, self.turn + after.turn)

    def size(self, arms: Sequence[Point]) -> float:
        """mm. How far it moves the corner it moves most; `arms`: the corners from the origin, mm."""
        angle = math.radians(float(self.turn))
        # cos - 1 without cancellation
        cosine, sine = -2 * math.sin(angle / 2) ** 2, math.sin(angle)
        dx, dy = float(self.dx), float(self.dy)
        return max(math.hypot(dx + cosine * x - sine * y, dy + sine * x + cosine * y) for x, y in arms)


STILL = Displacement()
"""No motion at all."""


@dataclass(frozen=True)
class Place:
    """Where a rigid outline lies: a rational start, straight legs from it, and a heading."""

    x: Fraction
    y: Fraction
    heading: Heading
    legs: tuple[tuple[Surd, Heading], ...] = ()
    """(length, heading in degrees) of each leg from (x, y) to the outline's origin."""

    def stepped(self, length: Surd, heading: Heading) -> Place:
        """The place whose origin is `length` ahead of this one, turned to `heading`."""
        return Place(self.x, self.y, heading, (*self.legs, (length, self.heading)))

    def turned(self, heading: Heading) -> Place:
        """The same origin with another heading."""
        return Place(self.x, self.y, heading, self.legs)

    def displaced(self, by: Displacement) -> Place:
        """The same, its origin moved by (dx, dy) mm and then turned about it: rounded to doubles, as it is shown.

        A heading that is not turned stays as it is.
        """
        if by == STILL:
            return self
        x, y = Place(self.x + by.dx, self.y + by.dy, self.heading, self.legs).origin
        turned = turned_by(self.heading, by.turn)
        return Place(Fraction(x), Fraction(y), Fraction(float(turned)) if by.turn else self.heading)

    @cached_property
    def origin(self) -> Point:
        """The outline's origin as doubles, mm."""
        x, y = float(self.x), float(self.y)
        for length, heading in self.legs:
            cosine, sine = direction_float(heading)
            x += float(length) * cosine
            y += float(length) * sine
        return x, y

    def origin_balls(self) -> tuple[arb, arb]:
        """The outline's origin as balls at the working precision."""
        x, y = ball(self.x), ball(self.y)
        for length, heading in self.legs:
            cosine, sine = direction(heading)
            x += length.ball() * cosine
            y += length.ball() * sine
        return x, y


@dataclass(frozen=True)
class Body:
    """An outline at a place."""

    outline: OutlineCorners
    """mm, (along, across) corners in the outline's own frame, counter-clockwise."""

    place: Place

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        x, y = self.place.origin
        return tuple((x + dx, y + dy) for dx, dy in self.arms)

    @property
    def arms(self) -> tuple[Point, ...]:
        """mm. Corners from the place's origin, as the body lies."""
        cosine, sine = direction_float(self.place.heading)
        pairs = [(float(along), float(across)) for along, across in self.outline]
        return tuple((a * cosine - c * sine, a * sine + c * cosine) for a, c in pairs)

    @property
    def shadow(self) -> Body:
        """What it covers seen from above, which is all that a prism must keep clear of."""
        return self

    @cached_property
    def error(self) -> float:
        size = abs(float(self.place.x)) + abs(float(self.place.y))
        size += sum(float(length) for length, _ in self.place.legs)
        size += max(abs(float(along)) + abs(float(across)) for along, across in self.outline)
        return FLOAT_ABSOLUTE_ULPS * size

    @cached_property
    def box(self) -> Box:
        return _box(self.shadow.corners, self.shadow.error)

    def balls(self) -> tuple[tuple[arb, arb], ...]:
        x, y = self.place.origin_balls()
        cosine, sine = direction(self.place.heading)
        corners = []
        for along_surd, across_surd in self.outline:
            along, across = along_surd.ball(), across_surd.ball()
            corners.append((x + along * cosine - across * sine, y + along * sine + across * cosine))
        return tuple(corners)


@dataclass(frozen=True)
class Levels:
    """A convex polyhedron resting on the table, by its horizontal sections.

    Every vertex lies at one of the levels. Between neighbouring levels the section is the convex
    hull of points that move in straight lines from each corner of the lower level to the corner of
    the same index of the upper one.
    """

    heights: tuple[Surd, ...]
    """mm above the table, rising from 0; all rational multiples of one square root."""

    corners: tuple[tuple[tuple[Surd, Surd], ...], ...]
    """mm. For each level (along, across) of as many corners; some may coincide."""

    shadow: tuple[tuple[Surd, Surd], ...]
    """mm. Outline of the whole seen from above, counter-clockwise."""

    @cached_property
    def _key(self) -> int:
        return hash((self.heights, self.corners, self.shadow))

    def __hash__(self) -> int:
        return self._key  # computed once: what depends on two shapes only is remembered by them


@dataclass(frozen=True)
class Raised(Body):
    """A polyhedron at a place. As a plain body it is the outline it touches the table with."""

    levels: Levels

    @cached_property
    def shadow(self) -> Body:
        """What it covers seen from above."""
        return Body(self.levels.shadow, self.place)


def segments(corners: Sequence[ExactPoint]) -> tuple[Polygon, ...]:
    """The sides of a polygon as solids, in order."""
    return tuple(Polygon((start, end)) for start, end in zip(corners, (*corners[1:], corners[0]), strict=True))
