"""States as JSON documents, with hexes, units and players by name, and boards as files. Who decides follows from the
rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from armada_sim.tabletop import InputError, Message, Outcome, cause
from grid_games.core.protocol import NotationError
from grid_games.core.sets import mask, members
from grid_games.core.shapes import Closed, fitting
from grid_games.singidunum.board import Board, board_of
from grid_games.singidunum.chapters.turns import TURNS
from grid_games.singidunum.moves import PLAYERS
from grid_games.singidunum.state import BETWEEN, DICE_DECIDE, LEAD, NOBODY, TARGET, Act, Phase, State, Terms
from grid_games.singidunum.units import CODES, NAMES, POOL, STRENGTH

Player = Literal["romans", "barbarians"]
Hex = str | None
What = Literal["retreat", "saved", "second", "out", "follow"]
Manner = Literal["", "refuse", "retreat", "announce", "second"]

_ROLLS = (Phase.FIRST, Phase.MELEE, Phase.SAVE, Phase.SHOT, Phase.DICE, Phase.REROLLED)
_AIMED = (
    Phase.DOUBLE, Phase.ANSWER, Phase.MELEE, Phase.SUPPORT, Phase.SHOT, Phase.DICE, Phase.REROLL, Phase.REROLLED,
    Phase.VETO,
)  # fmt: skip
"""Phases in which there is a target."""


@dataclass(frozen=True, slots=True)
class _Unit(Closed):
    unit: str
    hex: str
    player: Player
    available: bool
    fled: bool


@dataclass(frozen=True, slots=True)
class _Action(Closed):
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
class _Ending(Closed):
    winners: list[Player]
    reason: str


@dataclass(frozen=True, slots=True)
class _State(Closed):
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


def written(state: State) -> dict[str, Any]:
    """A state as a document."""
    names = state.game.table.board.names
    units = [
        _Unit(NAMES[state.kinds[place]], names[place], _player(side), bool(state.ready >> place & 1),
        bool(state.fled >> place & 1))
        for side in (0, 1) for place in members(state.men[side])
    ]  # fmt: skip
    document = _State(
        phase=state.phase,
        turn=state.turn,
        mover=_player(state.mover),
        passed=None if state.passer < 0 else _player(state.passer),
        units=units,
        burnt=[names[place] for place in members(state.burnt)],
        points=state.points,
        entered=[_player(side) for side in (0, 1) if state.entered >> side & 1],
        action=None if state.act is None else _action(state.act, names),
        result=state.result and _Ending(list(state.result.winners), state.result.reason),  # type: ignore[arg-type]
    )
    return asdict(document) | {"phase": str(state.phase)}


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


def read(game: Terms, document: object) -> State:
    """The state of a document. Raises NotationError that says what is wrong."""
    state = _state(game, fitting(_State, document, Message("no state of Singidunum")))
    _judge(state)
    return state


def _state(game: Terms, found: _State) -> State:
    board = game.table.board
    kinds, men, ready, fled = bytearray(len(board.names)), [0, 0], 0, 0
    for unit in found.units:
        place = _place(board, unit.hex)
        if unit.unit not in CODES or kinds[place]:
            told = Message(
                "{unit} on {hex}: there is no such unit, or the hex is occupied", unit=unit.unit, hex=unit.hex
            )
            raise NotationError(told, key="units")
        kinds[place] = CODES[unit.unit]
        men[PLAYERS.index(unit.player)] |= 1 << place
        ready |= unit.available << place
        fled |= unit.fled << place
    act = None if found.action is None else _act(board, found.action)
    mover, burnt, bases = PLAYERS.index(found.mover), _places(board, found.burnt), board.bases
    inside = [side for side in (0, 1) if (men[side] | burnt) & bases[1 - side]]
    return State(
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
        burnt=burnt,
        points=found.points,
        entered=sum(1 << side for side in {*map(PLAYERS.index, found.entered), *inside}),
        act=act,
        result=None if found.result is None else Outcome(tuple(found.result.winners), found.result.reason),
    )


def _decides(phase: Phase, mover: int, act: Act | None) -> int:
    if phase == Phase.OVER:
        return NOBODY
    if phase in _ROLLS:
        return DICE_DECIDE
    other = phase == Phase.ANSWER or (phase == Phase.WHERE and act is not None and act.who == TARGET)
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
        raise NotationError(Message("there is no hex {hex} on this board", hex=name))
    return board.numbers[name]


def _places(board: Board, names: Iterable[str]) -> int:
    return mask(_place(board, name) for name in names)


def _judge(state: State) -> None:
    """Raises NotationError for a document whose parts do not fit together."""
    act, phase, table = state.act, state.phase, state.game.table

    def need(holds: bool, text: str, key: str) -> None:
        if not holds:
            raise NotationError(text, key=key)

    between, over, start = phase in BETWEEN, phase == Phase.OVER, phase in (Phase.DEPLOY, Phase.FIRST)
    need(act is None or not between, Message("the phase {phase} has no action", phase=phase), "action")
    need(act is not None or between, Message("the phase {phase} is part of an action", phase=phase), "action")
    only = Message("there is a result when the game is over, and only then")
    need((state.result is not None) == over, only, "result")
    timely = 0 <= state.turn <= TURNS and (state.turn == 0) == start
    need(timely, Message("no turn {n} in the phase {phase}", n=state.turn, phase=phase), "turn")
    need(min(state.points) >= 0, Message("points are not below 0"), "points")
    for key, told in _impossible(state):
        need(False, told, key)
    if phase == Phase.GO:
        none = Message("the {player} have no available unit", player=Message(PLAYERS[state.mover]))
        need(bool(state.ready & state.men[state.mover]), none, "units")
    if act is None:
        return
    for who, place in enumerate(act.at):
        men = state.men[1 - state.mover if who == TARGET else state.mover]
        need(place < 0 or bool(men >> place & 1), Message("a unit of the action is not on its hex"), "action.at")
    need(phase not in _AIMED or act.at[TARGET] >= 0, Message("there is no target"), "action.at")
    retreating = phase in (Phase.WHERE, Phase.VETO, Phase.SAVE)
    need(retreating or act.at[LEAD] >= 0, Message("nobody leads the action"), "action.at")
    there = not retreating or act.at[act.who] >= 0
    need(there, Message("the unit in question is gone"), "action.who")
    need(phase != Phase.VETO or act.announced >= 0, Message("no hex is announced"), "action.announced")
    need(phase != Phase.FOLLOW or act.vacated >= 0, Message("no hex was left"), "action.vacated")
    again = phase == Phase.REROLLED
    need(not again or list(map(bool, act.dice)) == [False, True], Message("one die is rolled again"), "action.dice")
    shown = all(0 <= face <= 5 for face in act.dice)
    need(shown or not (again or phase == Phase.REROLL), Message("dice show 1 to 5"), "action.dice")
    rolls = {Phase.MELEE: table.melee, Phase.SHOT: table.shot}.get(phase)
    need(rolls is None or act.advantage in rolls, Message("no two units differ by so much"), "action.advantage")
    need(bool(state.legal_moves()), Message("nothing can be decided in the phase {phase}", phase=phase), "action")


def _impossible(state: State) -> Iterator[tuple[str, str]]:
    """What cannot stand on a table so, whatever was played: the key and a sentence."""
    table, board = state.game.table, state.game.table.board
    for side, player in enumerate(PLAYERS):
        codes = Counter(state.kinds[place] for place in members(state.men[side]))
        for code, count in codes.items():
            if count > POOL[code]:
                told = {"player": Message(player), "n": count, "unit": NAMES[code], "most": POOL[code]}
                yield "units", Message("the {player} have {n} times {unit}; a side has {most}", **told)
        cost = sum(STRENGTH[code] * count for code, count in codes.items())
        if cost > table.rules.points:
            told = {"player": Message(player), "cost": cost, "most": table.rules.points}
            yield "units", Message("the {player} have {cost} points of units; {most} may be spent", **told)
        burnt = (state.burnt & board.bases[1 - side]).bit_count()
        if 2 * burnt > state.points[side]:
            has = Message.counted("{n} point", "{n} points", state.points[side])
            told = {"player": Message(player), "n": burnt, "points": has}
            yield "points", Message("the {player} burnt {n}, for two points each, and have {points}", **told)
        for place in members(state.fled & state.men[side] & ~board.bases[1 - side]):
            why = Message("{hex} is no hex of the enemy base: no retreat led into that (!)", hex=board.names[place])
            yield "units", why
    for place in members((state.men[0] | state.men[1]) & table.flight):
        why = Message("{hex} lies in the flight zone: a unit that enters it leaves play", hex=board.names[place])
        yield "units", why
    for place in members(state.burnt & ~table.base):
        yield "burnt", Message("{hex} is no hex of a base, and only such burn", hex=board.names[place])
    if state.burnt and state.turn < 2 and state.phase != Phase.OVER:
        yield "burnt", Message("hexes burn when a turn ends, and none has ended")


def read_board(path: Path) -> Board:
    """The board of a file. Raises InputError with the file's name."""
    try:
        return board_of(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(Message("cannot be read: {why}", why=cause(error)), file=str(path)) from None
    except InputError as error:
        raise InputError(error.message, file=str(path)) from None
