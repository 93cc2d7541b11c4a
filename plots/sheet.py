"""One drawing in the making: axes, view, legend, words around it; and what came of it."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

import shapely
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.font_manager import FontProperties
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch, Patch, Polygon
from matplotlib.patheffects import Stroke, withStroke
from matplotlib.text import Annotation, Text
from matplotlib.transforms import ScaledTranslation, Transform

from armada_sim.geometry import Point
from armada_sim.table import Layout, Rules, Unit, rounded
from armada_sim.tabletop import Amount, Message
from plots.labels import Labeller, Spot, Wanted, text_size, wrapped
from plots.messages import Words
from plots.shapes import View
from plots.style import Look, PlayerLook, Style, Z

AnyPatch = TypeVar("AnyPatch", bound=Patch)

_LEGEND_POINTS = 190.0
"""Widest line of the legend."""

_LEGEND_HANDLE_POINTS = 52.0
"""A legend's sample and the room around it."""

_BOLD = 1.2
"""Bold letters are wider than plain ones by this factor at most."""

_TWO_COLUMNS_POINTS = 290.0
"""A legend below in two columns is at least this wide."""

_LEAST_TEXT_POINTS = 300.0
"""The title and the caption may be this wide even if the axes are narrower."""

_TEXT_SHARE = 0.94
"""Of the width of axes whose picture has a given width: they become narrower by what stands beside them."""

LAYERS = {
    "table": -math.inf, "regions": Z.REGION, "objects": Z.THING, "ships": Z.SHIP, "marks": Z.GHOST, "lines": Z.LINE,
    "dimensions": Z.DIMENSION, "labels": Z.LABEL, "words": Z.WORDS,
}  # fmt: skip
"""Groups of an SVG file, back to front, by the order of drawing at which each begins."""

_BEFORE = 1e-6
"""A layer begins so much before the first thing in it."""

Dash = tuple[float, tuple[float, ...]]
SOLID: Dash = (0, ())
DASHED: Dash = (0, (4, 2))
LONG_DASHED: Dash = (0, (8, 3))
HEAVY_DASHED: Dash = (0, (3, 0.8))
DOTTED: Dash = (0, (1, 1.5))


@dataclass(frozen=True, slots=True)
class Mark:
    """Something drawn that is explained to the reader."""

    kind: str
    """damage, flag, heading, broadside; step, offending step, headings, blocked headings, blocker, dimension;
    region, template, line of fire, tried line, cross; named piece, overlap"""

    artist: Artist
    pieces: tuple[str, ...] = ()
    """Names of the ships and objects it marks."""

    step: int | None = None


@dataclass(frozen=True)
class Drawing:
    """What was drawn: the artists by what they mean."""

    view: View
    ships: dict[str, Polygon]
    """The outline of every ship, corners in mm."""

    things: dict[str, Polygon]
    """The outline of every object."""

    labels: dict[str, Text]
    """Names written, by ship or object."""

    marks: tuple[Mark, ...]
    texts: tuple[Text, ...]
    """Everything else that is written: title, caption, lengths, numbers."""

    legend: Legend | None
    others: tuple[Artist, ...] = ()
    """Surface, hatches, tips, leaders, scale bar."""

    @property
    def artists(self) -> tuple[Artist, ...]:
        """Everything."""
        legend = () if self.legend is None else (self.legend,)
        named: tuple[Artist, ...] = (*self.ships.values(), *self.things.values(), *self.labels.values())
        return (*named, *(mark.artist for mark in self.marks), *self.texts, *self.others, *legend)

    def marked(self, kind: str) -> list[Mark]:
        """The marks of one kind."""
        return [mark for mark in self.marks if mark.kind == kind]


