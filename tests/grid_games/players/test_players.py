"""Computer players on toys whose best moves are known."""

import re

import numpy as np
import pytest

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.match import positions
from grid_games.core.protocol import CHANCE
from grid_games.players import Dice, Greedy, Random, Search, player
from grid_games.players.search import Luck
from tests.grid_games import toys
from tests.grid_games.testing import broken
from tests.grid_games.toys import Word
from tests.whole import whole


def returned(game, seated, seed):
    """What each player has at the end of a game."""
    *_, (_, last) = positions(
        game.new(), dict(zip(game.players, seated, strict=True)) | {CHANCE: Dice()}, np.random.default_rng(seed)
    )
    assert last.outcome() is not None
    return [float(share) for share in last.returns().values()]


def share(game, strong, weak, sets):
    """Mean of one `strong` among `weak` ones over every seat."""
    seats = len(game.players)
    return np.mean(
        [
            returned(game, [strong if k == seat else weak for k in range(seats)], [seed, seat])[seat]
            for seed in range(sets)
            for seat in range(seats)
        ]
    )


@pytest.mark.parametrize(("looks", "seeds"), [(1000, range(1)), whole(4000, range(2))])
@pytest.mark.parametrize(("heaps", "best"), [
    ((0, 2, 0), "take 2 2"), ((1, 2, 0), "take 1 2"), ((1, 3, 5), "take 3 3"), ((0, 2, 3), "take 1 3"),
])  # fmt: skip
def test_search_finds_the_winning_move_of_nim(heaps, best, looks, seeds):
    """Bouton: the move that leaves heaps whose binary digits sum to even numbers; here there is one."""
    state = toys.NimState(toys.NIM.load(), heaps)

    assert {str(Search(looks, ahead=12).choose(state, np.random.default_rng(seed))) for seed in seeds} == {best}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("chooser", [Greedy(), Search(300)], ids=str)
def test_a_win_at_hand_is_taken_by_any_number_of_players(seats, chooser):
    state = toys.NimState(toys.NIM.load(seats), (0, 3, 0), seats - 1)

    assert str(chooser.choose(state, np.random.default_rng(3))) == "take 3 2"


@pytest.mark.parametrize("chooser", [Search(20), Search(seconds=1e-9)], ids=str)
def test_search_sees_at_least_what_a_greedy_player_sees(chooser):
    """One of 300 moves wins at once; some looks ahead at moves that are drawn would rarely come upon it, the more so
    without time."""
    state = toys.Nim(("anna", "bert"), (("heaps", "0-300-0"),)).new()

    assert {str(chooser.choose(state, np.random.default_rng(seed))) for seed in range(4)} == {"take 300 2"}


@pytest.mark.parametrize(("points", "best"), [(0, "sure"), (1, "bold"), (2, "bold"), (3, "wild")])
@pytest.mark.parametrize("chooser", [Greedy(), Search(400)], ids=str)
def test_the_lot_with_the_best_odds_is_chosen(chooser, points, best):
    """Bert draws last. Sure is worth 1 against 0, bold 2/3 against 1 and half of that against 2, and wild alone can
    beat 3."""
    state = toys.OddsState(toys.ODDS.load(2, {"rounds": 1}), (points, 0), turn=1)

    assert str(chooser.choose(state, np.random.default_rng(0))) == best


def test_search_does_as_a_greedy_player_where_looks_tell_nothing_more():
    """Looking ahead it would take three; here it does not look, and takes anything."""
    game = broken.broken(toys.Nim, horizon=lambda self, state: None)
    state = toys.NimState(game, (1, 3, 5))
    search, greedy = (
        [str(one.choose(state, np.random.default_rng(seed))) for seed in range(6)] for one in (Search(), Greedy())
    )

    assert search == greedy
    assert len(set(search)) > 1


@pytest.mark.parametrize(("heaps", "looks"), [((0, 3, 0), 150), ((1, 3, 0), 298)])
def test_search_stops_looking_once_looks_and_the_rule_of_thumb_agree(heaps, looks):
    """Where a move wins at once it leads after the first of two rounds; where none does, there are both."""
    gone = []
    game = broken.broken(toys.Nim, closes=lambda self, before, after: gone.append(before) or True)
    Search(300, ahead=0).choose(toys.NimState(game, heaps), np.random.default_rng(0))

    assert len(gone) == looks


def test_luck_falls_alike_for_all_that_is_compared():
    """The same numbers on the dice, and the same choice among what is worth the same, however many choices went
    before."""
    one, other = Luck(7), Luck(7)
    assert [one.dice.random() for _ in range(9)] == [other.dice.random() for _ in range(9)]
    assert one.place(3) == other.place(3)
    firsts = [min(range(4), key=Luck(number).place) for number in range(4000)]
    assert all(abs(firsts.count(move) - 1000) < 150 for move in range(4))


