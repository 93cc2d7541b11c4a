"""What a ship can shoot at after moving: points of the table, and enemy ships.

The inner region is made of pixels all of whose points lie under the large piece laid at one side after a
legal move, with a straight line from one place of that side that misses everything solid (clauses shot.reach,
shot.obstruction). The outer one is the reach of the guns over all legal last positions, less squares in shade.
"""

from __future__ import annotations

import itertools
import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final

import numpy as np

from armada_sim.evidence.ruling import Answer
from armada_sim.firing.broadsides import Shot, decide, shot_case
from armada_sim.firing.shots import clear_side
from armada_sim.geometry.batch import compiled, compiled_functions
from armada_sim.geometry.exact import exact
from armada_sim.geometry.kernel.outlines import SAFE, SQUARE, TINY, WIDE
from armada_sim.geometry.spread import Progress, Raster, opened, workspace
from armada_sim.geometry.tolerance import POSE_GRID_MM
from armada_sim.regions import gunnery
from armada_sim.regions.batteries import Guns
from armada_sim.regions.claims import BLOCKER_CELLS, Search
from armada_sim.regions.reach import Reach, reachable, region_of
from armada_sim.regions.surroundings import surroundings
from armada_sim.table.layout import Layout, Pose, Ship
from armada_sim.table.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    Floats = NDArray[np.float64]

THREAT_TRIES: Final = 40
"""1. Poses from which a shot at an enemy is tried before it is left in doubt."""

THREAT_TURN_DEG: Final = 10.0
"""degrees. Between headings from which shots are tried, at most; neighbouring base midpoints have others between."""

THREAT_LOOKS: Final = 400
"""1. Poses from which a shot at a pixel is looked for in vain before it is left out."""

POSSIBLE_MM: Final = (2.0, 0.3, 0.05, 0.01)
"""mm. Boxes of last positions from which no proof excludes a shot are cut until nothing in one moves by more; those to
which no path leads are left out, and the others cut on to the next of these."""

POSSIBLE_BUDGET: Final = 400_000
"""1. Boxes of last positions looked at for one enemy before the proof that none can hit it is given up."""

POSSIBLE_LEFT: Final = 100
"""1. Such boxes of one size after which it is given up too."""

POSSIBLE_ROOM: Final = 1000
"""1. Boxes that may wait besides those it starts with: a few for each time one is cut."""

SHADE_COARSEST_MM: Final = 32.0
"""mm. Largest squares of a threat of which it is looked whether all of one lies in shade; within a factor of 1.5,"""

SHADE_FINEST_MM: Final = 4.0
"""mm. and the smallest."""

SHADE_BOXES_MM: Final = 2.0
"""mm. For that, boxes of last positions are cut until nothing in one moves by more."""

SHADE_BUDGET: Final = 200_000
"""1. Such boxes looked at for all squares together: some seconds."""


@cache
def compiled_gunnery() -> SimpleNamespace:
    """The functions of `gunnery`, compiled."""
    return compiled_functions((gunnery,))


@dataclass(frozen=True)
class Threatened:
    """Whether an enemy ship can be hit after a move."""

    name: str
    answer: Answer
    """yes: `path` and `shot` show it. no: proved that after no legal move any shot at it is clear, the pieces lying as
    stated. in_doubt: neither was found."""

    path: tuple[float, ...] | None = None
    """Headings of the move, degrees."""

    shot: Shot | None = None
    """The shot from there that the referee allows: side, slide, and a clear line."""


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
class Threat:
    """What a ship can shoot at after at most some steps. Regions are Shapely geometries, mm."""

    ship: str
    inner: BaseGeometry
    """Every point of it can be shot at after some legal move: `witness` has both."""

    outer: BaseGeometry
    """No point outside it can be shot at after a legal move, the pieces lying as stated: no gun reaches it, or squares of
    points are proved to lie in shade."""

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
        kernel, battery, side, ends = compiled_gunnery(), self.guns.battery, np.zeros(9), np.zeros((2, 2))
        kernel.aim(battery, which, *self.poses[pose, :3], side)
        deepest, at = kernel.free_depth(battery, side), np.array([point[0], point[0], point[1], point[1]])
        if not kernel.shot_into(battery, side, deepest, at, ends):
            return None
        along, across = (np.array(point) - side[:2]) @ side[2:4], (np.array(point) - side[:2]) @ side[4:6]
        inset = max(0.0, *(k * across - c for k, c in battery.slopes.tolist()))
        gun = (ends[0] - side[:2]) @ side[2:4]
        low = max(side[7], along - battery.base + inset, gun - battery.base)
        high = min(side[8], along - inset, gun)
        before = self.poses[pose, 3:]
        path = (*before[~np.isnan(before)].tolist(), float(self.poses[pose, 2]))
        slide = float(low + high) / 2 + float(self.guns.shift[which])
        return PointShot(path, self.guns.names[which], (float(ends[0, 0]), float(ends[0, 1])), slide)


