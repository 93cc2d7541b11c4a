"""Units of length: what may be written in a file, and lengths in sentences."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from armada_sim.geometry import MM_PER_INCH
from armada_sim.tabletop import Amount, InputError, Message, quoted

UnitName = Literal["mm", "cm", "in"]

MM_PER: dict[str, Fraction] = {"mm": Fraction(1), "cm": Fraction(10), "in": MM_PER_INCH}
"""Every unit, and how many mm it is."""

UNITS: tuple[UnitName, ...] = ("mm", "cm", "in")

_DIGITS = {"mm": 2, "cm": 3, "in": 3}
"""Decimal places of a length in words."""

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
        return float(MM_PER[self.name])

    @property
    def digits(self) -> int:
        """Decimal places of a length in words."""
        return _DIGITS[self.name]

    def text(self, length: float) -> Amount:
        """A length in words, with enough digits not to read as zero when it is not."""
        value = length / self.mm
        small = value and abs(value) < 10.0**-self.digits
        return Amount(f"{value:.2g}" if small else f"{value:.{self.digits}f}", self.name)


def rounded(length: float, unit: Unit, *, up: bool) -> Amount:
    """A length in words that is not above (or, `up`, not below) the true one."""
    value = length / unit.mm
    if not value:
        return Amount("0", unit.name)
    digits = max(unit.digits, 1 - math.floor(math.log10(abs(value))))
    scale = 10.0 ** min(digits, 15)
    whole = math.ceil(value * scale) if up else math.floor(value * scale)
    return Amount(f"{whole / scale:.{digits}f}" if digits < 7 else f"{whole / scale:.2g}", unit.name)


def edge_words(name: str) -> str:
    """What is in the way, in a sentence."""
    return _IN_THE_WAY.get(name, name)


_IN_THE_WAY = {"edge": Message("the edge"), "turn limit": Message("the turn limit")}
