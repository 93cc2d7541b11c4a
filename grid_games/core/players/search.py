"""Monte-Carlo tree search for any game here: any number of players, dice, hidden things, many small steps a turn.

A node is a decision or a roll. Every player seeks his own share (max^n, with upper confidence bounds on values scaled to
those met in the tree). Results of rolls are drawn as likely as they fall. While anything is hidden, each iteration walks in
another guess of the player who thinks, and all share one tree (information set Monte-Carlo tree search, Cowling, Powley
and Whitehouse 2012): a move counts as passed over only where it could have been played.

A step may offer hundreds of moves: a node that was visited n times has about WIDTH·√n of them, and the next one is the
best, by the game's rule of thumb, of a few that are drawn; of all where the player who thinks decides. That rule also judges the leaves of the tree, at once or after a
play-out in this manner. What was found for the rest of a turn is kept for the next step of it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grid_games.core.players.simple import expected, some, worth
from grid_games.core.protocol import CHANCE, State

EXPLORE = 0.7
"""Weight of the confidence bound, on values scaled to [0, 1]."""

WIDTH = 1.5
"""Moves of a node a square root of its visits."""

TURN = 4
"""Play-outs are cut off at this many times their usual moves if a turn does not end."""

NARROW = 16
"""A node that offers no more moves than this may have all of them at once."""


@dataclass(slots=True)
class Edge:
    """What was learned of a move at a node."""

    visits: int = 0
    passed: int = 0
    """Visits of the node in which this move could have been chosen, since it was first tried."""

    total: dict[str, float] = field(default_factory=dict)
    """Sum of worths by player."""

    nodes: dict[Hashable, Node] = field(default_factory=dict)
    """Where it led, by what the player who thinks then sees: one node unless the game hides."""


@dataclass(slots=True)
class Node:
    """A moment of the game, or, in a game that hides, all those that look alike to the player who thinks."""

    player: str | None
    """Who is to move."""

    state: State[Any] | None
    """The moment itself; None in a game that hides."""

    visits: int = 0
    edges: dict[Any, Edge] = field(default_factory=dict)
    ranked: list[Any] | None = None
    """Moves not yet tried, the best by the rule of thumb last, where they have been compared."""


class Search:
    """A player that searches. It remembers the tree of the turn it is in, and nothing else."""

    def __init__(self, budget: int = 200, seconds: float | None = None, *, depth: int = 0, draws: int = 2) -> None:
        self.budget = budget
        """Iterations for a decision, those remembered included; not used if `seconds` is given."""
        self.seconds = seconds
        """s. Time for a decision; choices then depend on the machine."""
        self.depth = depth
        """Moves of a play-out at least, before the turn it is in ends and the rule of thumb judges; 0 has it judged at once."""
        self.draws = draws
        """Moves compared by the rule of thumb where one is wanted: 1 means any."""
        self._kept: dict[str, tuple[np.random.Generator, Node]] = {}

    def __str__(self) -> str:
        return f"search:{self.budget}" if self.seconds is None else f"search:{self.seconds:g}s"

    def choose(self, game: State[Any], rng: np.random.Generator) -> Any:
        """A legal move; the same for the same game so far and the same numbers from `rng`."""
        mover, moves = game.current_player(), game.legal_moves()
        assert mover is not None
        if len(moves) == 1:
            return moves[0]
        hides = game.game.hides and any(game.guess(player, rng) is not game for player in game.game.players)
        root = self._remembered(game, mover, rng, hides)
        tree = _Tree(game, mover, root, rng, self.depth, self.draws, hides=hides)
        until = None if self.seconds is None else time.monotonic() + self.seconds
        while not root.edges or (root.visits < self.budget if until is None else time.monotonic() < until):
            tree.iterate()
        best = max(root.edges, key=lambda move: (root.edges[move].visits, root.edges[move].total[mover]))
        if not hides:
            self._kept[mover] = rng, root.edges[best].nodes[None]
        return best

    def _remembered(self, game: State[Any], mover: str, rng: np.random.Generator, hides: bool) -> Node:
        """The node of this state if it follows at once from the last choice in the same game, which its generator tells."""
        known, node = self._kept.pop(mover, (None, None))
        if known is rng and node is not None and not hides and node.state == game:
            return node
        return Node(mover, None if hides else game)


class _Tree:
    """One search."""

    def __init__(self, state: State[Any], mover: str, root: Node, rng: np.random.Generator, depth: int, draws: int, *, hides: bool) -> None:
        self.state, self.mover, self.root, self.rng, self.depth, self.draws = state, mover, root, rng, depth, draws
        self.players, self.hides = state.game.players, hides
        """`hides`: whether anything is hidden from anybody now; what may be hidden later is not thought of."""
        self.low, self.high = dict.fromkeys(self.players, math.inf), dict.fromkeys(self.players, -math.inf)
        for edge in root.edges.values():  # of a remembered tree
            self.met({player: total / edge.visits for player, total in edge.total.items()})

    def iterate(self) -> None:
        """Walk down, add a node, play on, and carry the result back up."""
        state = self.state.guess(self.mover, self.rng) if self.hides else self.state
        node, path, new = self.root, list[tuple[Node, Edge]](), False
        while node.player is not None and not new:
            move = self.wanted(node, state)
            edge = node.edges.get(move)
            if edge is None:
                new = node.player == self.mover or (node.player != CHANCE and not self.hides)
                edge = node.edges[move] = Edge()
            path.append((node, edge))
            node, state = self.follow(edge, state, move)
        values = self.played_on(state)
        self.met(values)
        for node, edge in path:
            node.visits += 1
            edge.visits += 1
            for player, value in values.items():
                edge.total[player] = edge.total.get(player, 0.0) + value

    def met(self, values: Mapping[str, float]) -> None:
        """Worths that the scale of each player has to hold."""
        for player, value in values.items():
            self.low[player], self.high[player] = min(self.low[player], value), max(self.high[player], value)

    def wanted(self, node: Node, state: State[Any]) -> Any:
        """The move to look into. In a game that hides, others decide by what they may know, not by the tree, which knows the player's secrets."""
        if node.player == CHANCE:
            return self.roll(state)
        if self.hides and node.player != self.mover:
            return self.thought(state)
        return self.select(node, state)

    def thought(self, state: State[Any]) -> Any:
        """A quick choice by whoever is to move, who sees only what he may."""
        mover = state.current_player()
        assert mover is not None
        if self.hides:
            state = state.guess(mover, self.rng)
        return self.drawn(state, state.legal_moves(), {})

    def follow(self, edge: Edge, state: State[Any], move: Any) -> tuple[Node, State[Any]]:
        """Where a move leads."""
        if not self.hides and (known := edge.nodes.get(None)) is not None:
            assert known.state is not None
            return known, known.state
        state = state.after(move)
        key = state.observation(self.mover) if self.hides else None
        if key not in edge.nodes:
            edge.nodes[key] = Node(state.current_player(), None if self.hides else state)
        return edge.nodes[key], state

    def roll(self, state: State[Any]) -> Any:
        """A result of dice, as likely as it falls."""
        chances = state.chance_outcomes()
        drawn = self.rng.random()
        for move, share in chances:
            drawn -= float(share)
            if drawn < 0:
                return move
        return chances[-1][0]

    def select(self, node: Node, state: State[Any]) -> Any:
        """A move of a decision: a new one while there may be more, else the one with the greatest confidence bound."""
        moves, player = state.legal_moves(), node.player
        assert player is not None
        known = [move for move in node.edges if not self.hides or move in moves]
        room = len(moves) if len(moves) <= NARROW else max(2, WIDTH * math.sqrt(node.visits + 1))
        if len(known) < min(len(moves), room):
            return self.next_best(node, state, moves) if node is self.root and not self.hides else self.drawn(state, moves, node.edges)
        low, high = self.low[player], self.high[player]
        low, scale = (low, 1 / (high - low)) if high > low else (0.0, 0.0)
        best, choice = -math.inf, None
        for move in known:
            edge = node.edges[move]
            edge.passed += 1
            bound = scale * (edge.total[player] / edge.visits - low) + EXPLORE * math.sqrt(math.log(edge.passed) / edge.visits)
            if bound > best:
                best, choice = bound, move
        return choice

    def next_best(self, node: Node, state: State[Any], moves: Sequence[Any]) -> Any:
        """The best by thumb of all moves not yet tried, of equal ones any: search sees at least what a greedy player sees."""
        if node.ranked is None:
            fresh = [move for move in moves if move not in node.edges]
            mover = state.current_player()
            assert mover is not None
            thumbs = [expected(state.after(move), mover) for move in fresh] if self.draws > 1 else [0.0] * len(fresh)
            order = sorted(self.rng.permutation(len(fresh)).tolist(), key=thumbs.__getitem__)
            node.ranked = [fresh[place] for place in order]
        return node.ranked.pop()

    def drawn(self, state: State[Any], moves: Sequence[Any], but: Mapping[Any, Any]) -> Any:
        """The best by thumb of a few moves drawn that are not among `but`; there must be one."""
        if len(moves) <= 4 * (self.draws + len(but)):
            fresh = [move for move in moves if move not in but] if but else moves
            fresh = [fresh[place] for place in some(len(fresh), self.draws, self.rng)]
        else:
            fresh = []
            while not fresh:
                places = self.rng.integers(len(moves), size=self.draws).tolist()
                fresh = [move for move in (moves[place] for place in places) if move not in but]
        if len(fresh) == 1:
            return fresh[0]
        mover = state.current_player()
        assert mover is not None
        return max(fresh, key=lambda move: expected(state.after(move), mover))

    def played_on(self, state: State[Any]) -> dict[str, float]:
        """What each player has after a play-out: some moves, and then to the end of the turn it is in."""
        last, moves = None, 0
        while (mover := state.current_player()) is not None:
            if moves >= self.depth and (mover != last or moves >= TURN * self.depth):
                break
            move = self.roll(state) if mover == CHANCE else self.thought(state)
            state, last, moves = state.after(move), mover, moves + 1
        return {player: worth(state, player) for player in self.players}
