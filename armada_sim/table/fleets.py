"""Which ships a fleet may have, alone and beside the others (options `fleet_budget`, `max_per_size`).

A setting of the advanced game has 0 to 4 of each size: one side takes the larges, the other mediums and smalls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from armada_sim.table.pieces import Counts, Size
from armada_sim.table.rules import Rules

PIPS = 12
"""Pips of a fleet in the game of several stashes; those of the basic game have as many."""

_FULL = 4
"""Ships of each size in the long battle."""

MOST_OF_A_SIZE = 4
"""Pieces of a size that one stash has to spare (clause setup.fleet)."""

BASIC_FLEETS = (Counts(large=4), Counts(medium=4, small=4))
"""The fleets of the basic game."""


def fleet_problem(fleet: Counts, rules: Rules) -> str:
    """What is wrong with a fleet by itself, to follow its name; empty if nothing is."""
    if not fleet.pips:
        return "is empty"
    most, budget = rules.max_per_size, rules.fleet_budget
    if max(fleet.of(size) for size in Size) > most:
        return f"has more than {most} ships of a size (max_per_size)"
    match budget:
        case "exactly_12" | "at_most_12":
            wrong = fleet.pips > PIPS or (budget == "exactly_12" and fleet.pips < PIPS)
            return f"has {fleet.pips} pips, against fleet_budget = {budget}" if wrong else ""
        case "full_4_4_4":
            wrong = any(fleet.of(size) != _FULL for size in Size)
            return f"has not {_FULL} ships of each size, against fleet_budget = {budget}" if wrong else ""
        case "basic":
            one, other = BASIC_FLEETS
            return "" if fleet in BASIC_FLEETS else f"is neither {one} nor {other}, against fleet_budget = {budget}"
        case "advanced":
            if max(fleet.of(size) for size in Size) > MOST_OF_A_SIZE:
                return f"has more than {MOST_OF_A_SIZE} ships of a size, against fleet_budget = {budget}"
            mixed = fleet.large and fleet.medium + fleet.small
            return f"has larges and others, against fleet_budget = {budget}" if mixed else ""
        case _:
            listed = rules.matched_fleets
            wrong = bool(listed) and (fleet.small, fleet.medium, fleet.large) not in listed
            return f"is none of those agreed on, against fleet_budget = {budget}" if wrong else ""


def _must_match(rules: Rules) -> bool:
    """Whether all fleets are to be equal."""
    return rules.fleet_budget.startswith("matched") and rules.fleet_budget != "matched_or_constructed"


def fleets_problem(fleets: Sequence[Counts], rules: Rules) -> str:
    """What is wrong with fleets beside one another, as a sentence without its full stop; empty if nothing is.

    They may be some of all: what is wrong with them stays wrong.
    """
    if _must_match(rules):
        return "" if len(set(fleets)) <= 1 else "the fleets are not matched: they differ in a size"
    if rules.fleet_budget not in ("basic", "advanced"):
        return ""
    if len(fleets) > 2:
        return f"{len(fleets)} fleets, where fleet_budget = {rules.fleet_budget} is for two"
    halves = [bool(fleet.large) for fleet in fleets]
    if len(halves) == 2 and halves[0] is halves[1]:
        both = "larges" if halves[0] else "mediums or smalls"
        return (
            f"both sides have {both}, where fleet_budget = {rules.fleet_budget} sets larges against mediums and smalls"
        )
    return ""


def possible_fleets(rules: Rules) -> Iterator[Counts]:
    """The fleets that are allowed by themselves, of at most as many ships of a size as one stash has to spare."""
    if rules.matched_fleets:
        counted = (Counts(large, medium, small) for small, medium, large in rules.matched_fleets)
    else:
        numbers = range(min(rules.max_per_size, MOST_OF_A_SIZE), -1, -1)
        counted = (Counts(*sizes) for sizes in product(numbers, repeat=len(Size)))
    return (fleet for fleet in counted if not fleet_problem(fleet, rules))
