"""What meetings and settings of an experiment came to, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from armada_sim.tabletop.laboratory._mixture import Mixture
from armada_sim.tabletop.laboratory._prices import Prices
from armada_sim.tabletop.laboratory.contest import Meeting
from armada_sim.tabletop.laboratory.intervals import Estimate

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class MeetingSummary:
    """One meeting."""

    number: int
    meeting: Meeting
    share: Estimate
    """Of the first entrant."""

    first: Estimate
    """Of whoever moved first."""

    by_first: tuple[Estimate | None, Estimate | None]
    """Of the first entrant where they moved first, and where they did not; None where that was not played."""

    distinct: int
    """Games that differ from each other."""

    turns: tuple[int, int, int, int, int]
    """Length of the games: shortest, quartiles, longest."""

    reasons: tuple[tuple[str, int], ...]
    """Why games ended, and how often."""

    scores: Floats
    """(n, k) shares of the first entrant."""

    first_scores: Floats
    """(n, k) shares of whoever moved first."""


@dataclass(frozen=True)
class SettingSummary:
    """All meetings under one setting."""

    name: str
    meetings: tuple[MeetingSummary, ...]
    first: Estimate
    """Of whoever moved first, in all of them."""

    ratings: Mapping[str, Estimate]
    """Of each entrant, in Elo points with mean 0; empty unless three entrants or more meet."""

    mixture: Mixture[str] | None
    """None unless everybody meets everybody, and without SciPy."""

    prices: Prices | None = None
    """Of what lists are made of, where random lists meet."""

    @property
    def entrants(self) -> tuple[str, ...]:
        """In the order in which they come up."""
        return tuple(dict.fromkeys(name for row in self.meetings for name in row.meeting.entrants))

    @property
    def complete(self) -> bool:
        """Whether three entrants or more met, everybody everybody."""
        met = {frozenset(row.meeting.entrants) for row in self.meetings}
        return len(self.entrants) > 2 and all(frozenset(pair) in met for pair in combinations(self.entrants, 2))


@dataclass(frozen=True)
class Opening:
    """The set-ups of a meeting of two entrants whose pieces lie on a table."""

    meeting: int
    extent: tuple[float, float]
    """Of the surface, from left to right and from the player's own edge to the other: mm."""

    places: tuple[Floats, Floats]
    """Of each entrant: (n, 3), the set, and where a piece began as its player sees the table, mm."""

    scores: Floats
    """(n, k) shares of the first entrant, by sets and games."""


@dataclass(frozen=True)
class Change:
    """What a setting changes in a meeting, on the same sets."""

    setting: str
    against: str
    entrants: tuple[str, ...]
    difference: Estimate
    """Of the first entrant's share."""
