"""Who meets whom, under what, in the shipped experiments: stores keep games by the numbers of meetings."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from armada_sim.experiments import Battles, parse_experiment
from armada_sim.tabletop.laboratory import Study
from grid_games.laboratory.rotations import parse_rotations

ROOT = Path(__file__).parents[3]

PLANS = {
    "examples/experiments/advanced-search.toml": (10, "b4f4c9400a773736"),
    "examples/experiments/advanced.toml": (96, "782ff56afb6cb7c4"),
    "examples/experiments/basic.toml": (4, "11b18b5f821f996a"),
    "examples/experiments/fair.toml": (43, "7150caa39599104d"),
    "examples/experiments/first-move.toml": (4, "d3ccbba2d2234996"),
    "examples/experiments/infiltration.toml": (1, "2ccaec2178ee08d8"),
    "examples/experiments/prices.toml": (2, "b96312e2ac8f342d"),
    "examples/experiments/relief.toml": (2, "452f269e823237ee"),
    "examples/experiments/sensitivity.toml": (7, "e6177169c028157f"),
    "examples/experiments/twelve-pips-readings.toml": (72, "6d323ea93e819be8"),
    "examples/experiments/twelve-pips-search.toml": (72, "8398dccf5c297470"),
    "examples/experiments/twelve-pips.toml": (36, "997093fda95b5b04"),
    "grid_games/examples/experiments/destin-arc/factions-greedy.toml": (9, "6665ff475b49cd52"),
    "grid_games/examples/experiments/destin-arc/factions.toml": (9, "f9c3b8f9ac6c83d5"),
    "grid_games/examples/experiments/destin-arc/fair.toml": (30, "0b00da3cbb89ea9a"),
    "grid_games/examples/experiments/singidunum/armies-37-search.toml": (15, "2aee93ef704d4779"),
    "grid_games/examples/experiments/singidunum/armies-37.toml": (15, "a54c0663f1edd689"),
    "grid_games/examples/experiments/singidunum/armies-55-search.toml": (15, "c55c9286efe91b29"),
    "grid_games/examples/experiments/singidunum/armies-55.toml": (15, "98bbc40e4c4578f4"),
    "grid_games/examples/experiments/singidunum/prices.toml": (2, "387d9b55edb6df21"),
    "grid_games/examples/experiments/strategiksa/levels.toml": (3, "117a4325e515a4dc"),
    "grid_games/examples/experiments/strategiksa/prices-search.toml": (1, "d55b893a02ae37c0"),
    "grid_games/examples/experiments/strategiksa/prices.toml": (1, "3f0183491ed47c16"),
    "grid_games/examples/experiments/strategiksa/seats.toml": (19, "129b270418aa5f9f"),
}

PLAYERS = """
compare = "players"
sets = 1
[fleets]
few = "L4"
some = "M4 S4"
both = "L2 M2 S2"
[vary]
game_limit = ["quiet_turns(9)", "quiet_turns(12)"]
[[players]]
name = "low"
level = "random"
[[players]]
name = "high"
level = "greedy"
[[players]]
name = "keen"
level = "greedy"
tries = 9
"""
"""Three players, each two of whom play either fleet."""

ARMIES = """
game = "singidunum"
sets = 1
compare = "armies"
[levels]
low = "random"
high = "greedy"
[vary]
pursuit = ["after_3"]
"""
"""Armies, at each of two levels of play."""


def planned(study: Study) -> tuple[int, str]:
    """How many meetings there are, and a digest of their names in order and of what the file says of them."""
    said = json.dumps([[str(meeting) for meeting in study.meetings], study.experiment.source])
    return len(study.meetings), hashlib.sha256(said.encode()).hexdigest()[:16]


def test_every_shipped_experiment_is_here():
    shipped = [
        file
        for folder in ("examples", "grid_games/examples")
        for file in (ROOT / folder / "experiments").rglob("*.toml")
    ]
    assert {str(file.relative_to(ROOT)) for file in shipped} == PLANS.keys()


@pytest.mark.parametrize("name", PLANS)
def test_the_meetings_of_an_experiment_and_their_numbers_stay(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    study = parse_rotations(text) if name.startswith("grid_games") else Battles(parse_experiment(text))
    assert planned(study) == PLANS[name]


@pytest.mark.parametrize(
    ("study", "plan"),
    [
        (Battles(parse_experiment(PLAYERS)), (27, "70c461773cd4492e")),
        (parse_rotations(ARMIES), (264, "6dbfdd9576f50b0d")),
    ],
)
def test_players_and_armies_meet_in_a_fixed_order(study, plan):
    assert planned(study) == plan
