"""How far a piece gets, and by which way: floods of whole sets of hexes, one a movement point (clauses 1.4, 1.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grid_games.core.sets import BIT, first
from grid_games.destin_arc.board import COSTLY, Land


class Going(NamedTuple):
    """What stands in a piece's way. All are sets of hexes."""

    open: int
    """Hexes it may enter."""

    costly: int
    """Those of them that cost `COSTLY`."""

    stop: int
    """Where it must stop: enemy zones; not for the hex it starts on."""


def reach(land: Land, start: int, allowance: int, going: Going) -> tuple[int, ...]:
    """The hexes whose cheapest way costs 0, 1, 2, ...: the start, then what is first reached with each further
    point."""
    open_, costly, stop = going
    height, below, above, even, odd, every = land.shifts
    bit = BIT[start]
    rest, on = every ^ bit, every ^ stop
    costly &= rest
    cheap, layers = open_ & rest & ~costly, [bit]
    last, second, third = land.grid.around[start], 0, 0
    """What can be entered next from the last layer, and from those before it."""
    for left in range(allowance, 0, -1):
        new = fast = last & cheap
        if slow := third & costly:
            new |= slow
            costly ^= slow
        layers.append(new)
        if left == 1:
            break
        second, third = last, second
        if new:
            cheap ^= fast
            new &= on
            down, up = (new & below) << 1, (new & above) >> 1  # as `Land.beside`, whose call takes as long
            near = new | (down & even) | (up & odd)
            last = down | up | near << height | near >> height
        elif second & costly or third & costly:
            last = 0
        else:
            break
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
    around, beside, costly, clear, on = land.grid.around, land.grid.beside, going.costly, ~shun, ~going.stop
    ahead = -1  # the hex from which it would go straight on
    while (left := left - (COSTLY if BIT[place] & costly else 1)) > 0:
        near = around[place] & layers[left] & on
        choice = near & clear or near
        nearer = ahead if ahead >= 0 and BIT[ahead] & choice else first(choice)
        ahead = beside[nearer][beside[place].index(nearer)]
        place = nearer
        found.append(place)
    found.reverse()
    return tuple(found)
