"""Camera and ships fitted together to the marks on a photo, and how far off what is found may be.

A lying pyramid stands up to 25 mm high and hangs over its base: a picture straightened as if it were flat is off by
centimetres. So the real solids are projected: unknown are the camera (eight numbers) and three numbers a ship.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.camera import Camera, Floats, turned
from armada_sim.photo.solids import ON_TABLE, placed
from armada_sim.photo.starting import FOCAL_SPREAD, USUAL_FOCAL, Ways, cameras, ways
from armada_sim.tabletop import InputError, Message

_CAMERA = 8
"""Unknowns of a camera: logarithm of the focal length, bend, a turn, a shift."""

_SHIP = np.array([100.0, 100.0, 1.0])
"""mm, mm, radians. What the three unknowns of a ship are counted in, so that all are of one size."""

_LEAST_OFF = 1.0
"""px. Nobody marks a corner better."""

_USUALLY_OFF = 1.5
"""px. How far a mark is off, each way, before any is seen."""

_USUAL_COUNT = 6
"""What is expected of marks weighs as much as this many of them."""

_BEND_SPREAD = 0.02
"""1. Standard deviation of bends among lenses; telephones straighten their pictures to less than 0.01."""

_STEP = 1e-6
"""Of unknowns that are all about 1: half the stretch over which slopes are measured."""

_EVALUATIONS = 60
"""Most of one fit; a good start takes ten."""

_EVALUATIONS_OF_A_START = 15
"""The same for a camera without ships, which need not be known well."""

_STILL = 1e-6
"""1. A fit ends where the sum of squares falls by a smaller share."""

_ROUNDS = 4
"""Most times that marks are taken for corners anew, with the camera better known."""

_SAMPLES = 4000
"""Draws from what the marks leave open: 4 % of them, beyond the quantile that is stated, are known to a twelfth."""

_COVERED = 0.96
"""Share of tables on which every corner lies within the stated tolerance."""

_AS_LIKELY = 9.0
"""1. Another way to take marks may be true as well if its squares, in those of a mark's error, are greater by no more
(three standard deviations)."""


@dataclass(frozen=True, slots=True)
class Flat:
    """Points of the table whose place is known, and where they were marked."""

    points: Floats
    """(k, 2) mm."""

    pixels: Floats
    """(k, 2)."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A solid and the marks on it."""

    corners: Floats
    """(5, 3) mm. See `solids`."""

    pixels: Floats
    """(n, 2)."""

    known: tuple[int | None, ...]
    """Which corner each mark is, where it was said."""


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
    flat: Flat
    ship: NDArray[np.intp]
    """(n,). The piece that each mark is on."""

    local: Floats
    """(n, 3) mm. The corner that it is, in the piece's frame."""

    pixels: Floats
    """(n, 2)."""

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
        x, y, turn = (unknowns[_CAMERA:].reshape(-1, 3) * _SHIP)[self.ship].T
        along, across, up = self.local.T
        cosine, sine = np.cos(turn), np.sin(turn)
        corners = np.column_stack([x + cosine * along - sine * across, y + sine * along + cosine * across, up])
        known = np.column_stack([self.flat.points, np.zeros(len(self.flat.points))])
        usual = USUAL_FOCAL * max(camera.width, camera.height)
        expected = np.array([np.log(camera.focal / usual) / FOCAL_SPREAD, camera.bend / _BEND_SPREAD]) * _USUALLY_OFF
        missed = camera.project(np.concatenate([known, corners])) - np.concatenate([self.flat.pixels, self.pixels])
        return np.concatenate([missed.ravel(), expected])

    def slopes(self, unknowns: Floats) -> Floats:
        """By differences; what a ship's three do is seen at all ships at once, since no mark is on two."""

        def along(change: Floats) -> Floats:
            return (self.residuals(unknowns + _STEP * change) - self.residuals(unknowns - _STEP * change)) / (2 * _STEP)

        unit = np.eye(len(unknowns))
        found = np.zeros((2 * (len(self.flat.pixels) + len(self.pixels)) + 2, len(unknowns)))
        for k in range(_CAMERA):
            found[:, k] = along(unit[k])
        rows = 2 * (len(self.flat.pixels) + np.arange(len(self.pixels)))
        for k in range(3 if len(self.ship) else 0):
            change, columns = along(unit[_CAMERA + k :: 3].sum(axis=0)), _CAMERA + 3 * self.ship + k
            found[rows, columns], found[rows + 1, columns] = change[rows], change[rows + 1]
        return found

    def solved(self, poses: Floats, most: int = _EVALUATIONS) -> tuple[Camera, Floats, float, Floats]:
        """Camera, poses, cost and slopes where the squares are least (Levenberg and Marquardt)."""
        try:
            from scipy.optimize import least_squares
        except ImportError:
            raise InputError(Message("photos need SciPy: pip install 'armada-sim[photo]'")) from None

        first = np.concatenate([[0, self.start.bend, 0, 0, 0, 0, 0, 0], (poses / _SHIP).ravel()])
        found = least_squares(self.residuals, first, jac=self.slopes, method="lm", ftol=_STILL, max_nfev=most)
        return self.camera(found.x), found.x[_CAMERA:].reshape(-1, 3) * _SHIP, found.cost, self.slopes(found.x)


