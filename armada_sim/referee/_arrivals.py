"""Rulings on "could it have got there?": a path that is replayed, or a proof that there is none.

`claims.path_to_pose` searches; here a path it finds is asked of the ordinary referee, and what pieces
may be off by is taken into account on both sides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from armada_sim.evidence import Answer, ArrivalEvidence, ClaimedPose, MoveEvidence, Reason, Ruling
from armada_sim.geometry import Number, Point, Progress
from armada_sim.moving import (
    Declaration,
    Mover,
    move_allowed,
    move_places,
    rule_on_move,
    stuck_blocks,
    stuck_reason,
    sunk_reason,
)
from armada_sim.regions import Claim, default_within, path_to_pose
from armada_sim.table import Clause, Layout, Pose, Rules, Ship, Unit, edge_words
from armada_sim.tabletop import N_, Listing, Message

_NEAR_CLAIM_TIMES: Final = 8
"""If a claim is in doubt, some path is looked for that ends within so many times its distance."""


def rule_on_arrival(
    layout: Layout,
    moving: Ship,
    to: Pose,
    within: Number | None,
    rules: Rules,
    unit: Unit,
    progress: Progress | None = None,
) -> Ruling:
    """The ruling on a claim that `moving` can have got to a pose in one move.

    within: mm at any corner; None for the default of `path_to_pose`, which tells `progress`. A no holds for every
    placement within the tolerance: not even paths whose steps are in doubt end there.
    """
    if moving.sunk:
        return Ruling("move", Answer.NO, False, moving.name, reasons=(sunk_reason(moving),))
    if layout.misplaced:
        answer = _throughout(
            layout, moving, to, default_within(layout) if within is None else float(within), rules, unit
        )
        return Ruling("move", answer, answer is Answer.YES, moving.name)
    distance = None if within is None else float(within)
    claim = _searched(layout, moving, to, distance, _doubts(rules, "three_answers"), progress)
    replayed = _replayed(layout, moving, to, claim, rules, unit)
    answer = claim.answer
    if answer is Answer.YES and (replayed is None or replayed.answer is not Answer.YES):
        answer = Answer.IN_DOUBT
    elif answer is Answer.NO and layout.largest_tolerance and rules.doubt_rule != "exact":
        favour, name = _doubts(rules, "favour_actor"), moving.name
        doubtful = path_to_pose(layout, name, to, distance, favour, nearest=False, blame=False, progress=progress)
        if doubtful.answer is not Answer.NO:
            answer, claim = Answer.IN_DOUBT, replace(claim, left=doubtful.left)
    return _ruling(layout, moving, to, claim, answer, replayed, rules, unit)


def _throughout(layout: Layout, ship: Ship, to: Pose, within: float, rules: Rules, unit: Unit) -> Answer:
    """The answer to a claim wherever misplaced ships lie, without evidence.

    A path taken from where the ship may lie ends as far from where the same path ends on the table as stated: so much
    nearer a path must end for a yes, and so much farther off is looked for one before a no.
    """
    off = float(max(Fraction(0), layout.error_of(ship) - layout.tolerance_of(ship)))
    if within > off:
        strict = replace(rules, doubt_rule="three_answers")
        sure = path_to_pose(layout, ship.name, to, within - off, strict, nearest=False)
        if sure.path is not None and sure.answer is Answer.YES:
            ruling = rule_on_move(layout, ship, Declaration(sure.path), strict, unit)
            if ruling.answer is Answer.YES:
                return Answer.YES
    favour = replace(rules, doubt_rule="favour_actor")
    none = path_to_pose(layout, ship.name, to, within + off, favour, nearest=False).answer is Answer.NO
    return Answer.NO if none else Answer.IN_DOUBT


def arrival_stated(
    layout: Layout, moving: Ship, to: Pose, within: Number | None, rules: Rules, most: int
) -> Answer:  # fmt: skip
    """The answer of `rule_on_arrival` for pieces that lie as stated, without its evidence.

    most: cells of the search, as for `path_to_pose`; in doubt if it reaches them.
    """
    if moving.sunk:
        return Answer.NO
    rules, near = _doubts(rules, "exact"), None if within is None else float(within)
    claim = path_to_pose(layout, moving.name, to, near, rules, nearest=False, blame=False, most=most)
    if claim.answer is not Answer.YES or claim.path is None:
        return claim.answer
    place = move_places(layout, moving, Declaration(claim.path), rules)[-1]
    body = Mover(moving, rules.outline(moving.size)).body(place)
    there = _off(moving, to, body.corners, rules) <= claim.within
    return Answer.YES if there and move_allowed(layout, moving, Declaration(claim.path), rules) else Answer.IN_DOUBT


def _searched(
    layout: Layout, ship: Ship, to: Pose, within: float | None, rules: Rules, progress: Progress | None
) -> Claim:
    """What the search says, with the nearest end of a path it finds.

    How near the nearest is, is only proved for a no: where a claim is in doubt, proving it takes minutes.
    """
    claim = path_to_pose(layout, ship.name, to, within, rules, nearest=False, progress=progress)
    if claim.answer is Answer.NO:
        return path_to_pose(layout, ship.name, to, within, rules, progress=progress)
    if claim.path is None:
        near = _NEAR_CLAIM_TIMES * claim.within
        wider = path_to_pose(layout, ship.name, to, near, rules, nearest=False, blame=False, progress=progress)
        return replace(claim, path=wider.path, off=wider.off)
    return claim


def _doubts(rules: Rules, rule: str) -> Rules:
    """The rules with another reading of doubt, unless the stated positions decide anyway."""
    return rules if rules.doubt_rule == "exact" else replace(rules, doubt_rule=rule)


def _replayed(layout: Layout, ship: Ship, to: Pose, claim: Claim, rules: Rules, unit: Unit) -> Ruling | None:
    """The ordinary ruling on the path found; None without a path, or if a yes would end too far off."""
    if claim.path is None:
        return None
    ruling = rule_on_move(layout, ship, Declaration(claim.path), rules, unit)
    off = _off(ship, to, _path(ruling).steps[-1].corners, rules)
    return None if claim.answer is Answer.YES and off > claim.within else ruling


def _path(replayed: Ruling) -> MoveEvidence:
    assert isinstance(replayed.witness, MoveEvidence)
    return replayed.witness


def _off(ship: Ship, to: Pose, end: Sequence[Point], rules: Rules) -> float:
    """mm. How far the worst corner of an end lies from where it is claimed to lie."""
    return max(math.dist(a, b) for a, b in zip(_corners(ship, to, rules), end, strict=True))


def _corners(ship: Ship, pose: Pose, rules: Rules) -> tuple[Point, ...]:
    """The outline at a pose, mm."""
    return Mover(ship, rules.outline(ship.size)).body(pose.place).corners


def _ruling(
    layout: Layout, ship: Ship, to: Pose, claim: Claim, answer: Answer, replayed: Ruling | None, rules: Rules,
    unit: Unit
) -> Ruling:  # fmt: skip
    """Answer, reasons and witness put together."""
    allowed = answer is Answer.YES or (answer is Answer.IN_DOUBT and rules.doubt_rule == "favour_actor")
    pieces = (ship.name, *claim.blockers)
    tolerant = bool(layout.largest_tolerance) and rules.doubt_rule != "exact"
    text = _text(ship, claim, answer, unit, tolerant=tolerant)
    reasons = [Reason(Clause.MOVE_TO, text, None, pieces, claim.off, claim.within)]
    if answer is Answer.IN_DOUBT:
        counts = N_("whether {ship} can have got there is in doubt, so it counts as got there")
        not_so = N_("whether {ship} can have got there is in doubt, so it does not count as got there")
        reasons.append(Reason(Clause.DOUBT, Message(counts if allowed else not_so, ship=ship.name)))
    stuck = stuck_blocks(Mover(ship, rules.outline(ship.size)), layout, rules)
    if stuck is not None:
        reasons.append(stuck_reason(ship))
    path = MoveEvidence() if replayed is None else _path(replayed)
    claimed = ClaimedPose(
        to.place.origin, float(to.place.heading), _corners(ship, to, rules), claim.within, claim.path, claim.off,
        claim.apart, claim.left, claim.blockers,
    )  # fmt: skip
    shown = path if answer is Answer.YES else MoveEvidence(path.steps)
    witness = ArrivalEvidence(shown.steps, shown.heading_interval, shown.closest, shown.stands, stuck, to=claimed)
    return Ruling("move", answer, allowed, ship.name, reasons=tuple(reasons), witness=witness)


def _text(ship: Ship, claim: Claim, answer: Answer, unit: Unit, *, tolerant: bool) -> Message:
    """What was found, in a sentence. tolerant: whether pieces may be off."""
    name, within = ship.name, unit.stated(claim.within)
    if answer is Answer.YES:
        assert claim.path is not None
        return Message.counted(
            "a legal path of {n} step of {ship} ends within {within} of the position claimed",
            "a legal path of {n} steps of {ship} ends within {within} of the position claimed",
            len(claim.path), ship=name, within=within,
        )  # fmt: skip
    alone, blocked = _UNSETTLED if answer is Answer.IN_DOUBT else _NONE
    by = Listing(edge_words(name) for name in claim.blockers)
    found = Message(blocked if claim.blockers else alone, ship=name, within=within, blockers=by)
    return Message("{found}: {nearest}", found=found, nearest=_nearest(claim, unit, tolerant=tolerant))


_NONE = (
    N_("no legal path of {ship} ends within {within} of the position claimed"),
    N_("no legal path of {ship} ends within {within} of the position claimed, for {blockers}"),
)
_UNSETTLED = (
    N_("it is not settled whether a legal path of {ship} ends within {within} of the position claimed"),
    N_("it is not settled whether a legal path of {ship} ends within {within} of the position claimed, for {blockers}"),
)
"""Without and with what is in the way."""


def _nearest(claim: Claim, unit: Unit, *, tolerant: bool) -> Message:
    """How near a path is known to end. tolerant: whether pieces may be off."""
    if claim.off is None:
        return Message("none was found that ends anywhere near")
    apart, off = unit.margins(claim.apart or 0.0, claim.off)
    if not claim.apart:
        return Message("the nearest end found is {off} off", off=off)
    alone = N_("the nearest end found is {off} off, and none is nearer than {apart}")
    anyhow = N_(
        "the nearest end found is {off} off, and however the pieces lie within the tolerance, none is nearer than "
        "{apart}"
    )
    return Message(anyhow if tolerant else alone, off=off, apart=apart)
