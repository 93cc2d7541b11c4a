"""PettingZoo's own suites pass on every game of the catalogue and the toys, for every number of players."""

import numpy as np
import pytest

from grid_games.core.protocol import IllegalMoveError
from tests.grid_games import toys
from tests.grid_games.adapters.short import KINDS, SEATED, SHORT
from tests.whole import whole

adapter = pytest.importorskip("grid_games.adapters.pettingzoo", exc_type=ImportError)


def game_of(name, seats=None):
    return KINDS[name].load(seats, SHORT.get(name))


def played(environment, seed):
    """A random game: each agent's actions and rewards."""
    rng, told = np.random.default_rng(seed), []
    environment.reset(seed=seed)
    for agent in environment.agent_iter():
        seen, reward, terminated, truncated, _ = environment.last()
        action = None if terminated or truncated else int(rng.choice(np.flatnonzero(seen["action_mask"])))
        told.append((agent, action, reward))
        environment.step(action)
    return told


@pytest.mark.filterwarnings("ignore:Observation:UserWarning", "ignore:Action mask numpy array is all zeros")
@pytest.mark.parametrize(("name", "seats"), [whole(*one) if 5 < one[1] < 25 else one for one in SEATED])
def test_a_game_passes_the_api_test(name, seats):
    from pettingzoo.test import api_test

    api_test(adapter.env(game_of(name, seats)), num_cycles=20)


@pytest.mark.parametrize("name", KINDS)
def test_a_game_passes_the_seed_test(name):
    from pettingzoo.test import seed_test

    seed_test(lambda: adapter.env(game_of(name)), num_cycles=20)


def test_the_seed_of_a_game_decides_its_dice():
    """The library's seed test follows one line of play and may roll nothing: here dice are rolled, and differ with the
    seed."""
    game = toys.ODDS.load(2, {"rounds": 9})
    lines = [played(adapter.env(game), 1), played(adapter.env(game), 1)]
    rolls = set()
    for seed in range(20):
        environment = adapter.env(game)
        environment.reset(seed=seed)
        environment.step(game.number(toys.Word("fair")))
        rolls.add(environment.unwrapped.state_of_play.points)

    assert lines[0] == lines[1]
    assert rolls == {(0, 0), (1, 0)}


@pytest.mark.parametrize("name", KINDS)
def test_rewards_are_the_returns_of_the_game_and_nobody_leaves_before_its_end(name):
    game = game_of(name)
    environment = adapter.env(game)
    told = played(environment, 5)
    last = {agent: reward for agent, action, reward in told if action is None}
    state = environment.unwrapped.state_of_play

    assert state.outcome() is not None
    assert last == {f"{player}_{seat}": float(share) for seat, (player, share) in enumerate(state.returns().items())}
    assert [action is None for _, action, _ in told[-len(game.players) - 1 :]] == [False] + [True] * len(game.players)
    assert all(reward == 0 for _, action, reward in told if action is not None)


def test_an_agent_is_not_shown_what_is_hidden_from_him():
    game, seen = toys.DUEL.load(), []
    for cell in (1, 4):
        environment = adapter.env(game)
        environment.reset(seed=1)
        for move in ("hide 2", f"hide {cell}"):
            environment.step(game.number(game.parse(move)))
        seen.append(environment.observe("anna_0"))

    assert all((seen[0][key] == seen[1][key]).all() for key in ("observation", "action_mask"))
    assert seen[0]["action_mask"].sum() == len(environment.unwrapped.state_of_play.legal_moves()) == 6
    assert environment.observe("bert_1")["action_mask"].sum() == 0


def test_an_action_that_is_not_legal_says_the_clause():
    game = toys.DUEL.load()
    environment = adapter.env(game)
    environment.reset(seed=1)

    with pytest.raises(IllegalMoveError, match="clause turn"):
        environment.step(game.number(game.parse("shoot 1")))


def test_the_board_is_rendered_on_request():
    game = toys.NIM.load()
    for mode, board in ((None, None), ("ansi", game.board(game.new()))):
        environment = adapter.env(game, mode)
        environment.reset(seed=0)
        assert environment.render() == board
