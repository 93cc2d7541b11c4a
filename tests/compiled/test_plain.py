"""Arrays of plain Python do what NumPy's do, as far as functions that are compiled use them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from armada_sim.compiled.plain import Rows

SHAPES = st.lists(st.integers(1, 4), min_size=1, max_size=3).map(tuple)


def cut(draw: st.DrawFn, length: int) -> int | slice:
    """A place on an axis, or some neighbouring ones."""
    first = draw(st.integers(0, length - 1))
    return first if draw(st.booleans()) else slice(first, draw(st.integers(first, length)))


@st.composite
def places(draw: st.DrawFn, shape: tuple[int, ...]) -> Any:
    axes = draw(st.integers(1, len(shape)))
    found = tuple(cut(draw, length) for length in shape[:axes])
    return found[0] if axes == 1 and draw(st.booleans()) else found


def plain(value: Any) -> Any:
    """Numbers and lists."""
    if isinstance(value, Rows):
        return [plain(each) for each in value]
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


@given(st.data())
def test_views_and_assignments_are_those_of_numpy(data: st.DataObject) -> None:
    shape = data.draw(SHAPES)
    usual = np.arange(float(np.prod(shape))).reshape(shape)
    rows = Rows(usual.ravel().tolist(), shape)
    for _ in range(3):
        at = data.draw(places(shape))
        assert plain(rows[at]) == plain(usual[at])
        usual[at] = rows[at] = 0.5
        view, other = rows[at], usual[at]
        if isinstance(view, Rows) and len(view):
            assert (len(view), view.shape) == (len(other), other.shape)
            given = other + 1.0
            usual[at] = given
            rows[at] = given
        assert plain(rows) == plain(usual)


def test_an_index_beyond_the_last_number_is_refused() -> None:
    with pytest.raises(IndexError):
        _ = Rows([0.0], (1,))[1]
