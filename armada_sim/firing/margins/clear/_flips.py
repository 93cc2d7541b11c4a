"""Placements that close a clear shot, looked for at random; what is found is decided exactly.

The adversary goes against a sample of witnesses (`clear._pool`): pieces in turn take whichever of a fan of extreme
motions leaves least of them, then all together are changed a little at a time as long as that leaves less. Witnesses
that a placement leaves join the sample. A placement found is made smaller step by step, and mended at each.
"""

from __future__ import annotations

import math
from typing import Final

from armada_sim.firing.margins._arrays import np
from armada_sim.firing.margins._noise import Noise
from armada_sim.firing.margins.clear._needs import SHOOTER, TARGET
from armada_sim.firing.margins.clear._pool import Known
from armada_sim.firing.margins.clear._witness import Witnesses, together
from armada_sim.firing.margins.plane import FLIP_LIMIT_MM, Floats, Piece, edge_normals, lengths, longest_arm, shift_of
from armada_sim.geometry import FLIP_STEP_MM, MARGIN_GOAL_MM

_ATTACKED: Final = 40
"""Witnesses with which the search for a placement that closes a shot begins."""

_ATTACK_DIRECTIONS: Final = 8
"""Directions in which it shifts a piece as far as it may go."""

_ATTACK_TURNS: Final = (0.0, 0.6, -0.6, 1.0, -1.0)
"""Turns with these shifts, as shares of the greatest."""

_ATTACK_FANS: Final = 2
"""Times it goes through all the pieces in this way."""

_ATTACK_ROUNDS: Final = 20
"""Times it then changes all of them a little, or learns of witnesses that are left."""

_ATTACK_TRIES: Final = 80
"""Placements it looks at each time."""

_ATTACK_MOVED: Final = 0.6
"""Share of the pieces that it changes each time."""

_ATTACK_STEP: Final = 0.1
"""By how much at first, as a share of how far pieces may be off."""

_ATTACK_FINEST: Final = 2e-3
"""Where it gives up."""

_ATTACK_LEARNED: Final = 12
"""Witnesses it adds that a placement has left."""

_FLIP_GROWTH: Final = 4.0
"""Factor between the errors within which it begins, which lead to different placements."""

_FLIP_STARTS: Final = 1
"""Placements from which nearer ones are searched for, before each proof."""

_NEARER_SHARE: Final = 0.4
"""By how much a placement found is made smaller at once, at most, and"""

_NEARER_LEAST: Final = 0.008
"""at least."""

_NEARER_TRIES: Final = 16
"""Times that is tried."""

_SEED = 20091


def goal_of(low: float) -> float:
    """mm. Where a placement that closes a shot is near enough to a proved margin, whose rounding is taken off."""
    return 2 * low + MARGIN_GOAL_MM - FLIP_STEP_MM


