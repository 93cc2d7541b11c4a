"""Whether a move is allowed, and nothing else: `conditions` one after the other, until one of them forbids it.

Without evidence most of it need not be looked at: no ship far away, no measure of a way that is free where everything
lies as stated, nothing once the answer is known. Each decision is the one that `conditions` makes.
"""

from __future__ import annotations

from collections.abc import Iterator

from armada_sim.evidence import Condition, conclude
from armada_sim.moving._case import MoveCase
from armada_sim.moving._move_conditions import contact, edge_condition, far, turn_condition
from armada_sim.moving._sweeps import Way, sweep_conditions, sweeps_free


def case_allowed(case: MoveCase) -> bool:
    """Whether all that a move needs holds, surely enough (option doubt_rule); where doubt allows, nothing is in doubt.

    Not for `favour_actor` where pieces may be off: then what does not hold may be allowed all the same.
    """
    error = case.layout.largest_tolerance
    return all(conclude(c.holds, c.low, error, case.rules)[1] for c in _asked(case)) and _ways_free(case)


def _asked(case: MoveCase) -> Iterator[Condition]:
    """The conditions that may forbid the move, those first that are soonest decided; ways only where margins count."""
    rules, error, before = case.rules, case.layout.largest_tolerance, case.mover.ship.pose.place
    for step, place in enumerate(case.places, 1):
        yield turn_condition(case, step, (before,), place)
        body = case.mover.solid(place)
        yield from edge_condition(case, step, case.mover.body(place))
        for thing in case.things:
            if not far(body, thing, float((case.share(step) + thing.share) * error)):
                yield contact(case, step, body, thing)
        if _sweeps(case) and error and rules.doubt_rule != "exact":
            around = 3 * float(case.mover.outline.step)
            near = [t for t in case.things if not far(body, t, around + float((case.share(step) + t.share) * error))]
            yield from sweep_conditions(Way.of(case, step, before, place, stated=True), near)
        before = place


def _ways_free(case: MoveCase) -> bool:
    """Whether the ways of all steps are free as stated; where margins count they were conditions."""
    if not _sweeps(case) or (case.layout.largest_tolerance and case.rules.doubt_rule != "exact"):
        return True
    starts = (case.mover.ship.pose.place, *case.places)
    return all(
        sweeps_free(Way.of(case, step, before, place, stated=True), case.things)
        for step, (before, place) in enumerate(zip(starts, case.places, strict=False), 1)
    )


def _sweeps(case: MoveCase) -> bool:
    return case.rules.step_legality == "swept_area"
