"""Figures of boards that are data, as figures of a rulebook."""

from __future__ import annotations

from collections.abc import Iterable

from plots.grids.figure import BoardFigure
from plots.rulebook.registry import RulebookFigure, board_figure


def declared(figures: Iterable[BoardFigure]) -> tuple[RulebookFigure, ...]:
    """Each of them, its scene made when it is first drawn."""
    return tuple(_declared(figure) for figure in figures)


def _declared(figure: BoardFigure) -> RulebookFigure:
    return board_figure(figure.game, figure.name, figure.title, figure.caption, lambda: figure.scene)
