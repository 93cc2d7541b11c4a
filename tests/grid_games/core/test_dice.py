"""Dice against counting all cases."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from grid_games.core.dice import Chances, certain, die, gathered, total


def test_a_face_given_twice_comes_up_twice_as_often() -> None:
    assert dict(die(1, 2, 3, 3, 4, 5)) == {n: Fraction(2 if n == 3 else 1, 6) for n in range(1, 6)}


def test_sums_are_those_of_all_cases() -> None:
    cases = Counter(map(sum, product(range(1, 7), repeat=3)))
    assert dict(total([die(*range(1, 7))] * 3)) == {n: Fraction(k, 216) for n, k in cases.items()}
    assert total([]) == certain(0)


def test_a_table_s_columns() -> None:
    gap = die(1, 2, 3, 3, 4, 5).also(die(1, 2, 3, 3, 4, 5)).of(lambda both: both[0] - both[1])
    assert {n: share * 36 for n, share in gap} == {0: 8, 1: 6, -1: 6, 2: 5, -2: 5, 3: 2, -3: 2, 4: 1, -4: 1}
    assert gap.that(lambda n: n >= 2) == Fraction(8, 36)
    assert gap[7] == 0


def test_a_second_roll_that_depends_on_the_first() -> None:
    again = die(1, 2, 3, 3, 4, 5).then(lambda n: die(1, 2, 3, 3, 4) if n == 5 else certain(n))
    assert again == die(1, 2, 3, 3, 4)


def test_draws_come_in_proportion() -> None:
    rng, rolls = np.random.default_rng(1), 6000
    drawn = Counter(die(1, 2, 3, 3, 4, 5).draw(rng) for _ in range(rolls))
    expected = {n: rolls * (2 if n == 3 else 1) / 6 for n in range(1, 6)}
    assert sum((drawn[n] - expected[n]) ** 2 / expected[n] for n in expected) < 23.5  # chi-square, 4 degrees, 0.01 %


def test_probabilities_sum_to_one() -> None:
    with pytest.raises(ValueError, match="sum to 1"):
        Chances(((1, Fraction(1, 2)),))
    with pytest.raises(ValueError, match="above 0"):
        Chances(((1, Fraction(3, 2)), (2, Fraction(-1, 2))))
    assert gathered([("a", Fraction(1, 2)), ("b", Fraction(1, 4)), ("a", Fraction(1, 4))])["a"] == Fraction(3, 4)
