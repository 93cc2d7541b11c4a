"""The promises of the protocol, under the default options and under others."""

from __future__ import annotations

import pytest

from grid_games.singidunum.game import KIND
from grid_games.testing.conformance import check_game, check_kind


def test_the_kind_and_its_options() -> None:
    check_kind(KIND)


@pytest.mark.parametrize("settings", [
    {}, {"scenario": "37", "die": "d4", "maquis": "same"},
], ids=str)  # fmt: skip
def test_a_game_keeps_its_promises(settings: dict[str, str]) -> None:
    met = check_game(KIND.load(settings=settings), games=2, looks=15)
    assert met.guesses
    assert met.refusals
