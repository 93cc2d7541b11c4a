"""A scene: what lies on a table, what is marked there and what is said, as data; and the one drawing of all scenes.

Lengths are mm of the table, angles degrees. Words are messages, said in the language of the figure.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from armada_sim.evidence import Ruling
from armada_sim.geometry import Point
from armada_sim.moving import Mover, blocked_headings, legal_headings
from armada_sim.pictures import (
    DASHED,
    LONG_DASHED,
    Look,
    Style,
    View,
    Words,
    Z,
    draw_dimension,
    draw_pieces,
    draw_sight,
    mark_blockers,
    mark_ruling,
    shapes,
    write_names,
)
from armada_sim.table import Layout, Rules, Surface
from armada_sim.tabletop import Message
from plots.figures import fitted, page
from plots.region_marks import ReachShapes, angle_arc, mark_fan, mark_reach
from plots.settings import plain
from plots.sheet import Drawing, Sheet

PLAYERS = ("blue", "red", "yellow")
"""Who has pieces in a scene: blue what it is about, as in the figures of the source text."""

_GREY = "#a9a9a9"
"""Steps on the way, as in the source text."""


NOWHERE = Layout(surface=Surface.unbounded())
"""An empty table without edges."""


class Mark(Protocol):
    """Something that a scene shows besides its pieces."""

    def draw(self, sheet: Sheet) -> None:
        """Draw it, and explain it in the legend."""


@dataclass(frozen=True)
class Scene:
    """A figure as data. Words are `Message`s: what they say, the language of the figure decides."""

    view: View
    marks: tuple[Mark, ...] = ()
    layout: Layout = NOWHERE
    roles: Mapping[str, Message] = field(default_factory=dict)
    """What the pieces of a player are, for the legend."""

    rules: Rules = field(default_factory=Rules)
    named: bool = True
    """Whether pieces have their names beside them."""

    scale: float | None = None
    """mm of paper per mm of table, whatever width a style asks for; what fits a column of text if None."""


@plain
def figure_of_scene(
    scene: Scene, title: str, caption: str, style: Style, words: Words
) -> tuple[Figure, Drawing]:  # fmt: skip
    """The figure of a scene. Raises InputError for a scale that makes no figure."""
    style = style if scene.scale is None else replace(style, width_mm=None)
    figure, ax = page(scene.view, style, scene.scale)
    layout = _said(scene.layout, words)
    sheet = Sheet(layout, scene.rules, style, words, scene.view, PLAYERS, roles=scene.roles, ax=ax)
    draw_pieces(sheet, ())
    for spine in ax.spines.values():
        spine.set_visible(False)
    ax.set_facecolor(style.page)
    for mark in scene.marks:
        mark.draw(sheet)
    if scene.named:
        write_names(sheet, ("labels",))
    sheet.write_title(title, caption)
    sheet.write_scale()
    drawing = sheet.finish(legend="below")
    return fitted(figure, ax, style), drawing


def _said(layout: Layout, words: Words) -> Layout:
    """The layout with the names of objects in the language of the figure; ships have letters."""
    return replace(layout, objects=tuple(replace(thing, name=words.say(thing.name)) for thing in layout.objects))


@dataclass(frozen=True, slots=True)
class _Paint:
    """How a shape is drawn."""

    zorder: float
    border: Look | None = None
    fill: Look | None = None
    clear: bool = False
    """Whether words keep clear of all of it."""


def _paints(style: Style) -> dict[str, _Paint]:
    """Every look that a shape may have."""
    looks, ink, line = style.looks(PLAYERS), style.ink, style.line
    dashed: Look = {"edgecolor": ink, "linewidth": line, "linestyle": DASHED}
    tint: Look = {"facecolor": style.reach, "alpha": style.reach_alpha, "linewidth": 0}
    faulty: Look = {"edgecolor": style.blocker, "linewidth": line, "linestyle": DASHED}
    across: Look = {"color": style.quiet, "linewidth": line, "linestyle": LONG_DASHED}
    found = {
        "edge": _Paint(Z.TEMPLATE, {"edgecolor": ink, "linewidth": line}),
        "bold": _Paint(Z.TEMPLATE, {"edgecolor": ink, "linewidth": style.bold}),
        "thin": _Paint(Z.TEMPLATE, {"edgecolor": ink, "linewidth": style.thin}, clear=True),
        "dashed": _Paint(Z.TEMPLATE, dashed),
        "long": _Paint(Z.TEMPLATE, {"edgecolor": ink, "linewidth": line, "linestyle": LONG_DASHED}),
        "other": _Paint(Z.TEMPLATE, faulty),
        "face": _Paint(Z.REGION, None, tint, clear=True),
        "way": _Paint(Z.GHOST, dashed, {"facecolor": _GREY, "alpha": 0.8, "linewidth": 0}, clear=True),
        "last": _Paint(Z.GHOST, dashed, {"facecolor": looks["yellow"].fill, "alpha": 0.8, "linewidth": 0}, clear=True),
        "off": _Paint(Z.TEMPLATE, {"edgecolor": style.reach, "linewidth": line}, tint),
        "faulty": _Paint(Z.TEMPLATE, faulty),
        "beyond": _Paint(Z.GRID, None, tint),
        "won": _Paint(
            Z.GHOST, dashed, {"facecolor": looks["blue"].fill, "alpha": style.ghost_alpha, "linewidth": 0}, clear=True
        ),
        "axis": _Paint(Z.TEMPLATE, {"color": style.quiet, "linewidth": style.thin, "linestyle": DASHED}),
        "bar": _Paint(Z.TEMPLATE, {"color": ink, "linewidth": line}),
        "table": _Paint(Z.REGION + 0.1, {"color": style.surface_edge, "linewidth": style.bold}),
        "across": _Paint(Z.REGION, across),
        "goal": _Paint(Z.REGION, {"color": style.good, "linewidth": style.heavy}),
    }
    for player in PLAYERS:
        full: Look = {"facecolor": looks[player].fill, "linewidth": 0}
        found[player] = _Paint(Z.THING, {"edgecolor": ink, "linewidth": style.bold}, full, clear=True)
    return found


@dataclass(frozen=True, slots=True)
class Shape:
    """A ring of corners, or a line between two points."""

    points: tuple[Point, ...]
    look: str
    """One of `_paints`."""

    words: Message | None = None
    """For the legend, if it has a line there."""

    kind: str = "outline"
    pieces: tuple[str, ...] = ()
    step: int | None = None

    def draw(self, sheet: Sheet) -> None:
        """Fill and border."""
        paint, samples = _paints(sheet.style)[self.look], list[Patch | Line2D]()
        if paint.clear:
            sheet.labeller.avoid(self.points)
        if paint.fill is not None:
            fill = sheet.polygon(self.points, paint.zorder, **paint.fill)
            samples.append(Patch(**paint.fill))
            if paint.border is None:
                sheet.mark(self.kind, fill, *self.pieces, step=self.step)
            else:
                sheet.others.append(fill)
        if paint.border is not None:
            if len(self.points) == 2:
                artist, sample = sheet.line(self.points, paint.zorder, **paint.border), Line2D([], [], **paint.border)
                sheet.mark(self.kind, artist, *self.pieces)
                samples.append(sample)
            else:
                ring = sheet.outline(self.points, paint.zorder + 0.1, halo=0 if paint.fill else 1.0, **paint.border)
                sheet.mark(self.kind, ring, *self.pieces, step=self.step)
                samples.append(Patch(fill=False, **paint.border))
        if self.words:
            sheet.explain(sheet.words.tell(self.words), *samples)


@dataclass(frozen=True, slots=True)
class Area:
    """A region that somebody has worked out: what is covered, what can be shot at."""

    reach: ReachShapes
    words: Message | None = None
    piece: str = ""
    layers: int = 1
    """How many of such tints lie on one another there, for the legend."""

    def draw(self, sheet: Sheet) -> None:
        """Tint and border, and how exact that is."""
        words = sheet.words.tell(self.words) if self.words else None
        mark_reach(sheet, self.reach, words=words, pieces=(self.piece,), layers=self.layers)


@dataclass(frozen=True, slots=True)
class Span:
    """The length between two points on a dimension line beside them, with thin lines that carry it over."""

    start: Point
    end: Point
    offset: float
    """mm of paper to the left of the way from start to end (negative: to the right)."""

    carried: Point | None = None
    """Where the end is carried over from, if it lies elsewhere."""

    def draw(self, sheet: Sheet) -> None:
        """The line and its length."""
        p, q = self.start, self.end
        size, away = math.dist(p, q), sheet.mm(self.offset / 25.4 * 72)
        nx, ny = (p[1] - q[1]) / size * away, (q[0] - p[0]) / size * away
        a, b = (p[0] + nx, p[1] + ny), (q[0] + nx, q[1] + ny)
        near, past = sheet.mm(2) / abs(away), 1 + sheet.mm(3) / abs(away)
        look: Look = {"color": sheet.style.quiet, "linewidth": sheet.style.thin}
        for corner, foot, end in ((p, p, a), (self.carried or q, q, b)):
            begin = shapes.between(foot, end, near) if corner == foot else corner
            sheet.others.append(sheet.line([begin, shapes.between(foot, end, past)], Z.DIMENSION, **look))
        draw_dimension(sheet, (a, b), size, ())


@dataclass(frozen=True, slots=True)
class Gap:
    """How far two points are from each other, on the line between them."""

    start: Point
    end: Point
    pieces: tuple[str, ...] = ()

    def draw(self, sheet: Sheet) -> None:
        """The line and its length."""
        draw_dimension(sheet, (self.start, self.end), math.dist(self.start, self.end), self.pieces)


@dataclass(frozen=True, slots=True)
class Note:
    """A text with its middle at a point."""

    at: Point
    text: str | tuple[str, ...]
    """A message, a number with its unit, or a text that is no word; or several of these."""

    bold: bool = False
    up: float = 0.0
    """Points above it."""

    def draw(self, sheet: Sheet) -> None:
        """The text; later words keep clear of it."""
        parts = (self.text,) if isinstance(self.text, str) else self.text
        text, style = ", ".join(map(sheet.words.tell, parts)), sheet.style
        at = self.at[0], self.at[1] + sheet.mm(self.up)
        sheet.labeller.avoid(sheet.labeller.box(at, sheet.text_size(text, style.text)))
        sheet.texts.append(sheet.write(text, at, style.text, fontweight="bold" if self.bold else "normal"))


@dataclass(frozen=True, slots=True)
class Angle:
    """The angle between two headings at a point, with its size."""

    pivot: Point
    radius: float
    start: float
    end: float
    words: Message

    def draw(self, sheet: Sheet) -> None:
        """The arc."""
        angle_arc(sheet, self.pivot, self.radius, self.start, self.end)
        sheet.explain_line(sheet.words.tell(self.words), color=sheet.style.ink, linewidth=sheet.style.line)


@dataclass(frozen=True, slots=True)
class Headings:
    """The legal headings of a ship's next step, and what blocks the others."""

    layout: Layout
    ship: str

    def draw(self, sheet: Sheet) -> None:
        """The fan."""
        layout, rules, ship = self.layout, sheet.rules, self.layout.ship(self.ship)
        outline = rules.outline(ship.size)
        named = {thing.name: sheet.words.say(thing.name) for thing in layout.objects}
        blocked = blocked_headings(Mover(ship, outline), ship.pose.place, layout, rules)
        mark_fan(
            sheet, shapes.tip_of(ship, rules), float(outline.step), legal_headings(layout, self.ship, rules),
            [replace(block, by=named.get(block.by, block.by)) for block in blocked], piece=self.ship,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Outlined:
    """Pieces that matter, by name."""

    names: tuple[str, ...]
    words: str
    """Marked by `N_`, with {names}."""

    def draw(self, sheet: Sheet) -> None:
        """A heavy dashed outline around each."""
        mark_blockers(sheet, self.names, self.words)


@dataclass(frozen=True, slots=True)
class Ruled:
    """What the referee says to a question, with its evidence."""

    ruling: Ruling
    line_only: bool = False
    """Of a shot no more than the line of fire, or what blocks it."""

    def draw(self, sheet: Sheet) -> None:
        """As in every picture of a ruling."""
        (draw_sight if self.line_only else mark_ruling)(sheet, self.ruling)
