"""Where words go: the size of letters, and places that cover no ship."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import shapely
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from armada_sim.geometry import Point
from armada_sim.pictures import (
    BETWEEN,
    BETWEEN_POINTS,
    COVERS,
    CROSSES,
    DISTANCES,
    LEADER_POINTS,
    PER_POINT,
    PREFERS,
    ROUNDS,
    TOUCHES,
    WAYS,
    Spot,
    View,
    Wanted,
    box_corners,
    wrapped as wrapped_as,
)

_LINE = 1.25
"""Height of a line of text, as a multiple of the letters' size."""


@lru_cache(maxsize=4096)
def _line_width(line: str, size: float, font: str) -> float:
    properties = FontProperties(family=font, size=size)
    return float(text_to_path.get_text_width_height_descent(line, properties, ismath=False)[0])


def text_size(text: str, size: float, font: str) -> tuple[float, float]:
    """Width and height of a text, points."""
    lines = text.split("\n")
    return max(_line_width(line, size, font) for line in lines), _LINE * size * len(lines)


def wrapped(text: str, width: float, size: float, font: str) -> str:
    """The text broken into lines no wider than `width` points (a longer word stands alone)."""
    return wrapped_as(text, width, lambda line: _line_width(line, size, font))


def geometry(corners: Sequence[Sequence[float]]) -> shapely.Geometry:
    """A polygon, a line between two points, or a point."""
    if len(corners) < 3:
        return shapely.LineString(corners) if len(corners) == 2 else shapely.Point(corners[0])
    return shapely.Polygon(corners)


@dataclass
class Labeller:
    """Finds places for texts: never over a ship, an outline or another text if that can be."""

    view: View
    points_per_mm: float
    hard: list[shapely.Geometry] = field(default_factory=list)
    """What a text must not cover."""

    soft: list[shapely.Geometry] = field(default_factory=list)
    """What a text should rather not cover: lines, regions' borders."""

    def box(self, middle: Point, size: tuple[float, float]) -> tuple[Point, ...]:
        """The box (mm) of a text of `size` points around a point."""
        w, h = (s / self.points_per_mm for s in size)
        return box_corners(middle[0] - w / 2, middle[1] - h / 2, middle[0] + w / 2, middle[1] + h / 2)

    def avoid(self, corners: Sequence[Point]) -> None:
        """No word may cover a polygon, or a line between two points."""
        self.hard.append(geometry(corners))

    def rather_avoid(self, corners: Sequence[Point], width: float, *, closed: bool) -> None:
        """Words rather do not cover a line of so many mm."""
        if closed:
            ring = shapely.LinearRing(corners)
            self.soft.append(shapely.buffer(ring, width / 2, join_style="mitre") if width else ring)
        else:
            line = shapely.LineString(corners) if len(corners) > 1 else geometry(corners)
            self.soft.append(shapely.buffer(line, width / 2))

    def free(self, box: Sequence[Point], shape: Sequence[Point]) -> bool:
        """Whether a box covers nothing but this shape."""
        return not self._met(box, shape, (*self.hard, *self.soft))

    def inside(self, shape: Sequence[Point], at: Point, size: tuple[float, float]) -> bool:
        """Whether a text of `size` points fits inside a polygon at a point, and covers no other shape there."""
        box = self.box(at, size)
        return bool(shapely.contains(geometry(shape), geometry(box))) and not self._met(box, shape, self.hard)

    def _met(self, box: Sequence[Point], shape: Sequence[Point], others: Iterable[shapely.Geometry]) -> bool:
        own, there = geometry(shape), geometry(box)
        return any(shapely.intersects(there, other) for other in others if not shapely.equals(other, own))

    def covered(self, corners: Sequence[Point]) -> float:
        """mm². How much of a convex polygon lies on what no word may cover."""
        shape = geometry(corners)
        met = shapely.union_all([other for other in self.hard if shapely.intersects(other, shape)])
        return float(shapely.area(shapely.intersection(shape, met)))

    def place(self, wanted: Wanted) -> Spot:
        """A place for one text. It is taken: later texts keep clear of it."""
        return self.place_all([wanted])[0]

    def place_all(self, wanted: Sequence[Wanted]) -> list[Spot]:
        """Places for several texts; all are taken."""
        spots = self.plan(wanted)
        self.take(wanted, spots)
        return spots

    def take(self, wanted: Sequence[Wanted], spots: Sequence[Spot]) -> None:
        """Later texts keep clear of these and of their leaders."""
        self.hard += [geometry(self.box(spot.middle, one.size)) for spot, one in zip(spots, wanted, strict=True)]
        self.soft += [shapely.LineString(spot.leader) for spot in spots if spot.leader is not None]

    def plan(self, wanted: Sequence[Wanted]) -> list[Spot]:
        """Places for several texts: each takes the best, those with the worst first; then each looks again, `ROUNDS`
        times at most. None is taken."""
        trees = shapely.STRtree(self.hard), shapely.STRtree(self.soft)
        found = [_Choice(self, one, *trees) for one in wanted]
        chosen = np.full((len(found), 4), np.nan)
        order = sorted(range(len(found)), key=lambda i: -float(np.min(found[i].costs)))
        for number in range(ROUNDS):
            before, leaders = chosen.copy(), [one.leader() for one in found]
            for i in order:
                box, chosen[i] = chosen[i].copy(), np.nan  # a box is not in its own way
                lines = [line for k, line in enumerate(leaders) if line is not None and k != i]
                settled = number and found[i].free(chosen, lines)
                chosen[i] = box if settled else found[i].best(chosen, lines)
            if np.array_equal(before, chosen):
                break
        return [one.spot() for one in found]


