"""Where words go: their size, lines of text, and places that cover no ship."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import shapely
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from armada_sim.geometry import Point
from plots.shapes import View

_LINE = 1.25
"""Height of a line of text, as a multiple of the letters' size."""

_DISTANCES = (2.5, 6.0, 12.0, 20.0, 32.0, 48.0, 70.0, 100.0)
"""Points. How far from what it names a text may stand, in 36 directions."""

_LEADER_POINTS = 9.0
"""A text that stands farther away has a line that leads to it."""

_HARD, _SOFT, _CROSSED = 60.0, 8.0, 12.0
"""What it costs to cover a shape that must not be covered, one that rather should not, and to lead a line over the
former; a point of distance costs 0.06."""

_ROUNDS = 4
"""How often the places of several texts are looked at anew, each with the others as they are."""


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
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):  # not at spaces that do not break
            longer = f"{line} {word}".strip()
            if line and _line_width(longer, size, font) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A text that needs a place."""

    shape: shapely.Geometry
    """What it names: convex, mm."""

    size: tuple[float, float]
    """Points: width and height."""

    prefer: float | None = None
    """A direction, degrees."""

    at: tuple[Point, ...] = ()
    """The middles (mm) it may have, the best first, if not any beside the shape."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a text."""

    middle: Point
    leader: tuple[Point, Point] | None
    """A line from the text to what it names, if it stands away from it."""

    clear: bool
    """Whether it covers nothing that must not be covered."""


@dataclass
class Labeller:
    """Finds places for texts: never over a ship, an outline or another text if that can be."""

    view: View
    points_per_mm: float
    hard: list[shapely.Geometry] = field(default_factory=list)
    """What a text must not cover."""

    soft: list[shapely.Geometry] = field(default_factory=list)
    """What a text should rather not cover: lines, regions' borders."""

    def box(self, middle: Point, size: tuple[float, float]) -> shapely.Polygon:
        """The box of a text of `size` points around a point."""
        w, h = (s / self.points_per_mm for s in size)
        return shapely.box(middle[0] - w / 2, middle[1] - h / 2, middle[0] + w / 2, middle[1] + h / 2)

    def inside(self, shape: Sequence[Sequence[float]], at: Point, size: tuple[float, float]) -> bool:
        """Whether a text fits inside a polygon at a point, and covers nothing else there."""
        own, box = shapely.Polygon(shape), self.box(at, size)
        others = (other for other in self.hard if not shapely.equals(other, own))
        return bool(own.contains(box)) and not any(box.intersects(other) for other in others)

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
        self.hard += [self.box(spot.middle, one.size) for spot, one in zip(spots, wanted, strict=True)]
        self.soft += [shapely.LineString(spot.leader) for spot in spots if spot.leader is not None]

    def plan(self, wanted: Sequence[Wanted]) -> list[Spot]:
        """Places for several texts: each takes the best, those with the worst first; then each looks again, `_ROUNDS`
        times at most. None is taken."""
        trees = shapely.STRtree(self.hard), shapely.STRtree(self.soft)
        found = [_Choice(self, one, *trees) for one in wanted]
        chosen = np.full((len(found), 4), np.nan)
        order = sorted(range(len(found)), key=lambda i: -float(np.min(found[i].costs)))
        for number in range(_ROUNDS):
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
        self._wanted, self._chosen = wanted, -1
        if wanted.at:
            middles, angles = np.array(wanted.at), np.zeros(len(wanted.at))
        else:
            middles, angles = _candidates(wanted.shape, w, h, labeller.points_per_mm)
        half = np.array([w / 2, h / 2])
        self._boxes = np.hstack([middles - half, middles + half])
        boxes = self._shapes = np.atleast_1d(shapely.box(*self._boxes.T))
        self._apart = shapely.distance(boxes, wanted.shape) * labeller.points_per_mm
        view = np.array([labeller.view.left, labeller.view.bottom, labeller.view.right, labeller.view.top])
        seen = np.minimum(self._boxes[:, 2:], view[2:]) - np.maximum(self._boxes[:, :2], view[:2])
        self._hits = _count(boxes, hard)
        cut = 1 - np.prod(np.maximum(seen, 0), axis=1) / (w * h)
        self.costs = 0.01 * np.arange(len(middles)) if wanted.at else 0.06 * self._apart
        self.costs = self.costs + _HARD * (cut > 1e-9) + 100 * cut
        self.costs += _HARD * self._hits + _SOFT * _count(boxes, soft)
        if wanted.prefer is not None:
            self.costs += 0.25 * (1 - np.cos(np.radians(angles - wanted.prefer)))
        self._far = self._apart > _LEADER_POINTS
        self._lines: npt.NDArray[np.object_] | None = None
        if self.costs[self._far].size and self.costs[~self._far].min(initial=np.inf) > self.costs[self._far].min():
            self._lines = shapely.shortest_line(boxes[self._far], wanted.shape)
            self.costs[self._far] += _CROSSED * _count(self._lines, hard)

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
        costs = self.costs + _HARD * self._met
        if leaders:
            costs += _CROSSED * _count(self._shapes, shapely.STRtree(leaders))
        self._chosen = int(np.argmin(costs))
        if self._far[self._chosen]:  # its leader crosses no other word and no other leader if that can be
            if self._lines is None:
                self._lines = shapely.shortest_line(self._shapes[self._far], self._wanted.shape)
            there = [shapely.box(*box) for box in others[~np.isnan(others[:, 0])].tolist()]
            costs[self._far] += _CROSSED * _count(self._lines, shapely.STRtree([*there, *leaders]))
            self._chosen = int(np.argmin(costs))
        box: npt.NDArray[np.float64] = self._boxes[self._chosen]
        return box

    def leader(self) -> shapely.LineString | None:
        """The line from where it stands now to what it names, if it stands away from it."""
        if self._chosen < 0 or self._apart[self._chosen] <= _LEADER_POINTS:
            return None
        line: shapely.LineString = shapely.shortest_line(self._shapes[self._chosen], self._wanted.shape)
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
    turns = np.arange(0.0, 360.0, 10.0)
    ways = np.stack([np.cos(np.radians(turns)), np.sin(np.radians(turns))], axis=1)
    touching = ((corners - centre) @ ways.T).max(axis=0)
    ends = centre + (2 * touching[:, None] + 1) * ways
    rays = shapely.linestrings(np.stack([np.broadcast_to(centre, ways.shape), ends], axis=1))
    starts = np.stack([touching, shapely.length(shapely.intersection(rays, shape))], axis=1)
    own = np.abs(ways) @ [w / 2, h / 2]
    away = starts[:, :, None] + own[:, None, None] + np.array(_DISTANCES) / points_per_mm
    middles = centre + away[..., None] * ways[:, None, None, :]
    return middles.reshape(-1, 2), np.repeat(turns, away[0].size)


def _count(shapes: npt.NDArray[np.object_], tree: shapely.STRtree) -> npt.NDArray[np.int64]:
    """For each shape, how many of the tree's it meets."""
    return np.bincount(tree.query(shapes, predicate="intersects")[0], minlength=len(shapes))
