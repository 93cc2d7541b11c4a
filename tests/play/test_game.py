"""Whole games: who decides, what a turn allows, what follows, how it ends."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st

from armada_sim import Layout, Pose, Size, Surface
from armada_sim.moving import Declaration
from armada_sim.moving.movement import Mover
from armada_sim.play import (
    Game,
    IllegalActionError,
    Move,
    Refused,
    Resign,
    Shoot,
    deployments,
    notation,
    open_fleets,
    open_offers,
    opening_choice,
    parse_action,
)
from armada_sim.play.rest import at_rest, rounded
from armada_sim.play.state import Flag, GoalLine, Seat
from armada_sim.table.layout import Ship
from armada_sim.table.pieces import Counts
from armada_sim.table.rules import Rules
from armada_sim.tabletop.errors import InputError
from tests import oracle
from tests.games import BASIC, BLUE_LINE, RED_LINE, after, agreement, battle, refusals, ship

# before the first turn


def test_the_basic_game_goes_from_fleets_to_turns() -> None:
    game = Game.new(agreement())
    assert (game.current_player(), game.state.phase) == ("red", "fleet")
    assert refusals(game, "fleet L3 M1 S1") == ["game.fleet"]
    assert refusals(game, "pass") == ["game.phase"]
    game = after(game, "fleet M4 S4")
    assert (game.current_player(), str(game.state.fleet("blue"))) == ("blue", "L4")
    assert refusals(game, "first green") == ["game.first"]
    assert after(game, "first red").current_player() == "red"
    game = after(Game.new(agreement()), *BASIC)
    assert (game.current_player(), game.state.phase, game.state.turn.left) == ("blue", "play", 3)
    assert len(game.layout.ships) == 12
    assert game.outcome() is None
    assert game.returns() == {"red": 0, "blue": 0}


def test_every_ship_is_set_up_where_the_referee_allows() -> None:
    game = after(Game.new(agreement()), "fleet L4", "first red")
    assert refusals(game, "place RL1 300,100,90") == ["game.deploy"]
    line = "place RL1 300,100,90; RL2 310,100,90; RL3 380,100,90; RL4 420,600,90"
    assert set(refusals(game, line)) == {"setup.overlap", "setup.zone", "setup.group"}


def test_a_fleet_in_two_clusters_is_no_group() -> None:
    """ "Chaque joueur installe ses pièces en groupe" (Préparation): two pairs 560 mm apart are two groups."""
    pairs = "place RL1 100,100,90; RL2 140,100,90; RL3 700,100,90; RL4 740,100,90"
    game = after(Game.new(agreement()), "fleet L4", "first red")
    assert refusals(game, pairs) == ["setup.group"]
    assert refusals(game, pairs.replace("700", "180").replace("740", "220")) == []
    assert refusals(after(Game.new(agreement(rules={"deploy_zone": "anywhere"})), "fleet L4", "first red"), pairs) == []
    alternate = Game.new(agreement(rules={"deploy_order": "alternate_ship_by_ship"}))
    alternate = after(
        alternate, "fleet L4", "first red", "place RL1 100,100,90", "place BM1 100,800,270", "place RL2 140,100,90"
    )
    assert refusals(after(alternate, "place BM2 140,800,270"), "place RL3 700,100,90") == ["setup.group"]


def test_a_player_may_give_up_before_the_first_turn() -> None:
    """So whoever has to decide always can, also where his ships find no room together."""
    game = Game.new(agreement())
    for line in ("fleet L4", "first blue", BLUE_LINE, RED_LINE):
        given = after(game, "resign")
        loser = game.current_player()
        assert (given.outcome().winners, given.outcome().reason) == (tuple({"red", "blue"} - {loser}), "resigned")
        game = after(game, line)
    offers = Game.new(agreement(rules={"first_player": "advanced_cut_and_choose"}))
    assert after(offers, "offer L1 M1 take large", "resign").outcome().winners == ("red",)


def test_who_gives_up_before_the_first_turn_leaves_the_others_to_it() -> None:
    seats = (Seat("red", "south"), Seat("blue", "north"), Seat("green", "west"))
    rules = {"fleet_budget": "free", "goal": "flag", "deploy_zone": "anywhere"}
    places = {"red": "place RS1 300,100,90", "blue": "place BS1 300,800,270", "green": "place GS1 800,450,90"}
    for leaves in ("red", "blue", "green"):
        for phase in ("fleet", "deploy", "flag"):
            game = Game.new(agreement(*seats, fleets="choose", rules=rules))
            while game.state.phase != "play":
                player = game.current_player()
                if (player, game.state.phase) == (leaves, phase):
                    game = after(game, "resign")
                    continue
                assert player not in game.state.out
                game = after(
                    game,
                    {"fleet": "fleet S1", "deploy": places[player], "flag": f"flag {player[0].upper()}S1"}[
                        game.state.phase
                    ],
                )
            assert game.state.out == (leaves,)
            assert (
                {s.player for s in game.state.layout.ships}
                == {flag.owner for flag in game.state.flags}
                == {"red", "blue", "green"} - {leaves}
            )
            assert game.current_player() != leaves
            assert after(game, "pass", "pass").current_player() == game.current_player()


def test_attackers_who_give_up_before_the_first_turn_have_lost() -> None:
    seats = (Seat("red", "south"), Seat("blue", "north"), Seat("green", "west"))
    line = (GoalLine("red", (0, 820), (914.4, 820)),)
    rules = {"goal": "infiltration", "fleet_budget": "free"}
    game = Game.new(agreement(*seats, fleets=(Counts(small=1),) * 3, lines=line, rules=rules))
    assert after(game, "resign").outcome().winners == ("blue", "green")


def test_a_surface_narrower_than_agreed_is_refused() -> None:
    """No text but the English one names a least size, so none is asked for by default."""
    small = Surface.rectangle(900, 500)
    assert Game.new(agreement(surface=small)).current_player() == "red"
    with pytest.raises(InputError, match=r"surface: is 500\.00 mm across; at least 20 in is agreed on"):
        Game.new(agreement(surface=small, rules={"surface_least": "20 in"}))


def test_the_advanced_set_up_has_192_offers_and_the_unnamed_side_moves_first() -> None:
    game = Game.new(agreement(rules={"first_player": "advanced_cut_and_choose"}))
    offers = open_offers(game.state)
    assert len(offers) == len(set(offers)) == 192
    assert refusals(game, "offer L4 take large") == ["game.offer"]
    assert refusals(game, "offer L5 M1 take large") == ["game.offer"]
    offered = after(game, "offer L3 M2 S1 take small")
    assert offered.current_player() == "blue"
    for answer, owner, first in (("accept", "red", "blue"), ("swap", "blue", "red")):
        settled = after(offered, answer)
        assert str(settled.state.fleet(owner)) == "M2 S1"
        assert str(settled.state.fleet(first)) == "L3"
        assert settled.state.first == first


def test_exactly_nine_fleets_have_twelve_pips() -> None:
    game = Game.new(agreement(fleets="choose"))
    fleets = {(f.large, f.medium, f.small) for f in open_fleets(game.state)}
    expected = {(4, 0, 0), (3, 1, 1), (3, 0, 3), (2, 3, 0), (2, 2, 2), (2, 1, 4), (1, 4, 1), (1, 3, 3), (0, 4, 4)}
    assert fleets == expected
    assert len(open_fleets(Game.new(agreement(fleets="choose", rules={"fleet_budget": "full_4_4_4"})).state)) == 1


# turns


def test_a_turn_has_three_actions_and_a_ship_moves_once() -> None:
    game = after(Game.new(agreement()), *BASIC, "BS1 > 270 270 270 270")
    assert refusals(game, "BS1 > 270") == ["turn.moved"]
    assert refusals(game, "RL1 > 90") == ["turn.ship"]
    assert refusals(game, "BS2 > 270 270 270 270 270") == ["move.steps"]
    assert "move.turn_limit" in refusals(game, "BS2 > 90")
    game = after(game, "BS2 > 270 270 270 270")
    assert (game.current_player(), game.state.turn.left) == ("blue", 1)
    assert after(game, "BS3 > 270").current_player() == "red"
    assert after(game, "pass").current_player() == "red"


def test_shots_are_limited_by_pips_and_sink() -> None:
    target = ship("BM1", "medium", 320, 330, 0)
    game = battle(ship("RL1", "large", 300, 300), ship("RS1", "small", 100, 100), target)
    assert refusals(game, "RL1 x BM1 left") == ["shot.reach"]
    game = after(game, "RL1 x BM1")
    assert game.layout.ship("BM1").damage == 1
    assert refusals(game, "RS1 x RS1") == ["shot.target"]
    ended = after(game, "RL1 x BM1")
    assert ended.outcome().winners == ("red",)
    assert ended.outcome().reason == "sunk"
    assert ended.returns() == {"red": 1, "blue": 0}
    with pytest.raises(IllegalActionError):
        ended.play(parse_action("pass"))
    small = battle(ship("RS1", "small", 300, 300), ship("BL1", "large", 315, 305, 0))
    once = after(small, "RS1 x BL1")
    assert refusals(once, "RS1 x BL1") == ["turn.guns"]
    assert after(once, "pass", "pass", "RS1 x BL1").layout.ship("BL1").damage == 2


def test_who_sinks_his_own_last_ship_loses() -> None:
    game = battle(ship("RL1", "large", 300, 300), ship("RS1", "small", 320, 330, 0), ship("BL1", "large", 800, 800))
    game = after(game, "RL1 x RS1")
    assert game.outcome() is None
    assert game.layout.ship("RS1").sunk
    game = battle(ship("BS1", "small", 320, 330, 0), ship("RL1", "large", 300, 300), first="red")
    assert after(game, "RL1 x BS1").outcome().winners == ("red",)


def test_what_is_claimed_and_refused_is_recorded_and_what_is_allowed_is_not_refused() -> None:
    game = battle(ship("RL1", "large", 300, 300), ship("BL1", "large", 800, 800))
    wild = Move("RL1", Declaration(headings=(Fraction(270),)))
    same, action = game.claim(wild)
    assert isinstance(action, Refused)
    assert same.state.turn.left == 3
    costly = battle(
        ship("RL1", "large", 300, 300), ship("BL1", "large", 800, 800), rules={"illegal_claim_cost": "action_spent"}
    )
    assert costly.claim(wild)[0].state.turn.left == 2
    with pytest.raises(IllegalActionError, match="not to be refused"):
        game.play(Refused(Move("RL1", Declaration(headings=(Fraction(90),)))))


def test_a_draw_needs_everybody_and_an_offer_lapses() -> None:
    game = battle(ship("RL1", "large", 300, 300), ship("BL1", "large", 800, 800))
    offered = after(game, "draw")
    assert (offered.current_player(), offered.state.turn.left) == ("red", 3)
    agreed = after(offered, "pass", "draw")
    assert agreed.outcome().reason == "agreement"
    assert agreed.returns() == {"red": Fraction(1, 2), "blue": Fraction(1, 2)}
    assert after(offered, "pass", "pass", "pass", "draw").outcome() is None


def test_quiet_turns_are_a_draw_only_where_that_is_agreed() -> None:
    ships = (ship("RL1", "large", 300, 300), ship("BL1", "large", 800, 800))
    game = after(battle(*ships, rules={"game_limit": "quiet_turns(60)"}), *["pass"] * 59)
    assert game.outcome() is None
    assert after(game, "pass").outcome().reason == "quiet_turns"
    assert after(battle(*ships), *["pass"] * 200).outcome() is None


# goals


def test_touching_the_enemy_flag_wins_and_the_own_flag_is_in_the_way() -> None:
    rules = {"goal": "flag", "flag_place": "anywhere_own_half", "min_gap": "1 in", "deploy_zone": "anywhere"}
    game = Game.new(agreement(fleets="choose", rules={**rules, "fleet_budget": "free"}))
    game = after(game, "fleet L1", "fleet L1", "first red", "place RL1 300,380,90", "place BL1 500,380,90")
    assert game.state.phase == "flag"
    assert refusals(game, "flag 300,600") == ["goal.flag"]
    game = after(game, "flag 316,452")
    assert refusals(game, "flag RL1") == ["goal.flag"]
    game = after(game, "flag 272,470")
    assert refusals(game, "RL1 > 70") == ["move.contact"]
    assert after(game, "RL1 > 160").outcome() is None
    taken = after(game, "RL1 > 120")
    assert taken.outcome().reason == "flag_taken"
    assert taken.outcome().winners == ("red",)


def test_the_line_is_crossed_by_the_whole_outline() -> None:
    line = {"attacker": "red", "start": (0, 360), "end": (914.4, 360)}
    game = battle(
        ship("RS1", "small", 300, 300), ship("BL1", "large", 800, 100), rules={"goal": "infiltration"},
        lines=(GoalLine(**line),),
    )  # fmt: skip
    over = after(game, "RS1 > 90 90 90")
    assert over.outcome().reason == "line_crossed"
    assert over.outcome().winners == ("red",)
    assert after(game, "RS1 > 90 90").outcome() is None
    tips = battle(
        ship("RS1", "small", 300, 300), ship("BL1", "large", 800, 100),
        rules={"goal": "infiltration", "goal_cross": "tip_crosses"}, lines=(GoalLine(**line),),
    )  # fmt: skip
    assert after(tips, "RS1 > 90 90").outcome().reason == "line_crossed"


def test_a_goal_line_must_leave_room() -> None:
    near = GoalLine("red", (0, 914.4 - 20), (914.4, 914.4 - 20))
    larges = {"fleets": (Counts(large=4), Counts(medium=4, small=4)), "lines": (near,)}
    with pytest.raises(InputError, match=r"lines: .*no room for a large"):
        Game.new(agreement(rules={"goal": "infiltration"}, **larges))
    wide = GoalLine("red", (0, 914.4 - 30), (914.4, 914.4 - 30))
    Game.new(agreement(rules={"goal": "infiltration"}, lines=(wide,)))


def test_a_goal_line_leaves_room_for_the_sizes_its_attackers_have() -> None:
    """ "L’autre joueur gagne s’il parvient à faire passer cette ligne à l’un de ses navires": larges need no room if he
    has none."""
    near = GoalLine("red", (0, 914.4 - 20), (914.4, 914.4 - 20))  # a medium's base is 19.84 mm, a large's 25.4
    rules = {"goal": "infiltration"}
    game = Game.new(agreement(rules=rules, lines=(near,)))
    assert refusals(game, "fleet L4") == ["goal.line"]
    assert refusals(game, "fleet M4 S4") == []
    defended = Game.new(agreement(rules=rules, lines=(replace(near, attacker="blue"),)))
    assert [refusals(defended, line) for line in ("fleet L4", "fleet M4 S4")] == [[], ["goal.line"]]
    chosen = Game.new(agreement(rules=rules, fleets="choose", lines=(near,)))
    assert {fleet.large for fleet in open_fleets(chosen.state)} == {0}
    assert refusals(after(chosen, "fleet M4 S4"), "fleet L4") == []
    matched = {**rules, "fleet_budget": "matched", "max_per_size": 1}
    stuck = after(
        Game.new(agreement(rules=matched, fleets="choose", lines=(replace(near, attacker="blue"),))), "fleet L1 M1"
    )
    assert opening_choice(stuck, np.random.default_rng(1)) == Resign()
    offers = Game.new(agreement(rules={**rules, "first_player": "advanced_cut_and_choose"}, lines=(near,)))
    offered = after(offers, "offer L2 M2 S2 take large")
    assert [refusals(offered, answer) for answer in ("accept", "swap")] == [["goal.line"], []]
    nowhere = GoalLine("red", (0, 914.4 - 10), (914.4, 914.4 - 10))
    for more in ({}, {"fleets": "choose"}, {"rules": {**rules, "first_player": "advanced_cut_and_choose"}}):
        with pytest.raises(InputError, match=r"lines: .*no room for a"):
            Game.new(agreement(**{"rules": rules, "lines": (nowhere,), **more}))


def test_nobody_begins_past_a_goal_line() -> None:
    """ "Fixez une ligne d’objectif derrière la flotte d’un des joueurs": a first move past it would win."""
    behind = GoalLine("red", (0, 820), (914.4, 820))
    rules = {"goal": "infiltration", "fleet_budget": "free", "deploy_zone": "anywhere"}
    agreed = agreement(rules=rules, fleets=(Counts(large=1), Counts(small=2)), lines=(behind,))
    game = after(Game.new(agreed), "first blue")
    assert refusals(game, "place BS1 300,850,90; BS2 330,800,270") == ["goal.line"]
    assert refusals(game, "place BS1 300,800,90; BS2 330,800,270") == ["goal.line"]  # its tip is past it
    assert refusals(game, "place BS1 300,820,270; BS2 330,800,270") == []  # its base lies on it
    game = after(game, "place BS1 300,700,270; BS2 330,700,270")
    assert refusals(game, "place RL1 800,850,180") == ["goal.line"]
    assert refusals(game, "place RL1 800,200,90") == []
    assert refusals(Game.new(agreed), "place RL1 800,200,90") == ["game.phase"]


def test_fleets_chosen_under_the_basic_and_the_advanced_budget() -> None:
    """ "Les quatre grandes pièces" against the rest; up to four of each size, larges against the others (Préparation
    avancée)."""
    basic = Game.new(agreement(fleets="choose", rules={"fleet_budget": "basic"}))
    assert {str(fleet) for fleet in open_fleets(basic.state)} == {"L4", "M4 S4"}
    assert refusals(after(basic, "fleet L4"), "fleet L4") == ["game.fleet"]
    assert refusals(after(basic, "fleet L4"), "fleet M4 S4") == []
    advanced = Game.new(agreement(fleets="choose", rules={"fleet_budget": "advanced"}))
    assert len(open_fleets(advanced.state)) == 4 + 24
    assert refusals(advanced, "fleet L2 S1") == ["game.fleet"]
    assert len(open_fleets(after(advanced, "fleet L2").state)) == 24
    assert len(open_fleets(after(advanced, "fleet M1").state)) == 4
    Game.new(agreement(fleets=(Counts(large=2), Counts(medium=4, small=3)), rules={"fleet_budget": "advanced"}))
    for budget, fleets in (("basic", (Counts(large=4),) * 2), ("advanced", (Counts(large=2),) * 2)):
        with pytest.raises(InputError, match="fleets: both sides have larges"):
            Game.new(agreement(fleets=fleets, rules={"fleet_budget": budget}))
    with pytest.raises(InputError, match="fleets: no fleet that red could choose is allowed"):
        Game.new(agreement(fleets="choose", rules={"fleet_budget": "full_4_4_4", "max_per_size": 3}))


# poses and notation


@given(st.lists(st.integers(-74_000_000, 74_000_000), min_size=1, max_size=4), st.sampled_from(list(Size)))
def test_a_move_leaves_the_exact_pose_rounded(turns: list[int], size: Size) -> None:
    moving = Ship("A", "red", size, Pose(400, 400, 0))
    headings = [Fraction(sum(turns[: i + 1]), 10**6) for i in range(len(turns))]
    pose = at_rest(Mover(moving, Rules().outline(size)).path(headings)[-1])
    right, _, left = oracle.chain(400, 400, 0, size, headings)[-1]
    for value, a, b in ((pose.x, left[0], right[0]), (pose.y, left[1], right[1])):
        assert abs(oracle.real(Fraction(str(value))) - (a + b) / 2) <= oracle.real(Fraction(500001, 10**12))
    assert (Fraction(str(pose.heading)) - headings[-1]) % 360 == 0
    assert rounded(pose) == pose


LINES = [
    "fleet L4", "fleet L2 M2 S2", "offer L3 M2 S4 take small", "accept", "swap", "first red one", "flag 300,80.5",
    "flag RL1", "place RL1 300,100,90; RL2 340,100,90", "RL1 > 90 75.5", "RL1 ~ 10 max -20 -max",
    "RL1 x BS2", "RL1 x BS2 left", "pass", "draw", "resign", "RL1 > 90 ?", "RL1 x BS2 right ?",
]  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_notation_is_read_back(line: str) -> None:
    assert notation(parse_action(line)) == line


@pytest.mark.parametrize(
    "line",
    ["", "RL1", "RL1 >", "RL1 > north", "RL1 x", "RL1 x A B", "fleet", "fleet X3", "fleet L1 L2", "offer L1 M1",
     "place RL1", "place RL1 1,2", "flag", "RL1 > inf", "RL1 @ 45", "first", "RL1 x BS2 up", "?"],
)  # fmt: skip
def test_what_is_no_action_is_one_sentence(line: str) -> None:
    with pytest.raises(InputError, match=r"expected|offer"):
        parse_action(line)


def test_a_played_game_names_the_first_action_that_is_not_allowed() -> None:
    game = after(Game.new(agreement()), *BASIC, "BS1 > 270")
    assert game.current_player() == "blue"
    with pytest.raises(IllegalActionError, match="RL1 is not one of the ships"):
        after(Game.new(agreement()), *BASIC, "RL1 > 90")


def test_agreements_that_cannot_be_played() -> None:
    for seats, words in (
        ((Seat("red"),), "two players"),
        ((Seat("red"), Seat("blue"), Seat("red")), "two players are named"),
        ((Seat("a", team="x"), Seat("b", team="x")), "not on one team"),
        ((Seat("a"), Seat("b"), Seat("c")), "for two players"),
    ):
        with pytest.raises(InputError, match=words):
            agreement(*seats)


def test_positions_can_be_taken_out_of_a_battle() -> None:
    layout = Layout((ship("RL1", "large", 300.12345678, 300), ship("BL1", "large", 800, 800, damage=2)))
    game = Game.of_layout(agreement(surface=Surface.unbounded()), layout, "blue")
    assert str(game.layout.ship("RL1").pose.x) == "300.123457"
    assert game.current_player() == "blue"
    assert game.allows(Shoot("BL1", "RL1")) is False


def test_a_battle_may_begin_with_flags_and_needs_a_ship_afloat() -> None:
    agreed = agreement(rules={"goal": "flag"})
    layout = Layout((ship("RL1", "large", 300, 380), ship("BL1", "large", 500, 380)))
    game = Game.of_layout(agreed, layout, "red", [Flag("blue", (272, 470)), Flag("red", (700, 700))])
    assert after(game, "RL1 > 120").outcome().reason == "flag_taken"
    sunk = Layout((ship("RL1", "large", 300, 380, damage=3),))
    for wrong, flags, words in (
        (Layout(), [], "afloat"), (sunk, [], "afloat"), (layout, [Flag("green", (1, 1))], "green"),
        (layout, [Flag("blue", ship="BL2")], "BL2"), (layout, [Flag("blue", ship="RL1")], "RL1"),
        (layout, [Flag("blue")], "either"), (layout, [Flag("blue", (272, 470), "BL1")], "either"),
        (layout, [Flag("red", (272, 470)), Flag("red", (1, 1))], "two flags"),
    ):  # fmt: skip
        with pytest.raises(InputError, match=words):
            Game.of_layout(agreed, wrong, "red", flags)


def test_a_battle_begun_by_another_is_as_one_made_of_its_layout() -> None:
    setup = deployments.prepared(agreement(), np.random.default_rng(3))
    made = {player: Game.of_layout(setup.state.agreement, setup.layout, player) for player in ("red", "blue")}
    assert made["red"].begun_by("blue") == made["blue"] != made["red"]
    assert made["blue"].begun_by("red") == made["red"]
