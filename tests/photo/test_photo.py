"""Ships found on photos: tables whose cameras are known, and marks that make no sense."""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np
import pytest

from armada_sim.photo import CORNERS, Mark, MarkedShip, PlacedShips, Reference, place
from armada_sim.photo.solids import solid
from armada_sim.table import PROFILES, Size
from armada_sim.tabletop import InputError
from tests.photo.frames import off, on_table
from tests.photo.scenes import NAMES, SHEETS, Scene, lying, scene
from tests.whole import whole

IDEAL = PROFILES["ideal_sharp"]


def found(given: Scene, said: str = "tip", sheet: bool = True) -> PlacedShips:
    """With the tips said, every corner, or `none`; with the sheet, or only ships of known size."""
    ships = []
    for number, ship in enumerate(given.ships):
        known = {name for name, _ in ship.marks} if said == "all" else {said}
        marks = tuple(Mark((float(x), float(y)), name if name in known else None) for name, (x, y) in ship.marks)
        ships.append(MarkedShip(f"S{number}", Size(ship.size), marks))
    corners = tuple((float(x), float(y)) for x, y in given.sheet_marks)
    return place(given.eye.picture, Reference(*given.sheet, corners) if sheet else None, ships, IDEAL)


def errors(given: Scene, told: PlacedShips) -> np.ndarray:
    """(n,) mm. How far the farthest corner of each is off in the frame of the sheet, whichever corner is (0, 0)."""
    truth = np.array([on_table(ship.size, ship.x, ship.y, math.degrees(ship.turn)) for ship in given.ships])
    lies = [
        on_table(ship.size, float(one.pose.x), float(one.pose.y), float(one.pose.heading))
        for ship, one in zip(given.ships, told.ships, strict=True)
    ]
    return off(truth, np.array(lies), None if told.size is None else given.sheet)


def test_the_corners_of_a_lying_pyramid_are_those_of_an_upright_one_tipped_over() -> None:
    for size in Size:
        tipped = dict(zip(NAMES, lying(size.value), strict=True))
        assert solid(IDEAL[size]) == pytest.approx(np.array([tipped[name] for name in CORNERS]), abs=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_exact_marks_are_found_exactly(seed: int) -> None:
    given = scene(seed, off=(0, 0), most=4)
    told = found(given, "all")
    assert errors(given, told).max() < 1.5  # what is expected of cameras pulls a little
    assert max(ship.misfit for ship in told.ships) < 1.0


@pytest.mark.parametrize(
    ("seeds", "long_side"), [(range(100, 104), 4000), *(whole(range(n, n + 50), 2000) for n in (0, 50, 100, 150))]
)
def test_the_stated_tolerance_covers_what_is_off(seeds: range, long_side: int) -> None:
    """On at least 95 % of tables every corner of every ship; marks are off by 1 to 2 px, only tips are named."""
    tables = [scene(seed, long_side, most=5 if long_side == 4000 else 12) for seed in seeds]
    told = [found(given) for given in tables]
    off = np.array([errors(given, one).max() for given, one in zip(tables, told, strict=True)])
    stated = np.array([one.tolerance for one in told])
    assert np.mean(off <= stated) >= 0.95
    assert np.median(off) < (2 if long_side == 4000 else 3.5)
    assert np.median(stated) < (5 if long_side == 4000 else 12)
    sure = [not any(ship.unsure for ship in one.ships) for one in told]
    assert np.mean(sure) > 0.5


@pytest.mark.parametrize(
    ("seeds", "said", "lot"),
    [
        (range(200, 203), "tip", {"least": 2, "most": 2, "marked": 4}),
        whole(range(200, 204), "tip", {"least": 2, "most": 2, "marked": 4}),
        whole(range(40), "tip", {"least": 2, "most": 2}),
        whole(range(30), "none", {}),
    ],
)
def test_two_ships_of_known_size_and_no_sheet_are_enough(seeds: range, said: str, lot: dict[str, int]) -> None:
    """They lie to each other as is told, within the tolerance; with no corner named too."""
    tables = [scene(seed, **lot) for seed in seeds]
    told = [found(given, said, sheet=False) for given in tables]
    off = np.array([errors(given, one).max() for given, one in zip(tables, told, strict=True)])
    assert np.mean(off <= [one.tolerance for one in told]) >= 0.95
    assert np.median(off) < 4
    assert np.median([one.tolerance for one in told]) < 12
    assert {one.size for one in told} == {None}


def test_exact_marks_on_two_ships_are_found_exactly() -> None:
    given = scene(206, off=(0, 0), least=2, most=2, marked=5)
    told = found(given, "none", sheet=False)
    assert errors(given, told).max() < 1.5
    for ship, true in zip(told.ships, given.ships, strict=True):
        assert ship.corners == tuple(name for name, _ in true.marks)


def test_two_ships_that_mislead_the_camera_together_are_found_out() -> None:
    """Seen from above, with three marks on each: taken for the other side they had the camera 250 mm nearer."""
    given = scene(56, 4000)
    assert errors(given, found(given)).max() < 2


def test_where_marks_may_be_other_corners_these_are_offered() -> None:
    given, number = scene(38), 4
    told = found(given).ships[number]
    true = tuple(name for name, _ in given.ships[number].marks)
    assert told.unsure
    assert told.corners != true
    assert [other.corners for other in told.others] == [true]
    seen = np.array([given.ships[number].seen[name] for name in CORNERS])
    assert np.linalg.norm(np.array(told.others[0].wire) - seen, axis=1).max() < 5
    assert not found(given, "all").ships[number].unsure


def test_a_mark_on_the_wrong_corner_shows() -> None:
    given = scene(101, 4000, most=5)
    before = found(given, "all")
    marks = given.ships[0].marks
    (first, at), (second, there) = marks[0], marks[1]
    marks[0], marks[1] = (first, there), (second, at)
    after = found(given, "all")
    assert after.ships[0].misfit > 10 * before.ships[0].misfit
    assert after.tolerance > 3 * before.tolerance


def test_wires_lie_where_corners_are_seen_and_say_which_are_hidden() -> None:
    hidden = 0
    for seed in range(3):
        given = scene(seed, off=(0, 0), most=4)
        for ship, told in zip(given.ships, found(given, "all").ships, strict=True):
            assert np.array(told.wire) == pytest.approx(np.array([ship.seen[name] for name in CORNERS]), abs=1.0)
            behind = {name for name, hides in zip(CORNERS, told.hidden, strict=True) if hides}
            assert not behind & ship.shown
            hidden += len(behind)
    assert hidden > 0


def test_without_scipy_one_sentence_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)  # what Python itself does to forbid an import
    with pytest.raises(InputError, match=r"photos need SciPy: pip install 'armada-sim\[photo\]'"):
        asked()


