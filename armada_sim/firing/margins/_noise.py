"""Numbers that look random and are the same everywhere, for the searches for flips (NumPy's own are slow to load)."""

from __future__ import annotations

import math
import random
import sys
from array import array

from armada_sim.firing.margins._arrays import np
from armada_sim.firing.margins.plane import Floats


class Noise:
    """A stream of numbers: bits of Python's generator, which it gives fast in any number."""

    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)

    def _bits(self, width: int, count: int) -> Floats:
        """(count,): whole numbers of so many bytes."""
        bits = array("H" if width == 2 else "I", self.source.randbytes(width * count))
        if sys.byteorder == "big":
            bits.byteswap()
        return np.array(bits.tolist())

    def uniform(self, *shape: int) -> Floats:
        """Numbers in [0, 1)."""
        return np.asarray(self._bits(4, math.prod(shape)) / 2**32).reshape(shape)

    def bell(self, *shape: int) -> Floats:
        """About normal numbers, mean 0, deviation 1, never beyond 3.5: sums of four uniform ones."""
        count = math.prod(shape)
        parts = self._bits(2, 4 * count).reshape(4, count).sum(axis=0) + 2.0
        return np.asarray((parts / 2**16 - 2.0) * math.sqrt(3.0)).reshape(shape)