def threat(
    layout: Layout,
    ship: str,
    steps: int,
    gap: float = 2.0,
    rules: Rules | None = None,
    progress: Progress | None = None,
) -> Threat:
    """What `ship` can shoot at after a legal move of at most `steps` steps.

    gap: mm, of the reachable region behind it; the threat is drawn in pixels of half as much. progress: as
    `reachable` takes it. Raises InputError as `reachable` does.
    """
    import shapely

    rules = rules or Rules()
    moving = layout.ship(ship)
    enemies = [one for one in layout.ships if one.player != moving.player and not one.sunk]
    reach = reachable(layout, ship, steps, gap, rules=rules, progress=progress)
    fired = Guns.of(layout, moving, rules, gap)
    if not fired.names or not len(reach.stage.fans):
        nothing = shapely.Polygon()
        return Threat(ship, nothing, nothing, tuple(Threatened(one.name, Answer.NO) for one in enemies))
    raster, maybe = reach.stage.carried(fired.regions, gap / 2)
    poses, shots = _poses(reach), np.zeros(raster.full.shape, dtype=np.int32)
    _look(fired, poses, raster, shots, reach)
    if _provable(layout, rules):
        _shade(fired, reach, raster, maybe, shots)
    inner, outer = region_of(shots > 0, raster), region_of(maybe, raster)
    found = Threat(ship, inner, outer, (), raster, shots, poses, fired)
    ships = tuple(_threatened(layout, found, reach, one, rules) for one in enemies)
    return Threat(ship, inner, outer, ships, raster, shots, poses, fired)


def _provable(layout: Layout, rules: Rules) -> bool:
    """Whether lines are excluded by pieces that block them where they lie; displaced by what they may be off, they may not."""
    return not layout.largest_tolerance or rules.doubt_rule != "favour_actor"


def _poses(reach: Reach) -> Floats:
    """Last positions of legal paths: headings of every fan, about THREAT_TURN_DEG apart."""
    rows = []
    for fan in reach.stage.fans:
        count = 2 + int((fan[3] - fan[2]) / THREAT_TURN_DEG) if fan[3] > fan[2] else 1
        rows += [[fan[0], fan[1], heading, *fan[4:]] for heading in np.linspace(fan[2], fan[3], count)]
    return np.array(rows)


def _look(fired: Guns, poses: Floats, raster: Raster, shots: NDArray[np.int32], reach: Reach) -> None:
    """Fill in which pixels can be shot at, and from which of the poses."""
    stage, kernel, battery = reach.stage, compiled_gunnery(), fired.battery
    tries, unused = np.full(shots.shape, THREAT_LOOKS, dtype=np.uint16), np.zeros_like(raster.full)
    solid = np.zeros_like(raster.full)
    work = workspace(stage.scene, stage.arc, len(solid))
    for corners in battery.things:
        xs, ys = np.ascontiguousarray(corners.T)
        compiled().mark(xs, ys, len(xs), raster.frame, solid, unused, work.rows)
    tries[solid > 0] = 0
    order = np.random.default_rng(0).permutation(len(poses))  # neighbours see the same; strangers find more
    mixed = np.zeros_like(shots)
    kernel.mark_shots(battery, np.ascontiguousarray(poses[order, :3]), raster.frame, tries, mixed, work)
    pose, which = np.divmod(mixed[mixed > 0] - 1, len(fired.names))
    shots[mixed > 0] = order[pose] * len(fired.names) + which + 1


