"""Turns under the options that change them: moves that stand in part, order, waiting, resigning, agreeing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from armada_sim import Layout, Obstacle, Pose, Ship, Size
from armada_sim.play.actions import Move, Refused, Shoot, parse_action
from armada_sim.play.game import Game
from armada_sim.play.state import Flag, Seat
from armada_sim.table.pieces import Counts
from armada_sim.tabletop.errors import InputError
from tests.games import after, agreement, battle, refusals, ship


def claimed(game: Game, line: str) -> Game:
    """The game after a claim that is refused."""
    claim = parse_action(line)
    assert isinstance(claim, Move)
    game, action = game.claim(claim)
    assert isinstance(action, Refused)
    return game


def test_a_move_of_which_a_later_step_is_blocked_is_void() -> None:
    """RS1 may take one step ahead; the second runs into BL1."""
    void = claimed(battle(ship("RS1", "small", 300, 300, 0), ship("BL1", "large", 375, 285, 90)), "RS1 > 0 0")
    assert float(void.layout.ship("RS1").pose.x) == 300
    assert after(void, "RS1 > 60").state.turn.left == 2


WALLS = tuple(Obstacle.of(n, [(x, 0), (x + 10, 0), (x + 10, 400), (x, 400)]) for n, x in (("a", 70), ("b", 120)))
"""A lane 40 mm wide, in which a large goes straight ahead or nowhere."""


def in_the_lane(**rules: str) -> Game:
    """BS1 stands before RL1; RS1 lies across the lane beyond it and can sink it."""
    ships = (ship("RL1", "large", 100, 100), ship("RS1", "small", 87, 205, 0), ship("RS2", "small", 500, 500),
        ship("BS1", "small", 100, 160),
             ship("BL1", "large", 800, 800))  # fmt: skip
    return battle(*ships, rules=rules, objects=WALLS)


@pytest.mark.parametrize(
    ("lasts", "asked", "unasked"),
    [("rest_of_turn", ["turn.stuck"], []), ("since_turn_start", ["turn.stuck"], ["turn.stuck"]), ("retested", [], [])],
)
def test_a_ship_freed_by_a_sunk_blocker_moves_as_is_agreed(lasts: str, asked: list[str], unasked: list[str]) -> None:
    """Clause turn.stuck: "ne peut plus se déplacer à ce tour" (Déplacement des navires, the note)."""
    game = in_the_lane(stuck_lasts=lasts)
    freed = after(game, "RS1 x BS1")
    assert refusals(freed, "RL1 > 90") == unasked
    if lasts == "since_turn_start":
        assert refusals(game, "RL1 > 90") == ["turn.stuck"]
    else:
        assert refusals(game, "RL1 > 90") == ["move.contact", "move.stuck"]
        freed = after(claimed(game, "RL1 > 90"), "RS1 x BS1")
    assert refusals(freed, "RL1 > 90") == asked
    assert refusals(after(freed, "pass", "pass"), "RL1 > 90") == []  # the next turn is another


def test_whatever_is_stuck_when_the_turn_begins_is_told_and_nothing_else_is_held() -> None:
    game = in_the_lane(stuck_lasts="since_turn_start")
    assert game.state.turn.stuck == ("RL1", "RS1")  # RS1 has the wall ahead
    (reason,) = game.why_not(parse_action("RL1 > 90"))
    assert (reason.clause, reason.text) == (
        "turn.stuck",
        "RL1 had no legal heading when the turn began, or was found stuck since",
    )
    assert refusals(game, "RS2 > 60") == []
    assert "turn.stuck" not in refusals(game, "RL1 x BS1")
    assert after(game, "pass").state.turn.stuck == ()
    assert in_the_lane().state.turn.stuck == ()


# who takes turns, and how a battle of many ends

ABC = (Seat("red", "south"), Seat("blue", "north"), Seat("green", "east"))
FAR = Layout(
    (
        ship("RL1", "large", 100, 100), ship("BL1", "large", 800, 800),
        Ship("GL1", "green", Size.LARGE, Pose(800, 100, 90)),
    )
)  # fmt: skip
"""Three players with a ship each, out of reach."""


def three(layout: Layout = FAR, **rules: str) -> Game:
    return Game.of_layout(agreement(*ABC, fleets="choose", rules=rules), layout, "red")


def test_who_resigns_among_several_is_out_and_the_others_play_on() -> None:
    game = after(three(), "resign")
    assert (game.current_player(), game.outcome()) == ("blue", None)
    assert [s.name for s in game.layout.ships if s.sunk] == ["RL1"]
    game = after(game, "pass", "pass")
    assert game.current_player() == "blue"
    ended = after(game, "resign")
    assert (ended.outcome().winners, ended.outcome().reason) == (("green",), "resigned")


def test_a_draw_is_offered_once() -> None:
    game = after(three(), "draw")
    assert refusals(game, "draw") == ["game.end"]
    game = after(game, "pass", "draw", "pass", "draw")
    assert (game.outcome().winners, game.outcome().reason) == ((), "agreement")


def team_battle() -> Game:
    seats = (Seat("a", team="x"), Seat("b", team="x"), Seat("c", team="y"), Seat("d", team="y"))
    ships = [Ship(f"{p.upper()}L1", p, Size.LARGE, Pose(100 + 200 * i, 100, 90)) for i, p in enumerate("abcd")]
    return Game.of_layout(agreement(*seats, fleets="choose"), Layout(tuple(ships)), "a")


def test_in_teams_each_player_resigns_for_himself() -> None:
    game = after(team_battle(), "resign")
    assert (game.current_player(), game.outcome()) == ("c", None)
    order = []
    for _ in range(6):
        order.append(game.current_player())
        game = after(game, "pass")
    assert order == ["c", "b", "d", "c", "b", "d"]
    assert after(game, "pass", "resign").outcome().winners == ("c", "d")


def test_who_is_out_takes_his_flag_with_him() -> None:
    rules = {"goal": "flag"}
    flags = (Flag("green", (100, 160)), Flag("blue", (800, 700)))
    game = Game.of_layout(agreement(*ABC, fleets="choose", rules=rules), FAR, "red", flags)
    assert after(game, "RL1 > 90").outcome().reason == "flag_taken"
    later = after(game, "pass", "pass", "resign", "RL1 > 90")
    assert later.outcome() is None
    assert [o.name for o in later.layout.objects] == ["blue's flag"]


def test_positions_taken_out_of_a_battle_must_be_playable() -> None:
    with pytest.raises(InputError, match="no ship is afloat"):
        Game.of_layout(agreement(), Layout((ship("RL1", "large", 300, 300, damage=3),)), "red")
    spaced = replace(ship("RL1", "large", 300, 300), name="big one")
    with pytest.raises(InputError, match="'big one'"):
        Game.of_layout(agreement(), Layout((spaced,)), "red")


# what the engine says of mistakes


def test_sides_that_are_none_are_named() -> None:
    game = battle(ship("RL1", "large", 300, 300), ship("BL1", "large", 320, 330, 0))
    assert [reason.clause for reason in game.why_not(Shoot("RL1", "BL1", "base"))] == ["shot.side"]


def test_fleets_given_must_match_where_they_are_to_match() -> None:
    fleets = (Counts(large=4), Counts(medium=4, small=4))
    with pytest.raises(InputError, match="not matched"):
        Game.new(agreement(fleets=fleets, rules={"fleet_budget": "matched"}))
    Game.new(agreement(fleets=fleets, rules={"fleet_budget": "matched_or_constructed"}))


def test_allies_need_no_gap_at_set_up() -> None:
    def third_ship(*teams: str) -> list[str]:
        seats = [Seat(p, team=t) for p, t in zip("abc", teams, strict=True)]
        rules = {"fleet_budget": "free", "deploy_zone": "anywhere"}
        game = Game.new(agreement(*seats, fleets=(Counts(large=1),) * 3, rules=rules))
        game = after(game, "place AL1 100,100,90", "place BL1 500,100,90")
        return refusals(game, "place CL1 150,100,90")

    assert third_ship("x", "y", "x") == []
    assert third_ship("", "", "") == ["setup.gap"]


def test_a_flag_stands_clear_of_objects_and_of_other_flags() -> None:
    rules = {"goal": "flag", "flag_place": "anywhere_own_half", "fleet_budget": "free", "min_gap": "1 in"}
    island = Obstacle.of("island", [(100, 100), (150, 100), (150, 150), (100, 150)])
    agreed = agreement(rules=rules, fleets=(Counts(large=1),) * 2, objects=(island,))
    game = after(Game.new(agreed), "first red", "place RL1 300,300,90", "place BL1 500,600,270")
    assert refusals(game, "flag 125,125") == ["goal.flag"]
    game = after(game, "flag 600,457")
    assert refusals(game, "flag 600,470") == ["goal.flag"]
    assert refusals(game, "flag 600,490") == []
