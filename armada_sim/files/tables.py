"""Values as the tables of files: numbers as decimals, exactly, lengths in mm."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from armada_sim.geometry import DiscDomain, Number, exact
from armada_sim.table import (
    BY_KEY,
    LENGTHS,
    MEASURES,
    NONE,
    PROFILES,
    Dimensions,
    Numbers,
    Obstacle,
    Profile,
    Rules,
    Ship,
    Size,
    Surface,
)
from armada_sim.tabletop import N_, InputError, Message

_PLACES = 60
"""Decimal places that files may have."""


def number_of(value: Number) -> int | Decimal:
    """A number as a decimal, exactly. Raises InputError if it is none."""
    fraction = exact(value)
    places = 0
    while (fraction * 10**places).denominator != 1 and places < _PLACES:
        places += 1
    scaled = fraction * 10**places
    if scaled.denominator != 1:
        told = N_("{value} is no decimal of at most {places} places, which a record needs")
        raise InputError(Message(told, value=value, places=_PLACES))
    if not places:
        return int(scaled)
    digits = tuple(int(digit) for digit in str(abs(scaled.numerator)))
    return Decimal((int(scaled < 0), digits, -places))


def point_of(point: Sequence[Number]) -> list[int | Decimal]:
    """A point, as `number_of` writes numbers."""
    return [number_of(value) for value in point]


def rules_table(rules: Rules) -> dict[str, Any]:
    """Rules as in files: every option, and the preset's name if it is not the usual one."""
    every = {key: option_of(key, getattr(rules, key)) for key in BY_KEY} | numbers_table(rules.numbers)
    return every if rules.preset == "classic" else {"preset": rules.preset, **every}


def changed_table(rules: Rules) -> dict[str, Any]:
    """The same of what is not default."""
    options = {key: option_of(key, getattr(rules, key)) for key in rules.not_default() if key in BY_KEY}
    return options | numbers_table(rules.numbers)


def numbers_table(numbers: Numbers) -> dict[str, Any]:
    """The numbers of a game that are not the text's, as in files."""
    found = numbers.changed
    if "sizes" in found:
        found["sizes"] = {name: NONE if size is None else _size_table(size) for name, size in found["sizes"].items()}
    if isinstance(found.get("range"), Fraction):
        found["range"] = _in_mm(found["range"])
    return found


def _size_table(size: Size) -> dict[str, Any]:
    numbers = {"pips": size.pips, "steps": size.steps, "guns": size.guns, "price": number_of(size.price)}
    return numbers if size.dimensions is None else {**_measures(size.dimensions), **numbers}


def _measures(dimensions: Dimensions) -> dict[str, Any]:
    return {key: _in_mm(getattr(dimensions, key)) for key in MEASURES if key != "cut" or dimensions.cut}


def _in_mm(length: Number) -> str:
    return f"{Decimal(number_of(length)):f} mm"


def option_of(key: str, value: Any) -> Any:
    """The value of an option: lengths with their unit, pieces of other dimensions as a table."""
    if isinstance(value, Profile):
        if PROFILES.get(value.name) == value:
            return value.name
        return {
            str(size): {
                "base": number_of(value[size].base), "height": number_of(value[size].height),
                "cut": number_of(value[size].cut)
            }
            for size in Size
        }  # fmt: skip
    return _in_mm(value) if key in LENGTHS and not isinstance(value, str) else value


def surface_table(surface: Surface, rules: Rules) -> dict[str, Any]:
    """The surface under its key; nothing without edges. Raises InputError unless the rules say that there are none."""
    if surface.kind == "unbounded":
        if rules.surface != "unbounded":
            raise InputError(Message("a table without edges is agreed on by surface = unbounded"), key="rules.surface")
        return {}
    if isinstance(surface.domain, DiscDomain):
        centre, radius = surface.domain.centre, surface.domain.radius
        return {"surface": {"disc": {"center": point_of(centre), "radius": number_of(radius)}}}
    if surface.kind == "rectangle":
        return {"surface": {"rectangle": point_of(surface.corners[2])}}
    return {"surface": {"polygon": [point_of(corner) for corner in surface.corners]}}


def ship_table(ship: Ship) -> dict[str, Any]:
    """A ship by its pose."""
    return {
        "name": ship.name, "player": ship.player, "size": str(ship.size),
        "base": point_of((ship.pose.x, ship.pose.y)), "heading": number_of(ship.pose.heading),
        **({"damage": ship.damage} if ship.damage else {}),
        **({} if ship.tolerance is None else {"tolerance": number_of(ship.tolerance)}),
    }  # fmt: skip


def object_table(thing: Obstacle) -> dict[str, Any]:
    """An object by its corners."""
    marked = {"marker": True} if thing.marker else {}
    return {"name": thing.name, "polygon": [point_of(corner) for corner in thing.polygon], **marked}
