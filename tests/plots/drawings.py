"""What tests of pictures share: axes to draw on, tables in a line, what a drawing says and covers."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch, Polygon

from armada_sim.table import Layout, Pose, Ship, Size
from plots import Drawing, Mark


def axes() -> Axes:
    return Figure(figsize=(6, 6)).add_axes((0.1, 0.1, 0.7, 0.7))


def table(ships: str, **more: Any) -> Layout:
    """A table with ships such as "R1 red large 300 400 90": name, player, size, base, heading, perhaps hits taken."""
    rows = [line.split() for line in ships.split(";")]
    return Layout(
        tuple(
            Ship(name, player, Size(size), Pose(float(x), float(y), float(heading)), int(*hits or (0,)))
            for name, player, size, x, y, heading, *hits in rows
        ),
        **more,
    )


def legend_of(drawing: Drawing) -> list[str]:
    assert drawing.legend is not None
    return [" ".join(text.get_text().split()) for text in drawing.legend.get_texts()]


def words_of(drawing: Drawing) -> list[str]:
    """Every text, in a line each."""
    return [" ".join(text.get_text().split()) for text in drawing.texts]


def polygon_of(mark: Mark) -> np.ndarray:
    """Its corners."""
    assert isinstance(mark.artist, Polygon)
    return np.asarray(mark.artist.get_xy())[:-1]


def region_of(mark: Mark) -> Any:
    """What a patch with holes covers."""
    assert isinstance(mark.artist, PathPatch)
    shape: Any = shapely.Polygon()
    for loop in mark.artist.get_path().to_polygons():
        shape = shape.symmetric_difference(shapely.Polygon(loop))
    return shape
