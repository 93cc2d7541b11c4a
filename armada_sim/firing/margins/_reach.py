"""The target in and out of reach: a quick bound for closed shots, and a placement that closes most clear ones.

Whatever a rule asks for, the large piece must meet the target, at some slide: the hull of the large piece at the first
and the last slide must. It does not while some direction n parts the two: while the target's least height along n, less
its error, is above the greatest height of the hull after any motion of the shooter (`margins.plane.swing`). Most
closed shots are out of reach, and then little more than this can be proved; most clear ones are closed first where
shooter and target go apart.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from armada_sim.firing.margins._arrays import np
from armada_sim.firing.margins.plane import (
    FLIP_LIMIT_MM,
    Floats,
    Motion,
    View,
    across,
    edge_normals,
    longest_arm,
    swing,
    turned_by,
)
from armada_sim.geometry import FLIP_STEP_MM, MARGIN_GOAL_MM

_PARTING_DIRECTIONS: Final = 64
"""Directions that are tried, besides those of edges."""

_PARTING_BISECTIONS: Final = 12
"""Bisections of the bound, and of the error with which they go apart."""

_PARTING_TURNS: Final = (0.0, 0.3, -0.3, 0.6, -0.6, 0.85, -0.85)
"""Shares of its error for which the shooter turns as they go apart; for the rest it shifts."""


class Parted(NamedTuple):
    """What parts the target from all that the large piece can meet."""

    low: float
    """mm. While pieces are off by less, they are parted."""

    motion: Floats
    """(3,): the motion of the shooter, of size `low`, about, that brings them nearest where they are parted last."""


def _directions(view: View, points: Floats) -> Floats:
    """(N, 2): unit vectors from the hull to a part of the target, all around and square to the edges of both."""
    angles = np.arange(_PARTING_DIRECTIONS) * (2 * math.pi / _PARTING_DIRECTIONS)
    fan = np.column_stack((np.cos(angles), np.sin(angles)))
    return np.concatenate((fan, view.faces[0], -edge_normals(points)))


def parted(view: View) -> Parted:
    """See `Parted`; with the bound 0 if they meet as they lie."""
    n = _directions(view, view.part)
    gun, lever = view.shooter, view.swept - view.shooter.pivot
    arm, bend, height = n @ across(lever).T, -(n @ lever.T), n @ view.swept.T
    gap = (n @ view.part.T).min(axis=1)[:, None] - height

    def left(error: float) -> Floats:
        most = swing(1.0, abs(arm), bend, gun.radius, error * gun.weight)
        return np.asarray((gap - error * view.target.weight - most).min(axis=1))

    low, high = 0.0, FLIP_STEP_MM
    while high < FLIP_LIMIT_MM and left(high).max() > view.rounding:
        low, high = high, 2 * high
    for _ in range(_PARTING_BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if left(middle).max() > view.rounding else (low, middle)
    rest = gap - low * view.target.weight - swing(1.0, abs(arm), bend, gun.radius, low * gun.weight)
    row = int(rest.min(axis=1).argmax())
    turn = float(arm[row, int(rest[row].argmin())]) / gun.radius
    size = low * gun.weight / math.hypot(1.0, turn)
    return Parted(low, np.array([*(size * n[row]), size * turn / gun.radius]))


def parting(view: View) -> tuple[Motion, Motion] | None:
    """Motions of shooter and target, gun frame, after which the target is out of reach, with the least error of some.

    The target shifts along a direction, the shooter against it, and turns for a share of its error. None if nothing
    within `FLIP_LIMIT_MM` does.
    """
    gun, target = view.shooter, view.target
    n, shares = _directions(view, target.corners), np.array(_PARTING_TURNS)
    height, lever = (n @ target.corners.T).min(axis=1)[:, None], (view.swept - gun.pivot)[None]

    def turns(error: float) -> Floats:
        return np.asarray(2 * np.arcsin(np.clip(shares * error * gun.weight / (2 * longest_arm(gun)), -1.0, 1.0)))

    def gap(error: float) -> Floats:
        """(N, S) mm."""
        hull = turned_by(np.broadcast_to(lever, (len(shares), *lever.shape[1:])), turns(error)) + gun.pivot
        top = (hull @ n.T).max(axis=1).T - error * gun.weight * (1 - abs(shares))
        return np.asarray(height + error * target.weight - top)

    low, high = 0.0, MARGIN_GOAL_MM
    while gap(high).max() < FLIP_STEP_MM:
        low, high = high, 2 * high
        if high > FLIP_LIMIT_MM:
            return None
    for _ in range(_PARTING_BISECTIONS):
        middle = (low + high) / 2
        low, high = (low, middle) if gap(middle).max() > FLIP_STEP_MM else (middle, high)
    row, column = divmod(int(gap(high).argmax()), len(shares))
    (x, y), back = high * n[row], -gun.weight * (1 - abs(float(shares[column])))
    motion = (float(back * x), float(back * y), float(turns(high)[column]))
    return motion, (float(target.weight * x), float(target.weight * y), 0.0)
