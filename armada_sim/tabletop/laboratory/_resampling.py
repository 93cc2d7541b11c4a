"""How results would vary: whole mirrored sets weighed again at random.

This is Rubin's Bayesian bootstrap (The Annals of Statistics 9, 1981, 130-134): the sets played get weights by lot from
a Dirichlet distribution, instead of being drawn with replacement. Sets wholly won and wholly lost take part with a
small weight although none was played; without that, a pairing of which every set went one way would seem certain after
a single one. Where a set is one game without draws and that weight is a half, the shares are those of Jeffreys'
posterior.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armada_sim.tabletop.laboratory.intervals import Scores

Entrant = TypeVar("Entrant", bound=Hashable)


def pairings_by_place(
    scores_by_pairing: Mapping[tuple[Entrant, Entrant], ArrayLike], entrants: Sequence[Entrant]
) -> dict[tuple[int, int], Scores]:
    """Scores of (i, j) with i before j among the entrants; an entrant against itself says nothing and is left out."""
    place = {entrant: number for number, entrant in enumerate(entrants)}
    found: dict[tuple[int, int], Scores] = {}
    for pairing, scores in scores_by_pairing.items():
        one, other = (place[entrant] for entrant in pairing)
        own = np.asarray(scores, dtype=np.float64)
        if one != other:
            found[min(one, other), max(one, other)] = own if one < other else 1 - own
    return found


def weighed_anew(
    scores: Scores, rng: np.random.Generator, resamples: int, unplayed: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Shares of points won and lost in each resample; the sum of both is 1.

    unplayed: sets, the weight of a set wholly won, and of one wholly lost, that were not played. Both shares are sums
    of their own: of a share lost that is tiny, nothing would be left in 1 minus the share won.
    """
    values, counts = np.unique(scores.mean(axis=1), return_counts=True)
    values = np.concatenate((values, [0.0, 1.0]))
    weights = rng.dirichlet(np.concatenate((counts, [unplayed, unplayed])), size=resamples)
    return weights @ values, weights @ (1 - values)
