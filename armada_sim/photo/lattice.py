"""The pattern of a table, such as the check of a cloth: where the cells of a lattice are seen.

They lie flat and, as a rule, square, which says how the table is turned before the camera.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.camera import OF_CAMERA, Camera, Floats, straightened


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

    def hidden_in(self, corners: Floats) -> float:
        """Share of a quadrilateral (4, 2) px in which something else than the pattern is seen."""
        across, down = np.meshgrid(_WITHIN, _WITHIN)
        weights = np.stack(
            [(1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down], axis=-1
        )
        at = self.plane.cells(weights.reshape(-1, 4) @ corners)
        hidden = {tuple(cell) for cell in self.other.tolist()}
        return sum(tuple(cell) in hidden for cell in np.rint(at).tolist()) / len(at)

    def off(self, camera: Camera) -> Floats:
        """(2 k + 2,) spreads. How far some cells are seen from where a camera would show a lattice that is flat; and
        how far that is from a square one: of a woven or printed pattern both ways are alike, as a rule."""
        lies = self._lies(camera)
        return self._sky() if lies is None else self._off(camera, lies)

    def rows(self, camera: Camera) -> tuple[Floats, Floats]:
        """(2 k + 2, OF_CAMERA), (2 k + 2,). What a camera's unknowns change of it, as if cells were weighed the same
        still; and that."""
        lies, found = self._lies(camera), np.zeros((len(self.some), 2, OF_CAMERA))
        if lies is None:
            return np.zeros((2 * len(self.some) + 2, OF_CAMERA)), self._sky()
        moves, by_place = camera.slopes_of_ground(lies.ground)
        shift = -np.linalg.solve(by_place, moves)  # (n, 2, OF_CAMERA) mm that seen places move on the table
        weighed = lies.near[:, None] * lies.cells
        ways = np.tensordot(np.linalg.pinv(weighed), lies.near[:, None, None] * shift, axes=1)
        moves, by_place = camera.slopes_of_ground(lies.cells @ lies.ways)
        found[lies.there] = (moves + by_place @ np.tensordot(lies.cells, ways, axes=1)) / _SPREAD_PX
        square, by_ways = _square(lies.ways)
        far = (square / _NOT_SQUARE) ** 2
        of_square = np.tensordot(by_ways, ways[:2], axes=2) * ((1 - far) / (1 + far) ** 2)[:, None]
        return np.concatenate([found.reshape(-1, OF_CAMERA), of_square]), self._off(camera, lies)

    def _off(self, camera: Camera, lies: _Lies) -> Floats:
        off = np.full((len(self.some), 2), _SKY)
        off[lies.there] = (camera.seen(lies.cells @ lies.ways) - self.pixels[self.some][lies.there]) / _SPREAD_PX
        square, _ = _square(lies.ways)
        return np.append(off.ravel(), square / (1 + (square / _NOT_SQUARE) ** 2))

    def _sky(self) -> Floats:
        """What `off` says where too few cells are seen on a table."""
        return np.append(np.full(2 * len(self.some), _SKY), [0.0, 0.0])

    def _lies(self, camera: Camera) -> _Lies | None:
        """None where too few cells are seen on a table."""
        ground = camera.ground(self.pixels[self.some])
        there = np.asarray(np.isfinite(ground).all(axis=1), dtype=np.bool_)
        if there.sum() < _FEWEST:
            return None
        cells, ground = self.cells[self.some][there], ground[there]
        cells = np.column_stack([cells, np.ones(len(cells))])
        near = 1 / np.linalg.norm(np.column_stack([ground, np.zeros(len(ground))]) - camera.place, axis=1)
        ways = np.linalg.lstsq(cells * near[:, None], ground * near[:, None], rcond=None)[0]
        return _Lies(there, cells, ground, near, ways)


@dataclass(frozen=True, slots=True)
class _Lies:
    """How a lattice lies on the table before some camera."""

    there: NDArray[np.bool_]
    """(k,). Whether a cell is seen on the table; the rest is of those that are."""

    cells: Floats
    """(n, 3). Along both ways, and 1."""

    ground: Floats
    """(n, 2) mm. Where they are seen."""

    near: Floats
    """(n,). By how much each is weighed."""

    ways: Floats
    """(3, 2) mm. From cells to the table."""


def _square(ways: Floats) -> tuple[Floats, Floats]:
    """(2,) spreads: how far a lattice is from a square one; and what its ways (3, 2) change of it, (2, 2, 2)."""
    first, second = np.linalg.norm(ways[:2], axis=1)
    one, other = ways[0] / first, ways[1] / second
    sine = float(np.clip(one @ other, -1, 1))
    turn = math.sqrt(max(1 - sine**2, _STEEP))
    by_ways = np.array(
        [
            [one / first, -other / second],
            [(other - sine * one) / (first * turn), (one - sine * other) / (second * turn)],
        ]
    )
    return np.array([math.log(first / second), math.asin(sine)]) / _SQUARE, by_ways / _SQUARE


_STEEP = 1e-12
"""The square of a cosine below which a lattice is flat as a line, and has no slope."""

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
