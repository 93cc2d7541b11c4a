"""The least disturbance found that opens a closed shot: a search over shooter's motion and line.

For a motion of the shooter and a segment under its large piece the cheapest placement that makes
this segment a clear line is known: the target slides onto its end, each solid slides off it the
short way. The search minimises the largest of these costs. It proves nothing; what it finds is
checked exactly elsewhere. Samples come from a fixed seed, so the result never varies.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armada_sim.shot_closed import edge_normals, penetration
from armada_sim.shot_noise import Noise
from armada_sim.shot_views import Floats, Motion, View
from armada_sim.tolerance import FLIP_LIMIT_MM, FLIP_STEP_MM, IMMOVABLE_COST, OPENING_ROUNDS, OPENING_SAMPLES

_SEED = 20091


@dataclass(frozen=True)
class Opening:
    """A placement, by motions in the gun frame of the view, that should open the shot."""

    view: View
    cost: float
    """mm. About the eps it needs."""

    motions: dict[str, Motion]


def cheapest_opening(view: View, limit: float, hints: Floats | None = None) -> Opening | None:
    """The cheapest placement found that opens this view; None if only immovable things are in the way.

    The search is given up early (None) where it will not come below `limit` mm.
    hints: (xp, angle) of lines from which to start instead of from a grid.
    """
    rng = Noise(_SEED)
    samples = _grid(view) if hints is None else _hinted(hints)
    if view.square:
        samples[:, 4] = math.pi / 2
    costs = _costs(view, samples)
    if costs.min() > view.shooter.radius / 2 and view.shooter.weight > 0:
        samples = np.concatenate((samples, _far_grid(view, float(costs.min()))))
        costs = _costs(view, samples)
    best = np.argsort(costs, kind="stable")[:OPENING_SAMPLES]
    samples, costs = samples[best], costs[best]
    scale = 1.0
    for turn in range(OPENING_ROUNDS):
        if turn > OPENING_ROUNDS // 4 and costs[0] > 1.3 * limit:
            return None
        parents = samples[: OPENING_SAMPLES // 4]
        reach = max(float(costs[0]), FLIP_STEP_MM)
        turning = min(reach / view.shooter.radius, 1.0)
        width = np.array([reach, reach, turning, 4.0, 0.3, 0.3]) * scale
        children = np.repeat(parents, 8, axis=0)
        noise = rng.bell(*children.shape) * width
        noise *= 10.0 ** (-3.0 * rng.uniform(len(children), 1))
        noise[::4, :3] = 0.0
        children = children + noise
        if view.shooter.weight == 0.0:
            children[:, :3] = 0.0
        if view.square:
            children[:, 4] = math.pi / 2
        children[:, 5] = np.clip(children[:, 5], 0.0, 1.0)
        samples = np.concatenate((samples, children))
        costs = np.concatenate((costs, _costs(view, children)))
        best = np.argsort(costs, kind="stable")[:OPENING_SAMPLES]
        samples, costs = samples[best], costs[best]
        scale *= 0.9
    if not costs[0] < FLIP_LIMIT_MM:
        return None
    return _opening(view, samples[0], float(costs[0]))


def _grid(view: View) -> Floats:
    """Starting samples (dx, dy, turn, xp, angle, share of the depth in reach)."""
    starts = np.linspace(view.low, view.high, 13)
    angles = np.array([math.pi / 2]) if view.square else np.linspace(0.15, math.pi - 0.15, 31)
    shares = np.array([0.15, 0.5, 1.0])
    xp, angle, share = (part.ravel() for part in np.meshgrid(starts, angles, shares, indexing="ij"))
    zero = np.zeros_like(xp)
    return np.column_stack((zero, zero, zero, xp, angle, share))


def _far_grid(view: View, cost: float) -> Floats:
    """More starting samples for a far target: the shooter turned any way and shifted towards it."""
    towards = view.part.mean(axis=0) - view.shooter.pivot
    towards = towards / max(float(np.hypot(*towards)), FLIP_STEP_MM) * min(cost, FLIP_LIMIT_MM)
    turns = np.linspace(-math.pi, math.pi, 24, endpoint=False)
    parts = (
        turns,
        np.array([0.2, 0.4, 0.5, 0.6]),
        np.linspace(view.low, view.high, 3),
        np.array([1.2, 1.57, 1.94]),
    )
    turn, shift, xp, angle = (part.ravel() for part in np.meshgrid(*parts, indexing="ij"))
    return np.column_stack((shift * towards[0], shift * towards[1], turn, xp, angle, np.ones_like(xp)))


def _hinted(hints: Floats) -> Floats:
    """Samples along some lines."""
    shares = np.tile(np.linspace(0.05, 1.0, 20), len(hints))
    zero = np.zeros((len(shares), 3))
    return np.column_stack((zero, np.repeat(hints, 20, axis=0), shares))


def _segments(view: View, samples: Floats) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Ends P and Q of each sample's segment where it lies after the shooter's motion, and a mask."""
    xp = np.clip(samples[:, 3], view.low, view.high)
    sine = np.sin(samples[:, 4])
    usable = sine > 0.01
    cotangent = np.cos(samples[:, 4]) / np.where(usable, sine, 1.0)
    depth = np.full(len(samples), np.inf)
    for rest, ax, ay, sigma in view.bounds:
        rate, room = ax * cotangent + ay, rest + (ax + sigma) * xp
        usable &= room >= 0.0
        with np.errstate(all="ignore"):
            depth = np.minimum(depth, np.where(rate < 0, -room / rate, np.inf))
    usable &= np.isfinite(depth) & (depth > FLIP_STEP_MM)
    y = np.where(usable, np.maximum(samples[:, 5] * depth - FLIP_STEP_MM, 0.0), 0.0)
    first = np.column_stack((xp, np.zeros_like(xp)))
    last = np.column_stack((xp + cotangent * y, y))
    return _moved(view, samples, first), _moved(view, samples, last), usable


