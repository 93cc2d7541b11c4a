"""Where a player may set ships and a flag up, in floating point: zones and regions to look for places in.

What lies in them is not decided here: that is the referee's. `hair` (mm) is how far inside what the rules allow a zone
ends. Zones of ships need no Shapely, regions of flags do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from armada_sim.compiled import compiled_functions, floats, integers
from armada_sim.geometry import DiscDomain, Unbounded, hull_around
from armada_sim.moving import is_solid
from armada_sim.play import placing
from armada_sim.play.goals import beyond, surface_polygon
from armada_sim.play.placing import Field
from armada_sim.play.rest import of_units
from armada_sim.play.state import GoalLine, State
from armada_sim.table import Outline, Pose, Ship, Size

if TYPE_CHECKING:
    from types import SimpleNamespace

    import numpy as np
    from shapely.geometry.base import BaseGeometry

    from armada_sim.geometry.kernel.outlines import Array, Ints

_DEPLOY_HAIR_MM: Final = 0.01
"""mm. How far inside what the rules allow generated set-ups lie: more than rounding and the corners of a disc's
polygon come to."""

_DEPLOY_FIELD_MM: Final = 914.4
"""mm. The square in which set-ups are generated on a surface without edges: that of the standard one."""


DEPLOY_TRIES: Final = 16
"""Points at which a generated formation is begun before its fleet is said to find no room."""

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


Box = tuple[float, float, float, float]
"""mm. Left, bottom, right, top."""

_Points = Sequence[tuple[float, float]]


def field_of(state: State, player: str, more: int) -> Field:
    """Where a player may set up so many ships more, a hair inside what the rules allow, with the ships that lie."""
    rules, surface, domain = state.rules, state.layout.surface, state.layout.surface.domain
    hair = 4 * float(state.agreement.tolerance) + _DEPLOY_HAIR_MM
    boxes = [surface.bounds]
    if isinstance(domain, Unbounded):
        boxes = [(0.0, 0.0, _DEPLOY_FIELD_MM, _DEPLOY_FIELD_MM)]
        corners = [corner for ship in state.layout.ships for corner in _covered(state, ship)]
        if corners:
            xs, ys = zip(*corners, strict=True)
            boxes.append((min(xs), min(ys), max(xs), max(ys)))
    own = [_own_part(state, player, box) for box in boxes]
    inner = [(left + hair, low + hair, right - hair, high - hair) for left, low, right, high in own]
    lefts, lows, rights, highs = zip(*inner, strict=True)
    around = (min(lefts), min(lows), max(rights), max(highs))
    border = [(float(x), float(y)) for x, y in surface.corners] if surface.kind == "polygon" else []
    disc = [(*map(float, domain.centre), float(domain.radius) - hair)] if isinstance(domain, DiscDomain) else []
    parts = [part.corners for thing in state.layout.objects if is_solid(thing, rules) for part in thing.parts]
    outlines = _polygons([_outline(state, size) for size in sizes_of(state)])
    rows, grouped = len(state.layout.ships) + more + 1, rules.deploy_zone == "own_side_group"
    template = float(rules.template_length)
    limits = (hair, float(rules.min_gap_mm), template - hair, float(grouped), template)
    field = Field(
        floats((1 + len(inner), 4), [*chain(around, *inner)]),
        _polygons([*zip(border, border[1:] + border[:1], strict=True)]),
        floats((len(disc), 3), [*chain(*disc)]),
        floats((len(state.agreement.lines), 3), [*chain(*(_before(line, hair) for line in state.agreement.lines))]),
        _polygons(parts), outlines, floats((rows, 2, outlines.shape[2])), floats((rows, 3)), integers((rows, 2)),
        floats((len(limits),), limits),
    )  # fmt: skip
    lying, sizes = sorted(state.layout.ships, key=lambda ship: ship.player == player), sizes_of(state)
    for row, ship in enumerate(lying):
        x, y, heading = float(ship.pose.x), float(ship.pose.y), float(ship.pose.heading)
        placing.lay(field, row, sizes.index(ship.size), x, y, heading)
        friend = placing.FRIEND if state.allied(ship.player, player) else placing.ENEMY
        field.facts[row, placing.RELATION] = placing.OWN if ship.player == player else friend
    return field


def pose_in(field: Field, row: int) -> Pose:
    """Where the ship of a row lies."""
    return of_units(*(round(float(field.poses[row, k]) * placing.GRID) for k in range(3)))


def sizes_of(state: State) -> tuple[Size, ...]:
    """Those of the rules and of the ships that lie, each once."""
    return tuple(dict.fromkeys((*state.rules.sizes, *(ship.size for ship in state.layout.ships))))


def casts_no_shadow(outline: Outline) -> bool:
    """Whether a ship covers no more than its face on the table."""
    origin = of_units(0, 0, 0).place
    return not outline.levels and {*outline.solid(origin).shadow.corners} == {*outline.flat(origin).corners}


def _outline(state: State, size: Size) -> _Points:
    """mm, (along, across). Corners of all a ship of a size covers: the face on the table and its shadow."""
    outline, origin = state.rules.outline(size), of_units(0, 0, 0).place
    return hull_around((*outline.flat(origin).corners, *outline.solid(origin).shadow.corners))


def _polygons(given: Sequence[_Points]) -> Array:
    """(n, 2, k) of polygons, the last corner of each repeated."""
    most = max(map(len, given), default=2)
    filled = [[corners[min(k, len(corners) - 1)] for k in range(most)] for corners in given]
    return floats((len(given), 2, most), [corner[axis] for corners in filled for axis in (0, 1) for corner in corners])


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


@cache
def fast() -> SimpleNamespace:
    """`placing`, compiled where it can be."""
    return compiled_functions((placing,))


def open_points(field: Field, taken: int, rng: np.random.Generator) -> Iterator[tuple[float, float]]:
    """Points by lot at which the player of a field may set up, so many ships lying there; none where it is full."""
    last = len(field.facts) - 1
    while not full(field, taken) and fast().point(field, taken, rng):
        yield float(field.shapes[last, 0, 0]), float(field.shapes[last, 1, 0])


def scatterings(field: Field, taken: int, kinds: Ints, rng: np.random.Generator, *, sided: bool) -> Iterator[None]:
    """Set-ups by lot of ships of these sizes, in the rows of a field after so many. sided: whether the player sits at a
    side, before the middle of which a formation begins first."""
    points = chain([None] if sided else [], open_points(field, taken, rng))
    for _ in islice(points, DEPLOY_TRIES):
        if not full(field, taken) and fast().scattered(field, taken, kinds, rng):
            yield


def full(field: Field, taken: int) -> bool:
    """Whether enemies are proved to lie so near to every point of a field that none is open."""
    if not taken or not fast().near_corners(field, taken):
        return False
    left, low, right, high = (float(field.boxes[0, k]) for k in range(4))
    rows = [row for row in range(taken) if field.facts[row, placing.RELATION] == placing.ENEMY]
    return _covered_by(field, (left, low, right, high), rows, _HALVINGS)


def _covered_by(field: Field, box: Box, rows: Sequence[int], halvings: int) -> bool:
    """Whether every point of a box is proved to be less than the gap from one of the ships in some rows: where its
    corners are all near to the same one it is, else its quarters are looked at, so often."""
    left, low, right, high = box
    corners = [(x, y) for x in (left, right) for y in (low, high)]
    if any(all(fast().near(field, row, *corner) for corner in corners) for row in rows):
        return True
    x, y = (left + right) / 2, (low + high) / 2
    quarters = ((left, low, x, y), (x, low, right, y), (left, y, x, high), (x, y, right, high))
    return halvings > 0 and all(_covered_by(field, quarter, rows, halvings - 1) for quarter in quarters)


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
