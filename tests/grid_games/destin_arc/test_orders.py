"""Written orders for the joint half-turn (docs/rules/destin-arc.md, 11, option `simul` = plotted)."""

from typing import Any

import numpy as np

from grid_games.destin_arc.chapters.battles import Combat
from grid_games.destin_arc.chapters.conversion import Conversion
from grid_games.destin_arc.chapters.orders import March, Meeting, Order, Plotting, Walk
from grid_games.destin_arc.chapters.retreats import Withdraw
from grid_games.destin_arc.state import FLYING, RAN, State, draft_of, settled
from grid_games.destin_arc.text.changes import reading
from grid_games.destin_arc.text.prompts import asked
from tests.grid_games.destin_arc.scenes import at, chances, game, legal, offers, play, scene, why

B, U, F = 0, 1, 2
P = game().pieces.numbers
LAND = game().land


def plotting(pieces: dict[str, str], **more: Any) -> State:
    return scene({"b1.1": "A2"} | pieces, "plotting", U, simul="plotted", **more)


def marching(pieces: dict[str, str], *ways: tuple[str, ...], special: bool = False, **more: Any) -> State:
    """Pieces on their way, each given by its name and its hexes."""
    d = draft_of(plotting(pieces, **more))
    walks = tuple(Walk(P[name], tuple(LAND.numbers[label] for label in (pieces[name], *path))) for name, *path in ways)
    d.become(March((U, F), special, walks))
    return settled(d)


def test_orders_are_secret() -> None:
    state = plotting({"u1.1": "K20", "u1.2": "K16", "f1.1": "K30"})
    one, other = play(state, "move u1.1", "to K26", "end"), play(state, "move u1.2", "to L17", "end")
    for player in ("bonnaire", "fereira"):
        assert one.observation(player) == other.observation(player)
        assert list(one.legal_moves()) == list(other.legal_moves())
        middle = play(state, "move u1.1")
        assert reading(state, game().parse("move u1.1"), middle, player) == ""
        assert middle.observation(player) == state.observation(player)
    assert one.observation("ulf") != other.observation("ulf")
    assert one.where == state.where
    assert one.guess("fereira", np.random.default_rng(1)) == other.guess("fereira", np.random.default_rng(1))
    assert one.game.state_from_json(one.game.state_to_json(one)) == one


def test_both_move_at_once_and_stop_in_zones() -> None:
    """Ulf's piece would go 4 hexes, Fereira's 3: after two they are beside each other."""
    state = plotting({"u1.1": "K20", "f7": "K30"})
    state = play(state, "move u1.1", "to K28", "end", "move f7", "to K24", "end")
    assert (at(state, "u1.1"), at(state, "f7")) == ("K24", "K26")
    assert (
        reading(
            play(plotting({"u1.1": "K20", "f7": "K30"}), "move u1.1", "to K28", "end"),
            game().parse("end"),
            state,
            "bonnaire",
        )
        == "u1.1 goes from K20 to K24; f7 goes from K30 to K26; university is held by nobody; "
        "Ulf and Fereira's melee step begins"
    )
    assert isinstance(state.step, Combat)
    assert state.step.seats == (U, F)  # the rest is as interleaved


def test_orders_are_legal_on_the_map_as_it_stands() -> None:
    state = play(plotting({"u1.1": "K20", "u1.2": "K22", "f1.1": "K26"}), "move u1.2")
    assert why(state, "to K20") == "1.6.1"  # a friend stands there,
    assert why(state, "to K26") == "1.5.3"
    state = play(plotting({"u1.1": "K20", "u1.2": "K22", "f1.1": "K26"}), "move u1.1", "to K16", "move u1.2")
    assert legal(state, "to K20")  # who has orders to leave
    assert why(state, "to K16") == "1.6.1"
    assert why(state, "move u1.1") == "1.5.1"


