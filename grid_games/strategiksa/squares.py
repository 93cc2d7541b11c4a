"""Squares and zones of the board: numbers, names, masks. No map, no pieces.

A square's number is 10 * file + rank, both from 0, so a1 is 0, a2 is 1 and j10 is 99; a set of squares is an int with
a bit for each. A zone's number is 5 * (file // 2) + rank // 2.
"""

from __future__ import annotations

from typing import Final

from grid_games.core.sets import mask
from grid_games.core.squares import Squares

SIDE: Final = 10
"""Squares along a side of the board (clause 1)."""

GRID: Final = Squares(SIDE, SIDE)
"""The board; neighbours are diagonal too (clause 26)."""

SQUARES: Final = GRID.names
"""Names of the squares by number."""

SQUARE: Final = GRID.numbers
"""Number of a square by its name."""

ZONES: Final = tuple(f"{column}{row}" for column in "ABCDE" for row in range(1, 6))
"""Names of the zones by number (clause 2)."""

ZONE: Final = {name: number for number, name in enumerate(ZONES)}
"""Number of a zone by its name."""

ZONE_OF: Final = GRID.blocks(2)
"""The zone each square is in."""

ZONE_MASKS: Final = tuple(
    mask(square for square in range(len(GRID)) if ZONE_OF[square] == zone) for zone in range(len(ZONES))
)
"""The squares of each zone."""

BOARD: Final = mask(range(len(GRID)))
"""All squares."""