SHEET = ((100.0, 100.0), (1100.0, 120.0), (1150.0, 800.0), (60.0, 820.0))


def asked(
    corners: Any = SHEET, marks: Any = ((500, 500), (540, 500), (520, 420)), names: Any = (None, None, "tip")
) -> PlacedShips:
    ship = MarkedShip("R1", Size.LARGE, tuple(Mark(at, name) for at, name in zip(marks, names, strict=True)))
    return place((1600, 1200), corners and Reference(297, 210, corners), [ship], IDEAL)


def test_marks_in_any_order_make_the_same_rectangle() -> None:
    told = asked()
    assert asked(SHEET[::-1]) == told
    assert asked((SHEET[2], SHEET[0], SHEET[3], SHEET[1])) == told
    assert told.size == (297, 210)
    assert told.reference[0] == pytest.approx(SHEET[3], abs=30)  # the lower left one
    assert math.isfinite(told.tolerance)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"corners": SHEET[:3]}, "reference: mark the four corners of the reference"),
        ({"corners": ((0, 0), (100, 0), (200, 0), (100, 300))}, "reference: of the reference's corners three"),
        ({"corners": ((0, 0), (0, 0), (200, 0), (100, 300))}, "reference: of the reference's corners three"),
        ({"corners": ((0, 0), (900, 0), (450, 200), (450, 900))}, "reference: of the reference's corners three"),
        ({"corners": None}, "ships: with no sheet or rectangle, mark at least two ships"),
        ({"marks": ((500, 500), (540, 500)), "names": (None, None)}, "R1: mark 3 to 5 corners of each ship"),
        ({"marks": ((500, 500), (500, 500.5), (520, 420))}, "R1: two marks lie on one point"),
        ({"names": ("tip", None, "tip")}, "R1: two marks are said to be one corner"),
    ],
)
def test_marks_that_make_no_sense_are_refused_with_a_sentence(change: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as refused:
        asked(**change)
    assert str(refused.value).startswith(said)


def marked(given: Scene, ship: int = -1, by: float = 0.0, sheet: tuple[float, float] | None = None) -> PlacedShips:
    """With the first mark of a ship so many px beside its corner, and another sheet said."""
    ships = []
    for number, one in enumerate(given.ships):
        marks = [(name, np.array(at)) for name, at in one.marks]
        if number == ship:
            marks[0] = (marks[0][0], marks[0][1] + by * np.array([0.6, 0.8]))
        named = tuple(Mark((float(x), float(y)), name if name == "tip" else None) for name, (x, y) in marks)
        ships.append(MarkedShip(f"S{number}", Size(one.size), named))
    corners = tuple((float(x), float(y)) for x, y in given.sheet_marks)
    return place(given.eye.picture, Reference(*(sheet or given.sheet), corners), ships, IDEAL)


@pytest.mark.parametrize("seeds", [range(910, 912), whole(range(900, 930))])
def test_a_mark_20_px_beside_its_corner_is_noticed_or_counted_in(seeds: range) -> None:
    """Where truth lies outside what is stated and nothing is said: at most one in ten. Sound marks are not doubted."""
    unnoticed = 0
    for seed in seeds:
        given = scene(seed, most=8)
        sound = marked(given)
        assert not any(ship.beside for ship in sound.ships)
        assert sound.looks_like is None
        told = marked(given, 0, 20)
        unnoticed += errors(given, told)[0] > told.ships[0].tolerance and not told.ships[0].beside
    assert unnoticed <= len(seeds) / 10


def test_two_marks_on_one_point_leave_out_that_ship_alone() -> None:
    given = scene(3, most=5)
    marks = given.ships[0].marks
    marks[1] = (marks[1][0], marks[0][1])
    told = marked(given)
    assert [(one.name, one.why) for one in told.left] == [("S0", "two marks lie on one point: mark each corner once")]
    assert [ship.name for ship in told.ships] == [f"S{number}" for number in range(1, len(given.ships))]


def test_another_sheet_than_was_said_is_named_where_marks_show_it() -> None:
    looks = []
    for seed in range(950, 956):
        given = scene(seed, most=8)
        other = next(sides for sides in SHEETS if sides != given.sheet)
        looks.append(marked(given, sheet=other).looks_like)
        assert looks[-1] in (None, pytest.approx(given.sheet))
    assert sum(one is not None for one in looks) >= 2
