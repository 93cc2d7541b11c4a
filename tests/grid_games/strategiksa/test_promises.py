"""The promises every game keeps, for each number of players, each map, each option."""

from __future__ import annotations

import pytest

from grid_games.core.protocol import finite
from grid_games.strategiksa.game import KIND
from grid_games.testing.conformance import check_game
from tests.whole import few, whole


@pytest.mark.whole  # every run asks less of each number in tests/grid_games/test_catalogue.py
@pytest.mark.parametrize("players", [3, 4, 5, 8, 13, 25])
def test_every_number_of_players(players: int) -> None:
    check_game(KIND.load(players, {"max_rounds": 3}), games=1, seed=players, looks=8, most=8)


@pytest.mark.parametrize(("games", "refusals"), [(2, 20), whole(8, 100)])
def test_all_steps(games: int, refusals: int) -> None:
    assert check_game(finite(KIND), games=games, looks=8, most=12).refusals > refusals


SHORT = {"max_rounds": "3"}
ALTERNATIVES = [(option.key, value) for option in KIND.options for value in list(option.values)[1:]]
ALTERNATIVES += [("supply", "10"), ("max_rounds", "2")]


@pytest.mark.parametrize("number", few(range(6), 3))
def test_alternatives_together(number: int) -> None:
    """Games each with other values of all options: in two of the six at least, each has each of its."""
    named = [option for option in KIND.options if option.key not in SHORT and not any("(" in v for v in option.values)]
    rotated = {option.key: list(option.values)[(number + i) % len(option.values)] for i, option in enumerate(named)}
    check_game(KIND.load(3, SHORT | rotated), games=1, seed=number, looks=4, most=6)


@pytest.mark.parametrize(("key", "value"), [one if one[0] in SHORT else whole(*one) for one in ALTERNATIVES])
def test_every_alternative(key: str, value: str) -> None:
    check_game(KIND.load(3, SHORT | {key: value}), games=1, seed=2, looks=4, most=6)
