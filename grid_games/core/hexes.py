"""Hexes: coordinates, distances, and grids as tables.

A hex is (q, r) in axial coordinates: its six neighbours differ by the `DIRECTIONS`, in order round the hex. Boards name
their hexes otherwise, so there are conversions:

* *offset*: row and column of a board with pointed tops whose odd rows stand half a hex to the right;
* *double height*: column x and row y of a board with flat tops; two hexes of a column differ by 2, x + y is even.

Rows count downwards. On a pointed-top board the directions are east, north-east, north-west, west, south-west,
south-east; on a flat-top board south-east, north-east, north, north-west, south-west, south.

A `Grid` numbers its hexes 0, 1, 2, ... in the order given; sets of hexes are whole numbers (`core.sets`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from grid_games.core.sets import mask
from grid_games.core.tables import tabled


class Hex(NamedTuple):
    """A hex in axial coordinates."""

    q: int
    r: int


DIRECTIONS: tuple[Hex, ...] = (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1))
"""Steps to the six neighbours, counter-clockwise from east; the opposite of direction d is (d + 3) % 6."""


def from_offset(row: int, column: int) -> Hex:
    """The hex of a row and column, odd rows half a hex to the right."""
    return Hex(column - (row - (row & 1)) // 2, row)


def from_double_height(x: int, y: int) -> Hex:
    """The hex of column x and row y. Raises ValueError unless x + y is even."""
    if (x + y) % 2:
        raise ValueError(f"there is no hex in column {x}, row {y}: their sum is odd")
    return Hex(x, (y - x) // 2)


@dataclass(frozen=True)
@tabled
class Grid:
    """Hexes with numbers, and what follows from where they lie, as tables."""

    places: tuple[Hex, ...]
    """Hex of each number, without repeats."""

    @cached_property
    def numbers(self) -> dict[Hex, int]:
        """Number of each hex."""
        return {place: number for number, place in enumerate(self.places)}

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """The neighbour in each of the six directions; -1 where the board ends."""
        ways = [[Hex(q + x, r + y) for x, y in DIRECTIONS] for q, r in self.places]
        return tuple(tuple(self.numbers.get(place, -1) for place in six) for six in ways)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours on the board."""
        return tuple(tuple(other for other in six if other >= 0) for six in self.beside)

    @cached_property
    def around(self) -> tuple[int, ...]:
        """The neighbours on the board, as a set: the zone of control of a piece on each hex."""
        return tuple(map(mask, self.neighbours))

    @cached_property
    def _shifted(self) -> tuple[str, ...]:
        """For each direction an expression for the neighbours of the set `hexes`: numbers of neighbours lie a few
        distances apart, so that whole sets are shifted."""
        found: list[dict[int, int]] = [{} for _ in DIRECTIONS]
        for place, six in enumerate(self.beside):
            for by_distance, other in zip(found, six, strict=True):
                if other >= 0:
                    by_distance[other - place] = by_distance.get(other - place, 0) | 1 << place
        return tuple(
            " | ".join(f"(hexes & {where}) {'<<' if by > 0 else '>>'} {abs(by)}" for by, where in six.items()) or "0"
            for six in found
        )

    @cached_property
    def moved(self) -> Callable[[int], tuple[int, int, int, int, int, int]]:
        """A function that gives the neighbours of a set of hexes in each of the six directions: written out, as
        dataclasses write their methods, for no loop is as fast."""
        moved: Callable[[int], tuple[int, int, int, int, int, int]] = eval(
            f"lambda hexes: ({', '.join(self._shifted)})"
        )
        return moved

    @cached_property
    def near(self) -> Callable[[int], int]:
        """A function that gives the neighbours of a set of hexes."""
        near: Callable[[int], int] = eval(f"lambda hexes: {' | '.join(self._shifted)}")
        return near

    def __reduce__(self) -> tuple[type[Grid], tuple[object, ...]]:
        return Grid, (self.places,)

    def __len__(self) -> int:
        return len(self.places)

    def distance(self, one: int, other: int) -> int:
        """Steps between two hexes as the crow flies, whether or not all of them are on the board."""
        q, r = (there - here for there, here in zip(self.places[other], self.places[one], strict=True))
        return max(abs(q), abs(r), abs(q + r))

    def direction(self, one: int, other: int) -> int | None:
        """The direction in which `other` lies straight away from `one`; None if in none of the six."""
        q, r = (there - here for there, here in zip(self.places[other], self.places[one], strict=True))
        count = max(abs(q), abs(r), abs(q + r))
        return DIRECTIONS.index(Hex(q // count, r // count)) if count and 0 in (q, r, q + r) else None

    def within(self, centre: int, radius: int) -> tuple[int, ...]:
        """The hexes of the board at most `radius` away, in order."""
        return tuple(place for place in range(len(self)) if self.distance(centre, place) <= radius)
