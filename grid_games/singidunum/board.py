"""The board: hexes with their terrain, the two bases, names of hexes (sections 4, U1).

A hex is named by its row (a letter, from the top) and its place in the row (from 1, from the left): `a1`, `d7`, `k13`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from armada_sim.tabletop import N_, InputError, Message
from grid_games.core.hexes import Grid, from_offset
from grid_games.core.sets import mask, zone

TERRAIN = {"B": N_("base"), "P": N_("plain"), "S": N_("brush"), "M": N_("maquis"), "F": N_("flight zone")}
"""Letter of each terrain in board files."""

_PROPOSED = """
# The proposed board of Singidunum: 11 rows, alternately 13 and 12 hexes; every second row is half a hex to the right.
# B base   P plain   S brush   M maquis   F flight zone (forest)
F F F M M B B B M M F F F
 F M M M B B B B M M M F
F S P P P P P P P P P S F
 F S P P P P P P P P S F
F S P P P P P P P P P S F
 F S P P P P P P P P S F
F S P P P P P P P P P S F
 F S P P P P P P P P S F
F S P P P P P P P P P S F
 F M M M B B B B M M M F
F F F M M B B B M M F F F
"""

_MOST_ROWS, _MOST_COLUMNS = 26, 40


@dataclass(frozen=True, slots=True)
class Board:
    """A board. Two are equal when their rows are."""

    rows: tuple[str, ...]
    """A letter for each hex, rows from the top; every second row stands half a hex to the right."""

    grid: Grid = field(init=False, compare=False, repr=False)
    terrain: str = field(init=False, compare=False, repr=False)
    """Letter of each hex."""

    row: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """Row of each hex, from 0."""

    names: tuple[str, ...] = field(init=False, compare=False, repr=False)
    numbers: dict[str, int] = field(init=False, compare=False, repr=False)
    """Hex of each name."""

    bases: tuple[int, int] = field(init=False, compare=False, repr=False)
    """Set of the hexes of each side's base; side A is the upper one."""

    rings: tuple[tuple[int, ...], ...] = field(init=False, compare=False, repr=False)
    """For each hex the sets of hexes 0, 1, 2, ... away."""

    def __post_init__(self) -> None:
        """Raises InputError for rows that are no board."""
        _judge(self.rows)
        where = [(r, c) for r, row in enumerate(self.rows) for c in range(len(row))]
        grid = Grid(tuple(from_offset(r, c) for r, c in where))
        terrain = "".join(self.rows)
        names = tuple(f"{chr(ord('a') + r)}{c + 1}" for r, c in where)
        for name, value in (
            ("grid", grid),
            ("terrain", terrain),
            ("row", tuple(r for r, _ in where)),
            ("names", names),
            ("numbers", {text: number for number, text in enumerate(names)}),
            ("bases", _bases(grid, mask(n for n, letter in enumerate(terrain) if letter == "B"))),
            ("rings", _rings(grid)),
        ):
            object.__setattr__(self, name, value)

    def of(self, letters: str) -> int:
        """The set of the hexes with one of these letters."""
        return mask(number for number, letter in enumerate(self.terrain) if letter in letters)

    def text(self) -> str:
        """The rows in one line, as settings hold them; `board_of` reads it."""
        return "/".join(self.rows)


def board_of(text: str) -> Board:
    """A board from its rows, one a line or separated by "/"; spaces and lines that begin with "#" do not count.

    Raises InputError that names row and column.
    """
    lines = (
        "".join(line.split()) for line in text.replace("/", "\n").splitlines() if not line.lstrip().startswith("#")
    )
    return Board(tuple(line for line in lines if line))


@cache
def default_board() -> Board:
    """The proposed board."""
    return board_of(_PROPOSED)


def _judge(rows: tuple[str, ...]) -> None:
    if not 2 <= len(rows) <= _MOST_ROWS:
        raise InputError(Message("a board has 2 to {most} rows, not {n}", most=_MOST_ROWS, n=len(rows)), key="map")
    for r, row in enumerate(rows, 1):
        if len(row) > _MOST_COLUMNS:
            told = Message("row {row} has {n} hexes; {most} is the most", row=r, n=len(row), most=_MOST_COLUMNS)
            raise InputError(told, key="map")
        for c, letter in enumerate(row, 1):
            if letter not in TERRAIN:
                told = Message(
                    "row {row}, hex {place}: {letter} is no terrain; there are B (base), P (plain), S (brush), "
                    "M (maquis), F (flight zone)",
                    row=r, place=c, letter=repr(letter),
                )  # fmt: skip
                raise InputError(told, key="map")


def _bases(grid: Grid, base: int) -> tuple[int, int]:
    found = []
    while base:
        camp, edge = 0, base & -base
        while edge:
            camp |= edge
            edge = zone(grid.around, edge) & base & ~camp
        found.append(camp)
        base &= ~camp
    if len(found) != 2:
        told = Message("a board has two bases, groups of connected B hexes; this one has {n}", n=len(found))
        raise InputError(told, key="map")
    return found[0], found[1]


def _rings(grid: Grid) -> tuple[tuple[int, ...], ...]:
    table = []
    for start in range(len(grid)):
        by_distance: dict[int, int] = {}
        for other in range(len(grid)):
            away = grid.distance(start, other)
            by_distance[away] = by_distance.get(away, 0) | 1 << other
        table.append(tuple(by_distance.get(away, 0) for away in range(max(by_distance) + 1)))
    return tuple(table)
