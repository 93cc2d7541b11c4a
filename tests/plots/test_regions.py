"""Regions, fans and sight lines: artists are the shapes that were given."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely

from armada_sim.evidence.evidence import BlockedHeadings, HeadingInterval
from armada_sim.pictures import Words
from armada_sim.table.layout import Layout, Pose, Ship, Surface
from armada_sim.table.pieces import Size
from armada_sim.table.rules import Rules
from armada_sim.table.units import Unit
from plots import PRINT, ReachShapes, Region, View, draw_position, draw_reach, figure_of_position
from plots.region_marks import mark_fan
from plots.sheet import Sheet
from tests.plots.drawings import axes, legend_of, region_of, words_of

INNER = shapely.box(0, 0, 100, 100).difference(shapely.box(40, 40, 60, 60))
PASSAGE = shapely.box(101, 20, 110, 22)
THREAT = shapely.box(-40, -40, 140, 140)
WHOLE = ReachShapes(Region(INNER, PASSAGE, 1.5), Region(THREAT, within=2.0))
TABLE = Layout((Ship("B2", "blue", Size.SMALL, Pose(50, -30, 90)),), surface=Surface.rectangle(200, 200))


def same(a: Any, b: Any) -> bool:
    return bool(a.symmetric_difference(b).area < 1e-9)


def test_a_region_is_drawn_with_what_is_undecided_and_its_threat_and_says_how_exact_it_is() -> None:
    drawing = draw_reach(axes(), WHOLE)

    assert same(region_of(*drawing.marked("inner")), INNER)
    assert same(region_of(*drawing.marked("undecided")), PASSAGE)
    assert same(region_of(*drawing.marked("threat")), THREAT)
    assert not any(mark.artist.get_hatch() for mark in drawing.marks)  # type: ignore[attr-defined]
    assert len(legend_of(drawing)) == 3
    assert " ".join(words_of(drawing)) == (
        "The true border of what can be covered lies within 1.50 mm of the one drawn, that of what can be shot at "
        "within 2.00 mm, but for what is undecided."
    )


def test_what_is_not_there_is_not_drawn() -> None:
    drawing = draw_reach(axes(), ReachShapes(Region(INNER, shapely.MultiPolygon())))

    assert [mark.kind for mark in drawing.marks] == ["inner"]
    assert legend_of(drawing) == ["can be covered"]
    assert not words_of(drawing)  # nobody sees how far a border by a formula is off
    searched = draw_reach(axes(), ReachShapes(Region(INNER, shapely.MultiPolygon(), 0.5)))
    assert " ".join(words_of(searched)) == "The true border lies within 0.50 mm of the one drawn."
    french = draw_reach(axes(), ReachShapes(threat=Region(INNER, PASSAGE, 0.5)), lang="fr")
    assert "La vraie limite passe à 0,50" in " ".join(words_of(french))
    assert legend_of(french)[0] == "peut être touché après le déplacement"
    assert legend_of(french)[1].startswith("indécis")


def test_a_region_lies_under_its_ship_on_a_position() -> None:
    drawing = draw_position(axes(), TABLE, Rules(), reach={"B2": WHOLE})
    (mark,) = drawing.marked("inner")

    assert mark.pieces == ("B2",)
    assert mark.artist.zorder < drawing.ships["B2"].zorder
    assert "B2 can cover" in legend_of(drawing)
    assert shapely.Polygon(drawing.view.corners).contains(THREAT)
    assert figure_of_position(TABLE, Rules(), reach={"B2": WHOLE}).axes


def sheet() -> Sheet:
    return Sheet(TABLE, Rules(), PRINT, Words("en", Unit("mm")), View(0, 0, 200, 200), ax=axes())


def test_a_fan_has_a_sector_for_every_interval_and_an_arc_for_every_blocker() -> None:
    on = sheet()
    legal = [
        HeadingInterval(20, 60, "turn limit", "R1", True, False),
        HeadingInterval(80, 120, "R1", "edge", False, False),
    ]
    blocked = [BlockedHeadings(60, 80, "R1"), BlockedHeadings(120, 150, "edge")]
    mark_fan(on, (100, 100), 40.0, legal, blocked, piece="B2")

    sectors = [np.asarray(m.artist.get_xy()) for m in on.marks if m.kind == "legal headings"]  # type: ignore[attr-defined]
    assert len(sectors) == 2
    for interval, sector in zip(legal, sectors, strict=True):
        angles = np.degrees(np.arctan2(sector[1:-1, 1] - 100, sector[1:-1, 0] - 100))
        assert angles.min() == pytest.approx(interval.start)
        assert angles.max() == pytest.approx(interval.end)
        assert np.hypot(*(sector[1:-1] - 100).T) == pytest.approx(40.0)
    arcs = [m for m in on.marks if m.kind == "blocked headings"]
    assert [m.pieces for m in arcs] == [("R1",), ("edge",)]
    assert arcs[0].artist.get_linestyle() != arcs[1].artist.get_linestyle()  # type: ignore[attr-defined]
    assert "blocked by the edge: 120.0° to 150.0°" in on.entries
