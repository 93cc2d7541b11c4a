"""A camera: how points over the table come to points of a picture, and back.

The table frame is that of poses: mm, x to the right, y away, z up from the table. A picture's points are pixels from
its upper left corner, x to the right and y down. The camera is a pinhole whose axis meets the picture near its middle;
its lens moves a point that lies r from the middle to r (1 + bend r^2), r in half diagonals (the first term of Brown's
model, Photogrammetric Engineering 37, 1971).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

GAMMA = 2.2
"""The power by which a picture's numbers are light, about."""

_UNBENDING = 8
"""Newton steps that undo a lens; four reach the last digit for lenses that are fitted."""

_LEAST_DEPTH = 1e-3
"""Of the camera's distance: points nearer to its plane, or behind it, are seen as far out as one there."""

_NO_TURN = 1e-12
"""Radians. Turns below this are taken for none."""


OF_CAMERA = 10
"""Unknowns of a camera: see `Camera.slopes`."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole with a lens, and where it stands."""

    width: float
    """px of the picture."""

    height: float
    """px of the picture."""

    focal: float
    """px."""

    bend: float
    """How far outwards the lens moves a corner of the picture, as a share of its distance from the middle."""

    turn: Floats
    """(3, 3). Table frame to camera frame (x right, y down, z ahead)."""

    shift: Floats
    """(3,) mm. The table's origin in the camera frame."""

    aside: tuple[float, float] = (0.0, 0.0)
    """px. From the middle of the picture to where the axis meets it: not far, unless the picture was cropped."""

    @property
    def place(self) -> Floats:
        """(3,) mm. Where the camera stands over the table."""
        return -self.turn.T @ self.shift

    @property
    def middle(self) -> Floats:
        """(2,) px. Where the axis meets the picture."""
        return np.asarray(np.array([self.width, self.height]) / 2 + np.array(self.aside))

    @property
    def reach(self) -> float:
        """px. Half a diagonal of the picture."""
        return float(np.hypot(self.width, self.height)) / 2

    @property
    def a_mm(self) -> float:
        """px. About how large a mm of the table is seen."""
        return self.focal / float(np.linalg.norm(self.shift))

    def project(self, points: ArrayLike) -> Floats:
        """(n, 3) mm over the table to (n, 2) px."""
        seen = np.asarray(points, dtype=np.float64) @ self.turn.T + self.shift
        depth = np.maximum(seen[..., 2:], _LEAST_DEPTH * np.linalg.norm(self.shift))
        flat = seen[..., :2] * (self.focal / depth)
        square = (flat**2).sum(axis=-1, keepdims=True) / self.reach**2
        return np.asarray(flat * (1 + self.bend * square) + self.middle)

    def slopes(self, points: Floats, across: Floats) -> tuple[Floats, Floats]:
        """(…, OF_CAMERA), (…, 3) px. How far points (…, 3) mm move along unit vectors (…, 2) of the picture: by the
        camera's unknowns, the logarithm of its focal length, bend, a turn, a shift by its distance, and aside by its
        reach; and by each mm of the table's frame."""
        turned_only = points @ self.turn.T
        seen = turned_only + self.shift
        depth = seen[..., 2:]
        flat = seen[..., :2] * (self.focal / depth)
        square = (flat**2).sum(axis=-1, keepdims=True) / self.reach**2
        along = (flat * across).sum(axis=-1, keepdims=True)
        lens = (1 + self.bend * square) * across + 2 * self.bend / self.reach**2 * along * flat  # by flat
        by_depth = -(lens * seen[..., :2]).sum(axis=-1, keepdims=True) / depth
        by_seen = np.concatenate([lens, by_depth], axis=-1) * (self.focal / depth)
        found = np.concatenate(
            [
                (lens * flat).sum(axis=-1, keepdims=True),
                along * square,
                np.cross(turned_only, by_seen),
                float(np.linalg.norm(self.shift)) * by_seen,
                self.reach * across,
            ],
            axis=-1,
        )
        return found, by_seen @ self.turn

    def slopes_of_ground(self, ground: Floats) -> tuple[Floats, Floats]:
        """(n, 2, OF_CAMERA), (n, 2, 2) px. The same of places (n, 2) mm of the table, both ways of the picture: by the
        camera's unknowns, and by each mm."""
        space = np.column_stack([ground, np.zeros(len(ground))])[:, None]
        moves, by_place = self.slopes(space, np.broadcast_to(np.eye(2), (len(ground), 2, 2)))
        return moves, by_place[..., :2]

    def seen(self, ground: ArrayLike) -> Floats:
        """(…, 2) mm of the table to (…, 2) px."""
        places = np.asarray(ground, dtype=np.float64)
        return self.project(np.concatenate([places, np.zeros((*places.shape[:-1], 1))], axis=-1))

    def ground(self, pixels: ArrayLike, height: float = 0.0) -> Floats:
        """(n, 2) px to the (n, 2) mm over which they lie at a height of mm above the table; NaN for the sky."""
        bent = (np.asarray(pixels, dtype=np.float64) - self.middle) / self.reach
        flat = straightened(bent, self.bend) * (self.reach / self.focal)
        rays = np.concatenate([flat, np.ones((*flat.shape[:-1], 1))], axis=-1) @ self.turn
        place = self.place
        with np.errstate(divide="ignore", invalid="ignore"):
            far = (height - place[2]) / rays[..., 2]
        found = place[:2] + far[..., None] * rays[..., :2]
        return np.where((far > 0)[..., None], found, np.nan)

    def between(self, pixels: ArrayLike, farthest: float) -> tuple[Floats, Floats] | None:
        """(2,), (2,) mm. Between which x and y of the table (n, 2) px lie, and no farther than so many mm from the
        middle of the picture; None where none of them, or not the middle, shows the table."""
        ground, middle = self.ground(pixels), self.ground(self.middle[None])[0]
        ground = ground[np.isfinite(ground).all(axis=1)]
        if not len(ground) or not np.isfinite(middle).all():
            return None
        return np.maximum(ground.min(axis=0), middle - farthest), np.minimum(ground.max(axis=0), middle + farthest)


def straightened(bent: Floats, bend: float) -> Floats:
    """(…, 2). Without its lens, a point that is seen so far from the middle, in half diagonals."""
    length = np.hypot(bent[..., 0], bent[..., 1])
    straight = length.copy()
    for _ in range(_UNBENDING):
        straight -= (straight * (1 + bend * straight**2) - length) / (1 + 3 * bend * straight**2)
    return np.asarray(bent * np.where(length > 0, straight / np.where(length > 0, length, 1), 1)[..., None])


def looking_down(width: float, height: float, focal: float, up: float, away: float) -> Camera:
    """A camera held level that looks to (0, 0), so many degrees from the table."""
    c, s = np.cos(np.radians(up)), np.sin(np.radians(up))
    turn = np.array([[1, 0, 0], [0, -s, -c], [0, c, -s]])
    return Camera(width, height, focal, 0.0, turn, np.array([0.0, 0.0, away]))


def turned(vector: Floats) -> Floats:
    """(3, 3). The turn about `vector` by its length in radians (Rodrigues)."""
    angle = float(np.linalg.norm(vector))
    if angle < _NO_TURN:
        return np.eye(3)
    x, y, z = vector / angle
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * (cross @ cross))
