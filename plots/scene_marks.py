"""What a scene shows besides its pieces: shapes, regions, lengths, angles, words, what the referee says."""

from __future__ import annotations

import math
from dataclasses import dataclass

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
    Z,
    double_arrow,
    draw_dimension,
    draw_sight,
    mark_blockers,
    mark_ruling,
    shapes,
)
from armada_sim.tabletop import Said
from plots.region_marks import ReachShapes, angle_arc, mark_fan, mark_reach, on_table
from plots.scene import PLAYERS
from plots.sheet import Sheet

_GREY = "#a9a9a9"
"""Steps on the way, as in the source text."""


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
    across: Look = {"edgecolor": style.quiet, "linewidth": line, "linestyle": LONG_DASHED}
    found = {
        "line": _Paint(Z.TEMPLATE, {"edgecolor": ink, "linewidth": line}),
        "bold": _Paint(Z.TEMPLATE, {"edgecolor": ink, "linewidth": style.bold}),
        "thin": _Paint(Z.TEMPLATE, {"edgecolor": ink, "linewidth": style.thin}, clear=True),
        "dashed": _Paint(Z.TEMPLATE, dashed),
        "long_dashed": _Paint(Z.TEMPLATE, {"edgecolor": ink, "linewidth": line, "linestyle": LONG_DASHED}),
        "warning": _Paint(Z.TEMPLATE, faulty),
        "tint": _Paint(Z.REGION, None, tint, clear=True),
        "way": _Paint(Z.GHOST, dashed, {"facecolor": _GREY, "alpha": 0.8, "linewidth": 0}, clear=True),
        "last": _Paint(Z.GHOST, dashed, {"facecolor": looks["yellow"].fill, "alpha": 0.8, "linewidth": 0}, clear=True),
        "white": _Paint(
            Z.GHOST, {"edgecolor": ink, "linewidth": style.thin}, {"facecolor": style.halo, "linewidth": 0}, clear=True
        ),
        "error": _Paint(Z.TEMPLATE, {"edgecolor": style.reach, "linewidth": line}, tint),
        "beyond": _Paint(Z.GRID, None, tint),
        "won": _Paint(
            Z.GHOST, dashed, {"facecolor": looks["blue"].fill, "alpha": style.ghost_alpha, "linewidth": 0}, clear=True
        ),
        "axis": _Paint(Z.TEMPLATE, {"edgecolor": style.quiet, "linewidth": style.thin, "linestyle": DASHED}),
        "bar": _Paint(Z.TEMPLATE, {"edgecolor": ink, "linewidth": line}),
        "ground": _Paint(Z.REGION + 0.1, {"edgecolor": style.surface_edge, "linewidth": style.bold}),
        "border": _Paint(Z.REGION, across),
        "goal": _Paint(Z.REGION, {"edgecolor": style.good, "linewidth": style.heavy}),
    }
    for player in PLAYERS:
        full: Look = {"facecolor": looks[player].fill, "linewidth": 0}
        found[player] = _Paint(Z.THING, {"edgecolor": ink, "linewidth": style.bold}, full, clear=True)
    return found


def _as_line(border: Look) -> Look:
    """The look of a border, for a line."""
    return {"color" if key == "edgecolor" else key: value for key, value in border.items()}


@dataclass(frozen=True, slots=True)
class Shape:
    """A ring of corners, or a line through points."""

    points: tuple[Point, ...]
    look: str
    """One of `_paints`."""

    words: Said | None = None
    """For the legend, if it has a line there."""

    kind: str = "outline"
    pieces: tuple[str, ...] = ()
    step: int | None = None
    closed: bool = True

    def draw(self, sheet: Sheet) -> None:
        """Fill and border."""
        paint, samples = _paints(sheet.style)[self.look], list[Patch | Line2D]()
        if paint.clear:
            sheet.labeller.avoid(self.points)
        if paint.fill is not None:
            fill = sheet.polygon(self.points, paint.zorder, **paint.fill)
            samples += [on_table(sheet), Patch(**paint.fill)]
            if paint.border is None:
                sheet.mark(self.kind, fill, *self.pieces, step=self.step)
            else:
                sheet.others.append(fill)
        if paint.border is not None:
            if not self.closed or len(self.points) == 2:
                line = _as_line(paint.border)
                artist, sample = sheet.line(self.points, paint.zorder, **line), Line2D([], [], **line)
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
    words: Said | None = None
    piece: str = ""
    layers: int = 1
    """How many of such tints lie on one another there, for the legend."""

    def draw(self, sheet: Sheet) -> None:
        """Tint and border, and how exact that is."""
        words = sheet.words.tell(self.words) if self.words else ""
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
    text: Said

    bold: bool = False
    up: float = 0.0
    """Points above it."""

    def draw(self, sheet: Sheet) -> None:
        """The text; later words keep clear of it."""
        text, style = sheet.words.tell(self.text), sheet.style
        at = self.at[0], self.at[1] + sheet.mm(self.up)
        sheet.labeller.avoid(sheet.labeller.box(at, sheet.text_size(text, style.text)))
        sheet.texts.append(sheet.write(text, at, style.text, fontweight="bold" if self.bold else "normal"))


