"""What each witness of a clear shot needs, bounded from below over boxes of placements.

Frame: axes of the table, origin at the shooter's pivot, mm. Piece 0 is the shooter, piece 1 the target,
the others may block. A placement gives every piece a motion (dx, dy, turn): it turns about the piece's
pivot and then shifts. A box of placements has a centre and half-widths. For a direction n and a point
that lies at v = c + w when the piece (pivot c) has the box's central motion, n v' <= n v + m with

    m = |n_x| h_x + |n_y| h_y + h |n J w| + (h^2 / 2) max(-n w, 0),   h the half-width of the turn,

because sin t <= t and 1 - cos t <= t^2 / 2. If the whole placement keeps corners within the piece's
error e, also n v' <= n v0 + e for its own points, v0 where they are stated to lie (displacements are
affine in the point), and n v' <= n v0 + e sqrt(1 + (|n J w| + (e / 2r) max(-n w, 0))^2 / r^2) for points
the shooter carries (`margins.plane`: |(dx, dy)|^2 + (s r)^2 <= e^2, and a turn moves n v by
s cos(turn/2) n J w - (s^2/2) n w).

Two convex shapes stay apart if for one direction the bounds keep them apart. A target moved by less than
e contains what is left of it after taking e away from each side. Under the large piece, in its own frame,
a point of the target moves by at most the sum of both bounds (and, as the frame turns, h times the
displacement). Every need is a signed number of mm, positive if it is met all over the box.

Rounding: a need is a sum of fewer than fifty products of two doubles, one at most the size of the scene and
the other a unit vector's, so `Stage.rounding` covers it with room to spare; so do the doubles of the corners.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from armada_sim.firing.margins._areas import area, covered_area
from armada_sim.firing.margins._shapes import by_shape, overlap
from armada_sim.firing.margins.clear._witness import Guns, Shape
from armada_sim.firing.margins.plane import (
    Floats,
    Piece,
    across,
    edge_normals,
    lengths,
    normals,
    shift_of,
    swing,
    turn_of,
    turned_by,
)
from armada_sim.geometry import ConvexDomain, DiscDomain, Domain, SimpleDomain

SHOOTER, TARGET = 0, 1


@dataclass(frozen=True)
class _Placed:
    """Points that one piece carries: where they are stated, where the box's centre puts them, its lever."""

    stated: Floats
    """(N or 1, A, 2)"""

    now: Floats
    """(N, A, 2)"""

    lever: Floats
    """(N, A, 2): from the moved pivot."""

    half: Floats
    """(N, 3)"""

    error: float | None
    """mm. How far corners may be off; None: only the box counts."""

    radius: float
    """mm. r of the shooter, 0 for the others, whose own points only are asked about."""

    @property
    def exact(self) -> bool:
        """Whether they are nowhere else."""
        return self.error is None and not self.half.any()

    def most(self, n: Floats) -> Floats:
        """(N, D, A): least upper bound known of n v' for directions n (N or 1, D, 2)."""
        value = n @ self.now.swapaxes(1, 2)
        if self.exact:
            return np.asarray(value)
        box = (np.abs(n) * shift_of(self.half)[:, None]).sum(axis=2, keepdims=True)
        turn = turn_of(self.half)[:, None, None]
        lever = self.lever.swapaxes(1, 2)
        value = value + box + turn * np.abs(across(n) @ lever) + turn**2 / 2 * np.maximum(-(n @ lever), 0.0)
        if self.error is None:
            return np.asarray(value)
        stated = n @ self.stated.swapaxes(1, 2)
        if self.radius:
            arm = np.abs(across(n) @ self.stated.swapaxes(1, 2))
            return np.asarray(np.minimum(value, stated + swing(1.0, arm, -stated, self.radius, self.error)))
        return np.asarray(np.minimum(value, stated + self.error))

    def spread(self, rows: int) -> _Placed:
        """The same for so many boxes."""
        now, lever = (np.broadcast_to(part, (rows, *part.shape[1:])) for part in (self.now, self.lever))
        return _Placed(self.stated, now, lever, np.broadcast_to(self.half, (rows, 3)), self.error, self.radius)

    def each(self, count: int) -> _Placed:
        """The same points as `count` groups, each with a box of its own."""
        now = self.now.reshape(len(self.now) * count, -1, 2)
        stated = np.broadcast_to(self.stated, self.now.shape).reshape(now.shape)
        return _Placed(
            stated, now, self.lever.reshape(now.shape), np.repeat(self.half, count, 0), self.error, self.radius
        )

    def apart(self) -> Floats:
        """(N, A) mm. Most that a point is away from where the box's centre puts it."""
        shift, turn = lengths(shift_of(self.half)), turn_of(self.half)
        return np.asarray(shift[:, None] + turn[:, None] * lengths(self.lever))


