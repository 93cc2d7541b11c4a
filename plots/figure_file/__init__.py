"""An author's own figures: files that say what lies on a table and what to show on it."""

from plots.figure_file.building import AuthorFigure, Headings, headings_of, load_figure, parse_figure
from plots.figure_file.frames import Frame, Ghost
from plots.figure_file.model import figure_schema

__all__ = [
    "AuthorFigure",
    "Frame",
    "Ghost",
    "Headings",
    "figure_schema",
    "headings_of",
    "load_figure",
    "parse_figure",
]
