"""How far pieces may be off before a clear shot is closed: witnesses against an adversary.

The adversary places every piece within eps (times its weight) and wants no witness left. The shot stays
clear if one witness survives everything (`Clear.proved_at_once`), or, where a line of fire is all it needs, if no
choice of places takes them all (`Clear.proved`, by `clear._cover`). Where that fails the exact decision is asked about
a suspect placement: it is a flip, or it names a new witness. Flips are also searched for at random (`clear._flips`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, count
from typing import Final

import numpy as np

from armada_sim.firing.broadsides import ShotCase
from armada_sim.firing.margins.clear._cover import Cell, Cover
from armada_sim.firing.margins.clear._flips import Flips, goal_of
from armada_sim.firing.margins.clear._needs import SHOOTER, Boxes, Stage
from armada_sim.firing.margins.clear._pool import CLIMB_PARENTS, Known, climbed
from armada_sim.firing.margins.clear._witness import Witnesses, together
from armada_sim.firing.margins.plane import FLIP_LIMIT_MM, OPEN_BISECTIONS, OPEN_STEP, Floats, View, most_turn
from armada_sim.firing.margins.work import BOX, KEPT, Work, open_provable
from armada_sim.geometry import FLIP_STEP_MM, MARGIN_GOAL_MM
from armada_sim.table import Pose

_CLIMBS: Final = 2
"""Times better witnesses are looked for at the margin proved so far."""

_NEARER_FIRST: Final = 0.95
"""Share of the least placement found within which the search begins again where a proof failed."""

_COVER_WITNESSES: Final = 64
"""Witnesses it begins with."""

_COVER_LEARNED: Final = 2
"""Witnesses it learns from a placement that could not be excluded."""

_COVER_CELL: Final = 60
"""Boxes that one cell of the shooter's motions counts for: a cell may split none and learn nothing, and still take
a tenth of a second. Proofs that succeed need at most one cell for some hundred boxes."""

_HALF_OF_FLIP: Final = 0.501
"""Share of the margin's upper bound that the branch and bound tries to prove."""

_COVER_SHARES: Final = (0.42, 0.35, 0.25)
"""Shares that it tries in the end if that fails."""

_SUSPECTS: Final = 3
"""Placements that it could not exclude and from which the search for a flip begins again."""

_COVER_WORK: Final = (3000, 3000, 10000)
"""Boxes of places after which the first attempts at that proof are given up; each further one looks at twice as
many, as long as the shot's work (`margins.work`) lasts."""


def everywhere(stage: Stage, eps: float) -> Boxes:
    """One box that holds every placement within eps."""
    half = np.zeros((1, len(stage.pieces), 3))
    for k, piece in enumerate(stage.pieces):
        error = piece.weight * eps
        half[0, k] = error, error, most_turn(piece, error)
    return np.zeros_like(half), half


@dataclass(frozen=True)
class Proof:
    """What came of a proof that no placement closes the shot."""

    done: bool
    flip: Floats | None
    """A placement (P, 3) that does."""

    suspects: list[Floats]
    """If it was given up: placements it could not exclude, the latest first."""


