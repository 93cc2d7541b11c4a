"""Section 10, U9, U14: retreats of every kind, elimination, the escape clause."""

from __future__ import annotations

import pytest

from tests.grid_games.singidunum.scenes import after, clause, decides, fight, legal, scene, units

HELD = "E9@e4 A5@d7' A6@f7' / C6@e6 A4@c9"
"""Once the elite is on e5, every neighbour of e6 is controlled or held."""


def test_a_beaten_defender_takes_the_opposite_hex_or_chooses() -> None:
    start = "E9@e4 / C6@e6 {} A4@c9"
    assert "C6@e7'" in units(after(scene(start.format("")), "e4-e5", "accept", "+1"))
    chosen = after(scene(start.format("A5@e7'")), "e4-e5", "accept", "+1")
    assert decides(chosen) == "barbarians where"
    assert legal(chosen) == {">d6", ">f6"}
    assert clause(chosen, ">e7") == clause(chosen, ">d5") == clause(chosen, ">g6") == clause(chosen, "hold") == "10"
    assert "C6@f6'" in units(after(chosen, ">f6"))


def test_no_hex_in_an_enemy_zone_nor_of_another_type() -> None:
    """e7 is controlled from e8; f6 by nobody: the unit may go there or to d6, not to the enemy's zone."""
    state = after(scene("E9@e4 A5@e8' / C6@e6 A4@c9"), "e4-e5", "accept", "+1")
    assert legal(state) == {">d6", ">f6"}
    brush = after(scene("E9@c3 / C6@e2 A5@i9"), "c3-d2", "accept", "+1")
    assert "C6@f2'" in units(brush)  # the only brush; f1 opposite is the flight zone


def test_a_two_hex_retreat_goes_by_the_same_criterion_twice() -> None:
    assert "C6@e8'" in units(after(scene("E9@e4 / C6@e6 A4@c9"), "e4-e5", "accept", "+2"))
    aside = after(scene("E9@e4 / C6@e6 A5@e7' A4@c9"), "e4-e5", "accept", "+2", ">f6")
    assert decides(aside) == "barbarians where"  # f6 lies straight away from e5 in no direction
    assert ">e6" not in legal(aside)  # the hex first left
    assert legal(aside) == {">f7", ">g6", ">g7"}


def test_in_a_base_zones_of_enemies_outside_do_not_count() -> None:
    """j6 is attacked from i6; j5 is in its zone, and open all the same; j8's unit stands inside."""
    state = after(scene("E9@h6 / C6@j6 A4@c9"), "h6-i6", "refuse")
    assert legal(state) == {">j5", ">j7", ">k6", ">k7"}
    inside = after(scene("E9@h6 H7@j8' / C6@j6 A4@c9"), "h6-i6", "refuse")
    assert legal(inside) == {">j5", ">k6", ">k7"}
    touching = after(state, ">j5")
    assert decides(touching) == "barbarians go"  # contact made by a retreat starts no combat, and no second challenge


def test_a_beaten_attacker_goes_back_where_it_came_from() -> None:
    assert "C4@e4'" in units(after(scene("C4@e4 / E9@e6 A4@c9"), "e4-e5", "accept", "-1"))
    aside = after(scene("C4@d4 H7@i3 / E9@e6 A4@c9"), "d4-e5", "accept", "-1")
    assert "C4@d4'" in units(aside)  # not e4, which lies opposite


def test_attacker_return() -> None:
    """From plain d3 to brush d2: going back would change the type of terrain."""
    text = "C4@d3 H7@i3 / E9@c2 A4@c9"
    assert "C4@e2'" in units(fight(scene(text), "d3-d2", "-1"))
    assert "C4@d3'" in units(fight(scene(text, attacker_return="always"), "d3-d2", "-1"))


def test_cavalry_return() -> None:
    """From e3 by e4 to e5: back to e3 in one step."""
    text = "C4@e3 H7@i3 / E9@e6 A4@c9"
    assert "C4@e3'" in units(after(scene(text), "e3-e5", "accept", "-1"))
    two = after(scene(text), "e3-e5", "accept", "-2")
    assert legal(two) == {">d3", ">e4", ">f3"}  # e2, opposite, is brush


def test_an_attacker_that_did_not_move_retreats_like_a_defender() -> None:
    state = after(scene("C4@e5 H7@i3 / E9@e6 A4@c9"), "e5", "xe6", "accept", "-1")
    assert "C4@e4'" in units(state)


def test_no_retreat() -> None:
    """The first step is impossible: eliminated, and the victor may follow."""
    dead = after(scene(HELD), "e4-e5", "+1")
    assert (dead.points, decides(dead)) == ((1, 0), "romans follow")
    only_three = after(scene(HELD, pursuit="after_3"), "e4-e5", "+1")
    assert (only_three.points, decides(only_three)) == ((1, 0), "barbarians go")


