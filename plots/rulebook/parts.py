"""What the scenes are put together from: ships of every size, and ships after steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from armada_sim.geometry import exact
from armada_sim.moving import Mover
from armada_sim.table import Layout, Pose, Rules, Ship, Size, Surface
from armada_sim.tabletop import N_, Message
from plots.scene import Mark, Note

SIZES = (Size.SMALL, Size.MEDIUM, Size.LARGE)

SIZE_NAMES = (N_("small"), N_("medium"), N_("large"))
"""Ships of a scene are named so."""

RULES = Rules()

BEFORE = Message("the ship before it moves")


def row(*xs: float) -> tuple[Layout, list[Mark]]:
    """One ship of every size, side by side (mm), on a table without edges; and under each its size in words."""
    ships = [Ship(str(size), "blue", size, Pose(x, 0, 90)) for size, x in zip(SIZES, xs, strict=True)]
    return open_table(*ships), [Note((x, 0), Message(name), up=-8) for name, x in zip(SIZE_NAMES, xs, strict=True)]


def open_table(*ships: Ship) -> Layout:
    """A table without edges."""
    return Layout(ships, surface=Surface.unbounded())


def turn_limit(ship: Ship) -> float:
    """Degrees that a step may turn."""
    return Mover(ship, RULES.outline(ship.size)).turn_limit


def stepped(ship: Ship, headings: Sequence[float]) -> list[Ship]:
    """The ship after every step of a path, for drawing."""
    places = Mover(ship, RULES.outline(ship.size)).path([exact(heading) for heading in headings])
    return [replace(ship, pose=Pose(*place.origin, heading)) for place, heading in zip(places, headings, strict=True)]
