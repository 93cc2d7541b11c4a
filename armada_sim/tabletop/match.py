"""One match of any game here: players choose, the game plays, until it is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import numpy as np

from armada_sim.tabletop.protocol import Position


class Chooser(Protocol):
    """Somebody who decides."""

    def choose(self, game: Any, rng: np.random.Generator) -> Any:
        """An action that `game` allows."""


def positions(
    game: Position[Any], players: Mapping[str, Chooser], rng: np.random.Generator, most: int = 100_000
) -> Iterator[tuple[Any, Position[Any]]]:
    """Each action chosen and the position after it, until the game is over or `most` actions are played."""
    for _ in range(most):
        player = game.current_player()
        if player is None:
            return
        action = players[player].choose(game, rng)
        game = game.play(action)
        yield action, game
