"""How far pieces may be off before the large piece can meet the target at all: a quick bound for closed shots.

Whatever a rule asks for, the large piece must meet the target, at some slide: the hull of the large piece at the first
and the last slide must. It does not while some direction n parts the two: while the target's least height along n, less
its error, is above the greatest height of the hull after any motion of the shooter (`margins.plane.gain`). Most
closed shots are out of reach, and then little more than this can be proved.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np

from armada_sim.firing.margins.plane import (
    FLIP_LIMIT_MM,
    FLIP_STEP_MM,
    Floats,
    View,
    across,
    edge_normals,
    gain,
)

PARTING_DIRECTIONS: Final = 64
"""1. Directions that are tried, besides those of edges."""

PARTING_BISECTIONS: Final = 12
"""1. Bisections of the bound."""


class Parted(NamedTuple):
    """What parts the target from all that the large piece can meet."""

    low: float
    """mm. While pieces are off by less, they are parted."""

    motion: Floats
    """(3,): the motion of the shooter, of size `low`, about, that brings them nearest where they are parted last."""


def parted(view: View) -> Parted:
    """See `Parted`; with the bound 0 if they meet as they lie."""
    angles = np.arange(PARTING_DIRECTIONS) * (2 * math.pi / PARTING_DIRECTIONS)
    fan = np.column_stack((np.cos(angles), np.sin(angles)))
    n = np.concatenate((fan, view.faces[0], -edge_normals(view.part)))
    gun, lever = view.shooter, view.swept - view.shooter.pivot
    arm, bend, height = n @ across(lever).T, -(n @ lever.T), n @ view.swept.T
    gap = (n @ view.part.T).min(axis=1)[:, None] - height

    def left(error: float) -> Floats:
        most = gain(1.0, np.abs(arm), bend, gun.radius, error * gun.weight)
        return np.asarray((gap - error * view.target.weight - most).min(axis=1))

    low, high = 0.0, FLIP_STEP_MM
    while high < FLIP_LIMIT_MM and left(high).max() > view.rounding:
        low, high = high, 2 * high
    for _ in range(PARTING_BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if left(middle).max() > view.rounding else (low, middle)
    rest = gap - low * view.target.weight - gain(1.0, np.abs(arm), bend, gun.radius, low * gun.weight)
    row = int(rest.min(axis=1).argmax())
    turn = float(arm[row, int(rest[row].argmin())]) / gun.radius
    size = low * gun.weight / math.hypot(1.0, turn)
    return Parted(low, np.array([*(size * n[row]), size * turn / gun.radius]))
