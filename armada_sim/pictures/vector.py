"""A picture as SVG, in plain Python: what `plots.sheet.Sheet` draws with Matplotlib, element by element."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from armada_sim.geometry import Point
from armada_sim.pictures.letters import (
    APART,
    FAMILY,
    RISE,
    SPACED,
    baselines,
    even_baselines,
    extent,
    line_width,
    text_size,
)  # fmt: skip
from armada_sim.pictures.places import Labeller
from armada_sim.pictures.shapes import View
from armada_sim.pictures.sheet import LAYERS, Draft
from armada_sim.pictures.spoken import clean, described, layer_start, legend_words, read_aloud
from armada_sim.pictures.strokes import area, arrow, element, hatches, line, number, text as written
from armada_sim.pictures.style import Look, Z

POINTS_PER_MM = 72 / 25.4

_BAR, _FRAME = 2.0, 2.5
"""Where in the order of drawing the scale bar and the frame of the table are drawn."""

_BAR_END = 3.5
"""Points. Half the height of the ends of the scale bar."""

_NOTE_PAD = 0.2
"""Around a remark, as a share of the letters' size."""

_SAMPLE, _TEXT_AT = 2.8, 3.6
"""How wide a sample of the legend is, and where its words begin, as multiples of the letters' size."""

_SAMPLE_UP, _SAMPLE_DOWN, _SAMPLE_LINE = 0.88, 0.21, 0.44
"""How far a sample goes over and under what its words stand on, and where a line is."""


@dataclass(slots=True)
class Stroke:
    """Something drawn: an element, or several."""

    zorder: float
    svg: str
    name: str = ""

    def drawn(self) -> str:
        """With its name."""
        return element("g", self.svg, id=self.name) if self.name else self.svg


@dataclass(slots=True)
class _Paper:
    """What a picture and the parts of it that are drawn once more share."""

    patterns: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """Hatches by sign and colour: their names."""

    defined: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    """Every text but the title, in order."""

    title: str = ""
    explained: list[str] = field(default_factory=list)
    """The words of the legend."""

    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """Points: left, top, right and bottom of all that is drawn and written."""


