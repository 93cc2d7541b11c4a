"""What units are worth, from games between random lists.

The model: the logarithm of the odds that a list wins is the sum of what its units are worth less that of the other's.
A unit's price is its worth on the scale on which the lists played cost as much in the mean as by the book. The set is
the unit: what is fitted is the share of points a list got in each set, by the logistic quasi-likelihood (Papke and
Wooldridge, Journal of Applied Econometrics 11, 1996, 619-632), and variances are the sandwich's over sets, residuals
divided by 1 less their leverage (the jackknife's; MacKinnon and White, Journal of Econometrics 29, 1985, 305-325). What
the games of a set share, and that a list meets the other in several seats, makes all worths smaller by one factor,
which leaves prices as they are. Prices are ratios of
what is fitted, so their intervals are Fieller's (Journal of the Royal Statistical Society B 16, 1954, 175-185), which
have an end on both sides only where dear lists surely win more; elsewhere nothing is said.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armada_sim.tabletop.laboratory.intervals import LEVEL, Estimate, mean_interval, shared
from armada_sim.tabletop.laboratory.shelves import Shelf
from armada_sim.tabletop.language import Listing, Message

Floats = NDArray[np.float64]

_Z: Final = NormalDist().inv_cdf((1 + LEVEL) / 2)

_SETS_EACH: Final = 10
"""Sets for each unit, at least: the tests count how often intervals hold the truth with so few."""

_STEPS: Final = 60
"""Newton steps, at most."""

_MOST_ODDS: Final = 15.0
"""In log-odds. Lists of which one is expected to win so surely are told apart by every game."""

_TENTHS: Final = 10

_STILL: Final = 1e-9
"""In log-odds. A Newton step that changes no set by more is the last."""

_LEAST_SPREAD: Final = 1e-12
"""1. Of sets that the model expects to the letter."""

_SAME: Final = 1e-6
"""1. Part of a column that is left by the others, below which they say it."""


@dataclass(frozen=True, slots=True)
class Price:
    """What a unit is worth."""

    unit: str
    said: str
    """In a sentence, as a subject."""

    book: int
    """What it costs."""

    cost: str
    """The same in a sentence."""

    worth: Estimate | None
    """In what it costs; None where the games do not tell."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two units that are worth more or less together; a unit with itself where further ones are."""

    units: tuple[str, str]
    change: Estimate
    """Of the worth of either with one more of the other."""

    chance: float
    """That a likelihood ratio is as large where there is no such change."""


@dataclass(frozen=True, slots=True)
class Tenth:
    """Some sets that the model expects alike."""

    expected: float
    observed: Estimate


@dataclass(frozen=True, slots=True)
class Prices:
    """What units are worth, and how well the model fits."""

    prices: tuple[Price, ...]
    pairs: tuple[Pair, ...]
    tested: int
    """Pairs that were tested."""

    explained: float | None
    """Share of the deviance."""

    tenths: tuple[Tenth, ...]
    problem: str
    """Why nothing is said of some units, or of any; empty where all is said."""


@dataclass(frozen=True, slots=True)
class _Fit:
    worths: Floats
    cover: Floats
    """(k, k) of the worths."""

    expected: Floats
    likelihood: float
    spread: float
    """Of shares, in that of one game a set."""


