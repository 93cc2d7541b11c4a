"""What a ship can shoot at after moving: points of the table, and enemy ships.

The inner region is made of discs all of whose points lie under the large piece laid at one side after a
legal move, with a straight line from one place of that side that misses everything solid (clauses shot.reach,
shot.obstruction). The outer one is the reach of the guns over all legal last positions, less squares in shade.
"""

from __future__ import annotations

import itertools
import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from armada_sim.evidence import Answer, Subject
from armada_sim.firing import Shot, allowed_at_once, clear_side, decide, shot_case
from armada_sim.geometry import POSE_GRID_MM, REACH_COARSEST_MM, Progress, Raster, Stage, boxes_meet, exact, workspace
from armada_sim.geometry.kernel.outlines import SAFE, SQUARE, TINY, WIDE
from armada_sim.regions._batteries import Guns
from armada_sim.regions._seen import THREAT_PIXELS, Seen, about_base, compiled_gunnery, looked, never_over, peaks_of
from armada_sim.regions.claims import BLOCKER_CELLS, Search as ClaimSearch
from armada_sim.regions.reach import Search, contour, region_of
from armada_sim.table import Layout, Pose, Rules, Ship
from armada_sim.tabletop import picture_of

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    Floats = NDArray[np.float64]

_THREAT_TRIES: Final = 40
"""Poses from which a shot at an enemy is tried before it is left in doubt."""

_THREAT_TURN_DEG: Final = 10.0
"""degrees. Between headings from which shots at an enemy are tried, at most; neighbouring base midpoints have others
between."""

_CONTOUR: Final = 1.12
"""All of a contour at this many pixels lies within as many of one of the points beside it that are above: half a
pixel along the side of a square, and one across, are less."""

_ACCURACY: Final = 1.8
"""Of the gap of a search, what its outlines are within of one another where nothing is in the way: it, the contour
of the inner one, and what the outer one loses while teeth of a pixel are smoothed."""

_POSSIBLE_MM: Final = (2.0, 0.3, 0.05, 0.01)
"""mm. Boxes of last positions from which no proof excludes a shot are cut until nothing in one moves by more; those to
which no path leads are left out, and the others cut on to the next of these."""

_POSSIBLE_BUDGET: Final = 400_000
"""Boxes of last positions looked at for one enemy before the proof that none can hit it is given up."""

_POSSIBLE_LEFT: Final = 100
"""Such boxes of one size after which it is given up too."""

_POSSIBLE_ROOM: Final = 1000
"""Boxes that may wait besides those it starts with: a few for each time one is cut."""

_SHADE_COARSEST_MM: Final = 32.0
"""mm. Largest squares of a threat of which it is looked whether all of one lies in shade; within a factor of 1.5,"""

_SHADE_FINEST_MM: Final = 4.0
"""mm. and the smallest."""

_SHADE_BOXES_MM: Final = 2.0
"""mm. For that, boxes of last positions are cut until nothing in one moves by more."""

_SHADE_BUDGET: Final = 200_000
"""Such boxes looked at for all squares together: some seconds."""

_DRAWN: Final = 4
"""Pixels. The border of an outer region is drawn no farther from the pixels in it."""