def _shade(fired: Guns, reach: Reach, raster: Raster, maybe: NDArray[np.bool_], shots: NDArray[np.int32]) -> None:
    """Take from the pixels of `maybe` squares of them no point of which can be shot at, since all lines are blocked.

    Large squares are looked at first, and cut in four where that is not proved, until the budget is spent.
    """
    kernel, battery = compiled_gunnery(), fired.battery
    if not len(battery.chords) and not len(battery.room) and not len(battery.walls) and not len(battery.discs):
        return
    scene, boxes = compiled().Scene(*reach.stage.scene), reach.stage.last_poses()
    number = 1 + int(np.argmin(reach.stage.scene.needs[1 : reach.steps + 1]))
    work, left, budget = workspace(reach.stage.scene, reach.stage.arc, 1), np.zeros((1, 5)), SHADE_BUDGET
    x, y, pixel = raster.frame.tolist()
    least, most = (2 ** max(0, round(math.log2(size / pixel))) for size in (SHADE_FINEST_MM, SHADE_COARSEST_MM))
    arm = float(battery.arms.max())
    waiting = deque((i, j, most) for i in range(0, len(maybe), most) for j in range(0, len(maybe[0]), most))
    while waiting and budget > 0:
        row, column, side = waiting.popleft()
        part = np.s_[row : row + side, column : column + side]
        if not maybe[part].any() or (shots[part] > 0).all():
            continue
        if not shots[part].any():
            low, right, up = x + column * pixel, x + (column + side) * pixel, y + (row + side) * pixel
            square = np.array([(low, y + row * pixel), (right, y + row * pixel), (right, up), (low, up)])
            away = np.hypot(boxes[:, 0] - (low + right) / 2, boxes[:, 1] - square[:, 1].mean())
            near = np.argsort(-away, kind="stable")  # the last are looked at first
            near = near[away[near] <= arm + SQUARE * (boxes[near, 3] + side * pixel / 2) + TINY]
            found, more, budget = kernel.open_shots(
                scene, battery, number, square, square[None], 0.0, np.concatenate([boxes[near], np.zeros((POSSIBLE_ROOM, 5))]),
                len(near), SHADE_BOXES_MM, budget, work, left,
            )  # fmt: skip
            if not found and not more:
                maybe[part] = False
                continue
        if side > least:
            half = side // 2
            waiting += [(row + i * half, column + j * half, half) for i in range(2) for j in range(2)]


def _threatened(layout: Layout, threat: Threat, reach: Reach, enemy: Ship, rules: Rules) -> Threatened:
    """Whether one enemy can be hit: shots that see points right beside it are tried first, then those whose reach
    holds most of it; then last positions from which no proof excludes a shot."""
    import shapely

    target = shapely.Polygon(rules.outline(enemy.size).flat(enemy.pose.place).corners)
    provable = _provable(layout, rules)
    if provable and not threat.outer.intersects(target):
        return Threatened(enemy.name, Answer.NO)
    assert threat.poses is not None
    for pose, side in [*_beside(threat, target), *_deepest(threat, target)]:
        hit = _tried(layout, threat.ship, threat.poses[pose], enemy, side, rules)
        if hit is not None:
            return hit
    sides = tuple(dict.fromkeys(threat.guns.names)) if threat.guns else ()
    boxes, sure = reach.stage.last_poses(), provable
    for finest in POSSIBLE_MM:
        boxes, all_of = possible_shots(layout, layout.ship(threat.ship), reach, enemy, rules, boxes, finest)
        kept, sure = [], sure and all_of
        for box in boxes:
            poses, none = _ends_in(layout, threat.ship, reach, box, rules)
            if not none:
                kept.append(box)
            for row, side in itertools.product(poses, sides):
                hit = _tried(layout, threat.ship, row, enemy, side, rules)
                if hit is not None:
                    return hit
        boxes = np.array(kept).reshape(-1, 5)
    return Threatened(enemy.name, Answer.NO if sure and not len(boxes) else Answer.IN_DOUBT)


