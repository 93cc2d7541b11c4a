"""The moves of Strategiksa: typed values, their notation, their numbers. Nothing here knows a state.

The shape of a text says what it is, so reading needs no context: `zone B2`, `+K c3`, `C>I d4`, `I d3-e3`, `stop`,
`m G=B`, `wait`, `pass`, `offer G`, `no offer`, `yes`, `no`, `b e3`, `K`, `G.I*`, `/A`, `h K*`, `v`, `s`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from armada_sim.tabletop import N_, Message
from grid_games.core.numbering import Numbering
from grid_games.core.protocol import NotationError
from grid_games.strategiksa.board import GRID, SIDE, SQUARE, SQUARES, ZONE, ZONES
from grid_games.strategiksa.units import FAST, KINDS, PIECE, PIECES

LETTERS: Final = "RGBYPOWTACDEFHIJLMNQSUVXZ"
"""Colours by letter: as many as the largest map has zones to start in. K stays the king's alone."""

COLOURS: Final = dict(
    zip(
        LETTERS,
        (
            N_("red"), N_("green"), N_("blue"), N_("yellow"), N_("purple"),
            N_("orange"), N_("white"), N_("turquoise"), N_("amber"), N_("cyan"),
            N_("denim"), N_("emerald"), N_("fuchsia"), N_("hazel"), N_("indigo"),
            N_("jade"), N_("lime"), N_("magenta"), N_("nickel"), N_("quartz"),
            N_("salmon"), N_("umber"), N_("violet"), N_("xanthic"), N_("zinc"),
        ),
        strict=True,
    )
)  # fmt: skip
"""Names of the colours, and of the players who start with them (clause 5)."""

SPOKEN: Final[dict[str, str]] = {
    str(word): word
    for word in (
        Message.meaning("a move", "stop"), Message.meaning("a move", "wait"), Message.meaning("a move", "pass"),
        Message.meaning("a move", "no offer"), Message.meaning("a move", "yes"), Message.meaning("a move", "no"),
    )
}  # fmt: skip
"""Moves that are words, as they are said."""

INTO: Final = ("I", "A")
"""What a cavalry can become (clause 24)."""


@dataclass(frozen=True, slots=True)
class Settle:
    """A colour's zone to start in."""

    zone: int

    def __str__(self) -> str:
        return f"zone {ZONES[self.zone]}"


@dataclass(frozen=True, slots=True)
class Add:
    """A new piece: at the set-up, or a reinforcement."""

    kind: str
    square: int

    def __str__(self) -> str:
        return f"+{self.kind} {SQUARES[self.square]}"


@dataclass(frozen=True, slots=True)
class Convert:
    """A cavalry becomes foot."""

    piece: int
    square: int
    into: str

    def __str__(self) -> str:
        return f"{PIECES[self.piece]}>{self.into} {SQUARES[self.square]}"


@dataclass(frozen=True, slots=True)
class Walk:
    """A piece goes from a square to another: its whole move of this turn."""

    piece: int
    start: int
    end: int

    def __str__(self) -> str:
        return f"{PIECES[self.piece]} {SQUARES[self.start]}-{SQUARES[self.end]}"


@lru_cache(maxsize=1 << 14)
def walk(piece: int, start: int, end: int) -> Walk:
    """A walk, made once: views of moves are read often."""
    return Walk(piece, start, end)


@dataclass(frozen=True, slots=True)
class Stop:
    """No more of this step."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class Name:
    """A suzerain names the player who runs a colour."""

    colour: str
    player: str

    def __str__(self) -> str:
        return f"m {self.colour}={self.player}"


@dataclass(frozen=True, slots=True)
class Silence:
    """A suzerain says nothing before a decision, or nothing more in this round."""

    lasting: bool

    def __str__(self) -> str:
        return "pass" if self.lasting else "wait"


@dataclass(frozen=True, slots=True)
class Offer:
    """A player offers to be another's vassal, or to nobody."""

    target: str | None

    def __str__(self) -> str:
        return "no offer" if self.target is None else f"offer {self.target}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said to an offer."""

    accepted: bool

    def __str__(self) -> str:
        return "yes" if self.accepted else "no"


@dataclass(frozen=True, slots=True)
class Begin:
    """The next battle is that of this square."""

    square: int

    def __str__(self) -> str:
        return f"b {SQUARES[self.square]}"


@dataclass(frozen=True, slots=True)
class Pick:
    """The side with the initiative sends a piece; its colour is named if the side had several when the battle began."""

    colour: str
    piece: int

    def __str__(self) -> str:
        return fighter(self.colour, self.piece)


@dataclass(frozen=True, slots=True)
class Reply:
    """The other side sends a piece against it."""

    colour: str
    piece: int

    def __str__(self) -> str:
        return f"/{fighter(self.colour, self.piece)}"


@dataclass(frozen=True, slots=True)
class Heal:
    """The side with the initiative heals a piece and loses the initiative."""

    colour: str
    piece: int

    def __str__(self) -> str:
        return f"h {fighter(self.colour, self.piece)}"


