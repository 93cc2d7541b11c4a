"""Numbers on the grid of played moves."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import floor

import pytest
from hypothesis import example, given, strategies as st

from armada_sim.play.rest import on_grid, rounded, to_grid
from armada_sim.table.layout import Pose


@given(st.decimals(-100_000, 100_000, allow_nan=False, allow_infinity=False))
@example(Decimal("0.0000005"))
@example(Decimal("-0.0000005"))
@example(Decimal("99999.99999949999999999999999999999999999"))
@example(Decimal("0.9999995000000000000000000000000000000000001"))
@example(Decimal("1.00000049999999999999999999999999999999999"))
@example(Decimal("-0"))
def test_the_nearest_unit_halves_upwards(value: Decimal) -> None:
    assert to_grid(value) == floor(Fraction(value) * 10**6 + Fraction(1, 2))
    assert to_grid(on_grid(to_grid(value))) == to_grid(value)


@pytest.mark.parametrize("value", [Decimal("NaN"), Decimal("Infinity"), float("inf")])
def test_what_is_no_number(value: Decimal) -> None:
    with pytest.raises(ValueError, match="not a finite number"):
        to_grid(value)


def test_a_stated_pose_comes_to_the_grid() -> None:
    assert rounded(Pose(1.00000051, Fraction(1, 3), -90)) == Pose(
        Decimal("1.000001"), Decimal("0.333333"), Decimal(270)
    )
    assert rounded(Pose(0, 0, Decimal("359.9999999"))) == Pose(0, 0, 0)
