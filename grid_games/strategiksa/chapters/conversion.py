"""Cavalry becomes foot (clauses 24 and 25; U7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.strategiksa.chapters.setup import over_stack
from grid_games.strategiksa.moves import INTO, STOP, Convert, Move, Stop
from grid_games.strategiksa.phases import Phase, out_of_turn
from grid_games.strategiksa.squares import SQUARES
from grid_games.strategiksa.table import Table
from grid_games.strategiksa.units import (
    CAVALRY,
    CAVALRY_WOUNDED,
    FIELD,
    HEALTHY,
    PIECES,
    UNIT,
    number,
    of_kind,
)

if TYPE_CHECKING:
    from grid_games.strategiksa.state import State

_CAVALRY = FIELD * (UNIT[CAVALRY] + UNIT[CAVALRY_WOUNDED])


@dataclass(frozen=True, slots=True)
class Converting:
    """Any number of cavalry, one by one."""

    least: int = -1
    """Place of the last conversion in the order of canonical_steps; -1 without it."""

    def decider(self, state: State) -> int:
        """Whoever runs the colour."""
        return state.table.managers[state.turn]

    def moves(self, state: State) -> Sequence[Move]:
        """Stop, and what each kind of cavalry on each square can become."""
        return (STOP, *(move for move in conversions(state) if place(move) >= self.least))

    def why_not(self, state: State, move: Move) -> Violation | None:
        """Clause 24, U3, U7."""
        if isinstance(move, Stop):
            return None
        if not isinstance(move, Convert):
            return out_of_turn(
                f"{state.game.players[self.decider(state)]} converts cavalry, as in C>I d4, or stops", move
            )
        if violation := why_not_convert(state, move):
            return violation
        if place(move) < self.least:
            return Violation("canonical_steps", "conversions come in rising order of squares")
        return None

    def after(self, state: State, move: Move) -> State:
        """The next one, or the moves."""
        if not isinstance(move, Convert):
            return state.to(Phase.MOVE)
        step = Converting(place(move) if state.game.canonical else -1)
        state = state.to(step, converted(state.table, state.turn, move))
        return state if len(step.moves(state)) > 1 else state.to(Phase.MOVE)


def place(move: Convert) -> int:
    """A conversion's place in the order of canonical_steps."""
    return 100 * move.square + 10 * move.piece + INTO.index(move.into)


def conversions(state: State) -> tuple[Convert, ...]:
    """Every legal conversion, in order."""
    table, colour = state.table, state.turn
    if not table.totals[colour] & _CAVALRY:
        return ()
    row = table.stacks[colour]
    into = [kinds for kinds in INTO if len(kinds) == state.game.converts_to and supplied(state, kinds)]
    return tuple(
        Convert(piece, square, kinds)
        for square in members(table.occupied[colour])
        if row[square] & _CAVALRY
        for piece in (CAVALRY, CAVALRY_WOUNDED)
        if number(row[square], piece)
        for kinds in into
        if len(kinds) == 1 or over_stack(state, square) is None
    )


def supplied(state: State, kinds: str) -> bool:
    """Whether the colour to play has these pieces left (U3)."""
    total, supply = state.table.totals[state.turn], state.game.supply
    return all(of_kind(total, kind) + kinds.count(kind) <= supply for kind in set(kinds))


def why_not_convert(state: State, move: Convert) -> Violation | None:
    """What forbids a conversion (clause 24, U3, U7, U22)."""
    if len(move.into) != state.game.converts_to:
        return Violation(
            "U7", f"a cavalry becomes {'one piece' if state.game.converts_to == 1 else 'two pieces'} of foot"
        )
    if move.piece not in (CAVALRY, CAVALRY_WOUNDED):
        return Violation("24", "only cavalry is converted")
    if not number(state.table.stacks[state.turn][move.square], move.piece):
        return Violation(
            "24", f"{state.game.players[state.turn]} has no {PIECES[move.piece]} on {SQUARES[move.square]}"
        )
    if not supplied(state, move.into):
        return Violation("U3", f"{move.into} would be more than {state.game.supply} pieces of a kind")
    return over_stack(state, move.square) if len(move.into) == 2 else None


def converted(table: Table, colour: int, move: Convert) -> Table:
    """The cavalry is foot now; a wound stays (U7)."""
    wound = move.piece == CAVALRY_WOUNDED
    return table.changed(
        colour, (move.square, sum(UNIT[HEALTHY[kind] + wound] for kind in move.into) - UNIT[move.piece])
    )


def begin(state: State) -> State:
    """The step, left out where there is nothing to convert, or where conversions come among the moves."""
    if state.game.any_time or not conversions(state):
        return state.to(Phase.MOVE)
    return state.to(Converting())
