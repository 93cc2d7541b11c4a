"""The promises every game keeps: by players, by map, for each alternative of each option."""

from __future__ import annotations

import pytest

from grid_games.destin_arc.game import KIND
from grid_games.testing.conformance import check_game
from tests.whole import few, whole


@pytest.mark.whole  # every run asks less of the same games in tests/grid_games/test_catalogue.py
@pytest.mark.parametrize("players", KIND.seats)
def test_whole_games(players: int) -> None:
    found = check_game(KIND.load(players), games=1, seed=players, looks=16, most=10)
    assert found.refusals > 100
    assert found.guesses > 10


def test_favourable_levels() -> None:
    settings = dict.fromkeys(("level_b", "level_u", "level_f"), "favourable")
    check_game(KIND.load(None, settings), games=1, seed=4, looks=3, most=4)


@pytest.mark.whole
@pytest.mark.parametrize("name", ["hamlet", "village"])
def test_small_maps(name: str) -> None:
    assert check_game(KIND.load(None, {"map": name}), games=4, looks=16, most=8).rolls > 0


ALTERNATIVES = [
    (option.key, value)
    for option in KIND.options
    if option.key not in ("map", "counts")
    for value in list(option.values)[1:]
]
OF_PLAY = [option for option in KIND.options if option.key in dict(ALTERNATIVES)]


@pytest.mark.parametrize("number", few(range(6), 3))
def test_alternatives_together(number: int) -> None:
    """Games on a small map, each with other values of all options: in two of the six at least, each has each of its."""
    rotated = {option.key: list(option.values)[(number + i) % len(option.values)] for i, option in enumerate(OF_PLAY)}
    check_game(KIND.load(3, {"map": "village"} | rotated), games=1, seed=number, looks=12, most=2)


@pytest.mark.parametrize(("key", "value"), [whole(*one) for one in ALTERNATIVES])
def test_every_alternative(key: str, value: str) -> None:
    """A short game on a small map under each alternative: nothing breaks, nothing leaks."""
    check_game(KIND.load(3, {"map": "village", key: value}), games=1, seed=2, looks=2, most=4)
