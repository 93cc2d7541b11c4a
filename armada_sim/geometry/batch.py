"""The kernel compiled: the same source file, run by numba."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from functools import cache
from types import ModuleType

from armada_sim.geometry import kernel


@cache
def compiled() -> ModuleType:
    """A second copy of the module `kernel` with every function compiled (numba, no fastmath).

    The functions are wrapped in the order they are written, so each sees its compiled callees.
    """
    import numba

    spec = importlib.util.spec_from_file_location("armada_sim.geometry.kernel_compiled", kernel.__file__)
    if spec is None or spec.loader is None:
        raise ImportError("the geometry kernel's source file cannot be found")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # numba's cache looks its functions up by module name
    spec.loader.exec_module(module)
    for name, function in list(vars(module).items()):
        if inspect.isfunction(function):
            setattr(module, name, numba.njit(cache=True)(function))
    return module