@dataclass(frozen=True)
class _Threatened:
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
class _PointShot:
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
    """No point outside it can be shot at after a legal move, the pieces lying as stated: no gun reaches it, or squares
    of points are proved to lie in shade."""

    gap: float
    """mm. No point of `outer` is farther than this from `inner`, except what is undecided."""

    undecided: BaseGeometry
    """What is farther from it: near things that block lines it may lie in shade."""

    ships: tuple[_Threatened, ...]
    """Every enemy afloat, or the one asked about; only of the last stage."""

    stage: Stage | None = None
    seen: Seen | None = None
    guns: Guns | None = None
    subject: Subject | None = field(default=None, compare=False, repr=False)
    """What was asked about; no part of the answer."""

    def _repr_svg_(self) -> str | None:
        """The region as a picture in a notebook."""
        return picture_of(self)

    def witness(self, point: tuple[float, float]) -> _PointShot | None:
        """A move and a shot at a point; None if none is known."""
        if self.seen is None or self.stage is None or self.guns is None:
            return None
        x, y, size = self.seen.frame.tolist()
        middle = np.array([(point[1] - y) / size - 0.5, (point[0] - x) / size - 0.5])
        near = np.floor(middle).astype(int) + np.array([(i, j) for i in range(-1, 3) for j in range(-1, 3)])
        near = near[((near >= 0) & (near < self.seen.depths.shape)).all(axis=1)]
        if not len(near):
            return None
        spare = self.seen.depths[near[:, 0], near[:, 1]] - np.hypot(*(near - middle).T) * size
        row, column = near[int(np.argmax(spare))]
        if spare.max() <= 0:
            return None
        pose, which = self.seen.pose(row, column, self.stage.fans, len(self.guns.names))
        kernel, battery = compiled_gunnery(), self.guns.battery
        side, gun = np.zeros(9), np.zeros(2)
        kernel.aim(battery, which, *pose[:3], side)
        if not kernel.depth_at(battery, side, kernel.free_depth(battery, side), *point, 0.0, gun):
            kernel.depth_at(battery, side, kernel.free_depth(battery, side), *self.seen.node(row, column), 0.0, gun)
        along, across = (np.array(point) - side[:2]) @ side[2:4], (np.array(point) - side[:2]) @ side[4:6]
        inset = max(0.0, *(k * across - c for k, c in battery.slopes.tolist()))
        place = (gun - side[:2]) @ side[2:4]
        low = max(side[7], along - battery.base + inset, place - battery.base)
        high = min(side[8], along - inset, place)
        before = pose[3:]
        path = (*before[~np.isnan(before)].tolist(), float(pose[2]))
        return _PointShot(path, self.guns.names[which], (float(gun[0]), float(gun[1])), float(low + high) / 2)


def threat(
    layout: Layout, ship: str, steps: int | None = None, gap: float = 2.0, rules: Rules | None = None,
    progress: Progress | None = None, *, at: str | None = None,
) -> Threat:  # fmt: skip
    """What `ship` can shoot at after a legal move of at most `steps` steps (by default as `reachable` takes them).

    gap: mm, how well it is known what the guns can be brought over, without anything between. progress: as `reachable`
    takes it. at: the enemy that alone is asked about; None for all. Raises InputError as `reachable` does.
    """
    *_, last = threat_stages(layout, ship, steps, gap, rules, progress, at=at)
    return last


def threat_stages(
    layout: Layout, ship: str, steps: int | None = None, gap: float = 2.0, rules: Rules | None = None,
    progress: Progress | None = None, *, at: str | None = None,
) -> Iterator[Threat]:  # fmt: skip
    """The same, as it sharpens: known to 8 mm, to 4, to 2, ... down to the first gap that is `gap` mm or less.

    The last is what `threat` returns; which enemies can be hit is told only there. Raises InputError as `threat` does,
    before the first.
    """
    rules = rules or Rules()
    layout = layout.of_sizes(rules.sizes)
    search = Search.asked(layout, ship, steps, gap, "cover", "final", rules)
    shooter = layout.ship(ship)
    fired = Guns.of(layout, shooter, rules, gap)
    foes = [one for one in layout.ships if one.player != shooter.player and not one.sunk and at in (None, one.name)]
    return _stages(_Threatening(layout, shooter, rules, fired, search, tuple(foes), at is not None), gap, progress)


@dataclass(frozen=True)
class _Threatening:
    """Whose threat is looked for, and where."""

    layout: Layout
    ship: Ship
    rules: Rules
    guns: Guns
    search: Search
    foes: tuple[Ship, ...]
    """Whether they can be hit is asked."""

    alone: bool
    """Whether nothing else is: then what is seen far from them is as good as unknown."""

    @property
    def provable(self) -> bool:
        """Whether lines are excluded by pieces that block them where they lie; displaced by what they may be off, they
        may not."""
        return not self.layout.largest_tolerance or self.rules.doubt_rule != "favour_actor"


def _stages(asked: _Threatening, gap: float, progress: Progress | None) -> Iterator[Threat]:
    spread = asked.search.spread
    if not asked.guns.names or not len(spread.openings[1]):
        nothing = shapely.Polygon()
        ships = tuple(_Threatened(one.name, Answer.NO) for one in asked.foes)
        yield Threat(asked.ship.name, nothing, nothing, REACH_COARSEST_MM, nothing, ships, subject=asked.search.subject)
        return
    outlines = tuple(
        about_base(corners) for corners in dict(zip(asked.guns.names, asked.guns.regions, strict=True)).values()
    )
    spread = replace(spread, solids=None, outlines=outlines, pixels=THREAT_PIXELS)
    peaks = peaks_of(asked.guns)
    seen, few, known = None, None, 0
    for stage in spread.stages(gap, progress):
        maybe = stage.outer()
        seen = looked(asked.guns, stage, peaks, maybe, seen, known)
        if asked.search.steps == 1:
            maybe &= (seen.depths > 0) | ~never_over(asked.guns, stage, maybe & (seen.depths <= 0))
        known, last = len(stage.fans), stage.gap <= gap
        if few is None or few.gap > _SHADE_BOXES_MM:
            few = stage
        if last and asked.provable:
            _shade(asked, few, stage.raster, maybe, seen.depths)
        found = _outlined(asked, stage, seen, maybe)
        if last:
            ships = tuple(_threatened(asked, found, few, one) for one in asked.foes)
            found = replace(found, ships=ships)
        yield found


