"""A table without its pattern: what repeats on it, such as the check of a cloth, is made one colour.

What most of the cells of a pattern around a place show at the same place of theirs is the table; where a picture shows
something else, something lies there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import uniform_filter

from armada_sim.photo.camera import Floats
from armada_sim.photo.following import COUNTS, NOTHING, SOFT_PX, Image, lattice, looked_up
from armada_sim.photo.lattice import CELL, Lattice

_POINTS, _OF_CELL = (6, 48), 0.5
"""Points along a cell, each way, at least and at most; of px where it is seen largest."""

_BEYOND = 3
"""Cells beyond the last that is followed."""

_GRID = 16
"""px from one place of a picture to the next of which it is worked out where on the table it lies."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A picture of a table with a pattern, and how that is told from what lies on it."""

    lattice: Lattice
    shown: Image
    """(rows, columns, 3). The picture, rounded as `cleared` is: beside each other they show no edge."""

    cleared: Image
    """The same with a table of one colour, and its light and shadows."""

    def without(self, sheet: Floats) -> Image:
        """(rows, columns, 3). `cleared`, but for a sheet (4, 2) px, which is left as it is."""
        there = np.zeros(self.shown.shape[:2], np.uint8)
        cv2.fillConvexPoly(there, np.rint(sheet - 0.5).astype(np.int32), 255)
        found = self.cleared.copy()
        cv2.copyTo(self.shown, there, found)
        return found


def pattern(rgb: Image, focal: float) -> Pattern | None:
    """That of a picture (rows, columns, 3), where a table has one; focal: px, about."""
    lab = np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2Lab), dtype=np.uint8)
    found = lattice(lab, focal)
    if found is None:
        return None
    usual, plain, known = _seen_in(lab, found)
    period = float(np.sqrt(np.median(found.plane.areas(found.cells))))
    crooked = _square(int(np.clip(_CROOKED * period, *_CROOKED_PX)))
    least, most = cv2.erode(usual, crooked), cv2.dilate(usual, crooked)
    soft = cv2.GaussianBlur(lab, (0, 0), SOFT_PX)
    beyond = np.maximum(soft, most).astype(np.float32) - most + np.minimum(soft, least) - least
    other = np.asarray(abs(beyond) @ COUNTS, dtype=np.float32)
    share = _share(other, known, period)
    share[known < 255] = 1
    for cell in found.bare:
        cv2.fillConvexPoly(share, np.rint(found.plane.seen(cell + CELL) - 0.5).astype(np.int32), 1.0)
    table = plain + beyond  # where something lies, that is not its colour
    cleared = np.clip(table + share[..., None] * (lab - table), 0, 255).astype(np.uint8)
    shown, cleared = (np.asarray(cv2.cvtColor(one, cv2.COLOR_Lab2RGB), dtype=np.uint8) for one in (lab, cleared))
    return Pattern(found, shown, cleared)


_CROOKED, _CROOKED_PX = 0.07, (1, 2)
"""Of a period, and px: by which the edges of a pattern are crooked."""


def _square(reach: int) -> NDArray[np.uint8]:
    """A pixel and those about it that are so near."""
    return np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)


_OTHER, _NOISE = 8.0, 5.0
"""Units of Lab from which something else is seen, or so many times the median."""

_LEAST_PX2, _CLOSED, _EDGE_PX, _OF_MOST, _MOSTLY = 60, 0.25, 4, 0.8, 0.6
"""Of the least that lies on a table; share of a period by which what shows through between two such places belongs to
them; px within which an edge lies between it and the table; and of the greatest difference within so many px, what is
wholly something else."""


def _share(other: NDArray[np.float32], known: NDArray[np.uint8], period: float) -> NDArray[np.float32]:
    """How far each pixel shows something else than the table: at its edge in part; period: px of one, about."""
    least = max(_OTHER, _NOISE * float(np.median(other[known > 0])))
    sure = cv2.morphologyEx((other > least).astype(np.uint8), cv2.MORPH_OPEN, _square(1))
    _, numbers, stats, _ = cv2.connectedComponentsWithStats(sure)
    large = stats[:, cv2.CC_STAT_AREA] >= _LEAST_PX2
    large[0] = False
    sure = large[numbers].astype(np.uint8)
    most = cv2.dilate(other * sure, _square(_EDGE_PX))
    share = np.clip(other / np.maximum(_OF_MOST * most, 1), 0, 1) * (most > 0)
    closed = _square(int(_CLOSED * period / 2))
    whole = cv2.morphologyEx((share > _MOSTLY).astype(np.uint8), cv2.MORPH_CLOSE, closed)
    outer, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    cv2.drawContours(whole, outer, -1, 1, cv2.FILLED)
    return np.where(cv2.erode(whole, _square(1)) > 0, 1, share).astype(np.float32)


