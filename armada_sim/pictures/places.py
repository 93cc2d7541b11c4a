"""Places for words in plain Python: the same, but for hairs, as `plots.labels` finds with Shapely, fewer looked at."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from armada_sim.geometry import Point
from armada_sim.pictures.labels import (
    BETWEEN,
    BETWEEN_POINTS,
    COST_DIGITS,
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
    Wanted,
)  # fmt: skip
from armada_sim.pictures.plane import (
    Flat,
    bounds,
    box_corners,
    centroid,
    clipped,
    crossing,
    foot,
    holds_box,
    nearest,
    same_place,
    signed_area,
)  # fmt: skip
from armada_sim.pictures.shapes import View, between

Box = tuple[float, float, float, float]
"""Left, bottom, right and top, mm."""

_CELL_POINTS = 40.0
"""The table is looked through in squares of this side."""

_TO_WHAT_IT_NAMES = 0.98
"""A share: a leader crosses nothing at its end, on what the word names."""

_MITRE = 5.0
"""A mitred corner goes out so many times half the line's width at most."""

_STRAIGHT = 1e-9
"""Twice the cosine of half an angle: nothing is mitred where a border goes straight on."""

_CUT = 1e-9
"""A share: a box is cut off if so much of it lies out of view."""


@dataclass(slots=True)
class _Taken:
    """What lies on the table, by squares of it."""

    side: float
    """mm"""

    shapes: list[tuple[Box, Flat, float]] = field(default_factory=list)
    """Bounds, what lies there, and how far (mm) around it is taken too."""

    cells: defaultdict[tuple[int, int], list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, flat: Flat, around: float = 0.0) -> None:
        """Take the place of something."""
        left, bottom, right, top = bounds(flat.corners)
        box = (left - around, bottom - around, right + around, top + around)
        for cell in self._cells(box):
            self.cells[cell].append(len(self.shapes))
        self.shapes.append((box, flat, around))

    def _cells(self, box: Box) -> Iterator[tuple[int, int]]:
        left, bottom, right, top = (math.floor(value / self.side) for value in box)
        return ((x, y) for x in range(left, right + 1) for y in range(bottom, top + 1))

    def near(self, box: Box) -> list[tuple[Flat, float]]:
        """What may lie in a box."""
        numbers = dict.fromkeys(number for cell in self._cells(box) for number in self.cells.get(cell, ()))
        there = (self.shapes[number] for number in numbers)
        return [(flat, around) for bound, flat, around in there if _meet(bound, box)]

    def count(self, box: Box) -> int:
        """How much lies in a box."""
        return sum(_covers(box, flat, around) for flat, around in self.near(box))

    def crossed(self, a: Point, b: Point) -> int:
        """How much lies on a line."""
        return sum(_on(a, b, flat) for flat, _ in self.near(bounds((a, b))))


