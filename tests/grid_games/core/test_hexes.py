"""Hexes against plane geometry: centres of regular hexagons."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, strategies as st

from grid_games.core.hexes import DIRECTIONS, Grid, Hex, from_double_height, from_offset
from grid_games.core.sets import mask, members, zone

POINTED = {from_offset(row, column): (column + (row % 2) / 2, row * math.sqrt(3) / 2)
           for row in range(7) for column in range(8 - row % 2)}  # fmt: skip
"""Centres of hexes with pointed tops by row and column, rows downwards, neighbours 1 apart."""

FLAT = {from_double_height(x, y): (x * math.sqrt(3) / 2, y / 2) for x in range(7) for y in range(x % 2, 14, 2)}


@pytest.mark.parametrize(("centres", "first"), [(POINTED, 0.0), (FLAT, -30.0)])
@given(st.data())
def test_a_grid_lies_as_its_hexes_do_on_the_table(
    centres: dict[Hex, tuple[float, float]], first: float, data: st.DataObject
) -> None:
    grid = Grid(tuple(centres))
    one, other = (data.draw(st.integers(0, len(grid) - 1)) for _ in range(2))
    (x, y), (u, v) = (centres[grid.places[place]] for place in (one, other))
    away, angle = math.hypot(u - x, v - y), math.degrees(math.atan2(y - v, u - x)) % 360
    assert grid.distance(one, other) == grid.distance(other, one)
    assert grid.distance(one, other) * math.sqrt(3) / 2 - 1e-9 <= away <= grid.distance(one, other) + 1e-9
    near = math.isclose(away, 1)
    assert near == (grid.distance(one, other) == 1) == (other in grid.neighbours[one]) == (other in grid.beside[one])
    assert near == bool(grid.around[one] >> other & 1) == (grid.places[other] in beside(grid.places[one]))
    assert (other in grid.within(one, 2)) == (grid.distance(one, other) <= 2)
    assert zone(grid.around, 1 << one | 1 << other) == mask((*grid.neighbours[one], *grid.neighbours[other]))
    straight = [d for d in range(6) if one != other and math.isclose(math.cos(math.radians(angle - first - 60 * d)), 1)]
    assert grid.direction(one, other) == next(iter(straight), None)
    assert all(grid.beside[one][d] == other for d in straight if near)


@pytest.mark.parametrize("centres", [POINTED, FLAT])
@given(st.data())
def test_neighbours_of_a_set_lie_a_hex_away_in_their_directions(
    centres: dict[Hex, tuple[float, float]], data: st.DataObject
) -> None:
    grid = Grid(tuple(centres))
    places = data.draw(st.sets(st.integers(0, len(grid) - 1)))
    six = [
        {grid.numbers[there] for place in places if (there := beside(grid.places[place])[way]) in grid.numbers}
        for way in range(6)
    ]
    assert [set(members(there)) for there in grid.moved(mask(places))] == six
    assert set(members(grid.near(mask(places)))) == set().union(*six)


def beside(place: Hex) -> list[Hex]:
    return [Hex(place.q + q, place.r + r) for q, r in DIRECTIONS]


def test_double_height_has_no_hex_where_the_sum_is_odd() -> None:
    with pytest.raises(ValueError, match="column 3, row 4"):
        from_double_height(3, 4)
