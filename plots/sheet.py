"""One drawing in the making: axes, view, legend, words around it; and what came of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

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
from matplotlib.ticker import FuncFormatter, MultipleLocator
from matplotlib.transforms import ScaledTranslation, Transform

from armada_sim.geometry import Point
from armada_sim.pictures import LAYERS, Draft, Look, Mark, Style, View, Z, round_length
from armada_sim.table import rounded
from plots.labels import Labeller, text_size

AnyPatch = TypeVar("AnyPatch", bound=Patch)

_BEFORE = 1e-6
"""A layer begins so much before the first thing in it."""


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
class Sheet(Draft):
    """Axes being drawn on."""

    ax: Axes = field(kw_only=True)
    entries: dict[str, Any] = field(default_factory=dict)
    """Legend: words and the proxy that shows them."""

    within: dict[str, float] = field(default_factory=dict)
    """mm. Regions drawn, "covered" and "threat": the true borders lie within so much of those drawn,"""

    undecided: bool = False
    """but for what is undecided, if anything is."""

    labeller: Labeller = field(init=False)

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

    # the table

    def draw_frame(self, grid: bool) -> None:
        """A quiet frame; with a grid, lines and figures in the unit, north up."""
        ax, style = self.ax, self.style
        for spine in ax.spines.values():
            spine.set_color(style.quiet)
            spine.set_linewidth(style.thin)
        ax.set_facecolor(style.page)
        ax.set_axisbelow(True)
        ax.tick_params(left=False, bottom=False, labelleft=False, labelbottom=False)
        if not grid:
            return
        one = self.words.unit.mm
        spacing, _ = round_length(self.view.width / 4, self.words.unit)
        for axis in (ax.xaxis, ax.yaxis):
            axis.set_major_locator(MultipleLocator(spacing))
            axis.set_major_formatter(FuncFormatter(lambda value, _: self.words.decimal(f"{value / one:g}")))
        look: Look = {"labelsize": style.small_text, "labelcolor": style.quiet, "labelfontfamily": style.font}
        ax.tick_params(
            left=True, bottom=True, labelleft=True, labelbottom=True, width=style.thin, color=style.quiet, **look
        )
        ax.grid(True, color=style.grid, linewidth=style.thin, zorder=Z.GRID)
        words: Look = {"fontsize": style.small_text, "family": style.font, "color": style.quiet}
        unit = self.words.unit_name(self.words.unit.name)
        ax.set_xlabel(self.words.say("x, to the right ({unit})", unit=unit), labelpad=2, **words)
        ax.set_ylabel(self.words.say("y, up ({unit})", unit=unit), labelpad=2, **words)
        self.below += 3 * style.small_text + 8

    def tint(self, colour: str) -> None:
        """Give all of the table that is shown a colour."""
        self.ax.set_facecolor(colour)

    def inset(self, view: View, factor: float, letter: str) -> Sheet:
        """Another part of the table, below it and what stands there, so many times larger."""
        width, height = (factor * side for side in (view.width / self.view.width, view.height / self.view.height))
        place = self.shifted(0, -self.below)
        inner = self.ax.inset_axes((0.0, -height, width, height), transform=place, zorder=Z.WORDS)
        self.others.append(inner)
        return Sheet(
            self.layout, self.rules, self.style, self.words, view, self.players, self.flagships,
            prefix=("inset", letter), ax=inner,
        )  # fmt: skip

    # shapes

    def put_polygon(self, corners: Sequence[Sequence[float]], zorder: float, halo: float, look: Look) -> Polygon:
        """Draw a polygon."""
        patch = Polygon([(p[0], p[1]) for p in corners], closed=True, zorder=zorder, **look)
        self.ax.add_artist(patch)  # the view is given: `add_patch` would work out limits for nothing
        if halo:
            self._halo(patch, patch.get_linewidth() + halo)
        return patch

    def hatched(self, corners: Sequence[Sequence[float]], zorder: float, **look: Any) -> Polygon:
        """A polygon in mm with a hatch as thin as the style wants; what else, `polygon` says."""
        patch: Polygon = super().hatched(corners, zorder, **look)
        return thin_hatch(patch, self.style)

    def put_line(self, points: Sequence[Sequence[float]], zorder: float, halo: float, look: Look) -> Line2D:
        """Draw a line."""
        line = Line2D([p[0] for p in points], [p[1] for p in points], zorder=zorder, **look)
        self.ax.add_line(line)
        if halo:
            self._halo(line, line.get_linewidth() + halo)
        return line

    def put_arrow(self, start: Point, end: Point, arrowstyle: str, zorder: float, look: Look) -> FancyArrowPatch:
        """Draw an arrow, with a halo."""
        arrow = FancyArrowPatch(
            start, end, arrowstyle=arrowstyle, shrinkA=0, shrinkB=0, zorder=zorder, joinstyle="miter", **look
        )
        self._halo(arrow, arrow.get_linewidth() + 1.6)
        self.ax.add_patch(arrow)
        return arrow

    def _halo(self, artist: Artist, width: float) -> None:
        """Points, of all that is drawn under the artist."""
        artist.set_path_effects([withStroke(linewidth=width, foreground=self.style.halo)])

    def put_name(self, artist: Artist, name: str) -> None:
        """Give an artist a name in files."""
        artist.set_gid(name)

    def explain(self, words: str, *proxy: Patch | Line2D) -> None:
        """A line of the legend; the first proxy for the same words counts, several lie on one another."""
        self.entries.setdefault(words, proxy[0] if len(proxy) == 1 else proxy)

    def explain_patch(self, words: str, *looks: Look) -> None:
        """A line of the legend with a sample of areas, one on another; the first for the same words counts."""
        self.explain(words, *(thin_hatch(Patch(**look), self.style) for look in looks))

    def explain_line(self, words: str, **look: Any) -> None:
        """A line or a marker in the legend."""
        self.explain(words, Line2D([], [], **look))

    # words

    def text_size(self, text: str, size: float) -> tuple[float, float]:
        """Width and height of a text in letters of `size` points, points."""
        return text_size(text, size, self.style.font)

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

    def put_heading(self, text: str, up: float) -> Text:
        """The title, `up` points above the axes."""
        style = self.style
        heading = self.ax.set_title(
            text, loc="left", pad=up, fontsize=style.title, family=style.font, fontweight="bold", color=style.ink,
            zorder=Z.WORDS,
        )  # fmt: skip
        heading.set_parse_math(False)
        return heading

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

    def put_scale(self, share: float, text: str) -> tuple[Line2D, Annotation]:
        """A bar as wide as a share of the axes, 3 points below all else, and the words beside it."""
        style, shift = self.style, self.shifted(0, -self.below - 3)
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
        return bar, words

    def put_legend(self, words: Sequence[str], columns: int, *, below: bool) -> Legend:
        """The proxies of `entries` with these words."""
        style = self.style
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
        drawn: Legend | None = self.legend_where(legend)
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


def thin_hatch(patch: AnyPatch, style: Style) -> AnyPatch:
    """The patch with hatch lines as thin as the style wants, where Matplotlib can (3.10)."""
    if hasattr(patch, "set_hatch_linewidth"):
        patch.set_hatch_linewidth(style.hatch_width)
    return patch
