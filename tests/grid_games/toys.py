"""Small games that keep the protocol, with rules one can hold in the head, for tests of everything that serves all
games.

* `Nim`: nothing hidden, no chance, two to four players; for two the winner is known (Bouton, 1901).
* `Odds`: one choice between lots of known odds, several times.
* `Duel`: two hidden submarines, a gun that misfires, a record that lets a player draw conclusions.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.options import NONE_GONE, Gone, Option, settled
from grid_games.core.engine import Moment
from grid_games.core.protocol import CHANCE, NotationError, Outcome, Violation


@dataclass(frozen=True, slots=True, order=True)
class Word:
    """A move of any toy: a verb and numbers, such as "take 1 2"."""

    verb: str
    numbers: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.verb, *map(str, self.numbers)))


@dataclass(frozen=True)
class ToyState(Moment[Word]):
    """What all toy states have in common; they say only what is theirs."""

    game: Any

    def chance_outcomes(self) -> tuple[tuple[Word, Fraction], ...]:
        return ()

    def why_not(self, move: Word) -> Violation | None:
        expected = ", ".join(map(str, self.legal_moves())) or "nothing"
        return None if move in self.legal_moves() else Violation("turn", f"it is one of {expected}")

    def document(self) -> dict[str, Any]:
        raise NotImplementedError


@dataclass(frozen=True)
class Toy:
    """What all toys have in common. `settings` is a tuple of pairs inside, so that a game is hashable."""

    players: tuple[str, ...]
    options: tuple[tuple[str, str | int], ...]

    name = "toy"
    hides = False
    breadth = 24
    foresees = False
    max_chance_outcomes = 0
    utility = (Fraction(0), Fraction(1))

    @property
    def settings(self) -> Mapping[str, str | int]:
        return dict(self.options)

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Every move there can be; a move's number is its place."""
        raise NotImplementedError

    @property
    def move_count(self) -> int:
        return len(self.words)

    def number(self, move: Word) -> int:
        return self.words.index(move)

    def numbered(self, number: int) -> Word:
        if not 0 <= number < len(self.words):
            raise NotationError(f"no move has the number {number}; there are 0 to {len(self.words) - 1}")
        return self.words[number]

    def parse(self, text: str) -> Word:
        found = [word for word in self.words if str(word) == text]
        if not found:
            raise NotationError(f"{text!r} is no move of {self.name}; expected one such as {self.words[0]}")
        return found[0]

    def state_to_json(self, state: Any) -> dict[str, Any]:
        return state.document()

    def state_from_json(self, document: object) -> Any:
        try:
            return self.built(document)
        except (KeyError, TypeError, ValueError) as error:
            raise NotationError(f"{json.dumps(document)} is no state of {self.name}") from error

    def built(self, document: Any) -> Any:
        raise NotImplementedError

    def closes(self, before: Any, after: Any) -> bool:
        return after.current_player() != CHANCE

    def evaluate(self, state: Any, player: str) -> float:
        return 0.5 if state.outcome() is None else float(state.returns()[player])

    def weighed(self, state: Any, moves: Any, player: str) -> Any:
        return [None] * len(moves)

    def kinds(self, state: Any, moves: Any) -> Any:
        return moves

    def horizon(self, state: Any) -> int:
        return 1

    def habit(self, state: Any) -> None:
        return None

    def board(self, state: Any, player: str | None = None) -> str:
        return str(state.observation(player) if player else state)


@dataclass(frozen=True)
class ToyKind:
    """A toy before its options are settled."""

    make: type[Toy]
    name: str
    title: str
    seats: range
    options: tuple[Option, ...] = ()
    gone: ClassVar[Mapping[str, Gone]] = NONE_GONE
    limits: ClassVar[Mapping[str, object]] = {}

    def load(self, players: int | None = None, settings: Mapping[str, object] | None = None) -> Any:
        seats = self.seats.start if players is None else players
        if seats not in self.seats:
            raise InputError(f"expected {self.seats.start} to {self.seats.stop - 1}, not {seats}", key="players")
        return self.make(("anna", "bert", "cleo", "dora")[:seats], tuple(settled(self.options, settings or {}).items()))


# Nim: take any number from one heap; who takes the last one wins.


@dataclass(frozen=True)
class NimState(ToyState):
    heaps: tuple[int, ...]
    seat: int = 0

    def current_player(self) -> str | None:
        return self.game.players[self.seat] if any(self.heaps) else None

    def legal_moves(self) -> Sequence[Word]:
        return tuple(
            Word("take", (some, heap)) for heap, here in enumerate(self.heaps, 1) for some in range(1, here + 1)
        )

    def after(self, move: Word) -> Self:
        some, heap = move.numbers
        left = tuple(here - some * (number == heap) for number, here in enumerate(self.heaps, 1))
        return replace(self, heaps=left, seat=(self.seat + 1) % len(self.game.players))

    def outcome(self) -> Outcome | None:
        return None if any(self.heaps) else Outcome((self.game.players[self.seat - 1],), "last taken")

    def document(self) -> dict[str, Any]:
        return {"heaps": list(self.heaps), "seat": self.seat}

    def __str__(self) -> str:
        return "\n".join(f"{number}: {'o' * here}" for number, here in enumerate(self.heaps, 1))