class Flips:
    """Searches for one shot."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.noise = Noise(_SEED)
        self.eps = 0.0
        pieces = known.whole.pieces
        arms = np.array([[1.0, 1.0, 1.0 / max(piece.radius, MARGIN_GOAL_MM)] for piece in pieces])
        self.reach = arms * np.array([piece.weight for piece in pieces])[:, None]

    def nearest(self, low: float, best: Floats | None) -> Floats | None:
        """A placement (P, 3) that closes the shot, nearer than the best so far; within twice a margin if one is found.

        Asked again it begins where it has not begun before. None if no placement is known.
        """
        goal, starts = goal_of(low), 0
        self.eps = self.eps or goal
        while (
            self.eps < (FLIP_LIMIT_MM if best is None else self.known.needed(best))
            and starts < _FLIP_STARTS
            and not self.known.work.over
            and not self._near(best, goal)
        ):
            motions = self.within(self.eps)
            if motions is not None:
                starts += 1
                motions = self.nearer(motions, goal)
                if best is None or self.known.needed(motions) < self.known.needed(best):
                    best = motions
            self.eps *= _FLIP_GROWTH
        return best if starts or best is None else self.nearer(best, goal)

    def _near(self, motions: Floats | None, goal: float) -> bool:
        return motions is not None and self.known.needed(motions) <= goal + FLIP_STEP_MM / 2

    def nearer(self, motions: Floats, goal: float) -> Floats:
        """A placement that closes the shot made smaller, down to a goal in mm if possible."""
        share = _NEARER_SHARE
        for _ in range(_NEARER_TRIES):
            if share < _NEARER_LEAST or self._near(motions, goal):
                break
            good = self.known.needed(motions)
            better = self.within(max(1 - share, goal / good) * self.known.size(motions), motions)
            motions = motions if better is None else better
            share = share / 2 if better is None else share
        return motions

    def within(self, eps: float, start: Floats | None = None) -> Floats | None:
        """A placement within eps that closes the shot; None if none was found. start: one to begin with."""
        self.known.within(eps)
        current = self.known.still if start is None else self.taken_back(start, eps)
        sample = self.known.best(current, _ATTACKED)
        if start is None:
            current = self.fanned(sample, eps)
        left = float(self._left(sample, current[None])[0])
        step = _ATTACK_STEP
        for _ in range(_ATTACK_ROUNDS):
            if self.known.work.over:
                return None
            if left == 0.0:
                new = self.known.survivors(current, _ATTACK_LEARNED)
                if not len(new):
                    if self.known.closed(current):
                        return current
                    new = self.known.survivors(current, _ATTACK_LEARNED)
                sample = together([sample, new])
                left = float(self._left(sample, current[None])[0])
                continue
            tries = self._about(current, step, eps)
            values = self._left(sample, tries)
            chosen = int(values.argmin())
            if values[chosen] < left:
                left, current, step = float(values[chosen]), tries[chosen], min(1.4 * step, 0.5)
            else:
                step *= 0.6
            if step < _ATTACK_FINEST:
                return None
        return None

    def taken_back(self, motions: Floats, eps: float) -> Floats:
        """The motions (..., P, 3) taken back to where no corner moves farther than its piece may be off."""
        motions = motions.copy()
        for k, piece in enumerate(self.known.whole.pieces):
            if k in self.known.stage.left_out or not piece.weight:
                motions[..., k, :] = 0.0
                continue
            mine = motions[..., k, :].reshape(-1, 3)
            for _ in range(3):
                away = lengths(piece.moved(mine) - piece.corners).max(axis=1)
                mine = mine * np.minimum(1.0, piece.weight * eps / np.maximum(away, FLIP_STEP_MM))[:, None]
            motions[..., k, :] = mine.reshape((*motions.shape[:-2], 3))
        return motions

    def _left(self, sample: Witnesses, motions: Floats) -> Floats:
        """(N,): how much some placements leave of a sample."""
        return np.asarray(np.sqrt(np.clip(self.known.value(sample, motions), 0.0, 4.0)).sum(axis=1))

    def _about(self, motions: Floats, step: float, eps: float) -> Floats:
        """Placements near one, within eps; not everything moves in each."""
        shape = (_ATTACK_TRIES, len(self.known.whole.pieces))
        change = self.noise.bell(*shape, 3) * self.reach * (step * eps)
        return self.taken_back(motions + change * (self.noise.uniform(*shape, 1) < _ATTACK_MOVED), eps)

    def fanned(self, sample: Witnesses, eps: float) -> Floats:
        """The placement to which extreme motions of one piece after the other lead."""
        current = self.known.still
        left = float(self._left(sample, current[None])[0])
        for k in _ATTACK_FANS * (TARGET, SHOOTER, *range(2, len(self.known.whole.pieces))):
            piece = self.known.whole.pieces[k]
            if not piece.weight or left == 0.0 or k in self.known.stage.left_out:
                continue
            fan = extremes(piece, piece.weight * eps)
            tries = np.repeat(current[None], len(fan), axis=0)
            tries[:, k] = fan
            values = self._left(sample, tries)
            chosen = int(values.argmin())
            if values[chosen] < left:
                left, current = float(values[chosen]), tries[chosen]
        return current


def extremes(piece: Piece, limit: float) -> Floats:
    """A fan of motions (K, 3) that move no corner farther than `limit` mm and some corner about that far."""
    half = 2 * math.asin(min(1.0, limit / (2 * longest_arm(piece))))
    angles = 2 * math.pi * np.arange(_ATTACK_DIRECTIONS) / _ATTACK_DIRECTIONS
    turn, fan = half * np.array(_ATTACK_TURNS), np.column_stack((np.cos(angles), np.sin(angles)))
    across = np.concatenate([fan] * len(turn))
    square = edge_normals(piece.corners)
    across = np.concatenate((across, square, -square))
    turns = np.concatenate((np.repeat(turn, len(fan)), np.zeros(2 * len(square))))
    motions = np.column_stack((np.zeros_like(across), turns))
    step = piece.moved(motions) - piece.corners
    along = (step * across[:, None, :]).sum(axis=2)
    room = along**2 + limit * limit - (step**2).sum(axis=2)
    size = np.maximum((np.sqrt(np.maximum(room, 0.0)) - along).min(axis=1), 0.0)
    shift_of(motions)[:] = across * size[:, None]
    return motions
