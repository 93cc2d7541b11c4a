"""A rigid outline turning about its own origin: at which headings does it meet an obstacle?

Contact starts or ends only where a corner of one lies on a side of the other, and while the outline
turns each such event has a closed form (a circle about the pivot meets a straight line, or a
circle). Between neighbouring events nothing changes, so one exact decision per gap between events
settles the whole circle. Events are found in floating point; those too near each other, or nearly
tangential, are recomputed in ball arithmetic and the gap between them is decided there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from armada_sim.geometry.domains import ConvexDomain, DiscDomain, Domain, SimpleDomain
from armada_sim.geometry.exact import Heading, ball, midpoint
from armada_sim.geometry.gap import Relation
from armada_sim.geometry.precision import working_at
from armada_sim.geometry.solids import Body, OutlineCorners, Place, Solid
from armada_sim.geometry.tolerance import (
    END_SLACK,
    EVENT_SEPARATION_DEG,
    HEADING_CLUSTER_DEG,
    PRECISIONS_BITS,
    TANGENT_SLACK,
)

if TYPE_CHECKING:
    from flint import arb


@dataclass(frozen=True, slots=True)
class Arc:
    """Headings from `start` counter-clockwise to `end` (degrees, start <= end)."""

    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Event:
    """A heading at which a corner of one outline lies on a side of the other."""

    heading: float
    """degrees in [0, 360)"""

    shaky: bool
    """Nearly tangential: the double may be far off, or there may be no event at all."""

    exact: Callable[[], arb | None]
    """The heading in degrees as a ball at the working precision; None if it proves imaginary."""


def _roots_on_line(ex: float, ey: float, fx: float, fy: float, radius: float) -> list[tuple[float, float, float, bool]]:
    """Where the segment EF meets the circle of `radius` about 0: (x, y, root sign, shaky)."""
    dx, dy = fx - ex, fy - ey
    length = math.hypot(dx, dy)
    if length == 0.0 or radius == 0.0:
        return []
    ux, uy = dx / length, dy / length
    along = -(ex * ux + ey * uy)
    off = ex * -uy + ey * ux
    square = radius * radius - off * off
    slack = TANGENT_SLACK * (radius * radius + off * off)  # generous: only adds candidates
    if square < -slack:
        return []
    root = math.sqrt(max(0.0, square))
    found = []
    for sign in (-1.0, 1.0):
        at = along + sign * root
        if -END_SLACK * (length + root) <= at <= length + END_SLACK * (length + root) or square < slack:
            found.append((ex + at * ux, ey + at * uy, sign, square < slack))
    return found


def _root_ball(e: tuple[arb, arb], f: tuple[arb, arb], radius: arb, sign: float) -> tuple[arb, arb] | None:
    """The same root as balls; None if it is proved not to exist."""
    dx, dy = f[0] - e[0], f[1] - e[1]
    length = (dx * dx + dy * dy).sqrt()
    ux, uy = dx / length, dy / length
    off = e[1] * ux - e[0] * uy
    square = radius * radius - off * off
    if square < 0:
        return None
    at = -(e[0] * ux + e[1] * uy) + sign * square.nonnegative_part().sqrt()
    return e[0] + at * ux, e[1] + at * uy


def _degrees(y: arb, x: arb) -> arb:
    from flint import arb

    return arb.atan2(y, x) * 180 / arb.pi()


def _norm(x: arb, y: arb) -> arb:
    return (x * x + y * y).sqrt()


def _outline_balls(outline: OutlineCorners) -> list[tuple[arb, arb]]:
    return [(along.ball(), across.ball()) for along, across in outline]


def solid_events(outline: OutlineCorners, pivot: Place, solid: Solid) -> Iterable[Event]:
    """Events of a turning outline and a convex solid."""
    px, py = pivot.origin
    own = [(float(a), float(c)) for a, c in outline]
    other = [(x - px, y - py) for x, y in solid.corners]

    def other_balls() -> list[tuple[arb, arb]]:
        ox, oy = pivot.origin_balls()
        return [(x - ox, y - oy) for x, y in solid.balls()]

    sides = len(other) if len(other) > 2 else len(other) - 1
    for i, (along, across) in enumerate(own):
        for j in range(sides):
            k = (j + 1) % len(other)
            for x, y, sign, shaky in _roots_on_line(*other[j], *other[k], math.hypot(along, across)):

                def heading(i: int = i, j: int = j, k: int = k, sign: float = sign) -> arb | None:
                    corners, (a, c) = other_balls(), _outline_balls(outline)[i]
                    point = _root_ball(corners[j], corners[k], _norm(a, c), sign)
                    return None if point is None else _degrees(point[1], point[0]) - _degrees(c, a)

                angle = math.degrees(math.atan2(y, x) - math.atan2(across, along))
                yield Event(angle % 360.0, shaky, heading)
    for j, (x, y) in enumerate(other):
        for i in range(len(own)):
            k = (i + 1) % len(own)
            for a, c, sign, shaky in _roots_on_line(*own[i], *own[k], math.hypot(x, y)):

                def heading(i: int = i, j: int = j, k: int = k, sign: float = sign) -> arb | None:
                    (bx, by), mine = other_balls()[j], _outline_balls(outline)
                    point = _root_ball(mine[i], mine[k], _norm(bx, by), sign)
                    return None if point is None else _degrees(by, bx) - _degrees(point[1], point[0])

                angle = math.degrees(math.atan2(y, x) - math.atan2(c, a))
                yield Event(angle % 360.0, shaky, heading)


def _disc_events(outline: OutlineCorners, pivot: Place, disc: DiscDomain) -> Iterable[Event]:
    """Events of a turning outline's corners and a circle."""
    px, py = pivot.origin
    cx, cy = float(disc.centre[0]) - px, float(disc.centre[1]) - py
    distance, rim = math.hypot(cx, cy), float(disc.radius)
    if distance == 0.0:
        return
    for i, (along, across) in enumerate((float(a), float(c)) for a, c in outline):
        radius = math.hypot(along, across)
        if radius == 0.0:
            continue
        cosine = (radius * radius + distance * distance - rim * rim) / (2 * radius * distance)
        if abs(cosine) > 1 + TANGENT_SLACK:
            continue
        half = math.acos(max(-1.0, min(1.0, cosine)))
        for sign in (-1, 1):

            def heading(i: int = i, sign: int = sign) -> arb | None:
                ox, oy = pivot.origin_balls()
                bx, by = ball(disc.centre[0]) - ox, ball(disc.centre[1]) - oy
                a, c = _outline_balls(outline)[i]
                r, d = _norm(a, c), _norm(bx, by)
                part = (r * r + d * d - ball(disc.radius) ** 2) / (2 * r * d)
                if part > 1 or part < -1:
                    return None
                part = part.min(part * 0 + 1).max(part * 0 - 1)
                turn = part.acos() * 180 / part.pi()
                return _degrees(by, bx) + sign * turn - _degrees(c, a)

            angle = math.atan2(cy, cx) + sign * half - math.atan2(across, along)
            yield Event(math.degrees(angle) % 360.0, abs(cosine) > 1 - TANGENT_SLACK, heading)


