"""Monte-Carlo tree search for any game here: any number of players, dice, hidden things, many small steps a turn.

A look ahead plays to the end of the go under way and of some more, and judges there by the game's rule of thumb.
Everybody does in it what a greedy player does, which already improves on greedy players (Tesauro and Galperin 1996). A
look adds one moment to a tree; one that is come to often has other moves tried than the greedy one, and among these
each player seeks their own share (max^n, with upper confidence bounds on values scaled to those met in the tree). The
looks are dealt out among the likeliest moves by sequential halving (Karnin, Koren and Somekh 2013) until one leads
that is best by the rule of thumb, too (where several are, once two rounds are over and two are left at least; where all
are, after all of them), all with the same luck, so that what differs comes from the moves.

Results of rolls are drawn as likely as they fall. While anything is hidden, each look is into another guess of the
player who thinks, and all share one tree of what that player sees (information set Monte-Carlo tree search, Cowling,
Powley and Whitehouse 2012); the others then decide by what they may know, not by the tree, which knows secrets.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

import numpy as np

from grid_games.core.protocol import CHANCE, State
from grid_games.players.simple import GUESSES, ROLLS, Dice, Greedy, thumbs, worth

EXPLORE = 0.5
"""Weight of the confidence bound, on values scaled to [0, 1]."""

TOP = 1.5
"""Moves looked into for a decision, as a multiple of the square root of the budget."""

TOP_IN_TIME = 12
"""The same where time is given, not a budget."""

WIDTH = 0.75
"""Moves tried at a moment of the tree, one at least, as a multiple of the square root of its visits."""

PRIOR = 2
"""Looks that the rule of thumb counts for when moves of the decision are compared, since a few looks differ by
chance."""

ALL = (1 << 64) - 1
"""A number of 64 bits, all set."""

DICE = Dice()


@dataclass(slots=True)
class Edge:
    """What was learned of a move at a node."""

    visits: int = 0

    total: dict[str, float] = field(default_factory=dict)
    """Sum of worths by player."""

    nodes: dict[Hashable, Node] = field(default_factory=dict)
    """Where it led, by what the player who thinks then sees: one node unless the game hides."""

    def mean(self, player: str) -> float:
        """What it brought a player on average."""
        return self.total[player] / self.visits


@dataclass(slots=True)
class Node:
    """A moment of the game, or, in a game that hides, all those that look alike to the player who thinks."""

    state: State[Any] | None
    """The moment itself; None in a game that hides."""

    visits: int = 0
    edges: dict[Any, Edge] = field(default_factory=dict)
    ranked: list[Any] | None = None
    """Moves not yet tried, the best by the rule of thumb last, once they have been compared."""


class Luck:
    """What is left to chance in a look. Of moves that are worth the same, and of too many, the same are taken wherever
    they come up, and the rolls of all looks with the same luck fall alike."""

    def __init__(self, number: int) -> None:
        self.number, self.dice, self.guesses = number, *(np.random.default_rng([number, part]) for part in range(2))

    def place(self, number: int) -> int:
        """The place of the move of a number among all others: the mixing function of SplitMix64 (Steele, Lea and Flood
        2014)."""
        mixed = (number + self.number) * 0x9E3779B97F4A7C15 & ALL
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & ALL
        return mixed ^ mixed >> 27


@dataclass(frozen=True, slots=True)
class Search:
    """A player that searches."""

    budget: int = 60
    """Looks ahead for a decision; not used if `seconds` is given."""

    seconds: float | None = None
    """s. Time for a decision; choices then depend on the machine."""

    ahead: int | None = None
    """Goes that a look passes after the one under way; None: as the game says (`Game.horizon`)."""

    def choose(self, game: State[Any], rng: np.random.Generator) -> Any:
        """A legal move; the same for the same state and the same numbers from `rng`."""
        mover, moves = game.current_player(), game.legal_moves()
        assert mover is not None
        if len(moves) == 1:
            return moves[0]
        if (habit := game.game.habit(game)) is not None:
            return habit
        ahead = game.game.horizon(game) if self.ahead is None else self.ahead
        if ahead is None:
            return Greedy().choose(game, rng)
        players, any_luck = game.game.players, np.random.default_rng(0)
        hides = game.game.hides and any(game.guess(player, any_luck) is not game for player in players)
        tree = _Tree(game, mover, rng, ahead, hides=hides)
        count = TOP_IN_TIME if self.seconds is not None else max(2, round(TOP * math.sqrt(self.budget)))
        live = tree.likeliest(moves, count)
        rounds, top = (len(live) - 1).bit_length(), max(tree.thumbs.values())
        alike = sum(thumb == top for thumb in tree.thumbs.values())
        for number in range(rounds):
            self._look(tree, live, rounds)
            live = sorted(live, key=tree.estimate, reverse=True)[: (len(live) + 1) // 2]
            if tree.thumbs[live[0]] == top and (alike == 1 or (tree.telling and 1 <= number < rounds - 2)):
                break
        return live[0]

    def _look(self, tree: _Tree, live: Sequence[Any], rounds: int) -> None:
        """One round: looks into each move, as many as its part of the budget, one at least; or for its part of the
        time."""
        if self.seconds is None:
            for _ in range(max(1, self.budget // (rounds * len(live)))):
                tree.look_into(live)
            return
        until = time.monotonic() + self.seconds / rounds
        tree.look_into(live, until)
        while time.monotonic() < until:
            tree.look_into(live, until)

    def __str__(self) -> str:
        return f"search:{self.budget}" if self.seconds is None else f"search:{self.seconds:g}s"


class _Tree:
    """One search."""

    def __init__(self, state: State[Any], mover: str, rng: np.random.Generator, ahead: int, *, hides: bool) -> None:
        self.state, self.mover, self.rng, self.ahead, self.hides = state, mover, rng, ahead, hides
        """`hides`: whether anything is hidden from anybody now; what may be hidden later is not thought of."""
        self.thumbs = dict[Any, float]()
        """By the rule of thumb, what the moves of the decision bring the player who thinks."""
        self.telling = False
        """Whether these differ at all."""
        self.root, self.players = Node(None if hides else state), state.game.players
        self.low, self.high = dict.fromkeys(self.players, math.inf), dict.fromkeys(self.players, -math.inf)

    def luck(self) -> Luck:
        """Another luck."""
        return Luck(int(self.rng.integers(1 << 62)))

    def likeliest(self, moves: Sequence[Any], count: int) -> list[Any]:
        """The best moves of the decision by the rule of thumb, the best first; in a game that hides by its mean over
        some guesses. Of moves of one kind a second one comes after the other kinds."""
        worlds = [self.state.guess(self.mover, self.rng) for _ in range(GUESSES)] if self.hides else [self.state]
        found = ranked(worlds, moves, self.mover, self.luck())[::-1]
        self.telling = found[-1][0] < found[0][0]
        kinds = dict(zip(moves, self.state.game.kinds(worlds[0], moves), strict=True))
        first = {kinds[move]: move for _, move in reversed(found)}
        found = sorted(found, key=lambda one: first[kinds[one[1]]] != one[1])[:count]
        self.thumbs = {move: thumb / len(worlds) for thumb, move in found}
        return list(self.thumbs)

    def estimate(self, move: object) -> float:
        """What a move of the decision brought the player who thinks, drawn towards what the rule of thumb expects
        beside others."""
        edges = self.root.edges
        ahead = sum(edge.mean(self.mover) - self.thumbs[one] for one, edge in edges.items()) / len(edges)
        looks, total = (edges[move].visits, edges[move].total[self.mover]) if move in edges else (0, 0.0)
        return (total + PRIOR * (self.thumbs[move] + ahead)) / (looks + PRIOR)

    def look_into(self, moves: Sequence[Any], until: float = math.inf) -> None:
        """A look into each move with the same luck; none begins after `until` but the first."""
        number = self.luck().number
        for move in moves:
            self.look(move, Luck(number))
            if time.monotonic() >= until:
                break

    def look(self, move: object, luck: Luck) -> None:
        """Walk down after a move of the decision, judge where the last go ends, and carry the result back up."""
        state = self.state.guess(self.mover, luck.guesses) if self.hides else self.state
        closes: Callable[[State[Any], State[Any]], bool] = state.game.closes
        node: Node | None = self.root
        path, left = list[tuple[Node, Edge]](), self.ahead + 1
        while True:
            before = state
            if node is None:
                state = state.after(move)
            else:
                path.append((node, edge := node.edges.setdefault(move, Edge())))
                node, state = self.follow(edge, state, move)
            left -= closes(before, state)
            player = state.current_player()
            if player is None or not left:
                break
            move = self.wanted(node, state, player, luck)
        values = {player: worth(state, player) for player in self.players}
        for player, value in values.items():
            self.low[player], self.high[player] = min(self.low[player], value), max(self.high[player], value)
        for node, edge in path:
            node.visits += 1
            edge.visits += 1
            for player, value in values.items():
                edge.total[player] = edge.total.get(player, 0.0) + value

    def follow(self, edge: Edge, state: State[Any], move: object) -> tuple[Node | None, State[Any]]:
        """Where a move leads; the tree ends where nobody has been before."""
        if not self.hides and (known := edge.nodes.get(None)) is not None:
            assert known.state is not None
            return known, known.state
        state = state.after(move)
        key = state.observation(self.mover) if self.hides else None
        if (node := edge.nodes.get(key)) is None:
            edge.nodes[key] = Node(None if self.hides else state)
        return node, state

    def wanted(self, node: Node | None, state: State[Any], player: str, luck: Luck) -> Any:
        """The move to look into."""
        if player == CHANCE:
            return DICE.choose(state, luck.dice)
        if (habit := state.game.habit(state)) is not None:
            return habit
        if self.hides and player != self.mover:
            return self.ordered(state.guess(player, luck.guesses), player, luck)[-1]
        return self.ordered(state, player, luck)[-1] if node is None else self.select(node, state, player, luck)

    def select(self, node: Node, state: State[Any], player: str, luck: Luck) -> Any:
        """A move of a decision: the next best by the rule of thumb if there is room for one, else the one with the
        greatest confidence bound."""
        if len(node.edges) < max(1, WIDTH * math.sqrt(node.visits)):
            if node.ranked is None:
                node.ranked = self.ordered(state, player, luck)
            if node.ranked:
                return node.ranked.pop()
        low, high = self.low[player], self.high[player]
        low, scale = (low, 1 / (high - low)) if high > low else (0.0, 0.0)
        log = math.log(node.visits)
        return max(
            node.edges,
            key=lambda move: (
                scale * (node.edges[move].mean(player) - low) + EXPLORE * math.sqrt(log / node.edges[move].visits)
            ),
        )

    def ordered(self, state: State[Any], player: str, luck: Luck) -> list[Any]:
        """The moves, or some of them, in the order of the rule of thumb, the best last."""
        moves = state.legal_moves()
        if len(moves) > state.game.breadth:
            number = state.game.number
            moves = sorted(moves, key=lambda move: luck.place(number(move)))[: state.game.breadth]
        rolls = 0 if state.game.foresees else ROLLS
        return [move for _, move in ranked([state], moves, player, luck, rolls)]


def ranked(
    worlds: Sequence[State[Any]], moves: Sequence[Any], player: str, luck: Luck, rolls: int = ROLLS
) -> list[tuple[float, Any]]:
    """Moves with their worth by the rule of thumb, summed over some states, the best last, equal ones as luck will have
    it."""
    if len(moves) == 1:
        return [(0.0, moves[0])]
    each = [thumbs(world, moves, player, rolls) for world in worlds]
    values, number = [sum(found) for found in zip(*each, strict=True)], worlds[0].game.number
    places = [luck.place(number(move)) for move in moves]
    return [(value, move) for value, _, move in sorted(zip(values, places, moves, strict=True), key=itemgetter(0, 1))]
