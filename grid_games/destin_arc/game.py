"""Le Jeu du destin d'Arc as a game of `grid_games`."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from armada_sim.tabletop import N_, Gone, InputError, Message, Option, inside, settled
from grid_games.core.numbering import Numbering
from grid_games.core.numbers import KEY, TEXT, place_of
from grid_games.core.protocol import NotationError
from grid_games.destin_arc import bounds, documents, standing
from grid_games.destin_arc.chapters import knowledge, turns
from grid_games.destin_arc.chapters.battles import Combat
from grid_games.destin_arc.chapters.placing import Placing
from grid_games.destin_arc.feasible import check, starts
from grid_games.destin_arc.maps import land_named
from grid_games.destin_arc.moves import Move, numbering, parse
from grid_games.destin_arc.numbers import numbers_of
from grid_games.destin_arc.options import COUNTS, GONE, MAP, OPTIONS, read_rules
from grid_games.destin_arc.state import State, Terms
from grid_games.destin_arc.table import NAME, PLAYERS
from grid_games.destin_arc.text.board import board_text


@dataclass(frozen=True, eq=False)
class DestinArc(Terms):
    """A game with its options settled, its map and its players: its terms, with the verbs of the protocol."""

    name: str = NAME
    hides: bool = True
    breadth: int = 24
    foresees: bool = True
    utility: tuple[Fraction, Fraction] = (Fraction(0), Fraction(1))
    max_chance_outcomes: int = 12
    """A d12 has no more results."""

    def new(self) -> State:
        """The state before the first piece is placed, or before the first move where the map places them."""
        return turns.first_state(self)

    def parse(self, text: str) -> Move:
        move = parse(text)
        try:
            self.number(move)
        except KeyError as error:
            raise NotationError(
                "{given} names {name}, which this game does not have: expected a piece such as {piece}, a hex such as "
                "{hex} or a smaller number",
                given=repr(text), name=str(error.args[0]), piece=self.pieces.names[0], hex=self.land.labels[0]
            ) from None  # fmt: skip
        return move

    def state_to_json(self, state: State) -> dict[str, Any]:
        return documents.written(state)

    def state_from_json(self, document: object) -> State:
        return documents.read(self, document)

    def opening(self, state: State) -> bool:
        """Whether pieces are still being placed."""
        return any(isinstance(step, Placing) for step in state.todo)

    def closes(self, before: State, after: State) -> bool:
        """Whether a piece was placed, or one of the three steps of a half-turn ended (clause 1.3.2)."""
        return self.opening(after) or turns.step(before) != turns.step(after)

    @cached_property
    def max_plies(self) -> int:
        """A bound from what can happen at most in a step (`bounds`)."""
        return bounds.whole(self)

    @cached_property
    def _numbering(self) -> Numbering[Move]:
        """A player declares no more battles than there are pieces, nor castings than priests in all turns."""
        casters = sum(len(own) for own in self.priests) * bounds.castings(self)
        return numbering(self.pieces.names, self.land.labels, max(len(self.pieces), casters * self.land.turns))

    @property
    def move_count(self) -> int:
        return self._numbering.count

    def number(self, move: Move) -> int:
        return self._numbering.number(move)

    def numbered(self, number: int) -> Move:
        return self._numbering.numbered(number)

    def observed(self, state: State, player: str) -> Hashable:
        return knowledge.observation(state, self.seat(player))

    def withheld(self, state: State, player: str) -> frozenset[Hashable]:
        return knowledge.secrets(state, self.seat(player))

    def guessed(self, state: State, player: str, rng: np.random.Generator) -> State:
        return knowledge.guess(state, self.seat(player), rng)

    def evaluate(self, state: State, player: str) -> float:
        return standing.evaluate(state, self.seat(player))

    def weighed(self, state: State, moves: Sequence[Move], player: str) -> Sequence[float | None]:
        return standing.weighed(state, moves, self.seat(player))

    def kinds(self, state: State, moves: Sequence[Move]) -> Sequence[Hashable]:
        return standing.kinds(state, moves)

    def horizon(self, state: State) -> int | None:
        """Battles are looked into until the step of combat is over; elsewhere a single small move changes less than
        chance does."""
        return 0 if isinstance(state.step, Combat) else None

    def habit(self, state: State) -> None:
        """Nothing is done without thinking."""

    def board(self, state: State, player: str | None = None) -> str:
        return board_text(state, None if player is None else self.seat(player))


@dataclass(frozen=True)
class DestinKind:
    """The game before its options are settled."""

    name: str = NAME
    title: str = N_("Le Jeu du destin d'Arc: three factions, a city on hexes, magic, hidden units")
    options: tuple[Option, ...] = (*OPTIONS, COUNTS, MAP)
    gone: ClassVar[Mapping[str, Gone]] = GONE
    seats: range = range(3, 1, -1)
    limits: ClassVar[Mapping[str, object]] = {}

    def load(self, players: int | None = None, settings: Mapping[str, object] | None = None) -> DestinArc:
        number = 3 if players is None else players
        if number not in PLAYERS:
            raise InputError(Message("expected 3 or 2, not {number}", number=number), key="players")
        given = dict(settings or {})
        chosen, counts = str(given.pop("map", MAP.default)), str(given.pop("counts", COUNTS.default))
        named = given.pop(KEY, TEXT)
        numbers = numbers_of(named).written
        land, file = land_named(chosen), "" if chosen in MAP.values else chosen
        own = {"calendar": land.calendar} if land.calendar else {}
        told = settled(OPTIONS, own | given, GONE)
        agreed: dict[str, str | int] = {**told, "counts": counts, "map": chosen, **({KEY: numbers} if numbers else {})}
        with inside(file=file):
            game = DestinArc(PLAYERS[number], agreed, read_rules(told), land)
        with inside(**place_of(named)):
            starts(game)
        with inside(file=file):
            check(game)
        return game


KIND = DestinKind()
