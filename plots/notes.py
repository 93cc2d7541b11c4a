"""Arrows and remarks that a person put on a table, on its picture."""

from __future__ import annotations

from matplotlib.figure import Figure

from armada_sim.geometry import Point
from armada_sim.pictures import Style, Z
from plots.settings import plain
from plots.style_file import style_of


@plain
def draw_note(figure: Figure, start: Point, end: Point, text: str, style: str | Style = "screen") -> None:
    """An arrow from a point of the table to another, in mm, with its remark where it begins; where both are one, the
    remark alone. Raises InputError for an unknown style."""
    look = style_of(style)
    arrow = {"arrowstyle": "-|>", "color": look.ink, "linewidth": look.bold, "shrinkA": 0, "shrinkB": 0}
    remark = figure.axes[0].annotate(
        text, end, xytext=start, ha="center", va="center", fontsize=look.text, family=look.font, color=look.ink,
        arrowprops=arrow if start != end else None, zorder=Z.WORDS,
        bbox={"boxstyle": "round,pad=0.2", "facecolor": look.surface, "edgecolor": "none", "alpha": 0.85},
    )  # fmt: skip
    remark.set_parse_math(False)
