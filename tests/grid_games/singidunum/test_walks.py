"""Long random walks from armies that meet at once: what must hold in every state, under any options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from grid_games.core.sets import members
from grid_games.singidunum.game import KIND
from grid_games.singidunum.options import OPTIONS
from grid_games.singidunum.state import State
from grid_games.testing.conformance import document_of
from tests.grid_games.singidunum.chapters.test_doubles import declared, slow_declarable
from tests.grid_games.singidunum.scenes import game, scene
from tests.whole import whole

UNITS = "E9 E8 H7 H6 H6 C6 C5 C5 C4 A6 A5 A4"

PHASES = {
    "go", "double", "strike", "support", "answer", "melee", "again", "where", "veto", "save", "follow", "shot",
    "dice", "reroll", "rerolled",
}  # fmt: skip


def crowd(rng: np.random.Generator, near: int = 3, **settings: object) -> State:
    """Two armies mixed in the middle, some units activated."""
    board = game(**settings).table.board
    middle = board.numbers["f6"]
    spaces = [board.names[h] for h in rng.permutation(board.grid.within(middle, near)).tolist()]
    sides = []
    for _ in range(2):
        chosen = rng.choice(UNITS.split(), 8, replace=False).tolist()
        sides.append(" ".join(f"{unit}@{spaces.pop()}{chr(39) * int(rng.random() < 0.3)}" for unit in chosen))
    return scene(" / ".join(sides), **settings)


def walk(state: State, rng: np.random.Generator, steps: int) -> Iterator[tuple[State, Any]]:
    """States with the moves made in them: any move, but hardly ever a pass."""
    for _ in range(steps):
        moves = state.legal_moves()
        if not moves:
            return
        move = moves[int(rng.integers(len(moves)))]
        if str(move) == "pass" and rng.random() < 0.9:
            continue
        yield state, move
        state = state.after(move)


def drawn(rng: np.random.Generator) -> dict[str, object]:
    """Any values of the options that concern play."""
    values: dict[str, object] = {option.key: rng.choice(list(option.values)) for option in OPTIONS}
    return {key: str(value) for key, value in values.items() if key not in ("board", "scenario")}


@pytest.mark.parametrize("walks", [45, whole(80)])
def test_walks_under_any_options(walks: int) -> None:
    """Books are kept: nothing on two hexes, one unit a hex, points only for the dead and the burnt, faces down only by
    the rules."""
    met: Counter[str] = Counter()
    for seed in range(walks):
        rng = np.random.default_rng(seed)
        state = crowd(rng, **drawn(rng))
        for before, move in walk(state, rng, 160):
            met[before.phase] += 1
            after = before.play(move)
            assert not after.men[0] & after.men[1]
            everybody = after.men[0] | after.men[1]
            assert everybody == sum(1 << h for h, kind in enumerate(after.kinds) if kind)
            assert not (after.ready | after.fled) & ~everybody
            dead = (before.men[0] | before.men[1]).bit_count() - everybody.bit_count()
            gained = sum(after.points) - sum(before.points)
            assert 0 <= dead <= 2
            assert 0 <= gained <= dead + 2 * (after.burnt.bit_count() - before.burnt.bit_count())
            assert before.burnt & ~after.burnt == 0
            if after.turn == before.turn:
                assert not after.ready & ~(before.ready | after.men[0] ^ before.men[0] | after.men[1] ^ before.men[1])
            if after.current_player() == "chance":
                assert sum(share for _, share in after.chance_outcomes()) == Fraction(1)
            else:
                assert len(after.legal_moves()) != 1 or after.phase in (
                    "go",
                    "double",
                )  # any other decision with one answer is not asked
            assert not everybody & after.game.table.flight
    assert set(met) == PHASES, PHASES - set(met)


def test_documents_and_notation_along_walks() -> None:
    for seed in range(6):
        rng = np.random.default_rng([1, seed])
        for state, move in walk(crowd(rng, **drawn(rng)), rng, 60):
            copy = state.game.state_from_json(state.game.state_to_json(state))
            assert copy == state
            assert document_of(state.game, copy) == document_of(state.game, state)
            assert state.game.parse(str(move)) == move
            assert state.game.numbered(state.game.number(move)) == move
            assert state.game.features(state, "romans").shape == state.game.features(state, "barbarians").shape
            assert 0 < state.game.evaluate(state, "romans") < 1


@pytest.mark.parametrize("seed", range(25))
def test_declarations_in_crowds(seed: int) -> None:
    """Every pair of moves tried one after the other (`slow_declarable`) gives the same double attacks."""
    state = crowd(np.random.default_rng([2, seed]), near=3)
    assert declared(state) == slow_declarable(state)


def turned(state: State) -> State:
    """The same position, the board turned by half a turn and the sides changed."""
    last = len(state.kinds) - 1

    def half(places: int) -> int:
        return sum(1 << last - h for h in members(places))

    return state._replace(
        men=(half(state.men[1]), half(state.men[0])), ready=half(state.ready), fled=half(state.fled),
        burnt=half(state.burnt),
        kinds=bytes(reversed(state.kinds)), mover=1 - state.mover,
        side=1 - state.side if state.side >= 0 else state.side,
        points=(state.points[1], state.points[0]),
    )  # fmt: skip


@given(st.integers(0, 10**6))
def test_both_sides_have_the_same_rules(seed: int) -> None:
    """The board is the same under a half turn: so are the moves, and what the rule of thumb says."""
    rng = np.random.default_rng(seed)
    state = crowd(rng, **drawn(rng))
    names = state.game.table.board.names
    other = dict(zip(names, reversed(names), strict=True))
    mirrored = {"".join(other.get(part, part) for part in split(str(move))) for move in state.legal_moves()}
    assert mirrored == {str(move) for move in turned(state).legal_moves()}
    assert state.game.evaluate(state, "romans") == pytest.approx(state.game.evaluate(turned(state), "barbarians"))


def split(text: str) -> list[str]:
    """Notation in its parts: hexes, and what stands between."""
    for mark in ("++", "-"):
        if mark in text:
            one, other = text.split(mark)
            return [one, mark, other]
    return [text]


@pytest.mark.parametrize(("document", "told"), [
    ({"phase": "sleep"}, "phase"), ({"units": [{"unit": "X9", "hex": "e4", "player": "romans", "available": True,
     "fled": False}]}, "no such unit"),
    ({"units": [{"unit": "E9", "hex": "z4", "player": "romans", "available": True, "fled": False}]}, "no hex z4"),
    ({"turn": 9}, "no turn 9"),
    ({"phase": "answer"}, "is part of an action"), ({"points": [-1, 0]}, "below 0"), ({"mover": "gauls"}, "mover"),
    ({"units": []}, "no available unit"),
    ({"phase": "over"}, "result"), ({"more": 1}, "more"),
])  # fmt: skip
def test_what_is_no_state_is_said(document: dict[str, object], told: str) -> None:
    state = scene("H7@e5 / E9@i9")
    with pytest.raises(ValueError, match=told):
        state.game.state_from_json(state.game.state_to_json(state) | document)


def test_a_game_is_never_longer_than_it_says() -> None:
    """The longest action there can be stays below what `max_plies` counts with."""
    longest = 0
    for seed in range(20):
        rng = np.random.default_rng([3, seed])
        count = 0
        for state, _ in walk(crowd(rng, shot_veto="until_last"), rng, 200):
            count = 0 if state.phase == "go" else count + 1
            longest = max(longest, count)
    assert 4 < longest < 64
    assert KIND.load().max_plies == 2 * 15 + 1 + 8 * (2 * 14 * 64 + 2)
