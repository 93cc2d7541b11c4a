"""The game: options settled, players seated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armada_sim.errors import InputError
from armada_sim.gaps import Option, settled
from grid_games.strategiksa import moves, standing
from grid_games.strategiksa.board import Ground, Terrain, ground_of, read_terrain
from grid_games.strategiksa.chapters.control import zones_needed
from grid_games.strategiksa.chapters.setup import START_POINTS, Settling
from grid_games.strategiksa.documents import state_from_json, state_to_json
from grid_games.strategiksa.moves import COLOURS, LETTERS, Move
from grid_games.strategiksa.options import OPTIONS
from grid_games.strategiksa.phases import NOTHING, Memory, Phase, Step
from grid_games.strategiksa.squares import ZONE_MASKS
from grid_games.strategiksa.state import State
from grid_games.strategiksa.table import Table
from grid_games.strategiksa.text.positions import board_text
from grid_games.strategiksa.units import FIELD


@dataclass(frozen=True)
class Strategiksa:
    """A game with its options settled and its players seated."""

    letters: str
    """Colours by letter, in the order of the seats."""

    terrain: Terrain
    choices: tuple[tuple[str, str | int], ...]
    """Every option but the map with its value."""

    @property
    def name(self) -> str:
        """As the command takes it."""
        return "strategiksa"

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Players, named by their colours."""
        return tuple(COLOURS[letter] for letter in self.letters)

    @cached_property
    def settings(self) -> Mapping[str, str | int]:
        """Every option with its value, and the seats."""
        return MappingProxyType({"seats": " ".join(self.letters), "map": self.terrain.text, **dict(self.choices)})

    @cached_property
    def ground(self) -> Ground:
        """What the map means under the options."""
        one = self.settings
        return ground_of(
            self.terrain,
            one["mountains"] == "edges",
            str(one["corner"]),
            one["two_step"] == "straight",
            one["small_zone"] == "one_square_enough",
        )

    @cached_property
    def supply(self) -> int:
        """Pieces of a kind that a colour has (U3)."""
        given = self.settings["supply"]
        return given if isinstance(given, int) else FIELD

    @cached_property
    def stack_limit(self) -> int | None:
        """Pieces of an alliance that may share a square (U22)."""
        given = self.settings["stack_limit"]
        return given if isinstance(given, int) else None

    @cached_property
    def two_squares(self) -> bool:
        """Whether a colour must start on two squares (U4)."""
        return self.settings["spread"] == "two_squares"

    @cached_property
    def canonical(self) -> bool:
        """Whether steps are taken in one order only."""
        return self.settings["canonical_steps"] == "on"

    @cached_property
    def any_time(self) -> bool:
        """Whether conversions come among reinforcements and moves (U7)."""
        return self.settings["convert_when"] == "any_time"

    @cached_property
    def converts_to(self) -> int:
        """How many pieces a cavalry becomes (U7)."""
        return 2 if self.settings["convert"] == "1:2" else 1

    @cached_property
    def empty_heal(self) -> bool:
        """Whether unwounded pieces may be healed (U28)."""
        return self.settings["empty_heal"] == "allowed"

    @cached_property
    def own_healers(self) -> bool:
        """Whether healers heal their own colour only (U13)."""
        return self.settings["healing"] == "heal_own_colour_only"

    @cached_property
    def escorted(self) -> bool:
        """Whether healers need a fighter before them (U29)."""
        return self.settings["healers_alone"] == "illegal"

    @cached_property
    def zones_needed(self) -> int:
        """Zones that win (U21)."""
        return zones_needed(self.ground, self.settings["territory"])

    @cached_property
    def last_round(self) -> int:
        """The round after which the game ends (U26)."""
        return int(self.settings["max_rounds"])

    @cached_property
    def _peace_rounds(self) -> int:
        return int(self.settings["peace_rounds"])

    def peace(self, round_number: int) -> bool:
        """Whether nobody may enter an enemy square in a round (U2)."""
        return round_number <= self._peace_rounds

    def new(self) -> State:
        """The first colour chooses its zone."""
        return State(self, Table.empty(len(self.letters)), 0, 0, Settling())

    def framed(self, table: Table, round_number: int, turn: int, step: Step | Phase, memory: Memory = NOTHING) -> State:
        """A state of this game."""
        return State(self, table, round_number, turn, step, memory)

    def position(self, table: Table, round_number: int, turn: int) -> State:
        """The start of a turn, at its first decision."""
        return self.framed(table, round_number, turn, Phase.TURN).settled()

    def parse(self, text: str) -> Move:
        """The move of a notation. Raises NotationError."""
        return moves.read_move(text)

    def state_to_json(self, state: State) -> dict[str, Any]:
        """A state, whole, as a JSON document."""
        return state_to_json(state)

    def state_from_json(self, document: object) -> State:
        """The state of a document. Raises NotationError."""
        return state_from_json(self, document)

    def opening(self, state: State) -> bool:
        """Whether colours are still set up (clauses 10 to 12)."""
        return not state.round

    def closes(self, before: State, after: State) -> bool:
        """Whether a turn ended, or a colour has been set up."""
        return (before.round, before.turn) != (after.round, after.turn)

    @property
    def max_plies(self) -> int:
        """A bound: every turn with all pieces there can be reinforced, converted, moved and lost in battles with every healing used."""
        colours, supply = len(self.letters), self.settings["supply"]
        reinforced = len(ZONE_MASKS) * self.last_round
        pieces = 4 * supply + 1 if isinstance(supply, int) else 1 + 2 * (START_POINTS + reinforced * colours)
        turn = 3 * colours + reinforced + 1 + 2 * pieces + 2 + len(ZONE_MASKS) * 4 + 3 * colours * pieces + colours
        return colours * (2 + START_POINTS) + colours * self.last_round * turn

    @property
    def max_chance_outcomes(self) -> int:
        """Nothing is rolled."""
        return 0

    @property
    def utility(self) -> tuple[Fraction, Fraction]:
        """Nothing, and a victory."""
        return Fraction(0), Fraction(1)

    @property
    def hides(self) -> bool:
        """Nothing is hidden."""
        return False

    @property
    def move_count(self) -> int:
        """Numbers of moves are 0 to this less 1."""
        return moves.MOVE_COUNT

    def number(self, move: Move) -> int:
        """The number of a move."""
        return moves.number_of(move)

    def numbered(self, number: int) -> Move:
        """The move of a number. Raises NotationError where there is none."""
        return moves.numbered(number)

    def features(self, state: State, player: str) -> NDArray[np.float32]:
        """The state as numbers within [-1, 1], seen from a player's seat."""
        return standing.features(state, self.players.index(player))

    def evaluate(self, state: State, player: str) -> float:
        """How well a player stands, from 0 to 1."""
        return standing.evaluate(state, self.players.index(player))

    def board(self, state: State, player: str | None = None) -> str:
        """The board in characters; everybody sees all of it."""
        return board_text(state)


