"""Invisible pieces: seen, detected, met; what observation, moves and refusals tell (docs/rules/destin-arc.md, 7)."""

from itertools import groupby

import numpy as np
import pytest

from grid_games.core.sets import mask
from grid_games.destin_arc.state import COLLIDED, Effect, State
from grid_games.destin_arc.text.changes import reading

from .scenes import at, attack, chances, ended, flipped, game, legal, offers, play, scene, why

B, U, F = 0, 1, 2
P = game().pieces.numbers
LAND = game().land


def hidden(state: State, name: str) -> bool:
    return state.unseen[state.game.pieces.numbers[name]]


def test_hidden_at_start() -> None:
    state = game().new()
    while state.current_player() == "bonnaire" and state.legal_moves()[0].verb == "place":
        state = state.play(state.legal_moves()[0])
    while state.legal_moves()[0].verb == "place":
        state = state.play(state.legal_moves()[-1])
    seen = {name for name in P if not hidden(state, name)}
    assert {name for name in P if name not in seen} == {"b9.1", "b9.2", "b9.3", "b9.4", "b9.5", "b10", "f4", "f5", "f6"}


@pytest.mark.parametrize(("detector", "piece", "found"),
    [("u2.1", "b9.1", True), ("u4", "b9.1", True), ("u5", "b9.1", True), ("u5", "b10", True), ("u4", "b10", False),
     ("u2.1", "b10", False), ("u3.1", "b9.1", False)])  # fmt: skip
def test_detection(detector: str, piece: str, found: bool) -> None:
    state = play(scene({detector: "K30", piece: "K22"}, "movement", B), f"move {piece}", "to K28")
    assert hidden(state, piece) is not found
    assert hidden(play(scene({detector: "K32", piece: "K22"}, "movement", B), f"move {piece}", "to K28"), piece)


def test_a_moving_detector_stops_where_it_sees() -> None:
    state = play(scene({"u5": "K20", "b9.1": "L27"}, "movement", U), "move u5", "to K36")
    assert not hidden(state, "b9.1")
    assert at(state, "u5") == "K26"
    assert state.step.left == 0


def test_an_enemy_ends_on_a_hidden_piece() -> None:
    pieces = {"u1.1": "K22", "b9.1": "K28"}
    state = play(scene(pieces, "movement", U), "move u1.1", "to K28")
    assert at(state, "u1.1") == at(state, "b9.1") == "K28"
    assert not hidden(state, "b9.1")
    stuck = scene(pieces | {"u1.1": "K28"}, "movement", B, shown=["b9.1"], marks={"b9.1": COLLIDED})
    assert why(stuck, "move b9.1") == "7.1.3"


def test_an_enemy_passes_a_hidden_piece() -> None:
    pieces = {"u1.1": "K22", "b9.1": "K26"}
    state = play(scene(pieces, "movement", U), "move u1.1", "to K30")
    assert (at(state, "u1.1"), hidden(state, "b9.1")) == ("K30", True)


def test_a_hidden_piece_stops_on_an_enemy() -> None:
    state = play(scene({"u1.1": "K24", "b9.1": "K22"}, "movement", B), "move b9.1", "to K24")
    assert not hidden(state, "b9.1")
    for name in ("f5", "f6"):
        pieces = {"u1.1": "K24", name: "K22"}
        stopped = play(scene(pieces, "movement", F), f"move {name}", "to K24")
        assert not hidden(stopped, name)
        assert why(stopped, "to K26") == "1.5.1"
        assert (
            why(scene(pieces | {name: "K24"}, "movement", F, shown=[name], marks={name: COLLIDED}), f"move {name}")
            == "7.2"
        )
        passing = play(scene(pieces, "movement", F, enemy_hex="passed"), f"move {name}")
        assert why(passing, "to K24") == "7.2"
        assert legal(passing, "to K26")


def test_collided_pieces_fight_and_part() -> None:
    pieces = {"u6.1": "K24", "b9.1": "K24"}
    state = attack(scene(pieces, "melee", B, shown=["b9.1"], marks={"b9.1": COLLIDED}), "u6.1", "b9.1")
    state = play(state, "=D3")
    assert flipped(state, "u6.1")
    assert "K26" in offers(state, "to")
    assert state.current_player() == "bonnaire"  # it retreats 1


