"""The picture that shows what was read off a photograph."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from shapely.geometry import MultiPoint, box

from armada_sim.photo import ReadShip
from plots.photo import figure_of_reading
from tests.photo.painting import EYE
from tests.photo.standing import SEVEN, read_ship, reading

WHITE = np.full((EYE.picture[1], EYE.picture[0], 3), 255, np.uint8)


def ships() -> list[ReadShip]:
    return [read_ship(f"S{k}", ship) for k, ship in enumerate(SEVEN)]


def test_names_stand_beside_ships_and_beside_each_other() -> None:
    figure = figure_of_reading(WHITE, reading(ships()))
    figure.canvas.draw()
    high = figure.bbox.height
    names = []
    for text in figure.axes[0].texts:
        extent = text.get_window_extent()
        names.append(box(extent.x0, high - extent.y1, extent.x1, high - extent.y0))
    hulls = [MultiPoint(ship.wire).convex_hull for ship in ships()]
    assert len(names) == len(hulls)
    assert not any(a.intersects(b) for a, b in combinations(names, 2))
    assert not any(name.intersects(hull) for name in names for hull in hulls)
    assert all(box(0, 0, *EYE.picture).contains(name) for name in names)


@pytest.mark.parametrize(("tolerance", "style"), [(1.5, "solid"), (None, "dashed")])
def test_a_ship_that_is_not_known_is_dashed_and_says_so(tolerance: float | None, style: str) -> None:
    one = replace(ships()[0], tolerance=tolerance)
    figure = figure_of_reading(WHITE, reading([one]))
    lines = figure.axes[0].collections[-1].get_linestyle()[0][1]
    assert (lines is None) == (style == "solid")
    (text,) = figure.axes[0].texts
    assert ("not known" in text.get_text()) == (tolerance is None)
