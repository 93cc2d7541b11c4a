"""Moves: what players do, one small step at a time, and how it is written.

A notation is a word and what it is about: `move b1.3`, `to Q12`, `attack u1.2`, `with b1.4`, `cast b5.1 light`, `end`;
results of dice begin with `=`. Every move has a number that depends on nothing but the game's pieces and map.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from armada_sim.tabletop import N_, Message
from grid_games.core.numbering import Numbering
from grid_games.core.protocol import NotationError
from grid_games.destin_arc.units import PRINTED, SPELL_NAMES


@dataclass(frozen=True)
class Decision:
    """What is written as a word and what it is about."""

    verb: ClassVar[str]

    def __init_subclass__(cls, verb: str = "") -> None:
        cls.verb = verb

    def __str__(self) -> str:
        return " ".join((self.verb, *map(str, vars(self).values())))


@dataclass(frozen=True)
class OnPiece(Decision):
    """A decision about a piece."""

    piece: str


@dataclass(frozen=True)
class OnHex(Decision):
    """A decision about a hex."""

    hex: str


@dataclass(frozen=True)
class Numbered(Decision):
    """A decision about something with a number."""

    number: int


class Take(OnPiece, verb="move"):
    """Take a piece in hand: it has its move now."""


class Fly(OnPiece, verb="fly"):
    """The same on Pegasus."""


class Show(OnPiece, verb="show"):
    """Let a hidden piece be seen."""


class Hide(OnPiece, verb="hide"):
    """Make a piece invisible."""


class Meditate(OnPiece, verb="meditate"):
    """A priest of Bhâr meditates."""


class Convert(OnPiece, verb="convert"):
    """One of two Peuple that become Fidèles."""


class Attack(OnPiece, verb="attack"):
    """Open a battle against a piece."""


class With(OnPiece, verb="with"):
    """Add an attacker to the open battle."""


class Join(OnPiece, verb="join"):
    """A second priest joins a cast."""


class On(OnPiece, verb="on"):
    """Whom a spell is cast on."""


class Follow(OnPiece, verb="advance"):
    """An attacker moves into the hex that has become free."""


class Bear(OnPiece, verb="bear"):
    """The piece on which a leader stands."""


class Place(OnHex, verb="place"):
    """Place the next piece before the first turn."""


class To(OnHex, verb="to"):
    """Where a piece goes."""


class At(OnHex, verb="at"):
    """A hex of a zone."""


class Fight(Numbered, verb="fight"):
    """Resolve the declared battle or spell of that number."""


class Undo(Numbered, verb="undo"):
    """The spell that is dispelled."""


@dataclass(frozen=True)
class Cast(Decision, verb="cast"):
    """A priest casts a spell."""

    spell: str
    piece: str

    def __str__(self) -> str:
        return f"cast {self.piece} {self.spell}"


class End(Decision, verb="end"):
    """Ends what is going on: the step, the choice; stays put where it is offered."""


@dataclass(frozen=True)
class Result(Decision, verb="="):
    """What dice say."""

    result: str

    def __str__(self) -> str:
        return f"={self.result}"


SPOKEN: dict[str, str] = {"end": Message.meaning("a move", "end")}
"""Moves that are words, as they are said."""

Move = OnPiece | OnHex | Numbered | Cast | End | Result

END = End()

ON_PIECE = tuple(OnPiece.__subclasses__())
ON_HEX = tuple(OnHex.__subclasses__())
NUMBERED = tuple(Numbered.__subclasses__())

RESULTS = (
    *("ulf", "fereira", "save", "fail", "A0"), *(letter + code for letter in "DBA" for code in "123456"), "unseen",
)  # fmt: skip
"""What dice can say: who leads the turn, whether a piece saves, what the table gives, nothing at all."""

_PIECE = r"([buf]\d{1,2}(?:\.\d{1,2})?)"
_SHAPES: tuple[tuple[re.Pattern[str], Callable[..., Move]], ...] = (
    *((re.compile(f"{kind.verb} {_PIECE}"), kind) for kind in ON_PIECE),
    *((re.compile(rf"{kind.verb} ([A-Z]\d{{1,2}})"), kind) for kind in ON_HEX),
    (re.compile(r"fight ([1-9]\d{0,3})"), lambda number: Fight(int(number))),
    (re.compile(r"undo ([1-9]\d{0,3})"), lambda number: Undo(int(number))),
    (re.compile(f"cast {_PIECE} ({'|'.join(SPELL_NAMES)})"), lambda piece, spell: Cast(spell, piece)),
    (re.compile("end"), lambda: END),
    (re.compile(f"=({'|'.join(RESULTS)})"), Result),
)
_EXPECTED = N_("move b1.3, to Q12, attack u1.2, with b1.4, cast b5.1 light, fight 2, end or =D3")


def one_word(text: str) -> str:
    """A text whose spells, if named as the lists print them, are named as moves are written."""
    for name, printed in PRINTED.items():
        text = text.replace(printed, name)
    return text


def parse(text: str) -> Move:
    """The move of a notation, whatever game it is in. Raises NotationError."""
    plain = one_word(" ".join(text.split()))
    for shape, make in _SHAPES:
        if found := shape.fullmatch(plain):
            return make(*found.groups())
    raise NotationError(
        "{given} is no move: expected something like {moves}", given=repr(text), moves=Message(_EXPECTED)
    )


def numbering(pieces: tuple[str, ...], hexes: tuple[str, ...], most: int) -> Numbering[Move]:
    """Every move of a game with these pieces, these hexes, and at most so many battles or spells at once."""
    blocks: dict[type[Move], tuple[tuple[str, ...] | range, ...]] = {
        **dict.fromkeys(ON_PIECE, (pieces,)), Cast: (SPELL_NAMES, pieces), **dict.fromkeys(ON_HEX, (hexes,)),
        **dict.fromkeys(NUMBERED, (range(1, most + 1),)),
    }  # fmt: skip
    return Numbering((END, *map(Result, RESULTS)), blocks)


def examples(moves: Sequence[Move]) -> list[str]:
    """Of each kind of move the first one; of dice every result."""
    kinds: dict[str, str] = {}
    for move in moves:
        kinds.setdefault(str(move) if isinstance(move, Result) else move.verb, str(move))
    return list(kinds.values())
