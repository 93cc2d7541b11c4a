"""Squares against python-chess, which shares no code with them, and against slow definitions."""

from __future__ import annotations

from collections import deque
from fractions import Fraction

import chess
import pytest
from hypothesis import given, strategies as st

from grid_games.core.sets import first, mask, members, nth
from grid_games.core.squares import ALL, STRAIGHT, Squares
from tests.grid_games.paths import cheapest

CHESS = Squares(8, 8)
BOARDS = st.builds(Squares, st.integers(1, 7), st.integers(1, 7), st.booleans())
SQUARE = st.integers(0, 63)


def chess_square(square: int) -> int:
    return int(chess.parse_square(CHESS.names[square]))


@given(SQUARE, SQUARE)
def test_kings_of_chess_step_as_far(one: int, other: int) -> None:
    assert CHESS.distance(one, other) == chess.square_distance(chess_square(one), chess_square(other))


@given(SQUARE)
def test_neighbours_are_where_a_king_of_chess_may_step(square: int) -> None:
    board = chess.BaseBoard.empty()
    board.set_piece_at(chess_square(square), chess.Piece(chess.KING, chess.WHITE))

    assert {chess_square(other) for other in CHESS.neighbours[square]} == set(board.attacks(chess_square(square)))
    assert CHESS.around[square] == CHESS.zone([square]) == mask(CHESS.ring(square, 1))


@given(SQUARE, st.integers(0, 7))
def test_rays_are_those_of_a_queen_of_chess(square: int, direction: int) -> None:
    """The eight rays together are what a lone queen attacks, and each goes straight."""
    board = chess.BaseBoard.empty()
    board.set_piece_at(chess_square(square), chess.Piece(chess.QUEEN, chess.WHITE))
    rays = [CHESS.ray(square, d) for d in range(8)]

    assert {chess_square(other) for ray in rays for other in ray} == set(board.attacks(chess_square(square)))
    x, y = CHESS.place(square)
    assert [CHESS.place(other) for other in rays[direction]] == [
        (x + k * ALL[direction][0], y + k * ALL[direction][1]) for k in range(1, len(rays[direction]) + 1)
    ]


def test_names_are_files_then_ranks() -> None:
    board = Squares(10, 10)
    assert [board.names[number] for number in (0, 1, 10, 99)] == ["a1", "a2", "b1", "j10"]
    assert all(board.numbers[name] == number for number, name in enumerate(board.names))
    assert board.at(*board.place(57)) == 57
    assert board.at(10, 0) == board.at(0, -1) == -1
    with pytest.raises(ValueError, match="27 files"):
        Squares(27, 3)


@given(BOARDS, st.data())
def test_distance_is_the_least_number_of_steps(board: Squares, data: st.DataObject) -> None:
    """By breadth-first search over the neighbours, which are one step away in a direction and no other."""
    start = data.draw(st.integers(0, len(board) - 1))
    steps, queue = {start: 0}, deque([start])
    while queue:
        square = queue.popleft()
        for other in board.neighbours[square]:
            if other not in steps:
                steps[other] = steps[square] + 1
                queue.append(other)

    assert steps == {square: board.distance(start, square) for square in range(len(board))}
    assert len(board.beside[start]) == len(ALL if board.diagonal else STRAIGHT)
    assert cheapest(board, start, [1] * len(board)).cost == steps
    for radius in (0, 1, 2):
        assert board.ring(start, radius) == tuple(sorted(s for s, count in steps.items() if count == radius))
        assert board.within(start, radius) == tuple(sorted(s for s, count in steps.items() if count <= radius))


@given(SQUARE, SQUARE)
def test_lines_keep_within_half_a_square_of_the_straight_one(one: int, other: int) -> None:
    squares = CHESS.line(one, other)
    (x, y), (u, v) = CHESS.place(one), CHESS.place(other)
    count = CHESS.distance(one, other)

    assert (squares[0], squares[-1], len(squares)) == (one, other, count + 1)
    for k, square in enumerate(squares):
        file, rank = CHESS.place(square)
        share = Fraction(k, count) if count else Fraction(0)
        assert abs(file - (x + (u - x) * share)) <= Fraction(1, 2)
        assert abs(rank - (y + (v - y) * share)) <= Fraction(1, 2)


def test_walls_make_ways_longer() -> None:
    """A wall across a board of 3 by 3 but for its top: two steps up, over, and down again."""
    board = Squares(3, 3, diagonal=False)
    costs = [None if board.names[square] in ("b1", "b2") else 1 for square in range(9)]
    way = cheapest(board, board.numbers["a1"], costs).to(board.numbers["c1"])

    assert [board.names[square] for square in way] == ["a1", "a2", "a3", "b3", "c3", "c2", "c1"]


def test_blocks_are_zones() -> None:
    board = Squares(10, 10)
    zones = board.blocks(2)
    assert sorted(zones) == sorted(list(range(25)) * 4)
    assert {zones[board.numbers[name]] for name in ("c3", "c4", "d3", "d4")} == {6}


@given(st.sets(st.integers(0, 200)))
def test_sets_are_bits(places: set[int]) -> None:
    assert members(mask(places)) == sorted(places)
    assert mask(places).bit_count() == len(places)


def test_places_of_a_set_by_rank() -> None:
    for places in ([], [0], [5], [0, 1, 2], [3, 64, 65, 700, 999], list(range(0, 300, 7))):
        assert first(mask(places)) == (places[0] if places else -1)
        assert [nth(mask(places), rank) for rank in range(len(places))] == places
