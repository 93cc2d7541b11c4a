"""Steps, paths of steps, legal headings, and the certificate of a stuck ship."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from armada_sim.evidence import BlockedHeadings, HeadingInterval
from armada_sim.geometry import (
    STILL,
    Arc,
    Body,
    Displacement,
    ExactPoint,
    Gap,
    Heading,
    Levels,
    Place,
    Raised,
    Relation,
    Solid,
    Surd,
    Turn,
    Unbounded,
    bracket,
    certified,
    heading_ball,
    limit_ball,
    limit_degrees,
    local,
    meeting_arcs,
    nearest,
    outside_arcs,
    turned_by,
)
from armada_sim.moving.declared import TurnGiven
from armada_sim.table import Layout, Obstacle, Outline, Rules, Ship, checked_heading
from armada_sim.tabletop import InputError, Message

if TYPE_CHECKING:
    from flint import arb

    from armada_sim.geometry import Region

NO_LEGAL_HEADING = "no legal heading"
"""What "ends" an interval of headings that is the whole circle, all of it illegal."""


@dataclass(frozen=True)
class Mover:
    """A ship about to move: its outline and limit of turn under the rules."""

    ship: Ship
    outline: Outline

    @cached_property
    def _limit_sides(self) -> tuple[Surd, Surd]:
        """(along, across) of the left long side: the tip's half angle is across/along, sharp or cut off."""
        tip, shoulder = self.outline.corners[self.outline.left_tip], self.outline.corners[self.outline.left_shoulder]
        along = Surd(tip[0].coefficient - shoulder[0].coefficient, tip[0].radicand)
        return along, Surd(shoulder[1].coefficient - tip[1].coefficient)

    @property
    def turn_limit(self) -> float:
        """Degrees. The greatest turn between steps."""
        return limit_degrees(*self._limit_sides)

    def turned(self, heading: Heading, turn: TurnGiven) -> Heading:
        """A heading after a turn in degrees, or to the limit ("max" left, "-max" right)."""
        if isinstance(turn, str):
            if turn not in ("max", "-max"):
                raise InputError(
                    Message("a turn is a number of degrees, 'max' or '-max', not {given}", given=repr(turn))
                )
            limits = 1 if turn == "max" else -1
            if isinstance(heading, Turn):
                total = heading.limits + limits
                return Turn(heading.degrees, total, *self._limit_sides) if total else heading.degrees
            return Turn(heading, limits, *self._limit_sides)
        return turned_by(heading, checked_heading(turn, Message("a turn")))

    def turn_slack(self, before: Heading, after: Heading) -> tuple[int, float, float, float]:
        """How far a turn is inside the limit: sign, and degrees (shown, low, high); by formula."""
        exact_limit = (isinstance(after, Turn) or isinstance(before, Turn)) and self._limits_apart(before, after)
        if exact_limit:
            return 0, 0.0, 0.0, 0.0

        def slack() -> arb:
            from flint import arb

            turn = heading_ball(after) - heading_ball(before)
            whole = round(float(turn) / 360)
            turn = abs(turn - 360 * whole)
            return limit_ball(*self._limit_sides) * 180 / arb.pi() - turn

        sign, result = certified(slack)
        low, high = bracket(result) if sign else (0.0, 0.0)
        return sign, (low + high) / 2, low, high

    @staticmethod
    def _limits_apart(before: Heading, after: Heading) -> bool:
        """Whether the turn is one whole limit and a whole number of circles, by its formula."""
        from_limits = before.limits if isinstance(before, Turn) else 0
        to_limits = after.limits if isinstance(after, Turn) else 0
        start = before.degrees if isinstance(before, Turn) else before
        end = after.degrees if isinstance(after, Turn) else after
        return abs(to_limits - from_limits) == 1 and (end - start) % 360 == 0

    def body(self, place: Place) -> Body:
        """The outline at a place: what the surface's edge goes by."""
        return self.outline.flat(place)

    def solid(self, place: Place) -> Body:
        """What meets other pieces at a place."""
        return self.outline.solid(place)

    def stepped(self, place: Place, heading: Heading) -> Place:
        """The place of the next piece: its base midpoint on the tip of this one (clause move.step)."""
        return place.stepped(self.outline.step, heading)

    def path(self, headings: Sequence[Heading]) -> list[Place]:
        """The places of a path of steps, exactly."""
        place, places = self.ship.pose.place, []
        for heading in headings:
            place = self.stepped(place, heading)
            places.append(place)
        return places

    def slide_hull(self, place: Place) -> Body:
        """What a ship sweeps while it slides ahead until its base lies where its tip was."""
        levels, corners = self.outline.levels, self._slid(self.outline.corners)
        if levels is None:
            return Body(corners, place)
        # a section of what slides is the hull of the section before and after
        swept = tuple((*level, *self._ahead(level)) for level in levels.corners)
        return Raised(corners, place, Levels(levels.heights, swept, self._slid(levels.shadow)))

    def _ahead(self, corners: Sequence[tuple[Surd, Surd]]) -> list[tuple[Surd, Surd]]:
        step = self.outline.step
        return [(Surd(along.coefficient + step.coefficient, step.radicand), across) for along, across in corners]

    def _slid(self, corners: Sequence[tuple[Surd, Surd]]) -> tuple[tuple[Surd, Surd], ...]:
        """What an outline covers while it slides ahead: all but its base edge may end up in front."""
        front = corners if len(corners) < 5 else corners[1:-1]
        return (corners[0], *self._ahead(front), corners[-1])


