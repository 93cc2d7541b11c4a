"""Exact chances of a battle: every result, and what it comes to for either side (clauses 1.12, 2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from armada_sim.tabletop import InputError, Message
from grid_games.core.dice import Chances, certain
from grid_games.core.extras import Cell, OddsTable
from grid_games.destin_arc.chapters.combat_table import AUTOMATIC, COLUMNS, LAST, ratio, results
from grid_games.destin_arc.chapters.results import AUTO
from grid_games.destin_arc.chapters.strengths import Weighed, weighed

MOST = 10_000
"""Attack and defence that can be asked for, at most."""

USE = Message("expected ATTACK DEFENCE, such as 16 4, then +1 or -2 for modifiers, and missiles")

FATES: tuple[tuple[str, Callable[[str], bool]], ...] = (
    (Message("defender eliminated"), lambda told: told[0] in "DB" and told[1] in "56"),
    (Message("defender half eliminated"), lambda told: told[0] in "DB" and told[1] in "34"),
    (Message("defender retreats only"), lambda told: told[0] in "DB" and told[1] in "12"),
    (Message("attackers eliminated"), lambda told: told[0] in "AB" and told[1] in "56"),
    (Message("attackers half eliminated"), lambda told: told[0] in "AB" and told[1] in "34"),
    (Message("attackers retreat only"), lambda told: told[0] in "AB" and told[1] in "12"),
    (Message("successful (letter D)"), lambda told: told[0] == "D"),
)  # fmt: skip
"""What people ask of a result; pieces at full strength."""


def battle(attack: int, defence: int, shift: int = 0, missiles: bool = False) -> tuple[Weighed, Chances[str]]:
    """The numbers of an attack on a defence under the default options, and its results. Raises InputError if it is not
    allowed."""
    numbers = weighed(attack, defence, shift)
    if not numbers.allowed:
        told = Message(
            "{attack} on {defence} is {ratio}; at least 1-4 is needed to attack",
            attack=attack, defence=defence, ratio=ratio(numbers.base),
        )  # fmt: skip
        raise InputError(told, key="attack")
    return numbers, certain(AUTO) if numbers.column >= AUTOMATIC else results(numbers.column, 0, missiles)


def odds(words: Sequence[str]) -> tuple[OddsTable, ...]:
    """Tables for an attack on a defence; for no words, all columns of the combat table."""
    if not words:
        return (_columns(False), _columns(True))
    attack, defence, shift, missiles = _asked(words)
    numbers, chances = battle(attack, defence, shift, missiles)
    note = Message("Above 8-1 the defender is eliminated without a roll.") if numbers.column >= AUTOMATIC else ""
    rows = tuple((told, share) for told, share in sorted(chances, key=lambda pair: ("DBA".index(pair[0][0]), pair[0])))
    kind = Message("missiles") if missiles else Message("melee")
    told: dict[str, object] = {"attack": attack, "defence": defence, "kind": kind, "ratio": ratio(numbers.base)}
    title = Message("{attack} on {defence} in {kind}: {ratio}", **told)
    if shift:
        automatic = numbers.column >= AUTOMATIC
        column = Message.meaning("column", "eliminated") if automatic else COLUMNS[numbers.column]
        told |= {"shift": f"{shift:+}", "column": column}
        title = Message("{attack} on {defence} in {kind}: {ratio}, {shift}: {column}", **told)
    asked = (fate for fate in FATES if not (missiles and fate[0].startswith("attackers")))
    fates = tuple((name, chances.that(holds)) for name, holds in asked)
    sums = OddsTable(Message("what it comes to, both at full strength"), ("", Message.meaning("odds", "chance")), fates)
    return OddsTable(title, (Message("result"), Message.meaning("odds", "chance")), rows, note), sums


def _asked(words: Sequence[str]) -> tuple[int, int, int, bool]:
    values: list[int] = []
    shift, missiles = 0, False
    for word in words:
        name, _, text = word.rpartition("=")
        if word == "missiles":
            missiles = True
        elif re.fullmatch(r"[+-]\d{1,2}", text) and name in ("", "shift"):
            shift += int(text)
        elif (
            re.fullmatch(r"\d{1,5}", text)
            and name in ("", ("attack", "defence")[min(len(values), 1)])
            and 0 < int(text) <= MOST
        ):
            values.append(int(text))
        else:
            raise InputError(Message("{use}; each from 1 to {most}", use=USE, most=MOST), key=word)
    if len(values) != 2:
        raise InputError(Message("{use}; there are {n} numbers", use=USE, n=len(values)), key=" ".join(words))
    return values[0], values[1], shift, missiles


def _columns(missiles: bool) -> OddsTable:
    """One row for each question, one column for each ratio."""
    chances = [results(number, 0, missiles) for number in range(LAST + 1)]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (name, *(int(column.that(holds) * 12) for column in chances))
        for name, holds in FATES
        if not (missiles and name.startswith(("attackers", "successful")))
    )
    kind = Message("missiles") if missiles else Message("melee")
    return OddsTable(Message("{kind}: rolls of twelve, by ratio", kind=kind), ("", *COLUMNS), rows)
