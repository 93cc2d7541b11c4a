"""Actions of a battle in notation, as characters."""

import math

from armada_sim.geometry.kernel.outlines import Array, Ints
from armada_sim.players.battle.arrays import GRID, MOVE, SHOT

SPACE, DIGIT, MINUS, POINT, NEW_LINE, MORE, CROSS = 32, 48, 45, 46, 10, 62, 120
PASS_TEXT = (112, 97, 115, 115)
"""Characters of ASCII."""

UNIT = 10**6
"""Grid units of a degree."""

MOST_A_HEADING = 14
"""Characters of a heading, a space before it."""


def named(names: Ints, i: int, out: Ints, at: int) -> int:
    """Write a name, a row of characters (k) filled up with zeros; where writing goes on."""
    for k in range(names.shape[1]):
        if names[i, k] != 0:
            out[at] = names[i, k]
            at += 1
    return at


def number(units: int, out: Ints, at: int) -> int:
    """Write a number of grid units, without zeros at its end; where writing goes on."""
    if units < 0:
        out[at] = MINUS
        at += 1
        units = -units
    part = UNIT
    while units // part >= 10:
        part *= 10
    while part >= UNIT or (units > 0 and part > 0):
        if part == UNIT // 10:
            out[at] = POINT
            at += 1
        digit = units // part
        out[at] = DIGIT + digit
        at += 1
        units -= digit * part
        part //= 10
    return at


def noted(log: Array, names: Ints, out: Ints) -> int:
    """Write the actions of the rows of a log, a line each, and give how many characters there are.

    names: (n, k) characters of each ship's name, filled up with zeros. out: room for all (`room_for`).
    """
    at = 0
    for row in range(len(log)):
        if row > 0:
            out[at] = NEW_LINE
            at += 1
        what = int(log[row, 0])
        if what in (MOVE, SHOT):
            at = named(names, int(log[row, 1]), out, at)
            out[at] = SPACE
            out[at + 1] = MORE if what == MOVE else CROSS
            at += 2
            if what == SHOT:
                out[at] = SPACE
                at = named(names, int(log[row, 2]), out, at + 1)
            else:
                for k in range(int(log[row, 2])):
                    out[at] = SPACE
                    at = number(math.floor(log[row, 3 + k] * GRID + 0.5), out, at + 1)
        else:
            for letter in PASS_TEXT:
                out[at] = letter
                at += 1
    return at


def room_for(log: Array, names: Ints) -> int:
    """How many characters the actions of a log come to at most."""
    return int(len(log) * (2 * names.shape[1] + 5 + MOST_A_HEADING * (log.shape[1] - 3)))
