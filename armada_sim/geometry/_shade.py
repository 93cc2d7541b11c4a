"""Is every line to a target surely blocked, or does some line surely serve? Box of lines by box, in doubles.

A line (xp, u) runs through (xp + u y, y), see `sight`. On which side of it a point (x, y) lies, the sign of
x - xp - u y, is linear in (xp, u). So corners of a box of lines decide for all of it: if one point of a convex solid
lies to the left of all its lines and another to the right, every line enters the solid between the depths of the two,
which blocks it if the target begins deeper. How deep it begins, at least, is a quotient of linear terms, least at a
corner too. Lines in the middle of boxes that may serve are decided by the caller, in balls; so is everything if neither
is found soon. Without this the arrangement of many solids takes the cube of their corners.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from armada_sim.geometry.tolerance import SIGHT_FILTER_MM, SIGHT_FILTER_RATE, SIGHT_FILTER_SIZE_MM

Line = TypeVar("Line")
FloatPlane = tuple[float, float, float]
Corners = Sequence[tuple[float, float]]
Shape = list[tuple[float, float]]
Box = tuple[float, float, float, float]
"""Least and greatest xp, least and greatest u."""

_SHADE_LINES = 20_000
"""Boxes of lines after which the proof is given up."""

_SHADE_FEW = 100
"""The same among few blockers, times their number squared: more costs as much as their arrangement in balls."""

_SHADE_MOST = 8_000_000
"""Coordinates of solids, each for one box, after which it is given up too: half a second."""

_SHADE_CHUNK = 500_000
"""Coordinates of solids, each for one box, after which boxes cut last are gone on with first: a few megabytes wait."""

_SHADE_LEAST = 1.0
"""mm. Targets that come nearer to the side are left to balls: lines to them are too flat."""


def open_or_shaded(
    serves: Callable[[float, float], Line | None], target: Corners, planes: Sequence[FloatPlane],
    bounds: Sequence[tuple[float, float, float, float]],
    blockers: Sequence[Corners], starts: tuple[float, float], ends: tuple[float, float],
) -> Line | bool:  # fmt: skip
    """What `serves` says of a line that does; True if doubles prove that no line reaches the target; False: open.

    planes and bounds: of the target and the template, as in `sight`; starts, ends: mm, where on the side lines may
    start, and between which x they end.
    """
    nearest = min(y for _, y in target)
    if (
        nearest < _SHADE_LEAST
        or max(abs(v) for shape in (target, *blockers) for p in shape for v in p) > SIGHT_FILTER_SIZE_MM
    ):
        return False
    shapes = [shape for corners in blockers if (shape := _before(corners, nearest))]
    if not shapes:
        return False
    aim = _Aim(target, planes, bounds, nearest)
    steepest = (max(ends[1], starts[1]) - min(ends[0], starts[0])) / nearest + 1.0
    todo: list[tuple[Box, list[Shape]]] = [((starts[0], starts[1], -steepest, steepest), shapes)]
    looked, size = 0, 2 * len(shapes) * max(map(len, shapes))
    chunk = max(1, _SHADE_CHUNK // size)
    lines_most = min(_SHADE_LINES, _SHADE_FEW * len(blockers) ** 2, _SHADE_MOST // size)
    while todo:
        waiting, todo = todo[:-chunk], todo[-chunk:]
        looked += len(todo)
        if looked > lines_most:
            return False
        first, second = [], []
        for box, solids in todo:
            left = aim.left(box, solids)
            if left is None:
                continue
            xp, u = (box[0] + box[1]) / 2, (box[2] + box[3]) / 2
            if aim.left((xp, xp, u, u), left) is not None:
                found = serves(xp, u)
                if found is not None:
                    return found
            one, other = _halves(box, nearest)
            first.append((one, left))
            second.append((other, left))
        todo = [*waiting, *first, *second]
    return True


def _halves(box: Box, nearest: float) -> tuple[Box, Box]:
    """A box cut where lines differ most at the target's nearest depth."""
    low, high, least, most = box
    if (high - low) > (most - least) * nearest:
        half = (low + high) / 2
        return (low, half, least, most), (half, high, least, most)
    half = (least + most) / 2
    return (low, high, least, half), (low, high, half, most)


def _before(corners: Corners, nearest: float) -> Shape:
    """Corners of the part of a solid that is before the side; its cut at the target's nearest depth among them."""
    found = [(x, y) for x, y in corners if y > 2 * SIGHT_FILTER_MM]
    for level in (2 * SIGHT_FILTER_MM, nearest / 2, nearest - 4 * SIGHT_FILTER_MM):
        for (px, py), (qx, qy) in zip(corners, (*corners[1:], corners[0]), strict=True):
            if (py - level) * (qy - level) < 0:
                found.append((px + (level - py) / (qy - py) * (qx - px), level))
    return found


@dataclass(frozen=True, slots=True)
class _Aim:
    """What lines are to reach, see `open_or_shaded`."""

    target: Corners
    planes: Sequence[FloatPlane]
    bounds: Sequence[tuple[float, float, float, float]]
    nearest: float
    """mm. Least depth of the target."""

    def left(self, box: Box, solids: list[Shape]) -> list[Shape] | None:
        """Of solids, those that may block some line of a box, each a part before the side; None if none of its lines
        serves."""
        low, high, least, most = box
        if all(x - high - most * y > SIGHT_FILTER_MM for x, y in self.target):
            return None
        if all(x - low - least * y < -SIGHT_FILTER_MM for x, y in self.target):
            return None
        begin = self._begin(box)
        if self._outside(box, begin):
            return None
        before, found = begin - SIGHT_FILTER_MM, []
        for solid in solids:
            left = right = may_left = may_right = False
            for x, y in solid:  # y is above 0, so the box's ends are those of a point's side of a line
                leftmost, rightmost = x - high - most * y, x - low - least * y
                if rightmost < -SIGHT_FILTER_MM:
                    may_left = True
                    left = left or y < before
                elif leftmost > SIGHT_FILTER_MM:
                    may_right = True
                    right = right or y < before
                else:
                    may_left = may_left or leftmost < -SIGHT_FILTER_MM
                    may_right = may_right or rightmost > SIGHT_FILTER_MM
            if left and right:
                return None
            if may_left and may_right:
                found.append(solid)
        return found

    def _begin(self, box: Box) -> float:
        """The depth before which no line of a box enters the target."""
        low, high, least, most = box
        begin = self.nearest
        for a, c, d in self.planes:
            one, other = a * least + c, a * most + c
            if one < -SIGHT_FILTER_RATE and other < -SIGHT_FILTER_RATE:
                near, far = d - a * low, d - a * high
                begin = max(begin, min(near / one, near / other, far / one, far / other))
        return begin

    def _outside(self, box: Box, begin: float) -> bool:
        """Whether all lines of a box leave the template before that depth."""
        starts, ways = box[:2], box[2:]
        for alpha, beta, gamma, delta in self.bounds:
            rates = [alpha + beta * u for u in ways]
            if min(rates) > 0 and all(
                gamma + delta * xp - rate * begin + SIGHT_FILTER_MM * (1 + rate) < 0 for rate in rates for xp in starts
            ):
                return True
        return False