def _smooth(function: Callable[[Floats], Floats], shape: tuple[int, int]) -> NDArray[np.float32]:
    """(rows, columns, 2). What a smooth function says of all places (…, 2), column and row, worked out of some."""
    x, y = (np.arange(0, side + 2 * _GRID, _GRID, dtype=np.float64) for side in shape[::-1])
    some = np.nan_to_num(function(np.stack(np.meshgrid(x, y), axis=-1)), nan=_NOWHERE).astype(np.float32)
    larger = np.array([[_GRID, 0, 0], [0, _GRID, 0]], dtype=np.float32)
    found = cv2.warpAffine(np.ascontiguousarray(some), larger, shape[::-1], flags=cv2.INTER_LINEAR)
    return np.asarray(found, dtype=np.float32)


_NOWHERE = -1e4
"""Where a place lies that is not on the table."""


def _seen_in(lab: Image, given: Lattice) -> tuple[Image, Image, NDArray[np.uint8]]:
    """(rows, columns, 3) twice: the table as a picture would show it with nothing on it, and its one colour; (rows,
    columns): 255 where that is known."""
    plane = given.plane
    first = given.cells.min(axis=0).astype(int) - _BEYOND
    i, j = given.cells.max(axis=0).astype(int) + _BEYOND + 1 - first
    n = int(np.clip(_OF_CELL * np.sqrt(plane.areas(given.cells).max()), *_POINTS))
    shift = _shift(given, first, (i, j))

    def seen_at(points: Floats) -> Floats:
        cells = points[..., ::-1] / n - 0.5
        shifted: Floats = first + cells + looked_up(shift, cells[..., ::-1].astype(np.float32))
        return plane.seen(shifted) - 0.5

    def back_to(pixels: Floats) -> Floats:
        cells = plane.cells(pixels + 0.5) - first
        back: Floats = cells - looked_up(shift, cells[..., ::-1].astype(np.float32))
        return ((back + 0.5) * n)[..., ::-1]

    at = _smooth(seen_at, (i * n, j * n))
    there = _inside(at, lab)
    other = given.other.astype(int) - first
    for x, y in other[((other >= 0) & (other < [i, j])).all(axis=1)]:
        there[x * n : (x + 1) * n, y * n : (y + 1) * n] = False
    shown = looked_up(lab, at)
    usual = _usual(shown, there, (i, j, n))
    blurred = np.asarray(cv2.blur(usual, (n, n)), dtype=np.uint8)
    back = _smooth(back_to, (lab.shape[0], lab.shape[1]))
    found = [looked_up(one, back) for one in (usual, blurred)]
    known = looked_up(np.full(there.shape, 255, np.uint8), back)
    return found[0], found[1], known


def _inside(at: NDArray[np.float32], picture: Image) -> NDArray[np.bool_]:
    """(…). Which px (…, 2) lie between pixels of a picture."""
    rows, columns = picture.shape[:2]
    return np.asarray(((at >= 0) & (at < [columns - 1, rows - 1])).all(axis=-1), dtype=np.bool_)


def _shift(given: Lattice, first: Floats, size: tuple[int, int]) -> NDArray[np.float32]:
    """(*size, 2). By what share of itself each cell is shifted against the plane: no cloth lies quite straight."""
    at = given.cells.astype(int) - first
    shift, there = np.zeros((*size, 2), np.float32), np.zeros(size, np.float32)
    shift[at[:, 0], at[:, 1]] = given.plane.cells(given.pixels) - given.cells
    there[at[:, 0], at[:, 1]] = 1
    sums, counts = (cv2.blur(one, (_BESIDE_CELLS, _BESIDE_CELLS)) for one in (shift, there))
    return np.asarray(sums / np.maximum(counts, NOTHING)[..., None], dtype=np.float32)


_BESIDE_CELLS = 3
"""Cells each way of which the mean is taken."""

_REACH = 7
"""Cells both ways from whose mean it is told what is not in the picture."""


def _usual(shown: Image, inside: NDArray[np.bool_], shape: tuple[int, int, int]) -> Image:
    """What most cells around show at the same place of theirs; shape: cells both ways, and points of each."""
    i, j, n = shape
    cells = shown.reshape(i, n, j, n, 3).transpose(1, 3, 0, 2, 4)
    seen = inside.reshape(i, n, j, n).transpose(1, 3, 0, 2)[..., None].astype(np.float32)
    near, weight = (uniform_filter(one, (1, 1, _REACH, _REACH, 1), mode="constant") for one in (cells * seen, seen))
    filled = np.where(seen > 0, cells, near / np.maximum(weight, NOTHING)).astype(np.uint8)
    wide = np.pad(filled, ((0, 0), (0, 0), (2, 2), (2, 2), (0, 0)), mode="edge")
    tiles = wide.transpose(0, 2, 1, 3, 4).reshape(n * (i + 4), n * (j + 4), 3)
    middle = cv2.medianBlur(np.ascontiguousarray(tiles), 5).reshape(n, i + 4, n, j + 4, 3)[:, 2:-2, :, 2:-2]
    return np.ascontiguousarray(middle.transpose(1, 0, 3, 2, 4).reshape(i * n, j * n, 3))
