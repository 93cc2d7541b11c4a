"""What a reader needs of any figure: every word legible, nothing cut off."""

from __future__ import annotations

from typing import Any

import shapely
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from plots import Drawing
from plots.style import Z

OVERLAP_PX = 2.0
"""Boxes of letters have empty borders: these many square pixels at 100 dpi are no overlap."""


def box_of(text: Text, renderer: Any) -> shapely.Polygon:
    box = text.get_window_extent(renderer)
    return shapely.box(box.x0, box.y0, box.x1, box.y1)


def assert_readable(figure: Figure, drawing: Drawing) -> None:
    """No word lies on a ship or on another word, and none is cut off by the paper or the table."""
    figure.draw_without_rendering()
    renderer = FigureCanvasAgg(figure).get_renderer()
    (ax,) = figure.axes
    legend = drawing.legend.get_texts() if drawing.legend is not None else []
    written = [text for text in (*drawing.labels.values(), *drawing.texts, *legend) if text.get_text().strip()]
    boxes = [(text, box_of(text, renderer)) for text in written]
    paper, table = shapely.box(0, 0, *figure.bbox.size), shapely.box(*ax.bbox.extents)
    shapes = {name: shapely.Polygon(ax.transData.transform(o.get_xy())) for name, o in drawing.ships.items()}
    hulls = {name: shape.intersection(table) for name, shape in shapes.items()}  # the axes cut off the rest
    assert len(boxes) > 2
    for i, (text, box) in enumerate(boxes):
        assert paper.contains(box), f"{text.get_text()!r} is cut off"
        if text.zorder == Z.LABEL:  # on the table, not above or below it
            assert table.contains(box), f"{text.get_text()!r} is cut off by the axes"
        for other, taken in boxes[i + 1 :]:
            assert box.intersection(taken).area < OVERLAP_PX, f"{text.get_text()!r} lies on {other.get_text()!r}"
        for ship, hull in hulls.items():
            assert box.intersection(hull).area < OVERLAP_PX, f"{text.get_text()!r} lies on ship {ship!r}"
