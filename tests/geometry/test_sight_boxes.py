"""Lines of fire among many corners: boxes of lines come to what cells do, in far less work."""

from __future__ import annotations

import random
from dataclasses import replace
from importlib import import_module

import pytest

from armada_sim import InputError, Layout, Obstacle, Pose, Rules, Ship, Size
from armada_sim.firing.broadsides import ShotCase, decide, is_clear, shot_case
from armada_sim.geometry import clear_template, sight_boxes
from armada_sim.geometry.clearance import clearance, nearest
from armada_sim.geometry.decompose import convex_parts
from tests.combs import comb, flipped
from tests.strategies import random_ship
from tests.whole import whole

READINGS = (
    {}, {}, {"in_area": "touch_counts"}, {"obstruction": "partial_cover_ok"},
)  # fmt: skip


def crowd(number: int) -> ShotCase:
    """A ship that has others, some overlapping, and perhaps an object between it and its target."""
    random_ = random.Random(number)
    others = [random_ship(random_, f"S{i}", (270.0, 320.0), 40.0, "red") for i in range(random_.choice([2, 4, 6]))]
    ships = [
        random_ship(random_, "A", (300.0, 300.0), 5.0, "red"),
        random_ship(random_, "T", (255.0, 320.0), 15.0, "blue"),
        *others,
    ]
    ships[0] = replace(ships[0], size=Size.LARGE, pose=replace(ships[0].pose, heading=90))
    corners = [(0, 0), (40, 0), (40, 9), (9, 9), (9, 40), (0, 40)]
    rock = Obstacle.of("rock", [(240 + x + number % 50, 300 + y) for x, y in corners])
    layout = Layout(ships=ships, objects=[rock] if number % 3 == 0 else [])
    return shot_case(layout, ships[0], ships[1], ("left", "right"), Rules(**random_.choice(READINGS)))


