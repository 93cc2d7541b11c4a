"""Cheapest ways over a board of hexes or squares: another program for what the games work out themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Protocol


class Board(Protocol):
    """Places with neighbours: `hexes.Grid`, `squares.Squares`."""

    @property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Of each place, those that one step leads to."""


@dataclass(frozen=True, slots=True)
class Ways:
    """What it costs to get from one place to others, and by which way."""

    start: int
    cost: dict[int, int]
    """Least cost of each place that can be reached, cheapest first; the start costs 0."""

    before: dict[int, int]
    """The place from which each is reached on a cheapest way; the start has none."""

    def to(self, place: int) -> tuple[int, ...]:
        """A cheapest way, both ends included. Raises KeyError for a place that cannot be reached."""
        way = [place]
        while way[-1] != self.start:
            way.append(self.before[way[-1]])
        return tuple(reversed(way))


def cheapest(board: Board, start: int, costs: Sequence[int | None], most: int | None = None, stops: int = 0) -> Ways:
    """Least costs from a place (Dijkstra).

    costs: what entering each place costs, at least 0; None where nothing may enter.
    most: no way costs more; None for no limit.
    stops: a set of places that are not left again on the same way (zones of control); it does not hold for the start.
    """
    found: dict[int, int] = {}
    best, before, queue = {start: 0}, dict[int, int](), [(0, start)]
    while queue:
        spent, place = heappop(queue)
        if place in found:
            continue
        found[place] = spent
        if stops >> place & 1 and place != start:
            continue
        for other in board.neighbours[place]:
            more = costs[other]
            if more is None or other in found:
                continue
            total = spent + more
            if (most is None or total <= most) and total < best.get(other, total + 1):
                best[other], before[other] = total, place
                heappush(queue, (total, other))
    return Ways(start, found, before)
