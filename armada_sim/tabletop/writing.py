"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterable, Sequence
from errno import EISDIR
from pathlib import Path

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.language import Message, cause, either

_DATABASE = b"SQLite format 3\0"
"""What every file of SQLite begins with, stores of games among them."""


Wanted = tuple[str, str, Sequence[str]]
"""A file to be written: the option that names it, its name as it was typed, and what it may end in."""


def check_targets(wanted: Sequence[Wanted], inputs: Sequence[str | Path] = ()) -> None:
    """Raises InputError if a file could not be written, or would land on another or on an input."""
    for key, name, kinds in wanted:
        check_target(name, key, kinds)
    keep_apart([(key, name) for key, name, _ in wanted], inputs)


def keep_apart(outputs: Sequence[tuple[str, str | Path]], inputs: Sequence[str | Path] = ()) -> None:
    """Raises InputError if an output would land on an input, on another output or on a store of games.

    outputs: the option that names a file, and the file as it was typed. inputs: files that are read, "-" for standard
    input. Names are compared by what they lead to, so links and detours are seen through.
    """
    read = {place: name for name in inputs for place in _places(name, standard_input=str(name) == "-")}
    written: dict[object, str] = {}
    for key, name in outputs:
        places = _places(name)
        for place in places:
            if place in read:
                raise InputError(
                    Message("{name} would overwrite {other}, which this command reads", name=name, other=read[place]),
                    key=key,
                )
            if place in written:
                raise InputError(
                    Message("{name} is written to by {other} too", name=name, other=written[place]), key=key
                )
        if _is_database(name):
            raise InputError(
                Message("{name} is a store of games, or another database; name another file", name=name), key=key
            )
        written |= dict.fromkeys(places, key)


def _places(name: str | Path, *, standard_input: bool = False) -> list[object]:
    """What a name leads to: the path without links, and the file itself if it is there; it may have other names."""
    found: list[object] = []
    try:
        if standard_input:
            about = None if sys.stdin is None else os.fstat(sys.stdin.fileno())
        else:
            found.append(os.path.realpath(name))
            about = os.stat(name)
        if about is not None and stat.S_ISREG(about.st_mode):
            found.append((about.st_dev, about.st_ino))
    except (OSError, ValueError):  # it is not there, or a name that no file can have
        pass
    return found


def _is_database(name: str | Path) -> bool:
    try:
        if not os.path.isfile(name):
            return False
        with open(name, "rb") as file:
            return file.read(len(_DATABASE)) == _DATABASE
    except (OSError, ValueError):
        return False


def check_target(name: str, key: str, kinds: Sequence[str]) -> Path:
    """The path of a file to be written later, once the work is done. Raises InputError if it could not be now.

    kinds: what its name may end in, such as ".json". A file that is there will be written over.
    """
    path = Path(name)
    if path.suffix.lower() not in kinds:
        raise InputError(
            Message("expected a file that ends in {known}, not {name}", known=either(kinds), name=repr(name)),
            key=key,
        )
    try:
        if not path.absolute().parent.is_dir():
            raise InputError(Message("there is no folder for {name}", name=name), key=key)
        if path.is_dir():
            raise InputError(Message("{name} is a directory", name=name), key=key)
        handle, beside = _beside(path)
        os.close(handle)
        os.unlink(beside)
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(Message("{name} cannot be written to: {why}", name=name, why=cause(error)), key=key) from None
    return path


def write_files(files: Iterable[tuple[Path, bytes]]) -> None:
    """Write a set of files, all of them or none; they are asked for one after the other.

    Each is written beside its place first; only when all are there do they take their places, which
    then is no more than a renaming within a folder. Raises InputError if one cannot be written.
    """
    beside: list[tuple[Path, Path]] = []
    target = None
    try:
        for target, content in files:
            handle, name = _beside(target)
            beside.append((Path(name), target))
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).chmod(_usual_mode())
        for _, target in beside:
            if target.is_dir():
                raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        for written, target in beside:
            written.replace(target)
    except OSError as error:
        raise InputError(Message("cannot write {file}: {why}", file=str(target), why=cause(error))) from None
    finally:
        for written, _ in beside:
            written.unlink(missing_ok=True)


def _beside(target: Path) -> tuple[int, str]:
    """A new file in the folder of another, open, and its name."""
    return tempfile.mkstemp(dir=target.parent, prefix=f".{target.stem}-", suffix=target.suffix)


def _usual_mode() -> int:
    """The permissions of a new file; those of a temporary one are narrower."""
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
