"""What is written has all its strokes, however coarse the picture is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import shapely
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from armada_sim.pictures import View, Words
from armada_sim.table import Layout, Rules, Surface, Unit
from plots import STYLES
from plots.sheet import Sheet

DPI = 64
"""As coarse as the pictures of the gallery."""


@pytest.mark.parametrize("letter", list("EFHLTMR"))
def test_a_letter_leaves_as_much_ink_as_its_outline_holds(letter: str) -> None:
    style = replace(STYLES["print"], ink="#000000", surface="#ffffff")
    canvas = FigureCanvasAgg(Figure(figsize=(1, 1), dpi=DPI))
    ax = canvas.figure.add_axes((0.0, 0.0, 1.0, 1.0), frame_on=False, xticks=[], yticks=[])
    sheet = Sheet(Layout(surface=Surface.unbounded()), Rules(), style, Words("en", Unit("mm")), View(0, 0, 9, 9), ax=ax)
    font = FontProperties(family=style.font)
    rings = TextPath((0, 0), letter, size=style.text, prop=font).to_polygons()
    outline = 0.0
    for ring in rings:
        outline = abs(outline - shapely.Polygon(ring).area)  # a ring inside another is a hole of it

    inks = []
    for place in np.arange(4.0, 5.0, 0.07):
        written = sheet.write(letter, (place, place), style.text)
        canvas.draw()
        written.remove()
        inks.append(float(np.sum(1 - np.asarray(canvas.buffer_rgba())[..., 0] / 255.0)))

    pixels = outline * (DPI / 72) ** 2
    assert np.abs(np.array(inks) / pixels - 1).max() < 0.2
