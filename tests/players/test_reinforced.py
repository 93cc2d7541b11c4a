"""Computer players where ships come onto the table: in bulk, one by one and in thought, as in the exact game."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from armada_sim import Layout, Pose, Rules, Ship, check_shot
from armada_sim.cli.explain import examples
from armada_sim.experiments import parse_battles
from armada_sim.play import Agreement, Flag, Game, Move, Pass, Reinforcement, Seat, Shoot
from armada_sim.players import Computer, covers, play_out
from armada_sim.players.battle import arrays
from armada_sim.players.boards import board_of, compiled
from armada_sim.tabletop.match import positions
from tests.games import after, agreement, battle, ship
from tests.whole import whole

SEATS = (Seat("red", "south"), Seat("blue", "north"))
RULES = {"game_limit": "turns(24)", "fleet_budget": "free"}
PLAYERS = {"random": Computer("random"), "greedy": Computer("greedy"), "search": Computer("search", budget=2)}
CALLED = {"red": "R", "blue": "B"}


def crowd(seed: int, count: int) -> Game:
    """A small table in whose middle many ships are to come, on places that overlap and that touch exactly."""
    rng, rows = np.random.default_rng([12, seed]), []
    for i in range(count):
        who = ("red", "blue")[i % 2]
        x, y = 300 + 12 * int(rng.integers(8)), 300 + 12 * int(rng.integers(8))
        size, heading = ("small", "medium", "large")[int(rng.integers(3))], 90 * int(rng.integers(4))
        rows.append(Reinforcement(Ship(f"{CALLED[who]}X{i}", who, size, Pose(x, y, heading)), int(rng.integers(2, 9))))
    there = [ship(f"RM{i}", "medium", 270 + 40 * i, 250, 90) for i in range(3)]
    there += [ship(f"BM{i}", "medium", 270 + 40 * i, 470, 270) for i in range(3)]
    agreed = Agreement(SEATS, Rules(**RULES), fleets="choose", reinforcements=tuple(rows))
    return Game.of_layout(agreed, Layout(tuple(there)), "red")


@pytest.mark.parametrize(
    ("one", "other", "seeds"),
    [
        ("greedy", "random", range(4)), ("random", "random", range(2)), ("search", "greedy", range(1)),
        whole("greedy", "greedy", range(60)), whole("greedy", "random", range(60)), whole("search", "greedy", range(6)),
    ],
)  # fmt: skip
def test_games_in_bulk_have_the_same_arrivals_as_the_exact_game(one: str, other: str, seeds: range) -> None:
    """Every action replays, and at the end the same ships lie in the same places, or are still to come."""
    came = Counter[str]()
    for seed in seeds:
        game = crowd(seed, 10)
        assert covers(game.state)
        rng = np.random.default_rng([4, seed])
        played = play_out(game, {"red": PLAYERS[one], "blue": PLAYERS[other]}, rng)
        for action in played.actions:
            game = game.play(action)
        assert game.outcome() is not None
        facts, geo = played.board.battle.facts, played.board.battle.geo
        there = {one.name: one for one in game.state.layout.ships}
        for i, name in enumerate(played.board.names):
            assert (facts[i, arrays.COMES] == 0) == (name in there)
            if name in there and not there[name].sunk:
                pose = there[name].pose
                assert (geo[i, 0], geo[i, 1]) == (float(pose.x), float(pose.y))
                assert facts[i, arrays.DAMAGE] == there[name].damage
            came["there" if name in there else "waits"] += "X" in name
        came["acts"] += sum("X" in action.ship for action in played.actions if isinstance(action, Move | Shoot))
    assert came["there"] > 4 * len(seeds)
    assert came["acts"] > 4 * len(seeds)


@pytest.mark.parametrize(("x", "comes"), [("500", 4), ("499.999999", 0)])
def test_a_place_that_is_hardly_free_is_asked_of_the_referee(x: str, comes: int) -> None:
    """BX1 is to come base edge on base edge with RX0, which came before it and stays, or half a millionth from it."""
    rows = (
        Reinforcement(ship("RX0", "large", 500, 500, 60), 2),
        Reinforcement(replace(ship("BX1", "large", 0, 0), pose=Pose(Decimal(x), 500, 240)), 4),
    )  # fmt: skip
    ships = (ship("RL1", "large", 100, 100), ship("BL1", "large", 800, 800))
    agreed = agreement(rules={"game_limit": "turns(5)"}, reinforcements=rows, fleets="choose")
    game = Game.of_layout(agreed, Layout(ships), "red")
    passing = {name: _Passing() for name in ("red", "blue")}
    end = play_out(game, passing, np.random.default_rng(1))  # type: ignore[arg-type]
    assert dict(zip(end.board.names, end.board.battle.facts[:, arrays.COMES].tolist(), strict=True)) == {
        "RL1": 0, "BL1": 0, "RX0": 0, "BX1": comes,
    }  # fmt: skip
    assert after(game, *["pass"] * 4).state.to_come == rows[1 if comes else 2 :]


class _Passing(Computer):
    """Searches, and always passes."""

    def __init__(self) -> None:
        super().__init__("search")

    def turn(self, battle: arrays.Battle, *_: object) -> np.ndarray:
        return np.zeros((1, 7))


@pytest.mark.parametrize("level", PLAYERS)
def test_one_by_one_players_act_with_what_has_come_and_name_nothing_else(level: str) -> None:
    """Under an option that the arrays do not play by themselves as well."""
    for options in ({}, {"wreck": "stays_as_obstacle"}):
        rules = {**RULES, "game_limit": "turns(8)", **options}
        rows = (
            Reinforcement(ship("RX0", "small", 500, 400, 90), 3), Reinforcement(ship("BX1", "small", 520, 480, 270), 4)
        )  # fmt: skip
        ships = (ship("RS1", "small", 450, 300), ship("BS1", "small", 450, 600, 270))
        agreed = agreement(rules=rules, reinforcements=rows, fleets="choose")
        game: Game = Game.of_layout(agreed, Layout(ships), "red")
        assert covers(game.state) == (not options)
        acted = set()
        for action, now in positions(
            game, dict.fromkeys(("red", "blue"), PLAYERS[level]), np.random.default_rng(2), 99
        ):
            acted.add(getattr(action, "ship", type(action).__name__))
            game = now  # type: ignore[assignment]
        assert game.outcome() is not None
        assert {"RX0", "BX1"} & acted


def test_thought_sees_what_is_to_come() -> None:
    """After the turns until then a ship lies there in thought too, unless something lies in its place."""
    row = Reinforcement(ship("BX1", "small", 500, 500, 90, 0), 2)
    for blocked in (False, True):
        ships = [ship("RL1", "large", 100, 100), ship("BL1", "large", 800, 800)]
        ships += [ship("RS9", "small", 505, 505)] if blocked else []
        game = Game.of_layout(agreement(reinforcements=(row,), fleets="choose"), Layout(tuple(ships)), "red")
        thought, known = board_of(game.state).battle, np.zeros((4, 4), dtype=np.int64)
        compiled().perform(thought, known, np.zeros(7))
        assert (thought.facts[-1, arrays.COMES] == 0) == (not blocked)
        assert bool(arrays.alive(thought, len(ships))) == (not blocked)


def test_search_is_not_where_the_guns_of_an_enemy_come() -> None:
    """RS1 lies under the guns of a large that comes in the next turn, and may go elsewhere before."""
    row = Reinforcement(ship("BX1", "large", 480, 345, 270), 2)
    ships = (ship("RS1", "small", 450, 300), ship("BL1", "large", 880, 880))
    agreed = agreement(rules=RULES, reinforcements=(row,), fleets="choose")
    game, rng = Game.of_layout(agreed, Layout(ships), "red"), np.random.default_rng(5)
    assert check_shot(after(game, "pass").layout, "BX1", "RS1").allowed
    while game.current_player() == "red":
        game = game.play(Computer("search").choose(game, rng))
    assert not check_shot(game.layout, "BX1", "RS1").allowed


@pytest.mark.whole
@pytest.mark.parametrize(("one", "other", "sets"), [("greedy", "random", 40), ("search", "greedy", 25)])
def test_each_level_beats_the_one_below_in_the_scenario_that_is_shipped(one: str, other: str, sets: int) -> None:
    """Sets of four games, in which each has either side and moves first or second."""
    text = examples("experiments")["relief"].read_text(encoding="utf-8").partition("[[players]]")[0]
    players = f"""
        [[players]]\nname = "one"\nlevel = "{one}"\n{"budget = 15" if one == "search" else ""}
        [[players]]\nname = "other"\nlevel = "{other}"
    """
    battles = parse_battles(text.replace("sets =", 'compare = "players"\nsets =') + players)
    means = [np.mean([row.shares[0] for row in battles.play(0, number)]) for number in range(sets)]
    share, half = float(np.mean(means)), 1.96 * float(np.std(means, ddof=1)) / math.sqrt(sets)
    assert share - half > 0.5, (share, half)


def test_flags_keep_places_in_bulk_as_in_the_exact_game() -> None:
    flags = (Flag("red", (100, 100)), Flag("blue", (500, 520)))
    rows = (
        Reinforcement(ship("RX0", "large", 500, 500, 90), 2), Reinforcement(ship("RX1", "large", 600, 500, 90), 2)
    )  # fmt: skip
    agreed = agreement(rules={"goal": "flag", "game_limit": "turns(9)"}, reinforcements=rows, fleets="choose")
    ships = (ship("RS1", "small", 100, 300), ship("BS1", "small", 800, 800))
    game = Game.of_layout(agreed, Layout(ships), "red", flags)
    assert covers(game.state)
    end = play_out(game, dict.fromkeys(("red", "blue"), Computer("random")), np.random.default_rng(3))
    for action in end.actions:
        game = game.play(action)
    comes = dict(zip(end.board.names, end.board.battle.facts[:, arrays.COMES].tolist(), strict=True))
    assert (comes["RX0"], comes["RX1"]) == (2, 0)
    assert [one.ship.name for one in game.state.agreement.reinforcements if one.ship.name not in [
        other.name for other in game.state.layout.ships]] == ["RX0"]  # fmt: skip


def test_who_passes_passes() -> None:
    """The stand-in of above is what it says."""
    game = battle(ship("RL1", "large", 100, 100), ship("BL1", "large", 800, 800), rules=RULES)
    assert isinstance(_Passing().choose(game, np.random.default_rng(1)), Pass)
