"""Figures of a rulebook that are shipped as figure files."""

from __future__ import annotations

from functools import cache

from armada_sim.pictures import Style, Words
from armada_sim.tabletop.shipped import shipped
from plots.figure_file import AuthorFigure, BoardFigure, headings_of, parse_figure
from plots.rulebook.registry import RulebookFigure
from plots.scene import Plate


def figures(*names: str) -> tuple[RulebookFigure, ...]:
    """Those of these names, each worked out when it is first drawn."""
    return tuple(map(_figure, names))


def _figure(name: str) -> RulebookFigure:
    said = headings_of(_text(name))

    def make(style: Style, words: Words) -> Plate:
        return figure_of(name).drawn(style, words)

    return RulebookFigure(name, said.game, said.title, said.caption, make, clauses=said.clauses)


@cache
def figure_of(name: str) -> AuthorFigure | BoardFigure:
    """The shipped figure of a name, worked out once."""
    return parse_figure(_text(name), file=name)


def board_of(name: str) -> BoardFigure:
    """The shipped figure of a board game of a name."""
    found = figure_of(name)
    assert isinstance(found, BoardFigure)
    return found


def _text(name: str) -> str:
    return shipped("armada_sim", ".toml", "figures")[name].read_text(encoding="utf-8")
