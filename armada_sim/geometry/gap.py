"""How far apart two solids are: a proved relation, a proved bracket, nearest points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from armada_sim.geometry.certify import bracket, certified
from armada_sim.geometry.solids import Point

if TYPE_CHECKING:
    from flint import arb


class Relation(IntEnum):
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
    """Unit direction in which the first solid must slide to meet the second (or against which it parts from it); None
    where the nearest points show it."""

    @property
    def seen_from_b(self) -> Gap:
        """The same with the two solids exchanged."""
        toward = None if self.toward is None else (-self.toward[0], -self.toward[1])
        return Gap(self.relation, self.value, self.low, self.high, self.on_b, self.on_a, self.height, toward)


def decided(
    shown: float, low: float, high: float, value: Callable[[], arb], on_a: Point, on_b: Point, *more: Any
) -> Gap:  # fmt: skip
    """A gap shown as doubles have it where their bounds leave its sign no doubt, else as balls have it, mm.

    value: the same as a ball at the working precision. more: height and direction, see `Gap`.
    """
    if low > 0.0 or high < 0.0:
        return Gap(Relation.APART if low > 0.0 else Relation.OVERLAP, shown, low, high, on_a, on_b, *more)
    sign, result = certified(value)
    low, high = bracket(result) if sign else (0.0, 0.0)
    return Gap(Relation(sign), (low + high) / 2, low, high, on_a, on_b, *more)
