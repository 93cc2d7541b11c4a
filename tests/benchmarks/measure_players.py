"""Players against players, mirrored: `python tests/benchmarks/measure_players.py greedy random --pairs 40`.

A pair is four games from one random set-up of the basic fleets: both players with both fleets, both in both
seats (the second player's seat moves first). The interval is that of the mean over pairs, by the normal approximation.
"""

from __future__ import annotations

import argparse
import math
import time

import numpy as np

from armada_sim.play.actions import ChooseFirst, ChooseFleet
from armada_sim.play.deployments import prepared
from armada_sim.play.state import Agreement, Seat
from armada_sim.players.bulk import play_out
from armada_sim.players.computer import Computer, asked_for
from armada_sim.table.fleets import BASIC_FLEETS
from armada_sim.table.rules import Rules


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--tries", type=int, default=12)
    parser.add_argument("--budget", type=int, default=60, help="play-outs a turn (search)")
    parser.add_argument("--seconds", type=float, help="seconds a turn instead (search)")
    parser.add_argument("--rule", action="append", default=[], metavar="KEY=VALUE", help="an option of the rules")
    given = parser.parse_args()
    one, other = (
        Computer(level, tries=given.tries, budget=given.budget, seconds=given.seconds)
        for level in (given.first, given.second)
    )
    rules = asked_for(Rules(**dict(rule.split("=", 1) for rule in given.rule)))
    agreement = Agreement((Seat("red", "south"), Seat("blue", "north")), rules)
    start = prepared(
        agreement, np.random.default_rng(0), "random_legal", [ChooseFleet(BASIC_FLEETS[0]), ChooseFirst("blue")]
    )
    play_out(start, {"red": one, "blue": other}, np.random.default_rng(0))  # compiled before it is measured
    means, actions, drawn, spent = [], 0, 0, 0.0
    for pair in range(given.pairs):
        rng = np.random.default_rng([1, pair])
        scores = []
        for fleet in BASIC_FLEETS:
            game = prepared(agreement, rng, "random_legal", [ChooseFleet(fleet), ChooseFirst("blue")])
            for mine, players in ((0, (one, other)), (1, (other, one))):
                start = time.process_time()
                played = play_out(game, dict(zip(("red", "blue"), players, strict=True)), rng)
                spent += time.process_time() - start
                actions += len(played.log)
                drawn += played.winner is None
                scores.append(0.5 if played.winner is None else float(played.winner == mine))
        means.append(sum(scores) / len(scores))
        error = 1.96 * float(np.std(means, ddof=1)) / math.sqrt(len(means)) if len(means) > 1 else math.inf
        if pair == given.pairs - 1 or pair % 10 == 9:
            games = 4 * len(means)
            print(
                f"{given.first} against {given.second}: {np.mean(means):.3f} ± {error:.3f} after {games} games, "
                f"{drawn} drawn, "
                f"{games / spent:.1f} games/s, {actions / spent:.0f} actions/s",
                flush=True,
            )


if __name__ == "__main__":
    main()
