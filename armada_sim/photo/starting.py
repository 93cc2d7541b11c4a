"""Where a fit starts: a camera from corners of a rectangle or of a ship, a ship's pose from marks on its corners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.camera import Camera, Floats, turned
from armada_sim.photo.solids import placed, visible

Known = Sequence[int | None]
"""Of each mark: which corner it is, where that was said."""

USUAL_FOCAL = 0.9
"""Of the longer side of a picture: telephones have 0.7 to 0.8, and 1.4 to 2 when they zoom."""

FOCAL_SPREAD = 0.5
"""Standard deviation of the logarithm of a focal length among cameras: 95 % of them have 0.33 to 2.4."""

_LEANS, _SIDES = np.radians(np.arange(5, 80, 10)), np.radians(np.arange(0, 360, 15))
"""Radians from straight above, and about the vertical: whence a ship may be seen. The nearest is 8 degrees away."""

_FAR = 1e5
"""mm. Directions are places so far away."""

_TURNED_AWAY = -0.2
"""Sine of the angle by which a face may be turned away from such a direction, and be seen from the true one."""

_LOOKS, _APART = 8, np.radians(35)
"""So many cameras see a ship as it was marked; radians by which they differ, if not in what the
marks are taken for."""

_UNSEEN = 400.0
"""px^2. Corners that a ship hides are not marked: only with a camera that is not known well do they seem so."""

_ZOOMS = 3
"""Times that a ship's distance, which makes its far corners smaller, is found anew."""

_FOCAL_WITHIN = 2.5 * FOCAL_SPREAD
"""A focal length whose logarithm is further from the usual is not believed: from straight above it is not seen."""


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


def cameras(width: float, height: float, flat: Floats, pixels: Floats, usual: float | None = None) -> list[Camera]:
    """Cameras with straight lenses that see four points of the table (4, 2) mm near four pixels (4, 2).

    width, height: px of the picture. usual: px, a focal length that is tried too.
    Raises numpy.linalg.LinAlgError where three of the points lie on a line.
    """
    scale = float(np.hypot(width, height)) / 2
    seen = _homography(flat, (pixels - np.array([width, height]) / 2) / scale)
    found = []
    focals = _focals(seen, USUAL_FOCAL * max(width, height) / scale)
    for focal in focals if usual is None else [*focals, usual / scale]:
        columns = seen / np.array([[focal], [focal], [1.0]])
        columns /= np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1])) * np.sign(columns[2, 2])
        first, second, shift = columns.T
        left, _, right = np.linalg.svd(np.column_stack([first, second, np.cross(first, second)]))
        found.append(Camera(width, height, focal * scale, 0.0, left @ right, shift))
    return found


