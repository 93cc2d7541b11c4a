"""What candidates are beside each other: weighed in the picture as it was taken, too, where a pattern was taken out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from armada_sim.photo.company import LEAST_ODDS, Considered, features, likely
from tests.whole import few


def considered(seed: int, count: int) -> Considered:
    """Candidates by lot, on a table without a pattern."""
    lot = np.random.default_rng(seed)
    overlap = lot.random((count, count)) < 0.2
    beside = lot.normal(0, 5, count)
    beside[lot.random(count) < 0.1] = -np.inf
    return Considered(
        lot.normal(0, 5, count), beside, lot.integers(0, 3, count), lot.normal(0, 20, (count, 3)),
        lot.normal(5, 0.3, count), lot.normal(0, 4, count), None, overlap | overlap.T, list(range(min(3, count))),
    )  # fmt: skip


@pytest.mark.parametrize("seed", few(range(12), 3))
@pytest.mark.parametrize("count", [0, 1, 9])
def test_what_looks_more_like_a_ship_as_it_was_taken_is_likelier(seed: int, count: int) -> None:
    plain, lot = considered(seed, count), np.random.default_rng(seed)
    taken = lot.normal(0, 5, (count, 2))
    given = replace(plain, taken=taken)
    odds = likely(given)
    assert np.array_equal(np.isfinite(odds), np.isfinite(plain.beside))
    for column in range(2):
        more = taken + np.eye(2)[column]
        assert (likely(replace(plain, taken=more)) >= odds).all()
        assert (likely(replace(plain, taken=more)) > odds)[np.isfinite(odds)].all()


@pytest.mark.parametrize("seed", few(range(12), 3))
def test_what_is_weighed_is_finite_and_more_of_it_where_a_pattern_was_taken_out(seed: int) -> None:
    plain = considered(seed, 9)
    taken = np.random.default_rng(seed).normal(0, 5, (9, 2))
    taken[0] = -np.inf  # too little is seen of it
    without, found = features(plain), features(replace(plain, taken=taken))
    assert np.isfinite(found).all()
    assert np.array_equal(found[:, : without.shape[1]], without)
    assert found.shape[1] == without.shape[1] + 4
    beside = np.column_stack([np.maximum(plain.beside, LEAST_ODDS), plain.looks])
    assert found[:, -2:] == pytest.approx(np.maximum(found[:, -4:-2], beside))
