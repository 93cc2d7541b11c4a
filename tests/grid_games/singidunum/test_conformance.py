"""The promises of the protocol, under the default options and under others."""

from __future__ import annotations

import pytest

from grid_games.singidunum.game import KIND
from grid_games.testing.conformance import check_game
from tests.whole import whole


@pytest.mark.parametrize(
    ("settings", "games"),
    [({"scenario": "37", "die": "d4", "maquis": "same"}, 1),
     whole({}, 2), whole({"scenario": "37", "die": "d4", "maquis": "same"}, 2)],
    ids=str,
)  # fmt: skip
def test_a_game_keeps_its_promises(settings: dict[str, str], games: int) -> None:
    met = check_game(KIND.load(settings=settings), games=games, looks=15)
    assert met.guesses
    assert met.refusals
