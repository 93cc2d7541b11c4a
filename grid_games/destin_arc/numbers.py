"""How many pieces there are, what stands on them, what spells cost and do, and what places count at the end (clauses 3,
4, 5.1 and 8.2.12).
`numbers.toml` has the text's, but for the places, whose worth is an option (`place_points`).

A designer's file says what is otherwise:

[units]
b1 = { counts = [10, 12, 15], move = 5, melee = 12 }
u5 = { save = 6, attack = 0 }
b8 = "none"
u7 = { like = "u3", name = "Lancers", start = ["F67"], counts = 2, leader = true }

[spells.bhar]
bless = { cost = 20, turns = 4 }
hold = "none"

[places]
hall = 4
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from armada_sim.tabletop import N_, InputError, Message, Mistakes, is_plain, shown
from grid_games.core.numbers import NONE, numbers_named, rows, strange, table, whole, wholes
from grid_games.core.tables import tabled
from grid_games.destin_arc.board import PLACES
from grid_games.destin_arc.options import MOST
from grid_games.destin_arc.units import (
    BY_ID,
    CALLED,
    FOREVER,
    FREE,
    LASTING,
    LETTERS,
    LIKE,
    SCHOOLS,
    SPELL_KEYS,
    SPELLS,
    UNLIMITED,
    Spell,
    Unit,
)

LONGEST = 40
"""Characters of a name."""

_MODIFIER = range(-9, 10)
_BOUNDS = {
    "move": range(1, 100), "melee": range(201), "missile": range(201), "defence": range(2, 201), "save": range(1, 13),
    "points": range(1000), "reach": range(1, 21), "attack": _MODIFIER, "temple": _MODIFIER, "night": _MODIFIER,
    "night_missile": _MODIFIER, "night_melee": _MODIFIER, "surprise": _MODIFIER, "charge": range(21),
    "pegasus": range(1, 100), "aura": range(1, 21),
}  # fmt: skip
_ABLE = "extra", "leader", "stacks", "cavalry", "pushes", "kills"
"""What a unit can or cannot, by what `Unit` says."""

_OWN = "pegasus", "aura"
"""What only the unit has that has it in the text."""

_SPELL_BOUNDS = {
    "cost": range(1, 1000), "distance": range(1, 41), "turns": range(1, 41), "bonus": range(1, 10), "area": range(1, 7),
}  # fmt: skip


@dataclass(frozen=True)
@tabled
class Numbers:
    """All of them."""

    units: tuple[Unit, ...]
    """In the order of the text; then those it has not, by their ids."""

    places: tuple[tuple[str, int], ...] = ()
    """Points of a place held after the last turn, by its name, where it is not what `place_points` says."""

    spells: tuple[Spell, ...] = SPELLS
    """In the order of the text."""

    @cached_property
    def books(self) -> dict[str, dict[str, Spell]]:
        """The spells by priesthood and name."""
        return {school: {spell.name: spell for spell in self.spells if spell.school == school} for school in SCHOOLS}

    @cached_property
    def by_id(self) -> dict[str, Unit]:
        """The units by their ids."""
        return {unit.id: unit for unit in self.units}

    @property
    def written(self) -> str:
        """What is not as in the text, as the setting has it; empty for nothing."""
        units = {unit.id: _row(unit) for unit in self.units if unit != BY_ID.get(unit.id)}
        found: dict[str, Any] = {"units": units} if units else {}
        books = {school: book for school in SCHOOLS if (book := _changes(self.books[school], school))}
        found |= {"spells": books} if books else {}
        found |= {"places": dict(self.places)} if self.places else {}
        return json.dumps(found) if found else ""


def _row(unit: Unit) -> dict[str, Any] | str:
    """How a file says what a unit is that is not as in the text."""
    was, own = BY_ID[unit.drawn], {"like": unit.like, "name": unit.name, "start": unit.start} if unit.like else {}
    if replace(was, counts=(0, 0, 0)) == unit:
        return NONE
    told = own | _otherwise(unit, was, ("counts", *_BOUNDS, *_ABLE))
    return told | ({"move": FREE} if told.get("move") == UNLIMITED else {})


def _otherwise(now: Unit | Spell, was: Unit | Spell, keys: Iterable[str]) -> dict[str, Any]:
    return {key: getattr(now, key) for key in keys if getattr(now, key) != getattr(was, key)}


def _changes(book: Mapping[str, Spell], school: str) -> dict[str, Any]:
    """How a file says what is otherwise with the spells of a priesthood."""
    found: dict[str, Any] = {}
    for was in _book(school).values():
        spell = book.get(was.name)
        if spell is None:
            found[was.name] = NONE
        elif spell != was:
            told = _otherwise(spell, was, (*_SPELL_BOUNDS, "saved"))
            found[was.name] = told | ({"turns": LASTING} if told.get("turns") == FOREVER else {})
    return found


def _book(school: str) -> dict[str, Spell]:
    """The text's spells of a priesthood."""
    return {spell.name: spell for spell in SPELLS if spell.school == school}


