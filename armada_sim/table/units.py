"""Units of length: what may be written in a file, and lengths in sentences."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from armada_sim.geometry import MM_PER_INCH
from armada_sim.tabletop import Amount, InputError, Message, Said, quoted

UnitName = Literal["mm", "cm", "in"]

MM_PER: dict[str, Fraction] = {"mm": Fraction(1), "cm": Fraction(10), "in": MM_PER_INCH}
"""Every unit, and how many mm it is."""

UNITS: tuple[UnitName, ...] = ("mm", "cm", "in")

_FLOAT_MM = {name: float(mm) for name, mm in MM_PER.items()}
_DIGITS = {"mm": 2, "cm": 3, "in": 3}
"""Decimal places of a length in words."""

_LEAST_SAID = 0.0001
"""Below this a length in words says no more than that: no player measures it. The data have it."""

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
    """The unit a file uses: one of `UNITS`. Lengths come in as mm."""

    name: str = "mm"

    def __post_init__(self) -> None:
        if self.name not in UNITS:
            raise InputError(Message("unit must be mm, cm or in, not {name}", name=repr(self.name)), key="unit")

    @property
    def mm(self) -> float:
        """How many mm it is."""
        return _FLOAT_MM[self.name]

    @property
    def digits(self) -> int:
        """Decimal places of a length in words."""
        return _DIGITS[self.name]

    def text(self, length: float) -> Said:
        """A length in words, with enough digits not to read as zero when it is not."""
        value = length / _FLOAT_MM[self.name]
        if not value:
            return Amount("0", self.name)
        if abs(value) >= 10.0 ** -_DIGITS[self.name]:
            return Amount(f"{value:.{_DIGITS[self.name]}f}", self.name)
        if abs(value) >= _LEAST_SAID:
            return Amount(f"{value:.2g}", self.name)
        return Message("less than {length}", length=Amount(str(_LEAST_SAID), self.name))


def rounded(length: float, unit: Unit, *, up: bool) -> Amount:
    """A length in words that is not above (or, `up`, not below) the true one; of a millionth or less, 0 or that."""
    value = length / unit.mm
    digits = min(max(unit.digits, 1 - math.floor(math.log10(abs(value)))), 6) if value else 0
    whole = math.ceil(value * 10.0**digits) if up else math.floor(value * 10.0**digits)
    return Amount(f"{whole / 10.0**digits:.{digits}f}" if whole else "0", unit.name)


def edge_words(name: str) -> str:
    """What is in the way, in a sentence."""
    return _IN_THE_WAY.get(name, name)


_IN_THE_WAY = {"edge": Message("the edge"), "turn limit": Message("the turn limit")}

GUN_SIDES = {
    "left": Message.meaning("gun side", "left"),
    "right": Message.meaning("gun side", "right"),
    "base": Message.meaning("gun side", "base"),
}
"""Sides of a ship in a sentence, to stand before "side of R1"."""
