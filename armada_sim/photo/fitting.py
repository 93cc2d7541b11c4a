"""Camera and ships fitted together to the marks on a photo.

A lying pyramid stands up to 25 mm high and hangs over its base: a picture straightened as if it were flat is off by
centimetres. So the real solids are projected: unknown are the camera (eight numbers) and three numbers a ship.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from armada_sim.geometry import COORDINATE_LIMIT_MM
from armada_sim.photo.camera import Camera, Floats, turned
from armada_sim.photo.marking import NEEDS_SCIPY, ON_TABLE
from armada_sim.photo.solids import POSE, placed, shared
from armada_sim.photo.starting import FOCAL_SPREAD, USUAL_FOCAL, Known, Ways, cameras, ways
from armada_sim.tabletop import InputError

CAMERA = 8
"""Unknowns of a camera: logarithm of the focal length, bend, a turn, a shift."""

USUALLY_OFF = 1.5
"""px. How far a mark is off, each way, before any is seen."""

_BEND_SPREAD = 0.02
"""Standard deviation of bends among lenses; telephones straighten their pictures to less than 0.01."""

_STEP = 1e-6
"""Of unknowns that are all about 1: half the stretch over which slopes are measured."""

_EVALUATIONS = 60
"""Most of one fit; a good start takes ten."""

_EVALUATIONS_OF_A_START = 15
"""The same for a camera without ships, which need not be known well."""

_HELD = 10.0
"""px a mm. How firmly a frame is held: far more so than by marks."""

_STILL = 1e-6
"""A fit ends where the sum of squares falls by a smaller share."""

_ROUNDS = 4
"""Most times that marks are taken for corners anew, with the camera better known."""


@dataclass(frozen=True, slots=True)
class Flat:
    """Points of the table whose place is known, and where they were marked."""

    points: Floats
    """(k, 2) mm."""

    pixels: Floats
    """(k, 2)."""


NOWHERE = Flat(np.zeros((0, 2)), np.zeros((0, 2)))
"""Where no point of the table is known."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A solid and the marks on it."""

    corners: Floats
    """(5, 3) mm. See `solids`."""

    pixels: Floats
    """(n, 2)."""

    known: Known


Way = tuple[NDArray[np.intp], Floats]
"""What a piece's marks (n,) are taken for, and its pose (3,) mm, mm, radians."""


@dataclass(frozen=True, slots=True)
class Fit:
    """What was found."""

    camera: Camera
    poses: Floats
    """(n, 3) mm, mm, radians."""

    taken: tuple[NDArray[np.intp], ...]
    """Of each piece: the corner each mark was taken for."""

    cost: float
    """px^2. Half the sum of squares, with what is expected of cameras."""

    slopes: Floats
    """(residuals, unknowns) at the solution."""


@dataclass(frozen=True, slots=True)
class _Problem:
    start: Camera
    poses: Floats
    """(m, 3) mm, mm, radians. Of the pieces, to start from."""

    flat: Flat
    ship: NDArray[np.intp]
    """(n,). The piece that each mark is on."""

    local: Floats
    """(n, 3) mm. The corner that it is, in the piece's frame."""

    pixels: Floats
    """(n, 2)."""

    held: Floats
    """(0 or 3, 3 m). Sums of what the pieces' unknowns change that may not change: see `shared`."""

    def camera(self, unknowns: Floats) -> Camera:
        start = self.start
        distance = float(np.linalg.norm(start.shift))
        return replace(
            start,
            focal=start.focal * float(np.exp(unknowns[0])),
            bend=float(unknowns[1]),
            turn=turned(unknowns[2:5]) @ start.turn,
            shift=start.shift + distance * unknowns[5:8],
        )

    def residuals(self, unknowns: Floats) -> Floats:
        camera = self.camera(unknowns)
        x, y, turn = (unknowns[CAMERA:].reshape(-1, 3) * POSE)[self.ship].T
        along, across, up = self.local.T
        cosine, sine = np.cos(turn), np.sin(turn)
        corners = np.column_stack([x + cosine * along - sine * across, y + sine * along + cosine * across, up])
        known = np.column_stack([self.flat.points, np.zeros(len(self.flat.points))])
        usual = USUAL_FOCAL * max(camera.width, camera.height)
        expected = np.array([np.log(camera.focal / usual) / FOCAL_SPREAD, camera.bend / _BEND_SPREAD]) * USUALLY_OFF
        missed = camera.project(np.concatenate([known, corners])) - np.concatenate([self.flat.pixels, self.pixels])
        shifted = self.held @ (unknowns[CAMERA:] - (self.poses / POSE).ravel())
        return np.concatenate([missed.ravel(), expected, shifted])

    def slopes(self, unknowns: Floats) -> Floats:
        """By differences; what a ship's three do is seen at all ships at once, since no mark is on two."""

        def along(change: Floats) -> Floats:
            return (self.residuals(unknowns + _STEP * change) - self.residuals(unknowns - _STEP * change)) / (2 * _STEP)

        unit = np.eye(len(unknowns))
        found = np.zeros((2 * (len(self.flat.pixels) + len(self.pixels)) + 2 + len(self.held), len(unknowns)))
        for k in range(CAMERA):
            found[:, k] = along(unit[k])
        rows = 2 * (len(self.flat.pixels) + np.arange(len(self.pixels)))
        for k in range(3 if len(self.ship) else 0):
            change, columns = along(unit[CAMERA + k :: 3].sum(axis=0)), CAMERA + 3 * self.ship + k
            found[rows, columns], found[rows + 1, columns] = change[rows], change[rows + 1]
        found[len(found) - len(self.held) :, CAMERA:] = self.held
        return found

    def solved(self, most: int = _EVALUATIONS) -> tuple[Camera, Floats, float, Floats]:
        """Camera, poses, cost and slopes where the squares are least (Levenberg and Marquardt)."""
        try:
            from scipy.optimize import least_squares
        except ImportError:
            raise InputError(NEEDS_SCIPY) from None

        first = np.concatenate([[0, self.start.bend, 0, 0, 0, 0, 0, 0], (self.poses / POSE).ravel()])
        found = least_squares(self.residuals, first, jac=self.slopes, method="lm", ftol=_STILL, max_nfev=most)
        return self.camera(found.x), found.x[CAMERA:].reshape(-1, 3) * POSE, found.cost, self.slopes(found.x)


