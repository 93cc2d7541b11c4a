"""What a ship can reach: an inner region whose every point has a path, an outer one with proof.

`reachable` answers for 1 to 4 steps among everything that lies on the table, under the rules in
force (clauses move.step, move.turn_limit, move.contact, move.edge). The search is in
`geometry.spread`; here its cells and fans become regions, and points get their paths.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
import shapely

from armada_sim.evidence import Subject
from armada_sim.geometry import ON_BOUNDARY_MM, Progress, Raster, Spread, Stage, compiled, opened
from armada_sim.regions._surroundings import only, surroundings
from armada_sim.table import MOST_STEPS, Layout, Rules
from armada_sim.tabletop import Amount, InputError, Message, picture_of

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    Floats = NDArray[np.float64]

REACH_FINEST_MM: Final = 0.125
"""mm. The smallest gap a reachable region may be asked for: its pixels fill memory beyond that."""

_NEARLY_TOUCHING_MM: Final = 1e-3
"""mm. What is nearer than this to a ship in an undecided passage is named as its blocker."""

_TIP_ARC_DEG: Final = 0.25
"""degrees. Between corners of the lines that stand for arcs of tips."""

_TIP_PIXELS: Final = 3
"""Pixels of an area of tips to its gap."""

_TIP_LOOKS: Final = 100
"""Pairs of last steps by which a pixel of such an area is tried before it is left out."""

_ON_ARC_MM: Final = 1e-3
"""mm. A point this near an arc of tips counts as on it: the lines are 5e-4 mm off it at giant pieces."""

_MOST_WITNESSES = 20
"""Narrow places looked at for what blocks an undecided region."""


@dataclass(frozen=True)
class _Undecided:
    """A part of the outer region of which it is not known whether it can be reached."""

    region: BaseGeometry
    blockers: tuple[str, ...]
    """Names of the ships, objects and "edge" that leave a passage too narrow to decide."""


@dataclass(frozen=True)
class _TipArea:
    """Pixels to which the tip can be brought by two last steps, each point of them exactly."""

    raster: Raster
    marks: NDArray[np.int32]
    """For each pixel 1 + the number of a prefix, negative where the ship turns right between the two steps; or 0."""

    prefixes: Floats
    """(n, 6) base midpoint and heading before the two steps, and headings of the steps so far (nan: none)."""

    def path_to(self, point: tuple[float, float], step: float) -> tuple[float, ...] | None:
        """Headings (degrees) of a path whose tip ends at a point; None if it is in no pixel."""
        x, y, size = self.raster.frame.tolist()
        column, row = math.floor((point[0] - x) / size), math.floor((point[1] - y) / size)
        if not (0 <= row < self.marks.shape[0] and 0 <= column < self.marks.shape[1]) or not self.marks[row, column]:
            return None
        mark = int(self.marks[row, column])
        base_x, base_y, before, *headings = self.prefixes[abs(mark) - 1].tolist()
        dx, dy = point[0] - base_x, point[1] - base_y
        turn = math.copysign(math.degrees(math.acos(math.hypot(dx, dy) / (2 * step))), mark)
        first = math.degrees(math.atan2(dy, dx)) - turn
        first -= 360 * round((first - before) / 360)
        return (*(h for h in headings if not math.isnan(h)), first, first + 2 * turn)


@dataclass(frozen=True)
class Reach:
    """Where a ship can get. Regions are Shapely geometries in table coordinates, mm."""

    ship: str
    steps: int
    inner: BaseGeometry
    """Every point of it has a path, given by `path_to`. Of tips, it is the arcs on which tips are proved to lie, as
    lines, and, after two or more steps, the polygons to all points of which two last steps are proved legal. The
    polygons are missing where the way is tested, headings are agreed on, or positions are not tested but count."""

    outer: BaseGeometry
    """No legal path covers a point outside it."""

    gap: float
    """mm. No point of `outer` is farther than this from `inner`, except what is undecided."""

    undecided: tuple[_Undecided, ...]
    stage: Stage
    tips: _TipArea | None = None
    """Of tips after two or more steps."""

    subject: Subject | None = field(default=None, compare=False, repr=False)
    """What was asked about; no part of the answer."""

    def _repr_svg_(self) -> str | None:
        """The region as a picture in a notebook."""
        return picture_of(self)

    def path_to(self, point: tuple[float, float]) -> tuple[float, ...] | None:
        """Headings (degrees) of a legal path whose last footprint covers `point`; None if none is known.

        For a region of tips: whose last tip is at `point`, to within _ON_ARC_MM.
        """
        fans = self.stage.fans
        if not len(fans):
            return None
        own = self.stage.scene.own[:, :2]
        if self.stage.scene.tips:
            return self._path_of_tip(point)
        dx, dy = point[0] - fans[:, 0], point[1] - fans[:, 1]
        bearing = np.degrees(np.arctan2(dy, dx))
        best, chosen = -ON_BOUNDARY_MM, None
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
        return self._path(*chosen)

    def _path(self, fan: int, heading: float) -> tuple[float, ...]:
        """The headings of a fan's path with one of its last headings."""
        before = self.stage.fans[fan, 4:]
        return (*before[~np.isnan(before)].tolist(), heading)

    def _path_of_tip(self, point: tuple[float, float]) -> tuple[float, ...] | None:
        fans, step = self.stage.fans, self.stage.scene.step
        known = None if self.tips is None else self.tips.path_to(point, step)
        if known is not None:
            return known
        dx, dy = point[0] - fans[:, 0], point[1] - fans[:, 1]
        middle = (fans[:, 2] + fans[:, 3]) / 2
        heading = np.degrees(np.arctan2(dy, dx))
        heading = np.clip(heading - 360 * np.round((heading - middle) / 360), fans[:, 2], fans[:, 3])
        off = np.hypot(dx - step * np.cos(np.radians(heading)), dy - step * np.sin(np.radians(heading)))
        at = int(np.argmin(off))
        if off[at] > _ON_ARC_MM:
            return None
        return self._path(at, float(heading[at]))

    def _depth(self, dx: Any, dy: Any, heading: Any) -> NDArray[np.float64]:
        """(f,) mm. How far inside the outline at each heading a point lies (negative: outside)."""
        cosine, sine = np.cos(np.radians(heading)), np.sin(np.radians(heading))
        along, across = dx * cosine + dy * sine, dy * cosine - dx * sine
        sides = self.stage.scene.own
        rooms = [side[4] - side[2] * along - side[3] * across for side in sides]
        depth: NDArray[np.float64] = np.min(rooms, axis=0)
        return depth