Boxes = tuple[Floats, Floats]
"""Centres and half-widths (N, P, 3) of boxes of placements."""


@dataclass(frozen=True)
class Stage:
    """A shot whose pieces may be off."""

    guns: Guns
    pieces: tuple[Piece, ...]
    """Shooter, target, then what may block (a name may come several times, for the parts of an object)."""

    domain: Domain
    rounding: float
    """mm. Needs above this are met beyond doubt."""

    left_out: frozenset[int] = frozenset()
    """Pieces that meet nothing, wherever they lie within the error that is looked at."""

    def within(self, eps: float) -> Stage:
        """The same without pieces that matter in no placement within eps."""
        near = np.any([view.matter(eps) for view in self.guns.views], axis=0)
        return replace(self, left_out=frozenset(k for k in range(2, len(self.pieces)) if not near[k - 2]))

    def carried(self, piece: int, points: Floats, boxes: Boxes, eps: float | None) -> _Placed:
        """Points (N or 1, A, 2) carried by a piece."""
        body, (centre, half) = self.pieces[piece], boxes
        if not (centre[:, piece].any() or half[:, piece].any()):
            centre, half = centre[: len(points)], half[: len(points)]  # at rest in all the boxes: one is enough
        lever = np.broadcast_to(points - body.pivot, (len(centre), *points.shape[1:]))
        lever = turned_by(lever, turn_of(centre[:, piece]))
        now = lever + body.pivot + shift_of(centre[:, piece])[:, None]
        error = None if eps is None else eps * body.weight
        return _Placed(points, now, lever, half[:, piece], error, body.radius if piece == SHOOTER else 0.0)

    def own(self, piece: int, boxes: Boxes, eps: float | None) -> _Placed:
        """A piece's own corners."""
        return self.carried(piece, self.pieces[piece].corners[None], boxes, eps)

    def needs(self, shape: Shape, boxes: Boxes, eps: float | None, only: int | None = None) -> Floats:
        """(C, N, W) mm: every need of every witness over every box; of one piece if `only` is given.

        eps: corners stay within this (times their weights); None: only the boxes count.
        """
        whose = [(demand, [k for k in demand.pieces if only in (None, k)]) for demand in self.demands]
        parts = [part for demand, pieces in whose if pieces for part in demand(self, pieces, shape, boxes, eps)]
        return np.stack(np.broadcast_arrays(*parts))  # what rests in all the boxes has one row

    @cached_property
    def demands(self) -> list[_Demand]:
        """What a witness asks of the pieces."""
        rules, solids = self.guns.rules, [k for k in range(2, len(self.pieces)) if k not in self.left_out]
        found: list[_Demand] = [Reach([TARGET])]
        if rules.in_area in ("half", "whole"):
            found.append(Cover([TARGET]) if rules.in_area == "whole" else Half([TARGET]))
        if rules.obstruction != "none":
            found.append(Sight(solids))
        if rules.physical_fit != "virtual":
            found += [Fit(solids), Surface([SHOOTER])]
        return found

    @property
    def asked(self) -> list[int]:
        """The piece of every need."""
        return [piece for demand in self.demands for piece in demand.pieces]

    # shapes and what they must miss

    def missed(self, solids: list[_Placed], hull: list[_Placed], shape: Shape) -> list[Floats]:
        """How far a convex hull stays off each solid, along the best direction."""
        if all(part.exact for part in (*solids, *hull)):
            found: dict[int, Floats] = {}
            for group in by_shape([solid.now.shape[1:] for solid in solids]):
                found |= zip(group, self._off([solids[i] for i in group], hull, shape), strict=True)
            return [found[i] for i in range(len(solids))]
        return [self.bounded(solid, hull, shape) for solid in solids]

    def _off(self, solids: list[_Placed], hull: list[_Placed], shape: Shape) -> list[Floats]:
        """The same for single placements and solids with as many corners, all at once."""
        rows, count = max(len(part.now) for part in (*solids, *hull)), shape.slide.shape[1]
        them = np.stack([np.broadcast_to(solid.now, (rows, *solid.now.shape[1:])) for solid in solids], axis=1)[
            :, :, None
        ]
        parts = [np.broadcast_to(part.now, (rows, *part.now.shape[1:])).reshape(rows, 1, count, -1, 2) for part in hull]
        return list(-overlap(np.concatenate(parts, axis=3), them).swapaxes(0, 1))

    def bounded(self, solid: _Placed, hull: list[_Placed], shape: Shape) -> Floats:
        """The same over boxes of placements, for one solid."""
        count, n = shape.slide.shape[1], max(len(part.now) for part in hull)
        hull = [part.spread(n) for part in hull]
        faces = normals(solid.now)
        least = -solid.most(faces).max(axis=2)
        parts = [part.most(-faces) for part in hull]
        most = _highest([part.reshape(len(part), faces.shape[1], count, -1) for part in parts])
        best = (least[:, :, None] - most).max(axis=1)
        groups = [part.each(count) for part in hull]
        own = normals(np.concatenate([group.now for group in groups], axis=1))
        least = -solid.most(-own.reshape(n, -1, 2)).max(axis=2)
        most = _highest([group.most(own) for group in groups]).reshape(n, count, -1)
        return np.asarray(np.maximum(best, (least.reshape(len(least), count, -1) - most).max(axis=2)))

    # under the large piece, in its own frame

    def support(self, piece: int, points: Floats, faces: Floats, boxes: Boxes, eps: float | None) -> Floats:
        """(N, J, A): upper bounds of n x over points of a piece, x in the unmoved shooter's place."""
        (centre, half), body, gun = boxes, self.pieces[piece], self.pieces[SHOOTER]
        held = self.carried(piece, points, boxes, None)
        shift, turn = shift_of(half[:, SHOOTER])[:, None], turn_of(half[:, SHOOTER])[:, None, None]
        gone = shift_of(centre[:, SHOOTER])[:, None]
        turned = turned_by(np.broadcast_to(faces, (len(centre), *faces.shape)), turn_of(centre[:, SHOOTER]))
        lever = (held.now - gone).swapaxes(1, 2)
        value = held.most(turned) - turned @ gone.swapaxes(1, 2)
        value = value + (np.abs(turned) * shift).sum(axis=2, keepdims=True)
        value = value + turn * np.abs(across(turned) @ lever) + turn**2 / 2 * np.maximum(-(turned @ lever), 0.0)
        value = value + turn * (held.apart() + lengths(shift))[:, None]
        if eps is None:
            return np.asarray(value)
        own, stated = eps * body.weight, faces @ points.swapaxes(1, 2)
        arm, bend = np.abs(across(faces) @ points.swapaxes(1, 2)) + own, np.maximum(-stated, 0.0) + own
        return np.asarray(np.minimum(value, stated + own + swing(1.0, arm, bend, gun.radius, eps * gun.weight)))

    def rooms(self, shape: Shape) -> list[tuple[Floats, Floats, NDArray[np.bool_]]]:
        """For each view: normals (J, 2) of the large piece's long edges and ends, limits (N, W, J), and whose it is."""
        found = []
        laid = shape.laid
        for index, view in enumerate(self.guns.views):
            mine = shape.view == index
            if not mine.any():
                continue
            _, along, out = (axis[index] for axis in self.guns.axes)
            faces = view.faces[0] @ np.stack((along, out))
            limits = (laid @ faces.T).max(axis=2)
            found.append((faces, limits, mine))
        return found

    def inside(self, piece: int, points: Floats, shape: Shape, boxes: Boxes, eps: float | None) -> Floats:
        """(N, W) mm: how far points of a piece stay within the large piece."""
        found = np.full((len(boxes[0]), shape.slide.shape[1]), np.inf)
        for faces, limits, mine in self.rooms(shape):
            most = self.support(piece, points, faces, boxes, eps).max(axis=2)
            found = np.where(mine, (limits - most[:, None]).min(axis=2), found)
        return found


