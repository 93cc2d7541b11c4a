"""Every figure of the rulebooks, by name; each module holds the figures of one chapter."""

from plots.rulebook import armada, destin_arc, singidunum, strategiksa
from plots.rulebook.build import Written, write_figures
from plots.rulebook.gallery import gallery_page, marked, write_gallery
from plots.rulebook.registry import SOURCES, RulebookFigure, stands_for

FIGURES: tuple[RulebookFigure, ...] = (
    *armada.FIGURES, *strategiksa.FIGURES, *singidunum.FIGURES, *destin_arc.FIGURES,
)  # fmt: skip
"""In the order of the gallery, game by game."""

__all__ = [
    "FIGURES",
    "SOURCES",
    "RulebookFigure",
    "Written",
    "gallery_page",
    "marked",
    "stands_for",
    "write_figures",
    "write_gallery",
]
