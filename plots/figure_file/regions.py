"""Parts of the table that a figure file shows: written as polygons and discs, or asked of the engine by name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, Protocol

import shapely

from armada_sim.evidence import Answer
from armada_sim.files import Dispute, scaled
from armada_sim.firing import GunSide, base_slides, large_template, reaches
from armada_sim.geometry import Point
from armada_sim.pictures import arc_points, corners_of
from armada_sim.regions import reachable, threat, unobstructed
from armada_sim.table import Footprint, Layout, Rules, Ship
from armada_sim.tabletop import InputError, Message
from plots.figure_file.model import RegionTable, Written, missing
from plots.outlines import Region, reached, threatened, without_nooks
from plots.region_marks import ReachShapes
from plots.scene import Mark
from plots.scene_marks import Area, Headings, Outlined, Shape


class Table(Protocol):
    """What a region is shown on: a frame."""

    @property
    def dispute(self) -> Dispute:
        """Its table, rules and unit."""

    @property
    def layout(self) -> Layout:
        """Its pieces."""

    @property
    def rules(self) -> Rules:
        """In force on it."""

    def ship(self, name: str, key: str) -> Ship:
        """The ship of a name. Raises InputError."""

    def point(self, written: Written, key: str) -> Point:
        """mm. A point as it is written. Raises InputError."""

    def errors_of(self, ship: Ship) -> Iterator[Mark]:
        """How far the corners of a ship may be off."""


_SIDES: dict[str, tuple[Literal["left", "right"], ...]] = {
    "left": ("left",),
    "right": ("right",),
    "either": ("left", "right"),
}


def marks_of_region(frame: Table, row: RegionTable) -> Iterator[Mark]:
    """What a row of `regions` shows. Raises InputError."""
    found = sum(one is not None for one in (row.polygon, row.disc, row.show))
    if found != 1:
        raise InputError(Message("expected one of polygon, disc and show, not {n} of them", n=found))
    if row.show is not None:
        if row.ship is None:
            raise missing("ship")
        yield from _asked(frame, frame.ship(row.ship, "ship"), row)
        return
    look = row.look or "tint"
    yield Shape(corners_of_region(frame, row), look, row.words, row.name or look)


def corners_of_region(frame: Table, row: RegionTable) -> tuple[Point, ...]:
    """mm. The corners of a region that has some; empty for what is searched for. Raises InputError."""
    if row.polygon is not None:
        return tuple(frame.point(point, f"polygon[{i}]") for i, point in enumerate(row.polygon, 1))
    if row.disc is not None:
        radius = float(scaled(row.disc["radius"], frame.dispute.unit))
        return arc_points(frame.point(row.disc["center"], "disc.center"), radius, 0, 358)
    if row.ship is None:
        return ()
    ship, rules = frame.ship(row.ship, "ship"), frame.rules
    match row.show:
        case "template":
            return slid(ship, _SIDES[row.side][0], row.slide, rules)
        case "face":
            return corners_of(ship, replace(rules, footprint=Footprint.CONTACT_TRIANGLE))
        case "outline":
            return corners_of(ship, rules)
    return ()


def _asked(frame: Table, ship: Ship, row: RegionTable) -> Iterator[Mark]:
    """What the engine works out of a ship."""
    rules, words, name, look = frame.rules, row.words, ship.name, row.look
    match row.show:
        case "reach":
            yield Area(_reach(frame, ship, row), words, name, row.layers)
        case "threat":
            yield from _threat(frame, ship, row)
        case "broadside":
            for side, corners in zip(("left", "right"), reaches(frame.layout, ship, rules), strict=True):
                if side in _SIDES[row.side]:
                    yield Area(ReachShapes(Region(shapely.Polygon(corners))), words, name)
        case "template":
            for side in _SIDES[row.side]:
                corners = corners_of_region(frame, replace(row, side=side))
                yield Shape(corners, look or "long_dashed", words, "template", (name,))
        case "face" | "outline" as kind:
            plain = "tint" if kind == "face" else "bold"
            yield Shape(corners_of_region(frame, row), look or plain, words, kind, (name,))
        case "headings":
            yield Headings(name)
        case _:
            yield from frame.errors_of(ship)


def _steps(ship: Ship, row: RegionTable) -> int:
    return ship.size.steps if row.steps is None else row.steps


def _reach(frame: Table, ship: Ship, row: RegionTable) -> ReachShapes:
    """What a ship can cover."""
    steps = _steps(ship, row)
    if row.open:
        parts = [unobstructed.cover(ship.size, k, frame.rules) for k in range(1, steps + 1)]
        return ReachShapes(Region(unobstructed.placed(shapely.union_all(parts), ship)))
    return ReachShapes(reached(reachable(frame.layout, ship.name, steps, row.gap, rules=frame.rules)))


def _threat(frame: Table, ship: Ship, row: RegionTable) -> Iterator[Mark]:
    """What a ship can shoot at after moving, and who can be hit."""
    steps, words = _steps(ship, row), row.words
    if row.open:
        parts = [unobstructed.threat(ship.size, k, frame.rules) for k in range(steps + 1)]
        guns = without_nooks(Region(unobstructed.placed(shapely.union_all(parts), ship)), frame.rules)
        yield Area(ReachShapes(threat=guns), words, ship.name)
        return
    found = threat(frame.layout, ship.name, steps, row.gap, frame.rules)
    yield Area(ReachShapes(threat=threatened(found, frame.rules)), words, ship.name)
    if row.targets is not None:
        yield Outlined(tuple(enemy.name for enemy in found.ships if enemy.answer is Answer.YES), row.targets)


def slid(ship: Ship, side: str, share: float, rules: Rules) -> tuple[Point, ...]:
    """Corners of the template on a side, `share` of the way of its slide: its base, then its tip."""
    gun, large = GunSide(ship, rules.outline(ship.size), side), large_template(rules)
    ((low, high),) = base_slides(gun, large)
    at, base, deep = float(low + share * (high - low)), float(large.base), float(large.depth)
    return gun.to_table(at, 0), gun.to_table(at + base, 0), gun.to_table(at + base / 2, deep)
