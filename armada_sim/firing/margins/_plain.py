"""What the margins of shots use of NumPy in plain Python, for where there is none: the same names, the same numbers.

An `Array` is a list of numbers or truth values with a shape: how far apart in the list neighbours along each axis lie,
and where it begins. Slices share the list, so that what is set in them is set in the whole. Operations go over whole
lists at once, which takes Python little more than arithmetic written out. Only what is used is there.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

Shape = tuple[int, ...]
Flat = list[Any]
"""Numbers of an array, the last axis fastest."""

inf = math.inf
float64, int64, bool_ = float, int, bool


SPARSE = 4
"""From so many products on, those with nothing but 0 are left out of a matrix product."""


class Array:
    """Numbers in rows and columns."""

    __slots__ = ("base", "shape", "start", "steps", "whole")

    def __init__(self, base: Flat, shape: Shape, start: int = 0, steps: Shape | None = None) -> None:
        """steps: how far apart neighbours along each axis lie in `base`; None: that holds just these, in order."""
        self.base, self.shape, self.start = base, shape, start
        self.whole = steps is None
        self.steps = _steps(shape) if steps is None else steps

    @property
    def ndim(self) -> int:
        """How many axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """How many numbers."""
        return math.prod(self.shape)

    @property
    def T(self) -> Array:
        """The axes in reverse."""
        return Array(self.base, self.shape[::-1], self.start, self.steps[::-1])

    @property
    def flat(self) -> Flat:
        """The numbers in order; not to be changed."""
        return self.base if self.whole else _read(self)

    # as a sequence

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.flat) if self.ndim == 1 else (self[i] for i in range(self.shape[0]))

    def __float__(self) -> float:
        return float(self.flat[0])

    def __int__(self) -> int:
        return int(self.flat[0])

    def __bool__(self) -> bool:
        (value,) = self.flat
        return bool(value)

    def tolist(self) -> Any:
        """Nested lists."""
        return _nested(self.flat, self.shape)

    def copy(self) -> Array:
        """Numbers of its own."""
        return Array(list(self.flat), self.shape)

    def __getitem__(self, key: Any) -> Any:
        if type(key) is int:
            start = self.start + key % self.shape[0] * self.steps[0]
            return self.base[start] if len(self.shape) == 1 else Array(self.base, self.shape[1:], start, self.steps[1:])
        if type(key) is tuple and len(key) == 2:  # the commonest: a coordinate, a column
            first, last = key
            if first is ... and type(last) is int:
                start = self.start + last % self.shape[-1] * self.steps[-1]
                return Array(self.base, self.shape[:-1], start, self.steps[:-1])
            if last is None and type(first) is slice and first == _WHOLE and len(self.shape) == 1:
                return Array(self.base, (*self.shape, 1), self.start, (*self.steps, 0))
        view, chosen = _viewed(self, key)
        if chosen:
            return _taken(view, chosen)
        return view.base[view.start] if not view.shape and not _lasting(key) else view

    def __setitem__(self, key: Any, value: Any) -> None:
        view, chosen = _viewed(self, key)
        if chosen:
            shape, places = _places(view, chosen)
            for place, number in zip(places, _spread(asarray(value), shape), strict=True):
                view.base[place] = number
        else:
            _write(view, _spread(asarray(value), view.shape))

    # shapes

    def reshape(self, *shape: Any) -> Array:
        """The same numbers in order, in another shape; -1: what is left."""
        wanted: Shape = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
        if -1 in wanted:
            rest = math.prod(n for n in wanted if n != -1)
            wanted = tuple(self.size // rest if n == -1 else n for n in wanted)
        return Array(self.flat, wanted)

    def ravel(self) -> Array:
        """One axis."""
        return self.reshape(-1)

    def transpose(self, *axes: int) -> Array:
        """The axes in another order."""
        return Array(self.base, tuple(self.shape[a] for a in axes), self.start, tuple(self.steps[a] for a in axes))

    def swapaxes(self, first: int, second: int) -> Array:
        """Two axes exchanged."""
        axes = list(range(self.ndim))
        axes[first], axes[second] = axes[second], axes[first]
        return self.transpose(*axes)

    # over axes

    def max(self, axis: Any = None, keepdims: bool = False) -> Any:
        """The greatest."""
        return _reduced(self, axis, keepdims, max, lambda *rows: list(map(max, *rows)))

    def min(self, axis: Any = None, keepdims: bool = False) -> Any:
        """The least."""
        return _reduced(self, axis, keepdims, min, lambda *rows: list(map(min, *rows)))

    def sum(self, axis: Any = None, keepdims: bool = False) -> Any:
        """The sum."""
        return _reduced(self, axis, keepdims, _total, _added)

    def any(self, axis: Any = None) -> Any:
        """Whether any is not 0."""
        return _reduced(self, axis, False, any, lambda *rows: [any(row) for row in zip(*rows, strict=True)])

    def all(self, axis: Any = None) -> Any:
        """Whether none is 0."""
        return _reduced(self, axis, False, all, lambda *rows: [all(row) for row in zip(*rows, strict=True)])

    def argmax(self, axis: Any = None) -> Any:
        """Where the first of the greatest is."""
        return _reduced(self, axis, False, _last_first(max), _each(_last_first(max)))

    def argmin(self, axis: Any = None) -> Any:
        """Where the first of the least is."""
        return _reduced(self, axis, False, _last_first(min), _each(_last_first(min)))

    def mean(self, axis: Any = None) -> Any:
        """The mean."""
        return self.sum(axis) / (self.size if axis is None else self.shape[axis])

    # arithmetic

    def __add__(self, other: Any) -> Array:
        return _both(operator.add, self, other)

    def __radd__(self, other: Any) -> Array:
        return _both(operator.add, other, self)

    def __sub__(self, other: Any) -> Array:
        return _both(operator.sub, self, other)

    def __rsub__(self, other: Any) -> Array:
        return _both(operator.sub, other, self)

    def __mul__(self, other: Any) -> Array:
        return _both(operator.mul, self, other)

    def __rmul__(self, other: Any) -> Array:
        return _both(operator.mul, other, self)

    def __truediv__(self, other: Any) -> Array:
        return _quotient(self, other)

    def __rtruediv__(self, other: Any) -> Array:
        return _quotient(other, self)

    def __mod__(self, other: Any) -> Array:
        return _both(operator.mod, self, other)

    def __floordiv__(self, other: Any) -> Array:
        return _both(operator.floordiv, self, other)

    def __pow__(self, power: int) -> Array:
        return self * self if power == 2 else _both(operator.pow, self, power)

    def __rpow__(self, other: float) -> Array:
        return _both(operator.pow, other, self)

    def __neg__(self) -> Array:
        return Array(list(map(operator.neg, self.flat)), self.shape)

    def __abs__(self) -> Array:
        return Array(list(map(abs, self.flat)), self.shape)

    def __invert__(self) -> Array:
        return Array(list(map(operator.not_, self.flat)), self.shape)

    def __and__(self, other: Any) -> Array:
        return _both(operator.and_, self, other)

    def __or__(self, other: Any) -> Array:
        return _both(operator.or_, self, other)

    def __lt__(self, other: Any) -> Array:
        return _both(operator.lt, self, other)

    def __le__(self, other: Any) -> Array:
        return _both(operator.le, self, other)

    def __gt__(self, other: Any) -> Array:
        return _both(operator.gt, self, other)

    def __ge__(self, other: Any) -> Array:
        return _both(operator.ge, self, other)

    def __eq__(self, other: object) -> Array:  # type: ignore[override]
        return _both(operator.eq, self, other)

    def __ne__(self, other: object) -> Array:  # type: ignore[override]
        return _both(operator.ne, self, other)

    __hash__ = None  # type: ignore[assignment]

    def __iadd__(self, other: Any) -> Array:
        return self._set(self + other)

    def __imul__(self, other: Any) -> Array:
        return self._set(self * other)

    def __itruediv__(self, other: Any) -> Array:
        return self._set(self / other)

    def __ior__(self, other: Any) -> Array:
        return self._set(self | other)

    def __iand__(self, other: Any) -> Array:
        return self._set(self & other)

    def _set(self, value: Array) -> Array:
        _write(self, value.flat)
        return self

    def __matmul__(self, other: Array) -> Any:
        if self.ndim == 1 and other.ndim == 2:
            return (self[:, None] * other).sum(axis=0)
        if other.ndim == 1:
            return (self * other).sum(axis=-1) if self.ndim > 1 else (self * other).sum()
        first, second = self[..., :, None, :], other.swapaxes(other.ndim - 2, other.ndim - 1)[..., None, :, :]
        found = first[..., 0] * second[..., 0]
        for k in range(1, self.shape[-1]):
            row, column = second[..., k], first[..., k]
            if self.shape[-1] < SPARSE or (row.any() and column.any()):
                found = found + column * row
        return found


NDArray = list
"""What annotations name."""


@functools.cache
def _steps(shape: Shape) -> Shape:
    """Steps of numbers in order."""
    found, step = [], 1
    for n in reversed(shape):
        found.append(step)
        step *= n
    return tuple(reversed(found))


def _nested(flat: Flat, shape: Shape) -> Any:
    if not shape:
        return flat[0]
    if len(shape) == 1:
        return list(flat)
    part = math.prod(shape[1:])
    return [_nested(flat[i * part : (i + 1) * part], shape[1:]) for i in range(shape[0])]


def _lasting(key: Any) -> bool:
    """Whether a key gives an array even of one number."""
    return key is ... or (isinstance(key, tuple) and any(k is ... for k in key))


def _runs(a: Array) -> Iterator[tuple[slice, slice, int]]:
    """Where some numbers at even steps stand in order, where in the base, and how many; one step 0: they are one."""
    joined: list[tuple[int, int, int]] = []
    mine = 1  # backwards: the last axis is the nearest in order
    for n, step in zip(reversed(a.shape), reversed(a.steps), strict=True):
        if n == 1:
            continue
        if joined and joined[-1][0] * joined[-1][1] == step:
            before, near, own = joined[-1]
            joined[-1] = (before * n, near, own)
        else:
            joined.append((n, step, mine))
        mine *= n
    joined.sort()
    count, step, mine = joined.pop() if joined else (1, 1, 1)
    begins = [(0, a.start)]
    for n, far, own in joined:
        begins = [(here + i * own, there + i * far) for here, there in begins for i in range(n)]
    over = (step * (count - 1)) + (1 if step >= 0 else -1)
    for here, there in begins:
        end = there + over
        yield (
            slice(here, here + mine * (count - 1) + 1, mine),
            slice(there, end if end >= 0 else None, step or 1),
            count if step else 0,
        )


def _read(a: Array) -> Flat:
    """The numbers of a view in order."""
    if a.ndim == 1 and a.steps[0] > 0:
        return a.base[a.start : a.start + a.steps[0] * a.shape[0] : a.steps[0]]
    found: Flat = [None] * a.size
    if not found:
        return found
    for order, there, count in _runs(a):
        if count:
            found[order] = a.base[there]
        else:
            found[order] = [a.base[there.start]] * len(range(*order.indices(len(found))))
    return found


def _write(a: Array, flat: Flat) -> None:
    """Sets the numbers of a view."""
    if not flat:
        return
    if a.whole:
        a.base[:] = flat
        return
    for order, there, _ in _runs(a):
        a.base[there] = flat[order]


def _spread(a: Array, shape: Shape) -> Flat:
    """The numbers of an array in order, over a larger shape."""
    flat = a.flat
    if a.shape == shape:
        return flat
    if len(flat) == 1:
        return flat * math.prod(shape)
    old = (1,) * (len(shape) - a.ndim) + a.shape
    inner = 1  # numbers that are laid out already, for each place of the axes before
    for axis in range(len(shape) - 1, -1, -1):
        n = shape[axis]
        if old[axis] != n:
            if n == 0:
                return []
            if len(flat) == inner:
                flat = flat * n
            elif inner == 1:
                flat = list(itertools.chain.from_iterable(map(itertools.repeat, flat, itertools.repeat(n))))
            else:
                flat = [x for i in range(0, len(flat), inner) for x in flat[i : i + inner] * n]
        inner *= n
    return flat


@functools.cache
def _common(*shapes: Shape) -> Shape:
    """The shape that all can be spread over."""
    length = max(map(len, shapes))
    padded = [(1,) * (length - len(shape)) + shape for shape in shapes]
    found = []
    for sizes in zip(*padded, strict=True):
        sizes_ = set(sizes) - {1}
        if len(sizes_) > 1:
            raise ValueError(f"shapes {shapes} do not go together")
        found.append(sizes_.pop() if sizes_ else 1)
    return tuple(found)


def _divided(first: float, second: float) -> float:
    try:
        return first / second
    except ZeroDivisionError:
        return math.copysign(math.inf, first) * math.copysign(1.0, second) if first else math.nan


def _quotient(first: Any, second: Any) -> Array:
    try:
        return _both(operator.truediv, first, second)
    except ZeroDivisionError:
        return _both(_divided, first, second)


def _both(what: Callable[[Any, Any], Any], first: Any, second: Any) -> Array:
    """Something of each pair."""
    if type(first) is not Array:
        if type(first) not in (list, tuple):
            return Array(list(map(what, itertools.repeat(first), second.flat)), second.shape)
        first = array(first)
    if type(second) is not Array:
        if type(second) not in (list, tuple):
            return Array(list(map(what, first.flat, itertools.repeat(second))), first.shape)
        second = array(second)
    if first.shape == second.shape:
        return Array(list(map(what, first.flat, second.flat)), first.shape)
    shape = _common(first.shape, second.shape)
    return Array(list(map(what, _spread(first, shape), _spread(second, shape))), shape)


# over axes


def _added(*rows: Flat) -> Flat:
    """Sums of rows."""
    found = rows[0]
    for row in rows[1:]:
        found = list(map(operator.add, found, row))
    return found


def _total(row: Flat) -> Any:
    """The sum of a row, added up in NumPy's order."""
    if len(row) < 8:
        return functools.reduce(operator.add, row, 0)
    if len(row) > 128:
        half = len(row) // 2
        half -= half % 8
        return _total(row[:half]) + _total(row[half:])
    whole = len(row) - len(row) % 8
    a, b, c, d, e, f, g, h = (functools.reduce(operator.add, row[i:whole:8]) for i in range(8))
    return functools.reduce(operator.add, row[whole:], ((a + b) + (c + d)) + ((e + f) + (g + h)))


def _last_first(which: Callable[[Any], Any]) -> Callable[[Sequence[Any]], int]:
    """Where the first that is greatest, or least, stands."""
    return lambda row: row.index(which(row))


def _each(what: Callable[[Sequence[Any]], Any]) -> Callable[..., Flat]:
    return lambda *rows: list(map(what, zip(*rows, strict=True)))


def _reduced(
    a: Array, axis: Any, keepdims: bool, one: Callable[[Flat], Any], rows: Callable[..., Flat]
) -> Any:  # fmt: skip
    """What `one` says of all numbers along an axis, or some; `rows` of some rows, number by number."""
    if axis is None:
        return one(a.flat)
    axes = sorted(i % a.ndim for i in (axis if isinstance(axis, tuple) else (axis,)))
    kept = tuple(1 if i in axes else n for i, n in enumerate(a.shape))
    if len(axes) > 1:
        rest = [i for i in range(a.ndim) if i not in axes]
        a = a.transpose(*rest, *axes).reshape(*(a.shape[i] for i in rest), -1)
        axes = [a.ndim - 1]
    before, n = math.prod(a.shape[: axes[0]]), a.shape[axes[0]]
    after = math.prod(a.shape[axes[0] + 1 :])
    flat, size = a.flat, before * after
    found: Flat
    if not n:
        found = [one([])] * size
    elif n == 1 and one in (max, min, _total):
        found = list(flat)
    elif after == 1 and n > 2 * before:
        found = [one(flat[i * n : (i + 1) * n]) for i in range(before)]
    elif before <= after:
        found = []
        for i in range(0, before * n * after, n * after):
            found += rows(*(flat[i + j * after : i + (j + 1) * after] for j in range(n)))
    else:
        found = [None] * size
        for j in range(after):
            found[j::after] = rows(*(flat[j + k * after :: n * after] for k in range(n)))
    shape = kept if keepdims else tuple(m for i, m in enumerate(a.shape) if i != axes[0])
    return Array(found, shape)


# keys


_WHOLE = slice(None)

_Chosen = list[tuple[int, Any]]
"""Axes of a view with the indices along them that are asked for."""


def _viewed(a: Array, key: Any) -> tuple[Array, _Chosen]:
    """The view that slices, numbers and new axes of a key make, and what else the key chooses in it."""
    keys = list(key) if isinstance(key, tuple) else [key]
    used, rest = 0, len(keys)
    for i, k in enumerate(keys):
        if k is ...:
            rest = i
        elif k is not None:
            used += k.ndim if type(k) is Array and _truths(k) else 1
    keys[rest : rest + 1] = [slice(None)] * (len(a.shape) - used)
    axis, start, chosen = 0, a.start, _Chosen()
    shape, steps = list[int](), list[int]()
    for k in keys:
        if k is None:
            shape.append(1)
            steps.append(0)
            continue
        if isinstance(k, slice):
            if k == _WHOLE:
                shape.append(a.shape[axis])
                steps.append(a.steps[axis])
            else:
                low, high, by = k.indices(a.shape[axis])
                start += low * a.steps[axis]
                shape.append(len(range(low, high, by)))
                steps.append(by * a.steps[axis])
        elif isinstance(k, Array | list) and (isinstance(k, list) or k.shape):
            k = asarray(k)
            chosen.append((len(shape), k))
            more = k.ndim if _truths(k) else 1
            shape += a.shape[axis : axis + more]
            steps += a.steps[axis : axis + more]
            axis += more - 1
        else:
            start += operator.index(int(k)) % a.shape[axis] * a.steps[axis]
        axis += 1
    return Array(a.base, tuple(shape), start, tuple(steps)), chosen


def _truths(a: Array) -> bool:
    """Whether an array says which ones, rather than where."""
    return bool(a.base) and isinstance(a.base[0], bool)


def _places(view: Array, chosen: _Chosen) -> tuple[Shape, Flat]:
    """The shape of what is chosen, and where in the base it stands."""
    first, taken, shifts, shape = chosen[0][0], 0, [0], Shape()
    for axis, index in chosen:
        if _truths(index):
            sub = Array([], index.shape, 0, view.steps[axis : axis + index.ndim])
            where = [i for i, yes in zip(_offsets(sub), index.flat, strict=True) if yes]
            index, more = Array(where, (len(where),)), sub.ndim
        else:
            step, n, more = view.steps[axis], view.shape[axis], 1
            index = Array([(i if i >= 0 else i + n) * step for i in index.flat], index.shape)
        both = _common(shape, index.shape) if taken else index.shape
        known = _spread(Array(shifts, shape if taken else ()), both)
        shifts, shape = list(map(operator.add, known, _spread(index, both))), both
        taken += more
    before = Array([], view.shape[:first], view.start, view.steps[:first])
    after = Array([], view.shape[first + taken :], 0, view.steps[first + taken :])
    behind = _offsets(after)
    places = [i + j + k for i in _offsets(before) for j in shifts for k in behind] if len(behind) > 1 or first else [
        view.start + j for j in shifts
    ] if len(behind) == 1 else []  # fmt: skip
    return (*before.shape, *shape, *after.shape), places


def _offsets(a: Array) -> list[int]:
    """Where in a base the numbers of a view stand, in order."""
    found = [a.start]
    for n, step in zip(a.shape, a.steps, strict=True):
        found = (
            [i + j for i in found for j in range(0, n * step, step)] if step else [i for i in found for _ in range(n)]
        )
    return found


def _taken(view: Array, chosen: _Chosen) -> Array:
    shape, places = _places(view, chosen)
    if len(places) < 2:
        return Array([view.base[i] for i in places], shape)
    return Array(list(operator.itemgetter(*places)(view.base)), shape)


# making arrays


_NUMBERS = {float, int, bool}


def array(values: Any) -> Array:
    """An array of nested sequences."""
    if isinstance(values, Array):
        return values.copy()
    if not isinstance(values, list | tuple):
        return Array([values], ())
    if not values:
        return Array([], (0,))
    if set(map(type, values)) <= _NUMBERS:
        return Array(list(values), (len(values),))
    parts = [value if isinstance(value, Array) else array(value) for value in values]
    if any(isinstance(x, float) for part in parts for x in part.flat[:1]):
        parts = [Array([float(x) for x in part.flat], part.shape) for part in parts]
    return Array([x for part in parts for x in part.flat], (len(parts), *parts[0].shape))


def asarray(values: Any) -> Array:
    """The same, or what is one already."""
    return values if isinstance(values, Array) else array(values)


def full(shape: Any, value: Any) -> Array:
    """So many of one number."""
    sizes = shape if isinstance(shape, tuple) else (shape,)
    return Array([value] * math.prod(sizes), sizes)


def zeros(shape: Any, dtype: type = float) -> Array:
    """Zeros."""
    return full(shape, dtype(0))


empty = zeros


def ones(shape: Any, dtype: type = float) -> Array:
    """Ones."""
    return full(shape, dtype(1))


def zeros_like(a: Array) -> Array:
    """As many zeros."""
    return full(a.shape, 0.0)


def eye(n: int) -> Array:
    """Rows with a one each."""
    return Array([float(i == j) for i in range(n) for j in range(n)], (n, n))


def arange(start: int, stop: int | None = None, step: int = 1) -> Array:
    """Whole numbers."""
    found = list(range(start)) if stop is None else list(range(start, stop, step))
    return Array(found, (len(found),))


def linspace(first: float, last: float, count: int) -> Array:
    """Numbers at even steps, both ends among them."""
    if count == 1:
        return Array([first], (1,))
    step = (last - first) / (count - 1)
    return Array([*(first + i * step for i in range(count - 1)), last], (count,))


# of arrays


def _mapped(what: Callable[[Any], Any]) -> Callable[[Any], Array]:
    def over(a: Any) -> Array:
        a = asarray(a)
        return Array(list(map(what, a.flat)), a.shape)

    return over


sqrt, sin, cos, arcsin, isinf = (_mapped(what) for what in (math.sqrt, math.sin, math.cos, math.asin, math.isinf))


def _flats(*values: Any) -> tuple[Shape, list[Flat]]:
    """The shape of all together, and the numbers of each spread over it."""
    arrays = [asarray(value) for value in values]
    shape = _common(*(a.shape for a in arrays))
    return shape, [_spread(a, shape) for a in arrays]


def maximum(first: Any, second: Any) -> Array:
    """The greater of each pair."""
    shape, (a, b) = _flats(first, second)
    return Array([x if x > y else y for x, y in zip(a, b, strict=True)], shape)


def minimum(first: Any, second: Any) -> Array:
    """The less of each pair."""
    shape, (a, b) = _flats(first, second)
    return Array([x if x < y else y for x, y in zip(a, b, strict=True)], shape)


def clip(a: Any, low: Any, high: Any) -> Array:
    """What is between two limits, or the nearer."""
    return minimum(maximum(a, low), high)


def where(condition: Any, first: Any, second: Any) -> Array:
    """One of each pair or the other."""
    shape, flats = _flats(condition, first, second)
    return Array([x if yes else y for yes, x, y in zip(*flats, strict=True)], shape)


def flatnonzero(a: Array) -> Array:
    """Where what is not 0 stands."""
    found = [i for i, value in enumerate(a.flat) if value]
    return Array(found, (len(found),))


def argsort(a: Array, kind: str = "stable") -> Array:
    """Where the least, the next and so on stand."""
    return Array(sorted(range(len(a)), key=a.flat.__getitem__), (len(a),))


def unique(a: Array) -> Array:
    """Different numbers in order."""
    found = sorted(set(a.flat))
    return Array(found, (len(found),))


def broadcast_to(a: Array, shape: Shape) -> Array:
    """Over a larger shape."""
    a = asarray(a)
    old, steps = (1,) * (len(shape) - a.ndim) + a.shape, (0,) * (len(shape) - a.ndim) + a.steps
    far = tuple(step if n == m else 0 for n, m, step in zip(shape, old, steps, strict=True))
    return Array(a.base, shape, a.start, far)


def broadcast_shapes(*shapes: Shape) -> Shape:
    """The shape that all go into."""
    return _common(*shapes)


def concatenate(parts: Iterable[Any], axis: int = 0) -> Array:
    """One after the other along an axis."""
    arrays = [asarray(part) for part in parts]
    shape = list(max(arrays, key=lambda a: a.size).shape)
    axis %= len(shape)
    shape[axis] = sum(a.shape[axis] for a in arrays)
    if axis == 0 or math.prod(shape[:axis]) == 1:
        return Array([x for a in arrays for x in a.flat], tuple(shape))
    found = Array([None] * math.prod(shape), tuple(shape))
    at = 0
    for a in arrays:
        found[(*[slice(None)] * axis, slice(at, at + a.shape[axis]))] = a
        at += a.shape[axis]
    return found


def stack(parts: Iterable[Any], axis: int = 0) -> Array:
    """Side by side along a new axis."""
    arrays = [asarray(part) for part in parts]
    axis %= arrays[0].ndim + 1
    return concatenate([a[(*[slice(None)] * axis, None)] for a in arrays], axis)


def column_stack(parts: Iterable[Any]) -> Array:
    """Columns of a matrix."""
    arrays = [asarray(part) for part in parts]
    return concatenate([a[:, None] if a.ndim == 1 else a for a in arrays], 1)


def repeat(a: Any, count: int, axis: int = 0) -> Array:
    """Each row so many times."""
    shape = (*a.shape[: axis + 1], count, *a.shape[axis + 1 :])
    spread = a[(*[slice(None)] * (axis + 1), None)]
    return broadcast_to(spread, shape).reshape(*a.shape[:axis], a.shape[axis] * count, *a.shape[axis + 1 :])


def roll(a: Array, count: int, axis: int = 0) -> Array:
    """What goes over an end comes in at the other."""
    axis %= a.ndim
    front, cut = [slice(None)] * axis, -count % a.shape[axis]
    return concatenate([a[(*front, slice(cut, None))], a[(*front, slice(cut))]], axis)


def take_along_axis(a: Array, index: Array, axis: int) -> Array:
    """For each place what stands at an index along an axis."""
    axis %= a.ndim
    shape = tuple(max(n, m) if i != axis else m for i, (n, m) in enumerate(zip(a.shape, index.shape, strict=True)))
    sizes = tuple(a.shape[axis] if i == axis else n for i, n in enumerate(shape))
    spread = broadcast_to(a, sizes)
    steps = tuple(0 if i == axis else step for i, step in enumerate(spread.steps))
    starts, by = _offsets(Array([], shape, spread.start, steps)), spread.steps[axis]
    places = [i + by * j for i, j in zip(starts, _spread(index, shape), strict=True)]
    return Array([a.base[i] for i in places], shape)


# the rest


class finfo:
    """The least normal number."""

    tiny = sys.float_info.min

    def __init__(self, dtype: type) -> None:
        pass


def errstate(**_: str) -> AbstractContextManager[None]:
    """Nothing is warned of here."""
    return nullcontext()
