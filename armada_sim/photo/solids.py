"""The five corners of a lying pyramid: where they lie at a pose, and which of them a camera sees."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.camera import Floats
from armada_sim.table import Dimensions, Footprint, outline

FACES = ((0, 1, 2), (0, 3, 4, 1), (4, 3, 2), (0, 2, 3), (4, 2, 1))
"""Corners of each, counter-clockwise from outside: underneath, base, above, right, left."""

POSE = np.array([100.0, 100.0, 1.0])
"""mm, mm, radians. What the three unknowns of a solid are counted in, so that all are of one size."""

_EDGE_ON = -0.05
"""Sine of the angle by which a face may be turned away and still be taken for seen: a camera is not known exactly."""


def solid(dimensions: Dimensions) -> Floats:
    """(5, 3) mm. Along, across and up from the middle of the base edge; a blunt tip is the middle of its cut."""
    lying = outline(dimensions, Footprint.SOLID3D)
    assert lying.levels is not None
    bottom, top = lying.levels.corners[0], lying.levels.corners[-1]
    height = float(lying.levels.heights[-1])
    corners = ((*bottom[0], 0), (*bottom[-1], 0), (lying.step, 0, 0), (*top[0], height), (*top[-1], height))
    return np.array([[float(part) for part in corner] for corner in corners])


def placed(corners: Floats, poses: Floats) -> Floats:
    """(m, 5, 3) mm. Corners of a solid (5, 3), or of each its own (m, 5, 3), at poses (m, 3): x, y in mm and heading in
    radians."""
    cosine, sine = np.cos(poses[:, 2, None]), np.sin(poses[:, 2, None])
    along, across, up = corners[..., 0], corners[..., 1], corners[..., 2]
    x = poses[:, 0, None] + cosine * along - sine * across
    y = poses[:, 1, None] + sine * along + cosine * across
    return np.stack([x, y, np.broadcast_to(up, x.shape)], axis=-1)


def visible(places: Floats, corners: Floats, edge_on: float = _EDGE_ON) -> NDArray[np.bool_]:
    """(m, 5). Which corners of solids (m, 5, 3) mm no face of their own hides from places (3,) or (m, 3) mm.

    edge_on: sine of the angle to a face, below which it is not seen.
    """
    found = np.zeros(corners.shape[:2], dtype=bool)
    for face in FACES:
        first, second, third = (corners[:, k] for k in face[:3])
        normal, towards = np.cross(second - first, third - first), places - first
        lengths = np.linalg.norm(normal, axis=-1) * np.linalg.norm(towards, axis=-1)
        found[:, list(face)] |= ((normal * towards).sum(axis=-1) > edge_on * lengths)[:, None]
    return found


def shared(corners: Floats, poses: Floats) -> Floats:
    """(3, 3 n). By how much the unknowns of n solids, in `POSE`, move all of them: held still, these keep the frame.

    corners: (n, k, 2) mm, those that lie on the table; poses: (n, 3) mm, mm, radians. The rows are how far the corners
    move along x, along y and about their middle, summed up over all of them; so where no sheet says where they lie,
    their places are said as they lie to each other, laid over the true ones with least squares.
    """
    arms, places = corners - poses[:, None, :2], corners - corners.mean(axis=(0, 1))
    each = np.zeros((len(poses), 3, 3))  # solid, row, unknown
    each[:, 0, 0] = each[:, 1, 1] = corners.shape[1]
    each[:, 0, 2], each[:, 1, 2] = -arms[..., 1].sum(axis=1), arms[..., 0].sum(axis=1)
    each[:, 2, 0], each[:, 2, 1] = -places[..., 1].sum(axis=1), places[..., 0].sum(axis=1)
    each[:, 2, 2] = (places * arms).sum(axis=(1, 2))
    each[:, 2] /= np.sqrt((places**2).sum())
    return np.asarray(np.moveaxis(each * POSE, 0, 1).reshape(3, -1))
