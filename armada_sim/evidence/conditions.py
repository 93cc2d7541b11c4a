"""Conditions a ruling rests on, and how far pieces may be off before the answer changes.

A claim (a move is legal, a set-up is legal) is a list of conditions that must all hold. Each
carries its own margin: how far the pieces it names may be off before it alone changes. Since
moving every corner of a convex piece by at most d changes its extent in any direction by at most
d, and a translation by d does change it by d, the margin of a clearance c between convex pieces
allowed u and v times the error is exactly |c| / (u + v). To leave what is not convex may take more:
`Escape` says what is asked of the piece, and `geometry.freeing` finds how far it must go.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from armada_sim.evidence.ruling import Reason
from armada_sim.geometry import (
    FREEING_CLEAR_MM,
    POSE_GRID_MM,
    TURN_GRID_DEG,
    Body,
    Displacement,
    ExactPoint,
    Gap,
    Point,
    Relation,
    Solid,
    middle,
)

if TYPE_CHECKING:
    from armada_sim.geometry import Region


@dataclass(frozen=True, slots=True)
class TurnOf:
    """The turn by which a step begins, which may be off by itself."""

    step: int


Key = str | int | TurnOf
"""What can be displaced: a ship by its name, the piece of a step by its number, the turn of a step."""

Shift = Mapping[Key, Displacement]
"""Displacement of each piece from its stated place."""


@dataclass(frozen=True, slots=True)
class Movable:
    """A piece that may be off its stated place."""

    share: Fraction
    """How far, as a share of the error."""

    arms: tuple[Point, ...]
    """mm. Its corners from its base midpoint, as it lies."""


@dataclass(frozen=True)
class Escape:
    """What a condition asks of one piece if nothing else moves."""

    key: Key
    body: Body
    """The piece where it lies now."""

    region: Callable[[ExactPoint], Region]
    """Where it must be, in a frame with a given origin."""

    decides: bool
    """Whether the margin is the least motion into the region; else a straight push out of one convex
    piece, or of two that both may be off, is."""

    turns: bool = True
    """Whether the piece may be turned off its heading."""

    clear: float = FREEING_CLEAR_MM
    """mm. The room that is enough."""

    partner: Key | None = None
    """What may be shifted as well, the other way."""

    @property
    def origin(self) -> ExactPoint:
        """The origin of the piece, rounded: a frame in which its doubles are small."""
        x, y = self.body.place.origin
        return Fraction(x), Fraction(y)

    @property
    def corners(self) -> list[Point]:
        """Corners of the piece in the frame with that origin, mm."""
        x, y = self.body.place.origin
        return [(cx - x, cy - y) for cx, cy in self.body.corners]


@dataclass(frozen=True, slots=True)
class Deepen:
    """Two pieces that break a condition once they overlap by more than a depth; see `geometry.deepening`."""

    solids: tuple[Solid, Solid]
    keys: tuple[Key | None, Key | None]
    depth: float
    """mm"""


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
    """Unit direction from the middle of the first piece that is pushed to that of the other. Two corners that are
    pushed past each other may slip by; pushed a little this way they overlap for certain."""

    points: tuple[Point, Point] | None = None
    """Nearest points, mm, if it is about a clearance."""

    height: float = 0.0
    """mm above the table at which they lie."""

    escape: Escape | None = None
    """What it asks of the first piece."""

    deepen: Deepen | None = None
    """What breaks it where a straight push by `amount` does not."""

    motion: tuple[tuple[Key, Displacement], ...] = ()
    """The displacements, allowed by an error of `high`, that change it where a straight push does not."""


def gap_condition(
    reason: Reason,
    gap: Gap,
    keys: Sequence[tuple[Key | None, Fraction]],
    *,
    holds: bool,
    offset: float = 0.0,
    between: tuple[Solid, Solid] | None = None,
    escape: Escape | None = None,
) -> Condition:
    """A condition on a clearance (less `offset`), whose two sides may be off by shares of the error.

    keys: piece (None if it cannot be displaced) and share, for the first and second side of `gap`.
    between: the two solids, if contact is what breaks it. escape: what it asks of the first piece.
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
    ends = None if between is None else [middle(solid) for solid in between]
    into = None if ends is None else _unit(*(ends if keys[0][0] is not None and keys[0][1] else reversed(ends)))
    return Condition(reason, holds, low / total, high / total, high, pushes, into, points, gap.height, escape)


def _unit(start: Point, end: Point) -> tuple[float, float]:
    length = math.dist(start, end) or 1.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


_FINE = int(1000 / POSE_GRID_MM)
"""Parts of a millimetre to which displacements are rounded."""


def _exact_mm(value: float) -> Fraction:
    """A length rounded far finer than the grid of poses, mm."""
    above, below = value.as_integer_ratio()
    whole, rest = divmod(above * _FINE, below)  # a hundred thousand of these are rounded in a crowd: not as fractions
    return Fraction(whole + (2 * rest > below or (2 * rest == below and whole % 2)), _FINE)


def displacement(dx: float, dy: float, turn: float = 0.0) -> Displacement:
    """A displacement by mm and radians, rounded finely."""
    degrees = round(Fraction(math.degrees(turn)) / TURN_GRID_DEG) * TURN_GRID_DEG
    return Displacement(_exact_mm(dx), _exact_mm(dy), degrees)
