"""The least motion that brings a convex piece wholly inside, or off, a region that need not be convex.

Against one convex thing a straight push is best, and the depth of overlap is its length. In a notch,
between two walls or in a corner of the surface it is not: the piece may have to go further, or to
turn. The motion sought is rigid; its size is how far it moves the corner it moves most. Branch and
bound over (x, y, angle) gives it with a proof: a box of motions is left out where even its middle
lies so deep in what is forbidden that no motion of the box can be out of it, or where all its motions
are larger than needed. `docs/exactness.md` has the proof; numbers are doubles, their rounding is
covered by `FREEING_SLACK_MM`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import product
from typing import Final, NamedTuple, Protocol

from armada_sim.geometry.solids import Point
from armada_sim.geometry.tolerance import FREEING_CLEAR_MM, FREEING_SLACK_MM

Motion = tuple[float, float, float]
"""A shift of the mean of the corners, mm, and a turn about it, mm at the longest arm."""

FREEING_GOAL: Final = 1.008
"""The search for the least motion into a region ends when its bounds are within this ratio and"""

FREEING_GOAL_MM: Final = 5e-4
"""mm. this; a little less than the 1.01 and 0.001 mm that are promised, for the rounding of the flip."""

FREEING_FINEST_MM: Final = 2e-6
"""mm. It does not look at boxes of motions, or steps, smaller than this."""

FREEING_POLISH: Final = 3e-4
"""A motion found is made smaller by steps down to this share of its size."""

_FREEING_GAIN: Final = 1e-3
"""A step that gains less than this share of itself is not taken; shorter ones are tried."""


FREEING_MOTIONS = 250_000
"""Motions one search looks at, at most: straight ones, middles of boxes, and those that make a motion found smaller.
At that bound it returns what it has proved. Among twelve ships, of 2,800 random moves and set-ups at limits sixty took
any, 44,000 at most, half of them less than 10,000; these take a second where few sides are near."""

_STRAIGHT_SIZES = 16
"""Sizes of straight motions looked at together."""


class Region(Protocol):
    """Where the corners of a piece may lie."""

    def room(self, corners: Sequence[Point], enough: float = -math.inf) -> float:
        """mm. Room of a placement with these corners, counter-clockwise; what is below `enough` need not be exact.

        A placement with room r > 0 is allowed and stays so if every corner moves by less than r; one
        with room r < 0 is not, and stays so if every corner moves by less than -r.
        """

    def within(self, centre: Point, radius: float) -> Region:
        """The same for placements whose corners lie within `radius` mm of `centre`; may be quicker."""

    @property
    def span(self) -> float:
        """mm. A motion longer than this is never needed, except to come near from outside."""


@dataclass(frozen=True)
class Disc:
    """The inside of a disc."""

    centre: Point
    radius: float

    def room(self, corners: Sequence[Point], enough: float = -math.inf) -> float:
        return self.radius - max(math.dist(corner, self.centre) for corner in corners)

    def within(self, centre: Point, radius: float) -> Disc:
        return self

    @property
    def span(self) -> float:
        return 2 * self.radius + math.hypot(*self.centre)


class Side(NamedTuple):
    """A side of a polygon."""

    start: Point
    end: Point
    along: tuple[float, float]
    """mm. From its start to its end."""

    square: float
    """mm^2. Of its length."""

    normal: tuple[float, float]
    """Unit vector to its right."""

    level: float
    """mm. How far it lies that way."""

    @classmethod
    def between(cls, start: Point, end: Point) -> Side:
        """From one point to another; they differ."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = math.hypot(dx, dy)
        nx, ny = dy / length, -dx / length
        return cls(start, end, (dx, dy), dx * dx + dy * dy, (nx, ny), nx * start[0] + ny * start[1])

    def distance(self, point: Point) -> float:
        """mm. From a point."""
        dx, dy = self.along
        x, y = point[0] - self.start[0], point[1] - self.start[1]
        share = min(1.0, max(0.0, (x * dx + y * dy) / self.square))
        return math.hypot(x - share * dx, y - share * dy)


def sides_of(corners: Sequence[Point]) -> list[Side]:
    """The sides of a polygon; corners that differ may be the same in doubles."""
    ends = zip(corners, (*corners[1:], *corners[:1]), strict=True)
    return [Side.between(start, end) for start, end in ends if start != end]


