"""What a ship can shoot at after moving: points of the table, and enemy ships.

The inner region is made of pixels all of whose points lie under the large piece laid at one side after a
legal move, with a straight line from one place of that side that misses everything solid (clauses shot.reach,
shot.obstruction). The outer one is the reach of the guns over all legal last positions, whatever is in the way.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from flint import ctx

from armada_sim import guns
from armada_sim.broadsides import region, shot_case
from armada_sim.exact import exact
from armada_sim.geometry import sight
from armada_sim.geometry.batch import compiled
from armada_sim.geometry.spread import Raster, workspace
from armada_sim.layout import Layout, Pose, Ship
from armada_sim.reach import Reach, reachable, region_of
from armada_sim.referee import check_shot
from armada_sim.rules import Rules
from armada_sim.ruling import Answer, Ruling
from armada_sim.tolerance import POSE_GRID_MM, THREAT_LOOKS, THREAT_TRIES, THREAT_TURN_DEG

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Threatened:
    """Whether an enemy ship can be hit after a move."""

    name: str
    answer: Answer
    """yes: `path` and `shot` show it. no: proved that no gun can be brought to reach it. in_doubt: no
    shot was found among those tried."""

    path: tuple[float, ...] | None = None
    """Headings of the move, degrees."""

    shot: Ruling | None = None
    """The referee's ruling on the shot from there."""


@dataclass(frozen=True, slots=True)
class PointShot:
    """A move and a shot at a point of the table."""

    path: tuple[float, ...]
    """Headings of the move, degrees."""

    side: str
    """The side it is fired from."""

    gun_point: tuple[float, float]
    """mm. The line from here, on that side, to the point misses everything solid."""

    slide: float
    """mm. Where the large piece lies along the side while it covers both."""


@dataclass(frozen=True)
class Guns:
    """The gun sides of a ship in its own frame, and what may be in the way of their lines."""

    names: tuple[str, ...]
    """Of the side of each row; sides with several slides have several rows."""

    rows: Floats
    """(s, 9) as `kernel.shot_into` takes them."""

    regions: tuple[Floats, ...]
    """(v, 2) corners of what each row's side reaches."""

    slopes: Floats
    base: float
    square: bool
    things: Floats
    """(m, k, 2) corners of what blocks shots, on the table; unused rows repeat the first."""

    bounds: Floats
    """(m, 3) a circle about each."""

    @classmethod
    def of(cls, layout: Layout, ship: Ship, rules: Rules) -> Guns:
        """Those of a ship, wherever it lies."""
        shooter = layout.with_pose(ship.name, Pose(0, 0, 0)).ship(ship.name)
        sides = ("left", "right") if rules.long_sides == "two_long" else guns.SIDES
        case = shot_case(layout, shooter, shooter, sides, rules)
        template, names, rows, regions = guns.large_template(rules), [], [], []
        with ctx.workprec(sight.FINEST):
            slopes = np.array([(float(k), float(c)) for k, c in template.lines()])
            for side in sides:
                gun = guns.GunSide(shooter, rules.outline(shooter.size), side)
                corners = region(case, side)
                for first, last in guns.base_slides(gun, template, rules) if len(corners) > 2 else ():
                    names.append(side)
                    rows.append([*(v for pair in gun.axes_float() for v in pair), gun.length_text, float(first), float(last)])
                    regions.append(np.array(corners))
        blocking = [] if rules.obstruction == "none" else [np.array(solid.corners) for _, solid in case.blockers()]
        most = max((len(corners) for corners in blocking), default=1)
        filled = [np.concatenate([c, np.repeat(c[:1], most - len(c), axis=0)]) for c in blocking]
        things = np.array(filled).reshape(-1, most, 2)
        centres = things.mean(axis=1)
        radii = np.hypot(*np.moveaxis(things - centres[:, None], 2, 0)).max(axis=1, initial=0.0)
        return cls(
            tuple(names), np.array(rows).reshape(-1, 9), tuple(regions), slopes, float(template.base),
            rules.obstruction == "perpendicular_only", things, np.column_stack([centres, radii]),
        )  # fmt: skip