def test_borges_and_the_enemy_on_his_hex() -> None:
    met = {"u6.1": "K24", "f5": "K24"}
    for how, more in (("passed", {}), ("stopped", {"shown": ["f5"], "marks": {"f5": COLLIDED}})):
        state = play(scene(met, "melee", F, enemy_hex=how, **more), "end")
        state = play(attack(state, "u6.1", "f5"), "=D3")
        assert type(state.step).__name__ == {"passed": "Withdraw", "stopped": "Retreat"}[how]
        assert state.current_player() == "fereira"
        assert {LAND.distance(LAND.numbers["K24"], LAND.numbers[h]) for h in offers(state, "to")} == {1}
        assert at(play(state, "to K22"), "f5") == "K22"
    ring = dict(
        zip(("f1.1", "f1.2", "f1.3", "f1.4", "f3.1", "f3.2"), ("J23", "J25", "K22", "K26", "L23", "L25"), strict=False)
    )
    shut = play(attack(play(scene(met | ring, "melee", F, enemy_hex="passed"), "end"), "u6.1", "f5"), "=D3")
    assert {LAND.distance(LAND.numbers["K24"], LAND.numbers[h]) for h in offers(shut, "to")} == {2}


def test_shown_by_an_attack_until() -> None:
    pieces = {"b9.1": "K22", "f3.1": "K24", "u1.1": "Y2"}
    state = play(attack(scene(pieces, "melee", B), "f3.1", "b9.1"), "=D3")
    assert not hidden(state, "b9.1")
    while not offers(state, "hide"):
        state = state.play(state.legal_moves()[-1])
    assert state.turn == 3
    assert hidden(play(state, "hide b9.1"), "b9.1")


def test_bonnaire_hides_at_once() -> None:
    pieces = {"b10": "K22", "f3.1": "K24"}
    state = play(attack(scene(pieces, "melee", B), "f3.1", "b10"), "=D3")
    assert offers(state, "hide") == ["b10"]
    assert hidden(play(state, "hide b10"), "b10")
    watched = play(attack(scene(pieces | {"u5": "J21"}, "melee", B, shown=["b10"]), "f3.1", "b10"), "=D3")
    assert not offers(watched, "hide")


@pytest.mark.parametrize(("how", "when"), [("next_move", 4), ("turn", 3)])
def test_aris_after_an_attack(how: str, when: int) -> None:
    pieces = {"f6": "K22", "b4": "K24", "b1.1": "Y2", "u1.1": "A68"}
    state = play(attack(scene(pieces, "melee", F, aris_visibility=how), "b4", "f6"), "=D4", "to K26")
    while not offers(state, "hide"):
        state = state.play(state.legal_moves()[-1])
    assert state.turn == when
    assert hidden(play(state, "hide f6"), "f6")
    if how == "next_move":
        assert type(state.step).__name__ == "Movement"


def test_hidden_leader_adds_nothing() -> None:
    pieces = {"u6.1": "K22", "b1.1": "K24", "b10": "K24"}
    assert attack(scene(pieces, "melee", U), "b1.1", "u6.1").step.column == 4  # 20 on 10
    assert attack(scene(pieces, "melee", U, shown=["b10"]), "b1.1", "u6.1").step.column == 2  # 20 on 30
    gone = play(attack(scene(pieces, "melee", U, flipped=["b1.1"]), "b1.1", "u6.1"), "=D4")
    assert (at(gone, "b1.1"), at(gone, "b10")) == ("gone", "K24")