def _outlined(asked: _Threatening, stage: Stage, seen: Seen, maybe: NDArray[np.bool_]) -> Threat:
    """The outlines of what is seen, and of the pixels outside which nothing is."""
    pixel = float(seen.frame[2])
    inner = contour(seen.depths, seen.frame, _CONTOUR * pixel)
    outer = shapely.buffer(shapely.simplify(region_of(maybe, stage.raster), pixel), pixel)
    far = _ACCURACY * stage.gap
    known = [shapely.Polygon(corners) for corners in asked.guns.battery.things]
    undecided = shapely.difference(outer, shapely.union_all([shapely.buffer(inner, far), *known]))
    return Threat(asked.ship.name, inner, outer, far, undecided, (), stage, seen, asked.guns, asked.search.subject)


def _shade(asked: _Threatening, stage: Stage, raster: Raster, maybe: NDArray[np.bool_], depths: Floats) -> None:
    """Take from the pixels of `maybe` squares of them no point of which can be shot at, since all lines are blocked.

    Large squares are looked at first, and cut in four where that is not proved, until the budget is spent.
    """
    kernel, battery = compiled_gunnery(), asked.guns.battery
    if not len(battery.chords) and not len(battery.room) and not len(battery.walls) and not len(battery.discs):
        return
    scene, boxes = stage.scene, stage.last_poses()
    number = 1 + int(np.argmin(scene.needs[1 : asked.search.steps + 1]))
    work, left, budget = workspace(scene, stage.arc, 1), np.zeros((1, 5)), _SHADE_BUDGET
    x, y, pixel = raster.frame.tolist()
    least, most = (2 ** max(0, round(math.log2(size / pixel))) for size in (_SHADE_FINEST_MM, _SHADE_COARSEST_MM))
    arm = float(battery.arms.max())
    waiting = deque((i, j, most) for i in range(0, len(maybe), most) for j in range(0, len(maybe[0]), most))
    if asked.alone:
        waiting = deque(square for square in waiting if _about(asked, (x, y, pixel), square))
    while waiting and budget > 0:
        row, column, side = waiting.popleft()
        part = np.s_[row : row + side, column : column + side]
        if not maybe[part].any() or (depths[part] > 0).all():
            continue
        if not depths[part].any():
            low, right, up = x + column * pixel, x + (column + side) * pixel, y + (row + side) * pixel
            square = np.array([(low, y + row * pixel), (right, y + row * pixel), (right, up), (low, up)])
            away = np.hypot(boxes[:, 0] - (low + right) / 2, boxes[:, 1] - square[:, 1].mean())
            near = np.argsort(-away, kind="stable")  # the last are looked at first
            near = near[away[near] <= arm + SQUARE * (boxes[near, 3] + side * pixel / 2) + TINY]
            found, more, budget = kernel.open_shots(
                scene, battery, number, square, 0.0,
                np.concatenate([boxes[near], np.zeros((_POSSIBLE_ROOM, 5))]), len(near),
                _SHADE_BOXES_MM, budget, work, left,
            )  # fmt: skip
            if not found and not more:
                maybe[part] = False
                continue
        if side > least:
            half = side // 2
            waiting += [(row + i * half, column + j * half, half) for i in range(2) for j in range(2)]


def _about(asked: _Threatening, frame: tuple[float, float, float], square: tuple[int, int, int]) -> bool:
    """Whether a square of pixels decides if an enemy lies in the outer region, whose border is drawn near pixels."""
    (x, y, pixel), (row, column, side) = frame, square
    low, bottom = x + (column - _DRAWN) * pixel, y + (row - _DRAWN) * pixel
    around = (low, bottom, low + (side + 2 * _DRAWN) * pixel, bottom + (side + 2 * _DRAWN) * pixel)
    return any(boxes_meet(around, asked.rules.outline(one.size).flat(one.pose.place).box) for one in asked.foes)


