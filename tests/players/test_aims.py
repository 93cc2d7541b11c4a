"""Goal lines and flags: what the arrays come to is what the exact game says, and players pursue them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from armada_sim import Layout, Pose, Rules, Ship, Size
from armada_sim.geometry import clearance
from armada_sim.moving import Declaration, Mover
from armada_sim.play import (
    Action,
    Agreement,
    Flag,
    Game,
    GoalLine,
    Move,
    Pass,
    Seat,
    Shoot,
    first_headings,
    prepared,
    still_open,
)
from armada_sim.play.actions import ChooseFirst, ChooseFleet
from armada_sim.play.goals import beyond, flag_solid
from armada_sim.players import Computer, asked_for, covers, play_out
from armada_sim.players.battle import arrays
from armada_sim.players.boards import board_of, compiled
from armada_sim.table.fleets import BASIC_FLEETS
from tests.whole import whole

LINE = GoalLine("red", (0, 854.4), (914.4, 854.4))
SEATS = (Seat("red", "south"), Seat("blue", "north"))
REASONS = {
    arrays.SUNK: {"sunk", "attackers_sunk"}, arrays.AT_LIMIT: {"quiet_turns"}, arrays.CROSSED: {"line_crossed"},
    arrays.CAPTURED: {"flag_taken"}, arrays.FLAG_SUNK: {"flag_sunk"}, arrays.OWN_FLAG_SUNK: {"own_flag_sunk"},
}  # fmt: skip


def agreement(goal: str, **changes: Any) -> Agreement:
    """Red attacks a line in the north, or each has a flag."""
    rules = asked_for(Rules(goal=goal, **changes))
    return Agreement(SEATS, rules, lines=(LINE,) if goal == "infiltration" else ())


def begun(agreed: Agreement, seed: int) -> tuple[Game, np.random.Generator]:
    """A battle of the basic fleets about to begin."""
    rng = np.random.default_rng([5, seed])
    return prepared(agreed, rng, "random_legal", [ChooseFleet(BASIC_FLEETS[seed % 2]), ChooseFirst("blue")]), rng


def lying(goal: str, ships: list[Ship], flags: list[Flag] | None = None, **changes: Any) -> Game:
    """Red's turn on a table of some ships."""
    return Game.of_layout(agreement(goal, **changes), Layout(tuple(ships)), "red", flags or [])


AIMS: list[tuple[str, dict[str, str]]] = [
    ("infiltration", {}),
    ("infiltration", {"goal_cross": "tip_crosses"}),
    ("infiltration", {"goal_cross": "any_part"}),
    ("flag", {"flag_kind": "fixed"}),
    ("flag", {"flag_kind": "fixed", "flag_size": "point"}),
    ("flag", {"flag_kind": "ship"}),
]
LEVELS = [("greedy", "random"), ("random", "greedy"), ("greedy", "greedy")]


@pytest.mark.parametrize(
    ("goal", "changes", "levels", "seeds"),
    [
        *((*aim, LEVELS[i % 3], range(1)) for i, aim in enumerate(AIMS)),
        *(whole(*aim, levels, range(2)) for aim in AIMS for levels in LEVELS),
    ],
)
def test_games_for_aims_end_in_the_arrays_as_in_the_exact_game(
    goal: str, changes: dict[str, str], levels: tuple[str, str], seeds: range
) -> None:
    """Every action replays, none after the end, to the same winner for the same reason."""
    for seed in seeds:
        game, rng = begun(agreement(goal, **changes), seed)
        assert covers(game.state)
        played = play_out(game, dict(zip(("red", "blue"), map(Computer, levels), strict=True)), rng)
        for action in played.actions:
            game = game.play(action)
        outcome = game.outcome()
        assert outcome is not None
        assert outcome.winners == (() if played.winner is None else (("red", "blue")[played.winner],))
        assert outcome.reason in REASONS[int(played.board.battle.clock[arrays.RESULT])]


@pytest.mark.parametrize("goal", ["infiltration", "flag"])
def test_greedy_beats_random_where_there_is_an_aim(goal: str) -> None:
    """Sides and fleets in turn: far more than half of the points (the laboratory measured 0.9 and more)."""
    points = 0.0
    for seed in range(6):
        game, rng = begun(agreement(goal), seed)
        for mine, levels in ((0, ("greedy", "random")), (1, ("random", "greedy"))):
            played = play_out(game, dict(zip(("red", "blue"), map(Computer, levels), strict=True)), rng)
            points += 0.5 if played.winner is None else float(played.winner == mine)
    assert points >= 9.0


