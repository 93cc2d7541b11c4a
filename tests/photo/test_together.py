"""Several pictures of one table, and ships that only one of them shows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from armada_sim.photo import Reading, Topic, read
from armada_sim.photo.colouring import ship_names
from armada_sim.photo.together import Ships, camera_over, laid_over, pairs_of, shift_to
from tests.photo.frames import off, on_table
from tests.photo.painting import EYE, SHEET, SHIPS, Placed, paint
from tests.photo.scenes import eye

BESIDE = eye((2000, 1500), np.array([640.0, 40.0, 560.0]), np.array([230.0, 160.0, 0.0]), 1650, 0.008, 0.1)
"""The same table from its right."""


def worst(told: Reading, ships: list[Placed]) -> float:
    """mm. How far the farthest corner of all ships is off, each taken for the nearest of its size that is true."""
    truth, lies = [], []
    for ship in told.ships:
        pose = ship.pose
        here = on_table(ship.size.value, float(pose.x), float(pose.y), float(pose.heading))
        same = [on_table(one.size, one.x, one.y, one.degrees) for one in ships if one.size == ship.size.value]
        truth.append(min(same, key=lambda there: float(np.abs(there - here).max())))
        lies.append(here)
    return float(off(np.array(truth), np.array(lies), SHEET).max())


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("sides")
    paths = [folder / "front.png", folder / "side.png"]
    for path, view in zip(paths, (EYE, BESIDE), strict=True):
        paint(path, SHIPS, view)
    return paths


def test_two_pictures_of_one_table_are_fitted_together(pictures: list[Path]) -> None:
    told = read(pictures)
    assert sorted(ship.size.value for ship in told.ships) == sorted(ship.size for ship in SHIPS)
    assert worst(told, SHIPS) <= told.tolerance
    assert not [question for question in told.questions if question.topic is Topic.PICTURE]


@pytest.mark.whole
def test_two_pictures_say_more_than_one(pictures: list[Path]) -> None:
    told = read(pictures)
    alone = {ship.size.value + ship.player: ship.tolerance or 99 for ship in read(pictures[0]).ships}
    both = {ship.size.value + ship.player: ship.tolerance or 99 for ship in told.ships}
    assert sum(both.values()) < sum(alone[name] for name in both)


@pytest.mark.whole
def test_a_ship_that_the_first_picture_lacks_is_taken_from_another(pictures: list[Path], tmp_path: Path) -> None:
    first = tmp_path / "lacks.png"
    paint(first, SHIPS[:-1], EYE)
    told = read([first, pictures[1]])
    assert len(told.ships) == len(SHIPS)
    assert worst(told, SHIPS) <= told.tolerance


@pytest.mark.whole
def test_a_picture_of_another_table_is_left_out_and_said_so(pictures: list[Path], tmp_path: Path) -> None:
    other = tmp_path / "other.png"
    paint(other, [Placed("red", "large", 120, 120, 10), Placed("blue", "large", 380, 60, 200)], EYE)
    told = read([pictures[0], other])
    assert len(told.ships) == len(SHIPS)
    assert [question.topic for question in told.questions] == [Topic.PICTURE]
    assert "2" in told.questions[0].text


@pytest.mark.parametrize("seed", range(20))
def test_ships_of_another_frame_are_laid_over_the_first(seed: int) -> None:
    """Whatever turn and shift, with ships that only one of the two has; a camera sees the same in either frame."""
    lot = np.random.default_rng(seed)
    poses = np.column_stack([lot.uniform(-300, 300, (7, 2)), lot.uniform(0, 6.28, 7)])
    sizes = tuple(int(size) for size in lot.integers(0, 3, 7))
    turn, shift = np.exp(1j * lot.uniform(0, 6.28)), complex(*lot.uniform(-200, 200, 2))
    there = laid_over(poses[1:], turn.conjugate(), -shift * turn.conjugate())  # the first frame in the other's
    first, other = Ships(sizes[:-1], poses[:-1]), Ships(sizes[1:], there)
    found = shift_to(first, other)
    assert found is not None
    assert found == pytest.approx((complex(turn), shift), abs=1e-9)
    assert pairs_of(first, other, *found) == [(k + 1, k) for k in range(5)]
    from armada_sim.photo.camera import looking_down

    camera = looking_down(2000, 1500, 1700, 45, 600)
    points = np.column_stack([lot.uniform(-100, 100, (9, 2)), lot.uniform(0, 20, 9)])
    flat = turn * (points[:, 0] + 1j * points[:, 1]) + shift
    over = np.column_stack([flat.real, flat.imag, points[:, 2]])
    assert camera_over(camera, complex(turn), shift).project(over) == pytest.approx(camera.project(points), abs=1e-8)


def test_players_of_one_letter_share_its_numbers() -> None:
    assert ship_names(["blue", "black", "red", "blue"]) == ["B1", "B2", "R1", "B3"]
