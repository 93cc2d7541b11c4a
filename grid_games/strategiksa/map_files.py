"""Files of maps, in TOML: `mountains = ["c4", "c5"]`, `lines = ["d4-d5"]`, and a `name`, which is for people."""

from __future__ import annotations

from pathlib import Path

from armada_sim.errors import InputError
from armada_sim.reading import plain_data, read_text, shown
from grid_games.strategiksa.board import Terrain, terrain_of
from grid_games.strategiksa.squares import SQUARE

_KEYS = ("name", "mountains", "lines")


def read_map(text: str, file: str = "") -> Terrain:
    """The map of a TOML document. Raises InputError with the key."""
    try:
        document = plain_data(text, "toml")
    except InputError as error:
        raise error.within(file=file) from None
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
        met: set[str] = set()
        for number, entry in enumerate(found, 1):
            if entry in met:
                raise InputError(f"{shown(entry)} stands there twice", key=key, file=file)
            met.add(entry)
            if key == "mountains" and entry not in SQUARE:
                raise InputError(
                    f"expected a square from a1 to j10, not {shown(entry)}", key=f"mountains {number}", file=file
                )
        lists[key] = found
    try:
        return terrain_of(lists["mountains"], lists["lines"])
    except InputError as error:
        raise error.within(key="lines", file=file) from None


def load_map(path: str | Path) -> Terrain:
    """The map of a file; its `text` is what the option `map` takes. Raises InputError with file and key."""
    try:
        text = read_text(path)
    except InputError as error:
        raise error.within(file=str(path)) from None
    return read_map(text, str(path))