def prices(shelf: Shelf, counts: ArrayLike, scores: ArrayLike) -> Prices:
    """What the units of a shelf are worth.

    counts: (n, 2, k), of each unit in the first and in the second list of each set. scores: (n, games), what the first
    list got.
    """
    lists, games = np.asarray(counts, dtype=np.float64), np.asarray(scores, dtype=np.float64)
    book, names = np.array(shelf.prices, dtype=np.float64), [ware.name for ware in shelf.wares]
    used = np.flatnonzero(lists.sum(axis=(0, 1)))
    absent = [ware.said for i, ware in enumerate(shelf.wares) if i not in used]
    apart = lists[:, 0, used] - lists[:, 1, used]
    problem = _problem(shelf, apart, used)
    if problem is None:
        shares, mean = games.mean(axis=1), lists[:, :, used].mean(axis=(0, 1))
        fit, scale, cost = _fitted(apart, shares), mean, float(mean @ book[used])
        if fit is not None:
            fit, chosen, tested = _with_pairs(fit, apart, lists[:, :, used] - mean, shares)
            scale = np.concatenate([mean, np.zeros(len(chosen))])
        if fit is None:
            problem = Message("some units decide every set, so that no game weighs them against others")
        elif _bounds(fit, scale, cost, scale) is None:
            problem = Message("lists that cost more do not surely win more in these games, so that they give no prices")
    if problem is not None or fit is None:
        unknown = tuple(Price(ware.name, ware.said, ware.price, ware.cost, None) for ware in shelf.wares)
        return Prices(unknown, (), 0, None, (), problem or "")

    def ratio(place: int, factor: float = 1.0) -> Estimate:
        along = np.zeros(len(fit.worths))
        along[place] = factor
        ends = _bounds(fit, scale, cost, along)
        assert ends is not None  # as they have two for one worth, they have for all
        worth = float(along @ fit.worths * cost / (scale @ fit.worths))
        return Estimate(worth, *ends, LEVEL, len(games), games.size, shared(games))

    place = {int(unit): i for i, unit in enumerate(used)}
    found = tuple(
        Price(ware.name, ware.said, ware.price, ware.cost, ratio(place[i]) if i in place else None)
        for i, ware in enumerate(shelf.wares)
    )
    pairs = tuple(
        Pair((names[used[one]], names[used[other]]), ratio(len(used) + i, 1.0 + (one == other)), chance)
        for i, (one, other, chance) in enumerate(chosen)
    )
    told = Message("no list had {units}, of which nothing is said", units=Listing(absent)) if absent else ""
    return Prices(found, pairs, tested, _explained(shares, fit.expected), _tenths(games, fit.expected), told)


def _problem(shelf: Shelf, apart: Floats, used: NDArray[np.intp]) -> Message | None:
    """Why lists that differ so, set by set, cannot tell what units are worth."""
    sets, units = apart.shape
    if units < 2:
        return Message("two units at least must come up in lists to be weighed against each other")
    if sets < (least := _SETS_EACH * units):
        return Message("prices of {units} units need at least {least} sets, not {n}", n=sets, least=least, units=units)
    if not (apart @ np.array(shelf.prices, dtype=np.float64)[used]).any():
        return Message("all lists cost the same, which leaves open how much of a price is worth anything")
    rank = np.linalg.matrix_rank(apart)
    if rank < units:
        tied = [
            shelf.wares[unit].said
            for i, unit in enumerate(used) if np.linalg.matrix_rank(np.delete(apart, i, axis=1)) == rank
        ]  # fmt: skip
        return Message("these lists do not tell apart what {units} are worth", units=Listing(tied))
    return None


def _bounds(fit: _Fit, scale: Floats, cost: float, along: Floats) -> tuple[float, float] | None:
    """Fieller's interval of a worth in what lists cost; None if it has no two ends."""
    whole, own = scale @ fit.worths / cost, along @ fit.worths
    across = scale @ fit.cover / cost
    a = whole**2 - _Z**2 * (across @ scale / cost)
    b = own * whole - _Z**2 * (across @ along)
    c = own**2 - _Z**2 * (along @ fit.cover @ along)
    if whole <= 0 or a <= 0:
        return None
    root = math.sqrt(max(float(b * b - a * c), 0.0))
    return float((b - root) / a), float((b + root) / a)


def _fitted(columns: Floats, shares: Floats, begun: Floats | None = None) -> _Fit | None:
    """The most likely worths; None where there are none, since they would be without bound."""
    worths = np.zeros(columns.shape[1])
    if begun is not None:
        worths[: len(begun)] = begun
    for _ in range(_STEPS):
        expected = 1 / (1 + np.exp(-columns @ worths))
        weight = expected * (1 - expected)
        try:
            step = np.linalg.solve(columns.T @ (weight[:, np.newaxis] * columns), columns.T @ (shares - expected))
        except np.linalg.LinAlgError:
            return None
        leap = float(np.max(np.abs(columns @ step)))
        worths = worths + step / max(1.0, leap / 2)
        if not np.isfinite(leap) or np.max(np.abs(columns @ worths)) > _MOST_ODDS:
            return None
        if leap < _STILL:
            return _at(columns, shares, worths)
    return None


