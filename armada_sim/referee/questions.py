"""A question in, a ruling out: `check_move`, `check_shot`, `check_contact`, `check_setup`.

Each looks at the table first: a ruling that pieces which cannot lie as they are written may change is in doubt and not
allowed, whatever the rules say of doubt (`faults`), unless the layout says `position="as_written"`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from armada_sim.evidence import Asked, Placement, Ruling, Subject, disclosed
from armada_sim.geometry import Number
from armada_sim.moving import Declaration, TurnGiven
from armada_sim.referee._asked import ArrivalAsked, ContactAsked, MoveAsked, SetupAsked, ShotAsked, sides_asked
from armada_sim.referee.faults import Ask, weighed
from armada_sim.table import Layout, Pose, Rules, unit_of
from armada_sim.tabletop import InputError, Message, needs

if TYPE_CHECKING:
    from armada_sim.geometry import Progress


def check_move(
    layout: Layout, ship: str, headings: Sequence[Number] | None = None, *,
    turns: Sequence[TurnGiven] | None = None, to: Pose | None = None,
    within: Number | None = None, rules: Rules | None = None, unit: str = "mm", progress: Progress | None = None,
    displaced: Sequence[Placement] = (),
) -> Ruling:  # fmt: skip
    """Whether `ship` may make this move.

    headings: degrees, one per step; or turns: degrees relative to the heading before, or "max" and
    "-max" for the limit to the left and right; or to: a pose, to ask whether some legal
    path ends there, every corner within `within` mm (default: the larger of the layout's tolerance and
    0.5). unit: "mm", "cm" or "in", for the sentences. progress: as `path_to_pose` takes it. displaced: of a move
    declared step by step, ends that lie elsewhere than their headings lead, as a ruling's `flip.steps` show them: each
    piece is tested where it lies, and each turn from the heading of the piece before as it lies. Raises InputError for
    what cannot be understood.
    """
    return check_declared(
        layout, ship, Declaration.of(headings, turns, to), within=within, rules=rules, unit=unit,
        progress=progress, displaced=displaced,
    )  # fmt: skip


def check_declared(
    layout: Layout, ship: str, declared: Declaration, *, within: Number | None = None, rules: Rules | None = None,
    unit: str = "mm", progress: Progress | None = None, displaced: Sequence[Placement] = (),
) -> Ruling:  # fmt: skip
    """Whether `ship` may make the move that is declared; all else as for `check_move`."""
    from armada_sim.moving import rule_on_move

    rules, words, to = rules or Rules(), unit_of(layout, unit), declared.to
    if to is not None:
        if displaced:
            raise InputError(Message("are of a move that is declared step by step"), key="displaced")
        return _check_arrival(layout, ship, to, within, rules, unit, progress)
    if within is not None:
        raise InputError(Message("says how near to a claimed pose; give the pose with to"), key="within")
    return given(
        lambda table, under: rule_on_move(table, table.ship(ship), declared, under, words, displaced),
        layout, rules, unit, MoveAsked(ship, declared),
    )  # fmt: skip


def _check_arrival(
    layout: Layout, ship: str, to: Pose, within: Number | None, rules: Rules, unit: str, progress: Progress | None
) -> Ruling:
    """Whether `ship` can have got there."""
    needs("numpy", "llvmlite")
    from armada_sim.referee._arrivals import rule_on_arrival
    from armada_sim.regions import default_within

    # what is asked does not depend on how far pieces may be misplaced
    distance, words = default_within(layout) if within is None else within, unit_of(layout, unit)
    return given(
        lambda table, under: rule_on_arrival(table, table.ship(ship), to, distance, under, words, progress),
        layout, rules, unit, ArrivalAsked(ship, to, distance),
    )  # fmt: skip


def check_contact(layout: Layout, a: str, b: str, *, rules: Rules | None = None, unit: str = "mm") -> Ruling:
    """How far apart two ships, or a ship and an object, are. The answer is yes if they are in contact (or overlap).

    It is always allowed to ask; `allowed` is false only if the two overlap by more than their
    tolerance, which no two pieces can. Raises InputError for unknown or equal names, and for two objects.
    """
    from armada_sim.referee._contacts import rule_on_contact

    rules = rules or Rules()
    said = unit_of(layout, unit)
    return given(
        lambda table, under: rule_on_contact(table, a, b, under, said), layout, rules, unit, ContactAsked(a, b)
    )


def check_shot(
    layout: Layout,
    shooter: str,
    target: str,
    side: str | Sequence[str] = "either",
    rules: Rules | None = None,
    *,
    unit: str = "mm",
) -> Ruling:
    """Whether `shooter` may hit `target` from `side` ("left", "right", "either"), or from any of
    several.

    Raises InputError for unknown names and sides.
    """
    from armada_sim.firing import rule_on_shot

    rules = rules or Rules()
    chosen, words = sides_asked(side), unit_of(layout, unit)
    return given(
        lambda table, under: rule_on_shot(
            table, table.ship(shooter), table.ship(target), chosen, under, words
        ),
        layout, rules, unit, ShotAsked(shooter, target, side if isinstance(side, str) else tuple(side)),
    )  # fmt: skip


def check_setup(layout: Layout, *, rules: Rules | None = None, unit: str = "mm") -> Ruling:
    """Whether the layout is a legal set-up; every problem is a reason."""
    from armada_sim.setup import rule_on_setup

    rules = rules or Rules()
    said = unit_of(layout, unit)
    return given(lambda table, under: rule_on_setup(table, under, said), layout, rules, unit, SetupAsked())


def given(ask: Ask, layout: Layout, rules: Rules, unit: str, asked: Asked | None = None) -> Ruling:
    """The ruling on a question once the table was looked at, without what the rules withhold, with what it was given
    on. asked: the question, for other readings of the rules; None if there are none."""
    layout = layout.of_sizes(rules.sizes)
    ruling = weighed(ask, layout, rules, unit_of(layout, unit))
    return replace(disclosed(ruling, rules, layout), subject=Subject(layout, rules, unit, asked))
