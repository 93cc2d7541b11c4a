"""What a legal move needs, step by step: the turn, contacts, the edge, the way, a free start (clauses move.*)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from armada_sim.evidence import (
    Condition,
    Escape,
    Reason,
    Related,
    Shift,
    TurnOf,
    displacement,
    gap_condition,
    relation_text,
)
from armada_sim.geometry import (
    FLIP_PAST_MM,
    PROVED_SHARE,
    STILL,
    Body,
    Displacement,
    Place,
    Relation,
)
from armada_sim.moving._case import MoveCase
from armada_sim.moving._sweeps import Way, sweep_conditions
from armada_sim.moving.movement import Hazard
from armada_sim.table import Clause, object_words
from armada_sim.tabletop import N_, Message

_TURN_WITHIN = N_("step {step} turns by {turn}, which stays within the limit of {limit}")
_TURN_BEYOND = N_("step {step} turns by {turn}, which is beyond the limit of {limit}")
_TURN_AT_LIMIT = N_("step {step} turns by exactly the limit of {limit}")
_AFTER: Related = (
    N_("after step {step}, {ship} touches {other}"),
    N_("after step {step}, {ship} overlaps {other} by {length}"),
    N_("after step {step}, {ship} is {length} clear of {other}"),
)
_AFTER_EDGE: Related = (
    N_("after step {step}, {ship} touches the edge of the surface"),
    N_("after step {step}, {ship} is over the edge of the surface by {length}"),
    N_("after step {step}, {ship} is {length} inside the edge of the surface"),
)


def conditions(case: MoveCase, shift: Shift) -> list[Condition]:
    """Everything that must hold for a move to be legal.

    After a displacement all of it holds of the pieces as they lie then, without the clearances of ships too far away to
    be met. A step then turns from the heading that was declared and from that of the piece before as it lies: the
    greater turn counts.
    """
    found: list[Condition] = []
    start = case.mover.ship.pose.place
    before, lay = start, start.displaced(shift.get(case.mover.ship.name, STILL))
    things = [thing.displaced(shift.get(thing.name, STILL)) for thing in case.things]
    for step, place in enumerate(case.places, 1):
        there = case.end(step, shift)
        both = shift and lay.heading != before.heading
        found.append(turn_condition(case, step, (lay, before) if both else (lay,), there))
        found += lying_conditions(case, step, there, things, shift)
        if case.rules.step_legality == "swept_area":
            body, around = case.mover.solid(there), 3 * float(case.mover.outline.step)
            met = [thing for thing in things if not shift or not far(body, thing, around)]
            found += sweep_conditions(Way.of(case, step, before, there, stated=not shift), met)
        before, lay = place, there
    return found


def lying_conditions(
    case: MoveCase, step: int, place: Place, things: Sequence[Hazard], shift: Shift
) -> list[Condition]:
    """That the piece of a step may lie at a place: clear of things and inside the edge."""
    body = case.mover.solid(place)
    found = [contact(case, step, body, thing) for thing in things if not shift or not far(body, thing)]
    return [*found, *edge_condition(case, step, case.mover.body(place))]


def turn_condition(case: MoveCase, step: int, befores: Sequence[Place], place: Place) -> Condition:
    """That the turn of a step stays within the limit from all of some places (clause move.turn_limit)."""
    turns = [(case.mover.turn_slack(before.heading, place.heading), before) for before in befores]
    (sign, shown, low, high), before = min(turns, key=lambda turn: turn[0][:2])
    limit = case.mover.turn_limit
    holds = sign >= 0
    said = _TURN_AT_LIMIT if sign == 0 else _TURN_WITHIN if holds else _TURN_BEYOND
    turn, most = case.unit.angle(limit - shown if sign else limit, limit)
    text = Message(said, step=step, turn=turn, limit=most)
    name = case.mover.ship.name
    reason = Reason(Clause.MOVE_TURN_LIMIT, text, step, (name,), limit - shown, limit)
    share = float(case.turn_share(step))
    ends = [2 * case.mover.outline.radius * math.sin(math.radians(min(abs(x), 180)) / 2) for x in (low, high)]
    if not share or (sign == 0 and holds):  # legal by its formula: reached on purpose, not by measurement
        return Condition(reason, holds)
    turned = _turned(case, before, place, (max(ends) + FLIP_PAST_MM / 2) * (1.0 if holds else -1.0))
    error = turned.size(case.mover.solid(place).shadow.arms) / share
    return Condition(reason, holds, min(ends) / share * (1 - PROVED_SHARE), error, motion=((TurnOf(step), turned),))


def _turned(case: MoveCase, before: Place, place: Place, size: float) -> Displacement:
    """The piece of a step turned further (back, if `size` is negative) about its circumcentre.

    size: mm, how far that moves its corners.
    """
    turn = (float(place.heading) - float(before.heading) + 180) % 360 - 180
    angle = math.copysign(2 * math.asin(min(1.0, abs(size) / (2 * case.mover.outline.radius))), turn * size)
    ahead = case.mover.outline.centre
    old = math.radians(float(place.heading))
    new = old + angle
    return displacement(ahead * (math.cos(old) - math.cos(new)), ahead * (math.sin(old) - math.sin(new)), angle)


def contact(case: MoveCase, step: int, body: Body, thing: Hazard) -> Condition:
    """That the piece of a step is clear of something (clause move.contact)."""
    gap, part = thing.worst(body)
    holds = gap.relation is Relation.APART or (
        gap.relation is Relation.CONTACT and case.rules.contact_blocks_move == "overlap_only"
    )
    name = case.mover.ship.name
    other = object_words(thing.name) if thing.ship is None else thing.name
    text = relation_text(gap, case.unit, _AFTER, step=step, ship=name, other=other)
    reason = Reason(Clause.MOVE_CONTACT, text, step, (name, thing.name), gap.value, 0.0)
    keys = [(step, case.share(step)), (thing.name if thing.share else None, thing.share)]
    escape = Escape(step, body.shadow, thing.region, thing.ship is None) if case.share(step) else None
    return gap_condition(reason, gap, keys, holds=holds, between=(body, part), escape=escape)


def edge_condition(case: MoveCase, step: int, body: Body) -> list[Condition]:
    """That the piece of a step is inside the edge, where there is one (clause move.edge)."""
    if case.rules.edge == "open_sea" or case.layout.surface.kind == "unbounded":
        return []
    domain = case.layout.surface.domain
    gap = domain.room(body)
    holds = gap.relation is Relation.APART or (gap.relation is Relation.CONTACT and case.rules.edge == "touch_ok")
    name = case.mover.ship.name
    text = relation_text(gap, case.unit, _AFTER_EDGE, step=step, ship=name)
    reason = Reason(Clause.MOVE_EDGE, text, step, (name, "edge"), gap.value, 0.0)
    escape = Escape(step, body, domain.region, decides=True) if case.share(step) else None
    keys = [(step, case.share(step)), (None, Fraction(0))]
    return [gap_condition(reason, gap, keys, holds=holds, escape=escape)]


def far(body: Body, thing: Hazard, around: float = 0.0) -> bool:
    """Whether a ship is surely farther than 1 mm from all within `around` mm of a body: circles about corners are."""
    if thing.ship is None:
        return False
    a, b = body.shadow.corners, thing.ship.shadow.corners
    return math.dist(a[0], b[0]) > 1.0 + around + sum(max(math.dist(c[0], corner) for corner in c) for c in (a, b))
