"""What a legal move needs, step by step: the turn, contacts, the edge, the way, a free start (clauses move.*)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
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
    deeper_than,
    turned_by,
)
from armada_sim.moving._case import MoveCase
from armada_sim.moving._sweeps import Way, sweep_conditions
from armada_sim.moving.movement import Hazard
from armada_sim.table import Clause
from armada_sim.tabletop import N_, Amount, Message

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
_BEFORE: Related = (
    N_("before it moves, {ship} touches {other}"),
    N_("before it moves, {ship} overlaps {other} by {length}"),
    N_("before it moves, {ship} is {length} clear of {other}"),
)


def conditions(case: MoveCase, shift: Shift, upto: int | None = None) -> list[Condition]:
    """Everything that must hold for a move (or its first `upto` steps) to be legal.

    After a displacement, without the clearances of ships too far away to be met.
    """
    places = case.places[:upto]
    found: list[Condition] = []
    before = case.mover.ship.pose.place
    things = [thing.displaced(shift.get(thing.name, STILL)) for thing in case.things]
    for step, place in enumerate(places, 1):
        if not case.in_place:
            found.append(_turn(case, step, before, place, shift))
        if case.rules.step_legality != "final_only" or step == len(places):
            there = place.displaced(shift[step]) if step in shift else place
            body = case.mover.solid(there)
            found += [_contact(case, step, body, thing) for thing in things if not shift or not _far(body, thing)]
            found += _edge(case, step, case.mover.body(there), place)
        if case.rules.step_legality == "swept_area" and not case.in_place:
            off, around = shift.get(step, STILL), 3 * float(case.mover.outline.step)
            body = case.mover.solid(place.displaced(replace(off, turn=Fraction(0))))
            met = [thing for thing in things if not shift or not _far(body, thing, around)]
            found += sweep_conditions(Way.of(case, step, before, place, shift), met)
        before = place
    if case.rules.leave_contact == "stuck_while_touching":
        found += _start(case, things, shift)
    return found


def _turn(case: MoveCase, step: int, before: Place, place: Place, shift: Shift) -> Condition:
    heading = turned_by(place.heading, shift.get(TurnOf(step), STILL).turn)
    sign, shown, low, high = case.mover.turn_slack(before.heading, heading)
    limit = case.mover.turn_limit
    holds = sign > 0 or (sign == 0 and case.rules.max_turn_boundary == "legal")
    said = _TURN_AT_LIMIT if sign == 0 else _TURN_WITHIN if holds else _TURN_BEYOND
    text = Message(said, step=step, turn=_degrees(limit - shown), limit=_degrees(limit))
    name = case.mover.ship.name
    reason = Reason(Clause.MOVE_TURN_LIMIT, text, step, (name,), limit - shown, limit)
    share = float(case.layout.weight(case.mover.ship))
    ends = [2 * case.mover.outline.radius * math.sin(math.radians(min(abs(x), 180)) / 2) for x in (low, high)]
    if not share or (sign == 0 and holds):  # legal by its formula: reached on purpose, not by measurement
        return Condition(reason, holds)
    turned = _turned(case, before, place, (max(ends) + FLIP_PAST_MM / 2) * (1.0 if holds else -1.0))
    error = turned.size(case.mover.solid(place).shadow.arms) / share
    return Condition(reason, holds, min(ends) / share * (1 - PROVED_SHARE), error, motion=((TurnOf(step), turned),))


def _degrees(angle: float) -> Amount:
    return Amount(f"{angle:.4f}".rstrip("0").rstrip("."), "°")


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


def _contact(case: MoveCase, step: int, body: Body, thing: Hazard) -> Condition:
    gap, part = thing.worst(body)
    holds = gap.relation is Relation.APART or (
        gap.relation is Relation.CONTACT and case.rules.contact_blocks_move == "overlap_only"
    )
    name = case.mover.ship.name
    text = relation_text(gap, case.unit, _AFTER, step=step, ship=name, other=thing.name)
    reason = Reason(Clause.MOVE_CONTACT, text, step, (name, thing.name), gap.value, 0.0)
    keys = [(step, case.share(step)), (thing.name if thing.share else None, thing.share)]
    escape = Escape(step, body.shadow, thing.region, thing.ship is None) if case.share(step) else None
    return gap_condition(reason, gap, keys, holds=holds, between=(body, part), escape=escape)


def _edge(case: MoveCase, step: int, body: Body, place: Place) -> list[Condition]:
    if case.rules.edge == "open_sea" or case.layout.surface.kind == "unbounded":
        return []
    solid = body
    if case.rules.edge == "overhang_by_centroid":
        solid = Body(case.mover.centroid(place).outline, body.place)
    domain = case.layout.surface.domain
    gap = domain.room(solid)
    holds = gap.relation is Relation.APART or (gap.relation is Relation.CONTACT and case.rules.edge == "touch_ok")
    name = case.mover.ship.name
    text = relation_text(gap, case.unit, _AFTER_EDGE, step=step, ship=name)
    reason = Reason(Clause.MOVE_EDGE, text, step, (name, "edge"), gap.value, 0.0)
    escape = Escape(step, solid, domain.region, decides=True) if case.share(step) else None
    keys = [(step, case.share(step)), (None, Fraction(0))]
    return [gap_condition(reason, gap, keys, holds=holds, escape=escape)]


def _start(case: MoveCase, things: Sequence[Hazard], shift: Shift) -> list[Condition]:
    ship, layout = case.mover.ship, case.layout
    place = ship.pose.place.displaced(shift.get(ship.name, STILL))
    found = []
    for thing in things:
        body = case.mover.solid(place)
        gap, part = thing.worst(body)
        share = layout.weight(ship)
        text = relation_text(gap, case.unit, _BEFORE, ship=ship.name, other=thing.name)
        reason = Reason(Clause.MOVE_START_CONTACT, text, None, (ship.name, thing.name), gap.value, 0.0)
        keys = [(ship.name, share), (thing.name if thing.share else None, thing.share)]
        # pieces measured as overlapping by no more than their errors are in contact
        errors = (share + thing.share) * layout.largest_tolerance
        escape = Escape(ship.name, body.shadow, thing.region, thing.ship is None) if share else None
        condition = gap_condition(
            reason, gap, keys, holds=gap.relation is Relation.APART, between=(body, part), escape=escape
        )
        touching = gap.relation is not Relation.APART and not deeper_than(body, part, gap, errors)
        found.append(replace(condition, low=math.inf, high=math.inf, pushes=()) if touching else condition)
    return found


def _far(body: Body, thing: Hazard, around: float = 0.0) -> bool:
    """Whether a ship is surely farther than 1 mm from all within `around` mm of a body: circles about corners are."""
    if thing.ship is None:
        return False
    a, b = body.shadow.corners, thing.ship.shadow.corners
    return math.dist(a[0], b[0]) > 1.0 + around + sum(max(math.dist(c[0], corner) for corner in c) for c in (a, b))
