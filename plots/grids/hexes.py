"""A board of hexes: places, terrain, names. Neighbouring middles are `HEX_MM` apart; rows go downwards."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from armada_sim.geometry import Point
from armada_sim.pictures import Look, View, Z
from armada_sim.tabletop import InputError, Message
from grid_games.core.hexes import Hex
from plots.sheet import Sheet, thin_hatch

HEX_MM = 10.0
"""From the middle of a hex to that of a neighbour, in the drawing's units; its size on paper is the page's."""

EDGE_MM = 6.0
"""Around the board, for letters."""


def centre(place: Hex, *, flat: bool = False) -> Point:
    """The middle of a hex, on a board with pointed or with flat tops."""
    high = HEX_MM * math.sqrt(3) / 2
    if flat:
        return place.q * high, -(place.r + place.q / 2) * HEX_MM
    return (place.q + place.r / 2) * HEX_MM, -place.r * high


def corners(place: Hex, inset: float = 0.0, *, flat: bool = False) -> list[Point]:
    """The corners of a hex, drawn smaller by `inset` mm on every side."""
    x, y = centre(place, flat=flat)
    radius, first = (HEX_MM / 2 - inset) * 2 / math.sqrt(3), 0 if flat else 30
    turns = (math.radians(first + 60 * k) for k in range(6))
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


def around(shown: str) -> tuple[str, int]:
    """The hex and the radius of a part of a board, such as "e6 3". Raises InputError."""
    found = re.fullmatch(r"(\S+) (\d{1,2})", shown, re.ASCII)
    if found is None:
        raise InputError(Message('expected a place and how far around it, such as "e6 3", not {given}',
                                 given=repr(shown)))  # fmt: skip
    return found[1], int(found[2])


def view_of(places: Iterable[Hex], *, flat: bool = False) -> View:
    """All of the hexes with room for letters."""
    middles = [centre(place, flat=flat) for place in places]
    xs, ys = zip(*((x + at, y + up) for at, up in corners(Hex(0, 0), flat=flat) for x, y in middles), strict=True)
    return View(min(xs) - EDGE_MM, min(ys) - EDGE_MM / 2, max(xs) + EDGE_MM / 2, max(ys) + EDGE_MM / 2)


@dataclass(frozen=True, slots=True)
class Ground:
    """How a terrain looks: as light as no other, and with a hatch of its own."""

    fill: str
    hatch: str = ""
    ink: str = "#5a5a4a"
    """Colour of the hatch and of names."""


def draw_hexes(sheet: Sheet, grounds: Mapping[Hex, Ground], names: Mapping[Hex, str]) -> None:
    """Hexes with their terrain, and their names small at the foot."""
    for place, ground in grounds.items():
        look: Look = {"facecolor": ground.fill, "edgecolor": ground.ink, "hatch": ground.hatch, "linewidth": 0}
        body = thin_hatch(sheet.polygon(corners(place), Z.SURFACE, **look), sheet.style)
        rim: Look = {"fill": False, "edgecolor": sheet.style.quiet, "linewidth": sheet.style.thin}
        sheet.others.append(sheet.polygon(corners(place), Z.GRID, **rim))
        sheet.mark("hex", body, names.get(place, f"{place.q}_{place.r}"))
    size = 0.19 * HEX_MM / sheet.mm(1)
    for place, name in names.items():
        x, y = centre(place)
        sheet.texts.append(sheet.write(name, (x, y - 0.345 * HEX_MM), size, color=sheet.style.quiet))


def explain_ground(sheet: Sheet, words: str, ground: Ground, *symbols: Line2D) -> None:
    """A terrain, in the legend, with what is drawn on its hexes."""
    body = thin_hatch(Patch(facecolor=ground.fill, edgecolor=ground.ink, hatch=ground.hatch, linewidth=0), sheet.style)
    sheet.explain(words, body, Patch(fill=False, edgecolor=sheet.style.quiet, linewidth=sheet.style.thin), *symbols)
