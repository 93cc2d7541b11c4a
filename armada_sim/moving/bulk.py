"""Many poses at once: the compiled kernel in front, the exact decision behind it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from armada_sim.geometry import ConvexDomain, Levels, OutlineCorners, Raised, Solid
from armada_sim.geometry.kernel.outlines import CLEAR, UNSURE
from armada_sim.moving._case import MoveCase
from armada_sim.moving._move_conditions import lying_conditions
from armada_sim.moving.movement import Mover, hazards
from armada_sim.table import Layout, Pose, Rules, Unit


def legal_poses(layout: Layout, ship: str, poses: NDArray[np.float64], rules: Rules | None = None) -> NDArray[np.bool_]:
    """Whether `ship` could end a step at each pose: clear of everything solid, inside the edge.

    poses: (n, 3) base midpoint x, y in mm and heading in degrees, as doubles. Returns (n,) booleans,
    the referee's own answers (clauses move.contact and move.edge). Raises InputError for an unknown
    ship.
    """
    rules = rules or Rules()
    layout = layout.of_sizes(rules.sizes)
    moving = layout.ship(ship)
    mover = Mover(moving, rules.outline(moving.size))
    poses = np.ascontiguousarray(poses)
    solids = [part for hazard in hazards(layout, moving, rules) for part in hazard.parts]
    domain = layout.surface.domain
    filtered = rules.edge in ("touch_illegal", "touch_ok") and isinstance(domain, ConvexDomain)
    walls = np.array(domain.half_planes) if filtered and isinstance(domain, ConvexDomain) else np.zeros((0, 3))
    if mover.outline.levels is None:
        codes = _flat_codes(poses, mover.outline.corners, solids, walls)
    else:  # the worst of: the edge, prisms, polyhedra
        raised = [solid for solid in solids if isinstance(solid, Raised)]
        prisms = [solid for solid in solids if not isinstance(solid, Raised)]
        edge = _flat_codes(poses, mover.outline.corners, (), walls)
        things = _flat_codes(poses, mover.outline.levels.shadow, prisms, np.zeros((0, 3)))
        ships = _raised_codes(poses, mover.outline.levels, raised)
        codes = np.minimum(np.minimum(edge, things), ships)
    edge_open = filtered or rules.edge == "open_sea" or layout.surface.kind == "unbounded"
    unsure = np.flatnonzero((codes == UNSURE) | ((codes == CLEAR) & (not edge_open)))
    legal: NDArray[np.bool_] = codes == CLEAR
    for at in unsure.tolist():
        legal[at] = _exactly(layout, mover, poses[at], rules)
    return legal


def _flat_codes(
    poses: NDArray[np.float64], outline: OutlineCorners, solids: Sequence[Solid], walls: NDArray[np.float64]
) -> NDArray[np.int8]:
    """The kernel's codes for an outline among prisms and walls."""
    from armada_sim.geometry import compiled

    most = max((len(solid.corners) for solid in solids), default=1)
    xs, ys = np.zeros((len(solids), most)), np.zeros((len(solids), most))
    counts = np.array([len(solid.corners) for solid in solids], dtype=np.int64)
    for i, solid in enumerate(solids):
        corners = np.array(solid.corners)
        xs[i, : len(corners)], ys[i, : len(corners)] = corners.T
    along, across = np.array([(float(a), float(c)) for a, c in outline]).T.copy()
    codes = np.zeros(len(poses), dtype=np.int8)
    compiled().classify_poses(poses, along, across, xs, ys, counts, walls, codes)
    return codes


def _raised_codes(poses: NDArray[np.float64], levels: Levels, others: Sequence[Raised]) -> NDArray[np.int8]:
    """The kernel's codes for a polyhedron among polyhedra."""
    from armada_sim.geometry import compiled, hull_corners

    spans = [hull_corners(levels, other) for other in others]
    most = max((len(span) for span in spans), default=1)
    own, fixed = np.zeros((len(others), most, 2)), np.zeros((len(others), most, 2))
    centres, radii = np.zeros((len(others), 2)), np.zeros(len(others))
    for i, (other, span) in enumerate(zip(others, spans, strict=True)):
        own[i, : len(span)], fixed[i, : len(span)] = [a for a, _ in span], [b for _, b in span]
        seen = np.array(other.shadow.corners)
        centres[i] = seen.mean(axis=0)
        radii[i] = np.hypot(*(seen - centres[i]).T).max()
    reach = max(math.hypot(float(along), float(across)) for along, across in levels.shadow)
    counts = np.array([len(span) for span in spans], dtype=np.int64)
    codes = np.zeros(len(poses), dtype=np.int8)
    compiled().classify_raised(poses, own, fixed, counts, centres, radii, reach, codes)
    return codes


def _exactly(layout: Layout, mover: Mover, pose: NDArray[np.float64], rules: Rules) -> bool:
    x, y, heading = (float(value) for value in pose)
    moved = layout.with_pose(mover.ship.name, Pose(x, y, heading))
    there = Mover(moved.ship(mover.ship.name), mover.outline)
    case = MoveCase(moved, there, (), rules, Unit())
    return all(condition.holds for condition in lying_conditions(case, 1, there.ship.pose.place, case.things, {}))
