"""What a ship covers and threatens on an empty table: by sectors, by paths and by the search among obstacles."""

from __future__ import annotations

import random

import numpy as np
import pytest
import shapely

from armada_sim.firing.broadsides import reaches
from armada_sim.geometry.exact import exact
from armada_sim.moving.movement import Mover
from armada_sim.regions.reach import reachable
from armada_sim.regions.unobstructed import cover, placed, threat
from armada_sim.table.layout import Layout, Pose, Ship, Surface
from armada_sim.table.pieces import Size
from armada_sim.table.rules import Rules
from tests.whole import whole

RULES = Rules()


def lone(size: Size) -> Ship:
    return Ship("A", "blue", size, Pose(0, 0, 0))


def turn_limit(size: Size) -> float:
    return Mover(lone(size), RULES.outline(size)).turn_limit


def stepped(ship: Ship, headings: list[float]) -> Ship:
    """The ship after the last step of a path."""
    mover = Mover(ship, RULES.outline(ship.size))
    return Ship(
        ship.name, ship.player, ship.size, Pose(*mover.path([exact(h) for h in headings])[-1].origin, headings[-1])
    )


def body(ship: Ship) -> shapely.Polygon:
    return shapely.Polygon(RULES.outline(ship.size).flat(ship.pose.place).corners)


@pytest.mark.parametrize("size", list(Size))
def test_one_step_covers_sectors_and_the_two_last_triangles(size: Size) -> None:
    outline, limit = RULES.outline(size), turn_limit(size)
    step, half = float(outline.step), float(outline.base) / 2

    def sector(radius: float, start: float, end: float) -> shapely.Polygon:
        angles = np.radians(np.linspace(start, end, 2000))
        return shapely.Polygon(
            [(step, 0.0), *zip(step + radius * np.cos(angles), radius * np.sin(angles), strict=True)]
        )

    ends = [body(stepped(lone(size), [sign * limit])) for sign in (-1, 1)]
    truth = shapely.union_all([
        sector(step, -limit, limit), sector(half, 90 - limit, 90 + limit), sector(half, -90 - limit, -90 + limit),
        *ends,
    ])  # fmt: skip
    assert shapely.symmetric_difference(cover(size, 1, RULES), truth).area < 0.05


@pytest.mark.parametrize(
    ("size", "steps"),
    [(size, k) if (size, k) in (("small", 4), ("large", 1)) else whole(size, k) for k in (1, 2, 3, 4) for size in Size],
)
def test_random_paths_stay_in_the_region_and_reach_its_far_ends(size: Size, steps: int) -> None:
    rng, limit = random.Random(f"{size}{steps}"), turn_limit(size)
    region, guns = cover(size, steps, RULES).buffer(0.01), threat(size, steps, RULES).buffer(0.01)  # type: ignore[attr-defined]
    empty = Layout(surface=Surface.unbounded())
    for _ in range(60):
        heading, headings = 0.0, []
        for _ in range(steps):
            heading += rng.choice([rng.uniform(-limit, limit), limit, -limit])
            headings.append(heading)
        last = stepped(lone(size), headings)
        assert region.contains(body(last))
        assert all(guns.contains(shapely.Polygon(side)) for side in reaches(empty, last, RULES))
    for turn in (-limit, 0.0, limit):
        last = stepped(lone(size), [turn * (k + 1) for k in range(steps)])
        tip = shapely.Point(shapely.get_coordinates(body(last))[RULES.outline(size).right_tip])
        if turn == 0 or steps == 1:
            assert tip.distance(region.boundary) < 0.02


def test_a_region_turns_and_moves_with_its_ship() -> None:
    ship = Ship("A", "blue", Size.SMALL, Pose(100, 50, 90))
    region = placed(cover(Size.SMALL, 2, RULES), ship)
    moved = stepped(ship, [120.0, 60.0])

    assert region.buffer(0.01).contains(body(moved))  # type: ignore[attr-defined]


@pytest.mark.parametrize("steps", [2, 3])
def test_the_search_with_nothing_in_the_way_finds_the_same_region(steps: int) -> None:
    ship = Ship("A", "blue", Size.SMALL, Pose(100, 50, 30))
    truth = shapely.union_all([placed(cover(Size.SMALL, k, RULES), ship) for k in range(1, steps + 1)])
    found = reachable(Layout((ship,), surface=Surface.unbounded()), "A", steps, gap=1.0)

    assert truth.buffer(0.01).contains(found.inner)  # type: ignore[attr-defined]
    assert found.outer.buffer(0.01).contains(truth)  # type: ignore[attr-defined]
