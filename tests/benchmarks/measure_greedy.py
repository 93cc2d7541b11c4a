"""What drawn paths miss: `python tests/benchmarks/measure_greedy.py --positions 20`.

Positions are beginnings of turns of battles between greedy players, after the first shot, and in each one ship of the
player to move, drawn among those with an enemy near. `threats.threat` tells exactly which enemies it can hit after a
move. Beside it: which of them are seen from the end of one of the paths that a greedy player draws, mean of several
draws.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from armada_sim.evidence.ruling import Answer
from armada_sim.play.actions import ChooseFirst, ChooseFleet
from armada_sim.play.deployments import prepared
from armada_sim.play.game import Game
from armada_sim.play.state import Agreement, Seat
from armada_sim.players.battle import arrays
from armada_sim.players.boards import Board, board_of, compiled
from armada_sim.players.bulk import play_out
from armada_sim.players.computer import Computer, asked_for
from armada_sim.regions.threats import threat
from armada_sim.table.fleets import BASIC_FLEETS
from armada_sim.table.rules import Rules

AGREEMENT = Agreement((Seat("red", "south"), Seat("blue", "north")), asked_for(Rules()))


def near(board: Board, ship: int) -> bool:
    """Whether an enemy may come into reach of a ship's guns by its next move."""
    battle, kernel = board.battle, compiled()
    kind, here = battle.facts[ship, arrays.KIND], battle.geo[ship, :2]
    far = (battle.sizes[kind, arrays.MOST] + 2) * battle.sizes[kind, arrays.STEP] + battle.sizes[
        arrays.RANGE, arrays.STEP
    ]
    return any(
        battle.facts[j, arrays.PARTY] != battle.facts[ship, arrays.PARTY] and kernel.alive(battle, j)
        and np.hypot(*(battle.geo[j, :2] - here)) < far
        for j in range(len(board.names))
    )  # fmt: skip


def position(rng: np.random.Generator) -> tuple[Game, str]:
    """A position of a battle between greedy players, and a ship."""
    greedy = Computer("greedy")
    while True:
        fleet = BASIC_FLEETS[int(rng.integers(2))]
        game = prepared(AGREEMENT, rng, "random_legal", [ChooseFleet(fleet), ChooseFirst("blue")])
        played = play_out(game, {"red": greedy, "blue": greedy}, rng)
        shots = np.flatnonzero(played.log[:, 0] == arrays.SHOT)
        if not len(shots):
            continue
        for action in played.actions[: int(rng.integers(shots[0] + 1, len(played.log)))]:
            game = game.forced(action)
        while game.outcome() is None and game.state.turn is not None and game.state.turn.left < 3:
            game = game.play(greedy.choose(game, rng))
        if game.outcome() is not None:
            continue
        board = board_of(game.state)
        able = [i for i in range(len(board.names)) if compiled().actor(board.battle, i) and near(board, i)]
        if able:
            return game, board.names[able[int(rng.integers(len(able)))]]


def drawn(board: Board, ship: int, tries: int, rng: np.random.Generator) -> set[str]:
    """Enemies surely seen from the end of one of the paths that a greedy player draws."""
    battle, kernel, headings, n = board.battle, compiled(), np.zeros(4), len(board.names)
    found: set[str] = set()
    for attempt in range(tries):
        if kernel.draw_path(battle, ship, attempt, rng, headings):
            found |= {
                board.names[j]
                for j in range(n)
                if battle.facts[j, arrays.PARTY] != battle.facts[ship, arrays.PARTY] and kernel.alive(battle, j)
                and kernel.sees(battle, n, int(battle.facts[ship, arrays.KIND]), ship, j) == arrays.YES
            }  # fmt: skip
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--tries", type=int, nargs="+", default=[12, 48, 192])
    parser.add_argument("--draws", type=int, default=50)
    given = parser.parse_args()
    rng = np.random.default_rng(1)
    hit: list[set[str]] = []
    seen: dict[int, list[list[set[str]]]] = {tries: [] for tries in given.tries}
    spent = dict.fromkeys([0, *given.tries], 0.0)
    game, name = position(np.random.default_rng(0))
    threat(game.layout, name, 1)  # compiled before it is measured
    drawn(board_of(game.state), 0, 1, rng)
    doubt = 0
    for number in range(given.positions):
        game, name = position(np.random.default_rng([3, number]))
        start = time.process_time()
        exact = threat(game.layout, name, game.layout.ship(name).size.steps).ships
        spent[0] += time.process_time() - start
        hit.append({one.name for one in exact if one.answer is Answer.YES})
        doubt += sum(one.answer is Answer.IN_DOUBT for one in exact)
        board = board_of(game.state)
        for tries, found in seen.items():
            start = time.process_time()
            found.append([drawn(board, board.names.index(name), tries, rng) for _ in range(given.draws)])
            spent[tries] += (time.process_time() - start) / given.draws
            stray = set().union(*found[-1]) - hit[-1]
            assert not stray, f"{stray} seen, and threats does not know it"
        print(number, name, sorted(hit[-1]), flush=True)
    targets, some = sum(map(len, hit)), [k for k, ships in enumerate(hit) if ships]
    print(
        f"threats: {targets} enemies in {len(some)} of {len(hit)} positions, {doubt} in doubt, "
        f"{spent[0] / len(hit):.2f} s a ship"
    )
    for tries, found in seen.items():
        missed = 1 - sum(len(one) for draws in found for one in draws) / given.draws / targets
        none = sum(not one for k in some for one in found[k]) / given.draws / len(some)
        print(
            f"{tries} paths: {missed:.3f} of the enemies missed, none found in {none:.3f} of the positions, "
            f"{spent[tries] / len(hit) * 1e3:.2f} ms a ship"
        )


if __name__ == "__main__":
    main()
