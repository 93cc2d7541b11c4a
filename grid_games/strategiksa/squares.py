"""Squares and zones of the board: numbers, names, masks. No map, no pieces.

A square's number is 10 * file + rank, both from 0, so a1 is 0, a2 is 1 and j10 is 99; a set of squares is an int with
a bit for each. A zone's number is 5 * (file // 2) + rank // 2.
"""

from __future__ import annotations

from typing import Final

SIDE: Final = 10
"""Squares along a side of the board (clause 1)."""

SQUARES: Final = tuple(f"{file}{rank}" for file in "abcdefghij" for rank in range(1, 11))
"""Names of the squares by number."""

SQUARE: Final = {name: number for number, name in enumerate(SQUARES)}
"""Number of a square by its name."""

ZONES: Final = tuple(f"{column}{row}" for column in "ABCDE" for row in range(1, 6))
"""Names of the zones by number (clause 2)."""

ZONE: Final = {name: number for number, name in enumerate(ZONES)}
"""Number of a zone by its name."""

ZONE_OF: Final = tuple(5 * (square // SIDE // 2) + square % SIDE // 2 for square in range(SIDE * SIDE))
"""The zone each square is in."""

ZONE_MASKS: Final = tuple(
    sum(1 << square for square in range(SIDE * SIDE) if ZONE_OF[square] == zone) for zone in range(len(ZONES))
)
"""The squares of each zone."""

BOARD: Final = (1 << SIDE * SIDE) - 1
"""All squares."""

DIRECTIONS: Final = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
"""Steps of one square, diagonals included, as changes of file and rank."""


def listed(mask: int) -> list[int]:
    """The squares of a set in rising order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def beside(square: int, file: int, rank: int) -> int | None:
    """The square that far away; None beyond the edge."""
    x, y = square // SIDE + file, square % SIDE + rank
    return SIDE * x + y if 0 <= x < SIDE and 0 <= y < SIDE else None
