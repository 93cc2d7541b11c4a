"""Conditions a ruling rests on, and how far pieces may be off before the answer changes.

A claim (a move is legal, a set-up is legal) is a list of conditions that must all hold. Each
carries its own margin: how far the pieces it names may be off before it alone changes. Since
moving every corner of a convex piece by at most d changes its extent in any direction by at most
d, and a translation by d does change it by d, the margin of a clearance c between pieces allowed
u and v times the error is exactly |c| / (u + v).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from armada_sim.geometry.clearance import Gap, Relation
from armada_sim.geometry.solids import Point, Solid
from armada_sim.ruling import Reason
from armada_sim.tolerance import FLIP_PAST_MM, MENDING_HASTE, MENDING_PATIENCE, MENDING_PROGRESS, POSE_GRID_MM

Key = str | int
"""What can be displaced: a ship by its name, the piece of a step by its number."""

Shift = Mapping[Key, tuple[Fraction, Fraction]]
"""mm. Displacement of each piece from its stated place."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing that must hold."""

    reason: Reason
    holds: bool
    low: float = math.inf
    """mm. No error below this changes whether it holds; infinite if none does."""

    high: float = math.inf
    """mm. An error just above this does."""

    amount: float = 0.0
    """mm by which the pieces must be pushed, together, to change it."""

    pushes: tuple[tuple[Key, float, float], ...] = ()
    """(piece, dx, dy): unit direction in which each must move to change it."""

    into: tuple[float, float] | None = None
    """Unit direction from the middle of the first piece to that of the second. Two corners that are
    pushed past each other may slip by; pushed a little this way they overlap for certain."""

    points: tuple[Point, Point] | None = None
    """Nearest points, mm, if it is about a clearance."""

    height: float = 0.0
    """mm above the table at which they lie."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer without tolerance, and its margin from both sides."""

    holds: bool
    low: float
    high: float | None
    shift: Shift | None
    conditions: tuple[Condition, ...]


def gap_condition(
    reason: Reason,
    gap: Gap,
    keys: Sequence[tuple[Key | None, Fraction]],
    *,
    holds: bool,
    offset: float = 0.0,
    between: tuple[Solid, Solid] | None = None,
) -> Condition:
    """A condition on a clearance (less `offset`), whose two sides may be off by shares of the error.

    keys: piece (None if it cannot be displaced) and share, for the first and second side of `gap`.
    between: the two solids, if contact is what breaks it.
    """
    total = float(sum(share for _, share in keys))
    low, high = sorted((abs(gap.low - offset), abs(gap.high - offset)))
    if gap.low - offset <= 0 <= gap.high - offset:
        low = 0.0
    points = (gap.on_a, gap.on_b)
    if not total:
        return Condition(reason, holds, points=points, height=gap.height)
    dx, dy = gap.on_b[0] - gap.on_a[0], gap.on_b[1] - gap.on_a[1]
    length = math.hypot(dx, dy) or 1.0
    # from a to b when apart; when they overlap the deepest corner must go the same way to get out
    ahead = 1.0 if holds else (-1.0 if gap.relation is Relation.APART else 1.0)
    ux, uy = ahead * dx / length, ahead * dy / length
    if gap.toward is not None:
        ux, uy = gap.toward if holds else (-gap.toward[0], -gap.toward[1])
    pushes = tuple(
        (key, sign * ux, sign * uy)
        for (key, share), sign in zip(keys, (1, -1), strict=True)
        if key is not None and share
    )
    into = None if between is None else _unit(middle(between[0]), middle(between[1]))
    return Condition(reason, holds, low / total, high / total, high, pushes, into, points, gap.height)


def middle(solid: Solid) -> Point:
    """The mean of a solid's corners, mm."""
    n = len(solid.corners)
    return sum(x for x, _ in solid.corners) / n, sum(y for _, y in solid.corners) / n


