"""Setting up, colour by colour (clauses 10 to 12; U3, U4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from armada_sim.tabletop import N_, Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import listed
from grid_games.strategiksa.board import SQUARES, ZONE_MASKS, ZONES
from grid_games.strategiksa.moves import ADDS, SETTLES, STOP, Add, Move, Settle, Stop
from grid_games.strategiksa.state import Phase, State, Step, out_of_turn
from grid_games.strategiksa.units import HEALTHY, KING, UNIT, of_kind


@dataclass(unsafe_hash=True, slots=True)
class Settling(Step):
    """Choose a zone that is free and has two open squares (clause 12, U4)."""

    def moves(self, state: State) -> Sequence[Move]:
        taken, open_zones = reduce(or_, state.table.occupied), state.game.ground.zones
        return tuple(SETTLES[zone] for zone, mask in enumerate(ZONE_MASKS) if open_zones[zone] and not taken & mask)

    def why_not(self, state: State, move: Move) -> Violation | None:
        if not isinstance(move, Settle):
            return out_of_turn(state, N_("now {player} chooses a zone such as zone B2, not {move}"), move)
        if any(occupied & ZONE_MASKS[move.zone] for occupied in state.table.occupied):
            return Violation("12", "zone {zone} is taken", zone=ZONES[move.zone])
        if not state.game.ground.zones[move.zone]:
            return Violation("U4", "zone {zone} has fewer than two open squares", zone=ZONES[move.zone])
        return None

    def after(self, state: State, move: Move) -> State:
        assert isinstance(move, Settle)
        return state.to(Crowning(move.zone))


@dataclass(unsafe_hash=True, slots=True)
class Crowning(Step):
    """Put the king down in the zone (clauses 11 and 12)."""

    zone: int

    def moves(self, state: State) -> Sequence[Move]:
        return tuple(ADDS["K"][square] for square in listed(ZONE_MASKS[self.zone] & state.game.ground.open))

    def why_not(self, state: State, move: Move) -> Violation | None:
        if not isinstance(move, Add):
            return out_of_turn(state, N_("now {player} puts his king down, as in +K c3, not {move}"), move)
        if move.kind != "K":
            return Violation("11", "the king comes first, not {move}", move=str(move))
        return _misplaced(state, self.zone, move.square)

    def after(self, state: State, move: Move) -> State:
        assert isinstance(move, Add)
        table = state.table.changed(state.turn, (move.square, UNIT[KING]))
        return state.to(Placing(self.zone, state.game.numbers.start), table)


@dataclass(unsafe_hash=True, slots=True)
class Placing(Step):
    """Put the other pieces down, one by one (clauses 11 and 12; U3, U4)."""

    zone: int
    left: int
    """points still to be placed."""

    def moves(self, state: State) -> Sequence[Move]:
        total, price, supply = state.table.totals[state.turn], state.game.numbers.price, state.game.rules.supply
        room = ZONE_MASKS[self.zone] & state.game.ground.open
        squares, spread = listed(room), listed(room & ~self._heap(state))
        moves: list[Move] = []
        for kind in "ICAH":
            if kind in price and price[kind] <= self.left and of_kind(total, kind) < supply:
                adds = ADDS[kind]
                free = squares if spread == squares or self.goes_on(state, kind) else spread
                moves += [adds[square] for square in free]
        return (*moves, STOP) if self.may_stop(state) else tuple(moves)

    def why_not(self, state: State, move: Move) -> Violation | None:
        if isinstance(move, Stop) and state.game.numbers.least < state.game.numbers.start:
            if self.may_stop(state):
                return None
            if (spent := state.game.numbers.start - self.left) >= state.game.numbers.least:
                return _on_one_square()
            told = N_("{n} points are to be spent at least, not {spent}")
            return Violation("11", told, n=state.game.numbers.least, spent=spent)
        if not isinstance(move, Add):
            told = N_("now {player} places a piece, as in +A d4, until his points are used ({n} left), not {move}")
            return out_of_turn(state, told, move, n=self.left)
        if move.kind == "K":
            return Violation("6", "each colour has one king")
        if move.kind not in state.game.numbers.price:
            return over_supply(state, move.kind)
        if (cost := state.game.numbers.price[move.kind]) > self.left:
            told = Message.counted(
                "a piece of {n} point is too much: {left} of {points} are left",
                "a piece of {n} points is too much: {left} of {points} are left",
                cost, left=self.left, points=state.game.numbers.start,
            )  # fmt: skip
            return Violation("11", told)
        if violation := _misplaced(state, self.zone, move.square) or over_supply(state, move.kind):
            return violation
        if not self.goes_on(state, move.kind) and self._heap(state) >> move.square & 1:
            return _on_one_square()
        return None

    def may_stop(self, state: State) -> bool:
        """Whether points may be left."""
        numbers = state.game.numbers
        return self.left <= numbers.start - numbers.least and not self._heap(state)

    def goes_on(self, state: State, kind: str) -> bool:
        """Whether another piece can follow one of a kind."""
        total, numbers = state.table.totals[state.turn], state.game.numbers
        left, supply = self.left - numbers.price[kind], state.game.rules.supply
        if left < numbers.cheapest or supply >= numbers.start:  # too few points, or more pieces than points
            return left >= numbers.cheapest
        return any(
            price <= left and of_kind(total, other) + (other == kind) < supply for other, price in numbers.prices
        )

    def _heap(self, state: State) -> int:
        """The square on which all that is placed stands, if the last piece may not go there too, as a set."""
        placed = state.table.occupied[state.turn]
        return placed if not placed & placed - 1 and state.game.rules.spread == "two_squares" else 0

    def after(self, state: State, move: Move) -> State:
        if not isinstance(move, Add):
            return state.to(Phase.SETUP)
        table = state.table.changed(state.turn, (move.square, UNIT[HEALTHY[move.kind]]))
        left = self.left - state.game.numbers.price[move.kind]
        return state.to(Placing(self.zone, left) if self.goes_on(state, move.kind) else Phase.SETUP, table)


def set_up_next(state: State) -> State:
    """The next colour sets up; after the last one, the first turn begins (clause 10)."""
    seat = state.turn + 1
    return state.at(0, seat, Settling()) if seat < len(state.game.players) else state.at(1, 0, Phase.TURN)


def _on_one_square() -> Violation:
    return Violation("U4", "the pieces must stand on two squares at least")


def _misplaced(state: State, zone: int, square: int) -> Violation | None:
    if not ZONE_MASKS[zone] >> square & 1:
        return Violation("12", "{square} is not in zone {zone}", square=SQUARES[square], zone=ZONES[zone])
    if not state.game.ground.open >> square & 1:
        return Violation("3", "{square} is a mountain", square=SQUARES[square])
    return None


def over_supply(state: State, kind: str) -> Violation | None:
    """Whether the colour to play has no more pieces of a kind (clause 6, U3)."""
    supply = state.game.supply(kind)
    if of_kind(state.table.totals[state.turn], kind) >= supply:
        return Violation("U3", "all {n} pieces of kind {kind} are on the board", n=supply, kind=kind)
    return None
