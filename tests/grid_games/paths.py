"""Cheapest ways over a board of hexes: another program for what the games work out themselves."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from grid_games.core.hexes import Grid


def cheapest(grid: Grid, start: int, costs: Sequence[int | None], most: int, stops: int = 0) -> dict[int, int]:
    """Least costs from a hex (Dijkstra), `most` at most; the start costs 0.

    costs: what entering each hex costs; None where nothing may enter.
    stops: a set of hexes that are not left again on the same way (zones of control); it does not hold for the start.
    """
    found, queue = dict[int, int](), [(0, start)]
    while queue:
        spent, place = heappop(queue)
        if place not in found:
            found[place] = spent
            for other in grid.neighbours[place] if place == start or not stops >> place & 1 else ():
                if (more := costs[other]) is not None and spent + more <= most:
                    heappush(queue, (spent + more, other))
    return found
