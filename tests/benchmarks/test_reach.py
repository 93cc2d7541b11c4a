"""How long reachable regions take: a gap of 1 mm against 2 mm, and 0.5 against 1, in one run.

python -m pytest tests/benchmarks/test_reach.py --benchmark-enable -s
"""

from __future__ import annotations

import time

import pytest

from armada_sim import reachable
from tests.regions.test_reach import crowded


@pytest.mark.parametrize("seed", [1, 2])
def test_halving_the_gap_costs_little(seed: int, request: pytest.FixtureRequest) -> None:
    layout = crowded(seed)
    gaps = (2.0, 1.0, 0.5) if request.config.getoption("--benchmark-enable") else (8.0, 4.0)
    reachable(layout, "S", 4, gap=8.0)  # compiles
    spent, areas = [], []
    for gap in gaps:
        start = time.process_time()
        areas.append(reachable(layout, "S", 4, gap=gap).inner.area)
        spent.append(time.process_time() - start)
    for coarse, fine, before, after in zip(gaps, gaps[1:], spent, spent[1:], strict=False):
        print(f"\nreach, small, 4 steps, 12 ships: {fine:g} mm {after:.2f} s, {after / before:.2f} x {coarse:g} mm")
    assert areas == sorted(areas)
