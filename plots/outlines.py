"""Regions known by search, with borders fit to be drawn: arcs of circles and straight lines, and how exact they are."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely
from matplotlib.path import Path

if TYPE_CHECKING:
    from armada_sim.regions import Reach, Threat
    from armada_sim.table import Rules

EXACT_MM: Final = 0.02
"""mm. How exact the border of a region is that comes from a formula, as lines of fine chords."""

_FITTED: Final = 1 / 6
"""Of how exact a border is: arcs and lines may be so far from it."""

_EVENED: Final = 1 / 3
"""Of the same: notches and teeth of a search are evened out where they are narrower than twice this."""

_GAPS: Final = 1.5
"""How exact a border is that a search knows to within a gap: the gap itself, what is evened out, and the fit."""

_LINE: Final = 0.75
"""Of the gap: on either side of a line on which tips are proved to lie."""

_MITRE: Final[Any] = {"join_style": "mitre", "mitre_limit": 3.0}
"""So that corners stay corners where notches and teeth are evened out; sharper ones than 39 degrees lose a little."""

_CORNER_DEG: Final = 30.0
"""degrees. Where a border turns by more, between straight parts that can be seen, no arc goes round the corner."""

_CURVE_DEG: Final = 45.0
"""degrees. A Bezier curve stands for so much of a circle, and is off by less than a 200000th of the radius."""

Points: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Region:
    """A region to be drawn, mm; whoever worked it out answers for it."""

    shape: shapely.Geometry

    undecided: shapely.Geometry | None = None
    """What may belong to it or not, farther from its border than `within`."""

    within: float = EXACT_MM
    """mm. The true border lies within so much of the one drawn, but for what is undecided."""

    nooks: bool = False
    """Whether it is undecided too in places that no piece fits in, which are drawn as if they belonged to it."""


@dataclass(frozen=True, slots=True)
class Arc:
    """A part of a border: of a circle, or straight. mm."""

    start: tuple[float, float]
    end: tuple[float, float]
    turn: float = 0.0
    """Radians from start to end about the centre, counter-clockwise positive; 0: straight."""

    @property
    def directions(self) -> tuple[float, float]:
        """Radians. Where it leads at its start and at its end."""
        along = math.atan2(self.end[1] - self.start[1], self.end[0] - self.start[0])
        return along - self.turn / 2, along + self.turn / 2


def reached(reach: Reach) -> Region:
    """What a ship can cover, as `armada_sim.reachable` has worked it out."""
    return _searched(reach.inner, reach.outer, reach.gap)


def threatened(threat: Threat, rules: Rules) -> Region:
    """What a ship can shoot at, as `armada_sim.threat` has worked it out. What lies inside is no border of it."""
    things = threat.guns.battery.things if threat.guns is not None else ()
    found = _searched(threat.inner, threat.outer, threat.gap, [shapely.Polygon(corners) for corners in things])
    return without_nooks(found, rules)


def without_nooks(region: Region, rules: Rules) -> Region:
    """The same with places filled that no piece fits in: holes, and what is undecided."""
    least = min(float(rules.outline(size).step) for size in rules.sizes)

    def fits(shape: shapely.Geometry) -> bool:
        return 2 * float(shapely.minimum_bounding_radius(shape)) >= least

    parts = [] if region.undecided is None else list(shapely.get_parts(region.undecided))
    nooks = [shapely.convex_hull(part) for part in parts if not fits(part)]
    shape = shapely.union_all([region.shape, *(shapely.buffer(nook, region.within) for nook in nooks)])
    shape = shapely.union_all([shape, *(hole for _, hole in _rings(shape) if hole is not None and not fits(hole))])
    rest = shapely.difference(shapely.union_all([part for part in parts if fits(part)]), shapely.union_all(nooks))
    return Region(shape, None if rest.is_empty else rest, region.within, bool(nooks))


def _searched(
    inner: shapely.Geometry, outer: shapely.Geometry, gap: float, things: Iterable[shapely.Polygon] = ()
) -> Region:
    """A region that holds `inner` and lies in `outer`, without the teeth of the search.

    The true border has no point inside `inner` nor outside `outer`. So it is near the one drawn but in two places: in
    `outer` farther from what is drawn, and so deep in what is drawn where `inner` does not reach. These are undecided.
    things: what lies on the table, of which nothing is known.
    """
    within = _GAPS * gap
    even, spare = _EVENED * within, (1 - _FITTED) * within
    solid = shapely.union_all(list(things))
    lines = [part for part in shapely.get_parts(inner) if not isinstance(part, shapely.Polygon)]
    shown = shapely.union_all([inner, *(shapely.buffer(line, _LINE * gap) for line in lines)]) if lines else inner
    notches = shapely.difference(shapely.buffer(shapely.buffer(shown, gap), -gap), shown)
    room = shapely.buffer(shapely.union(outer, solid), spare - gap, **_MITRE)
    filled = [shown, *(part for part in shapely.get_parts(notches) if shapely.covers(room, part))]
    shape = shapely.union_all([shapely.buffer(part, EXACT_MM / 10) for part in filled])
    for width in (even, -2 * even, even):
        shape = shapely.buffer(shape, width, **_MITRE)
    covered = shapely.buffer(solid, within)
    holes = [hole for _, hole in _rings(shape) if hole is not None and shapely.covers(covered, hole)]
    shape = shapely.union_all([shape, *holes])
    beyond = shapely.difference(outer, shapely.buffer(shape, spare))
    inside = shapely.difference(shapely.buffer(shape, -spare), inner)
    undecided = shapely.difference(shapely.union(beyond, inside), shapely.buffer(solid, gap))
    return Region(shape, None if undecided.is_empty else undecided, within)


def _rings(region: shapely.Geometry) -> Iterator[tuple[shapely.LinearRing, shapely.Polygon | None]]:
    """The borders of a region's polygons, those of holes with what is in them."""
    for polygon in shapely.get_parts(region):
        if isinstance(polygon, shapely.Polygon) and not polygon.is_empty:
            yield polygon.exterior, None
            for ring in polygon.interiors:
                yield ring, shapely.Polygon(ring)


