"""Whole games as people write them down: a line for each set-up and each turn.

    [Map "classic"] [Seats "R G B"] [Options "default"]
    setup R B2: c3=KH d3=4IA d4=2C
    1 R: +A d4; 4I d3-e3; b e3; K/A; v
    2 G: skip

The shape of a token shows its step, so what ends a step (`stop`, `no offer`) is left out: a step is over when a token
of a later one, or the end of the line, comes. `wait` is left out too, but before another suzerain's `pass`. `...` at
the end of a line says that the turn, or the set-up, is not over. A position line may stand anywhere, and is compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from armada_sim.tabletop import InputError, Message, recorded
from grid_games.core.match import Match, replayed
from grid_games.core.protocol import IllegalMoveError, NotationError
from grid_games.core.records import Record
from grid_games.strategiksa.board import SQUARE, SQUARES, ZONE, ZONES
from grid_games.strategiksa.chapters.battles import Picking, Replying
from grid_games.strategiksa.chapters.conversion import Converting
from grid_games.strategiksa.chapters.movement import Moving
from grid_games.strategiksa.chapters.reinforcement import Reinforcing
from grid_games.strategiksa.chapters.turns import answer_for_absent
from grid_games.strategiksa.chapters.vassalage import Managing, Offering
from grid_games.strategiksa.game import KIND, Strategiksa
from grid_games.strategiksa.moves import (
    PASS,
    STOP,
    WAIT,
    Add,
    Answer,
    Begin,
    Move,
    Name,
    Offer,
    Pick,
    Reply,
    Settle,
    Silence,
    Stop,
    Walk,
    read_move,
    token_parts,
)
from grid_games.strategiksa.options import GONE, OPTIONS
from grid_games.strategiksa.state import State
from grid_games.strategiksa.text.positions import position_text
from grid_games.strategiksa.units import KINDS, of_kind, read_stack, stack_text

DEFAULT = "default"
SETS: dict[str, dict[str, str]] = {
    DEFAULT: {},
    "early": {option.key: option.was for option in OPTIONS if option.was},
}
"""Sets of rules that a text may name, with what is not today's default in them: `early`, the defaults of the time at
which such texts began."""

UNFINISHED = "..."
"""At the end of a line whose turn is not over."""


def write_transcript(record: Record) -> str:
    """A game of this kind as text. Raises InputError for a record whose moves are not allowed."""
    game = KIND.load(record.players, record.settings)
    usual: dict[str, str] = {option.key: option.default for option in OPTIONS}
    odd = " ".join(
        f"{key}={_bare(value)}" for key, value in game.choices if key != "map" and str(value) != usual.get(key)
    )
    lines = [f'[Map "{game.rules.map}"] [Seats "{" ".join(game.letters)}"] [Options "{odd or DEFAULT}"]']
    match = replayed(game, record)
    states: Sequence[Any] = match.states
    turn = _Turn(states[0], [])
    for state, move, after in zip(states, match.moves, states[1:], strict=False):
        turn.moves.append((state, move))
        if (after.round, after.turn) != (state.round, state.turn) or after.outcome():
            lines += turn.lines(after)
            turn = _Turn(after, [])
    if turn.moves:
        (line,) = turn.lines(None)
        lines.append(f"{line}{'; ' if states[-1].round else ' '}{UNFINISHED}")
    return "\n".join(lines) + "\n"


def _bare(value: str | int) -> str:
    """A value without blanks and the quotes that the line has around all of them: numbers of one's own have both."""
    return str(value).replace(" ", "").replace('"', "'")


@dataclass
class _Turn:
    """One turn being written."""

    start: State
    moves: list[tuple[State, Move]]

    def lines(self, after: State | None) -> list[str]:
        """Its line, and those of the turns without decisions that follow it."""
        start = self.start
        letter = start.game.letters[start.turn]
        if not start.round:
            return [self._setup(letter)]
        told = [f"{start.round} {letter}: {'; '.join(_tokens(self.moves, finished=after is not None))}".rstrip()]
        if after is not None and not after.outcome():
            told += _passed(start, after)
        return told

    def _setup(self, letter: str) -> str:
        squares: dict[int, int] = {}
        zone = ""
        for _, move in self.moves:
            if isinstance(move, Settle):
                zone = ZONES[move.zone]
            elif isinstance(move, Add):
                squares[move.square] = squares.get(move.square, 0) + read_stack(move.kind)
        told = " ".join(f"{SQUARES[square]}={stack_text(stack)}" for square, stack in sorted(squares.items()))
        return f"setup {letter} {zone}: {told}".rstrip()


