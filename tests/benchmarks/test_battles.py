"""Whole battles on one core, beside random plies of python-chess in the same run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np
import pytest

from armada_sim.play.game import Game
from armada_sim.players.battle import arrays
from armada_sim.players.bulk import play_out
from armada_sim.players.computer import Computer
from tests.games import BASIC, COMPUTERS, after, agreement


def plies_a_second(seconds: float, clock: Callable[[], float] = time.perf_counter) -> float:
    """Random legal plies of python-chess in a second of a clock."""
    chess = pytest.importorskip("chess")
    rng, plies, start = random.Random(1), 0, clock()
    while clock() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            plies += 1
    return plies / (clock() - start)


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_battles_of_the_basic_fleets(benchmark, level: str) -> None:
    game, player = after(Game.new(agreement(rules=COMPUTERS)), *BASIC), Computer(level)
    players = {"red": player, "blue": player}
    play_out(game, players, np.random.default_rng(0))  # compiled before it is measured
    rng, actions, checks = np.random.default_rng(1), [], []

    def one_game() -> None:
        played = play_out(game, players, rng)
        actions.append(len(played.log))
        checks.append(int(played.board.battle.clock[arrays.CHECKS]))

    benchmark.pedantic(one_game, rounds=20)
    assert min(actions) > 6
    assert min(np.array(checks) / actions) > 1 / 3  # most actions are moves, of one step at least
    if benchmark.enabled:
        mean = benchmark.stats.stats.mean
        rate, poses = (float(np.mean(counted[-20:])) / mean for counted in (actions, checks))
        plies = plies_a_second(1.0)
        print(
            f"\n{level}: {1 / mean:.1f} games/s, {rate:.0f} actions/s, {poses:.0f} legality checks/s; python-chess: "
            f"{plies:.0f} random plies/s"
        )
