"""What a ship can reach: regions with an inner part that has witnesses and a proved outer part."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from armada_sim.exact import direction_float
from armada_sim.geometry.domains import ConvexDomain, DiscDomain, SimpleDomain, Unbounded
from armada_sim.geometry.kernel import ROUNDING, Scene
from armada_sim.geometry.solids import Body, Solid
from armada_sim.layout import Layout, Ship
from armada_sim.movement import Mover, hazards, legal_intervals
from armada_sim.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray


def _sides(corners: Any) -> NDArray[np.float64]:
    """(n, 5) corners and, for the side from each to the next, unit outward normal and offset."""
    points = np.array(corners, dtype=float)
    along = np.roll(points, -1, axis=0) - points
    normal = np.stack([along[:, 1], -along[:, 0]], axis=1) / np.hypot(along[:, 0], along[:, 1])[:, None]
    return np.column_stack([points, normal, (normal * points).sum(axis=1)])


def _things(solids: list[Solid], reach: float) -> tuple[Any, Any]:
    most = max((len(solid.corners) for solid in solids), default=3)
    things, bounds = np.zeros((len(solids), most, 5)), np.zeros((len(solids), 4))
    for i, solid in enumerate(solids):
        sides = _sides(solid.corners)
        n = len(sides)
        things[i, :n], things[i, n:] = sides, sides[0]
        centre = sides[:, :2].mean(axis=0)
        radius = np.hypot(*(sides[:, :2] - centre).T).max()
        shortest = np.hypot(*(np.roll(sides[:, :2], -1, axis=0) - sides[:, :2]).T).min()
        size = np.abs(sides[:, :2]).max() + 4 * reach
        error = 16 * ROUNDING * size * (1 + 3 * (radius + 4 * reach) / min(shortest, reach))
        bounds[i] = *centre, radius, error
    return things, bounds


def scene_of(layout: Layout, ship: Ship, rules: Rules) -> Scene:
    mover = Mover(ship, rules.outline(ship.size))
    own = _sides([(float(a), float(c)) for a, c in mover.outline.corners])
    step, limit = float(mover.outline.step), mover.turn_limit - 1e-9
    radius = np.hypot(own[:, 0], own[:, 1]).max()
    reach = np.hypot(own[:, 0] - step, own[:, 1]).max()
    solids = [hazard.solid for hazard in hazards(layout, ship, rules)]
    edge, walls, discs = own[:, :2], np.zeros((0, 3)), np.zeros((0, 3))
    domain = layout.surface.domain
    if rules.edge == "open_sea" or isinstance(domain, Unbounded):
        edge = edge[:0]
    elif isinstance(domain, ConvexDomain):
        walls = np.array(domain.half_planes)
    elif isinstance(domain, DiscDomain):
        discs = np.array([[*map(float, domain.centre), float(domain.radius)]])
    things, bounds = _things(solids, reach)
    place = ship.pose.place
    firsts = np.array([(i.start, i.end) for i in legal_intervals(mover, place, layout, rules)]).reshape(-1, 2)
    heading = float(place.heading)
    x, y = place.stepped(mover.outline.step, place.heading).origin
    slack = max([1e-9, *bounds[:, 3]])
    return Scene(
        own[:, 0].copy(), own[:, 1].copy(), radius, reach, step, limit, 2 * limit - 0.01, own, things, bounds, edge.copy(), walls, discs,
        np.zeros((0, 5)), np.zeros((0, 2)), slack, 0.0, 1, 0.02, np.array([x, y, heading]), firsts,
    )


def barred_parts(layout, ship, rules):
    return [tuple(np.array(h.solid.corners).T.copy()) for h in hazards(layout, ship, rules)]
