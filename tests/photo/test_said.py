"""What people say of a photograph, right and wrong: what does not fit is asked about, and spoils nothing else."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from armada_sim.photo import Paper, Reading, SaidSheet, SaidShip, Topic, read
from armada_sim.photo.said import _not_there
from armada_sim.table import Size
from tests.photo.kept import PAPERS, kept, outside, paired, said
from tests.photographs import Photograph
from tests.photographs.conditions import LIKE_LETTER
from tests.photographs.slips import cropped, cut_at_one_side
from tests.whole import few, whole

SIZES = ("small", "medium", "large")


def paper(truth: Photograph) -> Paper:
    return PAPERS[truth.sheet.name] if truth.sheet else Paper.NONE


def asked(told: Reading) -> set[tuple[Topic, str]]:
    return {(question.topic, question.about) for question in told.questions}


def others(truth: Photograph, told: Reading, *names: str) -> list[str]:
    """Of all ships but these, those that are off by a tenth more than is stated, or of which nothing is stated."""
    by_name = {ship.name: ship for ship in told.ships}
    pairs = [(ship, by_name[ship.name]) for ship in truth.ships if ship.name not in names]
    unknown = [ship.name for ship, one in pairs if one.tolerance is None]
    return unknown + outside(truth, told, pairs, within=1.1)


@pytest.mark.parametrize(
    ("seed", "wired"),
    [
        (22, True),
        *(whole(*one) for one in [(19, False), (22, False), (17, True), (17, False), (18, True), (18, False)]),
    ],
)
def test_what_is_said_right_is_read_and_nothing_is_asked(seed: int, wired: bool) -> None:
    truth = kept(seed)
    told = read(truth.path, sheet=paper(truth), ships=[said(ship, wired) for ship in truth.ships])
    assert [one.name for one in told.ships] == [ship.name for ship in truth.ships]
    assert [one.size.value for one in told.ships] == [ship.size for ship in truth.ships]
    assert others(truth, told) == []
    assert told.questions == ()


@pytest.mark.parametrize("seed", few([22, 19], 1))
def test_sizes_that_nobody_says_are_found(seed: int) -> None:
    truth = kept(seed)
    told = read(truth.path, sheet=paper(truth), ships=[replace(said(ship, False), size=None) for ship in truth.ships])
    assert [one.size.value for one in told.ships] == [ship.size for ship in truth.ships]
    assert others(truth, told) == []


@pytest.mark.parametrize(("seed", "number"), [(22, 0), *(whole(*one) for one in [(19, 3), (17, 0), (17, 1)])])
def test_a_wrong_size_is_asked_about(seed: int, number: int) -> None:
    """Of one of the two other sizes at least; of the other it may only be known that no such ship lies there."""
    truth = kept(seed)
    ship = truth.ships[number]
    offers = []
    for size in SIZES:
        if size == ship.size:
            continue
        ships = [said(one, False, size if one is ship else None) for one in truth.ships]
        told = read(truth.path, sheet=paper(truth), ships=ships)
        assert told.ships[number].size.value == size
        about = [one for one in told.questions if one.about == ship.name]
        if not about:
            assert told.ships[number].tolerance is None
            continue
        (question,) = about
        offers.append(question.offer)
        assert (question.topic, question.offer) == (Topic.SIZE, ship.size)
        assert str(question.text) == f"{ship.name} looks like a {ship.size} ship."
        assert others(truth, told, ship.name) == []
    assert ship.size in offers


@pytest.mark.parametrize(
    ("seed", "ships"),
    [
        (22, False),
        *(whole(*one) for one in [(19, False), (17, False), (LIKE_LETTER, False), (22, True), (18, True), (26, True)]),
    ],
)
def test_another_sheet_than_lies_there_is_asked_about(seed: int, ships: bool) -> None:
    truth = kept(seed)
    wrong = Paper.LETTER if paper(truth) is Paper.A4 else Paper.A4
    told = read(truth.path, sheet=wrong, ships=[said(ship) for ship in truth.ships] if ships else None)
    first = told.questions[0]
    assert (first.topic, first.about, first.offer) == (Topic.PAPER, "", paper(truth).value)
    assert (
        str(first.text) == f"This sheet looks like {truth.sheet.name}, not {'A4' if wrong is Paper.A4 else 'Letter'}."
    )


@pytest.mark.whole
def test_a_rectangle_of_a_wrong_size_is_asked_about() -> None:
    told = read(kept(22).path, sheet=SaidSheet(size=(250, 250)))
    assert [(one.topic, one.offer) for one in told.questions[:1]] == [(Topic.PAPER, "a4")]
    assert str(told.questions[0].text) == "This looks like a sheet of A4, not 250 mm by 250 mm."


@pytest.mark.parametrize("seed", few([22, 19, 18, 26], 1))
def test_corners_of_the_sheet_that_are_said_are_used(seed: int) -> None:
    """In any order, and some px off."""
    truth, lot = kept(seed), np.random.default_rng(seed)
    assert truth.sheet is not None
    off = truth.sheet.pixels[lot.permutation(4)] + lot.normal(0, 4, (4, 2))
    corners = tuple((float(x), float(y)) for x, y in off)
    told = read(truth.path, sheet=SaidSheet(truth.sheet.size, corners))
    pairs = paired(truth, told)
    assert outside(truth, told, pairs) == []
    assert len(pairs) >= len(truth.ships) - 1


@pytest.mark.parametrize("seed", few([22, 16, 17, 19, 26], 1))
def test_a_cropped_picture_is_asked_about(seed: int) -> None:
    """Up to a third is cut off on one side or two, with all that is looked for left in it."""
    slip = cropped(kept(seed), np.random.default_rng(seed), 1 / 3)
    told = read(slip.file)
    first = told.questions[0]
    assert (first.topic, first.about) == (Topic.CROPPED, "")
    assert str(first.text).startswith("This picture was cropped: its middle is not the lens's.")
    assert paired(slip.truth, told)


@pytest.mark.parametrize("seed", few([0, 16, 10, 12, 17, 22, 24], 1))
def test_a_picture_that_is_square_or_wide_for_a_quarter_was_cut_off_puts_no_ship_elsewhere(seed: int) -> None:
    """Cameras take such pictures, too: a quarter of 4 by 3 less is a square, or 16 by 9."""
    slip = cut_at_one_side(kept(seed))
    assert slip is not None
    told = read(slip.file)
    pairs = paired(slip.truth, told)
    assert pairs
    assert (Topic.CROPPED, "") in asked(told) or outside(slip.truth, told, pairs) == []


def at_middle(name: str, wire: np.ndarray, size: str) -> SaidShip:
    x, y = (wire.min(axis=0) + wire.max(axis=0)) / 2
    return SaidShip(name, (float(x), float(y)), Size(size), tuple((float(u), float(v)) for u, v in wire))


@pytest.mark.parametrize("seed", few([22, 19, 18], 1))
def test_two_ships_said_at_one_place_spoil_no_other(seed: int) -> None:
    truth = kept(seed)
    ships = [said(ship) for ship in truth.ships]
    told = read(truth.path, sheet=paper(truth), ships=[*ships, replace(ships[0], name="again")])
    assert len(told.ships) == len(ships) + 1
    assert others(truth, told, ships[0].name) == []


@pytest.mark.parametrize(
    ("seed", "number", "degrees"),
    [whole(*one) for one in [(19, 2, 0), (22, 1, 0), (17, 1, 90), (18, 1, 200), (19, 7, 0), (22, 1, 200)]],
)
def test_a_corner_that_is_dragged_beside_is_asked_about_or_comes_back(seed: int, number: int, degrees: float) -> None:
    """20 px from where it is seen."""
    truth = kept(seed)
    ships = [said(ship) for ship in truth.ships]
    wire = np.array(ships[number].wire)
    wire[2] += 20 * np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    ships[number] = replace(ships[number], wire=tuple((float(x), float(y)) for x, y in wire))
    told = read(truth.path, sheet=paper(truth), ships=ships)
    name = ships[number].name
    assert others(truth, told, name) == []
    back = others(truth, told, *(ship.name for ship in truth.ships if ship.name != name)) == []
    assert back or told.ships[number].tolerance is None or (Topic.MARK, name) in asked(told)


def test_a_corner_that_comes_back_is_told_with_how_far_beside_it_was() -> None:
    truth = kept(22)
    ships = [said(ship) for ship in truth.ships]
    wire = np.array(ships[1].wire)
    wire[0] += (0, 30)
    ships[1] = replace(ships[1], wire=tuple((float(x), float(y)) for x, y in wire))
    (question,) = read(truth.path, sheet=Paper.A4, ships=ships).questions
    assert (question.topic, question.about) == (Topic.MARK, ships[1].name)
    said_so = rf"A corner of {ships[1].name} was set (\d+) px from where the picture shows it."
    far = re.fullmatch(said_so, str(question.text))
    assert far
    assert 27 <= int(far[1]) <= 33


NOWHERE = {22: (300.0, 1100.0), 19: (100.0, 100.0), 18: (60.0, 1150.0)}
"""px. Where no ship lies, nor any part of one."""


@pytest.mark.parametrize(("seed", "wired"), [(22, True), whole(22, False), whole(19, False), whole(18, True)])
def test_a_ship_said_where_none_lies_is_not_known_and_spoils_no_other(seed: int, wired: bool) -> None:
    truth = kept(seed)
    ships = [said(ship) for ship in truth.ships]
    wire = np.array(ships[0].wire)
    none = at_middle("none", wire - wire.mean(axis=0) + NOWHERE[seed], truth.ships[0].size)
    told = read(truth.path, sheet=paper(truth), ships=[*ships, none if wired else replace(none, wire=())])
    assert told.ships[-1].tolerance is None
    assert asked(told) == set()
    assert others(truth, told) == []


@pytest.mark.parametrize(
    ("at", "wired"),
    [
        whole((600.0, 20.0), True),
        whole((-50.0, -2000.0), False),
        whole((5000.0, 200.0), True),
    ],
)
def test_a_ship_said_in_the_sky_or_beside_the_picture_is_not_known(at: tuple[float, float], wired: bool) -> None:
    """This camera looks 28 degrees down: over the horizon there is no table."""
    truth = kept(22)
    ships = [said(ship) for ship in truth.ships]
    wire = np.array(ships[0].wire)
    none = at_middle("none", wire - wire.mean(axis=0) + at, truth.ships[0].size)
    told = read(truth.path, sheet=paper(truth), ships=[*ships, none if wired else replace(none, wire=())])
    assert told.ships[-1].tolerance is None
    assert asked(told) == set()
    assert others(truth, told) == []


@pytest.mark.parametrize("seed", [whole(14)])
def test_ships_said_without_a_sheet_may_be_of_another_size_until_that_of_one_is_said(seed: int) -> None:
    truth = kept(seed)
    ships = [replace(said(ship), size=None) for ship in truth.ships]
    told = read(truth.path, ships=ships)
    assert {question.topic for question in told.questions} == {Topic.SCALE}
    assert {ship.tolerance for ship in told.ships} == {None}
    told = read(truth.path, ships=[replace(ships[0], size=Size(truth.ships[0].size)), *ships[1:]])
    assert [ship.size.value for ship in told.ships] == [ship.size for ship in truth.ships]
    assert others(truth, told) == []


def test_with_no_ship_said_there_is_none() -> None:
    told = read(kept(22).path, sheet=Paper.A4, ships=[])
    assert told.ships == ()
    assert told.paper is Paper.A4
    assert told.tolerance == 0


def test_what_is_said_in_a_large_picture_is_said_in_its_pixels() -> None:
    truth, out = kept(22), io.BytesIO()
    with Image.open(truth.path) as shown:
        shown.resize((2 * shown.width, 2 * shown.height), Image.Resampling.BICUBIC).save(out, "JPEG", quality=95)
    assert truth.sheet is not None
    corners = tuple((float(x), float(y)) for x, y in 2 * truth.sheet.pixels)
    ships = [
        replace(one, at=(2 * one.at[0], 2 * one.at[1]), wire=tuple((2 * x, 2 * y) for x, y in one.wire))
        for one in (said(ship) for ship in truth.ships)
    ]
    told = read(out.getvalue(), sheet=SaidSheet(truth.sheet.size, corners), ships=ships)
    assert others(truth, told) == []
    assert told.questions == ()
    assert np.array(told.ships[0].wire) == pytest.approx(np.array(ships[0].wire), abs=6)


@pytest.mark.parametrize("seed", few(range(12), 3))
def test_of_two_ships_seen_in_one_place_the_one_said_to_be_farther_from_it_is_not_there(seed: int) -> None:
    lot = np.random.default_rng(seed)
    wire = lot.uniform(0, 100, (5, 2))
    wires = np.stack([wire, wire + 400, wire + lot.uniform(-2, 2, (5, 2))])
    far = int(lot.choice([0, 2]))
    marks = wires.mean(axis=1)
    marks[far] += lot.uniform(20, 40, 2)
    ships = [SaidShip(f"R{k}", (float(x), float(y))) for k, (x, y) in enumerate(marks)]
    assert _not_there(ships, wires) == [far]
    wires[far] += [300.0, 0.0]
    assert _not_there(ships, wires) == []