def _unit(start: Point, end: Point) -> tuple[float, float]:
    length = math.dist(start, end) or 1.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def judge(evaluate: Callable[[Shift], Sequence[Condition]], shares: Mapping[Key, Fraction]) -> Verdict:
    """All conditions together: they hold, or not, by how much, and a displacement that shows it.

    evaluate: the conditions after displacing pieces (those that hold then may be left out). shares: how far each piece may be off, as a
    multiple of the error.
    """
    conditions = tuple(evaluate({}))
    broken = [c for c in conditions if not c.holds]
    if broken:
        low = max(c.low for c in broken)
        high, shift = _mended(evaluate, shares) if math.isfinite(low) else (None, None)
        return Verdict(False, low, high, shift, conditions)
    low = min((c.low for c in conditions), default=math.inf)
    high, shift = _broken(conditions, evaluate, shares)
    return Verdict(True, low, high, shift, conditions)


def _exact(value: float) -> Fraction:
    return round(Fraction(value) / POSE_GRID_MM * 1000) * POSE_GRID_MM / 1000


def _broken(
    conditions: Sequence[Condition], evaluate: Callable[[Shift], Sequence[Condition]], shares: Mapping[Key, Fraction]
) -> tuple[float | None, Shift | None]:
    """A displacement that breaks the tightest condition."""
    for condition in sorted((c for c in conditions if math.isfinite(c.high)), key=lambda c: c.high):
        error = condition.high + FLIP_PAST_MM
        shift = _past(condition, shares)
        if not condition.pushes or not all(c.holds for c in evaluate(shift)):
            return error, shift
    return None, None


def _past(condition: Condition, shares: Mapping[Key, Fraction]) -> dict[Key, tuple[Fraction, Fraction]]:
    """Every piece pushed as far as `condition.high` and a little further, into the other."""
    shift: dict[Key, tuple[Fraction, Fraction]] = {}
    for index, (key, dx, dy) in enumerate(condition.pushes):
        ux, uy = (dx, dy) if condition.into is None else condition.into
        sign = 1 if condition.into is None or index == 0 else -1
        share = float(shares[key])
        x = (dx * condition.high + sign * ux * FLIP_PAST_MM) * share
        y = (dy * condition.high + sign * uy * FLIP_PAST_MM) * share
        shift[key] = (_exact(x), _exact(y))
    return shift


def _mended(
    evaluate: Callable[[Shift], Sequence[Condition]], shares: Mapping[Key, Fraction]
) -> tuple[float | None, Shift | None]:
    """A displacement after which everything holds: broken pairs are pushed apart until none is left.

    None once the pushes left to do have not become fewer for `MENDING_PATIENCE` rounds: on a table
    too small for the pieces they never do.
    """
    shift: dict[Key, tuple[Fraction, Fraction]] = {}
    floor, least, waited, past = 0.0, math.inf, 0, FLIP_PAST_MM / 2
    while waited < MENDING_PATIENCE:
        broken = [c for c in evaluate(shift) if not c.holds]
        floor = max([floor, *(c.high + FLIP_PAST_MM for c in broken if not c.pushes)])
        broken = [c for c in broken if c.pushes]
        left = sum(c.amount for c in broken)
        least, waited = (left, 0) if left < least * MENDING_PROGRESS else (least, waited + 1)
        if not broken:
            off = [math.hypot(*map(float, shift[key])) / float(shares[key]) for key in shift]
            return max([floor, *off]) + float(POSE_GRID_MM), shift
        # one push for the same pieces: what two conditions ask of a pair is not asked twice
        urgent = {frozenset(key for key, _, _ in c.pushes): c for c in sorted(broken, key=lambda c: c.amount)}
        for condition in urgent.values():
            total = sum(float(shares[key]) for key, _, _ in condition.pushes)
            for key, dx, dy in condition.pushes:
                step = (condition.amount + past) * float(shares[key]) / total
                x, y = shift.get(key, (Fraction(0), Fraction(0)))
                shift[key] = (x + _exact(dx * step), y + _exact(dy * step))
        past *= MENDING_HASTE
    return None, None
