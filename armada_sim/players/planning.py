"""Whole turns planned by Monte-Carlo tree search with progressive widening.

A node is a battle between two turns. Its children are turns that greedy players of various caution would play, or that
begin as the best one known does; the more often a node is visited, the more of them there are. Each visit ends in a
play-out: greedy players on all sides for a few turns, with the same lots for the same visit of every sibling. What it
comes to is the material after each turn, summed up: integers, so that all comparisons are the same everywhere.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import isqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from armada_sim.players.battle import arrays
from armada_sim.players.battle.arrays import Battle
from armada_sim.players.boards import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

_PLAN_TURNS: Final = 6
"""Turns, those of the tree and of the play-out together, that a planned turn is judged by: three of each of two
players. A ship that comes within range is hit, and answered, within that many."""

_PLAN_PATHS: Final = 4
"""Paths tried for each ship at each decision of a play-out: many quick games show more than a few careful ones."""

_PLAN_WIDENING: Final = 2
"""Turns known at a node: this many times the square root of its visits."""

_PLAN_CURIOSITY: Final = 0.5
"""What a turn that was visited seldom is given, as a share of the range of all values met."""

_PLAN_REWRITTEN: Final = 0.5
"""Share of new turns that begin as the best one known does."""

_PLAN_TRIES: Final = (2, 4, 8, 16, 32)
"""Paths tried for each ship at each decision of a new turn, one of these by lot."""

_PLAN_CAUTIONS: Final = (0, 25, 100, 400, 1600)
"""Caution (as `Computer.caution`) of a new turn, one of these by lot: from storming to keeping out of reach."""

_MORE_ROWS = 5
"""Rows of a turn beside its actions: what happens to moves that are not sure."""


@dataclass(slots=True)
class Node:
    """A battle between two turns, in thought."""

    battle: Battle
    known: Whole
    """As `battle.look` keeps it."""

    log: Floats
    """(k, 7) the turn that led here."""

    worth: int
    """What the turns from the root up to here come to, for the one who plans."""

    sign: int
    """1 where the one who plans, or an ally, is to play; -1 where an enemy is."""

    visits: int = 0
    total: int = 0
    """Of the values of all visits."""

    children: list[Node] = field(default_factory=list)

    @property
    def best(self) -> Node:
        """The turn that most visits went to; of several, the one worth most; of those, the first."""
        return max(self.children, key=lambda child: (child.visits, self.sign * child.total))


def plan(battle: Battle, known: Whole, rng: np.random.Generator, greedy: tuple[int, int], nodes: int | None,
         seconds: float | None = None, wanted: Callable[[], None] = lambda: None) -> Floats:  # fmt: skip
    """The actions of the best turn found, as rows of a log: the same for the same numbers from `rng`.

    known: what `battle.look` says, nothing unsure. greedy: paths and caution of the turn looked at first. nodes:
    visits of the root; seconds: after which it ends, too (the result then depends on the machine).
    wanted: called before each visit; what it raises ends the search.
    """
    planning = _Planning(battle, known, rng, greedy)
    end = None if seconds is None else time.monotonic() + seconds
    visits = 0
    while not visits or ((nodes is None or visits < nodes) and (end is None or time.monotonic() < end)):
        wanted()
        planning.visit()
        visits += 1
    return planning.root.best.log


class _Planning:
    """A tree of turns in the making."""

    def __init__(self, battle: Battle, known: Whole, rng: np.random.Generator, greedy: tuple[int, int]) -> None:
        facts, ships = battle.facts, len(battle.facts)
        self._greedy, self._kernel = greedy, compiled()
        self._party_of = {int(player): int(party) for party, player in facts[:, [arrays.PARTY, arrays.PLAYER]]}
        self._players = int(battle.clock[arrays.PLAYERS])
        self._party = self._party_of[int(battle.clock[arrays.TURN_OF])]
        self._at_first = int(self._kernel.strength(battle, self._party))
        self._sights, self._log = np.zeros((ships, ships), dtype=np.int64), np.zeros((64, 7))
        self._seed = int(rng.integers(2**62))
        self._lots = np.random.default_rng(self._seed)
        self._low, self._high = 0, 1
        self.root = Node(_copied(battle), known.copy(), self._log[:0], 0, 1)

    def visit(self) -> None:
        """Down the tree to a new turn, a play-out from there; its value is added to every node on the way."""
        node, path = self.root, [self.root]
        while node.battle.clock[arrays.RESULT] == arrays.GOING_ON and len(path) <= _PLAN_TURNS:
            if len(node.children) ** 2 <= _PLAN_WIDENING**2 * node.visits:
                node = self._widened(node)
                path.append(node)
                break
            node = self._promising(node)
            path.append(node)
        value = node.worth + self._played_out(node, _PLAN_TURNS + 1 - len(path))
        self._low, self._high = min(self._low, value), max(self._high, value)
        for one in path:
            one.visits += 1
            one.total += value

    def _promising(self, node: Node) -> Node:
        """The child to visit: an upper confidence bound in integers."""
        scale = int(_PLAN_CURIOSITY * (self._high - self._low)) ** 2 * node.visits.bit_length()
        return max(
            node.children, key=lambda child: node.sign * child.total // child.visits + isqrt(scale // child.visits)
        )

    def _widened(self, node: Node) -> Node:
        """One more child: at first the turn of a greedy player, then none at all, then others by lot.

        Where there are aims nobody stays who can come nearer to theirs: greedy players pass when they cannot.
        """
        log = np.zeros((int(node.battle.clock[arrays.ACTIONS]) + _MORE_ROWS, 7))
        battle, known, kept = _copied(node.battle), node.known.copy(), 0
        if len(node.children) == 1 and not len(battle.aims):
            self._kernel.perform(battle, known, log[0])  # a row of zeros: passing
            count = 1
        else:
            tries, caution = self._greedy
            if node.children:
                tries, caution = self._drawn(_PLAN_TRIES), self._drawn(_PLAN_CAUTIONS)
                if self._lots.random() < _PLAN_REWRITTEN:
                    kept = int(self._lots.random() * len(node.best.log))
            for k in range(kept):
                log[k] = node.best.log[k]
                self._kernel.perform(battle, known, log[k])
            minds = np.array([(1, tries, caution)] * self._players)
            count = kept + int(self._kernel.think_on(battle, minds, self._lots, known, self._sights, log[kept:]))
        gained = int(self._kernel.strength(battle, self._party)) - self._at_first
        sign = 1 if self._party_of[int(battle.clock[arrays.TURN_OF])] == self._party else -1
        node.children.append(Node(battle, known, log[:count], node.worth + gained, sign))
        return node.children[-1]

    def _drawn(self, values: tuple[int, ...]) -> int:
        return values[int(self._lots.random() * len(values))]

    def _played_out(self, node: Node, turns: int) -> int:
        minds = np.array([(1, _PLAN_PATHS, self._greedy[1])] * self._players)
        lots = np.random.default_rng([self._seed, node.visits])
        total = self._kernel.imagine(
            _copied(node.battle), minds, lots, node.known.copy(), self._sights, self._log, turns, self._party
        )
        return int(total) - turns * self._at_first


def _copied(battle: Battle) -> Battle:
    """A battle to go on with, the first left as it is."""
    return battle._replace(
        geo=battle.geo.copy(), corners=battle.corners.copy(), facts=battle.facts.copy(), clock=battle.clock.copy()
    )
