"""From which last steps the points of a grid can be shot at, and how far about each that holds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from armada_sim.compiled import compiled_functions
from armada_sim.geometry import Raster, Stage, compiled, workspace
from armada_sim.regions import _gunnery as gunnery
from armada_sim.regions._batteries import Guns
from armada_sim.regions._surroundings import sides_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_THREAT_LOOKS: Final = 400
"""Fans from which a shot at a point is looked for in vain before it is left out, in the first stage,"""

_THREAT_MORE_LOOKS: Final = 24
"""and in each further one, where a neighbour can be shot at."""

THREAT_PIXELS: Final = 4
"""Of the grid of points of a stage to its gap."""

_THREAT_ENOUGH: Final = 2.5
"""Points round which so many pixels can be shot at are looked at no longer."""

_PEAK_TURN_DEG: Final = 0.5
"""degrees. Between bearings at which it is looked where a point lies deepest; nearest it, a fiftieth of that."""


@cache
def compiled_gunnery() -> SimpleNamespace:
    """The functions of `gunnery`, compiled."""
    return compiled_functions((gunnery,))


@dataclass(frozen=True)
class Seen:
    """Of points of a grid, in the middle of a raster's pixels, what can be shot at about each."""

    frame: Floats
    """As `Raster.frame`."""

    depths: Floats
    """(r, c) mm. All within so much can be shot at from one place of a gun side; 0: none is known."""

    shots: NDArray[np.int64]
    """(r, c) 1 + number of the fan and row of the guns."""

    headings: Floats
    """(r, c) of the last step, degrees."""

    @classmethod
    def coarse(cls, raster: Raster, before: Seen | None) -> Seen:
        """Of a raster, what the nearest points of a coarser one leave of it."""
        shape = raster.full.shape
        if before is None:
            return cls(raster.frame, np.zeros(shape), np.zeros(shape, dtype=np.int64), np.zeros(shape))
        points = [raster.frame[i] + (np.arange(shape[1 - i]) + 0.5) * raster.frame[2] for i in (0, 1)]
        size, places, aside = before.frame[2], [], []
        for axis in (0, 1):
            at = (points[axis] - before.frame[axis]) / size - 0.5
            nearest = np.clip(np.round(at), 0, before.depths.shape[1 - axis] - 1).astype(int)
            places.append(nearest)
            aside.append((at - nearest) * size)
        picked = np.ix_(places[1], places[0])
        depths = np.maximum(before.depths[picked] - np.hypot(aside[1][:, None], aside[0][None, :]), 0.0)
        return cls(raster.frame, depths, before.shots[picked], before.headings[picked])

    def node(self, row: int, column: int) -> tuple[float, float]:
        """mm. Where a point of the grid is."""
        x, y, size = self.frame.tolist()
        return (x + (column + 0.5) * size, y + (row + 0.5) * size)

    def pose(self, row: int, column: int, fans: Floats, rows: int) -> tuple[Floats, int]:
        """The last position from which a point can be shot at, (6,): base midpoint, heading, and headings of the steps
        before (nan: none); and the row of the guns."""
        fan, which = divmod(int(self.shots[row, column]) - 1, rows)
        return np.array([*fans[fan, :2], self.headings[row, column], *fans[fan, 4:]]), which


def about_base(corners: Floats) -> Floats:
    """As `Scene.own`, of the hull of a polygon and the base midpoint."""
    hull = shapely.convex_hull(shapely.multipoints(np.concatenate([corners, [[0.0, 0.0]]])))
    return sides_of(_counter_clockwise(shapely.get_coordinates(hull)[:-1]))


def _counter_clockwise(corners: Floats) -> Floats:
    x, y = corners.T
    return corners if x @ np.roll(y, -1) > y @ np.roll(x, -1) else corners[::-1]


def peaks_of(guns: Guns) -> Floats:
    """As `gunnery.find_shots` takes them."""
    found = []
    arm = max(float(np.hypot(*corners.T).max()) for corners in guns.regions)
    away = np.arange(math.ceil(arm / gunnery.PEAK_MM) + 2)[:, None] * gunnery.PEAK_MM
    for corners in guns.regions:
        rows = sides_of(_counter_clockwise(corners))

        def depth(bearing: Floats, rows: Floats = rows) -> Floats:
            x, y = away * np.cos(np.radians(bearing)), away * np.sin(np.radians(bearing))
            least: Floats = np.min([row[4] - row[2] * x - row[3] * y for row in rows], axis=0)
            return least

        every = np.arange(-180.0, 180.0, _PEAK_TURN_DEG)[None, :]
        depths = depth(every)
        best = every[0, depths.argmax(axis=1)][:, None] + np.linspace(-1, 1, 101) * _PEAK_TURN_DEG
        best = best[np.arange(len(best)), depth(best).argmax(axis=1)]
        aside = np.abs((every - best[:, None] + 180) % 360 - 180)
        wide = np.where(depths > 0, aside, -1.0).max(axis=1)
        found.append(np.column_stack([best, wide]))
    return np.array(found)


