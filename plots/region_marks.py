"""Regions a ship can reach or shoot at, fans of headings, angles: shapes that somebody else has worked out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard

import shapely
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, PathPatch

from armada_sim.evidence import BlockedHeadings, HeadingInterval
from armada_sim.geometry import Point
from armada_sim.pictures import LONG_DASHED, Look, Style, View, Words, Z, shapes
from armada_sim.table import Layout, Rules, Surface, Unit
from plots.outlines import EXACT_MM, Region, border_path
from plots.settings import plain
from plots.sheet import Drawing, Sheet
from plots.style_file import style_of


@dataclass(frozen=True, slots=True)
class ReachShapes:
    """What a ship can do, as regions to be drawn."""

    covered: Region | None = None
    """What it can cover: filled."""

    threat: Region | None = None
    """What can be shot at: a dashed outline."""

    tips: bool = False
    """Whether what is covered is where its tip can get."""

    @property
    def shapes(self) -> tuple[shapely.Geometry, ...]:
        """All there is to be seen, mm."""
        there = [region for region in (self.covered, self.threat) if region is not None]
        return tuple(shape for region in there for shape in (region.shape, region.undecided) if is_there(shape))


def is_there(shape: shapely.Geometry | None) -> TypeGuard[shapely.Geometry]:
    """Whether there is anything to draw."""
    return shape is not None and not shapely.is_empty(shape)


@plain
def draw_reach(
    ax: Axes, reach: ReachShapes, *, unit: str = "mm", style: str | Style = "screen", lang: str = "en",
    view: View | None = None, legend: bool = True,
) -> Drawing:  # fmt: skip
    """Draw a reachable region on `ax`, mm in data units, and return what was drawn; see `draw_position` for ships.

    Raises InputError for an unknown unit, style or language.
    """
    corners = [(float(x), float(y)) for shape in reach.shapes for x, y in shapely.get_coordinates(shape)]
    words, empty = Words(lang, Unit(unit)), Layout(surface=Surface.unbounded())
    sheet = Sheet(empty, Rules(), style_of(style), words, view or View.around(corners), ax=ax)
    mark_reach(sheet, reach)
    return sheet.finish(legend=legend)


def mark_reach(
    sheet: Sheet, reach: ReachShapes, *, colour: str | None = None, words: str | None = None,
    pieces: Sequence[str] = (), layers: int = 1,
) -> None:  # fmt: skip
    """The same on a sheet; colour of the style's reach unless given, `words` for the inner part in the legend (empty:
    it has no line there), whose sample lies on the table and has so many layers of the tint."""
    style = sheet.style
    colour = colour or style.reach
    covered, threat = reach.covered, reach.threat
    if covered is not None and is_there(covered.shape):
        fill: Look = {"facecolor": colour, "linewidth": 0, "alpha": style.reach_alpha}
        border: Look = {"fill": False, "edgecolor": colour, "linewidth": style.line}
        sheet.mark("inner", region_patch(sheet, covered, Z.REGION, **fill), *pieces)
        sheet.others.append(region_patch(sheet, covered, Z.REGION + 0.2, **border))
        sample = fill | {"alpha": 1 - (1 - style.reach_alpha) ** layers}
        words = sheet.words.say("can be covered") if words is None else words
        if words:
            sheet.explain(words, on_table(sheet), Patch(**sample), Patch(**border))
        _exactness(sheet, covered, "covered", sheet.words.say("undecided: may be reached, or not"), pieces)
    if threat is not None and is_there(threat.shape):
        look: Look = {"fill": False, "edgecolor": style.blocker, "linewidth": style.line, "linestyle": LONG_DASHED}
        sheet.mark("threat", region_patch(sheet, threat, Z.REGION + 0.4, **look), *pieces)
        sheet.explain(sheet.words.say("can be shot at after moving"), Patch(**look))
        _exactness(sheet, threat, "threat", sheet.words.say("undecided: may be shot at, or not"), pieces)


def on_table(sheet: Sheet) -> Patch:
    """What lies under the sample of a tint in the legend."""
    bounded = sheet.layout.surface.kind != "unbounded"
    return Patch(facecolor=sheet.style.surface if bounded else sheet.ax.get_facecolor(), linewidth=0)


def _exactness(sheet: Sheet, region: Region, kind: str, words: str, pieces: Sequence[str]) -> None:
    """What is undecided of a region, in a plain tint; and how exact its border is, for the caption."""
    if region.within > EXACT_MM:  # else no eye sees it
        sheet.within[kind] = max(region.within, sheet.within.get(kind, 0.0))
    sheet.labeller.soft.append(shapely.boundary(shapely.simplify(region.shape, region.within / 6)))
    sheet.nooks |= region.nooks
    if is_there(region.undecided):
        tint: Look = {"facecolor": sheet.style.blocker, "alpha": 0.45, "linewidth": 0}
        tinted = region_patch(sheet, replace(region, shape=region.undecided), Z.REGION + 0.3, **tint)
        sheet.mark("undecided" if kind == "covered" else "undecided threat", tinted, *pieces)
        sheet.explain(words, Patch(**tint))
        sheet.undecided = True


def region_patch(sheet: Sheet, region: Region, zorder: float, **look: object) -> PathPatch:
    """Polygons with their holes as one patch of arcs and lines."""
    patch = PathPatch(border_path(region.shape, region.within), zorder=zorder, **look)
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
        words = sheet.words.say("blocked by {by}: {list}", by=sheet.call(name), list=listed)
        sheet.explain(words, Line2D([], [], **_blocked_look(sheet, number)))


def _range(words: Words, start: float, end: float) -> str:
    return words.tell(words.unit.span(start, end, 1, inward=False))


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
    text = sheet.words.decimal(f"{abs(end - start):.2f}".rstrip("0").rstrip(".")) + "°"
    sheet.texts.append(sheet.write_beside((at,), text, style.text, prefer=(start + end) / 2))
