"""States as JSON documents."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from armada_sim.tabletop import Message, Said, shown
from grid_games.core.protocol import NotationError, Outcome
from grid_games.destin_arc.chapters.casting import Casting
from grid_games.destin_arc.chapters.orders import Order, Walk
from grid_games.destin_arc.chapters.strengths import Battle
from grid_games.destin_arc.state import FIELDS, STEPS, Effect, State, Step, Terms
from grid_games.destin_arc.table import NAME

RECORDS: dict[str, Any] = {kind.__name__: kind for kind in (Battle, Casting, Order, Walk, Effect)}
"""Named tuples in states."""

PLAIN = [name for name in FIELDS if name not in ("game", "result")]
"""Fields of a state that are written as they are."""


def written(state: State) -> dict[str, Any]:
    """A state, whole."""
    document: dict[str, Any] = {name: _out(getattr(state, name)) for name in PLAIN}
    document["result"] = None if state.result is None else [list(state.result.winners), state.result.reason]
    return document


def _out(value: Any) -> Any:
    if type(value).__name__ in RECORDS:
        return {"is": type(value).__name__, "of": [_out(part) for part in value]}
    if isinstance(value, Step):
        return {"task": type(value).__name__} | {f.name: _out(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple):
        return [_out(part) for part in value]
    return hex(value) if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 53 else value


def read(game: Terms, document: object) -> State:
    """The state of a document. Raises NotationError."""
    try:
        state = _read(game, document)
        if len(state.where) != len(game.pieces) or not (state.todo or state.result):
            raise ValueError(Message("its pieces are not those of this game"))
        state.observation(game.players[0])
        state.legal_moves()
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, StopIteration) as error:
        why = error.args[0] if error.args else None
        if not isinstance(why, Said):  # what Python says of what it met
            raise NotationError("the document is no state of {name}", name=NAME) from None
        raise NotationError("the document is no state of {name}: {why}", name=NAME, why=why) from None
    return state


def _read(game: Terms, document: object) -> State:
    if not isinstance(document, dict):
        raise TypeError(Message("expected a table with keys, not {given}", given=shown(document)))
    result = None if document["result"] is None else Outcome(tuple(document["result"][0]), str(document["result"][1]))
    plain = {name: _in(document[name]) for name in PLAIN if name in document}  # a new field is default
    return State(game, result=result, **plain)


def _in(value: object) -> Any:
    if isinstance(value, dict) and "task" in value:
        kind = STEPS[value["task"]]
        return kind(**{f.name: _in(value[f.name]) for f in fields(kind) if f.name in value})  # a new field is default
    if isinstance(value, dict):
        return RECORDS[value["is"]](*(_in(part) for part in value["of"]))
    if isinstance(value, list):
        return tuple(_in(part) for part in value)
    return int(value, 16) if isinstance(value, str) and value.startswith("0x") else value
