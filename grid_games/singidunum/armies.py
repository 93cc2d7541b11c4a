"""Army lists, to play with and to compare: a list is a text such as "E9 H7 H6 C6 A5 A4"."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from armada_sim.tabletop import InputError, Message
from armada_sim.tabletop.laboratory import Shelf, Ware
from grid_games.core.sets import members
from grid_games.singidunum.chapters.deployment import army, room
from grid_games.singidunum.moves import Move, Say
from grid_games.singidunum.state import Phase, State, Terms


@dataclass(frozen=True, slots=True)
class Army:
    """A list of units."""

    name: str
    units: str
    words: str
    """What it is about."""


ARMIES: dict[str, Army] = {army.name: army for army in (
    Army("mixed-37", "E9 H7 H6 C6 A5 A4", "the reference's army of 37 points: all four types"),
    Army("elite-37", "E9 E8 H7 H7 C6", "few and strong"),
    Army("heavy-37", "E9 H7 H7 H6 C4 A4", "heavy infantry in the middle"),
    Army("horse-37", "E9 H7 C6 C5 C5 C4", "all the cavalry there is but one"),
    Army("bows-37", "E9 H7 A6 A5 A5 A4", "archers side by side behind two strong units"),
    Army("many-37", "C6 C5 C5 C4 A6 A5 A5", "seven units, none of them strong"),
    Army("mixed-55", "E9 E8 H7 H6 C6 C5 C4 A5 A5", "the reference's army of 55 points"),
    Army("elite-55", "E9 E8 H7 H7 H6 H6 C6 A6", "few and strong"),
    Army("heavy-55", "E9 H7 H7 H6 H6 C5 C5 A5 A5", "heavy infantry in the middle"),
    Army("horse-55", "E9 E8 H7 H6 C6 C5 C5 C4 A4", "all the cavalry"),
    Army("bows-55", "E9 E8 H7 H6 A6 A5 A5 A4 C4", "all the archers"),
    Army("many-55", "H7 H7 C6 C5 C5 C4 A6 A5 A5 A4", "ten units, no elite"),
)}  # fmt: skip
"""Lists by name; the number is the budget they are for."""


def check(game: Terms, text: str) -> None:
    """Raises InputError if a text is no army that may be chosen in a game."""
    units, points, numbers = text.split(), game.table.rules.scenario, game.table.numbers
    if not units:
        raise InputError(Message("an army has at least one unit"))
    for unit, count in Counter(units).items():
        if unit not in numbers.codes:
            there = ", ".join(numbers.codes)
            raise InputError(Message("there is no unit {unit}; there are {units}", unit=unit, units=there))
        if count > (most := numbers.pool[numbers.codes[unit]]):
            raise InputError(Message("{n} times {unit}; a side has {most}", n=count, unit=unit, most=most))
    cost = sum(numbers.price[numbers.codes[unit]] for unit in units)
    if cost > points:
        told = Message("{units} costs {cost} points; {most} may be spent", units=text, cost=cost, most=points)
        raise InputError(told)


def shelf(game: Terms) -> Shelf:
    """What armies of a game are made of: the units of the box, at their prices in army points (section 2, U3)."""
    wares = tuple(
        Ware(unit.name, unit.name, unit.price, Message.counted("{n} point", "{n} points", unit.price), unit.count)
        for unit in game.table.numbers.units
    )
    return Shelf(wares, game.table.rules.scenario)


def keeping(state: State, text: str) -> list[Move]:
    """Of the legal moves of whoever deploys in a state, some that lead to the army of a text.

    The next unit of the text that is missing, on a foremost hex of plain if one is free: twice as many as there are
    units. Raises InputError if none does.
    """
    if state.phase != Phase.DEPLOY:
        raise InputError(Message("nobody deploys now"))
    units, side, numbers = text.split(), state.mover, state.table.numbers
    there = Counter({numbers.names[code]: count for code, count in enumerate(army(state, side)) if count})
    missing = [unit for number, unit in enumerate(units) if units[: number + 1].count(unit) > there[unit]]
    if not missing:
        return [Say.DONE]
    table = state.table
    front = sorted(members(table.zones[side] & table.plain), key=lambda place: table.far[side][place])[: 2 * len(units)]
    free = room(state, side)
    places = [place for place in front if free >> place & 1] or list(members(free))
    moves = [table.places[numbers.codes[missing[0]]][place] for place in places]
    violation = state.why_not(moves[0])
    if violation is not None:
        raise InputError(Message("{units} cannot be deployed: {reason}", units=text, reason=violation.text))
    return moves
