"""Where fleets began, set by set, and how they fared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from armada_sim.experiments.battles import Battles
from armada_sim.tabletop import InputError

if TYPE_CHECKING:
    from armada_sim.tabletop.laboratory import Store

MOST_MEETINGS = 4
"""Meetings of an experiment, from the first, whose openings are drawn."""


@dataclass(frozen=True)
class Opening:
    """The set-ups of a meeting of two fleets."""

    meeting: int
    extent: tuple[float, float]
    """Of the surface, from left to right and from the player's own edge to the other: mm."""

    places: tuple[NDArray[np.float64], NDArray[np.float64]]
    """Of each fleet: (n, 3), the set, and where a ship began as its player sees the table (`Battles.openings`), mm."""

    scores: NDArray[np.float64]
    """(n, k) shares of the first fleet, by sets and games."""


def openings(contest: Battles, store: Store, counts: Sequence[int]) -> tuple[Opening, ...]:
    """Of the first meetings, the first `counts` sets; none where players are compared, who play either fleet.

    Raises InputError for a log that cannot be read.
    """
    if contest.experiment.compare == "players":
        return ()
    return tuple(
        _opening(contest, store, meeting, counts[meeting]) for meeting in range(min(MOST_MEETINGS, len(counts)))
    )


def _opening(contest: Battles, store: Store, meeting: int, sets: int) -> Opening:
    places: tuple[list[tuple[float, float, float]], list[tuple[float, float, float]]] = ([], [])
    scores: list[list[float]] = []
    for number, game, row in store.games(meeting, sets):
        if game == 0:
            scores.append([])
            try:
                began = contest.openings(meeting, row.log)
            except InputError as error:
                raise store.unreadable(meeting, number, game, str(error)) from None
            for kept, fleet in zip(places, began, strict=True):
                kept += [(number, x, y) for x, y in fleet]
        scores[-1].append(row.shares[0])
    one, other = (np.array(kept, dtype=np.float64).reshape(-1, 3) for kept in places)
    return Opening(meeting, contest.extent(meeting), (one, other), np.array(scores))
