"""The least motion out of, or into, what is not convex: bounds that meet, and no smaller motion that does."""

from __future__ import annotations

import math
import random
from itertools import product

import numpy as np
import pytest
import shapely

from armada_sim.geometry.freeing import Disc, Every, Freed, Piece, PolygonSide, Region, Trailing, least_motion
from armada_sim.geometry.solids import Point
from tests.whole import whole

TRIANGLE = ((0.0, -12.7), (46.2, 0.0), (0.0, 12.7))
RECTANGLE = ((0, 0), (900, 0), (900, 900), (0, 900))
ELL = ((0, 0), (100, 0), (100, 50), (50, 50), (50, 100), (0, 100))
NOTCH = ((-60, -60), (60, -60), (60, 0), (0, -50), (-60, 0))
CORRIDOR = ((-50, -90), (140, -90), (140, -14), (-30, -14), (-30, 14), (140, 14), (140, 90), (-50, 90))


def lying(heading: float, x: float, y: float) -> list[Point]:
    angle = math.radians(heading)
    c, s = math.cos(angle), math.sin(angle)
    return [(c * a - s * b + x, s * a + c * b + y) for a, b in TRIANGLE]


def moved(corners: list[Point], dx: float, dy: float, turn: float) -> list[Point]:
    """About the frame's origin, as `Freed` means it."""
    c, s = math.cos(turn), math.sin(turn)
    return [(c * x - s * y + dx, s * x + c * y + dy) for x, y in corners]


def size(corners: list[Point], after: list[Point]) -> float:
    return max(math.dist(p, q) for p, q in zip(corners, after, strict=True))


CASES = {
    "two sides of a table": (lying(200, 10, 10), RECTANGLE, True),
    "its corner, squarely": (lying(225, 20, 20), RECTANGLE, True),
    "two corners over two sides": (lying(45, 6, 6), RECTANGLE, True),
    "deep in an island": (lying(30, 40, 40), ELL, False),
    "the inner corner of an island": (lying(30, 49.9, 60), ELL, False),
    "a notch": (lying(270, 3, -6), NOTCH, False),
    "askew in a corridor": (lying(25, 20, -2), CORRIDOR, False),
    "askew in a room like it": (lying(25, 20, -2), ((-30, -16), (140, -16), (140, 16), (-30, 16)), True),
}


def free(corners: list[Point], polygon: tuple[Point, ...], inside: bool) -> bool:
    piece, thing = shapely.Polygon(corners), shapely.Polygon(polygon)
    return (piece.difference(thing) if inside else piece.intersection(thing)).area < 1e-9


@pytest.mark.parametrize("most", [300, whole(1500)])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("case", CASES)
def test_bounds_meet_and_no_smaller_motion_frees(case: str, turns: bool, most: int) -> None:
    """The motion found frees; of random ones below the lower bound none does (areas by Shapely)."""
    corners, polygon, inside = CASES[case]

    found = least_motion(corners, PolygonSide.of(polygon, inside=inside), 0.0, turns=turns)

    assert found.high is not None
    assert found.low > 0.1
    assert found.high <= 1.01 * found.low + 0.001
    after = moved(corners, found.dx, found.dy, found.turn)
    assert free(after, polygon, inside)
    assert size(corners, after) == pytest.approx(found.high, abs=1e-9)
    chooser = random.Random(case)
    x, y = (sum(c) / 3 for c in zip(*corners, strict=True))
    tried = 0
    while tried < most:
        angle = turns * chooser.gauss(0, 1) * found.low / 30
        way, far = chooser.uniform(0, 2 * math.pi), found.low * chooser.uniform(0, 1) ** 0.3
        about = [(px - x, py - y) for px, py in corners]
        other = moved(about, x + far * math.cos(way), y + far * math.sin(way), angle)
        if size(corners, other) < found.low - 1e-6:
            tried += 1
            assert not free(other, polygon, inside)


def test_a_small_turn_frees_what_is_askew_in_a_corridor() -> None:
    """By shifts alone the piece must leave the corridor; turned it need not go far."""
    corners, polygon, inside = CASES["askew in a corridor"]
    region = PolygonSide.of(polygon, inside=inside)

    straight, turned = least_motion(corners, region, 0.0, turns=False), least_motion(corners, region, 0.0)

    assert turned.high is not None
    assert turned.high < 0.9 * straight.low
    assert abs(turned.turn) > 0.01


