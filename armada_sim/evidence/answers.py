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
    note = f"margins are not said: premeasure = {rules.premeasure}"
    reasons = tuple(_without_margin(reason, ruling.allowed) for reason in ruling.reasons)
    quiet = replace(ruling, margin=None, margin_upper=None, flip=None, witness=witness, reasons=reasons)
    players = {layout.ship(name).player for name in (ruling.ship, ruling.target) if name is not None}
    if ruling.question == "contact" and (rules.premeasure == "declared_only" or len(players) > 1):
        return _without_distance(quiet, f"distances and margins are not said: premeasure = {rules.premeasure}")
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


def _without_margin(reason: Reason, allowed: bool) -> Reason:
    if reason.clause is not Clause.DOUBT:
        return reason
    outcome = "so it is allowed" if allowed else "so it is not"
    return replace(
        reason, text=f"what pieces may be off by could change the answer: in doubt, {outcome}", measured=None
    )


def _without_distance(ruling: Ruling, note: str) -> Ruling:
    """A contact ruling that says whether two pieces touch, which is what was asked, and not how far they are apart."""
    assert isinstance(ruling.witness, ContactEvidence)
    relation = ruling.witness.relation
    verb = {"apart": "do not touch", "contact": "touch", "overlap": "overlap"}[relation]
    reasons = tuple(
        replace(r, text=f"{ruling.ship} and {ruling.target} {verb}", measured=None) if r.clause is Clause.CONTACT else r
        for r in ruling.reasons
    )
    return replace(ruling, witness=ContactEvidence(relation), reasons=reasons, notes=(*ruling.notes, note))


def relation_text(gap: Gap, name: str, unit: Unit) -> str:
    """What a piece is to another, to follow its name: "touches B3", "is 2.10 mm clear of B3"."""
    if gap.relation is Relation.CONTACT:
        return f"touches {name}"
    if gap.relation is Relation.OVERLAP:
        return f"overlaps {name} by {unit.text(-gap.value)}"
    return f"is {unit.text(gap.value)} clear of {name}"


def doubt_reason(verdict: Verdict, tolerance: Fraction, unit: Unit, allowed: bool) -> Reason:
    """The reason that says why an answer is in doubt."""
    outcome = "so it is allowed" if allowed else "so it is not"
    off, enough = unit.text(float(tolerance)), unit.text(verdict.low)
    text = f"pieces may be off by {off}, and {enough} could change the answer: in doubt, {outcome}"
    return Reason(Clause.DOUBT, text, None, (), verdict.low, float(tolerance))


def search_notes(verdict: Verdict) -> list[str]:
    """What is to be said of the search for a placement that changes the answer, if it did not come to its end."""
    notes = []
    if not verdict.settled:
        notes.append("the search for what changes the answer ended at its bound: the margin is what is proved so far")
    if not verdict.holds and verdict.shift is None and math.isfinite(verdict.low):
        notes.append("no placement that mends all of this was found; there may be none")
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
