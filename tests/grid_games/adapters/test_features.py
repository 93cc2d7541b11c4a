"""What a player may know, as numbers: of one shape, within bounds, without what is hidden, with what changes."""

import numpy as np
import pytest

from grid_games.adapters.features import features
from grid_games.core.protocol import finite
from grid_games.testing.conformance import random_moves
from tests.grid_games.adapters.short import KINDS, SHORT
from tests.grid_games.singidunum.scenes import scene


@pytest.mark.parametrize("name", KINDS)
def test_features_are_rows_of_one_shape_that_show_no_secret(name):
    game = finite(KINDS[name], None, SHORT.get(name))
    state, shape = game.new(), features(game.new(), game.players[0]).shape
    for number, move in enumerate(random_moves(game, np.random.default_rng(2))):
        state = state.after(move)
        for player in game.players if number % 9 == 0 else ():
            row = features(state, player)
            assert (row.dtype, row.shape, bool(np.all(np.abs(row) <= 1))) == (np.float32, shape, True)
            assert np.array_equal(row, features(state.guess(player, np.random.default_rng(number)), player))


def test_a_burnt_hex_is_in_the_numbers():
    plain, burnt = (scene("H7@e5 / E9@i9", turn=2, points=(2, 0), burnt=hexes) for hexes in ([], ["j6"]))
    board = burnt.table.board
    assert (features(burnt, "romans") - features(plain, "romans"))[3 * len(board.names) + board.numbers["j6"]] == 1
