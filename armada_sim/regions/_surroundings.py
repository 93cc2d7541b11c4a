"""A ship among everything solid, as the arrays the compiled functions work on."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from armada_sim.geometry import (
    LIMIT_HAIR_DEG,
    Body,
    ConvexDomain,
    DiscDomain,
    OutlineCorners,
    Place,
    Raised,
    SimpleDomain,
    Solid,
)
from armada_sim.geometry.kernel.outlines import RAISED_SLACK, ROUNDING
from armada_sim.geometry.kernel.scenes import Scene
from armada_sim.moving import Mover, first_intervals, hazards
from armada_sim.table import Layout, Rules, Ship

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Surroundings:
    """What a ship may move among, under the rules."""

    scene: Scene
    """With the limits of turn for first headings, whatever is in the way."""

    openings: Floats | None
    """(n, 2) legal headings of a first step, degrees; None where they have no closed form."""

    solids: tuple[Floats, ...]
    """(c, 2) corners of each convex thing no footprint may overlap."""

    names: tuple[str, ...]
    """Whose they are; "edge" for what is outside the surface. The last is "edge"."""

    def only(self, names: Collection[str]) -> Scene:
        """The scene with nothing but what bears one of some names."""
        return only(self.scene, self.names, names)


def only(scene: Scene, owners: Sequence[str], names: Collection[str]) -> Scene:
    """A scene with nothing but what bears one of some names; owners: as `Surroundings.names`."""
    kept = [j for j in range(len(scene.things)) if owners[j] in names]
    edge = slice(None) if "edge" in names else slice(0)
    return scene._replace(
        things=scene.things[kept], bounds=scene.bounds[kept], raised=np.ascontiguousarray(scene.raised[:, kept]),
        walls=scene.walls[edge], discs=scene.discs[edge],
    )  # fmt: skip


def sides_of(corners: Sequence[tuple[float, float]] | Floats) -> Floats:
    """(n, 5) corners and, for the side from each to the next, unit outward normal and offset."""
    points = np.array(corners, dtype=float)
    along = np.roll(points, -1, axis=0) - points
    normal = np.stack([along[:, 1], -along[:, 0]], axis=1) / np.hypot(along[:, 0], along[:, 1])[:, None]
    return np.column_stack([points, normal, (normal * points).sum(axis=1)])


def _things(
    solids: Sequence[Solid], asked: Sequence[float], met: Sequence[int], reach: float
) -> tuple[Floats, Floats, float]:
    """`Scene.things` and `Scene.bounds` of obstacles, and a bound on the error of separations.

    The error is that of `kernel.outlines.error_bound` or more: what a corner may be off, levered by the
    shortest side. asked: mm of clearance each asks for. met: which of `Scene.outlines` meets it.
    """
    seen = [solid.shadow.corners if isinstance(solid, Body) else solid.corners for solid in solids]
    most = max((len(corners) for corners in seen), default=3)
    things, bounds, worst = np.zeros((len(solids), most, 5)), np.zeros((len(solids), 5)), 0.0
    for i, corners in enumerate(seen):
        sides = sides_of(corners)
        n = len(sides)
        things[i, :n], things[i, n:] = sides, sides[0]
        centre = sides[:, :2].mean(axis=0)
        radius = np.hypot(*(sides[:, :2] - centre).T).max()
        shortest = np.hypot(*(np.roll(sides[:, :2], -1, axis=0) - sides[:, :2]).T).min()
        size = np.abs(sides[:, :2]).max() + 8 * reach
        error = 16 * ROUNDING * size * (1 + 3 * (radius + 8 * reach) / min(shortest, reach))
        bounds[i] = *centre, radius, asked[i], met[i]
        worst = max(worst, error)
    return things, bounds, worst


_DOUBT_SIGNS = {"exact": 0.0, "favour_actor": -1.0, "three_answers": 1.0}
"""What an error counts for that a step must be clear by: more, or less, or not at all."""


def _stacked(outlines: Sequence[Sequence[Floats]], fill: float | None = None) -> Floats:
    """Outlines in one array, short ones filled up with a number, or else with their first row."""
    most, width = max(len(o) for row in outlines for o in row), outlines[0][0].shape[1]
    found = np.zeros((len(outlines), len(outlines[0]), most, width))
    for i, row in enumerate(outlines):
        for j, rows in enumerate(row):
            found[i, j, : len(rows)] = rows
            found[i, j, len(rows) :] = rows[:1] if fill is None else fill
    return found


@dataclass(frozen=True)
class _Pieces:
    """What of a moving ship meets what else, by phase: where a step ends, sliding ahead, turning on the way."""

    mover: Mover
    swept: bool
    """Whether the way is tested."""

    @cached_property
    def _bodies(self) -> tuple[Body, Body]:
        """The piece, and what it covers sliding ahead; both in the frame of the base midpoint it starts from."""
        here = Place(Fraction(0), Fraction(0), Fraction(0))
        piece = self.mover.solid(here)
        return piece, self.mover.slide_hull(here) if self.swept else piece

    @cached_property
    def back(self) -> float:
        """mm. How far behind the base midpoint a slide starts."""
        return float(self.mover.outline.step) if self.swept else 0.0

    def _phases(self, of: Callable[[Body], OutlineCorners]) -> list[Floats]:
        piece, slide = (np.array([(float(a), float(c)) for a, c in of(body)]) for body in self._bodies)
        return [piece, slide - [self.back, 0.0], piece]

    @cached_property
    def seen(self) -> list[Floats]:
        """Corners of what it covers seen from above, in the frame of the base midpoint it gets to."""
        return self._phases(lambda body: body.shadow.outline)

    @cached_property
    def outlines(self) -> Floats:
        """`Scene.outlines`: what the surface's edge meets, if it is made of things; and what other things meet."""
        edge = [sides_of(corners) for corners in self._phases(lambda body: body.outline)]
        return _stacked([[by_edge, sides_of(all_of)] for by_edge, all_of in zip(edge, self.seen, strict=True)])

    @cached_property
    def edges(self) -> Floats:
        """`Scene.edges`."""
        corners = [outline[0][np.isfinite(outline[0, :, 4]), :2] for outline in self.outlines]
        found: Floats = _stacked([corners], math.nan)[0]
        return found

    def raised(self, things: Sequence[Solid]) -> Floats:
        """`Scene.raised`."""
        from armada_sim.geometry import hull_corners

        found: list[list[Floats]] = []
        for body, back in zip(self._bodies, (0.0, self.back), strict=True):
            found.append([np.zeros((1, 4)) for _ in things])
            for j, thing in enumerate(things):
                if isinstance(body, Raised) and isinstance(thing, Raised):
                    pairs = hull_corners(body.levels, thing)
                    found[-1][j] = np.array([(a - back, c, x, y) for (a, c), (x, y) in pairs])
        return _stacked(found, math.nan) if things else np.zeros((2, 0, 1, 4))


