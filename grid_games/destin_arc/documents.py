"""States as JSON documents."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from grid_games.core.protocol import NotationError, Outcome
from grid_games.destin_arc.chapters import (
    battles,
    casting,
    conversion,
    dealing,
    leaders,
    magic,
    march,
    movement,
    objectives,
    orders,
    placing,
    reactions,
    results,
    retreats,
    turns,
    zones,
)
from grid_games.destin_arc.chapters.strengths import Battle
from grid_games.destin_arc.state import Effect, State, Task

if TYPE_CHECKING:
    from grid_games.destin_arc.game import DestinArc

TASKS: dict[str, type[Task]] = {
    kind.__name__: kind
    for kind in (
        dealing.Deal, placing.Placing, turns.Turn, turns.Begin, turns.Ready, turns.Rest, turns.Initiative, turns.TurnEnd, turns.Tick, turns.Hiding, turns.NextTurn,
        movement.Movement, orders.Plotting, march.March, march.Meeting, conversion.Conversion, objectives.Checkpoint, magic.Meditation, magic.Magic, magic.SpellSave, reactions.Reaction, zones.ZoneSave,
        leaders.Standing, battles.Combat, results.Roll, results.Toll, results.Suffer, results.DeathSave, results.Retreat, results.Advance, results.Untangle, retreats.Withdraw,
        results.Rehide,
    )
}  # fmt: skip
"""Every task by name."""

RECORDS: dict[str, Any] = {kind.__name__: kind for kind in (Battle, casting.Casting, orders.Order, march.Walk, Effect)}
"""Named tuples in states."""

PLAIN = ("turn", "lead", "where", "marks", "unseen", "last", "points", "worn", "effects", "casts", "charges", "fates",
         "firm", "rolling", "latched", "occupiers", "stands", "dealt")  # fmt: skip
"""Fields of a state that are written as they are."""


def written(state: State) -> dict[str, Any]:
    """A state, whole."""
    document: dict[str, Any] = {name: _out(getattr(state, name)) for name in PLAIN}
    document["todo"] = [
        {"task": type(task).__name__} | {f.name: _out(getattr(task, f.name)) for f in fields(task)}  # type: ignore[arg-type]
        for task in state.todo
    ]
    document["result"] = None if state.result is None else [list(state.result.winners), state.result.reason]
    return document


def _out(value: Any) -> Any:
    if type(value).__name__ in RECORDS:
        return {"is": type(value).__name__, "of": [_out(part) for part in value]}
    if isinstance(value, tuple):
        return [_out(part) for part in value]
    return hex(value) if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 53 else value


def read(game: DestinArc, document: object) -> State:
    """The state of a document. Raises NotationError."""
    try:
        state = _read(game, document)
        if len(state.where) != len(game.pieces) or not (state.todo or state.result):
            raise ValueError("its pieces are not those of this game")
        state.observation(game.players[0])
        state.legal_moves()
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, StopIteration) as error:
        raise NotationError(f"the document is no state of {game.name}: {error}") from None
    return state


def _read(game: DestinArc, document: object) -> State:
    if not isinstance(document, dict):
        raise TypeError(f"expected an object, not {type(document).__name__}")
    todo = []
    for one in document["todo"]:
        kind = TASKS[one["task"]]
        todo.append(kind(**{f.name: _in(one[f.name]) for f in fields(kind)}))  # type: ignore[arg-type]
    result = document["result"]
    return State(
        game,
        todo=tuple(todo),
        result=None if result is None else Outcome(tuple(result[0]), str(result[1])),
        **{name: _in(document[name]) for name in PLAIN},
    )


def _in(value: Any) -> Any:
    if isinstance(value, dict):
        return RECORDS[value["is"]](*(_in(part) for part in value["of"]))
    if isinstance(value, list):
        return tuple(_in(part) for part in value)
    return int(value, 16) if isinstance(value, str) and value.startswith("0x") else value