def test_two_pieces_enter_one_hex() -> None:
    for lead, share in ((U, {"ulf": "13/24", "fereira": "11/24"}), (F, {"fereira": "13/24", "ulf": "11/24"})):
        state = plotting({"u1.1": "K20", "f1.1": "K24"}, lead=lead)
        while isinstance(state.step, Plotting):
            mine = "u1.1" if state.current_player() == "ulf" else "f1.1"
            state = play(state, f"move {mine}", "to K22", "end")
        assert isinstance(state.step, Meeting)
        assert chances(state) == share
        assert state.game.state_from_json(state.game.state_to_json(state)) == state
        assert [at(play(state, "=ulf"), name) for name in ("u1.1", "f1.1")] == ["K22", "K24"]
        assert [at(play(state, "=fereira"), name) for name in ("u1.1", "f1.1")] == ["K20", "K22"]


def test_several_of_one_player_win_or_lose_together() -> None:
    state = marching({"u1.1": "K20", "u5": "J21", "f1.1": "K24"}, ("u1.1", "K22"), ("u5", "K22"), ("f1.1", "K22"))
    assert state.step.pieces == tuple(sorted(P[name] for name in ("u1.1", "u5", "f1.1")))
    assert [at(play(state, "=fereira"), name) for name in ("u1.1", "u5", "f1.1")] == ["K20", "J21", "K22"]
    assert [at(play(state, "=ulf"), name) for name in ("u1.1", "u5", "f1.1")] == ["K22", "K22", "K24"]


def test_enemies_do_not_change_places_nor_enter_held_hexes() -> None:
    """On the river nobody exerts a zone, so that only the hexes themselves are in the way."""
    swap = marching({"u1.1": "H57", "f1.1": "I56"}, ("u1.1", "I56", "J55"), ("f1.1", "H57", "G58"))
    assert [at(swap, name) for name in ("u1.1", "f1.1")] == ["H57", "I56"]
    chase = marching({"u1.1": "H57", "f1.1": "I56"}, ("u1.1", "I56", "J55"), ("f1.1", "J55"))
    assert [at(chase, name) for name in ("u1.1", "f1.1")] == ["I56", "J55"]  # it follows, and stops behind
    held = marching({"u1.1": "H57", "f1.1": "I56", "b1.2": "K56"}, ("u1.1", "I56"), ("f1.1", "J55", "K56"))
    assert [at(held, name) for name in ("u1.1", "f1.1")] == ["I56", "J55"]
    third = marching({"u1.1": "H57", "f1.1": "I56", "b1.2": "J55"}, ("u1.1", "I56"), ("f1.1", "J55"))
    assert [at(third, name) for name in ("u1.1", "f1.1")] == ["H57", "I56"]  # who cannot leave is in the way


def test_who_may_not_stop_goes_back() -> None:
    """The first is stopped by a zone where the second would end; the second goes back along its way."""
    pieces = {"u1.1": "K20", "u1.2": "K18", "f1.1": "M24"}
    state = marching(pieces, ("u1.1", "K22", "K24"), ("u1.2", "K20", "K22"), ("f1.1", "L23"))
    assert [at(state, name) for name in ("u1.1", "u1.2", "f1.1")] == ["K22", "K20", "L23"]
    three = marching(
        {"u1.1": "K20", "u1.2": "K18", "u1.3": "K16", "f1.1": "A68"},
        ("u1.1", "K22"),
        ("u1.2", "K20", "K22"),
        ("u1.3", "K18", "K20"),
    )
    assert [at(three, name) for name in ("u1.1", "u1.2", "u1.3")] == ["K22", "K18", "K20"]


def test_who_has_nowhere_to_go_back_to() -> None:
    """Another has taken the hex where it began: it is put on the nearest free one, of its owner's choice."""
    pieces = {"u1.1": "K20", "u1.2": "K18", "u1.3": "K22", "f1.1": "A68"}
    state = marching(pieces, ("u1.1", "K22"), ("u1.2", "K20"))
    assert isinstance(state.step, Withdraw)
    assert state.current_player() == "ulf"
    assert state.step.piece == P["u1.1"]
    assert offers(state, "to") == sorted(["J21", "J23", "K24", "L21", "L23"])


