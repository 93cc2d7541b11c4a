"""Whole games line by line, and counted trees."""

from __future__ import annotations

from pathlib import Path

import pytest

from grid_games import catalogue
from grid_games.testing.counting import check_counts, count_tree
from grid_games.testing.golden import check_golden
from tests.grid_games.destin_arc.scenes import game

DATA = Path(__file__).parents[2] / "data" / "destin-arc"


@pytest.mark.parametrize("path", sorted(DATA.glob("golden*.txt")), ids=lambda path: path.stem)
def test_golden_games(path: Path) -> None:
    assert check_golden(path.read_text(), catalogue.load) > 100


def test_there_are_golden_games_with_every_kind_of_move() -> None:
    """Between them: all that is played on a map that places the pieces."""
    text = "\n".join(path.read_text() for path in DATA.glob("golden*.txt"))
    verbs = "advance at attack cast convert fight hide join meditate move on show to undo with"
    for verb in verbs.split():
        assert f": {verb} " in text, verb
    for told in ("=ulf", "=fereira", "=save", "=fail", "=A0", "=D5", "=B3"):
        assert f": {told}" in text, told


def test_counted_trees() -> None:
    assert check_counts((DATA / "trees.txt").read_text(), catalogue.load) == 5


def test_placing_counted() -> None:
    """Eight hexes for each of the militia, however many stand there."""
    assert [count_tree(game().new(), depth) for depth in (1, 2, 3)] == [8, 64, 512]
