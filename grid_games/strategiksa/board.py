"""The board: squares and zones; maps, with what their mountains mean for steps and zones (clauses 1 to 3).

A square's number is 10 * file + rank, both from 0, so a1 is 0, a2 is 1 and j10 is 99; a set of squares is an int with
a bit for each. A zone's number is 5 * (file // 2) + rank // 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from typing import Final

from armada_sim.tabletop import Message
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

BOARD: Final = mask(range(len(GRID)))
"""All squares."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """A map: squares with mountains, and lines between two neighbouring squares that share a side."""

    mountains: frozenset[int] = frozenset()
    lines: frozenset[tuple[int, int]] = frozenset()
    """Pairs of squares, the lower number first. They count only under mountains=edges (U1)."""

    @property
    def text(self) -> str:
        """The map in words, as `read_terrain` takes it; the name of a built-in map where it is one."""
        for name, terrain in MAPS.items():
            if terrain == self:
                return name
        squares = " ".join(SQUARES[square] for square in sorted(self.mountains))
        lines = " ".join(f"{SQUARES[one]}-{SQUARES[other]}" for one, other in sorted(self.lines))
        return f"mountains {squares} lines {lines}".replace("  ", " ").rstrip()


def terrain_of(mountains: list[str], lines: list[str]) -> Terrain:
    """The map with these mountains (`c4`) and lines (`c4-c5`). Raises NotationError."""
    for name in mountains:
        if name not in SQUARE:
            raise NotationError(Message("expected a square from a1 to j10, not {given}", given=repr(name)))
    pairs = set()
    for text in lines:
        one, dash, other = text.partition("-")
        ends = sorted((SQUARE.get(one, -1), SQUARE.get(other, -1)))
        apart = (ends[1] // SIDE - ends[0] // SIDE, abs(ends[1] % SIDE - ends[0] % SIDE))
        if not dash or ends[0] < 0 or apart not in ((0, 1), (1, 0)):
            told = Message("expected two squares that share a side, such as c4-c5, not {given}", given=repr(text))
            raise NotationError(told)
        pairs.add((ends[0], ends[1]))
    return Terrain(frozenset(SQUARE[name] for name in mountains), frozenset(pairs))


def _drawn(mountains: str = "", lines: str = "") -> Terrain:
    return terrain_of(mountains.split(), lines.split())


MAPS: Final = {
    "classic": Terrain(),
    "pinwheel": _drawn(
        "c4 c5 d5 f3 f4 g3 d8 e7 e8 g6 h6 h7",
        # invented with the squares: an angle on the outer side of each group, the same after a quarter turn
        "b4-c4 b5-c5 c5-c6 d5-d6 e3-f3 e4-f4 f2-f3 g2-g3 e8-e9 d8-d9 e8-f8 e7-f7 g5-g6 h5-h6 h6-i6 h7-i7",
    ),
    "citadel": _drawn("e5 e6 f5 f6", "d5-e5 d6-e6 f5-g5 f6-g6 e4-e5 f4-f5 e6-e7 f6-f7"),
}
"""The maps there are by name (clauses 1 and 3)."""


def read_terrain(text: str) -> Terrain:
    """The map of a name, or of a text such as `mountains c4 c5 lines d4-d5`. Raises NotationError."""
    if text in MAPS:
        return MAPS[text]
    words = text.split()
    if not words or words[0] != "mountains" or words.count("lines") != 1:
        told = Message(
            "expected {maps}, or a map such as 'mountains c4 c5 lines d4-d5' (nothing after a word if there are none), "
            "not {given}",
            maps=", ".join(MAPS), given=repr(text),
        )  # fmt: skip
        raise NotationError(told)
    at = words.index("lines")
    return terrain_of(words[1:at], words[at + 1 :])


@dataclass(frozen=True)
class Ground:
    """What a map means under the options on mountains and steps."""

    open: int
    """Squares that can be entered."""

    near: tuple[int, ...]
    """From each square, those one step away."""

    onward: tuple[tuple[tuple[int, int], ...], ...]
    """From each square, each first step (as a mask) with the squares that a second step leads to."""

    far: tuple[int, ...]
    """From each square, those one or two steps away while no enemy is near."""

    control: tuple[int, ...]
    """How many squares of each zone must be occupied to control it; more than it has where it never can be."""

    start_zones: tuple[bool, ...]
    """Whether a colour may start in a zone."""

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

    @property
    def controllable(self) -> int:
        """How many zones can be controlled."""
        return sum(need <= (self.open & zone).bit_count() for need, zone in zip(self.control, ZONE_MASKS, strict=True))


@cache
def ground_of(terrain: Terrain, edges: bool, corner: str, straight: bool, small_zones: bool) -> Ground:
    """The tables of a map under its options."""
    open_squares = BOARD if edges else BOARD & ~mask(terrain.mountains)
    lines = terrain.lines if edges else frozenset()
    steps = [
        {
            way: to
            for way, to in zip(ALL, GRID.beside[square], strict=True)
            if open_squares >> square & 1 and to >= 0 and _passes(square, to, way, open_squares, lines, corner)
        }
        for square in range(len(GRID))
    ]
    near = tuple(mask(ways.values()) for ways in steps)
    onward = tuple(
        tuple(
            (1 << first, mask(to for other, to in steps[first].items() if other == way or not straight))
            for way, first in ways.items()
        )
        for ways in steps
    )
    sizes = [(open_squares & zone).bit_count() for zone in ZONE_MASKS]
    return Ground(
        open=open_squares,
        near=near,
        onward=onward,
        far=tuple(
            reduce(or_, (second for _, second in ways), near[square]) & ~(1 << square)
            for square, ways in enumerate(onward)
        ),
        control=tuple(1 if small_zones and size == 1 else 2 for size in sizes),
        start_zones=tuple(size >= 2 for size in sizes),
    )


def _passes(
    start: int, end: int, way: tuple[int, int], open_squares: int, lines: frozenset[tuple[int, int]], corner: str
) -> bool:
    """Whether one step leads from a square to a neighbour (clause 3, U1, U20)."""
    if not open_squares >> end & 1:
        return False
    if 0 in way:
        return (min(start, end), max(start, end)) not in lines
    # a side is closed to a diagonal step by a mountain on it, or by a line on either half of the way round it
    closed = [
        not open_squares >> side & 1 or any((min(one, side), max(one, side)) in lines for one in (start, end))
        for side in (GRID.beside[start][ALL.index(part)] for part in ((way[0], 0), (0, way[1])))
    ]
    # lines that meet at the corner from both sides are one line there: the step would cross it
    if lines and all(closed):
        return False
    return {"free": True, "blocked_between_two": not all(closed), "blocked_beside_one": not any(closed)}[corner]
