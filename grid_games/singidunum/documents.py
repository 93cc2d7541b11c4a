"""States as JSON documents, with hexes, units and players by name, and boards as files. Who decides follows from the
rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from armada_sim.tabletop import InputError, Message, Outcome, cause
from grid_games.core.documents import Closed, Named, fitting, plain
from grid_games.core.protocol import NotationError
from grid_games.core.sets import mask, members
from grid_games.singidunum.board import Board, board_of
from grid_games.singidunum.moves import CALLED, PLAYERS
from grid_games.singidunum.state import BETWEEN, LEAD, TARGET, Act, Hexes, Phase, State, Terms

Side = Annotated[int, Named(PLAYERS)]

_AIMED = (
    Phase.DOUBLE, Phase.ANSWER, Phase.MELEE, Phase.SUPPORT, Phase.SHOT, Phase.DICE, Phase.REROLL, Phase.REROLLED,
    Phase.VETO,
)  # fmt: skip
"""Phases in which there is a target."""


@dataclass(frozen=True, slots=True)
class _Unit(Closed):
    unit: str
    hex: Annotated[int, Named()]
    player: Side
    available: bool
    fled: bool


@dataclass(frozen=True, slots=True)
class _State(Closed):
    phase: Phase
    turn: int
    mover: Side
    passed: Annotated[int, Named(PLAYERS, null=True)]
    units: list[_Unit]
    burnt: Hexes
    points: tuple[int, int]
    entered: Annotated[int, Named(PLAYERS, several=True)]
    action: Act | None
    result: Outcome | None


def written(state: State) -> dict[str, Any]:
    """A state as a document."""
    names, called = state.table.board.names, state.table.numbers.names
    units = [
        _Unit(called[state.kinds[place]], place, side, bool(state.ready >> place & 1), bool(state.fled >> place & 1))
        for side in (0, 1) for place in members(state.men[side])
    ]  # fmt: skip
    document = _State(
        state.phase, state.turn, state.mover, state.passer, units, state.burnt, state.points, state.entered, None,
        state.result,
    )  # fmt: skip
    action = None if state.phase in BETWEEN else plain(state, names, Act)
    whole: dict[str, Any] = plain(document, names)
    return whole | {"phase": str(state.phase), "action": action}


def read(game: Terms, document: object) -> State:
    """The state of a document. Raises NotationError that says what is wrong."""
    board, codes = game.table.board, game.table.numbers.codes
    found = fitting(_State, document, Message("no state of Singidunum"), names=board.names)
    kinds, men, ready, fled = bytearray(len(board.names)), [0, 0], 0, 0
    for unit in found.units:
        if unit.unit not in codes:
            raise NotationError("there is no {name}", name=repr(unit.unit), key="units")
        if kinds[unit.hex]:
            raise NotationError(
                "{unit} on {hex}: there is no such unit, or the hex is occupied",
                unit=unit.unit, hex=board.names[unit.hex], key="units",
            )  # fmt: skip
        kinds[unit.hex] = codes[unit.unit]
        men[unit.player] |= 1 << unit.hex
        ready |= unit.available << unit.hex
        fled |= unit.fled << unit.hex
    state = State(
        game=game, phase=found.phase, turn=found.turn, mover=found.mover, passer=found.passed, men=men, ready=ready,
        fled=fled, kinds=kinds, burnt=found.burnt, points=found.points, result=found.result,
        entered=found.entered | mask(side for side in (0, 1) if (men[side] | found.burnt) & board.bases[1 - side]),
        **(asdict(found.action) if found.action else {}),
    )  # fmt: skip
    _judge(state, under_way=found.action is not None)
    return state


def _judge(state: State, *, under_way: bool) -> None:
    """Raises NotationError for a document whose parts do not fit together."""
    act, phase, table = state, state.phase, state.table

    def need(holds: bool, text: str, key: str) -> None:
        if not holds:
            raise NotationError(text, key=key)

    between, over, start = phase in BETWEEN, phase == Phase.OVER, phase in (Phase.DEPLOY, Phase.FIRST)
    need(not under_way or not between, Message("the phase {phase} has no action", phase=phase), "action")
    need(under_way or between, Message("the phase {phase} is part of an action", phase=phase), "action")
    only = Message("there is a result when the game is over, and only then")
    need((state.result is not None) == over, only, "result")
    timely = 0 <= state.turn <= table.numbers.turns and (state.turn == 0) == start
    need(timely, Message("no turn {n} in the phase {phase}", n=state.turn, phase=phase), "turn")
    need(min(state.points) >= 0, Message("points are not below 0"), "points")
    for key, told in _impossible(state):
        need(False, told, key)
    if phase == Phase.GO:
        none = Message("the {player} have no available unit", player=CALLED[state.mover])
        need(bool(state.ready & state.men[state.mover]), none, "units")
    if between:
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
    table, board, numbers = state.table, state.table.board, state.table.numbers
    for side in range(len(CALLED)):
        codes = Counter(state.kinds[place] for place in members(state.men[side]))
        for code, count in codes.items():
            if count > numbers.pool[code]:
                told = {"player": CALLED[side], "n": count, "unit": numbers.names[code], "most": numbers.pool[code]}
                yield "units", Message("the {player} have {n} times {unit}; a side has {most}", **told)
        cost = sum(numbers.price[code] * count for code, count in codes.items())
        if cost > table.rules.scenario:
            told = {"player": CALLED[side], "cost": cost, "most": table.rules.scenario}
            yield "units", Message("the {player} have {cost} points of units; {most} may be spent", **told)
        burnt = (state.burnt & board.bases[1 - side]).bit_count()
        if 2 * burnt > state.points[side]:
            has = Message.counted("{n} point", "{n} points", state.points[side])
            told = {"player": CALLED[side], "n": burnt, "points": has}
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
