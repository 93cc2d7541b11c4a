"""Where compiled code is kept from one run to the next: in a folder named by its sources, or nowhere."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from armada_sim.tabletop import N_, CostWarning, Message


def caches(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path | None:
    """Where this user keeps what can be made again; None if he has no such place.

    ARMADA_CACHE_DIR if it is set, else the usual folder of the system (XDG_CACHE_HOME or ~/.cache, ~/Library/Caches,
    %LOCALAPPDATA%).
    """
    told = os.environ if environment is None else environment
    if told.get("ARMADA_CACHE_DIR"):
        return Path(told["ARMADA_CACHE_DIR"])
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
        _warn("", Message("there is no home directory"))
        return None
    return folder if _made(folder, folder) else None


def kept_in(sources: Iterable[str], environment: Mapping[str, str] | None = None) -> Path | None:
    """The folder for what is compiled from these texts, made if need be; None, with a CostWarning, where there is none.

    Any change of any text gives another folder.
    """
    above = writable(environment)
    if above is None:
        return None
    digest = hashlib.sha256()
    for text in sources:
        digest.update(hashlib.sha256(text.encode()).digest())
    folder = above / digest.hexdigest()[:20]
    return folder if _made(folder, above) else None


def kept(folder: Path | None, name: str, made: Callable[[], bytes]) -> bytes:
    """What `made` gives, from a file of that name in a folder, put there if it is not there or is damaged."""
    if folder is None:
        return made()
    found = _read(folder / name)
    if found is not None:
        return found
    with _alone_in(folder):
        found = _read(folder / name)  # another process may have made it meanwhile
        if found is not None:
            return found
        new = made()
        try:
            with tempfile.NamedTemporaryFile(dir=folder, delete=False) as half:
                half.write(hashlib.sha256(new).digest() + new)
            os.replace(half.name, folder / name)
        except OSError as error:
            _warn(folder.parent, error.strerror or str(error))
        return new


def _read(file: Path) -> bytes | None:
    """What was kept in a file, if it is there and whole: code that is not what it was might do anything."""
    try:
        whole = file.read_bytes()
    except OSError:
        return None
    return whole[32:] if whole[:32] == hashlib.sha256(whole[32:]).digest() else None


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """While no other process does the same, where the system can see to that: what all need is then made once."""
    try:
        import fcntl

        here = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):
        yield
        return
    try:
        with suppress(OSError):  # a folder on another machine may not have locks
            fcntl.flock(here, fcntl.LOCK_EX)
        yield
    finally:
        os.close(here)


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
    nowhere = N_(
        "compiled code cannot be kept ({why}): each run compiles for some seconds; ARMADA_CACHE_DIR names a folder to "
        "keep it in"
    )
    there = N_(
        "compiled code cannot be kept in {folder} ({why}): each run compiles for some seconds; ARMADA_CACHE_DIR names "
        "a folder to keep it in"
    )
    said = Message(there, folder=str(folder), why=why) if folder else Message(nowhere, why=why)
    warnings.warn(CostWarning(said), stacklevel=3)
