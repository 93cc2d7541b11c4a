"""Several pictures of one table: their ships found again in each other, and all cameras and ships fitted together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.adjusting import (
    CAMERA,
    FIRM,
    Adjusted,
    Expected,
    Looked,
    equations,
    held,
    looked,
    missed,
    moved,
    weights,
)
from armada_sim.photo.camera import Camera, Floats
from armada_sim.photo.edges import Body, Picture, State

_SAME_MM, _SAME_RAD = 18.0, 0.35
"""How far apart one ship may lie in two pictures."""

_LEAST_SHIPS = 2
"""That two pictures must have in common."""

_RANGES_PX = (8.0, 5.0, 3.0, 2.5, 2.0)
_REWEIGHTED = 6


@dataclass(frozen=True, slots=True)
class Looking:
    """A picture of the table that others show too."""

    image: Picture
    expected: Expected
    camera: Camera
    radius: float
    """mm."""

    sheet: Floats | None
    """(4, 2) mm."""

    shown: tuple[int, ...]
    """Ships that were found in it."""


@dataclass(frozen=True, slots=True)
class Ships:
    """Ships as one picture shows them, in its own frame."""

    sizes: tuple[int, ...]
    poses: Floats
    """(n, 3) mm, mm, radians."""


def shift_to(first: Ships, other: Ships) -> tuple[complex, complex] | None:
    """The turn and the shift that lay the ships of another picture over those of the first, as complex numbers; None
    where they have too few in common.

    Of each pair of ships of one size the turn that lays one over the other is tried.
    """
    here, there = first.poses[:, 0] + 1j * first.poses[:, 1], other.poses[:, 0] + 1j * other.poses[:, 1]
    best: tuple[int, float, complex, complex] | None = None
    for i, size in enumerate(first.sizes):
        for j in (j for j, same in enumerate(other.sizes) if same == size):
            turn = np.exp(1j * (first.poses[i, 2] - other.poses[j, 2]))
            shift = here[i] - turn * there[j]
            for _ in range(2):
                pairs = pairs_of(first, other, complex(turn), complex(shift))
                if len(pairs) < _LEAST_SHIPS:
                    break
                a, b = here[[k for k, _ in pairs]], there[[k for _, k in pairs]]
                turn = np.exp(1j * np.angle(((b - b.mean()).conj() * (a - a.mean())).sum()))
                shift = a.mean() - turn * b.mean()
                off = float(np.abs(turn * b + shift - a).sum())
                if best is None or (len(pairs), -off) > best[:2]:
                    best = (len(pairs), -off, complex(turn), complex(shift))
    return None if best is None else best[2:]


def pairs_of(first: Ships, other: Ships, turn: complex, shift: complex) -> list[tuple[int, int]]:
    """Numbers of the ships that are the same in both, once the other ones are turned and shifted."""
    here, there = first.poses[:, 0] + 1j * first.poses[:, 1], other.poses[:, 0] + 1j * other.poses[:, 1]
    found = []
    for j, size in enumerate(other.sizes):
        apart = np.abs(turn * there[j] + shift - here)
        turned = np.abs(np.angle(turn * np.exp(1j * (other.poses[j, 2] - first.poses[:, 2]))))
        good = (apart < _SAME_MM) & (turned < _SAME_RAD) & (np.array(first.sizes) == size)
        if good.any():
            found.append((int(np.argmin(np.where(good, apart, np.inf))), j))
    return found


def laid_over(poses: Floats, turn: complex, shift: complex) -> Floats:
    """(n, 3). Poses of another picture's frame in the first one's."""
    at = turn * (poses[:, 0] + 1j * poses[:, 1]) + shift
    return np.column_stack([at.real, at.imag, poses[:, 2] + np.angle(turn)])


def camera_over(camera: Camera, turn: complex, shift: complex) -> Camera:
    """A camera of another picture's frame in the first one's."""
    back = np.array([[turn.real, turn.imag, 0], [-turn.imag, turn.real, 0], [0, 0, 1]])
    moved_by = back @ np.array([shift.real, shift.imag, 0])
    return replace(camera, turn=camera.turn @ back, shift=camera.shift - camera.turn @ moved_by)


def together(views: Sequence[Looking], poses: Floats, bodies: Sequence[Body]) -> list[Adjusted]:
    """Each picture's camera and all ships, which lie the same for all of them, as all pictures show them.

    poses: (n, 3) mm, mm, radians, of all ships in one frame, which is that of every camera and sheet, too.
    """
    count, cameras = 3 * len(bodies), CAMERA * len(views)
    places = [np.concatenate([CAMERA * k + np.arange(CAMERA), cameras + np.arange(count)]) for k in range(len(views))]
    states = [State(view.camera, view.radius, poses) for view in views]
    found: list[Adjusted] = []
    for within in _RANGES_PX:
        seen = [
            looked(view.image, state, bodies, view.sheet, within, alone=False)
            for view, state in zip(views, states, strict=True)
        ]
        seen = [_of_shown(one, view) for one, view in zip(seen, views, strict=True)]
        base = _base(views, states, bodies, places)
        change, normal = np.zeros(cameras + count), base[0]
        for _ in range(_REWEIGHTED):
            normal, right = base[0].copy(), base[1].copy()
            for one, at in zip(seen, places, strict=True):
                spread, weight = weights(one, missed(one, change[at]), within)
                own, given = equations(one, weight / (spread**2 * one.alone), len(bodies), frozenset())
                normal[np.ix_(at, at)] += own
                right[at] += given
            change = np.linalg.solve(normal + FIRM * np.trace(normal) / len(normal) * np.eye(len(normal)), right)
        covariance = np.linalg.inv(normal + FIRM * np.trace(normal) / len(normal) * np.eye(len(normal)))
        states = [
            moved(state, np.clip(change[at], -_LARGEST, _LARGEST)) for state, at in zip(states, places, strict=True)
        ]
        found = [
            Adjusted(
                state,
                one.points,
                np.where(one.usable, missed(one, change[at]), np.nan),
                one.hidden,
                covariance[np.ix_(at, at)],
            )
            for state, one, at in zip(states, seen, places, strict=True)
        ]
    return found


_LARGEST = 0.5
"""Of an unknown: most that it changes at a time."""


def _of_shown(one: Looked, view: Looking) -> Looked:
    """Without what belongs to ships that were not found in a picture."""
    shown = np.isin(one.points.owner, [-1, *view.shown])
    return replace(one, usable=one.usable & shown, off=np.where(shown, one.off, 0))


def _base(
    views: Sequence[Looking], states: Sequence[State], bodies: Sequence[Body], places: Sequence[NDArray[np.intp]]
) -> tuple[Floats, Floats]:
    """Equations of what is expected of cameras; and, where no sheet does, what keeps the frame."""
    size = int(places[-1].max()) + 1 if len(bodies) else CAMERA * len(views)
    normal, right = np.zeros((size, size)), np.zeros(size)
    for view, state, at in zip(views, states, places, strict=True):
        usual, far = view.expected.rows(state)
        own = at[:CAMERA]
        normal[np.ix_(own, own)] += usual.T @ usual
        right[own] -= usual.T @ far
    if all(view.sheet is None for view in views):
        rows, own = held(bodies, states[0].poses), places[0][CAMERA:]
        normal[np.ix_(own, own)] += rows.T @ rows
    return normal, right