class _Choice:
    """The places one text may have, and what each costs."""

    def __init__(self, labeller: Labeller, wanted: Wanted, hard: shapely.STRtree, soft: shapely.STRtree) -> None:
        w, h = (s / labeller.points_per_mm for s in wanted.size)
        self._shape, self._chosen = geometry(wanted.shape), -1
        if wanted.at:
            middles, angles = np.array(wanted.at), np.zeros(len(wanted.at))
        else:
            middles, angles = _candidates(self._shape, w, h, labeller.points_per_mm)
        half = np.array([w / 2, h / 2])
        self._boxes = np.hstack([middles - half, middles + half])
        boxes = self._shapes = np.atleast_1d(shapely.box(*self._boxes.T))
        self._apart = shapely.distance(boxes, self._shape) * labeller.points_per_mm
        view = np.array([labeller.view.left, labeller.view.bottom, labeller.view.right, labeller.view.top])
        seen = np.minimum(self._boxes[:, 2:], view[2:]) - np.maximum(self._boxes[:, :2], view[:2])
        self._hits = _count(boxes, hard)
        cut = 1 - np.prod(np.maximum(seen, 0), axis=1) / (w * h)
        if wanted.at:
            self.costs = 0.01 * np.arange(len(middles))
        else:
            around = half + BETWEEN_POINTS / labeller.points_per_mm
            near, which = hard.query(shapely.box(*np.hstack([middles - around, middles + around]).T), "intersects")
            others = near[~shapely.equals(hard.geometries[which], self._shape)]
            self.costs = PER_POINT * self._apart + BETWEEN * np.isin(np.arange(len(middles)), others)
        self.costs = self.costs + COVERS * (cut > 1e-9) + 100 * cut
        self.costs += COVERS * self._hits + TOUCHES * _count(boxes, soft)
        if wanted.prefer is not None:
            self.costs += PREFERS * (1 - np.cos(np.radians(angles - wanted.prefer)))
        self._far = self._apart > LEADER_POINTS
        self._lines: npt.NDArray[np.object_] | None = None
        if self.costs[self._far].size and self.costs[~self._far].min(initial=np.inf) > self.costs[self._far].min():
            self._lines = shapely.shortest_line(boxes[self._far], self._shape)
            self.costs[self._far] += CROSSES * _count(self._lines, hard)

    def free(self, others: npt.NDArray[np.float64], leaders: Sequence[shapely.LineString]) -> bool:
        """Whether its place now is clear of everything, of others and of their leaders too."""
        x0, y0, x1, y1 = self._boxes[self._chosen]
        met = (x0 < others[:, 2]) & (others[:, 0] < x1) & (y0 < others[:, 3]) & (others[:, 1] < y1)
        crossed = len(leaders) > 0 and shapely.intersects(self._shapes[self._chosen], leaders).any()
        return not (self._hits[self._chosen] or met.any() or crossed)

    def best(self, others: npt.NDArray[np.float64], leaders: Sequence[shapely.LineString]) -> npt.NDArray[np.float64]:
        """The box (left, bottom, right, top) that costs least beside those of others and their leaders; that is its
        place now."""
        left, bottom, right, top = (self._boxes[:, k, None] for k in range(4))
        met = (left < others[:, 2]) & (others[:, 0] < right) & (bottom < others[:, 3]) & (others[:, 1] < top)
        self._met = met.sum(axis=1)
        costs = self.costs + COVERS * self._met
        if leaders:
            costs += CROSSES * _count(self._shapes, shapely.STRtree(leaders))
        self._chosen = int(np.argmin(costs))
        if self._far[self._chosen]:  # its leader crosses no other word and no other leader if that can be
            if self._lines is None:
                self._lines = shapely.shortest_line(self._shapes[self._far], self._shape)
            there = [shapely.box(*box) for box in others[~np.isnan(others[:, 0])].tolist()]
            costs[self._far] += CROSSES * _count(self._lines, shapely.STRtree([*there, *leaders]))
            self._chosen = int(np.argmin(costs))
        box: npt.NDArray[np.float64] = self._boxes[self._chosen]
        return box

    def leader(self) -> shapely.LineString | None:
        """The line from where it stands now to what it names, if it stands away from it."""
        if self._chosen < 0 or self._apart[self._chosen] <= LEADER_POINTS:
            return None
        line: shapely.LineString = shapely.shortest_line(self._shapes[self._chosen], self._shape)
        return line

    def spot(self) -> Spot:
        """Where it stands now."""
        k, line, (x0, y0, x1, y1) = self._chosen, self.leader(), self._boxes[self._chosen].tolist()
        ends = None if line is None else tuple((float(x), float(y)) for x, y in line.coords)
        clear = not self._hits[k] and not self._met[k]
        return Spot(((x0 + x1) / 2, (y0 + y1) / 2), ends, clear)  # type: ignore[arg-type]  # two points


