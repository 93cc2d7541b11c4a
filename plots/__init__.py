"""Everything that is drawn with Matplotlib; nothing else imports Matplotlib.

Matplotlib is loaded, and asked, through `plots.settings`: pictures are the same under any settings of the user's.
`draw_*` draw on the axes they are given and return a `Drawing`: the artists, by what they mean.
`figure_of_*` make a whole figure without pyplot. `save_figure` writes it whole or not at all, `save_figures` a whole
set.
"""

from armada_sim.pictures import GREYSCALE, PRINT, SCREEN, SHOW, STYLES, Mark, PlayerLook, Sight, Style, View
from plots import settings as settings  # first: it loads Matplotlib
from plots.animation import save_animation
from plots.balance import balance_report, reporter
from plots.figures import figure_of_position, figure_of_reach, figure_of_ruling
from plots.notes import draw_note
from plots.outlines import Region, reached, threatened
from plots.paper import Leaf
from plots.photo import figure_of_reading
from plots.position import draw_position
from plots.region_marks import ReachShapes, draw_reach
from plots.ruling import draw_ruling
from plots.save import Picture, described, figure_bytes, save_figure, save_figures
from plots.sheet import Drawing
from plots.style_file import parse_style, style_of, style_schema, styled

__all__ = [
    "GREYSCALE",
    "PRINT",
    "SCREEN",
    "SHOW",
    "STYLES",
    "Drawing",
    "Leaf",
    "Mark",
    "Picture",
    "PlayerLook",
    "ReachShapes",
    "Region",
    "Sight",
    "Style",
    "View",
    "balance_report",
    "described",
    "draw_note",
    "draw_position",
    "draw_reach",
    "draw_ruling",
    "figure_bytes",
    "figure_of_position",
    "figure_of_reach",
    "figure_of_reading",
    "figure_of_ruling",
    "parse_style",
    "reached",
    "reporter",
    "save_animation",
    "save_figure",
    "save_figures",
    "style_of",
    "style_schema",
    "styled",
    "threatened",
]
