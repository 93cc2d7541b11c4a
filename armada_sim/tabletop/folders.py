"""The user's own folders, as each system has them."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Folder:
    """A kind of folder."""

    named: str
    """The variable of the environment that names it."""

    xdg: str
    """The one that names what holds it, where neither Windows nor macOS runs."""

    home: str
    """What holds it there under the home directory unless that one says otherwise."""

    library: str
    """What holds it on macOS, under ~/Library."""


CACHE = Folder("ARMADA_CACHE_DIR", "XDG_CACHE_HOME", ".cache", "Caches")
"""For what can be made again."""

DATA = Folder("ARMADA_DATA_DIR", "XDG_DATA_HOME", ".local/share", "Application Support")
"""For what cannot."""


def user_folder(
    kind: Folder, environment: Mapping[str, str] | None = None, platform: str = sys.platform
) -> Path | None:
    """This user's folder of a kind, which need not be there; None if the system has no such place."""
    told = os.environ if environment is None else environment
    if told.get(kind.named):
        return Path(told[kind.named])
    home = told.get("HOME", "")
    if platform == "win32":
        usual = told.get("LOCALAPPDATA", "")
    elif platform == "darwin":
        usual = os.path.join(home, "Library", kind.library) if home else ""
    else:
        named = told.get(kind.xdg, "")
        usual = named if os.path.isabs(named) else os.path.join(home, kind.home) if home else ""
    return Path(usual) / "armada-sim" if os.path.isabs(usual) else None