def camera_of(width: float, height: float, flat: Flat) -> tuple[Camera, float]:
    """The likeliest camera that sees known points of the table where they were marked, and its cost.

    Raises numpy.linalg.LinAlgError where three of the points lie on a line.
    """
    no_poses, no_marks = np.zeros((0, 3)), (np.zeros(0, dtype=np.intp), np.zeros((0, 3)), np.zeros((0, 2)))
    solved = [
        _Problem(start, no_poses, flat, *no_marks, np.zeros((0, 0))).solved(_EVALUATIONS_OF_A_START)
        for start in cameras(width, height, flat.points, flat.pixels)
    ]
    camera, _, cost, _ = min(solved, key=lambda one: one[2])
    return camera, cost


def on_table(pieces: Sequence[Piece], poses: Floats) -> Floats:
    """(n, 3, 2) mm. Where the corners on the table lie."""
    lying = [placed(piece.corners, pose[None])[0] for piece, pose in zip(pieces, poses, strict=True)]
    return np.stack(lying)[:, :ON_TABLE, :2]


def fit(camera: Camera, flat: Flat, pieces: Sequence[Piece], most: int = _EVALUATIONS) -> Fit | None:
    """Camera and pieces together, from a camera that is nearly right; None where marks fit no piece on the table.

    Where no point of the table is known, the frame is that in which the camera is given.
    """
    found = None
    for _ in range(_ROUNDS):
        likeliest = [_likeliest(ways(camera, piece.pixels, piece.corners, piece.known)) for piece in pieces]
        chosen = [one for one in likeliest if one is not None]
        if len(chosen) < len(pieces):
            return None
        if found and all(np.array_equal(a, b) for a, (b, _) in zip(found.taken, chosen, strict=True)):
            break
        found = fit_as(camera, flat, pieces, chosen, most)
        camera = found.camera
    return found


def fit_as(camera: Camera, flat: Flat, pieces: Sequence[Piece], chosen: Sequence[Way], most: int = _EVALUATIONS) -> Fit:
    """The same, with what each piece's marks are taken for, and about where it lies."""
    ship = np.repeat(np.arange(len(pieces)), [len(piece.pixels) for piece in pieces])
    pixels = np.concatenate([piece.pixels for piece in pieces])
    local = np.concatenate([piece.corners[corners] for piece, (corners, _) in zip(pieces, chosen, strict=True)])
    poses = np.array([pose for _, pose in chosen])
    held = np.zeros((0, poses.size)) if len(flat.points) else _HELD * shared(on_table(pieces, poses), poses)
    camera, poses, cost, slopes = _Problem(camera, poses, flat, ship, local, pixels, held).solved(most)
    return Fit(camera, poses, tuple(corners for corners, _ in chosen), cost, slopes)


def _likeliest(found: Ways) -> Way | None:
    best = int(np.argmin(found.squares))
    return (found.corners[best], found.poses[best]) if np.isfinite(found.squares[best]) else None


def possible(found: Fit, pieces: Sequence[Piece]) -> bool:
    """Whether the camera stands over the table, before all of the ships, and these within what coordinates may be."""
    if not np.isfinite(found.poses).all() or np.abs(found.poses[:, :2]).max() > COORDINATE_LIMIT_MM:
        return False
    corners = [placed(piece.corners, found.poses[k : k + 1])[0] for k, piece in enumerate(pieces)]
    ahead = np.concatenate(corners) @ found.camera.turn[2] + found.camera.shift[2]
    return bool(found.camera.place[2] > 0 and ahead.min() > 0)
