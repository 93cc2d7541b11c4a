"""Games and computer players under numbers that are not the text's."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from shapely import Point

from armada_sim import Clause, InputError, Layout, Pose, Ship, reachable
from armada_sim.experiments.battles import Battles
from armada_sim.experiments.experiment import parse_experiment
from armada_sim.files.game_reading import parse_game
from armada_sim.files.game_records import record_of, record_text, replay
from armada_sim.files.records import parse_dispute
from armada_sim.play.actions import ChooseFirst
from armada_sim.play.deployments import prepared
from armada_sim.play.game import Game
from armada_sim.play.state import Agreement, Seat
from armada_sim.players.boards import covers
from armada_sim.players.bulk import play_out
from armada_sim.players.computer import Computer, Level
from armada_sim.regions import unobstructed
from armada_sim.table import Counts, Rules, parse_rules
from armada_sim.tabletop.match import positions
from tests.commands import refused
from tests.games import after, refusals
from tests.whole import few, whole

FREE = {"fleet_budget": "free", "game_limit": "quiet_turns(40)"}
TABLES: dict[str, tuple[dict[str, Any], tuple[Counts, Counts]]] = {
    "huge": (
        {"sizes": {"huge": {"base": "1.5 in", "height": "2.6 in", "pips": 5, "steps": 1, "guns": 4}},
         "actions": 4, "range": "2.5 in"},
        (Counts(huge=2), Counts(medium=3, small=4)),
    ),
    "nimble": (
        {"sizes": {"small": {"steps": 2, "pips": 2, "guns": 1}, "large": {"steps": 2}, "medium": "none"},
         "actions": 5, "moves_a_ship": 2, "range": "small"},
        (Counts(large=2, small=1), Counts(large=1, small=4)),
    ),
    "barges": (
        {"sizes": {"barge": {"base": 30, "height": 40, "pips": 4, "steps": 2, "guns": 1},
                   "gig": {"base": 10, "height": 30, "pips": 1, "steps": 4, "guns": 2}}, "actions": 2},
        (Counts(barge=3), Counts(gig=3, medium=2)),
    ),
    "broadsides": (
        {"sizes": {"large": {"guns": 4}}, "shots_a_side": 1, "actions": 4, "moves_a_ship": 2},
        (Counts(large=4), Counts(medium=4, small=4)),
    ),
}  # fmt: skip
"""Invented numbers, and two fleets. The last is not played by the arrays: the referee is asked about every action."""

RANDOM, GREEDY = Computer(Level.RANDOM), Computer(Level.GREEDY)
SEARCH = Computer(Level.SEARCH, budget=30)


def begun(name: str, rng: np.random.Generator) -> Game:
    numbers, fleets = TABLES[name]
    agreed = Agreement((Seat("red", "south"), Seat("blue", "north")), parse_rules({**FREE, **numbers}), fleets=fleets)
    return prepared(agreed, rng, "random_legal", [ChooseFirst("blue")])


@pytest.mark.parametrize(("name", "least"), [*((name, 60) for name in TABLES), *(whole(n, 1000) for n in TABLES)])
def test_greedy_plays_nothing_that_the_referee_forbids(name: str, least: int) -> None:
    """Every action is played again in the exact game, and the record of each game means the same game."""
    done, seed, players = 0, 0, {"red": GREEDY, "blue": GREEDY}
    while done < least:
        rng = np.random.default_rng([9, seed])
        start = game = begun(name, rng)
        seed += 1
        if covers(start.state):
            actions = play_out(start, players, rng).actions
        else:
            actions = [action for action, _ in positions(start, players, rng, 400)]
        for action in actions:
            game = game.play(action)  # which raises what the rules forbid
        done += len(actions)
        assert game.outcome() is not None
    assert covers(start.state) == (name != "broadsides")


def score(name: str, one: Computer, other: Computer, sets: int) -> tuple[float, float]:
    """Share of one player against another, who swap fleets and turns, and half the width of its interval (95 %)."""
    means = []
    for number in range(sets):
        rng, scores = np.random.default_rng([3, number]), []
        game = begun(name, rng)
        for mine, hands in ((0, (one, other)), (1, (other, one))):
            for first in ("red", "blue"):
                start = Game.of_layout(game.state.agreement, game.layout, first)
                winner = play_out(start, dict(zip(("red", "blue"), hands, strict=True)), rng).winner
                scores.append(0.5 if winner is None else float(winner == mine))
        means.append(sum(scores) / 4)
    return float(np.mean(means)), 1.96 * float(np.std(means, ddof=1)) / math.sqrt(sets)


@pytest.mark.parametrize("name", few(["barges", "huge", "nimble"], 0))
def test_random_loses_to_greedy_and_greedy_to_search(name: str) -> None:
    share, half = score(name, GREEDY, RANDOM, 24)
    assert share - half > 0.5, (share, half)
    share, half = score(name, SEARCH, GREEDY, 24)
    assert share - half > 0.5, (share, half)


def scene(*ships: Ship, **numbers: Any) -> Game:
    rules: Rules = parse_rules({**FREE, **numbers})
    return Game.of_layout(Agreement((Seat("red"), Seat("blue")), rules), Layout(ships), "red")


def test_a_turn_has_the_actions_and_a_ship_the_moves_of_the_table() -> None:
    ships = Ship("R1", "red", "large", Pose(300, 300, 90)), Ship("B1", "blue", "small", Pose(600, 600, 0))
    game = scene(*ships, actions=4, moves_a_ship=2)
    assert game.state.turn is not None
    assert game.state.turn.left == 4
    game = after(game, "R1 > 90", "R1 > 100")
    assert refusals(game, "R1 > 110") == [Clause.TURN_MOVED]
    assert refusals(scene(*ships, actions=4), "R1 > 90 ?") == [Clause.TURN_CLAIM]
    one = after(scene(*ships, actions=1), "R1 > 90")
    assert one.current_player() == "blue"


def test_guns_are_those_of_the_table_and_so_are_the_shots_of_a_side() -> None:
    ships = (
        Ship("R1", "red", "large", Pose(300, 300, 90)),
        Ship("B1", "blue", "large", Pose(335, 310, 90)), Ship("B2", "blue", "large", Pose(265, 310, 90)),
    )  # fmt: skip
    assert refusals(after(scene(*ships, sizes={"large": {"guns": 1}}), "R1 x B1"), "R1 x B2") == [Clause.TURN_GUNS]
    game = after(scene(*ships, shots_a_side=1), "R1 x B1")
    assert refusals(game, "R1 x B1") != []
    assert refusals(game, "R1 x B1 right") == [Clause.TURN_GUNS]
    assert refusals(game, "R1 x B2") == []
    unarmed = parse_rules({"sizes": {"large": {"guns": 0}}}).numbers.named("large")
    without = scene(Ship("R1", "red", unarmed, Pose(300, 300, 90)), ships[1], sizes={"large": {"guns": 0}})
    assert refusals(without, "R1 x B1") == [Clause.TURN_GUNS]


TURN = """
[rules]
moves_a_ship = 2
shots_a_side = 1
actions = 4
sizes.huge = { base = 50, height = 90, pips = 5, steps = 2 }
[[ships]]
name = "R1"
player = "red"
size = "huge"
base = [300, 300]
heading = 90
[[ships]]
name = "B1"
player = "blue"
size = "large"
base = [352, 340]
heading = 90
[[questions]]
action = "R1 x B1 right"
[turn]
player = "red"
"""


@pytest.mark.parametrize(
    ("said", "clauses"),
    [
        ("steps = { R1 = [2, 1] }", []), ('shots = [{ from = "R1", side = "left" }]', []),
        ('shots = [{ from = "R1", side = "right" }]', [Clause.TURN_GUNS]),
    ],
)  # fmt: skip
def test_a_dispute_states_a_turn_of_a_game_of_one_s_own(said: str, clauses: list[Clause]) -> None:
    dispute = parse_dispute(f"{TURN}{said}\n")
    ruling = dispute.ask(1)
    assert ruling.allowed == (not clauses)
    assert [reason.clause for reason in ruling.reasons if reason.clause in clauses] == clauses


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("steps = { R1 = [2, 1, 1] }", "turn.steps.R1: 3 moves of a ship are named, and it makes at most 2 in a turn"),
        ("steps = { R1 = 3 }", "turn.steps.R1: R1 is a huge ship and may take 2 steps in a move, not 3"),
        ('shots = [{ from = "R1" }]', "turn.shots: needs the side of each shot"),
        ("left = 5", "turn.left: must be at most 4, not 5"),
    ],
)
def test_a_turn_that_cannot_be_is_refused_with_its_key(said: str, told: str) -> None:
    assert told in refused("armada", "check", "-", typed=f"{TURN}{said}\n")


def test_what_a_size_of_one_s_own_reaches_and_threatens_follows_its_steps_and_the_range() -> None:
    """On an empty table in closed form: within its steps, and a range beyond that."""
    rules = parse_rules({"sizes": {"huge": {"base": 30, "height": 40, "pips": 2, "steps": 2}}, "range": 70})
    huge = rules.numbers.named("huge")
    layout = Layout((Ship("R1", "red", huge, Pose(450, 450, 90)),))
    shape = reachable(layout, "R1", gap=2, rules=rules).inner
    assert shape.contains(Point(450, 450 + 2.95 * math.hypot(40, 15)))
    assert not shape.contains(Point(450, 450 + 3.01 * math.hypot(40, 15)))
    with pytest.raises(InputError, match="R1 is of a size that the game has not: huge"):
        reachable(layout, "R1")
    guns = unobstructed.threat(huge, 0, rules)
    assert guns.area == pytest.approx(2 * 70 * (math.sqrt(40**2 + 30**2 / 2) - 25.4 / 2), rel=1e-9)


def test_fleets_of_own_sizes_meet_in_an_experiment_and_numbers_of_a_turn_are_varied() -> None:
    text = """