def _threatened(asked: _Threatening, threat: Threat, stage: Stage, enemy: Ship) -> _Threatened:
    """Whether one enemy can be hit: shots that see points right beside it are tried first, then those whose reach
    holds most of it; then last positions from which no proof excludes a shot. stage: one with few of these."""
    target = shapely.Polygon(asked.rules.outline(enemy.size).flat(enemy.pose.place).corners)
    if asked.provable and not threat.outer.intersects(target):
        return _Threatened(enemy.name, Answer.NO)
    waiting = []
    for pose, side in itertools.chain(_beside(threat, target), _deepest(threat, target)):
        there = _laid(asked, pose)
        allowed = allowed_at_once(there, there.ship(asked.ship.name), enemy, side, asked.rules)
        if allowed:
            return _hit(asked, there, pose, enemy, side)
        if allowed is None:
            waiting.append((pose, side))
    for pose, side in waiting:
        hit = _tried(asked, pose, enemy, side)
        if hit is not None:
            return hit
    boxes, sure = stage.last_poses(), asked.provable
    for finest in _POSSIBLE_MM:
        boxes, all_of = _possible_shots(asked, stage, enemy, boxes, finest)
        kept, sure = [], sure and all_of
        for box in boxes:
            poses, none = _ends_in(asked, box)
            if not none:
                kept.append(box)
            for row, side in itertools.product(poses, dict.fromkeys(asked.guns.names)):
                hit = _tried(asked, row, enemy, side)
                if hit is not None:
                    return hit
        boxes = np.array(kept).reshape(-1, 5)
    return _Threatened(enemy.name, Answer.NO if sure and not len(boxes) else Answer.IN_DOUBT)


def _tried(asked: _Threatening, pose: Floats, enemy: Ship, side: str) -> _Threatened | None:
    """A shot from a last position, (6,) as `Seen.pose` gives it; None if it is not allowed."""
    there = _laid(asked, pose)
    if clear_side(there, there.ship(asked.ship.name), enemy, (side,), asked.rules) is None:
        return None
    return _hit(asked, there, pose, enemy, side)


def _laid(asked: _Threatening, pose: Floats) -> Layout:
    """The table with the ship at a last position."""
    x, y = (round(exact(float(value)) / POSE_GRID_MM) * POSE_GRID_MM for value in pose[:2])
    return asked.layout.with_pose(asked.ship.name, Pose(x, y, float(pose[2])))


def _hit(asked: _Threatening, there: Layout, pose: Floats, enemy: Ship, side: str) -> _Threatened:
    """The shot that is allowed from a last position, where the ship lies on this table."""
    before = tuple(pose[3:][~np.isnan(pose[3:])].tolist())
    (shot,) = decide(shot_case(there, there.ship(asked.ship.name), enemy, (side,), asked.rules))
    return _Threatened(enemy.name, Answer.YES, (*before, float(pose[2])), shot)


def _possible_shots(
    asked: _Threatening, stage: Stage, enemy: Ship, boxes: Floats, finest: float
) -> tuple[Floats, bool]:
    """Small boxes of last positions, among given ones, from which a shot at an enemy may be allowed.

    boxes: (n, 5) x, y, heading, half side, half turn, mm and degrees; in small ones nothing moves by more than
    `finest` mm. Returns some of them, and whether they are all.
    """
    rules = asked.rules
    outline = rules.outline(enemy.size)
    corners = outline.flat(enemy.pose.place).corners
    target = np.array(corners)
    fired = Guns.of(asked.layout, asked.ship, rules, target=enemy)
    xs, ys = target.T
    area = float(abs(xs @ np.roll(ys, -1) - ys @ np.roll(xs, -1))) / 2
    share = {"half": 0.5, "whole": 1.0}.get(rules.in_area, 0.0)
    needs = stage.scene.needs[1 : asked.search.steps + 1]
    room, left = np.concatenate([boxes, np.zeros((_POSSIBLE_ROOM, 5))]), np.zeros((_POSSIBLE_LEFT, 5))
    found, waiting, _ = compiled_gunnery().open_shots(
        stage.scene, fired.battery, 1 + int(np.argmin(needs)), target,
        share * area * SAFE, room, len(boxes), finest, _POSSIBLE_BUDGET, workspace(stage.scene, stage.arc, 1), left,
    )  # fmt: skip
    return left[:found], waiting == 0


