"""Polygons cut into triangles and convex parts: by GEOS, the same parts."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest
import shapely

from armada_sim.geometry.decompose import convex_parts, crossing, is_convex, signed_area
from armada_sim.geometry.solids import ExactPoint, Polygon
from armada_sim.geometry.triangles import Point, triangles, turn
from armada_sim.geometry.widths import hull_around
from tests.combs import comb, flipped
from tests.scenes import star

Whole = list[Point]
Ring = tuple[ExactPoint, ...]

FRAME = [(-9000, -9000), (9000, -9000), (9000, 9000), (-9000, 9000)]


def whole_star(seed: int) -> list[Point]:
    """A simple polygon that is usually not convex, in whole numbers."""
    chooser = random.Random(seed)
    corners = star(chooser, 30, 10, 45, chooser.choice([4, 6, 8, 12, 20]))
    assert crossing(tuple(corners)) is None
    return [(int(1000 * x) // 10, int(1000 * y) // 10) for x, y in corners]


def by_geos(corners: list[Point], hole: list[Point]) -> set[frozenset[Point]]:
    shape = shapely.Polygon(corners, [hole] if hole else None)
    parts = shapely.constrained_delaunay_triangles(shape).geoms
    return {frozenset((int(x), int(y)) for x, y in shapely.get_coordinates(part)) for part in parts}


@pytest.mark.parametrize("seed", range(40))
def test_triangles_are_those_of_geos(seed: int) -> None:
    corners = whole_star(seed)
    for outer, hole in ((corners, []), (FRAME, corners)):
        found = triangles(outer, hole)
        assert all(turn(*triangle) > 0 for triangle in found)
        assert {frozenset(triangle) for triangle in found} == by_geos(outer, hole)
        assert len(found) == len(outer) + len(hole) - 2 + 2 * bool(hole)


@pytest.mark.parametrize("shape", ["saw", "teeth"])
def test_corners_in_one_line_are_all_corners_of_triangles(shape: str) -> None:
    """And of a square around them, four corners of which lie on one circle with nothing between."""
    for corners in (comb(60, 0, 90, 40, 8, shape=shape), flipped(comb(60, 0, 90, 40, 8, shape=shape), 50)):
        ccw = corners if signed_area(tuple(corners)) > 0 else corners[::-1]
        points = [(int(x * 290), int(y * 290)) for x, y in ccw]
        for outer, hole in ((points, []), ([(x * 9, y * 9) for x, y in FRAME], points)):
            found = triangles(outer, hole)
            area = sum(turn(*triangle) for triangle in found)
            assert Fraction(area, 2) == signed_area(tuple(outer)) - (signed_area(tuple(hole)) if hole else 0)  # type: ignore[arg-type]
            assert {corner for triangle in found for corner in triangle} == {*outer, *hole}


def test_two_thousand_corners_are_cut_into_convex_parts_with_and_without_a_hole() -> None:
    corners = tuple(comb(2000, 200, 700, 470, 15, shape="saw"))[::-1]
    corners = corners if signed_area(corners) > 0 else corners[::-1]
    around = tuple((Fraction(x), Fraction(y)) for x, y in FRAME)
    for parts, area in (
        (convex_parts(corners), signed_area(corners)),
        (convex_parts(around, hole=corners), signed_area(around) - signed_area(corners)),
    ):
        assert all(is_convex(part.exact_corners) for part in parts)
        assert sum(signed_area(part.exact_corners) for part in parts) == area


def horseshoe(chooser: random.Random) -> Whole:
    """Two arms and a back, with corners that lie in one line and further ones along its sides."""
    wide, high, thick = chooser.randrange(3, 40), chooser.randrange(5, 40), chooser.randrange(1, 3)
    low, end = thick, high - thick
    outer = [(0, 0), (thick, 0), (wide, 0), (wide, low), (thick, low), (thick, end), (wide, end), (wide, high)]
    return [*outer, (0, high), (0, end), (0, low)]


def steps(chooser: random.Random) -> Whole:
    """Columns side by side, some of the same height: sides along the axes only, many corners in one line."""
    heights = [chooser.randrange(1, 6) for _ in range(chooser.randrange(2, 12))]
    depths = [chooser.randrange(1, 6) for _ in heights]
    top = [(x + side, height) for x, height in enumerate(heights) for side in (0, 1)]
    bottom = [(x + side, -depth) for x, depth in enumerate(depths) for side in (0, 1)]
    return list(dict.fromkeys([*bottom, *top[::-1]]))


def spiral(chooser: random.Random) -> Whole:
    """A corridor that winds inwards, one wide."""
    turns = chooser.randrange(3, 9)
    path, x, y, (dx, dy) = [(0, 0)], 0, 0, (1, 0)
    for i in range(turns):
        length = 3 * (turns - i)
        x, y = x + dx * length, y + dy * length
        path.append((x, y))
        dx, dy = -dy, dx
    line = shapely.LineString(path).buffer(0.5, cap_style="square", join_style="mitre").exterior
    return [(round(2 * x), round(2 * y)) for x, y in line.coords[:-1]]


def tooth(chooser: random.Random) -> Whole:
    shape = chooser.choice(["saw", "teeth"])
    corners = comb(4 * chooser.randrange(2, 9) + 2, 0, 90, 40, chooser.randrange(1, 39), shape=shape)
    return [(int(x * 5040), int(y * 5040)) for x, y in corners]


def any_star(chooser: random.Random) -> Whole:
    return whole_star(chooser.randrange(10**6))


@pytest.mark.parametrize("shape", [horseshoe, steps, spiral, tooth, any_star])
@pytest.mark.parametrize("unit", [1, Fraction(1, 1000), Fraction(5, 7)], ids=str)
def test_any_simple_polygon_is_cut_into_convex_parts_wherever_its_list_begins(
    shape: Callable[[random.Random], Whole], unit: Fraction
) -> None:
    """In both senses of rotation, mirrored, and as a hole: the parts lie in it and have all of its area."""
    for seed in range(12):
        points = shape(random.Random(seed))
        flip = random.Random(seed).choice([1, -1])
        corners = tuple((Fraction(x * flip * unit), Fraction(y * unit)) for x, y in points)
        assert crossing(corners) is None
        area = abs(signed_area(corners))
        around = tuple((Fraction(x) * 300, Fraction(y) * 300) for x, y in FRAME)
        for turned in (corners, corners[::-1]):
            for first in range(0, len(turned), max(1, len(turned) // 12)):
                listed = turned[first:] + turned[:first]
                assert_cut(convex_parts(listed), area, listed)
            assert_cut(convex_parts(around, hole=turned), abs(signed_area(around)) - area, around, turned)


def assert_cut(parts: tuple[Polygon, ...], area: Fraction, corners: Ring, hole: Ring = ()) -> None:
    given = {*corners, *hole}
    shape = shapely.Polygon(
        [(float(x), float(y)) for x, y in corners], [[(float(x), float(y)) for x, y in hole]] * bool(hole)
    )
    assert all(is_convex(part.exact_corners) and given.issuperset(part.exact_corners) for part in parts)
    assert sum(signed_area(part.exact_corners) for part in parts) == area
    assert shape.area == pytest.approx(float(area))
    inside = shape.buffer(1e-9 * shape.length)
    assert all(inside.covers(shapely.Polygon([(float(x), float(y)) for x, y in part.exact_corners])) for part in parts)


@pytest.mark.parametrize("seed", range(5))
def test_the_hull_of_points_is_that_of_geos(seed: int) -> None:
    points = [(float(x), float(y)) for x, y in whole_star(seed)]
    by_geos = shapely.get_coordinates(shapely.MultiPoint(points * 2).convex_hull)
    assert sorted(hull_around(points * 2)) == sorted({(x, y) for x, y in by_geos})
