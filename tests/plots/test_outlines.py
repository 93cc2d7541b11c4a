"""Borders of regions as they stand in files: arcs and lines near the true ones, few, without zigzag."""

from __future__ import annotations

import itertools
import math
import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import shapely

from armada_sim.pictures import corners_of
from armada_sim.regions import reachable, threat, unobstructed
from armada_sim.table import Layout, Pose, Rules, Ship, Size, Surface, parse_rules
from plots import ReachShapes, Region, figure_bytes, figure_of_position, reached, threatened
from plots.outlines import EXACT_MM, without_nooks
from plots.rulebook.shipped import figure_of
from tests.whole import few

CROWD = figure_of("threat-obstacles").frames[0].layout
SHARP_DEG = 20.0
POINT_MM = 25.4 / 72

Curve = list[complex]
"""Ends of a line, or the four points of a Bezier curve, mm."""


def in_file(layout: Layout, rules: Rules, region: Region) -> list[list[Curve]]:
    """The borders of what a ship can cover as an SVG file at full size has them, where the ship lies on the table."""
    name = layout.ships[0].name
    figure = figure_of_position(layout, rules, reach={name: ReachShapes(region)}, scale=1.0)
    root = ElementTree.fromstring(figure_bytes(figure, "svg", "", ""))
    found = {node.get("id"): node for node in root.iter()}
    paths = [found[key].find("{*}path") for key in (f"ship-{name}", f"inner-{name}")]
    (ship,), borders = (_loops(path.get("d") or "") for path in paths if path is not None)
    corners = [complex(*corner) for corner in corners_of(layout.ships[0], rules)]
    away = (sum(corners) - sum(curve[0] for curve in ship[: len(corners)])) / len(corners)
    return [[[point + away for point in curve] for curve in loop] for loop in borders]


def _loops(path: str) -> list[list[Curve]]:
    loops: list[list[Curve]] = []
    at = 0j
    for command, numbers in re.findall(r"([MLCz])([^MLCz]*)", path):
        values = [float(number) for number in numbers.split()]
        points = [POINT_MM * complex(values[i], -values[i + 1]) for i in range(0, len(values), 2)]
        if command == "M":
            loops.append([])
        elif points:
            loops[-1].append([at, *points])
        at = points[-1] if points else at
    return loops


def line_of(loop: list[Curve]) -> Any:
    """The border as a fine chain of chords."""
    points: list[complex] = []
    for curve in loop:
        for share in np.linspace(0, 1, 33 if len(curve) == 4 else 2):
            n = len(curve) - 1
            points.append(sum(math.comb(n, i) * share**i * (1 - share) ** (n - i) * p for i, p in enumerate(curve)))
    return shapely.LineString([(p.real, p.imag) for p in points])


def teeth(loop: list[Curve], within: float) -> list[complex]:
    """Where the border turns sharply to one side, to the other and to the first again, in short steps."""
    loop = [curve for curve in loop if abs(curve[-1] - curve[0]) > 1e-3]
    turns = []
    for before, after in zip([loop[-1], *loop], loop, strict=False):
        turns.append(math.degrees(np.angle((after[1] - after[0]) / (before[-1] - before[-2]))))
    found = []
    for i, curve in enumerate(loop):
        three = [turns[i], turns[(i + 1) % len(loop)], turns[(i + 2) % len(loop)]]
        short = max(abs(one[-1] - one[0]) for one in (curve, loop[(i + 1) % len(loop)])) < within
        if short and min(map(abs, three)) > SHARP_DEG and three[0] * three[1] < 0 > three[1] * three[2]:
            found.append(curve[0])
    return found


def distance(border: Any, other: Any) -> float:
    """mm. How far points of one border are from another, at most."""
    return float(
        shapely.distance(shapely.points(shapely.get_coordinates(shapely.segmentize(border, 0.1))), other).max()
    )


@pytest.mark.parametrize(
    ("sizes", "across", "filled"),
    [
        ({}, 26.0, True), ({}, 27.0, False),  # a small ship is 26.4 mm long
        ({"small": "none"}, 36.0, True), ({"small": "none"}, 37.0, False),  # a medium one 36.3 mm
        ({"tiny": {"base": 6, "height": 8, "pips": 1, "steps": 1}}, 26.0, False),
    ],
)  # fmt: skip
def test_a_hole_is_filled_that_no_piece_of_the_game_fits_in(sizes: dict[str, Any], across: float, filled: bool) -> None:
    hole = shapely.Point(0, 0).buffer(across / 2, quad_segs=64)
    region = Region(shapely.box(-100, -100, 100, 100) - hole)
    found = without_nooks(region, parse_rules({"sizes": sizes}) if sizes else Rules())
    assert shapely.covers(found.shape, hole) == filled


