"""Secret objectives dealt by lot (docs/rules/destin-arc.md, 8, option `objectives_public` = dealt)."""

from dataclasses import replace

import numpy as np

from grid_games.core.protocol import CHANCE
from grid_games.destin_arc.chapters.objectives import clauses, score
from grid_games.destin_arc.extras import told
from grid_games.destin_arc.game import KIND
from grid_games.destin_arc.state import State
from tests.grid_games.destin_arc.scenes import chances, game, play, scene

B, U, F = 0, 1, 2
P = game().pieces.numbers
START = {"b1.1": "A2", "u1.1": "Y2", "f1.1": "A68"}


def exchanged(pieces: dict[str, str], turn: int = 3, gone: tuple[tuple[str, int, int], ...] = ()) -> State:
    """A position in which Ulf and Fereira have each other's objective; `gone` are pieces with what became of them and
    by whom."""
    state = scene(START | pieces, "movement", B, turn=turn, objectives_public="dealt")
    where, fates = list(state.where), list(state.fates)
    for name, place, fate in gone:
        where[P[name]], fates[P[name]] = place, fate
    return replace(state, dealt=(B, F, U), where=tuple(where), fates=tuple(fates))


def test_two_deals() -> None:
    state = game(objectives_public="dealt").new()
    assert state.current_player() == CHANCE
    assert chances(state) == {"printed": "1/2", "exchanged": "1/2"}
    assert state.game.opening(state)
    assert [play(state, text).dealt for text in ("=printed", "=exchanged")] == [(B, U, F), (B, F, U)]
    assert play(state, "=exchanged").current_player() == "bonnaire"
    assert KIND.load(2, {"objectives_public": "dealt"}).new().current_player() == "bonnaire"
    assert KIND.load().new().current_player() == "bonnaire"


def test_a_deal_is_secret() -> None:
    state = game(objectives_public="dealt").new()
    one, other = play(state, "=printed"), play(state, "=exchanged")
    assert one.observation("bonnaire") == other.observation("bonnaire")
    assert one.observation("ulf") != other.observation("ulf")
    assert one.observation("fereira") != other.observation("fereira")
    lot = game().parse("=exchanged")
    first = [told(state, lot, other, player).partition(";")[0] for player in state.game.players]
    assert first == [f"you have the secret objective of {side}" for side in ("bonnaire", "fereira", "ulf")]
    guesses = {one.guess("bonnaire", np.random.default_rng(seed)).dealt for seed in range(20)}
    assert guesses == {(B, U, F), (B, F, U)}
    assert {one.guess("ulf", np.random.default_rng(seed)).dealt for seed in range(20)} == {(B, U, F)}


def test_clauses_follow_the_deal() -> None:
    dead = (("b6", -1, F), *((f"b5.{k}", -1, F) for k in (1, 2, 3)))
    state = exchanged({}, gone=dead)
    assert clauses(state, U) == (False, False, False)
    assert clauses(state, F) == (True, True, False)  # Koulnikov and half of the priests
    assert score(state, F) == 2
    assert clauses(replace(state, dealt=(B, U, F)), U) == (True, True, False)
    red = tuple((f"b9.{k}", -1, F) for k in (1, 2, 3))
    for by, taken, captured in ((U, -1, True), (F, -1, False), (F, -2, True)):
        assert clauses(exchanged({}, gone=(*red, ("b10", taken, by))), U) == (captured, True, False)


def test_the_place_is_that_of_the_deal() -> None:
    """Fereira holds the Great Temple to the end of turn 4, and has won by Ulf's objective."""
    dead = (("b6", -1, F), *((f"b5.{k}", -1, F) for k in (1, 2, 3)))
    for temple, place, won in (("f1.1", "u1.1", True), ("u1.1", "f1.1", False)):
        state = exchanged({temple: "K32", place: "F39"}, gone=dead)
        while state.outcome() is None and state.turn < 5:
            state = state.play(next(move for move in state.legal_moves() if move.verb in ("end", "=")))
        assert (state.outcome() is not None) is won
        if won:
            assert (state.outcome().winners, state.outcome().reason) == (("fereira",), "secret")
