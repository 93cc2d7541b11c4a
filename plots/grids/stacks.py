"""Pieces on squares: a chip for each kind of piece, with its number, its wound and the look of its colour."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from matplotlib.lines import Line2D
from matplotlib.path import Path

from armada_sim.geometry import Point
from armada_sim.pictures import Look, PlayerLook, Z, arc_points
from plots.grids.symbols import placed, symbol
from plots.outlines import Region
from plots.region_marks import region_patch
from plots.sheet import Sheet

_CUT = 0.16
"""Share of a chip's side that its corners are cut by."""

PLAIN = 0.43
"""Radius of the plain middle of a chip, where its symbol lies, as a share of its side."""

_LEGEND_SYMBOL = 10.0
"""Points. Size of a symbol in the legend."""

ROOM = 0.03
"""Share of the room a chip has that is left free to every side."""


@dataclass(frozen=True, slots=True)
class Chip:
    """Pieces that are alike."""

    player: str
    """Whose colour they have."""

    kind: str
    """As `symbols` names it."""

    count: int = 1
    wounded: bool = False
    letter: str = ""
    """What tells its colour where looks do not."""


def across(most: int) -> int:
    """Chips side by side on every square of a picture whose fullest one has `most`: two, if that is enough for all."""
    return max(2, math.ceil(math.sqrt(most)))