@dataclass(frozen=True, slots=True)
class Hazard:
    """Something a moving ship must not touch."""

    name: str
    parts: tuple[Solid, ...]
    """Convex solids whose union it is."""

    share: Fraction
    """How far it may be off, as a share of the error; 0 for objects."""

    corners: tuple[ExactPoint, ...]
    """mm, counter-clockwise. Its outline seen from above; of a ship, rounded to doubles."""

    tolerance: Fraction = Fraction(0)
    """mm. Pieces that overlap by no more than their tolerances are in contact."""

    @property
    def ship(self) -> Body | None:
        """The ship, if it is one: convex, so a straight push is the shortest way off it."""
        return self.parts[0] if isinstance(self.parts[0], Body) else None

    def displaced(self, by: Displacement) -> Hazard:
        """The same ship off its stated place."""
        if by == STILL or not isinstance(self.parts[0], Body):
            return self
        body = self.parts[0]
        return ship_hazard(self.name, replace(body, place=body.place.displaced(by)), self.share, self.tolerance)

    def worst(self, body: Solid) -> tuple[Gap, Solid]:
        """The least clearance of a body from its parts, and that part."""
        return nearest(body, self.parts)

    def region(self, origin: ExactPoint) -> Region:
        """All that is off it, in a frame with this origin."""
        from armada_sim.geometry import PolygonSide

        return PolygonSide.of(local(self.corners, origin), inside=False)


def ship_hazard(name: str, body: Body, share: Fraction, tolerance: Fraction) -> Hazard:
    """A ship as a hazard."""
    corners = tuple((Fraction(x), Fraction(y)) for x, y in body.shadow.corners)
    return Hazard(name, (body,), share, corners, tolerance)


def hazards(layout: Layout, ship: Ship, rules: Rules) -> list[Hazard]:
    """Everything solid for a moving ship under the rules, itself excepted."""
    key = ("hazards", rules)
    if key not in layout.kept:
        layout.kept[key] = tuple(_solids(layout, rules))
    return [hazard for hazard in layout.kept[key] if hazard.name != ship.name]


def _solids(layout: Layout, rules: Rules) -> Iterator[Hazard]:
    for ship in layout.ships:
        if not (ship.sunk and rules.wreck == "removed"):
            body = rules.outline(ship.size).solid(ship.pose.place)
            yield ship_hazard(ship.name, body, layout.weight(ship), layout.slack_of(ship))
    for thing in layout.objects:
        if is_solid(thing, rules):
            yield Hazard(thing.name, thing.parts, Fraction(0), thing.polygon)


def is_solid(thing: Obstacle, rules: Rules) -> bool:
    """Whether a ship may not lie on an object under the rules."""
    return not thing.marker and rules.objects != "block_shot_only"


def _turning_blocks(mover: Mover, pivot: Place, layout: Layout, rules: Rules) -> list[tuple[str, Arc]]:
    """Blocked arcs of headings for the outline turning with its base midpoint at `pivot`."""
    touching, turning = rules.contact_blocks_move == "touch_blocks", mover.solid(pivot)
    found = []
    for hazard in hazards(layout, mover.ship, rules):
        for part in hazard.parts:
            for arc in meeting_arcs(turning, part, touching=touching):
                found.append((hazard.name, arc))
    if rules.edge != "open_sea" and not isinstance(layout.surface.domain, Unbounded):
        edge_touching = rules.edge != "touch_ok"
        for arc in outside_arcs(mover.body(pivot).outline, pivot, layout.surface.domain, touching=edge_touching):
            found.append(("edge", arc))
    return found


