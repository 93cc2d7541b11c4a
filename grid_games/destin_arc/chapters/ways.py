"""How far a piece gets, and by which way: floods of whole sets of hexes, one a movement point (clauses 1.4, 1.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grid_games.core.sets import first
from grid_games.destin_arc.board import COSTLY, Land


class Going(NamedTuple):
    """What stands in a piece's way. All are sets of hexes."""

    open: int
    """Hexes it may enter."""

    costly: int
    """Those of them that cost `COSTLY`."""

    stop: int
    """Where it must stop: enemy zones; not for the hex it starts on."""

    barred: int = 0
    """Hexes it may not enter with its first step (option `zoc_exit` = barred)."""

    toll: int = 0
    """Movement points that its first step costs more (option `zoc_exit` = cost)."""

    whole: bool = False
    """Whether it may enter one costly hex with its whole allowance, however small (option `min_one_hex`)."""


def reach(land: Land, start: int, allowance: int, going: Going) -> tuple[int, ...]:
    """The hexes whose cheapest way costs 0, 1, 2, ...: the start, then what is first reached with each further
    point."""
    open_, costly, stop, barred, toll, whole = going
    layers, beside, on = [1 << start], land.beside, land.all ^ stop
    costly &= ~layers[0]
    cheap = open_ & ~(costly | layers[0])
    first = land.grid.around[start] & (cheap | costly) & ~barred
    last, second, third = 0 if toll else first, 0, 0
    """What can be entered next from the last layer, and from those before it."""
    for cost in range(1, allowance + 1):
        slow = third & costly
        new = last & cheap | slow
        layers.append(new)
        if cost == allowance:
            break
        cheap &= ~new
        if slow:
            costly &= ~slow
        last, second, third = beside(new & on) if new else 0, last, second
        if cost == toll:
            last |= first
        if not (last or second or third):
            break
    if whole and 0 < allowance < COSTLY:
        layers += [0] * (allowance + 1 - len(layers))
        layers[allowance] |= first & costly
    while len(layers) > 1 and not layers[-1]:
        layers.pop()
    return tuple(layers)


def through(land: Land, layers: Sequence[int], going: Going, hexes: int) -> int:
    """The hexes to which some cheapest way leads over a hex of a set, the start left out, or that belong to it."""
    found = [0]
    for cost in range(1, len(layers)):
        before = found[-1] | (found[-COSTLY] if cost >= COSTLY else 0)
        found.append(layers[cost] & (hexes | (land.beside(before & ~going.stop) if before else 0)))
    return sum(found)


def spent(layers: Sequence[int], goal: int) -> int:
    """What a cheapest way to a hex costs."""
    cost = 0
    while not layers[cost] >> goal & 1:
        cost += 1
    return cost


def way(land: Land, layers: Sequence[int], goal: int, going: Going, shun: int) -> tuple[int, ...]:
    """The hexes of a cheapest way to a hex, without the start.

    Of several, it avoids hexes of `shun` and goes straight, where it can.
    """
    left, place, found = spent(layers, goal), goal, [goal]
    grid = land.grid
    ahead = -1  # the hex from which it would go straight on
    while left > 0:
        step = COSTLY if going.costly >> place & 1 else 1
        before = left - step
        around = grid.around[place]
        if going.toll and before == going.toll and around & layers[0]:
            before = 0
        if going.whole and before < 0:
            before = 0
        near = around & layers[before]
        if before:
            near &= ~going.stop
        if not near and going.whole:
            before, near = 0, around & layers[0]
        choice = near & ~shun or near
        nearer = ahead if ahead >= 0 and choice >> ahead & 1 else first(choice)
        ahead = grid.beside[nearer][grid.beside[place].index(nearer)]
        place, left = nearer, before
        if left > 0:
            found.append(place)
    found.reverse()
    return tuple(found)
