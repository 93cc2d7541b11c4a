"""Players that look no further than one move."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grid_games.core.protocol import CHANCE, State

ROLLS = 2
"""Rolls in a row that a player weighs in full; before the next the rule of thumb judges."""

GUESSES = 2
"""States like the one that is seen, over which a player takes the mean, in games that hide."""


def worth(state: State[Any], player: str) -> float:
    """What `player` has of a game, in [0, 1]: at the end a part of all that the players get, before it the game's
    rule of thumb.

    A part, since players are compared with each other: half a victory beside a winner and another half is a quarter.
    """
    if state.outcome() is None:
        return state.game.evaluate(state, player)
    returns, low = state.returns(), state.game.utility[0]
    everything = sum(returns.values()) - low * len(returns)
    return float((returns[player] - low) / everything) if everything else 1 / len(returns)


def expected(state: State[Any], player: str, rolls: int = ROLLS) -> float:
    """The worth of a state for `player`; where dice decide next, its mean over their results."""
    if rolls and state.current_player() == CHANCE:
        return sum(
            float(share) * expected(state.after(move), player, rolls - 1) for move, share in state.chance_outcomes()
        )
    return worth(state, player)


def thumbs(state: State[Any], moves: Sequence[Any], player: str, rolls: int = ROLLS) -> list[float]:
    """What `player` expects after each of some legal moves; of those of one kind one is looked at."""
    found, kinds = dict[Hashable, float](), state.game.kinds(state, moves)
    for kind, move, known in zip(kinds, moves, state.game.weighed(state, moves, player), strict=True):
        if kind not in found:
            found[kind] = expected(state.after(move), player, rolls) if known is None else known
    return [found[kind] for kind in kinds]


def some(count: int, most: int, rng: np.random.Generator) -> list[int]:
    """At most `most` of the numbers from 0 to below `count`, drawn at random, in order."""
    if count <= most:
        return list(range(count))
    return sorted(rng.choice(count, most, replace=False).tolist())


@dataclass(frozen=True, slots=True)
class Dice:
    """Rolls where dice decide: seated at CHANCE by whoever runs a game."""

    def choose(self, game: State[Any], rng: np.random.Generator) -> Any:
        """A result, drawn with its probability."""
        chances = game.chance_outcomes()
        return chances[int(rng.choice(len(chances), p=[float(share) for _, share in chances]))][0]

    def __str__(self) -> str:
        return CHANCE


@dataclass(frozen=True, slots=True)
class Random:
    """Any legal move, all equally likely."""

    def choose(self, game: State[Any], rng: np.random.Generator) -> Any:
        """A legal move."""
        moves = game.legal_moves()
        return moves[int(rng.integers(len(moves)))]

    def __str__(self) -> str:
        return "random"


@dataclass(frozen=True, slots=True)
class Greedy:
    """The move after which the mover stands best by the game's rule of thumb; of equal ones any."""

    most: int | None = None
    """Moves looked at for a decision, drawn at random; None: all."""

    def choose(self, game: State[Any], rng: np.random.Generator) -> Any:
        """A legal move; the same for the same state and the same numbers from `rng`."""
        mover, moves = game.current_player(), game.legal_moves()
        assert mover is not None
        if len(moves) == 1:
            return moves[0]
        if (habit := game.game.habit(game)) is not None:
            return habit
        worlds = [game.guess(mover, rng)]
        if worlds[0] is not game:  # something is hidden as things stand
            worlds += [game.guess(mover, rng) for _ in range(1, GUESSES)]
        listed = list(moves)
        looked = [listed[place] for place in some(len(listed), self.most or len(listed), rng)]
        each = [thumbs(world, looked, mover) for world in worlds]
        values = [sum(found) for found in zip(*each, strict=True)]
        top = max(values)
        best = [move for move, value in zip(looked, values, strict=True) if value == top]
        return best[int(rng.integers(len(best)))]

    def __str__(self) -> str:
        return "greedy" if self.most is None else f"greedy:{self.most}"