def numbers_of(given: object) -> Numbers:
    """Those that a value of the setting names. Raises InputError with file and key."""
    return numbers_named("destin-arc", given, _read)


def _read(document: Mapping[str, Any]) -> Numbers:
    """What a file makes of the text's. Raises InputError for all the mistakes."""
    mistakes = strange(document, ("title", "units", "spells", "places"))
    absent = {unit: replace(BY_ID[unit], counts=(0, 0, 0)) for unit in BY_ID}
    told = document.get("units", {})
    units = mistakes.attempt("units", lambda: {**absent, **rows(told, BY_ID, _unit, _id)}) or {}
    units = {unit: units[unit] for unit in sorted(units, key=_ordered)}
    worths = document.get("places", {})
    places = (
        mistakes.attempt("places", lambda: rows(worths, {}, lambda _, value, __: whole(value, 0, 99), _place)) or {}
    )
    spells = mistakes.attempt("spells", lambda: _spells(document.get("spells", {}))) or ()
    mistakes.stop_if_any()
    for side, called in enumerate(CALLED):
        if not all(map(sum, zip(*(unit.counts for unit in units.values() if unit.side == side), strict=True))):
            raise InputError(Message("{player} has no piece at some level", player=called), key="units")
    return Numbers(tuple(units.values()), tuple((place, places[place]) for place in PLACES if place in places), spells)


def _spells(given: object) -> tuple[Spell, ...]:
    """The spells with what a table says of them. Raises InputError for all the mistakes."""
    row, found = table(given), list[Spell]()
    mistakes = strange(row, SCHOOLS)
    for school in SCHOOLS:
        book = _book(school)
        read = partial(rows, row.get(school, {}), book, lambda _, told, was: _spell(told, was), partial(_spelled, book))
        found += (mistakes.attempt(school, read) or {}).values()
    mistakes.stop_if_any()
    return tuple(found)


def _spelled(book: Mapping[str, Spell], word: str) -> str:
    if word not in book:
        raise InputError(Message("is no spell of theirs; there are {known}", known=", ".join(book)))
    return word


def _spell(given: object, was: Spell | None) -> Spell:
    """A spell with what a row says of it. Raises InputError for all the mistakes."""
    assert was is not None  # there are no others
    row, mistakes, changed = dict(table(given)), Mistakes(), dict[str, Any]()
    known = SPELL_KEYS[was.school, was.name]
    bounds = {key: bound for key, bound in _SPELL_BOUNDS.items() if key in known}
    if was.name != "healing" and "turns" in known and row.get("turns", was.turns or LASTING) == LASTING:
        changed["turns"] = FOREVER
        row.pop("turns", None)
        del bounds["turns"]
    if "saved" in known:
        changed["saved"] = mistakes.attempt("saved", partial(_truth, row.pop("saved", was.saved)))
    changed |= mistakes.attempt("", lambda: wholes(row, bounds, {key: getattr(was, key) for key in bounds})) or {}
    mistakes.stop_if_any()
    return replace(was, **changed)


