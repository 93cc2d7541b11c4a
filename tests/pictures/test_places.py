"""Places for words in plain Python against those that Shapely finds."""

from __future__ import annotations

import math
import random

import pytest
import shapely

from armada_sim.geometry import Point
from armada_sim.pictures import Flat, View, Wanted, corners_of, nearest
from armada_sim.pictures.places import Labeller
from armada_sim.table import Pose, Rules, Ship, Size
from plots.labels import Labeller as ByShapely, geometry
from tests.whole import few

RULES, VIEW, POINTS_PER_MM = Rules(), View(-20, -20, 934, 934), 0.43


def hulls(seed: int, count: int, side: float) -> list[tuple[Point, ...]]:
    lots, sizes = random.Random(seed), [*Size]
    ships = (
        Ship("S", "red", lots.choice(sizes), Pose(lots.uniform(40, side), lots.uniform(40, side), lots.uniform(0, 360)))
        for _ in range(count)
    )
    return [corners_of(ship, RULES) for ship in ships]


def wanted(seed: int, shapes: list[tuple[Point, ...]]) -> list[Wanted]:
    lots = random.Random(seed)
    return [Wanted(shape, (lots.uniform(12, 40), 12.0), lots.uniform(0, 360)) for shape in shapes]


@pytest.mark.parametrize("seed", few(range(60), 6))
def test_words_stand_where_shapely_puts_them(seed: int) -> None:
    shapes = hulls(seed, 40, 860)
    ours, theirs = Labeller(VIEW, POINTS_PER_MM), ByShapely(VIEW, POINTS_PER_MM)
    for shape in shapes:
        ours.avoid(shape)
        theirs.avoid(shape)
    found = zip(ours.plan(wanted(seed, shapes)), theirs.plan(wanted(seed, shapes)), strict=True)
    same = [math.dist(one.middle, other.middle) < 1e-6 and one.clear == other.clear for one, other in found]
    assert sum(same) >= 0.9 * len(same)


@pytest.mark.parametrize("kind", [Labeller, ByShapely])
def test_a_word_does_not_stand_between_two_shapes(kind: type[Labeller] | type[ByShapely]) -> None:
    shapes: list[tuple[Point, ...]] = [((x, 0), (x + 40, 0), (x + 40, 60), (x, 60)) for x in range(0, 500, 80)]
    labeller = kind(VIEW, 1.0)
    for shape in shapes:
        labeller.avoid(shape)
    asked = [Wanted(shape, (34.0, 12.0), 0.0) for shape in shapes]  # they fit between two, where they want to stand
    for one, spot in zip(asked, labeller.plan(asked), strict=True):
        box = geometry(labeller.box(spot.middle, one.size))
        near = sorted(shapely.distance(box, geometry(shape)) for shape in shapes)
        assert shapely.distance(box, geometry(one.shape)) == near[0] < 7 < near[1]


@pytest.mark.parametrize("seed", few(range(60), 6))
def test_a_place_that_is_clear_covers_nothing(seed: int) -> None:
    shapes = hulls(seed, 25, 400)
    labeller = Labeller(VIEW, POINTS_PER_MM)
    for shape in shapes:
        labeller.avoid(shape)
    asked = wanted(seed, shapes)
    spots = labeller.plan(asked)
    boxes = [geometry(labeller.box(spot.middle, one.size)) for spot, one in zip(spots, asked, strict=True)]
    for number, (spot, box) in enumerate(zip(spots, boxes, strict=True)):
        if spot.clear:
            assert not any(shapely.intersects(box, geometry(shape)) for shape in shapes)
            others = (other for k, other in enumerate(boxes) if k != number)
            assert not any(shapely.area(shapely.intersection(box, other)) > 1e-6 for other in others)
    assert sum(spot.clear for spot in spots) > 0.8 * len(spots)


@pytest.mark.parametrize("seed", range(40))
def test_nearest_points_are_those_of_shapely(seed: int) -> None:
    one, other = hulls(seed, 2, 300)
    ends = nearest(Flat(one), Flat(other))
    assert math.dist(*ends) == pytest.approx(shapely.distance(geometry(one), geometry(other)), abs=1e-9)
    for point, shape in zip(ends, (one, other), strict=True):
        assert shapely.distance(shapely.Point(point), geometry(shape)) < 1e-9


def test_a_heavy_border_has_mitred_points() -> None:
    shape = ((0.0, 0.0), (120.0, 30.0), (0.0, 60.0))
    labeller = Labeller(View(-100, -100, 300, 200), 2.0)
    labeller.rather_avoid(shape, 4.0, closed=True)
    drawn = shapely.buffer(shapely.LinearRing(shape), 2.0, join_style="mitre")
    for x, met in ((125.0, True), (127.5, True), (129.5, False)):
        box = labeller.box((x, 30.0), (1.0, 1.0))
        assert labeller.free(box, ()) is not met
        assert shapely.intersects(drawn, geometry(box)) == met
