"""Random walks from armies that meet at once: both sides alike, games no longer than they say; states as documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from grid_games.core.sets import members
from grid_games.singidunum.game import KIND
from grid_games.singidunum.options import OPTIONS
from grid_games.singidunum.state import State
from tests.grid_games.singidunum.scenes import after as after_moves, game, scene
from tests.whole import whole

UNITS = "E9 E8 H7 H6 H6 C6 C5 C5 C4 A6 A5 A4"


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


def turned(state: State) -> State:
    """The same position, the board turned by half a turn and the sides changed."""
    last = len(state.kinds) - 1

    def half(places: int) -> int:
        return sum(1 << last - h for h in members(places))

    return replace(
        state, men=[half(state.men[1]), half(state.men[0])], ready=half(state.ready), fled=half(state.fled),
        burnt=half(state.burnt),
        kinds=bytearray(reversed(state.kinds)), mover=1 - state.mover,
        points=(state.points[1], state.points[0]),
    )  # fmt: skip


@pytest.mark.parametrize("count", [15, whole(150)])
def test_both_sides_have_the_same_rules(count: int) -> None:
    """The board is the same under a half turn: so are the moves, and what the rule of thumb says."""
    for seed in range(count):
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
     "fled": False}]}, "no 'X9'"),
    ({"units": [{"unit": "E9", "hex": "z4", "player": "romans", "available": True, "fled": False}]}, "no 'z4'"),
    ({"units": [{"unit": unit, "hex": "e4", "player": "romans", "available": True, "fled": False}
     for unit in ("E9", "H7")]}, "or the hex is occupied"), ({"burnt": "j6"}, "burnt: .*valid list"),
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


def test_an_end_is_worth_what_it_gives() -> None:
    over = after_moves(scene("H7@e5 / ", turn=8, points=(2, 0)), "pass")
    assert (over.phase, over.game.evaluate(over, "romans"), over.game.evaluate(over, "barbarians")) == ("over", 1, 0)
