"""The game: options settled, players seated."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from armada_sim.tabletop import N_, Gone, InputError, Message, Option
from grid_games.strategiksa import documents, moves, standing
from grid_games.strategiksa.board import ZONE_MASKS
from grid_games.strategiksa.chapters.interrupts import Interrupting
from grid_games.strategiksa.chapters.setup import Settling
from grid_games.strategiksa.chapters.turns import PHASES
from grid_games.strategiksa.chapters.vassalage import Answering, Offering
from grid_games.strategiksa.moves import LETTERS, Move
from grid_games.strategiksa.options import GONE, OPTIONS, chosen
from grid_games.strategiksa.state import State, Table, Terms
from grid_games.strategiksa.text.positions import board_text


class Strategiksa(Terms):
    """A game with its options settled and its players seated."""

    phases = PHASES
    interrupt = Interrupting()
    name = "strategiksa"
    hides = False
    breadth = 10
    foresees = False
    max_chance_outcomes = 0
    utility = Fraction(0), Fraction(1)

    def new(self) -> State:
        return self.framed(Table.empty(len(self.letters)), 0, 0, Settling())

    def parse(self, text: str) -> Move:
        return moves.read_move(text)

    def state_to_json(self, state: State) -> dict[str, Any]:
        return documents.state_to_json(state)

    def state_from_json(self, document: object) -> State:
        return documents.state_from_json(self, document)

    def opening(self, state: State) -> bool:
        """Whether colours are still set up (clauses 10 to 12)."""
        return not state.round

    def closes(self, before: State, after: State) -> bool:
        """Whether a turn ended, or a colour has been set up."""
        return (before.round, before.turn) != (after.round, after.turn)

    @property
    def max_plies(self) -> int | None:
        """None without a last round; else every turn with all pieces there can be reinforced, converted, moved and
        lost, and every healing, and before each of these every suzerain's word."""
        colours, supply, rounds = len(self.letters), self.settings["supply"], self.rules.max_rounds
        start = self.numbers.start
        if rounds is None:
            return None
        reinforced = len(ZONE_MASKS) * rounds
        pieces = 4 * supply + 1 if isinstance(supply, int) else 1 + 2 * (start + reinforced * colours)
        turn = 3 * colours + reinforced + 1 + 2 * pieces + 2 + len(ZONE_MASKS) * 4 + 3 * colours * pieces + colours
        asked = colours // 2 if self.rules.manage_when == "anytime" else 0  # suzerains with a colour to dispose of
        return colours * (2 + start + (self.numbers.least < start)) + colours * rounds * turn * (1 + asked)

    @property
    def move_count(self) -> int:
        return moves.numbering().count

    @property
    def number(self) -> Callable[[Move], int]:
        return moves.numbering().number

    def numbered(self, number: int) -> Move:
        return moves.numbering().numbered(number)

    def evaluate(self, state: State, player: str) -> float:
        return standing.evaluate(state, self.players.index(player))

    def weighed(self, state: State, moves: Sequence[Move], player: str) -> Sequence[float | None]:
        return standing.weighed(state, moves, self.players.index(player))

    def kinds(self, state: State, moves: Sequence[Move]) -> Sequence[int]:
        return range(len(moves))

    def horizon(self, state: State) -> int | None:
        """Until all others have had their turns. Of offers and while colours are set up the rule of thumb decides, from
        which looks hardly ever differ there."""
        return None if not state.round or isinstance(state.step, (Offering, Answering)) else len(self.letters) - 1

    def habit(self, state: State) -> Move | None:
        return standing.habit(state)

    def board(self, state: State, player: str | None = None) -> str:
        return board_text(state)


class StrategiksaKind:
    """Strategiksa before its options are settled."""

    name = Strategiksa.name
    title = N_("Strategiksa: kings, suzerains and vassals on a square grid, for three players or more")
    options: tuple[Option, ...] = OPTIONS
    gone: Mapping[str, Gone] = GONE
    seats = range(3, len(LETTERS) + 1)
    limits: Mapping[str, object] = MappingProxyType({"max_rounds": 100})

    def load(self, players: int | None = None, settings: Mapping[str, object] | None = None) -> Strategiksa:
        """The game with `settings`: the options, `numbers` (`core.numbers`), and `seats`, letters of colours in turn
        order. Raises InputError."""
        given = dict(settings or {})
        letters = _seated(players, given.pop("seats", None))
        game = Strategiksa(letters, tuple(chosen(given).items()))
        _check(game)
        return game


def _seated(players: int | None, seats: object) -> str:
    """Letters of the colours in turn order."""
    if seats is None:
        if players is not None and not 3 <= players <= len(LETTERS):
            raise InputError(_too_many(players), key="players")
        return LETTERS[: 3 if players is None else players]
    letters = "".join(str(seats).split())
    if not 3 <= len(letters) <= len(LETTERS) or len(set(letters)) < len(letters) or not set(letters) <= set(LETTERS):
        told = Message(
            "expected different colours of {letters} in turn order, such as 'R G B', not {given}",
            letters=" ".join(LETTERS), given=repr(seats),
        )  # fmt: skip
        raise InputError(told, key="seats")
    if players is not None and players != len(letters):
        raise InputError(
            Message.counted(
                "there is {n} colour, but {players} players",
                "there are {n} colours, but {players} players",
                len(letters),
                players=players,
            ),
            key="seats",
        )
    return letters


def _check(game: Strategiksa) -> None:
    """Raises InputError for maps and players that do not go together (U2, U21)."""
    players, zones = len(game.letters), sum(game.ground.zones)
    if players > zones:
        told = Message("the map has {n} zones to start in, too few for {players} players", n=zones, players=players)
        raise InputError(told, key="map")
    if zones < game.numbers.zones:
        told = Message(
            "{n} zones of the map can be controlled, and {needed} are needed", n=zones, needed=game.numbers.zones
        )
        raise InputError(told, key="map")


def _too_many(players: int) -> Message:
    return Message("expected {least} to {most} players, not {n}", least=3, most=len(LETTERS), n=players)


KIND = StrategiksaKind()
"""What the catalogue knows of it."""
