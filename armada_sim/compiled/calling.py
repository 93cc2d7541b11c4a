"""Functions of plain scalar Python compiled: the same sources, made into machine code when they are first called."""

from __future__ import annotations

import ast
import ctypes
import hashlib
import inspect
import json
import os
import struct
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from armada_sim.compiled.functions import Unit
from armada_sim.compiled.kept_code import kept, kept_in
from armada_sim.compiled.machine import described, loaded, machine_code
from armada_sim.compiled.values import (
    BOOL,
    ELEMENTS,
    FLOAT,
    INT,
    LOTS,
    NOTHING,
    NUMBERS,
    Array,
    Group,
    Record,
    size_of,
)
from armada_sim.tabletop import folders

if TYPE_CHECKING:
    import numpy as np


def machine_functions(sources: Iterable[ModuleType], long: Collection[str]) -> SimpleNamespace:
    """`compiled_functions`, where there is what compiles them."""
    found: dict[str, Any] = {}
    for source in sources:
        for name, value in vars(source).items():
            if inspect.isfunction(value) and value.__module__ == source.__name__:
                found[name] = Compiled(value, source, name in long)
            elif not inspect.isfunction(value):
                found[name] = value
    return SimpleNamespace(**found)


class _Ready(NamedTuple):
    """Machine code for arguments of some types."""

    code: Callable[[Any, Any], None]
    arguments: struct.Struct
    result: struct.Struct
    returns: Any


class Compiled:
    """A function of a module, compiled for each types of arguments it is called with.

    Arrays are used as they are; numbers become what the parameters are annotated with. An index must lie within its
    array and count from 0: nothing is looked at, and nothing is raised. Where ARMADA_CHECK_INDICES is set, indices are
    looked at, and the program ends at a wrong one. long: whether other threads go on meanwhile; after each
    call the caller then waits until one of them gives way.
    """

    def __init__(self, function: FunctionType, source: ModuleType, long: bool = False) -> None:
        self.function, self._source, self._long = function, source, long
        self._numbers = Unit().annotated(function)
        self._ready: dict[tuple[Any, ...], _Ready] = {}

    def __call__(self, *given: object) -> Any:
        """What the function returns."""
        kinds = tuple(known or kind_of(each) for known, each in zip(self._numbers, given, strict=True))
        ready = self._ready.get(kinds)
        if ready is None:
            ready = self._ready[kinds] = self._make(kinds)
        slots: list[Any] = []
        for each, kind in zip(given, kinds, strict=True):
            _put(each, kind, slots)
        result = ctypes.create_string_buffer(ready.result.size)
        ready.code(ready.arguments.pack(*slots), ctypes.addressof(result))
        return _taken(ready.returns, iter(ready.result.unpack(result.raw[: ready.result.size])))

    def _make(self, kinds: tuple[Any, ...]) -> _Ready:
        checked = bool(os.environ.get("ARMADA_CHECK_INDICES"))
        digest = hashlib.sha256(repr((kinds, described(), checked)).encode()).hexdigest()
        symbol = f"{self.function.__name__}_{digest[:20]}"

        def made() -> bytes:
            text, returns = Unit(checked).entry(self.function, kinds, symbol)
            return json.dumps(_plain(returns)).encode() + b"\n" + machine_code(text)

        head, _, code = kept(_folder(self._source), symbol, made).partition(b"\n")
        returns = json.loads(head)
        arguments = struct.Struct("".join(_form(kind) for kind in kinds))
        return _Ready(loaded(code, symbol, self._long), arguments, struct.Struct(_result(returns)), returns)


@cache
def _folder(source: ModuleType) -> Path | None:
    """Where what is compiled of a module is kept."""
    return kept_in(file.read_text(encoding="utf-8") for file in deciding(source))


