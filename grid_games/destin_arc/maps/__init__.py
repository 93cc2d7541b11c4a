"""Maps: files, read and checked (`arc.toml` is the one that is shipped for play)."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

from armada_sim.tabletop import InputError, Message, inside, plain_data, read_text
from grid_games.core.extras import enumerated
from grid_games.destin_arc.board import LETTERS, PLACES, TERRAINS, Fire, Land
from grid_games.destin_arc.options import MAP, OPTIONS
from grid_games.destin_arc.units import BY_ID

LONGEST = 100
"""Hexes of a column, and turns, at most."""

_KEYS = ("name", "like", "terrain", "turns", "calendar", "places", "names", "start", "fire")


def land_named(name: str) -> Land:
    """A shipped map, or that of a file. Raises InputError with the file and the key."""
    if name in MAP.values:
        file = f"{name}.toml"
        return read_land((files(__package__) / file).read_text(encoding="utf-8"), file)
    path = Path(name)
    if path.suffix != ".toml":
        values = ", ".join(MAP.values)
        told = Message("expected {values} or a file that ends in .toml, not {given}", values=values, given=repr(name))
        raise InputError(told, key="map")
    with inside(key="map", file=name):
        text = read_text(path)
    return read_land(text, name)


def read_land(text: str, file: str = "") -> Land:
    """The map of a text. Raises InputError with the key."""
    with inside(file=file):
        return _land(plain_data(text, "toml"))


def _need(holds: bool, told: str, key: str) -> None:
    """Raises InputError with what is wrong under a key of a map unless something holds."""
    if not holds:
        raise InputError(told, key=key)


def _land(document: dict[str, Any]) -> Land:
    for key in document:
        _need(key in _KEYS, Message("is no key of a map; there are {known}", known=", ".join(_KEYS)), key)
    if "like" in document:  # the ground of a shipped map, with another start
        like = document["like"]
        told = Message("expected a map that comes along ({known}), not {given}", known=", ".join(MAP.values),
                       given=repr(like))  # fmt: skip
        _need(like in MAP.values and "terrain" not in document, told, "like")
        ground = plain_data((files(__package__) / f"{like}.toml").read_text(encoding="utf-8"), "toml")
        document = {key: ground[key] for key in ("terrain", "places", "names") if key in ground} | document
    columns = _columns(document.get("terrain"))
    bare = Land(_text(document.get("name", "map"), "name"), columns, ())
    places = _table(document, "places", bare)
    for name, label in places.items():
        key, known = f"places.{name}", ", ".join(PLACES)
        _need(name in PLACES, Message("is no place; there are {known}", known=known), key)
        terrain = Message(TERRAINS["".join(columns)[bare.numbers[label]]])
        told = Message("{hex} is {terrain}: slow pieces could never hold it", hex=label, terrain=terrain)
        _need(not bare.costly >> bare.numbers[label] & 1, told, key)
    turns = _whole(document.get("turns", 8), 1, LONGEST, "turns")
    calendar, hours = document.get("calendar", ""), next(one.values for one in OPTIONS if one.key == "calendar")
    told = Message("expected one of {known}, not {given}", known=", ".join(hours), given=repr(calendar))
    _need(calendar in ("", *hours), told, "calendar")
    names = tuple(_table(document, "names", bare).items())
    fire = _fire(document["fire"], bare, turns) if "fire" in document else None
    start, held = _start(document, bare), tuple(sorted(places.items()))
    return Land(bare.name, columns, held, names, start, turns, calendar, fire)


def _fire(given: object, land: Land, turns: int) -> Fire:
    keys = ", ".join(Fire._fields)
    known = given if isinstance(given, dict) else {}
    told = Message("expected a table with {keys}, not {given}", keys=keys, given=repr(given))
    _need(set(known) == set(Fire._fields), told, "fire")
    place = known["hex"]
    told = Message("{given} is no hex of this map", given=repr(place))
    _need(isinstance(place, str) and place in land.numbers, told, "fire.hex")
    turn, reach = _whole(known["turn"], 2, turns, "fire.turn"), _whole(known["reach"], 1, LONGEST, "fire.reach")
    return Fire(str(place), turn, reach)


def _whole(given: object, least: int, most: int, key: str) -> int:
    told = Message(
        "expected a whole number from {least} to {most}, not {given}", least=least, most=most, given=repr(given)
    )
    _need(type(given) is int and least <= given <= most, told, key)
    assert isinstance(given, int)
    return given


def _text(value: object, key: str) -> str:
    _need(
        isinstance(value, str) and bool(value.strip()), Message("expected a text, not {given}", given=repr(value)), key
    )
    return str(value)


def _columns(given: object) -> tuple[str, ...]:
    lines = tuple(line.strip() for line in _text(given, "terrain").strip().splitlines())
    told = Message("has {n} columns; there are letters for {n2}", n=len(lines), n2=len(LETTERS))
    _need(len(lines) <= len(LETTERS), told, "terrain")
    for letter, line in zip(LETTERS, lines, strict=False):
        told = Message(
            "column {letter} has {n} hexes, column A has {n2}; all have as many, up to {longest}",
            letter=letter, n=len(line), n2=len(lines[0]), longest=LONGEST,
        )  # fmt: skip
        _need(len(line) == len(lines[0]) and 1 <= len(line) <= LONGEST, told, "terrain")
        strange = next((cell for cell in line if cell not in TERRAINS), "")
        known = enumerated(Message("{sign} {terrain}", sign=sign, terrain=Message(TERRAINS[sign])) for sign in TERRAINS)
        told = Message(
            "column {letter} has {given}; there are {known}", letter=letter, given=repr(strange), known=known
        )
        _need(not strange, told, "terrain")
    return lines


def _table(document: dict[str, Any], key: str, land: Land) -> dict[str, str]:
    table = document.get(key, {})
    _need(isinstance(table, dict), Message("expected a table, not {given}", given=repr(table)), key)
    for name, label in table.items():
        _need(label in land.numbers, Message("{given} is no hex of this map", given=repr(label)), f"{key}.{name}")
    return dict(table)


def _start(document: dict[str, Any], land: Land) -> tuple[tuple[str, str], ...]:
    """Pieces with their hexes: numbered from 1 without a gap, enemies apart, nobody beyond the stacking limit."""
    table = _table(document, "start", land)
    there: dict[str, str] = {}
    for name, label in table.items():
        key, (unit, _, serial) = f"start.{name}", name.partition(".")
        known = unit in BY_ID and (not serial or re.fullmatch(r"[1-9]\d?", serial) is not None)
        _need(known, Message("is no piece; they are named like b1.1, u5, f1.12"), key)
        alone = BY_ID[unit].counts[2] == 1
        _need(alone or bool(serial), Message("it has a number, such as .1"), key)
        _need(not alone or not serial, Message("there is one of it, without a number"), key)
        before = int(serial or 1) - 1
        gap = Message("there is no {unit}.{n}; numbers leave no gap", unit=unit, n=before)
        _need(before == 0 or f"{unit}.{before}" in table, gap, key)
        first = there.setdefault(label, name)
        _need(first[0] == name[0], Message("{hex} is held by {piece} already", hex=label, piece=first), key)
    return tuple(table.items())
