"""Edges of ships as wholes: a network is shown what a picture shows along one, and says where the ship ends there.

At the foot of a ship the edge of its shadow, or of the light that falls through it, is stronger than its own, and along
all of it. Point by point nothing tells them apart; how colours change over a whole edge does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.camera import Floats
from armada_sim.photo.edges import (
    EDGE_FACES,
    END_PX,
    SUBPIXEL,
    Body,
    Picture,
    Points,
    State,
    away,
    faces_seen,
    fixed,
    lying,
    predicted,
)
from armada_sim.photo.marking import EDGES, ON_TABLE

ALONG, ACROSS, STEP_PX = 16, 41, 0.5
"""Of a strip: places along an edge, and across it, so many px from each other."""

ENDS = (0.2, 0.8)
"""Shares of an edge at which is said how far it is off."""

PLANES = 8
"""Of a strip: Lab, whether another ship is seen there, how near another edge of the ship is; and the same everywhere,
whether the edge lies on the table, whether it lies between two faces, and how large a mm is seen."""

Strips = NDArray[np.float32]
"""(n, PLANES, ALONG, ACROSS)."""

_AVERAGED = 4
"""Places along an edge that are one of a strip."""

_LEAST_PX = 12.0
"""Shorter edges say nothing."""

_USUAL, _SCALES = np.array([50.0, 0.0, 0.0], dtype=np.float32), np.array([50.0, 40.0, 40.0], dtype=np.float32)
"""Lab that is 0, and how much more is 1."""

_EDGE_PX, _BETWEEN = 1.5, 0.6
"""How wide another edge is, and what one between two faces counts beside one that bounds the ship."""

_SHORTEST = 1e-9
"""px squared. Of another edge, seen end on: a shorter one leads nowhere."""

_USUAL_SCALE = 0.5
"""Logarithm of the px that a mm is seen large."""


@dataclass(frozen=True, slots=True)
class Edges:
    """Edges of solids that are turned to the camera."""

    owner: NDArray[np.intp]
    """(n,). The solid."""

    edge: NDArray[np.intp]
    """(n,). Of `EDGES`."""

    outline: NDArray[np.bool_]
    """(n,). Whether it bounds what is seen of its solid."""

    long: Floats
    """(n,) px."""


@dataclass(frozen=True, slots=True)
class WholeEdges:
    """Where a network sees edges, at two points of each."""

    points: Points
    off: Floats
    """(n,) px outwards."""

    spread: Floats
    """(n,) px. Standard deviation."""


def whole_edges(image: Picture, state: State, bodies: Sequence[Body]) -> WholeEdges:
    """Those of ships, which lie about there, that are turned to the camera."""
    edges = edges_of(state, bodies)
    net = cv2.dnn.readNetFromONNX(_network())  # one for each question: it holds what it was last shown
    odds, wider = np.zeros((0, 2 * ACROSS)), np.zeros((0, 2))
    if len(edges.owner):
        net.setInput(strips(image, state, bodies, edges))
        odds, wider = (np.asarray(one, np.float64) for one in net.forward(["odds", "wider"]))
    off, spread = told(odds.reshape(-1, 2, ACROSS), wider)
    return WholeEdges(points_of(edges, np.array(ENDS)), off.ravel(), spread.ravel())


def told(odds: Floats, wider: Floats) -> tuple[Floats, Floats]:
    """(n, 2), (n, 2) px. How far ends are off, and the standard deviation of that.

    odds: (n, 2, ACROSS), of each place across; wider: (n, 2), logarithms of how many times as wide.
    """
    at = STEP_PX * (np.arange(ACROSS) - ACROSS // 2)
    share = np.exp(odds - odds.max(axis=-1, keepdims=True))
    share /= share.sum(axis=-1, keepdims=True)
    off = share @ at
    wide = (share * (at - off[..., None]) ** 2).sum(axis=-1)
    return off, np.exp(wider) * np.sqrt(wide + LEAST_WIDE)


LEAST_WIDE = 0.02
"""px squared."""


@cache
def _network() -> NDArray[np.uint8]:
    """The bytes of the file."""
    return np.frombuffer(files(__package__).joinpath("strips.onnx").read_bytes(), np.uint8)


def edges_of(state: State, bodies: Sequence[Body]) -> Edges:
    """Those long enough to say something."""
    corners = lying(bodies, state.poses)
    seen = faces_seen(state.camera, corners)[:, EDGE_FACES]
    owner, edge = np.nonzero(seen.any(axis=-1))
    ends = state.camera.project(corners)[owner[:, None], np.array(EDGES)[edge]]
    long = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=-1)
    some = long >= _LEAST_PX
    owner, edge = owner[some], edge[some]
    return Edges(owner, edge, ~seen[owner, edge].all(axis=-1), long[some])


def points_of(given: Edges, share: Floats) -> Points:
    """At shares (m,) of each edge, or (n, m) of its own."""
    each = np.repeat(np.arange(len(given.owner)), share.shape[-1])
    along = np.broadcast_to(share, (len(given.owner), share.shape[-1])).ravel()
    return Points(given.owner[each], given.edge[each], along, given.outline[each])


def strips(image: Picture, state: State, bodies: Sequence[Body], given: Edges) -> Strips:
    """What is seen along edges and beside them, outwards to the right."""
    n, many = len(given.owner), ALONG * _AVERAGED
    share = (END_PX + (given.long[:, None] - 2 * END_PX) * (np.arange(many) + 0.5) / many) / given.long[:, None]
    seen = predicted(state, bodies, None, points_of(given, share))
    across = STEP_PX * (np.arange(ACROSS) - ACROSS // 2)
    places = (seen.here[:, None] + across[:, None] * seen.across[:, None]).reshape(n, ALONG, _AVERAGED, ACROSS, 2)
    colours = (image.at(places).mean(axis=2) - _USUAL) / _SCALES
    middle = places[:, :, _AVERAGED // 2]
    found = np.zeros((n, PLANES, ALONG, ACROSS), dtype=np.float32)
    found[:, :3] = np.moveaxis(colours, -1, 1)
    found[:, 3] = _of_others(image, state, bodies, given, middle)
    found[:, 4] = _beside_edges(state, bodies, given, middle)
    depth = lying(bodies, state.poses).mean(axis=1) @ state.camera.turn[2] + state.camera.shift[2]
    scale = np.log(state.camera.focal / depth)[given.owner] - _USUAL_SCALE
    everywhere = np.column_stack([given.outline & (given.edge < ON_TABLE), ~given.outline, scale])
    found[:, 5:] = everywhere[:, :, None, None]
    return found


def _of_others(image: Picture, state: State, bodies: Sequence[Body], given: Edges, places: Floats) -> NDArray[np.bool_]:
    """(n, ALONG, ACROSS). Whether another solid is seen at places (…, 2) px."""
    front, pixels = np.zeros(image.colours.shape[:2], dtype=np.int16), state.camera.project(lying(bodies, state.poses))
    for k in np.argsort(-away(state, bodies)):  # nearer ones over farther ones
        hull = cv2.convexHull(pixels[k].astype(np.float32))[:, 0]
        cv2.fillConvexPoly(front, fixed(hull - 0.5), int(k) + 1, shift=SUBPIXEL)
    column, row = (np.clip(np.floor(places[..., way]).astype(np.intp), 0, front.shape[1 - way] - 1) for way in (0, 1))
    there = front[row, column]
    return np.asarray((there > 0) & (there != given.owner[:, None, None] + 1))


def _beside_edges(state: State, bodies: Sequence[Body], given: Edges, places: Floats) -> Floats:
    """(n, ALONG, ACROSS). How near the other edges of the same solid are: at most 1."""
    corners = lying(bodies, state.poses)
    seen = faces_seen(state.camera, corners)[:, EDGE_FACES]
    counts = np.where(seen.all(axis=-1), _BETWEEN, seen.any(axis=-1))[given.owner]
    counts[np.arange(len(counts)), given.edge] = 0
    ends = state.camera.project(corners)[:, np.array(EDGES)]
    found = np.zeros(places.shape[:-1])
    for number in range(len(EDGES)):
        start, along = ends[given.owner, number, 0], np.diff(ends, axis=2)[given.owner, number, 0]
        beside = places - start[:, None, None]
        squared = np.maximum((along**2).sum(axis=-1), _SHORTEST)
        share = (beside @ along[:, None, :, None])[..., 0] / squared[:, None, None]
        off = beside - np.clip(share, 0, 1)[..., None] * along[:, None, None]
        near = np.exp(-0.5 * (off**2).sum(axis=-1) / _EDGE_PX**2)
        found = np.maximum(found, counts[:, number, None, None] * near)
    return found
