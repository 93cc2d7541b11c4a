"""Moves and their notation. A hex is named as on the board, such as `d7`.

=============  ===========================================================================================
`E9@b5`        a unit of the army and where it is deployed; `done` ends deployment
`d7-e7`        the unit on d7 goes to e7 (or, after a victory, follows there); `d7` alone: it is chosen and stays
`d7++f7`       a double attack on f7 led by the unit on d7 is declared; two such goings follow
`xf7`          attack the unit on f7
`*f7`          shoot at the unit on f7; `+d8`: supported by the archers on d8; `alone`: not supported
`>g7`          retreat to g7
`pass` `hold` `accept` `refuse` `allow` `veto` `keep` `reroll`
`first:romans` who begins, by lot
`+2` `-1` `+0` a roll: the active side's total less the other's, 4 meaning 4 or more
`3:4`          both dice of a supported shot, the archer's first
`saved` `lost` heavy infantry's save
=============  ===========================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from armada_sim.tabletop import N_, Message
from grid_games.core.numbering import Numbering
from grid_games.core.protocol import NotationError
from grid_games.singidunum.board import Board

PLAYERS = ("romans", "barbarians")
CALLED = Message("Romans"), Message("barbarians")
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
class OnHex:
    """A decision about one hex."""

    hex: str
    sign: ClassVar[str]

    def __str__(self) -> str:
        return self.sign + self.hex


class Attack(OnHex):
    """Attack an adjacent enemy."""

    __slots__, sign = (), "x"


class Shoot(OnHex):
    """Shoot at an enemy."""

    __slots__, sign = (), "*"


class Support(OnHex):
    """Have a shot supported by archers beside."""

    __slots__, sign = (), "+"


class Retreat(OnHex):
    """Retreat to a hex; of a unit hit by a shot, announce it."""

    __slots__, sign = (), ">"


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


Move = Place | Go | Double | OnHex | Say | First | Roll | Dice | Save

ON_HEX: tuple[type[OnHex], ...] = (Attack, Shoot, Support, Retreat)
"""Decisions about one hex."""

SPOKEN: dict[str, str] = {
    str(word): word
    for word in (
        Message.meaning("a move", "done"), Message.meaning("a move", "pass"), Message.meaning("a move", "hold"),
        Message.meaning("a move", "accept"), Message.meaning("a move", "refuse"), Message.meaning("a move", "allow"),
        Message.meaning("a move", "veto"), Message.meaning("a move", "alone"), Message.meaning("a move", "keep"),
        Message.meaning("a move", "reroll"),
    )
}  # fmt: skip
"""Decisions without a hex, as they are said."""

_HEX = r"([a-z][0-9]{1,2})"
_SHAPES: tuple[tuple[re.Pattern[str], Callable[..., Move]], ...] = (
    (re.compile(rf"([A-Z][0-9])@{_HEX}"), Place),
    (re.compile(rf"{_HEX}-{_HEX}"), Go),
    (re.compile(rf"{_HEX}\+\+{_HEX}"), Double),
    (re.compile(_HEX), lambda name: Go(name, name)),
    *((re.compile(re.escape(kind.sign) + _HEX), kind) for kind in ON_HEX),
)
_WORDS: dict[str, Move] = {str(word): word for word in (
    *Say, *map(First, PLAYERS), Save(True), Save(False), *map(Roll, range(-MOST, MOST + 1)),
    *(Dice(own, other) for own in FACES for other in FACES),
)}  # fmt: skip
_EXPECTED = N_(
    "a move such as E9@b5, d7-e7, d7, d7++f7, xf7, *f7, +d8, >g7, pass, hold, accept, refuse, done, +2, 3:4 or saved"
)


def parse(board: Board, units: Iterable[str], text: str) -> Move:
    """The move of a notation with these units. Raises NotationError."""
    if text in _WORDS:
        return _WORDS[text]
    for shape, kind in _SHAPES:
        if (found := shape.fullmatch(text)) is not None:
            unit, *hexes = found.groups() if kind is Place else ("", *found.groups())
            for name in hexes:
                if name not in board.numbers:
                    told = Message(
                        "{text}: there is no hex {hex} on this board of {first} to {last}",
                        text=repr(text), hex=name, first=board.names[0], last=board.names[-1],
                    )  # fmt: skip
                    raise NotationError(told)
            if kind is Place and unit not in units:
                raise NotationError(
                    "{text}: there is no unit {unit}; there are {units}",
                    text=repr(text), unit=unit, units=", ".join(units),
                )  # fmt: skip
            move = kind(*found.groups())
            if str(move) == text:  # a unit that stays is written by its hex alone
                return move
    raise NotationError("{text} is no move here; expected {moves}", text=repr(text), moves=Message(_EXPECTED))


def numbering(board: Board, units: Iterable[str]) -> Numbering[Move]:
    """Every move on a board with these units, by its number."""
    hexes = board.names
    blocks: dict[type[Move], tuple[tuple[str, ...], ...]] = {
        Place: (tuple(units), hexes), Go: (hexes, hexes), Double: (hexes, hexes), **dict.fromkeys(ON_HEX, (hexes,)),
    }  # fmt: skip
    return Numbering(_WORDS.values(), blocks)
