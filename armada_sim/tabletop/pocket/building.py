"""A pocket, from nothing to a folder that any web space serves; there whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.language import N_, Message, cause
from armada_sim.tabletop.pocket.offline import sealed
from armada_sim.tabletop.pocket.packing import Contents, packed
from armada_sim.tabletop.pocket.runtime import Runtime

_FILES = "files.json"
"""What a folder has that is a pocket."""


@dataclass(frozen=True, slots=True)
class Built:
    """What was written."""

    files: int
    size: int
    """Bytes, as they are sent."""


def build(contents: Contents, target: Path, runtime: Callable[[Path], Runtime], at: Callable[[str], object]) -> Built:
    """Write a pocket into a folder: a new one, an empty one, or in place of an older pocket.

    runtime: gets Python for browsers, in an empty folder if it needs one. at: told what is being done, a message.
    Raises InputError.
    """
    target = target.absolute()  # programs are run elsewhere
    check_folder(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent, ignore_cleanup_errors=True) as beside:
        made, stage, fetched = (Path(beside) / name for name in ("made", "stage", "fetched"))
        for folder in (made, stage, fetched):
            folder.mkdir()
        at(N_("fetching Python for browsers"))
        given = runtime(fetched)
        at(N_("compiling what runs in the browser"))
        packed(contents, given, made, stage)
        sealed(made, (made / "index.html").read_text(encoding="utf-8"))
        _replace(target, made, Path(beside) / "old")
    sizes = [path.stat().st_size for path in target.rglob("*") if path.is_file()]
    return Built(len(sizes), sum(sizes))


def check_folder(target: Path) -> None:
    """Raises InputError for a folder that holds anything but a pocket."""
    if target.is_dir() and any(target.iterdir()) and not (target / _FILES).is_file():
        raise InputError(Message("{name} holds other files; name a new folder", name=str(target)), key="output")
    if target.exists() and not target.is_dir():
        raise InputError(Message("{name} is no folder", name=str(target)), key="output")
    above = next(folder for folder in target.absolute().parents if folder.exists())
    if not above.is_dir() or not os.access(above, os.W_OK):
        raise InputError(Message("{name} cannot be written to", name=str(target)), key="output")


def _replace(target: Path, made: Path, old: Path) -> None:
    """Raises InputError where the folder cannot be put in its place."""
    try:
        made.chmod(0o755)
        if target.exists():
            target.replace(old)
        made.replace(target)
    except OSError as error:
        if old.exists() and not target.exists():
            old.replace(target)
        raise InputError(
            Message("cannot write {file}: {why}", file=str(target), why=cause(error)), key="output"
        ) from None
