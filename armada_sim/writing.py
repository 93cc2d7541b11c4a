"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from errno import EISDIR
from pathlib import Path

from armada_sim.errors import InputError


def write_files(files: Iterable[tuple[Path, bytes]]) -> None:
    """Write a set of files, all of them or none; they are asked for one after the other.

    Each is written beside its place first; only when all are there do they take their places, which
    then is no more than a renaming within a folder. Raises InputError if one cannot be written.
    """
    beside: list[tuple[Path, Path]] = []
    target = None
    try:
        for target, content in files:
            handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.stem}-", suffix=target.suffix)
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
        raise InputError(f"cannot write {target}: {error.strerror or error}") from None
    finally:
        for written, _ in beside:
            written.unlink(missing_ok=True)


def _usual_mode() -> int:
    """The permissions of a new file; those of a temporary one are narrower."""
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
