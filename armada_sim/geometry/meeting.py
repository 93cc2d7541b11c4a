"""Where a turning body, prism or polyhedron, meets a solid."""

from __future__ import annotations

from collections.abc import Iterable

from armada_sim.geometry.solids import Body, Raised, Solid
from armada_sim.geometry.turning import Arc, Event, blocked_arcs, solid_events


def meeting_events(turning: Body, solid: Solid) -> Iterable[Event]:
    """Headings at which a body turning about its origin may start or stop to meet a convex solid."""
    if not isinstance(turning, Raised):
        return solid_events(turning.outline, turning.place, solid)
    if not isinstance(solid, Raised):
        return solid_events(turning.levels.shadow, turning.place, solid)
    from armada_sim.geometry._raised_turning import raised_events

    return raised_events(turning, solid)


def meeting_arcs(turning: Body, solid: Solid, *, touching: bool) -> list[Arc]:
    """Headings at which a body turning about its origin meets a convex solid; as `blocked_arcs`."""
    if not isinstance(turning, Raised):
        return blocked_arcs(turning.outline, turning.place, solid, touching=touching)
    if not isinstance(solid, Raised):
        return blocked_arcs(turning.levels.shadow, turning.place, solid, touching=touching)
    from armada_sim.geometry._raised_turning import blocked_by_raised

    return blocked_by_raised(turning, solid, touching=touching)
