"""Squares: names, distances, and boards as tables.

A board has files a, b, c, ... from left to right and ranks 1, 2, 3, ... from below. Its squares are numbered file by
file: a1 is 0, a2 is 1. Pieces step diagonally too: a square has eight neighbours, and distance counts king's moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

from grid_games.core.tables import tabled

ALL: tuple[tuple[int, int], ...] = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""Steps as (files, ranks), counter-clockwise from east."""


@dataclass(frozen=True)
@tabled
class Squares:
    """A board of squares, and what follows from where they lie, as tables."""

    files: int
    """26 at most."""

    ranks: int

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Name of each square, such as "c4"."""
        return tuple(f"{file}{rank}" for file in ascii_lowercase[: self.files] for rank in range(1, self.ranks + 1))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Number of each name."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """The neighbour of each square in each direction of `ALL`; -1 where the board ends."""
        places = [divmod(square, self.ranks) for square in range(len(self))]
        return tuple(tuple(self._at(file + x, rank + y) for x, y in ALL) for file, rank in places)

    def __len__(self) -> int:
        return self.files * self.ranks

    def _at(self, file: int, rank: int) -> int:
        return self.ranks * file + rank if 0 <= file < self.files and 0 <= rank < self.ranks else -1

    def distance(self, one: int, other: int) -> int:
        """Steps from one square to another."""
        return max(abs(one // self.ranks - other // self.ranks), abs(one % self.ranks - other % self.ranks))

    def within(self, centre: int, radius: int) -> tuple[int, ...]:
        """The squares of the board at most `radius` steps away, in order."""
        return tuple(square for square in range(len(self)) if self.distance(centre, square) <= radius)

    def blocks(self, side: int) -> tuple[int, ...]:
        """For each square the number of its block of side × side squares, blocks counted like squares."""
        high = -(-self.ranks // side)
        return tuple(high * (square // self.ranks // side) + square % self.ranks // side for square in range(len(self)))
