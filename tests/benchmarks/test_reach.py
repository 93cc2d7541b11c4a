"""How long reachable regions and threats take: a gap of 1 mm against 2 mm, 0.5 against 1, a threat against its reach.

python -m pytest tests/benchmarks/test_reach.py --benchmark-enable -s
"""

from __future__ import annotations

import time

import pytest

from armada_sim import reach_stages, reachable, threat_stages
from tests.regions.test_reach import crowded
from tests.whole import few


@pytest.mark.parametrize("seed", few([1, 2], 1))
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


@pytest.mark.parametrize("seed", few([1, 2], 1))
def test_a_threat_costs_little_more_than_its_reach(seed: int, request: pytest.FixtureRequest) -> None:
    layout = crowded(seed)
    gap = 1.0 if request.config.getoption("--benchmark-enable") else 4.0
    list(reach_stages(layout, "S", 4, gap=8.0))  # compiles
    list(threat_stages(layout, "S", 4, gap=8.0))
    start = time.process_time()
    reachable(layout, "S", 4, gap=gap)
    alone = time.process_time() - start
    start, after, found = time.process_time(), [], []
    for stage in threat_stages(layout, "S", 4, gap=gap):
        after.append(time.process_time() - start)
        found.append(stage)
    print(
        f"\nthreat, small, 4 steps, 12 ships: {gap:g} mm {after[-1]:.2f} s, {after[-1] / alone:.2f} x its reach", end=""
    )
    print(f"; first outline after {after[0]:.2f} s, {after[0] / alone:.2f} x that")
    assert found[-1].inner.area > found[0].inner.area
