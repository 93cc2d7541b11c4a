"""Leaders on over-full hexes (docs/rules/destin-arc.md, 1.6.4)."""

from typing import Any

from grid_games.destin_arc.chapters.leaders import Standing, leader_on, stacked
from grid_games.destin_arc.chapters.strengths import defence
from grid_games.destin_arc.state import State
from tests.grid_games.destin_arc.scenes import at, attack, game, offers, play, scene, why

B, U, F = 0, 1, 2
P = game().pieces.numbers
CROWD = {"b4": "Q18", "b1.1": "Q18", "b1.2": "Q18", "b2.1": "Q18", "u3.1": "Q20", "f1.1": "A68"}


def melee(pieces: dict[str, str], seat: int = U, kind: str = "melee", **more: Any) -> State:
    return scene(pieces, kind, seat, **more)


def test_the_owner_says_where_a_leader_stands() -> None:
    state = melee(CROWD)
    assert state.current_player() == "bonnaire"
    assert offers(state, "bear") == ["b1.1", "b2.1"]  # b1.2 is as good as b1.1
    assert why(state, "bear b1.2") == "1.6.4"
    archers = play(state, "bear b2.1")
    assert archers.current_player() == "ulf"
    assert [defence(archers, P[name], False) for name in ("b1.1", "b2.1")] == [10, 36]  # 10; 6 and his 30
    assert (leader_on(archers, P["b2.1"]), stacked(archers, P["b4"])) == (P["b4"], P["b2.1"])
    infantry = play(state, "bear b1.1")
    assert [defence(infantry, P[name], False) for name in ("b1.1", "b2.1")] == [40, 6]
    assert {archers.observation(player) == infantry.observation(player) for player in archers.game.players} == {False}


def test_he_falls_back_from_the_piece_he_stands_on() -> None:
    for bearer, place in (("b1.1", "Q18"), ("b2.1", "Q16")):
        state = attack(
            play(melee(CROWD | {"u3.2": "R19", "u3.3": "P19"}), f"bear {bearer}"), "b2.1", "u3.1", "u3.2", "u3.3"
        )
        state = play(state, "=D5") if bearer == "b2.1" else state  # 120 on 6 is no roll, on 36 it is
        assert at(state, "b2.1") == "gone"
        assert at(state, "b4") == place


def test_asked_only_where_it_may_matter() -> None:
    far = CROWD | {"u3.1": "Q30"}
    assert melee(far).current_player() == "ulf"
    assert melee(far | {"f6": "N59"}).current_player() == "bonnaire"  # Aris Dombal is hidden and may be beside them
    assert melee(far | {"f6": "N59"}, shown=["f6"]).current_player() == "ulf"
    assert not melee(CROWD, kind="missile").step.missiles  # knights do not shoot: not asked before the melee
    assert melee(CROWD | {"f3.1": "P17"}, kind="missile").step.missiles
    assert melee(CROWD, seat=B).current_player() == "bonnaire"
    assert isinstance(melee(CROWD, seat=B).step, Standing)  # his own attack may throw them back
    assert not isinstance(melee(far, seat=B).step, Standing)
    alike = {name: label for name, label in CROWD.items() if name != "b2.1"}
    assert melee(alike).current_player() == "ulf"
    assert offers(melee(alike, flipped=["b1.2"]), "bear") == ["b1.1", "b1.2"]
    assert melee({"b4": "Q18", "b2.1": "Q18", "u3.1": "Q20", "f1.1": "A68"}).current_player() == "ulf"


def test_what_is_said_holds_for_the_step() -> None:
    state = play(melee(CROWD), "bear b2.1")
    while isinstance(state.step, Standing) or (state.turn == 3 and state.stands):
        state = state.play(next(move for move in state.legal_moves() if move.verb in ("end", "=", "bear")))
    assert leader_on(state, P["b1.1"]) == P["b4"]


def test_two_leaders_stand_on_two_pieces() -> None:
    state = melee(CROWD | {"b6": "Q18"})
    assert offers(state, "bear") == ["b1.1", "b2.1"]
    state = play(state, "bear b2.1")
    assert offers(state, "bear") == []  # for Koulnikov two alike are left
    assert stacked(state, P["b6"]) == P["b1.1"]
