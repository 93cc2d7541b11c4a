"""The mixture of fleets: against closed forms, certificates of equilibrium, and how sure it says it is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from armada_sim.tabletop.laboratory._mixture import _solved, equilibrium, mixture

CIRCLE = [("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")]
EDGES = st.integers(1, 50)


def table(edge: np.ndarray) -> np.ndarray:
    """Shares of points from what each gains of each."""
    return 0.5 + edge


def biased_circle(a: float, b: float, c: float) -> np.ndarray:
    """0 gains a of 1, 1 gains b of 2, 2 gains c of 0."""
    return np.array([[0, a, -c], [-a, 0, b], [c, -b, 0]])


def random_edges(n: int, seed: int) -> np.ndarray:
    """What each gains of each, without ties: such a game has one equilibrium."""
    upper = np.triu(np.random.default_rng(seed).uniform(-0.5, 0.5, (n, n)), 1)
    return upper - upper.T


def played(wins: dict[tuple[str, str], float], n: int, rng: np.random.Generator) -> dict[tuple[str, str], np.ndarray]:
    """n pairs of games for each pairing, each game won with its probability."""
    return {pairing: (rng.random((n, 2)) < p).astype(float) for pairing, p in wins.items()}


@settings(max_examples=40)
@given(EDGES, EDGES, EDGES)
def test_a_biased_circle_weighs_each_by_what_is_gained_between_the_others(a: int, b: int, c: int) -> None:
    found = equilibrium(table(biased_circle(a / 100, b / 100, c / 100)))
    assert found.weights == pytest.approx(np.array([b, c, a]) / (a + b + c), abs=1e-6)


@settings(max_examples=40)
@given(st.integers(1, 9), st.integers(0, 10**6))
def test_nobody_beats_the_weights(n: int, seed: int) -> None:
    edge = random_edges(n, seed)
    found = equilibrium(table(edge))
    assert found.weights.min() >= 0
    assert found.weights.sum() == pytest.approx(1)
    best = max(sum(w * edge[j, i] for i, w in enumerate(found.weights)) for j in range(n))
    assert best == pytest.approx(found.exploitability, abs=1e-12)
    assert best <= 1e-7
    assert found.value == pytest.approx(0.5, abs=1e-7)
    assert np.count_nonzero(found.weights) % 2 == 1  # so it is in every such game without ties


@settings(max_examples=6)
@given(st.integers(1, 9), st.integers(1, 30), st.integers(0, 10**6))
def test_many_tables_solved_together_are_solved_each(n: int, tables: int, seed: int) -> None:
    stacked = np.array([table(random_edges(n, seed + i)) for i in range(tables)])
    weights, values = _solved(stacked)
    assert weights == pytest.approx(np.array([equilibrium(one).weights for one in stacked]), abs=1e-9)
    assert values == pytest.approx(np.zeros(tables), abs=1e-9)


def test_a_circle_that_was_played_is_found_with_all_in_it() -> None:
    rng = np.random.default_rng(1)
    found = mixture(played(dict.fromkeys(CIRCLE, 0.9), 200, rng), ["rock", "paper", "scissors"], rng, 100)
    assert [part.entrant for part in found.parts] == ["rock", "paper", "scissors"]
    for part in found.parts:
        assert part.support >= 0.95
        assert part.low < 1 / 3 < part.high
        assert part.low <= part.weight <= part.high
        assert part.high - part.low < 0.15
    assert found.exploitability == pytest.approx(0, abs=1e-9)
    assert 0 < found.exploitability_high < 0.1


def test_one_that_loses_to_all_is_never_in_it_and_a_close_one_now_and_then() -> None:
    """The third is all but level with the first: with few sets nobody can say whether it belongs in."""
    rng = np.random.default_rng(2)
    wins = {("a", "b"): 0.95, ("a", "c"): 0.52, ("a", "d"): 0.95, ("c", "b"): 0.6, ("c", "d"): 0.9, ("b", "d"): 0.6}
    found = mixture(played(wins, 100, rng), "abcd", rng, 100)
    support = {part.entrant: part.support for part in found.parts}
    assert support["d"] == 0
    assert 0.02 < support["c"] < 0.95


def test_intervals_of_weights_are_as_wide_as_errors_of_the_shares_make_them() -> None:
    """In the closed form a third changes by 2/9 of the change of the gain that makes it, over the gain, and by -1/9 of
    others'."""
    n, gain, names = 2000, 0.3, ["rock", "paper", "scissors"]
    scores = {
        pairing: np.repeat([[1.0, 0.0], [1.0, 1.0], [0.0, 0.0]], [n * 32 // 100, n * 64 // 100, n * 4 // 100], axis=0)
        for pairing in CIRCLE
    }
    error = np.sqrt(np.var(scores[CIRCLE[0]].mean(axis=1)) / n)
    expected = 2 * 1.96 * np.sqrt(6) / 9 * error / gain
    for part in mixture(scores, names, np.random.default_rng(3), 500).parts:
        assert part.weight == pytest.approx(1 / 3)
        assert part.high - part.low == pytest.approx(expected, rel=0.12)


def test_a_single_set_each_says_next_to_nothing() -> None:
    """Observed is that the first beats all; resamples know that one set is no proof."""
    scores = {("a", "b"): [[1.0, 1.0]], ("a", "c"): [[1.0, 1.0]], ("b", "c"): [[1.0, 1.0]]}
    found = mixture(scores, "abc", np.random.default_rng(5), 100)
    assert [part.weight for part in found.parts] == [1, 0, 0]
    assert found.parts[0].low == 0
    assert all(0.02 < part.support < 0.98 for part in found.parts)
    assert found.exploitability == 0
    assert found.exploitability_high > 0.2
