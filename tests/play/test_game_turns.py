"""Turns under the options that change them: moves that stand in part, order, waiting, resigning, agreeing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from armada_sim import Layout, Obstacle, Pose, Ship, Size
from armada_sim.play.actions import Move, Refused, parse_action
from armada_sim.play.game import Game
from armada_sim.play.state import Flag, GoalLine, Seat
from armada_sim.table.pieces import Counts
from armada_sim.tabletop.errors import InputError
from tests.games import after, agreement, battle, refusals, ship

# moves of which the first steps stand


def claimed(game: Game, line: str) -> Game:
    """The game after a claim that is refused."""
    claim = parse_action(line)
    assert isinstance(claim, Move)
    game, action = game.claim(claim)
    assert isinstance(action, Refused)
    return game


def blocked_later(**rules: str) -> Game:
    """RS1 may take one step ahead; the second runs into BL1."""
    return battle(
        ship("RS1", "small", 300, 300, 0), ship("RS2", "small", 300, 500, 0), ship("RM1", "medium", 100, 100),
        ship("BL1", "large", 375, 285, 90), rules=rules,
    )  # fmt: skip


def test_the_rest_of_a_move_belongs_to_the_same_action() -> None:
    game = claimed(blocked_later(illegal_later_step="legal_prefix_stands"), "RS1 > 0 0")
    assert float(game.layout.ship("RS1").pose.x) == pytest.approx(326.385, abs=1e-3)
    assert game.state.turn.left == 2
    assert refusals(game, "RS1 > 60 120 180 180") == ["turn.moved"]
    rest = after(game, "RS1 > 60 120")
    assert rest.state.turn.left == 2
    assert refusals(rest, "RS1 > 180") == ["turn.moved"]


def test_the_rest_may_be_chosen_after_the_third_action_too() -> None:
    game = after(blocked_later(illegal_later_step="legal_prefix_stands"), "RS2 > 0", "RM1 > 90")
    game = claimed(game, "RS1 > 0 0")
    assert (game.current_player(), game.state.turn.left) == ("red", 0)
    assert refusals(game, "RM1 x BL1") == ["turn.actions"]
    assert after(game, "RS1 > 60").current_player() == "blue"
    assert after(game, "pass").current_player() == "blue"


def test_another_action_closes_an_unfinished_move() -> None:
    game = claimed(blocked_later(illegal_later_step="legal_prefix_stands"), "RS1 > 0 0")
    game = after(game, "RS2 > 0")
    assert game.state.turn.left == 1
    assert refusals(game, "RS1 > 60") == ["turn.moved"]


def test_a_move_that_was_legal_is_not_gone_on_with() -> None:
    game = after(blocked_later(illegal_later_step="legal_prefix_stands"), "RS1 > 60")
    assert refusals(game, "RS1 > 60") == ["turn.moved"]


def test_a_refused_rest_that_costs_an_action_ends_the_move() -> None:
    game = blocked_later(illegal_later_step="legal_prefix_stands", illegal_claim_cost="action_spent")
    game = claimed(claimed(game, "RS1 > 0 0"), "RS1 > 0")
    assert game.state.turn.left == 2
    assert refusals(game, "RS1 > 60") == ["turn.moved"]


def test_a_move_that_ends_there_is_over() -> None:
    game = claimed(blocked_later(illegal_later_step="move_ends_there"), "RS1 > 0 0")
    assert game.state.turn.left == 2
    assert refusals(game, "RS1 > 60") == ["turn.moved"]
    void = claimed(blocked_later(), "RS1 > 0 0")
    assert float(void.layout.ship("RS1").pose.x) == 300
    assert after(void, "RS1 > 60").state.turn.left == 2


def test_a_ship_found_stuck_may_still_turn_in_place_where_that_is_allowed() -> None:
    wedged = (ship("RL1", "large", 100, 20, 270), ship("BL1", "large", 800, 800))
    game = claimed(battle(*wedged, rules={"stuck_ship": "may_rotate_in_place"}), "RL1 > 270")
    assert refusals(game, "RL1 > 300") == ["turn.stuck"]
    turned = after(game, "RL1 @ 90")
    assert float(turned.layout.ship("RL1").pose.heading) == 90
    assert refusals(turned, "RL1 > 90") == ["turn.stuck"]
    assert refusals(turned, "RL1 @ 45") == ["turn.moved"]


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


def test_what_an_ally_s_move_frees_is_held_where_a_team_shares_its_turn() -> None:
    """The ships of everybody who acts are looked at as the turn begins."""
    seats = (Seat("red", team="x"), Seat("amber", team="x"), Seat("blue", team="y"))
    ships = (
        ship("RL1", "large", 100, 100),
        Ship("AS1", "amber", Size.SMALL, Pose(100, 160, 90)),
        ship("BL1", "large", 800, 800),
    )
    for lasts, held in (("rest_of_turn", []), ("since_turn_start", ["turn.stuck"])):
        rules = {"stuck_lasts": lasts, "teams": "shared_three_actions"}
        agreed = agreement(*seats, rules=rules, fleets="choose", objects=WALLS)
        game = after(Game.of_layout(agreed, Layout(ships), "amber"), "AS1 > 90 90")
        assert refusals(game, "RL1 > 90") == held


# who takes turns, and how a battle of many ends

ABC = (Seat("red", "south"), Seat("blue", "north"), Seat("green", "east"))
FAR = Layout(
    (
        ship("RL1", "large", 100, 100), ship("BL1", "large", 800, 800),
        Ship("GL1", "green", Size.LARGE, Pose(800, 100, 90)),
    )
)  # fmt: skip
"""Three players with a ship each, out of reach."""

NO_GOAL_BUT_FLAGS = {"goal": "flag", "goal_and_annihilation": "goal_only"}


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


def test_who_resigns_loses_also_where_only_the_goal_wins() -> None:
    game = battle(ship("RL1", "large", 300, 300), ship("BL1", "large", 800, 800), rules=NO_GOAL_BUT_FLAGS)
    assert after(game, "resign").outcome().winners == ("blue",)


def test_where_only_the_goal_wins_a_side_without_ships_waits() -> None:
    game = battle(
        ship("RS1", "small", 315, 305, 0), ship("BS1", "small", 300, 300), first="blue",
        rules={**NO_GOAL_BUT_FLAGS, "stuck_player": "loses", "draw": "more_pips_left_wins(60)"},
    )  # fmt: skip
    game = after(game, "BS1 x RS1")
    assert game.outcome() is None
    game = after(game, "pass")
    assert (game.current_player(), refusals(game, "RS1 > 0")) == ("red", ["turn.ship"])
    assert after(game, "pass").current_player() == "blue"
    offered = after(game, "pass", "draw")
    assert offered.outcome() is None
    assert after(offered, "pass", "draw").outcome().reason == "agreement"


def test_a_draw_is_offered_once() -> None:
    game = after(three(), "draw")
    assert refusals(game, "draw") == ["game.end"]
    game = after(game, "pass", "draw", "pass", "draw")
    assert (game.outcome().winners, game.outcome().reason) == ((), "agreement")


def team_battle(**rules: str) -> Game:
    seats = (Seat("a", team="x"), Seat("b", team="x"), Seat("c", team="y"), Seat("d", team="y"))
    ships = [Ship(f"{p.upper()}L1", p, Size.LARGE, Pose(100 + 200 * i, 100, 90)) for i, p in enumerate("abcd")]
    return Game.of_layout(agreement(*seats, fleets="choose", rules=rules), Layout(tuple(ships)), "a")


def test_a_team_that_shares_its_actions_decides_as_one() -> None:
    game = team_battle(teams="shared_three_actions")
    drawn = after(game, "draw", "pass", "draw")
    assert drawn.outcome().reason == "agreement"
    gone = after(game, "resign")
    assert (gone.outcome().winners, gone.outcome().reason) == (("c", "d"), "resigned")


def test_a_team_acts_although_the_player_who_decides_has_no_ship_left() -> None:
    game = team_battle(teams="shared_three_actions")
    sunk = Layout(tuple(replace(s, damage=3) if s.name == "AL1" else s for s in game.layout.ships))
    game = Game.of_layout(game.state.agreement, sunk, "a")
    assert game.current_player() == "a"
    assert after(game, "BL1 > 90").state.turn.left == 2


def test_in_teams_each_player_resigns_for_himself() -> None:
    game = after(team_battle(), "resign")
    assert (game.current_player(), game.outcome()) == ("c", None)
    order = []
    for _ in range(6):
        order.append(game.current_player())
        game = after(game, "pass")
    assert order == ["c", "b", "d", "c", "b", "d"]
    assert after(game, "pass", "resign").outcome().winners == ("c", "d")


def test_two_teams_are_two_sides_so_their_battle_is_not_counted_out() -> None:
    game = after(team_battle(ffa_end="most_enemy_pips_sunk(1)"), *["pass"] * 4)
    assert game.outcome() is None


def test_goal_lines_are_held_when_every_attacker_has_had_his_turns() -> None:
    lines = tuple(GoalLine(p, (0, 600), (914, 600)) for p in ("red", "green"))
    rules = {"goal": "infiltration", "infiltration_defender": "after_turns(1)"}
    game = Game.of_layout(agreement(*ABC, fleets="choose", rules=rules, lines=lines), FAR, "red")
    game = after(game, "pass")
    assert game.outcome() is None
    gone = after(game, "pass", "resign")
    assert (gone.outcome().winners, gone.outcome().reason) == (("blue",), "line_held")
    held = after(game, "pass", "pass")
    assert (held.outcome().winners, held.outcome().reason) == (("blue",), "line_held")


def test_a_player_is_stuck_only_if_no_rule_lets_him_act() -> None:
    """Own flags are in the way and enemy flags are not; a flag that may be shot at is something to do."""
    wedged = ship("RL1", "large", 100, 60, 270)
    rules = {"goal": "flag", "stuck_player": "loses"}
    # the edge leaves RL1 no room: what is left is to fire
    walls = battle(replace(wedged, pose=Pose(100, 20, 270)), ship("BL1", "large", 800, 800), rules=rules)
    assert (walls.outcome().winners, walls.outcome().reason) == (("blue",), "stuck")
    flag = Flag("blue", (140, 15))
    table = Layout((replace(wedged, pose=Pose(100, 20, 270)), ship("BL1", "large", 800, 800)))
    armed = Game.of_layout(agreement(rules={**rules, "flag_shot": "captures"}), table, "red", (flag,))
    assert armed.outcome() is None
    assert after(armed, "RL1 x blue's flag").outcome().reason == "flag_shot"
    # between two walls a single step ahead is open, and there red's own flag stands
    slot = [Obstacle.of(n, [(x, 0), (x + 10, 0), (x + 10, 400), (x, 400)]) for n, x in (("a", 70), ("b", 120))]
    table = Layout((ship("RL1", "large", 100, 100), ship("BL1", "large", 800, 800)))
    open_way = agreement(rules={**rules, "flag_contact": "wins"}, objects=tuple(slot))
    assert Game.of_layout(open_way, table, "red").outcome() is None
    assert Game.of_layout(open_way, table, "red", (Flag("blue", (100, 180)),)).outcome() is None
    assert Game.of_layout(open_way, table, "red", (Flag("red", (100, 180)),)).outcome().reason == "stuck"


def test_who_is_out_takes_his_flag_with_him() -> None:
    rules = {"goal": "flag", "flag_contact": "wins"}
    flags = (Flag("green", (100, 160)), Flag("blue", (800, 700)))
    game = Game.of_layout(agreement(*ABC, fleets="choose", rules=rules), FAR, "red", flags)
    assert after(game, "RL1 > 90").outcome().reason == "flag_taken"
    later = after(game, "pass", "pass", "resign", "RL1 > 90")
    assert later.outcome() is None
    assert [o.name for o in later.layout.objects] == ["blue's flag"]


def test_lots_are_the_seed_s_and_differ_from_round_to_round() -> None:
    def rounds(seed: int) -> list[list[str]]:
        rules = {"turn_order_n": "random_each_round"}
        game = Game.of_layout(agreement(*ABC, fleets="choose", rules=rules, seed=seed), FAR, "red")
        found = []
        for _ in range(12):
            found.append(list(game.state.order))
            game = after(game, "pass", "pass", "pass")
        return found

    assert rounds(7) == rounds(7)
    assert rounds(7) != rounds(8)
    assert len({tuple(order) for order in rounds(7)}) > 3
    assert all(sorted(order) == ["blue", "green", "red"] for order in rounds(7))
    # pinned: a record's lots must fall alike in every version
    assert rounds(7)[:3] == [["green", "red", "blue"], ["red", "green", "blue"], ["blue", "green", "red"]]


def test_positions_taken_out_of_a_battle_must_be_playable() -> None:
    with pytest.raises(InputError, match="no ship is afloat"):
        Game.of_layout(agreement(), Layout((ship("RL1", "large", 300, 300, damage=3),)), "red")
    spaced = replace(ship("RL1", "large", 300, 300), name="big one")
    with pytest.raises(InputError, match="'big one'"):
        Game.of_layout(agreement(), Layout((spaced,)), "red")


def test_the_repeated_position_counts_poses_damage_and_whose_turn_it_is() -> None:
    game = battle(
        ship("RS1", "small", 300, 300, 0), ship("RL1", "large", 600, 100), ship("BL1", "large", 800, 800),
        rules={"draw": "repetition"},
    )  # fmt: skip
    game = after(game, "pass", "pass")
    assert game.outcome() is None
    assert after(game, "pass", "pass").outcome().reason == "repetition"
    moved = after(game, "RS1 > 0", "pass", "pass")
    assert moved.outcome() is None
    assert after(moved, "pass", "pass", "pass").outcome().reason == "repetition"


# what the engine says of mistakes


def test_sides_that_are_none_and_allies_that_cannot_be_hit_are_named() -> None:
    game = battle(ship("RL1", "large", 300, 300), ship("BL1", "large", 320, 330, 0))
    assert refusals(game, "RL1 x BL1 base") == ["shot.side"]
    clear = team_battle(teams="allies_transparent")
    assert refusals(clear, "AL1 x BL1") == ["shot.friend"]
    assert "shot.friend" not in refusals(team_battle(), "AL1 x BL1")


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


def test_where_only_the_goal_wins_giving_up_wins_for_who_waits_and_nobody_afloat_is_a_draw() -> None:
    waiting = (ship("RS1", "small", 300, 300, damage=1), ship("BL1", "large", 800, 800))
    game = battle(*waiting, first="blue", rules=NO_GOAL_BUT_FLAGS)
    ended = after(game, "resign").outcome()
    assert (ended.winners, ended.reason) == (("red",), "resigned")
    green = Ship("GL1", "green", Size.LARGE, Pose(800, 100, 90), 3)
    among_three = Game.of_layout(
        agreement(*ABC, fleets="choose", rules=NO_GOAL_BUT_FLAGS), Layout((*waiting, green)), "blue"
    )
    nobody = after(among_three, "resign").outcome()
    assert (nobody.winners, nobody.reason) == ((), "nobody_afloat")
