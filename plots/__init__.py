"""Everything that is drawn with Matplotlib; nothing else imports Matplotlib.

Functions draw on the axes they are given and return the artists they added; `figure_of_*` make a
figure without pyplot; `save_figure` writes it whole or not at all.
"""

from plots.position import draw_position
from plots.ruling import draw_ruling, figure_of_position, figure_of_ruling
from plots.save import save_figure
from plots.style import STYLES, Style

__all__ = [
    "STYLES",
    "Style",
    "draw_position",
    "draw_ruling",
    "figure_of_position",
    "figure_of_ruling",
    "save_figure",
]
