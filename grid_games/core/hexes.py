"""Hexes: coordinates, distances, lines, and grids as tables.

A hex is (q, r) in axial coordinates: its six neighbours differ by the `DIRECTIONS`, in order round the hex. Boards name
their hexes otherwise, so there are conversions:

* *offset*: row and column of a board with pointed tops whose odd rows stand half a hex to the right;
* *double height*: column x and row y of a board with flat tops; two hexes of a column differ by 2, x + y is even.

Rows count downwards. On a pointed-top board the directions are east, north-east, north-west, west, south-west,
south-east; on a flat-top board south-east, north-east, north, north-west, south-west, south.

A `Grid` numbers its hexes 0, 1, 2, ... in the order given; sets of hexes are whole numbers (`core.sets`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from grid_games.core.sets import mask


class Hex(NamedTuple):
    """A hex in axial coordinates."""

    q: int
    r: int


DIRECTIONS: tuple[Hex, ...] = (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1))
"""Steps to the six neighbours, counter-clockwise from east; the opposite of direction d is (d + 3) % 6."""


def from_offset(row: int, column: int) -> Hex:
    """The hex of a row and column, odd rows half a hex to the right."""
    return Hex(column - (row - (row & 1)) // 2, row)


def to_offset(place: Hex) -> tuple[int, int]:
    """Row and column of a hex, odd rows half a hex to the right."""
    return place.r, place.q + (place.r - (place.r & 1)) // 2


def from_double_height(x: int, y: int) -> Hex:
    """The hex of column x and row y. Raises ValueError unless x + y is even."""
    if (x + y) % 2:
        raise ValueError(f"there is no hex in column {x}, row {y}: their sum is odd")
    return Hex(x, (y - x) // 2)


def to_double_height(place: Hex) -> tuple[int, int]:
    """Column x and row y of a hex."""
    return place.q, 2 * place.r + place.q


def step(place: Hex, direction: int, count: int = 1) -> Hex:
    """The hex so many steps away in a direction."""
    q, r = DIRECTIONS[direction]
    return Hex(place.q + q * count, place.r + r * count)


def distance(one: Hex, other: Hex) -> int:
    """Steps from one hex to another."""
    q, r = one.q - other.q, one.r - other.r
    return max(abs(q), abs(r), abs(q + r))


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes exactly `radius` away, round the centre; the centre itself for radius 0."""
    if radius == 0:
        return (centre,)
    place, found = step(centre, 4, radius), []
    for direction in range(6):
        for _ in range(radius):
            found.append(place)
            place = step(place, direction)
    return tuple(found)


def disc(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes at most `radius` away, from the centre outwards."""
    return tuple(place for k in range(radius + 1) for place in ring(centre, k))


def line(one: Hex, other: Hex) -> tuple[Hex, ...]:
    """The hexes of a straight line, both ends included: those nearest to evenly spaced points of the segment.

    Where a point lies on the edge between two hexes, the one on the left of the way is taken, so the line back may go
    by the other. (No point lies on a corner: one of its three coordinates q, r, -q - r is whole.)
    """
    count = distance(one, other)
    if count == 0:
        return (one,)
    # Every point moved to the left by less than any two of these points can differ: scaled whole numbers, no rounding.
    scale = 16 * count * count
    q, r = other.q - one.q, other.r - one.r
    aside_q, aside_r = q + 2 * r, -(2 * q + r)  # 90 degrees to the left of (q, r), up to a positive factor
    return tuple(
        _nearest(scale * (one.q * count + q * k) + aside_q, scale * (one.r * count + r * k) + aside_r, scale * count)
        for k in range(count + 1)
    )


def _nearest(q: int, r: int, unit: int) -> Hex:
    """The hex nearest to the point (q, r)/unit."""
    whole = [(2 * value + unit) // (2 * unit) for value in (q, r, -q - r)]
    off = [abs(value - unit * near) for value, near in zip((q, r, -q - r), whole, strict=True)]
    if sum(whole):
        worst = off.index(max(off))
        whole[worst] -= sum(whole)
    return Hex(whole[0], whole[1])


@dataclass(frozen=True, slots=True)
class Grid:
    """Hexes with numbers, and what follows from where they lie, as tables."""

    places: tuple[Hex, ...]
    """Hex of each number, without repeats."""

    numbers: dict[Hex, int] = field(init=False, compare=False, repr=False)
    """Number of each hex."""

    beside: tuple[tuple[int, ...], ...] = field(init=False, compare=False, repr=False)
    """The neighbour in each of the six directions; -1 where the board ends."""

    neighbours: tuple[tuple[int, ...], ...] = field(init=False, compare=False, repr=False)
    """The neighbours on the board."""

    around: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """The neighbours on the board, as a set: the zone of control of a piece on each hex."""

    def __post_init__(self) -> None:
        numbers = {place: number for number, place in enumerate(self.places)}
        if len(numbers) != len(self.places):
            raise ValueError("a hex is given twice")
        beside = tuple(tuple(numbers.get(step(place, d), -1) for d in range(6)) for place in self.places)
        neighbours = tuple(tuple(other for other in six if other >= 0) for six in beside)
        for name, table in (
            ("numbers", numbers),
            ("beside", beside),
            ("neighbours", neighbours),
            ("around", tuple(mask(others) for others in neighbours)),
        ):
            object.__setattr__(self, name, table)

    def __len__(self) -> int:
        return len(self.places)

    def distance(self, one: int, other: int) -> int:
        """Steps between two hexes as the crow flies, whether or not all of them are on the board."""
        return distance(self.places[one], self.places[other])

    def direction(self, one: int, other: int) -> int | None:
        """The direction in which `other` lies straight away from `one`; None if in none of the six."""
        q, r = (there - here for there, here in zip(self.places[other], self.places[one], strict=True))
        count = max(abs(q), abs(r), abs(q + r))
        return DIRECTIONS.index(Hex(q // count, r // count)) if count and 0 in (q, r, q + r) else None

    def within(self, centre: int, radius: int) -> tuple[int, ...]:
        """The hexes of the board at most `radius` away, from the centre outwards."""
        return self._here(disc(self.places[centre], radius))

    def ring(self, centre: int, radius: int) -> tuple[int, ...]:
        """The hexes of the board exactly `radius` away."""
        return self._here(ring(self.places[centre], radius))

    def line(self, one: int, other: int) -> tuple[int, ...]:
        """The hexes of `line` that are on the board."""
        return self._here(line(self.places[one], self.places[other]))

    def ray(self, start: int, direction: int) -> tuple[int, ...]:
        """The hexes straight ahead of `start` to the edge of the board, nearest first."""
        found: list[int] = []
        place = self.beside[start][direction]
        while place >= 0:
            found.append(place)
            place = self.beside[place][direction]
        return tuple(found)

    def zone(self, pieces: Iterable[int]) -> int:
        """The set of hexes that pieces on these hexes control: their neighbours."""
        bits = 0
        for place in pieces:
            bits |= self.around[place]
        return bits

    def _here(self, places: Iterable[Hex]) -> tuple[int, ...]:
        return tuple(self.numbers[place] for place in places if place in self.numbers)
