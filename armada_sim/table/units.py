"""Units of length: what may be written in a file, and lengths in sentences."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from armada_sim.geometry import MM_PER_INCH, Number, exact
from armada_sim.table.layout import Layout
from armada_sim.tabletop import N_, Amount, InputError, Message, Said, quoted

UnitName = Literal["mm", "cm", "in"]

MM_PER: dict[str, Fraction] = {"mm": Fraction(1), "cm": Fraction(10), "in": MM_PER_INCH}
"""Every unit, and how many mm it is."""

UNITS: tuple[UnitName, ...] = ("mm", "cm", "in")

_FLOAT_MM = {name: float(mm) for name, mm in MM_PER.items()}
_DIGITS = {"mm": 2, "cm": 3, "in": 3}
"""Decimals of a length in words where pieces lie exactly as stated: the most of any table."""

_ANGLE_DIGITS = 2
"""The same of a computed angle; a heading that needs no more decimals was stated so, and is said so."""

_STATED_DIGITS = 4
"""The most decimals of a length that is said as it was stated."""

_SURE_DIGITS = 9
"""Decimals of a heading, or of a length in any unit, that are surely more than the rounding of doubles."""
_SURE = 10.0**-_SURE_DIGITS

_MOST_DIGITS = 12
"""Two numbers that only differ beyond so many decimals read alike."""

_LEAST_SAID = 0.0001
"""Below this a length in words says no more than that: no player measures it. The data have it."""

_ARM_MM = 30.0
"""mm. About how far apart base and tip of a ship are, so that 1 mm is two degrees. Decides decimals in words alone."""

_COARSEST_MM = Fraction(1)
"""mm. Readings that all happen to be whole centimetres are taken to be millimetres."""

_FINEST_READING = 6
"""Decimals. Numbers that need more are no readings: doubles, results."""

_NAMED = {"mm": "mm", "cm": "cm", "in": Message.meaning("unit of length", "in")}
"""What a unit is called."""

LENGTH_PATTERN = rf"^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+) *({'|'.join(UNITS)})$"
"""A length with its unit, as text."""

_LENGTH = re.compile(LENGTH_PATTERN)
_WITH_COMMA = re.compile(r"([+-]?[0-9]+),([0-9]+)(.*)")


@dataclass(frozen=True, slots=True)
class Measure:
    """A length written with its unit: the decimal as it stands there."""

    value: Decimal
    unit: str

    @classmethod
    def parse(cls, text: str) -> Measure:
        """The length in a text such as "30.2 cm". Raises InputError."""
        found = _LENGTH.match(text.strip())
        if found is None:
            raise InputError(
                Message(
                    "expected a length such as '10 in' or '25.5 cm', not {given}{hint}",
                    given=quoted(text),
                    hint=comma_hint(text),
                )
            )
        return cls(Decimal(found[0].removesuffix(found[3]).strip()), found[3])

    @property
    def mm(self) -> Fraction:
        """The same in mm, exactly."""
        return Fraction(self.value) * MM_PER[self.unit]


def comma_hint(text: str) -> str:
    """What to add to a complaint about a text with a decimal comma; nothing if it has none."""
    found = _WITH_COMMA.fullmatch(text.strip())
    if found is None:
        return ""
    return Message(": write a decimal point, as in {number}", number=f"{found[1]}.{found[2]}{found[3]}"[:50])


@dataclass(frozen=True, slots=True)
class Unit:
    """How numbers are said: the unit a file uses (one of `UNITS`), and how precisely. Lengths come in as mm, angles as
    degrees. What is said decides nothing."""

    name: str = "mm"

    known: float = 0.0
    """mm. How well lengths of this table are known; 0 where pieces lie exactly as stated (`unit_of`)."""

    signed: bool = False
    """Whether headings are said from -180° to 180° instead of from 0° to 360°."""

    digits: int = field(init=False, compare=False)
    """Decimals of a length in words: the last is worth at most half of what lengths are known to."""

    angle_digits: int = field(init=False, compare=False)
    """Decimals of a computed angle in words, likewise."""

    def __post_init__(self) -> None:
        if self.name not in UNITS:
            raise InputError(Message("unit must be mm, cm or in, not {name}", name=repr(self.name)), key="unit")
        object.__setattr__(self, "digits", _decimals(self.known / self.mm, _DIGITS[self.name]))
        object.__setattr__(self, "angle_digits", _decimals(math.degrees(self.known / _ARM_MM), _ANGLE_DIGITS))

    @property
    def mm(self) -> float:
        """How many mm it is."""
        return _FLOAT_MM[self.name]

    @property
    def exactly(self) -> Unit:
        """The same for what was stated or asked, not measured."""
        return Unit(self.name, signed=self.signed)

    def text(self, length: float) -> Said:
        """A length in words, with enough digits not to read as zero when it is not."""
        return self._said(length / self.mm, self.digits)

    def stated(self, length: float) -> Said:
        """A length that somebody stated, in words: it is not rounded to what is known."""
        value = length / self.mm
        return self._said(value, self._places(value, _DIGITS[self.name]))

    def coordinate(self, length: float, *, stated: bool = False) -> Amount:
        """A coordinate of a point in words, without its unit. stated: with no more decimals than it was stated with, if
        it was."""
        value, digits = length / self.mm, self.digits
        text = _written(value, digits)
        if stated and abs(float(text) - value) < _SURE:
            text = f"{Decimal(text).normalize():f}"
        return Amount(text)

    def place(self, x: float, y: float, *, stated: bool = False) -> Message:
        """A point in words, with its unit."""
        ends = self.coordinate(x, stated=stated), self.coordinate(y, stated=stated)
        return Message("({x}, {y}) {unit}", x=ends[0], y=ends[1], unit=_NAMED[self.name])

    def compared(self, length: float, limit: float, way: int = 0) -> tuple[Said, Said]:
        """A length and what it is compared with, in words: with the same decimals, and as many as tell them apart.

        limit: mm, as stated. way: 1 to round the length up, -1 down, 0 to the nearest.
        """
        value, most = length / self.mm, limit / self.mm
        if value and abs(value) < _LEAST_SAID:
            return self.text(length), self.stated(limit)
        digits = max(self._enough(value) if way else self.digits, self._places(most, self.digits))
        number, other = _alike([(value, way), (most, 0)], digits)
        return Amount(number, self.name), Amount(other, self.name)

    def margins(self, low: float, high: float | None) -> tuple[Amount, Amount | None]:
        """A margin's bounds in words, with the same decimals: not above the lower and not below the upper one."""
        digits = self._enough(low / self.mm)
        least = _written(low / self.mm, digits, -1)
        if not float(least):
            least, digits = "0", self._enough((high or 0.0) / self.mm)
        enough = None if high is None else Amount(_written(high / self.mm, digits, 1), self.name)
        return Amount(least, self.name), enough

    def angle(self, value: float, limit: float) -> tuple[Amount, Amount]:
        """An angle and its limit in words: with the same decimals, and as many as tell them apart."""
        number, most = _alike([(value, 0), (limit, 0)], self.angle_digits)
        return Amount(number, "°"), Amount(most, "°")

    def heading(self, value: float) -> Amount:
        """A heading in words, between the ends this table uses: as it was stated, or as well as it is known."""
        stated = abs(round(value, _ANGLE_DIGITS) - value) < _SURE
        heading = self._around(Decimal(_written(value, _ANGLE_DIGITS if stated else self.angle_digits)))
        if not stated and heading == (180 if self.signed else 360):  # rounded up to the other end
            heading -= 360
        return Amount(f"{heading.normalize() if stated else heading:f}", "°")

    def span(
        self, start: float, end: float, most: int = _ANGLE_DIGITS,
        said: tuple[Callable[[Amount], Said], Callable[[Amount], Said]] | None = None, *, inward: bool = True,
    ) -> Message:  # fmt: skip
        """From one heading counter-clockwise to another, which is not below it, in words that claim nothing beyond
        either: each is rounded towards the other, or if not `inward` to the nearest, so that neighbours share an end.
        most: decimals. said: what is said of either end.
        """
        first, last = round(start, _SURE_DIGITS), round(end, _SURE_DIGITS)
        low, high = Decimal(1), Decimal(0)
        digits = min(most, self.angle_digits)
        while low > high and digits <= _SURE_DIGITS:
            low, high = Decimal(_written(first, digits, inward)), Decimal(_written(last, digits, -inward))
            digits += 1
        low, high = self._around(low), self._around(high)
        over = low > high or (low == high and last - first > 180)  # all around
        one, other = said or (_as_it_is, _as_it_is)
        text = N_("{start} counter-clockwise to {end}") if over else N_("{start} to {end}")
        return Message(text, start=one(Amount(f"{low:f}", "°")), end=other(Amount(f"{high:f}", "°")))

    def _around(self, heading: Decimal) -> Decimal:
        """The same direction between the ends that headings of this table are said between."""
        least = -180 if self.signed else 0
        return heading if least <= heading <= least + 360 else heading - 360 * math.floor((heading - least) / 360)

    def _said(self, value: float, digits: int) -> Said:
        if not value:
            return Amount("0", self.name)
        if abs(value) >= 10.0**-digits:
            return Amount(f"{value:.{digits}f}", self.name)
        if abs(value) >= _LEAST_SAID:
            return Amount(f"{value:.{1 if self.known else 2}g}", self.name)
        return Message("less than {length}", length=Amount(str(_LEAST_SAID), self.name))

    def _places(self, value: float, otherwise: int) -> int:
        """Decimals of a number that was stated: what it needs, or `otherwise` if it is no decimal."""
        tried = range(self.digits, _STATED_DIGITS + 1)
        return next((d for d in tried if abs(round(value, d) - value) < _SURE), otherwise)

    def _enough(self, value: float) -> int:
        """Decimals of a number that is rounded to one side: what is left of it has a digit or, exactly, two."""
        least = int(not self.known) - math.floor(math.log10(abs(value))) if value else 0
        return min(max(self.digits, least), 6)


