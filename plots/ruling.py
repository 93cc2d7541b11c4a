"""The picture of a ruling: the position, what was asked, the answer and its evidence."""

from __future__ import annotations

from matplotlib.axes import Axes

from armada_sim.evidence import Ruling
from armada_sim.pictures import Style, View, Words, compose_ruling, ruling_view
from armada_sim.table import Layout, Rules, unit_of
from plots.settings import plain
from plots.sheet import Drawing, Sheet
from plots.style_file import style_of


@plain
def draw_ruling(
    ax: Axes, layout: Layout, ruling: Ruling, rules: Rules, *, unit: str = "mm",
    style: str | Style = "screen", lang: str = "en", view: View | None = None, legend: bool = True, frame: bool = False,
) -> Drawing:  # fmt: skip
    """Draw a ruling on `ax`, mm in data units, and return what was drawn.

    The view is limited to what matters. legend: right of the axes. frame: as `draw_position` takes it. Raises
    InputError for an unknown unit, style or language, and if the ruling names a ship the layout does not have.
    """
    words = Words(lang, unit_of(layout, unit))
    sheet = Sheet(layout, rules, style_of(style), words, view or ruling_view(layout, ruling, rules), ax=ax)
    compose_ruling(sheet, ruling, frame=frame)
    return sheet.finish(legend=legend)
