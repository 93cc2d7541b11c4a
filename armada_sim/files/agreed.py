"""What the program puts into an agreement by itself: a goal line where one is needed, a limit of turns."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from armada_sim.files.game_reading import build_game
from armada_sim.files.record import Record
from armada_sim.players import asked_for
from armada_sim.table import PRESETS, Rules, Surface
from armada_sim.tabletop import InputError, Message

_LINE_ROOM = 1.1
"""Lengths of the longest ship between a proposed goal line and the edge behind it."""


@dataclass(frozen=True)
class Agreed:
    """A game that is about to begin."""

    record: Record
    """What was agreed on, without an action."""

    notes: tuple[str, ...] = ()
    """What the program put in by itself, in sentences."""


def with_computers(agreed: Agreed, seats: Mapping[str, str]) -> Agreed:
    """The same with what computer players ask for, if any play. seats: who plays each player."""
    agreement = agreed.record.agreement
    if set(seats.values()) <= {"human"} or agreement.rules.limited:
        return agreed
    rules = asked_for(agreement.rules)
    note = Message.counted(
        "The game is drawn after a turn without damage, as computer players ask.",
        "The game is drawn after {n} turns in a row without damage, as computer players ask.",
        rules.quiet_turns or 0,
    )
    return Agreed(replace(agreed.record, agreement=replace(agreement, rules=rules)), (*agreed.notes, note))


# a goal line where none is given


def with_line(raw: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The table, with a goal line where the goal needs one and none was typed; what to say of it. Raises InputError."""
    rules = raw["rules"]
    goal = rules.get("goal", PRESETS.get(rules["preset"], {}).get("goal"))
    if goal != "infiltration" or raw["lines"]:
        return raw, ()
    agreement = build_game({**raw, "rules": {**rules, "goal": "annihilation"}}).agreement
    attacker, *others = agreement.seats
    defender = next(seat for seat in others if seat.party != attacker.party)
    ends = _line_before(agreement.surface, defender.side, agreement.rules)
    if ends is None:
        raise InputError(
            Message("goal = infiltration needs a goal line, and on this table none can be proposed"), key="lines"
        )
    start, end = (f"({x}, {y})" for x, y in ends)
    note = Message(
        "{attacker} attacks and wins by getting a ship past the goal line from {start} to {end}, behind the fleet of "
        "{defender}.",
        attacker=attacker.player, defender=defender.player, start=start, end=end,
    )  # fmt: skip
    return {**raw, "lines": [{"attacker": attacker.player, "start": list(ends[0]), "end": list(ends[1])}]}, (note,)


def _line_before(surface: Surface, side: str | None, rules: Rules) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """mm. Ends of a line across the surface just so far before a side that every ship fits behind it.

    What is to the left of the way from the first end to the second is past it. None without sides or edges.
    """
    left, bottom, right, top = surface.bounds
    if side is None or not math.isfinite(left):
        return None
    depth = _LINE_ROOM * max(float(rules.outline(size).step) for size in rules.sizes)
    west, south, east, north = math.floor(left), math.floor(bottom), math.ceil(right), math.ceil(top)
    match side:
        case "north":
            y = math.floor(top - depth)
            return (west, y), (east, y)
        case "south":
            y = math.ceil(bottom + depth)
            return (east, y), (west, y)
        case "west":
            x = math.ceil(left + depth)
            return (x, south), (x, north)
        case _:
            x = math.floor(right - depth)
            return (x, north), (x, south)
