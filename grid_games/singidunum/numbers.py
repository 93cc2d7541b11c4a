"""The units: four types, their strengths and prices, how many of each a side may take (sections 2, 3 and U3); army
points and what wins with them; turns and deployment zones. `numbers.toml` has those of the text.

A designer's file says what is otherwise:

turns = 10                         # a game has at most
depth = 3                          # rows of a deployment zone

[units]
C7 = { price = 8 }                 # a type (E, H, C or A) with a strength; the price is the strength, there is one
E9 = { price = 10 }
A4 = "none"

[scenarios]                        # army points, and the victory points that win; the first is played by default
45 = 6
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from armada_sim.tabletop import N_, InputError, Message, shown
from grid_games.core.numbers import NONE, numbers_named, of_text, rows, strange, whole, wholes
from grid_games.core.tables import tabled

TYPES = "EHCA"
"""Elite, heavy infantry, cavalry, archers."""

STRONGEST = 9
"""One digit says it on a counter."""

_BOUNDS = {"price": range(1, 100), "count": range(1, 21)}
_WHOLE = {"turns": range(1, 51), "depth": range(1, 14)}


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of the box."""

    name: str
    """As notation has it: type and strength."""

    price: int
    """Army points."""

    count: int
    """How many a side has."""

    @property
    def strength(self) -> int:
        """On the dark face (available). The light face (activated) shows 1 less."""
        return int(self.name[1:])


@dataclass(frozen=True)
@tabled
class Numbers:
    """All of them. Code 0 is an empty hex, those of units follow."""

    units: tuple[Unit, ...]
    """By type, the strongest first."""

    scenarios: tuple[tuple[int, int], ...]
    """Army points and the victory points that win with them; the default first."""

    turns: int
    """No game has more (section 3)."""

    depth: int
    """Rows of a deployment zone (U2)."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """By code."""
        return ("", *(unit.name for unit in self.units))

    @cached_property
    def codes(self) -> dict[str, int]:
        """By name."""
        return {name: code for code, name in enumerate(self.names) if name}

    @cached_property
    def strength(self) -> tuple[int, ...]:
        """By code."""
        return (0, *(unit.strength for unit in self.units))

    @cached_property
    def price(self) -> tuple[int, ...]:
        """Army points by code."""
        return (0, *(unit.price for unit in self.units))

    @cached_property
    def pool(self) -> tuple[int, ...]:
        """How many of each code a side has."""
        return (0, *(unit.count for unit in self.units))

    @cached_property
    def heavy(self) -> frozenset[int]:
        """Codes of heavy infantry."""
        return self._of("H")

    @cached_property
    def cavalry(self) -> frozenset[int]:
        """Codes of cavalry."""
        return self._of("C")

    @cached_property
    def archers(self) -> frozenset[int]:
        """Codes of archers."""
        return self._of("A")

    def _of(self, letter: str) -> frozenset[int]:
        return frozenset(code for name, code in self.codes.items() if name[0] == letter)

    @cached_property
    def priced(self) -> bool:
        """Whether a unit costs what is not its strength."""
        return self.price != self.strength

    @property
    def written(self) -> str:
        """What is not as in the text, as the setting has it; empty for nothing."""
        text, mine = the_text(), {unit.name for unit in self.units}
        units: dict[str, object] = {unit.name: {"price": unit.price, "count": unit.count}
                                    for unit in self.units if unit not in text.units}  # fmt: skip
        units |= {unit.name: NONE for unit in text.units if unit.name not in mine}
        found: dict[str, object] = {"units": units} if units else {}
        if self.scenarios != text.scenarios:
            found["scenarios"] = {str(points): victory for points, victory in self.scenarios}
        found |= {key: getattr(self, key) for key in _WHOLE if getattr(self, key) != getattr(text, key)}
        return json.dumps(found) if found else ""


@cache
def the_text() -> Numbers:
    """The text's."""
    return _read(of_text(__package__ or ""), {}, (), {})


def numbers_of(given: object) -> Numbers:
    """Those that a value of the setting names. Raises InputError with file and key."""
    text = the_text()
    units, usual = {unit.name: unit for unit in text.units}, {key: getattr(text, key) for key in _WHOLE}
    return numbers_named("singidunum", given, lambda read: _read(read, units, text.scenarios, usual))


def _read(
    document: Mapping[str, Any], units: Mapping[str, Unit], scenarios: tuple[tuple[int, int], ...],
    usual: Mapping[str, int],
) -> Numbers:  # fmt: skip
    """What a file makes of units, scenarios and the other numbers. Raises InputError for all the mistakes."""
    mistakes = strange(document, ("title", "units", "scenarios", *_WHOLE))
    box = mistakes.attempt("units", lambda: rows(document.get("units", {}), units, _unit, _name)) or {}
    if "scenarios" in document:
        scenarios = mistakes.attempt("scenarios", lambda: _scenarios(document["scenarios"])) or ()
    told = {key: document[key] for key in _WHOLE if key in document}
    others = mistakes.attempt("", lambda: wholes(told, _WHOLE, usual)) or {}
    mistakes.stop_if_any()
    if not box:
        raise InputError(Message("there is no unit left"), key="units")
    cheapest = min(unit.price for unit in box.values())
    for points, _ in scenarios:
        if points < cheapest:
            said = N_("the cheapest unit costs {price}: no army can be had for {points} points")
            raise InputError(Message(said, price=cheapest, points=points), key=f"scenarios.{points}")
    ordered = sorted(box.values(), key=lambda unit: (TYPES.index(unit.name[0]), -unit.strength))
    return Numbers(tuple(ordered), scenarios, **others)


def _name(word: str) -> str:
    if re.fullmatch(f"[{TYPES}][1-{STRONGEST}]", word) is None:
        said = N_("is no unit: expected one of the types {types} with a strength from 1 to {most}, such as H7")
        raise InputError(Message(said, types=", ".join(TYPES), most=STRONGEST))
    return word


def _unit(name: str, row: object, was: Unit | None) -> Unit:
    usual = {"price": was.price, "count": was.count} if was else {"price": int(name[1:]), "count": 1}
    return Unit(name, **wholes(row, _BOUNDS, usual))


def _scenarios(given: object) -> tuple[tuple[int, int], ...]:
    found = rows(given, dict[int, int](), lambda points, victory, _: whole(victory, 1, 99), _points)
    if not found:
        raise InputError(Message("expected army points with the victory points that win, such as 45 = 6"))
    return tuple(found.items())


def _points(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 4 and 1 <= int(word) <= 999):
        raise InputError(Message("expected army points from 1 to {most}, not {given}", most=999, given=shown(word)))
    return int(word)
