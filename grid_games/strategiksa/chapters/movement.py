"""Moving (clauses 26 to 31; U30)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from armada_sim.tabletop import N_, Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import listed, members
from grid_games.strategiksa.board import SIDE, SQUARES
from grid_games.strategiksa.chapters.control import why_none
from grid_games.strategiksa.moves import STOP, Add, Move, Stop, Walk, walk
from grid_games.strategiksa.state import Phase, State, Step, View, out_of_turn
from grid_games.strategiksa.units import FAST, PIECES, UNIT, number, present

Waiting = tuple[tuple[int, int, int], ...]
"""Pieces, as square, piece, how many."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where pieces can go in one turn: enemies stay where they are, so each piece is worked out once."""

    enemies: int
    """Where they stand."""

    ends: Mapping[int, tuple[int, ...]]
    """The squares that a piece can go to, in order, by 16 times the square where it waits and the piece."""


@dataclass(unsafe_hash=True, slots=True)
class Moving(Step):
    """Pieces move, each once at most."""

    waiting: Waiting
    """Pieces that have not moved and can, in order."""

    reach: Reach = field(compare=False, repr=False)
    """Shared by all states of the step."""

    least: int = -1
    """Place of the last move in the order of canonical_steps; -1 without it."""

    walks: int = field(default=0, compare=False, repr=False)
    """How many walks all that waits has, one piece of each kind on each square."""

    past: int = field(default=0, compare=False, repr=False)
    """How many of them come before the last move in the order of canonical_steps."""

    def moves(self, state: State) -> Sequence[Move]:
        return Walks(state, self)

    def why_not(self, state: State, move: Move) -> Violation | None:
        if isinstance(move, Stop):
            return None
        if isinstance(move, Add) and move.kind != "K" and self.waiting == opened(state).waiting:
            return why_none(state)
        if not isinstance(move, Walk):
            return out_of_turn(state, N_("now {player} moves pieces, as in I d3-e3, or stops, not {move}"), move)
        if violation := self._why_not_walk(state, move):
            return violation
        if place(move) < self.least:
            order = Message("moves come in rising order of their first squares, pieces and last squares")
            return Violation("canonical_steps", order)
        return None

    def _why_not_walk(self, state: State, move: Walk) -> Violation | None:
        game, start = state.game, SQUARES[move.start]
        if not number(state.table.stacks[state.turn][move.start], move.piece):
            player = Message(game.players[state.turn])
            told = Message("{player} has no {piece} on {square}", player=player, piece=PIECES[move.piece], square=start)
            return Violation("27", told)
        if move.start == move.end:
            return Violation("U30", "to stay is not a move")
        if not game.ground.reach(move.start, FAST[move.piece], self.reach.enemies) >> move.end & 1:
            return self._out_of_reach(state, move)
        if not any(square == move.start and piece == move.piece for square, piece, _ in self.waiting):
            told = Message("every {piece} on {square} has moved in this turn", piece=PIECES[move.piece], square=start)
            return Violation("27", told)
        return None

    def _out_of_reach(self, state: State, move: Walk) -> Violation:
        ground, piece, end = state.game.ground, PIECES[move.piece], SQUARES[move.end]
        if not ground.open >> move.end & 1:
            return Violation("3", "{square} is a mountain", square=end)
        files, ranks = abs(move.end // SIDE - move.start // SIDE), abs(move.end % SIDE - move.start % SIDE)
        if max(files, ranks) > 1 + FAST[move.piece]:
            told = {"piece": piece, "square": end, "n": max(files, ranks)}
            if FAST[move.piece]:
                return Violation("26", "{piece} moves one or two squares; {square} is {n} away", **told)
            return Violation("26", "{piece} moves one square; {square} is {n} away", **told)
        if ground.reach(move.start, FAST[move.piece], 0) >> move.end & 1:
            return Violation("28", "enemies stop {piece} on every way to {square}", piece=piece, square=end)
        return Violation("3", "mountains are in the way to {square}", square=end)

    def after(self, state: State, move: Move) -> State:
        if not isinstance(move, Walk):
            return state.to(Phase.BATTLES)
        unit = UNIT[move.piece]
        table = state.table.changed(state.turn, (move.start, -unit), (move.end, unit))
        step = self._less(move, state.game.rules.canonical_steps == "on")
        return state.to(step if step.walks > step.past else Phase.BATTLES, table)

    def _less(self, move: Walk, ordered: bool) -> Moving:
        """The step when one of the pieces that a move can be of waits no longer; from then on in order."""
        start, moved, ends_of = move.start, move.piece, self.reach.ends
        waiting, walks = list(self.waiting), self.walks
        for index, (square, piece, count) in enumerate(waiting):  # noqa: B007 (used after the loop)
            if square == start and piece == moved:
                break
        ends, least, past = ends_of[start << 4 | moved], -1, 0
        if ordered:
            least = place(move)
            past = sum(len(ends_of[square << 4 | piece]) for square, piece, _ in waiting[:index])
            past += bisect_left(ends, move.end) if count > 1 else 0
        if count > 1:
            waiting[index] = start, moved, count - 1
        else:
            del waiting[index]
            walks -= len(ends)
        return Moving(tuple(waiting), self.reach, least, walks, past)


def place(move: Walk) -> int:
    """A move's place in the order of canonical_steps."""
    return 1000 * move.start + 100 * move.piece + move.end


class Walks(View):
    """Stop, then the moves of each piece in order."""

    __slots__ = ("_step",)

    def __init__(self, state: State, step: Moving) -> None:
        self._state, self._step, self._count = state, step, 1 + step.walks - step.past

    def at(self, index: int) -> Move:
        if index == 0:
            return STOP
        step = self._step
        index += step.past - 1
        ends_of = step.reach.ends
        for square, piece, _ in step.waiting:
            ends = ends_of[square << 4 | piece]
            if index < len(ends):
                return walk(piece, square, ends[index])
            index -= len(ends)
        raise IndexError

    def __iter__(self) -> Iterator[Move]:
        yield STOP
        ends_of = self._step.reach.ends
        walks = (
            walk(piece, square, end) for square, piece, _ in self._step.waiting for end in ends_of[square << 4 | piece]
        )
        yield from islice(walks, self._step.past, None)


def begin(state: State) -> State:
    """The step, left out where nothing can move."""
    step = opened(state)
    return state.to(step if step.waiting else Phase.BATTLES)


def opened(state: State) -> Moving:
    """The step before anything has moved."""
    table, reach = state.table, state.game.ground.reach
    row, enemies = table.stacks[state.turn], table.others(table.lords[state.turn])
    waiting, walks, ends_of = [], 0, {}
    for square in members(table.occupied[state.turn]):
        stack = row[square]
        for piece in present(stack):
            ends = ends_of[square << 4 | piece] = listed(reach(square, FAST[piece], enemies))
            if ends:
                waiting.append((square, piece, number(stack, piece)))
                walks += len(ends)
    return Moving(tuple(waiting), Reach(enemies, ends_of), -1, walks)


def resumed(state: State, waiting: Waiting, least: int) -> Moving:
    """The step when these are the pieces that still wait."""
    reach = opened(state).reach
    walks = [Walk(piece, square, end) for square, piece, _ in waiting for end in reach.ends[square << 4 | piece]]
    return Moving(waiting, reach, least, len(walks), sum(place(move) < least for move in walks))
