"""Board files, and how they are read: the only module of the game that reads files."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from armada_sim.errors import InputError
from grid_games.singidunum.board import Board, board_of


@cache
def default_board() -> Board:
    """The proposed board."""
    return board_of(files(__package__).joinpath("default.txt").read_text(encoding="utf-8"))


def read_board(path: Path) -> Board:
    """The board of a file. Raises InputError with the file's name."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", file=str(path)) from None
    try:
        return board_of(text)
    except InputError as error:
        raise InputError(error.message, file=str(path)) from None
