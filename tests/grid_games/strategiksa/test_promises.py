"""The promises every game keeps, for each number of players, each map, each option."""

from __future__ import annotations

import pytest

from grid_games.core.protocol import finite
from grid_games.strategiksa.game import KIND
from grid_games.testing.conformance import check_game, check_kind


def test_kind() -> None:
    check_kind(KIND)


@pytest.mark.parametrize("players", [3, 4, 5, 8, 13, 25])
def test_every_number_of_players(players: int) -> None:
    check_game(KIND.load(players, {"offers": "off", "max_rounds": 3}), games=1, seed=players, looks=8, most=8)


def test_all_steps() -> None:
    found = check_game(finite(KIND), games=8, looks=8, most=12)
    assert found.refusals > 100


ALTERNATIVES = [(option.key, value) for option in KIND.options for value in list(option.values)[1:]] + [
    ("peace_rounds", "3"), ("supply", "10"), ("stack_limit", "6"), ("territory", "4"), ("max_rounds", "2"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value"), ALTERNATIVES)
def test_every_alternative(key: str, value: str) -> None:
    settings = {"offers": "off", "max_rounds": "3", "min_players": "2", key: value}
    check_game(KIND.load(3, settings), games=1, seed=2, looks=4, most=6)
