"""Intervals: against SciPy, against closed forms, and how often they hold the truth, by simulation."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from armada_sim.tabletop.laboratory.intervals import (
    Estimate,
    apart,
    difference,
    enough,
    judgement,
    mean_interval,
    near_even,
)
from tests.whole import whole

Z = stats.norm.ppf(0.975)
SCORES = arrays(np.float64, st.tuples(st.integers(1, 12), st.integers(1, 3)), elements=st.sampled_from([0.0, 0.5, 1.0]))


def sets_of(*counted: tuple[int, tuple[float, ...]]) -> np.ndarray:
    """Scores with so many sets of each kind."""
    return np.array([kind for count, kind in counted for _ in range(count)])


@pytest.mark.parametrize(("won", "n"), [(0, 1), (1, 1), (3, 20), (10, 20), (20, 20), (60, 100), (97, 100), (250, 500)])
def test_single_games_get_wilson_s_centre_and_contain_his_interval(won: int, n: int) -> None:
    ours = mean_interval(sets_of((won, (1.0,)), (n - won, (0.0,))))
    wilson = stats.binomtest(won, n).proportion_ci(method="wilson")
    agresti = (won + Z**2 / 2) / (n + Z**2)  # their centre and half width, as they print them
    half = Z * np.sqrt(agresti * (1 - agresti) / (n + Z**2))
    assert ours.mean == won / n
    assert ours.low <= wilson.low + 1e-12
    assert ours.high >= wilson.high - 1e-12
    assert (ours.low, ours.high) == pytest.approx((max(agresti - half, 0), min(agresti + half, 1)))
    if 0 < won < n:
        assert (wilson.low + wilson.high) / 2 == pytest.approx(agresti)


def test_games_of_a_set_that_always_agree_count_once() -> None:
    once, thrice = (mean_interval(sets_of((60, (1.0,) * k), (40, (0.0,) * k))) for k in (1, 3))
    assert (thrice.low, thrice.high) == pytest.approx((once.low, once.high))
    assert (thrice.sets, thrice.games) == (100, 300)


def test_draws_are_counted_and_narrow_the_interval() -> None:
    drawn = mean_interval(sets_of((100, (0.5, 0.5))))
    decided = mean_interval(sets_of((50, (1.0, 1.0)), (50, (0.0, 0.0))))
    assert (drawn.mean, drawn.draws, drawn.games, decided.draws) == (0.5, 200, 200, 0)
    assert 0.01 < drawn.half_width < 0.03 < 0.09 < decided.half_width


@pytest.mark.parametrize("won", [0.0, 1.0])
def test_one_set_says_next_to_nothing(won: float) -> None:
    ours = mean_interval([[won, won]])
    assert ours.low <= 0.21 or ours.high >= 0.79
    assert judgement(ours) == "open"
    assert ours.high - ours.low > 0.79


@given(SCORES)
def test_the_other_side_s_interval_is_the_mirror_image(scores: np.ndarray) -> None:
    one, other = mean_interval(scores), mean_interval(1 - scores)
    assert (other.mean, other.low, other.high) == pytest.approx((1 - one.mean, 1 - one.high, 1 - one.low))
    assert (other.sets, other.games, other.draws) == (one.sets, one.games, one.draws)


@given(SCORES)
def test_an_interval_holds_what_was_observed_and_stays_between_0_and_1(scores: np.ndarray) -> None:
    ours = mean_interval(scores)
    assert 0 <= ours.low <= ours.mean + 1e-12
    assert ours.mean - 1e-12 <= ours.high <= 1


# Coverage: what a set's mean can be, and how often, for a side that has the share p.


def pair(p: float, together: float) -> dict[float, float]:
    """Two games each won with probability p; correlation `together`, or -1: as opposed as p lets them be."""
    both = max(0.0, 2 * p - 1) if together < 0 else p * p + together * p * (1 - p)
    return {0.0: 1 - 2 * p + both, 0.5: 2 * (p - both), 1.0: both}


def drawn_pair(p: float, drawn: float, together: float) -> dict[float, float]:
    """Two games of which a share is drawn: `drawn` of what p allows; the same result twice as often as `together`."""
    draw = drawn * 2 * min(p, 1 - p)
    game = {0.0: 1 - p - draw / 2, 0.5: draw, 1.0: p - draw / 2}
    found = dict.fromkeys((0.0, 0.25, 0.5, 0.75, 1.0), 0.0)
    for (a, chance), (b, other) in product(game.items(), repeat=2):
        found[(a + b) / 2] += chance * (other * (1 - together) + (a == b) * together)
    return found


KINDS = {
    "independent": lambda p: pair(p, 0.0),
    "together": lambda p: pair(p, 0.5),
    "as one": lambda p: pair(p, 1.0),
    "opposed": lambda p: pair(p, -1.0),
    "some drawn": lambda p: drawn_pair(p, 0.3, 0.0),
    "most drawn": lambda p: drawn_pair(p, 0.9, 0.5),
    "all but all drawn": lambda p: drawn_pair(p, 0.99, 0.0),
}


GAMES = {0.0: (0.0, 0.0), 0.25: (0.5, 0.0), 0.5: (1.0, 0.0), 0.75: (1.0, 0.5), 1.0: (1.0, 1.0)}
"""A pair of games for each mean: which of those with this mean does not matter to an interval of sets."""


def coverage(chances: dict[float, float], n: int, rng: np.random.Generator, times: int) -> tuple[float, float]:
    """How often the interval of n sets holds the truth, and its mean width over that of the normal one of known
    variance."""
    values, odds = np.array(list(chances)), np.array(list(chances.values()))
    games = np.array([GAMES[value] for value in chances])
    truth = values @ odds
    counts, often = np.unique(rng.multinomial(n, odds, size=times), axis=0, return_counts=True)
    found = [mean_interval(np.repeat(games, row, axis=0)) for row in counts]
    held = np.array([e.low <= truth + 1e-12 and truth <= e.high + 1e-12 for e in found])
    width = np.array([e.high - e.low for e in found])
    known = 2 * Z * np.sqrt(max((values - truth) ** 2 @ odds, 0) / n)
    return held @ often / times, width @ often / times / known if known else np.inf


@pytest.mark.parametrize("n", [20, whole(100), whole(500)])
def test_nominal_95_percent_cover_at_least_93(n: int) -> None:
    """And cost little width: in the mean at most 1.45, 1.15, 1.04 times that of the normal interval of known
    variance."""
    rng = np.random.default_rng(n)
    covered, wider = {}, []
    for (name, kind), p in product(KINDS.items(), (0.5, 0.7, 0.9, 0.99)):
        covered[name, p], ratio = coverage(kind(p), n, rng, 2000)
        if p <= 0.9 and name in {"independent", "together", "as one", "some drawn"}:
            wider.append(ratio)
    assert len(covered) == 28
    assert np.median(wider) <= 1.03
    assert min(covered.values()) >= 0.93, min(covered.items(), key=lambda item: item[1])
    assert max(wider) <= {20: 1.45, 100: 1.15, 500: 1.04}[n]


@pytest.mark.parametrize("p", [0.8, whole(0.5), whole(0.97)])
def test_stopping_when_narrow_enough_keeps_the_coverage(p: float) -> None:
    """A look every 25 sets until the half width is at most 0.05: stopping on width takes no side."""
    rng, held = np.random.default_rng(5), 0
    for _ in range(800):
        scores = (rng.random((500, 2)) < p).astype(float)
        ours = next(e for n in range(25, 501, 25) if enough(e := mean_interval(scores[:n]), 0.05))
        held += ours.low <= p <= ours.high
    assert held >= 0.93 * 800


@pytest.mark.parametrize(("rare", "n"), [(0.1, 20), whole(0.02, 100), whole(0.004, 500)])
def test_rare_differences_between_settings_are_not_excluded(rare: float, n: int) -> None:
    """Two settings that differ in few sets, always one way: a t interval has no width when none of these was seen."""
    rng, held = np.random.default_rng(n), 0
    for _ in range(800):
        first = (rng.random((n, 2)) < 0.5).astype(float)
        second = np.where(rng.random((n, 1)) < rare, 0.0, first)
        ours = difference(first, second)
        held += ours.low <= rare / 2 <= ours.high
    assert held >= 0.93 * 800


def test_a_paired_difference_forgets_what_the_settings_share() -> None:
    rng = np.random.default_rng(3)
    first = (rng.random((400, 2)) < rng.random((400, 1))).astype(float)
    second = np.where(rng.random((400, 2)) < 0.1, 1 - first, first)
    paired, shuffled = difference(first, second), difference(first, second[::-1])
    t = stats.ttest_rel(first.mean(axis=1), second.mean(axis=1)).confidence_interval(0.95)
    assert (paired.low, paired.high) == pytest.approx((t.low, t.high), abs=0.01)
    assert paired.half_width < 0.6 * shuffled.half_width
    assert (paired.sets, paired.games) == (400, 1600)


@given(SCORES)
def test_a_setting_does_not_differ_from_itself(scores: np.ndarray) -> None:
    ours = difference(scores, scores)
    assert ours.mean == 0
    assert ours.low < 0 < ours.high
    assert ours.low == pytest.approx(-ours.high)
    assert judgement(ours, even=0) == "open"


def seen(low: float, high: float) -> Estimate:
    return Estimate((low + high) / 2, low, high, 0.95, 10, 20, 0)


def test_a_judgement_waits_for_the_whole_interval() -> None:
    assert judgement(seen(0.501, 0.9)) == "above"
    assert judgement(seen(0.1, 0.499)) == "below"
    assert [judgement(seen(*ends)) for ends in ((0.5, 0.9), (0.1, 0.5), (0.4, 0.9))] == ["open"] * 3


def test_near_even_waits_for_the_whole_interval() -> None:
    assert near_even(seen(0.46, 0.54)) == "yes"
    assert [near_even(seen(*ends)) for ends in ((0.56, 0.6), (0.1, 0.44))] == ["no"] * 2
    assert [near_even(seen(*ends)) for ends in ((0.46, 0.56), (0.44, 0.54), (0.54, 0.6), (0.3, 0.7))] == ["open"] * 4


def test_enough_asks_for_width_only() -> None:
    assert enough(seen(0.0, 0.0625), 0.03125)
    assert enough(seen(0.5, 0.5625), 0.03125)
    assert not enough(seen(0.5, 0.5626), 0.03125)


def wilson(won: int, games: int) -> Estimate:
    """A share with Wilson's interval at 95 %."""
    z, p = 1.959964, won / games
    centre, half = p + z * z / 2 / games, z * math.sqrt(p * (1 - p) / games + z * z / 4 / games / games)
    low, high = ((centre + sign * half) / (1 + z * z / games) for sign in (-1, 1))
    return Estimate(p, low, high, 0.95, games, games, 0)


def test_the_difference_of_two_shares_is_that_of_newcombe_s_table() -> None:
    """Statistics in Medicine 17, 1998, 873-890, table II, (a) and (c), method 10."""
    found = apart(wilson(56, 70), wilson(48, 80))
    assert (found.mean, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=6e-5)
    found = apart(wilson(6, 7), wilson(2, 7))
    assert (found.low, found.high) == pytest.approx((0.0582, 0.8062), abs=6e-5)
