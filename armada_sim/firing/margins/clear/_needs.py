"""What each witness of a clear shot needs, at single placements, and bounded from below over boxes of them.

Frame: axes of the table, origin at the shooter's pivot, mm. Piece 0 is the shooter, piece 1 the target,
the others may block. A placement gives every piece a motion (dx, dy, turn): it turns about the piece's
pivot and then shifts. Every need is a signed number of mm, positive if it is met: how far a point lies inside a shape,
or two shapes lie apart. It changes by no more than the points it is about move, against each other. So within eps it
is met still if it exceeds the sum of what its piece may move and of what the shooter's motion moves points as far from
its pivot as those it is about (`Stage.held`; `margins.plane.swing`). For an area that is its loss over the girth of
the target.

Under the default rules more is asked (`clear._cover`): over a box of motions of one piece, with a centre and
half-widths h. For a direction n and a point that lies at v = c + w when the piece (pivot c) has the central motion,
n v' <= n v + m with

    m = |n_x| h_x + |n_y| h_y + h |n J w| + (h^2 / 2) max(-n w, 0),   h the half-width of the turn,

because sin t <= t and 1 - cos t <= t^2 / 2. Two convex shapes stay apart if for one direction the bounds keep them
apart. A target moved by less than e contains what is left of it after taking e away from each side.

Rounding: a need is a sum of fewer than fifty products of two doubles, one at most the size of the scene and
the other a unit vector's, so `Stage.rounding` covers it with room to spare; so do the doubles of the corners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce

from armada_sim.firing.margins._areas import area, covered_area
from armada_sim.firing.margins._arrays import np
from armada_sim.firing.margins._shapes import by_shape, overlap
from armada_sim.firing.margins.clear._witness import Guns, Shape
from armada_sim.firing.margins.plane import (
    Floats,
    Piece,
    across,
    carried_by,
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

Need = tuple[int, Floats]
"""A piece, and by how many mm (N, W) each witness has what it needs of it in each placement."""


@dataclass(frozen=True)
class Boxes:
    """Boxes of motions of one piece, the others at rest."""

    piece: int
    centre: Floats
    """(N, 3)"""

    half: Floats
    """(N, 3)"""


@dataclass(frozen=True)
class _Spread:
    """Points that a piece carries, over boxes of its motions."""

    now: Floats
    """(N, A, 2): where the boxes' centres put them."""

    lever: Floats
    """(N, A, 2): from the moved pivot."""

    half: Floats
    """(N, 3)"""

    def most(self, n: Floats) -> Floats:
        """(N, D, A): least upper bound known of n v' for directions n (N or 1, D, 2)."""
        value = n @ self.now.swapaxes(1, 2)
        if not self.half.any():
            return np.asarray(value)
        box = (abs(n) * shift_of(self.half)[:, None]).sum(axis=2, keepdims=True)
        turn, lever = turn_of(self.half)[:, None, None], self.lever.swapaxes(1, 2)
        return np.asarray(value + box + turn * abs(across(n) @ lever) + turn**2 / 2 * np.maximum(-(n @ lever), 0.0))

    def each(self, count: int) -> _Spread:
        """The same points as `count` groups, each with a box of its own."""
        now = self.now.reshape(len(self.now) * count, -1, 2)
        return _Spread(now, self.lever.reshape(now.shape), np.repeat(self.half, count, 0))

    def apart(self) -> Floats:
        """(N, A) mm. Most that a point is away from where the box's centre puts it."""
        shift, turn = lengths(shift_of(self.half)), turn_of(self.half)
        return np.asarray(shift[:, None] + turn[:, None] * lengths(self.lever))


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
        near = reduce(np.maximum, [view.matter(eps) for view in self.guns.views])
        return replace(self, left_out=frozenset(k for k in range(2, len(self.pieces)) if not near[k - 2]))

    @cached_property
    def solids(self) -> list[int]:
        """What may block, or must leave room."""
        return [k for k in range(2, len(self.pieces)) if k not in self.left_out]

    @property
    def asked(self) -> list[int]:
        """The piece of every need, but for the few of the target and the shooter."""
        rules = self.guns.rules
        return [TARGET, *self.solids * ((rules.obstruction != "none") + (rules.physical_fit != "virtual"))]

    # single placements

    def needs(self, shape: Shape, motions: Floats) -> list[Need]:
        """Every need of every witness in every placement (N, P, 3)."""
        rules, scene = self.guns.rules, _Placements(self, shape, motions)
        found = [scene.reach()]
        if rules.in_area in ("half", "whole"):
            found.append(scene.cover(whole=rules.in_area == "whole"))
        if rules.obstruction != "none":
            found += scene.sight()
        if rules.physical_fit != "virtual":
            found += [*scene.fit(), (SHOOTER, scene.surface())]
        return found

    def held(self, shape: Shape, eps: float) -> Floats:
        """(W,) mm: by how much each witness has what it needs wherever pieces lie within eps, at least."""
        gun = self.pieces[SHOOTER]
        points = np.concatenate((shape.laid[0], shape.start[0][:, None], shape.end[0][:, None]), axis=1)
        far, least = lengths(points).max(axis=1), np.full(shape.slide.shape[1], np.inf)
        for k, need in self.needs(shape, np.zeros((1, len(self.pieces), 3))):
            piece, own = self.pieces[k], self.pieces[k].weight * eps
            arm = np.maximum(far, lengths(piece.corners).max() + own)
            moved = swing(1.0, arm, arm, gun.radius, eps * gun.weight) + (0.0 if k == SHOOTER else own)
            least = np.minimum(least, need[0] - moved)
        return least

    # boxes of placements

    def spread(self, piece: int, points: Floats, boxes: Boxes) -> _Spread:
        """Points (A, 2) carried by a piece."""
        centre, half = boxes.centre, boxes.half
        if piece != boxes.piece:
            centre, half = np.zeros((1, 3)), np.zeros((1, 3))  # at rest in all the boxes: one is enough
        pivot = self.pieces[piece].pivot
        lever = turned_by(np.broadcast_to(points - pivot, (len(centre), *points.shape)), turn_of(centre))
        return _Spread(lever + pivot + shift_of(centre)[:, None], lever, half)

    def own(self, piece: int, boxes: Boxes) -> _Spread:
        """A piece's own corners."""
        return self.spread(piece, self.pieces[piece].corners, boxes)

    def surely(self, shape: Shape, boxes: Boxes, piece: int) -> Floats:
        """(N or 1, W) mm: by how much each witness has what it needs of one piece all over each box."""
        if piece == TARGET:
            target, end = self.own(TARGET, boxes), self.spread(SHOOTER, shape.end[0], boxes)
            faces = normals(target.now)
            level = (faces @ target.now.swapaxes(1, 2)).max(axis=2) - target.apart().max(axis=1)[:, None]
            return np.asarray((level[:, :, None] - end.most(faces)).min(axis=1))
        count = shape.slide.shape[1]
        solid, line = self.own(piece, boxes), self.spread(SHOOTER, shape.sight[0].reshape(-1, 2), boxes)
        faces = normals(solid.now)
        least, most = -solid.most(faces).max(axis=2), line.most(-faces)
        best = (least[:, :, None] - most.reshape(*most.shape[:2], count, -1).max(axis=3)).max(axis=1)
        group = line.each(count)
        faces = normals(group.now)
        least = -solid.most(-faces.reshape(len(line.now), -1, 2)).max(axis=2)
        most = group.most(faces).max(axis=2).reshape(len(line.now), count, -1)
        return np.asarray(np.maximum(best, (least.reshape(len(least), count, -1) - most).max(axis=2)))


