"""The way from one position to the next (step_legality = "swept_area", clause move.sweep)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from armada_sim.clauses import Clause
from armada_sim.conditions import Condition
from armada_sim.geometry.clearance import Gap, Relation, clearance
from armada_sim.geometry.solids import Body, Place
from armada_sim.movement import Hazard
from armada_sim.ruling import Reason
from armada_sim.tolerance import SWEEP_RESOLUTION_DEG

if TYPE_CHECKING:
    from armada_sim.moves import MoveCase


def sweep_condition(
    case: MoveCase, step: int, before: Place, place: Place, things: Sequence[Hazard]
) -> list[Condition]:
    """Conditions for the slide ahead and the turn of one step, for every hazard and the edge."""
    name, share = case.mover.ship.name, case.share(step)
    hull = case.mover.slide_hull(before)
    found = []
    for thing in things:
        measure = partial(_to_hazard, thing)
        gaps = [measure(hull), _turn_gap(case, before, place, measure)]
        found.append(_condition(gaps, f"on its way to step {step}, {name}", "edge", step, name, share))
    return found


def _to_hazard(thing: Hazard, body: Body) -> Gap:
    return clearance(body, thing.solid)


def _condition(gaps: Sequence[Gap], who: str, other: str, step: int, name: str, share: Fraction) -> Condition:
    worst = min(gaps, key=lambda gap: gap.low)
    holds = worst.relation is Relation.APART
    verb = "passes clear of" if holds else "meets"
    reason = Reason(Clause.MOVE_SWEEP, f"{who} {verb} {other}", step, (name, other), worst.value, 0.0)
    if not share:
        return Condition(reason, holds)
    low = max(0.0, worst.low if holds else -worst.high) / float(share)
    return Condition(reason, holds, low)  # no flip is searched for a sweep: its upper margin stays open


def _turn_gap(case: MoveCase, before: Place, place: Place, measure: Callable[[Body], Gap]) -> Gap:
    """Least clearance while the outline turns about its base midpoint, by interval halving.

    Turning by an angle moves no corner by more than angle times the outline's reach, so a gap at the
    middle of an interval bounds it on the whole interval.
    """
    start = float(before.heading)
    end = start + (float(place.heading) - start + 180) % 360 - 180
    reach = max(math.hypot(float(a), float(c)) for a, c in case.mover.outline.seen)
    worst = measure(case.mover.solid(place))
    parts = [(min(start, end), max(start, end))]
    while parts:
        low, high = parts.pop()
        half = (high - low) / 2
        gap = measure(case.mover.solid(place.turned(Fraction((low + high) / 2))))
        if gap.low < worst.low:
            worst = gap
        bound = gap.low - reach * math.radians(half)
        if worst.relation is not Relation.APART:
            return worst
        if bound <= 0 or bound < 0.99 * worst.low:
            if half < SWEEP_RESOLUTION_DEG:
                return Gap(Relation.CONTACT, 0.0, 0.0, 0.0, gap.on_a, gap.on_b)
            parts += [(low, low + half), (low + half, high)]
    return Gap(worst.relation, worst.value, 0.99 * worst.low, worst.high, worst.on_a, worst.on_b)