def _passed(start: State, after: State) -> Iterator[str]:
    """Turns between two that had nothing to decide."""
    letters = start.game.letters
    round_number, turn = start.round, start.turn
    while True:
        turn += 1
        if turn == len(letters):
            round_number, turn = round_number + 1, 0
        if (round_number, turn) == (after.round, after.turn):
            return
        yield f"{round_number} {letters[turn]}:" + ("" if after.table.totals[turn] else " skip")


def _tokens(moves: list[tuple[State, Move]], finished: bool) -> list[str]:
    """The actions of a turn, as they are written; if it is not over, the end of a step that nothing follows is
    written."""
    told: list[str] = []
    moves = [one for index, one in enumerate(moves) if one[1] != WAIT or _matters(moves[index:])]
    for index, (state, move) in enumerate(moves):
        following = moves[index + 1][1] if index + 1 < len(moves) else None
        before = moves[index - 1][1] if index else None
        if isinstance(state.step, Picking) and not isinstance(before, Begin):
            square = state.step.battle.square
            if not index or _square(moves[index - 1][0]) != square:
                told.append(str(Begin(square)))  # begun without a choice, but nicer to read with its square
        if isinstance(move, Stop) or move == Offer(None):
            # written only where the next token could be taken for one of this step
            word = isinstance(following, (Name, Silence))
            if not finished if following is None else word or state.why_not(following) is None:
                told.append(str(move))
        elif isinstance(move, Answer) and isinstance(before, Offer):
            told[-1] += f" {move}"
        elif isinstance(move, Reply) and isinstance(before, Pick):
            told[-1] += str(move)
        elif isinstance(move, Walk) and move == before:
            count, name = re.fullmatch(r"(\d*)(.*)", told[-1]).groups()  # type: ignore[union-attr]
            told[-1] = f"{int(count or 1) + 1}{name}"
        else:
            told.append(str(move))
    return told


def _matters(moves: list[tuple[State, Move]]) -> bool:
    """Whether a wait, the first of some moves, must be written: one of another suzerain's words after it is a pass, or
    nothing follows."""
    after = next((move for _, move in moves if move != WAIT), PASS)
    return after == PASS


def _square(state: State) -> int | None:
    """Where the battle of a state is."""
    return state.step.battle.square if isinstance(state.step, (Picking, Replying)) else None


