"""A pattern of the table is taken out of a picture, what lies on it stays."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from armada_sim.photo.camera import Camera, turned
from armada_sim.photo.pattern import unsquare, without_pattern
from tests.photo.scenes import Array, Eye, eye

SIZE = 800, 600
RED = (190, 30, 40)
WHITE = (236, 233, 224)
INK = (40, 70, 150)


def looking(seed: int) -> Eye:
    """A camera by lot, without distortion."""
    lot = np.random.default_rng(seed)
    lean, side = math.radians(lot.uniform(20, 60)), lot.uniform(0, 2 * math.pi)
    at = lot.uniform(550, 800) * np.array(
        [math.sin(lean) * math.cos(side), math.sin(lean) * math.sin(side), math.cos(lean)]
    )
    return eye(SIZE, at, np.array([*lot.uniform(-40, 40, 2), 0.0]), lot.uniform(0.8, 1.1) * SIZE[0], 0.0)


def camera(by: Eye) -> Camera:
    wide, high = by.picture
    return Camera(wide, high, by.focal, by.bend, by.outer[:3, :3], by.outer[:3, 3])


def on_table(by: Eye) -> Array:
    """(rows, columns, 2) mm. What each pixel shows of the table."""
    u, v = np.meshgrid(np.arange(by.picture[0]) + 0.5, np.arange(by.picture[1]) + 0.5)
    rays = np.stack([(u - by.picture[0] / 2) / by.focal, (v - by.picture[1] / 2) / by.focal, np.ones(u.shape)], axis=-1)
    rays = rays @ by.outer[:3, :3]
    far = -by.place[2] / rays[..., 2]
    found: Array = by.place[:2] + far[..., None] * rays[..., :2]
    return found


def crossed(places: Array, period: float, turn: float, kind: str) -> Array:
    """(rows, columns, 3). A check, and other tables."""
    lot = np.random.default_rng(round(1000 * turn))
    c, s = math.cos(turn), math.sin(turn)
    x, y = (places @ np.array([[c, -s], [s, c]])).transpose(2, 0, 1) / period
    one, other = ((part % 1 < 0.5).astype(float) for part in (x, y))
    share = {
        "gingham": (one + other) / 2,
        "squares": np.abs(one - other),
        "stripes": one,
        "slope": (x - x.min()) / np.ptp(x),
        "plain": np.zeros_like(x),
        "spots": cv2.GaussianBlur(lot.random(x.shape), (0, 0), 6) * 8 - 3.5,
    }[kind]
    share = np.clip(cv2.GaussianBlur(share, (0, 0), 0.7), 0, 1)[..., None]
    painted: Array = (1 - share) * WHITE + share * np.array(INK) + lot.normal(0, 3, (*x.shape, 3))
    return painted


def shown(by: Eye, painted: Array, shapes: list[tuple[Array, tuple[int, int, int]]]) -> np.ndarray:
    """The picture, with shapes (n, 2) mm of one colour on the table."""
    found = np.clip(painted, 0, 255)
    for corners, colour in shapes:
        pixels = by.shoot(np.column_stack([corners, np.zeros(len(corners))])) - 0.5
        cv2.fillConvexPoly(found, np.rint(pixels).astype(np.int32), colour, cv2.LINE_AA)
    return found.astype(np.uint8)


def hidden(by: Eye, corners: Array) -> np.ndarray:
    """(rows, columns). Where a shape is."""
    return shown(by, np.zeros((SIZE[1], SIZE[0], 3)), [(corners, (255, 255, 255))])[..., 0]


SHAPES = [
    (np.array([[-70.0, -60], [-25, -50], [-52, -8]]), RED),
    (np.array([[40.0, 30], [85, 42], [50, 80]]), WHITE),
]


@pytest.mark.parametrize("kind", ["gingham", "squares", "stripes"])
@pytest.mark.parametrize("seed", range(12))
def test_what_repeats_is_one_colour_and_what_lies_on_it_stays(kind: str, seed: int) -> None:
    lot, by = np.random.default_rng(seed), looking(seed)
    painted = crossed(on_table(by), lot.uniform(16, 50), lot.uniform(0, math.pi), kind)
    picture = shown(by, painted, SHAPES)
    plain = without_pattern(picture, camera(by), None)
    assert plain is not None
    table = (np.linalg.norm(on_table(by), axis=-1) < 400).astype(np.uint8)
    for corners, colour in SHAPES:
        shape = hidden(by, corners)
        inner = cv2.erode(shape, np.ones((7, 7), np.uint8)) > 0
        inner &= cv2.erode((np.abs(painted - colour).max(axis=-1) > 40).astype(np.uint8), np.ones((5, 5))) > 0
        kept = np.abs(plain[inner].astype(int) - colour).max(axis=1) < 12
        assert kept.mean() > 0.95, colour
        table[cv2.dilate(shape, np.ones((41, 41), np.uint8)) > 0] = 0
    table[:40], table[-40:], table[:, :40], table[:, -40:] = 0, 0, 0, 0
    before, after = (one[table > 0].astype(float).std(axis=0).max() for one in (picture, plain))
    assert after < 0.15 * before


def test_a_sheet_stays_as_it_is() -> None:
    by = looking(3)
    sheet = np.array([[-60.0, -50], [50, -50], [50, 40], [-60, 40]])
    picture = shown(by, crossed(on_table(by), 24, 0.4, "gingham"), [(sheet, (250, 250, 250))])
    plain = without_pattern(picture, camera(by), sheet)
    assert plain is not None
    inner = cv2.erode(hidden(by, sheet), np.ones((9, 9), np.uint8)) > 0
    assert np.abs(plain[inner].astype(int) - picture[inner]).max() <= 2


@pytest.mark.parametrize("kind", ["slope", "plain", "spots"])
@pytest.mark.parametrize("seed", range(6))
def test_tables_that_do_not_repeat_are_left_as_they_are(kind: str, seed: int) -> None:
    lot, by = np.random.default_rng(seed), looking(seed)
    painted = crossed(on_table(by), lot.uniform(16, 50), lot.uniform(0, math.pi), kind)
    assert without_pattern(shown(by, painted, SHAPES), camera(by), None) is None


def test_a_camera_that_sees_no_table() -> None:
    by = eye(SIZE, np.array([0.0, 0, 300]), np.array([900.0, 0, 900]), 700.0, 0.0)
    picture = np.full((SIZE[1], SIZE[0], 3), 128, np.uint8)
    assert without_pattern(picture, camera(by), None) is None


@pytest.mark.parametrize("kind", ["gingham", "squares"])
@pytest.mark.parametrize("seed", range(8))
def test_a_check_is_square_before_its_camera_alone(kind: str, seed: int) -> None:
    lot, by = np.random.default_rng(seed), looking(seed)
    true = camera(by)
    picture = shown(by, crossed(on_table(by), lot.uniform(20, 50), lot.uniform(0, math.pi), kind), SHAPES)
    assert unsquare(picture, true) < 0.006
    axis = lot.normal(size=2)
    leaning = turned(np.array([*(math.radians(8) * axis / np.linalg.norm(axis)), 0.0]))
    assert unsquare(picture, replace(true, turn=true.turn @ leaning)) > 0.03


def test_of_a_plain_table_nothing_is_said_of_the_camera() -> None:
    by = looking(2)
    assert unsquare(shown(by, crossed(on_table(by), 30, 0.4, "plain"), SHAPES), camera(by)) == math.inf
