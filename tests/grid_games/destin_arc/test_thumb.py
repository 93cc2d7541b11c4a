"""What greedy players do by the rule of thumb, counted over whole games."""

import numpy as np
import pytest

from grid_games import catalogue
from grid_games.core.protocol import CHANCE
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.moves import END, To
from grid_games.players import Dice, Greedy


def legs(game, seed):
    """Of a greedy game each leg of a movement step: state before and after, the piece."""
    rng, state, players = np.random.default_rng(seed), game.new(), {CHANCE: Dice()}
    while (player := state.current_player()) is not None:
        move = players.get(player, Greedy()).choose(state, rng)
        after = state.after(move)
        if isinstance(move, To) and isinstance(state.step, Movement):
            yield state, after, state.step.hand
        state = after


@pytest.mark.parametrize(
    ("settings", "games"),
    [({"map": "village"}, 4), pytest.param({}, 6, marks=pytest.mark.whole)], ids=["village", "whole"],
)  # fmt: skip
def test_no_piece_goes_back_and_forth(settings, games):
    """A piece returns to the hex it left on its leg before, in the same step of movement, only where the step's end
    is the end of the game."""
    game, count = catalogue.load("destin-arc", 3, settings), 0
    for seed in range(games):
        last = None
        for state, after, piece in legs(game, seed):
            count += 1
            way = state.turn, state.step.special, piece, state.where[piece], after.where[piece]
            back = last == (*way[:3], way[4], way[3])
            assert not back or state.after(END).outcome() is not None, (seed, way)
            last = way
    assert count > 20 * games
