"""The kernel's bound, domains, decomposition, fits."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st

from armada_sim import InputError, Layout, Obstacle, Pose, Rules, Ship, Size, Surface, position_problems
from armada_sim.geometry import compiled
from armada_sim.geometry.decompose import convex_parts, crossing, is_convex, signed_area
from armada_sim.geometry.domains import DiscDomain, SimpleDomain, polygon_domain
from armada_sim.geometry.gap import Relation
from armada_sim.geometry.kernel import outlines
from armada_sim.geometry.solids import Body, Polygon
from armada_sim.moving import legal_poses
from tests import oracle
from tests.strategies import random_ship


def polygon(*points: tuple[float, float]) -> tuple[tuple[Fraction, Fraction], ...]:
    return tuple((Fraction(x), Fraction(y)) for x, y in points)


L_SHAPE = polygon((0, 0), (100, 0), (100, 50), (50, 50), (50, 100), (0, 100))


@given(st.integers(0, 10**6), st.sampled_from([0, 1e3, 9e4]))
def test_the_kernel_s_error_bound_holds(seed: int, far: float) -> None:
    """Its separation is within the bound of the true one, near the origin and at the table's limit."""
    chooser = random.Random(seed)
    pair = [random_ship(chooser, n, (far, far), 60, "red") for n in "AB"]
    bodies = [Body(Rules().outline(s.size).corners, s.pose.place) for s in pair]
    (ax, ay), (bx, by) = (tuple(zip(*body.corners, strict=True)) for body in bodies)
    shown = outlines.signed_separation(ax, ay, 3, bx, by, 3)
    bound = outlines.error_bound(ax, ay, 3, bx, by, 3, bodies[0].error + bodies[1].error)

    places = [(ship.pose.place.x, ship.pose.place.y, ship.pose.place.heading, ship.size) for ship in pair]
    true = oracle.signed_clearance(*(oracle.triangle(*place) for place in places))

    assert bound < 1e-6
    if abs(shown) > bound:
        assert (true > 0) == (shown > 0)
    if true < 0:
        assert abs(shown - float(true)) <= bound


def test_the_compiled_kernel_is_the_same_source_and_agrees() -> None:
    chooser = random.Random(5)
    module = compiled()
    for _ in range(200):
        pair = [random_ship(chooser, n, (300, 300), 50, "red") for n in "AB"]
        arrays = []
        for ship in pair:
            xs, ys = zip(*Body(Rules().outline(ship.size).corners, ship.pose.place).corners, strict=True)
            arrays += [np.array(xs), np.array(ys)]
        ax, ay, bx, by = arrays
        assert module.signed_separation(ax, ay, 3, bx, by, 3) == outlines.signed_separation(ax, ay, 3, bx, by, 3)


def test_bulk_legality_is_the_referee_s() -> None:
    """The filter answers where it may; the rest is handed to the exact decision."""
    chooser = random.Random(11)
    ships = [random_ship(chooser, f"B{i}", (300, 300), 90, "blue") for i in range(12)]
    mover = random_ship(chooser, "S", (300, 300), 1, "red")
    layout = Layout(ships=[mover, *ships])
    poses = np.array(
        [[chooser.uniform(180, 420), chooser.uniform(180, 420), chooser.uniform(0, 360)] for _ in range(400)]
    )
    poses[0] = [10, 0, 0]  # over the edge

    bulk = legal_poses(layout, "S", poses)

    assert 20 < bulk.sum() < 390
    for pose, legal in zip(poses, bulk, strict=True):
        moved = layout.with_pose("S", Pose(*map(float, pose)))
        meets = [problem for problem in position_problems(moved) if "S" in problem.pieces]
        assert (not meets) == legal


def test_touching_poses_are_decided_exactly_in_bulk() -> None:
    """Base to base is contact, so illegal; the filter alone cannot say."""
    ships = [Ship("S", "red", Size.LARGE, Pose(0, 0, 0)), Ship("B", "blue", Size.LARGE, Pose(300, 300, 90))]
    layout = Layout(ships=ships)
    poses = np.array([[300.0, 300.0, 270.0], [300.0, 299.9999999, 270.0], [300.0, 300.0000001, 270.0]])
    assert list(legal_poses(layout, "S", poses)) == [False, True, False]
    assert list(legal_poses(layout, "S", poses, Rules(contact_blocks_move="overlap_only"))) == [True, True, False]


@pytest.mark.parametrize(
    ("x", "y", "size", "relation", "room"),
    [
        (10, 10, 20, "APART", 10),
        (0, 10, 20, "CONTACT", 0),
        (-1, 10, 20, "OVERLAP", -1),
        (40, 30, 20, "CONTACT", 0),
        (45, 40, 20, "OVERLAP", -10),
    ],
)
def test_room_in_a_simple_polygon(x: float, y: float, size: float, relation: str, room: float) -> None:
    domain = polygon_domain(L_SHAPE)
    square = Polygon(polygon((x, y), (x + size, y), (x + size, y + size), (x, y + size)))
    gap = domain.room(square)
    assert isinstance(domain, SimpleDomain)
    assert gap.relation.name == relation
    assert gap.value == pytest.approx(room)


def test_room_in_a_disc() -> None:
    disc = DiscDomain((Fraction(0), Fraction(0)), Fraction(5))
    assert disc.room(Polygon(polygon((3, 4), (0, 0), (1, 0)))).relation is Relation.CONTACT
    assert disc.room(Polygon(polygon((3, 3), (0, 0), (1, 0)))).relation is Relation.APART
    assert disc.room(Polygon(polygon((4, 4), (0, 0), (1, 0)))).relation is Relation.OVERLAP


def test_convex_parts_cover_the_polygon() -> None:
    parts = convex_parts(L_SHAPE)
    assert sum(signed_area(part.exact_corners) for part in parts) == 7500
    assert all(is_convex(part.exact_corners) for part in parts)


@pytest.mark.parametrize(
    "points", [[(0, 0), (10, 10), (10, 0), (0, 10)], [(0, 0), (10, 0), (5, 0)], [(0, 0), (10, 0), (10, 10), (5, 0)]]
)
def test_crossing_polygons_are_found(points: list[tuple[int, int]]) -> None:
    assert crossing(polygon(*points)) is not None
    with pytest.raises(InputError):
        Surface.polygon(points)
    with pytest.raises(InputError):
        Obstacle.of("rock", points)


def test_values_out_of_range_are_refused() -> None:
    for bad in (10**5 + 1, float("nan"), float("inf"), "3", True):
        with pytest.raises(InputError):
            Pose(bad, 0, 0)
    with pytest.raises(InputError):
        Pose(0, 0, 36001)
    with pytest.raises(InputError):
        Ship("S", "red", Size.SMALL, Pose(0, 0, 0), damage=-1)


def test_far_outside_a_surface_that_is_not_convex_is_outside() -> None:
    """However far: the parts of the outside end somewhere, the outside does not."""
    ell = polygon((0, 0), (100, 0), (100, 50), (50, 50), (50, 100), (0, 100))
    for x in (200, 3000, 90000):
        gap = polygon_domain(ell).room(Polygon(polygon((x, 10), (x + 10, 10), (x, 20))))
        assert gap.relation is Relation.OVERLAP
        assert gap.value <= -100 + 1e-9
