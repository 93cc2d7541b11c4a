"""Singidunum as a game of the protocol."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armada_sim.errors import InputError
from armada_sim.gaps import Option, settled
from grid_games.singidunum import documents, moves
from grid_games.singidunum import standing as pictures
from grid_games.singidunum.board import Board, board_of
from grid_games.singidunum.boards import default_board
from grid_games.singidunum.chapters import action as play
from grid_games.singidunum.chapters.action import State
from grid_games.singidunum.chapters.turns import TURNS
from grid_games.singidunum.moves import PLAYERS, Move
from grid_games.singidunum.options import OPTIONS, rules_of
from grid_games.singidunum.state import DEPLOY, GO
from grid_games.singidunum.table import Table, table_of
from grid_games.singidunum.units import pool

_ACTION = 64
"""Moves in one action at most: a declaration, two goings and their ways, up to 6 challenges with answer, hex and next
choice, a roll, two saves, two retreats of two steps, a veto for each of 6 hexes, pursuit, rolling again: 57."""


@dataclass(frozen=True)
class Singidunum:
    """The game with its options settled."""

    chosen: tuple[tuple[str, str | int], ...]
    """The settings."""

    table: Table = field(repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash(self.chosen))

    def __hash__(self) -> int:
        return self._hash

    @property
    def name(self) -> str:
        """As the protocol says."""
        return KIND.name

    @property
    def players(self) -> tuple[str, ...]:
        """As the protocol says."""
        return PLAYERS

    @property
    def settings(self) -> Mapping[str, str | int]:
        """As the protocol says; `map` holds the rows of a custom board."""
        return dict(self.chosen)

    @property
    def board_of_play(self) -> Board:
        """The board."""
        return self.table.board

    def new(self) -> State:
        """As the protocol says."""
        return play.new(self)

    def parse(self, text: str) -> Move:
        """As the protocol says."""
        return moves.parse(self.table.board, text)

    def state_to_json(self, state: State) -> dict[str, Any]:
        """As the protocol says."""
        return documents.written(state)

    def state_from_json(self, document: object) -> State:
        """As the protocol says."""
        return documents.read(self, document)

    def opening(self, state: State) -> bool:
        """As the protocol says: armies are composed and deployed."""
        return state.phase == DEPLOY

    def closes(self, before: State, after: State) -> bool:
        """As the protocol says: a unit is placed, or an action is over."""
        return after.phase in (DEPLOY, GO)

    @property
    def max_plies(self) -> int:
        """As the protocol says."""
        units = sum(pool(self.table.rules.unit_split))
        return 2 * (units + 1) + 1 + TURNS * (2 * units * _ACTION + 2)

    @property
    def max_chance_outcomes(self) -> int:
        """As the protocol says: both dice of a supported shot."""
        return len(self.table.dice)

    @property
    def utility(self) -> tuple[Fraction, Fraction]:
        """As the protocol says."""
        return Fraction(0), Fraction(1)

    @property
    def hides(self) -> bool:
        """As the protocol says: armies, until both are deployed."""
        return True

    @property
    def move_count(self) -> int:
        """As the protocol says."""
        return self.table.numbering.count

    def number(self, move: Move) -> int:
        """As the protocol says."""
        return self.table.numbering.number(move)

    def numbered(self, number: int) -> Move:
        """As the protocol says."""
        return self.table.numbering.numbered(number)

    def features(self, state: State, player: str) -> NDArray[np.float32]:
        """As the protocol says."""
        return pictures.features(state, player)

    def evaluate(self, state: State, player: str) -> float:
        """As the protocol says."""
        return pictures.evaluate(state, player)

    def board(self, state: State, player: str | None = None) -> str:
        """As the protocol says."""
        return pictures.board_text(state, player)


@dataclass(frozen=True, slots=True)
class SingidunumKind:
    """What is known of the game before its options are settled."""

    name: str = "singidunum"
    title: str = "Singidunum: two armies, hexes, two dice"
    options: tuple[Option, ...] = OPTIONS
    seats: range = range(2, 3)

    def load(self, players: int | None = None, settings: Mapping[str, object] | None = None) -> Singidunum:
        """As the protocol says. `settings` may hold `map`, the rows of a custom board, or "default"."""
        if players not in (None, *self.seats):
            raise InputError(f"Singidunum is for 2 players, not {players}", key="players")
        given = dict(settings or {})
        rows = given.pop("map", "default")
        if rows != "default":
            given.setdefault("board", "custom")
        chosen = settled(OPTIONS, given)
        rules = rules_of(chosen)
        board = default_board()
        if chosen["board"] == "custom":
            board = board_of(str(rows)) if rows != "default" else board
            chosen["map"] = board.text()
        elif rows != "default":
            raise InputError("is given only with board = custom", key="map")
        if 2 * rules.deploy_rows > len(board.rows):
            raise InputError(
                f"two zones of {rules.deploy_rows} rows do not fit on a board of {len(board.rows)}", key="deploy_rows"
            )
        table = table_of(board, rules)
        if not all(table.zones):
            raise InputError("a side has no hex to deploy on", key="map")
        return Singidunum(tuple(chosen.items()), table)


KIND = SingidunumKind()
