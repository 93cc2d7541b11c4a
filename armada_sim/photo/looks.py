"""How much a place looks like a ship to a small network that was shown photographs whose truth is known.

What is seen there is turned until the ship's tip leads up and is made of one size. Beside its colours the network is
given which of the ship's faces would be where, its edges, and what others hide. `python -m tests.photographs.looks`
fits it and writes it (ONNX, https://onnx.ai); OpenCV evaluates it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.camera import Camera, Floats
from armada_sim.photo.edges import EDGE_FACES, SUBPIXEL, Body, State, away, faces_seen, fixed, lying
from armada_sim.photo.finding import Sight
from armada_sim.photo.marking import EDGES
from armada_sim.photo.solids import FACES
from armada_sim.photo.weighing import features, weighed

PLANES = 10
"""Of what the network takes."""

Patches = NDArray[np.uint8]
"""(n, 7, SIDE, SIDE). Lab, how common the colour is, the number of the face from 1, edges, what is hidden by others."""

SIDE, _SPAN = 48, 30.0
"""px of a patch, and of the longer side of what is seen of the ship in it."""

RIGHT, LEFT = 4, 5
"""Of a patch: the numbers of the faces that are each other's in a mirror."""

_WITHIN, _OUTLINE = 160, 255
"""How bright edges between two faces, and those that bound a ship, are in a patch."""

_COARSER = 0.3
"""Of a halving: how much sooner than at half the size a picture of half the size is looked at."""

_FIRM = 8.0
"""Logarithm of odds: the network is never surer."""


def looks(sight: Sight, state: State, bodies: Sequence[Body], hiding: Sequence[Sequence[int]] | None = None) -> Floats:
    """(n,). Logarithms of the odds that each candidate is a ship as it lies.

    hiding: of each the numbers of those that may hide it, where they are nearer to the camera.
    """
    if not len(bodies):
        return np.zeros(0)
    net = cv2.dnn.readNetFromONNX(_network())  # one for each question: it holds what it was last shown
    shown, found = patches(sight, state, bodies, hiding), np.zeros(len(bodies))
    for k in range(0, len(bodies), _AT_ONCE):
        net.setInput(planes(shown[k : k + _AT_ONCE]))
        found[k : k + _AT_ONCE] = net.forward()[:, 0]
    return np.clip(found, -_FIRM, _FIRM)


_AT_ONCE = 64
"""Patches that the network is shown: more take half as long again, since memory for what it makes of them is new."""


@cache
def _network() -> NDArray[np.uint8]:
    """The bytes of the file."""
    return np.frombuffer(files(__package__).joinpath("looks.onnx").read_bytes(), np.uint8)


def judged(sight: Sight, state: State, bodies: Sequence[Body]) -> Floats:
    """(n,). Logarithms of the odds that candidates are ships as they lie, by their features and as they look."""
    return _BY_FEATURES * weighed(features(sight, state, bodies)) + _BY_LOOKS * looks(sight, state, bodies)


_BY_FEATURES, _BY_LOOKS = 0.45, 0.5
"""How far each counts: both say the same in part."""


def hidden_by(overlap: NDArray[np.bool_], ships: Sequence[int]) -> list[list[int]]:
    """Of each candidate the ships that may hide it: those in its place would be itself."""
    return [[ship for ship in ships if ship != k and not own[ship]] for k, own in enumerate(overlap)]


def planes(given: Patches | NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, PLANES, SIDE, SIDE). What the network takes: colours about grey, each face that a camera sees alone."""
    lab = (given[:, :3].astype(np.float32) - 128) / np.array([50, 25, 25], dtype=np.float32)[:, None, None]
    rest = given[:, [3, 5, 6]].astype(np.float32) / 255
    faces = given[:, 4:5] == np.arange(2, len(FACES) + 1, dtype=np.uint8)[:, None, None]
    return np.concatenate([lab, rest, faces.astype(np.float32)], axis=1)


def mirrored(given: Patches) -> Patches:
    """The same in a mirror, where a ship is a ship, too."""
    found = given[..., ::-1].copy()
    faces = found[:, 4]
    found[:, 4] = np.where(faces == RIGHT, LEFT, np.where(faces == LEFT, RIGHT, faces))
    return found


def patches(sight: Sight, state: State, bodies: Sequence[Body], hiding: Sequence[Sequence[int]] | None) -> Patches:
    """What is seen about candidates; hiding: as above."""
    corners = lying(bodies, state.poses)
    seen, pixels = faces_seen(state.camera, corners), state.camera.project(corners) * sight.scale - 0.5
    hulls = [] if hiding is None else [cv2.convexHull(one.astype(np.float32))[:, 0] for one in pixels]
    far, found = away(state, bodies), np.zeros((len(bodies), 7, SIDE, SIDE), dtype=np.uint8)
    for k, (patch, turn) in enumerate(zip(found, _upwards(state.camera, corners), strict=True)):
        shift, times = _fitting(pixels[k] @ turn.T)
        way = times * turn
        level = int(np.clip(_COARSER - np.log2(times), 0, len(sight.halved) - 1))
        step = 2.0**level
        onto = np.column_stack([way * step, way @ np.full(2, step / 2 - 0.5) + shift])
        patch[:4] = np.moveaxis(
            cv2.warpAffine(sight.halved[level], onto, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE), -1, 0
        )
        _outlined(patch, pixels[k] @ way.T + shift, seen[k])
        for other in () if hiding is None else hiding[k]:
            if far[other] < far[k]:
                cv2.fillConvexPoly(patch[6], fixed(hulls[other] @ way.T + shift), 255, shift=SUBPIXEL)
    return found


def _upwards(camera: Camera, corners: Floats) -> Floats:
    """(n, 2, 2). The turns of the picture that lead the tips of ships (n, 5, 3) mm up."""
    bases = corners[:, :2].mean(axis=1)
    ahead = camera.project(corners[:, 2] * [1, 1, 0]) - camera.project(bases)
    x, y = (ahead / np.maximum(np.linalg.norm(ahead, axis=1, keepdims=True), _SHORTEST_PX)).T
    return np.stack([np.stack([-y, x], axis=-1), np.stack([-x, -y], axis=-1)], axis=1)


def _fitting(turned: Floats) -> tuple[Floats, float]:
    """The shift, and how many times as large, with which what is seen lies in the middle of a patch."""
    low, high = turned.min(axis=0), turned.max(axis=0)
    times = _SPAN / max(float((high - low).max()), _SHORTEST_PX)
    return (SIDE - 1) / 2 - times * (low + high) / 2, times


def _outlined(patch: Patches, pixels: Floats, seen: NDArray[np.bool_]) -> None:
    """Faces (5, SIDE, SIDE) and edges are put into a patch."""
    ends = fixed(pixels)
    for face, ring in enumerate(FACES):
        if seen[face]:
            cv2.fillConvexPoly(patch[4], ends[list(ring)], face + 1, shift=SUBPIXEL)
    for (i, j), (one, other) in zip(EDGES, EDGE_FACES, strict=True):
        if seen[one] or seen[other]:
            bright = _OUTLINE if seen[one] != seen[other] else _WITHIN
            cv2.line(patch[5], ends[i].tolist(), ends[j].tolist(), bright, 1, cv2.LINE_AA, SUBPIXEL)


_SHORTEST_PX = 0.01
"""Of a ship as it is seen: nothing is divided by less."""
