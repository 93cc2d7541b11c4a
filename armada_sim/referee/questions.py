"""A question in, a ruling out: `check_move`, `check_shot`, `check_contact`, `check_setup`.

Each looks at the table first: a ruling that rests on pieces which cannot lie as they are written is in doubt and not
allowed, whatever the rules say of doubt (`positions`), unless the layout says `position="as_written"`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from armada_sim.evidence import Ruling, Subject, disclosed
from armada_sim.geometry import Number
from armada_sim.moving import TurnGiven
from armada_sim.referee.positions import looked_at
from armada_sim.table import Layout, Pose, Rules, Unit
from armada_sim.tabletop import InputError, Message

if TYPE_CHECKING:
    from armada_sim.geometry import Progress


def check_move(
    layout: Layout, ship: str, headings: Sequence[Number] | None = None, *,
    turns: Sequence[TurnGiven] | None = None, in_place: Number | None = None, to: Pose | None = None,
    within: Number | None = None, rules: Rules | None = None, unit: str = "mm", progress: Progress | None = None,
) -> Ruling:  # fmt: skip
    """Whether `ship` may make this move.

    headings: degrees, one per step; or turns: degrees relative to the heading before, or "max" and
    "-max" for the limit to the left and right; or in_place: a heading to turn to without a step, for
    a stuck ship under `stuck_ship = "may_rotate_in_place"`; or to: a pose, to ask whether some legal
    path ends there, every corner within `within` mm (default: the larger of the layout's tolerance and
    0.5). unit: "mm", "cm" or "in", for the sentences. progress: as `path_to_pose` takes it. Raises
    InputError for what cannot be understood.
    """
    from armada_sim.moving import rule_on_move

    rules = rules or Rules()
    if to is not None:
        from armada_sim.referee._arrivals import rule_on_arrival

        if headings is not None or turns is not None or in_place is not None:
            raise InputError(Message("a move is declared by headings, turns, in_place or to, one of them"), key="to")
        ruling = rule_on_arrival(layout, layout.ship(ship), to, within, rules, Unit(unit), progress)
        return _given(ruling, layout, rules, unit)
    if within is not None:
        raise InputError(Message("says how near to a claimed pose; give the pose with to"), key="within")
    ruling = rule_on_move(layout, layout.ship(ship), headings, turns, in_place, rules, Unit(unit))
    return _given(ruling, layout, rules, unit)


def check_contact(layout: Layout, a: str, b: str, *, rules: Rules | None = None, unit: str = "mm") -> Ruling:
    """How far apart two ships, or a ship and an object, are. The answer is yes if they are in contact (or overlap).

    It is always allowed to ask; `allowed` is false only if the two overlap by more than their
    tolerance, which no two pieces can. Raises InputError for unknown or equal names, and for two objects.
    """
    from armada_sim.referee._contacts import rule_on_contact

    rules = rules or Rules()
    return _given(rule_on_contact(layout, a, b, rules, Unit(unit)), layout, rules, unit)


def check_shot(
    layout: Layout,
    shooter: str,
    target: str,
    side: str = "either",
    rules: Rules | None = None,
    *,
    unit: str = "mm",
    tight: bool = False,
) -> Ruling:
    """Whether `shooter` may hit `target` from `side` ("left", "right", "either"; "base" with all_three).

    tight: whether to search for some seconds more where `margin` is not yet near `margin_upper`; the answer stays the
    same. Raises InputError for unknown names and sides.
    """
    from armada_sim.firing import rule_on_shot

    rules = rules or Rules()
    sides = rules.gun_sides
    if side not in (*sides, "either"):
        raise InputError(
            Message("side must be one of {known}, not {given}", known=", ".join((*sides, "either")), given=repr(side)),
            key="side",
        )
    chosen = sides if side == "either" else (side,)
    ruling = rule_on_shot(layout, layout.ship(shooter), layout.ship(target), chosen, rules, Unit(unit), tight=tight)
    return _given(ruling, layout, rules, unit)


def check_setup(layout: Layout, *, rules: Rules | None = None, unit: str = "mm") -> Ruling:
    """Whether the layout is a legal set-up; every problem is a reason."""
    from armada_sim.setup import rule_on_setup

    rules = rules or Rules()
    return _given(rule_on_setup(layout, rules, Unit(unit)), layout, rules, unit)


def _given(ruling: Ruling, layout: Layout, rules: Rules, unit: str) -> Ruling:
    """The ruling once the table was looked at, without what the rules withhold, with what it was given on."""
    ruling = looked_at(ruling, layout, rules, Unit(unit))
    return replace(disclosed(ruling, rules, layout), subject=Subject(layout, rules, unit))