@dataclass(frozen=True, eq=False)
class PolygonSide:
    """The inside, or the outside, of a simple polygon."""

    sides: Sequence[Side]
    inside: bool
    rays: Sequence[Side]
    """The sides a ray to the right can meet."""

    deepest: float = math.inf
    """mm. No side left out is nearer than this."""

    @classmethod
    def of(cls, corners: Sequence[Point], *, inside: bool) -> PolygonSide:
        """The side of the polygon with these corners, mm."""
        sides = sides_of(corners)
        return cls(sides, inside, sides)

    @cached_property
    def span(self) -> float:
        return 2 * max((abs(v) for side in self.sides for v in side.start), default=0.5)

    def within(self, centre: Point, radius: float) -> PolygonSide:
        """See `Region`: sides further away are left out."""
        x, y = centre
        near = [side for side in self.sides if side.distance(centre) <= 2 * radius]
        rays = [
            side
            for side in self.sides
            if min(side.start[1], side.end[1]) <= y + radius
            and max(side.start[1], side.end[1]) >= y - radius
            and max(side.start[0], side.end[0]) >= x - radius
        ]
        return PolygonSide(near, self.inside, rays, radius)

    def idle(self, centre: Point) -> bool:
        """Whether, after `within`, nothing about the centre is forbidden."""
        return not self.sides and self._contains(centre) == self.inside

    def room(self, corners: Sequence[Point], enough: float = -math.inf) -> float:
        """See `Region`: how deep sides cut into the piece, and points of the piece lie on the wrong side."""
        if len(corners) == 1:
            depth = self._depth(corners[0])
            return depth if self._contains(corners[0]) == self.inside else -depth
        clear, outline = math.inf if self.sides else self.deepest, _facing(corners)
        for side in self.sides:
            clear = _separation(corners, outline, side, clear)
            if clear < enough:
                return clear
        middle = sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
        if clear > FREEING_SLACK_MM and self._contains(middle) == self.inside:  # so is all of the piece
            return clear
        for point in (*corners, middle):
            if self._contains(point) != self.inside:
                clear = min(clear, -self._depth(point))
        return clear

    def _depth(self, point: Point) -> float:
        """mm. From a point to the nearest side, as far as that matters."""
        return min([self.deepest, *(side.distance(point) for side in self.sides)])

    def _contains(self, point: Point) -> bool:
        """Even-odd rule; the border may count either way."""
        x, y = point
        found = False
        for (sx, sy), (_, ey), (dx, dy), *_ in self.rays:
            if (sy > y) != (ey > y) and x < sx + (y - sy) * dx / dy:
                found = not found
        return found


def _facing(corners: Sequence[Point]) -> list[tuple[float, float, float]]:
    """Unit normals of a convex outline, outwards, and how far its sides lie that way, mm."""
    found, (px, py) = [], corners[-1]
    for x, y in corners:
        dx, dy = x - px, y - py
        length = math.hypot(dx, dy)
        nx, ny = dy / length, -dx / length
        found.append((nx, ny, nx * px + ny * py))
        px, py = x, y
    return found


def _separation(
    corners: Sequence[Point], outline: Sequence[tuple[float, float, float]], side: Side, most: float
) -> float:
    """mm. Greatest separation of a convex outline, which is `_facing` so, and a segment along a normal of either; but
    no more than `most`."""
    (sx, sy), (ex, ey) = side.start, side.end
    nx, ny = side.normal
    away = [nx * x + ny * y for x, y in corners]
    found = max(min(away) - side.level, side.level - max(away))
    for mx, my, level in outline:
        if found >= most:
            return most
        found = max(found, min(mx * sx + my * sy, mx * ex + my * ey) - level)
    return min(found, most)


@dataclass(frozen=True)
class Every:
    """Several regions at once."""

    regions: tuple[Region, ...]

    def room(self, corners: Sequence[Point], enough: float = -math.inf) -> float:
        found = math.inf
        for region in self.regions:
            found = min(found, region.room(corners, enough))
            if found < enough:
                break
        return found

    def within(self, centre: Point, radius: float) -> Every:
        """See `Region`: what forbids nothing there is left out, unless that is all."""
        near = [region.within(centre, radius) for region in self.regions]
        met = [region for region in near if not (isinstance(region, PolygonSide) and region.idle(centre))]
        return Every(tuple(met or near[:1]))

    @property
    def span(self) -> float:
        return max(region.span for region in self.regions)


@dataclass(frozen=True)
class Trailing:
    """Several convex shapes that are shifted along with one point, each of which must have room."""

    region: Region
    shapes: tuple[tuple[Point, ...], ...]
    """mm. Their corners while the point is at the origin."""

    def room(self, corners: Sequence[Point], enough: float = -math.inf) -> float:
        """See `Region`; of one corner, the point itself."""
        ((x, y),) = corners
        found = math.inf
        for shape in self.shapes:
            found = min(found, self.region.room([(x + a, y + b) for a, b in shape], enough))
            if found < enough:
                break
        return found

    def within(self, centre: Point, radius: float) -> Trailing:
        reach = max(math.hypot(*corner) for shape in self.shapes for corner in shape)
        return replace(self, region=self.region.within(centre, radius + reach))

    @property
    def span(self) -> float:
        return self.region.span + max(math.hypot(*corner) for shape in self.shapes for corner in shape)


