"""Ships at which somebody points: those that were missed, and those that were found, whatever else is said."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from armada_sim.photo import Paper, Reading, SaidShip, Topic, beginning, prepared, read
from armada_sim.photo.camera import looking_down
from armada_sim.photo.edges import State
from armada_sim.photo.pointed import _surely as surely, _Tried as Tried
from armada_sim.table import Size
from tests.photo.kept import PAPERS, kept, middle, outside, paired, reading, said
from tests.photo.painting import SHIPS, paint
from tests.photographs import Photograph, PhotographedShip
from tests.whole import few, whole


def found(truth: Photograph, *without: str) -> list[SaidShip]:
    """Ships that are found without help, as the page says them."""
    return [
        SaidShip(ship.name, middle(one.wire), wire=one.wire)
        for ship, one in paired(truth, reading(truth.seed))
        if ship.name not in without
    ]


def at(ship: PhotographedShip, turn: float, px: float = 10.0) -> SaidShip:
    """It is pointed at, so many px from its middle."""
    x, y = ship.pixels.mean(axis=0) + px * np.array([np.cos(turn), np.sin(turn)])
    return SaidShip(ship.name, (float(x), float(y)))


def sheet(truth: Photograph) -> Paper | None:
    return PAPERS[truth.sheet.name] if truth.sheet else None


def topics(told: Reading, name: str) -> set[Topic]:
    return {question.topic for question in told.questions if question.about == name}


def told_of(truth: Photograph, name: str, turn: float) -> Reading:
    """What is read where the ships that are found without help are said, and one more is pointed at."""
    ship = next(one for one in truth.ships if one.name == name)
    return read(truth.path, sheet=sheet(truth), ships=[*found(truth, name), at(ship, turn)])


MISSED = [(7, "W8"), (20, "G3"), (4, "R1"), (24, "C1")]


@pytest.mark.parametrize(
    ("seed", "name", "degrees"),
    [(7, "W8", 0), *(whole(*one, degrees) for one in MISSED for degrees in (120, 240))],
)
def test_a_ship_that_was_missed_is_read_where_it_is_pointed_at(seed: int, name: str, degrees: float) -> None:
    truth = kept(seed)
    assert name not in {ship.name for ship, _ in paired(truth, reading(seed))}
    told = told_of(truth, name, np.radians(degrees))
    (pair,) = [(ship, one) for ship, one in paired(truth, told) if ship.name == name]
    assert pair[1].size.value == pair[0].size
    assert pair[1].tolerance is not None
    assert outside(truth, told, paired(truth, told)) == []
    assert [one.name for one in told.ships] == [*(one.name for one in found(truth)), name]


@pytest.mark.parametrize(
    ("seed", "number"), [(22, 0), *(whole(*one) for one in [(19, 3), (17, 2), (18, 8), (16, 0), (20, 1)])]
)
def test_a_ship_is_read_the_same_whether_it_is_found_or_pointed_at(seed: int, number: int) -> None:
    truth = kept(seed)
    name = truth.ships[number].name
    before = {ship.name: one for ship, one in paired(truth, reading(seed))}
    told = told_of(truth, name, 1.0)
    assert topics(told, name) == set()
    for one in told.ships:
        assert one.size == before[one.name].size
        assert np.array(one.wire) == pytest.approx(np.array(before[one.name].wire), abs=4.0)


HARDLY = [(15, "C1"), *(whole(*one) for one in [(15, "G2"), (15, "C7")])]
"""Covered or clear: as likely as not they lie otherwise."""


@pytest.mark.parametrize(("seed", "name"), HARDLY)
def test_of_a_ship_that_is_hardly_seen_it_is_asked_whether_it_lies_so(seed: int, name: str) -> None:
    truth = kept(seed)
    told = told_of(truth, name, 0.0)
    one = told.ships[-1]
    assert one.tolerance is None or Topic.PLACE in topics(told, name)
    (text,) = [str(each.text) for each in told.questions if each.topic is Topic.PLACE]
    assert text == f"{name} is hardly seen: look whether its wire lies on it."
    wired = read(
        truth.path, sheet=sheet(truth), ships=[*found(truth, name), SaidShip(name, middle(one.wire), wire=one.wire)]
    )
    assert Topic.PLACE not in topics(wired, name)
    assert wired.ships[-1].tolerance is not None


@pytest.mark.parametrize(("seed", "name"), [(15, "C3"), *(whole(*one) for one in [(7, "W7"), (10, "Y8")])])
def test_a_ship_that_is_not_seen_at_all_is_known_where_its_corners_are_set(seed: int, name: str) -> None:
    truth = kept(seed)
    ship = next(one for one in truth.ships if one.name == name)
    told = read(truth.path, sheet=sheet(truth), ships=[*found(truth, name), replace(said(ship), size=None)])
    assert told.ships[-1].size.value == ship.size
    assert told.ships[-1].tolerance is not None
    assert outside(truth, told, [(ship, told.ships[-1])]) == []


@pytest.mark.parametrize("seed", few([22, 19, 17], 1))
def test_two_fingers_on_one_ship_are_one_ship(seed: int) -> None:
    truth = kept(seed)
    ship = truth.ships[0]
    again = replace(at(ship, np.pi, 16), name="again")
    told = read(truth.path, sheet=sheet(truth), ships=[at(ship, 0.0, 4), again, *found(truth, ship.name)])
    assert told.ships[0].tolerance is not None
    assert told.ships[1].tolerance is None or topics(told, "again")
    assert outside(truth, told, [(one, other) for one, other in paired(truth, told) if other.name != "again"]) == []


@pytest.mark.parametrize(
    ("seed", "paper"), [(22, None), *(whole(seed, None) for seed in (7, 15, 20)), whole(22, Paper.A4)]
)
def test_a_picture_that_is_prepared_is_read_as_it_is_anew(seed: int, paper: Paper | None) -> None:
    truth = kept(seed)
    ready, there = prepared(truth.path, sheet=paper), found(truth)
    first, second = read(ready, ships=there), read(ready, ships=[*there[1:], replace(there[0], wire=())], lang="fr")
    assert first == read(truth.path, sheet=paper, ships=there)
    assert second == read(truth.path, sheet=paper, ships=[*there[1:], replace(there[0], wire=())], lang="fr")
    assert read(ready) == read(truth.path, sheet=paper)


def test_ships_stay_where_they_are_when_one_is_pointed_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a sheet, too: the cameras that ships alone show are looked for once, and keep their frame."""
    paint(tmp_path / "table.png")
    looked, cameras = list[object](), beginning.cameras_alone
    monkeypatch.setattr(beginning, "cameras_alone", lambda *given: looked.append(given) or cameras(*given))
    ready = prepared(tmp_path / "table.png", sheet=Paper.NONE)
    first = read(ready)
    assert len(first.ships) == len(SHIPS)
    *others, last = (SaidShip(ship.name, middle(ship.wire), wire=ship.wire) for ship in first.ships)
    again = read(ready, ships=[*others, replace(last, wire=())])
    assert len(looked) == 1
    for before, after in zip(first.ships, again.ships, strict=True):
        assert (after.name, after.size) == (before.name, before.size)
        assert math.hypot(after.pose.x - before.pose.x, after.pose.y - before.pose.y) < 1.0
        assert abs(after.pose.heading - before.pose.heading) < 1.0


