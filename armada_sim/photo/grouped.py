"""Means and quantiles of values by what each belongs to, all at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.camera import Floats


def means(values: Floats, of: NDArray[np.intp], count: int) -> Floats:
    """(count,). Of values (n,) that belong to 0 to count - 1 each; NaN where nothing does."""
    number = np.bincount(of, minlength=count)
    return np.where(number > 0, np.bincount(of, values, count) / np.maximum(number, 1), np.nan)


def quantiles(values: Floats, of: NDArray[np.intp], count: int, share: float = 0.5) -> Floats:
    """(count,). The same, below which such a share of them lies: as `numpy.quantile` has it, medians unless said
    otherwise."""
    sorted_, number = values[np.lexsort((values, of))], np.bincount(of, minlength=count)
    found, some = np.full(count, np.nan), number > 0
    at = share * (number[some] - 1)
    low, first = np.floor(at).astype(np.intp), (np.cumsum(number) - number)[some]
    below, above = sorted_[first + low], sorted_[first + np.ceil(at).astype(np.intp)]
    found[some] = below + (above - below) * (at - low)
    return found
