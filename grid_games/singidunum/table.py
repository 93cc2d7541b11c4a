"""Board and numbers as the rules in force read them: sets of hexes, steps as ready moves, rolls as tables. Worked out
once a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from grid_games.core.dice import Chances
from grid_games.core.numbering import Numbering
from grid_games.core.sets import mask
from grid_games.singidunum import odds
from grid_games.singidunum.board import Board
from grid_games.singidunum.moves import ON_HEX, Dice, Go, Move, OnHex, Place, Roll, Save, numbering
from grid_games.singidunum.numbers import STRONGEST, Numbers
from grid_games.singidunum.options import Rules

Outcomes = tuple[tuple[Move, Fraction], ...]
"""Results of a roll with their probabilities."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What a board and its rules come to."""

    board: Board
    rules: Rules
    numbers: Numbers
    victory: int
    """Victory points that win."""

    numbering: Numbering[Move]

    every: int
    """All hexes."""

    plain: int
    flight: int
    base: int
    """Both bases."""

    refuge: int
    """Hexes of maquis, in the sense of the escape clause."""

    ride: int
    """Hexes that a two-hex move of cavalry may enter."""

    ride_end: int
    """Hexes where it may end."""

    alike: tuple[int, ...]
    """For each hex the set of those of its terrain type."""

    zones: tuple[int, int]
    """Where each side deploys."""

    far: tuple[tuple[int, ...], tuple[int, ...]]
    """For each side how far every hex is from the enemy base."""

    close: tuple[tuple[int, int], ...]
    """For each hex those one or two away, and those three away."""

    ranges: tuple[tuple[int, ...], ...]
    """For each hex the sets of hexes two, three, ... away, as far as shots go."""

    flanks: tuple[tuple[int, int], ...]
    """For each hex its neighbours in its own row, west and east, as sets; empty off the board."""

    goings: tuple[dict[int, Move], ...]
    """For each hex the goings to others at most two away."""

    stays: tuple[Move, ...]
    places: tuple[tuple[Move, ...], ...]
    """For each code and hex."""

    on: dict[type[OnHex], tuple[Move, ...]]
    """For each kind of decision about one hex, that of each hex."""

    melee: dict[int, Outcomes]
    """Columns by the attacker's advantage: strength less the defender's."""

    shot: dict[int, Outcomes]
    """Columns of a shot by the archer's advantage, penalty included."""

    dice: Outcomes
    """Both dice of a supported shot."""

    one_die: Chances[int]
    save: Outcomes


_MELEE = range(1 - STRONGEST, 2 * STRONGEST + 1)
"""Advantages there can be: from a 1 against a 9 to two attackers."""

_SHOTS = range(-STRONGEST, STRONGEST + 1)
"""The same for a shot, over friends at the least."""

_FARTHEST = 3
"""Hexes a shot goes under `shot_separation` = exact: 1 or 2 plain hexes lie between."""


@lru_cache(maxsize=32)
def table_of(board: Board, rules: Rules, numbers: Numbers) -> Table:
    """The table of a board, rules and numbers. All are values, so is it."""
    grid, names, n = board.grid, board.names, len(board.names)
    types = ("B", "P", "SM", "F") if rules.maquis == "same" else ("B", "P", "S", "M", "F")
    sets = [board.of(letters) for letters in types]
    brush = board.of("SM" if rules.maquis == "same" else "S")
    plain, rows = board.of("P"), len(board.rows)
    stand = board.of("BPSM")
    one_die = odds.special_die(rules)
    return Table(
        board=board,
        rules=rules,
        numbers=numbers,
        victory=dict(numbers.scenarios)[rules.scenario],
        numbering=numbering(board, numbers.codes),
        every=(1 << n) - 1,
        plain=plain,
        flight=board.of("F"),
        base=board.of("B"),
        refuge=board.of("SM" if rules.maquis == "same" else "M"),
        ride=plain | brush,
        ride_end=plain if rules.cavalry_end == "plain" else plain | brush,
        alike=tuple(next(kind for kind in sets if kind >> h & 1) for h in range(n)),
        zones=(
            stand & mask(h for h in range(n) if board.row[h] < numbers.depth),
            stand & mask(h for h in range(n) if board.row[h] >= rows - numbers.depth),
        ),
        far=(_far(board, board.bases[1]), _far(board, board.bases[0])),
        close=tuple((sum(rings[1:3]), sum(rings[3:4])) for rings in board.rings),
        ranges=tuple(rings[2 : _FARTHEST + 1 if rules.shot_separation == "exact" else None] for rings in board.rings),
        flanks=tuple((_bit(beside[0]), _bit(beside[3])) for beside in grid.beside),
        goings=tuple(
            {end: Go(name, names[end]) for end in grid.within(start, 2) if end != start}
            for start, name in enumerate(names)
        ),
        stays=tuple(Go(name, name) for name in names),
        places=tuple(tuple(Place(unit, name) for name in names) if unit else () for unit in numbers.names),
        on={kind: tuple(map(kind, names)) for kind in ON_HEX},
        melee={k: _columns(odds.melee(rules, k)) for k in _MELEE},
        shot={k: _columns(odds.shot(rules, k)) for k in _SHOTS},
        dice=tuple(one_die.also(one_die).of(lambda both: Dice(*both)).pairs),
        one_die=one_die,
        save=odds.SAVE.of(Save).pairs,
    )  # fmt: skip


def _bit(place: int) -> int:
    return 1 << place if place >= 0 else 0


def _columns(found: Mapping[int, Fraction]) -> Outcomes:
    return tuple((Roll(column), share) for column, share in found.items() if share)


def _far(board: Board, base: int) -> tuple[int, ...]:
    return tuple(next(away for away, ring in enumerate(rings) if ring & base) for rings in board.rings)
