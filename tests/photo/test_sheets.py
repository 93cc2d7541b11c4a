"""Sheets of paper in a picture: which one it is, and how large it is where it is too bright."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from armada_sim.photo.adjusting import Expected, adjusted
from armada_sim.photo.camera import Camera
from armada_sim.photo.choosing import Chosen
from armada_sim.photo.edges import State, body, picture
from armada_sim.photo.paper import WHOLE, Quad, ordered, quads, small_of
from armada_sim.photo.readings import SIDES_MM, Paper
from armada_sim.photo.sheets import corners_of, laid
from armada_sim.photo.solids import solid
from armada_sim.photo.trusting import tolerances
from armada_sim.table import PROFILES, Size
from tests.photo.frames import off, on_table
from tests.photo.painting import EYE, SHEET, SHIPS, paint, sheet
from tests.photo.scenes import Array, eye
from tests.whole import few

WIDE, HIGH = EYE.picture
EXPECTED = Expected(EYE.focal, 0.015)


def painted(folder: Path) -> Array:
    """The picture of the table, 0 to 255."""
    paint(folder / "table.png")
    return cv2.cvtColor(cv2.imread(str(folder / "table.png")), cv2.COLOR_BGR2RGB)


def test_a_sheet_whose_corners_seem_those_of_another_is_told_from_it(tmp_path: Path) -> None:
    long, short = SIDES_MM[Paper.LETTER]
    seem = EYE.shoot(np.column_stack([corners_of(long, short), np.zeros(4)]))
    found = laid(
        picture(painted(tmp_path)), (WIDE, HIGH), [Quad(seem, 1.0, 0.1, rough=True)], SIDES_MM.items(), EXPECTED
    )
    assert found[0].paper is Paper.A4
    seen = found[0].adjusted.state.camera.project(np.column_stack([found[0].sheet, np.zeros(4)]))
    assert np.abs(seen - sheet()).max() < 1.0


def cut_to_square(lot: np.random.Generator, paper: Paper) -> tuple[Array, Array]:
    """(4, 2) px of a sheet, and a picture of it, a quarter of which is cut off at the right, or at the left."""
    ground = np.column_stack([corners_of(*SIDES_MM[paper]), np.zeros(4)])
    up, side, middle = np.radians(lot.uniform(30, 65)), lot.uniform(0, 2 * np.pi), ground.mean(axis=0)
    way = np.array([np.cos(up) * np.cos(side), np.cos(up) * np.sin(side), np.sin(up)])
    view = eye((2000, 1500), middle + lot.uniform(600, 900) * way, middle, lot.uniform(1400, 1700), 0.0)
    seen = view.shoot(ground) - [0 if side < np.pi else 500, 0]
    shown = np.full((1500, 1500, 3), 90, np.uint8)
    cv2.fillConvexPoly(shown, np.rint((seen - 0.5) * 64).astype(np.int32), (235, 235, 235), cv2.LINE_AA, 6)
    return seen, shown


MAY_BE_CROPPED = Expected(0.85 * 1500, 0.25, aside_spread=0.2)


@pytest.mark.parametrize("paper", SIDES_MM)
@pytest.mark.parametrize("seed", few(range(20), 4))
def test_of_a_cropped_picture_both_sheets_are_tried(seed: int, paper: Paper) -> None:
    """With the axis anywhere both may fit: which it is, ships say. Of 26010, cut to a square, one alone was tried, the
    wrong one, and 13 ships were up to 30 mm off."""
    seen, shown = cut_to_square(np.random.default_rng(seed), paper)
    quad = Quad(seen, 1.0, 0.1, rough=False)
    found = laid(picture(shown), (1500.0, 1500.0), [quad], SIDES_MM.items(), MAY_BE_CROPPED)
    assert {one.paper for one in found} == set(SIDES_MM)
    true = next(one for one in found if one.paper is paper)
    assert np.abs(ordered(true.adjusted.state.camera.seen(true.sheet)) - ordered(seen)).max() < 1.5


@pytest.mark.parametrize(("seed", "paper"), [(0, Paper.A4), (8, Paper.LETTER)])
def test_of_a_cropped_picture_a_camera_is_taken_that_may_be(seed: int, paper: Paper) -> None:
    """Not one whose axis is far beside the picture's middle, though it sees as much of sides that spots cover in part:
    of 26011, cut to a square, both sheets were given up for it."""
    lot = np.random.default_rng(seed)
    seen, shown = cut_to_square(lot, paper)
    for here, there in zip(seen, np.roll(seen, -1, axis=0), strict=True):
        for _ in range(2):
            x, y = here + lot.uniform(0.1, 0.9) * (there - here)
            cv2.circle(shown, (int(x), int(y)), int(lot.uniform(8, 30)), (160, 60, 60), -1, cv2.LINE_AA)
    quad = Quad(seen + lot.normal(0, 8, (4, 2)), 1.0, 0.1, rough=False)
    found = laid(picture(shown), (1500.0, 1500.0), [quad], SIDES_MM.items(), MAY_BE_CROPPED)
    camera = next(one.adjusted.state.camera for one in found if one.paper is paper)
    assert np.hypot(*camera.aside) < 0.3 * camera.reach


def test_beside_a_whole_sheet_no_other_is_looked_for(tmp_path: Path) -> None:
    rgb, asked = painted(tmp_path), list[str]()

    def given() -> Iterator[Quad]:
        asked.append("beside it")
        yield Quad(sheet() + 300, 0.95, 0.1, rough=False)
        asked.append("a whole one")
        yield next(quads([small_of(rgb)]))
        asked.append("another")

    found = laid(picture(rgb), (WIDE, HIGH), given(), SIDES_MM.items(), EXPECTED)
    assert asked == ["beside it", "a whole one"]
    assert found[0].paper is Paper.A4
    assert found[0].seen > 0.95


def test_a_whole_outline_is_said_before_regions_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = small_of(painted(tmp_path))
    every = list(quads([small]))
    likely = [one.support * one.area**0.15 for one in every if one.support <= WHOLE]
    assert likely == sorted(likely, reverse=True)
    monkeypatch.setattr("armada_sim.photo.paper._regions", lambda _: pytest.fail("regions are looked at"))
    first = next(quads([small]))
    assert np.abs(ordered(first.corners) - ordered(sheet())).max() < 0.01 * WIDE
    assert (first.corners == every[0].corners).all()


def overexposed(rgb: Array, blur: float) -> Array:
    """The same with a sheet twice as bright as the camera can show, blurred by some px."""
    light = (rgb / 255.0) ** 2.2
    white = cv2.fillPoly(np.zeros(rgb.shape[:2], np.uint8), [np.rint(sheet()).astype(np.int32)], 1)
    light *= np.where((white > 0) & (rgb.min(axis=2) > 230), 2.2, 1.0)[..., None]
    return (255 * np.clip(cv2.GaussianBlur(light, (0, 0), blur), 0, 1) ** (1 / 2.2)).astype(np.uint8)


@pytest.mark.parametrize("blur", [1.0, 2.5])
def test_a_sheet_that_is_too_bright_does_not_make_the_table_smaller(tmp_path: Path, blur: float) -> None:
    bodies = [body(solid(PROFILES["ideal_sharp"][Size(ship.size)])) for ship in SHIPS]
    poses = np.array([(ship.x, ship.y, np.radians(ship.degrees)) for ship in SHIPS])
    camera = Camera(WIDE, HIGH, EYE.focal, EYE.bend, EYE.outer[:3, :3], EYE.outer[:3, 3])
    image = picture(overexposed(painted(tmp_path), blur))
    done = adjusted(image, State(camera, 0.2, poses), bodies, corners_of(*SHEET), EXPECTED)
    true = np.array([on_table(ship.size, ship.x, ship.y, ship.degrees) for ship in SHIPS])
    here = np.array([
        on_table(ship.size, x, y, np.degrees(turn)) for ship, (x, y, turn) in zip(SHIPS, done.state.poses, strict=True)
    ])  # fmt: skip
    stated = tolerances(Chosen(done, (0,) * len(SHIPS), np.full(len(SHIPS), 9.0)), bodies, 1.0)
    for far, within in zip(off(true, here, SHEET), stated, strict=True):
        assert within is not None
        assert far <= within


def lit(rgb: Array) -> Array:
    """The same with a lamp on the right: a tenth of the light on the left."""
    light = (rgb / 255.0) ** 2.2 * np.linspace(0.1, 1, rgb.shape[1])[:, None]
    return (255 * light ** (1 / 2.2)).astype(np.uint8)


def test_a_sheet_on_a_printed_cloth_is_seen_in_uneven_light() -> None:
    lot = np.random.default_rng(4)
    rgb = np.full((HIGH, WIDE, 3), (200, 212, 216), np.uint8)
    for x, y in lot.uniform(0, (WIDE, HIGH), (1500, 2)):
        corners = (x, y) + 16 * lot.normal(size=(3, 2))
        cv2.fillPoly(rgb, [corners.astype(np.int32)], [(190, 40, 50), (40, 90, 160)][int(lot.integers(2))])
    cv2.fillPoly(rgb, [np.rint(sheet()).astype(np.int32)], (208, 208, 208))
    noisy = np.clip(lit(rgb) + lot.normal(0, 8, rgb.shape), 0, 255).astype(np.uint8)
    found = list(quads([small_of(noisy)]))
    assert min(np.abs(ordered(one.corners) - ordered(sheet())).max() for one in found) < 0.01 * WIDE


@pytest.mark.parametrize("corner", few(range(4), 1))
def test_a_corner_that_a_ship_covers_lies_where_sides_meet(corner: int) -> None:
    """On a cloth about as white as the sheet, where its sides alone are hardly seen."""
    lot, true = np.random.default_rng(7), sheet()
    rgb = np.full((HIGH, WIDE, 3), (217, 228, 224), np.uint8)
    prints = np.stack(np.meshgrid(np.arange(20, WIDE, 52), np.arange(20, HIGH, 52)), axis=-1).reshape(-1, 2)
    for middle in prints + lot.uniform(-12, 12, prints.shape):
        corners = middle + 18 * lot.uniform(-1, 1, (3, 2))
        cv2.fillPoly(rgb, [corners.astype(np.int32)], [(200, 60, 60), (240, 190, 60), (70, 150, 100)][lot.integers(3)])
    cv2.fillPoly(rgb, [np.rint(true).astype(np.int32)], (222, 222, 226))
    before, here, after, across = np.roll(true, 1 - corner, axis=0)
    ship = [here + 0.22 * (before - here), here + 0.28 * (after - here), here + 0.08 * (here - across)]
    cv2.fillPoly(rgb, [np.rint(ship).astype(np.int32)], (40, 40, 120))
    noisy = cv2.GaussianBlur(rgb, (0, 0), 2.0) + lot.normal(0, 3, rgb.shape)
    found = list(quads([small_of(np.clip(noisy, 0, 255).astype(np.uint8))]))
    assert min(np.abs(ordered(one.corners) - ordered(true)).max() for one in found) < 10


@pytest.mark.parametrize(("side", "share"), [(0, 0.75), (1, 0.65), (2, 0.75), (3, 0.75)])
def test_a_sheet_is_found_where_a_book_covers_most_of_a_side(tmp_path: Path, side: int, share: float) -> None:
    """Whose own edge is straight, and seems a side."""
    rgb, corners = painted(tmp_path), sheet()
    before, begin, end = np.roll(corners, 1 - side, axis=0)[:3]
    book = begin + np.array([(-0.1, -0.5), (-0.1, 0.02), (share, 0.1), (share, -0.5)]) @ [end - begin, before - begin]
    cv2.fillPoly(rgb, [np.rint(book).astype(np.int32)], (24, 30, 60))
    found = laid(picture(rgb), (WIDE, HIGH), quads([small_of(rgb)]), SIDES_MM.items(), EXPECTED)
    assert found[0].paper is Paper.A4
    seen = found[0].adjusted.state.camera.seen(found[0].sheet)
    assert min(np.abs(np.roll(seen, k, axis=0) - corners).max() for k in range(4)) < 3.0