def _candidates(
    shape: shapely.Geometry, w: float, h: float, points_per_mm: float
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Middles of boxes (mm) beside a convex shape, in all directions (degrees) at growing distances: from the line that
    touches it there, and from its border, where that is nearer."""
    corners, centre = shapely.get_coordinates(shape), shapely.get_coordinates(shapely.centroid(shape))[0]
    turns = np.array(WAYS, dtype=float)
    ways = np.stack([np.cos(np.radians(turns)), np.sin(np.radians(turns))], axis=1)
    touching = ((corners - centre) @ ways.T).max(axis=0)
    ends = centre + (2 * touching[:, None] + 1) * ways
    rays = shapely.linestrings(np.stack([np.broadcast_to(centre, ways.shape), ends], axis=1))
    starts = np.stack([touching, shapely.length(shapely.intersection(rays, shape))], axis=1)
    own = np.abs(ways) @ [w / 2, h / 2]
    away = starts[:, :, None] + own[:, None, None] + np.array(DISTANCES) / points_per_mm
    middles = centre + away[..., None] * ways[:, None, None, :]
    return middles.reshape(-1, 2), np.repeat(turns, away[0].size)


def _count(shapes: npt.NDArray[np.object_], tree: shapely.STRtree) -> npt.NDArray[np.int64]:
    """For each shape, how many of the tree's it meets."""
    return np.bincount(tree.query(shapes, predicate="intersects")[0], minlength=len(shapes))
