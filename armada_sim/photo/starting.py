"""Where a fit starts: a camera from the four corners of a rectangle, a ship's pose from marks on its corners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.camera import Camera, Floats
from armada_sim.photo.solids import placed, visible

USUAL_FOCAL = 0.9
"""Of the longer side of a picture: telephones have 0.7 to 0.8, and 1.4 to 2 when they zoom."""

FOCAL_SPREAD = 0.5
"""1. Standard deviation of the logarithm of a focal length among cameras: 95 % of them have 0.33 to 2.4."""

_FOCAL_WITHIN = 2.5 * FOCAL_SPREAD
"""1. A focal length whose logarithm is further from the usual is not believed: from straight above it is not seen."""


def _homography(flat: Floats, pixels: Floats) -> Floats:
    """(3, 3). The projection of a plane that takes four points (4, 2) to four others; its last element is 1."""
    rows = []
    for (x, y), (u, v) in zip(flat, pixels, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
    return np.append(np.linalg.solve(np.array(rows), pixels.ravel()), 1.0).reshape(3, 3)


def _focals(seen: Floats, usual: float) -> list[float]:
    """Focal lengths to start from, in the unit of the points that a homography leads to, counted from the middle.

    Two sides of a rectangle are orthogonal and measured alike, which gives two equations for 1/f^2 (Zhang, A flexible
    new technique for camera calibration, IEEE PAMI 22, 2000). From straight above both are empty.
    """
    (a, b, _), (c, d, _), (e, f, _) = seen
    given = np.array([a * b + c * d, a * a + c * c - b * b - d * d])
    wanted = np.array([e * f, e * e - f * f])
    square = float(given @ given)
    inverse = -float(given @ wanted) / square if square else 0.0
    found = 1 / float(np.sqrt(inverse)) if inverse > 0 else np.inf
    return [found, usual] if abs(np.log(found / usual)) <= _FOCAL_WITHIN else [usual, usual / 2, usual * 2]


def cameras(width: float, height: float, flat: Floats, pixels: Floats) -> list[Camera]:
    """Cameras with straight lenses that see four points of the table (4, 2) mm near four pixels (4, 2).

    width, height: px of the picture. Raises numpy.linalg.LinAlgError where three of the points lie on a line.
    """
    scale = float(np.hypot(width, height)) / 2
    seen = _homography(flat, (pixels - np.array([width, height]) / 2) / scale)
    found = []
    for focal in _focals(seen, USUAL_FOCAL * max(width, height) / scale):
        columns = seen / np.array([[focal], [focal], [1.0]])
        columns /= np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1])) * np.sign(columns[2, 2])
        first, second, shift = columns.T
        left, _, right = np.linalg.svd(np.column_stack([first, second, np.cross(first, second)]))
        found.append(Camera(width, height, focal * scale, 0.0, left @ right, shift))
    return found


@dataclass(frozen=True, slots=True)
class Ways:
    """Every way to say which corner of a solid each mark is."""

    corners: NDArray[np.intp]
    """(m, n). The corner that each way takes each of n marks for."""

    poses: Floats
    """(m, 3) mm, mm, radians. Where the solid would lie."""

    squares: Floats
    """(m,) px^2. How far the marks would miss it, squared and added up; infinite where it cannot lie so."""


def ways(camera: Camera, pixels: Floats, corners: Floats, known: Sequence[int | None]) -> Ways:
    """How marks (n, 2) px may be corners of a solid (5, 3) mm, true to what is known of each.

    A mark of a corner whose height is known lies over one point of the table; to these points the solid's own are
    brought by a turn and a shift (Procrustes).
    """
    said = [(place, corner) for place, corner in enumerate(known) if corner is not None]
    among = [way for way in permutations(range(5), len(pixels)) if all(way[place] == corner for place, corner in said)]
    taken = np.array(among, dtype=np.intp).reshape(-1, len(pixels))
    levels, level = np.unique(corners[:, 2], return_inverse=True)
    over = np.stack([camera.ground(pixels, height) @ np.array([1, 1j]) for height in levels], axis=-1)
    measured = over[np.arange(len(pixels)), level[taken]]
    piece = (corners[:, :2] @ np.array([1, 1j]))[taken]
    centre, target = piece.mean(axis=1, keepdims=True), measured.mean(axis=1, keepdims=True)
    turn = np.angle(((piece - centre).conj() * (measured - target)).sum(axis=1))
    shift = target[:, 0] - np.exp(1j * turn) * centre[:, 0]
    poses = np.column_stack([shift.real, shift.imag, turn])
    lying = placed(corners, poses)
    missed = np.take_along_axis(camera.project(lying), taken[..., None], axis=1) - pixels
    seen = np.take_along_axis(visible(camera, lying), taken, axis=1).all(axis=1)
    squares = (missed**2).sum(axis=(1, 2))
    possible = np.isfinite(squares)
    if (seen & possible).any():  # else the camera is not known well enough, or the user knows better
        possible &= seen
    return Ways(taken, poses, np.where(possible, squares, np.inf))
