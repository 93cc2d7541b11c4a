"""Lots: orders drawn from a seed, alike on every platform and in every version of every library; generators by seed.

`generator` is NumPy's own, PCG-64. Where there is no NumPy it is `Pcg64`, which gives the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import numpy as np


def shuffled(seed: int, occasion: str, count: int) -> list[int]:
    """The numbers from 0 to below `count` in an order that depends on the seed and the occasion alone."""
    return sorted(range(count), key=lambda i: sha256(f"{seed} {occasion} {i}".encode()).digest())


def generator(seed: int) -> np.random.Generator:
    """A generator at the beginning of a seed, at least 0."""
    if find_spec("numpy") is None:
        return cast("np.random.Generator", Pcg64(seed))
    import numpy as np

    return np.random.default_rng(seed)


def generator_at(state: Mapping[str, Any]) -> np.random.Generator:
    """A generator at a state, as `state_of` gives it."""
    made = generator(0)
    made.bit_generator.state = state
    return made


def state_of(rng: np.random.Generator) -> Mapping[str, Any]:
    """Where a generator is, as plain data."""
    return rng.bit_generator.state


_WORD, _LONG, _WIDE = 2**32 - 1, 2**64 - 1, 2**128 - 1
_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
_POOL = 4
"""Words of 32 bits that a seed is spread over."""


class Pcg64:
    """What `numpy.random.default_rng(seed)` is, with the few ways of drawing that are needed here: the same numbers."""

    def __init__(self, seed: int) -> None:
        words = [*_spread(seed)]
        start, way = (sum(word << 32 * (i ^ 2) for i, word in enumerate(words[k : k + 4])) for k in (0, 4))
        self._increment = (2 * way + 1) & _WIDE
        self._state = ((self._increment + start) * _MULTIPLIER + self._increment) & _WIDE
        self._left, self._half = False, 0
        """Whether half of the last 64 bits is left, and that half."""

    @property
    def bit_generator(self) -> Pcg64:
        """Itself: what NumPy keeps the state of."""
        return self

    @property
    def state(self) -> dict[str, Any]:
        """As NumPy says it."""
        return {
            "bit_generator": "PCG64", "state": {"state": self._state, "inc": self._increment},
            "has_uint32": int(self._left), "uinteger": self._half,
        }  # fmt: skip

    @state.setter
    def state(self, given: Mapping[str, Any]) -> None:
        self._state, self._increment = given["state"]["state"], given["state"]["inc"]
        self._left, self._half = bool(given["has_uint32"]), given["uinteger"]

    def random(self) -> float:
        """From 0 to below 1."""
        return (self._long() >> 11) / 2**53

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        """From `low` to below `high`."""
        return low + (high - low) * self.random()

    def integers(self, low: int, high: int | None = None) -> int:
        """From `low` to below `high`; from 0 to below `low` if that is all."""
        least, most = (0, low) if high is None else (low, high)
        return least + self._below(most - least)

    def permutation(self, count: int) -> list[int]:
        """The numbers from 0 to below `count` in any order."""
        found = [*range(count)]
        for i in range(count - 1, 0, -1):
            while (j := self._word() & (1 << i.bit_length()) - 1) > i:
                pass
            found[i], found[j] = found[j], found[i]
        return found

    def _below(self, count: int) -> int:
        """From 0 to below `count`, all alike often (Lemire, 2019)."""
        if count == 1:
            return 0
        bits, word = (32, self._word) if count <= _WORD + 1 else (64, self._long)
        mask = (1 << bits) - 1
        product = word() * count
        if product & mask < count:
            while product & mask < (mask + 1 - count) % count:
                product = word() * count
        return product >> bits

    def _word(self) -> int:
        """32 bits."""
        self._left = not self._left
        if not self._left:
            return self._half
        both = self._long()
        self._half = both >> 32
        return both & _WORD

    def _long(self) -> int:
        """64 bits: the output XSL-RR of the next state."""
        self._state = (self._state * _MULTIPLIER + self._increment) & _WIDE
        mixed, turn = (self._state >> 64) ^ (self._state & _LONG), self._state >> 122
        return (mixed >> turn | mixed << 64 - turn) & _LONG


def _spread(seed: int) -> Iterator[int]:
    """Eight words that NumPy's sequence of a seed begins with."""
    given = [seed >> 32 * i & _WORD for i in range(max(1, -(-seed.bit_length() // 32)))]
    stir = _hashing(0x43B0D7E5, 0x931E8875)
    pool = [stir(given[i] if i < len(given) else 0) for i in range(_POOL)]
    for source in range(_POOL):
        for target in range(_POOL):
            if source != target:
                pool[target] = _mixed(pool[target], stir(pool[source]))
    for word in given[_POOL:]:
        for target in range(_POOL):
            pool[target] = _mixed(pool[target], stir(word))
    draw = _hashing(0x8B51F9DD, 0x58F38DED)
    return (draw(pool[i % _POOL]) for i in range(8))


def _mixed(one: int, other: int) -> int:
    found = (0xCA01F9DD * one - 0x4973F715 * other) & _WORD
    return found ^ found >> 16


def _hashing(start: int, multiplier: int) -> Any:
    """A hash of words, each otherwise than the one before."""
    constant = start

    def hashed(value: int) -> int:
        nonlocal constant
        value ^= constant
        constant = constant * multiplier & _WORD
        value = value * constant & _WORD
        return value ^ value >> 16

    return hashed
