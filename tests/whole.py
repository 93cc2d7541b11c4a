"""What is too dear for every run: `pytest -m whole` runs it, `pytest -m ''` runs it besides all the rest."""

from collections.abc import Iterable

import pytest
from _pytest.mark.structures import ParameterSet


def whole(*values: object) -> ParameterSet:
    """These values of parameters, marked; the same test takes fewer or smaller ones in every run."""
    return pytest.param(*values, marks=pytest.mark.whole)


def few(values: Iterable[object], count: int) -> list[object]:
    """Values of one parameter: the first few for every run, the others marked."""
    return [value if i < count else whole(value) for i, value in enumerate(values)]


def side_by_side(*axes: Iterable[object]) -> list[object]:
    """Values of several parameters at once: each value of each, the first of all for every run, but not every pair."""
    lists = [list(values) for values in axes]
    first, *others = (tuple(one[i % len(one)] for one in lists) for i in range(max(map(len, lists))))
    return [first, *(whole(*row) for row in others)]
