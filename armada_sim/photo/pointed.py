"""Ships at which somebody points: of the solids that may lie there, that which is likeliest the ship."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.beginning import Begin, Known
from armada_sim.photo.camera import Camera, Floats
from armada_sim.photo.choosing import bettered, side_by_side
from armada_sim.photo.company import likely
from armada_sim.photo.edges import Body, State, lying
from armada_sim.photo.finding import Candidate, Sight, about
from armada_sim.photo.looks import judged
from armada_sim.photo.readings import SaidShip
from armada_sim.photo.weighing import longest

_BESIDE_PX, _BESIDE = 4.0, 0.25
"""Standard deviation of how far from the middle of what is seen of a ship somebody points: px, and of its length."""

_FARTHEST = 2.5
"""Of these standard deviations: what is farther away is another ship."""

_SAID_SIZE = 4.0
"""Logarithm of the odds that a size is as it is said."""

_OTHERWISE = -3.0
"""What speaks for a ship at which somebody points to lie otherwise than all that were tried, as odds are told of
these."""

_SAME = 0.15
"""Of a ship's length: how far from each other in the mean corners of one and the same are seen at most."""

NOT_THERE = -12.0
"""Logarithm of the odds of a ship that is none of all that may lie there."""

_FARTHEST_MM = 5000.0
"""From below the camera: where a ship is farther away nothing of it is seen."""

_TURNS = np.linspace(0, 2 * np.pi, 12, endpoint=False)
"""Headings that are tried where nothing says how a ship lies."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Ships, and a camera that sees them, not yet fitted together."""

    state: State
    sizes: tuple[int, ...]
    odds: Floats
    """(n,). Logarithms: that each lies as it is put."""


@dataclass(frozen=True, slots=True)
class _Tried:
    """Solids that may be ships at which somebody points, after those that are there."""

    state: State
    sizes: NDArray[np.intp]
    """(n,)."""

    wires: Floats
    """(n, 5, 2) px."""

    overlap: NDArray[np.bool_]
    """(n, n). Whether two lie in one place."""

    odds: Floats
    """(ships, n). Logarithms: that each ship is each solid."""

    def unlike(self, one: int) -> NDArray[np.bool_]:
        """(n,). Which are of another size, or seen elsewhere."""
        apart = np.linalg.norm(self.wires - self.wires[one], axis=-1).mean(axis=1)
        found: NDArray[np.bool_] = (self.sizes != self.sizes[one]) | (apart > _SAME * longest(self.wires[[one]]))
        return found


def pointed(known: Known, begin: Begin, there: Placed, ships: Sequence[SaidShip]) -> Placed:
    """Those that are there, and after them those at which somebody points."""
    tried = _tried(known, begin, there, ships)
    taken = list(range(len(there.sizes)))
    best = dict[int, int]()
    for at in np.argsort(-tried.odds, axis=None):
        number, k = (int(one) for one in np.unravel_index(at, tried.odds.shape))
        free = number not in best and ships[number].size in (None, known.sizes[tried.sizes[k]])
        seen = tried.odds[number, k] > NOT_THERE and not tried.overlap[k, taken].any()
        if free and seen and k not in taken:
            best[number] = k
            taken.append(k)
    poses, sizes, odds = [*tried.state.poses[: len(there.sizes)]], [*there.sizes], [*there.odds]
    for number, ship in enumerate(ships):
        one = best.get(number)
        if one is None:
            size = 0 if ship.size is None else known.sizes.index(ship.size)
            below = np.append(tried.state.camera.place[:2], 0)
            poses.append(put_at(tried.state.camera, known.bodies[size], below, ship.at))
            sizes.append(size)
            odds.append(NOT_THERE)
        else:
            poses.append(tried.state.poses[one])
            sizes.append(int(tried.sizes[one]))
            odds.append(_surely(tried, number, one, [other for other in taken if other != one]))
    return Placed(replace(tried.state, poses=np.array(poses).reshape(-1, 3)), tuple(sizes), np.array(odds))


