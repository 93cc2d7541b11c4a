"""An author's own figures: files that say what lies on a table or a board and what to show on it."""

from plots.figure_file.boards import BoardFigure
from plots.figure_file.building import AuthorFigure, figure_schema, headings_of, load_figure, parse_figure
from plots.figure_file.frames import Frame, Ghost
from plots.figure_file.model import Headings

__all__ = [
    "AuthorFigure",
    "BoardFigure",
    "Frame",
    "Ghost",
    "Headings",
    "figure_schema",
    "headings_of",
    "load_figure",
    "parse_figure",
]