sets = 1
players = [{ name = "greedy", level = "greedy" }]
fleets = { one = "Huge1 S2", other = "L2" }
[rules]
fleet_budget = "free"
sizes.huge = { base = 30, height = 60, pips = 4, steps = 2 }
[vary]
actions = [4]
range = ["medium"]
"""
    asked = parse_experiment(text)
    assert [table.rules.numbers.actions for table in asked.tables] == [3, 4, 3]
    assert [table.rules.numbers.range for table in asked.tables] == ["large", "large", "medium"]
    battles = Battles(asked)
    (game, _) = battles.play(1, 0)
    again = parse_game(battles.record(1, 0, 0, game.log))
    assert [ship.size.name for ship in again.begin().layout.ships if ship.player == "red"] == ["huge", "small", "small"]
    with pytest.raises(InputError, match="the fleet Barge1 has a size that this game has not: barge"):
        parse_experiment(text.replace("Huge1 S2", "Barge1"))


@pytest.mark.parametrize("more", [{}, {"first_player": "advanced_cut_and_choose"}], ids=["basic", "advanced"])
def test_the_text_s_games_are_not_played_without_its_sizes(more: dict[str, Any]) -> None:
    rules = parse_rules({**FREE, **more, "sizes": {"large": "none"}, "range": "medium"})
    with pytest.raises(InputError, match="has a size that this game has not: large"):
        Game.new(Agreement((Seat("red"), Seat("blue")), rules))


def test_a_ship_sinks_at_the_hits_of_the_table_and_a_record_means_the_same_game() -> None:
    numbers, fleets = TABLES["huge"]
    rng = np.random.default_rng(5)
    agreed = Agreement((Seat("red", "south"), Seat("blue", "north")), parse_rules({**FREE, **numbers}), fleets=fleets)
    game, actions = Game.new(agreed), []
    for action, after_it in positions(game, {"red": GREEDY, "blue": GREEDY}, rng, 400):
        actions.append(action)
        game = after_it
    text = record_text(record_of(game, actions))
    record = parse_game(text)
    again = replay(record)

    assert record.agreement == agreed
    assert again.good
    assert again.games[-1].state == game.state
    assert record_text(record_of(again.games[-1], record.actions)) == text
    assert {ship.size.pips for ship in game.layout.ships} == {5, 2, 1}
    assert all(ship.sunk == (ship.damage >= ship.size.pips) for ship in game.layout.ships)
