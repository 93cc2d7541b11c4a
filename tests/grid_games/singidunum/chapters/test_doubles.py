"""Section 12, U12: double attacks."""

from __future__ import annotations

from grid_games.singidunum.state import State
from tests.grid_games.singidunum.scenes import after, clause, decides, fight, legal, scene, units

PAIR = "E9@e4 H7@g6 / C6@e6 A4@c9"
"""Both can get beside e6: by e5, and by f5 or f6."""


def declared(state: State) -> set[str]:
    return {text for text in legal(state) if "++" in text}


def test_a_double_attack_is_declared_and_both_move_before_the_combat() -> None:
    state = scene(PAIR)
    assert declared(state) == {"e4++e6", "g6++e6"}
    state = after(state, "e4++e6")
    assert decides(state) == "romans double"
    assert legal(state) == {"e4-e5", "g6-f5", "g6-f6"}
    one = after(state, "e4-e5")
    assert decides(one) == "romans double"
    assert legal(one) == {"g6-f5", "g6-f6"}
    both = after(one, "g6-f6")
    assert decides(both) == "barbarians answer"
    assert after(state, "g6-f6", "e4-e5") == both  # in either order
    fight = after(both, "accept")
    assert {str(move): share * 36 for move, share in fight.chance_outcomes()} == {"+4": 36}  # 16 against 6
    assert units(after(fight, "+4", "hold")) == "E9@e5' H7@f6' / A4@c9"


def test_open_flanks() -> None:
    """The hexes beside the target in its row, without a friend of it."""
    one = "E9@e4 H7@g6 / C6@e6 A4@e7'"
    assert "e4++e6" not in declared(scene(one))
    assert clause(scene(one), "e4++e6") == "12"
    assert "e4++e6" in declared(scene(one, flanks="one_open"))
    assert declared(scene("E9@d5 H7@g6 / C6@e6 A4@e7' A5@e5'", flanks="one_open")) & {"d5++e6", "g6++e6"} == set()
    behind = "E9@e4 H7@g6 / C6@e6 A4@d6'"
    assert "e4++e6" in declared(scene(behind))  # behind or before does not count
    held = scene("E9@d4 H7@e5 / C6@e6 A4@c9")
    assert "e5++e6" in declared(held)  # an enemy of the target on its flank keeps it open


def test_one_may_go_where_the_other_stood() -> None:
    """Cavalry on e5 goes round to d5, and makes room for the other."""
    text = "C6@e5 H7@e4 / A4@e6 A5@c9"
    state = scene(text, attack_in_place="no")
    assert "e5++e6" in declared(state)
    start = after(state, "e5++e6")
    assert "e4-e5" not in legal(start)  # it is not free yet
    assert "e4-e5" in legal(after(start, "e5-d5"))


def test_terrain_priority_binds_the_lead_only() -> None:
    """On e3, plain, the plain of f3 comes before the brush of e2; a helper may stand there."""
    text = "E9@d3 H7@c3 / H6@e2' C6@f3' A4@i9"
    assert declared(scene(text)) == {"c3++e2"}  # d3 could be led to e3 only, with d2 for the other
    assert legal(after(scene(text), "c3++e2")) == {"c3-d2", "d3-e3"}


def test_refused_both_are_activated() -> None:
    state = after(scene(PAIR), "e4++e6", "e4-e5", "g6-f6", "refuse")
    assert units(state) == "E9@e5' H7@f6' / A4@c9 C6@d6'"
    assert decides(state) == "barbarians go"


def test_a_follow_up_is_double_where_it_can_be() -> None:
    """From e5 and f5 both touch e6 and f4; e6 refuses."""
    text = "E9@d4 H7@g6 / C6@e6 A4@f4' {} A5@c9"
    moves = ("d4++e6", "d4-e5", "g6-f5", "refuse", ">e7")
    state = after(scene(text.format("")), *moves)
    assert legal(state) == {"xf4", "hold"}
    both = after(state, "xf4", "accept")
    assert [str(move) for move, _ in both.chance_outcomes()] == ["+4"]  # 9 + 7 against 3
    flanked = fight(after(scene(text.format("H6@f3'")), *moves), "xf4")
    assert [str(move) for move, _ in flanked.chance_outcomes()] == ["+4", "+3", "+2"]  # 9 against 3
    lost = after(flanked, "+2")
    assert "H7@f5'" in units(lost)


def test_losses_of_double_attackers() -> None:
    """They lose by 1, 2 or 3: both retreat; by 4: the lead is eliminated, the other goes back two."""
    text = "C4@e4 A4@g6 H7@i3 / E9@e6 A4@c9"

    def lost(roll: str) -> State:
        return after(scene(text), "e4++e6", "e4-e5", "g6-f6", "accept", roll)

    one = lost("-1")
    assert units(one) == "C4@e4' A4@g6' H7@i3 / A4@c9 E9@e6'"
    worst = lost("-4")
    assert worst.points == (0, 1)
    assert "C4" not in units(worst)
    assert "A4@f6'" not in units(worst)


def test_one_of_the_two_follows() -> None:
    state = after(scene(PAIR), "e4++e6", "e4-e5", "g6-f6", "accept", "+4")
    assert decides(state) == "romans follow"
    assert legal(state) == {"e5-e6", "f6-e6", "hold"}
    assert units(after(state, "f6-e6")) == "E9@e5' H7@e6' / A4@c9"


def test_every_follow_up_is_judged_anew() -> None:
    """The lead alone attacks d5, which the helper does not touch; then both f4."""
    state = after(scene("E9@e5 H7@g6 / C6@e6 A4@f4' A5@d5' A6@i9"), "e5++e6", "e5", "g6-f5", "refuse", ">e7")
    assert legal(state) == {"xd5", "xf4", "hold"}
    both = fight(after(state, "xd5", "refuse"), "xf4")
    assert [str(move) for move, _ in both.chance_outcomes()] == ["+4"]  # 9 + 7 against 3


def test_another_unit_joins_after_a_refusal() -> None:
    """The elite alone attacks e6, which refuses; then it may attack d5 with the heavy infantry from c4, where
    agreed."""
    text = "E9@e4 H7@c4 A4@i3 / C6@e6 H6@d5 A5@i9"
    moves = ("e4-e5", "xe6", "refuse", ">f6")
    alone = after(scene(text, pincer_shape="opposite"), *moves)
    assert legal(alone) == {"xd5", "hold"}
    assert clause(alone, "e5++d5") == "12"
    state = after(scene(text, pincer_shape="opposite", follow_double="join"), *moves)
    assert legal(state) == {"xd5", "e5++d5", "hold"}
    assert clause(state, "c4++d5") == "9"
    assert clause(state, "e5++e6") == "9"
    joined = after(state, "e5++d5")
    assert decides(joined) == "romans double"
    assert legal(joined) == {"c4-c5", "c4-d4"}
    both = fight(joined, "c4-c5")
    assert [str(move) for move, _ in both.chance_outcomes()] == ["+4"]  # 9 + 7 against 6
    assert "H7@c4 " in units(fight(state, "xd5", "+0"))  # the other has not acted
