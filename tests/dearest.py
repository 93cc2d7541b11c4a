"""What tests cost in processor time, the programs they start included: the dearest are named at the end of a run."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator

import pytest

COST = "processor_seconds"
"""The property of a test's last report that holds its cost; `--junitxml` writes it for every test."""


def spent() -> float:
    """Seconds of processor time of this process and of the children it has waited for."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


class Dearest:
    """A plugin that measures each test, its fixtures included, and names the ten dearest."""

    def __init__(self, clock: Callable[[], float] = spent) -> None:
        self.clock, self.begun, self.costs = clock, 0.0, dict[str, float]()

    def pytest_runtest_logstart(self) -> None:
        self.begun = self.clock()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.when == "teardown":
            report.user_properties.append((COST, round(self.clock() - self.begun, 3)))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.costs.update((report.nodeid, seconds) for name, seconds in report.user_properties if name == COST)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.costs:
            terminalreporter.section(f"the ten dearest of {sum(self.costs.values()):.0f} s of processor time")
            for test in sorted(self.costs, key=self.costs.__getitem__, reverse=True)[:10]:
                terminalreporter.write_line(f"{self.costs[test]:8.2f} s  {test}")
