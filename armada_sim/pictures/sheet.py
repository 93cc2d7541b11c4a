"""A picture in the making: shapes, legend, words around them, on whatever it is drawn."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from armada_sim.geometry import Point
from armada_sim.pictures.labels import Spot, Wanted, wrapped
from armada_sim.pictures.messages import Words
from armada_sim.pictures.plane import box_corners, points_of
from armada_sim.pictures.shapes import View
from armada_sim.pictures.style import Look, PlayerLook, Style, Z
from armada_sim.table import Layout, Rules, Unit, edge_words
from armada_sim.tabletop import Amount, Said

LAYERS = {
    "table": -math.inf, "regions": Z.REGION, "objects": Z.THING, "ships": Z.SHIP, "marks": Z.GHOST, "lines": Z.LINE,
    "dimensions": Z.DIMENSION, "labels": Z.LABEL, "words": Z.WORDS,
}  # fmt: skip
"""Groups of an SVG file, back to front, by the order of drawing at which each begins."""

_LEGEND_POINTS = 190.0
"""Widest line of the legend."""

_LEGEND_HANDLE_POINTS = 52.0
"""A legend's sample and the room around it."""

_BOLD = 1.2
"""Bold letters are wider than plain ones by this factor at most."""

_TWO_COLUMNS_POINTS = 290.0
"""A legend below in two columns is at least this wide."""

_LEAST_TEXT_POINTS = 300.0
"""The title and the caption may be this wide even if the table is narrower."""

_TEXT_SHARE = 0.94
"""Of the width of a table whose picture has a given width: it becomes narrower by what stands beside it."""

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

    artist: Any
    pieces: tuple[str, ...] = ()
    """Names of the ships and objects it marks."""

    step: int | None = None


class Places(Protocol):
    """Finds places for words."""

    points_per_mm: float

    def box(self, middle: Point, size: tuple[float, float]) -> tuple[Point, ...]:
        """The box (mm) of a text of `size` points around a point."""

    def avoid(self, corners: Sequence[Point]) -> None:
        """No word may cover a polygon, or a line between two points."""

    def rather_avoid(self, corners: Sequence[Point], width: float, *, closed: bool) -> None:
        """Words rather do not cover a line of so many mm."""

    def free(self, box: Sequence[Point], shape: Sequence[Point]) -> bool:
        """Whether a box covers nothing but this shape."""

    def inside(self, shape: Sequence[Point], at: Point, size: tuple[float, float]) -> bool:
        """Whether a text of `size` points fits inside a polygon at a point, and covers no other shape there."""

    def covered(self, corners: Sequence[Point]) -> float:
        """mm². How much of a convex polygon lies on what no word may cover."""

    def place(self, wanted: Wanted) -> Spot:
        """A place for one text. It is taken: later texts keep clear of it."""

    def plan(self, wanted: Sequence[Wanted]) -> list[Spot]:
        """Places for several texts; none is taken."""

    def take(self, wanted: Sequence[Wanted], spots: Sequence[Spot]) -> None:
        """Later texts keep clear of these and of their leaders."""


