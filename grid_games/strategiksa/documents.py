"""States as JSON documents: the position in one line, the step with what it has to know, what the game remembers."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from armada_sim.arena.protocol import Outcome
from grid_games.core.protocol import NotationError
from grid_games.strategiksa.chapters import movement, reinforcement
from grid_games.strategiksa.chapters.battles import Battle, Choosing, Picking, Replying
from grid_games.strategiksa.chapters.conversion import Converting
from grid_games.strategiksa.chapters.movement import Moving
from grid_games.strategiksa.chapters.reinforcement import Reinforcing
from grid_games.strategiksa.chapters.setup import Crowning, Placing, Settling
from grid_games.strategiksa.chapters.vassalage import Answering, Managing, Offering, Regicide
from grid_games.strategiksa.phases import Fallen, Memory, Over, Step
from grid_games.strategiksa.text.positions import broken_invariant, position_text, read_parts
from grid_games.strategiksa.units import number

if TYPE_CHECKING:
    from grid_games.strategiksa.game import Strategiksa
    from grid_games.strategiksa.state import State

_PLAIN = (Settling, Crowning, Placing, Managing, Offering, Answering, Converting, Choosing, Picking, Replying, Regicide)
_PLAIN_NAMES = {step.__name__.lower(): step for step in _PLAIN}


@dataclass(frozen=True, slots=True)
class _Reinforcing:
    left: int
    least: int


@dataclass(frozen=True, slots=True)
class _Moving:
    waiting: tuple[tuple[int, int, int], ...]
    least: int


@dataclass(frozen=True, slots=True)
class _Over:
    winners: tuple[str, ...]
    reason: str
    scores: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Memory:
    saved: tuple[int, ...]
    fallen: tuple[Fallen, ...]
    trail: tuple[tuple[int, int, int], ...]
    seen: tuple[str, ...]


def state_to_json(state: State) -> dict[str, Any]:
    """A state, whole."""
    memory = state.memory
    seen = [position_text(state.game.framed(table, state.round, turn, state.step)) for turn, table in memory.seen]
    return {
        "position": position_text(state),
        "step": {"name": type(state.step).__name__.lower(), **_plain(_short(state))},
        "memory": _plain(_Memory(memory.saved, memory.fallen, memory.trail, tuple(seen))),
    }


def _short(state: State) -> Any:
    """The step without what follows from the table."""
    step = state.step
    if isinstance(step, Reinforcing):
        return _Reinforcing(step.left, step.least)
    if isinstance(step, Moving):
        return _Moving(step.waiting, step.least)
    if isinstance(step, Over):
        return _Over(step.outcome.winners, step.outcome.reason, tuple(str(score) for score in step.scores))
    return step


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, (int, str)):
        return value
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def state_from_json(game: Strategiksa, document: object) -> State:
    """The state of a document. Raises NotationError, which says what is wrong."""
    if not isinstance(document, dict) or set(document) != {"position", "step", "memory"}:
        raise NotationError("expected a document with position, step and memory")
    if not isinstance(document["position"], str):
        raise NotationError("expected a text", key="position")
    table, round_number, turn = read_parts(game, document["position"])
    found = _read(_Memory, document["memory"], "memory")
    seen = tuple((which, its) for its, _, which in (read_parts(game, text) for text in found.seen))
    memory = Memory(found.saved, found.fallen, found.trail, seen)
    problem = broken_invariant(game, table) or _impossible(game, memory)
    if not 0 <= round_number <= game.last_round:
        problem = f"there is no round {round_number}"
    if problem:
        raise NotationError(problem)
    step = document["step"]
    if not isinstance(step, dict) or not isinstance(step.get("name"), str):
        raise NotationError("expected a step with its name", key="step")
    rest = {key: value for key, value in step.items() if key != "name"}
    try:
        state = _with_step(game.framed(table, round_number, turn, Choosing(), memory), step["name"], rest)
        able = _timely(state) and (bool(state.legal_moves()) or isinstance(state.step, Over))
    except (IndexError, KeyError, AssertionError, AttributeError):
        able = False
    if not able:
        raise NotationError("the step does not fit the position", key="step")
    return state


def _with_step(frame: State, name: str, rest: dict[str, Any]) -> State:
    """The state at a step. IndexError and the like where it cannot be."""
    if name == "over":
        over = _read(_Over, rest, "step")
        try:
            scores = tuple(Fraction(score) for score in over.scores)
        except (ValueError, ZeroDivisionError):
            raise NotationError("expected fractions", key="step.scores") from None
        if len(scores) != len(frame.game.players) or not set(over.winners) <= set(frame.game.players):
            raise NotationError("expected a score for each player, and winners among them", key="step")
        return frame.to(Over(Outcome(over.winners, over.reason), scores))
    if name == "reinforcing":
        short = _read(_Reinforcing, rest, "step")
        return frame.to(reinforcement.opened(frame, short.left, short.least))
    if name == "moving":
        waits = _read(_Moving, rest, "step")
        step = movement.opened(frame)
        row = frame.table.stacks[frame.turn]
        if list(waits.waiting) != sorted(set(waits.waiting)) or not all(
            square in range(100) and piece in range(9) and 0 < count <= number(row[square], piece)
            for square, piece, count in waits.waiting
        ):
            raise NotationError("expected pieces of the colour to play that stand there, in order", key="step.waiting")
        return frame.to(Moving(waits.waiting, step.reach, waits.least))
    if name not in _PLAIN_NAMES:
        raise NotationError(f"there is no step {name!r}", key="step.name")
    found: Step = _read(_PLAIN_NAMES[name], rest, "step")
    _fits(frame, found)
    return frame.to(found)


def _fits(frame: State, step: Step) -> None:
    """Raises IndexError for numbers of squares, colours and players that there are not."""
    players = range(len(frame.game.players))
    numbers: list[int] = []
    if isinstance(step, Managing):
        numbers += step.colours
        if not step.colours:
            raise IndexError("nobody is asked about")
    if isinstance(step, (Answering, Offering)):
        numbers += step.asked
    if isinstance(step, Answering):
        numbers.append(step.target)
    if isinstance(step, (Crowning, Placing)) and step.zone not in range(25):
        raise IndexError("there is no such zone")
    if isinstance(step, (Picking, Replying)):
        battle: Battle = step.battle
        numbers += (*battle.lords, *battle.leaders)
        pools = len(players) if frame.game.own_healers else 2
        if battle.square not in range(100) or battle.initiative not in (0, 1) or len(battle.heals) != pools:
            raise IndexError("there is no such battle")
        if frame.table.lords[frame.turn] != battle.lords[0] or battle.lords[0] == battle.lords[1]:
            raise IndexError("these are not the sides of the battle")
    if isinstance(step, Replying):
        numbers.append(step.colour)
        row = frame.table.stacks[step.colour]
        if step.piece not in range(8) or not number(row[step.battle.square], step.piece):
            raise IndexError("there is no such piece")
    if any(it not in players for it in numbers):
        raise IndexError("there is no such player")


def _timely(state: State) -> bool:
    """Whether a step may come in this round, with what stands and is remembered."""
    step, fallen = state.step, state.memory.fallen
    if (state.round == 0) != isinstance(step, (Settling, Crowning, Placing)):
        return False
    if isinstance(step, Regicide):
        return bool(fallen) and not fallen[0].forced
    if isinstance(step, (Managing, Offering, Answering, Reinforcing, Converting, Moving)):
        return bool(state.table.totals[state.turn])
    return True


def _impossible(game: Strategiksa, memory: Memory) -> str:
    players = range(len(game.players))
    numbers = [it for fallen in memory.fallen for it in (fallen.player, fallen.killer)]
    numbers += [colour for colour, _, _ in memory.trail]
    if any(it not in players for it in numbers):
        return "memory tells of a player who does not play"
    if any(square not in range(100) for _, *squares in memory.trail for square in squares):
        return "memory tells of a square off the board"
    return "memory tells of points for other colours" if len(memory.saved) not in (0, len(players)) else ""


def _read(shape: Any, value: object, key: str) -> Any:
    """A value of a shape. Raises NotationError that tells the first mistake with its key."""
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(shape).validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join([key, *map(str, first["loc"])])
        raise NotationError(first["msg"][0].lower() + first["msg"][1:], key=where) from None
