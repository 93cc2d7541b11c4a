"""What stands in the brackets of an option's value, such as `quiet_turns(60)`, or for the value: how it is read.

Readers of brackets take the value's name and the text in them, the others the whole value. They raise InputError.
"""

from __future__ import annotations

import re
from fractions import Fraction

from armada_sim.geometry import Number, exact
from armada_sim.table.units import Measure
from armada_sim.tabletop import InputError, Message, cause

_SHIPS = re.compile(r"([0-9]{1,3}) (small|medium|large)")
_RANGE = re.compile(r"([0-9]{1,3}), *([0-9]{1,3})")


def length_mm(value: Number | str, key: str = "") -> Fraction:
    """A length in mm from a number (mm) or text such as "10 in"."""
    if isinstance(value, str):
        try:
            return Measure.parse(value).mm
        except InputError as error:
            raise error.within(key=key) from None
    try:
        return exact(value)
    except (TypeError, ValueError) as error:
        raise InputError(cause(error), key=key) from None


def _whole(text: str) -> int:
    """A whole number; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0


def count(name: str, text: str) -> int:
    """A whole number from 1."""
    found = _whole(text)
    if found < 1:
        raise InputError(Message("{name} takes a whole number from 1, not {given}", name=name, given=repr(text)))
    return found


def length(name: str, text: str) -> Fraction:
    """mm. A length with its unit."""
    found = length_mm(text)
    if found <= 0:
        raise InputError(Message("{name} takes a positive length", name=name))
    return found


def fleets(_: str, text: str) -> tuple[tuple[int, int, int], ...]:
    """Fleets such as "2 small, 3 medium, 2 large or 4 large", each as numbers of small, medium, large."""
    found = []
    for fleet in text.split(" or "):
        counts: dict[str, int] = {}
        for part in fleet.split(","):
            match = _SHIPS.fullmatch(part.strip())
            if match is None or match[2] in counts:
                raise InputError(
                    Message("expected fleets such as '2 small, 3 medium or 4 large', not {given}", given=repr(text))
                )
            counts[match[2]] = int(match[1])
        found.append((counts.get("small", 0), counts.get("medium", 0), counts.get("large", 0)))
    return tuple(found)


def players_between(name: str, text: str) -> tuple[int, int]:
    """Fewest and most players."""
    match = _RANGE.fullmatch(text)
    if match is None or not 0 < int(match[1]) <= int(match[2]):
        raise InputError(
            Message("{name} takes the fewest and the most players, not {given}", name=name, given=repr(text))
        )
    return int(match[1]), int(match[2])


def least_gap(value: Number | str) -> Fraction:
    """mm. A length, perhaps 0."""
    found = length_mm(value)
    if found < 0:
        raise InputError(Message("a gap cannot be negative"))
    return found


def least_width(value: Number | str) -> Fraction | None:
    """mm. A positive length, or None."""
    found = None if value == "none" else length_mm(value)
    if found is not None and found <= 0:
        raise InputError(Message("expected none or a positive length"))
    return found


def count_of_ships(value: object) -> int:
    """A whole number from 1, as a number."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InputError(Message("expected a whole number from 1, not {given}", given=repr(value)))
    return value