def reachable(
    layout: Layout, ship: str, steps: int | None = None, gap: float = 1.0, of: Literal["cover", "tips"] = "cover",
    when: Literal["final", "any"] = "final", rules: Rules | None = None, progress: Progress | None = None,
) -> Reach:  # fmt: skip
    """The points of the table that `ship` can cover (or its tip can reach) after at most `steps` steps.

    steps: 1 to 4; None: as many as the ship's size may take in one move.
    when: "final" positions or "any" of a legal move; every position is tested and may be final, so that they are the
    same. The footprint of a solid is the face it touches the table with. More steps than the ship's size has in one
    move count as several moves.
    gap: mm, at most, between what is proved reachable and what is proved not to be.
    Raises InputError for an unknown ship, steps other than 1 to 4, a gap below 0.125 mm.
    """
    search = Search.asked(layout, ship, steps, gap, of, when, rules or Rules())
    return search.region(tuple(search.spread.stages(gap, progress)))


def reach_stages(
    layout: Layout, ship: str, steps: int | None = None, gap: float = 1.0, of: Literal["cover", "tips"] = "cover",
    when: Literal["final", "any"] = "final", rules: Rules | None = None, progress: Progress | None = None,
) -> Iterator[Reach]:  # fmt: skip
    """The same, as it sharpens: known to 8 mm, to 4, to 2, ... down to the first gap that is `gap` mm or less.

    The inner region of each holds those before, and the outer lies in them; the last is what `reachable` returns.
    Raises InputError as `reachable` does, before the first.
    """
    search = Search.asked(layout, ship, steps, gap, of, when, rules or Rules())

    def regions() -> Iterator[Reach]:
        stages: tuple[Stage, ...] = ()
        for stage in search.spread.stages(gap, progress):
            stages = (*stages, stage)
            yield search.region(stages)

    return regions()


