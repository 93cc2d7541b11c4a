"""The pattern of a table, such as the check of a cloth: where the cells of a lattice are seen.

They lie flat and, as a rule, square, which says how the table is turned before the camera.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.camera import Camera, Floats, straightened


@dataclass(frozen=True, slots=True)
class Plane:
    """How a lattice is seen: a homography, and a lens as in `camera`."""

    flat: Floats
    """(3, 3). Cells (u, v, 1) to px from the middle of the picture, homogeneous."""

    bend: float
    width: float
    height: float

    @property
    def middle(self) -> Floats:
        """(2,) px."""
        return np.array([self.width, self.height]) / 2

    @property
    def reach(self) -> float:
        """px. Half a diagonal of the picture."""
        return math.hypot(self.width, self.height) / 2

    def seen(self, cells: Floats) -> Floats:
        """(…, 2) px of places (…, 2) of the lattice; NaN beyond the horizon."""
        at = cells @ self.flat[:, :2].T + self.flat[:, 2]
        flat = at[..., :2] / np.where(at[..., 2:] > _HORIZON, at[..., 2:], np.nan)
        return np.asarray(flat * (1 + self.bend * (flat**2).sum(axis=-1, keepdims=True) / self.reach**2) + self.middle)

    def cells(self, pixels: Floats) -> Floats:
        """(…, 2) places of the lattice of (…, 2) px; NaN beyond the horizon."""
        flat = straightened((pixels - self.middle) / self.reach, self.bend) * self.reach
        back = np.linalg.inv(self.flat)
        at = flat @ back[:, :2].T + back[:, 2]
        return np.asarray(at[..., :2] / np.where(at[..., 2:] > 0, at[..., 2:], np.nan))

    def areas(self, cells: Floats) -> Floats:
        """(n,) px^2. How large each cell is seen."""
        one, other = (self.seen(cells + half) - self.seen(cells - half) for half in np.eye(2) / 2)
        return np.asarray(abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]))


CELL = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
"""Corners of a cell, from its middle."""

_HORIZON = 0.05
"""Of the depth in the middle of a picture: the least at which a lattice is followed."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """A pattern, and where it is seen."""

    plane: Plane
    cells: Floats
    """(n, 2). Which cells show it."""

    pixels: Floats
    """(n, 2) px. Where the middle of each is seen."""

    other: Floats
    """(m, 2). Cells among these that show something else."""

    bare: Floats
    """(k, 2). Those of them that show nothing of it, but one colour: a sheet, or what is larger than they are."""

    some: NDArray[np.intp]
    """(j,). Of the cells that show it, some in all parts of the picture."""

    both_ways: bool
    """Whether it shows where along both ways a cell is: stripes do not."""

    def shown_in(self, corners: Floats) -> float:
        """Share of a quadrilateral (4, 2) px in which the pattern is seen."""
        across, down = np.meshgrid(_WITHIN, _WITHIN)
        weights = np.stack(
            [(1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down], axis=-1
        )
        at = self.plane.cells(weights.reshape(-1, 4) @ corners)
        known = {tuple(cell) for cell in self.cells.tolist()}
        return sum(tuple(cell) in known for cell in np.rint(at).tolist()) / len(at)

    def off(self, camera: Camera) -> Floats:
        """(2 k + 2,) spreads. How far some cells are seen from where a camera would show a lattice that is flat; and
        how far that is from a square one: of a woven or printed pattern both ways are alike, as a rule."""
        pixels, cells = self.pixels[self.some], np.column_stack([self.cells[self.some], np.ones(len(self.some))])
        ground = camera.ground(pixels)
        there = np.isfinite(ground).all(axis=1)
        off = np.full((len(pixels), 2), _SKY)
        if there.sum() < _FEWEST:
            return np.append(off.ravel(), [0.0, 0.0])
        near = 1 / np.linalg.norm(np.column_stack([ground, np.zeros(len(ground))]) - camera.place, axis=1)
        ways = np.linalg.lstsq(cells[there] * near[there, None], ground[there] * near[there, None], rcond=None)[0]
        off[there] = ((camera.seen(cells @ ways) - pixels) / _SPREAD_PX)[there]
        first, second = np.linalg.norm(ways[:2], axis=1)
        lean = math.asin(float(np.clip(ways[0] @ ways[1] / (first * second), -1, 1)))
        square = np.array([math.log(first / second), lean]) / _SQUARE
        return np.append(off.ravel(), square / (1 + (square / _NOT_SQUARE) ** 2))


_WITHIN = np.linspace(0.06, 0.94, 8)
"""Of the sides of a quadrilateral: where it is looked at."""

_PARTS, _SPREAD_PX, _SKY, _FEWEST = 10, 1.0, 100.0, 6
"""Parts of a picture's longer side, of each of which one cell counts; px by which it errs, as a cloth does not lie
straight; what counts for one that is seen in the sky; and cells that show how a lattice lies."""

_SQUARE, _NOT_SQUARE = 0.02, 3.0
"""Logarithm, or radians, by which a square pattern is off; in these spreads, from where one counts less and less."""


def in_all_parts(at: Floats) -> NDArray[np.intp]:
    """(k,). One point of those (n, 2) in each part of a picture; its longer side is 1."""
    _, first = np.unique(np.floor(at * _PARTS).astype(int), axis=0, return_index=True)
    return np.asarray(first, dtype=np.intp)
