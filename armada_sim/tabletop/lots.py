"""Lots: orders drawn from a seed, alike on every platform and in every version of every library."""

from __future__ import annotations

from hashlib import sha256


def shuffled(seed: int, occasion: str, count: int) -> list[int]:
    """The numbers from 0 to below `count` in an order that depends on the seed and the occasion alone."""
    return sorted(range(count), key=lambda i: sha256(f"{seed} {occasion} {i}".encode()).digest())
