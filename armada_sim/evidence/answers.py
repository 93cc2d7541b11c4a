"""From a verdict to an answer: doubt, what may be said, and flips."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from armada_sim.evidence.conditions import Condition, Shift
from armada_sim.evidence.evidence import (
    Closest,
    ContactEvidence,
    Evidence,
    Flip,
    MoveEvidence,
    Placement,
    SetupEvidence,
)
from armada_sim.evidence.judging import Verdict
from armada_sim.evidence.ruling import Answer, Reason, Ruling
from armada_sim.geometry import Gap, Relation
from armada_sim.table import Clause, Layout, Rules, Unit
from armada_sim.tabletop import N_, Message


def conclude(
    holds: bool, low: float, tolerance: Fraction, rules: Rules, *, passive: bool = False
) -> tuple[Answer, bool]:
    """The answer and whether it allows, under the options on doubt.

    low: mm, proved margin. passive: nobody acts (set-up, contact), see `doubt_scope`.
    """
    stated = Answer.YES if holds else Answer.NO
    if rules.doubt_rule == "exact" or (passive and rules.doubt_scope == "actions_only"):
        return stated, holds
    if low < tolerance:
        return Answer.IN_DOUBT, rules.doubt_rule == "favour_actor"
    return stated, holds


def finite(value: float | None) -> float | None:
    """The value, or None if it is infinite."""
    return None if value is None or not math.isfinite(value) else value


def disclosed(ruling: Ruling, rules: Rules, layout: Layout) -> Ruling:
    """What may be said when measuring before declaring is restricted (premeasure)."""
    if rules.premeasure == "allowed":
        return ruling
    witness = _without_room(ruling.witness) if rules.premeasure == "declared_only" else ruling.witness
    reasons = tuple(
        _without_margin(reason, None if ruling.question == "contact" else ruling.allowed) for reason in ruling.reasons
    )
    faults = tuple(replace(fault, alone=None) for fault in ruling.faults)
    quiet = replace(
        ruling, margin=None, margin_upper=None, flip=None, witness=witness, reasons=reasons, faults=faults
    )  # fmt: skip
    players = {ship.player for ship in layout.ships if ship.name in (ruling.ship, ruling.target)}
    if ruling.question == "contact" and (rules.premeasure == "declared_only" or len(players) > 1):
        return _without_distance(quiet, rules)
    note = Message("margins are not said: premeasure = {value}", value=rules.premeasure)
    return replace(quiet, notes=(*ruling.notes, note))


def _without_room(witness: Evidence | None) -> Evidence | None:
    """Evidence that does not say where else a ship may go."""
    match witness:
        case MoveEvidence():
            return replace(witness, heading_interval=None, unsaid=witness.unsaid | {"heading_interval"})
        case SetupEvidence():
            return replace(witness, mobility=None)
        case _:
            return witness


def _without_margin(reason: Reason, allowed: bool | None) -> Reason:
    if reason.clause is not Clause.DOUBT:
        return reason
    return replace(reason, text=Message(_DOUBT_WITHOUT_MARGIN[allowed]), measured=None)


_RELATIONS = {
    "apart": N_("{ship} and {other} do not touch"),
    "contact": N_("{ship} and {other} touch"),
    "overlap": N_("{ship} and {other} overlap"),
}


def _without_distance(ruling: Ruling, rules: Rules) -> Ruling:
    """A contact ruling that says whether two pieces touch, which is what was asked, and not how far they are apart."""
    assert isinstance(ruling.witness, ContactEvidence)
    relation = ruling.witness.relation
    text = Message(_RELATIONS[relation], ship=ruling.ship, other=ruling.target)
    note = Message("distances and margins are not said: premeasure = {value}", value=rules.premeasure)
    reasons = tuple(
        replace(reason, text=text, measured=None) if reason.clause is Clause.CONTACT else reason
        for reason in ruling.reasons
    )
    return replace(ruling, witness=ContactEvidence(relation), reasons=reasons, notes=(*ruling.notes, note))


Related = tuple[str, str, str]
"""Messages for two things that touch, that overlap by {length}, and that are {length} apart."""

RELATED: Related = (
    N_("{ship} touches {other}"),
    N_("{ship} overlaps {other} by {length}"),
    N_("{ship} is {length} clear of {other}"),
)


def relation_text(gap: Gap, unit: Unit, said: Related, /, **values: object) -> Message:
    """What of `said` is true of a clearance."""
    if gap.relation is Relation.CONTACT:
        return Message(said[0], **values)
    return Message(said[1 if gap.relation is Relation.OVERLAP else 2], length=unit.text(abs(gap.value)), **values)


_DOUBT = {
    True: N_("pieces may be off by {off}, and {enough} could change the answer: in doubt, so it is allowed"),
    False: N_("pieces may be off by {off}, and {enough} could change the answer: in doubt, so it is not allowed"),
    None: N_("pieces may be off by {off}, and {enough} could change the answer: in doubt"),
}
_DOUBT_AT_ONCE = {
    True: N_("pieces may be off by {off}, and the least error could change the answer: in doubt, so it is allowed"),
    False: N_(
        "pieces may be off by {off}, and the least error could change the answer: in doubt, so it is not allowed"
    ),
    None: N_("pieces may be off by {off}, and the least error could change the answer: in doubt"),
}
_DOUBT_WITHOUT_MARGIN = {
    True: N_("what pieces may be off by could change the answer: in doubt, so it is allowed"),
    False: N_("what pieces may be off by could change the answer: in doubt, so it is not allowed"),
    None: N_("what pieces may be off by could change the answer: in doubt"),
}
"""By whether it is allowed; None where nothing is asked that might be."""


def doubt_reason(verdict: Verdict, tolerance: Fraction, unit: Unit, allowed: bool | None) -> Reason:
    """The reason that says why an answer is in doubt. allowed: None where nothing is asked that might be."""
    enough, off = unit.compared(verdict.low, float(tolerance), 1)
    said = _DOUBT[allowed] if verdict.low else _DOUBT_AT_ONCE[allowed]
    text = Message(said, off=off, enough=enough)
    return Reason(Clause.DOUBT, text, None, (), verdict.low, float(tolerance))


def search_notes(verdict: Verdict) -> list[Message]:
    """What is to be said of the search for a placement that changes the answer, if it did not come to its end."""
    notes = []
    if not verdict.settled:
        notes.append(
            Message("the search for what changes the answer ended at its bound: the margin is what is proved so far")
        )
    if verdict.shift is None and math.isfinite(verdict.low):
        mends = N_("no placement that mends all of this was found; there may be none")
        changes = N_("no placement that changes the answer was found; the margin holds all the same")
        notes.append(Message(changes if verdict.holds else mends))
    return notes


def closest(condition: Condition) -> Closest:
    """The pieces a condition on a clearance is about, and where they are nearest."""
    reason = condition.reason
    assert condition.points is not None
    assert reason.measured is not None
    return Closest(reason.pieces, reason.measured, condition.points, condition.height, step=reason.step)


def flip_ships(layout: Layout, verdict: Verdict) -> Flip | None:
    """The flip of a verdict that only displaces ships."""
    return None if verdict.shift is None else Flip(moved_ships(layout, verdict.shift))


def moved_ships(layout: Layout, shift: Shift) -> dict[str, Placement]:
    """Where every displaced ship lies then."""
    return {
        key: Placement.at(layout.ship(key).pose.place.displaced(move))
        for key, move in shift.items()
        if isinstance(key, str)
    }
