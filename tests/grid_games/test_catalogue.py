"""Every game of the catalogue keeps what the conformance suite asks, for every number of players and every map."""

import pytest

from grid_games import catalogue
from grid_games.testing.conformance import check_game, check_kind
from tests.grid_games.adapters.short import SHORT
from tests.whole import whole

SEATED = [(name, seats) for name in catalogue.KINDS for seats in catalogue.kind(name).seats]
MANY = 6
"""So many seats, and more, are played besides."""

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
