"""Shares of points with intervals whose unit is the mirrored set of games, and what may be said of them.

A *set* is the games played from one start with the seats exchanged; for two players it is a pair. Its games share their
start and are not independent, so the set is the unit: a row of an array of scores, one column for each of its games. A
score is the share of one game's point that the side looked at has: 1 won, 0 lost, a half drawn.

The interval is that of Agresti and Coull (The American Statistician 52, 1998, 119-126) carried from games to sets: with
z the normal quantile of the level, z²/2 sets wholly won and z²/2 wholly lost are added to those played, and the
interval is z standard errors about the mean of all of these. `docs/decisions/13-sets-are-the-unit.md` says why, and
which others were tried.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

LEVEL: Final = 0.95
"""Of confidence, of all intervals."""

EVEN: Final = 0.05
"""Shares this near to a half are called even, where the interval allows it."""

_Z = NormalDist().inv_cdf((1 + LEVEL) / 2)
"""The normal quantile."""

Scores = NDArray[np.float64]
"""Rows are mirrored sets, columns their games, values shares of a point in [0, 1]."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number learned from games, with the interval that holds the true one at a given level."""

    mean: float
    """The number as observed: a share of points in [0, 1] unless said otherwise."""

    low: float
    high: float

    level: float
    """Of confidence, in (0, 1)."""

    sets: int
    """Mirrored sets behind it."""

    games: int

    draws: int
    """Games whose point was shared: scores other than 0 and 1."""

    @property
    def half_width(self) -> float:
        """Half the interval's length, in the unit of the number."""
        return (self.high - self.low) / 2


def shared(scores: Scores) -> int:
    """How many games ended with their point shared."""
    return int(np.count_nonzero((scores != 0) & (scores != 1)))


def _bounds(values: Scores) -> tuple[float, float]:
    """The interval of the mean of one value in [0, 1] for each set."""
    added = _Z * _Z
    total = len(values) + added
    centre = (float(values.sum()) + added / 2) / total
    squares = float(((values - centre) ** 2).sum()) + added / 2 * ((1 - centre) ** 2 + centre**2)
    half = _Z * np.sqrt(squares) / total
    return max(centre - half, 0.0), min(centre + half, 1.0)


def mean_interval(scores: ArrayLike) -> Estimate:
    """The share of points of the side whose scores these are."""
    array = np.asarray(scores, dtype=np.float64)
    low, high = _bounds(array.mean(axis=1))
    return Estimate(float(array.mean()), low, high, LEVEL, len(array), array.size, shared(array))


def difference(first: ArrayLike, second: ArrayLike) -> Estimate:
    """By how much the share of points is higher under the first of two settings, in [-1, 1].

    Row by row both arrays hold sets with the same number, hence the same start: what these have in common cancels. A
    set's difference, moved from [-1, 1] to [0, 1], is a value like any other and gets the same interval. A t interval
    would have no width where all differences observed are equal.
    """
    one, other = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    differences = one.mean(axis=1) - other.mean(axis=1)
    low, high = _bounds((1 + differences) / 2)
    games, draws = one.size + other.size, shared(one) + shared(other)
    return Estimate(float(differences.mean()), 2 * low - 1, 2 * high - 1, LEVEL, len(one), games, draws)


def apart(one: Estimate, other: Estimate) -> Estimate:
    """By how much one share is higher than another that was learned from other sets: Newcombe's interval from those of
    both (Statistics in Medicine 17, 1998, 873-890, method 10)."""
    low = float(np.hypot(one.mean - one.low, other.high - other.mean))
    high = float(np.hypot(one.high - one.mean, other.mean - other.low))
    mean, sets, games = one.mean - other.mean, one.sets + other.sets, one.games + other.games
    return Estimate(mean, mean - low, mean + high, LEVEL, sets, games, one.draws + other.draws)


def judgement(estimate: Estimate, even: float = 0.5) -> Literal["above", "below", "open"]:
    """On which side of `even` the number lies: only if all of its interval does."""
    if estimate.low > even:
        return "above"
    return "below" if estimate.high < even else "open"


def near_even(estimate: Estimate, within: float = EVEN) -> Literal["yes", "no", "open"]:
    """Whether a share lies this near to a half: yes if all of its interval does, no if none of it does."""
    if estimate.low >= 0.5 - within and estimate.high <= 0.5 + within:
        return "yes"
    return "no" if estimate.high < 0.5 - within or estimate.low > 0.5 + within else "open"


def enough(estimate: Estimate, half_width: float) -> bool:
    """Whether the interval is as narrow as wanted: the one reason to stop early, as it takes no side."""
    return estimate.half_width <= half_width
