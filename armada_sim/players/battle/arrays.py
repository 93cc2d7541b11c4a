"""A battle as arrays: what they hold."""

from typing import TYPE_CHECKING, NamedTuple

from armada_sim.geometry.kernel.outlines import Array, Ints

if TYPE_CHECKING:
    import numpy as np

    Generator = np.random.Generator
else:  # NumPy is not everywhere
    Generator = object

HAIR = 2.0**-20
"""mm. A separation of triangles computed from corners within 1e4 mm is off by less than 1e-8 mm
(`kernel.outlines.error_bound` with corners off by 2^-49 of 2e4 mm), one of cut polygons by less than 1e-7."""

LARGEST = 1e4
"""mm. Tables larger than this are not thought about here."""

GRID = 1e6
"""1/mm and 1/degree. Poses at rest and declared headings are whole multiples of 1/GRID."""

HALF_GRID = 2.0**-10
"""1, in units of the grid. A position this near to halfway between two grid points is unsure."""

YES, UNSURE, NO = 1, 0, -1

# columns of `Battle.geo`
X, Y, HEADING, COS, SIN = 0, 1, 2, 3, 4

# columns of `Battle.facts`
KIND, PARTY, PLAYER, DAMAGE, MOVES, SHOTS, COMES = 0, 1, 2, 3, 4, 5, 6

# columns of `Battle.sizes`
BASE, STEP, EDGE, LIMIT, MOST, PIPS, CENTRE, RADIUS, GUNS, COUNTS = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9

RANGE = 0
"""The row of `Battle.sizes` that is the piece shots are measured with; its pips are the most of any size."""

# entries of `Battle.clock`
TURN_OF, LEFT, QUIET, TURNS, DAMAGED, RESULT, PLAYERS, QUIET_LIMIT, CHECKS, WON = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
ACTIONS, MOVES_EACH, TURN_LIMIT, GIVEN, HIT_COUNTS, LOOKED = 10, 11, 12, 13, 14, 15

# entries of `Battle.reading`
SHARE, FREE = 0, 1

# how much of a target must be under one position of the large piece
ANY_PART, HALF, WHOLE = 0, 1, 2

# what must be free: a straight line under the large piece, the piece as far as the target begins, nothing
A_LINE, THE_PIECE, NOTHING = 0, 1, 2

# kinds of rows of a log
PASS, MOVE, SHOT = 0, 1, 2

# columns of `Battle.aims`: what it is, whose (of a line the attacker's, of a flag its owner's party), numbers
AIM, SIDE = 0, 1

# kinds of aims: a line to get past, wholly, by the tip or by any part; a flag that stands, or lies on a ship
LINE_WHOLE, LINE_TIP, LINE_PART, FLAG, FLAGSHIP = 0, 1, 2, 3, 4

AIM_HAIR = 8.0 * HAIR
"""mm. A step that comes as near as this to winning, or not, is unsure; to lie down on the grid moves it by less."""

GOING_ON, SUNK, AT_LIMIT, CROSSED, CAPTURED, FLAG_SUNK, OWN_FLAG_SUNK = 0, 1, 2, 3, 4, 5, 6


class Battle(NamedTuple):
    """A battle between two actions."""

    geo: Array
    """(n + 1, 5) x, y mm and heading in degrees of each ship, and its direction. The last row is for tries."""

    corners: Array
    """(n + 1, 2, 3) mm. x and y of the right base corner, the tip and the left base corner of each."""

    facts: Ints
    """(n, 7) size, party, player, damage, moves made and shots fired this turn; the turn from which on a ship comes
    onto the table, 0 once it is there: until then it lies in its place with as much more damage as would sink it."""

    sizes: Array
    """(1 + s, 10) for what shots are measured with (`RANGE`), then for every size: base, step, long side mm; limit of
    turn in degrees; steps of a move, pips; mm from the base midpoint to the middle of a circle around the piece, and
    its radius; guns; what a ship afloat counts at the limit of turns."""

    walls: Array
    """(w, 3) inward unit normal and offset of each half-plane that is the surface."""

    things: Array
    """(m, 2, k) corners of convex obstacles, counter-clockwise, mm: their x, then their y; the last corner repeated."""

    clock: Ints
    """(16) whose turn, actions left, quiet turns, turns, whether a hit was scored this turn, the result, how many
    players, after how many quiet turns it ends (0: never), how many poses have been looked at by `free_at`, the party
    that has won by more than being alone afloat (-1: none), actions of the turn, moves of a ship in it, after how many
    turns it ends (0: never), the party that wins then, whatever happens (-1: none), by how much less a ship counts
    then for a hit it has taken, how many ships have been looked at for whether they come as the turn begins."""

    hands: Ints
    """(p,) actions of a turn of each player."""

    reading: Ints
    """(2) what a shot needs: how much of the target is covered (`SHARE`), and what is free (`FREE`)."""

    aims: Array
    """(a, 6) goal lines and flags: AIM and SIDE; of a line the unit normal that points past it, and its offset, mm; of
    a flag that stands its place and radius, mm, and 1 if it is in its owner's way; of one on a ship the ship's row."""

    work: Array
    """(8, 24) room to compute in."""

    side: Array
    """(9,) the side that is fired from, in columns of `kernel.lines`."""


def alive(battle: Battle, i: int) -> bool:
    """Whether a ship is afloat."""
    return bool(battle.facts[i, DAMAGE] < battle.sizes[battle.facts[i, KIND], PIPS])
