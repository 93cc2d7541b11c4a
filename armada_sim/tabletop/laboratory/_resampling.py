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

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.laboratory.intervals import Scores, checked_scores
from armada_sim.tabletop.language import Message

Entrant = TypeVar("Entrant", bound=Hashable)


def checked_pairings(
    scores_by_pairing: Mapping[tuple[Entrant, Entrant], ArrayLike], entrants: Sequence[Entrant]
) -> dict[tuple[int, int], Scores]:
    """Scores of (i, j) with i before j among the entrants; an entrant against itself says nothing and is left out.

    Raises InputError for entrants that are unknown or named twice, and for a pairing given from both sides.
    """
    place = {entrant: number for number, entrant in enumerate(entrants)}
    if len(place) < len(entrants):
        raise InputError(Message("an entrant is named twice"))
    found: dict[tuple[int, int], Scores] = {}
    for pairing, scores in scores_by_pairing.items():
        if unknown := [entrant for entrant in pairing if entrant not in place]:
            raise InputError(Message("{name} is in a pairing but not among the entrants", name=unknown[0]))
        one, other = (place[entrant] for entrant in pairing)
        if one == other:
            continue
        key, own = ((one, other), checked_scores(scores)) if one < other else ((other, one), 1 - checked_scores(scores))
        if key in found:
            raise InputError(
                Message("{one} against {other} is given from both sides", one=pairing[0], other=pairing[1])
            )
        found[key] = own
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
