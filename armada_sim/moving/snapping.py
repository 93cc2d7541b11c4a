"""A ship that a hand lets go of near something: where it touches that, exactly.

Where a piece touches another is hardly ever a number of a few decimals. The base it gets has as many as it takes for
the engine to call it contact.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from armada_sim.geometry import CONTACT_DIGITS, Gap, Place, Relation, border_rims, boxes_meet, rims, slides_onto
from armada_sim.moving.movement import Hazard, Mover, hazards
from armada_sim.table import Layout, Pose, Rules, Surface

_MOST_TRIED = 400
"""Slides after which the search ends: the first or the second will do nearly always."""

_ROUGH_MM = 1e-6
"""mm. A slide that overlaps something by more, in doubles, is not settled."""


@dataclass(frozen=True, slots=True)
class Snapped:
    """Where a ship touches something and overlaps nothing."""

    pose: Pose
    touched: tuple[str, ...]
    """Names of all that it touches; "edge" is the surface's."""


def snapped(
    layout: Layout, name: str, within: float, rules: Rules | None = None, spared: Set[str] = frozenset()
) -> Snapped | None:
    """The nearest place at most so many mm away, the heading as it is, at which a ship touches something and overlaps
    nothing; None if there is none, or none was found. Raises InputError for a ship there is none of.

    within: mm. spared: names of what the ship is not to be brought to.
    """
    rules = rules or Rules()
    layout = layout.of_sizes(rules.sizes)
    ship = layout.ship(name)
    mover, start = Mover(ship, rules.outline(ship.size)), ship.pose.place
    solid, surface = mover.solid(start), None if rules.edge == "open_sea" else layout.surface
    left, bottom, right, top = solid.box
    around = (left - within, bottom - within, right + within, top + within)
    near = [one for one in hazards(layout, ship, rules) if any(boxes_meet(around, part.box) for part in one.parts)]
    found = [rim for one in near if one.name not in spared for part in one.parts for rim in rims(solid, part, within)]
    if surface is not None:
        found += border_rims(mover.body(start), surface.domain, within)
    for slide in islice(slides_onto(found, within), _MOST_TRIED):
        rough = Place(start.x + Fraction(slide.x), start.y + Fraction(slide.y), start.heading)
        if all(gap.value > -_ROUGH_MM for gap in _gaps(mover, rough, near, surface).values()):
            x, y = (round(at + by, CONTACT_DIGITS) for at, by in zip((start.x, start.y), slide.settled(), strict=True))
            gaps = _gaps(mover, Place(x, y, start.heading), near, surface)
            touched = tuple(name for name, gap in gaps.items() if gap.relation is Relation.CONTACT)
            if touched and all(gap.relation is not Relation.OVERLAP for gap in gaps.values()):
                return Snapped(Pose(x, y, ship.pose.heading), touched)
    return None


def _gaps(mover: Mover, place: Place, near: list[Hazard], surface: Surface | None) -> dict[str, Gap]:
    """How far a ship at a place is from what lies near it, and the room that it has on the surface, if that is one."""
    solid = mover.solid(place)
    found = {hazard.name: hazard.worst(solid)[0] for hazard in near}
    return found if surface is None else found | {"edge": surface.domain.room(mover.body(place))}
