"""Where a turning body, prism or polyhedron, meets a solid."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from armada_sim.geometry.clearance import clearance
from armada_sim.geometry.gap import Relation
from armada_sim.geometry.solids import Body, Raised, Solid
from armada_sim.geometry.turning import Arc, Event, arcs_where, event_headings, solid_events


def meeting_events(turning: Body, solid: Solid) -> Iterable[Event]:
    """Headings at which a body turning about its origin may start or stop to meet a convex solid."""
    if not isinstance(turning, Raised):
        return solid_events(turning.outline, turning.place, solid)
    if not isinstance(solid, Raised):
        return solid_events(turning.levels.shadow, turning.place, solid)
    from armada_sim.geometry._raised_turning import raised_events

    return raised_events(turning, solid)


def meeting_arcs(turning: Body, solid: Solid, *, touching: bool = True) -> list[Arc]:
    """Headings at which a body turning about its origin meets a convex solid.

    touching: contact counts as meeting (arcs closed); otherwise only overlap does (arcs open). Returns disjoint arcs,
    degrees, each starting in [0, 360).
    """
    x, y = turning.place.origin
    left, bottom, right, top = solid.box
    reach = max(math.hypot(float(along), float(across)) for along, across in turning.shadow.outline)
    if math.hypot(max(left - x, x - right, 0.0), max(bottom - y, y - top, 0.0)) > reach + 1:
        return []

    def meets(heading: Fraction) -> bool:
        relation = clearance(replace(turning, place=turning.place.turned(heading)), solid).relation
        return relation is Relation.OVERLAP or (touching and relation is Relation.CONTACT)

    return arcs_where(event_headings(meeting_events(turning, solid)), meets)
