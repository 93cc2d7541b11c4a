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
