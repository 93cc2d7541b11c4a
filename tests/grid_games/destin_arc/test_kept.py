"""What is kept from one state to the next is what would be found anew."""

from dataclasses import replace

import numpy as np
import pytest

from grid_games.destin_arc.game import KIND
from grid_games.testing.conformance import random_moves

OPTIONS = {"simul": "plotted", "hold": "last_occupier", "enemy_hex": "passed"}


@pytest.mark.parametrize("settings", [{}, {"map": "village"}, {"map": "village"} | OPTIONS], ids=str)
def test_states_as_if_made_anew(settings: dict[str, str]) -> None:
    """A copy of a state's fields remembers nothing: it is worth the same, offers the same, and leads to the same."""
    game, seen = KIND.load(None, settings), 0
    state = game.new()
    for number, move in enumerate(random_moves(game, np.random.default_rng(6))):
        if number % 5 == 0:
            copy = replace(state)
            assert [game.evaluate(state, player) for player in game.players] == [
                game.evaluate(copy, player) for player in game.players
            ]
            assert list(state.legal_moves()) == list(copy.legal_moves())
            assert state.after(move) == copy.after(move)
            board, anew = state.board, copy.board
            assert (board.own, board.foes) == (anew.own, anew.foes)
            assert board.at == {place: there for place, there in anew.at.items() if there}
            for seat in range(3):
                for free in ("", "sniper", "borges", "all"):
                    assert board.zone(seat, free) == anew.zone(seat, free)
            assert all(board.full_for(p) == anew.full_for(p) for p in range(len(game.pieces)))
            assert state.sums == copy.sums
            seen += 1
        state = state.after(move)
    assert seen > 20