def _moved(view: View, samples: Floats, points: Floats) -> Floats:
    """Points that move with the shooter, each by its own sample's motion."""
    offset = points - view.shooter.pivot
    cosine, sine = np.cos(samples[:, 2]), np.sin(samples[:, 2])
    x = cosine * offset[:, 0] - sine * offset[:, 1]
    y = sine * offset[:, 0] + cosine * offset[:, 1]
    return np.column_stack((x, y)) + view.shooter.pivot + samples[:, :2]


def _costs(view: View, samples: Floats) -> Floats:
    """mm. The eps each sample needs, about."""
    first, last, usable = _segments(view, samples)
    step = last - first
    length = np.maximum(np.hypot(step[:, 0], step[:, 1]), FLIP_STEP_MM)
    across = np.column_stack((-step[:, 1], step[:, 0])) / length[:, None]
    own = np.zeros(len(samples))
    for corner in view.shooter.corners:
        moved = _moved(view, samples, np.broadcast_to(corner, first.shape)) - corner
        own = np.maximum(own, np.hypot(moved[:, 0], moved[:, 1]))
    costs = _cost(own, view.shooter.weight)
    costs = np.maximum(costs, _cost(_nearest(view.part, last)[0], view.target.weight))
    for piece in view.solids:
        depth = penetration(piece.corners, edge_normals(piece.corners), across, first, last)
        costs = np.maximum(costs, _cost(np.where(depth >= 0, depth + FLIP_STEP_MM, 0.0), piece.weight))
    return np.where(usable, costs, np.inf)


def _cost(needed: Floats, weight: float) -> Floats:
    """The eps at which a piece may be off by what is needed."""
    if weight > 0:
        return needed / weight
    return np.where(needed > 0, IMMOVABLE_COST * (1 + needed), 0.0)


def _nearest(corners: Floats, points: Floats) -> tuple[Floats, Floats]:
    """Distance of each point from a convex polygon (0 inside) and its nearest point there."""
    best = np.full(len(points), np.inf)
    foot = np.zeros_like(points)
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        step = end - start
        square = float(step @ step)
        share = np.clip((points - start) @ step / square, 0.0, 1.0) if square else np.zeros(len(points))
        place = start + share[:, None] * step
        away = np.hypot(*(points - place).T)
        nearer = away < best
        best, foot = np.where(nearer, away, best), np.where(nearer[:, None], place, foot)
    normals = edge_normals(corners)
    if len(corners) > 2:
        inside = ((points @ normals.T) <= (corners @ normals.T).max(axis=0)).all(axis=1)
        best, foot = np.where(inside, 0.0, best), np.where(inside[:, None], points, foot)
    return best, foot


def _opening(view: View, sample: Floats, cost: float) -> Opening:
    """The placement a sample stands for."""
    row = sample[None, :]
    first, last, _ = _segments(view, row)
    motions: dict[str, Motion] = {}
    if sample[:3].any():
        motions[view.shooter.name] = (float(sample[0]), float(sample[1]), float(sample[2]))
    away, foot = _nearest(view.part, last)
    if away[0] > 0:
        dx, dy = (last - foot)[0] * (1 + FLIP_STEP_MM / float(away[0]))
        motions[view.target.name] = (float(dx), float(dy), 0.0)
    for piece in view.solids:
        push = _push(piece.corners, first[0], last[0])
        if push is not None and piece.weight > 0:
            motions[piece.name] = push
    return Opening(view, cost, motions)


def _push(corners: Floats, first: Floats, last: Floats) -> Motion | None:
    """The short way off a segment; None if the polygon is off it."""
    step = last - first
    length = max(float(np.hypot(*step)), FLIP_STEP_MM)
    side = np.array([-step[1], step[0]]) / length
    normals = np.concatenate((edge_normals(corners), [side, -side], [step / length, -step / length]))
    # the polygon leaves against the normal whose support it overlaps least
    depth = (corners @ normals.T).max(axis=0) - np.minimum(first @ normals.T, last @ normals.T)
    best = int(np.argmin(depth))
    if depth[best] < 0:
        return None
    dx, dy = -normals[best] * (depth[best] + FLIP_STEP_MM)
    return float(dx), float(dy), 0.0
