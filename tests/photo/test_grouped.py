"""Means and quantiles of groups, against NumPy's of each group alone."""

import numpy as np
import pytest

from armada_sim.photo.grouped import means, quantiles

COUNT = 7


@pytest.mark.parametrize("n", [0, 1, 2, 5, 60])
@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("seed", range(20))
def test_groups_have_the_means_and_quantiles_of_their_values(n: int, share: float, seed: int) -> None:
    """With equal values, groups of one and empty ones among them."""
    lot = np.random.default_rng(seed)
    values, of = lot.integers(-4, 5, n) * lot.choice([1.0, 0.1, 1e9]), lot.integers(0, COUNT - 1, n)
    for k, (mean, part) in enumerate(zip(means(values, of, COUNT), quantiles(values, of, COUNT, share), strict=True)):
        own = values[of == k]
        if len(own):
            assert (mean, part) == pytest.approx((own.mean(), np.quantile(own, share)), rel=1e-12, abs=1e-12)
        else:
            assert np.isnan([mean, part]).all()


def test_without_a_share_quantiles_are_medians() -> None:
    assert quantiles(np.array([3.0, 1.0, 9.0, 5.0]), np.array([0, 0, 0, 1]), 2).tolist() == [3.0, 5.0]
