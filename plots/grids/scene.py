"""A figure of a board as data: its marks, a position among them, and the one drawing of all such figures."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Literal

import shapely
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.typing import ColorType

from armada_sim.geometry import Point
from armada_sim.pictures import Look, Style, View, Words, Z
from armada_sim.table import Rules
from grid_games.core.hexes import Hex
from plots.figures import fitted, page
from plots.grids.hexes import HEX_MM, centre, corners
from plots.scene import NOWHERE, Mark
from plots.settings import plain
from plots.sheet import Drawing, Sheet

HEAD = "-|>,head_width=3,head_length=5"


@dataclass(frozen=True)
class BoardScene:
    """A figure of a board."""

    view: View
    marks: tuple[Mark, ...]
    legend: bool | Literal["below"] = True
    scale: float | None = None
    """mm of paper per mm of the drawing; what fits a page if None."""


@plain
def figure_of_board(
    scene: BoardScene, title: str, caption: str, style: Style, words: Words
) -> tuple[Figure, Drawing]:  # fmt: skip
    """The figure of a scene. Raises InputError for a scale that makes no figure."""
    figure, ax = page(scene.view, style, scene.scale)
    sheet = board_sheet(ax, scene.view, style, words)
    for mark in scene.marks:
        mark.draw(sheet)
    sheet.write_title(title, caption)
    drawing = sheet.finish(legend=scene.legend)
    return fitted(figure, ax, style), drawing


def board_sheet(ax: Axes, view: View, style: Style, words: Words) -> Sheet:
    """Axes to draw boards on, without a table of Armada."""
    for spine in ax.spines.values():
        spine.set_visible(False)
    sheet = Sheet(NOWHERE, Rules(), style, words, view, ax=ax)
    ax.tick_params(left=False, bottom=False, labelleft=False, labelbottom=False)
    ax.set_facecolor(style.page)
    return sheet


def _paints(sheet: Sheet) -> dict[str, Look]:
    """Every look that hexes and arrows may have."""
    style = sheet.style
    looks = style.looks(("red", "blue"))
    inks = ("#808080", "#1a1a1a") if style.name == "greyscale" else (looks["red"].fill, looks["blue"].fill)
    return {
        "camp": {"edgecolor": style.ink, "linewidth": style.bold},
        "deployment": {"edgecolor": style.good, "linewidth": sheet.heavy, "linestyle": (0, (3, 1))},
        "struck": {"edgecolor": style.blocker, "linewidth": sheet.heavy},
        "going": {"edgecolor": style.ink, "linewidth": style.bold},
        "red": {"edgecolor": inks[0], "linewidth": style.bold, "hatch": "\\\\\\"},
        "blue": {"edgecolor": inks[1], "linewidth": style.bold, "hatch": "///"},
        "spell": {"edgecolor": style.reach, "linewidth": style.thin, "facecolor": style.reach, "alpha": 0.35},
    }


@dataclass(frozen=True, slots=True)
class Tint:
    """A tint or hatch over each of some hexes."""

    kind: str
    places: Mapping[str, Hex]
    paint: str
    """One of `_paints`."""

    flat: bool = False
    words: str = ""
    """For the legend, if it has a line there; a message."""

    def draw(self, sheet: Sheet) -> None:
        """The hexes, and a line of the legend."""
        look: Look = {"facecolor": "none", **_paints(sheet)[self.paint], "linewidth": 0}
        for name, place in self.places.items():
            sheet.mark(self.kind, sheet.polygon(corners(place, flat=self.flat), Z.REGION, **look), name)
        if self.words and self.places:
            sheet.explain(sheet.words.say(self.words), Patch(**look))


@dataclass(frozen=True, slots=True)
class Ring:
    """A heavy line around some hexes together, just inside."""

    kind: str
    places: tuple[Hex, ...]
    paint: str
    """One of `_paints`."""

    words: str = ""
    inset: float = 0.35

    def draw(self, sheet: Sheet) -> None:
        """The line, and one of the legend."""
        look = _paints(sheet)[self.paint]
        line: Look = {key: value for key, value in look.items() if key != "hatch"}
        whole = shapely.union_all([shapely.Polygon(corners(place, -0.01)) for place in self.places])
        for part in shapely.get_parts(whole.buffer(-self.inset, join_style="mitre")):
            sheet.mark(self.kind, sheet.outline(list(part.exterior.coords)[:-1], Z.HEAVY, **line))
        if self.words and self.places:
            sheet.explain(sheet.words.say(self.words), Patch(facecolor="none", **look))


@dataclass(frozen=True, slots=True)
class Arrow:
    """A way from one point to another."""

    kind: str
    start: Point
    end: Point
    pieces: tuple[str, str]
    paint: str
    """One of `_paints`."""

    words: str = ""

    def draw(self, sheet: Sheet) -> None:
        """The arrow, and a line of the legend."""
        look = _paints(sheet)[self.paint]
        line: Look = {"color": look["edgecolor"], "linewidth": look["linewidth"]}
        sheet.mark(self.kind, sheet.arrow(self.start, self.end, HEAD, Z.HEAVY, **line), *self.pieces)
        if self.words:
            sheet.explain_line(sheet.words.say(self.words), **line)


@dataclass(frozen=True, slots=True)
class HexMark:
    """Hexes that a figure speaks of, by their names: a sign in the middle of each."""

    kind: str
    places: Mapping[str, Hex]
    sign: Literal["full", "hollow", "cross"]
    """A full disc, a hollow one, a cross."""

    words: str
    """For the legend; a message."""

    def draw(self, sheet: Sheet) -> None:
        """The signs, and a line of the legend."""
        style = sheet.style
        mark: Look = {"linestyle": "none", "markersize": 8, "marker": "o", "color": style.good}
        if self.sign == "cross":
            mark |= {"marker": "x", "markeredgewidth": style.bold, "color": style.blocker}
        disc: Look = {"facecolor": style.good, "edgecolor": style.halo, "linewidth": style.thin}
        if self.sign == "hollow":
            disc = {"facecolor": style.page, "edgecolor": style.good, "linewidth": style.bold}
            mark |= {"markerfacecolor": style.page, "markeredgecolor": style.good, "markeredgewidth": style.bold}
        for name, (x, y) in ((name, centre(place)) for name, place in self.places.items()):
            far = 0.16 * HEX_MM
            if self.sign == "cross":
                for up in (far, -far):
                    ends = [(x - far, y - up), (x + far, y + up)]
                    line = sheet.line(ends, Z.HEAVY, color=style.blocker, linewidth=style.bold)
                    sheet.mark(self.kind, line, name)
            else:
                ring = shapely.Point(x, y).buffer(0.15 * HEX_MM, quad_segs=12).exterior.coords
                sheet.mark(self.kind, sheet.polygon(list(ring)[:-1], Z.HEAVY, **disc), name)
        sheet.explain_line(sheet.words.say(self.words), **mark)


@dataclass(frozen=True, slots=True)
class Cell:
    """A box of a table: left, bottom, right, top."""

    box: tuple[float, float, float, float]
    key: Hashable
    """Of its look."""

    text: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Boxes with a look and a text each, and heads beside them."""

    kind: str
    cells: tuple[Cell, ...]
    heads: tuple[tuple[Point, str], ...]
    size: float
    """mm of the drawing. Height of letters."""

    looks: Callable[[Style], Mapping[Hashable, Look]]
    words: Mapping[Hashable, str]
    """For the legend, by key; messages."""

    def draw(self, sheet: Sheet) -> None:
        """Boxes, texts, and the legend."""
        looks, size = self.looks(sheet.style), self.size / sheet.mm(1)
        for at, head in self.heads:
            sheet.texts.append(sheet.write(head, at, size, fontweight="bold"))
        for cell in self.cells:
            (left, low, right, high), look = cell.box, looks[cell.key]
            sheet.mark(self.kind, sheet.box(*cell.box, Z.SURFACE, **look), *cell.names)
            dark = _lightness(look["facecolor"]) < _DARK
            at, colour = ((left + right) / 2, (low + high) / 2), "white" if dark else sheet.style.ink
            sheet.texts.append(sheet.write(cell.text, at, size, halo=bool(look.get("hatch")), color=colour))
        for key, words in self.words.items():
            sheet.explain(sheet.words.say(words), Patch(**looks[key]))


_DARK = 0.45
"""Of lightness: on what is darker letters are white."""


def _lightness(colour: ColorType) -> float:
    """From 0, black, to 1, on white paper."""
    red, green, blue, alpha = to_rgba(colour)
    return 1 - alpha * (1 - (0.2126 * red + 0.7152 * green + 0.0722 * blue))