@dataclass(frozen=True)
class _Demand(ABC):
    """Something that a witness asks of some pieces, one need for each."""

    pieces: list[int]

    @abstractmethod
    def __call__(self, stage: Stage, pieces: list[int], shape: Shape, boxes: Boxes, eps: float | None) -> list[Floats]:
        """(N, W) mm for each of some pieces: by how much each witness has it over each box, see `Stage.needs`."""


class Reach(_Demand):
    """The end is a point of the target."""

    def __call__(self, stage: Stage, pieces: list[int], shape: Shape, boxes: Boxes, eps: float | None) -> list[Floats]:
        target = stage.own(TARGET, boxes, eps)
        end = stage.carried(SHOOTER, shape.end, boxes, eps)

        def inside(corners: Floats, shrunk: Floats) -> Floats:
            faces = normals(corners)
            level = (faces @ corners.swapaxes(1, 2)).max(axis=2) - shrunk
            return np.asarray((level[:, :, None] - end.most(faces)).min(axis=1))

        found = inside(target.now, target.apart().max(axis=1)[:, None])
        if eps is None:
            return [found]
        return [np.maximum(found, inside(target.stated, np.full((1, 1), eps * stage.pieces[TARGET].weight)))]


class Cover(_Demand):
    """All of the target lies under the large piece."""

    def __call__(self, stage: Stage, pieces: list[int], shape: Shape, boxes: Boxes, eps: float | None) -> list[Floats]:
        return [stage.inside(k, stage.pieces[k].corners[None], shape, boxes, eps) for k in pieces]


