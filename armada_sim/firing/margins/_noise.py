"""Numbers that look random and are the same everywhere, for the searches for flips (NumPy's own are slow to load)."""

from __future__ import annotations

import math

import numpy as np

from armada_sim.firing.margins.plane import Floats

_STEP, _FIRST, _SECOND = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))


class Noise:
    """A stream of numbers: splitmix64 of a counter."""

    def __init__(self, seed: int) -> None:
        self.next = seed * 2**32

    def uniform(self, *shape: int) -> Floats:
        """Numbers in [0, 1)."""
        count = math.prod(shape)
        word = np.arange(self.next, self.next + count, dtype=np.uint64) * _STEP
        self.next += count
        word = (word ^ (word >> np.uint64(30))) * _FIRST
        word = (word ^ (word >> np.uint64(27))) * _SECOND
        word ^= word >> np.uint64(31)
        return np.asarray((word >> np.uint64(11)).astype(float) / 2**53).reshape(shape)

    def bell(self, *shape: int) -> Floats:
        """About normal numbers, mean 0, deviation 1, never beyond 3.5: sums of four uniform ones."""
        return np.asarray((self.uniform(*shape, 4).sum(axis=-1) - 2.0) * math.sqrt(3.0))
