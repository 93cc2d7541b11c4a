"""What a run says of the cost of its tests."""

import re
import subprocess
import sys
from types import ModuleType

import pytest

from tests.dearest import Dearest, spent

pytest_plugins = ["pytester"]

COSTS = """
import pytest, till

@pytest.fixture
def dear():
    till.spent += 20
    yield
    till.spent += 30

@pytest.mark.parametrize("cost", [3, 1, 12, 5, 2, 9, 4, 8, 7, 6, 10])
def test_costs(cost):
    till.spent += cost

def test_whose_fixture_costs(dear):
    assert not till.spent, "which is counted though it fails"
"""


def test_the_ten_dearest_are_named_dearest_first(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    till = ModuleType("till")
    till.spent = 0.0
    monkeypatch.setitem(sys.modules, "till", till)
    pytester.makepyfile(COSTS)

    result = pytester.runpytest_inprocess("-p", "no:xdist", plugins=[Dearest(lambda: till.spent)])

    result.assert_outcomes(passed=11, failed=1)
    (at,) = (i for i, line in enumerate(result.outlines) if "the ten dearest of 117 s of processor time" in line)
    named = [re.fullmatch(r" +([\d.]+) s  \S+::(\S+)", line) for line in result.outlines[at + 1 : at + 11]]
    assert [(float(each[1]), each[2]) for each in named if each] == [
        (50, "test_whose_fixture_costs"), *((cost, f"test_costs[{cost}]") for cost in (12, 10, 9, 8, 7, 6, 5, 4, 3))
    ]  # fmt: skip
    assert " s  " not in result.outlines[at + 11]


def test_programs_that_a_test_starts_are_counted() -> None:
    before = spent()
    subprocess.run([sys.executable, "-c", "import time\nwhile time.process_time() < 0.2: pass"], check=True)
    assert spent() - before > 0.19