def _tried(layout: Layout, ship: str, pose: Floats, enemy: Ship, side: str, rules: Rules) -> Threatened | None:
    """A shot from a last position, (6,) as in `Threat.poses`; None if it is not allowed."""
    x, y = (round(exact(float(value)) / POSE_GRID_MM) * POSE_GRID_MM for value in pose[:2])
    there = layout.with_pose(ship, Pose(x, y, float(pose[2])))
    shooter = there.ship(ship)
    if clear_side(there, shooter, enemy, (side,), rules) is None:
        return None
    before = tuple(pose[3:][~np.isnan(pose[3:])].tolist())
    (shot,) = decide(shot_case(there, shooter, enemy, (side,), rules))
    return Threatened(enemy.name, Answer.YES, (*before, float(pose[2])), shot)


def possible_shots(
    layout: Layout, ship: Ship, reach: Reach, enemy: Ship, rules: Rules, boxes: Floats, finest: float
) -> tuple[Floats, bool]:
    """Small boxes of last positions, among given ones, from which a shot at an enemy may be allowed.

    boxes: (n, 5) x, y, heading, half side, half turn, mm and degrees; in small ones nothing moves by more than
    `finest` mm. Returns some of them, and whether they are all.
    """
    stage, outline = reach.stage, rules.outline(enemy.size)
    corners = outline.flat(enemy.pose.place).corners
    target = np.array(corners)
    fired = Guns.of(layout, ship, rules, target=enemy)
    features = [target]
    if rules.in_area == "tip_or_base_only":
        tips = sorted({outline.right_tip, outline.left_tip})
        features = [target[[tips[0], tips[-1]]], target[[-1, 0]]]
    xs, ys = target.T
    area = float(abs(xs @ np.roll(ys, -1) - ys @ np.roll(xs, -1))) / 2
    share = {"half": 0.5, "whole": 1.0}.get(rules.in_area, 0.0)
    needs = stage.scene.needs[1 : reach.steps + 1]
    room, left = np.concatenate([boxes, np.zeros((POSSIBLE_ROOM, 5))]), np.zeros((POSSIBLE_LEFT, 5))
    found, waiting, _ = compiled_gunnery().open_shots(
        compiled().Scene(*stage.scene), fired.battery, 1 + int(np.argmin(needs)), target, np.array(features),
        share * area * SAFE, room, len(boxes), finest, POSSIBLE_BUDGET, workspace(stage.scene, stage.arc, 1), left,
    )  # fmt: skip
    return left[:found], waiting == 0


def _ends_in(layout: Layout, ship: str, reach: Reach, box: Floats, rules: Rules) -> tuple[list[Floats], bool]:
    """Last positions of paths in or near a box of them, (6,) as in `Threat.poses`; and whether none is in it."""
    scene = reach.stage.scene
    x, y, heading, half, turn = box.tolist()
    around = surroundings(layout, layout.ship(ship), rules)
    search = Search(*opened(around.scene, around.openings), reach.steps, np.array([x, y, heading]))
    within = max(POSSIBLE_MM[-1], half * SQUARE + scene.radius * math.radians(turn) * WIDE + TINY)
    ended = search.within(within, BLOCKER_CELLS)
    if ended.path is None or ended.off > within:
        return [], not len(ended.left)
    headings = np.array(ended.path)
    ahead = scene.step * np.exp(1j * np.radians(headings[:-1])).sum()
    before = np.full(3, math.nan)
    before[: len(headings) - 1] = headings[:-1]
    base = np.add(scene.start[:2], [ahead.real, ahead.imag])
    return [np.array([*base, headings[-1], *before])], False


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