@dataclass(frozen=True, slots=True)
class Take:
    """After a regicide: the fallen player becomes a vassal, or the victor runs the colour."""

    vassal: bool

    def __str__(self) -> str:
        return "v" if self.vassal else "s"


Move = Settle | Add | Convert | Walk | Stop | Name | Silence | Offer | Answer | Begin | Pick | Reply | Heal | Take
"""Every kind of move."""

NAMES: Final = {colour: {player: Name(colour, player) for player in LETTERS} for colour in LETTERS}
"""Every word of a suzerain about who runs a colour, by colour and player."""

STOP: Final = Stop()
WAIT: Final = Silence(False)
PASS: Final = Silence(True)
ADDS: Final = {kind: tuple(Add(kind, square) for square in range(SIDE * SIDE)) for kind in KINDS}
"""Every new piece, by kind and square."""

SETTLES: Final = tuple(map(Settle, range(len(ZONES))))
"""Every zone to start in."""


def fighter(colour: str, piece: int) -> str:
    """A piece in a battle, as written."""
    return f"{colour}.{PIECES[piece]}" if colour else PIECES[piece]


_SQUARE, _COLOUR, _MAN = r"([a-j](?:10|[1-9]))", f"([{LETTERS}])", rf"(?:([{LETTERS}])\.)?([KICA]\*?|H)"
_SHAPES: Final = tuple(
    (re.compile(shape), make)
    for shape, make in (
        (r"zone ([A-Ea-e][1-5])", lambda zone: Settle(ZONE[zone.upper()])),
        (rf"\+([KICAH]) {_SQUARE}", lambda kind, square: Add(kind, SQUARE[square])),
        (rf"(C\*?)>([IA]) {_SQUARE}", lambda piece, into, square: Convert(PIECE[piece], SQUARE[square], into)),
        (
            rf"([KICA]\*?|H) {_SQUARE}-{_SQUARE}",
            lambda piece, start, end: Walk(PIECE[piece], SQUARE[start], SQUARE[end]),
        ),
        ("stop", lambda: STOP),
        (rf"m {_COLOUR}={_COLOUR}", Name),
        ("wait", lambda: WAIT),
        ("pass", lambda: PASS),
        (rf"offer {_COLOUR}", Offer),
        ("no offer", lambda: Offer(None)),
        ("yes", lambda: Answer(True)),
        ("no", lambda: Answer(False)),
        (rf"b {_SQUARE}", lambda square: Begin(SQUARE[square])),
        (_MAN, lambda colour, piece: Pick(colour or "", PIECE[piece])),
        (rf"/{_MAN}", lambda colour, piece: Reply(colour or "", PIECE[piece])),
        (rf"h {_MAN}", lambda colour, piece: Heal(colour or "", PIECE[piece])),
        ("v", lambda: Take(True)),
        ("s", lambda: Take(False)),
    )
)


def read_move(text: str) -> Move:
    """The move of a notation. Raises NotationError, which quotes the text and shows every shape."""
    plain = " ".join(text.split())
    for shape, make in _SHAPES:
        if found := shape.fullmatch(plain):
            move: Move = make(*found.groups())
            return move
    raise NotationError(
        "expected a move such as zone B2, +A d4, C>I d4, I d3-e3, stop, m G=B, wait, pass, offer G, no "
        "offer, yes, no, b e3, K, G.I*, /A, h K*, v or s, not {given}",
        given=repr(text),
    )


def token_parts(token: str) -> tuple[str, ...]:
    """The moves that a word of a written game stands for: fights and offers are two, a repeated move as many as it
    says."""
    if two := re.fullmatch(r"(offer \w) (yes|no)", token) or re.fullmatch(r"([^/\s]+)(/\S+)", token):
        return two.groups()
    if repeated := re.fullmatch(r"([1-9]\d?)(\S+ \S+-\S+)", token):
        return (repeated[2],) * int(repeated[1])
    return (token,)


@cache
def numbering() -> Numbering[Move]:
    """Every move there is in any game, by its number."""
    men = [(colour, piece) for colour in ("", *LETTERS) for piece in range(len(PIECES))]
    squares = range(SIDE * SIDE)
    return Numbering(
        (
            *SETTLES,
            *(move for moves in ADDS.values() for move in moves),
            STOP,
            *(Convert(PIECE[cavalry], square, into) for square in squares for cavalry in ("C", "C*") for into in INTO),
            *(name for names in NAMES.values() for name in names.values()),
            *(Offer(target) for target in (None, *LETTERS)),
            *(Answer(accepted) for accepted in (False, True)),
            *map(Begin, squares),
            *(move(*man) for move in (Pick, Reply, Heal) for man in men),
            *(Take(vassal) for vassal in (False, True)),
            WAIT,
            PASS,
            *(
                Walk(piece, start, end)
                for start in squares
                for piece, fast in enumerate(FAST)
                for end in GRID.within(start, 1 + fast)
                if end != start
            ),
        ),
        {},
    )
