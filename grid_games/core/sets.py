"""Sets of places as whole numbers: bit p stands for place p, so that "outside every zone" is one `&`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

BIT = tuple(1 << place for place in range(1 << 11))
"""The set of each place alone, which is quicker looked up than made; no board has so many places."""


def mask(places: Iterable[int]) -> int:
    """The set of these places."""
    bits = 0
    for place in places:
        bits |= 1 << place
    return bits


def members(bits: int) -> list[int]:
    """The places of a set, in order."""
    found = []
    while bits:
        place = bits.bit_length() - 1
        found.append(place)
        bits ^= BIT[place]
    found.reverse()
    return found


@lru_cache(maxsize=1 << 12)
def listed(bits: int) -> tuple[int, ...]:
    """The places of a set that is asked for again and again, in order."""
    return tuple(members(bits))


def zone(around: Sequence[int], places: int) -> int:
    """The set of all places beside those of a set, by the neighbours of each as a set."""
    bits = 0
    while places:
        low = places & -places
        bits |= around[low.bit_length() - 1]
        places ^= low
    return bits


def first(bits: int) -> int:
    """The least place of a set; -1 for the empty one."""
    return (bits & -bits).bit_length() - 1


def nth(bits: int, rank: int) -> int:
    """The place of a set that has so many others before it, by halving; `rank` is below the number of places."""
    low = 0
    while (half := bits.bit_length() >> 1) > WORD:
        part = bits & (BIT[half] - 1)
        count = part.bit_count()
        if rank < count:
            bits = part
        else:
            bits >>= half
            low += half
            rank -= count
    while rank:
        bits &= bits - 1
        rank -= 1
    return low + (bits & -bits).bit_length() - 1


WORD = 20
"""Places below which it is quicker to go through a set than to halve it."""
