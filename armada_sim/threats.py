"""What a ship can shoot at after moving: the table its guns can be brought to reach, and whom it can hit.

The region is that of the guns' reach (clause shot.reach) over all legal last positions; whether
anything stands in a line of fire is decided for every enemy ship by the referee, not for points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from armada_sim.broadsides import region, shot_case
from armada_sim.exact import exact
from armada_sim.layout import Layout, Pose, Ship
from armada_sim.reach import Reach, reachable, region_of
from armada_sim.referee import check_shot
from armada_sim.rules import Rules
from armada_sim.ruling import Answer, Ruling
from armada_sim.tolerance import POSE_GRID_MM, THREAT_TRIES

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


@dataclass(frozen=True)
class Threat:
    """What a ship can shoot at after at most some steps. Regions are Shapely geometries, mm."""

    ship: str
    inner: BaseGeometry
    """Every point of it lies within reach of the guns after some legal move."""

    outer: BaseGeometry
    """No gun reaches a point outside it after a legal move."""

    ships: tuple[Threatened, ...]
    """Every enemy afloat."""


def _guns(layout: Layout, ship: Ship, rules: Rules) -> list[tuple[str, Floats]]:
    """The reach of each gun side in the ship's frame."""
    still = layout.with_pose(ship.name, Pose(0, 0, 0))
    shooter = still.ship(ship.name)
    other = next(one for one in still.ships if one.name != ship.name)
    sides = ("left", "right") if rules.long_sides == "two_long" else ("left", "right", "base")
    case = shot_case(still, shooter, other, sides, rules)
    found = [(side, np.array(region(case, side))) for side in sides]
    return [(side, corners) for side, corners in found if len(corners) > 2]


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
    guns = _guns(layout, moving, rules) if len(layout.ships) > 1 else []
    if not guns or not len(reach.stage.fans):
        nothing = shapely.Polygon()
        return Threat(ship, nothing, nothing, tuple(Threatened(one.name, Answer.NO) for one in enemies))
    raster, maybe = reach.stage.carried([corners for _, corners in guns], gap / 2)
    inner, outer = region_of(raster.full > 0, raster), region_of(maybe, raster)
    found = tuple(_threatened(layout, reach, guns, one, outer, rules) for one in enemies)
    return Threat(ship, inner, outer, found)


def _threatened(
    layout: Layout, reach: Reach, guns: list[tuple[str, Floats]], enemy: Ship, outer: BaseGeometry, rules: Rules
) -> Threatened:
    """Poses from which the enemy's outline comes deepest into a gun's reach are tried first."""
    import shapely

    target = shapely.Polygon(rules.outline(enemy.size).flat(enemy.pose.place).corners)
    if not outer.intersects(target):
        return Threatened(enemy.name, Answer.NO)
    tried = []
    for fan in reach.stage.fans:
        for heading in np.linspace(fan[2], fan[3], 1 + int((fan[3] - fan[2]) / 10)):
            cosine, sine = np.cos(np.radians(heading)), np.sin(np.radians(heading))
            for side, corners in guns:
                at = fan[:2] + corners @ np.array([[cosine, sine], [-sine, cosine]])
                tried.append((at, fan, float(heading), side))
    areas = shapely.area(shapely.intersection(shapely.polygons([at for at, *_ in tried]), target))
    for i in np.argsort(-areas)[:THREAT_TRIES].tolist():
        if areas[i] <= 0:
            break
        _, fan, heading, side = tried[i]
        before = tuple(value for value in fan[4:].tolist() if not np.isnan(value))
        x, y = (round(exact(float(value)) / POSE_GRID_MM) * POSE_GRID_MM for value in fan[:2])
        there = layout.with_pose(reach.ship, Pose(x, y, heading))
        ruling = check_shot(there, reach.ship, enemy.name, side, rules)
        if ruling.allowed:
            return Threatened(enemy.name, Answer.YES, (*before, heading), ruling)
    return Threatened(enemy.name, Answer.IN_DOUBT)