def _ordered(unit: str) -> tuple[bool, int, int]:
    """Where a unit stands among all: those of the text come first."""
    return unit not in BY_ID, LETTERS.index(unit[0]), int(unit[1:])


def _id(word: str) -> str:
    if word not in BY_ID and re.fullmatch(f"[{LETTERS}][1-9][0-9]?", word) is None:
        raise InputError(Message("is no unit; there are {units}", units=", ".join(BY_ID)))
    return word


def _place(word: str) -> str:
    if word not in PLACES:
        raise InputError(Message("is no place; there are {known}", known=", ".join(PLACES)))
    return word


def _unit(unit: str, given: object, was: Unit | None) -> Unit:
    """A unit with what a row says of it. Raises InputError for all the mistakes."""
    row = dict(table(given))
    known = _new(unit, row) if was is None else was
    mistakes, move = Mistakes(), known.move
    most = MOST if known.like else BY_ID[unit].counts[2]
    counts = mistakes.attempt("counts", partial(_counts, row.pop("counts", list(known.counts)), most))
    able = {key: mistakes.attempt(key, partial(_truth, row.pop(key, getattr(known, key)))) for key in _ABLE}
    bounds = {key: bound for key, bound in _BOUNDS.items() if key not in _OWN or getattr(known, key)}
    if row.get("move", FREE if move == UNLIMITED else move) == FREE:
        move = UNLIMITED
        row.pop("move", None)
        del bounds["move"]
    found = mistakes.attempt("", lambda: wholes(row, bounds, {key: getattr(known, key) for key in bounds})) or {}
    for key in ("melee", "missile"):
        if row.get(key) == 1:
            told = N_("expected 0 or 2 and more, not {given}: half of it stands on the back")
            mistakes.found.append(InputError(Message(told, given=1), key=key))
    if row.get("points") and not known.school:
        mistakes.found.append(InputError(Message("the unit casts no spells"), key="points"))
    mistakes.stop_if_any()
    changed: dict[str, Any] = {"move": move, **found, **able, "counts": counts}
    return replace(known, **changed)


def _new(unit: str, row: dict[str, Any]) -> Unit:
    """A unit that the text has not, as the one it is like, with name and start of its row, which are taken out of it.
    Raises InputError for all the mistakes."""
    like, name, start = row.pop("like", None), row.pop("name", unit.upper()), row.pop("start", [])
    mistakes, known = Mistakes(), [one for one in LIKE if one[0] == unit[0]]
    if like not in known:
        told = Message("a new unit is like one of {units}, not {given}", units=", ".join(known), given=shown(like))
        mistakes.found.append(InputError(told, key="like"))
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST or not is_plain(name):
        told = Message("expected a name of 1 to {n} characters, not {given}", n=LONGEST, given=shown(name))
        mistakes.found.append(InputError(told, key="name"))
    if not isinstance(start, list) or not start or not all(isinstance(label, str) for label in start):
        told = Message("expected a list of hexes such as [{example}], not {given}", example='"F67"', given=shown(start))
        mistakes.found.append(InputError(told, key="start"))
    mistakes.stop_if_any()
    return replace(BY_ID[str(like)], id=unit, like=str(like), name=name, short=name, start=tuple(start))


def _truth(given: object) -> bool:
    if not isinstance(given, bool):
        raise InputError(Message("expected true or false, not {given}", given=shown(given)))
    return given


def _counts(given: object, most: int) -> tuple[int, int, int]:
    """Numbers of pieces at the three levels, one for each or one for all; where the text has one, one or none."""
    numbers = given if isinstance(given, list) else [given] * 3
    if len(numbers) != 3:
        raise InputError(Message("expected a number, or one for each of three levels, not {given}", given=shown(given)))
    one, two, three = (whole(number, 0, 1 if most == 1 else MOST) for number in numbers)
    return one, two, three
