"""Sections 7 and 8, U4: movement, zones of control, pincers, cavalry, the flight zone.

Hexes of plain are in rows c to i; e5 touches d4, d5, e4, e6, f4, f5 (`scenes`).
"""

from __future__ import annotations

import pytest

from grid_games.core.sets import mask
from grid_games.singidunum.chapters.movement import caught
from tests.grid_games.singidunum.scenes import after, clause, decides, game, goes, legal, scene, units


def test_one_hex_in_any_direction_or_none() -> None:
    state = scene("H7@e5 / E9@i9")
    assert goes(state, "e5") == {"d4", "d5", "e4", "e6", "f4", "f5"}
    assert legal(state) == {"e5", *(f"e5-{name}" for name in goes(state, "e5")), "pass"}
    assert units(after(state, "e5-f5")) == "H7@f5' / E9@i9"
    assert units(after(state, "e5")) == "H7@e5' / E9@i9"
    assert clause(state, "e5-g5") == "7"


def test_one_unit_a_hex_and_none_passes_through() -> None:
    state = scene("C6@e5 H7@e6 H6@d5 / E9@i9")
    assert "e6" not in goes(state, "e5")
    assert clause(state, "e5-e6") == "7"
    assert "e7" in goes(scene("C6@e5 / E9@i9"), "e5")
    assert "e7" not in goes(state, "e5")  # e6 is the only hex between


def test_cavalry_moves_two_hexes() -> None:
    """From plain, over plain or brush (7)."""
    state = scene("C6@g7 / E9@c3")
    board = state.game.table.board
    here = board.numbers["g7"]
    assert goes(state, "g7") == {board.names[h] for h in board.grid.within(here, 2) if h != here}
    near = "e2 e3 e4 f2 f3 f4 g2 g4 g5 h2 h3 h4 i2 i3 i4"
    assert goes(scene("C6@g3 / E9@c9"), "g3") == set(near.split())
    assert goes(scene("C6@g2 / E9@c9"), "g2") == {"f1", "f2", "g1", "g3", "h1", "h2"}  # it starts on brush


def test_cavalry_s_two_hexes_enter_no_base_no_maquis() -> None:
    state = scene("C6@d5 / E9@i9")
    assert {"c5", "c6", "e5"} <= goes(state, "d5")
    assert not {"b4", "b5", "b6"} & goes(state, "d5")
    assert clause(state, "d5-b5") == "7"
    assert {"b5", "b6"} <= goes(scene("C6@c6 / E9@i9"), "c6")  # one hex is open to any unit


def test_cavalry_end() -> None:
    assert "g2" in goes(scene("C6@g4 / E9@c9"), "g4")
    assert "g2" not in goes(scene("C6@g4 / E9@c9", cavalry_end="plain"), "g4")
    assert "g2" in goes(scene("C6@g3 / E9@c9", cavalry_end="plain"), "g3")


def test_maquis_and_brush_are_one_type_if_so_agreed() -> None:
    apart, one = (scene("C6@d3 / E9@i9", maquis=value) for value in ("separate", "same"))
    assert "b3" not in goes(apart, "d3")  # over c3, plain
    assert "b3" in goes(one, "d3")


def test_no_step_leads_from_a_controlled_hex_to_another() -> None:
    """ZOC is the six neighbours, of available and activated enemies alike."""
    for enemy in ("E9@e6", "E9@e6'"):
        state = scene(f"H7@e5 / {enemy}")
        assert goes(state, "e5") == {"e4", "d4", "f4"}
        assert clause(state, "e5-d5") == "7"
    assert "e5" in goes(scene("H7@e4 / E9@e6"), "e4")  # entering contact


def test_zoc_step() -> None:
    """e5 is in the zone of d5's unit, e4 in that of f3's: any bars the step, same_enemy does not."""
    text = "H7@e5 / E9@d5 E8@f3'"
    assert "e4" not in goes(scene(text), "e5")
    assert "e4" in goes(scene(text, zoc_step="same_enemy"), "e5")
    assert "d4" not in goes(scene(text, zoc_step="same_enemy"), "e5")  # beside d5 too


def test_cavalry_may_come_back_into_contact_with_the_same_enemy() -> None:
    """FAQ: by a hex outside every zone, to another hex in contact; a unit on foot cannot slide round."""
    assert goes(scene("H7@e5 / E9@e6"), "e5") == {"e4", "d4", "f4"}
    assert {"d5", "f5"} <= goes(scene("C6@e5 / E9@e6"), "e5")