def test_the_corner_of_a_table_asks_for_both_shifts() -> None:
    """A tip 3 mm over one side and 4 mm over the other, the rest far inside: 5 mm, not 4."""
    x, y = lying(225, 0, 0)[1]
    corners = lying(225, -3 - x, -4 - y)

    found = least_motion(corners, PolygonSide.of(RECTANGLE, inside=True), 4.0)

    assert found.high is not None
    assert found.low <= 5.0 + 1e-9
    assert found.high == pytest.approx(5.0, rel=0.01)


def test_a_small_disc() -> None:
    """Two corners 3 mm outside on either side: along the bisector, less would leave one of them out."""
    corners = [(-12.7, 52.0), (0.0, 0.0), (12.7, 52.0)]
    out = math.hypot(12.7, 52.0) - 50
    least = 52 - math.sqrt(50**2 - 12.7**2)

    found = least_motion(corners, Disc((0.0, 0.0), 50.0), out)

    assert found.high is not None
    assert out < found.low <= least + 1e-9
    assert found.high == pytest.approx(least, rel=0.01)


def test_no_room_at_all() -> None:
    """A disc smaller than the piece: no motion is found, and none is promised."""
    found = least_motion(lying(0, 0, 0), Disc((0.0, 0.0), 10.0), 1.0)
    assert found.high is None
    assert found.low >= 1.0


def test_several_shapes_that_trail_and_several_regions() -> None:
    """Two unit squares side by side, 4 mm apart, over a bar 10 mm wide: 5.5 mm aside free both."""
    square = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    shapes = (square, tuple((x + 5, y) for x, y in square))
    bar: Region = PolygonSide.of(((-100, -5), (100, -5), (100, 5), (-100, 5)), inside=False)
    wall: Region = PolygonSide.of(((-100, 0), (100, 0), (100, 90), (-100, 90)), inside=False)

    found: Freed = least_motion([(0.0, 0.0)], Trailing(Every((bar, wall)), shapes), 0.0, turns=False)

    assert found.high == pytest.approx(5.5, rel=0.01)
    assert found.low <= 5.5 + 1e-9
    assert found.dy == pytest.approx(-5.5, rel=0.01)
    assert np.isclose(found.dx, 0, atol=1)


def test_sides_left_out_change_nothing() -> None:
    """A polygon of many sides, near and far: `within` gives the same room where it may be used."""
    chooser = random.Random(5)
    corners = [
        ((100 + 30 * chooser.random()) * math.cos(2 * math.pi * i / 60),
         (100 + 30 * chooser.random()) * math.sin(2 * math.pi * i / 60))
        for i in range(60)
    ]  # fmt: skip
    for inside in (True, False):
        whole = PolygonSide.of(corners, inside=inside)
        near = whole.within((80.0, 10.0), 50.0)
        pieces = [lying(chooser.uniform(0, 360), 80, 10) for _ in range(40)]
        rooms, fewer = (np.array([region.room(piece) for piece in pieces]) for region in (whole, near))
        assert len(near.sides) < len(whole.sides)
        np.testing.assert_allclose(np.clip(rooms, -50, 0), np.clip(fewer, -50, 0))
        assert ((rooms > 0) == (fewer > 0)).all()
        assert (rooms < 0).any()


def test_the_middle_of_a_box_of_motions_stands_for_the_box() -> None:
    """Its farthest corner moves every corner of the piece to within `reach`, and nearly that far."""
    for turns in (True, False):
        piece = Piece.of(TRIANGLE, turns=turns)
        middle = piece.moved((3.0, -2.0, 5.0))
        ends = [(3.0 + 0.7 * x, -2.0 + 0.7 * y, 5.0 + 0.7 * z * turns) for x, y, z in product((-1, 1), repeat=3)]
        most = max(size(middle, piece.moved(end)) for end in ends)
        assert 0.9 * piece.reach(0.7) < most <= piece.reach(0.7) + 1e-12


@pytest.mark.parametrize("case", CASES)
def test_room_below_what_is_enough_is_below_it(case: str) -> None:
    """Where a search asks whether room is enough, it is told the same as if all of it were worked out."""
    chooser, (corners, polygon, inside) = random.Random(case), CASES[case]
    region, seen = Every((PolygonSide.of(polygon, inside=inside), Disc((20.0, 20.0), 60.0))), set()
    for _ in range(200):
        turn, dx, dy = chooser.gauss(0, 0.5), chooser.gauss(0, 20), chooser.gauss(0, 20)
        after = moved(corners, dx, dy, turn)
        room = region.room(after)
        enough = room + chooser.gauss(0, 10)
        told = region.room(after, enough)
        assert told == room if room >= enough else room <= told < enough
        seen.add(room >= enough)
    assert seen == {False, True}
