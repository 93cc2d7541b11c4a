"""Random playouts of whole discrete games on one core, beside random plies of python-chess in the same run; large
counted trees."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from grid_games import catalogue
from grid_games.core.protocol import Game
from tests.grid_games.strategiksa.trees import counted, read_trees

SLICE_S = 1.0
"""Seconds of processor time of each slice; slices of both alternate, because other work on the machine comes and
goes."""

SLICES = 3


Rate = tuple[int, int, float]
"""Plies, games, and the processor time they took. A ply is a decision with two or more legal moves."""


def chess_plies(seconds: float) -> Rate:
    """Random legal plies of python-chess."""
    chess = pytest.importorskip("chess")
    rng, plies, games, start = random.Random(1), 0, 0, time.process_time()
    while time.process_time() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(rng.choice(moves))
            plies += len(moves) > 1
        games += 1
    return plies, games, time.process_time() - start


def random_plies(game: Game[Any, Any], seconds: float, rng: random.Random) -> Rate:
    """Random legal plies of whole games."""
    plies, games, start = 0, 0, time.process_time()
    while time.process_time() - start < seconds:
        state = game.new()
        while moves := state.legal_moves():
            count = len(moves)
            state = state.after(moves[rng.randrange(count)])
            plies += count > 1
        games += 1
    return plies, games, time.process_time() - start


def rate(run: Callable[[], Rate], before: Rate) -> Rate:
    """One more slice added to those before."""
    plies, games, seconds = run()
    return before[0] + plies, before[1] + games, before[2] + seconds


LIMITS = {"max_rounds": 100}
"""Without them some games of Strategiksa never end."""


@pytest.mark.parametrize(
    ("name", "players", "settings", "least"),
    [("strategiksa", 3, LIMITS, 3.0), ("strategiksa", 4, LIMITS | {"map": "pinwheel"}, 3.0),
     ("strategiksa", 8, LIMITS, 2.6), ("singidunum", 2, {}, 2.7), ("destin-arc", 3, {}, 1.3)],
)  # fmt: skip
def test_random_playouts(benchmark: Any, name: str, players: int, settings: Mapping[str, object], least: float) -> None:
    """Whole games from the set-up; rolls with several results are plies and are drawn like moves."""
    game, rng = catalogue.load(name, players, settings), random.Random(1)
    random_plies(game, 0.05, rng)  # tables of the map are made before anything is measured
    benchmark.pedantic(lambda: random_plies(game, 0.2, rng), rounds=1)
    if benchmark.enabled:
        ours, theirs = (0, 0, 0.0), (0, 0, 0.0)
        for _ in range(SLICES):
            ours = rate(lambda: random_plies(game, SLICE_S, rng), ours)
            theirs = rate(lambda: chess_plies(SLICE_S), theirs)
        ratio = ours[0] / ours[2] / (theirs[0] / theirs[2])
        print(
            f"\n{name}, {players} players {dict(settings)}: {ours[0] / ours[2]:.0f} plies/s, {ours[0] / ours[1]:.0f} a "
            f"game; python-chess {theirs[0] / theirs[2]:.0f}, {theirs[0] / theirs[1]:.0f} a game; {ratio:.2f} times"
        )
        assert ratio > least


@pytest.mark.parametrize("tree", read_trees("trees_large.txt"), ids=lambda tree: tree.name)
def test_large_trees(benchmark: Any, tree: Any) -> None:
    found = benchmark.pedantic(lambda: counted(tree) if benchmark.enabled else None, rounds=1)
    if found is not None:
        assert len(found) == tree.numbers["E"][0]
