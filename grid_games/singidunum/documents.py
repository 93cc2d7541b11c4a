"""States as JSON documents: hexes, units and players by name. Who decides follows from the rest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from armada_sim.arena.protocol import Outcome
from grid_games.core.protocol import NotationError
from grid_games.core.sets import members
from grid_games.singidunum import state as words
from grid_games.singidunum.board import Board
from grid_games.singidunum.chapters import action as play
from grid_games.singidunum.chapters.turns import TURNS
from grid_games.singidunum.moves import PLAYERS
from grid_games.singidunum.state import DICE_DECIDE, HELPER, LEAD, NOBODY, TARGET, Act
from grid_games.singidunum.units import CODES, NAMES

if TYPE_CHECKING:
    from pydantic import TypeAdapter

    from grid_games.singidunum.game import Singidunum

Player = Literal["romans", "barbarians"]
Phase = Literal[
    "deploy", "first", "go", "double", "by", "strike", "support", "answer", "melee", "again", "where", "veto", "save",
    "follow", "shot", "dice", "reroll", "rerolled", "over",
]  # fmt: skip
Hex = str | None
What = Literal["retreat", "saved", "second", "out", "follow"]
Manner = Literal["", "refuse", "retreat", "announce", "second"]

_ROLLS = (words.FIRST, words.MELEE, words.SAVE, words.SHOT, words.DICE, words.REROLLED)
_AIMED = (
    words.DOUBLE, words.ANSWER, words.MELEE, words.SUPPORT, words.SHOT, words.DICE, words.REROLL, words.REROLLED, words.VETO,
)  # fmt: skip
"""Phases in which there is a target."""


@dataclass(frozen=True, slots=True)
class _Unit:
    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    unit: str
    hex: str
    player: Player
    available: bool
    fled: bool


@dataclass(frozen=True, slots=True)
class _Action:
    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    at: tuple[Hex, Hex, Hex]
    came: tuple[Hex, Hex]
    gone: Literal[0, 1, 2, 3]
    joint: bool
    contact: list[str]
    challenged: list[str]
    attacks: int
    fired: bool
    advantage: int
    dice: tuple[int, int]
    tasks: list[tuple[What, Literal[0, 1, 2], Literal[0, 1, 2]]]
    manner: Manner
    who: Literal[0, 1, 2]
    choices: list[str]
    may_stay: bool
    left: Hex
    announced: Hex
    vetoed: bool
    steps: Literal[0, 1, 2]
    vacated: Hex


@dataclass(frozen=True, slots=True)
class _Ending:
    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    winners: list[Player]
    reason: str


@dataclass(frozen=True, slots=True)
class _State:
    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    phase: Phase
    turn: int
    mover: Player
    passed: Player | None
    units: list[_Unit]
    burnt: list[str]
    points: tuple[int, int]
    entered: list[Player]
    action: _Action | None
    result: _Ending | None


def written(state: play.State) -> dict[str, Any]:
    """A state as a document."""
    names = state.game.table.board.names
    units = [
        _Unit(NAMES[state.kinds[place]], names[place], _player(side), bool(state.ready >> place & 1), bool(state.fled >> place & 1))
        for side in (0, 1) for place in members(state.men[side])
    ]  # fmt: skip
    document = _State(
        phase=state.phase,  # type: ignore[arg-type]  # one of the words of `draft`
        turn=state.turn,
        mover=_player(state.mover),
        passed=None if state.passer < 0 else _player(state.passer),
        units=units,
        burnt=[names[place] for place in members(state.burnt)],
        points=state.points,
        entered=[_player(side) for side in (0, 1) if state.entered >> side & 1],
        action=None if state.act is None else _action(state.act, names),
        result=None if state.result is None else _Ending(list(state.result.winners), state.result.reason),  # type: ignore[arg-type]
    )
    return asdict(document)


def _player(side: int) -> Player:
    return "barbarians" if side else "romans"


def _action(act: Act, names: tuple[str, ...]) -> _Action:
    def name(place: int) -> Hex:
        return None if place < 0 else names[place]

    def all_of(places: int) -> list[str]:
        return [names[place] for place in members(places)]

    fields = act._asdict()
    fields |= {key: all_of(fields[key]) for key in ("contact", "challenged", "choices")}
    fields |= {key: name(fields[key]) for key in ("left", "announced", "vacated")}
    fields |= {key: tuple(map(name, fields[key])) for key in ("at", "came")}
    fields["tasks"] = list(fields["tasks"])
    return _Action(**fields)


@cache
def _adapter() -> TypeAdapter[_State]:
    """What checks a document; building it takes longer than any check."""
    from pydantic import TypeAdapter

    return TypeAdapter(_State)


def read(game: Singidunum, document: object) -> play.State:
    """The state of a document. Raises NotationError that says what is wrong."""
    import json

    from pydantic import ValidationError

    try:
        found = _adapter().validate_json(json.dumps(document), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise NotationError(f"no state of Singidunum: {first['msg'][0].lower()}{first['msg'][1:]}", key=place) from None
    except TypeError as error:
        raise NotationError(f"no state of Singidunum: {error}") from None
    state = _state(game, found)
    _judge(state)
    return state


def _state(game: Singidunum, found: _State) -> play.State:
    board = game.table.board
    kinds, men, ready, fled = bytearray(len(board.names)), [0, 0], 0, 0
    for unit in found.units:
        place = _place(board, unit.hex)
        if unit.unit not in CODES or kinds[place]:
            raise NotationError(
                f"{unit.unit} on {unit.hex}: there is no such unit, or the hex is occupied", key="units"
            )
        kinds[place] = CODES[unit.unit]
        men[PLAYERS.index(unit.player)] |= 1 << place
        ready |= unit.available << place
        fled |= unit.fled << place
    act = None if found.action is None else _act(board, found.action)
    mover = PLAYERS.index(found.mover)
    return play.State(
        game=game,
        phase=found.phase,
        side=_decides(found.phase, mover, act),
        turn=found.turn,
        mover=mover,
        passer=-1 if found.passed is None else PLAYERS.index(found.passed),
        men=(men[0], men[1]),
        ready=ready,
        fled=fled,
        kinds=bytes(kinds),
        burnt=_places(board, found.burnt),
        points=found.points,
        entered=sum(1 << PLAYERS.index(player) for player in set(found.entered)),
        act=act,
        result=None if found.result is None else Outcome(tuple(found.result.winners), found.result.reason),
    )


def _decides(phase: str, mover: int, act: Act | None) -> int:
    if phase == words.OVER:
        return NOBODY
    if phase in _ROLLS:
        return DICE_DECIDE
    other = phase == words.ANSWER or (phase == words.WHERE and act is not None and act.who == TARGET)
    return 1 - mover if other else mover


def _act(board: Board, found: _Action) -> Act:
    def place(name: Hex) -> int:
        return -1 if name is None else _place(board, name)

    fields = asdict(found)
    fields |= {key: _places(board, fields[key]) for key in ("contact", "challenged", "choices")}
    fields |= {key: place(fields[key]) for key in ("left", "announced", "vacated")}
    fields |= {key: tuple(map(place, fields[key])) for key in ("at", "came")}
    fields["tasks"] = tuple(tuple(task) for task in fields["tasks"])
    return Act(**fields)


def _place(board: Board, name: str) -> int:
    if name not in board.numbers:
        raise NotationError(f"there is no hex {name} on this board")
    return board.numbers[name]


def _places(board: Board, names: Iterable[str]) -> int:
    bits = 0
    for name in names:
        bits |= 1 << _place(board, name)
    return bits


def _judge(state: play.State) -> None:
    """Raises NotationError for a document whose parts do not fit together."""
    act, phase = state.act, state.phase

    def need(holds: bool, text: str, key: str) -> None:
        if not holds:
            raise NotationError(text, key=key)

    need(
        (act is None) == (phase in play.BETWEEN),
        f"the phase {phase} {'has no' if phase in play.BETWEEN else 'is part of an'} action",
        "action",
    )
    need(
        (state.result is None) == (phase != words.OVER),
        "there is a result when the game is over, and only then",
        "result",
    )
    need(
        0 <= state.turn <= TURNS and (state.turn > 0) == (phase not in (words.DEPLOY, words.FIRST)),
        f"no turn {state.turn} in the phase {phase}",
        "turn",
    )
    need(min(state.points) >= 0, "points are not below 0", "points")
    if phase == words.GO:
        need(bool(state.ready & state.men[state.mover]), f"the {PLAYERS[state.mover]} have no available unit", "units")
    if act is None:
        return
    stand = {LEAD: state.men[state.mover], HELPER: state.men[state.mover], TARGET: state.men[1 - state.mover]}
    for who, place in enumerate(act.at):
        need(place < 0 or bool(stand[who] >> place & 1), "a unit of the action is not on its hex", "action.at")
    need(phase not in _AIMED or act.at[TARGET] >= 0, "there is no target", "action.at")
    need(phase in (words.WHERE, words.VETO, words.SAVE) or act.at[LEAD] >= 0, "nobody leads the action", "action.at")
    need(
        phase not in (words.WHERE, words.VETO, words.SAVE, words.BY) or act.at[act.who] >= 0,
        "the unit in question is gone",
        "action.who",
    )
    need(phase != words.VETO or act.announced >= 0, "no hex is announced", "action.announced")
    need(phase != words.FOLLOW or act.vacated >= 0, "no hex was left", "action.vacated")
    need(
        phase != words.REROLLED or sorted(map(bool, act.dice)) == [False, True],
        "one die is rolled again",
        "action.dice",
    )
    need(
        phase not in (words.REROLL, words.REROLLED) or all(0 <= face <= 5 for face in act.dice),
        "dice show 1 to 5",
        "action.dice",
    )
    table = state.game.table
    need(phase != words.MELEE or act.advantage in table.melee, "no two units differ by so much", "action.advantage")
    need(phase != words.SHOT or act.advantage in table.shot, "no two units differ by so much", "action.advantage")
    need(phase == words.OVER or bool(state.legal_moves()), f"nothing can be decided in the phase {phase}", "action")