def _meet(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _on(a: Point, b: Point, flat: Flat) -> bool:
    """Whether a line meets something."""
    return flat.holds(a) or any(crossing(a, b, c, d) is not None for c, d in flat.sides)


def _covers(box: Box, flat: Flat, around: float) -> bool:
    """Whether a box meets something, or lies no more than so many mm from it."""
    corners = box_corners(*box)
    if flat.holds(corners[0]) or any(_side_meets(box, a, b) for a, b in flat.sides):
        return True
    return around > 0 and any(_away(box, corners, a, b) <= around for a, b in flat.sides)


def _side_meets(box: Box, a: Point, b: Point) -> bool:
    """Whether a side meets a box: what of it lies between the box's borders."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        start, way = a[axis], b[axis] - a[axis]
        least, most = box[axis] - start, box[axis + 2] - start
        if not way:
            if least > 0 or most < 0:
                return False
            continue
        first, last = (least / way, most / way) if way > 0 else (most / way, least / way)
        low, high = max(low, first), min(high, last)
        if low > high:
            return False
    return True


def _away(box: Box, corners: Sequence[Point], a: Point, b: Point) -> float:
    """mm from a box to a side that does not meet it."""
    ends = min(math.dist(p, (min(max(p[0], box[0]), box[2]), min(max(p[1], box[1]), box[3]))) for p in (a, b))
    return min(ends, *(math.dist(corner, foot(corner, a, b)) for corner in corners))


def _spiked(corners: Sequence[Point], half: float) -> tuple[Point, ...]:
    """A border that goes out at each corner as far as a line of twice `half` does that is mitred there."""
    found: list[Point] = []
    for number, (x, y) in enumerate(corners):
        around = (corners[number - 1], corners[(number + 1) % len(corners)])
        (ux, uy), (vx, vy) = (_way((x, y), other) for other in around)
        in_x, in_y, across = ux + vx, uy + vy, math.hypot(ux - vx, uy - vy) / 2
        size = math.hypot(in_x, in_y)
        out = half * (min(1 / across, _MITRE) - 1) / size if across and size > _STRAIGHT else 0.0
        found += [(x, y), (x - out * in_x, y - out * in_y), (x, y)] if out else [(x, y)]
    return tuple(found)


def _way(start: Point, end: Point) -> Point:
    """From one point towards another, of length 1."""
    size = math.dist(start, end) or 1.0
    return (end[0] - start[0]) / size, (end[1] - start[1]) / size


class Labeller:
    """Finds places for words: never over a ship, an outline or another word if that can be."""

    def __init__(self, view: View, points_per_mm: float) -> None:
        self.view, self.points_per_mm = view, points_per_mm
        self.hard, self.soft = (_Taken(_CELL_POINTS / points_per_mm) for _ in range(2))

    def box(self, middle: Point, size: tuple[float, float]) -> tuple[Point, ...]:
        """The box (mm) of a text of `size` points around a point."""
        return box_corners(*self.bounds_of(middle, size))

    def bounds_of(self, middle: Point, size: tuple[float, float]) -> Box:
        """Left, bottom, right and top of it."""
        w, h = (side / self.points_per_mm for side in size)
        return middle[0] - w / 2, middle[1] - h / 2, middle[0] + w / 2, middle[1] + h / 2

    def avoid(self, corners: Sequence[Point]) -> None:
        """No word may cover a polygon, or a line between two points."""
        self.hard.add(Flat(tuple(corners), filled=len(corners) > 2))

    def rather_avoid(self, corners: Sequence[Point], width: float, *, closed: bool) -> None:
        """Words rather do not cover a line of so many mm."""
        if closed:
            self.soft.add(Flat(_spiked(corners, width / 2), filled=False), width / 2)
        for pair in () if closed else zip(corners, corners[1:] or corners, strict=False):
            self.soft.add(Flat(pair, filled=False), width / 2)

    def free(self, box: Sequence[Point], shape: Sequence[Point]) -> bool:
        """Whether a box covers nothing but this shape."""
        return self.apart(box, shape) and not self._met(self.soft, box, shape)

    def apart(self, box: Sequence[Point], shape: Sequence[Point]) -> bool:
        """Whether a box covers nothing that must not be covered but this shape."""
        return not self._met(self.hard, box, shape)

    def _met(self, taken: _Taken, box: Sequence[Point], shape: Sequence[Point]) -> bool:
        there = bounds(box)
        near = taken.near(there)
        return any(_covers(there, flat, around) for flat, around in near if not same_place(flat.corners, shape))

    def inside(self, shape: Sequence[Point], at: Point, size: tuple[float, float]) -> bool:
        """Whether a text of `size` points fits inside a polygon at a point, and covers no other shape there."""
        box, there = self.box(at, size), self.bounds_of(at, size)
        others = (flat for flat, _ in self.hard.near(there) if not same_place(flat.corners, shape))
        return holds_box(shape, box) and not any(_covers(there, flat, 0.0) for flat in others)

    def covered(self, corners: Sequence[Point]) -> float:
        """mm². How much of a convex polygon lies on what no word may cover, as often as it does."""
        there = self.hard.near(bounds(corners))
        return sum(abs(signed_area(clipped(flat.corners, corners))) for flat, _ in there if flat.filled)

    def place(self, wanted: Wanted) -> Spot:
        """A place for one text. It is taken: later texts keep clear of it."""
        spots = self.plan([wanted])
        self.take([wanted], spots)
        return spots[0]

    def take(self, wanted: Sequence[Wanted], spots: Sequence[Spot]) -> None:
        """Later texts keep clear of these and of their leaders."""
        for spot, one in zip(spots, wanted, strict=True):
            self.avoid(self.box(spot.middle, one.size))
            if spot.leader is not None:
                self.rather_avoid(spot.leader, 0.0, closed=False)

    def plan(self, wanted: Sequence[Wanted]) -> list[Spot]:
        """Places for several texts: each takes the best, those with the worst first; then each looks again, `ROUNDS`
        times at most. None is taken."""
        found = [_Choice(self, one) for one in wanted]
        order = sorted(range(len(found)), key=lambda i: -found[i].least)
        chosen: list[_Place | None] = [None] * len(found)
        for number in range(ROUNDS):
            before = list(chosen)
            leaders = [None if one is None else one.leader for one in before]
            for i in order:
                others = [one for k, one in enumerate(chosen) if one is not None and k != i]
                lines = [line for k, line in enumerate(leaders) if line is not None and k != i]
                now = chosen[i]
                if not (number and now is not None and now.free(others, lines)):
                    chosen[i] = found[i].best(others, lines)
            if chosen == before:
                break
        return [one.spot(found[i].met) for i, one in enumerate(chosen) if one is not None]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a text may stand, and what that costs for what lies there."""

    cost: float
    number: int
    box: Box
    hits: int
    leader: tuple[Point, Point] | None

    def free(self, others: Sequence[_Place], lines: Sequence[tuple[Point, Point]]) -> bool:
        """Whether it is clear of everything, of others and of their leaders too."""
        return not (self.hits or self.met(others) or any(_side_meets(self.box, *line) for line in lines))

    def met(self, others: Sequence[_Place]) -> int:
        """How many others it covers."""
        (left, bottom, right, top), boxes = self.box, (other.box for other in others)
        return sum(left < box[2] and box[0] < right and bottom < box[3] and box[1] < top for box in boxes)

    def beside(self, others: Sequence[_Place], lines: Sequence[tuple[Point, Point]]) -> float:
        """What it costs among others and their leaders; its own crosses no other word and no other leader if that can
        be."""
        cost = self.cost + COVERS * self.met(others) + CROSSES * sum(_side_meets(self.box, *line) for line in lines)
        if self.leader is not None:
            cost += CROSSES * sum(_side_meets(other.box, *self.leader) for other in others)
            cost += CROSSES * sum(crossing(*self.leader, *line) is not None for line in lines)
        return round(cost, COST_DIGITS)

    def spot(self, met: int) -> Spot:
        """What is said of it."""
        left, bottom, right, top = self.box
        return Spot(((left + right) / 2, (bottom + top) / 2), self.leader, not self.hits and not met)


class _Offer(NamedTuple):
    """A place that may be looked at."""

    least: float
    """What it costs at least."""

    number: int
    fixed: float
    """What it costs wherever all else lies, but for its distance."""

    middle: Point


class _Choice:
    """The places one text may have, the cheapest first as far as one knows without looking."""

    def __init__(self, labeller: Labeller, wanted: Wanted) -> None:
        self._labeller, self._wanted, self._shape = labeller, wanted, Flat(wanted.shape, len(wanted.shape) > 2)
        self._offered = sorted(_at(wanted) if wanted.at else _beside(labeller, wanted, self._shape))
        self._floors: dict[int, tuple[float, float, int]] = {}
        """What a place costs at least, what of that is not its distance, and how much it covers."""
        self._known: dict[int, _Place] = {}
        self.met = 0
        self.least = self.best((), ()).cost

    def best(self, others: Sequence[_Place], lines: Sequence[tuple[Point, Point]]) -> _Place:
        """What costs least beside others and their leaders; that is its place now."""
        best: tuple[float, int] = (math.inf, 0)
        for offer in self._offered:
            if offer.least > best[0]:
                break
            if offer.number not in self._floors:
                self._floors[offer.number] = self._floor(offer)
            if self._floors[offer.number][0] > best[0]:
                continue
            if offer.number not in self._known:
                self._known[offer.number] = self._looked_at(offer)
            best = min(best, (self._known[offer.number].beside(others, lines), offer.number))
        place = self._known[best[1]]
        self.met = place.met(others)
        return place

    def _floor(self, offer: _Offer) -> tuple[float, float, int]:
        """What a place costs for all that it covers."""
        view, box = self._labeller.view, self._labeller.bounds_of(offer.middle, self._wanted.size)
        wide, high = min(box[2], view.right) - max(box[0], view.left), min(box[3], view.top) - max(box[1], view.bottom)
        cut = 1 - max(wide, 0.0) * max(high, 0.0) / ((box[2] - box[0]) * (box[3] - box[1]))
        hits = self._labeller.hard.count(box)
        cost = COVERS * hits + (COVERS + 100 * cut if cut > _CUT else 0.0)
        return offer.least + cost, offer.fixed + cost, hits

    def _looked_at(self, offer: _Offer) -> _Place:
        """A place with what lies there."""
        labeller = self._labeller
        box = labeller.bounds_of(offer.middle, self._wanted.size)
        ends = nearest(Flat(box_corners(*box)), self._shape)
        apart = math.dist(*ends) * labeller.points_per_mm
        _, cost, hits = self._floors[offer.number]
        cost += TOUCHES * labeller.soft.count(box)
        if not self._wanted.at:
            around = [side + 2 * BETWEEN_POINTS for side in self._wanted.size]
            wide = labeller.box(offer.middle, (around[0], around[1]))
            cost += PER_POINT * apart + (0.0 if labeller.apart(wide, self._wanted.shape) else BETWEEN)
        leader = ends if apart > LEADER_POINTS else None
        if leader is not None:
            cost += CROSSES * labeller.hard.crossed(leader[0], between(*leader, _TO_WHAT_IT_NAMES))
        return _Place(round(cost, COST_DIGITS), offer.number, box, hits, leader)


def _at(wanted: Wanted) -> Iterator[_Offer]:
    """The places that are asked for, the first the cheapest."""
    return (_Offer(0.01 * number, number, 0.01 * number, middle) for number, middle in enumerate(wanted.at))


def _beside(labeller: Labeller, wanted: Wanted, shape: Flat) -> Iterator[_Offer]:
    """Places beside a convex shape, in all directions at growing distances: from the line that touches it there, and
    from its border, where that is nearer."""
    (x, y), scale, number = centroid(shape), labeller.points_per_mm, 0
    w, h = (side / scale for side in wanted.size)
    for turn in WAYS:
        ahead = (math.cos(math.radians(turn)), math.sin(math.radians(turn)))
        touching = max((corner[0] - x) * ahead[0] + (corner[1] - y) * ahead[1] for corner in shape.corners)
        own = abs(ahead[0]) * w / 2 + abs(ahead[1]) * h / 2
        fixed = 0.0 if wanted.prefer is None else PREFERS * (1 - math.cos(math.radians(turn - wanted.prefer)))
        for start in (touching, _border((x, y), ahead, touching, shape)):
            for distance in DISTANCES:
                away = start + own + distance / scale
                least = fixed + PER_POINT * max(0.0, distance - (touching - start) * scale)
                yield _Offer(least, number, fixed, (x + away * ahead[0], y + away * ahead[1]))
                number += 1


def _border(middle: Point, ahead: Point, touching: float, shape: Flat) -> float:
    """mm from the middle of a shape to its border, in a direction."""
    if not shape.filled:
        return 0.0
    end = (middle[0] + (2 * touching + 1) * ahead[0], middle[1] + (2 * touching + 1) * ahead[1])
    met = (crossing(middle, end, a, b) for a, b in shape.sides)
    return max((math.dist(middle, point) for point in met if point is not None), default=0.0)
