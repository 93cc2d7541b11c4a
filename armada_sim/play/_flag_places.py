"""Where fixed flags may stand, and whether every one still to be set up has a place (flag_place, flag_kind).

The text names no place for a fixed flag. Problems of a place are decided exactly; places are looked for in floating
point and then decided. A search that finds a place for each of several flags finds the rest again once the first of
them stands where it was found, so whoever has to set a flag up next can.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Final

from armada_sim.evidence import Reason
from armada_sim.geometry import POSE_GRID_MM, ExactPoint, Polygon, Relation, at_least, clearance, exact
from armada_sim.moving import is_solid
from armada_sim.play._fields import near_edge, shapes_of, table_of
from armada_sim.play.goals import flag_solid
from armada_sim.play.rest import on_grid
from armada_sim.play.state import Flag, State, due_ships
from armada_sim.table import Clause, Rules, Ship, Unit
from armada_sim.tabletop import N_, Message

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from armada_sim.geometry import Number

_FLAG_HAIR_MM: Final = 0.01
"""mm. How far from whatever is in their way places for flags are looked for: more than rounding amounts to."""

_FLAG_PLACES: Final = 24
"""Places looked at for one flag: the middles of the widest parts of where it may stand, and their corners."""

_FLAG_SEARCH: Final = 400
"""Places tried in all for flags that are to stand beside one another, before there is said to be no room for all."""

_ARC = 64
"""Corners of a quarter of a circle where places are looked for."""


def flag_problems(state: State, player: str, at: tuple[Number, Number]) -> list[Reason]:
    """Everything against a player's flag standing at a point, mm."""
    rules, layout, flag = state.rules, state.layout, Flag(player, at)
    solid, found = flag_solid(flag, rules), []
    if layout.surface.domain.room(solid).relation is not Relation.APART:
        found.append(Reason(Clause.GOAL_FLAG, Message("the flag must lie wholly on the surface")))
    for ship in layout.ships:
        body = rules.outline(ship.size).solid(ship.pose.place)
        gap = clearance(body, solid)
        apart = rules.flag_place != "anywhere" and state.party(ship.player) != state.party(player)
        if apart and not at_least(body, solid, gap, rules.min_gap_mm):
            length, limit = Unit().compared(max(0.0, gap.value), float(rules.min_gap_mm))
            said = N_("the flag is {length} from {ship}; enemies keep {limit} away")
            text = Message(said, length=length, ship=ship.name, limit=limit)
            found.append(Reason(Clause.GOAL_FLAG, text, None, (ship.name,), gap.value, float(rules.min_gap_mm)))
        elif gap.relation is Relation.OVERLAP:
            found.append(
                Reason(Clause.GOAL_FLAG, Message("the flag lies under {ship}", ship=ship.name), None, (ship.name,))
            )
    things = [(thing.name, part) for thing in layout.objects if is_solid(thing, rules) for part in thing.parts]
    things += [(other.name, flag_solid(other, rules)) for other in state.flags if other.at is not None]
    for name in dict.fromkeys(n for n, part in things if clearance(part, solid).relation is Relation.OVERLAP):
        found.append(Reason(Clause.GOAL_FLAG, Message("the flag overlaps {other}", other=name), None, (name,)))
    point = (exact(at[0]), exact(at[1]))
    if rules.flag_place == "in_fleet" and not _in_hull(point, state.afloat(player), rules):
        found.append(Reason(Clause.GOAL_FLAG, Message("the flag must stand inside the hull of its owner's fleet")))
    if rules.flag_place == "anywhere_own_half" and not _on_half(state, player, point):
        found.append(Reason(Clause.GOAL_FLAG, Message("the flag must stand on its owner's half")))
    return found


def _in_hull(point: ExactPoint, ships: Sequence[Ship], rules: Rules) -> bool:
    """Whether a point lies in the convex hull of some ships, by the exact order of the corners seen from it."""
    corners = [c for ship in ships for c in rules.outline(ship.size).flat(ship.pose.place).corners]
    if len(corners) < 3:
        return False
    import shapely

    hull = shapely.get_coordinates(shapely.MultiPoint(corners).convex_hull)[:-1]
    solid = Polygon(tuple((Fraction(x), Fraction(y)) for x, y in reversed(hull.tolist())))
    return clearance(Polygon((point,)), solid).relation is not Relation.APART


def _on_half(state: State, player: str, point: ExactPoint) -> bool:
    side = state.agreement.seat(player).side
    left, bottom, right, top = state.layout.surface.bounds
    if side is None or not math.isfinite(left):
        return True
    x, y = float(point[0]), float(point[1])
    return {
        "west": x <= (left + right) / 2, "east": x >= (left + right) / 2,
        "south": y <= (bottom + top) / 2, "north": y >= (bottom + top) / 2,
    }[side]  # fmt: skip


