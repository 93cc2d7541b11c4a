"""Photographs with known truth: their shares of conditions, what lies in them, and where the truth says it is seen."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from tests.photo.scenes import PYRAMIDS, Array, by, eye, lying, shifted

pytest.importorskip("cv2", reason="OpenCV is not installed: pip install 'armada-sim[render]'")
pytest.importorskip("scipy", reason="SciPy is not installed: pip install 'armada-sim[render]'")
pictures = pytest.importorskip("PIL.Image", reason="Pillow is not installed: pip install 'armada-sim[render]'")

import cv2  # noqa: E402

from tests.photographs import load, meshes, slips, truth  # noqa: E402
from tests.photographs.__main__ import main  # noqa: E402
from tests.photographs.conditions import (  # noqa: E402
    ANY_SCALE,
    BESIDE_A_SIDE,
    CUP_ON_A_CORNER,
    EVALUATION,
    IN_GLARE,
    KEPT,
    LIKE_LETTER,
    MOST_COVERED,
    SHARES,
    SHEETS,
    SIZES,
    TUNING,
    WHITE_CHECK,
    WHITE_CLOTH,
    Table,
    drawn,
    table,
)
from tests.photographs.developing import developed, encoded, exif  # noqa: E402
from tests.photographs.shapes import Lying, covered, planes, straightened  # noqa: E402
from tests.whole import few, whole  # noqa: E402

LISTED = [
    *(("sheet", value) for value in ("A4", "Letter", "none")),
    *(("table", value) for value in ("wood", "baize", "cloth", "check")),
    *(("plastic", value) for value in ("opaque", "translucent")),
    ("clear", "yes"),
    *(("build", value) for value in ("hollow", "solid")),
    *(("shadows", value) for value in ("soft", "hard")),
    *((name, "yes") for name in ("glare", "covering", "touching", "bent lens", "exif")),
    *(("clutter", value) for value in ("hand", "cup")),
    *((name, "strong") for name in ("noise", "blur", "jpeg")),
]
"""Each is to be in a fifth of the pictures at least."""


@pytest.fixture(scope="module")
def tables() -> list[Table]:
    return [table(seed) for seed in (KEPT[0], TUNING[0], *EVALUATION[:2])]


@pytest.mark.parametrize("seeds", [KEPT, TUNING, EVALUATION], ids=["kept", "tuning", "evaluation"])
def test_every_listed_condition_is_in_a_fifth_of_the_pictures(seeds: Sequence[int]) -> None:
    counts = Counter(pair for seed in seeds for pair in drawn(seed).items())
    assert all(counts[pair] >= len(seeds) / 5 for pair in LISTED)
    assert {name for name, _ in LISTED} <= set(SHARES)


def test_seeds_for_tuning_and_for_measuring_have_none_in_common() -> None:
    assert not any(set(a) & set(b) for a, b in combinations((KEPT, TUNING, EVALUATION), 2))
    assert len(EVALUATION) >= 60


def _asked(given: Table) -> None:
    """What the conditions say is so."""
    conditions = given.conditions
    assert 2 <= len(given.ships) <= 14
    assert 25 <= given.elevation <= 70
    assert 400 <= given.distance <= 1000
    ahead = given.turn[2]
    assert np.degrees(np.arcsin(-ahead[2])) == pytest.approx(given.elevation)
    gaps = [a.outline.distance(b.outline) for a, b in combinations(given.ships, 2)]
    assert min(gaps) > 0
    assert (min(gaps) < 0.1) == (conditions["touching"] == "yes")
    assert not any(thing.outline.intersects(ship.outline) for thing in given.things for ship in given.ships)
    by_ships, by_all = covered(given.eye(2000), list(given.ships), list(given.things))
    assert (by_ships.max() > 0.05) == (conditions["covering"] == "yes")
    assert by_all.max() <= MOST_COVERED
    assert any(ship.colour == "clear" for ship in given.ships) == (conditions["clear"] == "yes")
    colours = {ship.player: ship.colour for ship in given.ships}
    assert all(colours[ship.player] == ship.colour for ship in given.ships)
    assert len(set(colours.values())) == len(colours) in (2, 3)
    view = given.eye(2000)
    for corners in [*(ship.corners for ship in given.ships), *([given.sheet_corners] if given.sheet else [])]:
        pixels = view.shoot(corners)
        assert (pixels > 0).all()
        assert (pixels < view.picture).all()
        assert np.linalg.norm(pixels[:, None] - pixels, axis=-1).max() >= 35


def test_tables_are_as_their_conditions_say(tables: list[Table]) -> None:
    for given in tables:
        _asked(given)


@pytest.mark.parametrize("seeds", [whole(KEPT), whole(TUNING), whole(EVALUATION)])
def test_all_tables_are_as_their_conditions_say(seeds: Sequence[int]) -> None:
    for seed in seeds:
        _asked(table(seed))


def test_a_seed_gives_the_same_table_again() -> None:
    a, b = table(5003), table(5003)
    assert json.dumps(truth.told(a, 500)) == json.dumps(truth.told(b, 500))


def _written(folder: Path, given: Table, long_side: int) -> Path:
    """A grey picture with its truth."""
    view = given.eye(long_side)
    path = folder / f"{given.seed:05}.jpg"
    grey = np.full((view.picture[1], view.picture[0], 3), 128, np.uint8)
    path.write_bytes(encoded(grey, 80, exif(given)))
    truth.beside(path).write_text(json.dumps(truth.told(given, long_side)), encoding="utf-8")
    return path


def test_the_truth_is_what_the_camera_sees(tables: list[Table], tmp_path: Path) -> None:
    for given in tables:
        photograph = load(_written(tmp_path, given, 1000))
        for ship in photograph.ships:
            placed = by(shifted(ship.x, ship.y, np.radians(ship.heading)), lying(ship.size)) + np.array([0, 0, ship.z])
            assert photograph.eye.shoot(placed) == pytest.approx(ship.pixels, abs=0.01)
        assert (photograph.sheet is None) == (given.sheet is None)
        if photograph.sheet:
            width, height = SHEETS[photograph.sheet.name]
            corners = np.array([[0, 0, 0], [width, 0, 0], [width, height, 0], [0, height, 0]])
            assert photograph.eye.shoot(corners) == pytest.approx(photograph.sheet.pixels, abs=0.01)
        assert photograph.conditions == given.conditions


def test_a_lens_is_straightened_as_it_bends() -> None:
    flat = np.random.default_rng(1).uniform(-0.7, 0.7, (50, 2))
    for bend in (-0.03, 0.0, 0.03):
        bent = flat * (1 + bend * (flat**2).sum(axis=1, keepdims=True) / 0.9**2)
        assert straightened(bent, bend, 0.9) == pytest.approx(flat, abs=1e-9)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rounding", [0.3, 1.0])
def test_rounded_pieces_have_their_faces_where_sharp_ones_do(size: str, rounding: float) -> None:
    normals, offsets = planes(lying(size))
    for wall in (None, 1.6):
        mesh = meshes.pyramid(size, rounding, wall)
        heights = mesh.points @ normals.T - offsets
        assert heights.max() < 1e-9
        assert heights.max(axis=0) == pytest.approx(np.zeros(5), abs=1e-9)
        assert np.linalg.norm(mesh.normals, axis=1) == pytest.approx(np.ones(len(mesh.points)))


def test_triangles_of_a_solid_piece_enclose_what_it_holds() -> None:
    for size in SIZES:
        mesh = meshes.pyramid(size, 0.3, None)
        a, b, c = (mesh.points[mesh.triangles[:, k]] for k in range(3))
        volume = (np.cross(a, b) * c).sum() / 6
        base, height = PYRAMIDS[size]
        assert 0.97 < volume / (base**2 * height / 3) < 1


def test_the_kept_photographs_are_all_there_and_small() -> None:
    folder = Path(__file__).parents[1] / "data" / "photographs"
    seeds = [*KEPT, LIKE_LETTER, ANY_SCALE, WHITE_CHECK, BESIDE_A_SIDE, WHITE_CLOTH, IN_GLARE, CUP_ON_A_CORNER]
    assert {path.name for path in folder.iterdir()} == {f"{seed:05}.{end}" for seed in seeds for end in ("jpg", "json")}
    for seed in seeds:
        photograph = load(folder / f"{seed:05}.jpg")
        assert (photograph.seed, photograph.conditions) == (seed, drawn(seed))
        assert photograph.path.stat().st_size <= 300_000
        with pictures.open(photograph.path) as opened:
            assert opened.size == photograph.eye.picture


def test_slips_are_what_they_say(tables: list[Table], tmp_path: Path) -> None:
    lot = np.random.default_rng(1)
    given = next(one for one in tables if one.sheet)
    photograph = load(_written(tmp_path, given, 1000))
    width, height = photograph.eye.picture
    crop = slips.cropped(photograph, lot)
    cut = np.array(crop.cut)
    shape = slips.picture(crop).shape
    assert shape[0] * shape[1] < width * height
    for before, after in zip(photograph.ships, crop.truth.ships, strict=True):
        assert after.pixels == pytest.approx(before.pixels - cut)
        assert (after.pixels < [shape[1], shape[0]]).all()
        assert (after.pixels > 0).all()
    quarter = slips.cut_at_one_side(photograph)
    assert quarter is None or slips.picture(quarter).size == pytest.approx(0.75 * 3 * width * height, rel=0.01)
    assert slips.cut_at_one_side(photograph, 0.9) is None
    assert slips.picture(slips.turned(photograph, 6)).shape[:2] == (width, height)
    assert slips.picture(slips.turned(photograph, 3)).shape[:2] == (height, width)
    assert slips.picture(slips.dark(photograph, lot)).mean() < 30
    assert slips.picture(slips.blurred(photograph, lot)).shape[:2] == (height, width)
    assert {slips.other_sheet(photograph).said_sheet, given.sheet} == {"A4", "Letter"}
    ((name, said),) = slips.other_size(photograph, lot).said_sizes.items()
    assert said != next(ship.size for ship in photograph.ships if ship.name == name)
    (((name, corner), pixel),) = slips.mark_off(photograph, lot).marks.items()
    ship = next(one for one in photograph.ships if one.name == name)
    assert np.linalg.norm(pixel - ship.pixels[truth.NAMES.index(corner)]) == pytest.approx(10)


def test_a_turned_picture_is_shown_as_it_was(tables: list[Table], tmp_path: Path) -> None:
    from PIL import ImageOps

    path = _written(tmp_path, tables[0], 400)
    shown = np.zeros(slips.picture(slips.Slipped("", path.read_bytes(), load(path))).shape, np.uint8)
    shown[:40, :80] = 255
    path.write_bytes(encoded(shown, 95))
    for orientation in slips.TURNS:
        slipped = slips.turned(load(path), orientation)
        stored = tmp_path / "stored.jpg"
        stored.write_bytes(slipped.file)
        with pictures.open(stored) as opened:
            again = np.asarray(ImageOps.exif_transpose(opened))
        assert np.abs(again.astype(int) - shown).mean() < 2


def _close_by(given: Table, bend: float) -> Table:
    """One large red ship on a sheet, away from the middle of the picture, through a lens that bends much."""
    view = eye((2000, 1500), np.array([148.0, -90.0, 330.0]), np.array([148.0, 105.0, 0.0]), 1500, bend)
    ship = Lying("R1", "P1", "red", "large", 60.0, 50.0, 200.0)
    conditions = given.conditions | {"sheet": "A4", "plastic": "opaque", "glare": "no", "shadows": "soft"}
    return replace(
        given,
        conditions=conditions | {"print": "no", "pips": "no", "table": "baize", "build": "solid"},
        sheet="A4",
        ships=(ship,),
        things=(),
        place=view.place,
        turn=view.outer[:3, :3],
        focal=0.75,
        bend=bend,
        upright=False,
        rounding=0.3,
        light=replace(given.light, window=None, warmth=0.0, strength=0.3, towards=(0.0, 0.0, 1.0)),
        middle=(148.0, 105.0),
    )


def _inside(shape: tuple[int, int], pixels: Array) -> np.ndarray:
    """(h, w) share of each pixel within the convex hull of pixels (n, 2)."""
    fine = 8
    big = np.zeros((shape[0] * fine, shape[1] * fine), np.uint8)
    hull = cv2.convexHull(np.round(pixels * fine).astype(np.int32))
    cv2.fillConvexPoly(big, hull, 1)
    return big.reshape(shape[0], fine, shape[1], fine).mean(axis=(1, 3))


@pytest.mark.parametrize("bend", few([-0.12, 0.12], 1))
def test_what_is_rendered_lies_where_the_truth_says(bend: float) -> None:
    pytest.importorskip("mitsuba", reason="Mitsuba is not installed: pip install 'armada-sim[render]'")
    from tests.photographs.rendering import render

    given = _close_by(table(1000), bend)
    light = render(given, 320, passes=4, samples=1)
    view = given.eye(320)
    assert light.shape == (240, 320, 3)
    red = light[..., 0] > 1.5 * light[..., 1]
    true = _inside(red.shape, view.shoot(given.ships[0].corners))
    assert red[true > 0.99].mean() > 0.92  # its tip is rounded, and a little of it mirrors the room
    assert red[true == 0].mean() < 0.002
    rows, columns = np.nonzero(red)
    wanted = [(true * (np.indices(true.shape)[k] + 0.5)).sum() / true.sum() for k in (1, 0)]
    assert [columns.mean() + 0.5, rows.mean() + 0.5] == pytest.approx(wanted, abs=0.6)
    white = _inside(red.shape, view.shoot(given.sheet_corners))
    assert np.median(light[(white > 0.99) & (true == 0)]) > 2 * np.median(light[white == 0])
    assert developed(light, given).shape == light.shape


def test_a_table_that_its_lamp_hides_is_left_out(tmp_path: Path) -> None:
    pytest.importorskip("mitsuba", reason="Mitsuba is not installed: pip install 'armada-sim[render]'")
    from tests.photographs.rendering import render

    given = table(30098)
    dark = render(given, 60, passes=1, samples=1).max(axis=2) == 0
    at = np.floor(given.eye(60).shoot(np.array([ship.corners.mean(axis=0) for ship in given.ships]))).astype(int)
    assert given.behind_lamp
    assert dark[at[:, 1], at[:, 0]].all()
    assert table(7049).behind_lamp
    assert not table(1000).behind_lamp
    done = CliRunner().invoke(main, [str(tmp_path), "--seeds", "30098"])
    assert "30098 is left out" in done.output + done.stderr
    assert not list(tmp_path.iterdir())


def test_the_command_renders_what_is_missing(tmp_path: Path) -> None:
    pytest.importorskip("mitsuba", reason="Mitsuba is not installed: pip install 'armada-sim[render]'")
    asked = [str(tmp_path), "--seeds", "1000:1001", "--width", "160", "--passes", "1", "--samples", "1"]
    assert CliRunner().invoke(main, asked).exit_code == 0
    path = tmp_path / "01000.jpg"
    photograph, made = load(path), path.stat().st_mtime_ns
    assert max(photograph.eye.picture) == 160
    with pictures.open(path) as opened:
        assert opened.size == photograph.eye.picture
        film = opened.getexif().get_ifd(0x8769).get(0xA405)
    assert film is None or film / 34.6 == pytest.approx(photograph.measures["focal"], rel=0.03)
    assert CliRunner().invoke(main, asked).exit_code == 0
    assert path.stat().st_mtime_ns == made
