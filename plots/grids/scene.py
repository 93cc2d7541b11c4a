"""A figure of a board as data: its marks, a position among them, and the one drawing of all such figures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import shapely
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.path import Path
from matplotlib.typing import ColorType

from armada_sim.geometry import Point
from armada_sim.pictures import Look, Style, View, Words, Z
from armada_sim.table import Rules
from armada_sim.tabletop import InputError, Message, Said, guess
from plots.figures import fitted, page
from plots.scene import NOWHERE, Mark
from plots.settings import plain
from plots.sheet import Drawing, Sheet

_HEADS = {"going": "->,head_width=3,head_length=5", "struck": "-|>,head_width=3,head_length=5"}
"""Of arrows by their paint, told apart without colours: open, and full."""


@dataclass(frozen=True)
class BoardScene:
    """A figure of a board."""

    view: View
    marks: tuple[Mark, ...]
    scale: float | None = None
    """mm of paper per mm of the drawing; what fits a page if None."""

    legend: bool = True


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
    drawing = sheet.finish(legend="below" if scene.legend else False)
    return fitted(figure, ax, style), drawing


def board_sheet(ax: Axes, view: View, style: Style, words: Words, prefix: tuple[str, ...] = ()) -> Sheet:
    """Axes to draw boards on, without a table of Armada; `prefix` begins the names of what is drawn."""
    for spine in ax.spines.values():
        spine.set_visible(False)
    sheet = Sheet(NOWHERE, Rules(), style, words, view, prefix=prefix, ax=ax)
    ax.tick_params(left=False, bottom=False, labelleft=False, labelbottom=False)
    ax.set_facecolor(style.page)
    return sheet


Corners = Sequence[Point]
"""Of a square or a hex."""


def known(name: str, names: Collection[str]) -> str:
    """The name of a place of a board. Raises InputError if there is none."""
    if name not in names:
        raise InputError(
            Message("there is no place {name} on this board{guess}", name=repr(name), guess=guess(name, [*names]))
        )
    return name


def middle(corners: Corners) -> Point:
    """Of a square or a hex."""
    (at,) = shapely.get_coordinates(shapely.Polygon(corners).centroid).tolist()
    return at[0], at[1]


def _paints(sheet: Sheet) -> dict[str, Look]:
    """Every look that places and arrows may have."""
    style = sheet.style
    looks = style.looks(("red", "blue"))
    inks = ("#808080", "#1a1a1a") if style.name == "greyscale" else (looks["red"].fill, looks["blue"].fill)
    return {
        "camp": {"edgecolor": style.ink, "linewidth": style.bold},
        "noted": {"edgecolor": style.good, "linewidth": sheet.heavy, "linestyle": (0, (3, 1))},
        "struck": {"edgecolor": style.blocker, "linewidth": sheet.heavy},
        "going": {"edgecolor": style.ink, "linewidth": style.bold},
        "red": {"edgecolor": inks[0], "linewidth": style.bold, "hatch": "\\\\\\"},
        "blue": {"edgecolor": inks[1], "linewidth": style.bold, "hatch": "///"},
        "spell": {"edgecolor": style.reach, "linewidth": style.thin, "facecolor": style.reach, "alpha": 0.35},
    }


@dataclass(frozen=True, slots=True)
class Tint:
    """A tint or hatch over each of some places."""

    kind: str
    places: Mapping[str, Corners]
    paint: str
    """One of `_paints`."""

    words: Said | None = None
    """For the legend, if it has a line there."""

    def draw(self, sheet: Sheet) -> None:
        """The places, and a line of the legend."""
        look: Look = {"facecolor": "none", **_paints(sheet)[self.paint], "linewidth": 0}
        for name, corners in self.places.items():
            sheet.mark(self.kind, sheet.polygon(corners, Z.REGION, **look), name)
        if self.words and self.places:
            sheet.explain(sheet.words.tell(self.words), Patch(**look))


@dataclass(frozen=True, slots=True)
class Ring:
    """A heavy line around some places together, just inside."""

    kind: str
    places: Mapping[str, Corners]
    paint: str
    """One of `_paints`."""

    words: Said | None = None
    inset: float = 0.35
    each: bool = False
    """Around each place."""

    def draw(self, sheet: Sheet) -> None:
        """The line, and one of the legend."""
        look = _paints(sheet)[self.paint]
        line: Look = {key: value for key, value in look.items() if key != "hatch"}
        shapes = {
            name: shapely.buffer(shapely.Polygon(one), 0.01, join_style="mitre") for name, one in self.places.items()
        }
        wholes = shapes if self.each or not shapes else {" ".join(shapes): shapely.union_all([*shapes.values()])}
        for name, whole in wholes.items():
            for part in shapely.get_parts(whole.buffer(-self.inset, join_style="mitre")):
                sheet.mark(self.kind, sheet.outline(list(part.exterior.coords)[:-1], Z.HEAVY, **line), name)
        if self.words and self.places:
            sheet.explain(sheet.words.tell(self.words), Patch(facecolor="none", **look))


@dataclass(frozen=True, slots=True)
class Arrow:
    """A way from one point to another."""

    kind: str
    start: Point
    end: Point
    pieces: tuple[str, str]
    paint: Literal["going", "struck"]
    words: Said | None = None

    def draw(self, sheet: Sheet) -> None:
        """The arrow, and a line of the legend."""
        look, full = _paints(sheet)[self.paint], self.paint == "struck"
        line: Look = {"color": look["edgecolor"], "linewidth": sheet.style.bold}
        sheet.mark(self.kind, sheet.arrow(self.start, self.end, _HEADS[self.paint], Z.HEAVY, **line), *self.pieces)
        if self.words:
            sign: Look = {"marker": _ARROW, "markersize": 18, "markeredgewidth": sheet.style.bold, "linestyle": "none"}
            sign |= {"color": line["color"], "markerfacecolor": line["color"] if full else "none"}
            sheet.explain_line(sheet.words.tell(self.words), **sign)


_ARROW = Path([(-1, 0), (0.9, 0), (0.45, 0.25), (1, 0), (0.45, -0.25), (0.9, 0)], [1, 2, 1, 2, 2, 1])
"""In the legend."""

Sign = Literal["may", "further", "barred"]
"""A full disc, a hollow one, a cross."""


@dataclass(frozen=True, slots=True)
class Signs:
    """Places that a figure speaks of, by their names: a sign in the middle of each."""

    kind: Sign
    places: Mapping[str, Corners]
    words: Said | None = None
    """For the legend."""

    def draw(self, sheet: Sheet) -> None:
        """The signs, and a line of the legend."""
        style = sheet.style
        mark: Look = {"linestyle": "none", "markersize": 8, "marker": "o", "color": style.good}
        if self.kind == "barred":
            mark |= {"marker": "x", "markeredgewidth": style.bold, "color": style.blocker}
        disc: Look = {"facecolor": style.good, "edgecolor": style.halo, "linewidth": style.thin}
        if self.kind == "further":
            disc = {"facecolor": style.page, "edgecolor": style.good, "linewidth": style.bold}
            mark |= {"markerfacecolor": style.page, "markeredgecolor": style.good, "markeredgewidth": style.bold}
        for name, (x, y) in ((name, middle(corners)) for name, corners in self.places.items()):
            if self.kind == "barred":
                for up in (_CROSS_MM, -_CROSS_MM):
                    ends = [(x - _CROSS_MM, y - up), (x + _CROSS_MM, y + up)]
                    line = sheet.line(ends, Z.HEAVY, halo=1.2, color=style.blocker, linewidth=style.bold)
                    sheet.mark(self.kind, line, name)
            else:
                ring = shapely.Point(x, y).buffer(_SIGN_MM, quad_segs=12).exterior.coords
                sheet.mark(self.kind, sheet.polygon(list(ring)[:-1], Z.HEAVY, **disc), name)
        if self.words and self.places:
            sheet.explain_line(sheet.words.tell(self.words), **mark)


_SIGN_MM, _CROSS_MM = 1.5, 1.6
"""mm of the drawing. Radius of a disc, half of a cross."""


@dataclass(frozen=True, slots=True)
class Note:
    """Words at a point."""

    at: Point
    text: Said

    def draw(self, sheet: Sheet) -> None:
        """The words."""
        text, size = sheet.words.tell(self.text), sheet.style.text
        sheet.texts.append(sheet.write(text, self.at, size, fontweight="bold"))


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
        """Boxes, texts, and the legend; behind letters there is no hatch."""
        looks, size = self.looks(sheet.style), self.size / sheet.mm(1)
        for at, head in self.heads:
            sheet.texts.append(sheet.write(sheet.words.say(head), at, size, fontweight="bold"))
        for cell in self.cells:
            (left, low, right, high), look = cell.box, looks[cell.key]
            sheet.mark(self.kind, sheet.box(*cell.box, Z.SURFACE, **look), *cell.names)
            face = look["facecolor"]
            at, ink = ((left + right) / 2, (low + high) / 2), "white" if _lightness(face) < _DARK else sheet.style.ink
            bare: Look = (
                {"boxstyle": "round,pad=0.25", "facecolor": face, "edgecolor": "none"} if look.get("hatch") else {}
            )
            text = sheet.words.say(cell.text)
            sheet.texts.append(sheet.write(text, at, size, halo=False, color=ink, bbox=bare or None))
        for key, words in self.words.items():
            sheet.explain_patch(sheet.words.say(words), looks[key])


_DARK = 0.45
"""Of lightness: on what is darker letters are white."""


def _lightness(colour: ColorType) -> float:
    """From 0, black, to 1, on white paper."""
    red, green, blue, alpha = to_rgba(colour)
    return 1 - alpha * (1 - (0.2126 * red + 0.7152 * green + 0.0722 * blue))
