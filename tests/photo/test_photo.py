"""Ships found on photos: tables whose cameras are known, and marks that make no sense."""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np
import pytest

from armada_sim.photo import CORNERS, Found, Mark, MarkedShip, Reference, place
from armada_sim.photo.solids import solid
from armada_sim.table import PROFILES, Size
from armada_sim.tabletop import InputError
from tests.photo.scenes import NAMES, Scene, lying, scene
from tests.whole import whole

IDEAL = PROFILES["ideal_sharp"]


def found(given: Scene, said: str = "tip") -> Found:
    """With the tips said, or every corner."""
    ships = []
    for number, ship in enumerate(given.ships):
        known = {name for name, _ in ship.marks} if said == "all" else {"tip"}
        marks = tuple(Mark((float(x), float(y)), name if name in known else None) for name, (x, y) in ship.marks)
        ships.append(MarkedShip(f"S{number}", Size(ship.size), marks))
    corners = tuple((float(x), float(y)) for x, y in given.sheet_marks)
    return place(given.eye.picture, Reference(*given.sheet, corners), ships, IDEAL)


def errors(given: Scene, told: Found) -> np.ndarray:
    """(n,) mm. How far the farthest corner of each is off in the frame of the sheet, whichever corner is (0, 0)."""
    at = np.array([[float(ship.pose.x), float(ship.pose.y)] for ship in told.ships]) @ np.array([1, 1j])
    turns = np.exp(1j * np.radians([float(ship.pose.heading) for ship in told.ships]))
    width, height = given.sheet
    frames = [(0, 1), (width, 1j), (width + 1j * height, -1), (1j * height, -1j)]  # (0, 0) at each corner of the sheet
    off = []
    for origin, along in frames:
        missed = []
        for k, ship in enumerate(given.ships):
            corners = lying(ship.size)[[0, 1, 4], :2] @ np.array([1, 1j])
            truth = (ship.x + 1j * ship.y - origin + np.exp(1j * ship.turn) * corners) / along
            missed.append(np.abs(at[k] + turns[k] * corners - truth).max())
        off.append(np.array(missed))
    return min(off, key=lambda one: float(one.max()))


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
    ("seeds", "long_side"), [(range(100, 112), 4000), *(whole(range(n, n + 100), 2000) for n in (0, 100))]
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
) -> Found:
    ship = MarkedShip("R1", Size.LARGE, tuple(Mark(at, name) for at, name in zip(marks, names, strict=True)))
    return place((1600, 1200), Reference(297, 210, corners), [ship], IDEAL)


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
        ({"marks": ((500, 500), (540, 500)), "names": (None, None)}, "R1: mark 3 to 5 corners of each ship"),
        ({"marks": ((500, 500), (500, 500.5), (520, 420))}, "R1: two marks lie on one point"),
        ({"names": ("tip", None, "tip")}, "R1: two marks are said to be one corner"),
    ],
)
def test_marks_that_make_no_sense_are_refused_with_a_sentence(change: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as refused:
        asked(**change)
    assert str(refused.value).startswith(said)
