"""What can go wrong with an input, as opposed to what a ruling can say.

ArmadaError
├── IllegalActionError  an action of a game that the rules forbid; carries the reasons
└── InputError          a value cannot be understood; carries file and key
    └── NotBuiltError   understood, but refused by name because it is not built
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from armada_sim.ruling import Reason

T = TypeVar("T")

_MOST_NAMED = 8
"""Keys named in a sentence."""


class ArmadaError(Exception):
    """Anything this package raises on purpose."""


class InputError(ArmadaError, ValueError):
    """One sentence about an input that cannot be understood, with its file and key if known."""

    def __init__(self, message: str, *, key: str = "", file: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.key = key
        self.file = file

    def __str__(self) -> str:
        where = ": ".join(part for part in (self.file, self.key) if part)
        return f"{where}: {self.message}" if where else self.message

    def within(self, *, key: str = "", file: str = "") -> InputError:
        """The same complaint with more of its place known."""
        joined = ".".join(part for part in (key, self.key) if part)
        return type(self)(self.message, key=joined, file=file or self.file)


class NotBuiltError(InputError):
    """A named thing of the rules that this version refuses."""


class IllegalActionError(ArmadaError, ValueError):
    """An action that the rules forbid as things stand."""

    def __init__(self, reasons: tuple[Reason, ...]) -> None:
        super().__init__("; ".join(reason.text for reason in reasons))
        self.reasons = reasons


class Mistakes:
    """What is wrong with a file, in the order found."""

    def __init__(self) -> None:
        self.found: list[InputError] = []

    def attempt(self, key: str, build: Callable[[], T]) -> T | None:
        """What `build` returns, or None and one more mistake at `key`."""
        try:
            return build()
        except InputError as error:
            self.found.append(error.within(key=key))
            return None

    def stop_if_any(self) -> None:
        """Raise the first mistake, naming the keys of the others."""
        if not self.found:
            return
        first, *others = self.found
        keys = list(dict.fromkeys(error.key for error in others if error.key != first.key))
        if not keys:
            raise first
        named = ", ".join(keys[:_MOST_NAMED]) + (", …" if len(keys) > _MOST_NAMED else "")
        raise type(first)(f"{first.message} (and {len(keys)} more: {named})", key=first.key)


def shown(value: object) -> str:
    """A value in a complaint: short and on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return repr(value) if len(value) <= 40 else repr(value[:40]) + "…"
    if isinstance(value, int | Decimal):
        text = str(value) if not isinstance(value, int) or abs(value) < 10**40 else "a number of many digits"
        return text if len(text) <= 40 else text[:40] + "…"
    if value is None:
        return "null"
    return "a list" if isinstance(value, list) else "a table" if isinstance(value, dict) else "a date or time"


def guess(word: str, known: Sequence[str]) -> str:
    """What to add to "there is no such …": the nearest known word, or the list of them."""
    near = get_close_matches(word, known, 1)
    if near:
        return f"; did you mean {near[0]}?"
    some = ", ".join(known[:12]) + (", …" if len(known) > 12 else "")
    return f" (known: {some})" if known else ""
