"""Squares against python-chess, which shares no code with them; sets of places."""

from __future__ import annotations

import chess
from hypothesis import given, strategies as st

from grid_games.core.sets import first, mask, members, nth
from grid_games.core.squares import ALL, Squares

CHESS = Squares(8, 8)
SQUARE = st.integers(0, 63)


def chess_square(square: int) -> int:
    return int(chess.parse_square(CHESS.names[square]))


@given(SQUARE, SQUARE, st.integers(0, 8))
def test_kings_of_chess_step_as_far(one: int, other: int, radius: int) -> None:
    away = chess.square_distance(chess_square(one), chess_square(other))
    assert CHESS.distance(one, other) == away
    assert (other in CHESS.within(one, radius)) == (away <= radius)


@given(SQUARE)
def test_neighbours_are_where_a_king_of_chess_may_step(square: int) -> None:
    board = chess.BaseBoard.empty()
    board.set_piece_at(chess_square(square), chess.Piece(chess.KING, chess.WHITE))
    beside = dict(zip(ALL, CHESS.beside[square], strict=True))
    assert {chess_square(other) for other in beside.values() if other >= 0} == set(board.attacks(chess_square(square)))
    assert all(other < 0 or other == square + 8 * x + y for (x, y), other in beside.items())


def test_names_are_files_then_ranks() -> None:
    board = Squares(10, 10)
    assert [board.names[number] for number in (0, 1, 10, 99)] == ["a1", "a2", "b1", "j10"]
    assert all(board.numbers[name] == number for number, name in enumerate(board.names))


def test_blocks_are_zones() -> None:
    board = Squares(10, 10)
    zones = board.blocks(2)
    assert sorted(zones) == sorted(list(range(25)) * 4)
    assert {zones[board.numbers[name]] for name in ("c3", "c4", "d3", "d4")} == {6}


@given(st.sets(st.integers(0, 700)))
def test_sets_are_bits(places: set[int]) -> None:
    assert members(mask(places)) == sorted(places)
    assert first(mask(places)) == min(places, default=-1)
    assert [nth(mask(places), rank) for rank in range(len(places))] == sorted(places)