def chip_places(count: int, left: float, bottom: float, side: float, wide: int) -> list[tuple[Point, float]]:
    """Middles and sides of so many chips in a square box, in rows of `wide` at most: all of one size."""
    columns, room = min(count, wide), side / wide
    start, top = left + (side - columns * room) / 2, bottom + (side + math.ceil(count / columns) * room) / 2
    return [
        ((start + (k % columns + 0.5) * room, top - (k // columns + 0.5) * room), room * (1 - 2 * ROOM))
        for k in range(count)
    ]


def draw_stack(
    sheet: Sheet, chips: Sequence[Chip], looks: Mapping[str, PlayerLook], place: str, left: float, bottom: float,
    side: float, wide: int = 2,
) -> None:  # fmt: skip
    """The chips of a stack in a square box, `wide` side by side; `place` names them."""
    for chip, (centre, size) in zip(chips, chip_places(len(chips), left, bottom, side, wide), strict=True):
        draw_chip(sheet, chip, looks[chip.player], centre, size, place)


def draw_chip(sheet: Sheet, chip: Chip, look: PlayerLook, centre: Point, side: float, place: str) -> None:
    """One chip."""
    style = sheet.style
    thin = min(style.thin, 0.09 * side / sheet.mm(1))
    body = sheet.piece(_chip_corners(centre, side), Z.SHIP, look)
    rim = sheet.polygon(_chip_corners(centre, side), Z.SHIP + 0.3, fill=False, edgecolor=style.ink, linewidth=thin)
    disc = sheet.polygon(arc_points(centre, PLAIN * side, 0, 360)[:-1], Z.SHIP + 0.1, facecolor=look.fill, linewidth=0)
    (right, up), half = _room(chip)
    shape = placed(chip.kind, (centre[0] + right * side, centre[1] + up * side), half * side, lying=chip.wounded)
    shown = region_patch(sheet, Region(shape), Z.SHIP + 0.2, facecolor=look.hatch_ink, linewidth=0)
    sheet.others += [rim, disc]
    words = (place, chip.player, chip.kind, *(("wounded",) if chip.wounded else ()))
    sheet.mark("chip", body, *words)
    sheet.mark("symbol", shown, *words)
    if chip.wounded:
        _wound(sheet, centre, side, look)
    if chip.count > 1:
        _noted(sheet, str(chip.count), centre, side, 1)
    if chip.letter:
        _noted(sheet, chip.letter, centre, side, -1)


def _room(chip: Chip) -> tuple[Point, float]:
    """Where a chip's symbol is whole beside its number and its letter: its middle off the chip's, half its size, as
    shares of the chip's side."""
    if chip.count > 1 and chip.letter:
        return (0.0, 0.2), 0.22 if chip.count < 10 else 0.2
    aside = (chip.letter != "") - (chip.count > 1)
    return (0.14 * aside, 0.14 * abs(aside)), 0.33 if not aside else 0.27 if chip.count < 10 else 0.23


def _chip_corners(centre: Point, side: float) -> list[Point]:
    """An octagon: a square with its corners cut."""
    x, y, half = *centre, side / 2
    cut = half - _CUT * side
    return [
        (x - cut, y - half), (x + cut, y - half), (x + half, y - cut), (x + half, y + cut),
        (x + cut, y + half), (x - cut, y + half), (x - half, y + cut), (x - half, y - cut),
    ]  # fmt: skip


def _wound(sheet: Sheet, centre: Point, side: float, look: PlayerLook) -> None:
    """A bar across the chip, from corner to corner."""
    x, y, reach = *centre, 0.37 * side
    ends = [(x - reach, y + reach), (x + reach, y - reach)]
    points = side / sheet.mm(1)
    for width, colour in (
        (0.15, look.fill),
        (0.075, sheet.style.blocker if look.hatch_ink.startswith("#1") else look.hatch_ink),
    ):
        bar = sheet.line(ends, Z.SHIP + 0.25, color=colour, linewidth=width * points, solid_capstyle="butt")
        sheet.others.append(bar)


def _noted(sheet: Sheet, text: str, centre: Point, side: float, right: int) -> None:
    """A number or a letter on a small white disc at a lower corner, the right one (1) or the left one (-1)."""
    style, radius = sheet.style, (0.24 if len(text) < 2 else 0.27) * side
    out = side / 2 - 0.8 * radius
    at = (centre[0] + right * out, centre[1] - out)
    look: Look = {"facecolor": style.page, "edgecolor": style.ink}
    look["linewidth"] = min(style.thin, 0.06 * side / sheet.mm(1))
    disc = sheet.polygon(arc_points(at, radius, 0, 360)[:-1], Z.SHIP + 0.4, **look)
    sheet.others.append(disc)
    sheet.name(disc, "disc", text)
    size = (1.55 if len(text) < 2 else 1.15) * radius / sheet.mm(1)
    written = sheet.ax.text(
        *at, text, fontsize=size, family=style.font, fontweight="bold", color=style.ink, ha="center",
        va="center_baseline",
        zorder=Z.SHIP + 0.5, parse_math=False, clip_on=True,
    )  # fmt: skip
    sheet.texts.append(written)


def explain_kind(sheet: Sheet, words: str, kind: str) -> None:
    """A symbol, in the legend."""
    explain_shape(sheet, words, symbol(kind))


def explain_shape(sheet: Sheet, words: str, shape: shapely.Geometry) -> None:
    """A shape in a box from -1 to 1, in the legend."""
    sheet.explain_line(words, **_marker(sheet, shape))


def explain_wound(sheet: Sheet, words: str, kind: str) -> None:
    """A symbol on its side with the bar of a wound, in the legend."""
    bar: Look = {"linestyle": "none", "markersize": 1.3 * _LEGEND_SYMBOL, "marker": [(-1, 1), (1, -1)]}
    lying = Line2D([], [], **_marker(sheet, placed(kind, (0, 0), 1, lying=True)) | {"color": sheet.style.quiet})
    strokes = (
        Line2D([], [], color=colour, markeredgewidth=width, **bar)
        for colour, width in ((sheet.style.halo, 3.5), (sheet.style.blocker, 1.8))
    )
    sheet.explain(words, lying, *strokes)


def _marker(sheet: Sheet, shape: shapely.Geometry) -> Look:
    """A shape as a marker of the legend."""
    rings = [
        shapely.get_coordinates(ring) for part in shapely.get_parts(shape) for ring in (part.exterior, *part.interiors)
    ]
    codes = [code for ring in rings for code in (Path.MOVETO, *[Path.LINETO] * (len(ring) - 2), Path.CLOSEPOLY)]
    look: Look = {"color": sheet.style.ink, "linestyle": "none", "markersize": _LEGEND_SYMBOL, "markeredgewidth": 0}
    return look | {"marker": Path(np.concatenate(rings), codes)}
