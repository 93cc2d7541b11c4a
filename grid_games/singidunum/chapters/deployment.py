"""Composing an army and deploying it behind the screen (section 3, U2, U3)."""

from __future__ import annotations

import numpy as np

from grid_games.core.sets import members
from grid_games.singidunum.chapters.turns import begin
from grid_games.singidunum.state import DEPLOY, DICE_DECIDE, FIRST, Draft
from grid_games.singidunum.units import CODES, NAMES, STRENGTH, pool

_STOPS_SHORT = 0.02
"""Share of units after which a guessed army stops short of what it could afford: such armies are legal, but rare."""


def army(draft: Draft, side: int) -> list[int]:
    """How many units of each code a side has."""
    counts = [0] * len(NAMES)
    for place in members(draft.men[side]):
        counts[draft.kinds[place]] += 1
    return counts


def affordable(draft: Draft, side: int) -> list[int]:
    """Codes of the units a side may still take: within the pool and the points left."""
    counts, limits = army(draft, side), pool(draft.rules.unit_split)
    left = draft.rules.points - sum(count * STRENGTH[code] for code, count in enumerate(counts))
    return [code for code in CODES.values() if counts[code] < limits[code] and STRENGTH[code] <= left]


def room(draft: Draft, side: int) -> int:
    """The hexes where a side may still deploy."""
    return draft.table.zones[side] & ~draft.occupied


def placed(draft: Draft, code: int, place: int) -> None:
    """A unit is taken and deployed. When no other can be, the side is done."""
    side = draft.mover
    put(draft, side, code, place)
    if not affordable(draft, side) or not room(draft, side):
        done(draft)


def put(draft: Draft, side: int, code: int, place: int) -> None:
    """Put a unit on the board, available."""
    draft.kinds[place] = code
    draft.ready |= 1 << place
    draft.men[side] |= 1 << place


def done(draft: Draft) -> None:
    """A side is done: the other deploys; then the screens go and it is known who begins."""
    if draft.mover == 0:
        draft.mover = 1
        draft.ask(DEPLOY, 1)
    elif draft.rules.first_player == "random":
        draft.ask(FIRST, DICE_DECIDE)
    else:
        begin(draft, 0 if draft.rules.first_player == "side_a" else 1)


def redrawn(draft: Draft, side: int, rng: np.random.Generator, *, whole: bool) -> None:
    """Replace what a side has deployed by some army it might have; by part of one unless `whole`."""
    for place in members(draft.men[side]):
        draft.remove(side, place)
    spaces = [int(place) for place in rng.permutation(list(members(room(draft, side))))]
    most = None if whole else int(rng.integers(len(spaces)))
    while spaces and (codes := affordable(draft, side)):
        if most is not None and draft.men[side].bit_count() >= most:
            break
        code, place = codes[int(rng.integers(len(codes)))], spaces.pop()
        if not whole and _would_be_done(draft, side, code, place):
            break
        put(draft, side, code, place)
        if whole and rng.random() < _STOPS_SHORT:
            break


def _would_be_done(draft: Draft, side: int, code: int, place: int) -> bool:
    put(draft, side, code, place)
    over = not affordable(draft, side) or not room(draft, side)
    draft.remove(side, place)
    return over
