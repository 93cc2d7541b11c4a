"""The board, a map as a value: what each hex is, which are places, and tables that follow (clauses 1.14, 5.2).

Hexes are numbered column by column from the top. A set of hexes is a whole number whose bit h stands for hex h.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from armada_sim.tabletop import N_
from grid_games.core.hexes import Grid, from_double_height
from grid_games.core.sets import mask
from grid_games.core.tables import tabled

TERRAINS = {
    ".": N_("clear"), "h": N_("hill"), "c": N_("city"), "t": N_("temple"), "w": N_("wall"), "g": N_("gate"),
    "b": N_("bridge"), "r": N_("river"),
    "m": N_("marsh"),
}  # fmt: skip
"""Letters of a map file."""

PLACES = (N_("hall"), N_("temple"), N_("place"), N_("university"), N_("port"))
"""The five points of strategic importance, in the order of the rules."""

COSTLY = 3
"""Movement points for a hex of river, marsh or wall; any other costs 1."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@lru_cache(maxsize=8)
def _grid(rows: tuple[tuple[int, int], ...]) -> Grid:
    """Maps of one size share it."""
    return Grid(tuple(from_double_height(x, row) for x, row in rows))


class Fire(NamedTuple):
    """Something blows up, and fire rains around it."""

    hex: str
    turn: int
    """At whose start."""

    reach: int
    """How many hexes away fire still rains."""


@dataclass(frozen=True)
@tabled
class Land:
    """A map."""

    name: str
    columns: tuple[str, ...]
    """The terrain of each column from the top, all of one length."""

    places: tuple[tuple[str, str], ...]
    """The hex of each of `PLACES` that the map has."""

    names: tuple[tuple[str, str], ...] = ()
    """Words on the map and the hex of each."""

    start: tuple[tuple[str, str], ...] = ()
    """Where each piece stands before the first turn; empty: as the rules list them."""

    turns: int = 8
    calendar: str = ""
    """The value of the option of that name if nothing is said; empty for its default."""

    fire: Fire | None = None
    """What blows up in the course of the game."""

    def __hash__(self) -> int:
        return hash((self.name, self.turns))

    @cached_property
    def height(self) -> int:
        """Hexes in a column."""
        return len(self.columns[0])

    def __len__(self) -> int:
        return len(self.columns) * self.height

    @cached_property
    def _rows(self) -> tuple[tuple[int, int], ...]:
        """Column and row of each hex."""
        width, height = len(self.columns), self.height
        return tuple((x, 2 * r + (1 if x % 2 else 2)) for x in range(width) for r in range(height))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The name of each hex, such as "K32"."""
        return tuple(f"{LETTERS[x]}{row}" for x, row in self._rows)

    @cached_property
    def called(self) -> dict[str, str]:
        """What stands on the map at hexes, by their names."""
        return {label: text for text, label in self.names}

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each hex by its name."""
        return {label: number for number, label in enumerate(self.labels)}

    @cached_property
    def grid(self) -> Grid:
        """Neighbours, distances, directions."""
        return _grid(self._rows)

    @cached_property
    def all(self) -> int:
        """Every hex."""
        return (1 << len(self)) - 1

    def having(self, letters: str) -> int:
        """The hexes whose terrain is one of these letters."""
        return mask(number for number, letter in enumerate("".join(self.columns)) if letter in letters)

    @cached_property
    def river(self) -> int:
        """The hexes of river."""
        return self.having("r")

    @cached_property
    def marsh(self) -> int:
        """The hexes of marsh."""
        return self.having("m")

    @cached_property
    def wall(self) -> int:
        """The hexes of wall; gates are none."""
        return self.having("w")

    @cached_property
    def costly(self) -> int:
        """The hexes that cost `COSTLY`."""
        return self.river | self.marsh | self.wall

    @cached_property
    def points(self) -> tuple[int, ...]:
        """The hex of each of `PLACES`; -1 for one the map does not have."""
        known = dict(self.places)
        return tuple(self.numbers[known[place]] if place in known else -1 for place in PLACES)

    @cached_property
    def points_set(self) -> int:
        """The hexes of these places."""
        return mask(place for place in self.points if place >= 0)

    @cached_property
    def shifts(self) -> tuple[int, int, int, int, int, int]:
        """For `beside`: the height of a column; masks of hexes that are not the last, not the first of their column; of
        even columns, of odd columns."""
        width, height = len(self.columns), self.height
        whole, every = (1 << height) - 1, (1 << (width * height)) - 1
        even = sum(whole << (x * height) for x in range(0, width, 2))
        odd = every & ~even
        first = sum(1 << (x * height) for x in range(width))
        return height, every & ~(first << (height - 1)), every & ~first, even, odd, self.all

    @cached_property
    def blessed(self) -> int:
        """Temples and the hexes beside them."""
        return self.wider(self.having("t"))

    def beside(self, hexes: int) -> int:
        """The neighbours of a set of hexes; hexes of the set among them only where two of it are neighbours."""
        height, below, above, even, odd, every = self.shifts
        down, up = (hexes & below) << 1, (hexes & above) >> 1
        near = hexes | (down & even) | (up & odd)  # an even column stands half a hex lower than the odd ones beside it
        return (down | up | near << height | near >> height) & every

    def wider(self, hexes: int) -> int:
        """A set of hexes with its neighbours."""
        return hexes | self.beside(hexes)

    def within(self, place: int, radius: int) -> int:
        """The hexes at most `radius` from one."""
        if radius == 1:
            return self._near[place]
        key = place, radius
        if key not in self._discs:
            hexes = 1 << place
            for _ in range(radius):
                hexes = self.wider(hexes)
            self._discs[key] = hexes
        return self._discs[key]

    @cached_property
    def _discs(self) -> dict[tuple[int, int], int]:
        """What `within` has been asked for before."""
        return {}

    @cached_property
    def _near(self) -> tuple[int, ...]:
        """Each hex with its neighbours."""
        return tuple(self.wider(1 << place) for place in range(len(self)))

    def distance(self, one: int, other: int) -> int:
        """Hexes from one to another."""
        return self.grid.distance(one, other)

    def connected(self, hexes: int, start: int) -> int:
        """The part of a set that can be walked to from `start` within it; both are sets."""
        found = start & hexes
        while True:
            more = self.wider(found) & hexes
            if more == found:
                return found
            found = more

    def holds(self, hexes: int, count: int) -> bool:
        """Whether a set has a connected part of at least so many hexes."""
        while hexes:
            found, before = hexes & -hexes, 0
            while found != before:
                if found.bit_count() >= count:
                    return True
                found, before = self.wider(found) & hexes, found
            hexes &= ~found
        return False

    def roomy(self, hexes: int, count: int) -> int:
        """Those connected parts of a set that have at least so many hexes."""
        return _roomy(self, hexes, count)


@lru_cache(maxsize=10_000)
def _roomy(land: Land, hexes: int, count: int) -> int:
    found, rest = 0, hexes
    while rest:
        part = land.connected(rest, rest & -rest)
        rest &= ~part
        if part.bit_count() >= count:
            found |= part
    return found