def test_a_border_known_by_a_formula_is_arcs_and_lines_within_what_the_caption_says() -> None:
    ship = Ship("S", "red", Size.SMALL, Pose(100, 100, 30))
    region = unobstructed.placed(unobstructed.cover(Size.SMALL, 3, Rules()), ship)
    loops = in_file(Layout((ship,), surface=Surface.rectangle(300, 300)), Rules(), Region(region))
    drawn = shapely.union_all([line_of(loop) for loop in loops])

    assert distance(drawn, shapely.boundary(region)) < EXACT_MM
    assert distance(shapely.boundary(region), drawn) < EXACT_MM
    assert sum(map(len, loops)) < shapely.get_num_coordinates(region) / 10


def test_a_searched_border_on_an_empty_table_is_near_the_true_one() -> None:
    ship = Ship("S", "red", Size.SMALL, Pose(150, 150, 30))
    layout = Layout((ship,), surface=Surface.rectangle(300, 300))
    found = reached(reachable(layout, "S", 2, 2.0))
    truth = shapely.union_all([unobstructed.placed(unobstructed.cover(Size.SMALL, k, Rules()), ship) for k in (1, 2)])
    loops = in_file(layout, Rules(), found)
    drawn = shapely.union_all([line_of(loop) for loop in loops])

    assert found.undecided is None
    assert distance(shapely.boundary(truth), drawn) < found.within
    assert distance(drawn, shapely.boundary(truth)) < found.within
    assert sum(map(len, loops)) < 60
    assert not [place for loop in loops for place in teeth(loop, found.within)]


OUTLINES = ("contact_triangle", "shadow_pentagon", "solid3d", "section_triangle")
SURFACES = {
    "rectangle": Surface.rectangle(220, 210),
    "polygon": Surface.polygon([(10, 10), (200, 20), (210, 190), (120, 180), (60, 205), (20, 190)]),
    "disc": Surface.disc((100, 100), 90),
}
PAIRS = sorted(itertools.product(OUTLINES, SURFACES), key=lambda p: OUTLINES.index(p[0]) != list(SURFACES).index(p[1]))
"""Each surface first with another outline."""


@pytest.mark.parametrize("both", few(PAIRS, 1))
def test_reach_among_obstacles_is_smooth_on_all_outlines_and_surfaces(both: tuple[str, str]) -> None:
    footprint, surface = both
    layout = Layout(CROWD.ships[:3], SURFACES[surface], CROWD.objects)
    rules = Rules(footprint=footprint)
    coarse, fine = (reachable(layout, "M", 2, gap, rules=rules) for gap in (4.0, 2.0))
    found = reached(coarse)
    loops = in_file(layout, rules, found)
    drawn = shapely.union_all([line_of(loop) for loop in loops])

    # the true border has no point inside what is proved more finely, nor outside its bound
    known = shapely.buffer(drawn, found.within)
    doubtful = shapely.difference(shapely.difference(fine.outer, fine.inner), known)
    if found.undecided is not None:
        doubtful = shapely.difference(doubtful, shapely.buffer(found.undecided, found.within))
    assert doubtful.area < 1e-6
    assert sum(map(len, loops)) < 120
    assert not [place for loop in loops for place in teeth(loop, found.within)]


def test_a_threat_among_obstacles_has_no_teeth_and_no_borders_about_what_lies_in_it() -> None:
    found = threatened(threat(CROWD, "M", 2, 2.0), Rules())
    loops = in_file(CROWD, Rules(), found)

    assert len(loops) == 1
    assert found.nooks  # about M's own tip it is undecided, in a place too small for any piece: no mark of its own
    assert found.undecided is None or found.undecided.distance(shapely.Point(100, 106.3)) > 8
    assert len(loops[0]) < 80
    assert not teeth(loops[0], found.within)
    assert len(teeth(in_file(CROWD, Rules(), Region(threat(CROWD, "M", 2, 2.0).inner))[1], found.within)) > 5
