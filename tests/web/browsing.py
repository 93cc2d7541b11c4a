"""A table that is served, for tests in a real browser."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import time
from typing import Any

from armada_sim.tabletop.web import kept_in, kept_in_memory, served as serving
from armada_sim.web import referee_table

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


KEPT = "JSON.parse(localStorage['armada-table:' + sessionStorage['armada-open']])"
"""What a tab keeps of its table, in the page's own words."""


@contextmanager
def served(port: int = 0, games: Path | None = None, now: Callable[[], float] = time) -> Iterator[str]:
    """A table while it is served, by its link; its games are in a file, or in memory. now: the time of day, seconds."""
    with (
        closing(kept_in(games) if games else kept_in_memory()) as kept,
        serving(lambda guard: referee_table(guard, kept, now), port) as address,
    ):
        yield address.link


def middle(page: Any, selector: str) -> tuple[float, float]:
    """Where the middle of something lies on the screen."""
    for _ in range(20):
        if box := page.locator(selector).bounding_box():
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.wait_for_timeout(50)  # the table is being drawn anew
    raise AssertionError(f"{selector} is not there")


def until(page: Any, condition: str) -> None:
    """Wait until this holds in the page; its policy forbids the evaluation that Playwright itself would wait with."""
    for _ in range(200):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(25)
    raise AssertionError(f"{condition} does not hold")


_AXE = Path(__file__).parent / "vendor" / "axe.min.js"
"""Deque's checks of pages (MPL 2.0, licence beside it)."""


def serious(page: Any) -> list[Any]:
    """What axe finds wrong with a page that keeps somebody from using it."""
    found = page.evaluate(_AXE.read_text(encoding="utf-8") + ";axe.run({resultTypes: ['violations']})")
    faults = [fault for fault in found["violations"] if fault["impact"] in ("serious", "critical")]
    return [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in faults]
