"""OpenSpiel itself loads, simulates, serializes and searches every game of the catalogue, and the toys."""

import copy
import pickle

import numpy as np
import pytest

from armada_sim.tabletop.errors import InputError
from tests.grid_games import toys
from tests.grid_games.adapters.short import KINDS, SHORT
from tests.whole import whole

pyspiel = pytest.importorskip("pyspiel")
adapter = pytest.importorskip("grid_games.adapters.openspiel")

NAMES = {kind.name: adapter.register(kind) for kind in toys.KINDS} | dict(
    zip(adapter.catalogue.KINDS, adapter.NAMES, strict=True)
)


def loaded(name, seats=None, **settings):
    text = ";".join(f"{key}:{value}" for key, value in (SHORT.get(name, {}) | settings).items())
    return pyspiel.load_game(NAMES[name], {"players": seats or KINDS[name].seats[0], "settings": text})


def played(game, seed):
    """A random game, as OpenSpiel plays it."""
    rng, state = np.random.default_rng(seed), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=shares)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return state


def test_every_game_is_known_to_openspiel_by_name():
    assert set(NAMES.values()) <= set(pyspiel.registered_names())
    assert len(NAMES) == len(KINDS) > len(toys.KINDS)


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        whole(name, seats) if seats > 9 else (name, seats)
        for name, kind in KINDS.items()
        for seats in dict.fromkeys((kind.seats[0], kind.seats[-1]))
    ],
)
def test_a_game_passes_the_random_simulation(name, seats):
    """With serialization."""
    pyspiel.random_sim_test(loaded(name, seats), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", KINDS)
def test_a_game_has_its_players_settings_and_returns(name):
    game = loaded(name)
    ours = KINDS[name].load(None, SHORT.get(name))
    state = played(game, 1)

    assert game.num_players() == len(ours.players)
    assert game.num_distinct_actions() == ours.move_count
    assert state.ours.game == ours
    assert state.returns() == [float(share) for share in state.ours.state.returns().values()]
    assert str(pyspiel.load_game(str(game))) == str(game)


@pytest.mark.parametrize("name", KINDS)
def test_openspiels_python_search_plays_a_game(name):
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = loaded(name)
    state, rng = game.new_initial_state(), np.random.RandomState(0)
    bot = mcts.MCTSBot(game, 1.4, 3, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    for _ in range(4):
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        if not state.is_terminal():
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


def test_openspiels_python_search_finds_the_winning_move():
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game, rng = loaded("nim", 2, heaps="1-2"), np.random.RandomState(0)
    bot = mcts.MCTSBot(game, 1.4, 200, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()

    assert state.action_to_string(bot.step(state)) == "take 1 2"


def test_dice_have_their_odds():
    game = loaded("odds", 2)
    state = game.new_initial_state()
    state.apply_action(state.string_to_action("bold"))

    assert state.current_player() == pyspiel.PlayerId.CHANCE
    assert [(state.action_to_string(action), pytest.approx(share)) for action, share in state.chance_outcomes()] == [
        ("drawn", 2 / 3),
        ("blank", 1 / 3),
    ]


def test_a_player_cannot_read_what_is_hidden():
    """Neither from the text nor from the tensor; the one who hides can."""
    game, seen = loaded("duel"), []
    for cell in (1, 4):
        state = game.new_initial_state()
        for move in ("hide 2", f"hide {cell}"):
            state.apply_action(state.string_to_action(move))
        seen.append(
            [
                (state.information_state_string(k), state.observation_string(k), tuple(state.observation_tensor(k)))
                for k in (0, 1)
            ]
        )

    assert seen[0][0] == seen[1][0]
    assert seen[0][1][0] != seen[1][1][0]
    assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION


def test_a_copy_goes_its_own_way():
    state = loaded("nim").new_initial_state()
    for other in (state.clone(), copy.deepcopy(state), state.child(state.legal_actions()[0])):
        before = str(state)
        other.apply_action(other.legal_actions()[0])
        assert str(state) == before != str(other)


def test_equal_knowledge_is_the_same_text_in_whatever_order_it_was_learned():
    game = toys.DUEL.load()
    one, other = frozenset([8, 0, "b", "a"]), frozenset(["a", "b", 0, 8])

    assert adapter.text_of((one, game), game) == adapter.text_of((other, game), game) == "({'a', 'b', 0, 8}, duel)"


@pytest.mark.parametrize("name", KINDS)
def test_a_state_is_read_back_from_what_was_written(name):
    """From its history as OpenSpiel has it, and pickled."""
    state = loaded(name).new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[-1])
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))

    for copied in (again, pickle.loads(pickle.dumps(state))):
        assert copied.ours.state == state.ours.state
        assert copied.legal_actions() == state.legal_actions()
        assert copied.history() == state.history()


def test_settings_that_cannot_be_read_are_refused():
    with pytest.raises(InputError, match="expected key:value, not 'heaps'"):
        adapter.settings_of("heaps")
    assert adapter.settings_of("convert:1:2; map:classic;") == {"convert": "1:2", "map": "classic"}
