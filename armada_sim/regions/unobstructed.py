"""What a ship can cover and shoot at on an empty table: circular arcs, in closed form, as polygons of fine chords.

A step turns the piece about its base midpoint, which lies on the old tip. So what k steps can cover is what k - 1
steps cover from a ship whose base lies there, turned about that point through the limit to either side. Turning a
region about a point is exact here but for the chords: of every part of its border along which the distance to the
point only grows or only shrinks, one band between two arcs.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
import shapely
from shapely import affinity

from armada_sim.firing import reaches
from armada_sim.moving import Mover
from armada_sim.table import Layout, Pose, Rules, Ship, Size, Surface

_FREE_CHORD_DEG: Final = 0.5
"""degrees. Between corners of arcs in regions on an empty table: at most 0.002 mm off at 200 mm."""

_FREE_LEVEL_MM: Final = 1e-3
"""mm. Borders that come nearer to the point they turn about, or go further, by less than this lie on a circle."""

_FREE_ROUNDING_MM: Final = 1e-9
"""mm. Corners whose distances from that point differ by less are as far from it: far above the rounding of doubles."""

Points = npt.NDArray[np.float64]


@lru_cache(maxsize=64)
def cover(size: Size, steps: int, rules: Rules) -> shapely.Geometry:
    """What a ship can cover after exactly so many steps: base midpoint at the origin before, heading 0."""
    mover = _mover(size, rules)
    if steps:
        return _stepped(cover(size, steps - 1, rules), mover)
    return shapely.Polygon(mover.body(mover.ship.pose.place).corners)


@lru_cache(maxsize=64)
def threat(size: Size, steps: int, rules: Rules) -> shapely.Geometry:
    """What lies under the large piece on one of its sides after exactly so many steps; frame as for `cover`."""
    mover = _mover(size, rules)
    if steps:
        return _stepped(threat(size, steps - 1, rules), mover)
    sides = reaches(Layout((mover.ship,), surface=Surface.unbounded()), mover.ship, rules)
    return shapely.union_all([shapely.Polygon(side) for side in sides])


def placed(region: shapely.Geometry, ship: Ship) -> shapely.Geometry:
    """A region of the frame of `cover`, on the table where the ship lies."""
    turned = affinity.rotate(region, float(ship.pose.heading), origin=(0, 0))
    return affinity.translate(turned, *ship.pose.place.origin)


def _mover(size: Size, rules: Rules) -> Mover:
    return Mover(Ship("-", "-", size, Pose(0, 0, 0)), rules.outline(size))


def _stepped(shape: shapely.Geometry, mover: Mover) -> shapely.Geometry:
    return affinity.translate(_turned_about_origin(shape, mover.turn_limit), float(mover.outline.step), 0)


def _turned_about_origin(region: shapely.Geometry, limit: float) -> shapely.Geometry:
    """All a region covers while it turns by up to `limit` degrees (below 180) to either side."""
    bands = [affinity.rotate(region, sign * limit, origin=(0, 0)) for sign in (-1, 1)]
    for polygon in shapely.get_parts(region):
        for ring in (polygon.exterior, *polygon.interiors):
            bands += [_band(chain, limit) for chain in _chains(shapely.get_coordinates(ring))]
    return shapely.simplify(shapely.union_all(bands), _FREE_LEVEL_MM / 2)


def _chains(ring: Points) -> Iterator[Points]:
    """Parts of a closed border along which the distance to the origin only grows or only shrinks."""
    points = [ring[0]]
    for p, q in itertools.pairwise(ring):
        along = q - p
        share = -float(p @ along) / float(along @ along)
        if 0 < share < 1:
            foot = p + share * along
            if min(np.hypot(*p), np.hypot(*q)) - np.hypot(*foot) > _FREE_LEVEL_MM:
                points.append(foot)
        points.append(q)
    radii = [float(np.hypot(*p)) for p in points]
    chain, way = [points[0]], 0
    for i in range(1, len(points)):
        change = radii[i] - radii[i - 1]
        now = 0 if abs(change) < _FREE_ROUNDING_MM else int(math.copysign(1, change))
        if now != way:
            if way:
                yield np.array(chain)
            chain, way = [points[i - 1]], now
        chain.append(points[i])
    if way:
        yield np.array(chain)


def _band(chain: Points, limit: float) -> shapely.Geometry:
    """What a chain sweeps; its distance to the origin is monotone, so the border of the band is simple."""
    count = max(2, math.ceil(2 * limit / _FREE_CHORD_DEG) + 1)
    turns = np.radians(np.linspace(-limit, limit, count))
    border = np.concatenate([
        _turned(chain, turns[0]), _arc(chain[-1], turns)[1:],
        _turned(chain[::-1], turns[-1])[1:], _arc(chain[0], turns[::-1])[1:-1],
    ])  # fmt: skip
    return shapely.make_valid(shapely.Polygon(border))


def _turned(points: Points, angle: float) -> Points:
    c, s = math.cos(angle), math.sin(angle)
    turned: Points = points @ np.array([[c, s], [-s, c]])
    return turned


def _arc(point: Points, turns: Points) -> Points:
    x, y = float(point[0]), float(point[1])
    c, s = np.cos(turns), np.sin(turns)
    return np.column_stack([x * c - y * s, x * s + y * c])