@dataclass
class Draft(ABC):
    """What is drawn on, without saying how. Shapes first, then words: a word keeps clear of what is there.

    What a look says is in Matplotlib's words. Whatever draws answers with its own artists.
    """

    layout: Layout
    rules: Rules
    style: Style
    words: Words
    view: View
    players: tuple[str, ...] = ()
    """Who gets a look first; players who only have ships come after them."""

    flagships: Collection[str] = ()
    """Ships that carry a flag."""

    roles: Mapping[str, Said] = field(default_factory=dict)
    """What the legend says of a player's pieces; the player and their names if nothing."""

    called: Mapping[str, Said] = field(default_factory=dict)
    """What objects are called, where that is not their name."""

    prefix: tuple[str, ...] = ()
    """What names in SVG files begin with; a draft with one lies on another, in one of its layers."""

    ships: dict[str, Any] = field(default_factory=dict)
    things: dict[str, Any] = field(default_factory=dict)
    labels: dict[str, Any] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)
    texts: list[Any] = field(default_factory=list)
    others: list[Any] = field(default_factory=list)
    entries: dict[str, Any] = field(default_factory=dict)
    """Legend: words and the samples that show them."""

    below: float = 6.0
    """Points below the table already used."""

    _named: dict[str, int] = field(default_factory=dict)
    """How often each name was given to an artist."""

    labeller: Places = field(init=False)

    @property
    @abstractmethod
    def width_points(self) -> float:
        """Width of the table on paper."""

    @property
    def text_points(self) -> float:
        """Widest line above and below the table."""
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

    # the table

    @abstractmethod
    def draw_frame(self, grid: bool) -> None:
        """A quiet frame; with a grid, lines and figures in the unit, north up."""

    @abstractmethod
    def tint(self, colour: str) -> None:
        """Give all of the table that is shown a colour."""

    @abstractmethod
    def inset(self, view: View, factor: float, letter: str) -> Draft:
        """Another part of the table, below it and what stands there, so many times larger."""

    # shapes

    def polygon(
        self, corners: Sequence[Sequence[float]], zorder: float, *, keep_clear: bool = False, **look: Any
    ) -> Any:
        """A polygon in mm; words keep clear of it if asked."""
        corners = points_of(corners)
        if keep_clear:
            self.labeller.avoid(corners)
        return self.put_polygon(corners, zorder, 0.0, look)

    def piece(self, corners: Sequence[Point], zorder: float, look: PlayerLook) -> Any:
        """A polygon filled as a player's pieces are."""
        return self.hatched(corners, zorder, **filled(look))

    def hatched(self, corners: Sequence[Sequence[float]], zorder: float, **look: Any) -> Any:
        """A polygon in mm with a hatch as thin as the style wants; what else, `polygon` says."""
        return self.polygon(corners, zorder, **look)

    def box(self, left: float, bottom: float, right: float, top: float, zorder: float, **look: Any) -> Any:
        """A rectangle in mm."""
        return self.polygon(box_corners(left, bottom, right, top), zorder, **look)

    def outline(self, corners: Sequence[Point], zorder: float, halo: float = 0.0, **look: Any) -> Any:
        """An unfilled polygon in mm, with a halo of so many points."""
        width = float(look.get("linewidth", 1.0)) + halo
        self.labeller.rather_avoid(corners, self.mm(width), closed=True)
        return self.put_polygon(corners, zorder, halo, {"fill": False, "joinstyle": "miter", **look})

    def line(self, points: Sequence[Point], zorder: float, halo: float = 0.0, **look: Any) -> Any:
        """A line through points in mm; words rather keep clear of it."""
        width = float(look.get("linewidth", 1.0)) + halo if len(points) > 1 else look["markersize"]
        self.labeller.rather_avoid(points, self.mm(width), closed=False)
        return self.put_line(points, zorder, halo, look)

    def arrow(self, start: Point, end: Point, arrowstyle: str, zorder: float, **look: Any) -> Any:
        """An arrow between two points in mm that ends exactly there; words keep clear of it."""
        if start != end:
            self.labeller.avoid((start, end))
        return self.put_arrow(start, end, arrowstyle, zorder, look)

    @abstractmethod
    def put_polygon(self, corners: Sequence[Point], zorder: float, halo: float, look: Look) -> Any:
        """Draw a polygon."""

    @abstractmethod
    def put_line(self, points: Sequence[Point], zorder: float, halo: float, look: Look) -> Any:
        """Draw a line."""

    @abstractmethod
    def put_arrow(self, start: Point, end: Point, arrowstyle: str, zorder: float, look: Look) -> Any:
        """Draw an arrow, with a halo."""

    # what they mean

    def call(self, name: str) -> str:
        """What a ship, an object or the edge is called."""
        return self.words.tell(self.called.get(name) or edge_words(name))

    def mark(self, kind: str, artist: Any, *pieces: str, step: int | None = None) -> None:
        """Remember what an artist means, and say so in the file."""
        self.marks.append(Mark(kind, artist, pieces, step))
        self.name(artist, kind, *pieces)

    def name(self, artist: Any, kind: str, *pieces: str) -> None:
        """Name an artist in SVG files: `ship-R1`, `broadside-R1`, `broadside-R1-2` for the next."""
        slug = "-".join([*self.prefix, *(re.sub(r"[^0-9A-Za-z]+", "_", word) for word in (kind, *pieces))])
        count = self._named[slug] = self._named.get(slug, 0) + 1
        self.put_name(artist, slug if count == 1 else f"{slug}-{count}")

    @abstractmethod
    def put_name(self, artist: Any, name: str) -> None:
        """Give an artist a name in files."""

    @abstractmethod
    def explain_patch(self, words: str, *looks: Look) -> None:
        """A line of the legend with a sample of areas, one on another; the first for the same words counts."""

    @abstractmethod
    def explain_line(self, words: str, **look: Any) -> None:
        """A line or a marker in the legend."""

    def explain_player(self, words: str, look: PlayerLook) -> None:
        """The look of a player's pieces in the legend."""
        border: Look = {"fill": False, "edgecolor": self.style.ink, "linewidth": self.style.line}
        self.explain_patch(words, filled(look), border)

    # words

    @abstractmethod
    def text_size(self, text: str, size: float) -> tuple[float, float]:
        """Width and height of a text in letters of `size` points, points."""

    def wrapped(self, text: str, width: float, size: float) -> str:
        """The text broken into lines no wider than `width` points (a longer word stands alone)."""
        return wrapped(text, width, lambda line: self.text_size(line, size)[0])

    @abstractmethod
    def write(self, text: str, at: Point, size: float, **look: Any) -> Any:
        """A text with its middle at a point in mm, and a border of the colour of paper around its letters."""

    def write_beside(
        self, shape: Sequence[Point], text: str, size: float, *, prefer: float | None = None, **look: Any
    ) -> Any:
        """A text beside a convex shape, where it covers nothing if that can be, with a leader if it is away."""
        wanted = self.wanted(shape, text, size, prefer=prefer, room=6 if "bbox" in look else 3)
        return self.write_at(self.labeller.place(wanted), text, size, **look)

    def wanted(
        self, shape: Sequence[Point], text: str, size: float, *, prefer: float | None = None, room: float = 3
    ) -> Wanted:
        """A text that needs a place beside a shape; room: points, of its halo or its border."""
        width, height = self.text_size(text, size)
        return Wanted(tuple(shape), (width + room, height + room - 2), prefer)

    def write_at(self, spot: Spot, text: str, size: float, **look: Any) -> Any:
        """A text in its place, with its leader."""
        if spot.leader is not None:
            leader = self.put_line(spot.leader, Z.LINE, 0.0, {"color": self.style.quiet, "linewidth": self.style.thin})
            self.others.append(leader)
            self.name(leader, "leader", text)
        return self.write(text, spot.middle, size, **look)

    def write_title(self, title: str, text: str) -> None:
        """The answer in bold above the table, and the sentence under it."""
        style = self.style
        if not style.heading:
            return
        lines = self.wrapped(text, self.text_points, style.text)
        pad = 7.0
        if lines:
            sentence = self.write_outside(lines, (0.0, 1.0), pad, "bottom", style.text, style.ink)
            pad += self.text_size(lines, style.text)[1] + 3
            self.texts.append(sentence)
        room = self.text_points if style.width_mm is None else self.text_points / _BOLD
        self.texts.append(self.put_heading(self.wrapped(style.heading_words or title, room, style.title), pad))

    @abstractmethod
    def put_heading(self, text: str, up: float) -> Any:
        """The title, `up` points above the table."""

    def write_caption(self, text: str) -> None:
        """Small print below the table, under what is already there."""
        if not self.style.caption:
            return
        size = self.style.small_text
        lines = self.wrapped(text, self.text_points, size)
        self.texts.append(self.write_outside(lines, (0.0, 0.0), -self.below, "top", size, self.style.quiet))
        self.below += self.text_size(lines, size)[1] + 3

    @abstractmethod
    def write_outside(self, text: str, corner: Point, up: float, va: str, size: float, colour: str) -> Any:
        """A text beside a corner of the table (a share of it), `up` points above it."""

    def write_scale(self) -> None:
        """A scale bar below the table, where no ship lies."""
        if not self.style.caption:
            return
        length, number = round_length(self.view.width / 4, self.words.unit)
        bar, words = self.put_scale(length / self.view.width, self.words.tell(number))
        self.others.append(bar)
        self.texts.append(words)
        self.below += 14

    @abstractmethod
    def put_scale(self, share: float, text: str) -> tuple[Any, Any]:
        """A bar as wide as a share of the table, 3 points below all else, and the words beside it."""

    def write_legend(self, *, below: bool = False) -> Any:
        """The legend, right of the table or below, so that it never covers a ship; None if it has nothing to say."""
        if not self.entries:
            return None
        columns = 2 if below and len(self.entries) > 1 and self.text_points >= _TWO_COLUMNS_POINTS else 1
        width = self.text_points / columns - _LEGEND_HANDLE_POINTS if below else _LEGEND_POINTS
        words = [self.wrapped(text, width, self.style.text) for text in self.entries]
        return self.put_legend(words, columns, below=below)

    @abstractmethod
    def put_legend(self, words: Sequence[str], columns: int, *, below: bool) -> Any:
        """The samples of `entries` with these words."""

    def legend_where(self, legend: bool | Literal["below"]) -> Any:
        """The legend if wanted: right of the table or below, or where the style wants it."""
        wanted = self.style.legend
        if not legend or wanted == "none":
            return None
        if wanted == "as_made":
            return self.write_legend(below=legend == "below" or self.style.width_mm is not None)
        return self.write_legend(below=wanted == "below")


def filled(look: PlayerLook) -> Look:
    """How a player's pieces are filled."""
    return {"facecolor": look.fill, "edgecolor": look.hatch_ink, "linewidth": 0, "hatch": look.hatch}


def round_length(most: float, unit: Unit) -> tuple[float, Amount]:
    """The greatest round length up to `most` mm: in mm, and in words."""
    one = unit.mm
    steps = [n * 10.0**k for k in range(-3, 6) for n in (1, 2, 5)]
    best = max(step for step in steps if step * one <= most or step == steps[0])
    return best * one, Amount(f"{best:g}", unit.name)
