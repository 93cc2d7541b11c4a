"""Counters of what the referee's searches cost, in the units of their bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import armada_sim.moving.moves
import armada_sim.referee._contacts
import armada_sim.setup.setups
from armada_sim.evidence.conditions import Condition, Key, Movable, Shift
from armada_sim.evidence.judging import MOST_EVALUATIONS, Verdict, judge

ASKING = (armada_sim.referee._contacts, armada_sim.moving.moves, armada_sim.setup.setups)
"""The modules that ask for verdicts on conditions."""


class TooMuchWorkError(Exception):
    """More evaluations than a search may ask for: it would perhaps never end."""


@dataclass
class Counts:
    """What the verdicts given meanwhile cost."""

    verdicts: int = 0
    evaluations: int = 0
    """The most that one of them asked for."""

    motions: int = 0
    """The most that one of them looked at, as it says itself."""


def counting(counts: Counts) -> Callable[..., Verdict]:
    """`judge`, counted; raises TooMuchWorkError at once where a verdict asks for more than it may."""

    def counted(evaluate: Callable[[Shift], Sequence[Condition]], pieces: Mapping[Key, Movable]) -> Verdict:
        asked = 0

        def once(shift: Shift) -> Sequence[Condition]:
            nonlocal asked
            asked += 1
            if asked > MOST_EVALUATIONS:
                raise TooMuchWorkError(f"{MOST_EVALUATIONS} evaluations, and another at {shift}")
            return evaluate(shift)

        verdict = judge(once, pieces)
        counts.verdicts += 1
        counts.evaluations, counts.motions = max(counts.evaluations, asked), max(counts.motions, verdict.motions)
        return verdict

    return counted


@contextmanager
def counted_verdicts() -> Iterator[Counts]:
    """Counts of all verdicts on conditions meanwhile."""
    counts = Counts()
    known = [vars(module)["judge"] for module in ASKING]
    try:
        for module in ASKING:
            vars(module)["judge"] = counting(counts)
        yield counts
    finally:
        for module, before in zip(ASKING, known, strict=True):
            vars(module)["judge"] = before