def nearest_ends(game: Game) -> list[tuple[str, float]]:
    """Ships of the player to move that may come nearer to an aim by a step, and by how many mm: by the exact game."""
    state, found = game.state, []
    assert state.turn is not None
    me = state.turn.player
    for ship in state.afloat(me):
        if not still_open(state, ship)[0]:
            continue
        mover = Mover(ship, state.rules.outline(ship.size))
        ahead, pivot = away(game, me, mover, ship.pose.place), ship.pose.place
        for interval in first_headings(state, ship):
            inside = np.linspace(interval.start, interval.end, 9)[1:-1].tolist()
            for heading in inside:
                place = mover.stepped(pivot, Pose(0, 0, heading % 360).place.heading)
                nearer = ahead - away(game, me, mover, place)
                if nearer > 0.01 and game.allows(Move(ship.name, Declaration(headings=(heading,)))):
                    found.append((ship.name, nearer))
    return found


def away(game: Game, me: str, mover: Mover, place: Any) -> float:
    """mm. From a place to the nearest aim, a whole outline to a line."""
    state, body = game.state, mover.body(place)
    found = [-beyond(line).room(body).value for line in state.agreement.lines if line.attacker == me]
    for flag in state.flags_left():
        if flag.owner != me and flag.at is not None:
            found.append(clearance(body, flag_solid(flag, state.rules)).value)
    return min(found, default=0.0)


@pytest.mark.parametrize("seeds", [range(1), whole(range(1, 20))])
@pytest.mark.parametrize(
    ("goal", "changes", "level"),
    [
        ("infiltration", {}, "greedy"),
        ("flag", {"flag_kind": "fixed"}, "greedy"),
        ("infiltration", {}, "search"),
    ],
)
def test_nobody_passes_who_can_come_nearer_to_an_aim(
    goal: str, changes: dict[str, str], level: str, seeds: range
) -> None:
    """Positions of games that random players began: who passes has no legal step that brings a ship nearer."""
    passed = 0
    thinker, chance = Computer(level, budget=4), Computer("random")
    for seed in seeds:
        game, rng = begun(agreement(goal, **changes), seed)
        for _ in range(20):
            if game.outcome() is None:
                game = game.play(chance.choose(game, rng))
        for _ in range(30):
            if game.outcome() is not None:
                break
            action: Action = thinker.choose(game, rng)
            if isinstance(action, Pass):
                passed += 1
                assert nearest_ends(game) == []
            game = game.play(action)
    assert passed or level == "search"


FAR = Ship("BL1", "blue", Size.LARGE, Pose(800, 100, 90))


@pytest.mark.parametrize("level", ["greedy", "search"])
def test_who_can_win_at_once_does(level: str) -> None:
    """A step over the line, onto the flag, a shot at the ship that carries it."""
    rng, player = np.random.default_rng(0), Computer(level)
    line = lying("infiltration", [Ship("RS1", "red", Size.SMALL, Pose(300, 800, 90)), FAR])
    fixed = lying(
        "flag", [Ship("RS1", "red", Size.SMALL, Pose(300, 300, 45)), FAR],
        [Flag("red", (100, 100)), Flag("blue", (360, 360))],
    )  # fmt: skip
    carried = lying(
        "flag", [Ship("RL1", "red", Size.LARGE, Pose(300, 300, 90)), Ship("BS1", "blue", Size.SMALL, Pose(320, 330, 0)),
                 Ship("BM1", "blue", Size.MEDIUM, Pose(255, 320, 180)), FAR],
        [Flag("red", None, "RL1"), Flag("blue", None, "BS1")],
    )  # fmt: skip
    for game, reason in ((line, "line_crossed"), (fixed, "flag_taken"), (carried, "flag_sunk")):
        end = game
        while end.outcome() is None and end.current_player() == "red":
            end = end.play(player.choose(end, rng))
        outcome = end.outcome()
        assert outcome is not None, reason
        assert (outcome.winners, outcome.reason) == (("red",), reason)


def test_an_own_flag_is_in_the_way_and_an_enemy_s_is_not() -> None:
    """The arrays and the referee agree where a flag stands straight ahead."""
    for owner, other, free in (("red", "blue", False), ("blue", "red", True)):
        ship = Ship("RL1", "red", Size.LARGE, Pose(300, 300, 90))
        game = lying("flag", [ship, FAR], [Flag(owner, (300, 375)), Flag(other, (700, 700))])
        move = Move("RL1", Declaration(headings=(90,)))
        assert game.allows(move) is free
        board, kernel = board_of(game.state), compiled()
        kernel.lay(board.battle, len(board.names), 2, 300.0, 300.0, 90.0)
        assert (kernel.step_on(board.battle, 0, 90.0) == arrays.YES) is free


def test_games_without_an_aim_have_none() -> None:
    """A battle to the last ship is thought of as before: not a row of aims."""
    game, _ = begun(agreement("annihilation"), 0)
    assert len(board_of(game.state).battle.aims) == 0


def test_other_readings_of_a_goal_are_asked_of_the_referee() -> None:
    """What the arrays do not play by themselves: boarding."""
    game, rng = begun(agreement("flag", flag_ship_contact="boarding_wins"), 1)
    assert not covers(game.state)
    action = Computer("greedy").choose(game, rng)
    assert isinstance(action, Move | Shoot)
    assert game.allows(action)