def unit_of(layout: Layout, name: str = "mm", headings: Iterable[Number] = ()) -> Unit:
    """How the numbers of a table are said, in a unit of `UNITS`: as well as the least certain ship is known, by its
    tolerance or by the readings it was placed from; with negative headings if the table or `headings` have any.
    """
    readings = [value for ship in layout.ships for point in ship.measured for value in point]
    known = max(exact(layout.tolerance), *map(layout.stated_tolerance, layout.ships), _step_of(readings) / 2)
    turned = (*(ship.pose.heading for ship in layout.ships), *headings)
    return Unit(name, float(known), any(heading < 0 for heading in turned))


def _step_of(readings: Sequence[Number]) -> Fraction:
    """mm. The coarsest decimal step, of any unit, that all readings are whole multiples of; 0 if there is none."""
    if not readings:
        return Fraction(0)
    steps = []
    for mm in MM_PER.values():
        shared = math.lcm(*((exact(value) / mm).denominator for value in readings))
        steps += [mm / 10**d for d in range(_FINEST_READING + 1) if not 10**d % shared][:1]
    return min(max(steps, default=Fraction(0)), _COARSEST_MM)


def _as_it_is(amount: Amount) -> Said:
    return amount


def _decimals(known: float, most: int) -> int:
    """Decimals of a number that is known so well; `most` if it is known exactly."""
    return min(most, max(0, -math.floor(math.log10(known / 2) + _SURE))) if known else most


