"""Declaring, weighing and resolving battles, and the options on them (docs/rules/destin-arc.md, 1.7 to 1.13, 2,
3.4)."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from grid_games.destin_arc.chapters.combat_table import column, ratio
from grid_games.destin_arc.chapters.strengths import joint, weighed
from grid_games.destin_arc.state import RAN, Effect, State

from .scenes import NIGHT, at, attack, chances, flipped, game, legal, offers, play, scene, why

B, U, F = 0, 1, 2
RING = ["J23", "L23", "J25", "L25", "K26", "K22"]


def columned(
    pieces: Mapping[str, str], seat: int, target: str, *attackers: str, kind: str = "melee", **more: Any
) -> str:
    """The column in which a battle is rolled; "auto" without a roll."""
    state = attack(scene(pieces, kind, seat, **more), target, *attackers)
    return ratio(state.step.column) if hasattr(state.step, "column") else "auto"


def test_the_attacker_orders_his_battles() -> None:
    pieces = {"b1.1": "K22", "b1.2": "J25", "u1.1": "K24", "f1.1": "J27"}
    state = play(scene(pieces, "melee", B), "attack u1.1", "with b1.1", "attack f1.1", "with b1.2", "end")
    assert offers(state, "fight") == ["1", "2"]
    assert state.current_player() == "bonnaire"
    assert play(state, "fight 2").step.battle.target == state.game.pieces.numbers["f1.1"]


def test_a_battle_lapses_with_its_target() -> None:
    """Ulf and Fereira each attack the infantry; it has gone when the second battle is due."""
    pieces = {"u6.1": "K22", "f3.1": "J23", "b1.1": "K24"}
    state = play(scene(pieces, "melee", U), "attack b1.1", "with u6.1", "end", "attack b1.1", "with f3.1", "end")
    state = play(state, "=D2", "to K28", "end")
    assert state.current_player() != "chance"
    assert not flipped(state, "b1.1")


def test_both_sides_of_the_joint_half_turn_take_turns() -> None:
    pieces = {"u1.1": "K22", "u1.2": "S28", "f3.1": "L25", "b2.1": "K24", "b2.2": "S30", "b2.3": "L27"}
    state = scene(pieces, "melee", U)
    state = play(state, "attack b2.1", "with u1.1", "attack b2.2", "with u1.2", "end")
    assert state.current_player() == "fereira"
    assert "u1" not in str(state.observation("fereira")).split("Combat")[1][:80]
    state = play(state, "attack b2.3", "with f3.1", "end")
    assert state.current_player() == "ulf"
    state = play(state, "fight 1", "=A3")
    assert state.step.seat == F  # his only battle needs no choice


def test_missile_range() -> None:
    pieces = {"b2.1": "K16", "u1.1": "K24"}
    assert why(scene(pieces, "missile", B), "attack u1.1") == "1.9.2"
    assert columned(pieces, B, "u1.1", "b2.1", kind="missile", missile_range="counter") == "2-1"
    assert columned(pieces, B, "u1.1", "b2.1", kind="missile", missile_range="units") == "2-1"
    hired = {"b8.1": "K16", "u1.1": "K24", "u1.2": "K18"}
    assert columned(hired, B, "u1.1", "b8.1", kind="missile", missile_range="counter") == "2-1"
    own = scene(hired, "missile", B, missile_range="units")
    assert why(own, "attack u1.1") == "1.9.2"  # only the counter of the archers is known
    assert legal(own, "attack u1.2")
    assert why(scene(pieces | {"b2.1": "K14"}, "missile", B, missile_range="units"), "attack u1.1") == "1.9.2"


def test_leader_goes_along_or_falls_back() -> None:
    pieces = {"b1.1": "K22", "b1.2": "J23", "b1.3": "L23", "u1.1": "K24", "u5": "K24"}
    group = ["b1.1", "b1.2", "b1.3"]
    away = play(attack(scene(pieces, "melee", B), "u1.1", *group), "=D2", "to K28")
    assert at(away, "u5") == at(away, "u1.1") == "K28"
    for how, where in (("retreats", "K26"), ("stays", "K24"), ("dies", "gone")):
        fight = attack(scene(pieces, "melee", B, leader_of_lost_unit=how, flipped=["u1.1"]), "u1.1", *group)
        lost = play(fight, "=D3")
        assert at(lost, "u1.1") == "gone"
        assert at(lost, "u5") == where


def test_a_leader_who_attacks_suffers_for_himself() -> None:
    state = attack(scene({"b1.1": "K22", "b4": "K22", "u4": "K24"}, "melee", B), "u4", "b1.1", "b4")
    state = play(state, "=A1", "to K20")
    assert (at(state, "b1.1"), at(state, "b4")) == ("K20", "K22")
    assert state.current_player() == "bonnaire"
    assert "J21" in offers(state, "to")


def test_advance() -> None:
    pieces = {"b1.1": "K22", "b1.2": "J23", "u1.1": "K24"}
    state = play(attack(scene(pieces, "melee", B), "u1.1", "b1.1", "b1.2"), "=D5")
    assert offers(state, "advance") == ["b1.1", "b1.2"]
    assert at(play(state, "advance b1.2"), "b1.2") == "K24"
    assert at(play(state, "end"), "b1.1") == "K22"
    assert why(state, "advance u1.1") == "1.12.5"
    shot = {"b2.1": "K22", "b2.2": "J23", "u1.1": "K24"}
    assert offers(play(attack(scene(shot, "missile", B), "u1.1", "b2.1", "b2.2"), "=D5"), "advance")


def test_no_advance_onto_a_wall_for_cavalry() -> None:
    pieces = {"b7.1": "B43", "b1.1": "B41", "u1.1": "C42"}
    state = play(attack(scene(pieces, "melee", B), "u1.1", "b7.1", "b1.1"), "=D5")
    assert offers(state, "advance") == ["b1.1"]


def test_after_both_retreat_nobody_advances() -> None:
    state = play(
        attack(scene({"b1.1": "K22", "b1.2": "J23", "f3.1": "K24"}, "melee", B), "f3.1", "b1.1", "b1.2"), "=B4"
    )
    while offers(state, "to"):
        state = play(state, f"to {offers(state, 'to')[0]}")
    assert not offers(state, "advance")
    assert flipped(state, "b1.1")
    assert flipped(state, "b1.2")


def test_no_retreat_ends_on_a_friend() -> None:
    """Not even that of a piece with the right to stack."""
    from grid_games.destin_arc.chapters.retreats import refuges

    rng = np.random.default_rng(5)
    land = game().land
    near = sorted(
        (h for h in range(len(land)) if land.distance(h, land.numbers["K24"]) <= 3), key=lambda h: land.labels[h]
    )
    crowd = [
        "u5", "u4", "u1.1", "u1.2", "u1.3", "u1.4", "u2.1", "f5", "f2.1",
        "f2.2", "f7", "f1.1", "f1.2", "f3.1", "b1.1", "b1.2", "b2.1", "b8.1",
    ]  # fmt: skip
    far = 0
    for _ in range(12):
        places = [land.labels[near[int(k)]] for k in rng.choice(len(near), len(crowd), replace=False)]
        state = scene(dict(zip(crowd, places, strict=True)), "melee", B, players=2, shown=["f5"])
        for name in crowd:
            p = state.game.pieces.numbers[name]
            for steps in (1, 2):
                layers = refuges(state, p, steps, -1)
                assert not layers[-1] & state.board.own[state.game.pieces.team[p]]
                far += len(layers) > steps + 2
    assert far > 10  # many went on over friends


def test_who_chooses_the_retreat() -> None:
    pieces = {"b1.1": "K22", "f1.1": "K24"}
    assert play(attack(scene(pieces, "melee", B), "f1.1", "b1.1"), "=D2").current_player() == "fereira"
    assert (
        play(attack(scene(pieces, "melee", B, retreat_path="opponent"), "f1.1", "b1.1"), "=D2").current_player()
        == "bonnaire"
    )


def test_joint_modifiers_in_a_battle() -> None:
    pieces = {"b4": "K22", "b1.1": "J23", "b1.2": "L23", "b1.3": "J25", "b1.4": "L25", "b1.5": "K26", "u4": "K24"}
    five = [f"b1.{k}" for k in range(1, 6)]
    found = {how: columned(pieces, B, "u4", *five, "b4", joint_mod=how) for how in ("majority", "best")}
    assert found == {"majority": "1-1", "best": "3-1"}


def test_majority_is_exactly_half() -> None:
    assert joint([50, 50], [1, 0], "majority") == 1
    assert joint([49, 51], [1, 0], "majority") == 0


def test_kinds_of_modifier() -> None:
    pieces = {"b4": "K22", "u3.1": "K24"}  # 40, +2, on 30
    assert columned(pieces, B, "u3.1", "b4") == "3-1"
    die = attack(scene(pieces, "melee", B, attack_mod="die"), "u3.1", "b4")
    assert (ratio(die.step.column), die.step.die) == ("1-1", 2)
    assert chances(die)["D1"] == "1/4"  # 1, 2 and 3 all read as 1
    assert columned(pieces, B, "u3.1", "b4", attack_mod="strength") == "1-1"
    assert columned({"u5": "K22", "b4": "K24"}, U, "b4", "u5", attack_mod="strength", flipped=["u5"]) == "1-1"  # 31


def test_shifts_beyond_the_table() -> None:
    """1-4 below, eliminated above."""
    assert columned({"b4": "K22", "u1.1": "K24"}, B, "u1.1", "b4") == "auto"  # 40 on 4
    assert columned({"b4": "K22", "f1.1": "K24"}, B, "f1.1", "b4", flipped=["b4"]) == "8-1"  # 20 on 3: 6-1, +2
    assert columned({"u4": "K22", "f1.1": "K24"}, U, "f1.1", "u4", flipped=["u4"]) == "auto"  # 30 on 3: 10-1, +2
    assert columned({"f1.1": "K22", "b1.1": "K24"}, F, "b1.1", "f1.1", turn=NIGHT) == "1-4"  # 3 on 10: 1-4, -1
    assert column(81, 10) == column(80, 10)
    assert not weighed(0, 10, 3).allowed


def test_all_attackers_pay_after_the_defender() -> None:
    pieces = {"b1.1": "K22", "b4": "J23", "b3.1": "L23", "u4": "K24"}
    three = ["b1.1", "b4", "b3.1"]
    state = play(attack(scene(pieces, "melee", B), "u4", *three), "=B3")
    assert [name for name in three if flipped(state, name)] == three
    both = attack(scene({"b1.1": "K22", "u6.1": "K24", "b1.2": "L23"}, "melee", B), "u6.1", "b1.1", "b1.2")
    assert play(both, "=B1").current_player() == "ulf"


def test_retreats_wait_for_a_sub_phase_by_option() -> None:
    """Who has to retreat after a shot is still there in the melee; then battle after battle, retreat before advance."""
    pieces = {"b2.1": "S28", "b1.1": "R29", "u6.1": "S30", "u6.2": "K22", "b1.2": "K24"}

    def shot(**settings: Any) -> Any:
        return play(attack(scene(pieces, "missile", B, **settings), "u6.1", "b2.1"), "=D1")

    assert offers(shot(), "to") == ["S32", "T31"]
    later = shot(retreat_time="sub_phase")
    assert (at(later, "u6.1"), later.step.kind) == ("S30", "melee")
    later = play(later, "attack u6.1", "with b1.1", "attack u6.2", "with b1.2", "end", "fight 2", "=D3", "=D2")
    assert later.game.state_from_json(later.game.state_to_json(later)) == later
    assert (flipped(later, "u6.2"), at(later, "u6.1"), later.todo[0].waiting) == (True, "S30", ())
    assert offers(later, "to") == ["S32", "T31"]  # one hex, for the shot, which came first
    later = play(later, "to S32")
    assert offers(later, "advance") == ["b2.1"]
    later = play(later, "advance b2.1")
    assert at(later, "b2.1") == "S30"
    assert later.current_player() == "ulf"  # the second retreat of u6.1, two hexes; K22 was not left


def test_a_bereaved_leader_waits_too() -> None:
    """The piece under Fereira is lost at once; she falls back after the melee, before anybody advances."""
    pieces = {"b4": "S28", "f1.1": "S30", "f7": "S30", "b1.2": "K24", "u6.2": "K22"}
    state = scene(pieces, "melee", B, retreat_time="sub_phase", flipped=["f1.1"])
    state = play(state, "attack f1.1", "with b4", "attack u6.2", "with b1.2", "end", "fight 1", "=D4")
    assert (at(state, "f1.1"), at(state, "f7")) == ("gone", "S30")
    state = play(state, "=D3")
    assert state.current_player() == "fereira"
    assert offers(play(state, "to S32"), "advance") == ["b4"]


def test_success_by_option() -> None:
    pieces = {"b9.1": "K22", "f7": "K24"}
    for how, result, rolled in (("d", "=B3", False), ("d_or_b", "=B3", True), ("d", "=D4", True)):
        state = attack(scene(pieces, "melee", B, shown=["b9.1"], success=how), "f7", "b9.1")
        assert (str(play(state, result).step.__class__.__name__) == "DeathSave") is rolled


def test_a_short_run_is_no_charge() -> None:
    state = play(scene({"u3.1": "T5", "b1.1": "T13"}, "movement", U), "move u3.1", "to T11")
    assert state.charges == ()


def test_temples() -> None:
    near, away = {"b6": "K30", "b5.1": "L31", "u1.1": "K28"}, {"b6": "N21", "u1.1": "N23"}
    assert columned(near, B, "u1.1", "b6") == "7-1"  # 20 on 4: 5-1, +2
    assert columned(away, B, "u1.1", "b6") == "5-1"
    assert columned(near, B, "u1.1", "b6", temple_scope="saves") == "7-1"  # saves besides
    assert columned({"u6.1": "L29", "b5.1": "L31"}, U, "b5.1", "u6.1") == "2-1"  # it attacks better, no more


@pytest.mark.parametrize(("calendar", "nights"), [("NNDDNNDD", "12.56"), ("DDNNDDNN", "34.78"), ("NDDNNDDN", "1.45.8")])
def test_calendar(calendar: str, nights: str) -> None:
    from grid_games.destin_arc.chapters.strengths import night

    found = [turn for turn in range(1, 9) if night(scene({"b1.1": "A2"}, "movement", B, turn=turn, calendar=calendar))]
    assert found == [int(n) for n in nights if n != "."]


def passed(state: State) -> State:
    """The next turn, with nothing more done in this one."""
    turn = state.turn
    while state.turn == turn:
        state = state.play(state.legal_moves()[-1])
    return state


@pytest.mark.parametrize(("decay", "marched"), [("every_turn", (1,)), ("attacks", (0,))])
def test_aris_decays_by_option(decay: str, marched: tuple[int]) -> None:
    """A third of the value he began with, in every turn in which he does not rest; a turn of rest makes him whole."""
    pieces = {"f6": "K22", "b1.1": "A2", "u1.1": "Y2"}
    assert passed(play(scene(pieces, "movement", F, aris_decay=decay), "move f6", "to K26")).worn == marched
    battle = attack(scene(pieces | {"b1.1": "K24"}, "melee", F, aris_decay=decay), "b1.1", "f6")
    assert passed(battle.play(battle.legal_moves()[0])).worn == (1,)
    assert passed(scene(pieces, "movement", F, worn=2, aris_decay=decay)).worn == (0,)


def test_surprise() -> None:
    pieces = {"b9.1": "K22", "f3.1": "K24"}
    assert columned(pieces, B, "f3.1", "b9.1", marks={"b9.1": RAN}) == "5-1"
    assert columned(pieces, B, "f3.1", "b9.1") == "4-1"  # it did not move
    assert columned(pieces, B, "f3.1", "b9.1", marks={"b9.1": RAN}, shown=["b9.1"]) == "4-1"


def test_bless_and_light_add_up_once() -> None:
    b1 = game().pieces.numbers["b1.1"]
    bless, light = Effect(1, "bless", "bhar", B, b1, 0, 9, 1), Effect(2, "light", "bhar", B, b1, 0, 0, 2)
    pieces = {"b1.1": "K22", "f3.1": "K24"}
    assert columned(pieces, B, "f3.1", "b1.1", effects=(bless, bless._replace(serial=3))) == "2-1"
    assert columned(pieces, B, "f3.1", "b1.1", effects=(bless, light)) == "4-1"


def test_halves() -> None:
    for how, back in (("up", 2), ("down", 1)):
        arc = game(half_round=how)
        assert arc.pieces.melee[arc.pieces.numbers["f1.1"]] == (3, back)