@dataclass(frozen=True, slots=True)
class Freed:
    """The least motion into a region, between two bounds."""

    low: float
    """mm. No motion that moves every corner by less than this leads into the region."""

    high: float | None
    """mm. The motion below moves no corner by more than this; None if none was found."""

    dx: float = 0.0
    dy: float = 0.0
    """mm. Displacement of the frame's origin."""

    turn: float = 0.0
    """Radians, about the frame's origin, counter-clockwise."""

    motions: int = 0
    """How many motions were looked at."""

    settled: bool = True
    """Whether the search came to its end, and not to the most it may look at or to boxes too small to be cut."""


@dataclass(frozen=True, eq=False)
class Piece:
    """The piece about the mean of its corners, where its motions are counted."""

    arms: Sequence[Point]
    """mm. Its corners from their mean."""

    mean: Point
    """mm"""

    turns: bool

    @classmethod
    def of(cls, corners: Sequence[Point], *, turns: bool) -> Piece:
        """The piece with these corners, mm."""
        x, y = (sum(values) / len(corners) for values in zip(*corners, strict=True))
        return cls([(cx - x, cy - y) for cx, cy in corners], (x, y), turns and len(corners) > 1)

    @cached_property
    def arm(self) -> float:
        """mm. The longest arm: angles are counted in mm at its end."""
        return max(math.hypot(*arm) for arm in self.arms) or 1.0

    def moved(self, motion: Motion) -> list[Point]:
        """mm. Corners after a motion."""
        angle = motion[2] / self.arm
        cosine, sine = math.cos(angle), math.sin(angle)
        x, y = self.mean[0] + motion[0], self.mean[1] + motion[1]
        return [(x + cosine * a - sine * b, y + sine * a + cosine * b) for a, b in self.arms]

    @cached_property
    def _corners(self) -> list[Point]:
        return [(a + self.mean[0], b + self.mean[1]) for a, b in self.arms]

    def size(self, moved: Sequence[Point]) -> float:
        """mm. How far the corner that moved most has moved."""
        return max(map(math.dist, moved, self._corners))

    def reach(self, half: float) -> float:
        """mm. No motion of a box with this half side takes a corner further from where its middle does."""
        return half * (1.0 + math.sqrt(2.0)) if self.turns else half * math.sqrt(2.0)

    def farthest_turn(self, size: float) -> float:
        """mm at the longest arm. No motion of this size turns by more.

        The mean square of the corners' motions is that of the shift plus that of the turn.
        """
        spread = math.sqrt(sum(a * a + b * b for a, b in self.arms) / len(self.arms))
        if not self.turns or not spread:
            return 0.0
        return self.arm * (math.pi if size >= 2 * spread else 2 * math.asin(size / (2 * spread)))


def least_motion(
    corners: Sequence[Point], region: Region, low: float, *, turns: bool = True, clear: float = FREEING_CLEAR_MM,
    most: int = FREEING_MOTIONS,
) -> Freed:  # fmt: skip
    """The least rigid motion (of shifts alone, unless `turns`) after which a piece has room in a region.

    corners: mm, of the piece; low: mm, a bound already proved; clear: mm, the room that is enough; most: motions looked
    at, at most. The bounds found meet within 1 % and a micrometre if the search is `settled`.
    """
    piece, most = Piece.of(corners, turns=turns), min(most, FREEING_MOTIONS)
    best, looked = _straight(piece, region, low, clear, most)
    size = region.span + 2 * piece.arm if best is None else piece.size(piece.moved(best))
    boxes, half = _cover(size, piece.farthest_turn(size))
    near = region.within(piece.mean, piece.arm + size + half * (1.0 + math.sqrt(2.0)))  # all middles of boxes
    target, settled = low, False
    while looked + len(boxes) <= most:
        looked += len(boxes)
        reach = piece.reach(half)
        target = max(low, (size - FREEING_GOAL_MM) / FREEING_GOAL)
        left: list[tuple[float, float, Motion]] = []
        for box in boxes:
            moved = piece.moved(box)
            far = piece.size(moved)
            if far - reach < target:
                left.append((far, near.room(moved, -reach - 2 * FREEING_SLACK_MM), box))
        least, _, free = min((one for one in left if one[1] >= clear), key=lambda one: one[0], default=_NONE)
        if least < size:
            best = free
        if best is not None:
            best, size, tried = _polished(piece, near, best, half, clear, most - looked)
            looked += tried
        target = max(low, (size - FREEING_GOAL_MM) / FREEING_GOAL)
        kept = [one for one in left if one[0] - reach < target and one[1] + reach > -FREEING_SLACK_MM]
        settled = not kept or target <= low  # near enough to what was proved before
        if settled:
            break
        target = min(target, max(low, min(far - reach for far, _, _ in kept)))
        if half < FREEING_FINEST_MM:
            break
        half /= 2
        boxes = _split([box for _, _, box in kept], half, piece.turns)
    target = max(low, target - FREEING_SLACK_MM)
    if best is None:
        return Freed(target, None, motions=looked, settled=settled)
    return replace(_freed(piece, best, target, size), motions=looked, settled=settled)


