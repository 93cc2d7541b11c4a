"""What a person at a terminal sees while an answer takes long: what is being worked on."""

from __future__ import annotations

import sys
from threading import Lock, Timer
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.status import Status

PATIENCE_S = 2.0
"""Seconds. Shorter work shows nothing."""


class Progress:
    """Shows what was last told on standard error once the work has taken `PATIENCE_S`, on terminals only.

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
                self._status.update(words)

    def _show(self) -> None:
        from rich.console import Console

        with self._lock:
            self._status = Console(stderr=True).status(self._words)
            self._status.start()