BACKED = "E9@f6 H7@h9' H6@i6' / C6@h7 A4@c9"
"""Beaten by 2 from g7 the cavalry goes to i8, where no plain is open: only the base behind."""


def test_second_step() -> None:
    state = after(scene(BACKED), "f6-g7", "accept", "+2")
    assert "C6@i8'" in units(state)
    assert legal(state) == {">j8", "hold"}
    assert "C6@j8'" in units(after(state, ">j8"))
    assert "C6@i8'" in units(after(state, "hold"))
    brush = after(scene("E9@c3 / C6@e2 A4@g2' A5@i9"), "c3-d2", "accept", "+2")
    assert "C6@f2'" in units(brush)  # on other terrain it stays
    assert decides(brush) == "barbarians go"


def test_the_opposite_hex_binds_at_the_second_step_too() -> None:
    """Of the base hexes j7 and j8 behind i8, j8 lies opposite g7: it must be that one, unless the owner may choose."""
    beaten = ("f6-g7", "accept", "+2")
    assert legal(after(scene(BACKED), *beaten)) == {">j8", "hold"}
    assert clause(after(scene(BACKED), *beaten), ">j7") == "10"
    assert legal(after(scene(BACKED, second_hex="any"), *beaten)) == {">j7", ">j8", "hold"}
    taken = BACKED.replace("A4@c9", "A4@j8'")
    assert legal(after(scene(taken), *beaten)) == {">j7", "hold"}  # the opposite hex is not open
    shot = after(scene("A6@g6 H7@h9' H6@i6' / C6@h8 A4@h7 A5@c9"), "g6", "*h8", "+2", ">i8", "allow")
    assert legal(shot) == {">j7", ">j8", "hold"}  # after a shot its owner has the choice
    plain = after(scene("E9@e4 / C6@e6 A4@c9", second_hex="any"), "e4-e5", "accept", "+2")
    assert "C6@e8'" in units(plain)  # of the same type it binds under either value


def test_retreat_into_the_enemy_base() -> None:
    """It cannot burn it (13), and counts for the tie-break (U15)."""
    mirrored = "C6@h7 A4@c9 / E9@f6 H7@h9' H6@i6'"
    state = after(scene(mirrored, "barbarians"), "f6-g7", "accept", "+2", ">j8")
    assert "C6@j8'!" in units(state)
    assert state.entered == 1


KILL = ("g6-h6", "+4")


@pytest.mark.parametrize(("romans", "settings", "point"), [
    ("E9@g6", {}, 0),  # j5 and j6, own base, are free and outside every zone
    ("E9@g6 A5@i5' A6@j7'", {}, 1),  # both are controlled
    ("E9@g6 A5@i5' A6@j7'", {"refuge_zoc": "maquis"}, 0),
    ("E9@g6 A5@j5' A6@j6'", {"refuge_zoc": "maquis"}, 1),  # both are held
])  # fmt: skip
def test_the_escape_clause_beside_a_base(romans: str, settings: dict[str, str], point: int) -> None:
    state = fight(scene(f"{romans} / C6@i6 A4@c9", **settings), *KILL)
    assert state.points == (point, 0)


def test_burnt_refuge() -> None:
    state = fight(scene("E9@g6 / C6@i6 A4@c9", turn=2, points=(4, 0), burnt=["j5", "j6"]), *KILL)
    assert state.points == (4, 0)


def test_the_escape_clause_beside_maquis_and_only_on_plain() -> None:
    beside = fight(scene("E9@g4 / C6@i4 A4@c9"), "g4-h4", "+4")
    assert beside.points == (0, 0)
    controlled = fight(scene("E9@g4 A5@i3' A6@j5' / C6@i4 A4@c9"), "g4-h4", "+4")
    assert controlled.points == (1, 0)
    for value in ("both", "maquis"):  # maquis must lie outside zones under either value
        assert fight(scene("E9@g4 A5@i3' A6@j5' / C6@i4 A4@c9", refuge_zoc=value), "g4-h4", "+4").points == (1, 0)
    in_base = after(scene("E9@h6 / C6@j6 A4@c9"), "h6-i6", "accept", "+4")
    assert in_base.points == (1, 0)  # it died in its base, not on plain
    far = after(scene("E9@e4 / C6@e6 A4@c9"), "e4-e5", "accept", "+4")
    assert far.points == (1, 0)


def test_brush_is_a_refuge_only_where_it_is_maquis() -> None:
    text = "E9@g5 / C6@g3 A4@c9"
    assert fight(scene(text), "g5-g4", "+4").points == (1, 0)
    assert fight(scene(text, maquis="same"), "g5-g4", "+4").points == (0, 0)
    enemy_base = fight(scene("C6@i6 A4@c9 / E9@g6", "barbarians"), *KILL)
    assert enemy_base.points == (0, 1)  # only its own base is a refuge
