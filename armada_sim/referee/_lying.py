"""Whether pieces can lie as they are written: what overlaps, sticks out or was measured wrongly (clauses position.*).

Pieces are solid: two of them touch or are apart, and a ship lies on the surface and on nothing else. What is written
otherwise was measured or typed wrongly, unless every piece may be off by enough (`tolerance.position`) or the options
in force permit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from armada_sim.evidence import Reason
from armada_sim.geometry import (
    MISFIT_MM,
    Body,
    Unbounded,
    boxes_meet,
    circle_around,
    clearance,
    deeper_than,
    near_pairs,
)
from armada_sim.moving import Mover, is_solid
from armada_sim.table import Clause, Layout, Rules, Ship, Unit


def problems_found(layout: Layout, rules: Rules, unit: Unit) -> Iterator[Reason]:
    """The facts alone, one after the other."""
    lying = [ship for ship in layout.ships if not (ship.sunk and rules.wreck == "removed")]
    for ship in layout.ships:
        if ship not in lying:
            hits = "1 hit" if ship.damage == 1 else f"{ship.damage} hits"
            text = f"{ship.name} has taken {hits} and is sunk, but lies on the table"
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


def _beyond(tolerance: Fraction, unit: Unit) -> str:
    """What a sentence says of the tolerances, if there are any."""
    return f", more than the {unit.text(float(tolerance))} of tolerance" if tolerance else ""


def misfit_problem(layout: Layout, ship: Ship, unit: Unit) -> Iterator[Reason]:
    """The misfit of what was measured on a ship, if it is too large."""
    tolerance = layout.tolerance_of(ship)
    limit = tolerance or MISFIT_MM
    if Fraction(str(ship.misfit)) > limit:  # a misfit is a decimal of a few places
        what = "base and tip" if len(ship.measured) == 2 else "corners"
        text = f"the measured {what} of {ship.name} miss a {ship.size} ship by {unit.text(ship.misfit)}"
        silent = f", more than the {unit.text(float(limit))} that go without a tolerance"
        text += _beyond(tolerance, unit) if tolerance else silent
        yield Reason(Clause.POSITION_MISFIT, text, None, (ship.name,), ship.misfit, float(limit))


def _off_surface(layout: Layout, ship: Ship, rules: Rules, unit: Unit) -> Iterator[Reason]:
    domain = layout.surface.domain
    if rules.edge == "open_sea" or isinstance(domain, Unbounded):
        return
    outline, place = rules.outline(ship.size), ship.pose.place
    by_centroid = rules.edge == "overhang_by_centroid"
    solid = Mover(ship, outline).centroid(place) if by_centroid else outline.flat(place)
    room, tolerance = domain.room(solid), layout.tolerance_of(ship)
    if room.relation.value < 0 and domain.sticks_out(solid, tolerance):
        what = f"the middle of {ship.name} lies" if by_centroid else f"{ship.name} reaches"
        text = f"{what} {unit.text(-room.value)} beyond the edge of the surface{_beyond(tolerance, unit)}"
        yield Reason(Clause.POSITION_SURFACE, text, None, (ship.name, "edge"), -room.value, float(tolerance))


def _on_objects(layout: Layout, ship: Ship, body: Body, rules: Rules, unit: Unit) -> Iterator[Reason]:
    tolerance = layout.tolerance_of(ship)
    for thing in layout.objects:
        if not is_solid(thing, rules) or not boxes_meet(body.box, thing.bounds):
            continue
        found = [(clearance(body, part), part) for part in thing.parts if boxes_meet(body.box, part.box)]
        deep = [gap for gap, part in found if deeper_than(body, part, gap, tolerance)]
        if deep:
            depth = max(-gap.value for gap in deep)
            text = f"{ship.name} lies on {thing.name}: they overlap by {unit.text(depth)}{_beyond(tolerance, unit)}"
            yield Reason(Clause.POSITION_OBJECT, text, None, (ship.name, thing.name), depth, float(tolerance))


def _overlaps(layout: Layout, bodies: list[tuple[Ship, Body]], unit: Unit) -> Iterator[Reason]:
    """Pairs of ships, in the layout's order; only those whose circles meet are measured."""
    for i, j in near_pairs([circle_around(body) for _, body in bodies]):
        yield from _overlap(layout, *bodies[i], *bodies[j], unit)


def _overlap(layout: Layout, a: Ship, body: Body, b: Ship, other: Body, unit: Unit) -> Iterator[Reason]:
    both = layout.tolerance_of(a) + layout.tolerance_of(b)
    gap = clearance(body, other)
    if deeper_than(body, other, gap, both):
        text = f"{a.name} and {b.name} overlap by {unit.text(-gap.value)}{_beyond(both, unit)}"
        yield Reason(Clause.POSITION_OVERLAP, text, None, (a.name, b.name), -gap.value, float(both))
