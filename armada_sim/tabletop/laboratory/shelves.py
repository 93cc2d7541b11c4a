"""What lists are made of: units with what the book asks for them, and lists drawn at random within a budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.language import Message

SPENT: Final = 0.75
"""Share of the budget that a list spends at least. Lists that all cost the same would leave worths open by any multiple
of what units cost."""

MOST_BUDGET: Final = 1_000


@dataclass(frozen=True, slots=True)
class Ware:
    """A unit that lists are made of."""

    name: str
    said: str
    """In a sentence, as a subject: "a large ship"."""

    price: int
    """What it costs by the book."""

    cost: str
    """The same in a sentence: "3 pips"."""

    most: int
    """Of them in a list."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """What may be bought, and for how much."""

    wares: tuple[Ware, ...]
    budget: int
    """What a list may cost."""

    least: int | None = None
    """What a list has to cost; None for three quarters of the budget."""

    @property
    def prices(self) -> tuple[int, ...]:
        """By the book, unit by unit."""
        return tuple(ware.price for ware in self.wares)

    def check(self) -> None:
        """Raises InputError unless there are lists of different costs to draw."""
        if not 1 <= self.budget <= MOST_BUDGET:
            text = Message("a budget is a whole number from 1 to {most}, not {n}", most=MOST_BUDGET, n=self.budget)
            raise InputError(text, key="budget")
        if len(self._totals(_ways(self))) < 2:
            raise InputError(
                Message("no two lists of different costs can be bought for {n}", n=self.budget), key="budget"
            )

    def drawn(self, rng: np.random.Generator) -> tuple[int, ...]:
        """How many of each unit a random list has: what it costs is drawn first, among what lists may cost;
        then one of the lists that cost that, all alike."""
        ways = _ways(self)
        totals = self._totals(ways)
        left, found = totals[int(rng.integers(len(totals)))], []
        for place, ware in enumerate(self.wares):
            counts = range(min(ware.most, left // ware.price) + 1)
            chances = np.array([ways[place + 1][left - count * ware.price] for count in counts], dtype=np.float64)
            found.append(int(rng.choice(len(chances), p=chances / chances.sum())))
            left -= found[-1] * ware.price
        return tuple(found)

    def _totals(self, ways: Sequence[Sequence[float]]) -> list[int]:
        """What lists may cost."""
        least = max(1, -int(-SPENT * self.budget // 1)) if self.least is None else self.least
        return [total for total in range(least, self.budget + 1) if ways[0][total]]


def _ways(shelf: Shelf) -> list[list[float]]:
    """For each unit, how many lists of it and those after it cost so much in all."""
    ways = [[1.0] + [0.0] * shelf.budget]
    for ware in reversed(shelf.wares):
        after = ways[0]
        ways.insert(0, [
            sum(after[total - count * ware.price] for count in range(min(ware.most, total // ware.price) + 1))
            for total in range(shelf.budget + 1)
        ])  # fmt: skip
    return ways
