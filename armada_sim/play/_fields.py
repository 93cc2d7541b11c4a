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
from armada_sim.geometry import DiscDomain, Place, Unbounded, hull_around, padded
from armada_sim.moving import is_solid
from armada_sim.play import placing
from armada_sim.play.goals import beyond, surface_polygon
from armada_sim.play.placing import Field
from armada_sim.play.rest import of_units
from armada_sim.play.state import State
from armada_sim.table import Outline, Pose, Ship

if TYPE_CHECKING:
    from types import SimpleNamespace

    import numpy as np
    from shapely.geometry.base import BaseGeometry

    from armada_sim.geometry.kernel.outlines import Ints

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

    part = _near_side(state, player, depth)
    return region if part is None else shapely.intersection(region, shapely.box(*part))


Box = tuple[float, float, float, float]
"""mm. Left, bottom, right, top."""

_Points = Sequence[tuple[float, float]]

_ORIGIN: Final = of_units(0, 0, 0).place


def _near_side(state: State, player: str, depth: float | None) -> Box | None:
    """The part of a bounded surface no farther than `depth` mm from the player's edge; None where all is meant."""
    left, bottom, right, top = state.layout.surface.bounds
    side = state.agreement.seat(player).side
    if side is None or depth is None or not math.isfinite(left):
        return None
    return {
        "west": (left, bottom, left + depth, top), "east": (right - depth, bottom, right, top),
        "south": (left, bottom, right, bottom + depth), "north": (left, top - depth, right, top),
    }[side]  # fmt: skip


def field_of(state: State, player: str, more: int) -> Field:
    """Where a player may set up so many ships more, a hair inside what the rules allow, with the ships that lie."""
    rules, surface, domain = state.rules, state.layout.surface, state.layout.surface.domain
    hair = 4 * float(state.agreement.tolerance) + _DEPLOY_HAIR_MM
    boxes = [surface.bounds]
    if isinstance(domain, Unbounded):
        boxes = [(0.0, 0.0, _DEPLOY_FIELD_MM, _DEPLOY_FIELD_MM)]
        corners = [
            corner for ship in state.layout.ships for corner in _covered(rules.outline(ship.size), ship.pose.place)
        ]
        if corners:
            xs, ys = zip(*corners, strict=True)
            boxes.append((min(xs), min(ys), max(xs), max(ys)))
    own = _near_side(state, player, band_of(state, player))
    inner = [
        (left + hair, low + hair, right - hair, high - hair)
        for left, low, right, high in (boxes if own is None else [own])
    ]
    lefts, lows, rights, highs = zip(*inner, strict=True)
    around = (min(lefts), min(lows), max(rights), max(highs))
    border = [(float(x), float(y)) for x, y in surface.corners] if surface.kind == "polygon" else []
    disc = [(*map(float, domain.centre), float(domain.radius) - hair)] if isinstance(domain, DiscDomain) else []
    parts = [part.corners for thing in state.layout.objects if is_solid(thing, rules) for part in thing.parts]
    outlines = padded([_covered(rules.outline(size), _ORIGIN) for size in state.sizes])
    lines = [line.half_plane for line in state.agreement.lines]
    rows, grouped = len(state.layout.ships) + more + 1, rules.deploy_zone == "own_side_group"
    template = float(rules.template_length)
    limits = (hair, float(rules.min_gap_mm), template - hair, float(grouped), template)
    field = Field(
        floats((1 + len(inner), 4), [*chain(around, *inner)]),
        padded([*zip(border, border[1:] + border[:1], strict=True)]),
        floats((len(disc), 3), [*chain(*disc)]),
        floats((len(lines), 3), [*chain(*((nx, ny, far - hair) for nx, ny, far in lines))]),
        padded(parts), outlines, floats((rows, 2, outlines.shape[2])), floats((rows, 3)), integers((rows, 2)),
        floats((len(limits),), limits),
    )  # fmt: skip
    lying, sizes = sorted(state.layout.ships, key=lambda ship: ship.player == player), state.sizes
    for row, ship in enumerate(lying):
        x, y, heading = float(ship.pose.x), float(ship.pose.y), float(ship.pose.heading)
        placing.lay(field, row, sizes.index(ship.size), x, y, heading)
        friend = placing.FRIEND if state.allied(ship.player, player) else placing.ENEMY
        field.facts[row, placing.RELATION] = placing.OWN if ship.player == player else friend
    return field


def pose_in(field: Field, row: int) -> Pose:
    """Where the ship of a row lies."""
    return of_units(*(round(float(field.poses[row, k]) * placing.GRID) for k in range(3)))


def casts_no_shadow(outline: Outline) -> bool:
    """Whether a ship covers no more than its face on the table."""
    face, shadow = _covering(outline, _ORIGIN)
    return not outline.levels and {*face} == {*shadow}


def _covered(outline: Outline, place: Place) -> _Points:
    """mm, counter-clockwise. Corners of all that a ship covers: the face on the table and its shadow."""
    return hull_around([*chain(*_covering(outline, place))])


def _covering(outline: Outline, place: Place) -> tuple[_Points, _Points]:
    """mm. Corners of the face on the table, and of its shadow."""
    return outline.flat(place).corners, outline.solid(place).shadow.corners


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


def shapes_of(state: State, ships: Iterable[Ship]) -> BaseGeometry:
    """All that some ships cover: the faces on the table and their shadows."""
    import shapely

    found = []
    for ship in ships:
        found.append(shapely.MultiPoint(_covered(state.rules.outline(ship.size), ship.pose.place)).convex_hull)
    return shapely.union_all(found)
