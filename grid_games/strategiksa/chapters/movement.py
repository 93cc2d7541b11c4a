"""Moving (clauses 26 to 31; U2, U7, U22, U29, U30)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.strategiksa.chapters.conversion import conversions, converted, why_not_convert
from grid_games.strategiksa.chapters.setup import over_stack
from grid_games.strategiksa.moves import STOP, Convert, Move, Stop, Walk
from grid_games.strategiksa.phases import Phase, View, out_of_turn
from grid_games.strategiksa.squares import SIDE, SQUARES
from grid_games.strategiksa.units import FAST, FIGHTERS, HEALER, HEALTHY, PIECES, UNIT, number, present

if TYPE_CHECKING:
    from grid_games.strategiksa.state import State


class Reach:
    """Where pieces can go in one turn: enemies stay where they are, so each square is worked out once for all its states."""

    __slots__ = ("_found", "_ground", "enemies")

    def __init__(self, state: State) -> None:
        self._ground = state.game.ground
        self.enemies = state.table.others(state.table.lords[state.turn])
        self._found: dict[int, tuple[int, ...]] = {}

    def ends(self, square: int, piece: int, peace: bool) -> tuple[int, ...]:
        """The squares a piece can go to, in order; in peace none with enemies."""
        key = square << 1 | FAST[piece]
        found = self._found.get(key)
        if found is None:
            mask = self._ground.reach(square, FAST[piece], self.enemies)
            found = self._found[key] = tuple(members(mask & ~self.enemies if peace else mask))
        return found


@dataclass(frozen=True, slots=True)
class Moving:
    """Pieces move, each once at most."""

    waiting: tuple[tuple[int, int, int], ...]
    """Pieces that have not moved and can: square, piece, how many. In order."""

    reach: Reach = field(compare=False, repr=False)
    """Shared by all states of the step."""

    least: int = -1
    """Place of the last move in the order of canonical_steps; -1 without it."""

    def decider(self, state: State) -> int:
        """Whoever runs the colour."""
        return state.table.managers[state.turn]

    def moves(self, state: State) -> Sequence[Move]:
        """Stop, every move of every piece that waits, conversions under convert_when=any_time."""
        return Walks(state, self)

    def why_not(self, state: State, move: Move) -> Violation | None:
        """Clauses 3 and 26 to 28; U2, U22, U29."""
        if isinstance(move, Stop):
            return None
        if isinstance(move, Convert) and state.game.any_time:
            return why_not_convert(state, move)
        if not isinstance(move, Walk):
            return out_of_turn(f"{state.game.players[self.decider(state)]} moves pieces, as in I d3-e3, or stops", move)
        if violation := self._why_not_walk(state, move):
            return violation
        if place(move) < self.least:
            return Violation(
                "canonical_steps", "moves come in rising order of their first squares, pieces and last squares"
            )
        return None

    def _why_not_walk(self, state: State, move: Walk) -> Violation | None:
        game, start, end = state.game, SQUARES[move.start], SQUARES[move.end]
        here = number(state.table.stacks[state.turn][move.start], move.piece)
        if not here:
            return Violation("27", f"{game.players[state.turn]} has no {PIECES[move.piece]} on {start}")
        if move.start == move.end:
            return Violation("U30", "to stay is not a move")
        enemy = self.reach.enemies >> move.end & 1
        if not game.ground.reach(move.start, FAST[move.piece], self.reach.enemies) >> move.end & 1:
            return self._out_of_reach(state, move)
        if enemy and game.peace(state.round):
            return Violation("U2", f"{end} is an enemy's, and there is peace in round {state.round}")
        if not any(square == move.start and piece == move.piece for square, piece, _ in self.waiting):
            return Violation("27", f"every {PIECES[move.piece]} on {start} has moved in this turn")
        return self._barred(state, move)

    def _out_of_reach(self, state: State, move: Walk) -> Violation:
        ground, end = state.game.ground, SQUARES[move.end]
        if not ground.open >> move.end & 1:
            return Violation("3", f"{end} is a mountain")
        files, ranks = abs(move.end // SIDE - move.start // SIDE), abs(move.end % SIDE - move.start % SIDE)
        steps = 2 if FAST[move.piece] else 1
        if max(files, ranks) > steps:
            return Violation(
                "26",
                f"{PIECES[move.piece]} moves {'one or two squares' if steps == 2 else 'one square'}; {end} is {max(files, ranks)} away",
            )
        if ground.reach(move.start, FAST[move.piece], 0) >> move.end & 1:
            return Violation("28", f"enemies stop {PIECES[move.piece]} on every way to {end}")
        if state.game.settings["two_step"] == "straight" and (files, ranks) in ((1, 2), (2, 1)):
            return Violation("U30", "both steps go in the same direction")
        return Violation("3", f"mountains are in the way to {end}")

    def _barred(self, state: State, move: Walk) -> Violation | None:
        """What depends on where friends stand now."""
        if state.game.stack_limit is not None and (violation := over_stack(state, move.end)):
            return violation
        if move.piece == HEALER and state.game.escorted and self.reach.enemies >> move.end & 1:
            table = state.table
            if not any(table.stacks[colour][move.end] & FIGHTERS for colour in table.colours(table.lords[state.turn])):
                return Violation("U29", f"no healer enters {SQUARES[move.end]} before a fighter")
        return None

    def ends(self, state: State, square: int, piece: int) -> tuple[int, ...]:
        """Where a piece that waits can go now."""
        game = state.game
        ends = self.reach.ends(square, piece, game.peace(state.round))
        if game.stack_limit is None and not game.escorted:
            return ends
        return tuple(end for end in ends if self._barred(state, Walk(piece, square, end)) is None)

    def after(self, state: State, move: Move) -> State:
        """The next piece, or the battles."""
        if isinstance(move, Walk):
            unit = UNIT[move.piece]
            table = state.table.changed(state.turn, (move.start, -unit), (move.end, unit))
            waiting = _less(self.waiting, move.start, move.piece)
            memory = state.memory
            if move.piece == HEALER and state.game.settings["healers_only"] == "standoff":
                memory = replace(memory, trail=(*memory.trail, (state.turn, move.start, move.end)))
            step = Moving(waiting, self.reach, place(move) if state.game.canonical else -1)
            return _go_on(state.to(step, table, memory), step)
        if isinstance(move, Convert):
            return self._after_conversion(state, move)
        return state.to(Phase.BATTLES)

    def _after_conversion(self, state: State, move: Convert) -> State:
        """The converted piece waits if one of its kind did: pieces that wait are converted before those that have moved (U7)."""
        waiting = self.waiting
        table = converted(state.table, state.turn, move)
        if any((square, piece) == (move.square, move.piece) for square, piece, _ in waiting):
            waiting = _less(waiting, move.square, move.piece)
            if self.reach.ends(move.square, HEALTHY["I"], state.game.peace(state.round)):
                wound = move.piece - HEALTHY["C"]
                for kind in move.into:
                    waiting = _more(waiting, move.square, HEALTHY[kind] + wound)
        step = Moving(waiting, self.reach, self.least)
        return _go_on(state.to(step, table), step)


def place(move: Walk) -> int:
    """A move's place in the order of canonical_steps."""
    return 1000 * move.start + 100 * move.piece + move.end


