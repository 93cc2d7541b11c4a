"""Modules of plain scalar Python compiled: the same source file, run by numba."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import sys
from collections.abc import Callable, Iterable
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

from armada_sim.geometry.kept_code import keep, kept_in
from armada_sim.geometry.kernel import cells, claims, outlines, rasters, scenes


@cache
def compiled() -> SimpleNamespace:
    """All functions of the kernel, compiled."""
    return compiled_functions((outlines, scenes, rasters, cells, claims))


def compiled_functions(sources: Iterable[ModuleType], owners: frozenset[str] | None = None) -> SimpleNamespace:
    """Everything of some modules, the functions compiled. owners: as `compiled_copy` takes them."""
    copies = [vars(_once_for_all(source, owners)) for source in sources]
    return SimpleNamespace(**{name: value for copy in copies for name, value in copy.items()})


@cache
def _once_for_all(source: ModuleType, owners: frozenset[str] | None) -> ModuleType:
    """A module compiled, the same for all who call its functions."""
    return compiled_copy(source, owners)


def compiled_copy(source: ModuleType, owners: frozenset[str] | None = None) -> ModuleType:
    """A second copy of a module with every function compiled (numba, no fastmath).

    The functions are wrapped in the order they are written, so each sees its compiled callees. Functions it imports
    from other modules are compiled too; what is kept from run to run (`kept_code`) is found by the texts of all of them.

    owners: names of the functions that make or are given arrays of their own; None for all. The others, but for those
    that take a generator (`rng`), do not count references to the arrays they are called with. Counting takes an atomic
    instruction for each array at each call that is not inlined: half of the time of a greedy battle. numba refuses to
    compile a function that makes an array and is not named.
    """
    import numba

    njit: Any = numba.njit  # its stubs do not know `_nrt`
    spec = importlib.util.spec_from_file_location(f"{source.__name__}_compiled", source.__file__)
    if spec is None or spec.loader is None:
        raise ImportError(f"the source file of {source.__name__} cannot be found")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # numba's cache looks its functions up by module name
    spec.loader.exec_module(module)
    texts = [inspect.getsource(each) for each in (*_sources(source), sys.modules[__name__])]
    folder = kept_in((*texts, repr(owners and sorted(owners))))
    for name, function in list(vars(module).items()):
        if inspect.isfunction(function) and function.__module__ == spec.name:
            counts = owners is None or name in owners or "rng" in inspect.signature(function).parameters
            dispatcher = njit(_nrt=counts)(function)
            if folder is not None:
                keep(dispatcher, folder)
            setattr(module, name, _once(dispatcher))
        elif inspect.isfunction(function):
            setattr(module, name, getattr(_once_for_all(sys.modules[function.__module__], owners), name))
        elif inspect.isclass(function):
            setattr(module, name, getattr(source, name))  # one type for both copies
    return module


def _sources(source: ModuleType) -> list[ModuleType]:
    """A module and all modules from which it imports functions or constants, directly or through others."""
    found = [source]
    for module in found:
        found += [other for other in _imported(module) if other not in found]
    return found


@cache
def _imported(module: ModuleType) -> tuple[ModuleType, ...]:
    """The modules from which it imports, but for those of the standard library."""
    imports = (node for node in ast.parse(inspect.getsource(module)).body if isinstance(node, ast.ImportFrom))
    names = {node.module or "" for node in imports}
    return tuple(sys.modules[name] for name in sorted(names) if name.split(".")[0] not in sys.stdlib_module_names)


def _once(dispatcher: Any) -> Any:
    """The same function, compiled for types and not again for each constant it is called with.

    numba offers a callee the constants of its caller as types of their own; every function that passes
    them on is then compiled once for each, which takes twice as long and gains nothing.
    """
    from numba.core import types

    unliteral: Callable[[Any], Any] = types.unliteral

    offered = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: offered(
        tuple(unliteral(a) for a in args), {key: unliteral(a) for key, a in dict(kws).items()}
    )
    return dispatcher
