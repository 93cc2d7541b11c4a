"""Section 11, U10, U11: shots, over friends, supported, and what they do."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.grid_games.singidunum.scenes import after, clause, decides, legal, scene, units

CLEAR = "A6@e4 / C6@e7 A4@c9"
"""Two hexes of plain between."""


def odds(text: str, **settings: object) -> dict[str, Fraction]:
    """Chances of a shot from e4, which stays, at e7."""
    state = after(scene(text, **settings), "e4", "*e7")
    return {str(move): share for move, share in state.chance_outcomes()}


def test_an_archer_shoots_over_one_or_two_hexes_of_plain() -> None:
    assert legal(after(scene(CLEAR), "e4")) == {"*e7", "hold"}
    assert legal(after(scene("A6@e4 / C6@e6 A4@c9"), "e4")) == {"*e6", "hold"}
    far = scene("A6@e4 / C6@e8 A4@c9")
    assert decides(after(far, "e4")) == "barbarians go"
    assert legal(after(far, "e4-e5")) == {"*e8", "hold"}
    assert clause(after(scene("A6@e4 / C6@e7 A4@e8"), "e4"), "*e8") == "11"
    assert clause(after(scene(CLEAR), "e4"), "*e9") == "11"


def test_shot_separation() -> None:
    assert legal(after(scene("A6@e4 / C6@e9 A4@i9", shot_separation="at_least"), "e4")) == {"*e9", "*i9", "hold"}
    assert decides(after(scene("A6@e4 / C6@e9 A4@i9"), "e4")) == "barbarians go"


def test_only_plain_lies_between() -> None:
    """From c3 the brush of d2 bars the way to the brush of e2; at plain f3... and archer and target may stand on any
    terrain."""
    assert decides(after(scene("A6@c2 / C6@e2 A4@i9"), "c2")) == "barbarians go"
    assert legal(after(scene("A6@c2 / C6@c4 A4@i9"), "c2")) == {"*c4", "hold"}  # from brush, over plain c3
    assert decides(after(scene("A6@g6 / C6@k7 A4@c9"), "g6")) == "barbarians go"
    rampart = scene("A6@h6 / C6@j6 A4@c9")
    assert legal(after(rampart, "h6")) == {"*j6", "hold"}  # over i6 or i7
    assert decides(after(scene("A6@h6 / C6@k6 A4@c9"), "h6")) == "barbarians go"  # behind the rampart


def test_over_friends_with_a_penalty_never_over_enemies() -> None:
    """e4 to e7 goes over e5 and e6 only."""
    assert odds("A6@e4 H7@e5' / C6@e7 A4@c9") == odds("A5@e4 / C6@e7 A4@c9")
    assert odds("A6@e4 H7@e5' H6@e6' / C6@e7 A4@c9") == odds("A5@e4 / C6@e7 A4@c9")  # however many they are
    assert legal(after(scene("A6@e4 / C6@e7 A4@e6"), "e4")) == {"*e6", "hold"}
    around = "A6@e4 H7@e5' / C6@d6 A4@c9"  # over d5 as well, so no penalty
    state = after(scene(around), "e4", "*d6")
    assert {str(move): share for move, share in state.chance_outcomes()} == odds(CLEAR)


def test_the_table_of_shots() -> None:
    """Equal strengths: 22 of 36 miss, 6 hit by 1, 7 by 2 or 3, 1 by 4."""
    assert odds(CLEAR) == {"+0": Fraction(22, 36), "+1": Fraction(6, 36), "+2": Fraction(7, 36), "+4": Fraction(1, 36)}
    start = after(scene(CLEAR), "e4", "*e7")
    assert units(after(start, "+0")) == "A6@e4' / A4@c9 C6@e7"  # not even activated
    one = after(start, "+1")
    assert decides(one) == "barbarians where"
    assert legal(one) == {">d6", ">d7", ">e6", ">e8", ">f6", ">f7"}
    dead = after(start, "+4")
    assert (dead.points, units(dead)) == ((1, 0), "A6@e4' / A4@c9")


def test_the_opponent_vetoes_one_hex() -> None:
    one = after(scene(CLEAR), "e4", "*e7", "+1", ">e8")
    assert decides(one) == "romans veto"
    assert "C6@e8'" in units(after(one, "allow"))
    again = after(one, "veto")
    assert legal(again) == {">d6", ">d7", ">e6", ">f6", ">f7"}
    assert clause(again, ">e8") == "U10"
    assert "C6@f7'" in units(after(again, ">f7"))


def test_shot_veto() -> None:
    """Until the last: with three hexes two may be refused."""
    text = "A6@e4 H7@d5' H6@f5' / C6@e7 A4@c9 A5@e8'"  # e6, d6, f6 are controlled; d7, f7 are left
    start = after(scene(text), "e4", "*e7", "+1")
    assert legal(start) == {">d7", ">f7"}
    assert "C6@f7'" in units(after(start, ">d7", "veto"))  # the other one stands
    more = "A6@e4 / C6@e7 A4@c9 A5@e8' H6@d7' H7@d6'"
    three = after(scene(more, shot_veto="until_last"), "e4", "*e7", "+1")
    assert legal(three) == {">e6", ">f6", ">f7"}
    second = after(three, ">e6", "veto", ">f6")
    assert decides(second) == "romans veto"
    assert "C6@f7'" in units(after(second, "veto"))
    once = after(scene(more), "e4", "*e7", "+1", ">e6", "veto", ">f6")
    assert "C6@f6'" in units(once)


def test_each_hex_of_a_retreat_of_two_can_be_vetoed() -> None:
    for value in ("each", "first"):
        state = after(scene(CLEAR, veto_steps=value), "e4", "*e7", "+2", ">e8", "allow")
        assert decides(state) == "barbarians where"
        assert legal(state) == {">d7", ">d8", ">e9", ">f7", ">f8"}
        assert decides(after(state, ">e9")) == ("romans veto" if value == "each" else "barbarians go")
    again = after(scene(CLEAR), "e4", "*e7", "+2", ">e8", "veto", ">f7", ">e8", "veto")
    assert decides(again) == "barbarians where"
    assert legal(again) == {">f6", ">f8", ">g7", ">g8"}
    assert "C6@g8'" in units(after(again, ">g8"))  # one refusal for each step
    behind = after(scene("A6@g6 H7@h9' H6@i6' / C6@h8 A4@h7 A5@c9"), "g6", "*h8", "+2", ">i8", "allow", ">j7", "veto")
    assert legal(behind) == {">j8", "hold"}  # to stay is open still
    assert "C6@j8'" in units(after(behind, ">j8"))
    assert "C6@i8'" in units(after(behind, "hold"))


CORNERED = "A6@e4 H7@d5' H6@f5' E9@d8' E8@f8' / C6@e7 A4@c3"
"""Every neighbour of e7 is controlled."""


def test_without_a_hex_to_retreat_to_the_target_stays() -> None:
    state = after(scene(CORNERED), "e4", "*e7", "+1")
    assert state.points == (0, 0)
    assert "C6@e7'" in units(state)


def test_heavy_infantry_s_save_after_a_shot() -> None:
    saved = after(scene("A6@e4 / H6@e7 A4@c9"), "e4", "*e7", "+4", "saved")
    assert decides(saved) == "barbarians where"
    assert ">e8" in legal(saved)
    lost = after(scene("A6@e4 / H6@e7 A4@c9"), "e4", "*e7", "+4", "lost")
    assert (lost.points, decides(lost)) == ((1, 0), "barbarians go")
    assert after(scene(CORNERED.replace("C6", "H6")), "e4", "*e7", "+4", "saved").points == (0, 0)


def test_moving_and_shooting() -> None:
    text = "A6@d3 / C6@e7 A4@c9"
    assert legal(after(scene(text), "d3-e4")) == {"*e7", "hold"}
    contact = after(scene("A6@e4 / C6@e6 A4@e8"), "e4-e5")
    assert decides(contact) == "barbarians answer"


def test_shoot_in_contact() -> None:
    text = "A6@e5 / C6@e6 A4@c6"
    assert legal(after(scene(text), "e5")) == {"xe6", "hold"}
    assert clause(after(scene(text), "e5"), "*c6") == "U11"
    assert legal(after(scene(text, shoot_in_contact="yes"), "e5")) == {"xe6", "*c6", "hold"}
    assert decides(after(scene("A6@e4 / C6@e6 A4@c5", shoot_in_contact="yes"), "e4-e5")) == "barbarians answer"


PAIR = "A4@e4 A6@d4 / C6@e7 A4@c9"
"""d4 stands beside e4 and reaches e7 over d5 and d6... or e6."""


def test_a_supported_shot() -> None:
    state = after(scene(PAIR), "e4", "*e7")
    assert legal(state) == {"+d4", "alone"}
    assert decides(after(state, "alone")) == "chance shot"
    both = after(state, "+d4")
    assert decides(both) == "chance dice"
    assert len(both.chance_outcomes()) == 25
    assert dict(both.chance_outcomes())[state.game.parse("3:3")] == Fraction(4, 36)
    seen = after(both, "1:3")
    assert legal(seen) == {"keep", "reroll"}
    kept = after(seen, "keep")
    assert units(kept) == "A6@d4' A4@e4' / A4@c9 C6@e7"  # 4 + 1 against 6 + 3; both archers are activated


def test_a_die_rolled_again_stands_and_the_lead_s_strength_counts() -> None:
    seen = after(scene(PAIR), "e4", "*e7", "+d4", "1:1")
    again = after(seen, "reroll")
    assert {str(move): share for move, share in again.chance_outcomes()} == {
        "+0": Fraction(4, 6), "+1": Fraction(1, 6), "+2": Fraction(1, 6),
    }  # fmt: skip
    assert decides(after(again, "+2")) == "barbarians where"
    assert decides(after(again, "+0")) == "barbarians go"


@pytest.mark.parametrize("text", [
    "A4@e4 A6@e3 / C6@e7 A4@c9",  # e3 is too far
    "A4@e4 A6@d4' / C6@e7 A4@c9",  # activated
    "A4@e4 C6@d4 / C6@e7 A4@c9",  # no archers
    "A4@e4 A6@d4 / C6@e7 A4@c4",  # in contact: it cannot shoot
])  # fmt: skip
def test_who_supports_can_shoot_at_the_target_itself(text: str) -> None:
    assert decides(after(scene(text), "e4", "*e7")) == "chance shot"


def test_archers_beside_after_the_lead_s_move_support() -> None:
    assert decides(after(scene("A4@e3 A6@d4 / C6@e7 A4@c9"), "e3-e4", "*e7")) == "romans support"


def test_d4_has_no_five() -> None:
    state = after(scene(PAIR, die="d4"), "e4", "*e7", "+d4")
    assert len(state.chance_outcomes()) == 16
    assert dict(state.chance_outcomes())[state.game.parse("3:3")] == Fraction(4, 25)
    assert "+4" not in odds(CLEAR, die="d4")
