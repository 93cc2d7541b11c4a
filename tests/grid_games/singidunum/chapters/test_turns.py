"""Sections 6 and 13, U15: alternation, passing, burning, points, the end."""

from __future__ import annotations

import pytest

from armada_sim.tabletop.protocol import Outcome
from tests.grid_games.singidunum.scenes import after, clause, decides, legal, scene, units

CALM = "H7@e5 H6@e7 / E9@h5 E8@h7"


def test_players_alternate_unit_by_unit() -> None:
    state = after(scene(CALM), "e5-e6")
    assert decides(state) == "barbarians go"
    state = after(state, "h5")
    assert decides(state) == "romans go"
    assert legal(state, "e6") == set()
    assert units(state) == "H7@e6' H6@e7 / E9@h5' E8@h7"


def test_the_first_passer_leads_the_next_turn() -> None:
    state = after(scene(CALM), "pass")
    assert units(state) == "H7@e5' H6@e7' / E9@h5 E8@h7"
    state = after(state, "h5")
    assert decides(state) == "barbarians go"  # one after another
    state = after(state, "h7")
    assert (decides(state), state.turn) == ("romans go", 2)
    assert units(state) == CALM  # everybody is available again
    stopped = after(scene(CALM), "e5", "pass", "e7")
    assert (decides(stopped), stopped.turn) == ("barbarians go", 2)


def test_the_other_may_stop_and_the_passer_keeps_the_lead() -> None:
    state = after(scene(CALM), "pass", "h5", "pass")
    assert (decides(state), state.turn) == ("romans go", 2)


def test_who_has_no_available_unit_passes() -> None:
    """Also where the other has none either: the first to be without one leads."""
    state = after(scene("H7@e5 / E9@h5 E8@h7"), "e5", "h5")
    assert decides(state) == "barbarians go"
    assert (decides(after(state, "h7")), after(state, "h7").turn) == ("romans go", 2)
    both = after(scene("H7@e5 / E9@h5"), "e5", "h5")
    assert (decides(both), both.turn) == ("romans go", 2)


RAID = "H7@j6 A4@c9 / E9@c3"


def test_burning() -> None:
    """Two points at the end of the turn, once a hex (13)."""
    state = after(scene(RAID), "pass", "pass")
    assert state.points == (2, 0)
    assert state.game.state_to_json(state)["burnt"] == ["j6"]
    assert after(state, "pass", "pass").points == (2, 0)
    moved = after(state, "j6-j7", "pass", "pass")
    assert moved.points == (4, 0)


@pytest.mark.parametrize(("units_", "points"), [
    ("H7@j6! A4@c9 / E9@c3", 0),  # it came by a retreat
    ("H7@j6 A4@c9 / E9@i5", 2),
    ("H7@j6 A4@c9 / E9@i6", 0),  # the hex is in an enemy zone of control
    ("H7@j6 H6@j8 A4@c9 / E9@c3", 4),
    ("H7@b6 A4@c9 / E9@c3", 0),  # one's own base
])  # fmt: skip
def test_what_keeps_a_base_from_burning(units_: str, points: int) -> None:
    assert after(scene(units_), "pass", "pass").points == (points, 0)


def test_burning_at_once_by_option() -> None:
    """Where the enemy has no available unit any more; the marker stays when the unit goes on."""
    start, free = "H7@j6 H6@j8 A4@c9 / E9@c3 E8@c5'", {"burning": "at_once"}
    assert after(scene(start, **free), "j6").points == (0, 0)  # the elite may still come
    over = after(scene(start, **free), "j6", "c3")
    assert (over.turn, over.points) == (1, (4, 0))
    gone = after(over, "j8-i8", "c9")
    assert (gone.turn, gone.points) == (2, (4, 0))
    assert after(scene(start), "j6", "c3", "j8-i8", "c9").points == (2, 0)


def test_a_unit_that_came_by_a_retreat_burns_after_its_next_move() -> None:
    state = after(scene("H7@j6! A4@c9 / E9@c3"), "j6-j7", "pass", "pass")
    assert state.points == (2, 0)
    assert after(scene("H7@j6! A4@c9 / E9@c3"), "j6", "pass", "pass").points == (0, 0)


@pytest.mark.parametrize(("points", "entered", "settings", "outcome"), [
    ((8, 3), (), {}, Outcome(("romans",), "victory_points")),
    ((3, 9), (), {}, Outcome(("barbarians",), "victory_points")),
    ((8, 9), (), {}, Outcome(("barbarians",), "victory_points")),
    ((8, 8), ("romans",), {}, Outcome(("romans",), "entered_base")),
    ((8, 8), ("romans", "barbarians"), {}, Outcome((), "equal")),
    ((8, 8), (), {}, Outcome((), "equal")), ((7, 3), (), {"scenario": "50"}, Outcome(("romans",), "victory_points")),
    ((4, 3), (), {"scenario": "37"}, Outcome(("romans",), "victory_points")), ((7, 3), (), {}, None),
    ((8, 3), (), {"scenario": "60"}, None),
])  # fmt: skip
def test_points_win_at_the_end_of_a_turn(
    points: tuple[int, int], entered: tuple[str, ...], settings: dict[str, object], outcome: Outcome | None
) -> None:
    state = scene(CALM, points=points, entered=entered, **settings)
    assert state.outcome() is None
    assert after(state, "pass").outcome() is None
    assert after(state, "pass", "pass").outcome() == outcome


@pytest.mark.parametrize(("points", "entered", "outcome"), [
    ((2, 1), (), Outcome(("romans",), "last_turn")),
    ((1, 1), ("barbarians",), Outcome(("barbarians",), "entered_base")), ((0, 0), (), Outcome((), "equal")),
])  # fmt: skip
def test_eight_turns(points: tuple[int, int], entered: tuple[str, ...], outcome: Outcome) -> None:
    assert after(scene(CALM, turn=7, points=points, entered=entered), "pass", "pass").outcome() is None
    over = after(scene(CALM, turn=8, points=points, entered=entered), "pass", "pass")
    assert over.outcome() == outcome
    assert over.current_player() is None
    assert clause(over, "pass") == "turn"
    assert sum(over.returns().values()) == 1


def test_entering_the_enemy_base_is_remembered() -> None:
    state = after(scene("H7@i6 / E9@c3"), "i6-j6")
    assert state.entered == 1
    back = after(state, "pass", "c3", "j6-i6")
    assert back.entered == 1


def test_empty_side() -> None:
    """It passes; the other goes on and may burn."""
    gone = after(scene("C6@g7 / A4@g9"), "g7-g8", "accept", "+4", "hold")
    assert (decides(gone), gone.turn) == ("romans go", 2)
    assert gone.outcome() is None
    both = after(scene("H7@g2 / ", passed=None), "g2-g1")
    assert both.outcome() == Outcome((), "equal")
