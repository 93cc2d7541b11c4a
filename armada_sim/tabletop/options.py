"""A gap in a game's rules, as an option with a default: for every game here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from armada_sim.tabletop.errors import InputError, NotBuiltError


@dataclass(frozen=True, slots=True)
class Option:
    """One gap in the rules."""

    key: str
    question: str
    values: dict[str, str]
    """Each value with its definition; the first is the default. `name(x)` takes a parameter."""

    refused: dict[str, str] = field(default_factory=dict)
    """Values that are known but not built, with the reason."""

    numbers: range | None = None
    """Whole numbers that are values as well, each meaning what the default means with its own number."""

    @property
    def default(self) -> str:
        """The value in force when nothing is said."""
        return next(iter(self.values))


def settled(options: Iterable[Option], given: Mapping[str, object]) -> dict[str, str | int]:
    """A value for each option: the one given, else the default. Whole numbers come out as int.

    Raises InputError for an unknown key or value, NotBuiltError for a value that is refused by name.
    """
    table = {option.key: option for option in options}
    for key in given:
        if key not in table:
            near = get_close_matches(key, table, n=1)
            raise InputError("is no option" + (f"; do you mean {near[0]}?" if near else ""), key=key)
    return {key: _value(option, given.get(key, option.default)) for key, option in table.items()}


def _value(option: Option, given: object) -> str | int:
    text = {True: "on", False: "off"}[given] if isinstance(given, bool) else str(given)
    if text in option.refused:
        raise NotBuiltError(f"{text} {option.refused[text]}", key=option.key)
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
    if text not in option.values and (number is None or option.numbers is None or number not in option.numbers):
        known = list(option.values)
        if option.numbers is not None:
            known.append(f"a whole number from {option.numbers.start} to {option.numbers.stop - 1}")
        raise InputError(f"expected {' or '.join(known)}, not {text!r}", key=option.key)
    return text if number is None else number
