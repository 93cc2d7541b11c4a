"""What stands in for NumPy where there is none gives the same numbers."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np
import pytest

from armada_sim.firing.margins import _plain as plain

FRACTIONS = [i / 8 for i in range(-40, 40)]
"""Numbers whose sums and products are exact, whatever order they are taken in."""


def numbers(chooser: random.Random, *shape: int) -> Any:
    """Nested lists."""
    if not shape:
        return chooser.choice(FRACTIONS)
    return [numbers(chooser, *shape[1:]) for _ in range(shape[0])]


def data(m: Any) -> dict[str, Any]:
    """Arrays of several shapes, the same for both."""
    chooser = random.Random(7)
    shapes = {"a": (5, 4, 2), "b": (1, 4, 2), "c": (5, 1, 2), "v": (6,), "w": (6, 3), "x": (3, 6), "t": (5, 2, 4)}
    found = {name: m.array(numbers(chooser, *shape)) for name, shape in shapes.items()}
    found["i"], found["j"] = m.array([4, 0, 2, 2]), m.array([1, -1, 0, 2])
    found["yes"] = m.array([True, False, True, True, False, False])
    return found


def assigned(what: Callable[..., None]) -> Callable[..., Any]:
    """What the arrays are after something is set in them."""

    def after(m: Any, a: Any, w: Any, **rest: Any) -> Any:
        a, w = a.copy(), w.copy()
        what(m, a=a, w=w, **rest)
        return m.concatenate((a.ravel(), w.ravel()))

    return after


def set_rows(m: Any, a: Any, w: Any, v: Any, yes: Any, i: Any, **_: Any) -> None:
    w[:, 1] = v
    w[yes] = 0.25
    a[..., 1][:] = 3.0
    a[i, 2] = [7.0, 8.0]


def set_views(m: Any, a: Any, w: Any, i: Any, j: Any, **_: Any) -> None:
    for row in w.T:
        row *= 2.0
    number = w[..., 1, 2]
    number += 5.0
    w[i, j] /= 4.0
    a[::2, :, 0] = -a[::2, :, 1]
    a[1:, 0] = 0.0


SAME: dict[str, Callable[..., Any]] = {
    "sums over": lambda m, a, b, c, **_: a + b * c - 2.0,
    "the other way round": lambda m, v, **_: 2.0 - v / 4.0 + 1.0 / (abs(v) + 1.0),
    "by nought": lambda m, v, **_: m.where(v != 0, (v - v) * 0 + 1.0, 2.0),
    "powers": lambda m, v, **_: v**2 + m.sqrt(abs(v)),
    "comparisons": lambda m, a, b, **_: (a > b) | ~(a <= 0.5) & (b == b),
    "slices": lambda m, a, **_: a[1:4, ::-1, 1],
    "new axes": lambda m, v, w, **_: v[:, None] * w[None, :, 0],
    "dots": lambda m, a, **_: a[..., 0],
    "a row": lambda m, w, **_: w[-2],
    "rows by number": lambda m, a, i, **_: a[i],
    "numbers by number": lambda m, a, i, j, **_: a[i, j],
    "later axes by number": lambda m, a, j, **_: a[:, j],
    "by tables of numbers": lambda m, w, i, **_: w[i[:, None]],
    "rows by truth": lambda m, w, yes, **_: w[yes],
    "numbers by truth": lambda m, a, **_: a[a > 1.0],
    "later axes by truth": lambda m, x, yes, **_: x[::2, yes],
    "none by truth": lambda m, w, v, **_: w[v > 99.0],
    "greatest": lambda m, a, **_: a.max(axis=1) + a.max(axis=(1, 2))[:, None] * a.max(),
    "least": lambda m, a, **_: a.min(axis=0) - a.min(axis=2, keepdims=True).min(axis=-1)[0, 0],
    "sums along": lambda m, a, w, **_: a.sum(axis=0).sum() + w.sum(axis=1) + w.mean(axis=0).mean(),
    "any and all": lambda m, a, **_: (a > 3).any(axis=2) | (a < 4).all(axis=(0, 2))[None],
    "where the greatest is": lambda m, a, **_: a.argmax(axis=1) * a.argmin() + a.argmin(axis=2).max(),
    "products": lambda m, a, t, w, x, v, **_: (a @ t).sum(axis=2).ravel()[:6] + (w @ x) @ v + v @ w @ x,
    "products of rows": lambda m, a, **_: (a @ m.array([[1.0, 2.0, 0.5], [0.0, 1.0, 4.0]])) * (a @ a[0, 0])[..., None],
    "other orders": lambda m, a, **_: a.transpose(2, 0, 1).reshape(2, -1) + a.swapaxes(0, 2).T.copy().reshape(-1)[:1],
    "side by side": lambda m, a, b, w, x, **_: m.concatenate((m.stack((w, x.T), axis=1)[..., 0].ravel(), b.ravel())),
    "along axes": lambda m, a, c, **_: m.concatenate((a, c), axis=1),
    "columns": lambda m, v, w, **_: m.column_stack((v, w, m.cos(v * 0))),
    "round": lambda m, a, **_: m.roll(a, 1, axis=1) - m.roll(a, -1, axis=-2),
    "again": lambda m, w, v, **_: m.concatenate((m.repeat(w, 3, axis=0).ravel(), m.repeat(v, 2))),
    "wider": lambda m, c, **_: m.broadcast_to(c[None], (2, 5, 3, 2)).reshape(-1, 2),
    "by places": lambda m, w, **_: m.take_along_axis(w, w.argmax(axis=1)[:, None], axis=1),
    "between": lambda m, a, b, **_: m.clip(a, b, 2.0) + m.maximum(a, 0.0) - m.minimum(b, a),
    "in order": lambda m, v, **_: m.argsort(-v, kind="stable") + m.flatnonzero(v < 99) * m.unique(v % 4 // 1)[0],
    "made": lambda m, **_: m.eye(3) + m.zeros((2, 3, 3)) + m.ones(3) * m.full((3, 1), 2.0) - m.arange(1, 7, 2),
    "even steps": lambda m, **_: m.concatenate((m.linspace(0.0, 2.0, 9), m.linspace(3.0, 9.0, 1))),
    "nothing": lambda m, **_: m.concatenate((m.zeros((0, 3)), m.ones((2, 3)))).any(axis=1),
    "rows set": assigned(set_rows),
    "views set": assigned(set_views),
}  # fmt: skip


@pytest.mark.parametrize("name", SAME)
def test_arrays_give_the_same_numbers_as_numpy(name: str) -> None:
    ours, theirs = (SAME[name](m, **data(m)) for m in (plain, np))
    assert ours.shape == theirs.shape
    assert ours.tolist() == theirs.tolist()


def test_long_sums_are_added_up_in_the_same_order() -> None:
    chooser = random.Random(3)
    for count in (3, 8, 40, 127, 128, 300, 1000):
        row = [chooser.uniform(-1.0, 1.0) for _ in range(count)]
        assert plain.array(row).sum() == np.array(row).sum()


def test_what_is_nought_is_divided_by_as_numpy_does() -> None:
    values = plain.array([1.0, -2.0, 0.5])
    assert (values / plain.array([0.0, 0.0, 0.25])).tolist() == [float("inf"), float("-inf"), 2.0]


def test_shapes_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(ValueError, match="do not go together"):
        reduce(operator.add, (plain.ones(3), plain.ones(4)))