@dataclass(frozen=True)
class Search:
    """What is asked for, and where it is looked for."""

    ship: str
    steps: int
    of: str
    names: tuple[str, ...]
    spread: Spread
    subject: Subject

    @classmethod
    def asked(
        cls, layout: Layout, ship: str, steps: int | None, gap: float, of: str, when: str, rules: Rules
    ) -> Search:  # fmt: skip
        """Raises InputError as `reachable` does."""
        layout = layout.of_sizes(rules.sizes)
        moving = layout.ship(ship)
        steps = moving.size.steps if steps is None else steps
        if isinstance(steps, bool) or steps not in range(1, MOST_STEPS + 1):
            raise InputError(
                Message("steps must be 1 to {most}, not {given}", most=MOST_STEPS, given=repr(steps)),
                key="steps",
            )
        if not gap >= REACH_FINEST_MM:
            raise InputError(
                Message(
                    "the gap must be {least} or more, not {given}",
                    least=Amount(str(REACH_FINEST_MM), "mm"),
                    given=repr(gap),
                ),
                key="gap",
            )
        if of not in ("cover", "tips"):
            raise InputError(Message("expected cover or tips, not {given}", given=repr(of)), key="of")
        if when not in ("final", "any"):
            raise InputError(Message("expected final or any, not {given}", given=repr(when)), key="when")
        if rules.premeasure == "declared_only":
            raise InputError(
                Message("the rules in force allow no measuring before an action is declared"), key="premeasure"
            )
        around = surroundings(layout, moving, rules)
        scene, openings = opened(around.scene._replace(tips=int(of == "tips")), around.openings)
        spread = Spread(scene, steps, around.solids, openings)
        return cls(ship, steps, of, around.names, spread, Subject(layout, rules, "mm"))

    def region(self, stages: Sequence[Stage]) -> Reach:
        """What the last of some stages knows, and of the outer region all of them."""
        last, steps, solids = stages[-1], self.steps, self.spread.solids or ()
        tips = _tip_area(last) if self.of == "tips" and steps > 1 else None
        inner = _arcs(last, tips) if self.of == "tips" else _covered(last)
        marks = last.outer()
        outer = region_of(marks, last.raster)
        for stage in stages[:-1]:
            outer = shapely.intersection(region_of(stage.outer(), stage.raster), outer)
        far = region_of(marks & last.raster.is_far(last.gap), last.raster)
        outer = shapely.difference(outer, shapely.union_all([shapely.Polygon(corners) for corners in solids]))
        if self.of == "cover":
            outer = shapely.union(outer, inner)
        undecided = _undecided(last, outer, far, inner, self.names)
        return Reach(self.ship, steps, inner, outer, last.gap, undecided, last, tips, self.subject)


def _covered(stage: Stage) -> BaseGeometry:
    """What the outlines of all fans cover."""
    corners, owner = stage.inner()
    return shapely.union_all(shapely.polygons(shapely.linearrings(corners, indices=owner)))


def _tip_area(stage: Stage) -> _TipArea | None:
    """What two steps after the paths of all fans, less their last, are proved to lead to."""
    scene = stage.scene
    if scene.swept:
        return None
    earlier = np.unique(stage.fans[~np.isnan(stage.fans[:, 4]), 4:], axis=0)
    count = (~np.isnan(earlier)).sum(axis=1)
    earlier[np.arange(len(earlier)), count - 1] = np.nan  # the first of the two steps is to be chosen again
    earlier = np.unique(earlier, axis=0)
    taken = (~np.isnan(earlier)).sum(axis=1)
    ahead = np.nan_to_num(np.exp(1j * np.radians(earlier))).sum(axis=1) * scene.step
    before = np.where(taken > 0, earlier[np.arange(len(earlier)), taken - 1], scene.start[2])
    bases = np.column_stack([scene.start[0] + ahead.real, scene.start[1] + ahead.imag])
    reach = float(np.abs(bases - scene.start[:2]).max(initial=0.0)) + 2 * scene.step
    raster = Raster.around(scene, reach, stage.gap / _TIP_PIXELS, ())
    tries, marks = np.full(raster.full.shape, _TIP_LOOKS, dtype=np.uint16), np.zeros(raster.full.shape, dtype=np.int32)
    compiled().mark_tips(scene, np.column_stack([bases, before, taken + 1.0]), raster.frame, tries, marks)
    return _TipArea(raster, marks, np.column_stack([bases, before, earlier]))


def _arcs(stage: Stage, area: _TipArea | None) -> BaseGeometry:
    """The arcs on which the tips of all fans lie, as lines with a corner every _TIP_ARC_DEG, and the area."""
    lines = []
    for x, y, low, high in stage.fans[:, :4].tolist():
        angles = np.radians(np.linspace(low, high, 2 + int((high - low) / _TIP_ARC_DEG)))
        lines.append(np.stack([x + stage.scene.step * np.cos(angles), y + stage.scene.step * np.sin(angles)], axis=1))
    if area is None:
        return shapely.MultiLineString(lines)
    polygons = region_of(area.marks != 0, area.raster)
    shapely.prepare(polygons)
    arcs = [line for line in map(shapely.LineString, lines) if not polygons.covers(line)]
    return shapely.GeometryCollection([*shapely.get_parts(polygons), *arcs])