@dataclass(frozen=True)
class Nim(Toy):
    name = "nim"
    state = NimState

    @cached_property
    def heaps(self) -> tuple[int, ...]:
        return tuple(int(one) for one in str(self.settings["heaps"]).split("-"))

    @cached_property
    def words(self) -> tuple[Word, ...]:
        return tuple(
            Word("take", (some, heap)) for heap, here in enumerate(self.heaps, 1) for some in range(1, here + 1)
        )

    @property
    def max_plies(self) -> int:
        return sum(self.heaps)

    def new(self) -> NimState:
        return self.state(self, self.heaps)

    def built(self, document: Any) -> NimState:
        return self.state(self, tuple(document["heaps"]), document["seat"])


NIM = ToyKind(
    Nim, "nim", "heaps to take from", range(2, 5),
    (Option("heaps", "Which heaps?", {"1-3-5": "three of them", "3-4-5": "Bouton's", "1-2": "two small ones"}),),
)  # fmt: skip


# Odds: in each round the players, one after the other, choose a lot; it wins them a point or not. Most points win.

LOTS = {
    "sure": (Fraction(1), 1),
    "fair": (Fraction(1, 2), 1),
    "bold": (Fraction(2, 3), 2),
    "wild": (Fraction(1, 10), 9),
}
"""Chance of each lot, and points it gives."""


@dataclass(frozen=True)
class OddsState(ToyState):
    points: tuple[int, ...]
    turn: int = 0
    lot: str = ""

    def current_player(self) -> str | None:
        if self.turn == self.game.turns:
            return None
        return CHANCE if self.lot else self.game.players[self.turn % len(self.points)]

    def legal_moves(self) -> Sequence[Word]:
        if self.turn == self.game.turns:
            return ()
        return tuple(one for one, _ in self.chance_outcomes()) if self.lot else tuple(Word(lot) for lot in LOTS)

    def chance_outcomes(self) -> tuple[tuple[Word, Fraction], ...]:
        if not self.lot:
            return ()
        chance, _ = LOTS[self.lot]
        return tuple((Word(one), share) for one, share in (("drawn", chance), ("blank", 1 - chance)) if share)

    def after(self, move: Word) -> Self:
        if not self.lot:
            return replace(self, lot=move.verb)
        seat, gain = self.turn % len(self.points), LOTS[self.lot][1] * (move.verb == "drawn")
        points = tuple(have + gain * (one == seat) for one, have in enumerate(self.points))
        return replace(self, points=points, turn=self.turn + 1, lot="")

    def outcome(self) -> Outcome | None:
        if self.turn < self.game.turns:
            return None
        best = max(self.points)
        winners = tuple(player for player, have in zip(self.game.players, self.points, strict=True) if have == best)
        return Outcome(() if len(winners) == len(self.points) else winners, "points")

    def document(self) -> dict[str, Any]:
        return {"points": list(self.points), "turn": self.turn, "lot": self.lot}


@dataclass(frozen=True)
class Odds(Toy):
    name = "odds"
    state = OddsState
    max_chance_outcomes = 2

    @property
    def turns(self) -> int:
        return int(self.settings["rounds"]) * len(self.players)

    @property
    def max_plies(self) -> int:
        return 2 * self.turns

    @cached_property
    def words(self) -> tuple[Word, ...]:
        return tuple(Word(one) for one in (*LOTS, "drawn", "blank"))

    def new(self) -> OddsState:
        return self.state(self, (0,) * len(self.players))

    def built(self, document: Any) -> OddsState:
        return self.state(self, tuple(document["points"]), document["turn"], document["lot"])

    def evaluate(self, state: Any, player: str) -> float:
        if state.outcome() is not None:
            return float(state.returns()[player])
        mine = state.points[self.players.index(player)]
        others = [have for one, have in zip(self.players, state.points, strict=True) if one != player]
        return 0.5 + 0.05 * max(-9, min(9, mine - max(others)))


ODDS = ToyKind(
    Odds,
    "odds",
    "lots of known odds",
    range(2, 5),
    (Option("rounds", "How many?", {"2": "two"}, numbers=range(1, 20)),),
)


# Duel: two submarines, each hidden in one of some cells in a row. A turn is a shot at a cell, which misfires in one
# case
# of six, or a slip to the next cell, of which the other hears only that it was made. A hit wins.


