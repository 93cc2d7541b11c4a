"""Saves against magic and death, on a d12 (dossier 1.2.2)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from grid_games.core.dice import Chances, gathered
from grid_games.destin_arc.moves import Move

SAVE, FAIL = Move("=", "save"), Move("=", "fail")


@cache
def save(threshold: int) -> Chances[Move]:
    """A roll that saves on the threshold or more; a threshold of 1 or less is always reached, one above 12 never."""
    good = Fraction(min(max(13 - threshold, 0), 12), 12)
    return gathered(((SAVE, good), (FAIL, 1 - good)))