def border_events(outline: OutlineCorners, pivot: Place, domain: Domain) -> Iterable[Event]:
    """Headings at which a corner of an outline turning about its origin crosses the border, or a side one of these."""
    if isinstance(domain, DiscDomain):
        yield from _disc_events(outline, pivot, domain)
    elif isinstance(domain, ConvexDomain | SimpleDomain):
        for side in domain.sides:
            yield from solid_events(outline, pivot, side)


def worst_of_turn(
    events: Iterable[Event], start: Heading, end: Heading, meets: Callable[[Heading], Relation]
) -> Relation:
    """What turning from one heading to another, by less than half a circle, comes to: the worst relation on the way.

    events: all headings at which the relation may change. meets: the exact relation at a heading. It is asked at both
    ends, at every event between them and once between neighbouring ones: four times as often as there are corners and
    sides near, at most.
    """
    one, other = (at if isinstance(at, Fraction) else Fraction(float(at)) for at in (start, end))
    low, high = sorted((one, other + 360 * round((one - other) / 360)))
    worst = min(meets(start), meets(end))
    found = []
    for heading in event_headings(events):
        at = heading + 360 * math.ceil((low - heading) / 360)
        if low < at < high:
            found.append(at)
    stops = [low, *sorted(found), high]
    for at, following in pairwise(stops):
        if worst is Relation.OVERLAP:
            break
        asked = [(at + following) / 2] if at == low else [at, (at + following) / 2]
        worst = min(worst, *map(meets, asked))
    return worst


