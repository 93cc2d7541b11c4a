"""Arrays of plain Python, for functions that are written to be compiled, where nothing compiles them.

`Rows` does what such functions do with arrays (`docs/compiled.md`), and no more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from math import prod
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Ints = NDArray[np.int64]

_Index = int | slice | tuple[int | slice, ...]


class Rows:
    """Numbers in rows, planes and so on; what is cut from them is a view."""

    __slots__ = ("_numbers", "_start", "_strides", "shape")

    def __init__(self, numbers: list[Any], shape: tuple[int, ...], start: int = 0, strides: Sequence[int] = ()) -> None:
        self._numbers, self.shape, self._start = numbers, shape, start
        self._strides = strides or tuple(prod(shape[i + 1 :]) for i in range(len(shape)))

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def __getitem__(self, at: _Index) -> Any:
        place = self._place(at)
        return self._numbers[place] if place is not None else self._view(at)

    def __setitem__(self, at: _Index, given: Any) -> None:
        place = self._place(at)
        if place is not None:
            self._numbers[place] = given
            return
        view = self._view(at)
        for i in range(len(view)):
            view[i] = given[i] if hasattr(given, "__len__") else given

    def _place(self, at: _Index) -> int | None:
        """Where one number is; None for a view."""
        strides = self._strides
        if isinstance(at, tuple):
            if len(at) != len(strides):
                return None
            place = self._start
            for index, stride in zip(at, strides, strict=True):
                if isinstance(index, slice):
                    return None
                place += index * stride
            return place
        return None if isinstance(at, slice) or len(strides) > 1 else self._start + at * strides[0]

    def _view(self, at: _Index) -> Rows:
        start, shape, strides = self._start, [], []
        given = at if isinstance(at, tuple) else (at,)
        for index, length, stride in zip(given, self.shape, self._strides, strict=False):
            if isinstance(index, slice):
                first, end, _ = index.indices(length)
                start += first * stride
                shape.append(end - first)
                strides.append(stride)
            else:
                start += index * stride
        shape += self.shape[len(given) :]
        strides += self._strides[len(given) :]
        return Rows(self._numbers, tuple(shape), start, strides)


def zeros(shape: int | tuple[int, ...]) -> Array:
    """New room for floats, inside of a function that is compiled where that can be."""
    sizes = shape if isinstance(shape, tuple) else (shape,)
    return cast("Array", Rows([0.0] * prod(sizes), sizes))


@cache
def compiles() -> bool:
    """Whether functions are compiled here: there are LLVM and NumPy."""
    try:
        return all(find_spec(name) is not None for name in ("llvmlite", "numpy"))
    except ImportError:
        return False


def compiled_functions(sources: Iterable[ModuleType], long: Collection[str] = ()) -> SimpleNamespace:
    """Everything of some modules, the functions compiled (no fastmath) when they are first called.

    What is compiled is kept from run to run (`kept_code`), and found by the texts of its module and all it imports.
    Where nothing compiles they are as they are written. long: names of functions during which other threads go on,
    each of which takes a millisecond or more.
    """
    if compiles():
        from armada_sim.compiled.calling import machine_functions

        return machine_functions(sources, long)
    return SimpleNamespace(**{name: value for source in sources for name, value in vars(source).items()})


def floats(shape: tuple[int, ...], numbers: Sequence[float] = ()) -> Array:
    """An array that a compiled function takes, or the same where they are not compiled: zeros, or numbers by rows."""
    given = [float(number) for number in numbers] or [0.0] * prod(shape)
    if not compiles():
        return cast("Array", Rows(given, shape))
    import numpy as np

    return np.array(given, dtype=np.float64).reshape(shape)


def integers(shape: tuple[int, ...], numbers: Sequence[int] = ()) -> Ints:
    """The same of integers."""
    given = [int(number) for number in numbers] or [0] * prod(shape)
    if not compiles():
        return cast("Ints", Rows(given, shape))
    import numpy as np

    return np.array(given, dtype=np.int64).reshape(shape)
