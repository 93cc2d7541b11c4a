"""Where compiled code is kept from one run to the next: in a folder named by its sources, or nowhere."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import ENOTDIR
from pathlib import Path
from typing import Final

from armada_sim.tabletop import N_, CostWarning, Message, Said, cause
from armada_sim.tabletop.folders import CACHE, user_folder

_WARY: Final = os.O_RDONLY | sum(
    getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY", "O_NOCTTY")
)
"""How a file is opened that may have been put in the place of another: no link is followed, nothing is waited for."""

_SUM: Final = 32
"""Bytes of what a kept file begins with."""

_LARGEST: Final = 2**24
"""Bytes. The largest file that is read; compiled functions have some 10,000, and the largest 200,000."""


def cache_folder(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path | None:
    """Where this user keeps what can be made again; None if there is no such place.

    ARMADA_CACHE_DIR if it is set, else the usual folder of the system (XDG_CACHE_HOME or ~/.cache, ~/Library/Caches,
    %LOCALAPPDATA%).
    """
    return user_folder(CACHE, environment, platform)


def writable_cache(environment: Mapping[str, str] | None = None) -> Path | None:
    """`cache_folder`, made if need be, if it is this user's alone and files can be put there; else None, and a
    CostWarning says why not and what that costs."""
    folder = cache_folder(environment)
    if folder is None:
        _warn("", Message("there is no home directory"))
        return None
    return folder if _made(folder, folder) else None


def kept_in(sources: Iterable[str], environment: Mapping[str, str] | None = None) -> Path | None:
    """The folder for what is compiled from these texts, made if need be; None, with a CostWarning, where there is none
    that is this user's alone.

    Any change of any text gives another folder.
    """
    above = writable_cache(environment)
    if above is None:
        return None
    digest = hashlib.sha256()
    for text in sources:
        digest.update(hashlib.sha256(text.encode()).digest())
    folder = above / digest.hexdigest()[:20]
    return folder if _made(folder, above) else None


def kept(folder: Path | None, name: str, made: Callable[[], bytes]) -> bytes:
    """What `made` gives, from a file of that name in a folder of `kept_in`, put there if it is not there or is damaged.

    What may be somebody else's is neither read nor replaced, and a CostWarning says so.
    """
    if folder is None:
        return made()
    file, found = folder / name, None
    try:
        found = _read(file)
        if found is None:
            with _alone_in(folder):
                found = _read(file)  # another process may have made it meanwhile
                if found is None:
                    found = made()
                    _write(file, found)
    except OSError as error:
        _warn(folder.parent, cause(error))
    return made() if found is None else found


def _read(file: Path) -> bytes | None:
    """What was kept in a file; None if it is not there or not whole: code that is not what it was might do anything.

    Raises OSError for what is no file of this user's alone, before anything of it is read.
    """
    try:
        _need_own_file(os.lstat(file), file)
        handle = os.open(file, _WARY)
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "rb") as opened:
        _need_own_file(os.fstat(handle), file)  # it may be another by now
        whole = opened.read(_LARGEST)
    code = whole[_SUM:]
    return code if whole[:_SUM] == _sum(file, code) else None


def _write(file: Path, code: bytes) -> None:
    """Keep code in a file, whole or not at all. Raises OSError."""
    handle, half = tempfile.mkstemp(dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(_sum(file, code) + code)
        os.replace(half, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(half)
        raise


def _sum(file: Path, code: bytes) -> bytes:
    """What a file begins with: it says that this is the code, and that it is kept under its own name."""
    return hashlib.sha256(f"{file.parent.name}/{file.name}\n".encode() + code).digest()


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
    """Whether a folder, made if it is not there, is this user's alone and takes files: that is tried, since permissions
    do not decide it alone. If not, a CostWarning says so of the folder `told`."""
    try:
        for place in reversed((folder, *folder.parents)):
            if not place.exists():
                place.mkdir(0o700, exist_ok=True)
        _need_own_folder(folder)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, ValueError) as error:
        _warn(told, cause(error))
        return False
    return True


def _need_own_folder(folder: Path) -> None:
    """Raises OSError for what is no folder of this user's alone, or can be put out of the way by others.

    Nobody else owns, or may write to, a folder on the way to it, as it is named and as its links lead: but for the
    superuser, and for folders such as /tmp, in which everybody may replace nothing but their own.
    """
    named, real = Path(os.path.abspath(folder)), Path(os.path.realpath(folder))
    _need_own(os.lstat(real), real)
    if not stat.S_ISDIR(os.lstat(real).st_mode):
        raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR))
    for place in (named, *named.parents, *real.parents):
        _need_own(os.lstat(place), place, on_the_way=True)


def _need_own_file(about: os.stat_result, file: Path) -> None:
    """Raises OSError for what is no regular file of this user's alone, or larger than any compiled code."""
    if not stat.S_ISREG(about.st_mode):
        raise OSError(Message("{path} is no regular file", path=str(file)))
    if about.st_size > _LARGEST:
        raise OSError(Message("{path} is larger than any compiled code", path=str(file)))
    _need_own(about, file)


def _need_own(about: os.stat_result, path: Path, *, on_the_way: bool = False) -> None:
    """Raises OSError for what somebody else owns or may write to. Windows does not say so here: there the folder is the
    user's by its place."""
    if sys.platform == "win32":
        return
    if about.st_uid not in ((0, os.geteuid()) if on_the_way else (os.geteuid(),)):
        raise OSError(Message("{path} belongs to another user", path=str(path)))
    harmless = on_the_way and (stat.S_ISLNK(about.st_mode) or about.st_mode & stat.S_ISVTX)
    if about.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not harmless:
        raise OSError(Message("others may write to {path}", path=str(path)))


def _warn(folder: Path | str, why: Said) -> None:
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
