"""Where words go: their size, lines of text, and places that cover no ship."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import shapely
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from armada_sim.geometry import Point
from plots.shapes import View

_LINE = 1.25
"""Height of a line of text, as a multiple of the letters' size."""


@lru_cache(maxsize=4096)
def _line_width(line: str, size: float, font: str) -> float:
    properties = FontProperties(family=font, size=size)
    return float(text_to_path.get_text_width_height_descent(line, properties, ismath=False)[0])


def text_size(text: str, size: float, font: str) -> tuple[float, float]:
    """Width and height of a text, points."""
    lines = text.split("\n")
    return max(_line_width(line, size, font) for line in lines), _LINE * size * len(lines)


def wrapped(text: str, width: float, size: float, font: str) -> str:
    """The text broken into lines no wider than `width` points (a longer word stands alone)."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):  # not at spaces that do not break
            longer = f"{line} {word}".strip()
            if line and _line_width(longer, size, font) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a text."""

    middle: Point
    leader: tuple[Point, Point] | None
    """A line from the text to what it names, if it stands away from it."""


@dataclass
class Labeller:
    """Finds places for texts: never over a ship, an outline or another text if that can be."""

    view: View
    points_per_mm: float
    hard: list[shapely.Geometry] = field(default_factory=list)
    """What a text must not cover."""

    soft: list[shapely.Geometry] = field(default_factory=list)
    """What a text should rather not cover: lines, regions' borders."""

    def box(self, middle: Point, size: tuple[float, float]) -> shapely.Polygon:
        """The box of a text of `size` points around a point."""
        w, h = (s / self.points_per_mm for s in size)
        return shapely.box(middle[0] - w / 2, middle[1] - h / 2, middle[0] + w / 2, middle[1] + h / 2)

    def inside(self, shape: Sequence[Sequence[float]], at: Point, size: tuple[float, float]) -> bool:
        """Whether a text fits inside a polygon at a point."""
        return bool(shapely.Polygon(shape).contains(self.box(at, size)))

    def place(self, shape: shapely.Geometry, size: tuple[float, float], *, prefer: float | None = None) -> Spot:
        """A place for a text of `size` points beside `shape`; `prefer`: a direction in degrees.

        The place is taken: later texts keep clear of it.
        """
        w, h = (s / self.points_per_mm for s in size)
        middles, angles = self._candidates(shape, w, h)
        boxes = shapely.box(middles[:, 0] - w / 2, middles[:, 1] - h / 2, middles[:, 0] + w / 2, middles[:, 1] + h / 2)
        apart = shapely.distance(boxes, shape) * self.points_per_mm
        cost = 0.06 * apart + 100 * (1 - shapely.area(shapely.intersection(boxes, self.view.box)) / (w * h))
        cost += 60 * self._covered(boxes, self.hard) + 8 * self._covered(boxes, self.soft)
        if prefer is not None:
            cost += 0.25 * (1 - np.cos(np.radians(angles - prefer)))
        best = int(np.argmin(cost))
        chosen = boxes[best]
        self.hard.append(chosen)
        x, y = (float(value) for value in middles[best])
        leader = None
        if apart[best] > 9:
            (px, py), (qx, qy) = shapely.get_coordinates(shapely.shortest_line(chosen, shape))
            leader = ((float(px), float(py)), (float(qx), float(qy)))
            self.soft.append(shapely.LineString(leader))
        return Spot((x, y), leader)

    def _candidates(
        self, shape: shapely.Geometry, w: float, h: float
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Middles of boxes beside a convex shape, in all directions at growing distances."""
        corners = shapely.get_coordinates(shape)
        centre = shapely.get_coordinates(shapely.centroid(shape))[0]
        found, angles = [], []
        for turn in range(0, 360, 10):
            ux, uy = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            support = float(max((corners - centre) @ np.array([ux, uy])))
            own = abs(ux) * w / 2 + abs(uy) * h / 2
            for points in (2.5, 6, 12, 20, 32, 48, 70, 100):
                for start in {support, self._border(shape, (centre[0], centre[1]), (ux, uy), support)}:
                    r = start + own + points / self.points_per_mm
                    found.append((centre[0] + r * ux, centre[1] + r * uy))
                    angles.append(turn)
        return np.array(found), np.array(angles, dtype=float)

    @staticmethod
    def _border(shape: shapely.Geometry, centre: Point, u: Point, support: float) -> float:
        """How far the shape reaches from its centre along a direction."""
        far = 2 * support + 1
        ray = shapely.LineString([centre, (centre[0] + far * u[0], centre[1] + far * u[1])])
        return float(shapely.intersection(ray, shape).length)

    @staticmethod
    def _covered(boxes: npt.NDArray[np.object_], shapes: Sequence[shapely.Geometry]) -> npt.NDArray[np.float64]:
        """For each box, how many of the shapes it meets."""
        count = np.zeros(len(boxes))
        if shapes:
            hits, _ = shapely.STRtree(shapes).query(boxes, predicate="intersects")
            np.add.at(count, hits, 1.0)
        return count
