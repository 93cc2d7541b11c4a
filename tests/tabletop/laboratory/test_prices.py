"""Prices of units: whether intervals hold the truth, on games drawn from known worths; what cannot be priced."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.laboratory._prices import Floats, Prices, prices
from armada_sim.tabletop.laboratory.shelves import Shelf, Ware

FLEETS = {"large": (3, 4), "medium": (2, 4), "small": (1, 4)}
ARMIES = {
    "E9": (9, 1),
    "E8": (8, 1),
    "H7": (7, 2),
    "H6": (6, 2),
    "C6": (6, 1),
    "C5": (5, 2),
    "C4": (4, 1),
    "A6": (6, 1),
}


def shelf(units: dict[str, tuple[int, int]], budget: int) -> Shelf:
    return Shelf(tuple(Ware(name, name, price, f"{price}", most) for name, (price, most) in units.items()), budget)


PIECES = replace(shelf({"I": (1, 10), "A": (1, 10), "H": (1, 10), "C": (2, 5)}, 10), least=1)


def lists(of: Shelf, sets: int, rng: np.random.Generator) -> Floats:
    return np.array([[of.drawn(rng), of.drawn(rng)] for _ in range(sets)], dtype=np.float64)


def played(counts: Floats, worths: Floats, rng: np.random.Generator, *, common: float, together: float = 0.0) -> Floats:
    """Two games of each set: log-odds are the difference of worths plus what the set has in common; a fifth drawn.

    together: what each pair of one of the first and one of the last unit adds.
    """
    odds = (counts[:, 0] - counts[:, 1]) @ worths + rng.normal(0, common, len(counts))
    both = counts[:, :, 0] * counts[:, :, -1]
    odds = odds + together * (both[:, 0] - both[:, 1])
    won = rng.random((len(counts), 2)) < 1 / (1 + np.exp(-odds))[:, np.newaxis]
    return np.where(rng.random(won.shape) < 0.2, 0.5, won.astype(np.float64))


def rotated(counts: Floats, worths: Floats, rng: np.random.Generator, *, seats: int) -> Floats:
    """The games of each set in which either list is alone in every seat against the other in all others: of n seats one
    wins, with odds of the exponentials of what is there (Luce's choice); a fifth drawn."""
    odds, games = np.exp(counts @ worths), []
    for alone in (0, 1):
        chance = odds[:, alone] / (odds[:, alone] + (seats - 1) * odds[:, 1 - alone])
        won = rng.random((len(counts), seats)) < chance[:, np.newaxis]
        games.append(won if alone == 0 else ~won)
    scores = np.concatenate(games, axis=1).astype(np.float64)
    return np.where(rng.random(scores.shape) < 0.2, 0.5, scores)


def covered(
    of: Shelf, worths: Floats, sets: int, experiments: int, common: float | None = None, seats: int = 2
) -> tuple[int, int, int]:
    """Intervals that hold the truth, all there are, and the experiments that gave none."""
    rng, held, all_there, none = np.random.default_rng(7), 0, 0, 0
    for _ in range(experiments):
        counts = lists(of, sets, rng)
        if common is None:
            scores = rotated(counts, worths, rng, seats=seats)
        else:
            scores = played(counts, worths, rng, common=common)
        found = prices(of, counts, scores)
        mean = counts.mean(axis=(0, 1))
        truth = worths * (mean @ np.array(of.prices)) / (mean @ worths)
        for price, true in zip(found.prices, truth, strict=True):
            if price.worth is None:
                none += 1
            else:
                all_there += 1
                held += price.worth.low <= true <= price.worth.high
    return held, all_there, none


@pytest.mark.whole
@pytest.mark.parametrize(
    ("of", "worths", "sets", "common"),
    [
        (shelf(FLEETS, 12), [1.2, 1.1, 0.6], 100, 0.0),
        (shelf(FLEETS, 12), [1.2, 1.1, 0.6], 350, 0.0),
        (shelf(ARMIES, 37), [1.0, 1.2, 1.0, 0.9, 1.3, 0.7, 0.6, 0.9], 300, 1.0),
    ],
)
def test_intervals_hold_the_truth_in_95_of_100(of: Shelf, worths: list[float], sets: int, common: float) -> None:
    held, there, none = covered(of, np.array(worths), sets, 200, common)
    assert none < 0.1 * there
    assert 0.93 < held / there < 0.98


@pytest.mark.whole
@pytest.mark.parametrize(("sets", "seats"), [(100, 3), (400, 3), (200, 5)])
def test_intervals_hold_the_truth_where_several_sit_at_the_table(sets: int, seats: int) -> None:
    held, there, none = covered(PIECES, np.array([0.3, 0.4, 0.2, 0.9]), sets, 200, seats=seats)
    assert none == 0
    assert 0.93 < held / there < 0.98


@pytest.mark.parametrize(
    ("of", "worths", "more"),
    [(shelf(FLEETS, 12), [1.2, 1.1, 0.6], {"common": 1.0}), (PIECES, [0.3, 0.4, 0.2, 0.9], {"seats": 3})],
)
def test_intervals_hold_the_truth_in_a_few_experiments(of: Shelf, worths: list[float], more: dict[str, Any]) -> None:
    held, there, _ = covered(of, np.array(worths), 200, 30, **more)
    assert there == 30 * len(worths)
    assert held / there > 0.85


def test_hidden_worths_are_recovered() -> None:
    rng, of, worths = np.random.default_rng(1), shelf(FLEETS, 12), np.array([1.2, 1.1, 0.6])
    counts = lists(of, 6000, rng)
    found = prices(of, counts, played(counts, worths, rng, common=0.5))
    mean = counts.mean(axis=(0, 1))
    got = np.array([price.worth.mean if price.worth else np.nan for price in found.prices])
    assert got == pytest.approx(worths * (mean @ [3, 2, 1]) / (mean @ worths), rel=0.06)
    assert mean @ got == pytest.approx(mean @ [3, 2, 1])
    assert (found.pairs, found.tested, found.problem) == ((), 6, "")
    assert len(found.tenths) == 10
    assert all(row.observed.low - 0.02 < row.expected < row.observed.high + 0.02 for row in found.tenths)
    assert found.explained is not None
    assert 0.1 < found.explained < 0.6


def test_a_pair_that_is_worth_more_together_is_noticed() -> None:
    rng, of = np.random.default_rng(3), shelf(FLEETS, 12)
    counts = lists(of, 2000, rng)
    found = prices(of, counts, played(counts, np.array([0.6, 0.5, 0.2]), rng, common=0.0, together=0.25))
    assert found.pairs[0].units == ("large", "small")
    assert found.pairs[0].chance < 0.05 / found.tested
    assert found.pairs[0].change.low > 0


def test_lists_spend_the_budget_or_up_to_a_quarter_less_and_no_unit_too_often() -> None:
    of, rng = shelf(ARMIES, 37), np.random.default_rng(0)
    counts = lists(of, 400, rng).reshape(-1, len(of.wares))
    cost = counts @ np.array(of.prices)
    assert (cost.min(), cost.max()) == (28, 37)
    assert (counts.max(axis=0) == [ware.most for ware in of.wares]).all()
    assert np.bincount(cost.astype(int), minlength=38)[28:].min() > 40


def test_lists_of_a_shelf_with_a_least_cost_come_from_there_to_the_budget() -> None:
    counts = lists(PIECES, 400, np.random.default_rng(0)).reshape(-1, 4)
    spent = np.bincount((counts @ np.array(PIECES.prices)).astype(int), minlength=11)
    assert spent[0] == 0
    assert (len(spent), spent[1:].min() > 50) == (11, True)


EVEN = np.full((80, 2), 0.5)


def degenerate() -> dict[str, tuple[Floats, Floats, str]]:
    """Lists, scores, and what is said of them."""
    rng, of = np.random.default_rng(5), shelf(FLEETS, 12)
    some = lists(of, 80, rng)
    fair = played(some, np.array([1.2, 1.1, 0.6]), rng, common=0.0)
    no_large, alike, tied = some.copy(), some.copy(), some.copy()
    no_large[:, :, 0] = 0
    alike[:, 1] = alike[:, 0]
    tied[:, :, 0] = tied[:, :, 1]
    decided = np.repeat((some[:, 0] @ [3, 2, 1] > some[:, 1] @ [3, 2, 1]).astype(np.float64)[:, np.newaxis], 2, axis=1)
    same_cost = np.array(
        [[[0, 6, 0], [4, 0, 0]], [[4, 0, 0], [3, 1, 1]], [[3, 1, 1], [0, 6, 0]]] * 20, dtype=np.float64
    )
    return {
        "none": (some[:0], fair[:0], "two units at least must come up"),
        "one game": (some[:1], fair[:1, :1], "prices of 3 units need at least 30 sets, not 1"),
        "no large": (no_large, fair, "no list had large, of which nothing is said"),
        "the same lists": (alike, fair, "all lists cost the same"),
        "the same cost": (same_cost, fair[:60], "all lists cost the same"),
        "tied": (tied, fair, "do not tell apart what large and medium are worth"),
        "the dearer list always wins": (some, decided, "some units decide every set"),
        "the first list always wins": (some, np.ones_like(EVEN), ""),
        "whoever moves first always wins": (some, np.tile([1.0, 0.0], (80, 1)), "do not surely win more"),
        "all drawn": (some, EVEN, "do not surely win more"),
        "the cheaper list wins": (some, 1 - fair, "do not surely win more"),
    }


@pytest.mark.parametrize("name", degenerate())
def test_what_cannot_be_priced_is_said_in_a_sentence(name: str) -> None:
    counts, scores, said = degenerate()[name]
    with np.errstate(all="raise", under="ignore"):
        found = prices(shelf(FLEETS, 12), counts, scores)
    assert said in found.problem
    assert finite(found)
    if name != "no large":
        assert bool(found.problem) == all(price.worth is None for price in found.prices)


def finite(found: Prices) -> bool:
    numbers: list[Any] = [found.explained or 0.0, *(pair.chance for pair in found.pairs)]
    for estimate in [price.worth for price in found.prices] + [pair.change for pair in found.pairs]:
        numbers += [estimate.mean, estimate.low, estimate.high] if estimate is not None else []
    return bool(np.isfinite(numbers).all())


@pytest.mark.parametrize(
    ("units", "budget", "said"),
    [
        (FLEETS, 0, "a budget is a whole number from 1 to 1000, not 0"),
        (FLEETS, 5000, "a budget is a whole number from 1 to 1000, not 5000"),
        ({"large": (3, 4)}, 4, "no two lists of different costs can be bought for 4"),
    ],
)
def test_a_budget_without_lists_is_refused(units: dict[str, tuple[int, int]], budget: int, said: str) -> None:
    with pytest.raises(InputError, match=said):
        shelf(units, budget).check()
