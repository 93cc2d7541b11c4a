"""A game's numbers as data: the sizes of its ships, and what a turn allows.

In files they stand among the rules; what is left out is as in the text (`docs/rules/armada.md`, "The numbers"):

[rules]
actions = 4
moves_a_ship = 1
shots_a_side = 1                   # "guns": as many as the ship has
range = "huge"                     # a size, or a length
sizes.huge = { base = "2 in", height = "3.5 in", pips = 6, steps = 1, guns = 4, price = 5 }
sizes.small = { steps = 3 }
sizes.medium = "none"
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

from armada_sim.table.parameters import length_mm
from armada_sim.table.pieces import MOST_PIPS, Counts, Dimensions, Size, whole_within
from armada_sim.table.units import Unit
from armada_sim.tabletop import (
    N_,
    Amount,
    InputError,
    Listing,
    Message,
    Mistakes,
    Option,
    cause,
    either,
    guess,
    inside,
    key_text,
    shown,
)

GUNS = "guns"
"""How files say that a side fires as often as its ship has guns."""

NONE = "none"
"""How files say that a game has no ships of a size."""

_MOST_SIZES = 8
"""Fleets of as many as four of each are gone through."""

_LEAST_MM, _MOST_MM = 1, 10_000
"""mm. Of base, height and range."""

PIPS = 12
"""What a fleet costs in the game of several stashes, in pips; those of the basic game cost as much."""

MEASURES = ("base", "height", "cut")
"""The lengths of a size, as keys of files."""

OF_A_SIZE = (*MEASURES, "pips", "steps", "guns", "price")

NUMBERS = {option.key: option for option in (
    Option("sizes", "Which sizes of ship are there?", {}),
    Option("actions", "How many actions has a turn?", {}),
    Option("moves_a_ship", "How many of them may be moves of one ship?", {}),
    Option("shots_a_side", "How many of them may be shots from one side of a ship?", {}),
    Option("range", "What are shots measured with?", {}),
)}  # fmt: skip
"""What is a number of the game and not a gap in its rules: keys of files, and what is asked."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Sizes of ships, and what a turn allows; the defaults are the text's.

    Raises InputError for what makes no sense.
    """

    sizes: tuple[Size, ...] = tuple(Size)
    """Of different names."""

    actions: int = 3
    """Of a turn (clause turn.actions)."""

    moves_a_ship: int = 1
    """In a turn (clause turn.moved)."""

    shots_a_side: int | None = None
    """In a turn; None for as many as the ship has guns (clause turn.guns)."""

    range: str | Fraction = "large"
    """The size of the piece that shots are measured with (clause shot.side); or mm, the length of one as wide as a
    large piece."""

    def __post_init__(self) -> None:
        names = [size.name for size in self.sizes]
        for name in names:
            if names.count(name) > 1:
                raise InputError(Message("two sizes are named {name}", name=repr(name)), key="sizes")
        if not 0 < len(names) <= _MOST_SIZES:
            said = N_("a game has from 1 to {most} sizes of ship, not {n}")
            raise InputError(Message(said, most=_MOST_SIZES, n=len(names)), key="sizes")
        if not any(size.guns for size in self.sizes):
            raise InputError(Message("no size has a gun, so no ship could ever be sunk"), key="sizes")
        for key in ("actions", "moves_a_ship", *(["shots_a_side"] if self.shots_a_side is not None else [])):
            whole_within(getattr(self, key), 1, MOST_PIPS, key)
        if isinstance(self.range, Fraction):
            _check_length(self.range, "range")
        elif self.range not in names:
            said = N_("expected the name of a size ({known}) or a length, not {given}")
            raise InputError(Message(said, known=", ".join(names), given=shown(self.range)), key="range")

    def named(self, name: str) -> Size:
        """The size of a name. Raises InputError."""
        for size in self.sizes:
            if size.name == name:
                return size
        raise InputError(
            Message(
                "expected {known}, not {given}", known=either([size.name for size in self.sizes]), given=shown(name)
            )
        )

    def price(self, fleet: Counts) -> Fraction:
        """What a fleet costs."""
        return sum((size.price * fleet.of(size) for size in self.sizes), Fraction(0))

    def strange(self, fleet: Counts, whose: str) -> Message | None:
        """That a fleet has a size that is none of the game's, as a sentence about `whose`; None if it has none."""
        known = [size.name for size in self.sizes]
        for name, count in fleet.by_name.items():
            if count and name not in known:
                return Message("{fleet} has a size that this game has not: {size}", fleet=whose, size=name)
        return None

    @property
    def sentences(self) -> list[Message]:
        """What is not as in the text, in words."""
        found = [_told(name, size) for name, size in self.changed.get("sizes", {}).items()]
        if self.actions != CLASSIC.actions:
            found.append(Message.counted("{n} action in a turn", "{n} actions in a turn", self.actions))
        if self.moves_a_ship != CLASSIC.moves_a_ship:
            found.append(
                Message.counted("{n} move of a ship in a turn", "{n} moves of a ship in a turn", self.moves_a_ship)
            )
        if self.shots_a_side is not None:
            found.append(
                Message.counted("{n} shot from a side in a turn", "{n} shots from a side in a turn", self.shots_a_side)
            )
        if self.range != CLASSIC.range:
            found.append(self.measured_with(Unit()))
        return found

    def measured_with(self, unit: Unit) -> Message:
        """What shots are measured with, where it is not a large piece."""
        if isinstance(self.range, Fraction):
            long = N_("shots are measured with a piece {length} long, where the rules speak of a large one")
            return Message(long, length=unit.exactly.stated(float(self.range)))
        alike = N_("shots are measured with a piece as large as a {ship}, where the rules speak of a large one")
        return Message(alike, ship=self.named(self.range).ship)

    @property
    def changed(self) -> dict[str, Any]:
        """What is not as in the text, by its key in `NUMBERS`; of sizes those alone, None for one there is not."""
        return dict(self._changed())

    def _changed(self) -> Iterator[tuple[str, Any]]:
        names = [size.name for size in self.sizes]
        sizes: dict[str, Size | None] = {size.name: size for size in self.sizes if size not in tuple(Size)}
        sizes |= {size.name: None for size in Size if size.name not in names}
        if sizes:
            yield "sizes", sizes
        for key in [*NUMBERS][1:]:
            if getattr(self, key) != getattr(CLASSIC, key):
                yield key, getattr(self, key)


