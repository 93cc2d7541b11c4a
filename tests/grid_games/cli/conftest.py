"""The toys in the catalogue, beside the games that are there."""

import pytest

from grid_games import catalogue


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, folder in (("nim", "nim"), ("odds", "lots"), ("duel", "duel")):
        monkeypatch.setitem(catalogue.KINDS, name, f"tests.grid_games.cli.games.{folder}")
