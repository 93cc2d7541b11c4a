"""The working precision of ball arithmetic: of one thread at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Final

_ONE_AT_A_TIME: Final = RLock()
"""FLINT has one working precision for the whole program. Without this, a thread that sets its own would change that of
another in the middle of a computation: its balls would grow, and what is apart could pass for touching."""


@contextmanager
def working_at(bits: int) -> Iterator[None]:
    """While ball arithmetic works at a precision of so many bits, in this thread alone; others wait."""
    from flint import ctx

    with _ONE_AT_A_TIME, ctx.workprec(bits):
        yield
