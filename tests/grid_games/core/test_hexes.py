"""Hexes against plane geometry (centres of regular hexagons) and against slow definitions."""

from __future__ import annotations

import itertools
import math
from collections import deque

import pytest
from hypothesis import given, strategies as st

from grid_games.core.hexes import (
    DIRECTIONS,
    Grid,
    Hex,
    disc,
    distance,
    from_double_height,
    from_offset,
    line,
    ring,
    step,
    to_double_height,
    to_offset,
)
from grid_games.core.sets import mask, members
from tests.grid_games.paths import cheapest

SMALL = st.integers(-9, 9)
HEXES = st.builds(Hex, SMALL, SMALL)


def pointed(place: Hex) -> tuple[float, float]:
    """Centre of a hex of a pointed-top board from its row and column, rows downwards, neighbours 1 apart."""
    row, column = to_offset(place)
    return column + (row % 2) / 2, row * math.sqrt(3) / 2


def flat(place: Hex) -> tuple[float, float]:
    """Centre of a hex of a flat-top board from its column and row, neighbours 1 apart."""
    x, y = to_double_height(place)
    return x * math.sqrt(3) / 2, y / 2


@given(HEXES)
def test_coordinates_convert_there_and_back(place: Hex) -> None:
    assert from_offset(*to_offset(place)) == place
    assert from_double_height(*to_double_height(place)) == place


@given(HEXES, HEXES)
def test_neighbours_are_the_hexes_whose_centres_are_one_apart(one: Hex, other: Hex) -> None:
    for centre in (pointed, flat):
        near = math.isclose(math.dist(centre(one), centre(other)), 1)
        assert near == (distance(one, other) == 1) == any(step(one, d) == other for d in range(6))


def test_directions_go_round_and_opposites_are_three_apart() -> None:
    for centre, first in ((pointed, 0.0), (flat, -30.0)):
        for d, way in enumerate(DIRECTIONS):
            x, y = centre(way)
            assert math.degrees(math.atan2(-y, x)) % 360 == pytest.approx((first + 60 * d) % 360, abs=1e-9)
            assert step(step(Hex(0, 0), d), (d + 3) % 6) == Hex(0, 0)


def test_double_height_has_no_hex_where_the_sum_is_odd() -> None:
    with pytest.raises(ValueError, match="column 3, row 4"):
        from_double_height(3, 4)


@given(HEXES, st.integers(0, 5))
def test_rings_and_discs_hold_what_is_so_far_away(centre: Hex, radius: int) -> None:
    box = [Hex(q, r) for q in range(-15, 16) for r in range(-15, 16)]
    far = [place for place in box if distance(centre, place) == radius]
    assert sorted(ring(centre, radius)) == sorted(far)
    assert len(disc(centre, radius)) == 1 + 3 * radius * (radius + 1)
    beside = zip(ring(centre, radius), ring(centre, radius)[1:], strict=False)
    assert all(distance(one, other) == 1 for one, other in beside)


@given(HEXES, HEXES)
def test_lines_are_shortest_and_stay_by_the_segment(one: Hex, other: Hex) -> None:
    way = line(one, other)
    assert way[0] == one
    assert way[-1] == other
    assert len(way) == distance(one, other) + 1
    assert all(distance(here, there) == 1 for here, there in itertools.pairwise(way))
    (ax, ay), (bx, by) = pointed(one), pointed(other)
    for k, place in enumerate(way):
        share = k / max(len(way) - 1, 1)
        point = (ax + (bx - ax) * share, ay + (by - ay) * share)
        gap = math.dist(point, pointed(place))
        ties = [near for near in disc(place, 1) if math.isclose(math.dist(point, pointed(near)), gap, abs_tol=1e-9)]
        assert all(math.dist(point, pointed(near)) > gap - 1e-9 for near in disc(place, 1))
        for near in ties:  # of two hexes as near, the one on the left of the way, seen with rows downwards
            x, y = pointed(near)
            px, py = pointed(place)
            assert (bx - ax) * (y - py) - (by - ay) * (x - px) > -1e-9


def test_a_line_along_an_edge_goes_by_the_left() -> None:
    assert line(Hex(0, 0), Hex(1, 1)) == (Hex(0, 0), Hex(1, 0), Hex(1, 1))  # to the south-east by south: left is east
    assert line(Hex(1, 1), Hex(0, 0)) == (Hex(1, 1), Hex(0, 1), Hex(0, 0))


@given(st.sets(st.integers(0, 300)))
def test_sets_as_bits(numbers: set[int]) -> None:
    assert list(members(mask(numbers))) == sorted(numbers)


BOARD = Grid(tuple(from_offset(row, column) for row in range(7) for column in range(8 - row % 2)))
PLACES = st.integers(0, len(BOARD) - 1)


@given(PLACES, PLACES)
def test_a_grid_s_tables_say_what_its_hexes_do(one: int, other: int) -> None:
    near = BOARD.distance(one, other) == 1
    assert (
        near == (other in BOARD.neighbours[one]) == (other in BOARD.beside[one]) == bool(BOARD.around[one] >> other & 1)
    )
    assert (other in BOARD.within(one, 2)) == (BOARD.distance(one, other) <= 2)
    assert (other in BOARD.ring(one, 2)) == (BOARD.distance(one, other) == 2)
    assert bool(BOARD.zone([one, other]) & 1) == (0 in BOARD.neighbours[one] or 0 in BOARD.neighbours[other])
    direction = BOARD.direction(one, other)
    straight = [d for d in range(6) if other in BOARD.ray(one, d)]
    assert straight == ([] if direction is None else [direction])
    assert BOARD.line(one, other)[-1] == other


def test_a_grid_has_each_hex_once() -> None:
    with pytest.raises(ValueError, match="twice"):
        Grid((Hex(0, 0), Hex(0, 0)))


COSTS = st.lists(st.sampled_from([None, 0, 1, 1, 2, 3]), min_size=len(BOARD), max_size=len(BOARD))


@given(PLACES, COSTS, st.one_of(st.none(), st.integers(0, 8)), st.sets(PLACES, max_size=12))
def test_cheapest_ways_are_those_of_relaxing_until_nothing_changes(
    start: int, costs: list[int | None], most: int | None, stops: set[int]
) -> None:
    best, open_ = {start: 0}, deque([start])
    while open_:  # Bellman-Ford, without a queue in order of costs
        place = open_.popleft()
        if place in stops and place != start:
            continue
        for other in BOARD.neighbours[place]:
            cost = costs[other]
            if cost is None or (most is not None and best[place] + cost > most):
                continue
            if best[place] + cost < best.get(other, 999):
                best[other] = best[place] + cost
                open_.append(other)
    ways = cheapest(BOARD, start, costs, most, mask(stops))
    assert ways.cost == best
    assert list(ways.cost.values()) == sorted(best.values())
    for place in best:
        way = ways.to(place)
        assert way[0] == start
        assert sum(costs[entered] or 0 for entered in way[1:]) == best[place]
        assert not stops & set(way[1:-1])
