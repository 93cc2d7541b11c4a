"""Rulings on moves: every step tested, with margin, flip, legal interval and certificate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from armada_sim.evidence import (
    Answer,
    BlockedHeadings,
    Closest,
    Condition,
    Flip,
    HeadingInterval,
    MoveEvidence,
    Placement,
    Reason,
    Ruling,
    Step,
    TurnOf,
    Verdict,
    closest,
    conclude,
    doubt_reason,
    finite,
    judge,
    moved_ships,
    search_notes,
)
from armada_sim.geometry import Place
from armada_sim.moving._allowing import case_allowed
from armada_sim.moving._case import MoveCase
from armada_sim.moving._move_conditions import conditions, far
from armada_sim.moving.declared import Declaration
from armada_sim.moving.movement import (
    NO_LEGAL_HEADING,
    Mover,
    first_blocks,
    first_intervals,
    legal_intervals,
)
from armada_sim.table import Clause, Layout, Rules, Ship, Unit
from armada_sim.tabletop import Message

_WORK = {(False, False): 1, (True, False): 1, (False, True): 2, (True, True): 40}
"""How many plain clearances take as long as the clearances from one piece: of polyhedra, and on the way."""


def rule_on_move(
    layout: Layout, moving: Ship, declared: Declaration,
    rules: Rules, unit: Unit, displaced: Sequence[Placement] = (),
) -> Ruling:  # fmt: skip
    """The ruling on a move as declared. displaced: ends of steps that lie elsewhere than their headings lead."""
    case = MoveCase.declared(layout, moving, declared, rules, unit, displaced)
    if moving.sunk:
        return _impossible(moving, sunk_reason(moving))
    if len(case.headings) <= moving.size.steps:
        return _move_ruling(case, judge(partial(conditions, case), case.pieces()))
    shown = MoveEvidence(_steps(case), unsaid=frozenset(("heading_interval", "closest", "stuck")))
    return replace(_impossible(moving, _too_many_steps(moving, len(case.headings))), witness=shown)


def move_places(
    layout: Layout, moving: Ship, declared: Declaration,
    rules: Rules,
) -> list[Place]:  # fmt: skip
    """Where a declared move leads, step by step, whether it is allowed or not. Raises InputError."""
    return list(MoveCase.declared(layout, moving, declared, rules, Unit()).places)


def move_allowed(
    layout: Layout, moving: Ship, declared: Declaration,
    rules: Rules,
) -> bool:  # fmt: skip
    """Whether the ruling on a move allows it, without its evidence: no margins where pieces lie as stated."""
    if layout.largest_tolerance and rules.doubt_rule == "favour_actor":
        return rule_on_move(layout, moving, declared, rules, Unit()).allowed
    case = MoveCase.declared(layout, moving, declared, rules, Unit())
    return not moving.sunk and len(case.headings) <= moving.size.steps and case_allowed(case)


def move_work(
    layout: Layout, moving: Ship, declared: Declaration,
    rules: Rules,
) -> int:  # fmt: skip
    """How much `move_allowed` has to look at: clearances of the simplest kind, or what takes as long."""
    case = MoveCase.declared(layout, moving, declared, rules, Unit())
    solid, swept = rules.footprint == "solid3d", rules.step_legality == "swept_area"
    around, total = 3 * float(case.mover.outline.step) if swept else 0.0, len(case.things)
    for place in case.places[: moving.size.steps]:
        body = case.mover.solid(place)
        met = sum(len(thing.parts) for thing in case.things if not far(body, thing, around))
        total += met * _WORK[solid, swept]
    return total


def sunk_reason(ship: Ship) -> Reason:
    """Why a sunk ship does not move."""
    text = Message.counted(
        "{ship} has taken {n} hit and is sunk", "{ship} has taken {n} hits and is sunk", ship.damage, ship=ship.name
    )
    return Reason(Clause.MOVE_SUNK, text, None, (ship.name,), ship.damage, ship.size.pips)


def stuck_reason(ship: Ship) -> Reason:
    """That a ship cannot take any first step."""
    return Reason(Clause.MOVE_STUCK, Message("{ship} has no legal heading at all", ship=ship.name), None, (ship.name,))


def _impossible(ship: Ship, reason: Reason) -> Ruling:
    """A no that no placement changes."""
    return Ruling("move", Answer.NO, False, ship.name, reasons=(reason,))


def _too_many_steps(ship: Ship, given: int) -> Reason:
    """That a ship of this size has not so many steps, wherever it lies."""
    text = Message.counted(
        "{ship} is a {kind} and may take {n} step in a move, not {given}",
        "{ship} is a {kind} and may take {n} steps in a move, not {given}",
        ship.size.steps, ship=ship.name, kind=ship.size.ship, given=given,
    )  # fmt: skip
    return Reason(Clause.MOVE_STEPS, text, ship.size.steps + 1, (ship.name,), float(given), float(ship.size.steps))


def _move_ruling(case: MoveCase, verdict: Verdict) -> Ruling:
    rules, layout, mover = case.rules, case.layout, case.mover
    answer, allowed = conclude(verdict.holds, verdict.low, layout.largest_tolerance, rules)
    broken = [c for c in verdict.conditions if not c.holds]
    decisive = broken or sorted(verdict.conditions, key=lambda c: c.low)[:1]
    reasons = [c.reason for c in decisive]
    places = case.places
    if answer is Answer.IN_DOUBT:
        reasons.append(doubt_reason(verdict, layout.largest_tolerance, case.unit, allowed))
    before = places[-2] if len(places) > 1 else mover.ship.pose.place
    stuck = stuck_blocks(case.mover, layout, rules)
    stands = len(places) if allowed else 0
    witness = MoveEvidence(_steps(case), _interval(case, before, broken), _closest(verdict), stands, stuck)
    if stuck is not None:
        reasons.append(stuck_reason(mover.ship))
    return Ruling(
        "move", answer, allowed, mover.ship.name, None, finite(verdict.low), finite(verdict.high),
        _flip(case, verdict), tuple(reasons), witness, tuple(search_notes(verdict)),
    )  # fmt: skip


def _steps(case: MoveCase) -> tuple[Step, ...]:
    return tuple(_step(case.mover, j, place) for j, place in enumerate(case.ends, 1))


def _step(mover: Mover, step: int, place: Place) -> Step:
    tip = mover.stepped(place, place.heading).origin
    return Step(step, place.origin, tip, float(place.heading), mover.body(place).corners)


def _interval(case: MoveCase, before: Place, broken: Sequence[Condition]) -> HeadingInterval | None:
    """The last headings around the declared one with the same answer; None if it does not depend on them."""
    last = len(case.headings)
    if case.placed or any(c.reason.step != last for c in broken):
        return None
    declared = float(case.headings[-1])
    legal = legal_intervals(case.mover, before, case.layout, case.rules)
    around = next((interval for interval in legal if declared in interval), None)
    if not broken:
        return around
    if around is not None:
        return None
    return replace(_refused_interval(float(before.heading), declared, legal), legal=False)


def _refused_interval(heading: float, declared: float, legal: Sequence[HeadingInterval]) -> HeadingInterval:
    """The headings around a declared one up to the next that are legal, or the whole circle."""
    declared = heading + (declared - heading + 180) % 360 - 180
    if not legal:
        return HeadingInterval(heading - 180, heading + 180, NO_LEGAL_HEADING, NO_LEGAL_HEADING, True, True)
    below = [i for i in legal if i.end <= declared] or [legal[-1]]
    above = [i for i in legal if i.start >= declared] or [legal[0]]
    start, end = below[-1], above[0]
    start_at = start.end if start.end <= declared else start.end - 360
    end_at = end.start if end.start >= declared else end.start + 360
    return HeadingInterval(start_at, end_at, start.end_by, end.start_by, not start.end_closed, not end.start_closed)


def _closest(verdict: Verdict) -> Closest | None:
    clauses = (Clause.MOVE_CONTACT, Clause.MOVE_EDGE)
    found = [c for c in verdict.conditions if c.reason.clause in clauses and c.points is not None]
    broken = [c for c in found if not c.holds]
    if not found or (not broken and not verdict.holds):  # something else forbids it
        return None
    return closest(broken[0] if broken else min(found, key=lambda c: c.reason.measured or 0.0))


def stuck_blocks(mover: Mover, layout: Layout, rules: Rules) -> tuple[BlockedHeadings, ...] | None:
    """What blocks which first headings, if none is legal; None if some is."""
    return None if first_intervals(mover, layout, rules) else tuple(first_blocks(mover, layout, rules))


def _flip(case: MoveCase, verdict: Verdict) -> Flip | None:
    if verdict.shift is None:
        return None
    shift, ships = verdict.shift, moved_ships(case.layout, verdict.shift)
    elsewhere = [
        step for step in range(1, len(case.ends) + 1)
        if case.mover.ship.name in ships or step in shift or TurnOf(step) in shift
    ]  # fmt: skip
    return Flip(ships, tuple(Placement.at(case.end(step, shift), step) for step in elsewhere))
