"""Random play-outs of Le Jeu du destin d'Arc, beside random plies of python-chess in the same run."""

from __future__ import annotations

import random

from grid_games.destin_arc.game import KIND
from tests.benchmarks.test_battles import plies_a_second


def test_random_playouts(benchmark) -> None:
    """Whole games from the first piece placed; results of dice are plies and are drawn like moves."""
    game, rng, plies = KIND.load(None, {"map": "arc" if benchmark.enabled else "village"}), random.Random(1), []

    def one_game() -> None:
        state, count = game.new(), 0
        while moves := state.legal_moves():
            state = state.after(moves[int(rng.random() * len(moves))])
            count += 1
        plies.append(count)

    rounds = 10 if benchmark.enabled else 2
    benchmark.pedantic(one_game, rounds=rounds, warmup_rounds=1)
    assert min(plies) > 20
    if benchmark.enabled:
        rate = sum(plies[-rounds:]) / benchmark.stats.stats.total
        beside = plies_a_second(2.0)
        print(
            f"\nLe Jeu du destin d'Arc: {rate:.0f} plies/s; python-chess: {beside:.0f} random plies/s; ratio "
            f"{rate / beside:.2f}"
        )
