"""A table drawn in characters, for a terminal."""

from __future__ import annotations

import math
from collections.abc import Collection

from armada_sim.table import Layout, Rules, Ship
from armada_sim.tabletop import N_, Amount, Message

COLUMNS = 76
"""Characters across."""

_TALL = 2.1
"""How much taller than wide a character is."""

_ARROWS = "→↗↑↖←↙↓↘"


_PENNANT = "⚑"


def table_text(layout: Layout, rules: Rules, flagships: Collection[str] = ()) -> list[str]:
    """The table as lines: an arrow at every tip, the ship's name by its base (with a pennant if it is a flagship), `#`
    for objects, a frame for the surface.

    Rounded to characters, so it shows where ships are and never who touches whom.
    """
    left, bottom, right, top = _window(layout)
    width = (right - left) / COLUMNS
    height = width * _TALL
    lines = max(1, math.ceil((top - bottom) / height))
    cells = [[" "] * COLUMNS for _ in range(lines)]

    def put(x: float, y: float, text: str) -> None:
        row, column = int((top - y) / height), int((x - left) / width) - (len(text) - 1) // 2
        for i, character in enumerate(text):
            if 0 <= row < lines and 0 <= column + i < COLUMNS:
                cells[row][column + i] = character

    for thing in layout.objects:
        for part in thing.parts:
            for x, y in _points_in(part.corners, width, height):
                put(x, y, "#")
    for ship in layout.ships:
        if not ship.sunk or rules.wreck == "stays_as_obstacle":
            x, y = float(ship.pose.x), float(ship.pose.y)
            angle = math.radians(float(ship.pose.heading))
            step = float(rules.outline(ship.size).step)
            put(x, y, ship.name + _PENNANT * (ship.name in flagships))
            arrow = _ARROWS[round(angle / (math.pi / 4)) % 8]
            put(x + step * math.cos(angle), y + step * math.sin(angle), arrow)
    frame = "+" + "-" * COLUMNS + "+"
    return [frame, *("|" + "".join(row) + "|" for row in cells), frame]


def _window(layout: Layout) -> tuple[float, float, float, float]:
    """What is shown: the surface, or the ships of a table without edges."""
    bounds = layout.surface.bounds
    if math.isfinite(bounds[0]):
        return bounds
    xs = [float(ship.pose.x) for ship in layout.ships] or [0.0]
    ys = [float(ship.pose.y) for ship in layout.ships] or [0.0]
    return min(xs) - 100, min(ys) - 100, max(xs) + 100, max(ys) + 100


def _points_in(corners: tuple[tuple[float, float], ...], dx: float, dy: float) -> list[tuple[float, float]]:
    """Points of a grid inside a convex polygon, and its corners."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    found = list(corners)
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    for i in range(int((max(xs) - min(xs)) / dx) + 1):
        for j in range(int((max(ys) - min(ys)) / dy) + 1):
            x, y = min(xs) + i * dx, min(ys) + j * dy
            if all((bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0 for (ax, ay), (bx, by) in sides):
                found.append((x, y))
    return found


def ship_line(ship: Ship, flagships: Collection[str] = ()) -> Message:
    """A ship in one line: where it lies, what it has taken, whether it is a flagship."""
    if ship.sunk:
        return Message("{ship}  sunk", ship=ship.name)
    afloat = N_("{ship}  {size}, base ({x}, {y}), heading {heading}, damage {damage} of {pips}")
    leading = N_("{ship}  {size}, base ({x}, {y}), heading {heading}, damage {damage} of {pips}, flagship {pennant}")
    x, y = (Amount(f"{float(value):.1f}") for value in (ship.pose.x, ship.pose.y))
    return Message(
        leading if ship.name in flagships else afloat,
        ship=ship.name, size=ship.size.words, x=x, y=y, heading=Amount(f"{float(ship.pose.heading):.1f}", "°"),
        damage=ship.damage, pips=ship.size.pips, pennant=_PENNANT,
    )  # fmt: skip
