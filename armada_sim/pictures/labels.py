"""Where words go: lines of text, and places that cover no ship."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from armada_sim.geometry import Point

DISTANCES = (2.5, 6.0, 12.0, 20.0, 32.0, 48.0, 70.0, 100.0)
"""Points. How far from what it names a text may stand."""

WAYS = tuple(range(0, 360, 10))
"""Degrees. In which directions."""

LEADER_POINTS = 9.0
"""A text that stands farther away has a line that leads to it."""

COVERS, TOUCHES, CROSSES = 60.0, 8.0, 12.0
"""What it costs to cover a shape that must not be covered, one that rather should not, and to lead a line over the
former."""

PER_POINT, PREFERS = 0.06, 0.25
"""What a point of distance costs, and a direction square to the one that is wanted."""

BETWEEN_POINTS, BETWEEN = 7.0, 0.55
"""How near a text may be to something that it does not name and be taken to name it, and what that costs: more than a
direction, less than a leader."""

COST_DIGITS = 6
"""Places that differ by less cost the same: the first of them is taken, whatever the last digit of a sine."""

ROUNDS = 4
"""How often the places of several texts are looked at anew, each with the others as they are."""


def wrapped(text: str, width: float, measure: Callable[[str], float]) -> str:
    """The text broken into lines that measure no more than `width` (a longer word stands alone)."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):  # not at spaces that do not break
            longer = f"{line} {word}".strip()
            if line and measure(longer) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A text that needs a place."""

    shape: tuple[Point, ...]
    """What it names: the corners of a convex polygon, the ends of a line, or a point, mm."""

    size: tuple[float, float]
    """Points: width and height."""

    prefer: float | None = None
    """A direction, degrees."""

    at: tuple[Point, ...] = ()
    """The middles (mm) it may have, the best first, if not any beside the shape."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a text."""

    middle: Point
    leader: tuple[Point, Point] | None
    """A line from the text to what it names, if it stands away from it."""

    clear: bool
    """Whether it covers nothing that must not be covered."""