def border_path(region: shapely.Geometry, within: float) -> Path:
    """The borders of a region as lines and Bezier curves, off it by a share of `within` (mm) at most."""
    vertices: list[Points] = [np.empty((0, 2))]
    codes: list[Any] = []
    for ring, _ in _rings(region):
        arcs = arcs_of(shapely.get_coordinates(ring), _FITTED * within)
        vertices.append(np.array([arcs[0].start]))
        codes.append(Path.MOVETO)
        for arc in arcs:
            points = _drawn(arc)
            vertices.append(points)
            codes += [Path.LINETO if len(points) == 1 else Path.CURVE4] * len(points)
        vertices.append(np.zeros((1, 2)))
        codes.append(Path.CLOSEPOLY)
    return Path(np.concatenate(vertices), codes)


def _drawn(arc: Arc) -> Points:
    """The end of a line, or the points of Bezier curves that stand for an arc."""
    if not arc.turn:
        return np.array([arc.end])
    count = math.ceil(abs(math.degrees(arc.turn)) / _CURVE_DEG)
    start, chord = complex(*arc.start), complex(*arc.end) - complex(*arc.start)
    radius = chord / (2 * math.sin(arc.turn / 2)) * np.exp(-1j * (math.pi / 2 + arc.turn / 2))
    turned = np.exp(1j * arc.turn * np.arange(count + 1) / count) * radius
    on = start - radius + turned
    pull = 4 / 3 * math.tan(arc.turn / count / 4) * 1j * turned
    points = np.column_stack([on[:-1] + pull[:-1], on[1:] - pull[1:], on[1:]]).ravel()
    return np.column_stack([points.real, points.imag])


def arcs_of(ring: Points, off: float) -> list[Arc]:
    """A closed border, (n, 2) with its first point again at its end, as few arcs and lines all `off` mm at most from
    it: from each end the longest that fits. Corners stay corners."""
    points = shapely.get_coordinates(shapely.LinearRing(ring))
    points = np.concatenate(
        [np.stack([points[:-1], (points[:-1] + points[1:]) / 2], axis=1).reshape(-1, 2), points[:1]]
    )
    ends = _corners(ring, points[:-1], off)
    points = np.concatenate([points[ends[0] : -1], points[: ends[0] + 1]])
    ends = [end - ends[0] for end in ends] + [len(points) - 1]
    return [arc for low, high in itertools.pairwise(ends) for arc in _fitted(points[low : high + 1], off)]


def _corners(ring: Points, points: Points, off: float) -> list[int]:
    """Which points of a closed border are corners; one at least."""
    simple = shapely.get_coordinates(shapely.simplify(shapely.LinearRing(ring), 2 * off))[:-1]
    sides = np.roll(simple, -1, axis=0) - simple
    along, length = np.arctan2(sides[:, 1], sides[:, 0]), np.hypot(*sides.T)
    turn = np.abs((along - np.roll(along, 1) + math.pi) % (2 * math.pi) - math.pi)
    sharp = (turn > math.radians(_CORNER_DEG)) & (np.minimum(length, np.roll(length, 1)) > 4 * off)
    return sorted({int(np.argmin(np.hypot(*(points - corner).T))) for corner in simple[sharp]}) or [0]


def _fitted(points: Points, off: float) -> Iterator[Arc]:
    """The longest arc or line that fits from the first point, from its end again, and so on."""
    start, last = 0, len(points) - 1
    while start < last:
        end, stride, best = start + 1, 1, 0.0
        while stride:
            turn = _turn(points[start : end + stride + 1], off) if end + stride <= last else None
            if turn is not None:
                end, best = end + stride, turn
            grows = turn is not None and stride > 0
            stride = 2 * stride if grows else stride // 2
        yield Arc(tuple(points[start].tolist()), tuple(points[end].tolist()), best)
        start = end


def _turn(points: Points, off: float) -> float | None:
    """Of the arc or line from the first of some points to the last that is no more than `off` from any, if there is
    one that turns by less than half a circle."""
    chord = points[-1] - points[0]
    half = float(np.hypot(*chord)) / 2
    if not half:
        return None
    middle, ahead = points[1:-1] - (points[0] + points[-1]) / 2, chord / (2 * half)
    x, y = middle @ ahead, middle @ np.array([-ahead[1], ahead[0]])
    if np.abs(x).max() > half + off:
        return None
    if np.abs(y).max() <= off:
        return 0.0
    up = float(y @ (x * x + y * y - half * half) / (2 * y @ y))  # the centre is so far to the left of the chord
    side = float(np.sign(y.sum()))
    if side * up > 0 or np.abs(np.hypot(x, y - up) - math.hypot(half, up)).max() > off:
        return None
    return -side * 2 * math.atan2(half, abs(up))
