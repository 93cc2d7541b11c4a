"""Whole games line by line, and counted trees."""

from __future__ import annotations

from pathlib import Path

import pytest

from grid_games import catalogue
from grid_games.testing.counting import check_counts
from grid_games.testing.golden import check_golden

DATA = Path(__file__).parents[2] / "data" / "singidunum"


@pytest.mark.parametrize("path", sorted(DATA.glob("golden*.txt")), ids=lambda path: path.stem)
def test_golden_games(path: Path) -> None:
    assert check_golden(path.read_text(), catalogue.load) > 80


def test_there_are_golden_games_with_every_kind_of_move() -> None:
    """Between them: refusals, retreats, vetoes, double attacks, supported shots, saves, pursuit, burning."""
    text = "\n".join(path.read_text() for path in DATA.glob("golden*.txt"))
    kinds = ": accept|: refuse|: >|: veto|: allow|++|: reroll|: saved|: lost|: +4|: hold|: pass"
    for move in kinds.split("|"):
        assert move in text, move


def test_counted_trees() -> None:
    """An action is over when somebody chooses a unit again."""
    text = (DATA / "trees.txt").read_text()
    assert check_counts(text, catalogue.load, ended=lambda state: state.phase in ("go", "over")) == 10
