"""What the page shows while ships are dragged: the engine's answers about one ship among the others.

Lengths are mm, headings degrees counter-clockwise from +x, points (x, y) in the table frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from armada_sim.evidence import RELATED, Answer, Ruling, relation_text
from armada_sim.firing import reaches
from armada_sim.geometry import Gap, Place
from armada_sim.moving import Mover, TurnGiven, blocked_headings, hazards, legal_headings, snapped
from armada_sim.moving.movement import legal_intervals
from armada_sim.referee import check_move, position_problems, table_notes
from armada_sim.table import Layout, Rules, Ship, Unit, edge_words
from armada_sim.tabletop import N_, InputError, Language, Listing, Message
from armada_sim.web.answers import Fan, Look, Neighbour, NextStep, PlaceRow, ShipLook, Snap, Verdict
from armada_sim.web.bodies import ShipAsked
from armada_sim.web.documents import ship_row
from armada_sim.wording import answer_words

NEAR_MM = 150.0
"""mm. Neighbours farther from a ship than this are not measured to."""

_MOST_NEIGHBOURS = 6

_WITHHELD = {
    "declared_only": N_("the rules in force allow no measuring before an action is declared"),
    "own_ship_only": N_("before an action is declared, the rules in force let nobody measure to ships of others"),
}


def withheld(rules: Rules) -> InputError | None:
    """Why the page does not say all it knows, if the rules (option `premeasure`) keep it from that."""
    why = _WITHHELD.get(rules.premeasure)
    return InputError(Message(why), key="premeasure") if why else None


def look(layout: Layout, rules: Rules, asked: ShipAsked | None, unit: Unit, words: Language) -> Look:
    """The table as the engine sees it. Raises InputError for a ship there is none of."""
    problems = position_problems(layout, rules, unit.name)
    return {
        "problems": [{"text": words.tell(reason.text), "pieces": [*reason.pieces]} for reason in problems],
        "notes": [
            words.tell(Message("Note: {remark}.", remark=note)) for note in table_notes(layout, rules, unit.name)
        ],
        "ship": None if asked is None else _ship(layout, rules, asked, unit, words),
        "unsaid": words.complaint(quiet) if (quiet := withheld(rules)) else "",
    }


def _ship(layout: Layout, rules: Rules, asked: ShipAsked, unit: Unit, words: Language) -> ShipLook:
    ship = layout.ship(asked["name"])
    mover = Mover(ship, rules.outline(ship.size))
    places = [ship.pose.place]
    for turn in asked["turns"]:
        places.append(mover.stepped(places[-1], mover.turned(places[-1].heading, turn)))
    found: ShipLook = {
        "name": ship.name,
        "turn_limit": mover.turn_limit,
        "steps": ship.size.steps,
        "places": [_place(mover, place, unit, words) for place in places],
        "guns": [],
    }
    if rules.premeasure == "allowed" and not asked["turns"]:
        found["guns"] = [[*corners] for corners in reaches(layout, ship, rules)]
    at = places[-1]
    if "next" in asked and len(asked["turns"]) < ship.size.steps:
        wanted = asked["next"]
        last: TurnGiven = wanted if isinstance(wanted, str) else _between(float(at.heading), Fraction(wanted))
        at = mover.stepped(at, mover.turned(at.heading, last))
        if rules.premeasure == "allowed":
            turns: list[TurnGiven] = [*asked["turns"], last]
            ruling = check_move(layout, ship.name, turns=turns, rules=rules, unit=unit.name)
            found["next"] = _next(_place(mover, at, unit, words), ruling, words)
    if rules.premeasure != "declared_only":
        step = len(asked["turns"]) + (at is not places[-1])
        name = Message("step {n} of {ship}", n=step, ship=ship.name) if step else ship.name
        found["near"] = _neighbours(layout, rules, ship, name, mover, at, unit, words)
        found["fan"] = _fan(layout, rules, ship, mover, places)
    return found


def _place(mover: Mover, place: Place, unit: Unit, words: Language) -> PlaceRow:
    return {
        "base": place.origin,
        "heading": float(place.heading),
        "said": words.tell(unit.heading(float(place.heading))),
        "tip": mover.stepped(place, place.heading).origin,
        "corners": [*mover.body(place).corners],
    }


def _between(before: float, after: Fraction) -> Fraction:
    """The turn from one heading to another, the short way."""
    return (after - Fraction(before) + 180) % 360 - 180


def _next(place: PlaceRow, ruling: Ruling, words: Language) -> NextStep:
    text = ruling.reasons[0].text if ruling.answer is Answer.NO else answer_words(ruling)
    return {"place": place, "state": verdict(ruling), "text": words.tell(text)}


def verdict(ruling: Ruling) -> Verdict:
    """How a ruling is shown."""
    return "in_doubt" if ruling.answer is Answer.IN_DOUBT else "yes" if ruling.allowed else "no"


def _fan(layout: Layout, rules: Rules, ship: Ship, mover: Mover, places: Sequence[Place]) -> Fan:
    """Legal headings of the next step, and what blocks the others."""
    first = len(places) == 1
    legal = legal_headings(layout, ship.name, rules) if first else legal_intervals(mover, places[-1], layout, rules)
    return {
        "legal": [{"from": _shown(arc.start), "to": _shown(arc.end)} for arc in legal],
        "blocked": [
            {"from": _shown(arc.start), "to": _shown(arc.end), "by": arc.by}
            for arc in blocked_headings(mover, places[-1], layout, rules)
        ],
    }


def _shown(heading: float) -> float:
    """To 1e-9°: below that the sines of systems differ."""
    return round(heading, 9)


def _neighbours(
    layout: Layout, rules: Rules, ship: Ship, called: str, mover: Mover, place: Place, unit: Unit, words: Language
) -> list[Neighbour]:
    """The clearances of a ship at a place, as that is called, from what lies near it, the least first."""
    solid, others = mover.solid(place), _unmeasured(layout, rules, ship)
    about = (hazard for hazard in hazards(layout, ship, rules) if hazard.name not in others)
    gaps = [(hazard.name, hazard.worst(solid)[0]) for hazard in about]
    if layout.surface.kind != "unbounded":
        gaps.append(("edge", layout.surface.domain.room(mover.body(place))))
    near = sorted(((name, gap) for name, gap in gaps if gap.value <= NEAR_MM), key=lambda found: found[1].value)
    return [_neighbour(called, name, gap, unit, words) for name, gap in near[:_MOST_NEIGHBOURS]]


def _unmeasured(layout: Layout, rules: Rules, ship: Ship) -> set[str]:
    """Ships that may not be measured to from a ship before an action is declared."""
    return {one.name for one in layout.ships if one.player != ship.player and rules.premeasure != "allowed"}


def snap(layout: Layout, rules: Rules, name: str, within: float, words: Language) -> Snap:
    """Where a ship touches what it is near, at most so many mm away. Raises InputError for a ship there is none of."""
    ship = layout.ship(name)
    spared = _unmeasured(layout, rules, ship)
    found = None if rules.premeasure == "declared_only" else snapped(layout, name, within, rules, spared)
    if found is None:
        return {"base": None, "text": ""}
    others = Listing([edge_words(other) for other in found.touched])
    return {
        "base": ship_row(ship.at(found.pose))["base"],
        "text": words.tell(Message(RELATED[0], ship=name, other=others)),
    }


def _neighbour(ship: str, name: str, gap: Gap, unit: Unit, words: Language) -> Neighbour:
    return {
        "name": name,
        "relation": gap.relation.name.lower(),
        "clearance": gap.value,
        "points": (gap.on_a, gap.on_b),
        "length": words.tell(unit.text(abs(gap.value))),
        "text": words.tell(relation_text(gap, unit, RELATED, ship=ship, other=edge_words(name))),
    }
