"""Where chains of steps lead: reached parts with witnesses, and bounds outside which nothing is.

Branch and bound over the turns of the steps before the last one. A node (a box of turns) is dead
when an obstacle blocks all of it, near when everything it may reach is within the gap of what
witnesses reach, and split otherwise. Both sides live on rasters, by spans of pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from armada_sim.geometry.batch import compiled
from armada_sim.geometry.kernel import DEAD, NEAR, OPEN, Scene

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats = Any
COARSEST_GAP = 8.0
PIXELS_PER_GAP = 6
FLOOR_SHARE = 1 / 16
WINDOWS = 16
CHUNK = 4096


class Work(NamedTuple):
    bases: Any
    headings: Any
    arcs: Any
    windows: Any
    part_x: Any
    part_y: Any
    part_n: Any
    rows: Any


def workspace(scene: Scene, arc: float, arcs: int, size: int) -> Work:
    corners = len(scene.along)
    windows = WINDOWS if scene.quantum == 0 else int(2 * scene.limit / scene.quantum) + 2
    parts, points = 2 + 8 * corners, math.ceil(60 / arc) + 8 + corners
    return Work(
        np.zeros((5, 2)), np.zeros(3), np.zeros((arcs, 2)), np.zeros((windows, 2)), np.zeros((parts, points)),
        np.zeros((parts, points)), np.zeros(parts, dtype=np.int64), np.zeros((4, size)),
    )


class Cells(NamedTuple):
    square: Any
    layer: Any
    arcs: Any
    count: Any

    def take(self, which: Any) -> Cells:
        return Cells(self.square[which], self.layer[which], self.arcs[which], self.count[which])

    def __len__(self) -> int:
        raise TypeError


def joined(parts: Sequence[Cells]) -> Cells:
    return Cells(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


@dataclass
class Raster:
    x: float
    y: float
    pixel: float
    touched: Any
    full: Any
    barred: Any

    @classmethod
    def around(cls, x: float, y: float, reach: float, pixel: float) -> Raster:
        count = math.ceil(2 * reach / pixel) + 4
        shape = (count, count)
        return cls(x - reach - 2 * pixel, y - reach - 2 * pixel, pixel, *(np.zeros(shape, np.uint8) for _ in range(3)))

    @property
    def frame(self) -> Any:
        return np.array([self.x, self.y, self.pixel])

    def bar(self, polygons) -> None:
        """Pixels wholly inside one of the convex polygons hold nothing to be reached."""
        k = compiled()
        dummy = np.zeros_like(self.full)
        for px, py in polygons:
            k.mark(px, py, len(px), self.frame, dummy, self.barred, np.zeros((4, len(dummy))))

    def hollow(self) -> Any:
        """Running counts of pixels not wholly reached."""
        return _running(self.full == 0)

    def far(self, gap: float) -> Any:
        """Running counts of pixels with a point that may be farther than `gap` from what is reached."""
        near, sideways = np.zeros_like(self.touched), np.zeros(self.touched.shape, dtype=np.int16)
        compiled().near_pixels(self.touched, gap / self.pixel, near, sideways)
        return _running((near == 0) & (self.barred == 0))


def _running(marks: Any) -> Any:
    counts = np.zeros((marks.shape[0] + 1, marks.shape[1] + 1), dtype=np.int32)
    np.cumsum(marks, axis=1, out=counts[1:, 1:])
    np.cumsum(counts, axis=0, out=counts)
    return counts


def spread(scene: Scene, steps: int, gap: float, barred=None, log=None):
    k = compiled()
    scene = k.Scene(*scene)
    arcs = 4 if scene.bridge > 0 else 24
    level = COARSEST_GAP
    cells = starting_cells(scene, steps, arcs)
    fresh = np.ones(len(cells.layer), dtype=bool)
    fans = first_fans(scene)
    stages = []
    while True:
        reach = (steps - 1) * scene.step + scene.radius + 2 * level
        raster = Raster.around(scene.start[0], scene.start[1], reach, level / PIXELS_PER_GAP)
        if barred: raster.bar(barred)
        arc = math.degrees(math.sqrt(0.25 * level / scene.radius))
        work = workspace(scene, arc, arcs, len(raster.full))
        frame = raster.frame
        scene = scene._replace(finest=math.degrees(level / 24 / scene.radius))
        k.mark_fans(scene, fans, arc, frame, raster.touched, raster.full, work)
        done, stuck = [], []
        queue, new = cells, fresh
        while len(queue.layer):
            codes = np.zeros(len(queue.layer), dtype=np.int8)
            k.judge_cells(scene, *queue, arc, frame, raster.far(level), work, codes)
            again = np.flatnonzero((codes == OPEN) & new)
            for start in range(0, len(again), CHUNK):
                some = queue.take(again[start : start + CHUNK])
                found = np.zeros((len(some.layer) * 16, 7))
                n = k.explore_cells(scene, *some, arc, frame, raster.touched, raster.full, work, found)
                fans = np.concatenate([fans, found[:n]])
            if len(again):
                still = np.flatnonzero(codes == OPEN)
                some = queue.take(still)
                later = np.zeros(len(still), dtype=np.int8)
                k.judge_cells(scene, *some, arc, frame, raster.far(level), work, later)
                codes[still] = later
            if log:
                log(level, len(queue.layer), (codes == DEAD).sum(), (codes == NEAR).sum(), (codes == OPEN).sum(), len(fans))
            done.append(queue.take(codes == NEAR))
            queue = queue.take(codes == OPEN)
            floor = queue.square[:, 2] < FLOOR_SHARE * level
            stuck.append(queue.take(floor))
            queue = quarters(queue.take(~floor))
            new = np.ones(len(queue.layer), dtype=bool)
        cells = joined([*done, *stuck]) if done else cells
        fresh = np.zeros(len(cells.layer), dtype=bool)
        stages.append((level, raster, joined(done), joined(stuck)))
        if level <= gap:
            return fans, stages
        level /= 2


def first_fans(scene: Scene) -> Any:
    x, y, _ = scene.start
    nan = math.nan
    return np.array([[x, y, a + 1e-7, b - 1e-7, nan, nan, nan] for a, b in scene.firsts if b - a > 1e-6]).reshape(-1, 7)


def starting_cells(scene: Scene, steps: int, arcs: int) -> Cells:
    x, y, heading = scene.start
    n = steps - 1
    given = np.zeros((n, arcs, 2))
    given[:, 0] = heading - 180, heading + 180
    squares = np.array([[x, y, layer * scene.step * 1.001] for layer in range(1, steps)]).reshape(-1, 3)
    return Cells(squares, np.arange(1, steps, dtype=np.int64), given, np.ones(n, dtype=np.int64))


def quarters(cells: Cells) -> Cells:
    parts = []
    for right in (-0.5, 0.5):
        for up in (-0.5, 0.5):
            square = cells.square * [1, 1, 0.5]
            square[:, 0] += right * cells.square[:, 2]
            square[:, 1] += up * cells.square[:, 2]
            parts.append(Cells(square, cells.layer, cells.arcs, cells.count))
    return joined(parts)
