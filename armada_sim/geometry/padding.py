"""Polygons as one array, as compiled functions take them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from armada_sim.compiled import floats

if TYPE_CHECKING:
    from armada_sim.geometry.kernel.outlines import Array


def padded(polygons: Sequence[Sequence[tuple[float, float]]]) -> Array:
    """(n, 2, k) x and y of the corners of polygons, the last corner of each repeated; (0, 2, 3) of none."""
    most = max(map(len, polygons), default=3)
    filled = [[corners[min(k, len(corners) - 1)] for k in range(most)] for corners in polygons]
    rows = [corner[axis] for corners in filled for axis in (0, 1) for corner in corners]
    return floats((len(polygons), 2, most), rows)
