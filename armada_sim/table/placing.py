"""Where a piece lies that was measured by its points instead of its pose.

A measured triangle is never exactly a pyramid's. What is ruled on is the rigid piece nearest to the
measurements, rounded to the grid of poses, and how far the measurements miss it is kept.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from armada_sim.geometry import HEADING_GRID_DEG, POSE_GRID_MM, Number, Surd, exact
from armada_sim.table.layout import Pose
from armada_sim.table.pieces import Outline
from armada_sim.tabletop import InputError, Message

_MISFIT_DIGITS = 6
"""Decimals of a misfit in mm: as fine as the grid of poses, so that rounding is no misfit."""


def on_grid(value: Fraction | float, grid: Fraction) -> Decimal:
    """`value` rounded to whole multiples of `grid` (a power of ten), as an exact decimal."""
    return Decimal(round(exact(value) / grid)).scaleb(-len(str(grid.denominator)) + 1)


def _heading_of(vector: complex) -> Decimal:
    """Degrees of a direction, from 0 up to 360, in whole steps of the heading grid."""
    heading = on_grid(math.degrees(cmath.phase(vector)), HEADING_GRID_DEG)
    return heading + 360 if heading < 0 else heading


def fitted(measured: Sequence[Sequence[Number]], outline: Outline) -> tuple[Pose, float]:
    """The pose of a piece and its misfit, from its base midpoint and tip or from its three corners.

    measured: (x, y) in mm, as `from_base_and_tip` and `from_corners` take them; raises InputError as they do.
    """
    return (
        from_base_and_tip(measured[0], measured[1], outline) if len(measured) == 2 else from_corners(measured, outline)
    )


def from_base_and_tip(base: Sequence[Number], tip: Sequence[Number], outline: Outline) -> tuple[Pose, float]:
    """The pose of a piece whose base midpoint and tip were measured, and its misfit.

    base, tip: (x, y) in mm. The base is kept; the tip only gives the direction. The misfit is the
    difference, in mm, between the measured length and the piece's. Raises InputError if the two
    points are the same.
    """
    dx, dy = exact(tip[0]) - exact(base[0]), exact(tip[1]) - exact(base[1])
    if not dx and not dy:
        raise InputError(Message("the tip lies on the base, so it gives no direction"), key="tip")
    vector = complex(float(dx), float(dy))
    pose = Pose(base[0], base[1], _heading_of(vector))
    return pose, round(abs(abs(vector) - float(outline.step)), _MISFIT_DIGITS)


def from_corners(corners: Sequence[Sequence[Number]], outline: Outline) -> tuple[Pose, float]:
    """The pose of the piece nearest to three measured corners, and its misfit.

    corners: (x, y) in mm of the two ends of the base edge, in either order, and of the tip. Nearest
    means least squares over turns and shifts (the piece is not mirrored). The misfit is the largest
    distance, in mm, of a measured corner from the fitted one. Raises InputError if the corners lie
    on one line.
    """
    points = [(exact(x), exact(y)) for x, y in corners]
    (ax, ay), (bx, by), (tx, ty) = points
    area = (bx - ax) * (ty - ay) - (by - ay) * (tx - ax)
    if not area:
        raise InputError(Message("the three corners lie on one line"), key="corners")
    # seen from base to tip the left base corner, the right one and the tip run counter-clockwise
    ordered = points if area > 0 else [points[1], points[0], points[2]]
    measured = [complex(float(x - ax), float(y - ay)) for x, y in ordered]
    tip = (outline.step, Surd(Fraction(0)))
    frame = [outline.corners[-1], outline.corners[0], tip]
    piece = [complex(float(along), float(across)) for along, across in frame]
    vector, shift = _rigid(piece, measured)
    x, y = on_grid(ax + exact(shift.real), POSE_GRID_MM), on_grid(ay + exact(shift.imag), POSE_GRID_MM)
    pose = Pose(x, y, _heading_of(vector))
    turn = cmath.rect(1.0, math.radians(float(pose.heading)))
    origin = complex(float(exact(x) - ax), float(exact(y) - ay))
    misfit = max(abs(origin + turn * p - m) for p, m in zip(piece, measured, strict=True))
    return pose, 0.0 if misfit < 2 * float(POSE_GRID_MM) else round(misfit, _MISFIT_DIGITS)


def _rigid(piece: Sequence[complex], measured: Sequence[complex]) -> tuple[complex, complex]:
    """Turn (a unit number) and shift that bring `piece` nearest to `measured` (Procrustes in the plane)."""
    n = len(piece)
    centre, target = sum(piece) / n, sum(measured) / n
    turn = sum((p - centre).conjugate() * (m - target) for p, m in zip(piece, measured, strict=True))
    turn /= abs(turn)
    return turn, target - turn * centre