def _less(waiting: tuple[tuple[int, int, int], ...], square: int, piece: int) -> tuple[tuple[int, int, int], ...]:
    for index, (at, its, count) in enumerate(waiting):
        if at == square and its == piece:
            return (*waiting[:index], *(((square, piece, count - 1),) if count > 1 else ()), *waiting[index + 1 :])
    raise AssertionError("nothing waits there")


def _more(waiting: tuple[tuple[int, int, int], ...], square: int, piece: int) -> tuple[tuple[int, int, int], ...]:
    counts = {(at, its): count for at, its, count in waiting}
    counts[square, piece] = counts.get((square, piece), 0) + 1
    return tuple((at, its, count) for (at, its), count in sorted(counts.items()))


class Walks(View):
    """Stop, then the moves of each piece in order, then conversions."""

    __slots__ = ("_blocks", "_later")

    def __init__(self, state: State, step: Moving) -> None:
        game = state.game
        count = 1
        blocks = []
        ends, peace = step.reach.ends, game.peace(state.round)
        moving_friends_matter = game.stack_limit is not None or game.escorted
        for square, piece, _ in step.waiting:
            found = step.ends(state, square, piece) if moving_friends_matter else ends(square, piece, peace)
            if step.least >= 0:
                first = step.least - place(Walk(piece, square, 0))
                if first > 0:
                    found = tuple(end for end in found if end >= first)
            blocks.append((piece, square, found))
            count += len(found)
        self._blocks = blocks
        self._later = conversions(state) if game.any_time else ()
        super().__init__(state, count + len(self._later))

    def at(self, index: int) -> Move:
        """The stop, a walk or a conversion."""
        if index == 0:
            return STOP
        index -= 1
        for piece, square, ends in self._blocks:
            if index < len(ends):
                return Walk(piece, square, ends[index])
            index -= len(ends)
        return self._later[index]


def begin(state: State) -> State:
    """The step, left out where nothing can move."""
    step = opened(state)
    return _go_on(state.to(step), step)


def opened(state: State) -> Moving:
    """The step before anything has moved."""
    reach, table, colour = Reach(state), state.table, state.turn
    row, peace = table.stacks[colour], state.game.peace(state.round)
    return Moving(
        tuple(
            (square, piece, number(row[square], piece))
            for square in members(table.occupied[colour])
            for piece in present(row[square])
            if reach.ends(square, piece, peace)
        ),
        reach,
    )


def _go_on(state: State, step: Moving) -> State:
    """On to the battles when only a stop is left."""
    if step.waiting and step.least < 0 and state.game.stack_limit is None and not state.game.escorted:
        return state
    return state if len(Walks(state, step)) > 1 else state.to(Phase.BATTLES)
