"""Regions a ship can reach or shoot at, fans of headings, angles: shapes that somebody else has worked out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np
import shapely
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path

from armada_sim.evidence import BlockedHeadings, HeadingInterval
from armada_sim.geometry import Point
from armada_sim.table import Layout, Rules, Surface, Unit, edge_words
from plots import shapes
from plots.messages import Words
from plots.shapes import View
from plots.sheet import DASHED, LONG_DASHED, Drawing, Sheet
from plots.style import Look, Style, Z
from plots.style_file import style_of

if TYPE_CHECKING:
    from armada_sim.regions import Reach


@dataclass(frozen=True, slots=True)
class ReachShapes:
    """A region as plain shapes, mm; whoever worked it out answers for it."""

    inner: shapely.Geometry
    """Every point of it can be covered: filled."""

    outer: shapely.Geometry | None = None
    """No point outside it can be: the band between it and inner is hatched."""

    undecided: shapely.Geometry | None = None
    """Passages too narrow to decide: cross-hatched."""

    threat: shapely.Geometry | None = None
    """What can be shot at: a dashed outline."""

    @property
    def shapes(self) -> tuple[shapely.Geometry, ...]:
        """Those that are there."""
        found = (self.inner, self.outer, self.undecided, self.threat)
        return tuple(shape for shape in found if is_there(shape))


def reach_shapes(reach: Reach) -> ReachShapes:
    """The shapes of a region that `armada_sim.reachable` has worked out."""
    return ReachShapes(reach.inner, reach.outer, shapely.union_all([part.region for part in reach.undecided]))


def is_there(shape: shapely.Geometry | None) -> TypeGuard[shapely.Geometry]:
    """Whether there is anything to draw."""
    return shape is not None and not shapely.is_empty(shape)


def draw_reach(
    ax: Axes, reach: ReachShapes, *, unit: str = "mm", style: str | Style = "screen", lang: str = "en",
    view: View | None = None, legend: bool = True,
) -> Drawing:  # fmt: skip
    """Draw a reachable region on `ax`, mm in data units, and return what was drawn; see `draw_position` for ships.

    Raises InputError for an unknown unit, style or language.
    """
    corners = [(float(x), float(y)) for shape in reach.shapes for x, y in shapely.get_coordinates(shape)]
    words, empty = Words(lang, Unit(unit)), Layout(surface=Surface.unbounded())
    sheet = Sheet(ax, empty, Rules(), style_of(style), words, view or View.around(corners))
    mark_reach(sheet, reach)
    return sheet.finish(legend=legend)


def mark_reach(
    sheet: Sheet, reach: ReachShapes, *, colour: str | None = None, words: str | None = None, pieces: Sequence[str] = ()
) -> None:
    """The same on a sheet; colour of the style's reach unless given, `words` for the inner part in the legend."""
    style = sheet.style
    colour = colour or style.reach
    if is_there(reach.inner):
        fill: Look = {"facecolor": colour, "linewidth": 0, "alpha": style.reach_alpha}
        border: Look = {"fill": False, "edgecolor": colour, "linewidth": style.line}
        sheet.mark("inner", region_patch(sheet, reach.inner, Z.REGION, **fill), *pieces)
        sheet.others.append(region_patch(sheet, reach.inner, Z.REGION + 0.2, **border))
        sheet.labeller.soft.append(shapely.boundary(reach.inner))
        sheet.explain(words or sheet.words.say("can be covered"), Patch(**fill), Patch(**border))
    if is_there(reach.outer):
        _band(sheet, reach.outer, shapely.difference(reach.outer, reach.inner), colour, pieces)
    if is_there(reach.undecided):
        hatch: Look = {"facecolor": "none", "edgecolor": style.blocker, "hatch": "xxxx", "linewidth": style.thin}
        sheet.mark("undecided", region_patch(sheet, reach.undecided, Z.REGION + 0.3, **hatch), *pieces)
        sheet.explain(sheet.words.say("passage too narrow to decide"), Patch(**hatch))
    if is_there(reach.threat):
        look: Look = {"fill": False, "edgecolor": style.blocker, "linewidth": style.line, "linestyle": LONG_DASHED}
        sheet.mark("threat", region_patch(sheet, reach.threat, Z.REGION + 0.4, **look), *pieces)
        sheet.labeller.soft.append(shapely.boundary(reach.threat))
        sheet.explain(sheet.words.say("can be shot at after moving"), Patch(**look))


