"""Whom ships threaten under 22 combinations of options: `python tests/benchmarks/measure_threats.py --scenes 3`.

In each scene of 12 ships either the small (3 steps) or a large (1 step) is asked about all its enemies.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import replace

from armada_sim import Layout, Rules, Size
from armada_sim.regions.threats import threat
from tests.regions.test_reach import crowded

OPTIONS = [
    {}, {"physical_fit": "must_fit"}, {"obstruction": "clear_template"},
    {"obstruction": "partial_cover_ok"}, {"obstruction": "none"}, {"in_area": "half"}, {"in_area": "whole"},
    {"in_area": "touch_counts"}, {"physical_fit": "must_fit", "in_area": "half"},
    {"touching_target": "cannot"}, {"friendly_blocks": "none", "physical_fit": "must_fit"},
    {"footprint": "shadow_pentagon"},
    {"footprint": "solid3d"},
]  # fmt: skip


def scene(seed: int) -> tuple[Layout, str, int]:
    """A table, who moves, and how many steps: the small against the rest, or one large of theirs against them and
    it."""
    layout = crowded(seed)
    if seed % 2:
        return layout, "S", 3
    large = next(ship.name for ship in layout.ships if ship.size is Size.LARGE)
    return (
        Layout(ships=tuple(replace(ship, player="red" if ship.name == large else "blue") for ship in layout.ships)),
        large,
        1,
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=3)
    given = parser.parse_args()
    for options in OPTIONS:
        answers, spent = Counter[str](), []
        for seed in range(1, 1 + given.scenes):
            layout, name, steps = scene(seed)
            start = time.process_time()
            found = threat(layout, name, steps, gap=2.0, rules=Rules(**options))
            spent.append(time.process_time() - start)
            answers.update(one.answer.name for one in found.ships)
        print(options, dict(answers), "s a scene:", [round(seconds, 1) for seconds in spent], flush=True)


if __name__ == "__main__":
    main()
