"""Every game of the catalogue keeps what the conformance suite asks, for every number of players and every map."""

import numpy as np
import pytest

from armada_sim.tabletop import positions
from grid_games import catalogue
from grid_games.core.protocol import CHANCE
from grid_games.players import Dice, Greedy
from grid_games.testing.conformance import check_game, check_kind
from tests.grid_games.adapters.short import SHORT
from tests.whole import whole

SEATED = [(name, seats) for name in catalogue.KINDS for seats in catalogue.kind(name).seats]
MANY = 6
"""So many seats, and more, are played besides."""

NUMBERED = [(name, one) for name in catalogue.KINDS for one in list(catalogue.extras(name).numbers)[1:]]
MAPPED = [(name, one) for name in catalogue.KINDS for one in list(catalogue.extras(name).maps)[1:]]


def test_there_are_games():
    assert len(SEATED) >= len(catalogue.KINDS) >= 2


@pytest.mark.parametrize("name", catalogue.KINDS)
def test_a_kind_of_game_keeps_every_promise(name):
    check_kind(catalogue.kind(name))


@pytest.mark.parametrize(
    ("name", "seats", "looks"),
    [
        *((name, seats, 6) for name, seats in SEATED if seats < MANY),
        *(whole(name, seats, 12) for name, seats in SEATED),
    ],
)
def test_a_game_keeps_every_promise(name, seats, looks):
    """The whole game for its usual number of players, a shorter one for others."""
    settings = None if seats == catalogue.kind(name).seats[0] else SHORT.get(name)
    met = check_game(catalogue.finite(name, seats, settings), games=1, looks=looks, most=looks)

    assert met.looked >= looks
    assert met.refusals > 0


@pytest.mark.parametrize("looks", [4, whole(12)])
@pytest.mark.parametrize(("name", "one"), MAPPED)
def test_a_game_keeps_every_promise_on_its_other_maps(name, one, looks):
    check_game(catalogue.finite(name, None, {"map": one}), games=1, looks=looks, most=looks)


@pytest.mark.parametrize("looks", [4, whole(12)])
@pytest.mark.parametrize(("name", "one"), NUMBERED)
def test_a_game_keeps_every_promise_with_other_numbers(name, one, looks):
    """Whole random games, with moves that are not legal asked of the rules; read again from what a record says."""
    game = catalogue.finite(name, None, {"numbers": one})
    assert game.settings["numbers"].startswith("{")
    met = check_game(game, games=1, looks=looks, most=looks)
    assert met.refusals > 0


@pytest.mark.parametrize(("name", "one"), NUMBERED)
def test_greedy_players_play_with_other_numbers_to_the_end(name, one):
    game = catalogue.finite(name, None, {"numbers": one} | SHORT.get(name, {}))
    seats = {**dict.fromkeys(game.players, Greedy()), CHANCE: Dice()}
    *_, (_, last) = positions(game.new(), seats, np.random.default_rng(1), game.max_plies)
    assert last.outcome() is not None
