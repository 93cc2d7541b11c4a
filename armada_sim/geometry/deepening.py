"""The least motions of two convex pieces after which they overlap by more than a given depth.

Straight towards each other is best where a corner meets a side. Where two corners meet, or a corner
slips past the end of a side, they must go further, or turn. Branch and bound over the relative shift and
both turns gives the least error that allows it, with a proof (`docs/exactness.md`); numbers are doubles,
in a frame whose origin is the first piece.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import Final

from armada_sim.geometry.freeing import FREEING_FINEST_MM, FREEING_GOAL, FREEING_GOAL_MM, FREEING_POLISH
from armada_sim.geometry.solids import Point
from armada_sim.geometry.tolerance import FREEING_CLEAR_MM, FREEING_SLACK_MM

_DEEPENING_DIRECTIONS: Final = 96
"""Directions in which it looks for shorter motions."""

_DEEPENING_GAIN: Final = 0.1
"""A step there that gains less than this share of itself is not taken; shorter ones are tried."""

_DEEPENING_ENOUGH: Final = 0.002
"""A motion within this share of what is proved is not made smaller."""

DEEPENING_MOTIONS = 250_000
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

    def room(self, corners: Sequence[Point], enough: float = -math.inf) -> float:
        """See `Region`: the separation from a convex shape changes no faster than corners move."""
        return min(_Turned(corners, shape, ()).apart(0.0, 0.0) for shape in self.shapes) + self.depth

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


Both = tuple[float, float, float, float]
"""Relative shift, mm, and the turn of each of two pieces, mm at its longest arm."""


@dataclass(frozen=True, eq=False)
class _Turned:
    """Two pieces after turns, each about its mean, of which the second is shifted: quick for many shifts."""

    first: Sequence[Point]
    second: Sequence[Point]
    """mm. Corners of each from its mean."""

    steps: Sequence[Point]
    """mm. By how much a corner of the first has moved, less a corner of the second."""

    def size(self, dx: float, dy: float) -> float:
        """mm. The sum of how far corners of the two must move at least; an error of this over both shares.

        dx, dy: mm, by how much the first is shifted more than the second.
        """
        return math.sqrt(max([(x + dx) * (x + dx) + (y + dy) * (y + dy) for x, y in self.steps]))

    def apart(self, x: float, y: float) -> float:
        """mm. Their separation where the mean of the second lies at (x, y) from that of the first; below 0 how deep
        they overlap."""
        return max([nx * x + ny * y + rest for nx, ny, rest in self._normals])

    @cached_property
    def _normals(self) -> list[tuple[float, float, float]]:
        """Unit normals of the sides of both, each with the separation that way where both means are in one place."""
        return _beyond(self.first, self.second) + [
            (-nx, -ny, rest) for nx, ny, rest in _beyond(self.second, self.first)
        ]


def _beyond(a: Sequence[Point], b: Sequence[Point]) -> list[tuple[float, float, float]]:
    """Unit normals of the sides of `a`, outwards, and the distance that all corners of `b` keep beyond them, mm."""
    found, (px, py) = [], a[-1]
    for x, y in a:
        dx, dy = x - px, y - py
        length = math.hypot(dx, dy)
        nx, ny = dy / length, -dx / length
        found.append((nx, ny, min([nx * bx + ny * by for bx, by in b]) - (nx * px + ny * py)))
        px, py = x, y
    return found


@dataclass(frozen=True, eq=False)
class _Pair:
    """Two pieces."""

    first: Sequence[Point]
    second: Sequence[Point]
    """mm. Corners of each from its mean."""

    apart: Point
    """mm. From the mean of the first to that of the second."""

    shares: tuple[float, float]
    depth: float
    """mm. The overlap asked for."""

    @classmethod
    def of(cls, first: Sequence[Point], second: Sequence[Point], shares: tuple[float, float], depth: float) -> _Pair:
        """The pieces with these corners, mm."""
        (ax, ay), (bx, by) = (
            [sum(values) / len(corners) for values in zip(*corners, strict=True)] for corners in (first, second)
        )
        one, other = [(x - ax, y - ay) for x, y in first], [(x - bx, y - by) for x, y in second]
        return cls(one, other, (bx - ax, by - ay), shares, depth)

    @cached_property
    def arms(self) -> tuple[float, float]:
        """mm. The longest arm of each."""
        return max(math.hypot(*corner) for corner in self.first), max(math.hypot(*corner) for corner in self.second)

    def farthest_turns(self, error: float) -> tuple[float, float]:
        """mm at the longest arm. No motion allowed by this error turns further, see `freeing`."""
        found = []
        for corners, arm, share in zip((self.first, self.second), self.arms, self.shares, strict=True):
            spread = math.sqrt(sum(x * x + y * y for x, y in corners) / len(corners))
            far = share * error
            found.append(arm * (math.pi if far >= 2 * spread else 2 * math.asin(far / (2 * spread))))
        return found[0], found[1]

    def turned(self, motion: Both) -> _Turned:
        """The pieces after the turns."""
        one, other = _turned(self.first, motion[2] / self.arms[0]), _turned(self.second, motion[3] / self.arms[1])
        own = [(x - px, y - py) for (x, y), (px, py) in zip(one, self.first, strict=True)]
        off = [(x - px, y - py) for (x, y), (px, py) in zip(other, self.second, strict=True)]
        return _Turned(one, other, [(x - px, y - py) for x, y in own for px, py in off])

    def room(self, motion: Both, turned: _Turned) -> float:
        """mm. By how much the pieces overlap more than is asked for."""
        return -turned.apart(self.apart[0] - motion[0], self.apart[1] - motion[1]) - self.depth

    def split(self, motion: Both) -> tuple[Motion, Motion]:
        """The motion of each piece, the shift shared out so that the error it takes is small."""
        turned, (u, v) = self.turned(motion), self.shares
        (sx, sy), turns = motion[:2], (motion[2] / self.arms[0], motion[3] / self.arms[1])
        own = sx * (u / (u + v)), sy * (u / (u + v))

        def error(own: Point) -> float:
            one = _farthest(self.first, turned.first, own) / (u or 1.0)
            return max(one, _farthest(self.second, turned.second, (own[0] - sx, own[1] - sy)) / (v or 1.0))

        step = math.hypot(sx, sy) / 4
        for _ in range(_SHARING_ROUNDS if u and v else 0):
            if step <= FREEING_FINEST_MM:
                break
            x, y = own
            best = min([own, *((x + step * dx, y + step * dy) for dx, dy, *_ in _directions(2))], key=error)
            own, step = best, step / 2 if best is own else step
        return (own[0], own[1], turns[0]), (own[0] - sx, own[1] - sy, turns[1])


def _farthest(corners: Sequence[Point], turned: Sequence[Point], shift: Point) -> float:
    """mm. How far the corner moves that moves most."""
    dx, dy = shift
    return max(math.hypot(x + dx - px, y + dy - py) for (x, y), (px, py) in zip(turned, corners, strict=True))


def _turned(corners: Sequence[Point], angle: float) -> list[Point]:
    cosine, sine = math.cos(angle), math.sin(angle)
    return [(cosine * x - sine * y, sine * x + cosine * y) for x, y in corners]


@cache
def _directions(dimensions: int) -> list[Both]:
    """Unit vectors all around, always the same; of less than four dimensions the others are 0."""
    chooser, found = random.Random(dimensions), []
    for _ in range(_DEEPENING_DIRECTIONS):
        x, y, *turns = (chooser.gauss(0.0, 1.0) for _ in range(dimensions))
        length = math.hypot(x, y, *turns)
        one, other = turns or (0.0, 0.0)
        found.append((x / length, y / length, one / length, other / length))
    return found


def least_deepening(
    first: Sequence[Point], second: Sequence[Point], shares: tuple[float, float], depth: float, low: float,
    most: int = DEEPENING_MOTIONS,
) -> Deepened:  # fmt: skip
    """The least error after which two convex pieces, no one inside the other, overlap by more than `depth` mm.

    first, second: mm, corners. shares: of the error, by which each may be off. low: mm, an error already
    known to be too small. most: motions looked at, at most. The bounds found meet as those of `least_motion` do.
    """
    pair = _Pair.of(first, second, shares, depth)
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
        left, known = list[tuple[float, float, Both]](), dict[Point, _Turned]()
        for box in boxes:
            turned = known.get(box[2:])
            if turned is None:
                turned = known[box[2:]] = pair.turned(box)
            far = turned.size(*box[:2])
            if far - reach < target:
                left.append((far, pair.room(box, turned), box))
        least, _, free = min((one for one in left if one[1] >= FREEING_CLEAR_MM), key=lambda one: one[0], default=_NONE)
        if least < size:
            best, size, tried = _polished(pair, free, low * both, most - looked)
            looked += tried
            target = max(low * both, (size - FREEING_GOAL_MM * both) / FREEING_GOAL)
        kept = [one for one in left if one[0] - reach < target and one[1] + reach > -FREEING_SLACK_MM]
        settled = not kept
        if settled:
            break
        target = min(target, max(low * both, min(far - reach for far, _, _ in kept)))
        if half < FREEING_FINEST_MM:
            break
        half /= 2
        boxes = _split([box for _, _, box in kept], half, shares)
    return Deepened(max(low, (target - FREEING_SLACK_MM) / both), pair.split(best), looked, settled)


_NONE: Final = math.inf, 0.0, (0.0, 0.0, 0.0, 0.0)
"""No box."""


def _cover(pair: _Pair, size: float, half: float) -> tuple[list[Both], int]:
    """Middles of boxes of motions that cover those up to `size` (mm), and how many pieces may turn."""
    ticks = [half * tick for tick in (-3.0, -1.0, 1.0, 3.0)]
    axes, turning = [ticks, ticks], 0
    for far, share in zip(pair.farthest_turns(size / sum(pair.shares)), pair.shares, strict=True):
        count = math.ceil(far / half) if share else 1
        turning += bool(share)
        axes.append([half * (2 * k + 1 - count) for k in range(count)])
    return [(x, y, a, b) for x, y, a, b in product(*axes)], turning


def _split(boxes: Sequence[Both], half: float, shares: tuple[float, float]) -> list[Both]:
    sides = [(-half, half), (-half, half), *((-half, half) if share else (0.0,) for share in shares)]
    signs = list(product(*sides))
    return [(x + dx, y + dy, a + da, b + db) for x, y, a, b in boxes for dx, dy, da, db in signs]


def _straight(pair: _Pair, low: float, most: int) -> tuple[Both | None, int]:
    """The shortest straight shift found among some directions, and how many were looked at."""
    angles = [2 * math.pi * k / _DEEPENING_DIRECTIONS for k in range(_DEEPENING_DIRECTIONS)]
    ways = [(math.cos(angle), math.sin(angle)) for angle in angles]
    longest = math.hypot(*pair.apart) + sum(pair.arms)
    size, looked, straight = max(low, FREEING_GOAL_MM), 0, pair.turned((0.0, 0.0, 0.0, 0.0))
    while size < longest and looked + len(ways) <= most:
        looked += len(ways)
        motions = [(size * x, size * y, 0.0, 0.0) for x, y in ways]
        room, best = max(((pair.room(one, straight), one) for one in motions), key=lambda found: found[0])
        if room >= FREEING_CLEAR_MM:
            return best, looked
        size *= 1.1
    return None, looked


def _polished(pair: _Pair, best: Both, low: float, most: int) -> tuple[Both, float, int]:
    """A smaller motion near one that leads to the overlap, its size, how many were looked at; none is below `low`."""
    u, v = map(bool, pair.shares)
    looked, size = 0, pair.turned(best).size(*best[:2])
    step = size / 4
    while step > max(FREEING_POLISH * size, FREEING_FINEST_MM) and size > low * (1 + _DEEPENING_ENOUGH):
        if looked + _DEEPENING_DIRECTIONS >= most:
            break
        looked += 1 + _DEEPENING_DIRECTIONS
        x, y, a, b = best
        less = 1 - step / size
        tried = [
            (x + step * dx, y + step * dy, a + step * da * u, b + step * db * v) for dx, dy, da, db in _directions(4)
        ]
        tried.append((x * less, y * less, a * less, b * less))
        sized = [(turned.size(*one[:2]), one, turned) for one in tried for turned in [pair.turned(one)]]
        shorter = sorted((one for one in sized if one[0] < size - _DEEPENING_GAIN * step), key=lambda found: found[0])
        found = next((one for one in shorter if pair.room(*one[1:]) >= FREEING_CLEAR_MM), None)
        if found is None:
            step /= 2
        else:
            size, best, _ = found
    return best, size, looked
