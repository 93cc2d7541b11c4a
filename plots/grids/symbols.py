"""Symbols of the kinds of piece, shapes in a box from -1 to 1: distinct in outline at any size, without colour."""

from __future__ import annotations

from functools import cache

import shapely
from shapely import affinity

_CROWN = ((-0.85, -0.75), (0.85, -0.75), (1, 0.55), (0.45, 0.02), (0, 0.85), (-0.45, 0.02), (-1, 0.55))
_SHIELD = (
    (-0.8, 0.9), (0.8, 0.9), (0.8, 0.1), (0.64, -0.35), (0.36, -0.72), (0, -1), (-0.36, -0.72), (-0.64, -0.35),
    (-0.8, 0.1),
)  # fmt: skip
_HORSE = (
    (-0.6, -0.95), (0.8, -0.95), (0.85, -0.4), (0.75, 0.15), (0.5, 0.55), (0.15, 0.8), (-0.05, 1), (-0.22, 0.72),
    (-0.5, 0.5), (-0.72, 0.1), (-0.98, -0.2), (-0.88, -0.5), (-0.62, -0.52), (-0.4, -0.28), (-0.02, -0.2),
    (-0.15, -0.45), (-0.5, -0.7),
)  # fmt: skip


def _bow() -> shapely.Geometry:
    """A drawn bow with its arrow, pointing up to the right."""
    circle = shapely.Point(-0.55, 0).buffer(1.15, quad_segs=24).exterior
    wood = circle.intersection(shapely.box(0.05, -1, 1, 1)).buffer(0.17, cap_style="flat")
    string = shapely.LineString([(0.08, 0.95), (-0.5, 0), (0.08, -0.95)]).buffer(0.07, cap_style="flat")
    shaft = shapely.LineString([(-0.75, 0), (0.85, 0)]).buffer(0.11, cap_style="flat")
    head = shapely.Polygon([(0.7, 0.32), (1.15, 0), (0.7, -0.32)])
    return affinity.scale(
        affinity.rotate(shapely.union_all([wood, string, shaft, head]), 45, origin=(0.2, 0)), 0.92, 0.92
    )


@cache
def symbol(kind: str) -> shapely.Geometry:
    """The shape of a kind: king, infantry, cavalry, archers, healer. Raises KeyError."""
    cross = shapely.union(shapely.box(-0.3, -0.9, 0.3, 0.9), shapely.box(-0.9, -0.3, 0.9, 0.3))
    eye = shapely.Point(-0.34, 0.28).buffer(0.09)
    return {
        "king": shapely.Polygon(_CROWN), "infantry": shapely.Polygon(_SHIELD),
        "cavalry": shapely.Polygon(_HORSE).difference(eye), "archers": _bow(), "healer": cross,
    }[kind]  # fmt: skip


def placed(kind: str, centre: tuple[float, float], half: float, *, lying: bool = False) -> shapely.Geometry:
    """A symbol around a point, as large as a box of `half` to every side; lying on its side for a wound."""
    shape = symbol(kind)
    left, bottom, right, top = shapely.bounds(shape)
    shape = affinity.translate(shape, -(left + right) / 2, -(bottom + top) / 2)
    turned = affinity.rotate(shape, 90, origin=(0, 0)) if lying else shape
    return affinity.translate(affinity.scale(turned, half, half, origin=(0, 0)), *centre)