def looked(guns: Guns, stage: Stage, peaks: Floats, maybe: NDArray[np.bool_], before: Seen | None, known: int) -> Seen:
    """What can be shot at about each point of a stage's grid. maybe: pixels outside which nothing is. before: what is
    known of a coarser one, with the first `known` of the fans."""
    kernel, battery, raster = compiled_gunnery(), guns.battery, stage.raster
    seen, solid, unused = Seen.coarse(raster, before), np.zeros_like(raster.full), np.zeros_like(raster.full)
    work = workspace(stage.scene, stage.arc, len(solid))
    for corners in battery.things:
        xs, ys = np.ascontiguousarray(corners.T)
        compiled().mark(xs, ys, len(xs), raster.frame, unused, solid, work.rows)
    size, near = float(raster.frame[2]), maybe & (solid == 0)
    if before is not None:
        near &= _grown(seen.depths > 0, 3)
    rows, columns = np.nonzero(near & (seen.depths < _THREAT_ENOUGH * size))
    nodes = np.column_stack([raster.frame[0] + (columns + 0.5) * size, raster.frame[1] + (rows + 0.5) * size])
    depths, shots, headings = seen.depths[rows, columns], seen.shots[rows, columns], seen.headings[rows, columns]
    tries = np.full(len(rows), _THREAT_LOOKS if before is None else _THREAT_MORE_LOOKS)
    # neighbours see the same, strangers find more; and those that are new reach farther than those that were known
    order = np.random.default_rng(0).permutation(len(stage.fans))
    used = np.unique((seen.shots[seen.shots > 0] - 1) // len(guns.names))
    order = np.concatenate([order[order >= known], order[np.isin(order, used)]])
    side, gun, start, count = np.zeros(9), np.zeros(2), 0, 8
    open_ = np.arange(len(rows))
    while start < len(order) and len(open_):
        some = [depths[open_], shots[open_], headings[open_]]
        left = tries[open_]
        kernel.find_shots(
            battery, peaks, stage.fans, order[start : start + count], nodes[open_], left, *some, side, gun
        )
        depths[open_], shots[open_], headings[open_], tries[open_] = *some, left
        open_ = open_[(left > 0) & (some[0] < _THREAT_ENOUGH * size)]
        start, count = start + count, 2 * count
    seen.depths[rows, columns], seen.shots[rows, columns], seen.headings[rows, columns] = depths, shots, headings
    return seen


def never_over(guns: Guns, stage: Stage, doubtful: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Doubtful pixels that no gun is brought over by a first step: what `about_base` adds, the ship covers itself."""
    x, y, pixel = stage.raster.frame.tolist()
    rows, columns = np.nonzero(doubtful)
    xs, ys = x + (columns + 0.5) * pixel, y + (rows + 0.5) * pixel
    free = np.ones(len(rows), dtype=bool)
    for corners in dict(zip(guns.names, guns.regions, strict=True)).values():
        turn, sides = pixel / float(np.hypot(*corners.T).max()), sides_of(_counter_clockwise(corners))
        for base_x, base_y, low, high in stage.openings[:, :4].tolist():
            pieces = max(1, math.ceil(math.radians(high - low) / turn))
            for heading in low + (high - low) * (np.arange(pieces) + 0.5) / pieces:
                c, s = math.cos(math.radians(heading)), math.sin(math.radians(heading))
                along, across = (xs - base_x) * c + (ys - base_y) * s, (ys - base_y) * c - (xs - base_x) * s
                depth = np.min([side[4] - side[2] * along - side[3] * across for side in sides], axis=0)
                free &= depth < -1.5 * pixel  # half a pixel's diagonal, and half a turn
    never = np.zeros_like(doubtful)
    never[rows[free], columns[free]] = True
    return never


def _grown(marks: NDArray[np.bool_], by: int) -> NDArray[np.bool_]:
    """Pixels within so many, each way, of marked ones."""
    sums = np.pad(marks, by + 1).cumsum(axis=0).cumsum(axis=1)
    wide = 2 * by + 1
    some: NDArray[np.bool_] = (sums[wide:, wide:] - sums[:-wide, wide:] - sums[wide:, :-wide] + sums[:-wide, :-wide])[
        :-1, :-1
    ] > 0
    return some
