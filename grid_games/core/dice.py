"""Dice with exact chances.

A `Chances` is what can come of a roll: pairs of a result and its probability, which sum to 1. Results are any hashable
values, so that a roll becomes the columns of a table with `Chances.of`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Generic, TypeVar

import numpy as np

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Chances(Generic[T]):
    """Results of a roll with their probabilities, none of them 0."""

    pairs: tuple[tuple[T, Fraction], ...]

    def __post_init__(self) -> None:
        if sum(share for _, share in self.pairs) != 1 or any(share <= 0 for _, share in self.pairs):
            raise ValueError("the probabilities of a roll are above 0 and sum to 1")

    def __iter__(self) -> Iterator[tuple[T, Fraction]]:
        return iter(self.pairs)

    def __getitem__(self, result: T) -> Fraction:
        """The probability of a result, 0 if it cannot come up."""
        return next((share for other, share in self.pairs if other == result), Fraction(0))

    def of(self, function: Callable[[T], U]) -> Chances[U]:
        """What comes of reading each result through a function, in the order in which its values first appear."""
        return gathered((function(result), share) for result, share in self.pairs)

    def then(self, function: Callable[[T], Chances[U]]) -> Chances[U]:
        """What comes of a second roll that depends on the first."""
        return gathered((late, share * more) for early, share in self.pairs for late, more in function(early))

    def also(self, other: Chances[U]) -> Chances[tuple[T, U]]:
        """Both results of two rolls that do not depend on each other."""
        return gathered(((one, two), share * more) for one, share in self.pairs for two, more in other)

    def that(self, holds: Callable[[T], bool]) -> Fraction:
        """The probability that something holds."""
        return sum((share for result, share in self.pairs if holds(result)), Fraction(0))

    def draw(self, rng: np.random.Generator) -> T:
        """One result at random, exactly in proportion."""
        unit = lcm(*(share.denominator for _, share in self.pairs))
        left = int(rng.integers(unit))
        for result, share in self.pairs:
            left -= share.numerator * (unit // share.denominator)
            if left < 0:
                return result
        raise AssertionError("probabilities sum to 1")


def gathered(pairs: Iterable[tuple[T, Fraction]]) -> Chances[T]:
    """Chances from pairs in which results may repeat."""
    total: dict[T, Fraction] = {}
    for result, share in pairs:
        total[result] = total.get(result, Fraction(0)) + share
    return Chances(tuple((result, share) for result, share in total.items() if share))


def certain(result: T) -> Chances[T]:
    """A roll with one result."""
    return Chances(((result, Fraction(1)),))


def die(*faces: T) -> Chances[T]:
    """One fair die; a face given twice comes up twice as often."""
    return gathered((face, Fraction(1, len(faces))) for face in faces)


def total(dice: Iterable[Chances[Any]]) -> Chances[int]:
    """The sum of several dice with numbers on them, least first; 0 for none."""
    result: Chances[int] = certain(0)
    for one in dice:
        result = result.also(one).of(sum)
    return Chances(tuple(sorted(result.pairs)))
