"""One moment of a game: the table, whose turn it is, and the step somebody has to decide; the terms of the game.

A colour is a set of pieces and a seat; a player is a person, named by their first colour (clause 5). Both are
numbers of seats, and player p started with colour p. Steps that leave no choice vanish: a step that is over leaves a
`Phase`, in which nobody decides, and `chapters.turns` says what each does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Final, NamedTuple, TypeVar

from armada_sim.tabletop import Message, Outcome
from grid_games.core.engine import NOBODY, Moment, Step as AnyStep, View as AnyView
from grid_games.core.numbers import KEY, TEXT
from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.core.tables import tabled
from grid_games.strategiksa.board import SIDE, Ground, Terrain, ground_of, read_terrain
from grid_games.strategiksa.moves import COLOURS, Move
from grid_games.strategiksa.numbers import Numbers, numbers_of
from grid_games.strategiksa.options import Rules, read_rules
from grid_games.strategiksa.units import KINGS, WOUNDED, healed

T = TypeVar("T")

made: Final = tuple.__new__
"""A named tuple of its fields, all of them: the call that its class makes itself, without the call before it."""

EMPTY: Final = (0,) * (SIDE * SIDE)
"""A colour's stacks when it has no piece."""


class _TableFields(NamedTuple):
    """What a table consists of."""

    stacks: tuple[tuple[int, ...], ...]
    """For each colour, its stack on each square."""

    lords: tuple[int, ...]
    """For each colour, the independent player to whose alliance it belongs."""

    managers: tuple[int, ...]
    """For each colour, the player who decides for it."""

    occupied: tuple[int, ...]
    """For each colour, the squares where it stands. Follows from `stacks`."""

    totals: tuple[int, ...]
    """For each colour, all its pieces as one stack. Follows from `stacks`."""

    able: int
    """The suzerains of other colours with pieces, one bit each. Follows from `lords` and `totals`."""


class Table(_TableFields):
    """What stands on the board and who runs it. Every operation gives a new table."""

    __slots__ = ()

    @classmethod
    def empty(cls, colours: int) -> Table:
        """Nothing on the board, everybody independent."""
        return cls.of((EMPTY,) * colours, range(colours), range(colours))

    @classmethod
    def of(cls, stacks: Iterable[Iterable[int]], lords: Iterable[int], managers: Iterable[int]) -> Table:
        """The table with these stacks."""
        rows = tuple(tuple(row) for row in stacks)
        occupied = tuple(sum(1 << square for square, stack in enumerate(row) if stack) for row in rows)
        totals = tuple(sum(row) for row in rows)
        return cls(rows, (), (), occupied, totals, 0).ruled(tuple(lords), tuple(managers))

    def changed(self, colour: int, *changes: tuple[int, int]) -> Table:
        """With (square, packed pieces to add) for one colour."""
        stacks, lords, managers, occupied, totals, able = self
        rows, row, squares, before = list(stacks), list(stacks[colour]), occupied[colour], totals[colour]
        total = before
        for square, more in changes:
            total += more
            row[square] = stack = row[square] + more
            if stack:
                squares |= 1 << square
            else:
                squares &= ~(1 << square)
        if total != before:
            totals = _with(totals, colour, total)
            if not (total and before):
                able = _able(lords, totals)
        if squares != occupied[colour]:
            occupied = _with(occupied, colour, squares)
        rows[colour] = tuple(row)
        return made(Table, (tuple(rows), lords, managers, occupied, totals, able))

    def ruled(self, lords: tuple[int, ...], managers: tuple[int, ...]) -> Table:
        """The same pieces under other suzerains and managers."""
        return Table(self.stacks, lords, managers, self.occupied, self.totals, _able(lords, self.totals))

    def managed(self, colour: int, player: int) -> Table:
        """With another manager of a colour."""
        return self.ruled(self.lords, (*self.managers[:colour], player, *self.managers[colour + 1 :]))

    def alliance(self, lord: int) -> int:
        """The squares where colours of a suzerain stand."""
        squares = 0
        for its, occupied in zip(self.lords, self.occupied, strict=True):
            if its == lord:
                squares |= occupied
        return squares

    def others(self, lord: int) -> int:
        """The squares where colours of any other alliance stand."""
        squares = 0
        for its, occupied in zip(self.lords, self.occupied, strict=True):
            if its != lord:
                squares |= occupied
        return squares

    def lords_in_play(self) -> list[int]:
        """The suzerains some of whose colours have a piece, in order."""
        return sorted({self.lords[colour] for colour, total in enumerate(self.totals) if total})

    def colours(self, lord: int) -> tuple[int, ...]:
        """The colours of an alliance."""
        return tuple([colour for colour, its in enumerate(self.lords) if its == lord])

    def without_king(self, colour: int) -> Table:
        """With the king of a colour removed, if it has one."""
        for square in members(self.occupied[colour]):
            if king := self.stacks[colour][square] & KINGS:
                return self.changed(colour, (square, -king))
        return self

    def healed(self, square: int) -> Table:
        """With no wounds on a square."""
        table = self
        for colour, row in enumerate(self.stacks):
            if row[square] & WOUNDED:
                table = table.changed(colour, (square, healed(row[square]) - row[square]))
        return table


