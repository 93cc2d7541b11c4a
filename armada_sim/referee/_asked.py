"""Questions as they were asked, to be asked again under other rules: the answers alone, for pieces that lie as stated.

These are the referee's own decisions without the search for margins and evidence: what `check_*` answers under
`doubt_rule = "exact"` for a table that is ruled on as it is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from armada_sim.evidence import Answer
from armada_sim.geometry import Number
from armada_sim.moving import Declaration
from armada_sim.table import Layout, Pose, Rules
from armada_sim.tabletop import InputError, Message

MOVE_WORK: Final = 4_000
"""Plain clearances, or what takes as long, for all readings of a move: at most two seconds of processor time."""

SHOT_WORK: Final = 30_000
"""Pairs of solids and corners for all readings of a shot: at most ten seconds. Among twelve ships there are 12,000
at most."""

SETUP_WORK: Final = 50_000
"""Pairs of pieces for all readings of a set-up: at most ten seconds, if all lie in a heap."""

ARRIVALS: Final = 100
"""Searches for all readings of a position claimed: more than there are."""

ARRIVAL_CELLS: Final = 500
"""Open cells of each such search; the ruling itself has eight times as many."""


def sides_asked(side: str | Sequence[str]) -> tuple[str, ...]:
    """The sides of a ship that are asked about, by one name or several. Raises InputError for one without guns."""
    from armada_sim.firing import LONG_SIDES

    asked = (side,) if isinstance(side, str) else tuple(side)
    for name in asked:
        if name not in (*LONG_SIDES, "either"):
            known = ", ".join((*LONG_SIDES, "either"))
            raise InputError(
                Message("side must be one of {known}, not {given}", known=known, given=repr(name)), key="side"
            )
    return LONG_SIDES if "either" in asked else asked


def _answer(holds: bool) -> Answer:
    return Answer.YES if holds else Answer.NO


@dataclass(frozen=True, slots=True)
class MoveAsked:
    """May this ship move so?"""

    ship: str
    declared: Declaration

    kind = "move"
    most = MOVE_WORK

    def stated(self, layout: Layout, rules: Rules) -> Answer:
        """Whether the move is legal. Raises InputError."""
        from armada_sim.moving import move_allowed

        ship, exact = layout.ship(self.ship), rules.but(doubt_rule="exact")
        return _answer(move_allowed(layout, ship, self.declared, exact))

    def work(self, layout: Layout, rules: Rules) -> int:
        """Plain clearances."""
        from armada_sim.moving import move_work

        return move_work(layout, layout.ship(self.ship), self.declared, rules)


@dataclass(frozen=True, slots=True)
class ArrivalAsked:
    """Can this ship have got there?"""

    ship: str
    to: Pose
    within: Number | None

    kind = "move"
    most = ARRIVALS

    def stated(self, layout: Layout, rules: Rules) -> Answer:
        """Whether some legal path ends there; in doubt where the search reached its bound. Raises InputError."""
        from armada_sim.referee._arrivals import arrival_stated

        return arrival_stated(layout, layout.ship(self.ship), self.to, self.within, rules, ARRIVAL_CELLS)

    def work(self, layout: Layout, rules: Rules) -> int:
        """Searches, each of which has a bound of its own."""
        return 1


@dataclass(frozen=True, slots=True)
class ShotAsked:
    """May this ship hit that one?"""

    shooter: str
    target: str
    side: str | tuple[str, ...]

    kind = "shot"
    most = SHOT_WORK

    def stated(self, layout: Layout, rules: Rules) -> Answer:
        """Whether the shot is clear. Raises InputError."""
        from armada_sim.firing import clear_side

        shooter, target, exact = layout.ship(self.shooter), layout.ship(self.target), rules.but(doubt_rule="exact")
        return _answer(clear_side(layout, shooter, target, sides_asked(self.side), exact) is not None)

    def work(self, layout: Layout, rules: Rules) -> int:
        """Pairs of solids, and corners."""
        from armada_sim.firing import shot_case, shot_work

        shooter, target = layout.ship(self.shooter), layout.ship(self.target)
        return shot_work(shot_case(layout, shooter, target, sides_asked(self.side), rules))


@dataclass(frozen=True, slots=True)
class ContactAsked:
    """Do these two things touch?"""

    a: str
    b: str

    kind = "contact"
    most = ARRIVALS

    def stated(self, layout: Layout, rules: Rules) -> Answer:
        """Whether they touch, or overlap. Raises InputError."""
        from armada_sim.referee._contacts import touching

        return _answer(touching(layout, self.a, self.b, rules))

    def work(self, layout: Layout, rules: Rules) -> int:
        """Clearances."""
        return 1


@dataclass(frozen=True, slots=True)
class SetupAsked:
    """Is the layout a legal set-up?"""

    kind = "setup"
    most = SETUP_WORK

    def stated(self, layout: Layout, rules: Rules) -> Answer:
        """Whether the set-up is legal."""
        from armada_sim.setup import setup_allowed

        return _answer(setup_allowed(layout, rules))

    def work(self, layout: Layout, rules: Rules) -> int:
        """Pairs of pieces, if each is near every other."""
        ships, parts = len(layout.ships), sum(len(thing.parts) for thing in layout.objects)
        return ships * (ships - 1) // 2 + ships * parts
