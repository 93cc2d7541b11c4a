"""How long the longest of many questions takes: `python -m tests.benchmarks.measure_longest moves --count 20000`.

Moves, shots, contacts or set-ups among twelve ships (`tests/scenes.py`), one for each seed. Printed are the processor
time of the longest, the median one, their ratio and what 99 % are below; every new longest is told as it comes, with
its seed, so that `--first SEED --count 1` asks it again. Of shots also those whose margins are not as near as promised.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

from armada_sim import Ruling
from armada_sim.evidence.judging import MOST_EVALUATIONS, MOST_MOTIONS
from armada_sim.geometry import MARGIN_GOAL_MM
from tests.counting import counted_verdicts
from tests.scenes import QUESTIONS, question


def taken(kind: str, seed: int, classic: float | None = None) -> tuple[float, Ruling]:
    """Seconds of processor time that the answer to a question takes, and the answer."""
    asked = question(kind, seed, classic)
    start = time.process_time()
    ruling = asked.ask()
    return time.process_time() - start, ruling


def missed(ruling: Ruling) -> str:
    """How the margins of a shot miss the promise; nothing if they do not."""
    if ruling.margin is None:
        return ""
    if ruling.margin_upper is None:
        return next(note for note in ruling.notes if "margin_upper" in note)
    near = ruling.margin_upper <= 2 * ruling.margin + MARGIN_GOAL_MM
    return "" if near else f"margin {ruling.margin:.4f}, margin_upper {ruling.margin_upper:.4f} mm"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=sorted(QUESTIONS))
    parser.add_argument("--count", type=int, default=500, help="how many questions (500)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--classic", type=float, help="chance of the default rules (0.7; shots 0.5)")
    parser.add_argument(
        "--over", type=float, default=1.0, help="tell every question that takes more seconds than this (1)"
    )
    given = parser.parse_args()
    taken(given.kind, given.first, given.classic)  # loads what is loaded once
    spent: dict[int, float] = {}
    with counted_verdicts() as counts:
        _ask_all(given, spent)
    middle = median(spent.values())
    longest = max(spent.values())
    high = sorted(spent.values())[int(0.99 * len(spent))]
    told = f"longest {longest:.3f} s, 99 % below {high:.3f} s, median {middle:.4f} s, ratio {longest / middle:.0f}"
    print(f"{len(spent)} {given.kind}: {told}")
    if counts.verdicts:
        told = f"{counts.evaluations} evaluations of {MOST_EVALUATIONS}, {counts.motions} motions of {MOST_MOTIONS}"
        print(f"the most any verdict on conditions took: {told}")


def _ask_all(given: argparse.Namespace, spent: dict[int, float]) -> None:
    """Fill in the seconds by seed, and tell of new longest ones."""
    longest = 0.0
    for seed in range(given.first, given.first + given.count):
        spent[seed], ruling = taken(given.kind, seed, given.classic)
        if given.kind == "shots" and (miss := missed(ruling)):
            print(f"seed {seed}: {miss}, {question(given.kind, seed, given.classic).words}", flush=True)
        if spent[seed] > longest or spent[seed] > given.over:
            longest = max(longest, spent[seed])
            print(f"seed {seed}: {spent[seed]:.3f} s, {question(given.kind, seed, given.classic).words}", flush=True)
        if len(spent) % 1000 == 0:
            print(f"{len(spent)} asked, longest {longest:.3f} s, {sum(spent.values()):.0f} s in all", flush=True)


if __name__ == "__main__":
    main()