def _separate(cluster: Sequence[Event]) -> list[Fraction]:
    """Exact, sorted, distinct positions of events that floating point cannot tell apart.

    Near 0 the ball may sit near 360; positions are taken nearest to the doubles.
    """
    found: list[Fraction] = []
    with working_at(PRECISIONS_BITS[-1]):
        for event in cluster:
            value = event.exact()
            if value is None or not value.is_finite():
                continue
            position = midpoint(value)
            position += 360 * round((Fraction(event.heading) - position) / 360)
            found.append(position)
    distinct: list[Fraction] = []
    for position in sorted(found):
        # positions good to about 1e-35 degrees even at a tangency (a square root of 1e-70)
        if not distinct or position - distinct[-1] > EVENT_SEPARATION_DEG:
            distinct.append(position)
    return distinct


def event_headings(events: Iterable[Event]) -> list[Fraction]:
    """All event headings, sorted, as fractions in degrees; clusters separated exactly."""
    ordered = sorted(events, key=lambda event: event.heading)
    result: list[Fraction] = []
    cluster: list[Event] = []

    def flush() -> None:
        if len(cluster) == 1 and not cluster[0].shaky:
            result.append(Fraction(cluster[0].heading))
        elif cluster:
            result.extend(_separate(cluster))

    for event in ordered:
        near = cluster and event.heading - cluster[-1].heading < HEADING_CLUSTER_DEG
        if not near:
            flush()
            cluster = []
        cluster.append(event)
    flush()
    return sorted(set(result))


def arcs_where(boundaries: list[Fraction], meets: Callable[[Fraction], bool]) -> list[Arc]:
    """Closed arcs of the circle on which `meets` holds, given where it can change.

    A boundary between two free gaps is kept as an arc of length zero if `meets` holds there.
    """
    if not boundaries:
        return [Arc(0.0, 360.0)] if meets(Fraction(0)) else []
    n = len(boundaries)
    ends = [*boundaries, boundaries[0] + 360]
    inside = [meets((ends[i] + ends[i + 1]) / 2) for i in range(n)]
    if all(inside):
        return [Arc(0.0, 360.0)]
    arcs: list[Arc] = []
    for i in range(n):
        before = inside[i - 1]
        if inside[i] and not before:
            j = i
            while inside[j % n]:
                j += 1
            end = ends[j % n] + (360 if j >= n else 0)
            arcs.append(Arc(float(ends[i]), float(end)))
        elif not inside[i] and not before and meets(boundaries[i]):
            arcs.append(Arc(float(boundaries[i]), float(boundaries[i])))
    return arcs


def outside_arcs(outline: OutlineCorners, pivot: Place, domain: Domain, *, touching: bool = True) -> list[Arc]:
    """Headings at which an outline turning about its origin is not inside `domain`.

    outline: (along, across) corners. pivot: its origin lies here; the heading is ignored. touching: contact with the
    border counts as not inside. Returns disjoint arcs, degrees, each starting in [0, 360).
    """

    def leaves(heading: Fraction) -> bool:
        relation = domain.room(Body(outline, pivot.turned(heading))).relation
        return relation is Relation.OVERLAP or (touching and relation is Relation.CONTACT)

    return arcs_where(event_headings(border_events(outline, pivot, domain)), leaves)
