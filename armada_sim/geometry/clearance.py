"""How far apart two convex solids are, prisms or polyhedra, decided exactly."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from armada_sim.geometry._prisms import Balls, clearance_of_prisms, distance_ball, separation_ball
from armada_sim.geometry.certify import certified
from armada_sim.geometry.exact import ball
from armada_sim.geometry.gap import Gap, Relation
from armada_sim.geometry.kernel import outlines
from armada_sim.geometry.solids import Raised, Solid

if TYPE_CHECKING:
    from flint import arb


def clearance(a: Solid, b: Solid) -> Gap:
    """Signed clearance of two convex solids, at least one of them with positive area.

    Between two polyhedra on the table it is the least slide that changes whether they touch; anything
    else is a prism, which a polyhedron meets where its shadow does.
    """
    if isinstance(a, Raised) and isinstance(b, Raised):
        from armada_sim.geometry.raised import clearance_of_raised

        return clearance_of_raised(a, b)
    return clearance_of_prisms(_flat(a), _flat(b))


def nearest(a: Solid, others: Sequence[Solid]) -> tuple[Gap, Solid]:
    """The least clearance of a solid from others, and from which. Those whose boxes are farther are not measured."""
    left, bottom, right, top = a.box
    order = []
    for i, other in enumerate(others):
        x0, y0, x1, y1 = other.box
        order.append((math.hypot(max(x0 - right, left - x1, 0.0), max(y0 - top, bottom - y1, 0.0)), i))
    order.sort()
    found = others[order[0][1]]
    gap = clearance(a, found)
    for apart, i in order[1:]:
        if apart * (1 - outlines.ROUNDING) > max(gap.low, 0.0):
            break
        other_gap = clearance(a, others[i])
        if other_gap.low < gap.low:
            gap, found = other_gap, others[i]
    return gap, found


def _flat(solid: Solid) -> Solid:
    """What a prism of this outline is to another prism: a polyhedron counts with its shadow."""
    return solid.shadow if isinstance(solid, Raised) else solid


def at_least(a: Solid, b: Solid, gap: Gap, limit: Fraction) -> bool:
    """Whether two solids with the clearance `gap` are at least `limit` mm apart, decided exactly."""
    shown = float(limit)  # comparing with a double is quicker by far and settles all but the nearest cases
    if gap.low > shown * (1 + outlines.ROUNDING) or gap.high < shown * (1 - outlines.ROUNDING):
        return gap.low > shown
    if gap.low >= limit or gap.high < limit:
        return gap.low >= limit
    value = _exactly(a, b, distance_ball)
    return certified(lambda: value() - ball(limit))[0] >= 0


def deeper_than(a: Solid, b: Solid, gap: Gap, depth: Fraction) -> bool:
    """Whether two solids with the clearance `gap` overlap by more than `depth` mm, decided exactly."""
    if gap.relation is not Relation.OVERLAP or -gap.low <= depth:
        return False
    if -gap.high > depth:
        return True
    value = _exactly(a, b, separation_ball)
    return certified(lambda: value() + ball(depth))[0] < 0


def _exactly(a: Solid, b: Solid, of_prisms: Callable[[Balls, Balls], arb]) -> Callable[[], arb]:
    """What gives the clearance as a ball, mm: of two polyhedra, or of prisms by their corners."""
    if isinstance(a, Raised) and isinstance(b, Raised):
        from armada_sim.geometry.raised import signed_ball_of_raised

        return signed_ball_of_raised(a, b)
    first, second = _flat(a), _flat(b)
    return lambda: of_prisms(first.balls(), second.balls())
