"""The way from one position to the next (step_legality = "swept_area", clause move.sweep).

The ship slides ahead until its base lies where its tip was, then turns about that point. What it
sweeps is the union of the hull of the slide, of the piece at the end, and of the circular sectors its
corners sweep: convex parts all of them. Whether the way is free is decided on the slide and on the
turn themselves; how far it is free, or blocked, is measured on these parts, the sectors as polygons.
As far as a way may be off it is shifted with the piece at its end, to whose heading it turns.

A polyhedron on its way meets the edge with its face on the table and objects with its shadow. Turning
past another polyhedron it sweeps no such parts; there the worst heading is found by halving.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from heapq import heappop, heappush
from itertools import chain, count
from typing import TYPE_CHECKING, Final

from armada_sim.evidence import Condition, Escape, Reason, gap_condition
from armada_sim.geometry import (
    Body,
    Displacement,
    Domain,
    Event,
    ExactPoint,
    Gap,
    Heading,
    Place,
    Point,
    Polygon,
    Relation,
    Solid,
    Surd,
    Unbounded,
    border_events,
    boxes_meet,
    clearance,
    meeting_events,
    worst_of_turn,
)
from armada_sim.moving._case import MoveCase
from armada_sim.moving.movement import Hazard, Mover
from armada_sim.table import Clause, Outline
from armada_sim.tabletop import N_, Message

if TYPE_CHECKING:
    from armada_sim.geometry import Region

_SWEEP_SAGITTA_MM: Final = 1e-4
"""mm. How far the polygons that measure a turning sweep may stay inside its arcs: part of the 0.001 mm."""

_SWEEP_SAGITTA_SHARE: Final = 0.002
"""The same as a share of what is measured: a part of the 1 %."""

_SWEEP_SAGITTA_MOST_MM: Final = 0.1
"""mm. The same at the first look."""

_SWEEP_LOOKS = 300
"""Headings at which the clearance of a turning polyhedron is measured, at most: half of the turns
among twelve ships take ten, one in a hundred more than 250. At that its lower bound is what is proved so far."""

_PUSHED_LOOKS = 30
"""The same while pieces are pushed about in search of a flip: each round measures them again."""


@dataclass(frozen=True)
class Way:
    """How the ship of a case gets from one place to the next."""

    case: MoveCase
    mover: Mover
    """The ship as what is in the way meets it."""

    step: int
    before: Place
    place: Place
    stated: bool = True
    """Whether everything lies as stated; else only what is not free is returned, and how far it must go."""

    @classmethod
    def of(cls, case: MoveCase, step: int, before: Place, there: Place, *, stated: bool) -> Way:
        """The way to the piece of a step where it lies: that from the piece before, shifted with it."""
        place = case.places[step - 1]
        if there == place:
            return cls(case, case.mover, step, before, place, stated)
        x, y = (Fraction(a) - Fraction(b) for a, b in zip(there.origin, place.origin, strict=True))
        return cls(case, case.mover, step, before.displaced(Displacement(x, y)), there, stated)

    @cached_property
    def around(self) -> Polygon:
        """A box about all of it, mm."""
        (x, y), reach = self.place.origin, max(math.hypot(float(a), float(c)) for a, c in self.mover.outline.seen)
        corners = self.mover.slide_hull(self.before).shadow.corners
        xs, ys = zip(*corners, (x - reach, y - reach), (x + reach, y + reach), strict=True)
        left, right, low, high = min(xs), max(xs), min(ys), max(ys)
        return _polygon([(left, low), (right, low), (right, high), (left, high)])

    def by(self, outline: Outline) -> Way:
        """The same way of another outline."""
        return replace(self, mover=replace(self.mover, outline=outline))

    @property
    def turn(self) -> tuple[float, float]:
        """Headings at which the turn starts and ends, degrees."""
        start = float(self.before.heading)
        return start, start + (float(self.place.heading) - start + 180) % 360 - 180

    def parts(self, sagitta: float) -> list[Solid]:
        """Convex parts; arcs are polygons inscribed in them, off by no more than `sagitta` mm."""
        return [part for i in self.numbered if (part := self.part(i, sagitta)) is not None]

    @property
    def numbered(self) -> range:
        """Numbers of its parts: the slide, the piece at the end, the sectors of the outline's corners."""
        return range(2 + len(self.mover.outline.corners))

    def part(self, number: int, sagitta: float) -> Solid | None:
        """One of the parts; None for a sector as near to the piece at the end as an arc is to its polygon."""
        if number < 2:
            return self.mover.body(self.place) if number else self.mover.slide_hull(self.before)
        along, across = self.mover.outline.corners[number - 2]
        start, end = sorted(map(math.radians, self.turn))
        radius, angle = math.hypot(float(along), float(across)), math.atan2(float(across), float(along))
        if radius * (end - start) <= sagitta:
            return None
        x, y = self.place.origin
        steps = math.ceil((end - start) / math.sqrt(8 * sagitta / radius))
        arc = [start + angle + (end - start) * k / steps for k in range(steps + 1)]
        return _polygon([(x, y), *((x + radius * math.cos(a), y + radius * math.sin(a)) for a in arc)])

    def decided(self, measure: Callable[[Body], Gap], events: Callable[[Body], Iterable[Event]]) -> Relation:
        """Whether the way is free, by the clearances of the slide and of the turn.

        measure: the clearance of a body; events: the headings at which that of a turning one may change its sign.
        """
        return min(measure(self.mover.slide_hull(self.before)).relation, self._turned(measure, events))

    def _turned(self, measure: Callable[[Body], Gap], events: Callable[[Body], Iterable[Event]]) -> Relation:
        """What the turn comes to; nothing is asked of what is farther away than the outline reaches."""
        body = self.mover.solid(self.place)
        gap = measure(body)
        if gap.low > max(math.hypot(float(a), float(c)) for a, c in self.mover.outline.seen):
            return Relation.APART

        def meets(heading: Heading) -> Relation:
            return measure(self.mover.solid(self.place.turned(heading))).relation

        return worst_of_turn(events(body), self.before.heading, self.place.heading, meets)

    def worst(self, measure: Callable[[Body], Gap]) -> tuple[Gap, Body, float]:
        """The least clearance of a polyhedron on its way, to within the length returned, and where it is."""
        place, hull = self.place, self.mover.slide_hull(self.before)
        start, end = sorted(self.turn)
        reach = math.radians(max(math.hypot(float(a), float(c)) for a, c in self.mover.outline.seen))
        found = min(((measure(body), body) for body in (hull, self.mover.solid(place))), key=lambda f: f[0].low)
        waiting, floor = [(-math.inf, start, end)], found[0].low
        for looked in count():
            bound, low, high = heappop(waiting)
            slack = max(_SWEEP_SAGITTA_MM, _SWEEP_SAGITTA_SHARE * abs(found[0].low))
            if bound >= found[0].low - slack or looked == (_SWEEP_LOOKS if self.stated else _PUSHED_LOOKS):
                floor = min(floor, bound)  # all that waits has a bound no less
                break
            body, half = self.mover.solid(place.turned(Fraction((low + high) / 2))), (high - low) / 2
            gap = measure(body)
            found = min(found, (gap, body), key=lambda f: f[0].low)
            bound = gap.low - reach * half  # turning by an angle moves no corner by more than angle times reach
            heappush(waiting, (bound, low, low + half))
            heappush(waiting, (bound, low + half, high))
        return *found, max(0.0, found[0].low - floor)


