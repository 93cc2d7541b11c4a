"""A shot as the margins see it: plain doubles in the frame of one gun side, and how pieces may move.

A `View` is one way a shot could be clear: a side, an interval of slides of the large piece and a
part of the target. The shot is clear iff one of its views is. Frame: the gun frame of the
*unmoved* shooter (x along the side, y outwards, mm); the table, the surface and the obstacles are
at rest in it, the shooter moves like any other piece.

A *motion* (dx, dy, turn) turns a piece about its pivot and then shifts it by (dx, dy). For
weights mu_k >= 0 that sum to 1, corners v_k, pivot c = sum mu_k v_k, r^2 = sum mu_k |v_k - c|^2
and s = 2 sin(turn/2), the mean of the squared corner displacements is dx^2 + dy^2 + (s r)^2, so
every motion that moves no corner by more than e has dx^2 + dy^2 + (s r)^2 <= e^2. That inequality
is all the lower bounds use of the shooter's motion.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import Final

from armada_sim.firing import guns
from armada_sim.firing.broadsides import ShotCase
from armada_sim.firing.guns import GunSide
from armada_sim.firing.margins._arrays import NDArray, np
from armada_sim.geometry import FINEST, MARGIN_SLACK_MM, POSE_DIGITS, ROUNDING_SHARE, Body, Point, working_at
from armada_sim.table import Obstacle, Pose, Ship

OPEN_BISECTIONS: Final = 7
"""Bisections of the margin in each direction that proves more than those before."""

FLIP_LIMIT_MM: Final = 2e4
"""mm. No flip is searched for beyond this; a table is smaller."""

OPEN_STEP: Final = 0.01
"""Share by which another way to prove an open shot must be better to be looked at."""

Floats = NDArray[np.float64]
Motion = tuple[float, float, float]
"""(dx, dy, turn): mm and radians, turned counter-clockwise in the gun frame about the pivot first."""

Axes = tuple[Point, Point, Point]
"""mm. Origin and directions of a frame, see `GunSide.axes_float`."""

TABLE: Final[Axes] = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))
"""mm. The table's own."""


def greatest(holds: Callable[[float], bool], good: float, bad: float) -> float:
    """About the largest eps (mm), at least `good`, at which something holds that holds at all smaller ones."""
    while bad < FLIP_LIMIT_MM and holds(bad):
        good, bad = bad, 2 * bad
    for _ in range(OPEN_BISECTIONS):
        middle = (good + bad) / 2
        good, bad = (middle, bad) if holds(middle) else (good, middle)
    return good


@dataclass(frozen=True)
class Piece:
    """Something that lies on the table, in the gun frame."""

    name: str
    weight: float
    """Share of the margin by which it may be off; 0 if it cannot move."""

    corners: Floats
    """mm, (n, 2), counter-clockwise."""

    @cached_property
    def pivot(self) -> Floats:
        """mm. The point motions turn it about (see `pivot_of`)."""
        return pivot_of(self.corners)[0]

    @cached_property
    def radius(self) -> float:
        """mm. r of the module's inequality."""
        return pivot_of(self.corners)[1]

    def moved(self, motions: Floats) -> Floats:
        """(N, A, 2): its corners after each of some motions (N, 3)."""
        return np.asarray(carried_by((self.corners - self.pivot)[None], motions) + self.pivot)

    def displacement(self, motion: Motion) -> float:
        """mm. The farthest any of its corners moves."""
        return float(lengths(turned(self.corners, self.pivot, motion) - self.corners).max())


def shift_of(motions: Floats) -> Floats:
    """(..., 2) mm: view of the shifts of motions (..., 3)."""
    return motions[..., :2]


def turn_of(motions: Floats) -> Floats:
    """(...) radians: view of their turns."""
    return motions[..., 2]


def lengths(steps: Floats) -> Floats:
    """(...) of vectors (..., 2)."""
    return hypotenuses(steps[..., 0], steps[..., 1])


def hypotenuses(x: Floats | float, y: Floats | float) -> Floats:
    """(...) of vectors given by their coordinates; rounded alike everywhere, which NumPy's own are not."""
    return np.asarray(np.sqrt(x * x + y * y))