def read_transcript(text: str) -> Record:
    """The record of a text, moves judged. Raises NotationError with the line, from IllegalMoveError if that is why."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines:
        raise NotationError('expected a line such as [Map "classic"] [Seats "R G B"] [Options "default"]')
    reader: _Reader | None = None
    for number, line in lines:
        try:
            if reader is None:
                reader = _Reader(Match(_head(line)))
            else:
                reader.line(line)
        except (IllegalMoveError, InputError) as error:
            line_key, told = Message("line {n}", n=number), error.message
            if isinstance(error, IllegalMoveError):
                raise NotationError(told, key=line_key) from error
            if error.key:
                told = Message("{key}: {mistake}", key=error.key, mistake=told)
            raise NotationError(told, key=line_key) from None
    assert reader is not None
    return reader.match.record()


def _head(line: str) -> Strategiksa:
    tags = re.findall(r'\[(\w+) "([^"]*)"\]', line)
    if re.sub(r'\[\w+ "[^"]*"\]', "", line).strip() or [tag for tag, _ in tags] != ["Map", "Seats", "Options"]:
        raise NotationError(
            'expected [Map "classic"] [Seats "R G B"] [Options "default"], not {given}', given=repr(line)
        )
    told = dict(tags)
    settings: dict[str, object] = {"map": told["Map"], "seats": told["Seats"]}
    name, *pairs = told["Options"].split() or [DEFAULT]
    if name not in SETS:
        name, pairs = DEFAULT, [name, *pairs]
    settings |= SETS[name]
    given: set[str] = set()
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise NotationError(
                "expected a set of rules ({sets}) or options such as wounds=persist, not {given}",
                sets=", ".join(SETS), given=repr(pair),
            )  # fmt: skip
        if key in given | {"map", "seats"}:
            raise NotationError("{option} is given twice", option=key)
        given.add(key)
        settings[key] = value.replace("'", '"')
    return KIND.load(None, recorded(OPTIONS, GONE, settings))


@dataclass
class _Reader:
    """A game being read."""

    match: Match

    @property
    def state(self) -> State:
        """The state so far."""
        return cast(State, self.match.state)

    def line(self, line: str) -> None:
        """One line: a set-up, a turn or a position."""
        if "|" in line:
            now = position_text(self.state)
            if now != line:
                raise NotationError("the position is {now}, not {given}", now=now, given=line)
        elif setup := re.fullmatch(r"setup (\w) ([A-Ea-e][1-5]):(.*)", line):
            self._setup(*setup.groups())
        elif turn := re.fullmatch(r"(\d{1,3}) (\w):(.*)", line):
            self._turn(int(turn[1]), turn[2], [part.strip() for part in turn[3].split(";") if part.strip()])
        else:
            raise NotationError(
                "expected a line such as {setup}, {turn} or a position, not {given}",
                setup="'setup R B2: c3=KH d3=4IA d4=2C'",
                turn="'1 R: +A d4; I d3-e3'",
                given=repr(line),
            )

    def _setup(self, letter: str, zone: str, places: str) -> None:
        state = self.state
        if state.round or state.game.letters[state.turn] != letter:
            raise NotationError("{now}, not the set-up of {letter}", now=self._expected(), letter=letter)
        adds: list[Add] = []
        *told, last = places.split() or [""]
        unfinished = last == UNFINISHED
        for place in told if unfinished else places.split():
            name, equals, stack_told = place.partition("=")
            if name not in SQUARE or not equals:
                raise NotationError("expected a square with its pieces, such as c3=K4I, not {given}", given=repr(place))
            stack = read_stack(stack_told)
            adds += [Add(kind, SQUARE[name]) for kind in KINDS for _ in range(of_kind(stack, kind))]
        self.match.push(Settle(ZONE[zone.upper()]))
        for add in sorted(adds, key=lambda add: add.kind != "K"):
            if self.state.turn != state.turn or self.state.round:
                raise NotationError(
                    "the set-up of {letter} is of more than {n} points", letter=letter, n=state.game.numbers.start
                )
            self.match.push(add)
        if not unfinished and (self.state.round, self.state.turn) == (state.round, state.turn):
            if self.state.why_not(STOP) is not None:
                raise NotationError("the set-up of {letter} does not use all its points", letter=letter)
            self.match.push(STOP)

    def _turn(self, round_number: int, letter: str, tokens: list[str]) -> None:
        state = self.state
        if (state.round, state.game.letters[state.turn]) != (round_number, letter):
            index = state.game.letters.find(letter)
            idle = index >= 0 and (round_number, index) < (state.round, state.turn)
            if idle and tokens in ([], ["skip"]):
                return
            raise NotationError("{now}, not round {n} of {letter}", now=self._expected(), n=round_number, letter=letter)
        when = (state.round, state.turn)
        for token in tokens:
            if token == UNFINISHED:
                return
            for move in map(read_move, token_parts(token)):
                self._play(move, when)
        while self.state.outcome() is None and (self.state.round, self.state.turn) == when:
            self._pass_on(None)

    def _play(self, move: Move, when: tuple[int, int]) -> None:
        """A move that is written, after what ends the steps before its own."""
        while True:
            state = self.state
            if state.outcome() is not None or (state.round, state.turn) != when:
                raise NotationError("{move} comes after the end of the turn", move=str(move))
            step = state.step
            if isinstance(move, Begin) and isinstance(step, Picking) and step.battle.square == move.square:
                return  # the only battle there is, begun without a choice
            violation = state.why_not(move)
            if violation is not None and state.aside >= 0:
                self.match.push(WAIT)
                continue
            if violation is None or violation.clause != "turn":
                self.match.push(move)
                return
            self._pass_on(move)

    def _pass_on(self, wanted: Move | None) -> None:
        """What ends the step, where writing nothing means something."""
        state = self.state
        if state.aside >= 0:
            self.match.push(WAIT)
        elif isinstance(state.step, (Managing, Offering)):
            self.match.push(answer_for_absent(state))
        elif isinstance(state.step, (Reinforcing, Converting, Moving)):
            self.match.push(STOP)
        elif wanted is not None:
            self.match.push(wanted)
        else:
            raise NotationError("the line ends, but {now}", now=self._expected())

    def _expected(self) -> str:
        state = self.state
        if state.outcome() is not None:
            return Message("the game is over")
        if not state.round:
            return Message("now {letter} sets up", letter=state.game.letters[state.turn])
        return Message(
            "now it is round {n} of {letter}, and {player} decides ({step})",
            n=state.round, letter=state.game.letters[state.turn], player=Message(state.current_player() or ""),
            step=type(state.step).__name__.lower(),
        )  # fmt: skip