@dataclass(frozen=True, slots=True)
class Callout:
    """A word with a line to a point."""

    at: Point
    text: Said
    toward: float
    """Degrees. Where the word stands, seen from the point."""

    far: float
    """mm of paper from the point to the word."""

    def draw(self, sheet: Sheet) -> None:
        """A dot, the line and the word; later words keep clear of them."""
        style, text = sheet.style, sheet.words.tell(self.text)
        width, height = (side / 2 + 4 for side in sheet.text_size(text, style.text))
        x, y = math.cos(math.radians(self.toward)), math.sin(math.radians(self.toward))
        far = self.far / 25.4 * 72
        end = self.at[0] + sheet.mm(far * x), self.at[1] + sheet.mm(far * y)
        to_box = min(width / abs(x) if x else math.inf, height / abs(y) if y else math.inf)
        middle = self.at[0] + sheet.mm((far + to_box) * x), self.at[1] + sheet.mm((far + to_box) * y)
        look: Look = {"color": style.ink, "linewidth": style.thin, "marker": "o", "markersize": 2.5, "markevery": [0]}
        sheet.mark("callout", sheet.line([self.at, end], Z.LINE, halo=1.0, **look))
        sheet.labeller.avoid((self.at, end))
        sheet.labeller.avoid(sheet.labeller.box(middle, (2 * width, 2 * height)))
        sheet.texts.append(sheet.write(text, middle, style.text))


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow between two points, straight or swung out."""

    start: Point
    end: Point
    look: str
    """One of `_paints` that has a border."""

    words: Said | None = None
    bend: float = 0.0
    """How far it swings out to its left, of its length."""

    def draw(self, sheet: Sheet) -> None:
        """The arrow, and a line of the legend."""
        line = _as_line(_paints(sheet.style)[self.look].border or {"edgecolor": sheet.style.ink})
        (x, y), (to_x, to_y) = self.start, self.end
        control = ((x + to_x) / 2 - 2 * self.bend * (to_y - y), (y + to_y) / 2 + 2 * self.bend * (to_x - x))
        way = [_on_curve(self.start, control, self.end, k / 24) for k in range(25)]
        tail, head = (way[-3], {**line, "linestyle": "-"}) if self.bend else (self.start, line)
        sheet.mark("arrow", sheet.arrow(tail, self.end, "-|>", Z.HEAVY, mutation_scale=11, **head))
        if self.bend:
            sheet.mark("arrow", sheet.line(way[:-2], Z.HEAVY + 0.01, **line))
        if self.words:
            sheet.explain_line(sheet.words.tell(self.words), marker=">", markevery=[-1], markersize=6, **line)


def _on_curve(start: Point, control: Point, end: Point, share: float) -> Point:
    return shapes.between(shapes.between(start, control, share), shapes.between(control, end, share), share)


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket beside the way from a point to another, with a text at its middle."""

    start: Point
    end: Point
    offset: float
    """mm of paper to the left of the way from start to end (negative: to the right)."""

    text: Said

    def draw(self, sheet: Sheet) -> None:
        """The bracket and its text; later words keep clear of them."""
        (x, y), (to_x, to_y), style = self.start, self.end, sheet.style
        size, text = math.dist(self.start, self.end), sheet.words.tell(self.text)
        nx, ny = (y - to_y) / size, (to_x - x) / size
        away, arm = sheet.mm(self.offset / 25.4 * 72), sheet.mm(math.copysign(5, self.offset))
        near, out = (
            [(px + nx * off, py + ny * off) for px, py in (self.start, self.end)] for off in (away - arm, away)
        )
        look: Look = {"color": style.ink, "linewidth": style.line}
        ring = [near[0], *out, near[1]]
        sheet.mark("bracket", sheet.line(ring, Z.DIMENSION, **look))
        width, height = sheet.text_size(text, style.text)
        room = sheet.mm(4 + (abs(nx) * width + abs(ny) * height) / 2) * math.copysign(1, self.offset)
        at = shapes.between(out[0], out[1], 0.5)
        at = at[0] + nx * room, at[1] + ny * room
        sheet.labeller.avoid(sheet.labeller.box(at, (width, height)))
        sheet.texts.append(sheet.write(text, at, style.text))


@dataclass(frozen=True, slots=True)
class Angle:
    """The angle between two headings at a point, with its size."""

    pivot: Point
    radius: float
    start: float
    end: float
    words: Said | None = None

    def draw(self, sheet: Sheet) -> None:
        """The arc."""
        angle_arc(sheet, self.pivot, self.radius, self.start, self.end)
        if self.words:
            sheet.explain_line(sheet.words.tell(self.words), **double_arrow(sheet.style))


@dataclass(frozen=True, slots=True)
class Headings:
    """The legal headings of a ship's next step, and what blocks the others."""

    ship: str

    def draw(self, sheet: Sheet) -> None:
        """The fan."""
        layout, rules, ship = sheet.layout, sheet.rules, sheet.layout.ship(self.ship)
        outline = rules.outline(ship.size)
        mark_fan(
            sheet, shapes.tip_of(ship, rules), float(outline.step), legal_headings(layout, self.ship, rules),
            blocked_headings(Mover(ship, outline), ship.pose.place, layout, rules), piece=self.ship,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Outlined:
    """Pieces that matter, by name."""

    names: tuple[str, ...]
    words: Said
    """With {names}."""

    def draw(self, sheet: Sheet) -> None:
        """A heavy dashed outline around each."""
        mark_blockers(sheet, self.names, sheet.words.tell(self.words))


@dataclass(frozen=True, slots=True)
class Ruled:
    """What the referee says to a question, with its evidence."""

    ruling: Ruling
    line_only: bool = False
    """Of a shot no more than the line of fire, or what blocks it."""

    def draw(self, sheet: Sheet) -> None:
        """As in every picture of a ruling."""
        (draw_sight if self.line_only else mark_ruling)(sheet, self.ruling)
