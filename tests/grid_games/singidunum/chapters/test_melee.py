"""Section 9, U5 to U8, U13: attacking, refusing, follow-up attacks, the table, the save, pursuit."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.grid_games.singidunum.scenes import after, clause, decides, legal, scene, units

DUEL = "E9@e4 A4@i3 / H6@e6 A4@c9"
"""The elite goes to e5 and touches the heavy infantry."""


def test_moving_into_contact_brings_combat() -> None:
    state = after(scene(DUEL), "e4-e5")
    assert decides(state) == "barbarians answer"
    assert legal(state) == {"accept", "refuse"}


def test_the_mover_names_one_of_several() -> None:
    """On the way from e4 to e5: d5 and f5 are touched, both on plain."""
    state = after(scene("E9@e4 / H6@d5 H7@f5 A4@i9", pincer_shape="opposite"), "e4-e5")
    assert decides(state) == "romans strike"
    assert legal(state) == {"xd5", "xf5"}
    assert clause(state, "hold") == "9"
    assert decides(after(state, "xf5")) == "barbarians answer"


def test_terrain_priority() -> None:
    """U13: on e3, plain, the brush of e2 comes after the plain of f3."""
    text = "E9@d3 / H6@e2' H7@f3 A4@i9"
    state = after(scene(text), "d3-e3")
    assert decides(state) == "barbarians answer"
    two = after(scene("E9@d3 / H6@e2' H7@f3' C6@f2' A4@i9"), "d3-e3")
    assert decides(two) == "barbarians answer"  # f2 is brush too
    again = after(state, "refuse", ">f4")
    assert legal(again) == {"xe2", "hold"}  # in a follow-up it covers those not challenged yet


def test_priority_where_brush_and_maquis_are_one_type() -> None:
    """On b2, maquis, brush c2 and plain c3 are touched."""
    text = "E9@b2 / H6@c2 H7@c3' A4@i9"
    assert legal(after(scene(text), "b2")) == {"xc2", "xc3", "hold"}
    assert legal(after(scene(text, maquis="same"), "b2")) == {"xc2", "hold"}


def test_attack_in_place() -> None:
    """U5: optional, and with no all units in contact just stay."""
    text = "E9@e5 / H6@e6"
    state = after(scene(text), "e5")
    assert legal(state) == {"xe6", "hold"}
    assert units(after(state, "hold")) == "E9@e5' / H6@e6"
    assert decides(after(scene(text, attack_in_place="no"), "e5")) == "barbarians go"


def test_every_enemy_touched_after_a_move_may_be_named() -> None:
    """Cavalry comes from e5, where it touched e6, by d4 to d5, where it touches e6 still and c6 anew."""
    assert legal(after(scene("C6@e5 / H6@e6 H7@c6'"), "e5-d5")) == {"xe6", "xc6"}


def test_who_accepts_rolls() -> None:
    state = after(scene(DUEL), "e4-e5", "accept")
    assert decides(state) == "chance melee"
    assert {str(move): share * 36 for move, share in state.chance_outcomes()} == {
        "+4": 14, "+3": 8, "+2": 6, "+1": 5, "+0": 2, "-1": 1,
    }  # fmt: skip
    assert sum(share for _, share in state.chance_outcomes()) == Fraction(1)


def test_an_activated_unit_fights_with_its_light_strength() -> None:
    state = after(scene("E9@e4 / H6@e6' A4@c9"), "e4-e5", "accept")
    assert {str(move) for move, share in state.chance_outcomes() if share * 36 == 22} == {"+4"}  # 9 against 5


def test_refusing_is_a_retreat_of_one_hex_of_one_s_choice() -> None:
    state = after(scene(DUEL), "e4-e5", "refuse")
    assert decides(state) == "barbarians where"
    assert legal(state) == {">e7", ">d6", ">f6"}
    assert (
        units(after(state, ">d6")) == "A4@i3 E9@e5' / A4@c9 H6@d6'"
        or units(after(state, ">d6")) == "E9@e5' A4@i3 / A4@c9 H6@d6'"
    )
    assert decides(after(state, ">d6")) == "barbarians go"


def test_an_activated_unit_refuses_to_the_opposite_hex() -> None:
    state = after(scene("E9@e4 / H6@e6' A4@c9"), "e4-e5", "refuse")
    assert "H6@e7'" in units(state)
    blocked = "E9@e4 / H6@e6' A4@e7 A5@c9"
    chosen = after(scene(blocked), "e4-e5", "refuse")
    assert legal(chosen) == {">d6", ">f6"}


def test_who_cannot_retreat_cannot_refuse() -> None:
    held = "E9@e4 A5@d7' A6@f7' / H6@e6 A4@c9"
    assert decides(after(scene(held), "e4-e5")) == "chance melee"


def test_follow_ups() -> None:
    """Each enemy in contact once an action."""
    text = "E9@e4 / H6@d5 H7@e6 C6@f5 A4@c9"
    state = after(scene(text, pincer_shape="opposite", pincer="leaving"), "e4-e5")
    assert legal(state) == {"xd5", "xe6", "xf5"}
    state = after(state, "xe6", "refuse", ">e7")
    assert decides(state) == "romans again"
    assert legal(state) == {"xd5", "xf5", "hold"}
    assert clause(state, "xe7") == "9"
    second = after(state, "xd5", "refuse", ">c5")
    assert legal(second) == {"xf5", "hold"}
    assert decides(after(second, "hold")) == "barbarians go"
    assert decides(after(state, "xd5", "accept")) == "chance melee"


def test_an_accepted_combat_ends_the_action() -> None:
    state = after(scene("E9@e4 / H6@d5 H7@f5 A4@c9", pincer="leaving"), "e4-e5", "xd5", "accept", "+0")
    assert decides(state) == "barbarians go"
    assert units(state) == "E9@e5' / A4@c9 H6@d5' H7@f5"


@pytest.mark.parametrize(("roll", "result"), [
    ("+0", "E9@e5' / A4@c9 C6@e6'"), ("+1", "E9@e5' / A4@c9 C6@e7'"), ("+2", "E9@e5' / A4@c9 C6@e8'"),
    ("-1", "E9@e4' / A4@c9 C6@e6'"),
])  # fmt: skip
def test_the_table(roll: str, result: str) -> None:
    state = after(scene("E9@e4 / C6@e6 A4@c9"), "e4-e5", "accept", roll)
    assert units(state) == result
    assert decides(state) == "barbarians go"


def test_a_beaten_attacker_goes_two_hexes_back() -> None:
    state = after(scene("C4@e4 / E9@e6 A4@c9"), "e4-e5", "accept", "-2")
    assert units(state) == "C4@e3' / A4@c9 E9@e6'"
    state = after(scene("C4@e4 / E9@e6 A4@c9"), "e4-e5", "accept", "-3")
    assert units(state) == "C4@e3' / A4@c9 E9@e6'"  # and nobody follows
    state = after(scene("C4@e4 H7@i3 / E9@e6 A4@c9"), "e4-e5", "accept", "-4")
    assert units(state) == "H7@i3 / A4@c9 E9@e6'"
    assert state.points == (0, 1)


def test_three_and_elimination_let_the_attacker_follow() -> None:
    state = after(scene("E9@e4 / C6@e6 A4@c9"), "e4-e5", "accept", "+3")
    assert decides(state) == "romans follow"
    assert legal(state) == {"e5-e6", "hold"}
    assert units(after(state, "e5-e6")) == "E9@e6' / A4@c9 C6@e8'"
    assert units(after(state, "hold")) == "E9@e5' / A4@c9 C6@e8'"
    dead = after(scene("E9@e4 / C6@e6 A4@c9"), "e4-e5", "accept", "+4")
    assert dead.points == (1, 0)
    assert units(after(dead, "e5-e6")) == "E9@e6' / A4@c9"


@pytest.mark.parametrize(("pursuit", "three", "four"), [
    ("after_3_and_elimination", True, True), ("after_3", True, False),
])  # fmt: skip
def test_pursuit(pursuit: str, three: bool, four: bool) -> None:
    start = after(scene("E9@e4 / C6@e6 A4@c9", pursuit=pursuit), "e4-e5", "accept")
    assert (decides(after(start, "+3")) == "romans follow") == three
    assert (decides(after(start, "+4")) == "romans follow") == four


def test_pursuit_ignores_zones_and_pincers_and_is_no_retreat() -> None:
    """From plain c6 into the base hex b6; another enemy controls both (U7)."""
    state = after(scene("C6@g7 / C5@i7 A4@c9 C4@h8'", turn=2), "g7-h7", "xi7", "accept", "+4")
    assert "h7-i7" in legal(state)


def test_heavy_infantry_may_be_saved() -> None:
    """Result 2 and no pursuit (U8)."""
    state = after(scene(DUEL), "e4-e5", "accept", "+4")
    assert decides(state) == "chance save"
    saved = after(state, "saved")
    assert "H6@e8'" in units(saved)
    assert (decides(saved), saved.points) == ("barbarians go", (0, 0))
    lost = after(state, "lost")
    assert (decides(lost), lost.points) == ("romans follow", (1, 0))
    attacker = after(scene("H6@e4 / E9@e6 A4@c9"), "e4-e5", "accept", "-4", "saved")
    assert units(attacker) == "H6@e3' / A4@c9 E9@e6'"


def test_heavy_save() -> None:
    for die in ("d5", "d4"):
        state = after(scene(DUEL, die=die), "e4-e5", "accept", "+4")
        assert {str(move): share for move, share in state.chance_outcomes()}["saved"] == Fraction(1, 2)


def test_saved_without_a_hex_to_retreat_to_it_dies_in_melee() -> None:
    state = after(scene("E9@e4 A5@d7' A6@f7' / H6@e6 A4@c9"), "e4-e5", "+4", "saved")
    assert state.points == (1, 0)
    assert decides(state) == "barbarians go"  # no pursuit


def test_everybody_who_took_part_is_activated() -> None:
    state = after(scene(DUEL), "e4-e5", "accept", "+0")
    assert units(state) == "A4@i3 E9@e5' / A4@c9 H6@e6'" or units(state) == "E9@e5' A4@i3 / A4@c9 H6@e6'"