def _band(sheet: Sheet, outer: shapely.Geometry, band: shapely.Geometry, colour: str, pieces: Sequence[str]) -> None:
    """The hatched band between inner and outer, and the outer border."""
    hatch: Look = {"facecolor": "none", "edgecolor": colour, "hatch": "//////", "linewidth": 0}
    sheet.mark("band", region_patch(sheet, band, Z.REGION + 0.1, **hatch), *pieces)
    thin: Look = {"edgecolor": colour, "linewidth": sheet.style.thin, "linestyle": DASHED}
    sheet.mark("outer", region_patch(sheet, outer, Z.REGION + 0.2, fill=False, **thin), *pieces)
    sheet.explain(sheet.words.say("undecided: between the two bounds"), Patch(**hatch))
    sheet.explain(sheet.words.say("nothing beyond can be reached"), Patch(fill=False, **thin))


def region_patch(sheet: Sheet, region: shapely.Geometry, zorder: float, **look: Any) -> PathPatch:
    """Polygons with their holes as one patch."""
    vertices, codes = [np.empty((0, 2))], []
    for polygon in shapely.get_parts(region):
        if not isinstance(polygon, shapely.Polygon) or polygon.is_empty:
            continue
        for ring in (polygon.exterior, *polygon.interiors):
            points = shapely.get_coordinates(ring)
            vertices.append(points)
            codes += [Path.MOVETO, *[Path.LINETO] * (len(points) - 2), Path.CLOSEPOLY]
    patch = PathPatch(Path(np.concatenate(vertices), codes), zorder=zorder, **look)
    sheet.ax.add_artist(patch)
    return patch


def mark_fan(
    sheet: Sheet, pivot: Point, radius: float, legal: Sequence[HeadingInterval],
    blocked: Sequence[BlockedHeadings], *, piece: str = "",
) -> None:  # fmt: skip
    """The headings of a step whose base midpoint is `pivot` (mm): legal sectors, and an arc for every blocker."""
    style = sheet.style
    fill: Look = {"facecolor": style.good, "edgecolor": style.good, "alpha": 0.25, "linewidth": style.line}
    for interval in legal:
        corners = [pivot, *shapes.arc_points(pivot, radius, interval.start, interval.end)]
        sheet.mark("legal headings", sheet.polygon(corners, Z.REGION, **fill), piece)
    if legal:
        listed = sheet.words.in_turn(_range(sheet.words, interval.start, interval.end) for interval in legal)
        sheet.explain(sheet.words.say("legal headings: {list}", list=listed), Patch(**fill))
    names = list(dict.fromkeys(block.by for block in blocked))
    for block in blocked:
        look = _blocked_look(sheet, names.index(block.by))
        out = radius + sheet.mm(6 + 7 * names.index(block.by))
        points = shapes.arc_points(pivot, out, block.start, block.end)
        ends = [shapes.between(point, pivot, sheet.mm(6) / out) for point in (points[0], points[-1])]
        arc = sheet.line([ends[0], *points, ends[1]], Z.LINE, halo=1.2, **look)
        sheet.mark("blocked headings", arc, block.by)
    for number, name in enumerate(names):
        listed = sheet.words.in_turn(
            _range(sheet.words, block.start, block.end) for block in blocked if block.by == name
        )
        words = sheet.words.say("blocked by {by}: {list}", by=sheet.words.tell(edge_words(name)), list=listed)
        sheet.explain(words, Line2D([], [], **_blocked_look(sheet, number)))


def _range(words: Words, start: float, end: float) -> str:
    return words.say("{first} to {last}", first=words.angle(start, 1), last=words.angle(end, 1))


def _blocked_look(sheet: Sheet, number: int) -> Look:
    """One dash for every blocker, so that they stay apart without colour."""
    dashes = ("-", (0, (5, 1.5)), (0, (1.5, 1)), (0, (6, 1.5, 1.5, 1.5)))
    return {
        "color": sheet.style.blocker, "linewidth": sheet.style.heavy * 0.8, "linestyle": dashes[number % len(dashes)],
    }  # fmt: skip


def angle_arc(sheet: Sheet, pivot: Point, radius: float, start: float, end: float) -> None:
    """An angle at `pivot` from one heading to another (degrees), with arrowheads and its size in words."""
    style = sheet.style
    points = shapes.arc_points(pivot, radius, start, end)
    line = sheet.line(points, Z.DIMENSION, halo=1.0, color=style.ink, linewidth=style.line)
    sheet.mark("angle", line)
    reach = min(2, len(points) - 1)
    for tail, head in ((points[reach], points[0]), (points[-1 - reach], points[-1])):
        sheet.others.append(
            sheet.arrow(tail, head, "-|>", Z.DIMENSION, color=style.ink, linewidth=style.line, mutation_scale=8)
        )
    middle = math.radians((start + end) / 2)
    at = (pivot[0] + radius * math.cos(middle), pivot[1] + radius * math.sin(middle))
    text = sheet.words.angle(abs(end - start))
    sheet.texts.append(sheet.write_beside(shapely.Point(at), text, style.text, prefer=(start + end) / 2))
