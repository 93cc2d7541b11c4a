"""Where a player may set ships and a flag up, in floating point: zones and regions to look for places in.

What lies in them is not decided here: that is the referee's. `hair` (mm) is how far inside what the rules allow a zone
ends. Zones of ships need no Shapely, regions of flags do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from armada_sim.geometry import DiscDomain, Unbounded
from armada_sim.geometry.kernel.outlines import nearest_points, signed_separation
from armada_sim.moving import is_solid
from armada_sim.play.goals import beyond, surface_polygon
from armada_sim.play.state import GoalLine, State
from armada_sim.table import Ship

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_DEPLOY_FIELD_MM: Final = 914.4
"""mm. The square in which set-ups are generated on a surface without edges: that of the standard one."""


_HALVINGS: Final = 6
"""How often a box is quartered to see whether all of it is too near to ships: to a few millimetres."""


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


Outline = tuple[Sequence[float], Sequence[float]]
"""mm. x and y of the corners of a convex outline, counter-clockwise; of one corner, a point."""


Box = tuple[float, float, float, float]
"""mm. Left, bottom, right, top."""


@dataclass(frozen=True)
class Zone:
    """The part of the table that is a player's to set up in, `hair` mm inside its border."""

    bounds: Box
    """Of the smallest box around it."""

    boxes: tuple[Box, ...]
    """One of them has to hold all, less the hair."""

    border: tuple[Outline, ...]
    """Edges of a surface with corners."""

    disc: tuple[float, float, float] | None
    """Middle and radius of a round surface, less the hair."""

    lines: tuple[tuple[float, float, float], ...]
    """Unit normal of each goal line, and how far along it one may lie."""

    solid: tuple[Outline, ...]
    """Convex parts of what is in the way."""

    hair: float

    def holds(self, shape: Outline) -> bool:
        """Whether an outline lies wholly inside."""
        low_x, low_y, high_x, high_y = box_of(shape)
        if not any(
            left <= low_x and low <= low_y and high_x <= right and high_y <= high
            for left, low, right, high in self.boxes
        ):
            return False
        points = [*zip(*shape, strict=True)]
        if self.disc is not None:
            x, y, radius = self.disc
            if any(math.hypot(px - x, py - y) > radius for px, py in points):
                return False
        if any(nx * x + ny * y > most for nx, ny, most in self.lines for x, y in points):
            return False
        if self.border and not _surrounded(self.border, *points[0]):
            return False
        return all(apart(shape, other) >= self.hair for other in (*self.border, *self.solid))


def box_of(shape: Outline) -> Box:
    """The box around an outline."""
    return min(shape[0]), min(shape[1]), max(shape[0]), max(shape[1])


def _surrounded(border: Iterable[Outline], x: float, y: float) -> bool:
    """Whether a point lies within a closed line."""
    crossed = [(ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay) for (ax, bx), (ay, by) in border]
    return sum(crossed) % 2 == 1


def zone_of(state: State, player: str, hair: float) -> Zone:
    """The part of the table that is the player's to set up in, `hair` mm inside its border."""
    surface, domain = state.layout.surface, state.layout.surface.domain
    boxes = [surface.bounds]
    if isinstance(domain, Unbounded):
        boxes = [(0.0, 0.0, _DEPLOY_FIELD_MM, _DEPLOY_FIELD_MM)]
        corners = [corner for ship in state.layout.ships for corner in _covered(state, ship)]
        if corners:
            xs, ys = zip(*corners, strict=True)
            boxes.append((min(xs), min(ys), max(xs), max(ys)))
    boxes = [_own_part(state, player, box) for box in boxes]
    inner = tuple((left + hair, low + hair, right - hair, high - hair) for left, low, right, high in boxes)
    lefts, lows, rights, highs = zip(*inner, strict=True)
    corners = [(float(x), float(y)) for x, y in surface.corners] if surface.kind == "polygon" else []
    disc = None
    if isinstance(domain, DiscDomain):
        disc = (float(domain.centre[0]), float(domain.centre[1]), float(domain.radius) - hair)
    parts = [part.corners for thing in state.layout.objects if is_solid(thing, state.rules) for part in thing.parts]
    return Zone(
        (min(lefts), min(lows), max(rights), max(highs)), inner,
        tuple(((ax, bx), (ay, by)) for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)),
        disc, tuple(_before(line, hair) for line in state.agreement.lines),
        tuple(([x for x, _ in part], [y for _, y in part]) for part in parts), hair,
    )  # fmt: skip


