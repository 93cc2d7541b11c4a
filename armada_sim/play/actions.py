"""What players do, as values and as a line of text each that can be typed and read back.

| text | meaning |
|---|---|
| `fleet L4` or `fleet M4 S4` | choose this fleet |
| `offer L3 M2 S4 take large` | offer these ships and take the larges (or `small`: the smalls and mediums) |
| `accept`, `swap` | the answers to an offer |
| `first red` | red moves first |
| `place RL1 300,100,90; RL2 340,100,90` | set ships up: base midpoint in mm and heading in degrees |
| `flag 300,80` or `flag RL1` | set up the flag, or give it to a ship |
| `RL1 > 90 75.5` | move by these headings, one per step |
| `RL1 ~ 10 max -20` | move by turns from heading to heading; `max`, `-max` are the limit |
| `RL1 x BS2` or `RL1 x BS2 left` | fire (from that side) |
| `pass` | end the turn |
| `draw`, `resign` | offer (or agree to) a draw; give up |
| a move or a shot and ` ?` | it was claimed and ruled impossible |

A number is a decimal, or a fraction such as `271/3`. Written by `notation`, it is exactly the number it was.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from armada_sim.evidence import Reason
from armada_sim.geometry import Number, exact
from armada_sim.moving import Declaration, TurnGiven
from armada_sim.table import LETTERS, Counts, Pose
from armada_sim.tabletop import ArmadaError, InputError, Message, quoted

_SIZES = {letter: size for size, letter in LETTERS.items()}

Half = Literal["large", "small"]
"""A side of an offer: the larges, or the mediums and smalls."""


class IllegalActionError(ArmadaError, ValueError):
    """An action that the rules forbid as things stand."""

    def __init__(self, reasons: tuple[Reason, ...]) -> None:
        super().__init__("; ".join(reason.text for reason in reasons))
        self.reasons = reasons


@dataclass(frozen=True, slots=True)
class ChooseFleet:
    """Take this fleet (clause game.fleet)."""

    fleet: Counts


@dataclass(frozen=True, slots=True)
class Offer:
    """Offer these ships for the battle, and take one half of them (clause game.offer)."""

    ships: Counts
    take: Half


@dataclass(frozen=True, slots=True)
class Answer:
    """Accept an offer, or swap sides."""

    swap: bool


@dataclass(frozen=True, slots=True)
class ChooseFirst:
    """Say who moves first (clause game.first)."""

    player: str


@dataclass(frozen=True, slots=True)
class Deploy:
    """Set ships up (clause game.deploy)."""

    ships: tuple[tuple[str, Pose], ...]


@dataclass(frozen=True, slots=True)
class PlaceFlag:
    """Set up the flag at a point (mm), or give it to a ship (clause goal.flag)."""

    at: tuple[Number, Number] | str


@dataclass(frozen=True, slots=True)
class Move:
    """Move a ship: by headings or by turns."""

    ship: str
    declared: Declaration


@dataclass(frozen=True, slots=True)
class Shoot:
    """Fire one shot at a ship."""

    ship: str
    target: str
    side: str = "either"


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Offer a draw, or agree to it."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A move or shot that was claimed and ruled impossible: what it costs is an option (illegal_claim_cost)."""

    claim: Move | Shoot


Action = ChooseFleet | Offer | Answer | ChooseFirst | Deploy | PlaceFlag | Move | Shoot | Pass | Draw | Resign | Refused


def _shown(value: Number | str) -> str:
    if isinstance(value, str):
        return value
    given = exact(value)
    if isinstance(value, float) and exact(Decimal(repr(value))) == given:
        value = Decimal(repr(value))
    if isinstance(value, Decimal | int):
        text = f"{Decimal(value):f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return str(given)


def _listed(values: tuple[TurnGiven, ...]) -> str:
    return " ".join(_shown(value) for value in values)


def notation(action: Action) -> str:
    """An action as text; `parse_action` reads it back."""
    match action:
        case ChooseFleet(fleet):
            return f"fleet {fleet}"
        case Offer(ships, take):
            return f"offer {ships} take {take}"
        case Answer(swap):
            return "swap" if swap else "accept"
        case ChooseFirst(player):
            return f"first {player}"
        case Deploy(ships):
            places = (f"{name} {_shown(p.x)},{_shown(p.y)},{_shown(p.heading)}" for name, p in ships)
            return f"place {'; '.join(places)}"
        case PlaceFlag(at):
            return f"flag {at}" if isinstance(at, str) else f"flag {_shown(at[0])},{_shown(at[1])}"
        case Move(ship, Declaration(headings=headings)) if headings is not None:
            return f"{ship} > {_listed(headings)}"
        case Move(ship, declared):
            return f"{ship} ~ {_listed(declared.turns or ())}"
        case Shoot(ship, target, side):
            return f"{ship} x {target}" + ("" if side == "either" else f" {side}")
        case Pass():
            return "pass"
        case Draw():
            return "draw"
        case Resign():
            return "resign"
        case Refused(claim):
            return f"{notation(claim)} ?"


