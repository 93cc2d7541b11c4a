"""The least disturbance found that makes a closed shot clear: a search over the shooter's motion and a witness.

For a motion of the shooter and a witness (`shot_witness`) that it carries along, what each other piece has to do is
known: a solid has to leave the line, or the large piece, and moving it straight out is best, since a shape's extent in
any direction changes by at most what its corners move; a target of which a point must be reached slides onto the
end of the line. Only where the target has to be covered (`half`, `whole`) turning it helps, and its motion is searched
for with the rest. The search minimises the largest of these costs. It proves nothing; what it finds is decided exactly.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from armada_sim.shot_closed import edge_normals
from armada_sim.shot_needs import SHOOTER, TARGET, Stage, turned_by
from armada_sim.shot_noise import Noise
from armada_sim.shot_pool import first_pool, kind_of
from armada_sim.shot_views import Floats, Piece
from armada_sim.shot_witness import ACROSS, CARRIED, WITHIN, Ints, Shape, Witnesses, together
from armada_sim.tolerance import (
    FLIP_LIMIT_MM,
    FLIP_STEP_MM,
    IMMOVABLE_COST,
    OPENING_CHILDREN,
    OPENING_PARENTS,
    OPENING_ROUNDS,
    OPENING_SAMPLES,
    OPENING_TRIES,
    OPENING_UNMET,
)

_SEED = 20091


@dataclass(frozen=True)
class Samples:
    """Placements to try, one a row."""

    gun: Floats
    """(N, 3): motions of the shooter."""

    target: Floats
    """(N, 3): motions of the target, used where it has to be covered."""

    witness: Witnesses

    def __len__(self) -> int:
        return len(self.gun)

    def take(self, index: Ints) -> Samples:
        """Some of them."""
        return Samples(self.gun[index], self.target[index], self.witness.take(index))


def joined(parts: list[Samples]) -> Samples:
    """All the placements of some groups."""
    return Samples(
        np.concatenate([p.gun for p in parts]), np.concatenate([p.target for p in parts]),
        together([p.witness for p in parts]),
    )


def moved_away(piece: Piece, motions: Floats) -> Floats:
    """(N,) mm: the farthest any corner of a piece moves."""
    lever = piece.corners - piece.pivot
    now = turned_by(np.broadcast_to(lever, (len(motions), *lever.shape)), motions[:, 2]) + motions[:, None, :2]
    return np.asarray(np.hypot(*np.moveaxis(now - lever, -1, 0)).max(axis=1))


class Opener:
    """The search; it is the same every time."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.covers = stage.guns.rules.in_area in ("half", "whole")
        self.noise = Noise(_SEED)

    def found(self) -> Iterator[Floats]:
        """Motions (P, 3) that should make the shot clear, the best first."""
        samples = self._first()
        costs = self.costs(samples)
        if costs.min() > self.stage.pieces[SHOOTER].radius / 2:
            far = self._far(float(min(costs.min(), FLIP_LIMIT_MM)))
            samples, costs = joined([samples, far]), np.concatenate((costs, self.costs(far)))
        scale = 1.0
        for _ in range(OPENING_ROUNDS):
            order = np.argsort(costs, kind="stable")[:OPENING_SAMPLES]
            samples, costs = samples.take(order), costs[order]
            new = self._children(samples.take(np.arange(min(OPENING_PARENTS, len(samples)))), float(costs[0]), scale)
            samples, costs = joined([samples, new]), np.concatenate((costs, self.costs(new)))
            scale *= 0.9
        order = np.argsort(costs, kind="stable")[:OPENING_TRIES]
        for i in order:
            if costs[i] < FLIP_LIMIT_MM:
                yield self.motions(samples.take(np.array([i])))

    def _first(self) -> Samples:
        """Witnesses of a grid, everything where it is stated to lie."""
        pool = first_pool(self.stage)
        count = len(pool)
        start = Samples(np.zeros((count, 3)), np.zeros((count, 3)), pool)
        if not self.covers or not self.stage.pieces[TARGET].weight:
            return start
        return joined([start, self._covered()])

    def _covered(self) -> Samples:
        """The target under the middle of the large piece, turned some ways; part of the way there; the shooter helping."""
        guns, pivot = self.stage.guns, self.stage.pieces[TARGET].pivot
        corners = self.stage.pieces[TARGET].corners
        tip = self.stage.tip - corners.mean(axis=0)
        heading = float(np.arctan2(tip[1], tip[0]))
        rows, motions, view_of = [], [], []
        for v, view in enumerate(guns.views):
            slides = np.linspace(view.first, view.last, 3 if view.last > view.first else 1)
            along = float(np.arctan2(*guns.axes[1][v][::-1]))
            turns = [math.remainder(along + quarter - heading, 2 * math.pi) for quarter in np.arange(4) * math.pi / 2]
            for slide, depth, turn in itertools.product(slides, (0.15, 0.3, 0.45), [*turns, 0.0]):
                x, y = slide + view.base / 2, depth * view.depth
                place = guns.points(np.array([v]), np.array([x]), np.array([y]))[0]
                centre = turned_by((corners - pivot)[None], np.array([turn]))[0].mean(axis=0) + pivot
                rows.append((slide, x, x, y))
                motions.append((*(place - centre), turn))
                view_of.append(v)
        moves = np.array(motions)
        witness = guns.proper(Witnesses(np.array(view_of), np.full(len(rows), WITHIN), np.array(rows)))
        parts = [Samples(np.zeros_like(moves), share * moves, witness) for share in (1.0, 0.7, 0.45)]
        if self.stage.pieces[SHOOTER].weight:
            parts.append(Samples(-moves / 2, moves / 2, witness))
        return joined(parts)

    def _far(self, cost: float) -> Samples:
        """The shooter turned any way and shifted towards a far target."""
        gun, target = self.stage.pieces[SHOOTER], self.stage.pieces[TARGET]
        if not gun.weight:
            return self._first().take(np.arange(1))
        towards = target.corners.mean(axis=0) - gun.pivot
        towards = towards / np.hypot(*towards) * cost
        guns, found = self.stage.guns, []
        turns, shares = np.meshgrid(np.linspace(-np.pi, np.pi, 24, endpoint=False), (0.2, 0.4, 0.5, 0.6), indexing="ij")
        motions = np.column_stack((np.outer(shares.ravel(), towards), turns.ravel()))
        count = len(motions)
        for v, view in enumerate(guns.views):
            for start in np.linspace(view.low, view.high, 3):
                slide = float(np.clip(start - view.base / 2, view.first, view.last))
                numbers = np.tile((slide, float(start), slide + view.base / 2, view.depth), (count, 1))
                witness = Witnesses(np.full(count, v), np.full(count, kind_of(view.part)), numbers)
                found.append(Samples(motions, np.zeros_like(motions), guns.proper(witness)))
        return joined(found)

    def _children(self, parents: Samples, cost: float, scale: float) -> Samples:
        """Placements near some others: each changes the shooter, the target or the witness, or more of them."""
        stage = self.stage
        children = parents.take(np.repeat(np.arange(len(parents)), OPENING_CHILDREN))
        n = len(children)
        reach = min(max(cost, FLIP_STEP_MM), FLIP_LIMIT_MM)
        size = scale * 10.0 ** (-3.0 * self.noise.uniform(n, 1))
        which = self.noise.uniform(n, 3) < 0.6
        gun = self.noise.bell(n, 3) * size * reach / np.array([1.0, 1.0, max(stage.pieces[SHOOTER].radius, reach)])
        gun *= which[:, :1] * (stage.pieces[SHOOTER].weight > 0)
        target = self.noise.bell(n, 3) * size * reach / np.array([1.0, 1.0, max(stage.pieces[TARGET].radius, reach)])
        target *= which[:, 1:2] * (self.covers and stage.pieces[TARGET].weight > 0)
        numbers = children.witness.numbers + self.noise.bell(n, 4) * size * 6.0 * which[:, 2:]
        witness = stage.guns.proper(replace(children.witness, numbers=numbers))
        return Samples(children.gun + gun, children.target + target, witness)

    def _shape(self, witness: Witnesses) -> Shape:
        shape = self.stage.guns.shape(replace(witness, kind=np.full(len(witness), WITHIN)))
        return Shape(*(getattr(shape, f).swapaxes(0, 1) for f in ("view", "kind", "slide", "start", "end", "sight", "laid", "depth")))

    def costs(self, samples: Samples) -> Floats:
        """mm. The eps each sample needs, about."""
        stage, pieces = self.stage, self.stage.pieces
        centre = np.zeros((len(samples), len(pieces), 3))
        centre[:, SHOOTER], centre[:, TARGET] = samples.gun, samples.target
        boxes = centre, np.zeros_like(centre)
        shape = self._shape(samples.witness)
        costs = _cost(moved_away(pieces[SHOOTER], samples.gun), pieces[SHOOTER].weight)
        unmet = np.zeros(len(samples))
        if self.covers:
            costs = np.maximum(costs, _cost(moved_away(pieces[TARGET], samples.target), pieces[TARGET].weight))
        else:
            away, _ = self._to_target(samples)
            costs = np.maximum(costs, _cost(away, pieces[TARGET].weight))
        for kind, piece in stage.asked:
            if kind == "target" and not self.covers:
                continue
            need = stage._need(kind, piece, shape, boxes, None)[:, 0]
            lacks = np.where(need < FLIP_STEP_MM, FLIP_STEP_MM - need, 0.0)
            if piece > TARGET:
                costs = np.maximum(costs, _cost(lacks, pieces[piece].weight))
            else:
                unmet = np.maximum(unmet, lacks)
        more = OPENING_UNMET * unmet + (0.0 if self.covers else IMMOVABLE_COST)
        return np.asarray(costs + np.where(unmet > 0, more, 0.0))

    def _to_target(self, samples: Samples) -> tuple[Floats, Floats]:
        """Distances and ways (N, 2) from the target's part to the moved ends."""
        stage = self.stage
        shape = stage.guns.shape(samples.witness)
        gun = stage.pieces[SHOOTER]
        ends = turned_by(shape.end[0][:, None] - gun.pivot, samples.gun[:, 2])[:, 0] + gun.pivot + samples.gun[:, :2]
        away, foot = np.full(len(ends), np.inf), np.zeros_like(ends)
        for kind, part in ((WITHIN, stage.pieces[TARGET].corners), (CARRIED, stage.tip[None]), (ACROSS, stage.edge)):
            mine = samples.witness.kind == kind
            if mine.any():
                away[mine], foot[mine] = nearest(part, ends[mine])
        return away, ends - foot

    def motions(self, sample: Samples) -> Floats:
        """(P, 3): the placement a sample stands for."""
        stage, pieces = self.stage, self.stage.pieces
        found = np.zeros((len(pieces), 3))
        found[SHOOTER] = sample.gun[0]
        if self.covers:
            found[TARGET] = sample.target[0]
        else:
            (away,), (way,) = self._to_target(sample)
            if away > 0:
                found[TARGET, :2] = way * (1 + FLIP_STEP_MM / away)
        shape = self._shape(sample.witness)
        gun = pieces[SHOOTER]

        def carried(points: Floats) -> Floats:
            return np.asarray(turned_by((points - gun.pivot)[None], sample.gun[:, 2])[0] + gun.pivot + sample.gun[0, :2])

        hulls = {"sight": carried(shape.sight[0, 0]), "fit": carried(shape.laid[0, 0])}
        for kind, piece in stage.asked:
            if piece <= TARGET or not pieces[piece].weight:
                continue
            centre = found[None].copy()
            need = stage._need(kind, piece, shape, (centre, np.zeros_like(centre)), None)[0, 0]
            if need > 0:
                continue
            push = pushed_off(pieces[piece].corners, hulls[kind])
            if kind == "fit" and self.stage.guns.rules.physical_fit != "must_fit":
                view = int(sample.witness.view[0])
                _, _, out = (axis[view] for axis in stage.guns.axes)
                out = turned_by(out[None, None], sample.gun[:, 2])[0, 0]
                beyond = stage._beyond(piece, shape, (centre, np.zeros_like(centre)), None)[0, 0]
                if -beyond < np.hypot(*push):
                    push = out * (-beyond + FLIP_STEP_MM)
            if np.hypot(*push) > np.hypot(*found[piece, :2]):
                found[piece, :2] = push
        return found


def _cost(needed: Floats, weight: float) -> Floats:
    """The eps at which a piece may be off by what is needed."""
    if weight > 0:
        return np.asarray(needed / weight)
    return np.asarray(np.where(needed > 0, IMMOVABLE_COST * (1 + needed), 0.0))


def pushed_off(corners: Floats, hull: Floats) -> Floats:
    """The shortest shift that takes a polygon off a convex hull."""
    normals = np.concatenate((edge_normals(corners), -edge_normals(hull)))
    depth = (corners @ normals.T).max(axis=0) - (hull @ normals.T).min(axis=0)
    best = int(np.argmin(depth))
    return np.asarray(-normals[best] * (float(depth[best]) + FLIP_STEP_MM))


def nearest(corners: Floats, points: Floats) -> tuple[Floats, Floats]:
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
