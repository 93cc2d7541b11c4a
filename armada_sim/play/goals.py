"""Flags and goal lines: what reaches them, decided exactly (options 4.5); the table with them."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from armada_sim.evidence import conclude
from armada_sim.geometry import (
    COORDINATE_LIMIT_MM,
    POSE_GRID_MM,
    PROVED_SHARE,
    Body,
    ConvexDomain,
    Gap,
    Place,
    Polygon,
    Relation,
    Solid,
    Unbounded,
    clearance,
    exact,
    least_width,
)
from armada_sim.play.state import Flag, GoalLine, State
from armada_sim.table import Layout, Obstacle, Outline, Rules, Ship, Surface

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_EXACTLY = Fraction(0)
"""mm. What pieces may be off by that lie as stated."""

_FLAG_CORNERS = 48
"""A disc is laid out as a regular polygon with this many corners on its rim."""

_ROOM_HEADINGS = 360
"""Headings at which room beyond a goal line is looked for; whole degrees and the line's own."""


def flag_solid(flag: Flag, rules: Rules) -> Polygon:
    """A flag on the table as a solid; a point is laid out a millionth of a millimetre wide."""
    assert flag.at is not None
    x, y = exact(flag.at[0]), exact(flag.at[1])
    radius = rules.flag_radius_mm or POSE_GRID_MM
    angles = [2 * math.pi * i / _FLAG_CORNERS for i in range(_FLAG_CORNERS)]
    return Polygon(tuple((x + radius * Fraction(math.cos(a)), y + radius * Fraction(math.sin(a))) for a in angles))


def flag_obstacles(state: State) -> tuple[Obstacle, ...]:
    """The flags that stand on the table, as things to draw or run into."""
    return tuple(
        Obstacle(flag.name, flag_solid(flag, state.rules).exact_corners)
        for flag in state.flags_left() if flag.at is not None
    )  # fmt: skip


def flagships(state: State) -> tuple[str, ...]:
    """The ships that carry the flag of a side still in the battle."""
    return tuple(flag.ship for flag in state.flags_left() if flag.ship is not None)


def table_for_move(state: State, ship: Ship) -> Layout:
    """The table as the referee judges a move of a ship on: with the flags that are in its way."""
    rules, layout = state.rules, state.layout
    mine = state.party(ship.player)
    enemies = [flag for flag in state.flags_left() if state.party(flag.owner) != mine]
    solid = tuple(thing for thing in flag_obstacles(state) if thing.name not in [flag.name for flag in enemies])
    if rules.flag_ship_contact == "boarding_wins":
        open_to_boarding = [flag.ship for flag in enemies if flag.ship is not None]
        layout = replace(layout, ships=tuple(s for s in layout.ships if s.name not in open_to_boarding))
    return replace(layout, objects=(*layout.objects, *solid)) if solid else layout


def _clearly(holds: bool, slack: float, error: Fraction, rules: Rules) -> bool:
    """Whether a goal counts as reached: nobody acts in reaching it, so doubt_scope says whether doubt matters.

    slack: mm, how far it is from being so or not so. error: mm, how far pieces may be off.
    """
    return conclude(holds, abs(slack), error, rules, passive=True)[1]


def takes_flag(body: Body, flag: Flag, rules: Rules, error: Fraction = _EXACTLY) -> bool:
    """Whether a ship that lies there, off by at most `error` mm, takes a flag on the table: by touching it."""
    return touches(body, flag_solid(flag, rules), rules, error)


def touches(body: Body, other: Solid, rules: Rules, error: Fraction = _EXACTLY) -> bool:
    """Whether two pieces touch, where touching wins; together they are off by at most `error` mm."""
    gap = clearance(body, other)
    return _clearly(gap.relation is not Relation.APART, gap.value, error, rules)


def keeps_clear(body: Body, other: Solid, rules: Rules, error: Fraction) -> bool:
    """Whether two pieces, which together are off by at most `error` mm, are apart, where only that will do."""
    gap = clearance(body, other)
    return _clearly(gap.relation is Relation.APART, gap.value, error, rules)


def beyond(line: GoalLine) -> ConvexDomain:
    """The half-plane to the left of a goal line, as far as coordinates go."""
    (ax, ay), (bx, by) = ((exact(x), exact(y)) for x, y in (line.start, line.end))
    dx, dy = bx - ax, by - ay
    far = Fraction(8 * COORDINATE_LIMIT_MM) / max(abs(dx), abs(dy))
    a, b = (ax - far * dx, ay - far * dy), (bx + far * dx, by + far * dy)
    return ConvexDomain((a, b, (b[0] - far * dy, b[1] + far * dx), (a[0] - far * dy, a[1] + far * dx)))


