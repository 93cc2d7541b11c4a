"""A scene: what lies on a table, what is marked there and what is said, as data; and the one drawing of all scenes.

Lengths are mm of the table, angles degrees. Words are `Said`: in the language of the figure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from armada_sim.pictures import Look, Style, View, Words, Z, draw_pieces, piece_shape, write_names
from armada_sim.table import Layout, Rules, Surface
from armada_sim.tabletop import Said
from plots.figures import fitted, page
from plots.settings import plain
from plots.sheet import Drawing, Sheet

PLAYERS = ("blue", "red", "yellow")
"""Who has pieces in a scene: blue what it is about, as in the figures of the source text."""

NOWHERE = Layout(surface=Surface.unbounded())
"""An empty table without edges."""

_APART = 0.03
"""Of the width of all panes: between two that stand side by side."""

_NARROWER = 0.96
"""Of the width of a pane that its caption may take."""

_PALE = 0.68
"""How much of the colour of paper lies on pieces that are dimmed."""


class Mark(Protocol):
    """Something that a scene shows besides its pieces."""

    def draw(self, sheet: Sheet) -> None:
        """Draw it, and explain it in the legend."""


@dataclass(frozen=True)
class Scene:
    """A table as data. What words say, the language of the figure decides."""

    view: View
    marks: tuple[Mark, ...] = ()
    layout: Layout = NOWHERE
    roles: Mapping[str, Said] = field(default_factory=dict)
    """What the pieces of a player are, for the legend."""

    called: Mapping[str, Said] = field(default_factory=dict)
    """What objects are called, where that is not their name."""

    rules: Rules = field(default_factory=Rules)
    named: bool = True
    """Whether pieces have their names beside them."""

    scale: float | None = None
    """mm of paper per mm of table, whatever width a style asks for; what fits a column of text if None."""

    flagships: tuple[str, ...] = ()
    dimmed: tuple[str, ...] = ()
    """Pieces that are drawn pale."""

    caption: Said | None = None
    """Under it, where it stands beside others."""

    def begun(self, ax: Axes, style: Style, words: Words, prefix: tuple[str, ...] = ()) -> Sheet:
        """A sheet on axes, with nothing on it."""
        return Sheet(
            self.layout, self.rules, style, words, self.view, PLAYERS, self.flagships, roles=self.roles,
            called=self.called, prefix=prefix, ax=ax,
        )  # fmt: skip

    def draw(self, sheet: Sheet) -> None:
        """Pieces, marks and names."""
        draw_pieces(sheet, ("damage",))
        for spine in sheet.ax.spines.values():
            spine.set_visible(False)
        sheet.ax.set_facecolor(sheet.style.page)
        for name in self.dimmed:
            shape = piece_shape(name, self.layout, self.rules)
            if shape is not None:
                pale: Look = {"facecolor": sheet.style.page, "alpha": _PALE, "linewidth": 0}
                sheet.others.append(sheet.polygon(shape.corners, Z.SHIP + 0.6, **pale))
        for mark in self.marks:
            mark.draw(sheet)
        if self.named:
            write_names(sheet, ("labels",))


class Pane(Protocol):
    """What a figure shows, alone or beside others: a scene, or a board with what is marked on it."""

    @property
    def view(self) -> View:
        """What of it is seen."""

    @property
    def scale(self) -> float | None:
        """mm of paper per mm; what fits a page if None."""

    @property
    def caption(self) -> Said | None:
        """Under it, where it stands beside others."""

    def begun(self, ax: Axes, style: Style, words: Words, prefix: tuple[str, ...] = ()) -> Sheet:
        """A sheet on axes, with nothing on it."""

    def draw(self, sheet: Sheet) -> None:
        """All that it shows, but for titles and legends."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A finished figure, and what was drawn on it."""

    figure: Figure
    drawing: Drawing


@plain
def figure_of_panes(
    panes: Sequence[Pane], title: str, caption: str, style: Style, words: Words
) -> Plate:  # fmt: skip
    """The figure of one pane, or of several side by side with their numbers and captions under them; all to the scale
    of the first. Raises InputError for a scale that makes no figure."""
    scale = panes[0].scale
    style = style if scale is None else replace(style, width_mm=None)
    if len(panes) == 1:
        figure, ax = page(panes[0].view, style, scale)
        sheet = panes[0].begun(ax, style, words)
        panes[0].draw(sheet)
    else:
        figure, ax, sheet = _side_by_side(panes, style, words)
    sheet.write_title(title, caption)
    sheet.write_scale()
    drawing = sheet.finish(legend="below")
    return Plate(fitted(figure, ax, style), drawing)


def _side_by_side(panes: Sequence[Pane], style: Style, words: Words) -> tuple[Figure, Axes, Sheet]:
    """The panes on axes of their own, their tops in a line; what they explain stands in the legend of all."""
    wide, high = sum(pane.view.width for pane in panes), max(pane.view.height for pane in panes)
    apart = _APART * wide
    whole = View(0.0, 0.0, wide + apart * (len(panes) - 1), high)
    figure, ax = page(whole, style, panes[0].scale)
    ax.set(xticks=[], yticks=[], frame_on=False)
    sheet = Sheet(NOWHERE, Rules(), style, words, whole, ax=ax)
    left, lowest = 0.0, sheet.below
    for number, pane in enumerate(panes, 1):
        share, tall = pane.view.width / whole.width, pane.view.height / high
        axes = ax.inset_axes((left / whole.width, 1 - tall, share, tall), zorder=Z.LINE)
        inner = pane.begun(axes, style, words, ("pane", str(number)))
        inner.entries, inner.within = sheet.entries, sheet.within
        pane.draw(inner)
        sheet.undecided |= inner.undecided
        sheet.nooks |= inner.nooks
        sheet.ships |= {f"{number}:{name}": artist for name, artist in inner.ships.items()}
        sheet.marks += inner.marks
        sheet.texts += [*inner.labels.values(), *inner.texts]
        sheet.others += [axes, *inner.others]
        lowest = max(lowest, sheet.below + _under(sheet, number, pane.caption, left / whole.width, share))
        left += pane.view.width + apart
    sheet.below = lowest + 4
    return figure, ax, sheet


def _under(sheet: Sheet, number: int, caption: Said | None, at: float, share: float) -> float:
    """The number and the caption of a pane, under it; points that they take."""
    text = (
        sheet.words.say("{number}. {text}", number=number, text=sheet.words.tell(caption)) if caption else f"{number}"
    )
    size = sheet.style.text
    said = sheet.wrapped(text, _NARROWER * share * sheet.width_points, size)
    sheet.texts.append(sheet.write_outside(said, (at, 0.0), -sheet.below, "top", size, sheet.style.ink))
    return sheet.text_size(said, size)[1]