@pytest.mark.parametrize("first", range(0, 36, 12))
def test_boxes_come_to_what_cells_do(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    known = []
    for most in (sight_boxes.WHOLE, -1):
        monkeypatch.setattr(sight_boxes, "WHOLE", most)
        shots = [shot for number in range(first, first + 12) for shot in decide(crowd(number))]
        known.append([(shot.clear, shot.reached, bool(shot.blockers)) for shot in shots])
    assert known[0] == known[1]
    assert len(set(known[0])) > 1


def test_what_closes_a_shot_is_enough_to_close_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what boxes were closed by, none can be left out in the end."""
    monkeypatch.setattr(sight_boxes, "WHOLE", -1)
    closed = 0
    for number in range(30):
        case = crowd(number)
        for shot in decide(case):
            if not shot.blockers or case.obstacles:
                continue
            closed += 1
            guilty = [ship for ship in case.ships if ship.name in shot.blockers]
            for left_out in (None, *guilty):
                ships = tuple(ship for ship in guilty if ship is not left_out)
                assert is_clear(replace(case, ships=ships, sides=(shot.side,))) is (left_out is not None)
    assert closed > 2


R1 = Ship("R1", "red", Size.LARGE, Pose(450, 400, 90))


def behind_a_comb(corners: int, *, shape: str) -> ShotCase:
    """A target behind the back of a comb whose teeth point at the shooter."""
    teeth = comb(corners, 380, 480, 405, 8, shape=shape)
    target = Ship("B1", "blue", Size.SMALL, Pose(395, 420, 90))
    layout = Layout(ships=[R1, target], objects=[Obstacle.of("comb", flipped(teeth, 825))])
    return shot_case(layout, R1, target, ("left",), Rules())


@pytest.mark.parametrize(("corners", "shape"), [(2000, "saw"), (400, "teeth")])
def test_two_thousand_corners_are_decided(corners: int, shape: str) -> None:
    """A hundred thousand million cells, were they all looked at."""
    (shot,) = decide(behind_a_comb(corners, shape=shape))
    assert (shot.clear, shot.reached, shot.blockers) == (False, True, ("comb",))


@pytest.mark.parametrize(("count", "most"), [(60, sight_boxes.MOST_WORK), whole(200, 500)])
def test_many_ships_on_one_spot_are_decided(count: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight_boxes, "WHOLE", -1)
    monkeypatch.setattr(sight_boxes, "MOST_WORK", most)
    ships = [Ship(f"S{i}", "red", list(Size)[i % 3], Pose(450, 450, 7 * i)) for i in range(count)]
    shots = decide(shot_case(Layout(ships=ships), ships[0], ships[1], ("left", "right"), Rules()))
    assert not any(shot.clear for shot in shots)
    assert all(shot.blockers for shot in shots)


def test_a_passage_of_no_width_along_many_corners_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    teeth = Obstacle.of("comb", comb(200, 400, 434, 432, 6, shape="teeth", back=8))
    monkeypatch.setattr(sight_boxes, "MOST_WORK", 1_000)
    wall = Obstacle.of("wall", [(400, 380), (434, 380), (434, 426), (400, 426)])
    target = Ship("B1", "blue", Size.SMALL, Pose(392, 426, 0))
    layout = Layout(ships=[R1, target], objects=[teeth, wall])
    with pytest.raises(
        InputError,
        match="take more work than the limit of 1000 steps: so many corners, or things in contact, lie in the way",
    ):
        decide(shot_case(layout, R1, target, ("left",), Rules()))


@pytest.mark.parametrize("shape", ["saw", "teeth"])
def test_a_comb_is_cut_into_parts_of_few_corners(shape: str) -> None:
    parts = convex_parts(Obstacle.of("comb", comb(2000, 200, 700, 470, 15, shape=shape)).polygon)
    assert max(len(part.exact_corners) for part in parts) == 4
    assert sum(len(part.exact_corners) for part in parts) < 4000


def test_the_nearest_part_is_found_without_measuring_all(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("armada_sim.geometry.clearance")

    parts = Obstacle.of("comb", comb(600, 200, 700, 470, 15, shape="teeth")).parts
    measured = []

    def counted(a: object, b: object) -> module.Gap:
        measured.append(b)
        return clearance(a, b)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "clearance", counted)
    for number in range(40):
        ship = random_ship(random.Random(number), "S", (450.0, 450.0), 60.0, "red")
        body = Rules().outline(ship.size).solid(ship.pose.place)
        gap, part = nearest(body, parts)
        least = min(clearance(body, other).low for other in parts)
        assert (gap.low, clearance(body, part).low) == (least, least)
    assert len(measured) < 40 * len(parts) / 3


def test_a_side_that_parts_the_two_closes_all_lines_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The target lies among the teeth and in the back, whose far side lies before all of it."""
    teeth = Obstacle.of("comb", comb(1990, 300, 600, 500, 190, shape="saw", back=10))
    shooter, target = (
        Ship("R1", "red", Size.LARGE, Pose(450, 535, 0)),
        Ship("B1", "blue", Size.SMALL, Pose(450, 495, 0)),
    )
    monkeypatch.setattr(sight_boxes, "MOST_WORK", 500)
    (shot,) = decide(shot_case(Layout(ships=[shooter, target], objects=[teeth]), shooter, target, ("right",), Rules()))
    assert (shot.clear, shot.reached, shot.blockers) == (False, True, ("comb",))


def test_of_many_parts_the_one_that_was_under_the_template_last_is_asked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of slides, hundreds of parts: not each slide asks all of them."""
    clip, asked = clear_template.clip, []
    monkeypatch.setattr(clear_template, "clip", lambda *args: asked.append(args) or clip(*args))  # type: ignore[func-returns-value]
    teeth = Obstacle.of("comb", comb(400, 300, 600, 500, 190, shape="saw", back=10))
    shooter, target = (
        Ship("R1", "red", Size.LARGE, Pose(450, 400, 20)),
        Ship("B1", "blue", Size.SMALL, Pose(480, 430, 70)),
    )
    layout = Layout(ships=[shooter, target], objects=[teeth])
    shots = decide(shot_case(layout, shooter, target, ("left", "right"), Rules(obstruction="clear_template")))
    assert not any(shot.clear for shot in shots)
    assert {name for shot in shots for name in shot.blockers} == {"comb"}
    assert len(asked) < 30_000
