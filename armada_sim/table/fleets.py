"""Which ships a fleet may have, alone and beside the others (options `fleet_budget`, `max_per_size`).

A setting of the advanced game has 0 to 4 of each size: one side takes the larges, the other mediums and smalls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from armada_sim.table.numbers import PIPS
from armada_sim.table.pieces import Counts, Size
from armada_sim.table.rules import Rules
from armada_sim.tabletop import N_, Amount, Message

_FULL = 4
"""Ships of each size in the long battle."""

MOST_OF_A_SIZE = 4
"""Pieces of a size that one stash has to spare (clause setup.fleet)."""

BASIC_FLEETS = (Counts(large=4), Counts(medium=4, small=4))
"""The fleets of the basic game."""


def _budget(rules: Rules) -> tuple[str, str]:
    """What fleets may cost, as a value of fleet_budget, and the option in force that says so.

    In the advanced set-up the players themselves set how many ships of each size there are (F), so where it is agreed
    on and nothing else is said of fleets, pips are not counted.
    """
    if rules.first_player == "advanced_cut_and_choose" and rules.fleet_budget == Rules().fleet_budget:
        return "advanced", f"first_player = {rules.first_player}"
    return rules.fleet_budget, f"fleet_budget = {rules.fleet_budget}"


def fleet_problem(whose: str, fleet: Counts, rules: Rules) -> Message | None:
    """What is wrong with a fleet by itself, as a sentence about `whose`; None if nothing is."""
    (budget, option), largest = _budget(rules), max(fleet.by_name.values())
    if not fleet:
        return Message("{fleet} is empty", fleet=whose)
    strange, price = rules.numbers.strange(fleet, whose), rules.numbers.price(fleet)
    if strange is not None:
        return strange
    if largest > rules.max_per_size:
        return Message.counted(
            "{fleet} has more than {n} ship of a size (max_per_size)",
            "{fleet} has more than {n} ships of a size (max_per_size)",
            rules.max_per_size, fleet=whose,
        )  # fmt: skip
    match budget:
        case "exactly_12" | "at_most_12":
            if price <= PIPS and (budget == "at_most_12" or price == PIPS):
                return None
            if any(size.price != size.pips for size in rules.sizes):
                return Message(
                    "{fleet} costs {n}, against {option}", fleet=whose, n=Amount(f"{float(price):g}"), option=option
                )
            return Message.counted(
                "{fleet} has {n} pip, against {option}",
                "{fleet} has {n} pips, against {option}",
                int(price), fleet=whose, option=option,
            )  # fmt: skip
        case "full_4_4_4":
            wrong = any(fleet.of(size) != _FULL for size in rules.sizes)
            said = N_("{fleet} has not {full} ships of each size, against {option}")
        case "basic":
            wrong = fleet not in BASIC_FLEETS
            said = N_("{fleet} is neither {one} nor {other}, against {option}")
        case "advanced" if largest > MOST_OF_A_SIZE:
            wrong, said = True, N_("{fleet} has more than {most} ships of a size, against {option}")
        case "advanced":
            wrong = bool(fleet.large and fleet != Counts(fleet.large))
            said = N_("{fleet} has larges and others, against {option}")
        case _:
            listed = rules.matched_fleets
            wrong = bool(listed) and fleet not in [Counts(large, medium, small) for small, medium, large in listed]
            said = N_("{fleet} is none of those agreed on, against {option}")
    if not wrong:
        return None
    one, other = map(str, BASIC_FLEETS)
    return Message(said, fleet=whose, option=option, full=_FULL, one=one, other=other, most=MOST_OF_A_SIZE)


def _must_match(rules: Rules) -> bool:
    """Whether all fleets are to be equal."""
    return rules.fleet_budget.startswith("matched") and rules.fleet_budget != "matched_or_constructed"


def fleets_problem(fleets: Sequence[Counts], rules: Rules) -> Message | None:
    """What is wrong with fleets beside one another, as a sentence without its full stop; None if nothing is.

    They may be some of all: what is wrong with them stays wrong.
    """
    budget, option = _budget(rules)
    if _must_match(rules):
        return Message("the fleets are not matched: they differ in a size") if len(set(fleets)) > 1 else None
    if budget not in ("basic", "advanced"):
        return None
    if len(fleets) > 2:
        return Message("{count} fleets, where {option} is for two", count=len(fleets), option=option)
    halves = [bool(fleet.large) for fleet in fleets]
    if len(halves) < 2 or halves[0] is not halves[1]:
        return None
    both = N_("both sides have larges, where {option} sets larges against mediums and smalls")
    neither = N_("both sides have mediums or smalls, where {option} sets larges against mediums and smalls")
    return Message(both if halves[0] else neither, option=option)


def _fleets_within(rules: Rules, sizes: Sequence[Size], left: Fraction | None) -> Iterator[list[Size]]:
    """Ships of some sizes that cost no more than is left, most of the last size first."""
    if not sizes:
        yield []
        return
    *others, size = sizes
    for n in range(min(rules.max_per_size, MOST_OF_A_SIZE), -1, -1):
        if left is None or n * size.price <= left:
            rest = None if left is None else left - n * size.price
            yield from ([size] * n + more for more in _fleets_within(rules, others, rest))


def possible_fleets(rules: Rules) -> Iterator[Counts]:
    """The fleets that are allowed by themselves, of at most as many ships of a size as one stash has to spare."""
    counted: Iterator[Counts]
    if rules.matched_fleets:
        counted = (Counts(large, medium, small) for small, medium, large in rules.matched_fleets)
    else:
        asked = _budget(rules)[0] in ("exactly_12", "at_most_12")
        counted = map(Counts.counted, _fleets_within(rules, rules.sizes, Fraction(PIPS) if asked else None))
    return (fleet for fleet in counted if fleet_problem("", fleet, rules) is None)
