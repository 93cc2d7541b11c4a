"""How much what was found looks like a ship beside all else that was found in the picture.

Pieces of a player have one colour, and a set has few of a size and colour, so that many alike are rather a pattern.
The weights are those of a logistic model,
fitted to candidates on photographs whose truth is known, to which those of `weighing` were not fitted:
`python -m tests.photographs.company`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.camera import Floats

_ONE_PLAYER = 16.0
"""Of `weighing.face_colours`: ships nearer to each other are one player's."""

_SHOWS_PLAYER, _PLAYERS_FROM = 3.5, 2
"""Logarithm of the odds of a ship that surely shows a player's colour, and so many show which colours players have: a
pattern has colours, too."""

_ALIKE = -2.0
"""Logarithm of the odds, before anything is known of the others, of what may be part of a pattern."""

_FADES = 12.0
"""Of `face_colours`: where a colour is a third as much like a player's."""

LEAST_ODDS = -12.0
"""Logarithm of odds: what is less likely counts as this."""


@dataclass(frozen=True, slots=True)
class Considered:
    """Candidates of a picture, camera and likeliest ships fitted; (n,) each unless said otherwise."""

    alone: Floats
    """Logarithms of odds before anything was known of the others."""

    beside: Floats
    """The same where it is known what hides what."""

    sizes: NDArray[np.intp]
    colours: Floats
    """(n, 3). `weighing.face_colours`."""

    lengths: Floats
    """Logarithms of how many pixels each is long in the picture that is searched."""

    looks: Floats
    """Logarithms of odds as they look: see `looks`."""

    taken: Floats | None
    """(n, 2). Logarithms of odds by features and as they look in the picture as it was taken; None where no pattern was
    taken out of it."""

    overlap: NDArray[np.bool_]
    """(n, n). Whether two lie in one place."""

    best: Sequence[int]
    """Those that were fitted with the camera."""

    @property
    def sure(self) -> list[int]:
        """Those that surely show a player's colour."""
        return [k for k in self.best if self.beside[k] > _SHOWS_PLAYER]

    @property
    def like(self) -> NDArray[np.bool_]:
        """(n, n). Whether two are of one size and colour."""
        apart = np.linalg.norm(self.colours[:, None] - self.colours, axis=-1)
        alike: NDArray[np.bool_] = (apart < _ONE_PLAYER) & (self.sizes[:, None] == self.sizes)
        return alike


def features(given: Considered) -> Floats:
    """(n, 8 or 12). What `likely` weighs; nothing that is not finite."""
    players, far = of_a_player(given), _from_players(given)
    pattern = (given.like & ~given.overlap & (given.alone > _ALIKE)).sum(axis=1)
    known = np.full(len(far), players is not None)
    beside = np.maximum(given.beside, LEAST_ODDS)
    found = np.column_stack([
        beside, np.maximum(given.alone, LEAST_ODDS), known if players is None else players, np.exp(-far / _FADES),
        known, given.lengths, np.log1p(np.maximum(pattern - 1, 0)), given.looks,
    ])  # fmt: skip
    if given.taken is None:
        return found
    taken = np.maximum(given.taken, LEAST_ODDS)
    return np.column_stack([found, taken, np.maximum(taken, np.column_stack([beside, given.looks]))])


def of_a_player(given: Considered) -> NDArray[np.bool_] | None:
    """(n,). Whether each has a colour that a player surely has; None where too few ships show which these are."""
    found: NDArray[np.bool_] = _from_players(given) < _ONE_PLAYER
    return found if len(given.sure) >= _PLAYERS_FROM else None


def _from_players(given: Considered) -> Floats:
    """(n,). How far the colour of each is from the nearest that another surely shows as a player's."""
    sure = given.sure
    away = np.linalg.norm(given.colours[:, None] - given.colours[sure], axis=-1)
    away[sure, np.arange(len(sure))] = np.inf
    return np.asarray(away.min(axis=1, initial=np.inf))


def likely(given: Considered) -> Floats:
    """(n,). Logarithms of the odds that each is a ship, company considered; -inf where too little of it is seen."""
    weights, offset = (WEIGHTS, OFFSET) if given.taken is None else (WEIGHTS_OF_PATTERN, OFFSET_OF_PATTERN)
    found = features(given) @ weights + offset
    return np.where(np.isfinite(given.beside), found, -np.inf)


WEIGHTS = np.array([0.219, 0.726, 0.257, 2.494, 0.314, 0.589, -0.381, 0.133])
OFFSET = -3.142
"""As `python -m tests.photographs.company` fits them to seeds 9000 to 9059 and 10000 to 10011."""

WEIGHTS_OF_PATTERN = np.array([
    -0.023, 0.295, -0.002, 1.831, -1.066, 0.470, 0.242, -0.024, 0.154, 0.287, 0.329, 0.148,
])  # fmt: skip
OFFSET_OF_PATTERN = -1.397
"""The same of tables with a pattern, to the 104 pictures of a check of seeds 18000 to 18029, 19000 to 19059, 20000 to
20059, 21000 to 21075, 22000 to 22059, 23000 to 23059 and 24000 to 24059."""
