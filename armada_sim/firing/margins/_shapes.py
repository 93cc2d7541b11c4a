"""How deep convex shapes overlap, and how far apart they are, many pairs at a time; doubles, mm.

Corners are counter-clockwise, in arrays (..., K, 2); those that coincide count once.
"""

from __future__ import annotations

from collections.abc import Sequence

from armada_sim.firing.margins._arrays import np
from armada_sim.firing.margins.plane import Floats, hypotenuses, lengths, normals
from armada_sim.geometry import FLIP_STEP_MM

SOLIDS_AT_ONCE = 24
"""Solids compared with many shapes at once: few enough for the arrays to stay in the processor's cache."""


def by_shape(shapes: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """Indices of equal shapes together, `SOLIDS_AT_ONCE` at most."""
    found: dict[tuple[int, ...], list[list[int]]] = {}
    for i, shape in enumerate(shapes):
        groups = found.setdefault(shape, [[]])
        if len(groups[-1]) == SOLIDS_AT_ONCE:
            groups.append([])
        groups[-1].append(i)
    return [group for groups in found.values() for group in groups]


def overlap(a: Floats, b: Floats) -> Floats:
    """(...) mm: how deep convex shapes (..., A, 2), (..., B, 2) overlap: the shortest push that parts them.

    Below 0 they are apart, by at least so much.
    """
    least = np.full(np.broadcast_shapes(a.shape[:-2], b.shape[:-2]), np.inf)
    first, second = _coordinates(a, least.ndim), _coordinates(b, least.ndim)
    for (x, y), (px, py) in ((first, second), (second, first)):  # a corner at a time: numpy's fast way
        step_x, step_y = np.concatenate((x[1:], x[:1])) - x, np.concatenate((y[1:], y[:1])) - y
        size = hypotenuses(step_x, step_y)
        flat = size == 0
        size[flat] = 1.0
        nx, ny = step_y / size, -step_x / size
        far = np.where(flat, np.inf, _most(nx, ny, x, y, np.maximum))
        least = np.minimum(least, (far - _most(nx, ny, px, py, np.minimum)).min(axis=0))
    return least


def overlaps(a: Floats, b: Floats) -> Floats:
    """(N, M) mm: the same of each of some shapes (N, A, 2) and each of others (M, B, 2); -inf where circles about them
    are apart."""
    (first, far), (second, reach) = _circles(a), _circles(b)
    away = first[:, None] - second
    near = np.flatnonzero((away * away).sum(axis=2) <= (far[:, None] + reach) ** 2)
    found = np.full(len(a) * len(b), -np.inf)
    if len(near):
        found[near] = overlap(a[near // len(b)], b[near % len(b)])
    return found.reshape(len(a), len(b))


def _circles(shapes: Floats) -> tuple[Floats, Floats]:
    """(N, 2), (N,) mm: middles and radii of circles that hold shapes (N, K, 2)."""
    middle = shapes.mean(axis=1)
    return middle, lengths(shapes - middle[:, None]).max(axis=1)


def _coordinates(shape: Floats, axes: int) -> tuple[Floats, Floats]:
    """The x and y (A, ...) of corners (..., A, 2), with so many axes behind."""
    rest = shape.ndim - 2
    turned = shape.transpose(rest + 1, rest, *range(rest)).copy()
    x, y = turned.reshape(2, shape.shape[rest], *[1] * (axes - rest), *shape.shape[:rest])
    return x, y


def _most(nx: Floats, ny: Floats, x: Floats, y: Floats, which: np.ufunc) -> Floats:
    """The greatest or least product of normals with the corners (K, ...)."""
    found = nx * x[0] + ny * y[0]
    for corner in range(1, len(x)):
        found = which(found, nx * x[corner] + ny * y[corner])
    return np.asarray(found)


def apart(a: Floats, b: Floats) -> Floats:
    """(N,) mm: distance of the same; 0 or less if they meet."""
    gap = -overlap(a, b)
    out = np.flatnonzero((gap > 0) | np.isinf(gap))
    if len(out):
        c, d = (np.broadcast_to(shape, (len(gap), *shape.shape[1:]))[out] for shape in (a, b))
        away = _to_edges(d, c)
        gap[out] = away if c.shape[1] == 1 else np.minimum(_to_edges(c, d), away)  # a point has no edges
    return gap


def _to_edges(a: Floats, b: Floats) -> Floats:
    """(...) mm: least distance of corners of b from edges of a."""
    least = np.full(np.broadcast_shapes(a.shape[:-2], b.shape[:-2]), np.inf)
    (x, y), (px, py) = _coordinates(a, least.ndim), _coordinates(b, least.ndim)
    step_x, step_y = np.concatenate((x[1:], x[:1])) - x, np.concatenate((y[1:], y[:1])) - y
    square = np.maximum(step_x * step_x + step_y * step_y, np.finfo(float).tiny)
    for corner in range(len(px)):
        off_x, off_y = px[corner] - x, py[corner] - y
        share = np.minimum(np.maximum((off_x * step_x + off_y * step_y) / square, 0.0), 1.0)
        off_x, off_y = off_x - share * step_x, off_y - share * step_y
        least = np.minimum(least, (off_x * off_x + off_y * off_y).min(axis=0))
    return np.asarray(np.sqrt(least))


def pushed(corners: Floats, shape: Floats, past: float = FLIP_STEP_MM) -> Floats:
    """(N, 2): the shortest shifts that take convex polygons off convex shapes, and so much past; 0 if they are off."""
    gaps, ways = [], []
    for one, two, sign in ((corners, shape, -1.0), (shape, corners, 1.0)):
        n = normals(one)
        gap = (n @ two.swapaxes(1, 2)).min(axis=2) - (n @ one.swapaxes(1, 2)).max(axis=2)
        gaps.append(np.where(n.any(axis=2), gap, -np.inf))
        ways.append(np.broadcast_to(sign * n, (*gap.shape, 2)))
    gap, way = np.concatenate(gaps, axis=1), np.concatenate(ways, axis=1)
    rows, best = np.arange(len(gap)), gap.argmax(axis=1)
    return np.asarray(way[rows, best] * np.maximum(past - gap[rows, best], 0.0)[:, None])


def towards(corners: Floats, shape: Floats) -> Floats:
    """(N, 2): the shortest shifts that take convex polygons, or parts of such, to convex shapes; 0 if they meet."""
    ways = []
    for one, two, sign in ((corners, shape, 1.0), (shape, corners, -1.0)):
        step, off = (np.roll(one, -1, axis=1) - one)[:, None], two[:, :, None] - one[:, None]
        square = np.maximum((step * step).sum(axis=3), np.finfo(float).tiny)
        share = np.clip((off * step).sum(axis=3) / square, 0.0, 1.0)
        gap = sign * (off - share[..., None] * step)
        ways.append(gap.reshape(len(gap), -1, 2))
    way = np.concatenate(ways, axis=1)
    nearest = way[np.arange(len(way)), lengths(way).argmin(axis=1)]
    return np.where((apart(corners, shape) <= 0)[:, None], 0.0, nearest)
