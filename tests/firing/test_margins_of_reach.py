"""The quick bound for closed shots against placements drawn by lot, and Shapely."""

from __future__ import annotations

import numpy as np
import pytest
from shapely import MultiPoint, Polygon

from armada_sim.firing import broadsides
from armada_sim.firing.margins._reach import parted, parting
from armada_sim.firing.margins.plane import View, turned, views
from tests.shot_scenes import shot_scene


def far_views(seed: int) -> list[View]:
    """The views of a random shot whose target is out of reach."""
    scene = shot_scene(seed, varied=False)
    ships = scene.layout.ship(scene.shooter), scene.layout.ship(scene.target)
    case = broadsides.shot_case(scene.layout, *ships, ("left", "right"), scene.rules)
    return [view for view in views(case, {ship.name: 1.0 for ship in scene.layout.ships}) if parted(view).low]


@pytest.mark.parametrize("seed", range(12))
def test_no_placement_within_the_bound_brings_the_target_into_reach(seed: int) -> None:
    """Nor is the bound far off: one within twice of it does."""
    chooser = np.random.default_rng(seed)
    for view in far_views(seed):
        low, motion = parted(view)
        gun, met = view.shooter, []
        own = np.array([*motion[:2], motion[2]])
        lots = chooser.normal(size=(400, 3)) * [1.0, 1.0, 1.0 / gun.radius]
        for lot in [own, *lots]:
            error = gun.displacement(tuple(lot))
            for scale in (1.0, 2.0):
                step = lot * (scale * low / error * 0.9999)
                way = (float(step[0]), float(step[1]), float(step[2]))
                if gun.displacement(way) > scale * low:
                    continue  # turns bend: the error does not grow in proportion
                hull = MultiPoint(turned(view.swept, gun.pivot, way)).convex_hull
                met.append((hull.distance(Polygon(view.target.corners)) <= scale * low, scale))
        assert not [scale for reached, scale in met if reached and scale == 1.0]
        assert any(reached for reached, scale in met if scale == 2.0)


def test_what_is_in_reach_is_not_parted() -> None:
    scene = shot_scene(4, varied=False)
    ships = scene.layout.ship(scene.shooter), scene.layout.ship(scene.target)
    case = broadsides.shot_case(scene.layout, *ships, ("left", "right"), scene.rules)
    found = [parted(view).low for view in views(case, {ship.name: 1.0 for ship in scene.layout.ships})]
    assert min(found) == 0.0


@pytest.mark.parametrize("seed", range(12))
def test_target_and_shooter_go_apart_no_farther_than_is_needed(seed: int) -> None:
    """After the motions nothing is in reach; where something was, it is missed by little."""
    scene = shot_scene(seed, varied=False)
    ships = scene.layout.ship(scene.shooter), scene.layout.ship(scene.target)
    case = broadsides.shot_case(scene.layout, *ships, ("left", "right"), scene.rules)
    for view in views(case, {ship.name: 1.0 for ship in scene.layout.ships}):
        motions, met = parting(view), parted(view).low == 0.0
        assert motions is not None
        hull = MultiPoint(turned(view.swept, view.shooter.pivot, motions[0])).convex_hull
        away = hull.distance(Polygon(turned(view.target.corners, view.target.pivot, motions[1])))
        assert away > 0
        assert away < 0.5 or not met
        assert view.shooter.displacement(motions[0]) <= 1.001 * view.target.displacement(motions[1])