def _able(lords: tuple[int, ...], totals: tuple[int, ...]) -> int:
    """The suzerains of other colours with pieces, one bit each."""
    found = 0
    for colour, lord in enumerate(lords):
        if lord != colour and totals[colour]:
            found |= 1 << lord
    return found


def _with(row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """A tuple with another value at a place."""
    changed = list(row)
    changed[place] = value
    return tuple(changed)


class Phase(Enum):
    """Where a turn goes on when a step is over (clause 13). Nobody decides: it leads to a step or another phase."""

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

    __hash__ = object.__hash__  # without a call in Python


class Step(AnyStep["State", Move]):
    """What somebody has to decide. Subclasses are dataclasses that nothing changes once they are made (frozen ones take
    four times as long to make); what a move leads to may stand in a phase."""

    __slots__ = ()

    def decider(self, state: State) -> int:
        """Whoever runs the colour to play, unless a step says otherwise."""
        return state.table.managers[state.turn]


class Interrupt(Step):
    """What comes before a decision of anybody (clause 48, U17)."""

    __slots__ = ()

    def asked(self, state: State) -> State:
        """The state in which the first suzerain is asked who has something to say; as it is where nobody has."""
        raise NotImplementedError

    def too_late(self, state: State, move: Move) -> Violation | None:
        """Why a suzerain is not asked whose word it would be; None for any other move."""
        raise NotImplementedError


def out_of_turn(state: State, expected: str, move: Move, **values: object) -> Violation:
    """A move of another step (clause 13): `expected` says what {player} does now, not {move}, with what else it names
    in `values`."""
    if late := state.game.interrupt.too_late(state, move):
        return late
    player = Message(state.current_player() or "")
    return Violation("turn", expected, player=player, move=str(move), **values)


@dataclass(frozen=True, slots=True)
class Over(Step):
    """The game is over."""

    outcome: Outcome
    scores: tuple[Fraction, ...]
    """What each player got, by seats."""

    def decider(self, state: State) -> int:
        """Nobody."""
        return NOBODY

    def moves(self, state: State) -> Sequence[Move]:
        """None."""
        return ()

    def why_not(self, state: State, move: Move) -> Violation | None:
        """Clause 57."""
        return Violation("57", "the game is over")


class View(AnyView[Move]):
    """Moves that are those which nothing forbids."""

    __slots__ = ("_state",)

    def __init__(self, state: State, count: int) -> None:
        super().__init__(count)
        self._state = state

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and self._state.why_not(move) is None


@dataclass(frozen=True, slots=True)
class Fallen:
    """A king is gone by another's hand, and what happens to the player is still open."""

    player: int
    killer: int
    """The colour of the piece it fought."""

    forced: bool
    """The player becomes a vassal without a choice (U15)."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What lasts longer than a step and is not on the table."""

    fallen: tuple[Fallen, ...] = ()
    """Kings gone, in the order of their deaths."""

    silent: int = 0
    """The suzerains who have passed for this round, one bit each (U17)."""


NOTHING: Final = Memory()
"""At the start, and nearly always."""


@dataclass(frozen=True)
@tabled
class Terms:
    """What a state and the chapters need of a game: seats, options, the map under them, what each phase does."""

    letters: str
    """Colours by letter, in the order of the seats."""

    choices: tuple[tuple[str, str | int], ...]
    """Every option with its value as it is written."""

    phases: ClassVar[Mapping[Phase, Callable[[State], State]]] = {}
    """What each phase does."""

    interrupt: ClassVar[Interrupt]
    """What suzerains may say before anybody's decision."""

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Players, named by their colours."""
        return tuple(COLOURS[letter] for letter in self.letters)

    @cached_property
    def called(self) -> tuple[Message, ...]:
        """The players as they are said."""
        return tuple(map(Message, self.players))

    @cached_property
    def settings(self) -> Mapping[str, str | int]:
        """Every option with its value, and the seats."""
        return {"seats": " ".join(self.letters), **dict(self.choices)}

    @cached_property
    def rules(self) -> Rules:
        """The options as the chapters read them."""
        return read_rules(dict(self.choices))

    @cached_property
    def numbers(self) -> Numbers:
        """Prices and the like."""
        return numbers_of(dict(self.choices).get(KEY, TEXT))

    def supply(self, kind: str) -> int:
        """How many pieces of a kind a colour has, kings apart (clause 6; U3)."""
        return self.rules.supply if kind in self.numbers.price else 0

    @cached_property
    def terrain(self) -> Terrain:
        """The map."""
        return read_terrain(self.rules.map)

    @cached_property
    def ground(self) -> Ground:
        """What the map means under the options."""
        return ground_of(self.terrain, self.rules.corner)

    def framed(self, table: Table, round_number: int, turn: int, step: Step | Phase, memory: Memory = NOTHING) -> State:
        """A state of this game."""
        return State(self, table, round_number, turn, step, memory)

    def position(self, table: Table, round_number: int, turn: int) -> State:
        """The start of a turn, at its first decision."""
        return self.framed(table, round_number, turn, Phase.TURN).settled()


class _Fields(NamedTuple):
    """What a state consists of."""

    game: Terms
    table: Table
    round: int
    """From 1; 0 during the set-up."""

    turn: int
    """The colour to play, by its seat."""

    step: Step | Phase
    memory: Memory = NOTHING
    aside: int = -1
    """The suzerain who is asked before the step is decided, by seat (U17); -1 for none."""


class State(Moment[Move], _Fields):
    """One moment of a game."""

    __slots__ = ()

    game: Terms  # type: ignore[assignment]

    def __hash__(self) -> int:
        return hash(self[1:])

    def to(self, step: Step | Phase, table: Table | None = None, memory: Memory | None = None) -> State:
        """The same turn at another step."""
        return made(State, (self.game, table or self.table, self.round, self.turn, step, memory or self.memory, -1))

    def at(self, round_number: int, turn: int, step: Step | Phase) -> State:
        """The same table at another turn."""
        return made(State, (self.game, self.table, round_number, turn, step, self.memory, -1))

    def asking(self, lord: int) -> State:
        """The same decision, a suzerain asked before it; -1 for none."""
        return made(State, (self.game, self.table, self.round, self.turn, self.step, self.memory, lord))

    def settled(self) -> State:
        """Onward to the next decision."""
        state = self
        while isinstance(state.step, Phase):
            state = state.game.phases[state.step](state)
        return state.opened()

    def opened(self) -> State:
        """A decision that has come up: whoever has a word before it is asked first."""
        return self.game.interrupt.asked(self) if self.table.able else self

    @property
    def decision(self) -> Step:
        """What somebody decides; a state that players see is never in a phase."""
        return self.step if self.aside < 0 else self.game.interrupt  # type: ignore[return-value]

    def after(self, move: Move) -> State:
        state = self.decision.after(self, move)
        if state.step.__class__ is Phase:
            return state.settled()
        return state if self.aside >= 0 else state.opened()

    def outcome(self) -> Outcome | None:
        return self.step.outcome if isinstance(self.step, Over) else None

    def returns(self) -> Mapping[str, Fraction]:
        """1 for the winner, 1/2 for vassals with troops, shares in a draw (clause 58, U26)."""
        scores = self.step.scores if isinstance(self.step, Over) else (Fraction(0),) * len(self.game.players)
        return dict(zip(self.game.players, scores, strict=True))
