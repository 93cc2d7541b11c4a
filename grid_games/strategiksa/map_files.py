"""Files of maps, in TOML: `mountains = ["c4", "c5"]`, `lines = ["d4-d5"]`, and a `name`, which is for people."""

from __future__ import annotations

import tomllib
from pathlib import Path

from armada_sim.errors import InputError
from grid_games.strategiksa.maps import Terrain, terrain_of
from grid_games.strategiksa.squares import SQUARE

_KEYS = ("name", "mountains", "lines")
_LARGEST_BYTES = 65536


def read_map(text: str, file: str = "") -> Terrain:
    """The map of a TOML document. Raises InputError with the key."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"is no TOML: {error}", file=file) from None
    for key in document:
        if key not in _KEYS:
            raise InputError(f"is no key of a map; there are {', '.join(_KEYS)}", key=key, file=file)
    if not isinstance(document.get("name", ""), str):
        raise InputError("expected a text", key="name", file=file)
    if not {"mountains", "lines"} & set(document):
        raise InputError("expected mountains or lines, if only an empty list", file=file)
    lists: dict[str, list[str]] = {}
    for key in ("mountains", "lines"):
        found = document.get(key, [])
        example = "c4" if key == "mountains" else "d4-d5"
        if not isinstance(found, list) or not all(isinstance(entry, str) for entry in found):
            raise InputError(f'expected a list of texts such as ["{example}"]', key=key, file=file)
        for number, entry in enumerate(found, 1):
            if found.count(entry) > 1:
                raise InputError(f"{entry} stands there twice", key=key, file=file)
            if key == "mountains" and entry not in SQUARE:
                raise InputError(f"expected a square from a1 to j10, not {entry!r}", key=f"mountains {number}", file=file)
        lists[key] = found
    try:
        return terrain_of(lists["mountains"], lists["lines"])
    except InputError as error:
        raise error.within(key="lines", file=file) from None


def load_map(path: str | Path) -> Terrain:
    """The map of a file; its `text` is what the option `map` takes. Raises InputError with file and key."""
    try:
        if Path(path).stat().st_size > _LARGEST_BYTES:
            raise InputError(f"is longer than {_LARGEST_BYTES} bytes, which no map needs", file=str(path))
        text = Path(path).read_bytes().decode()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(path)) from None
    except UnicodeDecodeError:
        raise InputError("is not text in UTF-8", file=str(path)) from None
    return read_map(text, str(path))