def _written(value: float, digits: int, way: int = 0) -> str:
    """A number with so many decimals: as doubles, not above the true one (way -1), not below it (1), or nearest (0)."""
    number = Decimal(f"{value:.{digits}f}")
    if (float(number) - value) * way < 0:
        number += way * Decimal(1).scaleb(-digits)
    return f"{number + 0:f}"


def _alike(numbers: Sequence[tuple[float, int]], digits: int) -> list[str]:
    """Numbers with the same decimals: `digits`, or as many more as it takes for none to reach another, or zero.

    numbers: each with the way it is rounded.
    """
    for more in range(digits, _MOST_DIGITS + 1):
        texts = [_written(value, more, way) for value, way in numbers]
        pairs = [(0.0, 0.0), *((value, float(text)) for (value, _), text in zip(numbers, texts, strict=True))]
        if all((a < b) == (x < y) and (a > b) == (x > y) for a, x in pairs for b, y in pairs):
            return texts
    return [_written(value, digits, way) for value, way in numbers]


def rounded(length: float, unit: Unit, *, up: bool) -> Amount:
    """A length in words that is not above (or, `up`, not below) the true one; of a millionth or less, 0 or that."""
    value = length / unit.mm
    text = _written(value, unit._enough(value), 1 if up else -1)
    return Amount(text if float(text) else "0", unit.name)


def edge_words(name: str) -> str:
    """What is in the way, in a sentence."""
    return _IN_THE_WAY.get(name, name)


_IN_THE_WAY = {"edge": Message("the edge"), "turn limit": Message("the turn limit")}


def object_words(name: str) -> Message:
    """An object on the table, in a sentence."""
    return Message.meaning("object in a sentence", "{name}", name=name)


GUN_SIDES = {
    "left": Message.meaning("gun side", "left"),
    "right": Message.meaning("gun side", "right"),
}
"""Sides of a ship in a sentence, to stand before "side of R1"."""