_COUNTS = re.compile(r"([^\W\d_]{1,20})([0-9]{1,2})")
_PLACE = re.compile(r"(\S+) +(\S+), *(\S+), *(\S+)")
_POINT = re.compile(r"([^\s,]+), *([^\s,]+)")
_SHOT = re.compile(r"(\S+)\s+x\s+(\S+)(?:\s+(left|right|either))?(?:\s+\?)?")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")
_FRACTION = re.compile(r"-?[0-9]+/0*[1-9][0-9]*")

_LONGEST_NUMBER = 800
"""Characters. The least of all floats, as a fraction, takes half of that."""


def _number(text: str) -> Number:
    """A decimal as written, or a fraction such as 1/3."""
    if len(text) <= _LONGEST_NUMBER and _DECIMAL.fullmatch(text):
        return Decimal(text)
    if len(text) <= _LONGEST_NUMBER and _FRACTION.fullmatch(text):
        return Fraction(text)
    raise InputError(Message("expected a number, not {given}", given=quoted(text)))


def _turn(text: str) -> TurnGiven:
    return text if text in ("max", "-max") else _number(text)  # type: ignore[return-value]


FLEET_PATTERN = r"^ *([LMS]|[A-Za-zÀ-ɏ]{2,20})[0-9]{1,2}( +([LMS]|[A-Za-zÀ-ɏ]{2,20})[0-9]{1,2})* *$"
"""A fleet, as JSON Schema has it."""


def parse_counts(text: str) -> Counts:
    """A fleet such as "L2 M2 S2". Raises InputError."""
    found: dict[str, int] = {}
    for part in text.split():
        match = _COUNTS.fullmatch(part)
        size = "" if match is None else _SIZES.get(match[1], match[1].lower())
        if match is None or size in found or (len(match[1]) == 1 and match[1] not in _SIZES):
            raise InputError(Message("expected ships such as 'L2 M2 S2', not {given}", given=quoted(text)))
        found[size] = int(match[2])
    if not found:
        raise InputError(Message("expected ships such as 'L2 M2 S2'"))
    return Counts(**found)


def _pose(x: str, y: str, heading: str) -> Pose:
    return Pose(_number(x), _number(y), _number(heading))


def _placed(text: str) -> Deploy:
    ships = []
    for part in text.split(";"):
        match = _PLACE.fullmatch(part.strip())
        if match is None:
            raise InputError(
                Message(
                    "expected ships with places such as {example}, not {given}",
                    example="'RL1 300,100,90; RL2 340,100,90'",
                    given=quoted(part),
                )
            )
        ships.append((match[1], _pose(match[2], match[3], match[4])))
    return Deploy(tuple(ships))


def _offer(text: str) -> Offer:
    ships, _, take = text.partition(" take ")
    match take.strip():
        case "large":
            return Offer(parse_counts(ships), "large")
        case "small":
            return Offer(parse_counts(ships), "small")
        case _:
            raise InputError(
                Message("an offer ends with 'take large' or 'take small', not {given}", given=quoted(text))
            )


def _flag(text: str) -> PlaceFlag:
    point = _POINT.fullmatch(text)
    return PlaceFlag((_number(point[1]), _number(point[2])) if point else text)


def _of_ship(ship: str, sign: str, rest: list[str], text: str) -> Move | Shoot:
    if not rest:
        raise InputError(Message("expected an action such as 'RL1 > 90 75.5', 'RL1 x BS2' or 'pass'"))
    match sign:
        case ">":
            return Move(ship, Declaration(headings=tuple(_number(word) for word in rest)))
        case "~":
            return Move(ship, Declaration(turns=tuple(_turn(word) for word in rest)))
        case "x" if shot := _SHOT.fullmatch(text.strip()):
            return Shoot(ship, shot[2], shot[3] or "either")
        case _:
            raise _no_action(" ".join([ship, sign, *rest]))


def _no_action(text: str) -> InputError:
    return InputError(
        Message("expected an action such as 'RL1 > 90 75.5', 'RL1 x BS2' or 'pass', not {given}", given=quoted(text))
    )


def parse_action(text: str) -> Action:
    """The action a text means. Raises InputError."""
    words = text.split()
    rest = text.strip().partition(" ")[2].strip()
    match words:
        case ["pass"]:
            return Pass()
        case ["draw"]:
            return Draw()
        case ["resign"]:
            return Resign()
        case ["accept"] | ["swap"]:
            return Answer(words[0] == "swap")
        case ["first", _, *_]:
            return ChooseFirst(rest)
        case ["fleet", *_]:
            return ChooseFleet(parse_counts(rest))
        case ["offer", *_]:
            return _offer(rest)
        case ["place", *_]:
            return _placed(rest)
        case ["flag", *_] if rest and len(words) in (2, 3):
            return _flag(rest)
        case [ship, sign, *more, "?"]:
            return Refused(_of_ship(ship, sign, more, text))
        case [ship, sign, *more]:
            return _of_ship(ship, sign, more, text)
        case _:
            raise _no_action(text)