def turned_by(points: Floats, angle: Floats) -> Floats:
    """Points (N or 1, ..., 2) turned about the origin by N angles."""
    shape = (-1,) + (1,) * (points.ndim - 2)
    c, s = np.cos(angle).reshape(shape), np.sin(angle).reshape(shape)
    x, y = points[..., 0], points[..., 1]
    found = np.empty((len(angle), *points.shape[1:]))
    found[..., 0], found[..., 1] = c * x - s * y, s * x + c * y
    return found


def carried_by(lever: Floats, motions: Floats) -> Floats:
    """(N, A, 2): points (N or 1, A, 2) after a turn about the origin and a shift, motions (N, 3)."""
    return np.asarray(turned_by(lever, turn_of(motions)) + shift_of(motions)[:, None])


def turned(points: Floats, pivot: Floats, motion: Motion) -> Floats:
    """Points (A, 2) after one motion about `pivot`."""
    return np.asarray(carried_by((points - pivot)[None], np.array([motion]))[0] + pivot)


def across(n: Floats) -> Floats:
    """J n, a quarter turn counter-clockwise."""
    return np.stack((-n[..., 1], n[..., 0]), axis=-1)


def pivot_of(corners: Floats) -> tuple[Floats, float]:
    """The pivot with the largest r: the circumcentre of an acute triangle, else the centroid."""
    if len(corners) == 3:
        squares = [float(((corners[i - 1] - corners[i - 2]) ** 2).sum()) for i in range(3)]
        shares = np.array([q * (sum(squares) - 2 * q) for q in squares])
        if shares.min() > 0:
            shares /= shares.sum()
            pivot = shares @ corners
            return pivot, math.sqrt(float(shares @ ((corners - pivot) ** 2).sum(axis=1)))
    pivot = corners.mean(axis=0)
    return pivot, math.sqrt(float(((corners - pivot) ** 2).sum(axis=1).mean()))


def edge_normals(corners: Floats) -> Floats:
    """Outward unit normals of a counter-clockwise polygon; none for a point, two for a segment."""
    return np.asarray(normals(corners)[(np.roll(corners, -1, axis=0) != corners).any(axis=1)])


def normals(corners: Floats) -> Floats:
    """(..., A, 2): outward unit normals of counter-clockwise polygons, both of segments; 0 where corners coincide."""
    step = np.roll(corners, -1, axis=-2) - corners
    size = np.maximum(lengths(step), np.finfo(float).tiny)
    return np.stack((step[..., 1], -step[..., 0]), axis=-1) / size[..., None]


def longest_arm(piece: Piece) -> float:
    """mm. Distance of its farthest corner from its pivot."""
    return float(lengths(piece.corners - piece.pivot).max())


def most_turn(piece: Piece, error: float) -> float:
    """Radians. Most that a piece can turn while no corner moves farther than `error` (`margins.plane`)."""
    return 2 * math.asin(error / (2 * piece.radius)) if error < 2 * piece.radius else math.pi


def swing(shift: float, arm: Floats, bend: Floats | float, radius: float, error: float) -> Floats:
    """mm. Most that a bound can gain from the shooter's motion within `error`; convex in arm and bend.

    The gain is a tau + s cos(turn/2) (a J w) - (s^2/2) (a w): at most shift sqrt(error^2 - (s r)^2) + s arm +
    s^2/2 bend for some s <= error / r, and so by the Cauchy-Schwarz inequality at most this.
    """
    return np.asarray(error * hypotenuses(shift, (arm + error / (2 * radius) * np.maximum(bend, 0.0)) / radius))


