"""Pictures of positions: true to scale, explained, and nothing that was not asked for."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest
import shapely
from click.testing import CliRunner
from matplotlib.figure import Figure

from armada_sim.cli.commands import cli
from armada_sim.pictures import SCREEN, Words, corners_of
from armada_sim.pictures.insets import crowds
from armada_sim.table.layout import Layout, Obstacle, Pose, Ship, Surface
from armada_sim.table.pieces import Size
from armada_sim.table.rules import Rules
from armada_sim.tabletop.errors import InputError
from plots import SHOW, STYLES, draw_position, figure_of_position
from plots.position import whole_view
from plots.sheet import Sheet
from tests.plots.drawings import axes, legend_of, table

RULES = Rules()
TABLE = table(
    "R1 red large 300 400 90; R2 red small 340 400 10 1; B1 blue medium 345 500 200 1; B2 blue large 400 500 33.3 2",
    objects=(Obstacle.of("book", [[500, 500], [600, 500], [600, 620], [500, 620]]),),
)


@pytest.mark.parametrize("footprint", ["contact_triangle", "section_triangle", "shadow_pentagon"])
def test_ships_are_drawn_where_they_lie(footprint: str) -> None:
    rules = Rules(footprint=footprint)
    drawing = draw_position(axes(), TABLE, rules)

    assert set(drawing.ships) == {"R1", "R2", "B1", "B2"}
    for ship in TABLE.ships:
        np.testing.assert_allclose(drawing.ships[ship.name].get_xy()[:-1], corners_of(ship, rules), atol=1e-9)


def test_a_polyhedron_shows_its_face_and_what_overhangs_it() -> None:
    rules = Rules(footprint="solid3d")
    drawing = draw_position(axes(), TABLE, rules)
    afloat = [ship for ship in TABLE.ships if not ship.sunk]

    marks = {mark.pieces[0]: mark.artist for mark in drawing.marked("overhang")}
    assert set(marks) == {ship.name for ship in afloat}
    for ship in afloat:
        seen = rules.outline(ship.size).solid(ship.pose.place).shadow.corners
        np.testing.assert_allclose(marks[ship.name].get_xy()[:-1], seen, atol=1e-9)
        np.testing.assert_allclose(drawing.ships[ship.name].get_xy()[:-1], corners_of(ship, RULES), atol=1e-9)
        assert len(seen) == 5
    assert "raised base corners, over the table" in legend_of(drawing)
    assert not draw_position(axes(), TABLE, RULES).marked("overhang")


def test_a_millimetre_is_as_long_upwards_as_sideways() -> None:
    ax = axes()
    draw_position(ax, TABLE, RULES)

    (x0, y0), (x1, y1) = ax.transData.transform([(0, 0), (100, 100)])
    assert x1 - x0 == pytest.approx(y1 - y0)


def test_damage_is_one_dot_a_hit_inside_its_ship() -> None:
    drawing = draw_position(axes(), TABLE, RULES)

    dots = drawing.marked("damage")
    assert sorted(mark.pieces[0] for mark in dots) == ["B1", "B2", "B2"]
    for mark in dots:
        hull = shapely.Polygon(corners_of(TABLE.ship(mark.pieces[0]), RULES))
        assert hull.contains(shapely.Polygon(mark.artist.get_xy()))
    assert "one hit taken" in legend_of(drawing)
    assert "sunk ship" in legend_of(drawing)  # R2


def test_broadsides_are_the_trapezoids_of_the_reference() -> None:
    layout = Layout(ships=(TABLE.ships[0],))
    drawing = draw_position(axes(), layout, RULES, show=("broadsides",))

    outline, large = RULES.outline(Size.LARGE), RULES.outline(Size.LARGE)
    corners = corners_of(layout.ships[0], RULES)
    found = [shapely.Polygon(mark.artist.get_xy()) for mark in drawing.marked("broadside")]
    assert len(found) == 2
    for shoulder, outwards in ((outline.left_shoulder, 1), (outline.right_shoulder, -1)):
        a, v = np.array(corners[shoulder]), np.array(corners[outline.right_tip])
        e = math.dist(a, v)
        w = (v - a) / e
        m = outwards * np.array([-w[1], w[0]])
        half, deep = float(large.base) / 2, float(large.step)
        expected = shapely.Polygon([a, v, a + (e - half) * w + deep * m, a + half * w + deep * m])
        assert min(shape.symmetric_difference(expected).area for shape in found) < 1e-6


def test_only_what_is_asked_for_is_shown() -> None:
    ax = axes()
    bare = draw_position(ax, TABLE, RULES, show=())

    assert not bare.labels
    assert not bare.marks
    assert not bare.texts
    everything = draw_position(axes(), TABLE, RULES, show=SHOW)
    assert set(everything.labels) == {"R1", "R2", "B1", "B2", "book"}
    assert everything.labels["B2"].get_text() == "B2, 33.3°"
    assert {mark.kind for mark in everything.marks} == {"damage", "heading", "broadside"}


def test_an_unknown_thing_to_show_is_named() -> None:
    with pytest.raises(InputError, match=r"show: must be one of broadsides, damage, .*, not 'reach'"):
        draw_position(axes(), TABLE, RULES, show=("reach",))


def test_the_legend_names_players_ships_and_objects() -> None:
    assert {"red (R1, R2)", "blue (B1, B2)", "object (book)", "edge of the surface"} <= set(
        legend_of(draw_position(axes(), TABLE, RULES))
    )
    assert draw_position(axes(), TABLE, RULES, legend=False).legend is None


@pytest.mark.parametrize(
    "surface",
    [
        Surface.disc((300, 400), 250),
        Surface.polygon([[0, 0], [700, 0], [700, 700], [0, 600]]),
        Surface.unbounded(),
    ],
)
def test_any_surface_can_be_drawn(surface: Surface) -> None:
    layout = Layout(ships=TABLE.ships, surface=surface)
    drawing = draw_position(axes(), layout, RULES)

    for ship in TABLE.ships:
        assert shapely.Polygon(drawing.view.corners).contains(shapely.Polygon(corners_of(ship, RULES)))


def test_odd_names_are_written_as_they_are() -> None:
    layout = Layout(ships=(Ship("a $x^2$", "_team", Size.SMALL, Pose(300, 300, 0)),))
    drawing = draw_position(axes(), layout, RULES)

    assert drawing.labels["a $x^2$"].get_text() == "a $x^2$"
    assert not drawing.labels["a $x^2$"].get_parse_math()
    assert any("_team" in words for words in legend_of(drawing))


def test_players_named_after_colours_get_them() -> None:
    looks = STYLES["screen"].looks(("Ann", "blue", "Rouge", "Bob"))

    assert looks["blue"] is STYLES["screen"].players[1]
    assert looks["Rouge"] is STYLES["screen"].players[0]
    assert len({look.fill for look in looks.values()}) == 4
    assert len(STYLES["screen"].looks(tuple(f"p{i}" for i in range(10)))) == 10


def test_at_real_size_a_millimetre_of_table_is_one_of_paper() -> None:
    figure = figure_of_position(TABLE, RULES, scale=1.0)
    (ax,) = figure.axes
    left, right = ax.get_xlim()

    ax.apply_aspect()
    assert ax.bbox.width / figure.dpi * 25.4 == pytest.approx(right - left, rel=1e-9)


@pytest.mark.parametrize("scale", [0.0, -1.0, math.nan, 1e6])
def test_a_senseless_scale_is_refused(scale: float) -> None:
    with pytest.raises(InputError, match="makes no figure"):
        figure_of_position(TABLE, RULES, scale=scale)


def view_of(figure: Figure) -> shapely.Polygon:
    """mm. What of the table is shown."""
    (ax,) = figure.axes
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    return shapely.box(left, bottom, right, top)


def test_a_position_is_framed_by_what_lies_there_and_what_is_asked_about() -> None:
    whole = view_of(figure_of_position(TABLE, RULES))
    near = view_of(figure_of_position(TABLE, RULES, framing=()))
    far = view_of(figure_of_position(TABLE, RULES, framing=[(30, 30)]))
    pieces = shapely.union_all([shapely.Polygon(corners_of(ship, RULES)) for ship in TABLE.ships])
    assert near.contains(pieces.union(shapely.Polygon(TABLE.objects[0].polygon)))
    assert near.area < whole.area / 5
    assert not near.contains(shapely.Point(30, 30))
    assert far.contains(shapely.Point(30, 30))
    assert whole.contains(far)


def test_a_drawing_shows_where_moves_lead_and_the_whole_table_if_asked(tmp_path: Path) -> None:
    text = (
        '[[ships]]\nname = "A"\nplayer = "red"\nsize = "small"\nbase = [300, 400]\nheading = 90\n'
        '[[questions]]\nmove = "A"\nturns = [0, 0, 0, 0]\n'
    )
    (tmp_path / "t.toml").write_text(text)
    heights = {}
    for name, options in (("near", []), ("all", ["--whole-table"])):
        out = tmp_path / f"{name}.svg"
        command = ["draw", str(tmp_path / "t.toml"), "-o", str(out), "--scale", "1", "--no-legend", "--no-title"]
        done = CliRunner().invoke(cli, [*command, *options])
        assert (done.exit_code, done.output) == (0, "")
        size = re.search(r'height="([\d.]+)pt"', out.read_text())
        assert size is not None
        heights[name] = float(size[1]) / 72 * 25.4
    assert 5 * 26.385 + 2 * 30 < heights["near"] < 260  # the ship, its four steps, the room around
    assert heights["all"] > 914.4


def test_an_enlarged_part_cuts_no_ship() -> None:
    """Three ships without room for their names, and a fourth that reaches into what is drawn around them."""
    layout = table(
        "a red small 500 500 90; b red small 518 500 90; c red small 536 500 90; d red large 572 500 90",
        surface=Surface.rectangle(2000, 2000),
    )
    sheet = Sheet(layout, RULES, SCREEN, Words(), whole_view(layout, RULES), ax=axes())
    corners = {ship.name: corners_of(ship, RULES) for ship in layout.ships}
    (part,) = crowds(sheet, [corners[name] for name in "abc"])
    assert all(part.holds(corner) for ring in corners.values() for corner in ring)
