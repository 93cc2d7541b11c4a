"""Whether pieces can lie as they are written: what overlaps, sticks out or was measured wrongly (clauses position.*).

Pieces are solid: two of them touch or are apart, and a ship lies on the surface and on nothing else. What is written
otherwise was measured or typed wrongly, unless every piece may be off by enough (`tolerance.position`) or the options
in force permit it.
"""

from __future__ import annotations

from collections.abc import Iterator

from armada_sim.evidence import Reason
from armada_sim.geometry import (
    Body,
    Unbounded,
    boxes_meet,
    circle_around,
    clearance,
    deeper_than,
    near_pairs,
)
from armada_sim.moving import is_solid
from armada_sim.table import Clause, Layout, Rules, Ship, Unit, asks_no_more, object_words
from armada_sim.tabletop import N_, Message

_ENDS_MISS = (
    N_("the measured base and tip of {ship} fit a {kind} only if some are off by {length}, more than the {limit} of "
       "tolerance"),
    N_("the measured base and tip of {ship} fit a {kind} only if some are off by {length}, more than the {limit} that "
       "go without a tolerance"),
)  # fmt: skip
_CORNERS_MISS = (
    N_("the measured corners of {ship} fit a {kind} only if some are off by {length}, more than the {limit} of "
       "tolerance"),
    N_("the measured corners of {ship} fit a {kind} only if some are off by {length}, more than the {limit} that go "
       "without a tolerance"),
)  # fmt: skip
_BEYOND = (
    N_("{ship} reaches {length} beyond the edge of the surface, more than the {limit} of tolerance"),
    N_("{ship} reaches {length} beyond the edge of the surface"),
)
_LIES_ON = (
    N_("{ship} is on {other}, which it overlaps by {length}, more than the {limit} of tolerance"),
    N_("{ship} is on {other}, which it overlaps by {length}"),
)
_OVERLAP = (
    N_("{ship} and {other} overlap by {length}, more than the {limit} of tolerance"),
    N_("{ship} and {other} overlap by {length}"),
)
"""What is wrong, under a tolerance and without one."""


def every_problem(layout: Layout, rules: Rules, unit: Unit) -> Iterator[Reason]:
    """The facts alone, one after the other."""
    lying = [ship for ship in layout.ships if not (ship.sunk and rules.wreck == "removed")]
    for ship in layout.ships:
        if ship not in lying:
            text = Message.counted(
                "{ship} has taken {n} hit and is sunk, but lies on the table",
                "{ship} has taken {n} hits and is sunk, but lies on the table",
                ship.damage, ship=ship.name,
            )  # fmt: skip
            yield Reason(Clause.POSITION_SUNK, text, None, (ship.name,), float(ship.damage), float(ship.size.pips))
    yield from (problem for ship in lying for problem in misfit_problem(layout, ship, unit))
    yield from (problem for ship in lying for problem in _off_surface(layout, ship, rules, unit))
    bodies = [(ship, rules.outline(ship.size).solid(ship.pose.place)) for ship in lying]
    yield from (problem for ship, body in bodies for problem in _on_objects(layout, ship, body, rules, unit))
    yield from _overlaps(layout, bodies, unit)


def place_problems(layout: Layout, ship: Ship, rules: Rules, unit: Unit) -> Iterator[Reason]:
    """The facts about where one ship lies."""
    yield from _off_surface(layout, ship, rules, unit)
    body = rules.outline(ship.size).solid(ship.pose.place)
    yield from _on_objects(layout, ship, body, rules, unit)
    for other in layout.ships:
        if other.name != ship.name and not (other.sunk and rules.wreck == "removed"):
            yield from _overlap(layout, ship, body, other, rules.outline(other.size).solid(other.pose.place), unit)


def misfit_problem(layout: Layout, ship: Ship, unit: Unit) -> Iterator[Reason]:
    """What was measured of a ship, if that asks for more than readings may be off."""
    tolerance, limit = layout.stated_tolerance(ship), layout.reading_error(ship)
    if not asks_no_more(ship.misfit, limit):
        said = _ENDS_MISS if len(ship.measured) == 2 else _CORNERS_MISS
        amount, most = unit.compared(ship.misfit, float(limit))
        text = Message(said[not tolerance], ship=ship.name, kind=ship.size.ship, length=amount, limit=most)
        yield Reason(Clause.POSITION_MISFIT, text, None, (ship.name,), ship.misfit, float(limit))


def _off_surface(layout: Layout, ship: Ship, rules: Rules, unit: Unit) -> Iterator[Reason]:
    domain = layout.surface.domain
    if rules.edge == "open_sea" or isinstance(domain, Unbounded):
        return
    solid = rules.outline(ship.size).flat(ship.pose.place)
    room, tolerance = domain.room(solid), layout.slack_of(ship)
    if room.relation.value < 0 and domain.sticks_out(solid, tolerance):
        length, limit = unit.compared(-room.value, float(tolerance))
        text = Message(_BEYOND[not tolerance], ship=ship.name, length=length, limit=limit)
        yield Reason(Clause.POSITION_SURFACE, text, None, (ship.name, "edge"), -room.value, float(tolerance))


def _on_objects(layout: Layout, ship: Ship, body: Body, rules: Rules, unit: Unit) -> Iterator[Reason]:
    tolerance = layout.slack_of(ship)
    for thing in layout.objects:
        if not is_solid(thing, rules) or not boxes_meet(body.box, thing.bounds):
            continue
        found = [(clearance(body, part), part) for part in thing.parts if boxes_meet(body.box, part.box)]
        deep = [gap for gap, part in found if deeper_than(body, part, gap, tolerance)]
        if deep:
            depth = max(-gap.value for gap in deep)
            length, limit = unit.compared(depth, float(tolerance))
            said = _LIES_ON[not tolerance]
            text = Message(said, ship=ship.name, other=object_words(thing.name), length=length, limit=limit)
            yield Reason(Clause.POSITION_OBJECT, text, None, (ship.name, thing.name), depth, float(tolerance))


def _overlaps(layout: Layout, bodies: list[tuple[Ship, Body]], unit: Unit) -> Iterator[Reason]:
    """Pairs of ships, in the layout's order; only those whose circles meet are measured."""
    for i, j in near_pairs([circle_around(body) for _, body in bodies]):
        yield from _overlap(layout, *bodies[i], *bodies[j], unit)


def _overlap(layout: Layout, a: Ship, body: Body, b: Ship, other: Body, unit: Unit) -> Iterator[Reason]:
    both = layout.slack_of(a) + layout.slack_of(b)
    gap = clearance(body, other)
    if deeper_than(body, other, gap, both):
        length, limit = unit.compared(-gap.value, float(both))
        text = Message(_OVERLAP[not both], ship=a.name, other=b.name, length=length, limit=limit)
        yield Reason(Clause.POSITION_OVERLAP, text, None, (a.name, b.name), -gap.value, float(both))
