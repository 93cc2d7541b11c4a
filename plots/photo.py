"""What was read off a picture of a table, over that picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import shapely
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patheffects import Normal, Stroke
from matplotlib.textpath import TextPath
from numpy.typing import NDArray
from shapely.geometry import MultiPoint, Polygon
from shapely.geometry.base import BaseGeometry

from armada_sim.photo import EDGES, Reading, ReadShip, off_by
from armada_sim.pictures import SCREEN, Style, Words
from plots.settings import plain

DOTS_PER_INCH = 100
"""With these a figure has as many dots as the picture pixels."""

_SHEET = "#006a80"
_LETTERS, _WIRE, _RIM = 0.016, 0.0016, 2.4
"""Shares of the longer side of the picture: height of letters, width of wires; and how many times as wide a rim is."""

_LIGHT = 0.55
"""Of 1: a wire that is lighter has a dark rim, so that it is seen on anything."""

_LINE = 1.25
"""Of the height of letters."""

_CLEAR = 0.4
"""Of the height of letters, between a name and other names and ships."""

_FAR = 0.9
"""Of the height of letters: a name that is farther from its ship has a line to it."""

_ROOMS = (0.4, 1.6)
"""Of the height of letters: from a ship to its name, where there is room and where there is not."""


@plain
def figure_of_reading(
    rgb: NDArray[np.uint8], found: Reading, *, players: Sequence[str] = (), style: Style = SCREEN, lang: str = "en"
) -> Figure:
    """A picture as large as `rgb` (rows, columns, 3) is, with the wire, name, size and accuracy of each ship.

    players: what they are called here, ship by ship; else as in the reading. What is hidden is dotted, and a ship that
    cannot be known is dashed.
    """
    words, (rows, columns) = Words(lang), rgb.shape[:2]
    width = _WIRE * max(rows, columns)
    figure = Figure(figsize=(columns / DOTS_PER_INCH, rows / DOTS_PER_INCH), dpi=DOTS_PER_INCH)
    ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    ax.set_axis_off()
    ax.imshow(rgb, extent=(0, columns, rows, 0), interpolation="none", aspect="auto")
    scale = columns / found.picture[0]
    called = list(players) or [ship.player for ship in found.ships]
    looks = style.looks(tuple(dict.fromkeys(called)))
    if found.sheet:
        _lines(ax, [(found.sheet[k], found.sheet[(k + 1) % 4]) for k in range(4)], scale, _SHEET, "solid", width)
    for ship, player in zip(found.ships, called, strict=True):
        _wire(ax, ship, scale, looks[player].fill, width)
    _names(ax, found.ships, scale, (columns, rows), words)
    ax.set_xlim(0, columns)
    ax.set_ylim(rows, 0)
    return figure


def _wire(ax: Axes, ship: ReadShip, scale: float, colour: str, width: float) -> None:
    seen = [edge for edge in EDGES if not any(ship.hidden[k] for k in edge)]
    rest = [edge for edge in EDGES if edge not in seen]
    known = "solid" if ship.tolerance is not None else "dashed"
    for edges, style, wide in ((rest, "dotted", width / 2), (seen, known, width)):
        _lines(ax, [(ship.wire[a], ship.wire[b]) for a, b in edges], scale, colour, style, wide)


Segment = tuple[tuple[float, float], tuple[float, float]]


def _lines(ax: Axes, segments: Sequence[Segment], scale: float, colour: str, style: str, width: float) -> None:
    points = width * 72 / DOTS_PER_INCH
    lines = LineCollection([np.array(one) * scale for one in segments], colors=colour, linestyles=style)
    lines.set_linewidth(points)
    lines.set_capstyle("round")
    rim = "black" if np.array(to_rgb(colour)) @ (0.30, 0.59, 0.11) > _LIGHT else "white"
    lines.set_path_effects([Stroke(linewidth=_RIM * points, foreground=rim), Normal()])
    ax.add_collection(lines, autolim=False)


def _names(ax: Axes, ships: Sequence[ReadShip], scale: float, picture: tuple[int, int], words: Words) -> None:
    """Beside each ship its name, size and accuracy, where that covers least of other ships and names."""
    high = _LETTERS * max(picture)
    points = high * 72 / DOTS_PER_INCH
    hulls = [MultiPoint(np.array(ship.wire) * scale).convex_hull for ship in ships]
    taken: list[Polygon] = []
    for k, ship in enumerate(ships):
        lines = _told(ship, words)
        wide = max(TextPath((0, 0), line, size=high, usetex=False).get_extents().width for line in lines)
        others = shapely.union_all([*hulls[:k], *hulls[k + 1 :], *taken]).buffer(_CLEAR * high)
        places = _beside(hulls[k].bounds, wide, _LINE * high * len(lines), high)
        at = min(places, key=lambda one: _covered(one, others, hulls[k], picture))
        taken.append(at)
        if at.distance(hulls[k]) > _FAR * high:
            ends = shapely.shortest_line(at, hulls[k]).coords
            ax.plot(*np.array(ends).T, color="white", linewidth=points / 12, path_effects=[_rim(points / 4), Normal()])
        note = ax.text(
            at.centroid.x, at.centroid.y, "\n".join(lines), ha="center", va="center", fontsize=points, color="white",
            linespacing=_LINE, parse_math=False,
        )  # fmt: skip
        note.set_path_effects([_rim(points / 5), Normal()])


def _rim(points: float) -> Stroke:
    return Stroke(linewidth=points, foreground="black")


def _told(ship: ReadShip, words: Words) -> tuple[str, str]:
    known = words.say("not known")
    if ship.tolerance is not None:
        known = f"±{words.tell(off_by(ship.tolerance, words.unit))}"
    return f"{ship.name} · {words.tell(ship.size.words)}", known


def _beside(box: tuple[float, ...], wide: float, high: float, letters: float) -> Iterator[Polygon]:
    """Places for a name around a box: below and above, right and left, at the corners; near it, then farther away."""
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    for room in _ROOMS:
        across, down = (right - left + wide) / 2 + room * letters, (bottom - top + high) / 2 + room * letters
        for i, j in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)):
            u, v = x + i * across, y + j * down
            yield shapely.box(u - wide / 2, v - high / 2, u + wide / 2, v + high / 2)


def _covered(at: Polygon, others: BaseGeometry, own: BaseGeometry, picture: tuple[int, int]) -> float:
    """How much of what is to be seen a name would cover, and how much of it would be outside the picture."""
    outside = at.area - at.intersection(shapely.box(0, 0, *picture)).area
    return float(round(at.intersection(others).area + 10 * outside + at.intersection(own).area, 3))
