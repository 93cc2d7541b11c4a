"""How many pieces there are, what stands on them, and what places count at the end (clauses 3, 5.1 and 8.2.12).
`numbers.toml` has the text's, but for the places, whose worth is an option (`place_points`).

A designer's file says what is otherwise:

[units]
b1 = { counts = [10, 12, 15], move = 5, melee = 12 }
u5 = { save = 6, attack = 0 }
b8 = "none"

[places]
hall = 4
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from armada_sim.tabletop import N_, InputError, Message, Mistakes, shown
from grid_games.core.numbers import NONE, numbers_named, rows, strange, table, whole, wholes
from grid_games.core.tables import tabled
from grid_games.destin_arc.board import PLACES
from grid_games.destin_arc.options import MOST
from grid_games.destin_arc.units import BY_ID, CALLED, FREE, UNITS, UNLIMITED, Unit

_MODIFIER = range(-9, 10)
_BOUNDS = {
    "move": range(1, 100), "melee": range(201), "missile": range(201), "defence": range(2, 201), "save": range(1, 13),
    "points": range(1000), "reach": range(1, 21), "attack": _MODIFIER, "temple": _MODIFIER, "night": _MODIFIER,
    "night_missile": _MODIFIER, "night_melee": _MODIFIER, "surprise": _MODIFIER,
}  # fmt: skip


@dataclass(frozen=True)
@tabled
class Numbers:
    """All of them."""

    units: tuple[Unit, ...]
    """In the order of the text."""

    places: tuple[tuple[str, int], ...] = ()
    """Points of a place held after the last turn, by its name, where it is not what `place_points` says."""

    @cached_property
    def by_id(self) -> dict[str, Unit]:
        """The units by their ids."""
        return {unit.id: unit for unit in self.units}

    @property
    def written(self) -> str:
        """What is not as in the text, as the setting has it; empty for nothing."""
        units = {unit.id: _row(unit, was) for unit, was in zip(self.units, UNITS, strict=True) if unit != was}
        found: dict[str, Any] = {"units": units} if units else {}
        found |= {"places": dict(self.places)} if self.places else {}
        return json.dumps(found) if found else ""


def _row(unit: Unit, was: Unit) -> dict[str, Any] | str:
    """How a file says what a unit is that is not as it was."""
    if replace(was, counts=(0, 0, 0)) == unit:
        return NONE
    told = {key: getattr(unit, key) for key in ("counts", *_BOUNDS) if getattr(unit, key) != getattr(was, key)}
    return told | ({"move": FREE} if told.get("move") == UNLIMITED else {})


def numbers_of(given: object) -> Numbers:
    """Those that a value of the setting names. Raises InputError with file and key."""
    return numbers_named("destin-arc", given, _read)


def _read(document: Mapping[str, Any]) -> Numbers:
    """What a file makes of the text's. Raises InputError for all the mistakes."""
    mistakes = strange(document, ("title", "units", "places"))
    absent = {unit: replace(BY_ID[unit], counts=(0, 0, 0)) for unit in BY_ID}
    told = document.get("units", {})
    units = mistakes.attempt("units", lambda: {**absent, **rows(told, BY_ID, _unit, _id)}) or {}
    worths = document.get("places", {})
    places = (
        mistakes.attempt("places", lambda: rows(worths, {}, lambda _, value, __: whole(value, 0, 99), _place)) or {}
    )
    mistakes.stop_if_any()
    for side, called in enumerate(CALLED):
        if not all(map(sum, zip(*(unit.counts for unit in units.values() if unit.side == side), strict=True))):
            raise InputError(Message("{player} has no piece at some level", player=called), key="units")
    return Numbers(tuple(units.values()), tuple((place, places[place]) for place in PLACES if place in places))


def _id(word: str) -> str:
    if word not in BY_ID:
        raise InputError(Message("is no unit; there are {units}", units=", ".join(BY_ID)))
    return word


def _place(word: str) -> str:
    if word not in PLACES:
        raise InputError(Message("is no place; there are {known}", known=", ".join(PLACES)))
    return word


def _unit(unit: str, given: object, was: Unit | None) -> Unit:
    """A unit with what a row says of it. Raises InputError for all the mistakes."""
    row, known = dict(table(given)), BY_ID[unit] if was is None else was
    mistakes, move = Mistakes(), known.move
    counts = mistakes.attempt("counts", partial(_counts, row.pop("counts", list(known.counts)), BY_ID[unit].counts[2]))
    bounds = dict(_BOUNDS)
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
    changed: dict[str, Any] = {"move": move, **found, "counts": counts}
    return replace(known, **changed)


def _counts(given: object, most: int) -> tuple[int, int, int]:
    """Numbers of pieces at the three levels, one for each or one for all; where the text has one, one or none."""
    numbers = given if isinstance(given, list) else [given] * 3
    if len(numbers) != 3:
        raise InputError(Message("expected a number, or one for each of three levels, not {given}", given=shown(given)))
    one, two, three = (whole(number, 0, 1 if most == 1 else MOST) for number in numbers)
    return one, two, three