def cameras_over(width: float, height: float, pixels: Floats, corners: Floats, known: Known) -> list[Camera]:
    """Usual cameras that see a solid (5, 3) mm at (0, 0), heading 0, near the marks (n, 2) px on it, the nearest first.

    From each direction of a net the solid, its far corners smaller, is brought to the marks by a turn, a scale and a
    shift (Procrustes), which are the camera's roll, distance and aim.
    """
    taken, views, middle = _namings(len(pixels), known), _views(), corners.mean(axis=0)
    seen = (corners - middle) @ np.swapaxes(views, 1, 2)  # (views, 5, 3)
    flat, ahead = (seen[..., :2] @ np.array([1, 1j]))[:, taken], seen[..., 2][:, taken]  # (views, ways, n)
    shown = visible(-_FAR * views[:, 2], np.broadcast_to(corners - middle, seen.shape), _TURNED_AWAY)
    possible = shown[:, taken].all(axis=-1)
    focal = USUAL_FOCAL * max(width, height)
    rays = np.column_stack([pixels - np.array([width, height]) / 2, np.full(len(pixels), focal)])
    aim = _aimed(rays.mean(axis=0))
    rays = rays @ aim.T
    marks = focal * (rays[:, :2] / rays[:, 2:]) @ np.array([1, 1j])
    target, share = marks - marks.mean(), np.zeros(possible.shape)  # share: px a mm
    with np.errstate(all="ignore"):
        for _ in range(_ZOOMS):
            shrunk = flat / (1 + ahead * share[..., None] / focal)
            centre = shrunk.mean(axis=-1)
            around = shrunk - centre[..., None]
            scale = (around.conj() * target).sum(axis=-1) / (np.abs(around) ** 2).sum(axis=-1)
            share = np.abs(scale)
        squares = (np.abs(scale[..., None] * around - target) ** 2).sum(axis=-1)
    squares = np.where(possible & np.isfinite(squares) & (share > 0), squares, np.inf)
    kept: list[tuple[int, Camera]] = []
    for view, way in zip(*np.unravel_index(np.argsort(squares, axis=None), squares.shape), strict=True):
        if len(kept) == _LOOKS or not np.isfinite(squares[view, way]):
            break
        turn = aim.T @ turned(np.array([0, 0, np.angle(scale[view, way])])) @ views[view]
        if any(way == other and np.trace(turn @ like.turn.T) > 1 + 2 * np.cos(_APART) for other, like in kept):
            continue
        at = (marks.mean() - scale[view, way] * centre[view, way]) / share[view, way]
        shift = aim.T @ np.array([at.real, at.imag, focal / share[view, way]]) - turn @ middle
        kept.append((way, Camera(width, height, focal, 0.0, turn, shift)))
    return [camera for _, camera in kept]


def _views() -> Floats:
    """(views, 3, 3). Turns of cameras without roll that look down at the origin."""
    lean, side = (one.ravel() for one in np.meshgrid(_LEANS, _SIDES))
    ahead = -np.column_stack([np.sin(lean) * np.cos(side), np.sin(lean) * np.sin(side), np.cos(lean)])
    right = np.column_stack([-np.sin(side), np.cos(side), np.zeros(len(side))])
    return np.stack([right, np.cross(ahead, right), ahead], axis=1)


def _aimed(ray: Floats) -> Floats:
    """(3, 3). The turn that leads a ray ahead of a camera to its axis."""
    ahead = ray / np.linalg.norm(ray)
    right = np.cross([0.0, 1.0, 0.0], ahead)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(ahead, right), ahead])


def _namings(count: int, known: Known) -> NDArray[np.intp]:
    """(m, n). Every way to say which corner each of so many marks is, true to what is known."""
    said = [(place, corner) for place, corner in enumerate(known) if corner is not None]
    among = [way for way in permutations(range(5), count) if all(way[place] == corner for place, corner in said)]
    return np.array(among, dtype=np.intp).reshape(-1, count)


@dataclass(frozen=True, slots=True)
class Ways:
    """Every way to say which corner of a solid each mark is."""

    corners: NDArray[np.intp]
    """(m, n). The corner that each way takes each of n marks for."""

    poses: Floats
    """(m, 3) mm, mm, radians. Where the solid would lie."""

    squares: Floats
    """(m,) px^2. How far the marks would miss it, squared and added up, and more if it would hide one of the corners;
    infinite where it cannot lie so."""


def ways(camera: Camera, pixels: Floats, corners: Floats, known: Known) -> Ways:
    """How marks (n, 2) px may be corners of a solid (5, 3) mm, true to what is known of each.

    A mark of a corner whose height is known lies over one point of the table; to these points the solid's own are
    brought by a turn and a shift (Procrustes).
    """
    taken = _namings(len(pixels), known)
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
    seen = np.take_along_axis(visible(camera.place, lying), taken, axis=1).all(axis=1)
    squares = (missed**2).sum(axis=(1, 2)) + np.where(seen, 0, _UNSEEN)
    return Ways(taken, poses, np.where(np.isfinite(squares), squares, np.inf))
