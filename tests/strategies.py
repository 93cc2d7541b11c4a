"""What Hypothesis and the seeded tests may generate."""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from armada_sim import Pose, Ship, Size

if TYPE_CHECKING:
    from tests import oracle

headings = st.decimals(-720, 720, places=3)
coordinates = st.decimals(0, 900, places=3)
sizes = st.sampled_from(list(Size))
poses = st.builds(Pose, coordinates, coordinates, headings)


def decimal_between(random_: random.Random, low: float, high: float) -> Decimal:
    """A decimal with three places."""
    return Decimal(round(random_.uniform(low, high) * 1000)).scaleb(-3)


def random_ship(random_: random.Random, name: str, centre: tuple[float, float], spread: float, player: str) -> Ship:
    """A ship of any size whose base lies within `spread` mm of `centre`."""
    x, y = (decimal_between(random_, c - spread, c + spread) for c in centre)
    return Ship(name, player, random_.choice(list(Size)), Pose(x, y, decimal_between(random_, 0, 360)))


def as_oracle(ship: Ship) -> oracle.Ship:
    """A ship in the oracle's words."""
    pose = ship.pose
    return (ship.name, str(ship.size), Fraction(pose.x), Fraction(pose.y), Fraction(pose.heading))
