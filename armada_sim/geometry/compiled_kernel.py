"""The kernel compiled: what bulk callers call."""

from functools import cache
from types import SimpleNamespace

from armada_sim.compiled import compiled_functions
from armada_sim.geometry.kernel import cells, claims, outlines, rasters, scenes


@cache
def compiled() -> SimpleNamespace:
    """All functions of the kernel, compiled."""
    return compiled_functions((outlines, scenes, rasters, cells, claims))
