"""Do two things touch, and how far apart are they: two ships, or a ship and an object."""

from __future__ import annotations

from fractions import Fraction

from armada_sim.evidence import (
    RELATED,
    Answer,
    Condition,
    ContactEvidence,
    Escape,
    Key,
    Movable,
    Reason,
    Ruling,
    Shift,
    conclude,
    doubt_reason,
    finite,
    flip_ships,
    gap_condition,
    judge,
    relation_text,
    search_notes,
)
from armada_sim.geometry import STILL, Relation, deeper_than
from armada_sim.moving import Hazard, ship_hazard
from armada_sim.table import Clause, Layout, Rules, Ship, Unit, object_words
from armada_sim.tabletop import InputError, Message


def rule_on_contact(layout: Layout, a: str, b: str, rules: Rules, unit: Unit) -> Ruling:
    """The ruling on whether two things touch; of a ship and an object the ship is named first. Raises InputError."""
    first, other = _asked_about(layout, a, b, rules)
    name, weight = first.name, layout.weight(first)
    outline = rules.outline(first.size)
    keys: list[tuple[Key | None, Fraction]] = [(name, weight), (other.name if other.ship else None, other.share)]

    def conditions(shift: Shift) -> list[Condition]:
        body = outline.solid(first.pose.place.displaced(shift.get(name, STILL)))
        thing = other.displaced(shift.get(other.name, STILL))
        gap, part = thing.worst(body)
        text = relation_text(
            gap, unit, RELATED, ship=name, other=thing.name if thing.ship else object_words(thing.name)
        )
        reason = Reason(Clause.CONTACT, text, None, (name, thing.name), gap.value, 0.0)
        # two pieces are convex, so a straight push is the shortest way apart; an object may be of any shape
        escape = Escape(name, body.shadow, thing.region, decides=True) if weight and thing.ship is None else None
        apart = gap.relation is Relation.APART
        return [gap_condition(reason, gap, keys, holds=apart, between=(body, part), escape=escape)]

    body = outline.solid(first.pose.place)
    pieces: dict[Key, Movable] = {name: Movable(weight, body.shadow.arms)}
    if other.ship is not None:
        pieces[other.name] = Movable(other.share, other.ship.shadow.arms)
    verdict = judge(conditions, pieces)
    answer, _ = conclude(not verdict.holds, verdict.low, layout.largest_tolerance, rules, passive=True)
    reasons = [verdict.conditions[0].reason]
    gap, part = other.worst(body)
    impossible = deeper_than(body, part, gap, layout.slack_of(first) + other.tolerance)
    notes = search_notes(verdict)
    if impossible:
        notes.append(Message("no two pieces can overlap: something was measured or written wrongly"))
    elif answer is Answer.IN_DOUBT:
        reasons.append(doubt_reason(verdict, layout.largest_tolerance, unit, None))
    witness = ContactEvidence(gap.relation.name.lower(), gap.value, (gap.on_a, gap.on_b), gap.height)
    return Ruling(
        "contact", answer, not impossible, name, other.name, finite(verdict.low), finite(verdict.high),
        flip_ships(layout, verdict), tuple(reasons), witness, tuple(notes),
    )  # fmt: skip


def touching(layout: Layout, a: str, b: str, rules: Rules) -> bool:
    """Whether two things touch (or overlap) as they are stated, without a margin. Raises InputError."""
    first, other = _asked_about(layout, a, b, rules)
    gap, _ = other.worst(rules.outline(first.size).solid(first.pose.place))
    return gap.relation is not Relation.APART


def _asked_about(layout: Layout, a: str, b: str, rules: Rules) -> tuple[Ship, Hazard]:
    """The first ship of the two, and the other thing. Raises InputError."""
    things = {thing.name: thing for thing in layout.objects}
    if a == b:
        raise InputError(Message("contact needs two different things, not {a} twice", a=repr(a)), key="contact")
    if a in things and b in things:
        raise InputError(
            Message(
                "{a} and {b} are objects, which lie where they are stated to lie: name a ship", a=repr(a), b=repr(b)
            ),
            key="contact",
        )
    ship, other = (b, a) if a in things else (a, b)
    first = layout.ship(ship)
    if other in things:
        thing = things[other]
        return first, Hazard(other, thing.parts, Fraction(0), thing.polygon)
    second = layout.ship(other)
    body = rules.outline(second.size).solid(second.pose.place)
    return first, ship_hazard(other, body, layout.weight(second), layout.slack_of(second))
