"""What the chapters of the rules share: what a step is, the stages of a turn that no step waits at, what a game remembers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Protocol, overload

from armada_sim.arena.protocol import Outcome
from grid_games.core.protocol import Violation
from grid_games.strategiksa.moves import Move
from grid_games.strategiksa.table import Table

if TYPE_CHECKING:
    from grid_games.strategiksa.state import State


class Phase(Enum):
    """Where a turn goes on when a step is over (clause 13). Nobody decides in a phase: it leads to a step or to another phase."""

    SETUP = auto()
    NEXT = auto()
    TURN = auto()
    OFFER = auto()
    REINFORCE = auto()
    CONVERT = auto()
    MOVE = auto()
    BATTLES = auto()
    REGICIDES = auto()
    END = auto()


class Step(Protocol):
    """What somebody has to decide, with whatever the step alone has to know."""

    def decider(self, state: State) -> int | None:
        """The player who decides; None when the game is over."""

    def moves(self, state: State) -> Sequence[Move]:
        """What he may do."""

    def why_not(self, state: State, move: Move) -> Violation | None:
        """What forbids a move."""

    def after(self, state: State, move: Move) -> State:
        """What a legal move leads to; it may stand in a phase."""


class View(Sequence[Move]):
    """Moves that are counted and asked without being listed."""

    __slots__ = ("_count", "_state")

    def __init__(self, state: State, count: int) -> None:
        self._state, self._count = state, count

    def __len__(self) -> int:
        return self._count

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and self._state.why_not(move) is None

    def at(self, index: int) -> Move:
        """The move of a place within the length."""
        raise NotImplementedError

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return tuple(self.at(place) for place in range(*index.indices(self._count)))
        place = index + self._count if index < 0 else index
        if not 0 <= place < self._count:
            raise IndexError(f"there are {self._count} moves, and none with index {index}")
        return self.at(place)

    def __iter__(self) -> Iterator[Move]:
        return map(self.at, range(self._count))


@dataclass(frozen=True, slots=True)
class Fallen:
    """A king is gone by another's hand, and it is still open what becomes of the player."""

    player: int
    killer: int
    """The colour of the piece it fought."""

    forced: bool
    """He becomes a vassal without a choice (U15)."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What lasts longer than a step and is not on the table."""

    saved: tuple[int, ...] = ()
    """Points of reinforcement each colour has saved; none are ever under saving=no and forced."""

    fallen: tuple[Fallen, ...] = ()
    """Kings gone, in the order of their deaths."""

    trail: tuple[tuple[int, int, int], ...] = ()
    """Healers moved in this turn: colour, start, end. Kept under healers_only=standoff alone."""

    seen: tuple[tuple[int, Table], ...] = ()
    """Beginnings of turns so far: colour to play and table. Kept under repetition=3 alone."""


NOTHING: Final = Memory()
"""At the start, and nearly always."""


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over."""

    outcome: Outcome
    scores: tuple[Fraction, ...] = field(default=())
    """What each player got, by seats."""

    def decider(self, state: State) -> None:
        """Nobody decides any more."""

    def moves(self, state: State) -> Sequence[Move]:
        """None."""
        return ()

    def why_not(self, state: State, move: Move) -> Violation | None:
        """Nothing is allowed any more."""
        return Violation("57", "the game is over")

    def after(self, state: State, move: Move) -> State:
        """There is nothing to be done."""
        raise AssertionError("the game is over")


def out_of_turn(expected: str, move: Move) -> Violation:
    """A move of another step (clause 13)."""
    return Violation("turn", f"now {expected}, not {move}")
