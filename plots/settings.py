"""Matplotlib with the settings that it is shipped with, whatever the surroundings say.

A picture depends on nothing else. Every module of `plots` imports Matplotlib after this one, which `plots` imports
first; what draws, measures or writes is `plain`. The settings of whoever called are theirs again afterwards.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from pathlib import Path
from threading import RLock
from typing import Any, ParamSpec, TypeVar

_Asked = ParamSpec("_Asked")
_Made = TypeVar("_Made")

_BACKEND, _FILE = "MPLBACKEND", "MATPLOTLIBRC"


def _load() -> None:
    """Import Matplotlib also where it refuses to be: with a backend that is none, or settings that cannot be read."""
    if "matplotlib" in sys.modules:
        return
    named = os.environ.pop(_BACKEND, None)  # a name of none raises when Matplotlib is imported
    try:
        try:
            import matplotlib
        except (OSError, ValueError):  # it began to read a file of settings, and left itself half loaded
            for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
                del sys.modules[name]
            with _nothing_to_read():
                import matplotlib
    finally:
        if named is not None:
            os.environ[_BACKEND] = named
    if named:
        with contextlib.suppress(ValueError):
            matplotlib.rcParams["backend"] = named


@contextlib.contextmanager
def _nothing_to_read() -> Iterator[None]:
    """While there is no file of settings, neither in this folder nor in the user's."""
    before = os.environ.get(_FILE)
    spec = importlib.util.find_spec("matplotlib")
    assert spec is not None
    assert spec.origin is not None
    os.environ[_FILE] = os.devnull
    try:
        with contextlib.chdir(Path(spec.origin).parent):
            yield
    finally:
        del os.environ[_FILE]
        if before is not None:
            os.environ[_FILE] = before


_load()

import matplotlib  # noqa: E402

_SHIPPED: dict[Any, Any] = {key: value for key, value in matplotlib.rcParamsDefault.items() if key != "backend"}
"""All but what belongs to windows."""

_lock = RLock()
"""Matplotlib's settings belong to the whole process: one figure is made, or written, at a time."""


@contextlib.contextmanager
def settings(changed: Mapping[Any, Any] | None = None) -> Iterator[None]:
    """While Matplotlib has its own settings, but for those `changed`, and no other thread draws."""
    with _lock, matplotlib.rc_context({**_SHIPPED, **(changed or {})}):
        yield


def plain(drawing: Callable[_Asked, _Made]) -> Callable[_Asked, _Made]:
    """The same function, for which Matplotlib has its own settings."""

    @wraps(drawing)
    def drawn(*args: _Asked.args, **kwargs: _Asked.kwargs) -> _Made:
        with settings():
            return drawing(*args, **kwargs)

    return drawn
