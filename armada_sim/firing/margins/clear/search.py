"""How far pieces may be off before a clear shot is closed: witnesses against an adversary.

The adversary places every piece within eps (times its weight) and wants no witness left. The shot stays
clear if one witness survives everything (`Clear.proved_at_once`), or, where a line of fire is all it needs, if no
choice of places takes them all (`Clear.proved`, by `clear._cover`). Where that fails the exact decision is asked about
a suspect placement: it is a flip, or it names a new witness. Flips are also searched for at random (`clear._flips`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import Final

from armada_sim.firing.broadsides import ShotCase
from armada_sim.firing.margins._arrays import np
from armada_sim.firing.margins.clear._cover import Cell, Cover
from armada_sim.firing.margins.clear._flips import Flips, goal_of
from armada_sim.firing.margins.clear._needs import Stage
from armada_sim.firing.margins.clear._pool import Known, climbed
from armada_sim.firing.margins.clear._witness import Witnesses, together
from armada_sim.firing.margins.plane import FLIP_LIMIT_MM, OPEN_STEP, Floats, View, greatest
from armada_sim.firing.margins.work import BOX, Work, open_provable
from armada_sim.geometry import MARGIN_GOAL_MM
from armada_sim.table import Pose

_COVER_WITNESSES: Final = 64
"""Witnesses it begins with."""

_COVER_LEARNED: Final = 2
"""Witnesses it learns from a placement that could not be excluded."""

_COVER_CELL: Final = 60
"""Boxes that one cell of the shooter's motions counts for: a cell may split none and learn nothing, and still take
a tenth of a second. Proofs that succeed need at most one cell for some hundred boxes."""

_HALF_OF_FLIP: Final = 0.501
"""Share of the margin's upper bound that the branch and bound tries to prove."""

_COVER_WORK: Final = 3000
"""Boxes of places after which the first attempt at that proof is given up; each further one looks at as many more, as
long as the shot's work (`margins.work`) lasts."""

_SETTLING: Final = 3
"""Attempts where it is asked whether a shot stays clear."""


@dataclass(frozen=True)
class Proof:
    """What came of a proof that no placement closes the shot."""

    done: bool
    flip: Floats | None = None
    """A placement (P, 3) that does."""


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
        motions = None if known is None else self.known.motions(known)
        low = low if self.covers else max(low, self.proved_at_once())
        for boxes in count(1):
            motions = self.flips.nearest(low, motions)
            if motions is None or not self._missed(low, motions) or self.known.work.over or not self.covers:
                break
            low, motions = self._closer(low, motions, _COVER_WORK * boxes)
        return low, None if motions is None else self.known.poses(motions)

    def settled(self, enough: float, low: float) -> bool | None:
        """Whether no placement within `enough` mm is known or thought to close the shot: True is proved; False where
        one does, or no further proof would be tried; None where a longer search may tell. low: what is proved already.
        """
        if not self.covers:
            return max(low, self.proved_at_once()) >= enough
        if self.flips.within(enough * (1 - OPEN_STEP)) is not None:
            return False
        for boxes in range(1, _SETTLING + 1):
            proof = self.proved(enough, _COVER_WORK * boxes)
            if proof.done or proof.flip is not None:
                return proof.done
            if self.known.work.over:
                break
        return None

    def _missed(self, low: float, motions: Floats) -> bool:
        """Whether a proved margin and a placement that closes the shot are not as near as promised."""
        return self.known.needed(motions) > 2 * low + MARGIN_GOAL_MM

    def _closer(self, low: float, motions: Floats, work: int) -> tuple[float, Floats]:
        """A greater margin, or a nearer placement that closes the shot: proof and search help each other."""
        eps = _HALF_OF_FLIP * (self.known.needed(motions) - MARGIN_GOAL_MM)
        proof = self.proved(eps, work)
        if proof.done:
            return eps, motions
        return low, motions if proof.flip is None else self.flips.nearer(proof.flip, goal_of(low))

    # from below

    def proved_at_once(self) -> float:
        """About the largest eps at which one witness survives everything."""
        self.known.within(FLIP_LIMIT_MM)
        low = self._greatest(0.0)
        eps = max(low, MARGIN_GOAL_MM)
        better = climbed(self.stage, self.known.pool, lambda witnesses: self.known.held(witnesses, eps))
        self.known.pool = together([self.known.pool, better])
        return self._greatest(low)

    def _greatest(self, low: float) -> float:
        """About the largest eps, at least `low`, at which a witness of the pool survives everything."""

        def holds(eps: float) -> bool:
            return bool(self.known.held(self.known.pool, eps).max() > self.stage.rounding)

        return greatest(holds, low, max(2 * low, MARGIN_GOAL_MM / 4))

    # branch and bound

    def proved(self, eps: float, work: int) -> Proof:
        """Whether no placement within eps closes the shot, looking at up to `work` boxes."""
        self.known.within(eps)
        whole = Cell.within(self.stage, eps)
        cover = Cover(self.stage, self._spread(eps), eps, whole)
        todo, cells, boxes = [(whole, cover.leaves())], 0, 0
        while todo:
            cell, leaves = todo.pop()
            cells += 1
            left = cover.settled(cell, leaves)
            self.known.work.spend(BOX * (cover.work + _COVER_CELL * cells - boxes))
            boxes = cover.work + _COVER_CELL * cells
            if left is None:
                continue
            motions = self.flips.taken_back(cover.suspect(cell, left), eps)
            learned = self.known.better(motions, _COVER_LEARNED)
            if not len(learned):
                if self.known.closed(motions):
                    return Proof(False, motions)
                learned = self.known.better(motions, _COVER_LEARNED)
            if len(learned):
                cover.learn(learned)
            if boxes > work or self.known.work.over:
                return Proof(False)
            todo += [(half, left) for half in cover.halves(cell)]
        return Proof(True)

    def _spread(self, eps: float) -> Witnesses:
        """Witnesses to begin a proof with: those that survive most, and some others."""
        value = self.known.held(self.known.pool, eps)
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
