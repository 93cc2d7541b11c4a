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
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from armada_sim.geometry.tolerance import SIGHT_FILTER_MM, SIGHT_FILTER_RATE, SIGHT_FILTER_SIZE_MM

Floats = NDArray[np.float64]
Line = TypeVar("Line")
FloatPlane = tuple[float, float, float]
Corners = Sequence[tuple[float, float]]

_SHADE_LINES = 20_000
"""Boxes of lines after which the proof is given up."""

_SHADE_FEW = 100
"""The same among few blockers, times their number squared: more costs as much as their arrangement in balls."""

_SHADE_MOST = 8_000_000
"""Coordinates of solids, each for one box, after which it is given up too: half a second."""

_SHADE_CHUNK = 500_000
"""Coordinates of solids, each for one box, that are looked at together: a few megabytes."""

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
    shapes = [_before(corners, nearest) for corners in blockers]
    most = max(map(len, shapes), default=0)
    if not most:
        return False
    points = np.array([[*shape, *[shape[-1]] * (most - len(shape))] for shape in shapes if shape])
    steepest = (max(ends[1], starts[1]) - min(ends[0], starts[0])) / nearest + 1.0
    todo = np.array([[starts[0], starts[1], -steepest, steepest]])
    looked = 0
    chunk = max(1, _SHADE_CHUNK // points.size)
    lines_most = min(_SHADE_LINES, _SHADE_FEW * len(blockers) ** 2, _SHADE_MOST // points.size)
    while len(todo):
        waiting, todo = todo[:-chunk], todo[-chunk:]
        looked += len(todo)
        if looked > lines_most:
            return False
        middle = np.stack([(todo[:, 0] + todo[:, 1]) / 2, (todo[:, 2] + todo[:, 3]) / 2], axis=1)[:, None]
        lines = todo[:, [0, 0, 1, 1, 2, 3, 2, 3]].reshape(-1, 2, 4).swapaxes(1, 2)
        for xp, u in middle[~_useless(middle, target, planes, bounds, points), 0].tolist():
            found = serves(xp, u)
            if found is not None:
                return found
        todo = todo[~_useless(lines, target, planes, bounds, points)]
        wide = (todo[:, 1] - todo[:, 0]) > (todo[:, 3] - todo[:, 2]) * nearest
        axis = np.where(wide, 0, 2)
        rows = np.arange(len(todo))
        half = (todo[rows, axis] + todo[rows, axis + 1]) / 2
        first, second = todo.copy(), todo.copy()
        first[rows, axis + 1], second[rows, axis] = half, half
        todo = np.concatenate((waiting, first, second))
    return True


def _before(corners: Corners, nearest: float) -> list[tuple[float, float]]:
    """Corners of the part of a solid that is before the side; its cut at the target's nearest depth among them."""
    found = [(x, y) for x, y in corners if y > 2 * SIGHT_FILTER_MM]
    for level in (2 * SIGHT_FILTER_MM, nearest / 2, nearest - 4 * SIGHT_FILTER_MM):
        for (px, py), (qx, qy) in zip(corners, (*corners[1:], corners[0]), strict=True):
            if (py - level) * (qy - level) < 0:
                found.append((px + (level - py) / (qy - py) * (qx - px), level))
    return found


def _useless(
    lines: Floats, target: Corners, planes: Sequence[FloatPlane], bounds: Sequence[tuple[float, float, float, float]],
    points: Floats,
) -> NDArray[np.bool_]:  # fmt: skip
    """(N,): whether no line of a box serves; lines (N, L, 2): its corners, or one line.

    points (S, K, 2): of each solid, before the side.
    """
    xp, u = lines[..., 0], lines[..., 1]
    off = np.array([x - xp - u * y for x, y in target])
    found = np.asarray((off > SIGHT_FILTER_MM).all(axis=(0, 2)) | (off < -SIGHT_FILTER_MM).all(axis=(0, 2)))
    begin = np.full(len(lines), min(y for _, y in target))
    for a, c, d in planes:
        rate = a * u + c
        enters = np.all(rate < -SIGHT_FILTER_RATE, axis=1)
        depth = (d - a * xp) / np.where(enters[:, None], rate, -1.0)
        begin = np.where(enters, np.maximum(begin, depth.min(axis=1)), begin)
    for alpha, beta, gamma, delta in bounds:
        rate = alpha + beta * u
        room = gamma + delta * xp - rate * begin[:, None] + SIGHT_FILTER_MM * (1 + rate)
        found |= (rate > 0).all(axis=1) & (room < 0).all(axis=1)
    side = points[None, :, :, None, 0] - xp[:, None, None] - u[:, None, None] * points[None, :, :, None, 1]
    before = points[None, ..., 1] < begin[:, None, None] - SIGHT_FILTER_MM
    left = np.any(np.all(side < -SIGHT_FILTER_MM, axis=3) & before, axis=2)
    right = np.any(np.all(side > SIGHT_FILTER_MM, axis=3) & before, axis=2)
    return np.asarray(found | np.any(left & right, axis=1))
