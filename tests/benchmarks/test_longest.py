"""The longest of many questions among twelve ships, in units of the median one: no search waits for ever.

    python -m pytest tests/benchmarks/test_longest.py --benchmark-enable -s -n 0

prints the ratios; without `--benchmark-enable` a few are asked once. `measure_longest.py` asks any number of them.
"""

from __future__ import annotations

from statistics import median

import pytest

from tests.benchmarks.measure_longest import taken

ASKED = {"moves": 2000, "shots": 500}
"""Questions of each kind: the same seeds every time."""

TARGET_S = {"moves": 1.0, "shots": 2.0}
"""Seconds of processor time that none of them should take more than."""

FEW = 10


@pytest.mark.parametrize("kind", ASKED)
def test_the_longest_question(kind: str, request: pytest.FixtureRequest) -> None:
    """Target: no move above one second, no shot above two, of processor time."""
    enabled = request.config.getoption("--benchmark-enable")
    count = ASKED[kind] if enabled else FEW
    taken(kind, 0)  # loads what is loaded once
    spent = [taken(kind, seed)[0] for seed in range(count)]
    longest, middle = max(spent), median(spent)
    assert len(spent) == count
    assert longest >= middle > 0
    if enabled:
        print(f"\nthe longest of {count} {kind} among 12 ships: {longest / middle:.0f} x the median one")
        print(f"({longest:.2f} s of processor time, seed {spent.index(longest)}; target {TARGET_S[kind]:g} s)")
