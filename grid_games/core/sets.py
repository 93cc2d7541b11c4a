"""Sets of places as whole numbers: bit p stands for place p, so that "outside every zone" is one `&`."""

from __future__ import annotations

from collections.abc import Iterable


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
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def first(bits: int) -> int:
    """The least place of a set; -1 for the empty one."""
    return (bits & -bits).bit_length() - 1


def nth(bits: int, rank: int) -> int:
    """The place of a set that has so many others before it, by halving; `rank` is below the number of places."""
    low, width = 0, bits.bit_length()
    while width > 1:
        half = width // 2
        part = bits & ((1 << half) - 1)
        count = part.bit_count()
        if rank < count:
            bits, width = part, half
        else:
            bits, width, low, rank = bits >> half, width - half, low + half, rank - count
    return low