@dataclass(frozen=True)
class Threat:
    """What a ship can shoot at after at most some steps. Regions are Shapely geometries, mm."""

    ship: str
    inner: BaseGeometry
    """Every point of it can be shot at after some legal move: `witness` has both. Empty where more than a
    line decides: the large piece must fit or stay on the surface, be clear, or fire along its middle."""

    outer: BaseGeometry
    """No gun reaches a point outside it after a legal move."""

    ships: tuple[Threatened, ...]
    """Every enemy afloat."""

    raster: Raster | None = None
    shots: NDArray[np.int32] | None = None
    """For each of the raster's pixels, 1 + the number of pose and side that can shoot at all of it, or 0."""

    poses: Floats | None = None
    """(n, 6) base midpoint, heading, and headings of the steps before (nan: none)."""

    guns: Guns | None = None

    def witness(self, point: tuple[float, float]) -> PointShot | None:
        """A move and a shot at a point; None if none is known."""
        if self.raster is None or self.shots is None or self.poses is None or self.guns is None:
            return None
        x, y, size = self.raster.frame.tolist()
        column, row = math.floor((point[0] - x) / size), math.floor((point[1] - y) / size)
        if not (0 <= row < self.shots.shape[0] and 0 <= column < self.shots.shape[1]) or not self.shots[row, column]:
            return None
        pose, which = divmod(int(self.shots[row, column]) - 1, len(self.guns.names))
        base, heading = self.poses[pose, :2], math.radians(self.poses[pose, 2])
        turn = np.array([[math.cos(heading), math.sin(heading)], [-math.sin(heading), math.cos(heading)]])
        side = self.guns.rows[which].copy()
        side[:6] = (side[:6].reshape(3, 2) @ turn).ravel()
        side[:2] += base
        ends, at = np.zeros((2, 2)), np.array([point[0], point[0], point[1], point[1]])
        fired = self.guns
        found = compiled().shot_into(side, fired.slopes, fired.base, fired.square, at, fired.things, fired.bounds, ends)
        if not found:
            return None
        along, across = (np.array(point) - side[:2]) @ side[2:4], (np.array(point) - side[:2]) @ side[4:6]
        inset = max(0.0, *(k * across - c for k, c in fired.slopes.tolist()))
        gun = (ends[0] - side[:2]) @ side[2:4]
        low = max(side[7], along - fired.base + inset, gun - fired.base)
        high = min(side[8], along - inset, gun)
        before = self.poses[pose, 3:]
        path = (*before[~np.isnan(before)].tolist(), float(self.poses[pose, 2]))
        return PointShot(path, fired.names[which], (float(ends[0, 0]), float(ends[0, 1])), float(low + high) / 2)


def threat(layout: Layout, ship: str, steps: int, gap: float = 2.0, rules: Rules | None = None) -> Threat:
    """What `ship` can shoot at after a legal move of at most `steps` steps.

    gap: mm, of the reachable region behind it; the threat is drawn in pixels of half as much. Raises
    InputError as `reachable` does.
    """
    import shapely

    rules = rules or Rules()
    moving = layout.ship(ship)
    enemies = [one for one in layout.ships if one.player != moving.player and not one.sunk]
    reach = reachable(layout, ship, steps, gap, rules=rules)
    fired = Guns.of(layout, moving, rules)
    if not fired.names or not len(reach.stage.fans):
        nothing = shapely.Polygon()
        return Threat(ship, nothing, nothing, tuple(Threatened(one.name, Answer.NO) for one in enemies))
    raster, maybe = reach.stage.carried(fired.regions, gap / 2)
    poses, shots = _poses(reach), np.zeros(raster.full.shape, dtype=np.int32)
    lines_decide = rules.physical_fit == "virtual" and rules.template_over_edge == "allowed"
    if lines_decide and rules.obstruction not in ("clear_template", "centre_line"):
        _look(fired, poses, raster, shots, reach)
    inner, outer = region_of(shots > 0, raster), region_of(maybe, raster)
    found = Threat(ship, inner, outer, (), raster, shots, poses, fired)
    ships = tuple(_threatened(layout, found, one, rules) for one in enemies)
    return Threat(ship, inner, outer, ships, raster, shots, poses, fired)


def _poses(reach: Reach) -> Floats:
    """Last positions of legal paths: headings of every fan, about THREAT_TURN_DEG apart."""
    rows = []
    for fan in reach.stage.fans:
        count = 2 + int((fan[3] - fan[2]) / THREAT_TURN_DEG) if fan[3] > fan[2] else 1
        rows += [[fan[0], fan[1], heading, *fan[4:]] for heading in np.linspace(fan[2], fan[3], count)]
    return np.array(rows)