@dataclass(frozen=True)
class DuelState(ToyState):
    cells: tuple[int, ...] = ()
    """Where they hide, in the order of the players."""

    may: tuple[frozenset[int], ...] = ()
    """Where each can be for all that the other knows."""

    turn: int = 0
    target: int = 0
    """The cell aimed at while the shot is drawn; 0 else."""

    hit: bool = False

    @property
    def seat(self) -> int:
        return len(self.cells) if len(self.cells) < 2 else self.turn % 2

    def over(self) -> bool:
        return self.hit or self.turn == 2 * self.game.settings["rounds"]

    def current_player(self) -> str | None:
        if self.over():
            return None
        return CHANCE if self.target else self.game.players[self.seat]

    def legal_moves(self) -> Sequence[Word]:
        if self.over():
            return ()
        if self.target:
            return tuple(one for one, _ in self.chance_outcomes())
        if len(self.cells) < 2:
            return tuple(Word("hide", (cell,)) for cell in self.game.row)
        slips = (Word("slip", (cell,)) for cell in self.game.row if abs(cell - self.cells[self.seat]) == 1)
        return (*(Word("shoot", (cell,)) for cell in self.game.row), *slips)

    def chance_outcomes(self) -> tuple[tuple[Word, Fraction], ...]:
        return ((Word("fires"), Fraction(5, 6)), (Word("misfires"), Fraction(1, 6))) if self.target else ()

    def after(self, move: Word) -> Self:
        seat, other = self.seat, 1 - self.seat
        if move.verb == "hide":
            return replace(self, cells=(*self.cells, *move.numbers), may=(*self.may, frozenset(self.game.row)))
        if move.verb == "shoot":
            return replace(self, target=move.numbers[0])
        if move.verb == "slip":
            near = frozenset(cell for cell in self.game.row for one in self.may[seat] if abs(cell - one) == 1)
            return replace(
                self,
                cells=_with(self.cells, seat, move.numbers[0]),
                may=_with(self.may, seat, near),
                turn=self.turn + 1,
            )
        hit = move.verb == "fires" and self.cells[other] == self.target
        left = self.may[other] - {self.target} if move.verb == "fires" and not hit else self.may[other]
        return replace(self, may=_with(self.may, other, left), turn=self.turn + 1, target=0, hit=hit)

    def outcome(self) -> Outcome | None:
        if self.hit:
            return Outcome((self.game.players[(self.turn - 1) % 2],), "hit")
        return Outcome((), "rounds") if self.over() else None

    def observation(self, player: str) -> Hashable:
        seat = self.game.players.index(player)
        return self.cells[seat : seat + 1], len(self.cells), self.may, self.turn, self.target, self.hit

    def secrets(self, player: str) -> frozenset[Hashable]:
        other = 1 - self.game.players.index(player)
        return frozenset([other] if other < len(self.cells) and not self.hit else [])

    def guess(self, player: str, rng: np.random.Generator) -> Self:
        other = 1 - self.game.players.index(player)
        if other >= len(self.cells) or self.hit:  # a hit told where it was
            return self
        might = sorted(self.may[other])
        return replace(self, cells=_with(self.cells, other, might[int(rng.integers(len(might)))]))

    def document(self) -> dict[str, Any]:
        return {
            "cells": list(self.cells), "may": [sorted(one) for one in self.may],
            "turn": self.turn, "target": self.target, "hit": self.hit,
        }  # fmt: skip

    def __str__(self) -> str:
        return f"at {self.cells}, turn {self.turn}, aimed at {self.target or 'nothing'}"


def _with(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    return (*items[:place], item, *items[place + 1 :])


@dataclass(frozen=True)
class Duel(Toy):
    name = "duel"
    state = DuelState
    hides = True
    max_chance_outcomes = 2

    @property
    def row(self) -> range:
        return range(1, int(self.settings["cells"]) + 1)

    @property
    def max_plies(self) -> int:
        return 2 + 4 * int(self.settings["rounds"])

    @cached_property
    def words(self) -> tuple[Word, ...]:
        return (
            *(Word(verb, (cell,)) for verb in ("hide", "shoot", "slip") for cell in self.row),
            Word("fires"),
            Word("misfires"),
        )

    def new(self) -> DuelState:
        return self.state(self)

    def built(self, document: Any) -> DuelState:
        may = tuple(frozenset(one) for one in document["may"])
        return self.state(self, tuple(document["cells"]), may, document["turn"], document["target"], document["hit"])

    def evaluate(self, state: Any, player: str) -> float:
        """Knowing more about the other than he knows is better; a peek at his cell is best."""
        if state.outcome() is not None:
            return float(state.returns()[player])
        if len(state.cells) < 2:
            return 0.5
        seat = self.players.index(player)
        return 0.5 + 0.4 * (1 / len(state.may[1 - seat]) - 1 / len(state.may[seat]))


DUEL = ToyKind(
    Duel, "duel", "hidden submarines", range(2, 3),
    (
        Option("cells", "How long is the row?", {"4": "four cells"}, numbers=range(2, 20)),
        Option("rounds", "How many turns has each?", {"6": "six"}, numbers=range(1, 50)),
    ),
)  # fmt: skip

KINDS = (NIM, ODDS, DUEL)


def load(name: str, players: int | None = None, settings: Mapping[str, object] | None = None) -> Any:
    """As `grid_games.catalogue.load`, for toys."""
    return next(kind for kind in KINDS if kind.name == name).load(players, settings)
