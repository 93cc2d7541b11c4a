"""Moves and their notation. A hex is named as on the board, such as `d7`.

=============  ===========================================================================================
`E9@b5`        a unit of the army and where it is deployed; `done` ends deployment
`d7-e7`        the unit on d7 goes to e7 (or, after a victory, follows there); `d7` alone: it is chosen and stays
`d7++f7`       a double attack on f7 led by the unit on d7 is declared; two such goings follow
`/e7`          cavalry that went two hexes came by e7 (asked only where its way back matters)
`xf7`          attack the unit on f7
`*f7`          shoot at the unit on f7; `+d8`: supported by the archers on d8; `alone`: not supported
`>g7`          retreat to g7
`pass` `hold` `accept` `refuse` `allow` `veto` `keep` `reroll` `reroll-target`
`first:romans` who begins, by lot
`+2` `-1` `+0` a roll: the active side's total less the other's, 4 meaning 4 or more
`3:4`          both dice of a supported shot, the archer's first
`saved` `lost` heavy infantry's save
=============  ===========================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from armada_sim.errors import InputError
from grid_games.core.protocol import NotationError
from grid_games.singidunum.board import Board
from grid_games.singidunum.units import CODES, NAMES

PLAYERS = ("romans", "barbarians")
"""Side A, whose base is the upper one, and side B."""

FACES = (1, 2, 3, 4, 5)
"""Numbers on the special dice."""

MOST = 4
"""Differences of this and more are one column of the table."""


@dataclass(frozen=True, slots=True)
class Place:
    """Take a unit into the army and deploy it."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"{self.unit}@{self.hex}"


@dataclass(frozen=True, slots=True)
class Go:
    """Choose a unit and move it; where it stands already, to let it stay. After a victory: follow."""

    start: str
    end: str

    def __str__(self) -> str:
        return self.start if self.start == self.end else f"{self.start}-{self.end}"


@dataclass(frozen=True, slots=True)
class Double:
    """Declare a double attack."""

    lead: str
    target: str

    def __str__(self) -> str:
        return f"{self.lead}++{self.target}"


@dataclass(frozen=True, slots=True)
class By:
    """Which hex cavalry came by."""

    hex: str

    def __str__(self) -> str:
        return f"/{self.hex}"


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack an adjacent enemy."""

    hex: str

    def __str__(self) -> str:
        return f"x{self.hex}"


@dataclass(frozen=True, slots=True)
class Shoot:
    """Shoot at an enemy."""

    hex: str

    def __str__(self) -> str:
        return f"*{self.hex}"


@dataclass(frozen=True, slots=True)
class Support:
    """Have a shot supported by archers beside."""

    hex: str

    def __str__(self) -> str:
        return f"+{self.hex}"


@dataclass(frozen=True, slots=True)
class Retreat:
    """Retreat to a hex; of a unit hit by a shot, announce it."""

    hex: str

    def __str__(self) -> str:
        return f">{self.hex}"


class Say(Enum):
    """Decisions without a hex."""

    DONE = "done"
    PASS = "pass"
    HOLD = "hold"
    ACCEPT = "accept"
    REFUSE = "refuse"
    ALLOW = "allow"
    VETO = "veto"
    ALONE = "alone"
    KEEP = "keep"
    REROLL = "reroll"
    REROLL_TARGET = "reroll-target"

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class First:
    """Who begins, by lot."""

    player: str

    def __str__(self) -> str:
        return f"first:{self.player}"


@dataclass(frozen=True, slots=True)
class Roll:
    """A column of the table."""

    gap: int
    """The attacker's or archer's total less the target's, from -4 (or less) to 4 (or more)."""

    def __str__(self) -> str:
        return f"{self.gap:+d}"


@dataclass(frozen=True, slots=True)
class Dice:
    """Both dice of a supported shot."""

    own: int
    other: int

    def __str__(self) -> str:
        return f"{self.own}:{self.other}"


@dataclass(frozen=True, slots=True)
class Save:
    """Whether heavy infantry makes its save."""

    made: bool

    def __str__(self) -> str:
        return "saved" if self.made else "lost"


Move = Place | Go | Double | By | Attack | Shoot | Support | Retreat | Say | First | Roll | Dice | Save

