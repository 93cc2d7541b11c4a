"""Where steps lead: what witnesses reach, and bounds outside which nothing is.

Branch and bound over squares of the table in which the tip may lie before the last step (see the
second half of `kernel`). A cell is dead when no path leads there, near when everything it leads to
is within the gap of what witnesses reach, and cut in four otherwise. Both sides live on rasters.

The work is done in stages of 8, 4, 2, ... mm, each going on from the one before, so a smaller gap
adds witnesses and cuts from the outside, never the reverse.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from armada_sim.geometry.compiled_kernel import compiled
from armada_sim.geometry.kernel.cells import ARCS, NEAR, OPEN, Cells
from armada_sim.geometry.kernel.outlines import TINY
from armada_sim.geometry.kernel.scenes import Scene, Work
from armada_sim.geometry.tolerance import HEADING_CLUSTER_DEG

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

REACH_COARSEST_MM: Final = 8.0
"""mm. The gap of the first stage of a reachable region; each further stage halves it."""

_REACH_PIXELS: Final = 6
"""Pixels of a stage's raster to its gap. More lose less of the gap to pixels that are only met."""

REACH_ARC_DEG: Final = 12.0
"""degrees. Between corners of arcs in the first stage, halved every second stage: 0.15 mm, and less in
proportion to the gap, between a small's arc and its chords."""

_REACH_FLOOR: Final = 1 / 32
"""Cells with a half side below this share of the gap are not cut further: passages narrower than
that are left undecided."""

FINEST_OPENING_DEG: Final = 1e-4
"""degrees. Where first headings have no closed form (pieces that may be off, swept ways), their ends are
found this well."""

_CHUNK = 4096
"""Cells explored at a time, so that room for their fans is bounded."""

_MOST_CELLS = 200_000
"""More open cells than this are cut no further at the stage at hand: what they lead to stays undecided there. Among
twelve ships 30,000 were open at most for a small ship's four steps at a gap of 0.25 mm; a stage cuts about ten
times."""

_OUTER_CHUNK = 1000
"""Cells whose pixels are marked before those that are marked are left out."""

_WINDOWS = 24
"""Intervals of free headings kept for one base midpoint."""

Progress = Callable[[float, int], None]
"""Told the gap in mm of the stage at hand and how many cells are still open."""


def workspace(scene: Scene, arc: float, rows: int) -> Work:
    """Room for arcs drawn with `arc` degrees about the scene's outline, on a raster of `rows` rows."""
    corners = len(scene.own)
    parts, points = 2 + 8 * corners, math.ceil(60 / arc) + 8 + corners
    if scene.tips:
        parts, points = math.ceil(360 / arc) + 4, 3
    return Work(
        np.zeros((5, 2)), np.zeros(3), np.zeros((ARCS, 2)), np.zeros((_WINDOWS, 2)), np.zeros((parts, points)),
        np.zeros((parts, points)), np.zeros(parts, dtype=np.int64), np.zeros((4, rows)),
        np.zeros((2, 9)),
    )  # fmt: skip


