"""A pattern of the table is followed and taken out of a picture, what lies on it stays; and it tells of the camera."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from PIL import Image

from armada_sim.photo import read
from armada_sim.photo.adjusting import CAMERA, OWN, Expected, adjusted, moved
from armada_sim.photo.camera import Camera, turned
from armada_sim.photo.edges import State, picture as picture_of
from armada_sim.photo.lattice import Lattice
from armada_sim.photo.pattern import pattern
from armada_sim.tabletop import InputError
from tests.photo.painting import Placed, put_on
from tests.photo.scenes import Array, Eye, eye
from tests.photo.test_opening import file
from tests.whole import few

SIZE = 800, 600
RED = (190, 30, 40)
WHITE = (236, 233, 224)
INK = (40, 70, 150)
USUAL = 0.9 * SIZE[0]
"""px. What is thought of a focal length before a picture is looked at."""


def looking(seed: int, rolled: float = 0.0) -> Eye:
    """A camera by lot, without distortion, held about level, or rolled so many radians."""
    lot = np.random.default_rng(seed)
    lean, side = math.radians(lot.uniform(20, 60)), lot.uniform(0, 2 * math.pi)
    at = lot.uniform(550, 800) * np.array(
        [math.sin(lean) * math.cos(side), math.sin(lean) * math.sin(side), math.cos(lean)]
    )
    seen = eye(SIZE, at, np.array([*lot.uniform(-40, 40, 2), 0.0]), lot.uniform(0.8, 1.1) * SIZE[0], 0.0)
    upright = math.atan2(-seen.outer[0, 2], -seen.outer[1, 2]) + lot.normal(0, 0.05) + rolled
    turn = turned(np.array([0.0, 0.0, upright]))
    outer = seen.outer.copy()
    outer[:3] = turn @ outer[:3]
    return replace(seen, outer=outer)


def camera(by: Eye) -> Camera:
    wide, high = by.picture
    return Camera(wide, high, by.focal, by.bend, by.outer[:3, :3], by.outer[:3, 3])


def lattice(by: Eye, period: float, turn: float, kind: str) -> Lattice:
    found = pattern(shown(by, crossed(on_table(by), period, turn, kind), SHAPES), USUAL)
    assert found is not None
    return found.lattice


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
@pytest.mark.parametrize("seed", few(range(12), 2))
def test_what_repeats_is_one_colour_and_what_lies_on_it_stays(kind: str, seed: int) -> None:
    lot, by = np.random.default_rng(seed), looking(seed)
    painted = crossed(on_table(by), lot.uniform(16, 50), lot.uniform(0, math.pi), kind)
    picture = shown(by, painted, SHAPES)
    found = pattern(picture, USUAL)
    assert found is not None
    plain = found.cleared
    table = (np.linalg.norm(on_table(by), axis=-1) < 400).astype(np.uint8)
    for corners, colour in SHAPES:
        shape = hidden(by, corners)
        inner = cv2.erode(shape, np.ones((7, 7), np.uint8)) > 0
        inner &= cv2.erode((np.abs(painted - colour).max(axis=-1) > 40).astype(np.uint8), np.ones((5, 5))) > 0
        kept = np.abs(plain[inner].astype(int) - colour).max(axis=1) < 12
        assert kept.mean() > 0.95, colour
        rounded = np.abs(plain[inner].astype(int) - found.shown[inner]).max(axis=1)
        assert np.median(rounded[kept]) == 0, "beside it a sheet that is left as it is has no edge"
        table[cv2.dilate(shape, np.ones((41, 41), np.uint8)) > 0] = 0
    table[:40], table[-40:], table[:, :40], table[:, -40:] = 0, 0, 0, 0
    before, after = (one[table > 0].astype(float).std(axis=0).max() for one in (picture, plain))
    assert after < 0.15 * before


def test_a_sheet_stays_as_it_is() -> None:
    by = looking(3)
    sheet = np.array([[-60.0, -50], [50, -50], [50, 40], [-60, 40]])
    picture = shown(by, crossed(on_table(by), 24, 0.4, "gingham"), [(sheet, (250, 250, 250))])
    found = pattern(picture, USUAL)
    assert found is not None
    plain = found.without(camera(by).seen(sheet))
    inner = cv2.erode(hidden(by, sheet), np.ones((9, 9), np.uint8)) > 0
    assert np.abs(plain[inner].astype(int) - picture[inner]).max() <= 2
    assert found.lattice.hidden_in(camera(by).seen(sheet)) > 0.7
    beside = sheet + np.array([150.0, 0])
    assert found.lattice.hidden_in(camera(by).seen(beside)) < 0.1
    part = replace(found.lattice, cells=found.lattice.cells[:1], other=found.lattice.other[:0])
    assert part.hidden_in(camera(by).seen(sheet)) == 0  # where nothing was followed, nothing is known to hide it


@pytest.mark.parametrize("kind", ["slope", "plain", "spots"])
@pytest.mark.parametrize("seed", few(range(6), 2))
def test_tables_that_do_not_repeat_have_no_pattern(kind: str, seed: int) -> None:
    lot, by = np.random.default_rng(seed), looking(seed)
    painted = crossed(on_table(by), lot.uniform(16, 50), lot.uniform(0, math.pi), kind)
    assert pattern(shown(by, painted, SHAPES), USUAL) is None


@pytest.mark.parametrize("size", [(300, 300), (800, 300), (300, 1200)])
@pytest.mark.parametrize("seed", few(range(4), 1))
def test_noise_and_flat_pictures_have_none(size: tuple[int, int], seed: int) -> None:
    noise = np.random.default_rng(seed).integers(0, 256, (*size, 3)).astype(np.uint8)
    assert pattern(noise, 900.0) is None
    assert pattern(np.full((*size, 3), 40 * seed, np.uint8), 900.0) is None


@pytest.mark.parametrize("kind", ["gingham", "squares"])
@pytest.mark.parametrize("seed", few(range(12), 2))
def test_cells_are_seen_where_the_table_repeats(kind: str, seed: int) -> None:
    """To a share of a px, before a camera that nobody knows; what lies on the table hides some."""
    lot, by = np.random.default_rng(seed), looking(seed)
    period = lot.uniform(20, 50)
    found = lattice(by, period, lot.uniform(0, math.pi), kind)
    cells = np.column_stack([found.cells, np.ones(len(found.cells))])
    ways = np.linalg.lstsq(cells, camera(by).ground(found.pixels), rcond=None)[0]
    off = np.linalg.norm(camera(by).seen(cells @ ways) - found.pixels, axis=1)
    assert np.quantile(off, 0.9) < 0.6
    first, second = np.linalg.norm(ways[:2], axis=1)
    expected = period if kind == "gingham" else period / math.sqrt(2)
    assert (first, second) == pytest.approx((expected, expected), rel=0.01)
    assert abs(ways[0] @ ways[1]) / (first * second) < 0.01
    assert found.both_ways


@pytest.mark.parametrize("quarters", [1, 2, 3])
@pytest.mark.parametrize("seed", few(range(4), 1))
def test_a_picture_may_lie_on_its_side(seed: int, quarters: int) -> None:
    by = looking(seed, quarters * math.pi / 2)
    found = lattice(by, 30.0, 0.7, "gingham")
    cells = np.column_stack([found.cells, np.ones(len(found.cells))])
    ways = np.linalg.lstsq(cells, camera(by).ground(found.pixels), rcond=None)[0]
    assert np.linalg.norm(ways[:2], axis=1) == pytest.approx([30, 30], rel=0.01)


@pytest.mark.parametrize("seed", few(range(12), 2))
def test_stripes_do_not_say_where_along_them_a_cell_is(seed: int) -> None:
    lot, by = np.random.default_rng(seed), looking(seed)
    assert not lattice(by, lot.uniform(16, 50), lot.uniform(0, math.pi), "stripes").both_ways


@pytest.mark.parametrize("seed", few(range(8), 2))
def test_before_the_true_camera_alone_a_lattice_is_flat_and_square(seed: int) -> None:
    lot, by = np.random.default_rng(seed), looking(seed)
    found, true = lattice(by, lot.uniform(20, 50), lot.uniform(0, math.pi), "gingham"), camera(by)
    cost = float((found.off(true) ** 2).sum())
    axis = lot.normal(size=2)
    leaning = turned(np.array([*(math.radians(4) * axis / np.linalg.norm(axis)), 0.0]))
    assert (found.off(replace(true, turn=true.turn @ leaning)) ** 2).sum() > cost + 20
    assert (found.off(replace(true, focal=0.8 * true.focal)) ** 2).sum() > cost + 20


@pytest.mark.parametrize("seed", few(range(8), 1))
def test_a_pattern_that_is_not_square_counts_less_and_less(seed: int) -> None:
    lot, by = np.random.default_rng(seed), looking(seed)
    found, true = lattice(by, lot.uniform(20, 50), lot.uniform(0, math.pi), "gingham"), camera(by)

    def off_square(ways: Array) -> float:
        return float(np.linalg.norm(replace(found, cells=found.cells @ ways).off(true)[-2:]))

    assert off_square(np.eye(2)) < 0.3
    assert off_square(np.diag([1.05, 1])) > 1
    assert off_square(np.array([[1.0, 0.05], [0, 1]])) > 1
    assert off_square(np.diag([2.0, 1])) < off_square(np.diag([1.1, 1]))


@pytest.mark.parametrize("seed", few(range(8), 2))
def test_what_a_camera_changes_of_a_lattice_is_what_differences_say(seed: int) -> None:
    """Of one that is seen just where its camera shows a lattice that is flat, but not quite square: how each cell is
    weighed makes no difference there."""
    lot, by = np.random.default_rng(seed), looking(seed)
    found, true = lattice(by, lot.uniform(20, 50), lot.uniform(0, math.pi), "gingham"), camera(by)
    true = replace(true, bend=lot.uniform(-0.03, 0.03), aside=(lot.uniform(-20, 20), lot.uniform(-20, 20)))
    ways = np.array([[31.0, 4.0], [-5.0, 30.0]])
    found = replace(found, pixels=true.seen(found.cells @ ways - ways.sum(axis=0)))
    (given, _), step = found.rows(true), 1e-6
    for unknown, k in enumerate(OWN):
        change = np.zeros(CAMERA)
        change[k] = step
        alone = Expected(true.focal, 0.1).alone(true)
        ends = [found.off(moved(alone, sign * change).camera) for sign in (1, -1)]
        assert given[:, unknown] == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=1e-4, abs=2e-3), unknown
    assert np.abs(given[-2:]).max() > 1


@pytest.mark.parametrize("seed", few(range(8), 2))
def test_the_frame_of_the_table_does_not_matter_to_a_lattice(seed: int) -> None:
    """Moved, turned or of another size, it is seen as far off as before."""
    lot, by = np.random.default_rng(seed), looking(seed)
    found, true = lattice(by, lot.uniform(20, 50), lot.uniform(0, math.pi), "squares"), camera(by)
    turn, aside, times = turned(np.array([0, 0, lot.uniform(-3, 3)])), lot.uniform(-200, 200, 2), lot.uniform(0.3, 3)
    shift = times * (true.shift + true.turn @ [*aside, 0.0])
    assert found.off(replace(true, turn=true.turn @ turn, shift=shift)) == pytest.approx(found.off(true), abs=1e-6)


@pytest.mark.parametrize("seed", few(range(8), 2))
def test_how_a_table_is_turned_is_seen_from_its_pattern_alone(seed: int) -> None:
    lot, by = np.random.default_rng(seed), looking(seed)
    found, true = lattice(by, lot.uniform(20, 50), lot.uniform(0, math.pi), "gingham"), camera(by)
    axis = lot.normal(size=2)
    leaning = turned(np.array([*(math.radians(8) * axis / np.linalg.norm(axis)), 0.0]))
    begin = State(replace(true, turn=true.turn @ leaning), 0.6, np.zeros((0, 3)))
    image = picture_of(np.zeros((SIZE[1], SIZE[0], 3), np.uint8))
    expected = Expected(true.focal, 0.015, lattice=found)
    fit = adjusted(image, begin, [], None, expected).state.camera
    assert np.degrees(np.arccos(np.clip(fit.turn[:, 2] @ true.turn[:, 2], -1, 1))) < 0.5
    assert fit.focal == pytest.approx(true.focal, rel=0.03)


def test_a_white_patch_on_a_check_is_no_sheet_whose_picture_was_cropped_by_more_than_half() -> None:
    """Its sides are those of Letter before a lens whose axis is far beside the picture, and the check lies flat there,
    too; white squares of a cloth were taken for a sheet so, and none of six ships was found."""
    by = looking(6)
    patch = np.array([[-80.0, -37.5], [-40, -37.5], [-40, 37.5], [-80, 37.5]])
    picture = shown(by, crossed(on_table(by), 24, 0.4, "gingham"), [(patch, (250, 250, 250))])
    with pytest.raises(InputError, match="neither a sheet of paper nor ships"):
        read(file(picture, focal=round(by.focal * math.hypot(36, 24) / math.hypot(*SIZE))))


@pytest.mark.whole
def test_on_a_check_two_ships_are_enough_to_know_how_the_camera_stood() -> None:
    """On a plain table that is asked for: see `test_reading`."""
    by = eye((1600, 1200), np.array([60.0, -420.0, 480.0]), np.array([0.0, 0.0, 0.0]), 1400, 0.0)
    image = Image.fromarray(crossed(on_table(by), 24, 0.4, "gingham").clip(0, 255).astype(np.uint8))
    ships = [Placed("red", "large", -60, 20, 80), Placed("red", "small", 70, -30, 200)]
    put_on(image, ships, by)
    told = read(file(np.asarray(image), focal=round(by.focal * math.hypot(36, 24) / math.hypot(*by.picture))))
    assert sorted(ship.size.value for ship in told.ships) == ["large", "small"]
    assert told.questions == ()