def deciding(source: ModuleType) -> list[Path]:
    """The files that decide what is kept of a module's functions and how it is called: the module, all from which it
    imports, all of this package, which compiles, keeps and loads, packs arguments and unpacks results, and what says
    where the user's folders are."""
    ours = [*sorted(Path(__file__).parent.glob("*.py")), Path(folders.__file__)]
    return [*(Path(each.__file__ or "") for each in _sources(source)), *ours]


def _sources(source: ModuleType) -> list[ModuleType]:
    """A module and all modules from which it imports functions or constants, directly or through others."""
    found = [source]
    for module in found:
        found += [other for other in _imported(module) if other not in found]
    return found


@cache
def _imported(module: ModuleType) -> tuple[ModuleType, ...]:
    """The modules from which it imports, and those that it imports from packages, but for the standard library."""
    imports = (node for node in ast.parse(inspect.getsource(module)).body if isinstance(node, ast.ImportFrom))
    pairs = {(node.module or "", alias.name) for node in imports for alias in node.names}
    names = {name for above, below in pairs for name in (above, f"{above}.{below}")}
    ours = (name for name in sorted(names) if name.split(".")[0] not in sys.stdlib_module_names)
    return tuple(sys.modules[name] for name in ours if name in sys.modules)


def kind_of(value: object) -> Any:
    """The type of an argument, as the compiler knows it."""
    import numpy as np

    if isinstance(value, np.ndarray) and (found := _array(value.dtype, value.ndim, value.flags.c_contiguous)):
        return found
    if isinstance(value, tuple):
        known = _fields(type(value))
        return Record(value._fields, tuple(one or kind_of(each) for one, each in zip(known, value, strict=True)))  # type: ignore[attr-defined]
    for kind, classes in ((BOOL, (bool, np.bool_)), (INT, (int, np.integer)), (FLOAT, (float,))):
        if isinstance(value, classes):
            return kind
    if isinstance(value, np.random.Generator):
        return LOTS
    raise TypeError(f"compiled functions do not take {getattr(value, 'dtype', type(value).__name__)}")


@cache
def _array(element: np.dtype[Any], axes: int, packed: bool) -> Array | None:
    """The type of an array of such elements; None if compiled functions take none. NumPy is slow to name a dtype."""
    return Array(element.name, axes, packed) if element.isnative and element.name in ELEMENTS else None


@cache
def _fields(record: type) -> tuple[Any, ...]:
    """Types of the fields of a named tuple that are numbers; None for the others."""
    return tuple(NUMBERS.get(getattr(hint, "__name__", str(hint))) for hint in record.__annotations__.values())


def _put(value: Any, kind: Any, slots: list[Any]) -> None:
    """Add the parts of an argument to what is handed over."""
    if isinstance(kind, Array):
        slots += (value.ctypes.data, *value.shape)
        if not kind.packed:
            slots += (stride // value.itemsize for stride in value.strides)
    elif isinstance(kind, Record):
        for each, of_it in zip(value, kind.types, strict=True):
            _put(each, of_it, slots)
    elif kind == LOTS:
        slots.append(value.bit_generator.ctypes.bit_generator.value)
    else:
        slots.append(value)


def _form(kind: object) -> str:
    """How the parts of an argument are packed."""
    if isinstance(kind, Record):
        return "".join(_form(each) for each in kind.types)
    return "d" if kind == FLOAT else "q" * size_of(kind)


def _plain(kind: object) -> Any:
    """The type of a result as JSON."""
    return [_plain(each) for each in kind.types] if isinstance(kind, Group) else kind


def _result(returns: Any) -> str:
    """How the parts of a result are unpacked."""
    if isinstance(returns, list):
        return "".join(_result(each) for each in returns)
    return {FLOAT: "d", NOTHING: ""}.get(returns, "q")


def _taken(returns: object, parts: Iterator[Any]) -> Any:
    """A result made of its parts."""
    if isinstance(returns, list):
        return tuple(_taken(each, parts) for each in returns)
    if returns == NOTHING:
        return None
    return bool(next(parts)) if returns == BOOL else next(parts)
