"""How far off what was found on a photo may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from armada_sim.photo.camera import Floats
from armada_sim.photo.fitting import CAMERA, USUALLY_OFF, Fit, Piece, on_table
from armada_sim.photo.solids import POSE, placed
from armada_sim.tabletop import InputError, Message

_LEAST_OFF = 1.0
"""px. Nobody marks a corner better."""

_USUAL_COUNT = 6
"""What is expected of marks weighs as much as this many of them."""

_SAMPLES = 4000
"""Draws from what the marks leave open: 4 % of them, beyond the quantile that is stated, are known to a twelfth."""

_COVERED = 0.96
"""Share of tables on which every corner lies within the stated tolerance."""

BESIDE = 1.8
"""Times the error of all marks: a piece that its own miss by more has one beside its corner."""

_OPEN = 1000.0
"""mm. A ship whose corners may be off by more may lie anywhere."""

_AS_LIKELY = 9.0
"""A rival may be true as well if its squares, in those of a mark's error, are greater by no more (three standard
deviations)."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """How far off what was found may be."""

    mark: float
    """px. How far a mark is off, each way, as far as can be seen."""

    own: Floats
    """(n,) px. The same of the marks on each piece alone."""

    corners: Floats
    """(n,) mm. How far any corner of each piece on the table may be off: all together, `_COVERED` of the time."""

    rivals: tuple[tuple[Fit, ...], ...]
    """Of each piece: fits that may be true as well and lay it elsewhere."""


def doubt(found: Fit, rivals: Sequence[Fit], pieces: Sequence[Piece], known: bool) -> Doubt:
    """How far off the poses of a fit may be: in the frame of points of the table, if these are `known`, else as they
    lie to each other.

    The error of marks is estimated from how they miss, together with what is expected of it, and carried over to the
    poses along the slopes (Gauss and Markov); as it is an estimate, the draws are Student's. Raises InputError where
    the marks leave a pose open.
    """
    rows, unknowns = found.slopes.shape
    freedom = rows - unknowns + _USUAL_COUNT
    mark = max(_LEAST_OFF, float(np.sqrt((2 * found.cost + _USUAL_COUNT * USUALLY_OFF**2) / freedom)))
    lot = np.random.default_rng(0)
    try:
        _, weights, axes = np.linalg.svd(found.slopes, full_matrices=False)
        drawn = lot.standard_normal((_SAMPLES, unknowns)) @ (axes / weights[:, None])
    except np.linalg.LinAlgError:
        drawn = np.full((_SAMPLES, unknowns), np.nan)
    drawn *= mark * np.sqrt(freedom / lot.chisquare(freedom, (_SAMPLES, 1)))
    here = on_table(pieces, found.poses)
    off = np.stack([_moved(drawn, here[k], pose, k) for k, pose in enumerate(found.poses)], axis=-1)  # (samples, n)
    usual = np.quantile(off, _COVERED, axis=0)
    if not (np.isfinite(off).all() and usual.min() > 0 and usual.max() <= _OPEN):
        raise InputError(Message("the marks do not say where the ships lie: mark more corners"))
    own = _own(found, pieces)
    reaches = (
        usual * float(np.quantile((off / usual).max(axis=1), _COVERED)) * np.where(own > BESIDE * mark, own / mark, 1)
    )
    likely = [rival for rival in rivals if 2 * (rival.cost - found.cost) <= _AS_LIKELY * mark**2]
    apart = np.array([_apart(on_table(pieces, rival.poses), here, known) for rival in likely]).reshape(-1, len(pieces))
    elsewhere = [
        tuple(rival for rival, far in zip(likely, apart[:, k], strict=True) if far > reaches[k])
        for k in range(len(pieces))
    ]
    return Doubt(mark, own, reaches + np.where(apart > reaches, apart, 0).max(axis=0, initial=0), tuple(elsewhere))


def _own(found: Fit, pieces: Sequence[Piece]) -> Floats:
    """(n,) px. How far the marks on each piece are off, each way, as they miss it; at least what is usual."""
    each = []
    for piece, pose, taken in zip(pieces, found.poses, found.taken, strict=True):
        missed = found.camera.project(placed(piece.corners, pose[None])[0])[taken] - piece.pixels
        each.append(np.sqrt(float((missed**2).sum()) / max(1, missed.size - len(pose))))
    return np.maximum(np.array(each, dtype=np.float64), USUALLY_OFF)


def _moved(drawn: Floats, corners: Floats, pose: Floats, number: int) -> Floats:
    """(samples,) mm. The farthest that one of a piece's corners (3, 2) is moved by each draw."""
    change = drawn[:, CAMERA + 3 * number : CAMERA + 3 * number + 3] * POSE
    x, y = (corners - pose[:2]).T
    moved = np.hypot(change[:, :1] - change[:, 2:] * y, change[:, 1:2] + change[:, 2:] * x)
    return np.asarray(moved.max(axis=1))


def _apart(there: Floats, here: Floats, known: bool) -> Floats:
    """(n,) mm. The farthest that a corner of each piece (n, 3, 2) lies from where it lies in another fit.

    Where the frame is not `known`, the one table is first laid over the other with least squares.
    """
    one, other = there @ np.array([1, 1j]), here @ np.array([1, 1j])
    if not known:
        one, other = one - one.mean(), other - other.mean()
        one = one * np.exp(1j * np.angle((one.conj() * other).sum()))
    return np.asarray(np.abs(one - other).max(axis=1))
