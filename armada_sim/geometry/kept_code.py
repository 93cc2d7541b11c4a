"""Where compiled code is kept from one run to the next: in a folder named by its sources, or nowhere."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from armada_sim.tabletop.errors import CostWarning


def caches(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path | None:
    """Where this user keeps what can be made again; None if he has no such place.

    NUMBA_CACHE_DIR if it is set, else the usual folder of the system (XDG_CACHE_HOME or ~/.cache, ~/Library/Caches,
    %LOCALAPPDATA%).
    """
    told = os.environ if environment is None else environment
    if told.get("NUMBA_CACHE_DIR"):
        return Path(told["NUMBA_CACHE_DIR"])
    home = told.get("HOME", "")
    if platform == "win32":
        usual = told.get("LOCALAPPDATA", "")
    elif platform == "darwin":
        usual = os.path.join(home, "Library", "Caches") if home else ""
    else:
        named = told.get("XDG_CACHE_HOME", "")
        usual = named if os.path.isabs(named) else os.path.join(home, ".cache") if home else ""
    return Path(usual) / "armada-sim" if os.path.isabs(usual) else None


def writable(environment: Mapping[str, str] | None = None) -> Path | None:
    """`caches`, made if need be, if files can be put there; else None, and a CostWarning says what that costs."""
    folder = caches(environment)
    if folder is None:
        _warn("", "there is no home directory")
        return None
    return folder if _made(folder, folder) else None


def kept_in(sources: Iterable[str], environment: Mapping[str, str] | None = None) -> Path | None:
    """The folder for what is compiled from these texts, made if need be; None, with a CostWarning, where there is none.

    Any change of any text gives another folder: numba itself looks at one file only.
    """
    above = writable(environment)
    if above is None:
        return None
    digest = hashlib.sha256()
    for text in sources:
        digest.update(hashlib.sha256(text.encode()).digest())
    folder = above / digest.hexdigest()[:20]
    return folder if _made(folder, above) else None


def keep(dispatcher: Any, folder: Path) -> None:
    """Let numba keep in a folder what it compiles for a function, which works whatever happens to the folder."""
    import numba

    config: Any = numba.config  # its stubs do not know what can be set
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        dispatcher.enable_caching()
    except RuntimeError:  # numba found the folder gone
        _warn(folder.parent, "it is not there any more")
        return
    finally:
        config.CACHE_DIR = before
    kept = dispatcher._cache
    kept._guard_against_spurious_io_errors = _careful(kept, folder.parent)


def _careful(kept: Any, folder: Path) -> Callable[[], Any]:
    """What numba reads and writes kept code under: code that cannot be read is compiled again."""

    @contextmanager
    def guard() -> Iterator[None]:
        try:
            yield
        except OSError as error:
            kept.disable()
            _warn(folder, error.strerror or str(error))
        except Exception:  # a damaged file: whatever unpickling made of it
            kept.flush()

    return guard


def _made(folder: Path, told: Path) -> bool:
    """Whether files can be put into a folder, made if it is not there. It is tried, since permissions do not decide
    it alone."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, ValueError) as error:
        _warn(told, getattr(error, "strerror", None) or str(error))
        return False
    return True


def _warn(folder: Path | str, why: str) -> None:
    there = f" in {folder}" if folder else ""
    text = f"compiled code cannot be kept{there} ({why}): each run compiles for about a minute"
    warnings.warn(f"{text}; NUMBA_CACHE_DIR names a folder to keep it in", CostWarning, stacklevel=3)
