"""The board: squares and zones; maps, with what their mountains mean for steps and zones (clauses 1 to 3).

A square's number is 10 * file + rank, both from 0, so a1 is 0, a2 is 1 and j10 is 99; a set of squares is an int with
a bit for each. A zone's number is 5 * (file // 2) + rank // 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from typing import Final

from grid_games.core.protocol import NotationError
from grid_games.core.sets import mask
from grid_games.core.squares import ALL, Squares

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

FIRSTS: Final = mask(ZONE_OF.index(zone) for zone in range(len(ZONES)))
"""The first square of each zone: the others are 1, `SIDE` and `SIDE` + 1 further."""


def entered(squares: int) -> int:
    """The zones in which some of these squares are, each as its first square."""
    pairs = squares | squares >> 1
    return (pairs | pairs >> SIDE) & FIRSTS


def filled(squares: int) -> int:
    """The zones of which two squares or more are among these, each as its first square."""
    either, both = squares | squares >> 1, squares & squares >> 1
    return (either & either >> SIDE | both | both >> SIDE) & FIRSTS


BOARD: Final = mask(range(len(GRID)))
"""All squares."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """A map: squares with mountains, which can be neither entered nor passed (U1)."""

    mountains: frozenset[int] = frozenset()

    @property
    def text(self) -> str:
        """The map in words, as `read_terrain` takes it; the name of a built-in map where it is one."""
        for name, terrain in MAPS.items():
            if terrain == self:
                return name
        return " ".join(("mountains", *(SQUARES[square] for square in sorted(self.mountains))))


def terrain_of(mountains: list[str]) -> Terrain:
    """The map with these mountains (`c4`). Raises NotationError."""
    for name in mountains:
        if name not in SQUARE:
            raise NotationError("expected a square from a1 to j10, not {given}", given=repr(name))
    return Terrain(frozenset(SQUARE[name] for name in mountains))


MAPS: Final = {
    "classic": Terrain(),
    "pinwheel": terrain_of(["c4", "c5", "d5", "f3", "f4", "g3", "d8", "e7", "e8", "g6", "h6", "h7"]),
    "citadel": terrain_of(["e5", "e6", "f5", "f6"]),
}
"""The maps there are by name (clauses 1 and 3)."""


def read_terrain(text: str) -> Terrain:
    """The map of a name, or of a text such as `mountains c4 c5`. Raises NotationError."""
    if text in MAPS:
        return MAPS[text]
    words = text.removesuffix(" lines").split()  # so do texts end of a time when a map could have lines
    if not words or words[0] != "mountains":
        raise NotationError(
            "expected {maps}, or a map such as 'mountains c4 c5', not {given}", maps=", ".join(MAPS), given=repr(text)
        )
    return terrain_of(words[1:])


@dataclass(frozen=True)
class Ground:
    """What a map means under the option on corners."""

    open: int
    """Squares that can be entered."""

    near: tuple[int, ...]
    """From each square, those one step away."""

    onward: tuple[tuple[tuple[int, int], ...], ...]
    """From each square, each first step (as a mask) with the squares that a second step leads to."""

    far: tuple[int, ...]
    """From each square, those one or two steps away while no enemy is near."""

    zones: tuple[bool, ...]
    """Whether a zone has two open squares, so that it can be controlled and a colour may start there."""

    def reach(self, square: int, fast: bool, enemies: int) -> int:
        """The squares a piece can go to, enemies standing on `enemies` (clauses 26 to 29)."""
        near = self.near[square]
        if not fast:
            return near
        if not near & enemies:
            return self.far[square]
        reach = near
        for first, second in self.onward[square]:
            if not first & enemies:
                reach |= second
        return reach & ~(1 << square)


@cache
def ground_of(terrain: Terrain, corner: str) -> Ground:
    """The tables of a map under `corner`."""
    open_squares = BOARD & ~mask(terrain.mountains)
    steps = [
        [
            to
            for way, to in zip(ALL, GRID.beside[square], strict=True)
            if open_squares >> square & 1 and to >= 0 and _passes(square, to, way, open_squares, corner)
        ]
        for square in range(len(GRID))
    ]
    near = tuple(map(mask, steps))
    onward = tuple(tuple((1 << first, near[first]) for first in ends) for ends in steps)
    return Ground(
        open=open_squares,
        near=near,
        onward=onward,
        far=tuple(
            reduce(or_, (second for _, second in ways), near[square]) & ~(1 << square)
            for square, ways in enumerate(onward)
        ),
        zones=tuple((open_squares & zone).bit_count() >= 2 for zone in ZONE_MASKS),
    )


def _passes(start: int, end: int, way: tuple[int, int], open_squares: int, corner: str) -> bool:
    """Whether one step leads from a square to a neighbour (clause 3, U1, U20)."""
    if not open_squares >> end & 1:
        return False
    if 0 in way:
        return True
    sides = (GRID.beside[start][ALL.index(part)] for part in ((way[0], 0), (0, way[1])))
    closed = [not open_squares >> side & 1 for side in sides]
    return {"free": True, "blocked_between_two": not all(closed), "blocked_beside_one": not any(closed)}[corner]