def _polygon(corners: list[Point]) -> Polygon:
    return Polygon(tuple((Fraction(x), Fraction(y)) for x, y in corners))


def sweep_conditions(way: Way, things: Iterable[Hazard]) -> list[Condition]:
    """Conditions for the slide ahead and the turn of one step: every hazard, and the edge."""
    found = [_hazard(way, thing) for thing in things]
    edge, domain = way.case.rules.edge, way.case.layout.surface.domain
    if edge in ("touch_illegal", "touch_ok") and not isinstance(domain, Unbounded):
        found.append(_edge(way, domain))
    return [condition for condition in found if condition is not None]


def sweeps_free(way: Way, things: Iterable[Hazard]) -> bool:
    """Whether all conditions of the slide ahead and the turn of one step hold, nothing measured."""
    edge, domain = way.case.rules.edge, way.case.layout.surface.domain
    if edge in ("touch_illegal", "touch_ok") and not isinstance(domain, Unbounded):
        face = way.by(way.mover.outline.face)
        if not _inside(_at_edge(face, domain), edge):
            return False
    near = (thing for thing in things if _near(way, thing))
    return all(_comes_to(way.by(way.mover.outline.over) if t.ship is None else way, t) is Relation.APART for t in near)


def _near(way: Way, thing: Hazard) -> bool:
    """Whether something is not surely clear of the way, by boxes."""
    return any(boxes_meet(way.around.box, part.box) for part in thing.parts)


def _comes_to(way: Way, thing: Hazard) -> Relation:
    return way.decided(
        lambda body: thing.worst(body)[0],
        lambda body: chain.from_iterable(meeting_events(body, part) for part in thing.parts),
    )


def _at_edge(way: Way, domain: Domain) -> Relation:
    return way.decided(domain.room, lambda body: border_events(body.outline, body.place, domain))


def _inside(relation: Relation, edge: str) -> bool:
    return relation is Relation.APART or (relation is Relation.CONTACT and edge == "touch_ok")


