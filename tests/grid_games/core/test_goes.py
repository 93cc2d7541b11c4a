"""Goes, to whose end players look ahead: where each game says that one is over (`Game.closes`)."""

import numpy as np
import pytest

from grid_games import catalogue
from grid_games.core.conformance import random_moves
from grid_games.strategiksa.moves import Convert, Walk

MAPS = {"destin-arc": {"map": "village"}}


def goes(name, seed):
    """The moves of a random game after its set-up, with who made them, go by go."""
    game = catalogue.load(name, None, MAPS.get(name))
    state, found = game.new(), [[]]
    for move in random_moves(game, np.random.default_rng(seed)):
        after = state.play(move)
        if not game.opening(state):
            found[-1].append((state.current_player(), move))
            if game.closes(state, after):
                found.append([])
        state = after
    return found


@pytest.mark.parametrize("seed", range(3))
def test_a_go_of_strategiksa_is_a_turn(seed):
    """Reinforcements, conversions and moves of one turn are made by one player, and players follow each other by seats."""
    found = goes("strategiksa", seed)
    movers = [{player for player, move in go if isinstance(move, (Convert, Walk))} for go in found]

    assert max(map(len, movers)) == 1
    assert len(set().union(*movers[:3])) == 3


@pytest.mark.parametrize("seed", range(3))
def test_a_go_of_singidunum_is_an_action(seed):
    """One unit goes, or two in a double attack, and no more than one attack is accepted."""
    found = goes("singidunum", seed)
    texts = [[str(move) for _, move in go] for go in found]

    assert len(texts) > 20
    assert all(sum(text == "accept" for text in go) <= 1 for go in texts)
    assert any("accept" in go for go in texts)


@pytest.mark.parametrize("seed", range(3))
def test_a_go_of_destin_arc_is_a_step_of_a_half_turn(seed):
    """Moves, declarations of battles and castings of spells are never in one go, and the ten and more steps of a turn all end."""
    found = goes("destin-arc", seed)
    verbs = [{str(move).split()[0] for _, move in go} for go in found]

    assert all(len(one & {"move", "attack", "cast"}) <= 1 for one in verbs)
    assert {"move"} <= set().union(*verbs)
    assert len(found) >= 10
