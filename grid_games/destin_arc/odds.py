"""Exact chances of a battle: every result, and what it comes to for either side (clauses 1.12, 2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from armada_sim.tabletop import InputError
from grid_games.core.dice import Chances, certain
from grid_games.core.extras import Cell, OddsTable
from grid_games.destin_arc.chapters.combat_table import AUTOMATIC, COLUMNS, LAST, ratio, results
from grid_games.destin_arc.chapters.results import AUTO
from grid_games.destin_arc.chapters.strengths import Weighed, weighed
from grid_games.destin_arc.options import Rules

MOST = 10_000
"""Attack and defence that can be asked for, at most."""

USE = "expected ATTACK DEFENCE, such as 16 4, then +1 or -2 for modifiers, and missiles"

FATES: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("defender eliminated", lambda told: told[0] in "DB" and told[1] in "56"),
    ("defender flips", lambda told: told[0] in "DB" and told[1] in "34"),
    ("defender retreats only", lambda told: told[0] in "DB" and told[1] in "12"),
    ("attackers eliminated", lambda told: told[0] in "AB" and told[1] in "56"),
    ("attackers flip", lambda told: told[0] in "AB" and told[1] in "34"),
    ("attackers retreat only", lambda told: told[0] in "AB" and told[1] in "12"),
    ("successful (letter D)", lambda told: told[0] == "D"),
)  # fmt: skip
"""What people ask of a result; pieces at full strength."""


def battle(attack: int, defence: int, shift: int = 0, missiles: bool = False) -> tuple[Weighed, Chances[str]]:
    """The numbers of an attack on a defence under the default options, and its results. Raises InputError if it is not
    allowed."""
    numbers = weighed(attack, defence, shift, 0, Rules())
    if not numbers.allowed:
        now = f"{attack} on {defence} is {ratio(numbers.base)}"
        raise InputError(f"{now}; at least 1-4 is needed to attack", key="attack")
    return numbers, certain(AUTO) if numbers.column >= AUTOMATIC else results(numbers.column, 0, missiles)


def odds(words: Sequence[str]) -> tuple[OddsTable, ...]:
    """Tables for an attack on a defence; for no words, all columns of the combat table."""
    if not words:
        return (_columns(False), _columns(True))
    attack, defence, shift, missiles = _asked(words)
    numbers, chances = battle(attack, defence, shift, missiles)
    kind = "missiles" if missiles else "melee"
    moved = f", {'+' if shift > 0 else ''}{shift}: {_column(numbers.column)}" if shift else ""
    note = "Above 8-1 the defender is eliminated without a roll." if numbers.column >= AUTOMATIC else ""
    rows = tuple((told, share) for told, share in sorted(chances, key=lambda pair: ("DBA".index(pair[0][0]), pair[0])))
    title = f"{attack} on {defence} in {kind}: {ratio(numbers.base)}{moved}"
    asked = (fate for fate in FATES if not (missiles and fate[0].startswith("attackers")))
    fates = tuple((name, chances.that(holds)) for name, holds in asked)
    sums = OddsTable("what it comes to, both at full strength", ("", "chance"), fates)
    return OddsTable(title, ("result", "chance"), rows, note), sums


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
            raise InputError(f"{USE}; each from 1 to {MOST}", key=word)
    if len(values) != 2:
        raise InputError(f"{USE}; there are {len(values)} numbers", key=" ".join(words))
    return values[0], values[1], shift, missiles


def _column(number: int) -> str:
    return "eliminated" if number >= AUTOMATIC else COLUMNS[number]


def _columns(missiles: bool) -> OddsTable:
    """One row for each question, one column for each ratio."""
    chances = [results(number, 0, missiles) for number in range(LAST + 1)]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (name, *(int(column.that(holds) * 12) for column in chances))
        for name, holds in FATES
        if not (missiles and name.startswith(("attackers", "successful")))
    )
    return OddsTable(f"{'missiles' if missiles else 'melee'}: rolls of twelve, by ratio", ("", *COLUMNS), rows)
