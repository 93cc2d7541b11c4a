"""Singidunum as a game of the protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from armada_sim.tabletop import N_, Gone, InputError, Message, Option
from grid_games.core.numbers import KEY, place_of
from grid_games.singidunum import documents, standing, text
from grid_games.singidunum.chapters.action import STEPS
from grid_games.singidunum.moves import Move
from grid_games.singidunum.numbers import the_text
from grid_games.singidunum.options import GONE, OPTIONS, agreed
from grid_games.singidunum.state import Phase, State, Terms
from grid_games.singidunum.table import table_of

_ACTION = 64
"""Moves in one action at most: a declaration, two goings, up to 6 challenges with answer, hex and next choice, a roll,
two saves, two retreats of two steps, a veto for each of 6 hexes, pursuit, rolling again: 55."""


class Singidunum(Terms):
    """The game with its options settled."""

    steps = STEPS
    name: ClassVar[str] = "singidunum"
    utility: ClassVar[tuple[Fraction, Fraction]] = (Fraction(0), Fraction(1))
    hides: ClassVar[bool] = True
    breadth: ClassVar[int] = 24
    foresees: ClassVar[bool] = False

    @property
    def settings(self) -> Mapping[str, str | int]:
        """Every option with its value; `map` holds the rows of a custom board, `numbers` what is not as in the text."""
        return dict(self.chosen)

    def new(self) -> State:
        return State(game=self, kinds=bytearray(len(self.table.board.names)))

    def state_to_json(self, state: State) -> dict[str, Any]:
        return documents.written(state)

    def state_from_json(self, document: object) -> State:
        return documents.read(self, document)

    def opening(self, state: State) -> bool:
        """Whether armies are composed and deployed."""
        return state.phase == Phase.DEPLOY

    def closes(self, before: State, after: State) -> bool:
        """Whether a unit is placed, or an action is over."""
        return after.phase in (Phase.DEPLOY, Phase.GO)

    @property
    def max_plies(self) -> int:
        numbers = self.table.numbers
        units = sum(numbers.pool)
        return 2 * (units + 1) + 1 + numbers.turns * (2 * units * _ACTION + 2)

    @property
    def max_chance_outcomes(self) -> int:
        """Both dice of a supported shot."""
        return len(self.table.dice)

    @property
    def move_count(self) -> int:
        return self.table.numbering.count

    def number(self, move: Move) -> int:
        return self.table.numbering.number(move)

    def numbered(self, number: int) -> Move:
        return self.table.numbering.numbered(number)

    def evaluate(self, state: State, player: str) -> float:
        return standing.evaluate(state, player)

    def weighed(self, state: State, moves: Sequence[Move], player: str) -> Sequence[None]:
        return (None,) * len(moves)

    def kinds(self, state: State, moves: Sequence[Move]) -> Sequence[Move]:
        return moves

    def horizon(self, state: State) -> int:
        """One action more, which mostly is the enemy's answer."""
        return 1

    def habit(self, state: State) -> None:
        """Nothing is done without thinking."""

    def board(self, state: State, player: str | None = None) -> str:
        return text.board_text(state, player)


@dataclass(frozen=True, slots=True)
class SingidunumKind:
    """What is known of the game before its options are settled."""

    name: str = Singidunum.name
    title: str = N_("Singidunum: two armies, hexes, two dice")
    options: tuple[Option, ...] = OPTIONS
    gone: ClassVar[Mapping[str, Gone]] = GONE
    seats: range = range(2, 3)
    limits: ClassVar[Mapping[str, object]] = {}

    def load(self, players: int | None = None, settings: Mapping[str, object] | None = None) -> Singidunum:
        """`settings` may hold `map`, the rows of a custom board, or "default", and `numbers` (`core.numbers`)."""
        if players not in (None, *self.seats):
            raise InputError(Message("Singidunum is for 2 players, not {n}", n=players), key="players")
        chosen, board, rules, numbers = agreed(settings or {})
        if len(board.rows) < 2 * (depth := numbers.depth):
            told = Message("two zones of {n} rows do not fit on a board of {rows}", n=depth, rows=len(board.rows))
            if depth == the_text().depth:
                raise InputError(told, key="map")
            raise InputError(told, key="depth").within(**place_of((settings or {}).get(KEY)))
        table = table_of(board, rules, numbers)
        if not all(table.zones):
            raise InputError(Message("a side has no hex to deploy on"), key="map")
        return Singidunum(tuple(chosen.items()), table)


KIND = SingidunumKind()