def surroundings(layout: Layout, ship: Ship, rules: Rules) -> Surroundings:
    """Everything a move of `ship` depends on."""
    mover = Mover(ship, rules.outline(ship.size))
    place, step, swept = ship.pose.place, float(mover.outline.step), rules.step_legality == "swept_area"
    pieces = _Pieces(mover, swept)
    own = sides_of([(float(a), float(c)) for a, c in mover.outline.corners])
    every = np.concatenate(pieces.seen)
    radius, reach = float(np.hypot(*every.T).max()), float(np.hypot(*(every - [step, 0]).T).max())
    sign, largest = _DOUBT_SIGNS[rules.doubt_rule], layout.largest_tolerance
    start, each = (
        float(share * largest) if largest else 0.0 for share in (layout.weight(ship), layout.weight_of_step(ship))
    )
    dangers = [(h, part) for h in hazards(layout, ship, rules) for part in h.parts]
    asked = [sign * float(h.share * layout.largest_tolerance) for h, _ in dangers]
    names, solids = [h.name for h, _ in dangers], [part for _, part in dangers]
    met = [-1 if isinstance(part, Raised) else 1 for part in solids]
    covered = tuple(np.array(part.corners) for part in solids)
    walls, discs, edges = np.zeros((0, 3)), np.zeros((0, 3)), pieces.edges[:, :0]
    domain = layout.surface.domain
    if rules.edge != "open_sea" and isinstance(domain, ConvexDomain):
        walls, edges = np.array(domain.half_planes), pieces.edges
    elif rules.edge != "open_sea" and isinstance(domain, DiscDomain):
        discs, edges = np.array([[*map(float, domain.centre), float(domain.radius)]]), pieces.edges
    elif rules.edge != "open_sea" and isinstance(domain, SimpleDomain):
        solids += domain.outside
        names += ["edge"] * len(domain.outside)
        asked += [0.0] * len(domain.outside)
        met += [0] * len(domain.outside)
        covered += tuple(np.array(part.corners) for part in domain.outside)
    things, bounds, error = _things(solids, asked, met, reach)
    raised = pieces.raised(solids)
    x, y = mover.stepped(place, place.heading).origin
    error = max(64 * ROUNDING * (abs(x) + abs(y) + 8 * reach), error, RAISED_SLACK if -1 in met else 0.0)
    heading, turned = float(place.heading), min(1.0, max(start, each) / (2 * mover.outline.radius))
    limit = mover.turn_limit - LIMIT_HAIR_DEG - sign * math.degrees(2 * math.asin(turned))
    limit = min(max(limit, 0.0), 180.0)
    errors = np.array([0.0, *(sign * (start + step * each) for step in range(1, 5))])
    exact = None
    if not errors.any() and not any(asked) and not swept:
        exact = np.array([(i.start, i.end) for i in first_intervals(mover, layout, rules)]).reshape(-1, 2)
    scene = Scene(
        radius, reach, step, limit, 0.0 if swept else 2 * limit - 0.01, own, pieces.outlines, raised, things, bounds,
        edges, walls, discs, int(swept), np.zeros((3, max(raised.shape[1:3]))), error,
        errors, 0.02,
        np.array([x, y, heading]), np.array([(heading - limit, heading + limit)]), 0,
    )  # fmt: skip
    return Surroundings(scene, exact, covered, (*names, "edge"))
