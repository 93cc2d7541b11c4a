"""Pictures of rulings: what is marked is what the ruling says, and every mark is explained."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.patches import Polygon
from matplotlib.text import Text

from armada_sim.evidence.evidence import ContactEvidence
from armada_sim.evidence.ruling import Answer, Reason, Ruling
from armada_sim.pictures import corners_of
from armada_sim.referee.questions import check_contact, check_move, check_setup, check_shot
from armada_sim.table.clauses import Clause
from armada_sim.table.layout import Layout, Obstacle, Pose
from armada_sim.table.rules import Rules
from armada_sim.table.units import Unit
from plots import STYLES, Drawing, draw_ruling, figure_of_ruling
from tests.plots.drawings import axes, legend_of, polygon_of, table, words_of
from tests.plots.looks import assert_readable
from tests.whole import few

RULES = Rules()


THREE = table("R1 red large 300 400 90; B2 blue small 330 330 80; B3 blue medium 345 400 100 1")
GUNS = table(
    "A red large 300 300 90; T blue small 260 320 90; W red medium 276 305 90",
    objects=(Obstacle.of("rock", [[330, 320], [345, 320], [340, 335]]),),
)
CLEAR = Layout(ships=GUNS.ships[:2])


def draw(layout: Layout, ruling: Ruling, rules: Rules = RULES, **options: Any) -> tuple[Axes, Drawing]:
    ax = axes()
    return ax, draw_ruling(ax, layout, ruling, rules, **options)


def explained(drawing: Drawing, start: str) -> bool:
    return any(words.startswith(start) for words in legend_of(drawing))


def test_an_allowed_move_shows_every_step_and_the_legal_headings() -> None:
    ruling = check_move(THREE, "B2", [100, 95, 70])
    _, drawing = draw(THREE, ruling)

    assert ruling.allowed
    steps = drawing.marked("step")
    assert [mark.step for mark in steps] == [1, 2, 3]
    for mark, step in zip(steps, ruling.witness.steps, strict=True):
        np.testing.assert_allclose(polygon_of(mark), step.corners)
    assert {"1", "2", "3"} <= {text.get_text() for text in drawing.texts}
    assert not drawing.marked("blocker")
    assert explained(drawing, "where B2 would lie after steps 1 to 3")
    assert explained(drawing, "legal headings of the last step: 66.12° (B3) to 144.49° (R1)")
    (arc,), interval = drawing.marked("headings"), ruling.witness.heading_interval
    points = np.asarray(arc.artist.get_xydata())[1:-1]  # without the ticks at its ends
    angles = np.degrees(np.arctan2(*(points - np.asarray(ruling.witness.steps[-1].base)).T[::-1]))
    assert (angles[0], angles[-1]) == pytest.approx((interval.start, interval.end))


def test_a_blocked_move_marks_the_steps_and_the_blocker_heavily() -> None:
    _, drawing = draw(THREE, check_move(THREE, "B2", [80, 75.5, 90]))

    heavy = STYLES["screen"].heavy
    assert [mark.step for mark in drawing.marked("offending step")] == [2, 3]
    assert [mark.step for mark in drawing.marked("step")] == [1]
    (blocker,) = drawing.marked("blocker")
    assert blocker.pieces == ("B3",)
    np.testing.assert_allclose(polygon_of(blocker), corners_of(THREE.ship("B3"), RULES))
    for mark in (blocker, *drawing.marked("offending step")):
        assert mark.artist.get_linewidth() == heavy
    assert blocker.artist.get_linestyle() != drawing.marked("offending step")[0].artist.get_linestyle()
    assert all(patch.get_linewidth() < heavy / 2 for patch in drawing.ships.values())
    assert explained(drawing, "in the way (B3)")
    assert explained(drawing, "steps 2 and 3 are not allowed")


def test_the_steps_of_a_polyhedron_show_their_raised_corners() -> None:
    rules = Rules(footprint="solid3d")
    ruling = check_move(THREE, "B2", [100, 95, 70], rules=rules)
    _, drawing = draw(THREE, ruling, rules)
    base, height = 14.2875, 25.4
    ahead = base * base / 2 / math.hypot(height, base / 2)

    drawn = [polygon_of(mark) for mark in drawing.marked("overhang") if mark.pieces == ("B2",)]
    assert len(drawn) == 1 + len(ruling.witness.steps)
    for step, corners in zip(ruling.witness.steps, drawn[-3:], strict=True):
        c, s = math.cos(math.radians(step.heading)), math.sin(math.radians(step.heading))
        x, y = step.base
        for side in (-base / 2, base / 2):
            raised = (x + ahead * c - side * s, y + ahead * s + side * c)
            assert np.hypot(*(corners - raised).T).min() < 0.01
    assert explained(drawing, "raised base corners")


def test_a_move_over_the_edge_marks_the_edge() -> None:
    layout = table("B2 blue medium 40 330 170")
    _, drawing = draw(layout, check_move(layout, "B2", [170]))

    (blocker,) = drawing.marked("blocker")
    assert blocker.pieces == ("edge",)
    assert explained(drawing, "in the way (the edge)")
    assert explained(drawing, "edge of the surface")


def test_a_turn_beyond_the_limit_shows_the_limit() -> None:
    layout = table("B2 blue small 330 330 80")
    _, drawing = draw(layout, check_move(layout, "B2", [80, 170]))

    assert [mark.step for mark in drawing.marked("headings")] == [2]
    assert explained(drawing, "as far as step 2 may turn: 74.85° to either side")


def test_the_arcs_lie_in_the_picture() -> None:
    """Also where the edge that decides is far below, and where the turn is too sharp."""
    lone = table("R1 red large 457 300 90")
    for turn in ("max", 75):
        ax, drawing = draw(lone, check_move(lone, "R1", turns=[turn]))  # type: ignore[list-item]
        (mark,) = drawing.marked("headings")
        (low, high), points = ax.get_ylim(), np.asarray(mark.artist.get_xydata())
        assert low < points[:, 1].min()
        assert points[:, 1].max() < high
    assert not drawing.marked("dimension")  # how far the edge is says nothing about a turn


def test_a_step_too_many_is_drawn_and_marked() -> None:
    _, drawing = draw(THREE, check_move(THREE, "B2", [100, 95, 70, 60, 50]))
    assert [mark.step for mark in drawing.marked("step")] == [1, 2, 3, 4]
    assert [mark.step for mark in drawing.marked("offending step")] == [5]
    assert explained(drawing, "step 5 is not allowed")


def test_a_stuck_ship_shows_what_blocks_which_headings() -> None:
    layout = table("B2 blue large 60 870 135")
    _, drawing = draw(layout, check_move(layout, "B2", [100]))

    assert [mark.pieces for mark in drawing.marked("blocked headings")] == [("edge",)]
    assert explained(drawing, "headings that are blocked: 60.4° to 209.6° by the edge")


@pytest.mark.parametrize("unit", ["mm", "in"])
def test_the_dimension_line_ends_and_reads_as_measured(unit: str) -> None:
    ruling = check_contact(THREE, "R1", "B3", unit=unit)
    _, drawing = draw(THREE, ruling, unit=unit)

    artists = [mark.artist for mark in drawing.marked("dimension")]
    words = [artist.get_text() for artist in artists if isinstance(artist, Text)]
    assert words == [Unit(unit).text(ruling.witness.clearance)]
    assert words[0] in ruling.reasons[0].text
    (arrow,) = (artist for artist in artists if not isinstance(artist, Text))
    path = arrow.get_path().vertices
    for point in ruling.witness.points:
        assert min(math.dist(point, vertex) for vertex in path) < 0.5
    assert explained(drawing, "measured distance")


def test_a_small_gap_is_pointed_at_from_both_sides() -> None:
    layout = table("R1 red large 300 400 90; B3 blue medium 323 400 90")
    ruling = check_contact(layout, "R1", "B3")
    _, drawing = draw(layout, ruling)

    arrows = [m.artist for m in drawing.marked("dimension") if not isinstance(m.artist, Text)]
    assert len(arrows) == 2
    text = next(m.artist for m in drawing.marked("dimension") if isinstance(m.artist, Text))
    assert text.get_text() == "0.38 mm"


def test_a_small_gap_between_long_sides_is_marked_where_it_is() -> None:
    """Arrows beside it would stand far from where two pieces are close."""
    layout = table("R1 red large 300 400 90; B2 blue small 316.55 457.47 340")
    _, drawing = draw(layout, check_move(layout, "R1", [60]))

    hull, other = shapely.Polygon(polygon_of(drawing.marked("step")[0])), corners_of(layout.ships[1], RULES)
    (near,) = shapely.get_coordinates(shapely.centroid(shapely.shortest_line(hull, shapely.Polygon(other))))
    (bars,) = (m.artist for m in drawing.marked("dimension") if not isinstance(m.artist, Text))
    assert max(math.dist(near, vertex) for vertex in bars.get_path().vertices) < 3


def test_contact_and_overlap_are_written_so() -> None:
    touching = table("R1 red medium 300 400 90; B3 blue medium 319.84375 400 90")
    overlapping = replace(touching.with_pose("B3", Pose(317, 400, 90)), position="as_written")
    ax, drawing = draw(touching, check_contact(touching, "R1", "B3"))
    other, overlap = draw(overlapping, check_contact(overlapping, "R1", "B3"))

    assert ax.get_title("left").startswith("In contact")
    assert "contact" in [text.get_text() for text in drawing.texts]
    assert explained(drawing, "where they touch")
    assert other.get_title("left").startswith("Overlapping")
    assert any(text.get_text().startswith("overlap ") for text in overlap.texts)
    (black,) = overlap.marked("overlap")
    a, b = (shapely.Polygon(corners_of(s, RULES)) for s in overlapping.ships)
    assert shapely.Polygon(polygon_of(black)).area == pytest.approx(a.intersection(b).area)


def test_a_clear_shot_shows_reach_large_piece_and_line() -> None:
    ruling = check_shot(CLEAR, "A", "T", "left")
    _, drawing = draw(CLEAR, ruling)

    (region,), (template,), (line,) = (drawing.marked(k) for k in ("region", "template", "line of fire"))
    np.testing.assert_allclose(polygon_of(region), ruling.witness.region)
    np.testing.assert_allclose(polygon_of(template), ruling.witness.line.template)
    ends = np.asarray(line.artist.get_xydata())
    np.testing.assert_allclose(ends, [ruling.witness.line.gun_point, ruling.witness.line.target_point])
    assert line.artist.get_linewidth() == STYLES["screen"].heavy
    for words in ("reach of A's left side", "large piece laid on the side", "clear line of fire"):
        assert words in legend_of(drawing)


def test_a_blocked_shot_marks_the_blocker_and_crosses_the_line_tried() -> None:
    ships = "A red large 300 300 90; T blue small 260 320 90; W red large 272 303 90"
    layout = table(ships, position="as_written")
    ruling = check_shot(layout, "A", "T", "left")
    _, drawing = draw(layout, ruling)

    assert not ruling.allowed
    assert [mark.pieces for mark in drawing.marked("blocker")] == [("W",)]
    (tried,), (cross,) = drawing.marked("tried line"), drawing.marked("cross")
    np.testing.assert_allclose(tried.artist.get_xydata(), ruling.witness.line.tried)
    at = shapely.Point(cross.artist.get_xydata()[0])
    assert at.distance(shapely.Polygon(corners_of(layout.ship("W"), RULES))) < 1e-6
    assert at.distance(shapely.LineString(ruling.witness.line.tried)) < 1e-6
    for words in ("in the way (W)", "a line that would reach the target", "where that line is blocked"):
        assert words in legend_of(drawing)


def test_a_shot_that_nothing_shows_is_still_a_picture() -> None:
    layout = table("A red small 300 300 90 1; T blue small 260 320 90", position="as_written")
    ax, drawing = draw(layout, check_shot(layout, "A", "T"))

    assert ax.get_title("left") == "Not allowed (shot from A at T)"
    assert "sunk ship" in legend_of(drawing)


def test_every_problem_of_a_setup_is_numbered_and_marked() -> None:
    layout = table("R1 red large 300 100 90; B1 blue large 300 330 270; B2 blue large 310 340 250")
    rules = Rules(fleet_budget="free", deploy_zone="anywhere")
    ruling = check_setup(layout, rules=rules)
    _, drawing = draw(layout, ruling, rules)

    named = {name for reason in ruling.reasons for name in reason.pieces}
    assert {name for mark in drawing.marked("named piece") for name in mark.pieces} == named == {"R1", "B1", "B2"}
    words = [text.get_text() for text in drawing.texts]
    for number, reason in enumerate(ruling.reasons, 1):
        assert f"{number}: {reason.text}" in legend_of(drawing)
        assert any(text.startswith(f"{number}: ") for text in words)


def test_a_long_list_of_problems_is_cut_and_counted() -> None:
    ranks = (("R", "red", "100 90"), ("B", "blue", "200 270"))
    layout = table("; ".join(f"{x}{i} {player} small {300 + 25 * i} {at}" for x, player, at in ranks for i in range(4)))
    ruling = check_setup(layout)
    _, drawing = draw(layout, ruling)

    assert len(ruling.reasons) == 16
    assert "and 8 more" in legend_of(drawing)


@pytest.mark.parametrize(
    ("answer", "allowed", "title"),
    [
        (Answer.YES, True, "Allowed (move of B2)"),
        (Answer.NO, False, "Not allowed (move of B2)"),
        (Answer.IN_DOUBT, False, "In doubt: not allowed (move of B2)"),
        (Answer.IN_DOUBT, True, "In doubt: allowed (move of B2)"),
    ],
)
def test_the_title_says_the_answer_and_the_first_reason(answer: Answer, allowed: bool, title: str) -> None:
    reasons = (Reason(Clause.MOVE_CONTACT, "after step 1, B2 touches B3", 1, ("B2", "B3"), 0.0, 0.0),)
    ax, drawing = draw(THREE, Ruling("move", answer, allowed, "B2", reasons=reasons))

    assert ax.get_title("left") == title
    assert "After step 1, B2 touches B3." in [text.get_text() for text in drawing.texts]
    if answer is Answer.IN_DOUBT and not allowed:
        assert explained(drawing, "too close to be sure (B3)")


def test_margin_notes_and_changed_options_are_in_the_small_print() -> None:
    rules = Rules(obstruction="clear_template")
    ruling = Ruling(
        "contact", Answer.NO, True, "R1", "B3", margin=1.5099, notes=("remark",), witness=ContactEvidence("apart")
    )
    _, drawing = draw(THREE, ruling, rules)

    words = words_of(drawing)
    assert "Pieces would need to be off by at least 1.50 mm to change this." in words
    assert "Note: remark." in words
    (options,) = (text for text in words if text.startswith("Rules other than default: "))
    assert re.search(r": What does .+\? – no other solid touches .+ \(obstruction = clear_template\)$", options)


@pytest.mark.parametrize(
    ("lang", "reason", "margin"),
    [
        ("en", "After step 1, R1 is 0.3 mm clear of B2.", "Pieces would need to be off by at least 0.1 mm"),
        (
            "fr",
            "Après le pas 1, il y a 0,3\u202fmm entre R1 et B2.",
            "que les pièces soient décalées d’au moins 0,1\u202fmm",
        ),
    ],
)
def test_a_ruling_in_doubt_says_the_same_in_each_language_and_by_how_much(lang: str, reason: str, margin: str) -> None:
    layout = table("R1 red large 300 400 90; B2 blue medium 318.5 430 90", tolerance=0.5)
    ruling = check_move(layout, "R1", [90])
    assert ruling.answer is Answer.IN_DOUBT
    _, drawing = draw(layout, ruling, lang=lang)
    words = " ".join(" ".join(text.get_text().split(" ")).replace("\n", " ") for text in drawing.texts)
    assert reason in words
    assert margin in words


def test_the_view_shows_what_matters_and_leaves_out_the_rest() -> None:
    layout = Layout(ships=(*THREE.ships, *table("far blue large 800 800 0").ships))
    ax, drawing = draw(layout, check_contact(layout, "R1", "B3"))

    assert drawing.view.width >= 150
    assert ax.get_xlim() == (drawing.view.left, drawing.view.right)
    shown = shapely.Polygon(drawing.view.corners).buffer(-29.9)
    for name in ("R1", "B3"):
        assert shown.contains(shapely.Polygon(corners_of(layout.ship(name), RULES)))
    assert "far" in drawing.ships
    assert "far" not in drawing.labels
    assert "blue (B3)" in legend_of(drawing) or "blue (B2, B3)" in legend_of(drawing)


@pytest.mark.parametrize("style", few(STYLES, 1))
@pytest.mark.parametrize(
    ("layout", "ruling"),
    [
        (THREE, check_move(THREE, "B2", [100, 95, 70])),
        (THREE, check_move(THREE, "B2", [80, 75.5, 90])),
        (GUNS, check_shot(GUNS, "A", "T")),
        (THREE, check_contact(THREE, "R1", "B3")),
        (THREE, check_setup(THREE)),
    ],
)
def test_no_word_lies_on_a_ship_and_none_is_cut_off(layout: Layout, ruling: Ruling, style: str) -> None:
    figure = figure_of_ruling(layout, ruling, RULES, style=style)
    (ax,), page = figure.axes, figure.bbox
    assert_readable(figure)
    legend = ax.get_legend()
    assert legend is not None
    assert legend.get_window_extent().x0 >= ax.bbox.x1
    assert legend.get_window_extent().x1 <= page.x1


def test_greyscale_has_no_colour() -> None:
    _, drawing = draw(GUNS, check_shot(GUNS, "A", "T"), style="greyscale")

    for artist in drawing.artists:
        for getter in ("get_facecolor", "get_edgecolor", "get_color"):
            colour = getattr(artist, getter, lambda: None)()
            unfilled = getter == "get_facecolor" and isinstance(artist, Polygon) and not artist.get_fill()
            if colour is not None and not unfilled:
                r, g, b, _ = to_rgba(colour)
                assert max(r, g, b) - min(r, g, b) < 0.02