def test_zone_rolls_of_hidden_pieces_are_secret() -> None:
    zone = (Effect(1, "blade", "christian", U, -1, mask([LAND.numbers["K26"]]), 9),)
    still = play(scene({"b9.1": "K22", "u1.1": "A2"}, "movement", B, effects=zone), "move b9.1")
    before = play(still, "to K26")
    assert before.current_player() == "chance"
    assert before.observation("ulf") == still.observation("ulf")
    for player in ("ulf", "fereira"):
        assert "ZoneSave" not in str(before.observation(player))
    assert "ZoneSave" in str(before.observation("bonnaire"))
    hit = play(before, "=fail")
    assert at(hit, "b9.1") == "gone"
    weather = (Effect(1, "weather", "bhar", B, -1, mask([LAND.numbers["K26"]]), 9),)
    pieces = {"f4": "K22", "b1.1": "A2"}
    state = play(scene(pieces, "movement", F, effects=weather), "move f4", "to K26", "=fail")
    assert (flipped(state, "f4"), hidden(state, "f4")) == (True, True)


def test_a_hidden_enemy_under_ones_own_piece_bars_nothing() -> None:
    """Winandy may join the infantry whether or not Fra Borges is on their hex: he would know otherwise."""
    for borges in ("K24", "A2"):
        state = play(scene({"b1.1": "K24", "b4": "K20", "f5": borges}, "movement", B), "move b4")
        assert legal(state, "to K24")
    for bonnaire in ("K24", "A2"):
        state = play(scene({"f1.1": "K24", "u1.1": "Y2", "b10": bonnaire, "f4": "K20"}, "movement", F), "move f4")
        assert legal(state, "to K24")
        assert legal(state, "to K28")


def test_others_are_not_told_of_hidden_moves() -> None:
    state = scene({"b9.1": "K22", "b1.1": "M22", "u1.1": "A2"}, "movement", B)
    after = play(state, "move b9.1")
    assert reading(state, state.game.parse("move b9.1"), after, "ulf") == ""
    gone = play(after, "to K26")
    assert reading(after, state.game.parse("to K26"), gone, "ulf") == ""
    assert reading(after, state.game.parse("to K26"), gone, "bonnaire") == "to K26"
    assert gone.observation("ulf") == state.observation("ulf")
    open_ = play(state, "move b1.1")
    assert reading(state, state.game.parse("move b1.1"), open_, "ulf") == ""  # where it goes is told
    assert reading(open_, state.game.parse("to M20"), play(open_, "to M20"), "ulf") == "b1.1 goes to M20"


def test_unseen_declarations() -> None:
    pieces = {"u1.1": "K22", "f3.1": "L25", "b2.1": "K24"}
    state = scene(pieces, "melee", U)
    declared = play(state, "attack b2.1", "with u1.1", "end")
    nothing = play(state, "end")
    assert declared.observation("fereira") == nothing.observation("fereira")
    assert list(declared.legal_moves()) == list(nothing.legal_moves())
    shown = play(declared, "end")
    assert shown.observation("fereira") != play(nothing, "end").observation("fereira")


def test_spell_points() -> None:
    pieces = {"b5.1": "K22", "u1.1": "A2"}
    some, all_ = ({"b5.1": n} for n in (50, 200))
    assert scene(pieces, "movement", U, points=some).observation("ulf") == scene(
        pieces, "movement", U, points=all_
    ).observation("ulf")


def test_last_hex_seen_is_remembered() -> None:
    state = play(attack(scene({"b10": "K22", "f3.1": "K24"}, "melee", B), "f3.1", "b10"), "=D3", "hide b10")
    assert LAND.numbers["K22"] in state.last
    assert state.observation("ulf") != play(scene({"b10": "K22", "f3.1": "K24"}, "melee", B), "end").observation("ulf")


@pytest.mark.parametrize("player", ["bonnaire", "ulf"])
def test_a_zone_on_a_hex_tells_nobody_whether_somebody_is_hidden_there(player: str) -> None:
    """Weather falls where Carmelina is hidden, or is not: whoever casts, and who looks on, sees as many rolls."""
    seen = []
    for carmelina in ("K26", "A68"):
        state = play(scene({"b5.1": "K20", "f4": carmelina, "u1.1": "K28"}, "magic", B), "cast b5.1 weather")
        state = ended(play(state, "at K26", "at K28", "at K30", "at K32"))
        told = [state.observation(player)]
        while state.current_player() == "chance":
            state = state.after(state.legal_moves()[0])  # whoever saves has saved
            told.append(state.observation(player))
        seen.append([one for one, _ in groupby(told)])
    assert seen[0] == seen[1]
    assert len(seen[0]) == 3  # Fidèles save, somebody may have to, it goes on