def _ends_in(asked: _Threatening, box: Floats) -> tuple[list[Floats], bool]:
    """Last positions of paths in or near a box of them, (6,) as `Seen.pose` gives them; and whether none is in it."""
    spread = asked.search.spread
    scene = spread.scene
    x, y, heading, half, turn = box.tolist()
    search = ClaimSearch(scene, spread.openings, asked.search.steps, np.array([x, y, heading]))
    within = max(_POSSIBLE_MM[-1], half * SQUARE + scene.radius * math.radians(turn) * WIDE + TINY)
    ended = search.within(within, BLOCKER_CELLS)
    if ended.path is None or ended.off > within:
        return [], not len(ended.left)
    headings = np.array(ended.path)
    ahead = scene.step * np.exp(1j * np.radians(headings[:-1])).sum()
    before = np.full(3, math.nan)
    before[: len(headings) - 1] = headings[:-1]
    base = np.add(scene.start[:2], [ahead.real, ahead.imag])
    return [np.array([*base, headings[-1], *before])], False


def _beside(threat: Threat, target: BaseGeometry) -> Iterator[tuple[Floats, str]]:
    """Poses and sides that can shoot at points about a target, those that can at most first."""
    assert threat.seen is not None
    assert threat.stage is not None
    assert threat.guns is not None
    seen, names = threat.seen, threat.guns.names
    x, y, size = seen.frame.tolist()
    left, low, right, high = ((v - o) / size for v, o in zip(target.bounds, (x, y, x, y), strict=True))
    rows, columns = np.nonzero(
        seen.depths[max(0, int(low) - 2) : int(high) + 3, max(0, int(left) - 2) : int(right) + 3]
    )
    rows, columns = rows + max(0, int(low) - 2), columns + max(0, int(left) - 2)
    points = shapely.points(x + (columns + 0.5) * size, y + (rows + 0.5) * size)
    beside = shapely.distance(target, points) < 2 * size
    rows, columns = rows[beside], columns[beside]
    _, firsts, counts = np.unique(seen.shots[rows, columns], return_index=True, return_counts=True)
    for first in firsts[np.argsort(-counts, kind="stable")][: _THREAT_TRIES // 2]:
        pose, which = seen.pose(rows[first], columns[first], threat.stage.fans, len(names))
        yield pose, names[which]


def _deepest(threat: Threat, target: BaseGeometry) -> Iterator[tuple[Floats, str]]:
    """Poses and sides whose reach holds most of a target."""
    assert threat.stage is not None
    assert threat.guns is not None
    poses = _poses(threat.stage.fans)
    middle, regions = target.centroid, dict(zip(threat.guns.names, threat.guns.regions, strict=True))
    arm = max(float(np.hypot(*corners.T).max()) for corners in regions.values()) + target.length / 2
    poses = poses[np.hypot(poses[:, 0] - middle.x, poses[:, 1] - middle.y) < arm]
    heading = np.radians(poses[:, 2])
    cosine, sine = np.cos(heading)[:, None], np.sin(heading)[:, None]
    areas = []
    for corners in regions.values():
        xs = poses[:, :1] + corners[:, 0] * cosine - corners[:, 1] * sine
        ys = poses[:, 1:2] + corners[:, 0] * sine + corners[:, 1] * cosine
        areas.append(shapely.area(shapely.intersection(shapely.polygons(np.stack([xs, ys], axis=2)), target)))
    table = np.array(areas)
    best = np.argsort(-table, axis=None, kind="stable")[:_THREAT_TRIES]
    which, pose = np.unravel_index(best, table.shape)
    for p, w in zip(pose, which, strict=True):
        if table[w, p] > 0:
            yield poses[p], tuple(regions)[w]


def _poses(fans: Floats) -> Floats:
    """Last positions of legal paths: headings of every fan, about _THREAT_TURN_DEG apart."""
    counts = np.where(fans[:, 3] > fans[:, 2], 2 + ((fans[:, 3] - fans[:, 2]) / _THREAT_TURN_DEG).astype(int), 1)
    number = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    rows = np.repeat(fans, counts, axis=0)
    share = number / np.maximum(np.repeat(counts, counts) - 1, 1)
    heading = rows[:, 2] + (rows[:, 3] - rows[:, 2]) * share
    return np.column_stack([rows[:, :2], heading, rows[:, 4:]])
