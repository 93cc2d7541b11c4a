"""What a rulebook figure is, and how one whose subject lies on a table is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from matplotlib.figure import Figure

from armada_sim.table import Layout, Rules
from plots.figures import fitted, page
from plots.grids.squares import board_page
from plots.messages import Words
from plots.paper import Printed
from plots.shapes import View
from plots.sheet import Drawing, Sheet
from plots.style import Style


@dataclass(frozen=True, slots=True)
class Plate:
    """A finished figure, and what was drawn on it."""

    figure: Figure
    drawing: Drawing


@dataclass(frozen=True)
class RulebookFigure:
    """One figure of a rulebook. Other games add theirs with a `make` of their own."""

    name: str
    """Of its files."""

    game: str
    title: str
    """A message, like the caption."""

    caption: str
    make: Callable[[Style, Words], Plate]
    on_paper: Callable[[Style, Words, str], Printed] | None = None
    """What of it is printed on sheets of a paper to be used; the same figure if None."""

    def drawn(self, style: Style, words: Words, paper: str | None) -> Printed:
        """The figure, or what is printed on sheets of a paper."""
        if paper is None or self.on_paper is None:
            return self.make(style, words).figure
        return self.on_paper(style, words, paper)


def board_figure(
    game: str, name: str, title: str, caption: str, view: Callable[[], View], draw: Callable[[Sheet], None], *,
    legend: bool | Literal["below"] = True, scale: float | None = None,
) -> RulebookFigure:  # fmt: skip
    """A figure of a board game: what `draw` draws on a board; scale as for `table_figure`."""

    def make(style: Style, words: Words) -> Plate:
        texts = words.say(title), words.say(caption)
        return Plate(*board_page(view(), style, words, draw, *texts, legend=legend, scale=scale))

    return RulebookFigure(name, game, title, caption, make)


def table_figure(
    name: str, title: str, caption: str, scene: Callable[[Words], Layout], view: View | Callable[[], View],
    draw: Callable[[Sheet], None], *, scale: float | None = None, rules: Rules | None = None,
) -> RulebookFigure:  # fmt: skip
    """A figure of Armada: a scene on a table and what `draw` draws of it.

    view: a function where it takes long to know.
    scale: mm of paper per mm of table, whatever width the style asks for; what fits a column of text if None.
    """

    def make(style: Style, words: Words) -> Plate:
        seen = view() if callable(view) else view
        style = style if scale is None else replace(style, width_mm=None)
        figure, ax = page(seen, style, scale)
        for spine in ax.spines.values():
            spine.set_visible(False)
        sheet = Sheet(ax, scene(words), rules or Rules(), style, words, seen)
        ax.tick_params(left=False, bottom=False, labelleft=False, labelbottom=False)
        ax.set_facecolor(style.page)
        draw(sheet)
        sheet.write_title(words.say(title), words.say(caption))
        sheet.write_scale()
        drawing = sheet.finish(legend="below")
        return Plate(fitted(figure, ax, style), drawing)

    return RulebookFigure(name, "armada", title, caption, make)