def _own_part(state: State, player: str, box: Box) -> Box:
    """The part of a box no farther from the player's edge of a bounded surface than ships may be set up."""
    left, bottom, right, top = state.layout.surface.bounds
    side, depth = state.agreement.seat(player).side, band_of(state, player)
    if side is None or depth is None or not math.isfinite(left):
        return box
    return {
        "west": (left, bottom, left + depth, top), "east": (right - depth, bottom, right, top),
        "south": (left, bottom, right, bottom + depth), "north": (left, top - depth, right, top),
    }[side]  # fmt: skip


def _before(line: GoalLine, hair: float) -> tuple[float, float, float]:
    """The normal of a goal line that points past it, and how far along that a ship before it may lie."""
    (ax, ay), (bx, by) = ((float(x), float(y)) for x, y in (line.start, line.end))
    long = math.hypot(bx - ax, by - ay)
    nx, ny = (ay - by) / long, (bx - ax) / long
    return nx, ny, nx * ax + ny * ay - hair


def farther(one: Box, other: Box, distance: float) -> bool:
    """Whether two boxes are surely so many mm apart."""
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3]) >= distance


def covered(box: Box, shapes: Sequence[Outline], distance: float, halvings: int = _HALVINGS) -> bool:
    """Whether every point of a box is proved to be less than some mm from one of some outlines: where its corners are
    all near to the same one it is, else its quarters are looked at, so often."""
    left, low, right, high = box
    corners = [(x, y) for x in (left, right) for y in (low, high)]
    if any(all(_nearer(corner, shape, distance) for corner in corners) for shape in shapes):
        return True
    x, y = (left + right) / 2, (low + high) / 2
    quarters = ((left, low, x, y), (x, low, right, y), (left, y, x, high), (x, y, right, high))
    return halvings > 0 and all(covered(quarter, shapes, distance, halvings - 1) for quarter in quarters)


def _nearer(point: tuple[float, float], shape: Outline, distance: float) -> bool:
    """Whether a point is less than so many mm from an outline."""
    x, y = point
    return not farther((x, y, x, y), box_of(shape), distance) and apart(((x,), (y,)), shape) < distance


def apart(one: Outline, other: Outline, enough: float = math.inf) -> float:
    """mm. The distance of two convex outlines, 0 or less where they meet; `enough` or more where it is that."""
    (ax, ay), (bx, by) = one, other
    gap = signed_separation(ax, ay, len(ax), bx, by, len(bx))
    if gap >= enough:
        return gap
    meets = gap <= 0 and len(ax) + len(bx) > 3  # of a point and a segment that says nothing
    return gap if meets else nearest_points(ax, ay, len(ax), bx, by, len(bx))[0]


def _covered(state: State, ship: Ship) -> tuple[tuple[float, float], ...]:
    """Corners of the face of a ship on the table and of its shadow."""
    outline, place = state.rules.outline(ship.size), ship.pose.place
    return (*outline.flat(place).corners, *outline.solid(place).shadow.corners)


def shapes_of(state: State, ships: Iterable[Ship]) -> BaseGeometry:
    """All that some ships cover: the faces on the table and their shadows."""
    import shapely

    found = []
    for ship in ships:
        found.append(shapely.MultiPoint(_covered(state, ship)).convex_hull)
    return shapely.union_all(found)