def _hazard(way: Way, thing: Hazard) -> Condition | None:
    if not way.stated and not _near(way, thing):
        return None  # surely free
    share = way.case.share(way.step)
    if thing.ship is None:
        way = way.by(way.mover.outline.over)
    relation = _comes_to(way, thing)
    holds = relation is Relation.APART
    if holds and not way.stated:
        return None
    escape, ship = None, thing.ship
    worst: Gap
    part: Solid
    other: Solid
    if way.mover.outline.levels is not None and ship is not None:
        other = ship
        worst, part, sagitta = way.worst(lambda body: clearance(body, ship))
    else:
        worst, part, other, sagitta = _measured(way, thing.worst)
    if share and not holds and way.stated and way.mover.outline.levels is None:
        parts = way.parts(sagitta)
        if thing.share and isinstance(other, Body):  # the ship in the way may be off too
            off = partial(_off, parts)
            escape = Escape(thing.name, other, off, decides=True, clear=sagitta, partner=way.step)
        else:
            escape = _shifted(way, parts, thing.region, sagitta)
    keys = [(way.step, share), (thing.name if thing.share else None, thing.share)]
    gap = _bracket(relation, worst, sagitta)
    return gap_condition(
        _reason(way, thing.name, holds, worst), gap, keys, holds=holds, between=(part, other), escape=escape
    )


def _edge(way: Way, domain: Domain) -> Condition | None:
    way = way.by(way.mover.outline.face)
    relation = _at_edge(way, domain)
    share, edge = way.case.share(way.step), way.case.rules.edge
    holds = _inside(relation, edge)
    if holds and not way.stated:
        return None
    worst, _, _, sagitta = _measured(way, lambda part: (domain.room(part), part))
    escape = None
    if share and not holds and way.stated:
        escape = _shifted(way, way.parts(sagitta), domain.region, sagitta)
    keys = [(way.step, share), (None, Fraction(0))]
    gap = _bracket(relation, worst, sagitta)
    return gap_condition(_reason(way, "edge", holds, worst), gap, keys, holds=holds, escape=escape)


def _measured(way: Way, measure: Callable[[Solid], tuple[Gap, Solid]]) -> tuple[Gap, Solid, Solid, float]:
    """The worst clearance of a part of the way, that part, what it is from, and the sagitta measured with.

    The arcs are as fine as the clearance asks for. At first they are coarse, which finds the parts that may be the
    worst: an arc goes out beyond its polygon no farther than the sagitta, so its clearance is no more than that less,
    and a finer polygon's not below it.
    """
    first = _SWEEP_SAGITTA_MOST_MM
    coarse = {i: measure(part) for i in way.numbered if (part := way.part(i, first)) is not None}
    worst = min(coarse, key=lambda i: coarse[i][0].low)
    finer = max(_SWEEP_SAGITTA_MM, _SWEEP_SAGITTA_SHARE * abs(coarse[worst][0].high))
    if finer >= first:
        part = way.part(worst, first)
        assert part is not None
        return coarse[worst][0], part, coarse[worst][1], first
    least = coarse[worst][0].high + first + finer
    wanted = [i for i in way.numbered if i not in coarse or coarse[i][0].low - first <= least]
    parts = [part for i in wanted if (part := way.part(i, finer)) is not None]
    gap, other, part = min(((*measure(part), part) for part in parts), key=lambda found: found[0].low)
    return gap, part, other, finer


_MET = (
    N_("on its way to step {step}, {ship} passes clear of {other}"),
    N_("on its way to step {step}, {ship} meets {other}"),
)
_EDGE_MET = (
    N_("on its way to step {step}, {ship} passes clear of the edge"),
    N_("on its way to step {step}, {ship} meets the edge"),
)


def _reason(way: Way, other: str, holds: bool, worst: Gap) -> Reason:
    name = way.case.mover.ship.name
    clear, meets = _EDGE_MET if other == "edge" else _MET
    text = Message(clear if holds else meets, step=way.step, ship=name, other=other)
    return Reason(Clause.MOVE_SWEEP, text, way.step, (name, other), worst.value, 0.0)


def _bracket(relation: Relation, worst: Gap, sagitta: float) -> Gap:
    """The decided relation with the clearance of the inscribed parts, which the true one is at most."""
    if relation is Relation.CONTACT:
        return Gap(relation, 0.0, 0.0, 0.0, worst.on_a, worst.on_b)
    low, high = worst.low - sagitta, worst.high
    low, high = (max(0.0, low), max(0.0, high)) if relation is Relation.APART else (min(0.0, low), min(0.0, high))
    return Gap(relation, worst.value, low, high, worst.on_a, worst.on_b)


def _off(parts: list[Solid], origin: ExactPoint) -> Region:
    """All that is off some convex solids, in a frame with this origin."""
    from armada_sim.geometry import Every, PolygonSide

    return Every(tuple(PolygonSide.of(_local(part, origin), inside=False) for part in parts))


def _shifted(way: Way, parts: list[Solid], region: Callable[[ExactPoint], Region], sagitta: float) -> Escape:
    """The way, known by its end, brought into a region by shifts alone."""
    point = Body(((Surd(Fraction(0)), Surd(Fraction(0))),), way.place)

    def where(origin: ExactPoint) -> Region:
        from armada_sim.geometry import Trailing

        return Trailing(region(origin), tuple(tuple(_local(part, origin)) for part in parts))

    return Escape(way.step, point, where, True, turns=False, clear=sagitta)


def _local(part: Solid, origin: ExactPoint) -> list[Point]:
    x, y = float(origin[0]), float(origin[1])
    return [(px - x, py - y) for px, py in part.corners]