def _joined(parts: Sequence[Cells]) -> Cells:
    return Cells(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _starting(scene: Scene, steps: int) -> Cells:
    x, y, heading = scene.start
    n = steps - 1
    arcs = np.zeros((n, ARCS, 2))
    arcs[:, 0] = heading - 180, heading + 180
    layers = np.arange(1, steps, dtype=np.int64)
    square = np.column_stack([np.full(n, x), np.full(n, y), layers * scene.step * 1.001])
    return Cells.new(square, layers, arcs, _WINDOWS)


def quarters(cells: Cells) -> Cells:
    """Each cell cut in four."""
    parts = []
    held = np.where(cells.held < 0, cells.held, -2 - cells.held)
    for right in (-0.5, 0.5):
        for up in (-0.5, 0.5):
            square = cells.square * [1, 1, 0.5]
            square[:, 0] += right * cells.square[:, 2]
            square[:, 1] += up * cells.square[:, 2]
            parts.append(cells._replace(square=square, held=held))
    return _joined(parts)


@dataclass(frozen=True)
class Raster:
    """Pixels of the table; the arrays are filled by the compiled functions."""

    frame: Floats
    """(3,) x, y of the lower left corner and side of a pixel, mm."""

    touched: NDArray[np.uint8]
    """Pixels with a point that is reached."""

    full: NDArray[np.uint8]
    """Pixels all of whose points are reached."""

    barred: NDArray[np.uint8]
    """Pixels none of whose points can be covered, since something solid lies there."""

    @classmethod
    def around(cls, scene: Scene, reach: float, pixel: float, solids: Sequence[Floats] | None) -> Raster:
        """An empty raster that holds everything within `reach` of the first step's base midpoint.

        solids: (n, 2) corners of each thing that bars the pixels inside it; None: nothing does, nor the edge.
        """
        x, y, _ = scene.start
        count = math.ceil(2 * reach / pixel) + 4
        frame = np.array([x - reach - 2 * pixel, y - reach - 2 * pixel, pixel])
        touched, full, barred, unused = (np.zeros((count, count), np.uint8) for _ in range(4))
        for corners in solids or ():
            xs, ys = np.ascontiguousarray(corners.T)
            compiled().mark(xs, ys, len(xs), frame, unused, barred, np.zeros((4, count)))
        if solids is not None and scene.edges.shape[1] > 1:
            barred |= _beyond(scene, frame, count)
        return cls(frame, touched, full, barred)

    def is_far(self, gap: float) -> NDArray[np.bool_]:
        """Pixels with a point that may be farther than `gap` mm from what is reached."""
        near, sideways = np.zeros_like(self.touched), np.zeros(self.touched.shape, dtype=np.int16)
        compiled().near_pixels(self.touched, gap / self.frame[2], near, sideways)
        far: NDArray[np.bool_] = (near == 0) & (self.barred == 0)
        return far


def _beyond(scene: Scene, frame: Floats, count: int) -> NDArray[np.uint8]:
    """Pixels wholly beyond the edge of the surface."""
    centre = (np.arange(count) + 0.5) * frame[2]
    xs, ys = frame[0] + centre[None, :], frame[1] + centre[:, None]
    beyond = np.zeros((count, count), dtype=bool)
    for nx, ny, offset in scene.walls:
        beyond |= nx * xs + ny * ys - offset < -frame[2]
    for x, y, radius in scene.discs:
        beyond |= np.hypot(xs - x, ys - y) - radius > frame[2]
    return beyond.astype(np.uint8)


def _sums(marks: NDArray[np.bool_]) -> NDArray[np.int32]:
    sums = np.zeros((marks.shape[0] + 1, marks.shape[1] + 1), dtype=np.int32)
    np.cumsum(marks, axis=1, out=sums[1:, 1:])
    np.cumsum(sums, axis=0, out=sums)
    return sums


@dataclass(frozen=True)
class Stage:
    """What is known at one gap."""

    scene: Scene

    scenes: tuple[Scene, ...]
    """One for each of the outlines that are brought over the table, which is its `own`."""

    gap: float
    """mm"""

    arc: float
    """degrees between corners of arcs"""

    raster: Raster
    fans: Floats
    """(f, 7) base x, y mm; low and high heading of the last step; headings of those before (NaN: none)."""

    openings: Floats
    """Fans that hold every first step."""

    near: Cells
    """Cells all of whose last steps stay within the gap of the fans."""

    stuck: Cells
    """Cells too small to be cut further, for which that is not known."""

    def inner(self) -> tuple[Floats, NDArray[np.int64]]:
        """Convex polygons inside what the fans reach: all corners (v, 2), and which polygon each is of."""
        work = workspace(self.scene, self.arc, len(self.raster.full))
        parts, points = len(work.part_n), work.part_x.shape[1]
        room, counts = np.zeros((len(self.fans) * parts * points, 2)), np.zeros(len(self.fans) * parts, dtype=np.int64)
        many = compiled().fan_polygons(self.scene, self.fans, self.arc, work, room, counts)
        return room[: counts[:many].sum()], np.repeat(np.arange(many), counts[:many])

    def outer(self) -> NDArray[np.bool_]:
        """Pixels with a point that is reached, or to which a first step or cells may lead."""
        kernel, frame, cells = compiled(), self.raster.frame, _joined([self.near, self.stuck])
        marks, unused = np.zeros_like(self.raster.full), np.zeros_like(self.raster.full)
        kernel.know_cells(self.scene, cells, workspace(self.scene, self.arc, 1))
        for scene in self.scenes:
            work = workspace(scene, self.arc, len(marks))
            kernel.mark_fans(scene, self.openings, self.arc, True, frame, marks, unused, work)
            for start in range(0, len(cells.layer), _OUTER_CHUNK):
                some = slice(start, start + _OUTER_CHUNK)
                hollow = _sums((self.raster.touched == 0) & (marks == 0))
                kernel.mark_cells(scene, cells.take(some), self.arc, frame, hollow, work, marks)
        open_to: NDArray[np.bool_] = (marks > 0) & (self.raster.barred == 0) | (self.raster.touched > 0)
        return open_to

    def last_poses(self) -> Floats:
        """(n, 5) boxes of positions (x, y, heading, half side mm, half turn degrees) that hold every last one."""
        fans, half = self._cell_fans()
        fans = np.concatenate([self.openings, fans])
        sides = np.concatenate([np.zeros(len(self.openings)), half])
        return np.column_stack([fans[:, :2], (fans[:, 2] + fans[:, 3]) / 2, sides, (fans[:, 3] - fans[:, 2]) / 2])

    def _cell_fans(self) -> tuple[Floats, Floats]:
        """Fans, as `fans`, that hold all last steps from cells with bases off by so much (mm) each way."""
        cells = _joined([self.near, self.stuck])
        compiled().know_cells(self.scene, cells, workspace(self.scene, self.arc, 1))
        some = np.arange(cells.spans.shape[1]) < cells.held[:, None]
        fans = np.full((int(some.sum()), 7), math.nan)
        fans[:, :2] = np.repeat(cells.square[:, :2], cells.held, axis=0)
        fans[:, 2:4] = cells.spans[some]
        return fans, np.repeat(cells.square[:, 2], cells.held)


@dataclass(frozen=True)
class Spread:
    """The search itself, stage by stage."""

    scene: Scene
    steps: int
    solids: tuple[Floats, ...] | None
    """(c, 2) corners of each convex thing that cannot be covered; None: everything can, beyond the edge too."""

    openings: tuple[Floats, Floats]
    """Fans of the first step: proved legal; and such that no first step outside them is."""

    most: int = _MOST_CELLS
    """Cells open at once, at most, before a stage cuts them no further."""

    outlines: tuple[Floats, ...] = ()
    """As `Scene.own`, of what is brought over the table instead of the footprint: convex, with the base midpoint."""

    pixels: int = _REACH_PIXELS
    """Of a stage's raster to its gap."""

    def stages(self, gap: float, progress: Progress | None = None) -> Iterator[Stage]:
        """Every stage, as it comes, down to the first whose gap is `gap` mm or less."""
        cells, fans, level, fresh = _starting(self.scene, self.steps), self.openings[0], REACH_COARSEST_MM, True
        while fresh or 2 * level > gap:
            stage = self._stage(cells, fans, level, fresh=fresh, progress=progress)
            yield stage
            cells, fans, level, fresh = _joined([stage.near, stage.stuck]), stage.fans, level / 2, False

    def _stage(self, cells: Cells, fans: Floats, level: float, *, fresh: bool, progress: Progress | None) -> Stage:
        kernel = compiled()
        scene = self.scene._replace(finest=math.degrees(level / 24 / self.scene.radius))
        scenes = tuple(scene._replace(own=own) for own in self.outlines or (scene.own,))
        lever = max(scene.radius, *(float(np.hypot(one.own[:, 0], one.own[:, 1]).max()) for one in scenes))
        reach = (self.steps - 1) * scene.step + lever + 2 * level
        raster = Raster.around(scene, reach, level / self.pixels, self.solids)
        arc = REACH_ARC_DEG / 2 ** (round(math.log2(REACH_COARSEST_MM / level)) // 2)
        if scene.tips:
            arc = math.degrees(raster.frame[2] / scene.step)
        works = [workspace(one, arc, len(raster.full)) for one in scenes]
        for one, work in zip(scenes, works, strict=True):
            kernel.mark_fans(one, fans, arc, False, raster.frame, raster.touched, raster.full, work)

        def judged(some: Cells) -> NDArray[np.int8]:
            codes = np.zeros(len(some.layer), dtype=np.int8)
            for one, work in zip(scenes, works, strict=True):
                kernel.judge_cells(one, some, arc, raster.frame, far, work, codes)
            return codes

        none = cells.take(np.zeros(0, dtype=np.int64))
        near, stuck, far = [none], [none], _sums(raster.is_far(level))
        while len(cells.layer):
            if progress is not None:
                progress(level, len(cells.layer))
            codes = judged(cells)
            near.append(cells.take(codes == NEAR))
            cells = cells.take(codes == OPEN)
            before = len(fans)
            if fresh and len(cells.layer):
                for start in range(0, len(cells.layer), _CHUNK):
                    some = cells.take(np.arange(start, min(start + _CHUNK, len(cells.layer))))
                    found = np.zeros((len(some.layer) * 4 * _WINDOWS, 7))
                    for one, work in zip(scenes, works, strict=True):
                        many = kernel.explore_cells(
                            one, some, arc, raster.frame, raster.touched, raster.full, work, found
                        )
                        fans = np.concatenate([fans, found[:many]])
            if len(fans) > before:
                far = _sums(raster.is_far(level))
                codes = judged(cells)
                near.append(cells.take(codes == NEAR))
                cells = cells.take(codes == OPEN)
            floor = cells.square[:, 2] < _REACH_FLOOR * level
            if len(cells.layer) > self.most:
                floor[:] = True
            stuck.append(cells.take(floor))
            cells, fresh = quarters(cells.take(~floor)), True
        return Stage(scene, scenes, level, arc, raster, fans, self.openings[1], _joined(near), _joined(stuck))


def opened(scene: Scene, exact: Floats | None) -> tuple[Scene, tuple[Floats, Floats]]:
    """A scene with its first headings filled in, and `Spread.openings`.

    exact: (n, 2) headings of a first step; if None, they are searched for.
    """
    x, y, before = scene.start
    found = []
    for allowed, hair in ((0.0, HEADING_CLUSTER_DEG), (TINY, -HEADING_CLUSTER_DEG)):
        windows = exact
        if windows is None:
            room = workspace(scene, REACH_ARC_DEG, 1).windows
            fine = scene._replace(finest=FINEST_OPENING_DEG)
            windows = room[: compiled().windows_after(fine, 1, x, y, before, allowed, room)]
        rows = [[x, y, a + min(hair, (b - a) / 2), b - min(hair, (b - a) / 2), *[math.nan] * 3] for a, b in windows]
        found.append(np.array(rows).reshape(-1, 7))
    return scene._replace(firsts=found[1][:, 2:4].copy()), (found[0], found[1])
