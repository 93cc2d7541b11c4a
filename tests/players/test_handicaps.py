"""Players whose turns have more or fewer actions than the rules say: in games, records, bulk and experiments."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from armada_sim import InputError, Layout
from armada_sim.experiments import parse_battles
from armada_sim.experiments.experiment import parse_experiment
from armada_sim.files.game_reading import parse_game
from armada_sim.files.game_records import record_of, record_text, replay
from armada_sim.files.record import Start
from armada_sim.play import Agreement, Game, Pass, Seat, parse_action, prepared
from armada_sim.play.actions import ChooseFirst
from armada_sim.players import Computer, covers, play_out
from armada_sim.table import Counts, Rules
from armada_sim.tabletop.match import positions
from armada_sim.wording import Teller, heading_lines
from tests.experiments.small import SMALL
from tests.games import after, ship

SEATS = (Seat("red", "south", actions=5), Seat("blue", "north", actions=1))
RULES = Rules(game_limit="turns(12)", fleet_budget="free")
SHIPS = (ship("RS1", "small", 300, 300), ship("RS2", "small", 400, 300), ship("BL1", "large", 600, 800))


def test_a_turn_has_the_actions_of_its_player() -> None:
    game = Game.of_layout(Agreement(SEATS, RULES), Layout(SHIPS), "red")
    assert game.state.turn.left == 5
    game = after(game, "RS1 > 90", "RS2 > 90")
    assert (game.current_player(), game.state.turn.left) == ("red", 3)
    blue = after(game, "pass")
    assert (blue.current_player(), blue.state.turn.left) == ("blue", 1)
    assert after(blue, "BL1 > 90").current_player() == "red"  # its only action ends the turn


def test_a_record_says_it_and_is_replayed_so() -> None:
    agreed = Agreement((SEATS[0], Seat("blue", "north")), RULES)
    start, lines = Start(SHIPS, "red"), ("RS1 > 90", "RS2 > 90", "pass", "BL1 > 90")
    game = after(Game.of_layout(agreed, Layout(SHIPS), "red"), *lines)
    text = record_text(record_of(game, [parse_action(line) for line in lines], start=start))
    assert json.loads(text)["players"] == [
        {"player": "red", "side": "south", "actions": 5}, {"player": "blue", "side": "north"}
    ]  # fmt: skip
    found = replay(parse_game(text))
    assert found.good
    assert found.games[-1].state.turn.left == 2
    assert heading_lines(found.record, Teller("en"))[0] == "Players: red (south, 5 actions a turn); blue (north)."


@pytest.mark.parametrize("given", [0, 13, 2.5, True])
def test_a_number_that_is_none_is_refused_with_its_key(given: object) -> None:
    table = {"format": 2, "players": [{"player": "red", "actions": given}, {"player": "blue"}]}
    with pytest.raises(InputError, match=r"^players\[1\]\.actions: "):
        parse_game(json.dumps(table))
    with pytest.raises(InputError, match=r"^vary\.handicap\.first\[1\]: expected a whole number from 1 to 12, not"):
        parse_experiment(SMALL + f'[vary]\n"handicap.first" = [{json.dumps(given)}]\n')


@pytest.mark.parametrize("levels", [("greedy", "random"), ("search", "greedy")])
def test_players_in_bulk_and_one_by_one_take_so_many_actions(levels: tuple[str, str]) -> None:
    """Every action replays; no turn has more actions than its player's, and some have all."""
    agreed = Agreement(SEATS, RULES, fleets=(Counts(small=4), Counts(large=2)))
    hands = {name: Computer(level, budget=2) for name, level in zip(("red", "blue"), levels, strict=True)}
    rng, most = np.random.default_rng(3), Counter[str]()
    begins = prepared(agreed, rng, "random_legal", [ChooseFirst("blue")])
    assert covers(begins.state)
    alone = [action for action, _ in positions(begins, hands, np.random.default_rng(8), 200)]
    for actions in (play_out(begins, hands, rng).actions, alone):
        games = [begins]
        for action in actions:
            games.append(games[-1].play(action))
        assert games[-1].outcome() is not None
        turns = Counter[tuple[int, str]]()
        for (before, _), action in zip(pairwise(games), actions, strict=True):
            turns[before.state.turns, before.current_player() or ""] += not isinstance(action, Pass)
        for (_, player), n in turns.items():
            most[player] = max(most[player], n)
    assert most["blue"] == 1
    assert 3 < most["red"] <= 5


EXPERIMENT = SMALL.replace('"random"', '"greedy"').replace("sets = 3", "sets = 12")


def test_an_experiment_gives_its_fleets_so_many_and_searches_for_them() -> None:
    """With one action a large does worse against two smalls with six than if it has six, too."""
    text = EXPERIMENT + '[handicap]\nfirst = 1\nsecond = 6\n[vary]\n"handicap.first" = [6]\n'
    battles = parse_battles(text)
    said = battles.experiment.facts(battles.experiment.plan)
    assert ("handicap", "first fleet: 1 action a turn; second fleet: 6 actions a turn") in said
    shares = [
        sum(row.shares[0] for n in range(12) for row in battles.play(meeting, n)) / 24 for meeting in (0, 1)
    ]  # fmt: skip
    assert shares[0] < shares[1] - 0.2
    agreed = parse_game(battles.record(1, 0, 0, battles.play(1, 0)[0].log)).agreement
    assert [agreed.actions_of(player) for player in ("red", "blue")] == [6, 6]
    fair = '[fair]\ntarget = "even"\nsearch = 40\n[fair.change]\nhandicap.second = [2, 1]\n'
    tables = parse_experiment(EXPERIMENT + fair).tables
    assert [table.handicap for table in tables] == [(None, None), (None, 2), (None, 1)]
    with pytest.raises(InputError, match=r"^vary\.handicap\.third\[1\]: expected handicap\.first or handicap\.second"):
        parse_experiment(EXPERIMENT + '[vary]\n"handicap.third" = [2]\n')
    with pytest.raises(InputError, match=r"^handicap\.second: "):
        parse_experiment(EXPERIMENT + "[handicap]\nsecond = 0\n")
