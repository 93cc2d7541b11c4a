"""What many processes need compiled, one compiles: the others wait for it and load what it kept."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def compiled_by_one(locks: Path) -> None:
    """From now on this process compiles no function while another does that has the same folder of locks.

    A function has a lock of its own, held while those are compiled that it calls: no calls go round in a circle.
    """
    from numba.core.dispatcher import Dispatcher

    compile_alone, held = Dispatcher.compile, set[str]()

    def compile_one(self: Any, signature: Any) -> Any:
        function = f"{self._cache.cache_path} {self.py_func.__module__}.{self.py_func.__qualname__}"
        if self._cache.cache_path is None or function in held:  # what is kept nowhere is of no use to others
            return compile_alone(self, signature)
        held.add(function)
        try:
            with _locked(locks / hashlib.sha256(function.encode()).hexdigest()):
                return compile_alone(self, signature)
        finally:
            held.remove(function)

    Dispatcher.compile = compile_one


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    try:
        import fcntl
    except ImportError:  # Windows: everyone compiles
        yield
        return
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # let go as the file is closed
        yield
