"""A fast floating-point search for a clear line; whatever it finds is proved in balls.

The curves are those of `sight` (u as a function of xp, see there), computed in doubles for all
starts at once. Every cell between neighbouring curves gets one sample; the widest cells that seem
to serve are checked by `sight.Prepared.serves` at the finest precision, so a line that is returned
is clear. None proves nothing: rounding may hide a passage.
"""

from __future__ import annotations

import numpy as np
from flint import arb, ctx
from numpy.typing import NDArray

from armada_sim.geometry import sight
from armada_sim.geometry.sight import Line, Scene
from armada_sim.tolerance import QUICK_COARSE_STARTS, QUICK_TRIES

Floats = NDArray[np.float64]


def _planes(corners: Floats) -> Floats:
    """(a, c, d) of each side of a counter-clockwise polygon; the inside is a x + c y <= d."""
    step = np.roll(corners, -1, axis=0) - corners
    length = np.hypot(step[:, 0], step[:, 1])
    a, c = step[:, 1] / length, -step[:, 0] / length
    return np.column_stack((a, c, a * corners[:, 0] + c * corners[:, 1]))


def _bounds(scene: Scene) -> Floats:
    """(alpha, beta, gamma, delta) of `sight.reach_bounds` as doubles."""
    return np.array([[float(v) for v in bound] for bound in sight.reach_bounds(scene)])


class _Search:
    """One scene in doubles, gun frame, mm."""

    def __init__(self, scene: Scene) -> None:
        def polygon(corners: tuple[sight.BallPoint, ...]) -> Floats:
            return np.array([[float(x), float(y)] for x, y in corners])

        self.target = polygon(scene.target)
        self.target_planes = _planes(self.target)
        shapes = [polygon(corners) for corners in scene.blockers]
        self.solids = [(shape, _planes(shape)) for shape in shapes]
        self.bounds = _bounds(scene)
        low, high = sight.start_range(scene)
        self.low, self.high = float(low), float(high)
        self.curves = self._curves()

    def _curves(self) -> Floats:
        """(n0, n1, m0, m1) of every curve: through corners and crossings, and edges at bounds."""
        points = [self.target]
        a, c, d = self.target_planes.T
        for shape, planes in self.solids:
            points.append(shape)
            e, f, g = (row[None, :] for row in planes.T)
            area = a[:, None] * f - c[:, None] * e
            with np.errstate(all="ignore"):
                x = (d[:, None] * f - c[:, None] * g) / area
                y = (a[:, None] * g - d[:, None] * e) / area
            points.append(np.column_stack((x.ravel(), y.ravel())))
        every = np.concatenate(points)
        every = every[np.isfinite(every).all(axis=1) & (every[:, 1] > 0)]
        one = np.ones(len(every))
        through = np.column_stack((every[:, 0], -one, every[:, 1], 0 * one))
        alpha, beta, gamma, delta = (row[None, :] for row in self.bounds.T)
        a, c, d = a[:, None], c[:, None], d[:, None]
        edges = (c * gamma - alpha * d, c * delta + alpha * a, beta * d - a * gamma, -a * (beta + delta))
        return np.concatenate((through, np.column_stack([part.ravel() for part in np.broadcast_arrays(*edges)])))

    def starts(self, *, every: bool) -> tuple[Floats, Floats]:
        """Samples of xp, one between neighbouring critical values, and the widths of their gaps, mm.

        every: with the crossings of all curves; else only a coarse selection.
        """
        n0, n1, m0, m1 = self.curves.T
        planes = np.concatenate([self.target_planes, *(p for _, p in self.solids)])
        with np.errstate(all="ignore"):
            found = [planes[:, 2] / planes[:, 0], -m0 / m1, -n0 / n1]
            if every:
                i, j = np.triu_indices(len(n0), 1)
                c0 = n0[i] * m0[j] - n0[j] * m0[i]
                c1 = n0[i] * m1[j] + n1[i] * m0[j] - n0[j] * m1[i] - n1[j] * m0[i]
                c2 = n1[i] * m1[j] - n1[j] * m1[i]
                root = np.sqrt(np.maximum(c1 * c1 - 4 * c0 * c2, 0))
                half = -(c1 + np.copysign(root, c1)) / 2
                found += [half / c2, c0 / half]
            else:
                found.append(np.linspace(self.low, self.high, QUICK_COARSE_STARTS))
        values = np.concatenate(found)
        values = np.sort(values[(values > self.low) & (values < self.high)])
        values = np.concatenate(([self.low], values, [self.high]))
        width = np.diff(values)
        kept = width > 0
        return (values[:-1] + width / 2)[kept], width[kept]

    def directions(self, xp: Floats) -> tuple[Floats, Floats]:
        """For each xp the directions u between neighbouring curves, and the widths of the gaps."""
        n0, n1, m0, m1 = (row[None, :] for row in self.curves.T)
        with np.errstate(all="ignore"):
            values = (n0 + n1 * xp[:, None]) / (m0 + m1 * xp[:, None])
        values = np.where(np.isfinite(values), values, 0.0)
        values = np.sort(values, axis=1)
        values = np.column_stack((values[:, 0] - 1, values, values[:, -1] + 1))
        width = np.diff(values, axis=1)
        return values[:, :-1] + width / 2, width

    def depths(self, xp: Floats, u: Floats) -> tuple[Floats, Floats]:
        """Depths (least, greatest) of q on each line; greatest <= least where it does not serve."""
        enter, stop = _span(self.target_planes, xp, u)
        enter = np.maximum(enter, 0.0)
        for alpha, beta, gamma, delta in self.bounds:
            rate, room = alpha + beta * u, gamma + delta * xp
            with np.errstate(all="ignore"):
                most = np.where(rate > 0, room / rate, np.where(room > rate * enter, np.inf, -np.inf))
            stop = np.minimum(stop, most)
        for _, planes in self.solids:
            begin, end = _span(planes, xp, u)
            stop = np.where((end >= begin) & (end >= 0), np.minimum(stop, np.maximum(begin, 0.0)), stop)
        return enter, stop