# looking for places


def flag_region(state: State, player: str) -> BaseGeometry:
    """Where the middle of a player's flag may stand, mm, a hair inside what the rules allow."""
    import shapely

    rules, ships = state.rules, state.layout.ships
    radius = float(max(rules.flag_radius_mm, POSE_GRID_MM)) + _FLAG_HAIR_MM
    distance = 0.0 if rules.flag_place == "anywhere" else float(rules.min_gap_mm)
    region: BaseGeometry = shapely.buffer(table_of(state, 2 * (distance + radius)), -radius, quad_segs=_ARC)
    enemies = [ship for ship in ships if state.party(ship.player) != state.party(player)]
    friends = [ship for ship in ships if ship not in enemies]
    for near, far in ((friends, radius), (enemies, radius + distance)):
        region = shapely.difference(region, _around(shapes_of(state, near), far))
    for flag in state.flags:
        if flag.at is not None:
            region = shapely.difference(region, _around(shapely.Point(*map(float, flag.at)), 2 * radius))
    left, bottom, right, top = state.layout.surface.bounds
    if rules.flag_place == "anywhere_own_half":
        across = state.agreement.seat(player).side in ("west", "east")
        region = near_edge(state, player, ((right - left) if across else (top - bottom)) / 2 - _FLAG_HAIR_MM, region)
    if rules.flag_place == "in_fleet":
        hull = shapes_of(state, state.afloat(player)).convex_hull
        region = shapely.intersection(region, shapely.buffer(hull, -_FLAG_HAIR_MM))
    return region


def _around(shape: BaseGeometry, distance: float) -> BaseGeometry:
    """All that is nearer to a shape than a distance, and a little more: the corners of arcs lie outside."""
    import shapely

    return shapely.buffer(shape, distance / math.cos(math.pi / (4 * _ARC)), quad_segs=_ARC)


def flag_places(state: State, player: str) -> Iterator[tuple[Number, Number]]:
    """Places where a player's flag may stand, decided exactly: at most so many, the roomiest first."""
    return (
        at
        for at in islice(_looked_at(flag_region(state, player)), _FLAG_PLACES)
        if not flag_problems(state, player, at)
    )


def _looked_at(region: BaseGeometry) -> Iterator[tuple[Number, Number]]:
    """The middles of the widest circles in the parts of a region, the largest part first; then their corners."""
    import shapely

    parts = [part for part in shapely.get_parts(region).tolist() if isinstance(part, shapely.Polygon) and part.area]
    parts.sort(key=lambda part: (-part.area, part.bounds))
    for part in parts:
        yield _on_grid(shapely.get_coordinates(shapely.maximum_inscribed_circle(part))[0].tolist())
    for part in parts:
        corners = shapely.get_coordinates(part.exterior)[:-1].tolist()
        for corner in corners[:: max(1, len(corners) // 4)]:
            yield _on_grid(corner)


def _on_grid(point: Sequence[float]) -> tuple[Number, Number]:
    x, y = point
    return on_grid(round(x * 10**6)), on_grid(round(y * 10**6))


def _without_place(state: State, players: Sequence[str]) -> str | None:
    """The first of some players, who set up fixed flags in this order, to find no place; None if all find one."""
    return _first_without(state, players, [_FLAG_SEARCH])


def _first_without(state: State, players: Sequence[str], left: list[int]) -> str | None:
    """left: places that may still be tried, in all."""
    if not players:
        return None
    player, *rest = players
    worst: str | None = player
    for at in flag_places(state, player):
        left[0] -= 1
        worst = _first_without(state.but(flags=(*state.flags, Flag(player, at))), rest, left)
        if worst is None or left[0] <= 0:
            return worst
    return worst


def flag_reasons(state: State, flags_due: Sequence[str]) -> tuple[Reason, ...]:
    """Why a table leaves somebody no place for a flag, of those who have to set up one; empty if all have one.

    flags_due: in the order in which flags are set up. Whoever may give a flag to a ship always can. Of who has still to
    set up ships, it is not known yet where the hull will be.
    """
    rules = state.rules
    if rules.goal != "flag" or rules.flag_kind != "fixed":
        return ()
    ready = [
        p for p in flags_due if rules.flag_place != "in_fleet" or not (p in dict(state.fleets) and due_ships(state, p))
    ]
    if rules.flag_place == "in_fleet":
        ready = [p for p in ready if p in dict(state.fleets)]
    found = _without_place(state, ready)
    if found is None:
        return ()
    text = Message(
        "no place is found for {player}'s flag (flag_place = {place}, flag_size = {size})",
        player=found, place=rules.flag_place, size=rules.flag_size,
    )  # fmt: skip
    return (Reason(Clause.GOAL_FLAG, text),)