CLASSIC = Numbers()
"""The text's."""


def _told(name: str, size: Size | None) -> Message:
    if size is None:
        return Message("no {ship}", ship=Size(name).ship)
    own = size.dimensions
    lengths = {N_("base {length}"): own.base, N_("height {length}"): own.height} if own else {}
    return Message("{size}: {numbers}", size=size.words, numbers=Listing([
        *(Message(said, length=Amount(f"{float(mm):g}", "mm")) for said, mm in lengths.items()),
        Message.counted("{n} pip", "{n} pips", size.pips), Message.counted("{n} step", "{n} steps", size.steps),
        Message.counted("{n} gun", "{n} guns", size.guns), Message("price {n}", n=Amount(f"{float(size.price):g}")),
    ]))  # fmt: skip


def parse_numbers(given: Mapping[str, Any]) -> Numbers:
    """The numbers of a table with some of the keys of `NUMBERS`, lengths in mm or as text with a unit.

    Raises InputError with the key.
    """
    if not given:
        return CLASSIC
    sizes = _sizes(given.get("sizes", {}))
    shots = given.get("shots_a_side", GUNS)
    return Numbers(
        tuple(sizes), given.get("actions", CLASSIC.actions), given.get("moves_a_ship", CLASSIC.moves_a_ship),
        None if shots == GUNS else shots, _range(given.get("range", CLASSIC.range), [size.name for size in sizes]),
    )  # fmt: skip


def _sizes(given: object) -> Iterable[Size]:
    """The text's sizes with what a table changes, adds and leaves out."""
    if not isinstance(given, Mapping):
        raise InputError(Message("expected a table of sizes, not {given}", given=shown(given)), key="sizes")
    mistakes, found = Mistakes(), {size.name: size for size in Size}
    for name, row in given.items():
        if row == NONE and name in found:
            del found[name]
            continue
        size = mistakes.attempt(f"sizes.{key_text(name)}", partial(_size, name, row))
        if size is not None:
            found[name] = size
    mistakes.stop_if_any()
    return found.values()


def _size(name: str, row: object) -> Size:
    if not isinstance(row, Mapping):
        said = N_("expected a table of numbers, or {none} for a size of the text that the game has not; not {given}")
        raise InputError(Message(said, none=NONE, given=shown(row)))
    for key in row:
        if key not in OF_A_SIZE:
            raise InputError(
                Message("there is no such key here{guess}", guess=guess(key, OF_A_SIZE)), key=key_text(key)
            )
    numbers = {key: value for key, value in row.items() if key not in MEASURES}
    price = numbers.get("price", 1)
    if isinstance(price, bool) or not isinstance(price, int | float | Decimal | Fraction):
        raise InputError(Message("expected a number, not {given}", given=shown(price)), key="price")
    return Size(name, **numbers, dimensions=_dimensions(row))


def _dimensions(row: Mapping[str, Any]) -> Dimensions | None:
    given = [key for key in MEASURES if key in row]
    if not given:
        return None
    if not {"base", "height"} <= set(given):
        raise InputError(Message("expected base and height, and cut if the tip is blunt"))
    lengths = {key: length_mm(row[key], key) for key in given}
    for key in ("base", "height"):
        _check_length(lengths[key], key)
    with inside(key="cut" if "cut" in given else ""):
        try:
            return Dimensions(**lengths)
        except ValueError as error:
            raise InputError(cause(error)) from None


def _check_length(length: Fraction, key: str) -> None:
    if not _LEAST_MM <= length <= _MOST_MM:
        said = N_("expected a length from {least} to {most} mm, not {given} mm")
        raise InputError(Message(said, least=_LEAST_MM, most=_MOST_MM, given=f"{float(length):g}"), key=key)


def _range(given: object, names: list[str]) -> str | Fraction:
    if isinstance(given, str) and (given in names or not given[:1].isdigit()):
        return given
    if isinstance(given, bool | Mapping | list):
        said = N_("expected the name of a size ({known}) or a length, not {given}")
        raise InputError(Message(said, known=", ".join(names), given=shown(given)), key="range")
    return length_mm(given, "range")  # type: ignore[arg-type]
