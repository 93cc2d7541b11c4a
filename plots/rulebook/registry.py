"""What a rulebook figure is, and how one whose subject lies on a table is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from matplotlib.figure import Figure

from armada_sim.table.layout import Layout
from armada_sim.table.rules import Rules
from armada_sim.tabletop.language import Pair
from plots.figures import fitted, page
from plots.grids.squares import board_page
from plots.messages import Words
from plots.rulebook.texts import CAPTIONS, TITLES
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
    """Of its files; Armada's, in TITLES and CAPTIONS too."""

    game: str
    make: Callable[[Style, Words], Plate]
    texts: tuple[Pair, Pair] | None = None
    """Title and caption of a figure of another game."""

    def title(self, words: Words) -> str:
        """Its title in one language."""
        return words.of(TITLES[self.name] if self.texts is None else self.texts[0])

    def caption(self, words: Words) -> str:
        """The sentence under its title."""
        return words.of(CAPTIONS[self.name] if self.texts is None else self.texts[1])


def board_figure(
    game: str, titles: Mapping[str, Pair], captions: Mapping[str, Pair], name: str, view: Callable[[], View],
    draw: Callable[[Sheet], None], *, legend: bool | Literal["below"] = True, scale: float | None = None,
) -> RulebookFigure:  # fmt: skip
    """A figure of a board game: what `draw` draws on a board; scale as for `table_figure`."""
    texts = (titles[name], captions[name])

    def make(style: Style, words: Words) -> Plate:
        title, caption = map(words.of, texts)
        return Plate(*board_page(view(), style, words, draw, title, caption, legend=legend, scale=scale))

    return RulebookFigure(name, game, make, texts)


def table_figure(
    name: str, scene: Callable[[Words], Layout], view: View, draw: Callable[[Sheet], None], *,
    scale: float | None = None, rules: Rules | None = None,
) -> RulebookFigure:  # fmt: skip
    """A figure of Armada: a scene on a table and what `draw` draws of it.

    scale: mm of paper per mm of table; what fits a column of text if None.
    """

    def make(style: Style, words: Words) -> Plate:
        figure, ax = page(view, style, scale)
        for spine in ax.spines.values():
            spine.set_visible(False)
        sheet = Sheet(ax, scene(words), rules or Rules(), style, words, view)
        ax.tick_params(left=False, bottom=False, labelleft=False, labelbottom=False)
        ax.set_facecolor(style.page)
        draw(sheet)
        sheet.write_title(words.of(TITLES[name]), words.of(CAPTIONS[name]))
        sheet.write_scale()
        drawing = sheet.finish(legend="below")
        return Plate(fitted(figure, ax), drawing)

    return RulebookFigure(name, "armada", make)