def _look(fired: Guns, poses: Floats, raster: Raster, shots: NDArray[np.int32], reach: Reach) -> None:
    """Fill in which pixels can be shot at, and from which of the poses."""
    stage, kernel = reach.stage, compiled()
    tries, unused = np.full(shots.shape, THREAT_LOOKS, dtype=np.uint16), np.zeros_like(raster.full)
    solid = np.zeros_like(raster.full)
    work = workspace(stage.scene, stage.arc, len(solid))
    for corners in fired.things:
        xs, ys = np.ascontiguousarray(corners.T)
        kernel.mark(xs, ys, len(xs), raster.frame, solid, unused, work.rows)
    tries[solid > 0] = 0
    most = max(len(corners) for corners in fired.regions)
    regions = np.array([np.concatenate([c, np.repeat(c[-1:], most - len(c), axis=0)]) for c in fired.regions])
    order = np.random.default_rng(0).permutation(len(poses))  # neighbours see the same; strangers find more
    mixed = np.zeros_like(shots)
    kernel.mark_shots(
        np.ascontiguousarray(poses[order, :3]), fired.rows, regions, fired.slopes, fired.base, fired.square, fired.things,
        fired.bounds, raster.frame, tries, mixed, work,
    )  # fmt: skip
    pose, which = np.divmod(mixed[mixed > 0] - 1, len(fired.names))
    shots[mixed > 0] = order[pose] * len(fired.names) + which + 1


def _threatened(layout: Layout, threat: Threat, enemy: Ship, rules: Rules) -> Threatened:
    """Shots that see points right beside the enemy are tried first, then those whose reach holds most of it."""
    import shapely

    assert threat.poses is not None
    target = shapely.Polygon(rules.outline(enemy.size).flat(enemy.pose.place).corners)
    if not threat.outer.intersects(target):
        return Threatened(enemy.name, Answer.NO)
    for pose, side in [*_beside(threat, target), *_deepest(threat, target)]:
        *at, heading = threat.poses[pose, :3].tolist()
        before = tuple(value for value in threat.poses[pose, 3:].tolist() if not np.isnan(value))
        x, y = (round(exact(float(value)) / POSE_GRID_MM) * POSE_GRID_MM for value in at)
        there = layout.with_pose(threat.ship, Pose(x, y, heading))
        ruling = check_shot(there, threat.ship, enemy.name, side, rules)
        if ruling.allowed:
            return Threatened(enemy.name, Answer.YES, (*before, heading), ruling)
    return Threatened(enemy.name, Answer.IN_DOUBT)


def _beside(threat: Threat, target: BaseGeometry) -> Sequence[tuple[int, str]]:
    """Poses and sides that can shoot at points about a target, those that can at most first."""
    import shapely

    assert threat.raster is not None
    assert threat.shots is not None
    assert threat.guns is not None
    x, y, size = threat.raster.frame.tolist()
    left, low, right, high = ((v - o) / size for v, o in zip(target.bounds, (x, y, x, y), strict=True))
    rows = slice(max(0, int(low) - 2), max(0, int(high) + 3))
    columns = slice(max(0, int(left) - 2), max(0, int(right) + 3))
    near = threat.shots[rows, columns]
    ys, xs = np.nonzero(near)
    points = shapely.points(x + (xs + columns.start + 0.5) * size, y + (ys + rows.start + 0.5) * size)
    seen = near[ys, xs][shapely.distance(target, points) < 2 * size] if len(xs) else np.zeros(0, dtype=np.int32)
    numbers, counts = np.unique(seen, return_counts=True)
    best = numbers[np.argsort(-counts, kind="stable")][: THREAT_TRIES // 2] - 1
    names = threat.guns.names
    return [(int(number) // len(names), names[int(number) % len(names)]) for number in best]


def _deepest(threat: Threat, target: BaseGeometry) -> Sequence[tuple[int, str]]:
    """Poses and sides whose reach holds most of a target."""
    import shapely

    assert threat.poses is not None
    assert threat.guns is not None
    heading = np.radians(threat.poses[:, 2])
    cosine, sine = np.cos(heading)[:, None], np.sin(heading)[:, None]
    areas = []
    for corners in threat.guns.regions:
        xs = threat.poses[:, :1] + corners[:, 0] * cosine - corners[:, 1] * sine
        ys = threat.poses[:, 1:2] + corners[:, 0] * sine + corners[:, 1] * cosine
        areas.append(shapely.area(shapely.intersection(shapely.polygons(np.stack([xs, ys], axis=2)), target)))
    table = np.array(areas)
    best = np.argsort(-table, axis=None, kind="stable")[:THREAT_TRIES]
    which, pose = np.unravel_index(best, table.shape)
    return [(int(p), threat.guns.names[int(w)]) for w, p in zip(which, pose, strict=True) if table[w, p] > 0]
