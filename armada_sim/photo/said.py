"""Ships that somebody says are in a picture: where they lie, as the picture shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from armada_sim.photo.adjusting import Adjusted, adjusted, each_adjusted
from armada_sim.photo.beginning import Begin, Known
from armada_sim.photo.camera import Camera, Floats
from armada_sim.photo.choosing import Chosen, doubtful, in_one_place, outlines
from armada_sim.photo.edges import State, lying
from armada_sim.photo.finding import unlike
from armada_sim.photo.pointed import NOT_THERE, Placed, near, pointed, poses_about, put_at
from armada_sim.photo.readings import SaidShip
from armada_sim.photo.starting import ways
from armada_sim.photo.weighing import features, weighed

_RANGES_PX = (8.0, 5.0, 3.0, 2.0)
_ROUNDS = 2
_BESIDE_PX = 6.0
"""So far from what is seen of it a point is not on a ship."""


def fitted(known: Known, begin: Begin, ships: Sequence[SaidShip]) -> Chosen:
    """Every one of them, in their order, as it lies likeliest; the camera fitted together with them."""
    order = sorted(range(len(ships)), key=lambda k: not ships[k].wire)
    wired = [ships[k] for k in order if ships[k].wire]
    placed = _wired(known, begin, wired)
    if len(wired) < len(ships):
        placed = pointed(known, begin, placed, [ships[k] for k in order[len(wired) :]])
    back = np.argsort(order)
    sizes, odds = tuple(placed.sizes[k] for k in back), placed.odds[back]
    state = replace(placed.state, poses=placed.state.poses[back])
    return Chosen(_together(known, begin, state, sizes, odds), sizes, odds)


def _together(known: Known, begin: Begin, state: State, sizes: Sequence[int], odds: Floats) -> Adjusted:
    bodies = [known.bodies[size] for size in sizes]
    return adjusted(known.sight.taken, state, bodies, begin.sheet, known.expected, doubtful=doubtful(odds))


def _wired(known: Known, begin: Begin, ships: Sequence[SaidShip]) -> Placed:
    """Ships whose corners somebody has set, each about there."""
    state = replace(begin.state, poses=np.zeros((0, 3)))
    if not ships and begin.sheet is None:
        return Placed(state, (), np.zeros(0))
    sizes, odds = list[int](), np.zeros(len(ships))
    for number in range(_ROUNDS):
        if number:
            state = _together(known, begin, state, sizes, odds).state
        found = [_likeliest(known, state.camera, ship) for ship in ships]
        sizes = [size for size, _, _ in found]
        odds = np.array([value for _, _, value in found])
        poses = np.array([pose for _, pose, _ in found]).reshape(-1, 3)
        bodies = [known.bodies[size] for size in sizes]
        for k in _not_there(ships, state.camera.project(lying(bodies, poses))):
            odds[k] = NOT_THERE
            poses[k] = put_at(state.camera, bodies[k], poses[k], ships[k].at)
        state = replace(state, poses=poses)
    return Placed(state, tuple(sizes), odds)


def _not_there(ships: Sequence[SaidShip], wires: Floats) -> list[int]:
    """Those that are seen where another is that was said to be nearer to there; wires: (n, 5, 2) px."""
    shapes = outlines(wires)
    away = np.linalg.norm(wires.mean(axis=1) - np.array([ship.at for ship in ships]).reshape(-1, 2), axis=1)
    there = unlike(np.argsort(away), lambda one, other: in_one_place(shapes[one], shapes[other], _ONE_PLACE))
    return [k for k in range(len(ships)) if k not in there]


_ONE_PLACE = 0.5
"""Share of all that is seen of two ships: where more is both, they are the same ship."""


def likeliest_of(known: Known, camera: Camera, ship: SaidShip, size: int) -> tuple[Floats, float]:
    """(3,) pose of a ship of a size about where it was said to be, and the logarithm of its odds.

    Below the camera, without any odds, where it was said to be so far away that it may be in the sky.
    """
    starts = list[Floats]()
    if ship.wire:
        pixels = np.array(ship.wire, dtype=np.float64)
        found = ways(camera, pixels, known.solids[size], tuple(range(len(pixels))))
        starts = [pose for pose in found.poses[:1] if np.isfinite(found.squares[0]) and near(camera, pose[:2])]
    starts = starts or poses_about(known, known.sight, camera, ship.at, size)
    if not starts:
        return np.append(camera.place[:2], 0), -np.inf
    state = replace(known.expected.alone(camera), poses=np.array(starts))
    bodies = [known.bodies[size]] * len(starts)
    state = each_adjusted(known.sight.image, state, bodies, _RANGES_PX)
    odds = weighed(features(known.sight, state, bodies))
    for k, wire in enumerate(camera.project(lying(bodies, state.poses)).astype(np.float32)):
        if cv2.pointPolygonTest(cv2.convexHull(wire.reshape(-1, 1, 2)), ship.at, True) < -_BESIDE_PX:
            odds[k] += NOT_THERE
    best = int(np.argmax(odds))
    return state.poses[best], float(odds[best])


def _likeliest(known: Known, camera: Camera, ship: SaidShip) -> tuple[int, Floats, float]:
    """Size, pose and odds."""
    sizes = range(len(known.bodies)) if ship.size is None else [known.sizes.index(ship.size)]
    found = [(size, *likeliest_of(known, camera, ship, size)) for size in sizes]
    return max(found, key=lambda one: one[2])
