"""What is read from files: states as JSON documents, maps as TOML.

A state's document has the position in one line, the step with what it has to know, and what the game remembers. A map's
has `mountains = ["c4", "c5"]`, and a `name`, which is for people.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

from armada_sim.tabletop import InputError, Message, Outcome, plain_data, read_text, shown
from grid_games.core.documents import Closed, Named, fitting, plain
from grid_games.core.protocol import NotationError
from grid_games.strategiksa.board import SQUARE, Terrain, terrain_of
from grid_games.strategiksa.chapters import movement, reinforcement
from grid_games.strategiksa.chapters.battles import Choosing, Picking, Replying
from grid_games.strategiksa.chapters.conversion import Converting
from grid_games.strategiksa.chapters.interrupts import able
from grid_games.strategiksa.chapters.movement import Moving
from grid_games.strategiksa.chapters.reinforcement import Reinforcing
from grid_games.strategiksa.chapters.setup import Crowning, Placing, Settling
from grid_games.strategiksa.chapters.vassalage import Answering, Managing, Offering, Regicide
from grid_games.strategiksa.state import Memory, Over, State, Step, Terms
from grid_games.strategiksa.text.positions import broken_invariant, position_text, read_parts
from grid_games.strategiksa.units import number


@dataclass(frozen=True, slots=True)
class _Document(Closed):
    position: str
    step: dict[str, Any]
    memory: Memory
    asked: Annotated[int, Named(null=True)] = -1


@dataclass(frozen=True, slots=True)
class _Moving:
    waiting: movement.Waiting
    least: int


@dataclass(frozen=True, slots=True)
class _Over:
    winners: tuple[str, ...]
    reason: str
    scores: tuple[str, ...]


_STEPS = (
    Settling, Crowning, Placing, Managing, Offering, Answering, Reinforcing, Converting, Moving, Choosing, Picking,
    Replying, Regicide, Over,
)  # fmt: skip
_SHAPES: dict[str, Any] = {step.__name__.lower(): step for step in _STEPS} | {"moving": _Moving, "over": _Over}
"""The shape of a step in documents, by its name: without what follows from the table."""


def state_to_json(state: State) -> dict[str, Any]:
    """A state, whole."""
    step = state.step
    shown_step: object = step
    if isinstance(step, Over):
        shown_step = _Over(step.outcome.winners, step.outcome.reason, tuple(map(str, step.scores)))
    document = {
        "position": position_text(state),
        "step": {"name": type(state.step).__name__.lower(), **plain(shown_step)},
        "memory": plain(state.memory),
    }
    return document if state.aside < 0 else {**document, "asked": state.game.letters[state.aside]}


def state_from_json(game: Terms, document: object) -> State:
    """The state of a document. Raises NotationError, which says what is wrong."""
    found = fitting(_Document, document, names=tuple(game.letters))
    table, round_number, turn = read_parts(game, found.position)
    problem = broken_invariant(game, table) or _impossible(game, found.memory)
    if round_number < 0 or round_number > (game.rules.max_rounds or round_number):
        problem = Message("there is no round {n}", n=round_number)
    if problem:
        raise NotationError(problem)
    try:
        state = _with_step(game.framed(table, round_number, turn, Choosing(), found.memory), dict(found.step))
        fits = _timely(state) and (bool(state.legal_moves()) or isinstance(state.step, Over))
    except (IndexError, KeyError, AssertionError, AttributeError):
        fits = False
    if not fits:
        raise NotationError("the step does not fit the position", key="step")
    anytime = game.rules.manage_when == "anytime" and not isinstance(state.step, Over)
    if found.asked >= 0 and not (anytime and able(state) >> found.asked & 1):
        raise NotationError("expected a suzerain who has a colour to dispose of", key="asked")
    return state._replace(aside=found.asked)


def _with_step(frame: State, rest: dict[str, Any]) -> State:
    """The state at a step. IndexError and the like where it cannot be."""
    name = str(rest.pop("name", ""))
    if name not in _SHAPES:
        raise NotationError("there is no step {name}", name=repr(name), key="step.name")
    step = fitting(_SHAPES[name], rest, key="step")
    if isinstance(step, _Over):
        try:
            scores = tuple(map(Fraction, step.scores))
        except (ValueError, ZeroDivisionError):
            raise NotationError("expected fractions", key="step.scores") from None
        if len(scores) != len(frame.game.players) or not set(step.winners) <= set(frame.game.players):
            raise NotationError("expected a score for each player, and winners among them", key="step")
        return frame.to(Over(Outcome(step.winners, step.reason), scores))
    if isinstance(step, Reinforcing):
        return frame.to(reinforcement.opened(frame, step.left, step.least))
    if isinstance(step, _Moving):
        row = frame.table.stacks[frame.turn]
        if list(step.waiting) != sorted(set(step.waiting)) or not all(
            square in range(100) and piece in range(9) and 0 < count <= number(row[square], piece)
            for square, piece, count in step.waiting
        ):
            raise NotationError("expected pieces of the colour to play that stand there, in order", key="step.waiting")
        return frame.to(movement.resumed(frame, step.waiting, step.least))
    _check_numbers(frame, step)
    return frame.to(step)


def _check_numbers(frame: State, step: Step) -> None:
    """Raises IndexError for numbers of squares, colours and players that there are not."""
    players = range(len(frame.game.players))
    numbers: list[int] = []
    wrong = False
    match step:
        case Answering(target):
            numbers = [target]
        case Crowning(zone) | Placing(zone, _):
            wrong = zone not in range(25)
        case Picking(battle) | Replying(battle, _, _):
            numbers = [*battle.lords, *battle.leaders]
            wrong = battle.square not in range(100) or battle.initiative not in (0, 1)
            wrong |= frame.table.lords[frame.turn] != battle.lords[0] or battle.lords[0] == battle.lords[1]
    if isinstance(step, Replying) and not wrong:
        numbers.append(step.colour)
        row = frame.table.stacks[step.colour]
        wrong = step.piece not in range(8) or not number(row[step.battle.square], step.piece)
    if wrong or any(it not in players for it in numbers):
        raise IndexError("there is no such zone, battle, piece or player")


def _timely(state: State) -> bool:
    """Whether a step may come in this round, with what stands and is remembered."""
    step, fallen = state.step, state.memory.fallen
    if (state.round == 0) != isinstance(step, (Settling, Crowning, Placing)):
        return False
    if isinstance(step, Regicide):
        return bool(fallen) and not fallen[0].forced
    if isinstance(step, Managing) and state.table.lords[state.turn] == state.turn:
        return False
    if isinstance(step, (Managing, Offering, Answering, Reinforcing, Converting, Moving)):
        return bool(state.table.totals[state.turn])
    return True


def _impossible(game: Terms, memory: Memory) -> str:
    players = range(len(game.players))
    fallen = all(it in players for one in memory.fallen for it in (one.player, one.killer))
    if fallen and 0 <= memory.silent < 1 << len(players):
        return ""
    return Message("memory names a player who does not play")


def read_map(text: str) -> Terrain:
    """The map of a TOML document. Raises InputError with the key."""
    document = plain_data(text, "toml")
    for key in document:
        if key not in ("name", "mountains"):
            raise InputError(Message("is no key of a map; there are name, mountains"), key=key)
    if not isinstance(document.get("name", ""), str):
        raise InputError(Message("expected a text"), key="name")
    if "mountains" not in document:
        raise InputError(Message("expected mountains, if only an empty list"))
    found = document["mountains"]
    if not isinstance(found, list) or not all(isinstance(entry, str) for entry in found):
        raise InputError(Message('expected a list of texts such as ["{example}"]', example="c4"), key="mountains")
    met: set[str] = set()
    for place, entry in enumerate(found, 1):
        if entry in met:
            raise InputError(Message("{text} stands there twice", text=shown(entry)), key="mountains")
        met.add(entry)
        if entry not in SQUARE:
            told = Message("expected a square from a1 to j10, not {given}", given=shown(entry))
            raise InputError(told, key=f"mountains {place}")
    return terrain_of(found)


def load_map(path: str | Path) -> Terrain:
    """The map of a file; its `text` is what the option `map` takes. Raises InputError with file and key."""
    try:
        return read_map(read_text(path))
    except InputError as error:
        raise error.within(file=str(path)) from None