@dataclass
class VectorSheet(Draft):
    """A table on paper: points to the right and down from its upper left corner."""

    scale: float = field(kw_only=True)
    """Points of paper per mm of table."""

    origin: Point = (0.0, 0.0)
    """Where that corner is on the paper."""

    paper: _Paper = field(default_factory=_Paper)
    strokes: list[Stroke] = field(default_factory=list)
    ground: str = ""
    insets: list[VectorSheet] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.labeller = Labeller(self.view, self.scale)
        self.ground = self.style.page
        self._reach((0.0, 0.0), (self.width_points, self.height_points))

    @property
    def width_points(self) -> float:
        """Width of the table on paper."""
        return self.view.width * self.scale

    @property
    def height_points(self) -> float:
        """Height of the table on paper."""
        return self.view.height * self.scale

    def at(self, point: Sequence[float]) -> Point:
        """Where a point of the table (mm) is on the paper."""
        (x, y), view = self.origin, self.view
        return x + (point[0] - view.left) * self.scale, y + (view.top - point[1]) * self.scale

    def _reach(self, *points: Point) -> None:
        """The paper goes as far as some points, from this table's corner."""
        x, y = self.origin
        left, top, right, bottom = self.paper.box
        xs, ys = [x + point[0] for point in points], [y + point[1] for point in points]
        self.paper.box = (min(left, *xs), min(top, *ys), max(right, *xs), max(bottom, *ys))

    def _draw(self, zorder: float, svg: str, *, clipped: bool = True) -> Stroke:
        stroke = Stroke(zorder, f'<g clip-path="url(#{self.clip})">{svg}</g>' if clipped else svg)
        self.strokes.append(stroke)
        return stroke

    @property
    def clip(self) -> str:
        """The name of what cuts off all that lies out of view."""
        return "-".join(("table", *self.prefix))

    # the table

    def draw_frame(self, grid: bool) -> None:
        """A quiet frame; a grid is not drawn."""
        frame = self.table(fill="none", stroke=self.style.quiet, stroke_width=self.style.thin)
        self._draw(_FRAME, frame, clipped=False)

    def tint(self, colour: str) -> None:
        """Give all of the table that is shown a colour."""
        self.ground = colour

    def inset(self, view: View, factor: float, letter: str) -> VectorSheet:
        """Another part of the table, below it and what stands there, so many times larger."""
        inner = VectorSheet(
            self.layout, self.rules, self.style, self.words, view, self.players, self.flagships,
            prefix=("inset", letter), scale=self.scale * factor,
            origin=(self.origin[0], self.origin[1] + self.height_points + self.below), paper=self.paper,
        )  # fmt: skip
        self.insets.append(inner)
        return inner

    # shapes

    def put_polygon(self, corners: Sequence[Point], zorder: float, halo: float, look: Look) -> Stroke:
        """Draw a polygon."""
        points = [self.at(corner) for corner in corners]
        return self._draw(zorder, area(points, look, halo, self.style.halo, self._fills(look)))

    def _fills(self, look: Look) -> list[str]:
        """The hatches of a look."""
        hatch, colour = look.get("hatch") or "", str(look.get("edgecolor"))
        if (hatch, colour) not in self.paper.patterns:
            found = hatches(hatch, colour, self.style.hatch_width, f"hatch-{len(self.paper.patterns)}")
            self.paper.patterns[hatch, colour] = [f"url(#{name})" for name, _ in found]
            self.paper.defined += [pattern for _, pattern in found]
        return self.paper.patterns[hatch, colour]

    def put_line(self, points: Sequence[Point], zorder: float, halo: float, look: Look) -> Stroke:
        """Draw a line."""
        return self._draw(zorder, line([self.at(point) for point in points], look, halo, self.style.halo))

    def put_arrow(self, start: Point, end: Point, arrowstyle: str, zorder: float, look: Look) -> Stroke:
        """Draw an arrow, with a halo."""
        return self._draw(zorder, arrow(self.at(start), self.at(end), arrowstyle, look, self.style.halo))

    def put_name(self, artist: Stroke, name: str) -> None:
        """Give an artist a name in files."""
        artist.name = name

    def explain_patch(self, words: str, *looks: Look) -> None:
        """A line of the legend with a sample of areas, one on another; the first for the same words counts."""
        self.entries.setdefault(words, looks)

    def explain_line(self, words: str, **look: Any) -> None:
        """A line or a marker in the legend."""
        self.entries.setdefault(words, look)

    # words

    def text_size(self, text: str, size: float) -> tuple[float, float]:
        """Width and height of a text in letters of `size` points, points."""
        return text_size(text, size)

    def write(self, text: str, at: Point, size: float, **look: Any) -> Stroke:
        """A text with its middle at a point in mm, and a border of the colour of paper around its letters."""
        (x, y), lines = self.at(at), self._said(text)
        wide, high = _widest(lines, size), SPACED * size * len(lines)
        box, weight = look.get("bbox"), look.get("fontweight")
        svg = "" if box is None else _ground(x, y, wide + 2 * box["pad"], high + 2 * box["pad"], box)
        svg += written(
            lines, x, baselines(lines, size, y - high / 2), size, self.style.ink, text_anchor="middle",
            font_weight=weight, stroke=self.style.halo, stroke_width=2.0, paint_order="stroke",
        )  # fmt: skip
        return self._draw(Z.LABEL, svg)

    def _said(self, text: str) -> list[str]:
        """The lines of a text, which is heard too."""
        self.paper.said.append(clean(text))
        return clean(text).split("\n")

    def put_heading(self, text: str, up: float) -> Stroke:
        """The title, `up` points above the table."""
        lines, size = clean(text).split("\n"), self.style.title
        self.paper.title = " ".join(lines)
        first = -up - APART * size * (len(lines) - 1)
        self._reach((0.0, first - size), (_widest(lines, size, bold=True), 0.0))
        svg = written(lines, 0.0, even_baselines(lines, size, first), size, self.style.ink, font_weight="bold")
        return self._draw(Z.WORDS, svg, clipped=False)

    def write_outside(self, text: str, corner: Point, up: float, va: str, size: float, colour: str) -> Stroke:
        """A text beside a corner of the table (a share of it), `up` points above it."""
        lines = self._said(text)
        x, y, high = (
            corner[0] * self.width_points,
            (1 - corner[1]) * self.height_points - up,
            SPACED * size * len(lines),
        )
        top = y - high if va == "bottom" else y
        self._reach((x, top), (x + _widest(lines, size), top + high))
        return self._draw(Z.WORDS, written(lines, x, baselines(lines, size, top), size, colour), clipped=False)

    def put_scale(self, share: float, text: str) -> tuple[Stroke, Stroke]:
        """A bar as wide as a share of the table, 3 points below all else, and the words beside it."""
        style, y, wide = self.style, self.height_points + self.below + 3, share * self.width_points
        look: Look = {"color": style.ink, "linewidth": style.bold, "markeredgewidth": style.bold}
        bar = line([(0.0, y), (wide, y)], {**look, "marker": "|", "markersize": 2 * _BAR_END}, 0.0, style.halo)
        lines, size = self._said(text), style.small_text
        top = y - SPACED * size / 2
        words = written(lines, wide + 5, baselines(lines, size, top), size, style.ink)
        self._reach((-_BAR_END, y - _BAR_END), (wide + 5 + _widest(lines, size), top + SPACED * size))
        return self._draw(_BAR, bar, clipped=False), self._draw(Z.WORDS, words, clipped=False)

    def put_legend(self, words: Sequence[str], columns: int, *, below: bool) -> Stroke:
        """The samples of `entries` with these words."""
        self.paper.explained = [clean(text) for text in words]
        x, y = (0.0, self.height_points + self.below + 4) if below else (self.width_points + 8, 0.0)
        rows = list(zip(self.paper.explained, self.entries.values(), strict=True))
        long, svg = -(-len(rows) // columns), ""
        for column in (rows[k : k + long] for k in range(0, len(rows), long)):
            told, right = self._column(column, x, y)
            svg, x = svg + told, right + 1.5 * self.style.text
        return self._draw(Z.WORDS, svg, clipped=False)

    def _column(self, rows: Sequence[tuple[str, Any]], x: float, top: float) -> tuple[str, float]:
        """Lines of a legend one under the other, and how far to the right they go."""
        size, svg, right = self.style.text, "", x
        for text, sample in rows:
            lines = text.split("\n")
            over, under = extent(lines, size)
            foot = top + max(over, _SAMPLE_UP * size)
            gap = (APART - 1) / 2 * size if len(lines) > 1 else 0.0
            first = foot - over + gap + RISE * size if len(lines) > 1 else foot
            svg += self._sample(sample, x, foot)
            svg += written(lines, x + _TEXT_AT * size, even_baselines(lines, size, first), size, self.style.ink)
            right = max(right, x + _TEXT_AT * size + _widest(lines, size))
            top = foot + max(under, _SAMPLE_DOWN * size)
            self._reach((right, top))
            top += 0.75 * size
        return svg, right

    def _sample(self, sample: Any, x: float, foot: float) -> str:
        """What a line of the legend shows, left of its words."""
        size, halo = self.style.text, self.style.halo
        right, top, bottom = x + _SAMPLE * size, foot - _SAMPLE_UP * size, foot + _SAMPLE_DOWN * size
        if isinstance(sample, tuple):
            corners = [(x, bottom), (right, bottom), (right, top), (x, top)]
            return "".join(area(corners, look, 0.0, halo, self._fills(look)) for look in sample)
        y = foot - _SAMPLE_LINE * size
        return line([(x, y), (right, y)], sample, 0.0, halo, [((x + right) / 2, y)])

    def write_note(self, start: Point, end: Point, text: str) -> None:
        """An arrow from a point of the table to another, in mm, with a person's remark where it begins; where both are
        one, the remark alone. What points out of view is left out."""
        style, size = self.style, self.style.text
        if not self.view.holds(end):
            return
        (x, y), lines = self.at(start), self._said(text)
        wide, high = _widest(lines, size) + 2 * _NOTE_PAD * size, (APART * len(lines) + 2 * _NOTE_PAD) * size
        svg = _ground(x, y, wide, high, {"facecolor": style.surface, "edgecolor": "none"}, _NOTE_PAD * size, 0.85)
        first = y + (RISE + (APART - 1) / 2 - APART / 2 * len(lines)) * size
        svg += written(lines, x, even_baselines(lines, size, first), size, style.ink, text_anchor="middle")
        left = _leaving((x, y), self.at(end), wide / 2, high / 2)
        if left is not None:
            look: Look = {"color": style.ink, "linewidth": style.bold, "mutation_scale": size}
            svg = arrow(left, self.at(end), "-|>", look, None) + svg
        self._draw(Z.WORDS, svg, clipped=False)

    # the file

    def drawn(self, title: str = "") -> str:
        """The picture as a document; title: what readers who cannot see it are told first, its own if empty."""
        paper, words, style = self.paper, self.words, self.style
        legend = [legend_words(paper.explained, words)] if paper.explained else []
        own, description = described([paper.title] if paper.title else [], [*paper.said, *legend], words)
        labelled, told = read_aloud(clean(title) or own, description, words.lang)
        margin, (left, top, right, bottom) = style.margin_mm * POINTS_PER_MM, paper.box
        wide, high = right - left + 2 * margin, bottom - top + 2 * margin
        at = {"x": left - margin, "y": top - margin, "width": wide, "height": high}
        clips = "".join(element("clipPath", one.table(), id=one.clip) for one in (self, *self.insets))
        return (
            f'<?xml version="1.0" encoding="utf-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" {labelled}'
            f'width="{number(wide)}pt" height="{number(high)}pt" viewBox="{" ".join(map(number, at.values()))}" '
            f'font-family="{FAMILY}">\n{told}<defs>{clips}{"".join(paper.defined)}</defs>\n'
            f"{element('rect', **at, fill=style.page)}\n{self.table(fill=self.ground)}\n{self._layers()}</svg>\n"
        )

    def table(self, **look: str | float) -> str:
        """All of the table that is shown."""
        (x, y), (wide, high) = self.origin, (self.width_points, self.height_points)
        return element("rect", x=x, y=y, width=wide, height=high, **look)

    def _layers(self) -> str:
        """What is drawn, back to front, in layers; parts of the table that are drawn once more among the words."""
        ordered = sorted(self.strokes, key=lambda stroke: stroke.zorder)
        begins, found = list(LAYERS.values()), ""
        for layer, low, high in zip(LAYERS, begins, [*begins[1:], math.inf], strict=True):
            here = "\n".join(stroke.drawn() for stroke in ordered if low <= stroke.zorder < high)
            if layer == "words":
                here += "".join(f"\n{one.table(fill=one.ground)}\n{one._all()}" for one in self.insets)
            found += f"{layer_start(layer, self.words)}>\n{here}\n</g>\n"
        return found

    def _all(self) -> str:
        return "\n".join(stroke.drawn() for stroke in sorted(self.strokes, key=lambda stroke: stroke.zorder))


def _widest(lines: Sequence[str], size: float, *, bold: bool = False) -> float:
    return max(line_width(one, size, bold=bold) for one in lines)


def _ground(
    x: float, y: float, wide: float, high: float, look: Look, round_by: float | None = None,
    opacity: float | None = None,
) -> str:  # fmt: skip
    """The plain ground of a text, with its border."""
    edge = None if look["edgecolor"] == "none" else look["edgecolor"]
    return element(
        "rect", x=x - wide / 2, y=y - high / 2, width=wide, height=high, rx=round_by, fill=look["facecolor"],
        opacity=opacity, stroke=edge, stroke_width=edge and look.get("linewidth", 1.0),
    )  # fmt: skip


def _leaving(start: Point, end: Point, wide: float, high: float) -> Point | None:
    """Where a line from the middle of a box leaves it; None if it ends there."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    share = min(wide / abs(dx) if dx else math.inf, high / abs(dy) if dy else math.inf)
    return (start[0] + share * dx, start[1] + share * dy) if share < 1 else None