def camera_of(width: float, height: float, flat: Flat) -> tuple[Camera, float]:
    """The likeliest camera that sees known points of the table where they were marked, and its cost.

    Raises numpy.linalg.LinAlgError where three of the points lie on a line.
    """
    nothing = np.zeros(0, dtype=np.intp), np.zeros((0, 3)), np.zeros((0, 2))
    solved = [
        _Problem(start, flat, *nothing).solved(np.zeros((0, 3)), _EVALUATIONS_OF_A_START)
        for start in cameras(width, height, flat.points, flat.pixels)
    ]
    camera, _, cost, _ = min(solved, key=lambda one: one[2])
    return camera, cost


def fit(camera: Camera, flat: Flat, pieces: Sequence[Piece]) -> Fit | None:
    """Camera and pieces together, from a camera that is nearly right; None where marks fit no piece on the table."""
    ship = np.repeat(np.arange(len(pieces)), [len(piece.pixels) for piece in pieces])
    pixels = np.concatenate([piece.pixels for piece in pieces])
    taken: tuple[NDArray[np.intp], ...] = ()
    found = None
    for _ in range(_ROUNDS):
        likeliest = [_likeliest(ways(camera, piece.pixels, piece.corners, piece.known)) for piece in pieces]
        if any(one is None for one in likeliest):
            return None
        chosen = [one for one in likeliest if one is not None]
        now = tuple(corners for corners, _ in chosen)
        if taken and all(np.array_equal(a, b) for a, b in zip(taken, now, strict=True)):
            break
        taken = now
        local = np.concatenate([piece.corners[corners] for piece, corners in zip(pieces, taken, strict=True)])
        problem = _Problem(camera, flat, ship, local, pixels)
        camera, poses, cost, slopes = problem.solved(np.array([pose for _, pose in chosen]))
        found = Fit(camera, poses, taken, cost, slopes)
    return found


def _likeliest(found: Ways) -> tuple[NDArray[np.intp], Floats] | None:
    best = int(np.argmin(found.squares))
    return (found.corners[best], found.poses[best]) if np.isfinite(found.squares[best]) else None


@dataclass(frozen=True, slots=True)
class Doubt:
    """How far off what was found may be."""

    mark: float
    """px. How far a mark is off, each way, as far as can be seen."""

    corners: Floats
    """(n,) mm. How far any corner of each piece on the table may be off: all together, `_COVERED` of the time."""

    unsure: tuple[bool, ...]
    """Of each piece: whether its marks may as well be other corners, which would lay it elsewhere."""


def doubt(found: Fit, pieces: Sequence[Piece]) -> Doubt:
    """How far off the poses of a fit may be, in the frame of the known points.

    The error of marks is estimated from how they miss, together with what is expected of it, and carried over to the
    poses along the slopes (Gauss and Markov); as it is an estimate, the draws are Student's. Raises InputError where
    the marks leave a pose open.
    """
    rows, unknowns = found.slopes.shape
    freedom = rows - unknowns + _USUAL_COUNT
    mark = max(_LEAST_OFF, float(np.sqrt((2 * found.cost + _USUAL_COUNT * _USUALLY_OFF**2) / freedom)))
    lot = np.random.default_rng(0)
    try:
        _, weights, axes = np.linalg.svd(found.slopes, full_matrices=False)
        drawn = lot.standard_normal((_SAMPLES, unknowns)) @ (axes / weights[:, None])
    except np.linalg.LinAlgError:
        drawn = np.full((_SAMPLES, unknowns), np.nan)
    drawn *= mark * np.sqrt(freedom / lot.chisquare(freedom, (_SAMPLES, 1)))
    off = np.stack([_moved(drawn, found, pieces, k) for k in range(len(pieces))], axis=-1)  # (samples, n)
    if not np.isfinite(off).all():
        raise InputError(Message("the marks do not say where the ships lie: mark more corners"))
    share = float(np.quantile((off / np.quantile(off, _COVERED, axis=0)).max(axis=1), _COVERED))
    reaches = share * np.quantile(off, _COVERED, axis=0)
    others = np.array([_elsewhere(found, piece, k, mark) for k, piece in enumerate(pieces)])
    return Doubt(mark, reaches + others, tuple((others > reaches).tolist()))


def _moved(drawn: Floats, found: Fit, pieces: Sequence[Piece], number: int) -> Floats:
    """(samples,) mm. The farthest that a corner of a piece on the table is moved by each draw."""
    change = drawn[:, _CAMERA + 3 * number : _CAMERA + 3 * number + 3] * _SHIP
    corners = placed(pieces[number].corners, found.poses[number : number + 1])[0, :ON_TABLE, :2]
    x, y = (corners - found.poses[number, :2]).T
    moved = np.hypot(change[:, :1] - change[:, 2:] * y, change[:, 1:2] + change[:, 2:] * x)
    return np.asarray(moved.max(axis=1))


def _elsewhere(found: Fit, piece: Piece, number: int, mark: float) -> float:
    """mm. How far a corner on the table lies elsewhere if the marks are other corners that fit as well."""
    other = ways(found.camera, piece.pixels, piece.corners, piece.known)
    likely = other.squares <= other.squares.min() + _AS_LIKELY * mark**2
    likely &= np.isfinite(other.squares) & (other.corners != found.taken[number]).any(axis=1)
    here = placed(piece.corners, found.poses[number : number + 1])[:, :ON_TABLE, :2]
    there = placed(piece.corners, other.poses[likely])[:, :ON_TABLE, :2]
    return float(np.linalg.norm(there - here, axis=-1).max(initial=0.0))
