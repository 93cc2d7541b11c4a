"""Moving (clauses 26 to 31; U30)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from armada_sim.tabletop import N_, Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.strategiksa.board import SIDE, SQUARES
from grid_games.strategiksa.chapters.control import why_none
from grid_games.strategiksa.moves import STOP, Add, Move, Stop, Walk, walk
from grid_games.strategiksa.state import Phase, State, Step, View, out_of_turn
from grid_games.strategiksa.units import FAST, PIECES, UNIT, number, present

Waiting = tuple[tuple[int, int, int], ...]
"""Pieces, as square, piece, how many."""


class Reach:
    """Where pieces can go in one turn: enemies stay where they are, so each square is worked out once."""

    __slots__ = ("_ground", "enemies", "known")

    def __init__(self, state: State) -> None:
        self._ground = state.game.ground
        self.enemies = state.table.others(state.table.lords[state.turn])
        self.known: dict[int, tuple[int, ...]] = {}
        """What was asked for, by twice the square and one more for what is fast."""

    def ends(self, square: int, piece: int) -> tuple[int, ...]:
        """The squares a piece can go to, in order."""
        key = square << 1 | FAST[piece]
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = _listed(self._ground.reach(square, FAST[piece], self.enemies))
        return found


@lru_cache(maxsize=1 << 12)
def _listed(squares: int) -> tuple[int, ...]:
    return tuple(members(squares))


@dataclass(frozen=True, slots=True)
class Moving(Step):
    """Pieces move, each once at most."""

    waiting: Waiting
    """Pieces that have not moved and can, in order."""

    reach: Reach = field(compare=False, repr=False)
    """Shared by all states of the step."""

    least: int = -1
    """Place of the last move in the order of canonical_steps; -1 without it."""

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

    def ends(self, square: int, piece: int) -> tuple[int, ...]:
        """Where a piece that waits can go now."""
        ends = self.reach.ends(square, piece)
        first = self.least - place(Walk(piece, square, 0)) if self.least >= 0 else 0
        return tuple(end for end in ends if end >= first) if first > 0 else ends

    def after(self, state: State, move: Move) -> State:
        if not isinstance(move, Walk):
            return state.to(Phase.BATTLES)
        unit = UNIT[move.piece]
        table = state.table.changed(state.turn, (move.start, -unit), (move.end, unit))
        least = place(move) if state.game.rules.canonical_steps == "on" else -1
        step = Moving(_less(self.waiting, move.start, move.piece), self.reach, least)
        return _go_on(state.to(step, table), step)


def place(move: Walk) -> int:
    """A move's place in the order of canonical_steps."""
    return 1000 * move.start + 100 * move.piece + move.end


def _less(waiting: Waiting, square: int, piece: int) -> Waiting:
    for index, (at, its, count) in enumerate(waiting):
        if at == square and its == piece:
            return (*waiting[:index], *(((square, piece, count - 1),) if count > 1 else ()), *waiting[index + 1 :])
    raise AssertionError("nothing waits there")


class Walks(View):
    """Stop, then the moves of each piece in order."""

    __slots__ = ("_blocks",)

    def __init__(self, state: State, step: Moving) -> None:
        if step.least < 0:
            known = step.reach.known
            self._blocks = [(piece, square, known[square << 1 | FAST[piece]]) for square, piece, _ in step.waiting]
        else:
            self._blocks = [(piece, square, step.ends(square, piece)) for square, piece, _ in step.waiting]
        count = 1
        for _, _, found in self._blocks:
            count += len(found)
        super().__init__(state, count)

    def at(self, index: int) -> Move:
        if index == 0:
            return STOP
        index -= 1
        for piece, square, ends in self._blocks:
            if index < len(ends):
                return walk(piece, square, ends[index])
            index -= len(ends)
        raise IndexError

    def __iter__(self) -> Iterator[Move]:
        yield STOP
        for piece, square, ends in self._blocks:
            for end in ends:
                yield walk(piece, square, end)


def begin(state: State) -> State:
    """The step, left out where nothing can move."""
    step = opened(state)
    return _go_on(state.to(step), step)


def opened(state: State) -> Moving:
    """The step before anything has moved."""
    reach, row = Reach(state), state.table.stacks[state.turn]
    waiting = (
        (square, piece, number(row[square], piece))
        for square in members(state.table.occupied[state.turn])
        for piece in present(row[square])
        if reach.ends(square, piece)
    )
    return Moving(tuple(waiting), reach)


def _go_on(state: State, step: Moving) -> State:
    """On to the battles when only a stop is left."""
    if step.waiting and step.least < 0:
        return state
    able = any(step.ends(square, piece) for square, piece, _ in reversed(step.waiting))
    return state if able else state.to(Phase.BATTLES)
