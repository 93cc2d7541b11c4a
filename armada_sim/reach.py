"""What a ship can reach: an inner region whose every point has a path, an outer one with proof.

`reachable` answers for 1 to 4 steps among everything that lies on the table, under the rules in
force (clauses move.step, move.turn_limit, move.contact, move.edge). The search is in
`geometry.spread`; here its cells and fans become regions, and points get their paths.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from armada_sim.errors import InputError
from armada_sim.geometry.domains import ConvexDomain, DiscDomain, Unbounded
from armada_sim.geometry.kernel import ROUNDING, Scene
from armada_sim.geometry.solids import Solid
from armada_sim.geometry.spread import Progress, Raster, Spread, Stage
from armada_sim.layout import Layout, Ship
from armada_sim.movement import Mover, hazards, legal_intervals
from armada_sim.rules import Rules
from armada_sim.tolerance import REACH_FINEST_MM

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

MOST_STEPS = 4


@dataclass(frozen=True)
class Undecided:
    """A part of the outer region of which it is not known whether it can be reached."""

    region: BaseGeometry
    blockers: tuple[str, ...]
    """Names of the ships, objects and "edge" that leave a passage too narrow to decide."""


@dataclass(frozen=True)
class Reach:
    """Where a ship can get. Regions are Shapely geometries in table coordinates, mm."""

    ship: str
    steps: int
    inner: BaseGeometry
    """Every point of it has a path, given by `path_to`."""

    outer: BaseGeometry
    """No legal path covers a point outside it."""

    gap: float
    """mm. No point of `outer` is farther than this from `inner`, but for what is undecided."""

    undecided: tuple[Undecided, ...]
    stage: Stage

    def path_to(self, point: tuple[float, float]) -> tuple[float, ...] | None:
        """Headings (degrees) of a legal path whose last footprint covers `point`; None if none is known."""
        fans = self.stage.fans
        own = self.stage.scene.own[:, :2]
        dx, dy = point[0] - fans[:, 0], point[1] - fans[:, 1]
        bearing = np.degrees(np.arctan2(dy, dx))
        best, chosen = -1e-7, None
        corners = [math.degrees(math.atan2(c, a)) for a, c in own]
        for aim in (*corners, None):
            if aim is None:
                heading = fans[:, 2]
            else:
                middle = (fans[:, 2] + fans[:, 3]) / 2
                heading = bearing - aim
                heading = heading - 360 * np.round((heading - middle) / 360)
                heading = np.clip(heading, fans[:, 2], fans[:, 3])
            inside = self._depth(dx, dy, heading)
            at = int(np.argmax(inside))
            if inside[at] > best:
                best, chosen = inside[at], (at, float(heading[at]))
        if chosen is None:
            return None
        before = fans[chosen[0], 4:]
        return (*before[~np.isnan(before)].tolist(), chosen[1])

    def _depth(self, dx: Any, dy: Any, heading: Any) -> NDArray[np.float64]:
        """(f,) mm. How far inside the outline at each heading a point lies (negative: outside)."""
        cosine, sine = np.cos(np.radians(heading)), np.sin(np.radians(heading))
        along, across = dx * cosine + dy * sine, dy * cosine - dx * sine
        sides = self.stage.scene.own
        rooms = [side[4] - side[2] * along - side[3] * across for side in sides]
        depth: NDArray[np.float64] = np.min(rooms, axis=0)
        return depth


def _sides(corners: Any) -> NDArray[np.float64]:
    """(n, 5) corners and, for the side from each to the next, unit outward normal and offset."""
    points = np.array(corners, dtype=float)
    along = np.roll(points, -1, axis=0) - points
    normal = np.stack([along[:, 1], -along[:, 0]], axis=1) / np.hypot(along[:, 0], along[:, 1])[:, None]
    return np.column_stack([points, normal, (normal * points).sum(axis=1)])


def _things(solids: list[Solid], reach: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """`Scene.things` and `Scene.bounds` of obstacles; the error is that of `kernel.error_bound`, or more."""
    most = max((len(solid.corners) for solid in solids), default=3)
    things, bounds = np.zeros((len(solids), most, 5)), np.zeros((len(solids), 4))
    for i, solid in enumerate(solids):
        sides = _sides(solid.corners)
        n = len(sides)
        things[i, :n], things[i, n:] = sides, sides[0]
        centre = sides[:, :2].mean(axis=0)
        radius = np.hypot(*(sides[:, :2] - centre).T).max()
        shortest = np.hypot(*(np.roll(sides[:, :2], -1, axis=0) - sides[:, :2]).T).min()
        size = np.abs(sides[:, :2]).max() + 8 * reach
        error = 16 * ROUNDING * size * (1 + 3 * (radius + 8 * reach) / min(shortest, reach))
        bounds[i] = *centre, radius, error
    return things, bounds


def scene_of(layout: Layout, ship: Ship, rules: Rules) -> tuple[Scene, list[str]]:
    """A ship among everything solid, as arrays; and the names of the obstacles."""
    mover = Mover(ship, rules.outline(ship.size))
    own = _sides([(float(a), float(c)) for a, c in mover.outline.corners])
    step, limit = float(mover.outline.step), mover.turn_limit - 1e-9
    radius = float(np.hypot(own[:, 0], own[:, 1]).max())
    reach = float(np.hypot(own[:, 0] - step, own[:, 1]).max())
    dangers = [(danger.name, part) for danger in hazards(layout, ship, rules) for part in danger.parts]
    names = [name for name, _ in dangers]
    solids = [part for _, part in dangers]
    edge, walls, discs = own[:, :2].copy(), np.zeros((0, 3)), np.zeros((0, 3))
    domain = layout.surface.domain
    if rules.edge == "open_sea" or isinstance(domain, Unbounded):
        edge = edge[:0]
    elif isinstance(domain, ConvexDomain):
        walls = np.array(domain.half_planes)
    elif isinstance(domain, DiscDomain):
        discs = np.array([[*map(float, domain.centre), float(domain.radius)]])
    else:
        solids += domain.outside
        names += ["edge"] * len(domain.outside)
    things, bounds = _things(solids, reach)
    place = ship.pose.place
    firsts = np.array([(i.start, i.end) for i in legal_intervals(mover, place, layout, rules)]).reshape(-1, 2)
    x, y = mover.stepped(place, place.heading).origin
    size = abs(x) + abs(y) + 8 * reach
    slack = max([64 * ROUNDING * size, *bounds[:, 3]])
    scene = Scene(
        radius, reach, step, limit, 2 * limit - 0.01, own, things, bounds, edge, walls, discs,
        np.zeros((0, 5)), np.zeros((0, 2)), slack, 0.0, 1, 0.02, np.array([x, y, float(place.heading)]), firsts,
    )  # fmt: skip
    return scene, [*names, "edge"]


def reachable(
    layout: Layout, ship: str, steps: int, gap: float = 1.0, of: Literal["cover", "tips"] = "cover",
    when: Literal["final", "any"] = "final", rules: Rules | None = None, progress: Progress | None = None,
) -> Reach:  # fmt: skip
    """The table points a footprint of `ship` can cover after at most `steps` steps.

    gap: mm, at most, between what is proved reachable and what is proved not to be.
    Raises InputError for an unknown ship, steps other than 1 to 4, a gap below 0.125 mm.
    """
    import shapely

    rules = rules or Rules()
    if isinstance(steps, bool) or steps not in range(1, MOST_STEPS + 1):
        raise InputError(f"steps must be 1 to {MOST_STEPS}, not {steps!r}", key="steps")
    if not gap >= REACH_FINEST_MM:
        raise InputError(f"the gap must be {REACH_FINEST_MM} mm or more, not {gap!r}", key="gap")
    moving = layout.ship(ship)
    scene, names = scene_of(layout, moving, rules)
    solids = tuple(np.array(part.corners) for danger in hazards(layout, moving, rules) for part in danger.parts)
    stages = Spread(scene, steps, solids).stages(gap, progress)
    last = stages[-1]
    corners, owner = last.inner()
    inner = shapely.union_all(shapely.polygons(shapely.linearrings(corners, indices=owner)))
    outer = shapely.Polygon()
    for i, stage in enumerate(stages):
        marks = stage.outer(stage.near) | stage.outer(stage.stuck) | (stage.raster.touched > 0)
        within = _region(marks, stage.raster)
        outer = shapely.intersection(outer, within) if i else within
    outer = shapely.difference(outer, shapely.union_all([shapely.Polygon(corners) for corners in solids]))
    return Reach(ship, steps, inner, shapely.union(outer, inner), last.gap, _undecided(last, names), last)


def _region(marks: NDArray[np.bool_], raster: Raster) -> BaseGeometry:
    """The union of some pixels."""
    import shapely

    x, y, pixel = raster.frame
    padded = np.zeros((marks.shape[0], marks.shape[1] + 2), dtype=np.int8)
    padded[:, 1:-1] = marks
    rows, starts = np.nonzero(np.diff(padded, axis=1) > 0)
    _, ends = np.nonzero(np.diff(padded, axis=1) < 0)
    boxes = shapely.box(x + starts * pixel, y + rows * pixel, x + ends * pixel, y + (rows + 1) * pixel)
    return shapely.union_all(boxes)


def _undecided(stage: Stage, names: list[str]) -> tuple[Undecided, ...]:
    """What cells too small to be cut may lead to farther than the gap from what is reached."""
    import shapely

    if not len(stage.stuck.layer):
        return ()
    region = _region(stage.outer(stage.stuck) & stage.raster.is_far(stage.gap), stage.raster)
    found = []
    for part in shapely.get_parts(region):
        found.append(Undecided(part, tuple(sorted(_blockers(stage, names)))))
    return tuple(found)


def _blockers(stage: Stage, names: list[str]) -> set[str]:
    """What the last or next position of a stuck cell all but touches."""
    return set()
