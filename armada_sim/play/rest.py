"""Where a played move leaves a ship: its exact pose rounded, so that games replay alike everywhere.

By definition the pose is rounded to 1e-6 mm and its heading to whole 1e-6 degrees.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from armada_sim.geometry import (
    HEADING_GRID_DEG,
    POSE_GRID_MM,
    PRECISIONS_BITS,
    Heading,
    Number,
    Place,
    exact,
    heading_ball,
    midpoint,
    working_at,
)
from armada_sim.table import Pose

if TYPE_CHECKING:
    from flint import arb

_PLACES = -6
"""Decimal places of both grids."""


def on_grid(units: int) -> Decimal:
    """A whole number of grid units as a number that prints as it is."""
    return Decimal(units).scaleb(_PLACES)


def to_grid(value: Number) -> int:
    """The nearest whole number of grid units, halves upwards."""
    if isinstance(value, Decimal) and value.is_finite():
        units = value.scaleb(-_PLACES)
        if units == units.to_integral_value():
            return int(units)  # on the grid already, as poses at rest are
    return (exact(value) / POSE_GRID_MM + Fraction(1, 2)).__floor__()


def units_of(pose: Pose) -> tuple[int, int, int]:
    """A pose in whole numbers of grid units."""
    return to_grid(pose.x), to_grid(pose.y), to_grid(pose.heading)


def at_rest(place: Place) -> Pose:
    """The pose a ship has after a played move that ends at `place`; its heading is from 0 to below 360."""
    if place.legs:
        x = _nearest(lambda: place.origin_balls()[0], POSE_GRID_MM)
        y = _nearest(lambda: place.origin_balls()[1], POSE_GRID_MM)
    else:
        x, y = to_grid(place.x), to_grid(place.y)
    return of_units(x, y, _heading_units(place.heading))


@lru_cache(maxsize=10_000)
def rounded(pose: Pose) -> Pose:
    """A stated pose on the grid, its heading from 0 to below 360."""
    return of_units(to_grid(pose.x), to_grid(pose.y), to_grid(pose.heading))


def of_units(x: int, y: int, heading: int) -> Pose:
    """A pose of so many grid units, its heading from 0 to below 360."""
    return Pose(on_grid(x), on_grid(y), on_grid(heading % int(360 / HEADING_GRID_DEG)))


def _heading_units(heading: Heading) -> int:
    if isinstance(heading, Fraction):
        return to_grid(heading)
    return _nearest(lambda: heading_ball(heading), HEADING_GRID_DEG)


def _nearest(value: Callable[[], arb], grid: Fraction) -> int:
    """The nearest multiple of `grid`, halves upwards; what no precision decides goes by the ball's middle."""
    found = 0
    for bits in PRECISIONS_BITS:
        with working_at(bits):
            ball = value()
            low, high, middle = (midpoint(end) for end in (ball.lower(), ball.upper(), ball))
            found = (middle / grid + Fraction(1, 2)).__floor__()
            if (low / grid + Fraction(1, 2)).__floor__() == (high / grid + Fraction(1, 2)).__floor__():
                break
    return found