@dataclass(frozen=True)
class _Placements:
    """Witnesses in some placements."""

    stage: Stage
    shape: Shape
    motions: Floats

    def own(self, piece: int, points: Floats | None = None) -> Floats:
        """(N or 1, A, 2): a piece's corners, or some points (A, 2) that it carries."""
        body, motions = self.stage.pieces[piece], self.motions[:, piece]
        lever = (body.corners if points is None else points) - body.pivot
        return np.asarray(carried_by(lever[None], motions if motions.any() else motions[:1]) + body.pivot)

    def carried(self, points: Floats) -> Floats:
        """(N or 1, W, K, 2): points (1, W, K, 2) that the shooter carries."""
        return self.own(SHOOTER, points[0].reshape(-1, 2)).reshape(-1, *points.shape[1:])

    def seen(self, points: Floats) -> Floats:
        """(N, A, 2): points (N or 1, A, 2) of the table as the shooter sees them."""
        motion = self.motions[:, SHOOTER]
        back = points - shift_of(motion)[:, None]
        return turned_by(back, -turn_of(motion))

    def off(self, pieces: Sequence[int], hull: Floats) -> list[Floats]:
        """(N or 1, W) each: how far pieces stay off shapes (N or 1, W, K, 2), along the best direction."""
        found: dict[int, Floats] = {}
        corners = [self.own(k) for k in pieces]
        for group in by_shape([own.shape[1:] for own in corners]):
            rows = max(len(corners[i]) for i in group)
            them = np.stack([np.broadcast_to(corners[i], (rows, *corners[i].shape[1:])) for i in group], axis=1)
            found |= zip(group, -overlap(hull[:, None], them[:, :, None]).swapaxes(0, 1), strict=True)
        return [found[i] for i in range(len(pieces))]

    def under(self, points: Floats) -> Floats:
        """(N, W): how far points (N or 1, A, 2) stay within the large piece."""
        seen, shape = self.seen(points), self.shape
        found = np.full((len(seen), shape.slide.shape[1]), np.inf)
        for faces, limits, mine in self.rooms():
            most = (faces @ seen.swapaxes(1, 2)).max(axis=2)
            found = np.where(mine, (limits - most[:, None]).min(axis=2), found)
        return found

    def rooms(self) -> list[tuple[Floats, Floats, Floats]]:
        """For each view: normals (J, 2) of the large piece's long edges and ends, limits (1, W, J), and whose it is."""
        guns, found = self.stage.guns, []
        _, along, out = guns.axes
        for index, view in enumerate(guns.views):
            faces = view.faces[0] @ np.stack((along[index], out[index]))
            found.append((faces, (self.shape.laid @ faces.T).max(axis=2), self.shape.view == index))
        return found

    def reach(self) -> Need:
        """The end is a point of the target."""
        target, end = self.own(TARGET), self.own(SHOOTER, self.shape.end[0])
        faces = normals(target)
        level = (faces @ target.swapaxes(1, 2)).max(axis=2)[:, :, None]
        return TARGET, np.asarray((level - faces @ end.swapaxes(1, 2)).min(axis=1))

    def cover(self, *, whole: bool) -> Need:
        """All of the target lies under the large piece, or half: then what is covered beyond that over its girth."""
        own, corners = self.own(TARGET), self.stage.pieces[TARGET].corners
        if whole:
            return TARGET, self.under(own)
        most, girth = area(corners), lengths(corners - np.roll(corners, 1, axis=0)).sum()
        seen = self.seen(own)
        found = np.full((len(seen), self.shape.slide.shape[1]), np.inf)
        for faces, limits, mine in self.rooms():
            covered = covered_area(seen, faces, np.broadcast_to(limits, (len(seen), *limits.shape[1:])))
            found = np.where(mine, (covered - most / 2) / girth, found)
        return TARGET, found

    def sight(self) -> list[Need]:
        """Solids stay off the line, or the part of the large piece, that they must not meet."""
        solids = self.stage.solids
        return list(zip(solids, self.off(solids, self.carried(self.shape.sight)), strict=True))

    def fit(self) -> list[Need]:
        """Pieces leave room for the large piece."""
        solids = self.stage.solids
        return list(zip(solids, self.off(solids, self.carried(self.shape.laid)), strict=True))

    def surface(self) -> Floats:
        """(N or 1, W): how far the large piece lies within the surface."""
        laid, origin, domain = self.carried(self.shape.laid), self.stage.guns.pivot, self.stage.domain
        if isinstance(domain, ConvexDomain):
            corners = np.array([[float(x), float(y)] for x, y in domain.corners]) - origin
            faces = edge_normals(corners)
            return np.asarray(((corners @ faces.T).max(axis=0) - laid @ faces.T).min(axis=(2, 3)))
        if isinstance(domain, DiscDomain):
            centre = np.array([float(v) for v in domain.centre]) - origin
            return np.asarray(float(domain.radius) - lengths(laid - centre).max(axis=2))
        found = np.full(laid.shape[:2], np.inf)
        for part in domain.outside if isinstance(domain, SimpleDomain) else ():
            found = np.minimum(found, -overlap(laid, (np.array(part.corners) - origin)[None, None]))
        return found
