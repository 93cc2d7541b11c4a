"""The games there are, by name; each is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from armada_sim.tabletop import InputError, Message, recorded as settings_of
from grid_games.core import protocol
from grid_games.core.extras import NONE, Extras
from grid_games.core.protocol import Game, Kind
from grid_games.core.records import Record

KINDS: dict[str, str] = {
    "singidunum": "grid_games.singidunum.game",
    "strategiksa": "grid_games.strategiksa.game",
    "destin-arc": "grid_games.destin_arc.game",
}
"""Name of a game and the module whose `KIND` it is; what it offers people besides stands in `extras` in the same
folder."""


def kind(name: str) -> Kind:
    """What is known of a game before its options are settled. Raises InputError for an unknown name."""
    if name not in KINDS:
        near = get_close_matches(name, KINDS, n=1)
        if near:
            raise InputError(Message("there is no game {name}; do you mean {near}?", name=repr(name), near=near[0]))
        raise InputError(Message("there is no game {name}; there are {known}", name=repr(name), known=", ".join(KINDS)))
    return cast("Kind", import_module(KINDS[name]).KIND)


def load(name: str, players: int | None = None, settings: Mapping[str, object] | None = None) -> Game[Any, Any]:
    """A game with `settings`, defaults for the rest. Raises InputError with the key."""
    return kind(name).load(players, settings)


def finite(name: str, players: int | None = None, settings: Mapping[str, object] | None = None) -> Game[Any, Any]:
    """The same with an end (`core.protocol.finite`). Raises InputError with the key."""
    game = load(name, players, settings)
    return game if game.max_plies is not None else protocol.finite(kind(name), players, settings)


def recorded(record: Record) -> Game[Any, Any]:
    """The game of a record; what a record of format 1 leaves out means the default of its time. Raises InputError."""
    of = kind(record.game)
    return of.load(record.players, settings_of(of.options, of.gone, record.settings, first=record.format == 1))


def extras(name: str) -> Extras:
    """What a game offers people beyond the protocol. Raises InputError for an unknown name."""
    kind(name)
    package = import_module(KINDS[name]).__package__
    found = f"{package}.extras"
    return cast("Extras", import_module(found).EXTRAS) if find_spec(found) is not None else NONE
