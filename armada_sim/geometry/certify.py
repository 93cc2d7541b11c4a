"""Signs that are proved: ball arithmetic at rising precision, and what counts as zero."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache, reduce
from typing import TYPE_CHECKING

from armada_sim.geometry.exact import ball, midpoint
from armada_sim.geometry.precision import working_at
from armada_sim.geometry.tolerance import CONTACT_MM, PRECISIONS_BITS

if TYPE_CHECKING:
    from flint import arb


@cache
def _contact(precision: int) -> arb:
    return ball(CONTACT_MM)


def settled_sign(value: arb, precision: int) -> int | None:
    """-1, 0 or +1 if `value` (mm) proves it; 0 means within `CONTACT_MM` of zero; else None."""
    contact = _contact(precision)
    if value > contact:
        return 1
    if value < -contact:
        return -1
    if abs(value) < contact:
        return 0
    return None


def certified(value: Callable[[], arb]) -> tuple[int, arb]:
    """Sign of a length and a ball around it, computed at rising precision until proved.

    `value` is called at each working precision of `PRECISIONS_BITS`; what the last leaves
    undecided is contact (0).
    """
    result: arb
    for precision in PRECISIONS_BITS:
        with working_at(precision):
            result = value()
            sign = settled_sign(result, precision)
            if sign is not None:
                return sign, result
    return 0, result


def bracket(value: arb) -> tuple[float, float]:
    """Doubles (low, high) that enclose a ball."""
    return _round_down(midpoint(value.lower())), _round_up(midpoint(value.upper()))


def _round_down(value: Fraction) -> float:
    """The largest double not above `value`."""
    rounded = float(value)
    return rounded if Fraction(rounded) <= value else math.nextafter(rounded, -math.inf)


def _round_up(value: Fraction) -> float:
    """The smallest double not below `value`."""
    return -_round_down(-value)


def ball_min(values: list[arb]) -> arb:
    """Least of some balls, as a ball."""
    return reduce(lambda one, other: one.min(other), values)


def ball_max(values: list[arb]) -> arb:
    """Greatest of some balls, as a ball."""
    return reduce(lambda one, other: one.max(other), values)