def test_cavalry_stops_where_an_enemy_controls() -> None:
    """Its middle hex lies outside every zone of control."""
    assert "d5" in goes(scene("C6@e4 / E9@e6"), "e4")
    only = scene("C6@g4 H7@f4' H6@h4' A5@f3' A4@h3' A6@g3' / E9@h5")
    assert goes(only, "g4") == {"g5"}  # not on from g5, controlled, to f5, which is not


def test_pincer() -> None:
    """e6 is caught between available units on d6... and f4's side: no step onto it (7)."""
    text = "H7@e5 / E9@d6 E8@f6"
    assert "e6" not in goes(scene(text), "e5")
    assert clause(scene(text), "e5-e6") == "7"
    assert "e6" in goes(scene("H7@e5 / E9@d6 E8@f6'"), "e5")  # one is activated
    assert "e6" in goes(scene(text, pincer="leaving"), "e5")
    caught = "H7@e6 / E9@d6 E8@f6"
    assert goes(scene(caught, pincer="entering"), "e6") == {"e5"}  # its other free neighbours are controlled
    for settings in ({}, {"pincer": "leaving"}):
        state = scene(caught, **settings)
        assert goes(state, "e6") == set()
        assert clause(state, "e6-e5") == "7"
        assert decides(after(state, "e6")) == "romans strike"  # it may stay and attack
    assert goes(scene("H7@e6 / E9@d6 E8@f6'"), "e6") == {"e5"}  # one is activated
    assert "e6" not in goes(scene(text, pincer="entering"), "e5")


@pytest.mark.parametrize(("enemies", "barred"), [
    ("E9@d5 E8@f5", {"non_adjacent", "any_two"}),  # on two sides of e6, not opposite, not adjacent
    ("E9@e7 E8@d6", {"any_two"}),  # side by side
    ("E9@d5 E8@f6", {"non_adjacent", "any_two", "opposite"}),
    ("E9@d6 E8@e7 H7@f6", {"non_adjacent", "any_two"}),  # three in a row: the outer two are not adjacent
    ("E9@d5 E8@d6 H7@e5", {"non_adjacent", "any_two"}),  # the same round another corner
    ("E9@e7", set()),
])  # fmt: skip
def test_pincer_shape(enemies: str, barred: set[str]) -> None:
    for value in ("non_adjacent", "opposite", "any_two"):
        table = game(pincer_shape=value).table
        standing = mask(table.board.numbers[unit.split("@")[1]] for unit in enemies.split())
        found = caught(table.rules, table.board.grid.moved(standing))
        assert found >> table.board.numbers["e6"] & 1 == (value in barred), value


def test_pincer_shape_bars_moves() -> None:
    """e6 is entered from e7, which no enemy controls."""
    for value, barred in (("non_adjacent", True), ("opposite", False), ("any_two", True)):
        assert ("e6" not in goes(scene("H7@e7 / E9@d5 E8@f5", pincer_shape=value), "e7")) == barred


def test_cavalry_is_tested_for_pincers_at_both_steps() -> None:
    """The only way from e4 to e6 with d4, f4, d5, f5 taken is e5, which is caught between d5 and f5."""
    text = "C6@e4 / E9@d5 E8@f5"
    assert not {"e5", "e6"} & goes(scene(text, zoc_step="same_enemy"), "e4")


def test_a_unit_in_the_flight_zone_leaves_play_without_a_point() -> None:
    state = after(scene("H7@g2 H6@e5 / E9@i9"), "g2-g1")
    assert units(state) == "H6@e5 / E9@i9"
    assert state.points == (0, 0)
    touching = after(scene("H7@f2 A4@i5 / E9@i9"), "f2-f1")
    assert decides(touching) == "barbarians go"


def test_entering_the_flight_zone_beside_an_enemy_starts_no_combat() -> None:
    state = after(scene("H7@c2 H6@g7 / E9@e2"), "c2-d1")
    assert decides(state) == "barbarians go"
    assert units(state) == "H6@g7 / E9@e2"


def test_a_unit_acts_once_a_turn_and_only_one_s_own() -> None:
    state = scene("H7@e5' H6@g7 / E9@i9")
    assert (clause(state, "e5-e6"), clause(state, "i9-i8"), clause(state, "f5-f6")) == ("6", "6", "6")
    assert clause(state, "accept") == "turn"
