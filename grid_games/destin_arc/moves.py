"""Moves: what players do, one small step at a time, and how it is written.

A notation is a word and what it is about: `move b1.3`, `to Q12`, `attack u1.2`, `with b1.4`, `cast b5.1 light`, `end`;
results of dice begin with `=`. Every move has a number that depends on nothing but the game's pieces and map.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from armada_sim.tabletop import N_, Message
from grid_games.core.numbering import Numbering
from grid_games.core.protocol import NotationError
from grid_games.destin_arc.units import PRINTED, SPELL_NAMES


@dataclass(frozen=True, slots=True)
class OnPiece:
    """A decision about a piece."""

    piece: str
    verb: ClassVar[str]

    def __str__(self) -> str:
        return f"{self.verb} {self.piece}"


@dataclass(frozen=True, slots=True)
class OnHex:
    """A decision about a hex."""

    hex: str
    verb: ClassVar[str]

    def __str__(self) -> str:
        return f"{self.verb} {self.hex}"


@dataclass(frozen=True, slots=True)
class Numbered:
    """A decision about something with a number."""

    number: int
    verb: ClassVar[str]

    def __str__(self) -> str:
        return f"{self.verb} {self.number}"


class Take(OnPiece):
    """Take a piece in hand: it has its move now."""

    __slots__, verb = (), "move"


class Fly(OnPiece):
    """The same on Pegasus."""

    __slots__, verb = (), "fly"


class Show(OnPiece):
    """Let a hidden piece be seen."""

    __slots__, verb = (), "show"


class Hide(OnPiece):
    """Make a piece invisible."""

    __slots__, verb = (), "hide"


class Meditate(OnPiece):
    """A priest of Bhâr meditates."""

    __slots__, verb = (), "meditate"


class Convert(OnPiece):
    """One of two Peuple that become Fidèles."""

    __slots__, verb = (), "convert"


class Attack(OnPiece):
    """Open a battle against a piece."""

    __slots__, verb = (), "attack"


class With(OnPiece):
    """Add an attacker to the open battle."""

    __slots__, verb = (), "with"


class Join(OnPiece):
    """A second priest joins a cast."""

    __slots__, verb = (), "join"


class On(OnPiece):
    """Whom a spell is cast on."""

    __slots__, verb = (), "on"


class Follow(OnPiece):
    """An attacker moves into the hex that has become free."""

    __slots__, verb = (), "advance"


class Bear(OnPiece):
    """The piece on which a leader stands."""

    __slots__, verb = (), "bear"


class Place(OnHex):
    """Place the next piece before the first turn."""

    __slots__, verb = (), "place"


class To(OnHex):
    """Where a piece goes."""

    __slots__, verb = (), "to"


class At(OnHex):
    """A hex of a zone."""

    __slots__, verb = (), "at"


class Fight(Numbered):
    """Resolve the declared battle or spell of that number."""

    __slots__, verb = (), "fight"


class Undo(Numbered):
    """The spell that is dispelled."""

    __slots__, verb = (), "undo"


@dataclass(frozen=True, slots=True)
class Cast:
    """A priest casts a spell."""

    spell: str
    piece: str
    verb: ClassVar[str] = "cast"

    def __str__(self) -> str:
        return f"cast {self.piece} {self.spell}"


@dataclass(frozen=True, slots=True)
class End:
    """Ends what is going on: the step, the choice; stays put where it is offered."""

    verb: ClassVar[str] = "end"

    def __str__(self) -> str:
        return "end"


@dataclass(frozen=True, slots=True)
class Result:
    """What dice say."""

    result: str
    verb: ClassVar[str] = "="

    def __str__(self) -> str:
        return f"={self.result}"


Move = OnPiece | OnHex | Numbered | Cast | End | Result

END = End()

ON_PIECE: tuple[type[OnPiece], ...] = (
    Take, Fly, Show, Hide, Meditate, Convert, Attack, With, Join, On, Follow, Bear,
)  # fmt: skip
ON_HEX: tuple[type[OnHex], ...] = (Place, To, At)
NUMBERED: tuple[type[Numbered], ...] = (Fight, Undo)

RESULTS = (*("ulf", "fereira", "save", "fail", "A0"), *(letter + code for letter in "DBA" for code in "123456"))
"""What dice can say: who leads the turn, whether a piece saves, what the table gives."""

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
