"""The board as the rules in force read it: sets of hexes, steps as ready moves, rolls as tables. Worked out once a game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from grid_games.core.dice import Chances, die
from grid_games.core.sets import mask
from grid_games.singidunum.board import Board
from grid_games.singidunum.moves import (
    MOST,
    Attack,
    By,
    Dice,
    Go,
    Move,
    Numbering,
    Place,
    Retreat,
    Roll,
    Save,
    Shoot,
    Support,
)
from grid_games.singidunum.options import Rules
from grid_games.singidunum.units import NAMES, STRENGTH

Outcomes = tuple[tuple[Move, Fraction], ...]
"""Results of a roll with their probabilities."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What a board and its rules come to."""

    board: Board
    rules: Rules
    numbering: Numbering

    whole: int
    """The set of all hexes."""

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

    flanks: tuple[tuple[int, ...], ...]
    """For each hex the sets that must be free of friends for a double attack; all of them, or one where `one_flank`."""

    one_flank: bool

    steps: tuple[tuple[tuple[int, Move], ...], ...]
    """For each hex its neighbours, each as a set of one, with the going there."""

    rides: tuple[tuple[tuple[int, Move], ...], ...]
    """The same for the other hexes at most two away."""

    stays: tuple[Move, ...]
    places: tuple[tuple[Move, ...], ...]
    """For each code and hex."""

    bys: tuple[Move, ...]
    attacks: tuple[Move, ...]
    shots: tuple[Move, ...]
    supports: tuple[Move, ...]
    retreats: tuple[Move, ...]

    melee: dict[int, Outcomes]
    """Columns by the attacker's advantage: his strength less the defender's."""

    shot: dict[int, Outcomes]
    """Columns of a shot by the archer's advantage, penalty included."""

    dice: Outcomes
    """Both dice of a supported shot."""

    one_die: Chances[int]
    save: Outcomes


_MELEE = range(2 - max(STRENGTH), 2 * max(STRENGTH) + 1)
"""Advantages there can be: from a 2 against a 9 to two attackers."""

_SHOTS = range(2 - 2 * max(STRENGTH), max(STRENGTH) + 1)
"""The same for a shot, over several friends at the least."""


@lru_cache(maxsize=32)
def table_of(board: Board, rules: Rules) -> Table:
    """The table of a board and rules. Both are values, so is it."""
    grid, names, n = board.grid, board.names, len(board.names)
    types = ("B", "P", "SM", "F") if rules.maquis == "same" else ("B", "P", "S", "M", "F")
    sets = [board.of(letters) for letters in types]
    brush = board.of("SM" if rules.maquis == "same" else "S")
    plain, depth, rows = board.of("P"), rules.deploy_rows, len(board.rows)
    stand = board.of("BPSM")
    one_die = special_die(rules)
    gaps = one_die.also(one_die).of(lambda both: both[0] - both[1])
    return Table(
        board=board,
        rules=rules,
        numbering=Numbering(board),
        whole=(1 << n) - 1,
        plain=plain,
        flight=board.of("F"),
        base=board.of("B"),
        refuge=board.of("SM" if rules.maquis == "same" else "M"),
        ride=plain | brush,
        ride_end=plain if rules.cavalry_end == "plain" else plain | brush,
        alike=tuple(next(kind for kind in sets if kind >> h & 1) for h in range(n)),
        zones=(
            stand & mask(h for h in range(n) if board.row[h] < depth),
            stand & mask(h for h in range(n) if board.row[h] >= rows - depth),
        ),
        far=(_far(board, board.bases[1]), _far(board, board.bases[0])),
        flanks=tuple(
            (grid.around[h],) if rules.flank_hexes == "all_six" else tuple(mask((h2,)) if h2 >= 0 else 0 for h2 in (grid.beside[h][0], grid.beside[h][3]))
            for h in range(n)
        ),
        one_flank=rules.flanks == "one_open" and rules.flank_hexes == "row",
        steps=_goings(board, 1),
        rides=_goings(board, 2),
        stays=tuple(Go(name, name) for name in names),
        places=tuple(tuple(Place(unit, name) for name in names) if unit else () for unit in NAMES),
        bys=tuple(map(By, names)),
        attacks=tuple(map(Attack, names)),
        shots=tuple(map(Shoot, names)),
        supports=tuple(map(Support, names)),
        retreats=tuple(map(Retreat, names)),
        melee={k: melee_columns(gaps, k).pairs for k in _MELEE},
        shot={k: shot_columns(rules, gaps, k).pairs for k in _SHOTS},
        dice=tuple(one_die.also(one_die).of(lambda both: Dice(*both)).pairs),
        one_die=one_die,
        save=save_chances(rules).of(Save).pairs,
    )  # fmt: skip


def _goings(board: Board, most: int) -> tuple[tuple[tuple[int, Move], ...], ...]:
    return tuple(
        tuple((1 << end, Go(name, board.names[end])) for end in sorted(board.grid.within(start, most)) if end != start)
        for start, name in enumerate(board.names)
    )


def _far(board: Board, base: int) -> tuple[int, ...]:
    return tuple(next(away for away, ring in enumerate(rings) if ring & base) for rings in board.rings)


def special_die(rules: Rules) -> Chances[int]:
    """One special die; with `die` = d4 every 5 is rolled again (section 5)."""
    return die(1, 2, 3, 3, 4) if rules.die == "d4" else die(1, 2, 3, 3, 4, 5)


def save_chances(rules: Rules) -> Chances[bool]:
    """Heavy infantry's save (U8): no 5 is rolled again."""
    faces = (1, 2, 3, 3, 4, 5) if rules.heavy_save == "special_3" else range(1, 7)
    least = int(rules.heavy_save[-1])
    return die(*faces).of(lambda face: face >= least)


def melee_columns(gaps: Chances[int], advantage: int) -> Chances[Roll]:
    """Columns of the melee table (section 9), best for the attacker first."""
    columns = gaps.of(lambda gap: max(-MOST, min(MOST, gap + advantage)))
    return Chances(tuple(sorted(columns.pairs, reverse=True))).of(Roll)


def shot_column(rules: Rules, gap: int) -> int:
    """The column of a difference in the table of shots (U10): 4 or more, 2 (and 3), 1, 0 (and less)."""
    least = -1 if rules.shot_tie == "activates" else 0
    return 4 if gap >= 4 else 2 if gap == 3 else max(gap, least)


def shot_columns(rules: Rules, gaps: Chances[int], advantage: int) -> Chances[Roll]:
    """Columns of the table of shots, best for the archer first."""
    columns = gaps.of(lambda gap: shot_column(rules, gap + advantage))
    return Chances(tuple(sorted(columns.pairs, reverse=True))).of(Roll)
