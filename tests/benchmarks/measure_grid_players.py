"""Players of a discrete game against players, over rotated seats: `python tests/benchmarks/measure_grid_players.py
strategiksa search:100 greedy --set max_rounds=12 --sets 10`.

A set is as many games as there are seats, all from one seed: one player of the first level among players of the second,
in each seat once. His score is his part of what all have together at the end, so a level among equals scores one over
the number of seats; the interval is that of the mean over sets.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from armada_sim.tabletop.laboratory.intervals import mean_interval
from armada_sim.tabletop.match import positions
from grid_games import catalogue
from grid_games.core.protocol import CHANCE
from grid_games.players import Dice, player


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--players", type=int)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="an option of the rules")
    parser.add_argument("--sets", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-v", "--verbose", action="store_true", help="tell every game")
    given = parser.parse_args()
    game = catalogue.load(given.game, given.players, dict(one.split("=", 1) for one in given.set))
    seats, rows, won, steps, spent = (
        len(game.players),
        list[list[float]](),
        0,
        {given.first: 0, given.second: 0},
        {given.first: 0.0, given.second: 0.0},
    )
    for number in range(given.sets):
        row = []
        for mine in range(seats):
            seated = {
                one: player(given.first if seat == mine else given.second) for seat, one in enumerate(game.players)
            }
            rng, state = np.random.default_rng([given.seed, number, mine]), game.new()
            before = time.process_time()
            for _, after in positions(state, seated | {CHANCE: Dice()}, rng):
                mover = state.current_player()
                if mover != CHANCE:
                    level = given.first if mover == game.players[mine] else given.second
                    steps[level] += 1
                    spent[level] += time.process_time() - before
                before, state = time.process_time(), after
            returns = [float(one) for one in state.returns().values()]
            row.append(returns[mine] / sum(returns))
            won += game.players[mine] in state.outcome().winners
            if given.verbose:
                print(number, mine, state.outcome(), returns, flush=True)
        rows.append(row)
        if number == given.sets - 1 or number % 5 == 4:
            found = mean_interval(np.array(rows))
            times = ", ".join(
                f"{level} {steps[level] / len(rows) / seats:.0f} steps a game of "
                f"{1000 * spent[level] / max(steps[level], 1):.1f} ms"
                for level in steps
            )
            print(
                f"{given.first} among {seats - 1} {given.second}: {found.mean:.3f} ({found.low:.3f} to "
                f"{found.high:.3f}; {1 / seats:.3f} among equals) after {found.games} games, {won} won; {times}",
                flush=True,
            )


if __name__ == "__main__":
    main()
