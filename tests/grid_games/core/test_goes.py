"""Goes, to whose end players look ahead: where each game says that one is over (`Game.closes`)."""

import numpy as np
import pytest

from grid_games import catalogue
from grid_games.strategiksa.moves import Convert, Walk
from grid_games.testing.conformance import random_moves

MAPS = {"destin-arc": {"map": "village"}, "strategiksa": {"manage_when": "colour_turn"}}


def goes(name, seed):
    """The moves of a random game after its set-up, with who made them, go by go."""
    game = catalogue.finite(name, None, MAPS.get(name))
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
    """Reinforcements, conversions and moves of one turn are made by one player (who is not dismissed in its midst),
    and players follow each other by seats."""
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
    """Pieces are moved, or spells are cast and battles declared; a turn has seven such steps at least (clause
    1.3.2)."""
    found = goes("destin-arc", seed)
    verbs = [{str(move).split()[0] for _, move in go} for go in found]

    assert not any("move" in one and one & {"attack", "cast"} for one in verbs)
    assert {"move", "cast"} <= set().union(*verbs)
    assert len(found) >= 7 * 3
