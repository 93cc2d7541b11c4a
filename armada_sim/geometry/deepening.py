"""The least motions of two convex pieces after which they overlap by more than a given depth.

Straight towards each other is best where a corner meets a side. Where two corners meet, or a corner
slips past the end of a side, they must go further, or turn. Branch and bound over the relative shift and
both turns gives the least error that allows it, with a proof (`docs/exactness.md`); numbers are doubles,
in a frame whose origin is the first piece.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from armada_sim.geometry.freeing import FREEING_FINEST_MM, FREEING_GOAL, FREEING_GOAL_MM, FREEING_POLISH
from armada_sim.geometry.solids import Point
from armada_sim.geometry.tolerance import FREEING_CLEAR_MM, FREEING_SLACK_MM

Floats = NDArray[np.float64]

_DEEPENING_DIRECTIONS: Final = 96
"""Directions in which it looks for shorter motions."""

_DEEPENING_GAIN: Final = 0.1
"""A step there that gains less than this share of itself is not taken; shorter ones are tried."""

_DEEPENING_ENOUGH: Final = 0.002
"""A motion within this share of what is proved is not made smaller."""

DEEPENING_MOTIONS = 1_000_000
"""Motions of two pieces one search looks at, at most, counted as `freeing.FREEING_MOTIONS`. Five dimensions of boxes
open fast: of those where the search succeeds most take some ten thousand."""

_SHARING_ROUNDS = 200
"""Looks, at most, for how a shift is best shared out between two pieces; halving a step of metres down to the finest
takes thirty. Any sharing shows the same overlap."""

Motion = tuple[float, float, float]
"""(dx, dy, turn): a shift of the mean of the corners, mm, and a turn about it, radians."""


@dataclass(frozen=True, eq=False)
class Shallow:
    """Where a convex piece lies no deeper than some depth in each of several convex shapes: a `freeing.Region`."""

    shapes: tuple[tuple[Point, ...], ...]
    """mm, corners of each, counter-clockwise."""

    depth: float
    """mm"""

    def room(self, corners: Floats) -> Floats:
        """See `Region`: the separation from a convex shape changes no faster than corners move."""
        apart = [np.maximum(_beyond(corners, b), _beyond(b, corners)) for b in (np.array([s]) for s in self.shapes)]
        found: Floats = np.min(apart, axis=0) + self.depth
        return found

    def within(self, centre: Point, radius: float) -> Shallow:
        return self

    @property
    def span(self) -> float:
        return 2 * max(math.hypot(*corner) for shape in self.shapes for corner in shape)


@dataclass(frozen=True, slots=True)
class Deepened:
    """The least error that allows the overlap, between two bounds."""

    low: float
    """mm. No error below this does."""

    motions: tuple[Motion, Motion] | None
    """Of the first and the second piece, that lead to it; None if none were found."""

    looked: int
    """How many motions were looked at."""

    settled: bool
    """Whether the search came to its end, and not to the most it may look at or to boxes too small to be cut."""


@dataclass(frozen=True, eq=False)
class _Pair:
    """Two pieces. Motions of the pair, mm: relative shift (2), turn of each counted at its longest arm."""

    first: Floats
    second: Floats
    """(k, 2) mm. Corners of each from its mean."""

    apart: Floats
    """mm. From the mean of the first to that of the second."""

    shares: tuple[float, float]
    depth: float
    """mm. The overlap asked for."""

    @cached_property
    def arms(self) -> tuple[float, float]:
        """mm. The longest arm of each."""
        return float(np.hypot(*self.first.T).max()), float(np.hypot(*self.second.T).max())

    def farthest_turns(self, error: float) -> tuple[float, float]:
        """mm at the longest arm. No motion allowed by this error turns further, see `freeing`."""
        found = []
        for corners, arm, share in zip((self.first, self.second), self.arms, self.shares, strict=True):
            spread = math.sqrt(float((corners**2).sum(axis=1).mean()))
            far = share * error
            found.append(arm * (math.pi if far >= 2 * spread else 2 * math.asin(far / (2 * spread))))
        return found[0], found[1]

    def turned(self, motions: Floats) -> tuple[Floats, Floats]:
        """(n, k, 2) mm: corners of each from its mean, after the turns."""
        return _turned(self.first, motions[:, 2] / self.arms[0]), _turned(self.second, motions[:, 3] / self.arms[1])

    def room(self, motions: Floats) -> Floats:
        """(n,) mm: by how much the pieces overlap more than is asked for."""
        a, b = self.turned(motions)
        b = b + (self.apart - motions[:, :2])[:, None, :]
        found: Floats = -np.maximum(_beyond(a, b), _beyond(b, a)) - self.depth
        return found

    def sizes(self, motions: Floats) -> Floats:
        """(n,) mm: the sum of how far corners of the two must move at least; an error of this over both shares."""
        a, b = self.turned(motions)
        off = (a - self.first)[:, :, None, :] - (b - self.second)[:, None, :, :] + motions[:, None, None, :2]
        found: Floats = np.hypot(off[..., 0], off[..., 1]).max(axis=(1, 2))
        return found

    def split(self, motion: Floats) -> tuple[Motion, Motion]:
        """The motion of each piece, the shift shared out so that the error it takes is small."""
        (a,), (b,) = self.turned(motion[None])
        u, v = self.shares
        shift, turns = motion[:2], (float(motion[2]) / self.arms[0], float(motion[3]) / self.arms[1])
        own = shift * (u / (u + v))

        def error(own: Floats) -> Floats:
            one = np.hypot(*np.moveaxis(own[:, None] + a - self.first, -1, 0)).max(axis=1) / (u or 1.0)
            other = np.hypot(*np.moveaxis(own[:, None] - shift + b - self.second, -1, 0)).max(axis=1) / (v or 1.0)
            found: Floats = np.maximum(one, other)
            return found

        ways = _directions(2)
        step = float(np.hypot(*shift)) / 4
        for _ in range(_SHARING_ROUNDS if u and v else 0):
            if step <= FREEING_FINEST_MM:
                break
            tried = np.concatenate([own[None], own + step * ways])
            best = int(error(tried).argmin())
            own, step = tried[best], step if best else step / 2
        return (float(own[0]), float(own[1]), turns[0]), (float((own - shift)[0]), float((own - shift)[1]), turns[1])


def _turned(corners: Floats, angle: Floats) -> Floats:
    cosine, sine = np.cos(angle)[:, None], np.sin(angle)[:, None]
    x, y = corners[:, 0], corners[:, 1]
    return np.stack([cosine * x - sine * y, sine * x + cosine * y], axis=-1)


def _beyond(a: Floats, b: Floats) -> Floats:
    """(n,) mm: greatest distance that all corners of `b` keep beyond a side of `a`; either may be one for all n."""
    edges = np.roll(a, -1, axis=1) - a
    normals = np.stack([edges[..., 1], -edges[..., 0]], axis=-1) / np.hypot(edges[..., 0], edges[..., 1])[..., None]
    level = (normals * a).sum(axis=-1)
    found: Floats = ((normals @ np.swapaxes(b, 1, 2)).min(axis=2) - level).max(axis=1)
    return found


def _directions(dimensions: int) -> Floats:
    """Unit vectors all around, always the same."""
    ways = np.random.default_rng(dimensions).normal(size=(_DEEPENING_DIRECTIONS, dimensions))
    found: Floats = ways / np.sqrt((ways**2).sum(axis=1))[:, None]
    return found


def least_deepening(
    first: Sequence[Point], second: Sequence[Point], shares: tuple[float, float], depth: float, low: float,
    most: int = DEEPENING_MOTIONS,
) -> Deepened:  # fmt: skip
    """The least error after which two convex pieces, no one inside the other, overlap by more than `depth` mm.

    first, second: mm, corners. shares: of the error, by which each may be off. low: mm, an error already
    known to be too small. most: motions looked at, at most. The bounds found meet as those of `least_motion` do.
    """
    a, b = np.array(first, dtype=float), np.array(second, dtype=float)
    pair = _Pair(a - a.mean(axis=0), b - b.mean(axis=0), b.mean(axis=0) - a.mean(axis=0), shares, depth)
    both, most = sum(shares), min(most, DEEPENING_MOTIONS)
    best, looked = _straight(pair, low * both, most)
    if best is None:
        return Deepened(low, None, looked, looked + _DEEPENING_DIRECTIONS <= most)
    best, size, tried = _polished(pair, best, low * both, most - looked)
    looked += tried
    if (size - FREEING_GOAL_MM * both) / FREEING_GOAL <= low * both:
        return Deepened(low, pair.split(best), looked, True)
    target, settled = low * both, False
    half = size / 4
    boxes, turns = _cover(pair, size, half)
    while looked + len(boxes) <= most:
        looked += len(boxes)
        reach = half * (math.sqrt(2.0) + turns)
        target = max(low * both, (size - FREEING_GOAL_MM * both) / FREEING_GOAL)
        sizes = pair.sizes(boxes)
        boxes, sizes = boxes[sizes - reach < target], sizes[sizes - reach < target]
        room = pair.room(boxes)
        free = np.flatnonzero(room >= FREEING_CLEAR_MM)
        if len(free) and sizes[free].min() < size:
            best, size, tried = _polished(pair, boxes[free[sizes[free].argmin()]], low * both, most - looked)
            looked += tried
            target = max(low * both, (size - FREEING_GOAL_MM * both) / FREEING_GOAL)
        keep = (sizes - reach < target) & (room + reach > -FREEING_SLACK_MM)
        settled = not keep.any()
        if settled:
            break
        target = min(target, max(low * both, float((sizes - reach)[keep].min())))
        if half < FREEING_FINEST_MM:
            break
        half /= 2
        boxes = _split(boxes[keep], half, shares)
    return Deepened(max(low, (target - FREEING_SLACK_MM) / both), pair.split(best), looked, settled)


def _cover(pair: _Pair, size: float, half: float) -> tuple[Floats, int]:
    """Middles of boxes of motions that cover those up to `size` (mm), and how many pieces may turn."""
    ticks = half * np.array([-3.0, -1.0, 1.0, 3.0])
    axes: list[Floats] = [ticks, ticks]
    turning = 0
    for far, share in zip(pair.farthest_turns(size / sum(pair.shares)), pair.shares, strict=True):
        count = math.ceil(far / half) if share else 1
        turning += bool(share)
        axes.append(np.asarray(half * (2.0 * np.arange(count) + 1 - count) if share else np.zeros(1)))
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 4), turning


def _split(boxes: Floats, half: float, shares: tuple[float, float]) -> Floats:
    sides = [(-1, 1), (-1, 1), *((-1, 1) if share else (0,) for share in shares)]
    signs = np.stack(np.meshgrid(*sides, indexing="ij"), axis=-1).reshape(-1, 4)
    return (boxes[:, None, :] + half * signs).reshape(-1, 4)


def _straight(pair: _Pair, low: float, most: int) -> tuple[Floats | None, int]:
    """The shortest straight shift found among some directions, and how many were looked at."""
    angles = 2 * math.pi * np.arange(_DEEPENING_DIRECTIONS) / _DEEPENING_DIRECTIONS
    way = np.stack([np.cos(angles), np.sin(angles), 0 * angles, 0 * angles], axis=-1)
    longest = float(np.hypot(*pair.apart)) + sum(pair.arms)
    size, looked = max(low, FREEING_GOAL_MM), 0
    while size < longest and looked + len(way) <= most:
        looked += len(way)
        room = pair.room(size * way)
        if room.max() >= FREEING_CLEAR_MM:
            found: Floats = size * way[room.argmax()]
            return found, looked
        size *= 1.1
    return None, looked


def _polished(pair: _Pair, best: Floats, low: float, most: int) -> tuple[Floats, float, int]:
    """A smaller motion near one that leads to the overlap, its size, how many were looked at; none is below `low`."""
    ways, looked = _directions(4) * np.array([1, 1, bool(pair.shares[0]), bool(pair.shares[1])]), 0
    size = float(pair.sizes(best[None])[0])
    step = size / 4
    while step > max(FREEING_POLISH * size, FREEING_FINEST_MM) and size > low * (1 + _DEEPENING_ENOUGH):
        if looked + len(ways) >= most:
            break
        looked += 1 + len(ways)
        tried = np.concatenate([best + step * ways, best[None] * (1 - step / size)])
        sizes = np.where(pair.room(tried) >= FREEING_CLEAR_MM, pair.sizes(tried), math.inf)
        least = int(sizes.argmin())
        if sizes[least] < size - _DEEPENING_GAIN * step:
            best, size = tried[least], float(sizes[least])
        else:
            step /= 2
    return best, size, looked
