"""Cavalry becomes foot (clauses 24 and 25; U3, U7, U22)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from armada_sim.tabletop import N_, Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.strategiksa.board import SQUARES
from grid_games.strategiksa.chapters.control import why_none
from grid_games.strategiksa.chapters.setup import over_stack
from grid_games.strategiksa.moves import INTO, STOP, Add, Convert, Move, Stop
from grid_games.strategiksa.state import Phase, State, Step, Table, out_of_turn
from grid_games.strategiksa.units import CAVALRY, CAVALRY_WOUNDED, HEALTHY, PIECES, RIDERS, UNIT, number, of_kind


@dataclass(frozen=True, slots=True)
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
        if violation := why_not_convert(state, move):
            return violation
        if place(move) < self.least:
            return Violation("canonical_steps", Message("conversions come in rising order of squares"))
        return None

    def after(self, state: State, move: Move) -> State:
        if not isinstance(move, Convert):
            return state.to(Phase.MOVE)
        step = Converting(place(move) if state.game.rules.canonical_steps == "on" else -1)
        state = state.to(step, converted(state.table, state.turn, move))
        return state if len(step.moves(state)) > 1 else state.to(Phase.MOVE)


def place(move: Convert) -> int:
    """A conversion's place in the order of canonical_steps."""
    return 100 * move.square + 10 * move.piece + INTO.index(move.into)


def conversions(state: State) -> tuple[Convert, ...]:
    """Every legal conversion, in order."""
    table, colour = state.table, state.turn
    if not table.totals[colour] & RIDERS:
        return ()
    row = table.stacks[colour]
    into = [kinds for kinds in INTO if len(kinds) == state.game.rules.convert and _supplied(state, kinds)]
    return tuple(
        Convert(piece, square, kinds)
        for square in members(table.occupied[colour])
        if row[square] & RIDERS
        for piece in (CAVALRY, CAVALRY_WOUNDED)
        if number(row[square], piece)
        for kinds in into
        if len(kinds) == 1 or over_stack(state, square) is None
    )


def _supplied(state: State, kinds: str) -> bool:
    """Whether the colour to play has these pieces left (U3)."""
    total, supply = state.table.totals[state.turn], state.game.rules.supply
    return all(of_kind(total, kind) + kinds.count(kind) <= supply for kind in set(kinds))


def why_not_convert(state: State, move: Convert) -> Violation | None:
    """What forbids a conversion (clause 24, U3, U7, U22)."""
    rules = state.game.rules
    if len(move.into) != rules.convert:
        if rules.convert == 1:
            return Violation("U7", Message("a cavalry becomes one piece of foot"))
        return Violation("U7", Message("a cavalry becomes two pieces of foot"))
    if move.piece not in (CAVALRY, CAVALRY_WOUNDED):
        return Violation("24", Message("only cavalry is converted"))
    if not number(state.table.stacks[state.turn][move.square], move.piece):
        player, square = Message(state.game.players[state.turn]), SQUARES[move.square]
        told = Message("{player} has no {piece} on {square}", player=player, piece=PIECES[move.piece], square=square)
        return Violation("24", told)
    if not _supplied(state, move.into):
        told = Message("{pieces} would be more than {n} pieces of a kind", pieces=move.into, n=rules.supply)
        return Violation("U3", told)
    return over_stack(state, move.square) if len(move.into) == 2 else None


def converted(table: Table, colour: int, move: Convert) -> Table:
    """The cavalry is foot now; a wound stays (U7)."""
    wound = move.piece == CAVALRY_WOUNDED
    foot = sum(UNIT[HEALTHY[kind] + wound] for kind in move.into)
    return table.changed(colour, (move.square, foot - UNIT[move.piece]))


def begin(state: State) -> State:
    """The step, left out where there is nothing to convert, or where conversions come among the moves."""
    if state.game.rules.convert_when == "any_time" or not conversions(state):
        return state.to(Phase.MOVE)
    return state.to(Converting())
