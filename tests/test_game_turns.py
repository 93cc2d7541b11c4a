"""Turns under the options that change them: moves that stand in part, order, waiting, resigning, agreeing."""

from __future__ import annotations

import pytest

from armada_sim.actions import Move, Refused, parse_action
from armada_sim.game import Game
from tests.games import after, battle, refusals, ship

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
