"""Where a player may set ships and a flag up, in floating point: regions to look for places in.

What lies in them is not decided here: that is the referee's. `hair` (mm) is how far inside what the rules allow a
region ends; with a negative one it reaches as far beyond, so that what does not fit into it fits nowhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from armada_sim.geometry import Unbounded
from armada_sim.moving import is_solid
from armada_sim.play.goals import beyond, surface_polygon
from armada_sim.play.state import State
from armada_sim.table import Ship

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_DEPLOY_FIELD_MM: Final = 914.4
"""mm. The square in which set-ups are generated on a surface without edges: that of the standard one."""


def band_of(state: State, player: str) -> float | None:
    """mm. How far from the own edge of a bounded surface a player may set up; None: anywhere."""
    left, bottom, right, top = state.layout.surface.bounds
    depth = right - left if state.agreement.seat(player).side in ("west", "east") else top - bottom
    bands = [depth / 2] if state.rules.deploy_zone == "own_side_group" else []
    if state.rules.edge_band_mm is not None:
        bands.append(float(state.rules.edge_band_mm))
    return min(bands, default=None)


def table_of(state: State, around: float = 0.0) -> BaseGeometry:
    """The surface before the goal lines, less what is solid on it.

    Of a surface without edges: a field, and what lies within `around` mm of ships outside it.
    """
    import shapely

    surface = state.layout.surface
    whole: BaseGeometry
    if isinstance(surface.domain, Unbounded):
        field, ships = shapely.box(0, 0, _DEPLOY_FIELD_MM, _DEPLOY_FIELD_MM), shapes_of(state, state.layout.ships)
        whole = shapely.union(field, shapely.buffer(ships.envelope, around))
    else:
        whole = surface_polygon(surface)
    for line in state.agreement.lines:
        whole = shapely.difference(whole, shapely.Polygon([(float(x), float(y)) for x, y in beyond(line).corners]))
    for thing in state.layout.objects:
        if is_solid(thing, state.rules):
            whole = shapely.difference(whole, shapely.Polygon([(float(x), float(y)) for x, y in thing.polygon]))
    return whole


def near_edge(state: State, player: str, depth: float | None, region: BaseGeometry) -> BaseGeometry:
    """The part of a region no farther than `depth` mm from the player's edge; all of it without one."""
    import shapely

    left, bottom, right, top = state.layout.surface.bounds
    side = state.agreement.seat(player).side
    if side is None or depth is None or not math.isfinite(left):
        return region
    cut = {
        "west": (left, bottom, left + depth, top), "east": (right - depth, bottom, right, top),
        "south": (left, bottom, right, bottom + depth), "north": (left, top - depth, right, top),
    }[side]  # fmt: skip
    return shapely.intersection(region, shapely.box(*cut))


def zone_of(state: State, player: str, hair: float) -> BaseGeometry:
    """The part of the table that is the player's to set up in, `hair` mm inside its border."""
    import shapely

    return shapely.buffer(near_edge(state, player, band_of(state, player), table_of(state)), -hair)


def shapes_of(state: State, ships: Iterable[Ship]) -> BaseGeometry:
    """All that some ships cover: the faces on the table and their shadows."""
    import shapely

    found = []
    for ship in ships:
        outline, place = state.rules.outline(ship.size), ship.pose.place
        corners = (*outline.flat(place).corners, *outline.solid(place).shadow.corners)
        found.append(shapely.MultiPoint(corners).convex_hull)
    return shapely.union_all(found)
