"""A ship among everything solid, as the arrays the compiled functions work on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from armada_sim.errors import NotBuiltError
from armada_sim.geometry.domains import ConvexDomain, DiscDomain, SimpleDomain, Unbounded
from armada_sim.geometry.kernel import ROUNDING, Scene
from armada_sim.geometry.solids import Solid
from armada_sim.layout import Layout, Ship
from armada_sim.movement import Mover, first_intervals, hazards, holders
from armada_sim.rules import Rules
from armada_sim.tolerance import LIMIT_HAIR_DEG

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

    held: bool
    """Whether the ship may not move at all (stuck_while_touching)."""


def _sides(corners: Any) -> Floats:
    """(n, 5) corners and, for the side from each to the next, unit outward normal and offset."""
    points = np.array(corners, dtype=float)
    along = np.roll(points, -1, axis=0) - points
    normal = np.stack([along[:, 1], -along[:, 0]], axis=1) / np.hypot(along[:, 0], along[:, 1])[:, None]
    return np.column_stack([points, normal, (normal * points).sum(axis=1)])


def _things(solids: Sequence[Solid], asked: Sequence[float], reach: float) -> tuple[Floats, Floats, float]:
    """`Scene.things` and `Scene.bounds` of obstacles, and a bound on the error of separations.

    The error is that of `kernel.error_bound` or more: what a corner may be off, levered by the
    shortest side. asked: mm of clearance each asks for.
    """
    most = max((len(solid.corners) for solid in solids), default=3)
    things, bounds, worst = np.zeros((len(solids), most, 5)), np.zeros((len(solids), 4)), 0.0
    for i, solid in enumerate(solids):
        sides = _sides(solid.corners)
        n = len(sides)
        things[i, :n], things[i, n:] = sides, sides[0]
        centre = sides[:, :2].mean(axis=0)
        radius = np.hypot(*(sides[:, :2] - centre).T).max()
        shortest = np.hypot(*(np.roll(sides[:, :2], -1, axis=0) - sides[:, :2]).T).min()
        size = np.abs(sides[:, :2]).max() + 8 * reach
        error = 16 * ROUNDING * size * (1 + 3 * (radius + 8 * reach) / min(shortest, reach))
        bounds[i] = *centre, radius, asked[i]
        worst = max(worst, error)
    return things, bounds, worst


def _doubt(layout: Layout, ship: Ship, rules: Rules) -> float:
    """mm. By how much more than nothing a step must be clear for each share of error; negative: less."""
    if rules.doubt_rule == "exact":
        return 0.0
    return float(layout.tolerance_of(ship)) * (-1.0 if rules.doubt_rule == "favour_actor" else 1.0)


def surroundings(layout: Layout, ship: Ship, rules: Rules) -> Surroundings:
    """Everything a move of `ship` depends on. Raises NotBuiltError for options that cannot be searched."""
    mover = Mover(ship, rules.outline(ship.size))
    own = _sides([(float(a), float(c)) for a, c in mover.outline.corners])
    step, place = float(mover.outline.step), ship.pose.place
    slide, hull = np.zeros((0, 5)), np.zeros((0, 2))
    if rules.step_legality == "swept_area":
        slide = _sides(mover.slide_hull(place.turned(place.heading)).outline)
        hull = slide[:, :2].copy()
    radius = float(np.hypot(*np.concatenate([own[:, :2], hull - [step, 0]]).T).max())
    reach = float(np.hypot(*(np.concatenate([own[:, :2], hull]) - [step, 0]).T).max())
    doubt = _doubt(layout, ship, rules)
    sign = math.copysign(1.0, doubt) if doubt else 0.0 if rules.doubt_rule == "exact" else 1.0
    dangers = [(h, part) for h in hazards(layout, ship, rules) for part in h.parts]
    asked = [sign * float(h.share * layout.largest_tolerance) for h, _ in dangers]
    names, solids = [h.name for h, _ in dangers], [part for _, part in dangers]
    edge, walls, discs = own[:, :2].copy(), np.zeros((0, 3)), np.zeros((0, 3))
    if rules.edge == "overhang_by_centroid":
        (along, across), = mover.centroid(place).outline
        edge, hull = np.array([[float(along), float(across)]]), hull[:0]
    domain = layout.surface.domain
    if rules.edge == "open_sea" or isinstance(domain, Unbounded):
        edge, hull = edge[:0], hull[:0]
    elif isinstance(domain, ConvexDomain):
        walls = np.array(domain.half_planes)
    elif isinstance(domain, DiscDomain):
        discs = np.array([[*map(float, domain.centre), float(domain.radius)]])
    elif rules.edge == "overhang_by_centroid":
        raise NotBuiltError(
            "overhang_by_centroid on a surface that is not convex cannot be searched for reach", key="edge"
        )
    elif isinstance(domain, SimpleDomain):
        solids += domain.outside
        names += ["edge"] * len(domain.outside)
        asked += [0.0] * len(domain.outside)
    things, bounds, error = _things(solids, asked, reach)
    x, y = mover.stepped(place, place.heading).origin
    error = max(64 * ROUNDING * (abs(x) + abs(y) + 8 * reach), error)
    heading, less = float(place.heading), math.degrees(2 * math.asin(abs(doubt) / (2 * mover.outline.radius)))
    limit = mover.turn_limit - LIMIT_HAIR_DEG - math.copysign(less, doubt)
    exact = None
    if not doubt and rules.step_legality != "swept_area":
        exact = np.array([(i.start, i.end) for i in first_intervals(mover, layout, rules)]).reshape(-1, 2)
    firsts = [(heading - limit, heading + limit)]
    grid = 360 / rules.heading_grid if rules.heading_grid else 0.0
    scene = Scene(
        radius, reach, step, limit, 0.0 if len(slide) else 2 * limit - 0.01, own, things, bounds, edge, walls, discs,
        slide, hull, error, np.arange(5) * doubt + doubt * (np.arange(5) > 0), grid,
        int(rules.step_legality != "final_only"), 0.02, np.array([x, y, heading]), np.array(firsts).reshape(-1, 2), 0,
    )  # fmt: skip
    corners = tuple(np.array(part.corners) for part in solids)
    return Surroundings(
        scene, exact, corners, (*names, "edge"), bool(holders(mover, layout, rules))
    )
