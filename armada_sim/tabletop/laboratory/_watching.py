"""A page, on this machine alone, that shows the report of a run while it is played."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from armada_sim.tabletop.language import Language
from armada_sim.tabletop.web import File, Guard, answered, served, table

if TYPE_CHECKING:
    from starlette.applications import Starlette

_LOOKED_S = 10.0
"""Seconds. A page that asked no longer ago is looked at; it is waited for as long, at most, to ask for the end."""

_SHARE = 10
"""1. How many times as long as a report takes is played before the next, at least."""


@dataclass(frozen=True, slots=True)
class _Shown:
    version: int
    """How many reports there were."""

    said: str
    """How far the run has got."""

    report: bytes = b""
    over: bool = False


class Watch:
    """What a page shows of a run. The run tells it; the page asks, in threads of its own."""

    def __init__(self, title: str, words: Language) -> None:
        self._title, self._words = title, words
        self._shown = _Shown(0, words.say("Nothing was played yet."))
        self._asked = -_LOOKED_S
        self._due = 0.0
        self._ended = threading.Event()
        """Set once a page has the last report."""

    def due(self) -> bool:
        """Whether somebody looks, and it is time for another report."""
        now = time.monotonic()
        return now >= self._due and now - self._asked <= _LOOKED_S

    def tell(self, said: str, report: Callable[[], bytes] | None = None) -> None:
        """How far the run has got; report: makes another report."""
        self._shown = replace(self._shown, said=said)
        if report is not None:
            began = time.monotonic()
            self._shown = _Shown(self._shown.version + 1, said, report())
            now = time.monotonic()
            self._due = now + _SHARE * (now - began)

    def end(self, report: Callable[[], bytes]) -> None:
        """The run is over: whoever looks gets its report."""
        if time.monotonic() - self._asked <= _LOOKED_S:
            self._shown = _Shown(self._shown.version + 1, self._words.say("The run is over."), report(), over=True)
            self._ended.wait(_LOOKED_S)

    def page(self, guard: Guard) -> Starlette:
        """The application."""
        routes = [answered("/api/standing", self._standing), answered("/api/report", self._report)]
        return table(routes, {"/": Path(__file__).parent / "static"}, guard)

    def _standing(self, *_: object) -> dict[str, Any]:
        self._asked, shown = time.monotonic(), self._shown
        gone = self._words.say("The run has stopped; this is what it had found.")
        return {"version": shown.version, "said": shown.said, "over": shown.over, "gone": gone,
                "title": self._title, "lang": self._words.lang}  # fmt: skip

    def _report(self, *_: object) -> File:
        shown = self._shown
        if shown.over:
            self._ended.set()
        return File(shown.report, "text/html; charset=utf-8")


@contextmanager
def watched(title: str, words: Language) -> Iterator[tuple[Watch, str]]:
    """What is to be told of a run, and the link to its page, which is served meanwhile."""
    watch = Watch(title, words)
    with served(watch.page) as address:
        yield watch, address.link