def past_line(outline: Outline, place: Place, line: GoalLine, rules: Rules) -> Gap:
    """By how much what counts of a ship that lies there is past a goal line: apart if it is (option goal_cross)."""
    body = outline.flat(place)
    match rules.goal_cross:
        case "tip_crosses":
            parts = [tip_of(outline, place)]
        case "any_part":
            parts = [Body((corner,), body.place) for corner in body.outline]
        case _:
            parts = [body]
    return max((beyond(line).room(part) for part in parts), key=lambda gap: gap.value)


def crosses(outline: Outline, place: Place, line: GoalLine, rules: Rules, error: Fraction = _EXACTLY) -> bool:
    """Whether a ship that lies there, off by at most `error` mm, counts as past a goal line (option goal_cross)."""
    gap = past_line(outline, place, line, rules)
    return _clearly(gap.relation is Relation.APART, gap.value, error, rules)


def lies_before(body: Body, line: GoalLine, rules: Rules, error: Fraction = _EXACTLY) -> bool:
    """Whether a ship that lies there, off by at most `error` mm, is nowhere past a goal line; it may touch it."""
    gap = beyond(GoalLine(line.attacker, line.end, line.start)).room(body)
    return _clearly(gap.relation is not Relation.OVERLAP, gap.value, error, rules)


def tip_of(outline: Outline, place: Place) -> Body:
    """The tip (the middle of the cut of a blunt one) as a body of one corner."""
    return Body(((outline.step, outline.corners[0][1].scaled(Fraction(0))),), place)


@lru_cache(maxsize=64)
def room_beyond(line: GoalLine, surface: Surface, outline: Outline) -> bool:
    """Whether a ship fits between a goal line and the surface's edge without touching either.

    A yes is shown by a place, checked exactly; places are looked for at whole degrees and along the line.
    """
    if isinstance(surface.domain, Unbounded):
        return True
    import shapely

    half = shapely.Polygon([(float(x), float(y)) for x, y in beyond(line).corners])
    region = shapely.intersection(surface_polygon(surface), half)
    (ax, ay), (bx, by) = ((float(x), float(y)) for x, y in (line.start, line.end))
    dx, dy = bx - ax, by - ay
    depth = max((dx * (y - ay) - dy * (x - ax) for x, y in shapely.get_coordinates(region).tolist()), default=0.0)
    if depth / math.hypot(dx, dy) < least_width(outline.flat(Place(Fraction(0), Fraction(0), Fraction(0))).corners) * (
        1 - PROVED_SHARE
    ):
        return False
    along = Fraction(math.degrees(math.atan2(dy, dx)))
    for heading in [along, along + 90, along - 90, along + 180, *(Fraction(h) for h in range(_ROOM_HEADINGS))]:
        place = _most_room(region, outline, heading)
        if place is not None and _fits(outline.flat(place), line, surface):
            return True
    return False


def surface_polygon(surface: Surface) -> BaseGeometry:
    """A bounded surface for a search by Shapely; a disc as a polygon a little smaller."""
    import shapely

    if surface.corners:
        return shapely.Polygon([(float(x), float(y)) for x, y in surface.corners])
    left, bottom, right, top = surface.bounds
    centre = shapely.Point((left + right) / 2, (bottom + top) / 2)
    return centre.buffer((right - left) / 2, quad_segs=64)


def _most_room(region: BaseGeometry, outline: Outline, heading: Fraction) -> Place | None:
    """A place at a heading where the outline lies deep inside a region, if it lies inside anywhere."""
    import shapely
    from shapely.affinity import translate

    arms = outline.flat(Place(Fraction(0), Fraction(0), heading)).arms
    room = region
    for dx, dy in arms:
        room = shapely.intersection(room, translate(region, -dx, -dy))
    part = max(shapely.get_parts(room), key=shapely.area, default=None)
    if not isinstance(part, shapely.Polygon) or not part.area:
        return None
    point = shapely.maximum_inscribed_circle(part).coords[0]
    return Place(Fraction(point[0]), Fraction(point[1]), heading)


def _fits(body: Body, line: GoalLine, surface: Surface) -> bool:
    inside = surface.domain.room(body).relation is Relation.APART
    return inside and beyond(line).room(body).relation is Relation.APART