@dataclass
class Sheet:
    """Axes being drawn on. Shapes first, then words: a word keeps clear of what is there."""

    ax: Axes
    layout: Layout
    rules: Rules
    style: Style
    words: Words
    view: View
    players: tuple[str, ...] = ()
    """Who gets a look first; players who only have ships come after them."""

    flagships: Collection[str] = ()
    """Ships that carry a flag."""

    roles: Mapping[str, Message] = field(default_factory=dict)
    """What the legend says of a player's pieces; the player and their names if nothing."""

    prefix: tuple[str, ...] = ()
    """What names in SVG files begin with; a sheet with one lies on another, in one of its layers."""

    ships: dict[str, Polygon] = field(default_factory=dict)
    things: dict[str, Polygon] = field(default_factory=dict)
    labels: dict[str, Text] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    others: list[Artist] = field(default_factory=list)
    entries: dict[str, Any] = field(default_factory=dict)
    """Legend: words and the proxy that shows them."""

    within: dict[str, float] = field(default_factory=dict)
    """mm. Regions drawn, "covered" and "threat": the true borders lie within so much of those drawn,"""

    undecided: bool = False
    """but for what is undecided, if anything is."""

    below: float = 6.0
    """Points below the axes already used."""

    _named: dict[str, int] = field(default_factory=dict)
    """How often each name was given to an artist."""

    def __post_init__(self) -> None:
        self.ax.set_xlim(self.view.left, self.view.right)
        self.ax.set_ylim(self.view.bottom, self.view.top)
        self.ax.set_aspect("equal", adjustable="box")
        self.ax.apply_aspect()
        self.labeller = Labeller(self.view, self.width_points / self.view.width)
        if not self.prefix and not any(isinstance(artist, _Layer) for artist in self.ax.get_children()):
            for below, layer in zip((None, *LAYERS), (*LAYERS, None), strict=True):
                self.ax.add_artist(_Layer(below, layer))

    @property
    def width_points(self) -> float:
        """Width of the axes."""
        return float(self.ax.bbox.width / self.ax.figure.dpi * 72)

    @property
    def text_points(self) -> float:
        """Widest line above and below the axes."""
        if self.style.width_mm is not None:
            return _TEXT_SHARE * self.width_points
        return max(self.width_points, _LEAST_TEXT_POINTS)

    @property
    def heavy(self) -> float:
        """Points. The heavy outline, finer where ships are drawn so small that it would hide them."""
        return min(self.style.heavy, max(1.3, 2.5 * self.labeller.points_per_mm))

    def mm(self, points: float) -> float:
        """Millimetres of the table that are so many points of paper."""
        return points / self.labeller.points_per_mm

    # shapes

    def polygon(
        self, corners: Sequence[Sequence[float]], zorder: float, *, keep_clear: bool = False, **look: object
    ) -> Polygon:
        """A polygon in mm; words keep clear of it if asked."""
        patch = Polygon([(p[0], p[1]) for p in corners], closed=True, zorder=zorder, **look)
        self.ax.add_artist(patch)  # the view is given: `add_patch` would work out limits for nothing
        if keep_clear:
            self.labeller.hard.append(shapely.Polygon(corners))
        return patch

    def piece(self, corners: Sequence[Sequence[float]], zorder: float, look: PlayerLook) -> Polygon:
        """A polygon filled as a player's pieces are."""
        return thin_hatch(self.polygon(corners, zorder, **_filled(look)), self.style)

    def box(self, left: float, bottom: float, right: float, top: float, zorder: float, **look: Any) -> Polygon:
        """A rectangle in mm."""
        return self.polygon([(left, bottom), (right, bottom), (right, top), (left, top)], zorder, **look)

    def outline(self, corners: Sequence[Sequence[float]], zorder: float, halo: float = 0.0, **look: Any) -> Polygon:
        """An unfilled polygon in mm, with a halo of so many points."""
        patch = self.polygon(corners, zorder, fill=False, joinstyle="miter", **look)
        width = float(look.get("linewidth", 1.0)) + halo
        if halo:
            patch.set_path_effects([withStroke(linewidth=width, foreground=self.style.halo)])
        self.labeller.soft.append(shapely.LinearRing(corners).buffer(self.mm(width / 2), join_style="mitre"))
        return patch

    def line(self, points: Sequence[Sequence[float]], zorder: float, halo: float = 0.0, **look: Any) -> Line2D:
        """A line through points in mm; words rather keep clear of it."""
        line = Line2D([p[0] for p in points], [p[1] for p in points], zorder=zorder, **look)
        self.ax.add_line(line)
        width = float(look.get("linewidth", 1.0)) + halo
        if halo:
            line.set_path_effects([withStroke(linewidth=width, foreground=self.style.halo)])
        drawn, width = (
            (shapely.LineString(points), width) if len(points) > 1 else (shapely.Point(points[0]), look["markersize"])
        )
        self.labeller.soft.append(drawn.buffer(self.mm(width / 2)))
        return line

    def arrow(self, start: Point, end: Point, arrowstyle: str, zorder: float, **look: Any) -> FancyArrowPatch:
        """An arrow between two points in mm that ends exactly there; words keep clear of it."""
        arrow = FancyArrowPatch(
            start, end, arrowstyle=arrowstyle, shrinkA=0, shrinkB=0, zorder=zorder, joinstyle="miter", **look
        )
        arrow.set_path_effects([withStroke(linewidth=arrow.get_linewidth() + 1.6, foreground=self.style.halo)])
        self.ax.add_patch(arrow)
        if start != end:
            self.labeller.hard.append(shapely.LineString([start, end]))
        return arrow

    def mark(self, kind: str, artist: Artist, *pieces: str, step: int | None = None) -> None:
        """Remember what an artist means, and say so in the file."""
        self.marks.append(Mark(kind, artist, pieces, step))
        self.name(artist, kind, *pieces)

    def name(self, artist: Artist, kind: str, *pieces: str) -> None:
        """Name an artist in SVG files: `ship-R1`, `broadside-R1`, `broadside-R1-2` for the next."""
        slug = "-".join([*self.prefix, *(re.sub(r"[^0-9A-Za-z]+", "_", word) for word in (kind, *pieces))])
        count = self._named[slug] = self._named.get(slug, 0) + 1
        artist.set_gid(slug if count == 1 else f"{slug}-{count}")

    def explain(self, words: str, *proxy: Patch | Line2D) -> None:
        """A line of the legend; the first proxy for the same words counts, several lie on one another."""
        self.entries.setdefault(words, proxy[0] if len(proxy) == 1 else proxy)

    def explain_line(self, words: str, **look: Any) -> None:
        """A line or a marker in the legend."""
        self.explain(words, Line2D([], [], **look))

    def explain_player(self, words: str, look: PlayerLook) -> None:
        """The look of a player's pieces in the legend."""
        border = Patch(fill=False, edgecolor=self.style.ink, linewidth=self.style.line)
        self.explain(words, thin_hatch(Patch(**_filled(look)), self.style), border)

    # words

    def write(self, text: str, at: Point, size: float, *, halo: bool = True, **look: object) -> Text:
        """A text with its middle at a point in mm; halo: whether it has a border of the colour of paper."""
        full: Look = {
            "color": self.style.ink, "ha": "center", "va": "center", "zorder": Z.LABEL, "clip_on": True,
            "fontsize": size, "family": self.style.font, "parse_math": False, "linespacing": 1.15, **look,
        }  # fmt: skip
        words = _Lettering(*at, text, **full) if halo else Text(*at, text, **full)
        if isinstance(words, _Lettering):
            words.halo = self.style.halo
        self.ax.add_artist(words)
        words.set_clip_path(self.ax.patch)
        return words

    def write_beside(
        self, shape: shapely.Geometry, text: str, size: float, *, prefer: float | None = None, **look: object
    ) -> Text:
        """A text beside a shape, where it covers nothing if that can be, with a leader if it is away."""
        wanted = self.wanted(shape, text, size, prefer=prefer, room=6 if "bbox" in look else 3)
        return self.write_at(self.labeller.place(wanted), text, size, **look)

    def wanted(
        self, shape: shapely.Geometry, text: str, size: float, *, prefer: float | None = None, room: float = 3
    ) -> Wanted:
        """A text that needs a place beside a shape; room: points, of its halo or its border."""
        width, height = text_size(text, size, self.style.font)
        return Wanted(shape, (width + room, height + room - 2), prefer)

    def write_at(self, spot: Spot, text: str, size: float, **look: Any) -> Text:
        """A text in its place, with its leader."""
        if spot.leader is not None:
            look_of_leader: Look = {"color": self.style.quiet, "linewidth": self.style.thin, "zorder": Z.LINE}
            leader = Line2D(*zip(*spot.leader, strict=True), **look_of_leader)
            self.ax.add_line(leader)
            self.others.append(leader)
            self.name(leader, "leader", text)
        return self.write(text, spot.middle, size, **look)

    def write_title(self, title: str, text: str) -> None:
        """The answer in bold above the axes, and the sentence under it."""
        style = self.style
        if not style.heading:
            return
        lines = wrapped(text, self.text_points, style.text, style.font)
        pad = 7.0
        if lines:
            sentence = self.write_outside(lines, (0.0, 1.0), pad, "bottom", style.text, style.ink)
            pad += text_size(lines, style.text, style.font)[1] + 3
            self.texts.append(sentence)
        room = self.text_points if style.width_mm is None else self.text_points / _BOLD
        heading = self.ax.set_title(
            wrapped(style.heading_words or title, room, style.title, style.font),
            loc="left", pad=pad, fontsize=style.title, family=style.font, fontweight="bold", color=style.ink,
            zorder=Z.WORDS,
        )  # fmt: skip
        heading.set_parse_math(False)
        self.texts.append(heading)

    def write_caption(self, text: str) -> None:
        """Small print below the axes, under what is already there."""
        if not self.style.caption:
            return
        size = self.style.small_text
        lines = wrapped(text, self.text_points, size, self.style.font)
        self.texts.append(self.write_outside(lines, (0.0, 0.0), -self.below, "top", size, self.style.quiet))
        self.below += text_size(lines, size, self.style.font)[1] + 3

    def write_outside(self, text: str, corner: Point, up: float, va: str, size: float, colour: str) -> Annotation:
        """A text beside a corner of the axes (a share of them), `up` points above it."""
        note = self.ax.annotate(
            text, corner, xycoords="axes fraction", xytext=(0, up), textcoords="offset points", ha="left",
            va=va, fontsize=size, family=self.style.font, color=colour, linespacing=1.15,
            annotation_clip=False, zorder=Z.WORDS,
        )  # fmt: skip
        note.set_parse_math(False)
        return note

    def shifted(self, right: float, up: float) -> Transform:
        """Shares of the axes, shifted by so many points."""
        return self.ax.transAxes + ScaledTranslation(right / 72, up / 72, self.ax.figure.dpi_scale_trans)

    def write_scale(self) -> None:
        """A scale bar below the axes, where no ship lies."""
        if not self.style.caption:
            return
        length, number = round_length(self.view.width / 4, self.words.unit)
        text = self.words.tell(number)
        style, share = self.style, length / self.view.width
        shift = self.shifted(0, -self.below - 3)
        bar = Line2D(
            [0, share], [0, 0], transform=shift, color=style.ink, linewidth=style.bold, clip_on=False,
            marker="|", markersize=7, markeredgewidth=style.bold,
        )  # fmt: skip
        self.ax.add_artist(bar)
        words = self.ax.annotate(
            text, (share, 0), xycoords=shift, xytext=(5, 0), textcoords="offset points", ha="left",
            va="center", fontsize=style.small_text, family=style.font, color=style.ink, annotation_clip=False,
            zorder=Z.WORDS,
        )  # fmt: skip
        self.others.append(bar)
        self.texts.append(words)
        self.below += 14

    def write_legend(self, *, below: bool = False) -> Legend | None:
        """The legend, right of the axes or below, so that it never covers a ship."""
        if not self.entries:
            return None
        style = self.style
        columns = 2 if below and len(self.entries) > 1 and self.text_points >= _TWO_COLUMNS_POINTS else 1
        width = self.text_points / columns - _LEGEND_HANDLE_POINTS if below else _LEGEND_POINTS
        words = [wrapped(text, width, style.text, style.font) for text in self.entries]
        words = [f" {text}" if text.startswith("_") else text for text in words]
        look: Look = {
            "loc": "upper left", "bbox_to_anchor": (0.0, 0.0) if below else (1.0, 1.0), "ncols": columns,
            "bbox_transform": self.shifted(0, -self.below - 4) if below else self.shifted(8, 0),
            "columnspacing": 1.5, "borderaxespad": 0, "frameon": False, "borderpad": 0, "handlelength": 2.8,
            "handleheight": 1.3, "labelspacing": 0.75,
            "prop": FontProperties(family=style.font, size=style.text), "alignment": "left",
        }  # fmt: skip
        legend: Legend = self.ax.legend(list(self.entries.values()), words, **look)
        legend.set_zorder(Z.WORDS)
        for text in legend.get_texts():
            text.set_parse_math(False)
            text.set_color(style.ink)
        return legend

    def finish(self, *, legend: bool | Literal["below"]) -> Drawing:
        """What was drawn, with how exact regions are and the legend if wanted: right of the axes or below."""
        if self.within:
            self.write_caption(self._exactness())
        wanted = self.style.legend
        if not legend or wanted == "none":
            drawn = None
        elif wanted == "as_made":
            drawn = self.write_legend(below=legend == "below" or self.style.width_mm is not None)
        else:
            drawn = self.write_legend(below=wanted == "below")
        return Drawing(
            self.view, self.ships, self.things, self.labels, tuple(self.marks), tuple(self.texts), drawn,
            tuple(self.others),
        )  # fmt: skip

    def _exactness(self) -> str:
        """How far the true borders of regions may be from those drawn."""
        words = self.words
        length, *others = [words.tell(rounded(round(one, 6), words.unit, up=True)) for one in self.within.values()]
        if others and self.undecided:
            return words.say(
                "The true border of what can be covered lies within {length} of the one drawn, that of what can be "
                "shot at within {other}, but for what is undecided.", length=length, other=others[0],
            )  # fmt: skip
        if others:
            return words.say(
                "The true border of what can be covered lies within {length} of the one drawn, that of what can be "
                "shot at within {other}.", length=length, other=others[0],
            )  # fmt: skip
        if self.undecided:
            return words.say(
                "The true border lies within {length} of the one drawn, but for what is undecided.", length=length
            )
        return words.say("The true border lies within {length} of the one drawn.", length=length)


