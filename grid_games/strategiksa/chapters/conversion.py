"""Cavalry becomes foot (clauses 24 and 25; U3, U7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from armada_sim.tabletop import N_, Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.strategiksa.board import SQUARES
from grid_games.strategiksa.chapters.control import why_none
from grid_games.strategiksa.chapters.setup import over_supply
from grid_games.strategiksa.moves import INTO, STOP, Add, Convert, Move, Stop
from grid_games.strategiksa.state import Phase, State, Step, out_of_turn
from grid_games.strategiksa.units import CAVALRY, CAVALRY_WOUNDED, HEALTHY, PIECES, RIDERS, UNIT, number


@dataclass(unsafe_hash=True, slots=True)
class Converting(Step):
    """Any number of cavalry, one by one."""

    least: int = -1
    """Place of the last conversion in the order of canonical_steps; -1 without it."""

    def moves(self, state: State) -> Sequence[Move]:
        return (STOP, *(move for move in conversions(state) if place(move) >= self.least))

    def why_not(self, state: State, move: Move) -> Violation | None:
        if isinstance(move, Stop):
            return None
        if isinstance(move, Add) and move.kind != "K":
            return why_none(state)
        if not isinstance(move, Convert):
            return out_of_turn(state, N_("now {player} converts cavalry, as in C>I d4, or stops, not {move}"), move)
        if violation := _why_not_convert(state, move):
            return violation
        if place(move) < self.least:
            return Violation("canonical_steps", "conversions come in rising order of squares")
        return None

    def after(self, state: State, move: Move) -> State:
        if not isinstance(move, Convert):
            return state.to(Phase.MOVE)
        step = Converting(place(move) if state.game.rules.canonical_steps == "on" else -1)
        state = state.to(step, state.table.changed(state.turn, (move.square, UNIT[converted(move)] - UNIT[move.piece])))
        return state if len(step.moves(state)) > 1 else state.to(Phase.MOVE)


def converted(move: Convert) -> int:
    """The piece that a cavalry becomes: a wound stays (U7)."""
    return HEALTHY[move.into] + (move.piece == CAVALRY_WOUNDED)


def place(move: Convert) -> int:
    """A conversion's place in the order of canonical_steps."""
    return 100 * move.square + 10 * move.piece + INTO.index(move.into)


def conversions(state: State) -> tuple[Convert, ...]:
    """Every legal conversion, in order."""
    table, colour = state.table, state.turn
    if not table.totals[colour] & RIDERS:
        return ()
    row = table.stacks[colour]
    into = [kind for kind in INTO if over_supply(state, kind) is None]
    return tuple(
        Convert(piece, square, kind)
        for square in members(table.occupied[colour])
        if row[square] & RIDERS
        for piece in (CAVALRY, CAVALRY_WOUNDED)
        if number(row[square], piece)
        for kind in into
    )


def _why_not_convert(state: State, move: Convert) -> Violation | None:
    """What forbids a conversion (clause 24, U3)."""
    if move.piece not in (CAVALRY, CAVALRY_WOUNDED):
        return Violation("24", "only cavalry is converted")
    if not number(state.table.stacks[state.turn][move.square], move.piece):
        player, square = Message(state.game.players[state.turn]), SQUARES[move.square]
        told = Message("{player} has no {piece} on {square}", player=player, piece=PIECES[move.piece], square=square)
        return Violation("24", told)
    return over_supply(state, move.into)


def begin(state: State) -> State:
    """The step, left out where there is nothing to convert."""
    return state.to(Converting() if conversions(state) else Phase.MOVE)