def _surely(tried: _Tried, ship: int, one: int, others: Sequence[int]) -> float:
    """Logarithm of the odds that a ship is that solid, and not another that it may be where others are taken."""
    rivals = tried.unlike(one) & ~tried.overlap[:, others].any(axis=1)
    rivals[list(others)] = False
    return float(tried.odds[ship, one] - np.logaddexp.reduce([_OTHERWISE, *tried.odds[ship, rivals]]))


def _tried(known: Known, begin: Begin, there: Placed, ships: Sequence[SaidShip]) -> _Tried:
    sight, n = known.cleared(there.state.camera, begin.sheet), len(there.sizes)
    own = judged(sight, there.state, [known.bodies[size] for size in there.sizes])
    found = [(there.state.poses, np.array(there.sizes, dtype=np.intp), own)]
    found += [_about_one(known, sight, there.state, ship) for ship in ships]
    poses, sizes, alone = (np.concatenate(parts) for parts in zip(*found, strict=True))
    state, now = side_by_side(
        sight, replace(there.state, poses=poses), sizes, alone, known.bodies, begin.sheet, known.expected, range(n)
    )
    wires = state.camera.project(lying([known.bodies[size] for size in sizes], state.poses))
    away = np.array([np.linalg.norm(wires.mean(axis=1) - np.array(ship.at), axis=-1) for ship in ships])
    away /= _BESIDE_PX + _BESIDE * longest(wires)
    odds = np.where(away < _FARTHEST, likely(now) - 0.5 * away**2, -np.inf)
    odds[:, :n] = -np.inf
    for number, ship in enumerate(ships):
        if ship.size is not None:
            odds[number, sizes != known.sizes.index(ship.size)] -= _SAID_SIZE
    return _Tried(state, sizes, wires, now.overlap, odds)


def _about_one(known: Known, sight: Sight, state: State, ship: SaidShip) -> tuple[Floats, NDArray[np.intp], Floats]:
    """(n, 3), (n,), (n,). Poses, sizes and odds alone of what may be a ship at which somebody points.

    Where its size is said those of that size are among them, whatever of another size seems likelier.
    """
    each = [
        [Candidate(size, pose, 0.0) for pose in poses_about(known, sight, state.camera, ship.at, size)]
        for size in range(len(known.bodies))
    ]
    lies, sizes, odds = bettered(sight, state, [one for some in each for one in some], known.bodies)
    if ship.size is None:
        return lies.poses, sizes, odds
    size = known.sizes.index(ship.size)
    own, _, said = bettered(sight, state, [replace(one, size=0) for one in each[size]], [known.bodies[size]])
    return (
        np.concatenate([own.poses, lies.poses]),
        np.concatenate([np.full(len(said), size), sizes]),
        np.concatenate([said, odds]),
    )


def poses_about(known: Known, sight: Sight, camera: Camera, at: tuple[float, float], size: int) -> list[Floats]:
    """(3,) each. How a ship may lie at which somebody points; none where that may be the sky."""
    found = [one.pose for one in about(sight, camera, at, known.solids[size]) if near(camera, one.pose[:2])]
    middle = camera.ground(np.array([at]))[0]
    if not found and near(camera, middle):
        return [np.array([*middle, turn]) for turn in _TURNS]
    return found


def near(camera: Camera, place: Floats) -> bool:
    """Whether a place of the table (2,) mm is one where ships are seen."""
    return bool(np.isfinite(place).all() and np.linalg.norm(place - camera.place[:2]) < _FARTHEST_MM)


def put_at(camera: Camera, body: Body, pose: Floats, at: tuple[float, float]) -> Floats:
    """(3,). The same pose, with the middle of the ship where somebody points; unmoved where that may be the sky."""
    place = camera.ground(np.array([at]))[0]
    if not near(camera, place):
        return pose
    away = place - lying([body], pose[None])[0, :, :2].mean(axis=0)
    return np.asarray(pose + np.append(away, 0))