def _span(planes: Floats, xp: Floats, u: Floats) -> tuple[Floats, Floats]:
    """Depths (enter, leave) of lines in a convex polygon; leave < enter where they miss it."""
    enter, leave = np.full(u.shape, -np.inf), np.full(u.shape, np.inf)
    for a, c, d in planes:
        rate, rest = a * u + c, d - a * xp
        with np.errstate(all="ignore"):
            depth = rest / rate
        leave = np.minimum(leave, np.where(rate > 0, depth, np.where((rate == 0) & (rest < 0), -np.inf, np.inf)))
        enter = np.maximum(enter, np.where(rate < 0, depth, -np.inf))
    return enter, leave


def quick_line(scene: Scene) -> Line | None:
    """A clear line of `scene` (gun frame), proved clear; None if none was found, which proves nothing."""
    if scene.square_only or scene.from_middle or len(scene.target) < 3:
        return None
    with ctx.workprec(sight.FINEST):
        search = _Search(scene)
        if not search.high > search.low:
            return None
        ready = sight.prepare(scene)
        for every in (False, True):
            for xp, u in _candidates(search, every=every):
                start, direction = arb(xp), arb(u)
                depths = ready.serves(start, direction)
                if depths is not None:
                    y = (depths[0] + depths[1]) / 2
                    return Line(start, start + direction * y, y)
    return None


def _candidates(search: _Search, *, every: bool) -> list[tuple[float, float]]:
    """Lines (xp, u) that serve in doubles, those in the widest cells first."""
    xp, gap = search.starts(every=every)
    if not len(xp):
        return []
    u, width = search.directions(xp)
    start = np.broadcast_to(xp[:, None], u.shape)
    with np.errstate(all="ignore"):
        enter, stop = search.depths(start, u)
        depth = np.minimum(stop - enter, 1.0)
    row, column = np.nonzero((depth > 0) & (width > 0))
    size = width[row, column] * gap[row] * depth[row, column]
    best = np.argsort(-size, kind="stable")[:QUICK_TRIES]
    return [(float(xp[row[i]]), float(u[row[i], column[i]])) for i in best]
