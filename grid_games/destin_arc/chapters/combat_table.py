"""The combat table: ratios, columns, results (clauses 1.12, 1.13, 2).

A column is a number: 0 for 1-4, 3 for 1-1, 10 for 8-1; below 0 no attack is allowed, from 11 on the defender is
eliminated without a roll.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from grid_games.core.dice import Chances, gathered

COLUMNS = ("1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1")

FIRST, LAST, AUTOMATIC = 0, 10, 11

CELLS: tuple[tuple[str, ...], ...] = tuple(
    tuple(row.split())
    for row in (
        "D1 D1 D1 D1 D2 D2 D3 D3 D4 D4 D5",
        "B3 D2 D2 D2 D2 D3 D4 D4 D4 D5 D5",
        "B4 B3 D3 D3 D3 D3 D4 D4 D5 D5 D5",
        "B5 B3 B2 D3 D3 D4 D5 D5 D5 D5 D5",
        "B6 B4 B3 B1 D4 D4 D5 D5 D5 D5 D5",
        "A3 B5 B3 B2 B2 D5 D5 D5 D5 D5 D5",
        "A3 A2 B4 B3 B3 B3 D6 D6 D6 D6 D6",
        "A4 A3 A2 B3 B3 B3 D6 D6 D6 D6 D6",
        "A4 A3 A2 A1 B4 B4 B4 B4 D6 D6 D6",
        "A5 A4 A3 A2 A1 B5 B5 B5 B5 D6 D6",
        "A5 A4 A3 A3 A2 A1 B6 B6 B6 B6 B6",
        "A6 A5 A4 A3 A3 A2 A1 B6 B6 B6 B6",
    )
)
"""A row for each face of the d12, 1 first."""

SPARED = "A0"
"""The result of missiles that would only have hit the shooters."""


def column(attack: int, defence: int) -> int:
    """The column of an attack on a defence, both above 0; rounded in the defender's favour."""
    if attack >= defence:
        return min(2 + attack // defence, AUTOMATIC + 1_000)
    return 4 + -defence // attack


def ratio(number: int) -> str:
    """A column in words, such as "3-1"; "9-1" for whatever is eliminated automatically, "1-5" for what is too weak."""
    if number < FIRST:
        return f"1-{4 - number}"
    return COLUMNS[number] if number <= LAST else f"{number - 2}-1"


@cache
def results(number: int, die: int = 0, missiles: bool = False) -> Chances[str]:
    """What can come of a roll in a column from 0 to 10, each result once.

    die: what is subtracted from the roll (option `attack_mod` = die); the sum stays within 1 to 12.
    missiles: what falls on the attacker is void, so results that differ only in that count as one.
    """
    rolls = (CELLS[min(max(face - die, 1), 12) - 1][number] for face in range(1, 13))
    return gathered((_told(cell, missiles), Fraction(1, 12)) for cell in rolls)


def _told(cell: str, missiles: bool) -> str:
    letter, code = cell[0], cell[1]
    if missiles:
        if letter == "A":
            return SPARED
        letter = "D"
    return letter + ("5" if code == "6" else code)


@cache
def mean_losses(number: int, missiles: bool = False) -> tuple[float, float]:
    """What defender and attacker lose on average in a column, as a share of a piece: 1 eliminated, 0.5 flipped."""
    if number > LAST:
        return 1.0, 0.0
    loss = {"0": 0.0, "1": 0.1, "2": 0.2, "3": 0.5, "4": 0.6, "5": 1.0, "6": 1.0}
    pairs = [(result, float(share)) for result, share in results(max(number, FIRST), 0, missiles)]
    return (
        sum(share * loss[result[1]] for result, share in pairs if result[0] in "DB"),
        sum(share * loss[result[1]] for result, share in pairs if result[0] in "AB"),
    )