def region_of(marks: NDArray[np.bool_], raster: Raster) -> BaseGeometry:
    """The union of some pixels."""
    x, y, pixel = raster.frame
    padded = np.zeros((marks.shape[0], marks.shape[1] + 2), dtype=np.int8)
    padded[:, 1:-1] = marks
    rows, starts = np.nonzero(np.diff(padded, axis=1) > 0)
    _, ends = np.nonzero(np.diff(padded, axis=1) < 0)
    boxes = shapely.box(x + starts * pixel, y + rows * pixel, x + ends * pixel, y + (rows + 1) * pixel)
    return shapely.union_all(boxes)


def contour(heights: Floats, frame: Floats, level: float) -> BaseGeometry:
    """The region where heights in the middles of pixels, straight lines between them, are a level or more."""
    import contourpy

    x, y, pixel = frame
    xs, ys = x + (np.arange(heights.shape[1]) + 0.5) * pixel, y + (np.arange(heights.shape[0]) + 0.5) * pixel
    lines = contourpy.contour_generator(xs, ys, heights, fill_type=contourpy.FillType.OuterOffset)
    outlines: Any = lines.filled(level, math.inf)
    points, offsets = outlines
    rings = [
        shapely.linearrings(p, indices=np.repeat(np.arange(len(o) - 1), np.diff(o)))
        for p, o in zip(points, offsets, strict=True)
    ]
    return shapely.union_all([shapely.polygons(ring[0], holes=ring[1:]) for ring in rings])


def _undecided(
    stage: Stage, outer: BaseGeometry, far: BaseGeometry, inner: BaseGeometry, names: tuple[str, ...]
) -> tuple[_Undecided, ...]:
    """What of the outer region is farther than the gap from what is reached, whatever the cause.

    far: pixels that are not proved to be nearer, of which it holds all or some.
    """
    if far.is_empty:
        return ()
    # where pixels of two stages only touch, lines and points are left of the outer region
    areas = [part for part in shapely.get_parts(outer) if isinstance(part, shapely.Polygon)]
    far = shapely.intersection(far, shapely.union_all(areas))
    parts = shapely.get_parts(inner)
    beside = parts[shapely.distance(parts, far) <= stage.gap]
    region = shapely.difference(far, shapely.union_all(shapely.buffer(beside, stage.gap)))
    narrow, found = _narrow(stage), []
    for part in shapely.get_parts(region):
        if not part.area:
            continue
        x, y = part.centroid.coords[0]
        near = np.argsort(np.hypot(narrow[:, 0] - x, narrow[:, 1] - y), kind="stable")[:_MOST_WITNESSES]
        gaps = [gap for row in narrow[near].tolist() for gap in _met(stage, row, names)]
        met = {name for over, name in gaps if over <= 0} or {min(gaps)[1]}
        found.append(_Undecided(part, tuple(sorted(met))))
    return tuple(found)


def _narrow(stage: Stage) -> Floats:
    """(n, 5) tip x and y of positions that may be neither free nor blocked, heading, how far what lies there may be
    off (mm), and the number of the step: one for each stuck cell, and for each opening of the first step."""
    scene, cells = stage.scene, stage.stuck
    low, high = cells.arcs[:, 0, 0], cells.arcs[:, 0, 1]
    off = 4 * cells.square[:, 2] + scene.reach * np.radians(high - low)
    stuck = np.column_stack([cells.square[:, :2], (low + high) / 2, off, cells.layer])
    x, y, low, high = stage.openings[:, :4].T
    heading = (low + high) / 2
    ahead = scene.step * np.exp(1j * np.radians(heading))
    none, one = np.zeros(len(heading)), np.ones(len(heading))
    return np.concatenate([stuck, np.column_stack([x + ahead.real, y + ahead.imag, heading, none, one])])


def _met(stage: Stage, narrow: Sequence[float], names: tuple[str, ...]) -> list[tuple[float, str]]:
    """What lies by a ship that ends a step at a row of `_narrow`, and by the next step straight on from there.

    By how much more its room differs from what it must be than it may be off; and its name.
    """
    kernel, scene = compiled(), stage.scene
    x, y, heading, off, number = narrow
    ahead = math.radians(heading)
    bases = [(x - scene.step * math.cos(ahead), y - scene.step * math.sin(ahead))]
    if off > 0:
        bases.append((x, y))
    found = []
    for name in dict.fromkeys(names):
        alone = only(scene, names, {name})
        for following, base in enumerate(bases):
            gap = kernel.least_separation(alone, 0, *base, heading, math.inf) - scene.needs[int(number) + following]
            found.append((abs(gap) - off - _NEARLY_TOUCHING_MM, name))
    return found
