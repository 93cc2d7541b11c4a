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
from functools import cached_property
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from armada_sim.geometry.solids import Point
from armada_sim.geometry.tolerance import FREEING_CLEAR_MM, FREEING_SLACK_MM

Floats = NDArray[np.float64]

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


FREEING_MOTIONS = 1_000_000
"""Motions one search looks at, at most: straight ones, middles of boxes, and those that make a motion found smaller.
At that bound it returns what it has proved. Among twelve ships, some thousand random moves and set-ups took 640,000
at most, half of them less than 10,000; a million take half a second where few sides are near."""

_STRAIGHT_SIZES = 16
"""Sizes of straight motions looked at together."""


class Region(Protocol):
    """Where the corners of a piece may lie."""

    def room(self, corners: Floats) -> Floats:
        """Room of each of n placements: (n,) mm from their corners, (n, k, 2) mm, counter-clockwise.

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

    def room(self, corners: Floats) -> Floats:
        away = np.hypot(corners[..., 0] - self.centre[0], corners[..., 1] - self.centre[1])
        found: Floats = self.radius - away.max(axis=1)
        return found

    def within(self, centre: Point, radius: float) -> Disc:
        return self

    @property
    def span(self) -> float:
        return 2 * self.radius + math.hypot(*self.centre)


@dataclass(frozen=True, eq=False)
class PolygonSide:
    """The inside, or the outside, of a simple polygon."""

    starts: Floats
    """(m, 2) mm. Where its sides start."""

    ends: Floats
    """(m, 2) mm. Where they end."""

    inside: bool
    rays: tuple[Floats, Floats] | None = None
    """Starts and ends of the sides a ray to the right can meet; None if all of them."""

    deepest: float = math.inf
    """mm. No side left out is nearer than this."""

    @classmethod
    def of(cls, corners: Sequence[Point], *, inside: bool) -> PolygonSide:
        """The side of the polygon with these corners, mm."""
        points = np.array(corners, dtype=float).reshape(-1, 2)
        ends = np.roll(points, -1, axis=0)
        sides = (points != ends).any(axis=1)  # corners that differ may be the same in doubles
        return cls(points[sides], ends[sides], inside)

    @cached_property
    def span(self) -> float:
        return 2 * float(abs(self.starts).max()) if len(self.starts) else 1.0

    def within(self, centre: Point, radius: float) -> PolygonSide:
        """See `Region`: sides further away are left out."""
        near = _distances(np.array([centre]), self.starts, self.ends)[0] <= 2 * radius
        low = np.minimum(self.starts[:, 1], self.ends[:, 1]) <= centre[1] + radius
        high = np.maximum(self.starts[:, 1], self.ends[:, 1]) >= centre[1] - radius
        right = np.maximum(self.starts[:, 0], self.ends[:, 0]) >= centre[0] - radius
        met = low & high & right
        rays = (self.starts[met], self.ends[met])
        return replace(self, starts=self.starts[near], ends=self.ends[near], rays=rays, deepest=radius)

    def idle(self, centre: Point) -> bool:
        """Whether, after `within`, nothing about the centre is forbidden."""
        return not len(self.starts) and bool(self._contains(np.array([[centre]]))[0, 0]) == self.inside

    def room(self, corners: Floats) -> Floats:
        """See `Region`: how deep sides cut into the piece, and points of the piece lie on the wrong side."""
        most = max(1, 100_000 // (max(1, len(self.starts)) * corners.shape[1] * 2))
        if len(corners) > most:
            return np.concatenate([self.room(corners[i : i + most]) for i in range(0, len(corners), most)])
        points = np.concatenate([corners, corners.mean(axis=1, keepdims=True)], axis=1)
        wrong = self._contains(points) != self.inside
        depth, asked = np.full(points.shape[:2], self.deepest), wrong
        if corners.shape[1] == 1:
            asked = np.ones_like(wrong)
        if len(self.starts) and asked.any():
            depth[asked] = np.minimum(_distances(points[asked], self.starts, self.ends).min(axis=1), self.deepest)
        deepest = np.where(wrong, depth, 0.0).max(axis=1)
        if corners.shape[1] == 1:
            clear = depth[:, 0]
        elif len(self.starts):
            clear = _separations(corners, self.starts, self.ends).min(axis=1)
        else:
            clear = depth.min(axis=1)
        found: Floats = np.where(wrong.any(axis=1), np.minimum(clear, -deepest), clear)
        return found

    def _contains(self, points: Floats) -> NDArray[np.bool_]:
        """Even-odd rule for (n, k, 2) points; the border may count either way."""
        starts, ends = self.rays or (self.starts, self.ends)
        x, y = points[..., 0, None], points[..., 1, None]
        crosses = (starts[:, 1] > y) != (ends[:, 1] > y)
        rise = ends[:, 1] - starts[:, 1]
        rise = rise + (rise == 0.0)
        at = starts[:, 0] + (y - starts[:, 1]) * (ends[:, 0] - starts[:, 0]) / rise
        found: NDArray[np.bool_] = ((crosses & (x < at)).sum(axis=-1) % 2).astype(bool)
        return found


def _distances(points: Floats, starts: Floats, ends: Floats) -> Floats:
    """(n, m) mm from n points to m segments."""
    along = ends - starts
    square = (along**2).sum(axis=1)
    offset = points[:, None, :] - starts
    share = np.clip((offset * along).sum(axis=-1) / np.where(square > 0, square, 1.0), 0.0, 1.0)
    away = offset - share[..., None] * along
    found: Floats = np.sqrt((away**2).sum(axis=-1))
    return found


def _separations(corners: Floats, starts: Floats, ends: Floats) -> Floats:
    """(n, m) mm: greatest separation of n convex outlines and m segments along a normal of either."""
    edges = np.roll(corners, -1, axis=1) - corners
    lengths = np.hypot(edges[..., 0], edges[..., 1])[..., None]
    normals = np.stack([edges[..., 1], -edges[..., 0]], axis=-1) / lengths
    level = (normals * corners).sum(axis=-1)[..., None]
    beyond = np.minimum(normals @ starts.T, normals @ ends.T) - level
    sides = ends - starts
    across = np.stack([sides[:, 1], -sides[:, 0]], axis=-1) / np.hypot(sides[:, 0], sides[:, 1])[:, None]
    away = corners @ across.T - (across * starts).sum(axis=1)
    found: Floats = np.maximum(beyond.max(axis=1), np.maximum(away.min(axis=1), -away.max(axis=1)))
    return found


@dataclass(frozen=True)
class Every:
    """Several regions at once."""

    regions: tuple[Region, ...]

    def room(self, corners: Floats) -> Floats:
        found: Floats = np.min([region.room(corners) for region in self.regions], axis=0)
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

    def room(self, corners: Floats) -> Floats:
        """See `Region`; (n, 1, 2), the point itself."""
        found: Floats = np.min([self.region.room(corners + np.array(shape)) for shape in self.shapes], axis=0)
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

    arms: Floats
    """(k, 2) mm. Its corners from their mean."""

    mean: Floats
    """mm"""

    turns: bool

    @cached_property
    def arm(self) -> float:
        """mm. The longest arm: angles are counted in mm at its end."""
        return float(np.hypot(self.arms[:, 0], self.arms[:, 1]).max()) or 1.0

    def moved(self, motions: Floats) -> Floats:
        """(n, k, 2) mm: corners after motions (n, 3), all in mm."""
        angle = motions[:, 2] / self.arm
        cosine, sine = np.cos(angle)[:, None], np.sin(angle)[:, None]
        x = self.mean[0] + motions[:, 0, None] + cosine * self.arms[:, 0] - sine * self.arms[:, 1]
        y = self.mean[1] + motions[:, 1, None] + sine * self.arms[:, 0] + cosine * self.arms[:, 1]
        return np.stack([x, y], axis=-1)

    def sizes(self, moved: Floats) -> Floats:
        """(n,) mm: how far the corner that moved most has moved."""
        off = moved - (self.arms + self.mean)
        found: Floats = np.hypot(off[..., 0], off[..., 1]).max(axis=1)
        return found

    def reach(self, half: float) -> float:
        """mm. No motion of a box with this half side takes a corner further from where its middle does."""
        return half * (1.0 + math.sqrt(2.0)) if self.turns else half * math.sqrt(2.0)

    def farthest_turn(self, size: float) -> float:
        """mm at the longest arm. No motion of this size turns by more.

        The mean square of the corners' motions is that of the shift plus that of the turn.
        """
        spread = math.sqrt(float((self.arms**2).sum(axis=1).mean()))
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
    points, most = np.array(corners, dtype=float), min(most, FREEING_MOTIONS)
    piece = Piece(points - points.mean(axis=0), points.mean(axis=0), turns and len(points) > 1)
    centre = (float(piece.mean[0]), float(piece.mean[1]))
    best, looked = _straight(piece, region, low, clear, most)
    size = region.span + 2 * piece.arm if best is None else float(piece.sizes(piece.moved(best[None]))[0])
    boxes, half = _cover(size, piece.farthest_turn(size))
    near = region.within(centre, piece.arm + size + half * (1.0 + math.sqrt(2.0)))  # the middles of all boxes looked at
    target, settled = low, False
    while looked + len(boxes) <= most:
        looked += len(boxes)
        reach = piece.reach(half)
        target = max(low, (size - FREEING_GOAL_MM) / FREEING_GOAL)
        moved = piece.moved(boxes)
        sizes = piece.sizes(moved)
        small = sizes - reach < target
        boxes, moved, sizes = boxes[small], moved[small], sizes[small]
        room = near.room(moved)
        free = np.flatnonzero(room >= clear)
        if len(free) and sizes[free].min() < size:
            best = boxes[free[sizes[free].argmin()]]
        if best is not None:
            best, size, tried = _polished(piece, near, best, half, clear, most - looked)
            looked += tried
        target = max(low, (size - FREEING_GOAL_MM) / FREEING_GOAL)
        keep = (sizes - reach < target) & (room + reach > -FREEING_SLACK_MM)
        settled = not keep.any() or target <= low  # near enough to what was proved before
        if settled:
            break
        target = min(target, max(low, float((sizes - reach)[keep].min())))
        if half < FREEING_FINEST_MM:
            break
        half /= 2
        boxes = _split(boxes[keep], half, piece.turns)
    target = max(low, target - FREEING_SLACK_MM)
    if best is None:
        return Freed(target, None, motions=looked, settled=settled)
    return replace(_freed(piece, best, target, size), motions=looked, settled=settled)


def _cover(size: float, turn: float) -> tuple[Floats, float]:
    """Cubes that cover the shifts up to `size` and turns up to `turn` (mm): middles and half their side."""
    half = size / 4
    ticks = half * np.array([-3.0, -1.0, 1.0, 3.0])
    count = math.ceil(turn / half) if turn else 1
    angles = half * (2 * np.arange(count) + 1 - count)
    return np.stack(np.meshgrid(ticks, ticks, angles, indexing="ij"), axis=-1).reshape(-1, 3), half


def _split(boxes: Floats, half: float, turns: bool) -> Floats:
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in ((-1, 1) if turns else (0,))])
    return (boxes[:, None, :] + half * signs).reshape(-1, 3)


def _straight(piece: Piece, region: Region, low: float, clear: float, most: int) -> tuple[Floats | None, int]:
    """The shortest straight motion among some directions, and how many were looked at; None if none leads there."""
    longest = region.span + 2 * piece.arm
    shortest = max(low, FREEING_GOAL_MM)
    sizes = np.geomspace(shortest, longest, 1 + math.ceil(math.log(longest / shortest) / math.log(1.15)))
    angles = 2 * math.pi * np.arange(32) / 32
    way = np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=-1)
    centre, looked = (float(piece.mean[0]), float(piece.mean[1])), 0
    for start in range(0, len(sizes), _STRAIGHT_SIZES):
        motions = sizes[start : start + _STRAIGHT_SIZES, None, None] * way
        if looked + motions.shape[0] * len(way) > most:
            break
        looked += motions.shape[0] * len(way)
        near = region.within(centre, piece.arm + float(sizes[start : start + _STRAIGHT_SIZES].max()))
        room = near.room(piece.moved(motions.reshape(-1, 3))).reshape(-1, len(way))
        free = np.flatnonzero(room.max(axis=1) >= clear)
        if len(free):
            found: Floats = motions[free[0], room[free[0]].argmax()]
            return found, looked
    return None, looked


def _polished(
    piece: Piece, region: Region, best: Floats, step: float, clear: float, most: int
) -> tuple[Floats, float, int]:
    """A smaller motion near a free one, trying fixed directions in shrinking steps; its size; how many it looked at."""
    ways, looked = _directions(piece.turns), 0
    size = float(piece.sizes(piece.moved(best[None]))[0])
    while step > max(FREEING_FINEST_MM, FREEING_POLISH * size) and looked + len(ways) <= most:
        looked += len(ways)
        tried = best + step * ways
        moved = piece.moved(tried)
        sizes = piece.sizes(moved)
        better = np.flatnonzero(sizes < size - _FREEING_GAIN * step)
        better = better[region.room(moved[better]) >= clear] if len(better) else better
        if len(better):
            at = better[sizes[better].argmin()]
            best, size = tried[at], float(sizes[at])
        else:
            step /= 2
    return best, size, looked


def _directions(turns: bool) -> Floats:
    """Directions spread evenly over the sphere (over the circle of shifts, unless `turns`)."""
    if not turns:
        angles = 2 * math.pi * np.arange(48) / 48
        return np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=-1)
    k = np.arange(256) + 0.5
    height, angle = 1 - 2 * k / 256, math.pi * (1 + math.sqrt(5)) * k
    flat = np.sqrt(1 - height**2)
    return np.stack([flat * np.cos(angle), flat * np.sin(angle), height], axis=-1)


def _freed(piece: Piece, best: Floats, low: float, size: float) -> Freed:
    """The motion in the frame's own terms: a turn about its origin and a shift."""
    angle = float(best[2]) / piece.arm
    cosine, sine = math.cos(angle), math.sin(angle)
    x, y = map(float, piece.mean)
    dx = float(best[0]) + x - (cosine * x - sine * y)
    dy = float(best[1]) + y - (sine * x + cosine * y)
    return Freed(low, size, dx, dy, angle)
