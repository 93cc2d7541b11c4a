"""Squares: names, distances, lines, and boards as tables.

A board has files a, b, c, ... from left to right and ranks 1, 2, 3, ... from below. Its squares are numbered file by
file: a1 is 0, a2 is 1. Sets of squares are whole numbers (`core.sets`). Where pieces step diagonally too, a square has
eight neighbours and distance counts king's moves; where they do not, it has four and distance counts steps along files
and ranks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from string import ascii_lowercase

from grid_games.core.sets import mask

STRAIGHT: tuple[tuple[int, int], ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Steps along ranks and files as (files, ranks): east, north, west, south."""

ALL: tuple[tuple[int, int], ...] = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The same and the diagonals, counter-clockwise from east."""


@dataclass(frozen=True, slots=True)
class Squares:
    """A board of squares, and what follows from where they lie, as tables."""

    files: int
    ranks: int
    diagonal: bool = True
    """Whether squares that meet at a corner are neighbours."""

    names: tuple[str, ...] = field(init=False, compare=False, repr=False)
    """Name of each square, such as "c4"."""

    numbers: dict[str, int] = field(init=False, compare=False, repr=False)
    """Number of each name."""

    beside: tuple[tuple[int, ...], ...] = field(init=False, compare=False, repr=False)
    """The neighbour of each square in each direction (`ALL`, or `STRAIGHT` on a board without diagonals); -1 where the
    board ends."""

    neighbours: tuple[tuple[int, ...], ...] = field(init=False, compare=False, repr=False)
    """The neighbours on the board."""

    around: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """The neighbours on the board, as a set: the zone of control of a piece on each square."""

    def __post_init__(self) -> None:
        if not (1 <= self.files <= len(ascii_lowercase) and self.ranks >= 1):
            raise ValueError(f"no board has {self.files} files and {self.ranks} ranks")
        names = tuple(f"{file}{rank}" for file in ascii_lowercase[: self.files] for rank in range(1, self.ranks + 1))
        directions = ALL if self.diagonal else STRAIGHT
        beside = tuple(
            tuple(self.at(file + x, rank + y) for x, y in directions)
            for file in range(self.files) for rank in range(self.ranks)
        )  # fmt: skip
        neighbours = tuple(tuple(other for other in others if other >= 0) for others in beside)
        for name, table in (
            ("names", names), ("numbers", {square: number for number, square in enumerate(names)}), ("beside", beside),
            ("neighbours", neighbours), ("around", tuple(map(mask, neighbours))),
        ):  # fmt: skip
            object.__setattr__(self, name, table)

    def __len__(self) -> int:
        return self.files * self.ranks

    def at(self, file: int, rank: int) -> int:
        """The square of a file and a rank, both from 0; -1 beyond the edge."""
        return self.ranks * file + rank if 0 <= file < self.files and 0 <= rank < self.ranks else -1

    def place(self, square: int) -> tuple[int, int]:
        """File and rank of a square, both from 0."""
        return divmod(square, self.ranks)

    def distance(self, one: int, other: int) -> int:
        """Steps from one square to another."""
        (x, y), (u, v) = self.place(one), self.place(other)
        return max(abs(x - u), abs(y - v)) if self.diagonal else abs(x - u) + abs(y - v)

    def ring(self, centre: int, radius: int) -> tuple[int, ...]:
        """The squares of the board exactly `radius` steps away, in order."""
        return tuple(square for square in range(len(self)) if self.distance(centre, square) == radius)

    def within(self, centre: int, radius: int) -> tuple[int, ...]:
        """The squares of the board at most `radius` steps away, in order."""
        return tuple(square for square in range(len(self)) if self.distance(centre, square) <= radius)

    def line(self, one: int, other: int) -> tuple[int, ...]:
        """The squares of a straight line, both ends included: one for each king's move, nearest to evenly spaced
        points.

        Where a point lies between two squares, the one nearer to the start's file or rank is taken.
        """
        (x, y), (u, v) = self.place(one), self.place(other)
        count = max(abs(u - x), abs(v - y))
        return tuple(self.at(x + _share(u - x, k, count), y + _share(v - y, k, count)) for k in range(count + 1))

    def ray(self, start: int, direction: int) -> tuple[int, ...]:
        """The squares straight ahead of `start` to the edge of the board, nearest first."""
        found: list[int] = []
        square = self.beside[start][direction]
        while square >= 0:
            found.append(square)
            square = self.beside[square][direction]
        return tuple(found)

    def zone(self, pieces: Iterable[int]) -> int:
        """The set of squares that pieces on these squares control: their neighbours."""
        bits = 0
        for square in pieces:
            bits |= self.around[square]
        return bits

    def blocks(self, side: int) -> tuple[int, ...]:
        """For each square the number of its block of side × side squares, blocks counted like squares."""
        high = -(-self.ranks // side)
        return tuple(high * (square // self.ranks // side) + square % self.ranks // side for square in range(len(self)))


def _share(length: int, k: int, count: int) -> int:
    """k/count of a length, to the nearest whole number; a half goes towards 0."""
    if not count:
        return 0
    whole = (2 * abs(length) * k + count - 1) // (2 * count)
    return whole if length > 0 else -whole
