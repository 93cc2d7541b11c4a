"""Le Jeu du destin d'Arc as a game of `grid_games`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armada_sim.errors import InputError
from armada_sim.gaps import Option, settled
from grid_games.core.protocol import NotationError
from grid_games.destin_arc import bounds, documents
from grid_games.destin_arc import standing as valuing
from grid_games.destin_arc import state as states
from grid_games.destin_arc.board import LETTERS, PLACES, Land
from grid_games.destin_arc.chapters import objectives, turns
from grid_games.destin_arc.chapters.dealing import Deal
from grid_games.destin_arc.chapters.placing import Placing
from grid_games.destin_arc.maps import land_named
from grid_games.destin_arc.moves import PIECE_VERBS, Codec, Move, parse
from grid_games.destin_arc.options import OPTIONS
from grid_games.destin_arc.roster import COUNTS, Berth, Roster, berths, roster
from grid_games.destin_arc.state import SPARE, WAITING, Draft, State
from grid_games.destin_arc.text.board import drawn
from grid_games.destin_arc.units import SIDES

PLAYERS = {3: SIDES, 2: ("bonnaire", "alliance")}
"""Names of the players by their number; with two, one leads Ulf's and Fereira's pieces."""

TEAMS = {3: (0, 1, 2), 2: (0, 1, 1)}
"""The seat of each side."""


@dataclass(frozen=True, eq=False)
class DestinArc:
    """A game with its options settled, its map and its players."""

    players: tuple[str, ...]
    settings: Mapping[str, str | int]
    land: Land
    name: str = "destin-arc"
    hides: bool = True
    utility: tuple[Fraction, Fraction] = (Fraction(0), Fraction(1))
    max_chance_outcomes: int = 12
    """A d12 has no more results."""

    options: Mapping[str, str | int] = field(init=False, repr=False)
    """The settings once more: rules ask them often."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", dict(self.settings))

    @cached_property
    def key(self) -> tuple[object, ...]:
        """All that tells it from another game."""
        return (self.players, tuple(sorted(self.settings.items())), self.land.key)

    @cached_property
    def _hash(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, DestinArc) and self.key == other.key)

    def __hash__(self) -> int:
        return self._hash

    # what follows from the options

    def seat(self, player: str) -> int:
        """The seat of a player. Raises ValueError for an unknown name."""
        return self.players.index(player)

    def team_of(self, side: int) -> int:
        """The seat of a side."""
        return TEAMS[len(self.players)][side]

    @cached_property
    def pieces(self) -> Roster:
        """Every piece."""
        return roster(self.options, self.land, TEAMS[len(self.players)])

    @cached_property
    def berths(self) -> tuple[Berth, ...]:
        """Where pieces may start, in the order of placing."""
        return berths(self.pieces, self.land)

    @cached_property
    def blessed(self) -> int:
        """The hexes on which priests have the bonus of a temple."""
        return self.land.blessed

    @cached_property
    def priests(self) -> tuple[tuple[int, ...], ...]:
        """Each player's pieces that cast spells."""
        return tuple(tuple(p for p in own if self.pieces.units[p].school) for own in self.pieces.by_team)

    @cached_property
    def meditating(self) -> tuple[int, ...]:
        """The pieces that can meditate."""
        schools = {"b5"} | ({"b6"} if self.options["koulnikov_is_priest"] != "no_meditation" else set())
        return tuple(p for unit in sorted(schools) for p in self.pieces.of[unit])

    @cached_property
    def controllers(self) -> dict[str, tuple[int, ...]]:
        """The pieces whose zones stop units by what those ignore (`Unit.zone_free`; clause 1.4.4)."""
        units = list(enumerate(self.pieces.units))
        return {
            "": tuple(p for p, _ in units),
            "sniper": tuple(p for p, unit in units if unit.missile),
            "borges": tuple(p for p, unit in units if unit.id in ("b9", "b10", "b6")),
        }

    @cached_property
    def spotters(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The pieces that can be detected, each with those that detect it (clause 7.1.4)."""
        units = self.pieces.units
        pairs = (
            (p, tuple(q for q in self.pieces.detectors if units[p].id in units[q].detects)) for p in self.pieces.hidden
        )
        return tuple((p, near) for p, near in pairs if near)

    @cached_property
    def plain_zones(self) -> bool:
        """Whether no piece on river, marsh or wall exerts a zone, and none that is unseen."""
        options = self.options
        return (
            options["pegasus_zoc"] == "no"
            and options["wall_cavalry"] != "cost_1"
            and options["hidden_zoc"] != "exerted"
        )

    @cached_property
    def movers(self) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
        """Each player's pieces that move in the general step, and those that move in the special one (clause 1.3.6)."""
        own, special = self.pieces.by_team, self.pieces.special
        return own, tuple(tuple(p for p in pieces if special[p]) for pieces in own)

    @cached_property
    def move_of(self) -> tuple[Move, ...]:
        """The move that takes each piece in hand."""
        return tuple(Move("move", name) for name in self.pieces.names)

    @cached_property
    def leaders(self) -> dict[str, tuple[int, ...]]:
        """The pieces that count as the leader in whose name an objective is (`objectives.leaders`)."""
        return {unit: objectives.leaders(self.pieces, unit) for unit in ("u5", "f7", "b6")}

    @cached_property
    def worth(self) -> tuple[float, ...]:
        """What each piece is worth, in points of attack, by a rule of thumb: attack, defence, and a secret objective's leaders more."""
        wanted = {"u5", "f7", "b6", "b10"}
        return tuple(
            max(unit.melee, unit.missile) + 0.5 * unit.defence + (60 if unit.id in wanted else 0) + 0.1 * unit.points
            for unit in self.pieces.units
        )

    @cached_property
    def draw(self) -> tuple[tuple[float, ...], ...]:
        """How each hex draws each piece (`valuing.draw`)."""
        return valuing.draw(self)

    @cached_property
    def standing(self) -> tuple[tuple[float, ...], ...]:
        """For each piece and hex what the piece counts for there (`valuing.standing`)."""
        return valuing.standing(self)

    # the protocol

    def new(self) -> State:
        """The state before the first piece is placed, or before the first move where the map places them."""
        pieces, seats = self.pieces, len(self.players)
        where = [WAITING] * len(pieces)
        for p in pieces.spares:
            where[p] = SPARE
        zero = (0,) * len(pieces)
        nobody = (-1,) * len(PLACES)
        first = State(
            game=self, turn=1, lead=-1, todo=(turns.Turn(), Placing(), *([Deal()] if self.options["objectives_public"] == "dealt" else [])), where=tuple(where), marks=zero, unseen=zero,
            last=(-1,) * (len(pieces.hidden) * seats), points=tuple(unit.points for unit in pieces.units),
            worn=(0,) * len(pieces.of["f6"]), effects=(), casts=0, charges=(), fates=(-1,) * len(pieces),
            firm=nobody, rolling=nobody, latched=(False,) * 3, occupiers=nobody, result=None,
        )  # fmt: skip
        return states.settled(Draft(first))

    def parse(self, text: str) -> Move:
        """The move of a notation. Raises NotationError."""
        move = parse(text)
        if move.verb in (*PIECE_VERBS, "cast") and move.what not in self.pieces.numbers:
            raise NotationError(
                f"{text!r} names the piece {move.what}, which this game does not have: expected one such as {self.pieces.names[0]}"
            )
        if move not in self._numbers:
            raise NotationError(
                f"{text!r} names {move.what}, which this game does not have: expected a hex such as {self.land.labels[0]} or a smaller number"
            )
        return move

    def state_to_json(self, state: State) -> dict[str, Any]:
        """A state, whole."""
        return documents.written(state)

    def state_from_json(self, document: object) -> State:
        """The state of a document. Raises NotationError."""
        return documents.read(self, document)

    def opening(self, state: State) -> bool:
        """Whether pieces are still being placed."""
        return any(isinstance(task, Placing) for task in state.todo)

    def closes(self, before: State, after: State) -> bool:
        """Whether a piece was placed, or one of the three steps of a half-turn ended (clause 1.3.2)."""
        return self.opening(after) or turns.step(before) != turns.step(after)

    @cached_property
    def max_plies(self) -> int:
        """A bound from what can happen at most in a step (`bounds`)."""
        return bounds.whole(self)

    @cached_property
    def codec(self) -> Codec:
        """Numbers of moves."""
        casters = sum(len(own) for own in self.priests)
        return Codec(self.pieces.names, self.land.labels, max(len(self.pieces), casters * self.land.turns))

    @cached_property
    def _numbers(self) -> dict[Move, int]:
        return self.codec.table()

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        return tuple(self._numbers)

    @property
    def move_count(self) -> int:
        """Numbers of moves are 0 to this less 1."""
        return len(self._moves)

    def number(self, move: Move) -> int:
        """The number of a move."""
        return self._numbers[move]

    def numbered(self, number: int) -> Move:
        """The move of a number. Raises NotationError where there is none."""
        if not 0 <= number < len(self._moves):
            raise NotationError(f"there is no move {number}: expected 0 to {len(self._moves) - 1}")
        return self._moves[number]

    def features(self, state: State, player: str) -> NDArray[np.float32]:
        """What `player` may know as numbers."""
        return valuing.features(state, self.seat(player))

    def evaluate(self, state: State, player: str) -> float:
        """How well `player` stands."""
        return valuing.evaluate(state, self.seat(player))

    def board(self, state: State, player: str | None = None) -> str:
        """The map in characters."""
        return drawn(self, state, None if player is None else self.seat(player))


LAST_COLUMN, LAST_ROW = "W", 67
"""The smaller extent of the map: no start hex lies beyond (option `map_extent` = cut)."""

MAP = Option(
    "map",
    "the map: a name or a file",
    {
        "arc": "the city of Arc, reconstructed",
        "village": "a small one with something of everything, three turns",
        "hamlet": "seven pieces, two turns",
    },
)
"""Which map is played on. A file's name is a value as well."""


@dataclass(frozen=True)
class DestinKind:
    """The game before its options are settled."""

    name: str = "destin-arc"
    title: str = "Le Jeu du destin d'Arc: three factions, a city on hexes, magic, hidden units"
    options: tuple[Option, ...] = (*OPTIONS, *COUNTS, MAP)
    seats: range = range(3, 1, -1)

    def load(self, players: int | None = None, settings: Mapping[str, object] | None = None) -> DestinArc:
        """The game with `settings`, defaults for the rest. Raises InputError with the key."""
        number = 3 if players is None else players
        if number not in PLAYERS:
            raise InputError(f"expected 3 or 2, not {number}", key="players")
        given = dict(settings or {})
        chosen = given.pop("map", MAP.default)
        options = settled((*OPTIONS, *COUNTS), given)
        land = fitted(land_named(str(chosen)), options)
        game = DestinArc(PLAYERS[number], {**options, "map": str(chosen)}, land)
        _ = game.berths
        return game


def fitted(land: Land, options: Mapping[str, str | int]) -> Land:
    """A map under the options about maps. Raises InputError with the key."""
    columns = land.columns
    if options["map_extent"] == "cut":
        columns = tuple(
            "".join(cell if 2 * r + (1 if x % 2 else 2) <= LAST_ROW else "x" for r, cell in enumerate(column))
            for x, column in enumerate(columns[: LETTERS.index(LAST_COLUMN) + 1])
        )
    if options["minor_temples"] == "none":
        great = {land.numbers[label] for label in land.great}
        columns = tuple(
            "".join("c" if cell == "t" and x * land.height + r not in great else cell for r, cell in enumerate(column))
            for x, column in enumerate(columns)
        )
    places = dict(land.places)
    for place, key in (
        ("hall", "site_hall"),
        ("place", "site_place"),
        ("university", "site_university"),
        ("port", "site_port"),
    ):
        if options[key] != "map":
            if str(options[key]) not in land.numbers:
                raise InputError(f"the map has no hex {options[key]}", key=key)
            places[place] = str(options[key])
    return replace(land, columns=columns, places=tuple(sorted(places.items())))


KIND = DestinKind()