class StrategiksaKind:
    """Strategiksa before its options are settled."""

    @property
    def name(self) -> str:
        """As the command takes it."""
        return "strategiksa"

    @property
    def title(self) -> str:
        """As people call it."""
        return "Strategiksa: kings, suzerains and vassals on a square grid, for three players or more"

    @property
    def options(self) -> tuple[Option, ...]:
        """Every gap in its rules."""
        return OPTIONS

    @property
    def seats(self) -> range:
        """Three players to eight; two under min_players=2."""
        return range(3, len(LETTERS) + 1)

    def load(self, players: int | None = None, settings: Mapping[str, object] | None = None) -> Strategiksa:
        """The game with `settings`; besides the options `seats`, letters of colours in turn order. Raises InputError."""
        given = dict(settings or {})
        letters = _seated(players, given.pop("seats", None))
        terrain = _terrain(given.pop("map", "classic"))
        values = settled([option for option in OPTIONS if option.key != "map"], given)
        game = Strategiksa(letters, terrain, tuple(values.items()))
        _check(game)
        return game


def _seated(players: int | None, seats: object) -> str:
    """Letters of the colours in turn order."""
    if seats is None:
        if players is not None and not 2 <= players <= len(LETTERS):
            raise InputError(f"expected 3 to {len(LETTERS)} players, not {players}", key="players")
        return LETTERS[: 3 if players is None else players]
    letters = "".join(str(seats).split())
    if not 2 <= len(letters) <= len(LETTERS) or len(set(letters)) < len(letters) or not set(letters) <= set(LETTERS):
        raise InputError(
            f"expected different colours of {' '.join(LETTERS)} in turn order, such as 'R G B', not {seats!r}",
            key="seats",
        )
    if players is not None and players != len(letters):
        raise InputError(f"there are {len(letters)} colours, but {players} players", key="seats")
    return letters


def _terrain(given: object) -> Terrain:
    try:
        return read_terrain(str(given))
    except InputError as error:
        raise InputError(error.message, key="map") from None


def _check(game: Strategiksa) -> None:
    """Raises InputError for options, maps and players that do not go together (U2, U21)."""
    players, least = len(game.letters), int(game.settings["min_players"])
    if players < least:
        raise InputError(f"expected {least} to {len(LETTERS)} players, not {players}", key="players")
    zones = sum(game.ground.start_zones)
    if players > zones:
        raise InputError(f"the map has {zones} zones to start in, too few for {players} players", key="map")
    if game.zones_needed > game.ground.controllable:
        raise InputError(
            f"{game.ground.controllable} zones of the map can be controlled, and {game.zones_needed} are needed; "
            "choose territory=proportional", key="map",
        )  # fmt: skip


KIND = StrategiksaKind()
"""What the catalogue knows of it."""
