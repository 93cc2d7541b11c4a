"""Actions as text: what is written is read back as the same, and what means nothing is refused."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from armada_sim import InputError
from armada_sim.geometry.exact import exact
from armada_sim.moving import Declaration
from armada_sim.play.actions import Deploy, Move, notation, parse_action
from armada_sim.table.layout import Pose
from tests.games import after, battle, ship

NUMBERS = (
    st.decimals(-36000, 36000, places=6)
    | st.floats(-36000, 36000)
    | st.fractions(-36000, 36000, max_denominator=10**9)
    | st.integers(-36000, 36000)
)


@given(st.lists(NUMBERS, min_size=1, max_size=4))
def test_every_kind_of_number_is_read_back_exactly(numbers: list[float]) -> None:
    move = parse_action(notation(Move("RL1", Declaration(tuple(numbers)))))
    assert isinstance(move, Move)
    assert [exact(value) for value in move.declared.headings or ()] == [exact(value) for value in numbers]


@given(NUMBERS, NUMBERS, NUMBERS)
def test_places_are_read_back_exactly(x: float, y: float, heading: float) -> None:
    placed = parse_action(notation(Deploy((("RL1", Pose(x, y, heading)), ("RL2", Pose(y, x, heading))))))
    assert isinstance(placed, Deploy)
    assert placed.ships[0][1].place == Pose(x, y, heading).place
    assert placed.ships[1][1].place == Pose(y, x, heading).place


@pytest.mark.parametrize(
    "text",
    [
        "RL1 > 1e999999999", "RL1 > nan", "RL1 > inf", "RL1 > 1/0", "RL1 > 1_0", "RL1 > ٣", "RL1 > " + "9" * 801,
        "RL1 > 1/" + "3" * 800, "RL1 >" + " 90" * 101, "RL1 x", "RL1 x ?", "x BS1", "", "?", "RL1 ? ?", "fleet",
        "place RL1 1,2", "flag", "first", "offer L1 M1", "RL1 ~ min",
    ],
)  # fmt: skip
def test_what_means_nothing_is_refused_at_once(text: str) -> None:
    with pytest.raises(InputError):
        parse_action(text)


def test_a_number_may_be_a_fraction() -> None:
    assert parse_action("RL1 > 271/3 90.5") == Move("RL1", Declaration((Fraction(271, 3), Decimal("90.5"))))
    assert after(battle(ship("RL1", "large", 300, 300), ship("BL1", "large", 800, 800)), "RL1 > 271/3")
