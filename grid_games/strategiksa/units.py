"""Pieces (clauses 6 to 9): kinds, wounds, what beats what, and stacks of one colour as packed numbers.

A piece is a number into `PIECES`. The pieces of one colour on one square are one int, a field of `WIDTH` bits for each
kind of piece with its number; sums of such ints are sums of pieces.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from grid_games.core.protocol import NotationError

PIECES: Final = ("K", "K*", "I", "I*", "C", "C*", "A", "A*", "H")
"""Pieces as written: king, infantry, cavalry, archers, healer; a star marks a wound. A healer is never wounded."""

KING, KING_WOUNDED, INFANTRY, INFANTRY_WOUNDED, CAVALRY, CAVALRY_WOUNDED, ARCHERS, ARCHERS_WOUNDED, HEALER = range(9)

PIECE: Final = {name: number for number, name in enumerate(PIECES)}
"""Number of a piece by its name."""

KINDS: Final = "KICAH"
"""Kinds by letter."""

HEALTHY: Final = {"K": KING, "I": INFANTRY, "C": CAVALRY, "A": ARCHERS, "H": HEALER}
"""The piece that a new one of a kind is."""

WIDTH: Final = 16
"""bits of a field: more pieces than a game of the longest length can bring into play."""

FIELD: Final = (1 << WIDTH) - 1
UNIT: Final = tuple(1 << WIDTH * piece for piece in range(len(PIECES)))
"""One piece of each kind, packed."""

HEALERS: Final = FIELD << WIDTH * HEALER
"""Where a stack counts its healers."""

FIGHTERS: Final = UNIT[HEALER] - 1
"""Where a stack counts all others."""

KINGS: Final = FIELD * (UNIT[KING] + UNIT[KING_WOUNDED])
"""Where a stack counts its kings."""

RIDERS: Final = FIELD * (UNIT[CAVALRY] + UNIT[CAVALRY_WOUNDED])
"""Where it counts its cavalry."""

WOUNDED: Final = FIELD * sum(UNIT[1:HEALER:2])
"""Where it counts whoever is wounded."""

FAST: Final = (True, True, False, False, True, True, False, False, False)
"""Whether a piece may go two squares (clause 26)."""

_BEATS: Final = {"I": "C", "C": "A", "A": "I", "K": "ICA"}


def _fought(one: int, other: int) -> int | None:
    """What is left of `one` (clauses 35 and 36)."""
    won = PIECES[other][0] in _BEATS[PIECES[one][0]]
    return one + 1 if won and one % 2 == 0 else None


FOUGHT: Final = tuple(tuple(_fought(one, other) for other in range(HEALER)) for one in range(HEALER))
"""What is left of a fighter (first index) after a fight against another: itself wounded, or None."""


def number(stack: int, piece: int) -> int:
    """How many of a kind of piece are in a stack."""
    return stack >> WIDTH * piece & FIELD


def of_kind(stack: int, kind: str) -> int:
    """How many of a kind are in a stack, wounded or not; nothing is packed above healers."""
    whole = stack >> WIDTH * HEALTHY[kind]
    return (whole & FIELD) + (whole >> WIDTH & FIELD)


@lru_cache(maxsize=1 << 14)
def present(stack: int) -> tuple[int, ...]:
    """The kinds of piece in a stack, in order."""
    return tuple(piece for piece in range(len(PIECES)) if stack >> WIDTH * piece & FIELD)


def healed(stack: int) -> int:
    """The same pieces, none of them wounded."""
    wounds = [number(stack, piece) for piece in range(1, HEALER, 2)]
    return stack + sum(count * (UNIT[2 * n] - UNIT[2 * n + 1]) for n, count in enumerate(wounds))


def stack_text(stack: int) -> str:
    """A stack as written, such as `K4I2C*`."""
    counts = [(number(stack, piece), PIECES[piece]) for piece in present(stack)]
    return "".join(f"{count if count > 1 else ''}{name}" for count, name in counts)


def read_stack(text: str) -> int:
    """The stack of a text. Raises NotationError."""
    import re

    parts = re.findall(r"([1-9]\d{0,3})?([KICA]\*?|H)", text)
    once = len({name for _, name in parts}) == len(parts)
    if not parts or not once or "".join(count + name for count, name in parts) != text:
        raise NotationError("expected pieces such as K4I2C*, not {given}", given=repr(text))
    return sum(int(count or 1) * UNIT[PIECE[name]] for count, name in parts)