def _at(columns: Floats, shares: Floats, worths: Floats) -> _Fit:
    """What is known at the most likely worths."""
    expected = 1 / (1 + np.exp(-columns @ worths))
    weight = expected * (1 - expected)
    bread = np.linalg.inv(columns.T @ (weight[:, np.newaxis] * columns))
    leverage = weight * np.einsum("ij,jk,ik->i", columns, bread, columns)
    meat = columns * ((shares - expected) / (1 - np.minimum(leverage, 0.99)))[:, np.newaxis]
    likelihood = float((shares * np.log(expected) + (1 - shares) * np.log(1 - expected)).sum())
    spread = float(((shares - expected) ** 2 / weight).sum()) / max(len(shares) - len(worths), 1)
    return _Fit(worths, bread @ (meat.T @ meat) @ bread, expected, likelihood, spread)


def _with_pairs(
    fit: _Fit, apart: Floats, centred: Floats, shares: Floats
) -> tuple[_Fit, list[tuple[int, int, float]], int]:
    """The model with the pairs that the data ask for, these with their chances, and how many were tested.

    The pair of the largest score comes in where twice the logarithm of the likelihood ratio, divided by the spread of
    sets, is beyond chance for all pairs tested together (Bonferroni). Counts are less their mean, so that
    what units are worth is so in a mean list.
    """
    units = apart.shape[1]
    columns, chosen, left = apart, list[tuple[int, int, float]](), dict[tuple[int, int], Floats]()
    for one, other in combinations_with_replacement(range(units), 2):
        both = centred[:, :, one] * centred[:, :, other]
        left[one, other] = both[:, 0] - both[:, 1]
    left = {pair: column for pair, column in left.items() if _gain(fit, columns, column, shares) is not None}
    tested = len(left)
    while left and len(chosen) < units and len(shares) >= _SETS_EACH * (columns.shape[1] + 1):
        best = max(left, key=lambda pair: _gain(fit, columns, left[pair], shares) or 0.0)
        wider = np.column_stack([columns, left.pop(best)])
        found = _fitted(wider, shares, fit.worths)
        if found is None:
            break
        ratio = 2 * (found.likelihood - fit.likelihood) / max(fit.spread, _LEAST_SPREAD)
        chance = 2 * NormalDist().cdf(-math.sqrt(max(ratio, 0.0)))
        if chance * tested > 1 - LEVEL:
            break
        fit, columns = found, wider
        chosen.append((*best, chance))
    return fit, chosen, tested


def _gain(fit: _Fit, columns: Floats, column: Floats, shares: Floats) -> float | None:
    """What a column would about add to the likelihood (Rao's score); None if the others say all that it says."""
    weight = fit.expected * (1 - fit.expected)
    weighted = columns.T * weight
    rest = column - columns @ np.linalg.solve(weighted @ columns, weighted @ column)
    own = float(weight @ rest**2)
    if own <= _SAME * max(float(weight @ column**2), _SAME):
        return None
    return float(rest @ (shares - fit.expected)) ** 2 / own


def _explained(shares: Floats, expected: Floats) -> float | None:
    """Share of the deviance of sets from even that a model explains; None where all sets were even."""
    nothing = _deviance(shares, np.full(len(shares), 0.5))
    return 1 - _deviance(shares, expected) / nothing if nothing > 0 else None


def _deviance(shares: Floats, expected: Floats) -> float:
    with np.errstate(divide="ignore", invalid="ignore"):
        won, lost = (
            np.where(part > 0, part * np.log(part / chance), 0.0)
            for part, chance in ((shares, expected), (1 - shares, 1 - expected))
        )
    return float(2 * (won + lost).sum())


def _tenths(games: Floats, expected: Floats) -> tuple[Tenth, ...]:
    """Tenths of the sets by what is expected of them, or as many parts as have ten sets each."""
    order = np.argsort(expected, kind="stable")
    parts: Sequence[NDArray[np.intp]] = np.array_split(order, max(1, min(_TENTHS, len(order) // 10)))
    return tuple(Tenth(float(expected[part].mean()), mean_interval(games[part])) for part in parts)
