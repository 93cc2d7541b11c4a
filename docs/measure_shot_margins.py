"""How near the two bounds of a shot's margin are, over random shots, and how long they take.

    python docs/measure_shot_margins.py --shots 500                       # default rules
    python docs/measure_shot_margins.py --shots 40 in_area=half obstruction=clear_template
    python docs/measure_shot_margins.py --shots 10 --every                # every value of every option of shots

A line for each ruling that misses `margin_upper` <= 2 `margin` + 0.01 mm names its seed; the last line of each set of
rules counts them. Shots that no placement changes (a side too short for the large piece) are no misses. Times are CPU
seconds of this process. With `--sides both` the shooter may use either side.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from armada_sim.firing import broadsides
from armada_sim.firing.margins.search import shot_margin
from armada_sim.geometry.tolerance import MARGIN_GOAL_MM
from armada_sim.table.rules import Rules
from tests.firing.test_shot_margins import random_case

VALUES = {
    "in_area": ("touch_counts", "half", "whole"),
    "physical_fit": ("must_fit",),
    "obstruction": ("clear_template", "partial_cover_ok", "none"),
    "footprint": ("shadow_pentagon",),
}


def measured(changes: dict[str, str], seeds: range, both: bool) -> None:
    """Prints the misses under some rules, and a summary."""
    rules = Rules(**changes)  # type: ignore[arg-type]
    name = " ".join(f"{key}={value}" for key, value in changes.items()) or "default rules"
    misses = nulls = zeros = 0
    seconds = []
    for seed in seeds:
        case = random_case(seed, rules)
        if both:
            case = replace(case, sides=("left", "right"))
        weights = {ship.name: 1.0 for ship in (case.shooter, case.target, *case.ships)}
        clear = broadsides.is_clear(case)
        start = time.process_time()
        margin = shot_margin(case, weights, clear)
        seconds.append(time.process_time() - start)
        if margin.low < math.inf and (margin.high is None or margin.high > 2 * margin.low + MARGIN_GOAL_MM):
            misses += 1
            nulls += margin.high is None
            zeros += margin.low == 0.0
            ratio = "" if margin.high is None or not margin.low else f" ratio {margin.high / margin.low:.2f}"
            print(
                f"  {name}: seed {seed}, {'clear' if clear else 'closed'}, "
                f"{len(case.ships) + len(case.obstacles)} others: "
                f"{margin.low:.4f} to {margin.high}{ratio}, {seconds[-1]:.2f} s", flush=True,
            )  # fmt: skip
    print(
        f"{name}: {misses} of {len(seeds)} miss ({nulls} without a flip, {zeros} with a margin of 0); "
        f"median {statistics.median(seconds):.2f} s, worst {max(seconds):.2f} s", flush=True,
    )  # fmt: skip


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("changes", nargs="*", metavar="OPTION=VALUE")
    parser.add_argument("--shots", type=int, default=10)
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--sides", choices=("one", "both"), default="one")
    parser.add_argument("--every", action="store_true", help="each value of each option of shots, by itself")
    args = parser.parse_args()
    seeds = range(args.first, args.first + args.shots)
    if args.every:
        sets = [{key: value} for key, values in VALUES.items() for value in values]
    else:
        sets = [dict(change.split("=", 1) for change in args.changes)]
    for changes in sets:
        measured(changes, seeds, args.sides == "both")


if __name__ == "__main__":
    main()