def blocked_headings(mover: Mover, place: Place, layout: Layout, rules: Rules) -> list[BlockedHeadings]:
    """What blocks which headings of a step from `place`, clipped to the limit of turn, sorted."""
    limit, heading = mover.turn_limit, float(place.heading)
    low, high = heading - limit, heading + limit
    found = []
    for name, arc in _turning_blocks(mover, mover.stepped(place, place.heading), layout, rules):
        first = math.floor((low - arc.end) / 360)
        for k in range(first, first + 4):
            start, end = max(arc.start + 360 * k, low), min(arc.end + 360 * k, high)
            if start <= end:
                found.append(BlockedHeadings(start, end, name))
    if rules.step_legality == "swept_area":
        found += _way_blocks(mover, place, layout, rules)
    return sorted(found, key=lambda b: (b.start, b.end))


def _way_blocks(mover: Mover, place: Place, layout: Layout, rules: Rules) -> list[BlockedHeadings]:
    """Headings that what is met on the way keeps the ship from: all, if it cannot slide, else those beyond.

    The ship slides ahead and then turns from the heading it had, so it gets no further, either way, than
    to the first that is blocked. On the way contact blocks whatever contact_blocks_move.
    """
    heading, limit = float(place.heading), mover.turn_limit
    low, high = heading - limit, heading + limit
    on_the_way, hull = rules.but(contact_blocks_move="touch_blocks"), mover.slide_hull(place)
    met = [h.name for h in hazards(layout, mover.ship, rules) if h.worst(hull)[0].relation is not Relation.APART]
    relation = layout.surface.domain.room(hull).relation
    at_edge = relation is Relation.CONTACT and rules.edge == "touch_ok"
    if rules.edge != "open_sea" and relation is not Relation.APART and not at_edge:
        met.append("edge")
    found = [BlockedHeadings(low, high, name) for name in met]
    for name, arc in _turning_blocks(mover, mover.stepped(place, place.heading), layout, on_the_way):
        first = math.floor((low - arc.end) / 360)
        for start, end in ((arc.start + 360 * k, arc.end + 360 * k) for k in range(first, first + 4)):
            if start <= high and end >= low:
                found.append(BlockedHeadings(low if start < heading else start, high if end > heading else end, name))
    return found


def legal_intervals(mover: Mover, place: Place, layout: Layout, rules: Rules) -> list[HeadingInterval]:
    """Headings a step from `place` may take, as disjoint intervals."""
    limit, heading = mover.turn_limit, float(place.heading)
    touching = rules.contact_blocks_move == "overlap_only" and rules.step_legality != "swept_area"
    at, by, at_closed = heading - limit, "turn limit", True
    found: list[HeadingInterval] = []
    for block in blocked_headings(mover, place, layout, rules):
        touch_ok = rules.edge == "touch_ok" if block.by == "edge" else touching
        if block.start > at or (block.start == at and block.start > heading - limit and at_closed and touch_ok):
            found.append(HeadingInterval(at, block.start, by, block.by, at_closed, touch_ok))
        if block.end >= at:
            at_closed = touch_ok and (at_closed or block.end > at)
            at, by = block.end, block.by
    if at < heading + limit:
        found.append(HeadingInterval(at, heading + limit, by, "turn limit", at_closed, True))
    return found


def first_blocks(mover: Mover, layout: Layout, rules: Rules) -> list[BlockedHeadings]:
    """What blocks which headings of a first step."""
    return blocked_headings(mover, mover.ship.pose.place, layout, rules)


def first_intervals(mover: Mover, layout: Layout, rules: Rules) -> list[HeadingInterval]:
    """Headings a first step may take, as disjoint intervals; none if the ship is stuck."""
    return legal_intervals(mover, mover.ship.pose.place, layout, rules)


def legal_headings(layout: Layout, ship: str, rules: Rules | None = None) -> list[HeadingInterval]:
    """Headings of a first step of `ship`; empty if it is stuck.

    Raises InputError for an unknown ship, and if the rules allow no measuring before declaring.
    """
    rules = rules or Rules()
    if rules.premeasure == "declared_only":
        raise InputError(
            Message("the rules in force allow no measuring before an action is declared"), key="premeasure"
        )
    layout = layout.of_sizes(rules.sizes)
    moving = layout.ship(ship)
    mover = Mover(moving, rules.outline(moving.size))
    return first_intervals(mover, layout, rules)
