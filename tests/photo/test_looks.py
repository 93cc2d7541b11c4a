"""How places look to the network: patches lie as they must, and painted ships look like ships."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from armada_sim.photo.camera import Camera
from armada_sim.photo.edges import State, body
from armada_sim.photo.finding import Sight, sight as sight_of
from armada_sim.photo.looks import LEFT, PLANES, RIGHT, SIDE, hidden_by, looks, mirrored, patches, planes
from armada_sim.photo.opening import opened
from armada_sim.photo.solids import solid
from armada_sim.table import PROFILES, Size
from tests.photo.painting import EYE, SHIPS, paint

SIZES = [*Size]
BODIES = [body(solid(PROFILES["ideal_sharp"][size])) for size in SIZES]
CAMERA = Camera(*EYE.picture, EYE.focal, EYE.bend, EYE.outer[:3, :3], EYE.outer[:3, 3])
OWN = [BODIES[SIZES.index(Size(ship.size))] for ship in SHIPS]
POSES = np.array([[ship.x, ship.y, np.radians(ship.degrees)] for ship in SHIPS])
AT_BASE = 2
"""The number of the face at the base in a patch."""


@pytest.fixture(scope="module")
def sight(tmp_path_factory: pytest.TempPathFactory) -> Sight:
    path = tmp_path_factory.mktemp("painted") / "table.png"
    paint(path)
    return sight_of(opened(path).rgb)


def at(poses: np.ndarray, camera: Camera = CAMERA) -> State:
    return State(camera, 0.0, poses)


def test_painted_ships_look_like_ships_and_nothing_beside_them_does(sight: Sight) -> None:
    beside = POSES + np.array([25.0, 25, 0])
    turned = POSES + np.array([0, 0, np.pi / 2])
    assert looks(sight, at(POSES), OWN).min() > 1
    assert max(looks(sight, at(other), OWN).max() for other in (beside, turned)) < -1


def test_each_place_looks_the_same_alone_and_among_others(sight: Sight) -> None:
    lot = np.random.default_rng(3)
    poses = lot.uniform([0, 0, -4], [400, 300, 4], (40, 3))
    own = [BODIES[k] for k in lot.integers(3, size=40)]
    together = looks(sight, at(poses), own)
    alone = [looks(sight, at(pose[None]), [one])[0] for pose, one in zip(poses, own, strict=True)]
    np.testing.assert_allclose(together, alone, atol=1e-4)
    assert np.ptp(together) > 2
    assert len(looks(sight, at(poses[:0]), [])) == 0


@pytest.mark.parametrize("degrees", range(0, 360, 30))
def test_the_tip_leads_up_and_the_ship_fills_the_middle(sight: Sight, degrees: int) -> None:
    """So what is left of it is left, and its base below; from above faces are never the other way around."""
    poses = POSES * [1, 1, 0] + [0, 0, np.radians(degrees)]
    for patch in patches(sight, at(poses), OWN, None):
        rows, columns = np.nonzero(patch[4])
        assert max(np.ptp(rows), np.ptp(columns)) == pytest.approx(30, abs=2)
        assert [rows.min() + rows.max(), columns.min() + columns.max()] == pytest.approx([SIDE - 1, SIDE - 1], abs=2)
        middles = {face: np.argwhere(patch[4] == face).mean(axis=0) for face in np.unique(patch[4])}
        if RIGHT in middles and LEFT in middles:
            assert middles[LEFT][1] < middles[RIGHT][1]
        if AT_BASE in middles:
            assert middles[AT_BASE][0] > rows.mean()


def test_a_mirrored_picture_gives_mirrored_patches(sight: Sight) -> None:
    """The camera that sees a table in a mirror sees ships on the mirrored table."""
    flat = replace(sight, halved=tuple(np.ascontiguousarray(one[:, ::-1]) for one in sight.halved))
    over = np.diag([-1.0, 1, 1])
    camera = replace(CAMERA, turn=over @ CAMERA.turn @ over, shift=over @ CAMERA.shift)
    here = patches(sight, at(POSES), OWN, None)
    there = patches(flat, at(POSES * [-1, 1, -1] + [0, 0, np.pi], camera), OWN, None)
    off = np.abs(mirrored(here).astype(int) - there).astype(float)
    assert off[:, :4].mean() < 1.5
    assert (mirrored(here)[:, 4] != there[:, 4]).mean() < 0.03
    np.testing.assert_array_equal(mirrored(mirrored(here)), here)


def test_only_nearer_ships_hide(sight: Sight) -> None:
    """Of two ships in line with the camera the nearer hides the other."""
    place = CAMERA.place[:2]
    far = POSES[0, :2]
    near = far + 40 * (place - far) / np.linalg.norm(place - far)
    poses = np.array([[*far, 0.3], [*near, 0.3]])
    own = [BODIES[2], BODIES[2]]
    shown = patches(sight, at(poses), own, hidden_by(np.zeros((2, 2), dtype=bool), [0, 1]))
    assert shown[0, 6].any()
    assert not shown[1, 6].any()
    same_place = patches(sight, at(poses), own, hidden_by(np.ones((2, 2), dtype=bool), [0, 1]))
    assert not same_place[:, 6].any()


def test_planes_keep_each_face_apart() -> None:
    lot = np.random.default_rng(1)
    given = lot.integers(0, 6, (3, 7, SIDE, SIDE)).astype(np.uint8)
    found = planes(given)
    assert found.shape == (3, PLANES, SIDE, SIDE)
    for face in (2, 3, 4, 5):
        np.testing.assert_array_equal(found[:, 4 + face], given[:, 4] == face)


@pytest.mark.whole
def test_the_network_that_is_written_answers_as_the_one_that_was_fitted() -> None:
    pytest.importorskip("jax", reason="JAX is not installed: pip install 'armada-sim[learn]'")
    pytest.importorskip("optax")
    pytest.importorskip("onnx")
    from tests.photographs import looks as learning

    lot = np.random.default_rng(5)
    good = (lot.random(600) < 0.5).astype(np.float64)
    shown = lot.integers(100, 150, (600, 7, SIDE, SIDE)).astype(np.uint8)
    shown[:, 4] %= 6
    shown[good > 0, 5] = 0  # ships without edges, for once
    missed: list[float] = []
    network = learning.fitted((shown, good, np.ones(600)), missed.append, epochs=4)
    assert missed[-1] < 0.7 * missed[0]
    net = cv2.dnn.readNetFromONNX(np.frombuffer(learning.written(network, 0), np.uint8))
    net.setInput(planes(shown[:50]))
    np.testing.assert_allclose(net.forward()[:, 0], learning.seen(network, planes(shown[:50])), atol=1e-3)


def test_the_network_is_a_file_of_the_package() -> None:
    from importlib.resources import files

    assert len(files("armada_sim.photo").joinpath("looks.onnx").read_bytes()) < 1_000_000