@pytest.mark.parametrize(("seed", "name"), [(22, "C3"), *(whole(*one) for one in [(9, "B3"), (20, "G4")])])
def test_a_ship_that_is_not_known_is_drawn_at_the_finger(seed: int, name: str) -> None:
    truth = kept(seed)
    there = found(truth)
    x, y = next(ship.at for ship in there if ship.name == name)
    one = read(truth.path, sheet=sheet(truth), ships=[*there, SaidShip("again", (x + 5, y + 3))]).ships[-1]
    assert one.tolerance is None
    wire = np.array(one.wire)
    assert np.linalg.norm(wire.mean(axis=0) - (x + 5, y + 3)) < np.linalg.norm(wire - wire[:, None], axis=2).max()


@pytest.mark.parametrize(("seed", "number"), [(22, 0), *(whole(*one) for one in [(19, 3), (17, 1)])])
def test_a_size_that_is_said_is_kept_though_another_is_likelier(seed: int, number: int) -> None:
    truth = kept(seed)
    ship = truth.ships[number]
    for size in Size:
        told = read(truth.path, sheet=sheet(truth), ships=[*found(truth, ship.name), replace(at(ship, 2.0), size=size)])
        one = told.ships[-1]
        assert one.size is size
        if size.value == ship.size:
            assert topics(told, ship.name) == set()
            assert one.tolerance is not None
        else:
            assert one.tolerance is None or Topic.SIZE in topics(told, ship.name)


def tried(*given: tuple[int, float, float]) -> Tried:
    """Of one ship: sizes, px that they are aside, odds; those that are within 5 px of each other overlap."""
    wire = np.array([(0, 0), (20, 0), (10, 60), (0, 20), (20, 20)], dtype=np.float64)
    aside = np.array([px for _, px, _ in given])
    return Tried(
        State(looking_down(2000, 1500, 1700, 0, 500), 0.6, np.zeros((len(given), 3))),
        np.array([size for size, _, _ in given]),
        wire + aside[:, None, None],
        (np.abs(aside[:, None] - aside) < 5) & ~np.eye(len(given), dtype=bool),
        np.array([[odds for _, _, odds in given]]),
    )


def test_as_sure_as_the_others_are_unlikely() -> None:
    alone = surely(tried((0, 0, 6.0)), 0, 0, [])
    assert alone == pytest.approx(9.0)
    assert surely(tried((0, 0, 6.0), (0, 4, 5.0)), 0, 0, []) == alone, "the same place and size"
    assert surely(tried((0, 0, 6.0), (1, 0, 6.0)), 0, 0, []) == pytest.approx(0.0, abs=1e-3), "another size"
    assert surely(tried((0, 0, 6.0), (0, 40, 8.0)), 0, 0, []) == pytest.approx(-2.0, abs=1e-3), "another place"
    assert surely(tried((0, 0, 6.0), (0, 40, 8.0), (1, 42, 9.0)), 0, 0, [2]) == alone, "another place, but taken"


@pytest.mark.parametrize("seed", few(range(40), 8))
def test_what_more_may_be_makes_no_ship_surer(seed: int) -> None:
    lot = np.random.default_rng(seed)
    given = [(int(lot.integers(3)), float(lot.uniform(0, 90)), float(lot.normal(0, 4))) for _ in range(8)]
    sure = [surely(tried(*given[:count]), 0, 0, []) for count in range(1, 9)]
    assert all(after <= before + 1e-9 for before, after in pairwise(sure))
    assert sure[-1] <= given[0][2] + 3.0 + 1e-9