class _Layer(Artist):
    """Where one layer of a picture ends and the next begins, in files that have groups."""

    def __init__(self, ended: str | None, begun: str | None) -> None:
        super().__init__()
        self._ended, self._begun = ended, begun
        self.set_zorder(math.inf if begun is None else LAYERS[begun] - _BEFORE)
        self.set_in_layout(False)

    def draw(self, renderer: RendererBase) -> None:
        """Close the one and open the other."""
        if self._ended is not None:
            renderer.close_group("layer")
        if self._begun is not None:
            renderer.open_group("layer", gid=f"layer-{self._begun}")


class _Lettering(Text):
    """Letters with a halo that stay letters in SVG and PDF: only the halo is drawn as outlines, under them."""

    halo = "white"

    def draw(self, renderer: RendererBase) -> None:
        """As Matplotlib: first the halo, then the letters."""
        halo, name = Stroke(linewidth=2.0, foreground=self.halo), self.get_gid()
        if isinstance(renderer, RendererAgg):  # in a coarse picture whole pixels would swallow a stroke of F
            self.set_path_effects([halo, Stroke(linewidth=0.0, snap=False)])
        else:
            self.set_gid(None)
            self.set_path_effects([halo])
            super().draw(renderer)
            self.set_path_effects([])
            self.set_gid(name)
        super().draw(renderer)


def _filled(look: PlayerLook) -> Look:
    return {"facecolor": look.fill, "edgecolor": look.hatch_ink, "linewidth": 0, "hatch": look.hatch}


def thin_hatch(patch: AnyPatch, style: Style) -> AnyPatch:
    """The patch with hatch lines as thin as the style wants, where Matplotlib can (3.10)."""
    if hasattr(patch, "set_hatch_linewidth"):
        patch.set_hatch_linewidth(style.hatch_width)
    return patch


def round_length(most: float, unit: Unit) -> tuple[float, Amount]:
    """The greatest round length up to `most` mm: in mm, and in words."""
    one = unit.mm
    steps = [n * 10.0**k for k in range(-3, 6) for n in (1, 2, 5)]
    best = max(step for step in steps if step * one <= most or step == steps[0])
    return best * one, Amount(f"{best:g}", unit.name)
