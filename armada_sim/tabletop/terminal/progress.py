"""What a person at a terminal sees while an answer takes long: what is being worked on."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from threading import Lock, Timer
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.status import Status
    from rich.text import Text

PATIENCE_S = 2.0
"""Seconds. Shorter work shows nothing."""

_BAR = 16
"""Characters of a bar."""


class Progress:
    """Shows what was last reported on standard error once the work has taken `PATIENCE_S`, on terminals only.

    Used as a context manager; what was shown is gone when it ends. Rich is imported when there is
    something to show.
    """

    def __init__(self, words: str) -> None:
        self._words = words
        self._status: Status | None = None
        self._lock = Lock()
        """Held while the timer's thread and the work's thread could both touch what is shown."""

        self._timer = Timer(PATIENCE_S, self._show)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        if sys.stderr is not None and sys.stderr.isatty():
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        if self._timer.ident is not None:
            self._timer.join()
        if self._status is not None:
            self._status.stop()

    def tell(self, words: str) -> None:
        """What the work has come to."""
        with self._lock:
            self._words = words
            if self._status is not None:
                self._status.update(_plain(words))

    def _show(self) -> None:
        from rich.console import Console

        with self._lock:
            self._status = Console(stderr=True).status(_plain(self._words))
            self._status.start()


def _plain(words: str) -> Text:
    """Words as they are: names in them are a user's, and no markup of Rich."""
    from rich.text import Text

    return Text(words)


@contextmanager
def bar(unit: str, text: str) -> Iterator[Callable[[int, int, str], None]]:
    """What to call with how many are done, of how many, and what to say of it; a bar on a terminal, else nothing.

    unit: what is counted, in the plural. text: what is said before the first call.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress as Bars, TextColumn, TimeRemainingColumn
    from rich.table import Column

    rest = Column(ratio=1, no_wrap=True, overflow="ellipsis")
    shown = (
        BarColumn(_BAR), MofNCompleteColumn(), TextColumn("{task.description}", markup=False), TimeRemainingColumn(),
        TextColumn("{task.fields[text]}", markup=False, table_column=rest),
    )  # fmt: skip
    with Bars(*shown, console=Console(stderr=True), expand=True, transient=True) as bars:
        task = bars.add_task(unit, total=None, text=text)
        yield lambda done, total, text: bars.update(task, completed=done, total=total, text=text)