def test_search_counts_on_the_best_answer():
    """Bold is worth 2/3 · 2/3 = 4/9 to the one who draws first (after it bert ties in 2 of 3 cases), sure only 1/3."""
    state = toys.ODDS.load(2, {"rounds": 1}).new()

    assert {str(Search(1500).choose(state, np.random.default_rng(seed))) for seed in range(3)} == {"bold"}


@pytest.mark.parametrize("chooser", [Random(), Greedy(), Search(40)], ids=str)
def test_nobody_sees_what_is_hidden_from_him(chooser):
    """Wherever bert hides, anna chooses alike; a guess that is the truth would tell her where to shoot."""
    honest = toys.DUEL.load(2, {"rounds": 1})
    peeking = broken.broken(toys.Duel, {"guess": lambda self, player, rng: self})
    shots = {}
    for game in (honest, peeking):
        hidden = [game.new().play(Word("hide", (2,))).play(Word("hide", (cell,))) for cell in honest.row]
        shots[game] = [
            [str(chooser.choose(state, np.random.default_rng(seed))) for state in hidden] for seed in range(5)
        ]

    assert all(len(set(row)) == 1 for row in shots[honest])
    if not isinstance(chooser, Random):
        assert [f"shoot {cell}" for cell in honest.row] in shots[peeking]


@pytest.mark.parametrize("seeds", [range(1), whole(range(1, 3))])
def test_search_takes_others_to_know_only_what_they_may(seeds):
    """Anna is known to be in cell 4 and has one turn, then bert has one; he can be in any of 8 cells.

    A shot wins with 5/48, and else she is hit in 5 cases of 6: worth 0.18. After a slip bert has two cells to choose
    from, and hits in 5 cases of 12: worth 0.29. Were he to see where she went, it would be worth 0.08.
    """
    game = toys.DUEL.load(2, {"rounds": 1, "cells": 8})
    state = toys.DuelState(game, (4, 7), (frozenset({4}), frozenset(game.row)))
    chosen = {str(Search(600).choose(state, np.random.default_rng(seed))) for seed in seeds}

    assert chosen <= {"slip 3", "slip 5"}


@pytest.mark.parametrize("kind", toys.KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("text", ["random", "greedy", "greedy:2", "search:30"])
def test_the_same_seed_gives_the_same_game(kind, text):
    """Also for a player who has played another game before."""
    game, used = kind.load(), player(text)
    for seed in range(3):
        returned(game, [used] * 2, seed + 10)
    played = [
        [
            str(move)
            for move, _ in positions(
                game.new(), dict.fromkeys(game.players, one) | {CHANCE: Dice()}, np.random.default_rng(4)
            )
        ]
        for one in (used, player(text))
    ]

    assert played[0] == played[1]


@pytest.mark.parametrize(
    ("search", "other", "seats", "sets", "least"),
    [
        (Search(400, ahead=12), Greedy(), 2, 4, 0.8),
        whole(Search(400, ahead=12), Greedy(), 2, 10, 0.8),
        whole(Search(200, ahead=12), Random(), 3, 10, 0.45),
    ],
    ids=str,
)
def test_search_is_stronger_than_greedy_and_random_where_looking_ahead_pays(search, other, seats, sets, least):
    """Greedy sees no more of Nim than its last move. Shares of one among equals would be 1/2 and 1/3."""
    assert share(toys.NIM.load(seats), search, other, sets) > least


def test_greedy_is_stronger_than_random():
    """A score of 100 games has a standard error of at most 0.05."""
    assert share(toys.ODDS.load(2, {"rounds": 3}), Greedy(), Random(), 50) > 0.65
    assert share(toys.DUEL.load(), Greedy(), Random(), 50) > 0.55


@pytest.mark.parametrize("text", ["random", "greedy", "greedy:20", "search:35", "search:2s", "search:0.5s"])
def test_a_player_is_written_as_it_is_asked_for(text):
    assert str(player(text)) == text


def test_search_has_a_default_budget():
    assert str(player("search")) == "search:60"


@pytest.mark.parametrize(("text", "message"), [
    ("gready", "do you mean greedy"), ("", "there is no player ''"), ("human", "there is no player 'human'"),
    ("random:3", "not 'random:3'"), ("greedy:2s", "not 'greedy:2s'"), ("search:0", "not 'search:0'"),
    ("search:-5", "do you mean search"), ("search:1e9", "do you mean search"),
])  # fmt: skip
def test_a_player_there_is_not_is_refused(text, message):
    with pytest.raises(InputError, match=re.escape(message)):
        player(text)


def test_search_by_the_clock_chooses_what_is_legal():
    state = toys.NIM.load().new()

    assert player("search:0.01s").choose(state, np.random.default_rng(0)) in state.legal_moves()
