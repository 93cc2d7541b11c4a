"""What can go wrong with an input, as opposed to what a ruling can say.

ArmadaError
└── InputError          a value cannot be understood; carries file and key
    └── NotBuiltError   understood, but refused by name because it is not built

CostWarning             all goes well, but slower than it might
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager


class ArmadaError(Exception):
    """Anything this package raises on purpose."""


class InputError(ArmadaError, ValueError):
    """One sentence about an input that cannot be understood, with its file and key if known; others may follow it."""

    def __init__(self, message: str, *, key: str = "", file: str = "", others: Sequence[InputError] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.key = key
        self.file = file
        self.others = tuple(others)
        """What else is wrong with the same file."""

    def __str__(self) -> str:
        told = ": ".join(part for part in (self.file, self.key, self.message) if part)
        return "; ".join((told, *(str(other).removeprefix(f"{self.file}: ") for other in self.others)))

    def within(self, *, key: str = "", file: str = "") -> InputError:
        """The same complaint with more of its place known; one that names its file is complete."""
        others = [other.within(key=key, file=file) for other in self.others]
        if self.file:
            return type(self)(self.message, key=self.key, file=self.file, others=others)
        joined = f"{key}.{self.key}" if key and self.key else key or self.key  # one alone is told in any language
        return type(self)(self.message, key=joined, file=file, others=others)


class NotBuiltError(InputError):
    """A named thing of the rules that this version refuses."""


@contextmanager
def inside(*, key: str = "", file: str = "") -> Iterator[None]:
    """What is complained of meanwhile stands in this file, or within this key."""
    try:
        yield
    except InputError as error:
        raise error.within(key=key, file=file) from None


class CostWarning(UserWarning):
    """What makes the work slower than it might be; a command says it once."""
