"""Maps: files, read and checked (`arc.toml` is the one that is shipped for play)."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

from armada_sim.tabletop import InputError, Message, inside, plain_data, read_text
from grid_games.core.extras import enumerated
from grid_games.destin_arc.board import LETTERS, PLACES, TERRAINS, Land
from grid_games.destin_arc.options import MAP
from grid_games.destin_arc.units import BY_ID

LONGEST = 100
"""Hexes of a column, and turns, at most."""

_KEYS = ("name", "terrain", "turns", "places", "names", "start")


def land_named(name: str) -> Land:
    """A shipped map, or that of a file. Raises InputError with the file and the key."""
    if name in MAP.values:
        file = f"{name}.toml"
        return read_land((files(__package__) / file).read_text(encoding="utf-8"), file)
    path = Path(name)
    if path.suffix != ".toml":
        raise InputError(
            Message(
                "expected {values} or a file that ends in .toml, not {given}",
                values=", ".join(MAP.values),
                given=repr(name),
            ),
            key="map",
        )
    with inside(key="map", file=name):
        text = read_text(path)
    return read_land(text, name)


def read_land(text: str, file: str = "") -> Land:
    """The map of a text. Raises InputError with the key."""
    with inside(file=file):
        return _land(plain_data(text, "toml"))


def _land(document: dict[str, Any]) -> Land:
    for key in document:
        if key not in _KEYS:
            raise InputError(Message("is no key of a map; there are {known}", known=", ".join(_KEYS)), key=key)
    columns = _columns(document.get("terrain"))
    bare = Land(_text(document.get("name", "map"), "name"), columns, ())
    places = _table(document, "places", bare)
    for key in places:
        if key not in PLACES:
            raise InputError(Message("is no place; there are {known}", known=", ".join(PLACES)), key=f"places.{key}")
        if bare.costly >> bare.numbers[places[key]] & 1:
            terrain = Message(TERRAINS["".join(columns)[bare.numbers[places[key]]]])
            raise InputError(
                Message("{hex} is {terrain}: slow pieces could never hold it", hex=places[key], terrain=terrain),
                key=f"places.{key}",
            )
    turns = document.get("turns", 8)
    if not isinstance(turns, int) or isinstance(turns, bool) or not 1 <= turns <= LONGEST:
        raise InputError(
            Message("expected a whole number from 1 to {longest}, not {given}", longest=LONGEST, given=repr(turns)),
            key="turns",
        )
    return Land(
        bare.name, columns, tuple(sorted(places.items())),
        tuple(_table(document, "names", bare).items()),
        _start(document, bare), turns,
    )  # fmt: skip


def _text(value: object, key: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError(Message("expected a text, not {given}", given=repr(value)), key=key)
    return value


def _columns(given: object) -> tuple[str, ...]:
    lines = tuple(line.strip() for line in _text(given, "terrain").strip().splitlines())
    if len(lines) > len(LETTERS):
        raise InputError(
            Message("has {n} columns; there are letters for {n2}", n=len(lines), n2=len(LETTERS)), key="terrain"
        )
    for letter, line in zip(LETTERS, lines, strict=False):
        if len(line) != len(lines[0]) or not 1 <= len(line) <= LONGEST:
            raise InputError(
                Message(
                    "column {letter} has {n} hexes, column A has {n2}; all have as many, up to {longest}",
                    letter=letter,
                    n=len(line),
                    n2=len(lines[0]),
                    longest=LONGEST,
                ),
                key="terrain",
            )
        for cell in line:
            if cell not in TERRAINS:
                known = enumerated(
                    Message("{sign} {terrain}", sign=sign, terrain=Message(word)) for sign, word in TERRAINS.items()
                )
                raise InputError(
                    Message(
                        "column {letter} has {given}; there are {known}", letter=letter, given=repr(cell), known=known
                    ),
                    key="terrain",
                )
    return lines


def _table(document: dict[str, Any], key: str, land: Land) -> dict[str, str]:
    table = document.get(key, {})
    if not isinstance(table, dict):
        raise InputError(Message("expected a table, not {given}", given=repr(table)), key=key)
    for name, label in table.items():
        if label not in land.numbers:
            raise InputError(Message("{given} is no hex of this map", given=repr(label)), key=f"{key}.{name}")
    return table


def _start(document: dict[str, Any], land: Land) -> tuple[tuple[str, str], ...]:
    """Pieces with their hexes: numbered from 1 without a gap, enemies apart, nobody beyond the stacking limit."""
    table = _table(document, "start", land)
    there: dict[str, list[str]] = {}
    for name, label in table.items():
        unit, _, serial = name.partition(".")
        if unit not in BY_ID or (serial and not re.fullmatch(r"[1-9]\d?", serial)):
            raise InputError(Message("is no piece; they are named like b1.1, u5, f1.12"), key=f"start.{name}")
        if (BY_ID[unit].counts[2] == 1) == bool(serial):
            told = Message("it has a number, such as .1")
            if serial:
                told = Message("there is one of it, without a number")
            raise InputError(told, key=f"start.{name}")
        if serial and serial != "1" and f"{unit}.{int(serial) - 1}" not in table:
            raise InputError(
                Message("there is no {unit}.{n}; numbers leave no gap", unit=unit, n=int(serial) - 1),
                key=f"start.{name}",
            )
        there.setdefault(label, []).append(name)
        if len({one[0] for one in there[label]}) > 1:
            raise InputError(
                Message("{hex} is held by {piece} already", hex=label, piece=there[label][0]), key=f"start.{name}"
            )
    return tuple(table.items())
