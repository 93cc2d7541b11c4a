"""Ships that form one group: the shortest tree that joins them, and its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from itertools import combinations

_Link = tuple[str, str]
"""Two ships, by name."""

Distance = Callable[[str, str], float]
"""mm between two ships, by name."""


def shortest_tree(names: Sequence[str], at_least: Distance, distance: Distance) -> list[_Link]:
    """The links of the shortest tree that joins some ships: between any two parts of it, their nearest pair (Kruskal).

    at_least: what is quickly known. Pairs wait by it, and are measured when their turn comes.
    """
    waiting = [(at_least(a, b), False, a, b) for a, b in combinations(names, 2)]
    heapify(waiting)
    part = {name: {name} for name in names}
    found: list[_Link] = []
    while len(found) < len(names) - 1:
        _, measured, a, b = heappop(waiting)
        if part[a] is part[b]:
            continue
        if not measured:
            heappush(waiting, (distance(a, b), True, a, b))
            continue
        found.append((a, b))
        both = part[a] | part[b]
        part |= dict.fromkeys(both, both)
    return found


def joined(name: str, links: Iterable[_Link]) -> set[str]:
    """The ships that links join to one of them, itself among them."""
    beside: dict[str, list[str]] = {}
    for a, b in links:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    found, waiting = {name}, [name]
    while waiting:
        new = [other for other in beside.get(waiting.pop(), ()) if other not in found]
        found.update(new)
        waiting += new
    return found