_NONE: Final = math.inf, 0.0, (0.0, 0.0, 0.0)
"""No box."""


def _cover(size: float, turn: float) -> tuple[list[Motion], float]:
    """Cubes that cover the shifts up to `size` and turns up to `turn` (mm): middles and half their side."""
    half = size / 4
    ticks = [half * tick for tick in (-3.0, -1.0, 1.0, 3.0)]
    count = math.ceil(turn / half) if turn else 1
    return list(product(ticks, ticks, [half * (2 * k + 1 - count) for k in range(count)])), half


def _split(boxes: Sequence[Motion], half: float, turns: bool) -> list[Motion]:
    signs = list(product((-half, half), (-half, half), (-half, half) if turns else (0.0,)))
    return [(x + dx, y + dy, z + dz) for x, y, z in boxes for dx, dy, dz in signs]


def _straight(piece: Piece, region: Region, low: float, clear: float, most: int) -> tuple[Motion | None, int]:
    """The shortest straight motion among some directions, and how many were looked at; None if none leads there."""
    longest = region.span + 2 * piece.arm
    shortest = max(low, FREEING_GOAL_MM)
    steps, looked = max(1, math.ceil(math.log(longest / shortest) / math.log(1.15))), 0
    sizes = [shortest * (longest / shortest) ** (k / steps) for k in range(steps + 1)]
    ways = [(math.cos(angle), math.sin(angle)) for angle in (2 * math.pi * k / 32 for k in range(32))]
    for start in range(0, len(sizes), _STRAIGHT_SIZES):
        some = sizes[start : start + _STRAIGHT_SIZES]
        if looked + len(some) * len(ways) > most:
            break
        near = region.within(piece.mean, piece.arm + some[-1])
        for size in some:
            looked += len(ways)
            motions = [(size * x, size * y, 0.0) for x, y in ways]
            room, best = max(((near.room(piece.moved(one), clear), one) for one in motions), key=lambda found: found[0])
            if room >= clear:
                return best, looked
    return None, looked


def _polished(
    piece: Piece, region: Region, best: Motion, step: float, clear: float, most: int
) -> tuple[Motion, float, int]:
    """A smaller motion near a free one, trying fixed directions in shrinking steps; its size; how many it looked at."""
    ways, looked = _directions(piece.turns), 0
    size = piece.size(piece.moved(best))
    while step > max(FREEING_FINEST_MM, FREEING_POLISH * size) and looked + len(ways) <= most:
        looked += len(ways)
        x, y, z = best
        tried = []
        for dx, dy, dz in ways:
            motion = x + step * dx, y + step * dy, z + step * dz
            moved = piece.moved(motion)
            far = piece.size(moved)
            if far < size - _FREEING_GAIN * step:
                tried.append((far, motion, moved))
        tried.sort(key=lambda one: one[0])
        found = next(((motion, far) for far, motion, moved in tried if region.room(moved, clear) >= clear), None)
        if found is None:
            step /= 2
        else:
            best, size = found
    return best, size, looked


@cache
def _directions(turns: bool) -> list[Motion]:
    """Directions spread evenly over the sphere (over the circle of shifts, unless `turns`)."""
    if not turns:
        return [(math.cos(angle), math.sin(angle), 0.0) for angle in (2 * math.pi * k / 48 for k in range(48))]
    found = []
    for k in range(256):
        height, angle = 1 - 2 * (k + 0.5) / 256, math.pi * (1 + math.sqrt(5)) * (k + 0.5)
        flat = math.sqrt(1 - height**2)
        found.append((flat * math.cos(angle), flat * math.sin(angle), height))
    return found


def _freed(piece: Piece, best: Motion, low: float, size: float) -> Freed:
    """The motion in the frame's own terms: a turn about its origin and a shift."""
    angle = best[2] / piece.arm
    cosine, sine = math.cos(angle), math.sin(angle)
    x, y = piece.mean
    dx = best[0] + x - (cosine * x - sine * y)
    dy = best[1] + y - (sine * x + cosine * y)
    return Freed(low, size, dx, dy, angle)
