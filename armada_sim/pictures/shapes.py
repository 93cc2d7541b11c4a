"""Points and polygons of what is drawn, mm, table frame. Nothing here decides anything."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from armada_sim.geometry import DiscDomain, Point
from armada_sim.pictures.plane import Flat, box_corners, clipped
from armada_sim.table import Layout, Obstacle, Rules, Ship, Surface

_AROUND_MM = 30.0
"""Left free around what matters."""

_LEAST_WIDTH_MM = 150.0
_LEAST_HEIGHT_MM = 110.0


@dataclass(frozen=True, slots=True)
class View:
    """The part of the table that is shown, mm."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """mm"""
        return self.right - self.left

    @property
    def height(self) -> float:
        """mm"""
        return self.top - self.bottom

    @property
    def corners(self) -> tuple[Point, ...]:
        """Of the view, counter-clockwise."""
        return box_corners(self.left, self.bottom, self.right, self.top)

    def meets(self, corners: Sequence[Point]) -> bool:
        """Whether anything of a polygon is shown."""
        return bool(clipped(corners, self.corners))

    def holds(self, point: Point) -> bool:
        """Whether the point is shown."""
        return self.left <= point[0] <= self.right and self.bottom <= point[1] <= self.top

    @classmethod
    def around(cls, points: Iterable[Sequence[float]], margin: float = _AROUND_MM) -> View:
        """The smallest view with `margin` around all points, and no smaller than the least view."""
        found = [(float(p[0]), float(p[1])) for p in points] or [(0.0, 0.0)]
        xs, ys = zip(*found, strict=True)
        x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        half_w = max((max(xs) - min(xs)) / 2 + margin, _LEAST_WIDTH_MM / 2)
        half_h = max((max(ys) - min(ys)) / 2 + margin, _LEAST_HEIGHT_MM / 2)
        return cls(x - half_w, y - half_h, x + half_w, y + half_h)


def corners_of(ship: Ship, rules: Rules) -> tuple[Point, ...]:
    """The outline of a ship where it lies, counter-clockwise."""
    return rules.outline(ship.size).flat(ship.pose.place).corners


def overhang_of(ship: Ship, rules: Rules) -> tuple[Point, ...]:
    """The outline of a polyhedron seen from above, counter-clockwise; empty if ships are outlines."""
    outline = rules.outline(ship.size)
    return () if outline.levels is None else outline.solid(ship.pose.place).shadow.corners


def tip_of(ship: Ship, rules: Rules) -> Point:
    """Where a ship's tip is."""
    corners, outline = corners_of(ship, rules), rules.outline(ship.size)
    return between(corners[outline.right_tip], corners[outline.left_tip], 0.5)


def base_of(ship: Ship) -> Point:
    """The middle of a ship's base edge."""
    return ship.pose.place.origin


def tip_mark(ship: Ship, rules: Rules) -> tuple[Point, ...]:
    """The foremost fifth of a ship."""
    corners, outline = corners_of(ship, rules), rules.outline(ship.size)
    right, left = corners[outline.right_tip], corners[outline.left_tip]
    back_right = between(right, corners[outline.right_shoulder], 0.2)
    back_left = between(left, corners[outline.left_shoulder], 0.2)
    return tuple(dict.fromkeys((back_right, right, left, back_left)))


def hit_places(ship: Ship, rules: Rules) -> tuple[tuple[Point, ...], float]:
    """Where the dots of a ship's damage lie (a row behind its middle), and their radius."""
    outline = rules.outline(ship.size)
    count = min(ship.damage, ship.size.pips)
    radius = float(outline.base) * 0.075
    middle = between(base_of(ship), tip_of(ship, rules), 0.17)
    angle = math.radians(float(ship.pose.heading))
    across = (-math.sin(angle), math.cos(angle))
    offsets = [(i - (count - 1) / 2) * 2.7 * radius for i in range(count)]
    return tuple((middle[0] + o * across[0], middle[1] + o * across[1]) for o in offsets), radius


FLAG_MM = (24.0, 17.0, 12.0)
"""Height of a flagship's mast, length and height of its pennant."""

_FLAG_SHARE = 0.42
"""Where on a flagship the mast stands, from base to tip."""


def flag_foot(ship: Ship, rules: Rules) -> Point:
    """Where the mast of a flagship stands."""
    return between(base_of(ship), tip_of(ship, rules), _FLAG_SHARE)


def pennant(foot: Point) -> tuple[Point, Point, Point]:
    """The pennant on a mast that stands there: it always flies to the east, the mast points north."""
    (x, y), (mast, length, height) = foot, FLAG_MM
    return (x, y + mast), (x + length, y + mast - height / 2), (x, y + mast - height)


def thing_corners(thing: Obstacle) -> tuple[Point, ...]:
    """The outline of an object."""
    return tuple((float(x), float(y)) for x, y in thing.polygon)


def surface_corners(surface: Surface) -> tuple[Point, ...]:
    """The border of the surface (a disc with many corners); empty if it has none."""
    if isinstance(surface.domain, DiscDomain):
        (x, y), r = surface.domain.centre, float(surface.domain.radius)
        return arc_points((float(x), float(y)), r, 0.0, 360.0)[:-1]
    return tuple((float(x), float(y)) for x, y in surface.corners)


def piece_shape(name: str, layout: Layout, rules: Rules) -> Flat | None:
    """What a ship or an object covers, or the surface's border for "edge"; None if there is no such."""
    for ship in layout.ships:
        if ship.name == name:
            return Flat(corners_of(ship, rules))
    for thing in layout.objects:
        if thing.name == name:
            return Flat(thing_corners(thing))
    border = surface_corners(layout.surface)
    return Flat(border, filled=False) if name == "edge" and border else None


def arc_points(centre: Point, radius: float, start: float, end: float) -> tuple[Point, ...]:
    """Points on an arc, degrees counter-clockwise, at most two degrees apart."""
    count = max(2, math.ceil(abs(end - start) / 2) + 1)
    angles = [math.radians(start + (end - start) * i / (count - 1)) for i in range(count)]
    return tuple((centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles)


def between(a: Sequence[float], b: Sequence[float], share: float) -> Point:
    """The point `share` of the way from a to b."""
    return float(a[0] + (b[0] - a[0]) * share), float(a[1] + (b[1] - a[1]) * share)


def mean(points: Sequence[Sequence[float]]) -> Point:
    """The mean of some corners: inside any convex outline."""
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
