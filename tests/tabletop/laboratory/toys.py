"""Contests with known answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np

from armada_sim.tabletop.laboratory.contest import GameRow, Meeting
from armada_sim.tabletop.laboratory.store import Store


@dataclass(frozen=True)
class Coin:
    """Two games a set: the first entrant wins each with a probability of its own, by a coin of the set's number."""

    chances: tuple[float, ...]
    """Of the first entrant of each meeting."""

    names: tuple[tuple[str, str], ...] = ()
    seed: int = 0
    title: str = "coins"
    broken: frozenset[tuple[int, int]] = field(default_factory=frozenset)
    """Sets that kill whoever plays them."""

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        names = self.names or tuple((f"a{i}", f"b{i}") for i in range(len(self.chances)))
        return tuple(Meeting("as agreed", pair) for pair in names)

    @property
    def identity(self) -> str:
        return repr((self.chances, self.names, self.seed))

    def play(self, meeting: int, number: int) -> tuple[GameRow, ...]:
        rng = np.random.default_rng([self.seed, meeting, number])
        if (meeting, number) in self.broken:
            import os

            os._exit(9)
        rows = []
        for first in (0, 1):
            won = bool(rng.random() < self.chances[meeting])
            shares = (1.0, 0.0) if won else (0.0, 1.0)
            length = int(rng.integers(5, 50))
            rows.append(GameRow(first, shares, "tossed", length, 2 * length, f"{number}", bytes([won, length])))
        return tuple(rows)

    def record(self, meeting: int, number: int, game: int, log: bytes) -> str:
        return f"{meeting} {number} {game} {log.hex()}\n"


@dataclass(frozen=True)
class Settings(Coin):
    """The same coins tossed under several settings; in the later ones the first entrant loses some sets."""

    where: tuple[str, ...] = ("as agreed", "other")
    lost: Callable[[int, int], bool] = lambda meeting, number: False
    """Whether the set of a meeting is lost."""

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        return tuple(Meeting(where, pair) for where in self.where for pair in self.names)

    def play(self, meeting: int, number: int) -> tuple[GameRow, ...]:
        rows = super().play(meeting % len(self.chances), number)
        return tuple(replace(row, shares=(0.0, 1.0)) for row in rows) if self.lost(meeting, number) else rows


def round_robin(names: str, chance: dict[str, float], seed: int = 0) -> Coin:
    """Everybody meets everybody; `chance` has "ab": how often a beats b."""
    pairs = tuple(combinations(names, 2))
    return Coin(tuple(chance[a + b] for a, b in pairs), pairs, seed)


def numbers(store: Store, meeting: int) -> set[int]:
    """The sets of a meeting that are there."""
    return {number for stretch in store.there(meeting) for number in stretch}