@dataclass(frozen=True)
class View:
    """One way a shot could be clear; doubles, gun frame, mm."""

    gun: GunSide
    length: float
    """Length of the side."""

    low: float
    high: float
    """Where on the side a line may start."""

    first: float
    last: float
    """The interval of slides."""

    base: float
    slopes: tuple[tuple[float, float], ...]
    """(k, c) of each long edge of the large piece, see `sight`."""

    depth: float
    blunt: bool
    """Whether the large piece's tip is cut off at that depth."""

    shooter: Piece
    target: Piece
    """The whole target."""

    part: Floats
    """Corners of the part of it that must be reached (all of it, an edge or a point)."""

    solids: tuple[Piece, ...]
    """What blocks."""

    laid_on: tuple[Piece, ...] = ()
    """What the large piece may not lie on (physical_fit): first what could block, then the rest."""

    @cached_property
    def rounding(self) -> float:
        """mm. More than doubles lose in sums of a few dozen products (see `ROUNDING_SHARE`)."""
        pieces = (self.shooter, self.target, *self.solids, *self.laid_on)
        return ROUNDING_SHARE * (2 * max(float(abs(piece.corners).max()) for piece in pieces) + FLIP_LIMIT_MM)

    @cached_property
    def bounds(self) -> list[tuple[float, float, float, float]]:
        """(r, ax, ay, sigma): r + ax x + ay y + sigma xp >= 0 is needed of q = (x, y), p = (xp, 0).

        Together: some slide covers p and q (the slide is eliminated, see `sight`).
        """
        found = [(0.0, 0.0, 1.0, 0.0), (-self.low, 0.0, 0.0, 1.0), (self.high, 0.0, 0.0, -1.0)]
        for k, c in self.slopes:
            found += [(self.last + self.base + c, -1.0, -k, 0.0), (c - self.first, 1.0, -k, 0.0)]
            found += [(self.base + c, -1.0, -k, 1.0), (self.base + c, 1.0, -k, -1.0)]
            found += [(self.base + c + inset, 0.0, -(k + other), 0.0) for other, inset in self.slopes]
        if self.blunt:
            found.append((self.depth, 0.0, -1.0, 0.0))
        return found

    def inset(self, depth: Floats) -> Floats:
        """mm. How far inside the base's ends the large piece's edges are at some depths."""
        return np.asarray(reduce(np.maximum, [k * depth - c for k, c in self.slopes]))

    @cached_property
    def faces(self) -> tuple[Floats, Floats]:
        """(J, 2), (J,) mm: outward unit normals of the large piece's long edges and ends, and limits, unslid."""
        sides = [(s / math.hypot(1.0, k), k / math.hypot(1.0, k)) for k, _ in self.slopes for s in (1.0, -1.0)]
        ends = [level / math.hypot(1.0, k) for k, c in self.slopes for level in (self.base + c, c)]
        tip = [(0.0, 1.0)] if self.blunt else []
        return np.array([*sides, (0.0, -1.0), *tip]), np.array([*ends, 0.0, *([self.depth] if self.blunt else [])])

    @cached_property
    def swept(self) -> Floats:
        """Corners of the large piece at the first and last slide: their hull holds it at every one, and every line."""
        return np.concatenate(outlines(self, np.array([self.first, self.last]), np.full(2, self.depth)))

    @cached_property
    def _away(self) -> Floats:
        """(L,) mm. How far outside that hull each piece of `laid_on` lies, or less."""
        flat = np.array([[0.0, 1.0], [0.0, -1.0]])
        own = np.concatenate((edge_normals(self.swept[: len(self.swept) // 2]), flat))
        found = []
        for piece in self.laid_on:
            normals = np.concatenate((own, -edge_normals(piece.corners)))
            found.append(float(((piece.corners @ normals.T).min(axis=0) - (self.swept @ normals.T).max(axis=0)).max()))
        return np.array(found)

    def matter(self, eps: float) -> NDArray[np.bool_]:
        """(L,): which pieces of `laid_on` may meet the large piece in some placement within eps.

        What the shooter carries at a distance a from its pivot moves by no more than |(dx, dy)| + |s| a, so by the
        inequality of the module by no more than e hypot(1, a / r).
        """
        gun = self.shooter
        arm = lengths(self.swept - gun.pivot).max()
        errors = eps * np.array([piece.weight for piece in self.laid_on])
        return np.asarray(self._away <= swing(1.0, arm, 0.0, gun.radius, eps * gun.weight) + errors + self.rounding)

    def within(self, eps: float) -> View:
        """The same without solids that matter in no placement within eps."""
        kept = tuple(itertools.compress(self.solids, self.matter(eps)))  # `solids` come first
        return self if len(kept) == len(self.solids) else replace(self, solids=kept)


def outlines(view: View, slide: Floats, depth: Floats) -> Floats:
    """(N, K, 2) mm: the large piece at slides, up to some depths; counter-clockwise."""
    shoulders = [(c - d) / (k - m) for (m, d), (k, c) in itertools.pairwise(view.slopes)]
    height = np.minimum(np.array([0.0, *shoulders, view.depth]), depth[:, None])
    inset = view.inset(height)
    left = slide[:, None] + inset
    right = np.maximum(left, slide[:, None] + view.base - inset)  # edges may cross at a tip by what rounding loses
    x, y = np.concatenate((right, left[:, ::-1]), axis=1), np.concatenate((height, height[:, ::-1]), axis=1)
    return np.stack((x, y), axis=-1)


def views(case: ShotCase, weights: Mapping[str, float]) -> list[View]:
    """Every way the shot could be clear; empty if no side is armed."""
    template = guns.large_template(case.rules)
    found = []
    for side in case.sides:
        gun = GunSide(case.shooter, case.rules.outline(case.shooter.size), side)
        with working_at(FINEST):
            slides = [(float(s), float(t)) for s, t in guns.base_slides(gun, template)]
            slopes = tuple((float(k), float(c)) for k, c in template.lines())
            corners = gun.to_frame(case.body(case.target).balls())
            part = np.array([[float(x), float(y)] for x, y in corners])
        pieces = tuple(_pieces(case.ships, case.obstacles, case, gun, weights))
        solids = () if case.rules.obstruction == "none" else pieces
        passed = tuple(_pieces(case.passed_ships, case.passed_obstacles, case, gun, weights))
        shooter = Piece(case.shooter.name, weights[case.shooter.name], to_frame(gun, gun.body))
        target = Piece(case.target.name, weights[case.target.name], to_frame(gun, case.body(case.target)))
        base, length = float(template.base), gun.length_text
        for first, last in slides:
            low, high = max(first, 0.0), min(last + base, length)
            place = (low, high, first, last, base, slopes, float(template.depth), template.blunt)
            found.append(View(gun, length, *place, shooter, target, part, solids, (*pieces, *passed)))
    return found


def _pieces(
    ships: Sequence[Ship], things: Sequence[Obstacle], case: ShotCase, gun: GunSide, weights: Mapping[str, float]
) -> list[Piece]:
    found = [Piece(ship.name, weights[ship.name], to_frame(gun, case.body(ship))) for ship in ships]
    for thing in things:
        for part in thing.parts:
            found.append(Piece(thing.name, 0.0, points_to_frame(gun, np.array(part.corners))))
    return found


def to_frame(gun: GunSide, body: Body) -> Floats:
    """A body's corners in the gun frame, counter-clockwise."""
    return points_to_frame(gun, np.array(body.corners))


def points_to_frame(gun: GunSide, corners: Floats) -> Floats:
    """Table points in the gun frame; a polygon stays counter-clockwise."""
    (ax, ay), (wx, wy), (mx, my) = gun.axes_float()
    offset = corners - np.array([ax, ay])
    moved = np.column_stack((offset @ np.array([wx, wy]), offset @ np.array([mx, my])))
    return moved if wx * my - wy * mx > 0 else moved[::-1]


def placed(ship: Ship, piece: Piece, motion: Motion, axes: Axes = TABLE) -> Pose:
    """The pose of a ship after a motion given in some frame, rounded to `POSE_DIGITS`."""
    (ax, ay), (wx, wy), (mx, my) = axes
    handed = 1.0 if wx * my - wy * mx > 0 else -1.0
    x, y = float(ship.pose.x) - ax, float(ship.pose.y) - ay
    base = np.array([[x * wx + y * wy, x * mx + y * my]])
    ((u, v),) = turned(base, piece.pivot, motion)
    heading = float(ship.pose.heading) + math.degrees(handed * motion[2])
    return Pose(
        round(float(ax + u * wx + v * mx), POSE_DIGITS),
        round(float(ay + u * wy + v * my), POSE_DIGITS),
        round(heading, POSE_DIGITS),
    )


def moved_by(case: ShotCase, ship: Ship, pose: Pose) -> float:
    """mm. The farthest a corner moves when `ship` lies at `pose` instead; rounded up."""
    seen = case.rules.outline(ship.size).seen
    before, after = Body(seen, ship.pose.place).corners, Body(seen, pose.place).corners
    return max(math.dist(p, q) for p, q in zip(before, after, strict=True)) + MARGIN_SLACK_MM