def test_hidden_pieces_march_unseen() -> None:
    """Carmelina is not noticed and may surprise; where she ends on an enemy's hex both are stuck."""
    state = play(plotting({"u1.1": "K26", "f4": "K36"}), "move u1.1", "to K24", "end", "move f4", "to K30", "end")
    assert at(state, "f4") == "K30"
    assert state.unseen[P["f4"]]
    assert state.marks[P["f4"]] & RAN
    ends = marching({"u1.1": "K24", "f4": "K30"}, ("u1.1", "K26", "K28"), ("f4", "K28", "K26"))
    assert at(ends, "f4") == at(ends, "u1.1") == "K28"
    assert not ends.unseen[P["f4"]]  # a collision
    for how, seen in (("stopped", True), ("passed", False)):
        borges = marching({"u1.1": "K24", "f5": "K30"}, ("u1.1", "K26", "K28"), ("f5", "K28"), enemy_hex=how)
        assert at(borges, "f5") == at(borges, "u1.1") == "K28"  # an enemy ends on his hex
        assert (not borges.unseen[P["f5"]]) is seen
    later = marching({"u1.1": "K26", "f5": "K32"}, ("u1.1", "K28"), ("f5", "K30", "K28"), enemy_hex="passed")
    assert (at(later, "f5"), at(later, "u1.1")) == ("K30", "K28")  # he does not end on an enemy's


def test_detected_on_the_way() -> None:
    state = scene({"b9.1": "K30", "u2.1": "K20", "f1.1": "A68", "u1.1": "K16"}, "plotting", U, simul="plotted")
    state = play(state, "move u2.1", "to K26", "end", "end")
    assert (at(state, "u2.1"), state.unseen[P["b9.1"]]) == ("K26", True)
    state = scene({"b9.1": "K30", "u2.1": "K22", "f1.1": "A68", "u1.1": "K16"}, "plotting", U, simul="plotted")
    state = play(state, "move u2.1", "to K30", "end", "end")
    assert (at(state, "u2.1"), state.unseen[P["b9.1"]]) == ("K28", False)


def test_shown_and_hidden_by_order() -> None:
    state = play(plotting({"u1.1": "K20", "f4": "K30"}), "end", "show f4", "move f4", "to K22")
    assert state.step.orders[1] == (Order(P["f4"], state.step.orders[1][0].path),)
    assert state.unseen[P["f4"]]  # not yet
    assert not play(state, "end").unseen[P["f4"]]
    late = play(plotting({"u1.1": "K20", "f4": "K30"}), "end", "move f4", "to K24")
    assert why(late, "show f4") == "11"
    aris = play(plotting({"u1.1": "K20", "f6": "K30"}, shown=["f6"]), "end", "hide f6")
    assert why(aris, "end") == "7.2"
    assert play(aris, "to K40", "end").unseen[P["f6"]]


def test_charges_and_conversions_follow() -> None:
    state = play(plotting({"u3.1": "T3", "f1.1": "A68"}), "move u3.1", "to T11", "end", "end")
    assert state.charges == ((P["u3.1"], LAND.grid.direction(LAND.numbers["T3"], LAND.numbers["T5"])),)
    state = play(plotting({"u5": "K24", "f1.1": "K22", "f1.2": "K26"}), "end", "end")
    assert isinstance(state.step, Conversion)


def test_the_special_step_is_plotted_too() -> None:
    state = plotting({"u1.1": "K20", "u5": "K40", "f1.1": "A68"}, special=True)
    assert (state.current_player(), offers(state, "move")) == ("fereira", [])
    state = play(state, "end")
    assert offers(state, "move") == ["u5"]
    state = play(state, "move u5", "to K44", "end")
    assert at(state, "u5") == "K44"
    assert not state.charges


def test_gonzague_flies_by_order_and_who_has_no_piece_writes_none() -> None:
    state = play(plotting({"u4": "K20"}), "fly u4", "to K26")
    assert asked(state) == "written orders, general movement: u4 in hand on K26, 37 points left"
    state = play(state, "end")
    assert (at(state, "u4"), bool(state.marks[P["u4"]] & FLYING)) == ("K26", True)


def test_orders_are_worth_what_they_lead_to() -> None:
    """By the rule of thumb an order towards the temple is better than one away from it, before anybody has moved."""
    state = play(plotting({"u1.1": "K38", "f1.1": "A68"}), "move u1.1")
    near, far = (state.game.evaluate(play(state, text), "ulf") for text in ("to K34", "to K40"))
    assert near > far
