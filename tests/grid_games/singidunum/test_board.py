"""Section 4 and U1: the board, board files, names of hexes."""

from __future__ import annotations

from pathlib import Path

import pytest

from armada_sim.tabletop.errors import InputError
from grid_games.core.sets import members
from grid_games.singidunum.board import Board, board_of, default_board
from grid_games.singidunum.documents import read_board
from tests.grid_games.singidunum.scenes import game


def test_the_proposed_board_is_what_the_reference_counts() -> None:
    """The counts and facts of U1, "checked by program", checked again."""
    board = default_board()
    outer, next_to_it = "FFFMMBBBMMFFF", "FMMMBBBBMMMF"
    inner = ["FSPPPPPPPPPSF", *["FSPPPPPPPPSF", "FSPPPPPPPPPSF"] * 3]
    assert board.text() == "/".join([outer, next_to_it, *inner, next_to_it, outer])
    assert {letter: board.terrain.count(letter) for letter in "PSMFB"} == {"P": 60, "S": 14, "M": 20, "F": 30, "B": 14}
    assert [row == row[::-1] for row in board.rows] == [True] * 11
    assert board.rows == tuple(row[::-1] for row in reversed(board.rows))
    away = min(board.grid.distance(one, other) for one in members(board.bases[0]) for other in members(board.bases[1]))
    assert away == 8  # seven hexes between the camps
    touching = {
        (board.terrain[here], board.terrain[there]) for here in range(138) for there in board.grid.neighbours[here]
    }
    assert not touching & {("P", "F"), ("B", "F"), ("S", "B")}
    assert {("B", "P"), ("P", "S"), ("P", "M")} <= touching
    brush_to_maquis = [
        (h, o) for h in range(138) for o in board.grid.neighbours[h] if board.terrain[h] + board.terrain[o] == "SM"
    ]
    assert len(brush_to_maquis) == 4
    ramparts = [
        h
        for h in range(138)
        if board.terrain[h] == "B" and any(board.terrain[o] == "P" for o in board.grid.neighbours[h])
    ]
    assert {board.row[h] for h in ramparts} == {1, 9}
    assert len(ramparts) == 8


def test_neighbours_are_the_reference_s() -> None:
    board = default_board()
    for (r, c), others in {
        (4, 4): [(4, 3), (4, 5), (3, 4), (3, 3), (5, 4), (5, 3)],
        (3, 4): [(3, 3), (3, 5), (2, 4), (2, 5), (4, 4), (4, 5)],
    }.items():
        here = board.numbers[f"{'abcdefghijk'[r]}{c + 1}"]
        assert {board.names[h] for h in board.grid.neighbours[here]} == {
            f"{'abcdefghijk'[a]}{b + 1}" for a, b in others
        }


def test_names_go_by_row_and_place() -> None:
    board = default_board()
    assert (board.names[0], board.names[13], board.names[-1]) == ("a1", "b1", "k13")
    assert [board.numbers[name] for name in board.names] == list(range(138))


SMALL = "BBB/PP/PPP/PP/PPP/PP/PPP/BBB"


def test_a_board_file_is_read_and_a_custom_board_played_on(tmp_path: Path) -> None:
    path = tmp_path / "small.txt"
    path.write_text("# small\nB B B\n P P\nP P P\n P P\nP P P\n P P\nP P P\nB B B\n")
    board = read_board(path)
    assert board == board_of(SMALL)
    loaded = game(board="custom", map=board.text())
    assert loaded.table.board == board
    assert loaded.settings["map"] == SMALL
    assert str(loaded.new().legal_moves()[0]) == "E9@a1"
    assert game(board="custom").table.board == default_board()


@pytest.mark.parametrize(("rows", "told"), [
    ("BBB/PXP/BBB", "row 2, hex 2: 'X' is no terrain"), ("BBB/PPP", "this one has 1"),
    ("BPB/PPP/BBB", "this one has 3"),
    ("BBB", "2 to 26 rows, not 1"), ("/".join(["B", *["P"] * 40, "B"]), "not 42"), ("B" * 41 + "/P/B", "41 hexes"),
])  # fmt: skip
def test_what_is_no_board_is_said_with_its_place(rows: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=told) as caught:
        board_of(rows)
    assert caught.value.key == "map"
    path = tmp_path / "wrong.txt"
    path.write_text(rows.replace("/", "\n"))
    with pytest.raises(InputError, match=told) as caught:
        read_board(path)
    assert caught.value.file == str(path)


def test_a_file_that_cannot_be_read_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read") as caught:
        read_board(tmp_path / "nowhere.txt")
    assert caught.value.file.endswith("nowhere.txt")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="cannot be read"):
        read_board(tmp_path / "bytes")


def test_zones_that_do_not_fit_and_a_map_without_a_custom_board() -> None:
    with pytest.raises(InputError, match="two zones of 4 rows") as caught:
        game(board="custom", map="BBB/PP/PPP/PP/BBB")
    assert caught.value.key == "map"
    with pytest.raises(InputError, match="board = custom"):
        game(map=SMALL, board="default")
    assert game(map=SMALL).settings["board"] == "custom"
    assert game(map="default").settings == game().settings


def test_a_board_is_its_rows() -> None:
    assert Board(tuple(SMALL.split("/"))) == board_of(SMALL.replace("/", "\n"))