_HEX = r"([a-z][0-9]{1,2})"
_SHAPES = (
    (re.compile(rf"([A-Z][0-9])@{_HEX}"), Place),
    (re.compile(rf"{_HEX}-{_HEX}"), Go),
    (re.compile(rf"{_HEX}\+\+{_HEX}"), Double),
    (re.compile(rf"/{_HEX}"), By),
    (re.compile(rf"x{_HEX}"), Attack),
    (re.compile(rf"\*{_HEX}"), Shoot),
    (re.compile(rf"\+{_HEX}"), Support),
    (re.compile(rf">{_HEX}"), Retreat),
)
_WORDS: dict[str, Move] = {
    **{str(word): word for word in Say},
    **{str(first): first for first in map(First, PLAYERS)},
    **{str(save): save for save in (Save(True), Save(False))},
    **{str(roll): roll for roll in map(Roll, range(-MOST, MOST + 1))},
    **{str(dice): dice for dice in (Dice(own, other) for own in FACES for other in FACES)},
}
_OF_ONE_HEX: dict[type[Move], Callable[[str], Move]] = {
    By: By, Attack: Attack, Shoot: Shoot, Support: Support, Retreat: Retreat,
}  # fmt: skip
_EXPECTED = (
    "a move such as E9@b5, d7-e7, d7, d7++f7, xf7, *f7, +d8, >g7, pass, hold, accept, refuse, done, +2, 3:4 or saved"
)


def parse(board: Board, text: str) -> Move:
    """The move of a notation. Raises NotationError."""
    if text in _WORDS:
        return _WORDS[text]
    if (stay := re.fullmatch(_HEX, text)) is not None:
        _on(board, text, text)
        return Go(stay[1], stay[1])
    for shape, kind in _SHAPES:
        if (found := shape.fullmatch(text)) is not None:
            unit, *hexes = found.groups() if kind is Place else ("", *found.groups())
            for name in hexes:
                _on(board, text, name)
            if kind is Place and unit not in CODES:
                raise NotationError(f"{text!r}: there is no unit {unit}; there are {', '.join(CODES)}")
            move: Move = kind(*found.groups())
            if isinstance(move, Go) and move.start == move.end:
                break
            return move
    raise NotationError(f"{text!r} is no move here; expected {_EXPECTED}")


def _on(board: Board, text: str, name: str) -> None:
    if name not in board.numbers:
        raise NotationError(f"{text!r}: there is no hex {name} on this board of {board.names[0]} to {board.names[-1]}")


class Numbering:
    """Numbers for the moves on a board, whatever the state: a block for each shape of move."""

    def __init__(self, board: Board) -> None:
        self._board = board
        n = len(board.names)
        shapes: tuple[tuple[type[Move], int], ...] = (
            (Place, n * len(CODES)), (Go, n * n), (Double, n * n), (By, n), (Attack, n), (Shoot, n), (Support, n), (Retreat, n),
        )  # fmt: skip
        self._words = tuple(_WORDS.values())
        self._word_number = {word: number for number, word in enumerate(self._words)}
        self._blocks: dict[type[Move], int] = {}
        count = len(self._words)
        for kind, size in shapes:
            self._blocks[kind] = count
            count += size
        self.count = count
        self._starts = tuple(self._blocks.items())

    def number(self, move: Move) -> int:
        """The number of a move."""
        at, n = self._board.numbers, len(self._board.names)
        match move:
            case Place(unit, name):
                return self._blocks[Place] + (CODES[unit] - 1) * n + at[name]
            case Go(start, end):
                return self._blocks[Go] + at[start] * n + at[end]
            case Double(lead, target):
                return self._blocks[Double] + at[lead] * n + at[target]
            case By(name) | Attack(name) | Shoot(name) | Support(name) | Retreat(name):
                return self._blocks[type(move)] + at[name]
        return self._word_number[move]

    def numbered(self, number: int) -> Move:
        """The move of a number. Raises NotationError where there is none."""
        if not 0 <= number < self.count:
            raise NotationError(f"{number} is the number of no move; expected 0 to {self.count - 1}")
        if number < len(self._words):
            return self._words[number]
        names = self._board.names
        kind, start = next((kind, start) for kind, start in reversed(self._starts) if start <= number)
        rest = number - start
        if kind is Place:
            return Place(NAMES[rest // len(names) + 1], names[rest % len(names)])
        if kind is Go:
            return Go(names[rest // len(names)], names[rest % len(names)])
        if kind is Double:
            return Double(names[rest // len(names)], names[rest % len(names)])
        return _OF_ONE_HEX[kind](names[rest])


def hex_of(board: Board, name: str) -> int:
    """Number of a hex by its name. Raises InputError."""
    if name not in board.numbers:
        raise InputError(f"there is no hex {name} on this board")
    return board.numbers[name]
