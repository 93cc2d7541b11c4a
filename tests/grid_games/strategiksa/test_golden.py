"""Whole games move by move: who decides, how many moves he has, which he plays, the board now and then, the result."""

from __future__ import annotations

from pathlib import Path

import pytest

from grid_games import catalogue
from grid_games.testing.golden import check_golden
from tests.grid_games.strategiksa.trees import DATA

GAMES = sorted(DATA.glob("golden*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_golden_game(path: Path) -> None:
    assert check_golden(path.read_text(), catalogue.load) > 60


def test_there_are_golden_games() -> None:
    assert len(GAMES) == 5
