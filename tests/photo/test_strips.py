"""Edges of ships as wholes: strips lie along them, and a network says how far off they are."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
import pytest
from shapely import LineString, MultiPoint, Point

from armada_sim.photo.camera import Camera
from armada_sim.photo.edges import Body, Picture, State, body, lying, picture, predicted
from armada_sim.photo.marking import EDGES
from armada_sim.photo.opening import opened
from armada_sim.photo.solids import solid
from armada_sim.photo.strips import (
    ACROSS,
    ALONG,
    ENDS,
    PLANES,
    edges_of,
    points_of,
    strips,
    told,
    whole_edges,
)
from armada_sim.table import PROFILES, Size
from tests.photo.kept import kept
from tests.photographs.conditions import table

BODIES = {size: body(solid(PROFILES["ideal_sharp"][size])) for size in Size}
SEEDS = (1, 4, 8, 13)
MIDDLE = ACROSS // 2


@cache
def true(seed: int) -> tuple[Picture, State, list[Body]]:
    """A kept photograph, its camera and its ships."""
    truth = kept(seed)
    given = opened(truth.path)
    eye, scale = truth.eye, given.scale
    rows, columns = given.rgb.shape[:2]
    camera = Camera(columns, rows, eye.focal * scale, eye.bend, eye.outer[:3, :3], eye.outer[:3, 3])
    poses = np.array([[ship.x, ship.y, np.radians(ship.heading)] for ship in truth.ships])
    bodies = [BODIES[Size(ship.size)] for ship in truth.ships]
    return picture(given.rgb), State(camera, table(seed).rounding, poses), bodies


def moved(state: State, seed: int, px: float = 1.0) -> State:
    """Ships that lie about so many px elsewhere."""
    lot = np.random.default_rng(seed)
    mm = px * np.linalg.norm(state.camera.shift) / state.camera.focal
    return replace(state, poses=state.poses + lot.normal(size=state.poses.shape) * [mm, mm, px / 25])


@pytest.mark.parametrize("seed", SEEDS)
def test_whole_edges_are_said_to_be_where_they_are(seed: int) -> None:
    """Of ships that are moved: nearer than they were moved, and about as near as is said."""
    image, state, bodies = true(seed)
    covered = np.array([ship.covered for ship in kept(seed).ships])
    there = moved(state, seed)
    edges = whole_edges(image, there, bodies)
    here, where = (predicted(one, bodies, None, edges.points) for one in (there, state))
    off = ((where.here - here.here) * here.across).sum(axis=1)
    some = (covered[edges.points.owner] < 0.3) & edges.points.outline
    missed = np.abs(off - edges.off)[some]
    assert np.median(missed) < 0.5 * np.median(np.abs(off[some]))
    assert 0.3 < np.median(missed / edges.spread[some]) < 1.5


def test_each_edge_is_the_same_alone_and_among_others() -> None:
    image, state, bodies = true(SEEDS[0])
    every = whole_edges(image, state, bodies)
    k = int(np.argmin(np.linalg.norm(state.poses[:, :2] - state.poses[:, :2].mean(axis=0), axis=1)))
    apart = [j for j in range(len(bodies)) if j != k]
    other = whole_edges(image, replace(state, poses=state.poses[[*apart, k]]), [*(bodies[j] for j in apart), bodies[k]])
    np.testing.assert_allclose(
        other.off[other.points.owner == len(apart)], every.off[every.points.owner == k], atol=1e-3
    )
    none = whole_edges(image, replace(state, poses=state.poses[:0]), [])
    assert none.off.shape == none.spread.shape == none.points.share.shape == (0,)


@pytest.mark.parametrize("seed", SEEDS)
def test_strips_lead_outwards_along_edges(seed: int) -> None:
    """In their middle is what the picture shows where the edge is seen; farther to the right, what lies outside."""
    image, state, bodies = true(seed)
    given = edges_of(state, bodies)
    found = strips(image, state, bodies, given)
    assert found.shape == (len(given.owner), PLANES, ALONG, ACROSS)
    seen = predicted(state, bodies, None, points_of(given, np.array([0.5])))
    middles = state.camera.project(lying(bodies, state.poses)).mean(axis=1)[given.owner]
    off = ((seen.here - middles) * seen.across).sum(axis=1)
    assert (off[given.outline] > 0).all()
    for far in (-MIDDLE, 0, MIDDLE):
        shown = image.at(seen.here + 0.5 * far * seen.across) / [50, 40, 40] - [1, 0, 0]
        near = found[:, :3, ALONG // 2 - 1 : ALONG // 2 + 1, MIDDLE + far].mean(axis=2)
        assert np.median(np.abs(near - shown)) < 0.02


@pytest.mark.parametrize("seed", [15, 20])
def test_strips_show_what_lies_before_and_beside_an_edge(seed: int) -> None:
    """Other ships, nearer or not, and other edges of the same one: as Shapely has it."""
    image, state, bodies = true(seed)
    given = edges_of(state, bodies)
    found = strips(image, state, bodies, given)
    corners = lying(bodies, state.poses)
    pixels = state.camera.project(corners)
    hulls = [MultiPoint(one).convex_hull for one in pixels]
    away = np.linalg.norm(corners.mean(axis=1) - state.camera.place, axis=1)
    at = np.linspace(0, 1, ALONG + 1)[:-1] + 0.5 / ALONG
    hidden = 0
    for k, (owner, edge) in enumerate(zip(given.owner, given.edge, strict=True)):
        start, end = pixels[owner, list(EDGES[edge])]
        ring = [LineString(pixels[owner, list(other)]) for number, other in enumerate(EDGES) if number != edge]
        for j, share in enumerate(at):
            point = Point(start + share * (end - start))
            others = [hull for ship, hull in enumerate(hulls) if ship != owner and away[ship] < away[owner]]
            inside = any(hull.buffer(-4).contains(point) for hull in others)
            clear = all(hull.distance(point) > 4 for ship, hull in enumerate(hulls) if ship != owner)
            if inside or clear:
                assert found[k, 3, j, MIDDLE] == inside
                hidden += inside
            if min(line.distance(point) for line in ring) > 8:
                assert found[k, 4, j, MIDDLE] < 0.05
    assert hidden > 0


def test_what_is_told_is_the_middle_of_the_odds_and_how_wide_they_are() -> None:
    at = 0.5 * (np.arange(ACROSS) - MIDDLE)
    middle, wide = np.array([[-3.0, 2.0]]), 1.5
    odds = -0.5 * ((at - middle[..., None]) / wide) ** 2
    off, spread = told(odds, np.log([[1.0, 2.0]]))
    np.testing.assert_allclose(off, middle, atol=0.01)
    np.testing.assert_allclose(spread, [[wide, 2 * wide]], rtol=0.01)
    assert off.shape[1] == len(ENDS)


def test_the_network_is_small() -> None:
    assert len(files("armada_sim.photo").joinpath("strips.onnx").read_bytes()) < 500_000


def test_the_network_that_is_written_is_the_one_that_was_fitted() -> None:
    """What OpenCV makes of the file is what JAX makes of the weights; in a mirror both ends change places."""
    pytest.importorskip("jax")
    pytest.importorskip("onnx")
    from tests.photographs import networks
    from tests.photographs.strips import begun, changed, seen, written

    lot, network = np.random.default_rng(5), begun()
    given = lot.normal(size=(8, PLANES, ALONG, ACROSS)).astype(np.float32)
    file = written(network, 0)
    again = networks.read(file)
    assert again.keys() == network.keys()
    assert all(np.array_equal(again[name], network[name]) for name in network)
    net = cv2.dnn.readNetFromONNX(np.frombuffer(file, np.uint8))
    net.setInput(given)
    odds, wider = net.forward(["odds", "wider"])
    for read, fitted in zip((odds.reshape(-1, 2, ACROSS), wider), seen(network, given), strict=True):
        np.testing.assert_allclose(read, fitted, atol=1e-4)
    off = lot.normal(size=(8, 2))
    shown, same = changed(given, off, np.random.default_rng(2))
    mirrored = (same[:, 0] == off[:, 1]) & (same[:, 1] == off[:, 0])
    assert 0 < mirrored.sum() < len(off)
    np.testing.assert_array_equal(shown[mirrored, 3:], given[mirrored, 3:, ::-1])
    np.testing.assert_array_equal(shown[~mirrored, 3:], given[~mirrored, 3:])


def test_edges_are_fitted_to_where_they_are() -> None:
    """Rows of a photograph: as far off as ships were moved, and where the network that is there nearly sees them."""
    pytest.importorskip("jax")
    from tests.photographs.strips import FARTHEST_PX, rows_of

    shown, off = rows_of(kept(SEEDS[0]).path)
    assert shown.shape == (len(off), PLANES, ALONG, ACROSS)
    assert 1 < off.std() < 3
    assert np.abs(off).max() < FARTHEST_PX
    kept_network = files("armada_sim.photo").joinpath("strips.onnx").read_bytes()
    net = cv2.dnn.readNetFromONNX(np.frombuffer(kept_network, np.uint8))
    net.setInput(shown.astype(np.float32))
    odds, wider = net.forward(["odds", "wider"])
    said, _ = told(odds.reshape(-1, 2, ACROSS), wider)
    assert np.median(np.abs(said - off)) < 0.5 * np.median(np.abs(off))