class Half(_Demand):
    """Half of the target does; a need is what is covered beyond that over the target's girth."""

    def __call__(self, stage: Stage, pieces: list[int], shape: Shape, boxes: Boxes, eps: float | None) -> list[Floats]:
        corners = stage.pieces[TARGET].corners
        whole, girth = area(corners[None])[0], float(lengths(corners - np.roll(corners, 1, axis=0)).sum())
        (centre, _half), found = boxes, np.full((len(boxes[0]), shape.slide.shape[1]), np.inf)
        held = stage.carried(TARGET, corners[None], boxes, None)
        motion = centre[:, SHOOTER]
        lever = turned_by(held.now - shift_of(motion)[:, None], -turn_of(motion))  # where the shooter sees it
        for faces, limits, mine in stage.rooms(shape):
            most = stage.support(TARGET, corners[None], faces, boxes, eps)
            best = np.full(found.shape, -np.inf)
            for seen in [lever] if eps is None else [lever, np.broadcast_to(corners, lever.shape)]:
                moved = (most - faces @ seen.swapaxes(1, 2)).max(axis=2)
                covered = covered_area(seen, faces, limits - moved[:, None])
                best = np.maximum(best, covered)
            found = np.where(mine, (best - whole / 2) / girth, found)
        return [found]


class Sight(_Demand):
    """Solids stay off the line, or the part of the large piece, that they must not meet."""

    def __call__(self, stage: Stage, pieces: list[int], shape: Shape, boxes: Boxes, eps: float | None) -> list[Floats]:
        solids = [stage.own(k, boxes, eps) for k in pieces]
        hull = stage.carried(SHOOTER, _flat(shape.sight), boxes, eps)
        return stage.missed(solids, [hull], shape)


class Fit(_Demand):
    """Pieces leave room for the large piece."""

    def __call__(self, stage: Stage, pieces: list[int], shape: Shape, boxes: Boxes, eps: float | None) -> list[Floats]:
        laid = stage.carried(SHOOTER, _flat(shape.laid), boxes, eps)
        solids = [stage.own(k, boxes, eps) for k in pieces]
        return stage.missed(solids, [laid], shape)


class Surface(_Demand):
    """The large piece lies on the surface."""

    def __call__(self, stage: Stage, pieces: list[int], shape: Shape, boxes: Boxes, eps: float | None) -> list[Floats]:
        count, n = shape.slide.shape[1], len(boxes[0])
        laid = stage.carried(SHOOTER, _flat(shape.laid), boxes, eps)
        origin = stage.guns.pivot
        if isinstance(stage.domain, ConvexDomain):
            corners = np.array([[float(x), float(y)] for x, y in stage.domain.corners]) - origin
            faces = edge_normals(corners)
            level = (corners @ faces.T).max(axis=0)
            most = laid.most(np.broadcast_to(faces, (n, *faces.shape)))
            return [(level[None, :, None] - most).min(axis=1).reshape(n, count, -1).min(axis=2)]
        if isinstance(stage.domain, DiscDomain):
            centre = np.array([float(v) for v in stage.domain.centre]) - origin
            away = lengths(laid.now - centre) + laid.apart()
            if eps is not None:
                gun = stage.pieces[SHOOTER]
                size, stated = lengths(laid.stated), lengths(laid.stated - centre)
                away = np.minimum(away, stated + swing(1.0, size, 0.0, gun.radius, eps * gun.weight))
            return [(float(stage.domain.radius) - away).reshape(len(away), count, -1).min(axis=2)]
        found = np.full((n, count), np.inf)
        if isinstance(stage.domain, SimpleDomain):
            for part in stage.domain.outside:
                points = (np.array(part.corners) - origin)[None]
                still = _Placed(
                    points,
                    np.broadcast_to(points, (n, *points.shape[1:])),
                    np.zeros((n, *points.shape[1:])),
                    np.zeros((n, 3)),
                    None,
                    0.0,
                )
                found = np.minimum(found, stage.bounded(still, [laid], shape))
        return [found]


def _highest(parts: list[Floats]) -> Floats:
    """Maximum over the last axis of all the parts."""
    return np.asarray(np.max([part.max(axis=-1) for part in parts], axis=0))


def _flat(points: Floats) -> Floats:
    """(N, W, K, 2) as (N, W K, 2)."""
    return points.reshape(points.shape[0], -1, 2)
