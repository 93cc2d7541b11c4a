"""Areas of polygons, and of what half-planes leave of them, many at once."""

from __future__ import annotations

from armada_sim.firing.margins._arrays import np
from armada_sim.firing.margins.plane import Floats


def area(corners: Floats) -> Floats:
    """mm^2. Areas of counter-clockwise polygons (..., A, 2)."""
    x, y = corners[..., 0], corners[..., 1]
    return np.asarray((x * np.roll(y, -1, axis=-1) - y * np.roll(x, -1, axis=-1)).sum(axis=-1) / 2)


def covered_area(corners: Floats, faces: Floats, limits: Floats) -> Floats:
    """(N, W) mm^2: areas of convex polygons (N, A, 2) within half-planes, normals (J, 2), limits (N, W, J)."""
    n, count, planes = limits.shape
    kept = np.broadcast_to(corners[:, None], (n, count, *corners.shape[1:]))
    empty = np.zeros((n, count), dtype=bool)
    for j in range(planes):
        height = kept @ faces[j] - limits[..., j, None]
        size = height.shape[2]
        begins = (height > 0) & (np.roll(height, 1, axis=2) <= 0)
        order = (begins.argmax(axis=2)[..., None] + np.arange(size)) % size  # what is outside comes first
        height = np.take_along_axis(height, order, axis=2)
        kept = np.take_along_axis(kept, order[..., None], axis=2)
        out = height > 0
        empty |= out.all(axis=2)
        last = np.maximum(out.sum(axis=2) - 1, 0)[..., None]
        leave = _crossing(kept[:, :, -1:], kept[:, :, :1], height[:, :, -1:], height[:, :, :1])
        back = [np.take_along_axis(kept, (last + k)[..., None] % size, axis=2) for k in (0, 1)]
        heights = [np.take_along_axis(height, (last + k) % size, axis=2) for k in (0, 1)]
        enter = _crossing(*back, *heights)
        rest = np.where(out[..., None], enter, kept)
        kept = np.concatenate((np.where(out[:, :, :1, None], leave, kept[:, :, :1]), rest), axis=2)
    return np.where(empty, 0.0, area(kept))


def _crossing(first: Floats, second: Floats, start: Floats, end: Floats) -> Floats:
    """Where the lines from some points to others, at heights of unlike signs, have the height 0."""
    with np.errstate(all="ignore"):
        share = np.clip(np.where((start > 0) != (end > 0), start / (start - end), 0.0), 0.0, 1.0)
    return np.asarray(first + share[..., None] * (second - first))