class Clear:
    """The margin of a clear shot."""

    def __init__(
        self, case: ShotCase, weights: Mapping[str, float], views: list[View], work: Work | None = None
    ) -> None:
        self.known = Known(case, weights, views, work)
        self.flips = Flips(self.known)
        self.covers = open_provable(case.rules)
        """Whether proofs by branch and bound are tried: only where a line of fire is all that a clear shot needs."""

    @property
    def stage(self) -> Stage:
        """The pieces that matter."""
        return self.known.stage

    def margin(self, low: float = 0.0, known: Mapping[str, Pose] | None = None) -> tuple[float, dict[str, Pose] | None]:
        """A proved margin (mm), and the poses of a placement that closes the shot.

        low: what is proved already; known: a placement that closes it.
        """
        self.known.work.keep(self.known.work.left // KEPT)
        low, motions = self._searched(low, None if known is None else self.known.motions(known))
        self.known.work.keep(0)
        if motions is None or not self.covers:
            return low, None if motions is None else self.known.poses(motions)
        for share in _COVER_SHARES:
            eps = self._share(share, motions)
            if not self._missed(low, motions) or eps <= low * (1 + OPEN_STEP) or self.known.work.over:
                break
            if self.proved(eps, _COVER_WORK[0]).done:
                low = eps
        return low, self.known.poses(motions)

    def settled(self, enough: float, low: float) -> bool | None:
        """Whether no placement within `enough` mm is known or thought to close the shot: True is proved; False where
        one does, or no further proof would be tried; None where a longer search may tell. low: what is proved already.
        """
        if max(low, self.proved_at_once() if low < enough else low) >= enough:
            return True
        if not self.covers or self.flips.within(enough * (1 - OPEN_STEP)) is not None:
            return False
        for boxes in _COVER_WORK:
            proof = self.proved(enough, boxes)
            if proof.done or proof.flip is not None:
                return proof.done
            if self.known.work.over:
                break
        return None

    def _searched(self, low: float, motions: Floats | None) -> tuple[float, Floats | None]:
        """The same, a placement (P, 3) instead of poses, as far as proofs and searches in turn come."""
        low = low or self.proved_at_once()
        for boxes in chain(_COVER_WORK, (_COVER_WORK[-1] << more for more in count(1))):
            motions = self.flips.nearest(low, motions)
            if motions is None or not self._missed(low, motions) or self.known.work.over or not self.covers:
                break
            low, motions = self._closer(low, motions, boxes)
        return low, motions

    def _missed(self, low: float, motions: Floats) -> bool:
        """Whether a proved margin and a placement that closes the shot are not as near as promised."""
        return self.known.needed(motions) > 2 * low + MARGIN_GOAL_MM

    def _share(self, share: float, motions: Floats) -> float:
        """mm. A share of the eps of a placement."""
        return share * (self.known.needed(motions) - MARGIN_GOAL_MM)

    def _closer(self, low: float, motions: Floats, work: int) -> tuple[float, Floats]:
        """A greater margin, or a nearer placement that closes the shot: proof and search help each other."""
        eps = self._share(_HALF_OF_FLIP, motions)
        proof = self.proved(eps, work)
        if proof.done:
            return eps, motions
        if proof.flip is not None:
            return low, self.flips.nearer(proof.flip, goal_of(low))
        limit = _NEARER_FIRST * self.known.needed(motions)
        for start in proof.suspects:
            if self.known.work.over:
                break
            better = self.flips.within(limit, start * (limit / max(self.known.needed(start), FLIP_STEP_MM)))
            if better is not None:
                return low, self.flips.nearer(better, goal_of(low))
        return low, motions

    # from below

    def proved_at_once(self) -> float:
        """About the largest eps at which one witness survives everything."""
        low = 0.0
        for _ in range(_CLIMBS):
            low = self._greatest(low)
            eps = max(low, MARGIN_GOAL_MM)
            self.known.within(eps)
            self.known.pool = together([self.known.pool, self._climbed(eps)])
        return self._greatest(low)

    def _climbed(self, eps: float) -> Witnesses:
        every = everywhere(self.stage, eps)
        return climbed(self.stage, self.known.pool, lambda witnesses: self.known.value(witnesses, every, eps)[0])

    def _greatest(self, low: float) -> float:
        """About the largest eps, at least `low`, at which a witness of the pool survives everything."""
        few = self.known.pool

        def left(eps: float) -> Floats:
            self.known.within(eps)
            return np.asarray(self.known.value(few, everywhere(self.stage, eps), eps)[0])

        good, bad = low, max(2 * low, MARGIN_GOAL_MM / 4)
        value = left(low * (1 + OPEN_STEP))
        if value.max() <= self.stage.rounding:
            return low
        while bad < FLIP_LIMIT_MM:
            value = left(bad)
            few = few.take(np.argsort(-value, kind="stable")[: CLIMB_PARENTS * 4])
            if value.max() <= self.stage.rounding:
                break
            good, bad = bad, 2 * bad
        for _ in range(OPEN_BISECTIONS):
            middle = (good + bad) / 2
            good, bad = (middle, bad) if left(middle).max() > self.stage.rounding else (good, middle)
        return good

    # branch and bound

    def proved(self, eps: float, work: int) -> Proof:
        """Whether no placement within eps closes the shot, looking at up to `work` boxes."""
        self.known.within(eps)
        every = everywhere(self.stage, eps)
        whole = Cell(every[0][0, SHOOTER], every[1][0, SHOOTER])
        cover = Cover(self.stage, self._spread(every, eps), eps, whole)
        todo, suspects, cells, boxes = [(whole, cover.leaves())], [], 0, 0
        while todo:
            cell, leaves = todo.pop()
            cells += 1
            left = cover.settled(cell, leaves)
            self.known.work.spend(BOX * (cover.work + _COVER_CELL * cells - boxes))
            boxes = cover.work + _COVER_CELL * cells
            if left is None:
                continue
            motions = self.flips.taken_back(cover.suspect(cell, left), eps)
            suspects.append(motions)
            learned = self.known.better(motions, _COVER_LEARNED)
            if not len(learned):
                if self.known.closed(motions):
                    return Proof(False, motions, [])
                learned = self.known.better(motions, _COVER_LEARNED)
            if len(learned):
                cover.learn(learned)
            if boxes > work or self.known.work.over:
                return Proof(False, None, suspects[: -_SUSPECTS - 1 : -1])
            todo += [(half, left) for half in cover.halves(cell)]
        return Proof(True, None, [])

    def _spread(self, every: Boxes, eps: float) -> Witnesses:
        """Witnesses to begin a proof with: those that survive most, and some others."""
        value = self.known.value(self.known.pool, every, eps)[0]
        order = np.argsort(-value, kind="stable")
        half = _COVER_WITNESSES // 2
        chosen = np.concatenate(
            (
                order[:half],
                order[half :: max(1, len(order) // half)],
                np.arange(max(0, len(order) - half // 2), len(order)),
            )
        )
        return self.known.pool.take(np.unique(chosen))
