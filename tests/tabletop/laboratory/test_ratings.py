"""Ratings: against closed forms, two other algorithms, and how often their intervals hold the truth."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.extra.numpy import arrays
from scipy import optimize, special, stats

from armada_sim.tabletop.laboratory._ratings import bradley_terry, ratings
from armada_sim.tabletop.laboratory._resampling import weighed_anew

ELO = 400 / np.log(10)
POINTS = st.integers(2, 6).flatmap(
    lambda n: arrays(np.float64, (n, n), elements=st.integers(0, 200).map(lambda x: x / 2))
)


def with_drawn(points: np.ndarray, drawn: float = 1.0) -> np.ndarray:
    """What is maximised: the points and, for each entrant, the games taken as drawn, spread over the others."""
    n = len(points)
    return (points + drawn / 2 / (n - 1)) * (1 - np.eye(n))


def by_scipy(points: np.ndarray) -> np.ndarray:
    """The most likely ratings by a general minimiser."""
    w = with_drawn(points)

    def loss(x: np.ndarray) -> tuple[float, np.ndarray]:
        gap = x[:, None] - x
        gain = w * special.expit(-gap)
        return float((w * np.logaddexp(0, -gap)).sum() + x.sum() ** 2), gain.sum(0) - gain.sum(1) + 2 * x.sum()

    x = optimize.minimize(loss, np.zeros(len(w)), jac=True, method="BFGS", options={"gtol": 1e-9}).x
    return ELO * (x - x.mean())


@pytest.mark.parametrize(("won", "lost"), [(30, 10), (10, 30), (7.5, 2.5), (20, 0), (0, 0), (1_000_000, 3)])
def test_two_entrants_are_as_far_apart_as_their_odds(won: float, lost: float) -> None:
    one, other = bradley_terry([[0, won], [lost, 0]])
    assert one == pytest.approx(-other)
    assert one - other == pytest.approx(400 * np.log10((won + 0.5) / (lost + 0.5)))


@settings(max_examples=30)
@given(POINTS)
def test_a_general_minimiser_finds_the_same(points: np.ndarray) -> None:
    assert bradley_terry(points) == pytest.approx(by_scipy(points), abs=0.02)


@pytest.mark.parametrize("n", [2, 9, 40])
def test_those_who_beat_each_other_in_order_get_finite_ratings_that_expect_their_points(n: int) -> None:
    points = np.triu(np.full((n, n), 1000.0), 1)
    rating = bradley_terry(points)
    w = with_drawn(points)
    expected = ((w + w.T) * special.expit((rating[:, None] - rating) / ELO)).sum(1)
    assert np.all(np.diff(rating) < 0)
    assert expected == pytest.approx(w.sum(1), rel=1e-9)


def biased(p: float, n: int, rng: np.random.Generator) -> np.ndarray:
    """n pairs of games, each won with probability p; half of the pairs go one way."""
    scores = rng.random((n, 2)) < p
    scores[: n // 2, 1] = scores[: n // 2, 0]
    return scores.astype(float)


def test_intervals_of_ratings_hold_the_truth_as_often_as_they_say() -> None:
    rng, truth = np.random.default_rng(2), np.array([0.7, 0.0, -0.7])
    pairings = [(0, 1), (0, 2), (1, 2)]
    held = np.zeros(3)
    for _ in range(300):
        scores = {(i, j): biased(special.expit(truth[i] - truth[j]), 40, rng) for i, j in pairings}
        table = ratings(scores, range(3), rng, resamples=250)
        held += [table[i].low <= ELO * truth[i] <= table[i].high for i in range(3)]
    assert np.all(held / 300 >= 0.925)
    assert np.all(held / 300 <= 0.985)


def test_weights_by_lot_give_jeffreys_interval_of_single_games() -> None:
    rng = np.random.default_rng(3)
    for won, n in ((3, 20), (20, 20), (250, 500)):
        scores = np.repeat([[1.0], [0.0]], [won, n - won], axis=0)
        shares, lost = weighed_anew(scores, rng, 40_000, unplayed=0.5)
        jeffreys = stats.beta(won + 0.5, n - won + 0.5)
        assert np.quantile(shares, [0.025, 0.5, 0.975]) == pytest.approx(jeffreys.ppf([0.025, 0.5, 0.975]), abs=4e-3)
        assert shares + lost == pytest.approx(np.ones(40_000))


def test_the_set_is_what_is_resampled() -> None:
    """Games that always agree with the other of their pair say no more than half as many."""
    rng = np.random.default_rng(4)
    once = (rng.random((200, 1)) < 0.6).astype(float)
    halves = np.repeat(once, 2, axis=1)
    one, two = (ratings({("a", "b"): s}, ["a", "b"], np.random.default_rng(5), 4000)["a"] for s in (once, halves))
    assert (one.mean, one.low, one.high) == pytest.approx((two.mean, two.low, two.high))
    assert (two.sets, two.games, two.draws) == (200, 400, 0)
    split = ratings({("a", "b"): np.tile([1.0, 0.0], (200, 1))}, ["a", "b"], rng)["a"]
    assert split.half_width < 0.2 * two.half_width


def test_sets_weigh_alike_in_the_rating_and_in_its_interval_whatever_their_length() -> None:
    """Where the shares of three pairings fit no ratings, their weights matter; sets of one game and of three are
    mixed."""
    rng = np.random.default_rng(11)
    scores = {
        pairing: np.repeat((rng.random((2000, 1)) < p).astype(float), k, axis=1)
        for pairing, p, k in (("ab", 0.7, 1), ("bc", 0.7, 3), ("ac", 0.5, 1))
    }
    for rating in ratings({(one, other): s for (one, other), s in scores.items()}, "abc", rng).values():
        assert abs(rating.high + rating.low - 2 * rating.mean) < 0.2 * rating.half_width


def test_one_set_says_next_to_nothing_of_a_rating() -> None:
    table = ratings({("a", "b"): [[1.0, 1.0]]}, ["a", "b"], np.random.default_rng(8))
    assert table["a"].low < 0 < table["a"].mean
    assert table["a"].high > 400
    assert (table["b"].mean, table["b"].low) == pytest.approx((-table["a"].mean, -table["a"].high))


def test_the_side_a_pairing_is_given_from_does_not_matter() -> None:
    scores = biased(0.6, 50, np.random.default_rng(9))
    one = ratings({("a", "b"): scores}, ["a", "b"], np.random.default_rng(10), 4000)
    other = ratings({("b", "a"): 1 - scores}, ["a", "b"], np.random.default_rng(10), 4000)
    assert one["a"].mean == pytest.approx(other["a"].mean)
    assert one["a"].low == pytest.approx(other["a"].low)
    assert one["a"].mean > 0


def test_an_entrant_that_never_played_is_even_and_unknown() -> None:
    table = ratings({("a", "b"): biased(0.7, 100, np.random.default_rng(1))}, "abc", np.random.default_rng(2))
    assert table["c"].mean == pytest.approx(0, abs=1e-6)
    assert table["c"].half_width > 400
    assert table["a"].half_width > 200, "relative to a mean of which c is a third"
    assert table["c"].sets == 0


def test_an_entrant_against_itself_is_left_out() -> None:
    scores = {("a", "b"): [[1.0, 0.5]]}
    one = ratings(scores, "ab", np.random.default_rng(1))
    assert ratings(scores | {("a", "a"): [[1.0, 1.0]]}, "ab", np.random.default_rng(1)) == one
