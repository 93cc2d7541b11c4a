"""Numbers as given: decimals, fractions and doubles, without rounding.

A float means its exact binary value, a `Decimal` and a `Fraction` mean themselves. Lengths that a
pyramid makes irrational are rational multiples of a square root and are kept as a `Surd`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from armada_sim.geometry.precision import working_at
from armada_sim.geometry.tolerance import PRECISIONS_BITS
from armada_sim.tabletop import Message

if TYPE_CHECKING:
    from flint import arb, fmpq

_type_names = "int, float, Decimal or Fraction"
Number = int | float | Decimal | Fraction
"""What a caller may give for a coordinate or a heading."""

MM_PER_INCH = Fraction(254, 10)


def exact(value: Number) -> Fraction:
    """`value` as a fraction, exactly.

    Raises TypeError for anything that is not a number (booleans included) and ValueError for
    infinities and NaN.
    """
    if type(value) is Fraction:  # `isinstance` takes five times as long
        return value
    if type(value) is Decimal and value.is_finite():
        return _of_decimal(value)
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | Fraction):
        raise TypeError(Message("expected {types}, not {given}", types=_type_names, given=repr(value)))
    if isinstance(value, float | Decimal) and not math.isfinite(value):
        raise ValueError(Message("not a finite number: {value}", value=str(value)))
    return Fraction(value)


@lru_cache(maxsize=10_000)
def _of_decimal(value: Decimal) -> Fraction:
    """A finite decimal; what lies on a table is asked for again and again."""
    return Fraction(value)


@dataclass(frozen=True, slots=True)
class Surd:
    """A length `coefficient * sqrt(radicand)`, exactly."""

    coefficient: Fraction
    """Rational factor; mm when `radicand` is 1."""

    radicand: Fraction = Fraction(1)
    """Rational number under the root, not negative."""

    def __float__(self) -> float:
        factor, radicand = self.coefficient, self.radicand  # as `float` would, in a fifth of the time
        return factor.numerator / factor.denominator * math.sqrt(radicand.numerator / radicand.denominator)

    def __neg__(self) -> Surd:
        return Surd(-self.coefficient, self.radicand)

    def scaled(self, factor: Fraction) -> Surd:
        """The length times a rational `factor`."""
        return Surd(self.coefficient * factor, self.radicand)

    def plus(self, other: Surd) -> Surd:
        """The sum of two multiples of the same root."""
        if self.radicand != other.radicand:
            raise ValueError("only multiples of one root add up to a surd")
        return Surd(self.coefficient + other.coefficient, self.radicand)

    def ball(self) -> arb:
        """The length as a ball at the current working precision."""
        if self.radicand == 1:
            return ball(self.coefficient)
        return ball(self.coefficient) * ball(self.radicand).sqrt()


@dataclass(frozen=True, slots=True)
class SurdSum:
    """The sum of two surds: a length inside a piece at a height that another piece gives, mm."""

    first: Surd
    second: Surd

    def __float__(self) -> float:
        return float(self.first) + float(self.second)

    def ball(self) -> arb:
        """The length as a ball at the current working precision."""
        return self.first.ball() + self.second.ball()


Length = Surd | SurdSum
"""A coordinate in a piece's own frame, mm, exactly."""


@lru_cache(maxsize=4096)
def _fmpq(value: Fraction) -> fmpq:
    from flint import fmpq

    return fmpq(value.numerator, value.denominator)


def ball(value: Fraction) -> arb:
    """`value` as a ball at the current working precision."""
    from flint import arb

    return arb(_fmpq(value))


@dataclass(frozen=True, slots=True)
class Turn:
    """A heading reached by turning exactly to the limit: irrational, so kept as its formula."""

    degrees: Fraction
    """Rational part, degrees."""

    limits: int
    """How many whole limits of turn are added (counter-clockwise) to it."""

    along: Surd
    across: Surd
    """The limit is the angle of the vector (across, along): 90 degrees less half the tip's angle."""

    def limit(self) -> arb:
        """The limit of turn, radians, at the working precision."""
        return limit_ball(self.along, self.across)

    def __float__(self) -> float:
        return float(self.degrees) + self.limits * limit_degrees(self.along, self.across)


Heading = Fraction | Turn
"""Degrees counter-clockwise from +x, exactly."""


def turned_by(heading: Heading, degrees: Fraction) -> Heading:
    """A heading turned further by `degrees`, counter-clockwise."""
    if isinstance(heading, Turn):
        return replace(heading, degrees=heading.degrees + degrees)
    return heading + degrees


def limit_ball(along: Surd, across: Surd) -> arb:
    """Angle of the vector (across, along) in radians, as a ball."""
    from flint import arb

    return arb.atan2(along.ball(), across.ball())


@lru_cache(maxsize=256)
def limit_degrees(along: Surd, across: Surd) -> float:
    """The same angle in degrees, to the nearest double: the same on every system, as the C library's is not."""
    from flint import arb

    with working_at(PRECISIONS_BITS[0]):
        return float(limit_ball(along, across) * 180 / arb.pi())


def heading_ball(heading: Heading) -> arb:
    """A heading in degrees as a ball at the working precision."""
    from flint import arb

    if isinstance(heading, Fraction):
        return ball(heading)
    return ball(heading.degrees) + heading.limits * heading.limit() * 180 / arb.pi()


def direction(heading: Heading) -> tuple[arb, arb]:
    """Unit vector (cosine, sine) of a heading in degrees, as balls at the working precision."""
    from flint import arb

    if isinstance(heading, Turn):
        sine, cosine = (ball(heading.degrees / 180) * arb.pi() + heading.limits * heading.limit()).sin_cos()
    else:
        sine, cosine = arb.sin_cos_pi_fmpq(_fmpq(heading / 180))
    return cosine, sine


def midpoint(value: arb) -> Fraction:
    """The centre of a ball as an exact fraction."""
    mantissa, exponent = value.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def direction_float(heading: Heading) -> tuple[float, float]:
    """Unit vector (cosine, sine) of a heading in degrees, each within 4 ulp of 1.

    The heading is reduced to (-45, 45] degrees exactly before it is rounded.
    """
    if isinstance(heading, Turn):
        with working_at(PRECISIONS_BITS[0]):
            cosine_ball, sine_ball = direction(heading)
        return float(cosine_ball), float(sine_ball)
    quarter = round(heading / 90)
    angle = math.radians(float(heading - 90 * quarter))
    cosine, sine = math.cos(angle), math.sin(angle)
    match quarter % 4:
        case 0:
            return cosine, sine
        case 1:
            return -sine, cosine
        case 2:
            return -cosine, -sine
        case _:
            return sine, -cosine