@pytest.mark.parametrize("how", ["owner", "opponent"])
def test_a_retreat_tells_nobody_whether_a_friend_is_hidden_on_one_of_two_ways(how: str) -> None:
    worlds = []
    for bonnaire in ("J25", "A68"):
        pieces = {"b3.1": "K24", "b10": bonnaire, "b1.1": "K26", "f3.1": "K22", "u1.1": "A2"}
        state = attack(scene(pieces, "melee", F, retreat_path=how), "b3.1", "f3.1")
        worlds.append(play(state, "=D4"))
    one, other = worlds
    assert type(one.step).__name__ == type(other.step).__name__ == "Retreat"
    for player in ("ulf", "fereira"):
        assert one.observation(player) == other.observation(player)
    if how == "owner":
        assert (offers(one, "to"), offers(other, "to")) == (["L25"], ["J25", "L25"])
    else:
        assert offers(one, "to") == offers(other, "to") == ["J25", "L25"]
        assert at(play(one, "to J25"), "b3.1") == "J25"


def test_an_advance_tells_nobody_that_hidden_friends_bar_it() -> None:
    asked = []
    for place in ("K24", "A68"):
        pieces = {"u6.1": "K24", "f5": place, "f6": place, "f3.1": "K22", "f3.2": "K26"}
        state = attack(scene(pieces, "melee", F, enemy_hex="passed", flipped=["u6.1"]), "u6.1", "f3.1", "f3.2")
        state = play(state, "=D3")
        asked.append((type(state.step).__name__, state.observation("ulf")))
    assert asked[0] == asked[1]
    assert asked[0][0] == "Advance"


def test_a_hidden_friend_bars_no_room_for_whoever_is_converted() -> None:
    """Ulf and Fereira play together: others would learn who is hidden beside Ulf from what is asked."""
    asked = []
    for borges in ("J23", "A68"):
        state = scene({"u5": "K24", "f1.1": "J23", "f1.2": "J25", "f5": borges, "b1.1": "Y2"}, "movement", 1, players=2)
        state = play(state, "end", "convert f1.1", "convert f1.2")
        assert offers(state, "to") == ["J23", "J25"]
        asked.append(state.observation("bonnaire"))
    assert asked[0] == asked[1]


def test_guesses_move_only_what_is_not_seen() -> None:
    state = scene({"b10": "K22", "b9.1": "K40", "u5": "K30", "f6": "N59", "u1.1": "A2"}, "movement", U)
    seen = set()
    for seed in range(30):
        guess = state.guess("ulf", np.random.default_rng(seed))
        assert guess.observation("ulf") == state.observation("ulf")
        seen.add((at(guess, "b10"), at(guess, "f6")))
        assert at(guess, "u1.1") == "A2"
        assert LAND.distance(guess.where[P["b10"]], LAND.numbers["K30"]) > 1  # Ulf would have seen him
    assert len(seen) > 25


def test_guesses_forget_what_others_do_unseen() -> None:
    """An invisible piece in another's hand, a battle declared unseen: guesses know neither."""
    state = play(scene({"b10": "K22", "b1.1": "M22", "u1.1": "A2"}, "movement", B), "move b10", "to K26")
    guesses = [state.guess("ulf", np.random.default_rng(seed)) for seed in range(10)]
    assert {at(guess, "b10") for guess in guesses} != {"K26"}
    assert all(guess.step.hand < 0 and guess.observation("ulf") == state.observation("ulf") for guess in guesses)
    declared = play(scene({"u1.1": "K22", "f3.1": "L25", "b2.1": "K24"}, "melee", U), "attack b2.1", "with u1.1", "end")
    assert declared.guess("fereira", np.random.default_rng(1)).step.declared[0] == ()


def test_save_against_death_has_exact_chances() -> None:
    state = attack(scene({"b9.1": "K22", "f7": "K24"}, "melee", B, shown=["b9.1"]), "f7", "b9.1")
    assert chances(play(ended(state), "=D3")) == {"save": "2/3", "fail": "1/3"}  # Fereira saves on 5
