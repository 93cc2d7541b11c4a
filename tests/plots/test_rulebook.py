"""Rulebook figures: right by geometry, readable in every language and style, real size where promised."""

from __future__ import annotations

import math
import random
from functools import lru_cache

import numpy as np
import pytest
import shapely
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch, Polygon

from armada_sim.files.records import load_dispute
from armada_sim.firing.broadsides import reaches
from armada_sim.moving.movement import Mover, blocked_headings, legal_headings
from armada_sim.pictures import Words, corners_of
from armada_sim.referee.questions import check_contact, check_move, check_setup, check_shot
from armada_sim.table.layout import Layout, Pose, Ship, Surface
from armada_sim.table.pieces import Size
from armada_sim.table.rules import Rules
from armada_sim.tabletop.language import LANGUAGES
from plots import STYLES
from plots.rulebook import FIGURES, Plate, guns, moves, pieces, tables
from plots.rulebook.build import described
from plots.rulebook.parts import stepped, turn_limit
from tests.plots.drawings import legend_of, region_of, words_of
from tests.plots.french import assert_french, texts_of
from tests.plots.looks import assert_readable
from tests.whole import few, whole

RULES = Rules()
BY_NAME = {figure.name: figure for figure in FIGURES}
DEAR = (
    "steps-medium", "steps-large", "reach-obstacles", "threat-obstacles", "destin-map", "destin-start",
    "destin-counters", "sight-lines", "gun-reach", "singidunum-deployment", "singidunum-board", "singidunum-zones",
    "destin-zones", "destin-invisibility", "singidunum-shots",
)  # fmt: skip
"""Figures that take long, and whose like is looked at in every run."""


@lru_cache(maxsize=32)
def plate(name: str, style: str = "screen", lang: str = "en") -> Plate:
    return BY_NAME[name].make(STYLES[style], Words(lang))


@pytest.mark.parametrize("lang", few(reversed(LANGUAGES), 1))  # French words are the longer ones
@pytest.mark.parametrize("style", few(STYLES, 1))
@pytest.mark.parametrize("name", [whole(name) if name in DEAR else name for name in BY_NAME])
def test_a_figure_explains_its_marks_and_no_word_covers_another_or_is_cut_off(name: str, style: str, lang: str) -> None:
    made = plate(name, style, lang)
    if name == "strategiksa-classic":
        assert made.drawing.legend is None  # an empty board without mountains has none
    else:
        assert len(legend_of(made.drawing)) >= (1 if name in ("strategiksa-mountains", "singidunum-track") else 2)
    assert_readable(made.figure)
    if {"inner", "threat"} & {mark.kind for mark in made.drawing.marks}:  # a region says how exact its border is
        assert ("The true border" if lang == "en" else "La vraie limite") in " ".join(words_of(made.drawing))
    if lang == "fr":
        assert_french([*texts_of(made.figure), described(BY_NAME[name], Words(lang), made.figure)])
    for mark in made.drawing.marks:
        if isinstance(mark.artist, Polygon):
            ax = mark.artist.axes
            assert ax is not None
            table, shape = shapely.box(*ax.bbox.extents), shapely.Polygon(ax.transData.transform(mark.artist.get_xy()))
            assert table.buffer(0.5).contains(shape), f"{mark.kind} of {mark.pieces} is cut off"


def test_every_figure_has_a_name_of_its_own() -> None:
    assert len(BY_NAME) == len(FIGURES)


# ------------------------------------------------------------------------------------------------- contents


@pytest.mark.parametrize("size", few(Size, 1))
def test_steps_are_drawn_one_region_inside_the_next(size: Size) -> None:
    drawing = plate(f"steps-{size}").drawing
    drawn = dict(enumerate(map(region_of, drawing.marked("inner")), 1))
    assert len(drawn) == 4
    for steps in (1, 2, 3):
        assert drawn[steps].difference(drawn[steps + 1]).area < 0.1
    straight = [shape.bounds[3] for _, shape in sorted(drawn.items())]
    assert np.diff(straight) == pytest.approx([float(RULES.outline(size).step)] * 3, abs=0.01)


def test_paths_are_legal_and_end_in_yellow() -> None:
    made = plate("paths")
    layout = Layout((Ship("A", "blue", Size.SMALL, Pose(0, 0, 90)),), surface=Surface.unbounded())
    assert check_move(layout, "A", headings=[162, 176, 186, 194], rules=RULES).allowed
    last = {"small": 4, "medium": 2, "large": 1}
    for mark in made.drawing.marked("step"):
        assert mark.step is not None
        assert mark.step <= last[mark.pieces[0]]
    assert len(made.drawing.marked("step")) == 3 * (4 + 2 + 1)
    lengths = [text.get_text() for text in made.drawing.texts]
    assert {"105.54 mm", "72.61 mm", "46.23 mm"} <= set(lengths)


def test_gun_reach_has_the_reference_s_areas() -> None:
    for mark in plate("gun-reach").drawing.marked("inner"):
        assert isinstance(mark.artist, PathPatch)
        area = shapely.Polygon(mark.artist.get_path().vertices[:-1]).area / 25.4**2
        assert area == pytest.approx({"small": 1.0487, "medium": 1.7869, "large": 2.5252}[mark.pieces[0]], abs=1e-4)


def test_the_limit_is_written_and_drawn() -> None:
    made = plate("turn-limit")
    assert [t.get_text() for t in made.drawing.texts if "°" in t.get_text()][:3] == ["74.85°", "74.72°", "74.64°"]
    for mark in made.drawing.marked("angle"):
        assert isinstance(mark.artist, Line2D)
        xy = np.asarray(mark.artist.get_xydata())
        pivot = np.array([xy[0][0], 0.0])  # the arc starts straight ahead of the tip
        assert xy[0][0] > xy[-1][0]
        assert math.isfinite(float(np.hypot(*(xy[-1] - pivot))))
    for ship in made.drawing.ships:
        old = shapely.Polygon(made.drawing.ships[ship].get_xy())
        (new,) = (shapely.Polygon(m.artist.get_xy()) for m in made.drawing.marked("step") if m.pieces == (ship,))  # type: ignore[attr-defined]
        assert old.intersection(new).area < 1e-6
        assert old.buffer(1e-6).intersection(new.boundary).length > 5  # edge to edge, as far as doubles say


def test_the_slide_is_as_long_as_the_side_allows() -> None:
    made = plate("large-slide")
    for mark in made.drawing.marked("dimension"):
        assert mark.artist is not None
    assert {"1.94 mm", "12.24 mm", "22.54 mm"} <= {text.get_text() for text in made.drawing.texts}
    templates = made.drawing.marked("template")
    for ship in ("small", "medium", "large"):
        first, second = (np.asarray(m.artist.get_xy()) for m in templates if m.pieces == (ship,))  # type: ignore[attr-defined]
        hull = shapely.Polygon(made.drawing.ships[ship].get_xy())
        for corners in (first, second):
            assert hull.buffer(1e-6).covers(shapely.LineString(corners[:2]))  # the whole base on the side
            assert hull.intersection(shapely.Polygon(corners)).area < 1e-6


def test_blocked_headings_are_those_of_the_referee() -> None:
    layout = moves.blocked().layout
    made = plate("blocked-headings")
    blocks = blocked_headings(
        Mover(layout.ships[0], RULES.outline(Size.MEDIUM)), layout.ships[0].pose.place, layout, RULES
    )
    assert {block.by for block in blocks} == {"R1", "edge", "rock"}
    assert [mark.pieces[0] for mark in made.drawing.marked("blocked headings")] == [block.by for block in blocks]
    assert len(made.drawing.marked("legal headings")) == len(legal_headings(layout, "M", RULES)) >= 3
    for block in blocks:
        name = {"edge": "the edge"}.get(block.by, block.by)
        assert f"blocked by {name}: {block.start:.1f}° to {block.end:.1f}°" in legend_of(made.drawing)


@pytest.mark.parametrize(("name", "allowed"), [("shot-clear", True), ("shot-blocked", False)])
def test_shots_are_what_their_titles_say(name: str, allowed: bool) -> None:
    ruling = check_shot(guns.shot(between=not allowed).layout, "A", "T", side="left", rules=RULES)
    drawing = plate(name).drawing

    assert ruling.allowed is allowed
    assert bool(drawing.marked("line of fire")) is allowed
    assert bool(drawing.marked("cross")) is not allowed
    assert [m.pieces for m in drawing.marked("blocker")] == ([] if allowed else [("W",)])


def test_sight_lines_are_the_referee_s() -> None:
    layout = guns.sights().layout
    answers = {name: check_shot(layout, "A", name, side="left", rules=RULES).allowed for name in ("T1", "T2", "T3")}
    drawing = plate("sight-lines").drawing

    assert answers == {"T1": True, "T2": True, "T3": False}
    assert [mark.pieces for mark in drawing.marked("line of fire")] == [("A", "T1"), ("A", "T2")]
    assert [mark.pieces for mark in drawing.marked("tried line")] == [("A", "T3")]
    assert [mark.pieces for mark in drawing.marked("blocker")] == [("W",)]
    solid = {s.name: shapely.Polygon(corners_of(s, RULES)) for s in layout.ships}
    for mark in drawing.marked("line of fire"):
        assert isinstance(mark.artist, Line2D)
        line = shapely.LineString(np.asarray(mark.artist.get_xydata()))
        others = [solid[name] for name in solid if name not in mark.pieces]
        assert not any(line.intersects(other) for other in others)


def random_moves(count: int) -> list[tuple[Layout, Ship]]:
    """The crowded scene, and M where legal moves at random leave it."""
    layout, rng = guns.crowded(), random.Random(1)
    ship = layout.ships[0]
    limit, found = turn_limit(ship), []
    while len(found) < count:
        first = 90 + rng.uniform(-limit, limit)
        headings = [first, first + rng.uniform(-limit, limit)][: rng.choice([1, 2])]
        if check_move(layout, "M", headings=headings, rules=RULES).allowed:
            last = stepped(ship, headings)[-1]
            found.append((layout.with_pose("M", last.pose), last))
    return found


@pytest.mark.whole
def test_what_is_reached_among_obstacles_is_as_exact_as_its_caption_says() -> None:
    drawing = plate("reach-obstacles").drawing
    (inner,), (undecided,) = (list(map(region_of, drawing.marked(kind))) for kind in ("inner", "undecided"))
    layout, within = guns.crowded(), 1.5 * guns.REACH_GAP_MM
    solid = shapely.union_all([shapely.Polygon(corners_of(ship, RULES)) for ship in layout.ships[1:]])

    assert f"within {within:.2f} mm of the one drawn" in " ".join(words_of(drawing))
    assert shapely.buffer(solid, -within).intersection(inner).area < 0.01
    near = shapely.union(inner, undecided).buffer(within)
    for _, ship in random_moves(60):
        assert near.contains(shapely.Polygon(corners_of(ship, RULES)))


@pytest.mark.whole
def test_the_threat_among_obstacles_marks_who_can_be_hit() -> None:
    drawing = plate("threat-obstacles").drawing
    hit = [mark.pieces[0] for mark in drawing.marked("blocker")]
    (region,) = map(region_of, drawing.marked("threat"))
    moved = random_moves(60)
    targets = {s.name: shapely.Polygon(corners_of(s, RULES)) for s in moved[0][0].ships if s.player == "red"}
    near = [
        (name, layout) for layout, ship in moved for side in reaches(layout, ship, RULES)
        for name, target in targets.items() if shapely.Polygon(side).intersection(target).area > 50
    ]  # fmt: skip

    assert hit == ["R1", "R2"]
    assert {name for name, _ in near} == {"R1", "R2"}
    for name in hit:
        assert any(check_shot(layout, "M", name, rules=RULES).allowed for near_by, layout in near if near_by == name)
        assert region.distance(targets[name]) < 4 * guns.THREAT_GAP_MM
    assert not region.intersects(targets["R3"])


def test_pairs_are_apart_in_contact_and_overlapping() -> None:
    layout = moves.pairs().layout
    found = [check_contact(layout, f"{k}1", f"{k}2", rules=RULES).witness.relation for k in "aco"]
    assert found == ["apart", "contact", "overlap"]
    assert {"5.00 mm", "contact"} <= {text.get_text() for text in plate("contact-overlap").drawing.texts}


def test_discs_of_errors_grow_with_the_steps_and_are_twice_the_depth_where_ships_overlap() -> None:
    """On the table of the shipped example: 1 mm, one more with each step of A; B and D within their bounds."""
    shipped = load_dispute("examples/overlapping-neighbours.toml").layout
    scene = moves.errors().layout
    assert scene.tolerance == shipped.tolerance
    assert {ship.name: ship.pose for ship in scene.ships} == {ship.name: ship.pose for ship in shipped.ships}
    radii: dict[str, list[float]] = {}
    for mark in plate("errors").drawing.marked("region"):
        assert isinstance(mark.artist, Polygon)
        low, high = np.min(mark.artist.get_xy(), axis=0), np.max(mark.artist.get_xy(), axis=0)
        radii.setdefault(mark.pieces[0], []).append(float(high[0] - low[0]) / 2)
    assert [round(radius, 3) for radius in radii["A"]] == [n for n in (1, 2, 3, 4) for _ in range(3)]
    assert radii["C"] == pytest.approx([1, 1, 1])
    gap = check_contact(scene, "B", "D", rules=RULES).witness.clearance
    assert radii["B"] == radii["D"] == pytest.approx([-2 * gap] * 3)


def test_the_three_outlines_are_the_options_of_the_rules() -> None:
    drawing = plate("outlines").drawing
    shapes = {m.pieces[0]: np.asarray(m.artist.get_xy())[:-1] for m in drawing.marked("outline")}  # type: ignore[attr-defined]

    assert {name: len(corners) for name, corners in shapes.items()} == {
        "contact_triangle": 3, "section_triangle": 3, "shadow_pentagon": 5,
    }  # fmt: skip
    assert np.ptp(shapes["section_triangle"][:, 1]) == pytest.approx(44.45)
    assert np.ptp(shapes["contact_triangle"][:, 1]) == pytest.approx(46.2287, abs=1e-4)


def test_a_solid_has_the_height_and_the_raised_corners_of_a_lying_pyramid() -> None:
    drawing = plate("solid").drawing
    base, height = 25.4, 44.45  # a large's drawing; all else follows
    slant = math.hypot(height, base / 2)
    (above,), (side,) = drawing.marked("overhang"), drawing.marked("side view")

    assert isinstance(above.artist, Polygon)
    assert isinstance(side.artist, Polygon)
    raised = (base * base / (2 * slant), base / 2)
    assert np.hypot(*(above.artist.get_xy() - raised).T).min() < 1e-6
    profile = side.artist.get_xy()[:-1]
    assert np.ptp(profile, axis=0) == pytest.approx([slant, base * height / slant], abs=1e-6)
    texts = {text.get_text() for text in drawing.texts}
    assert {"46.23 mm", "25.40 mm", "24.42 mm", "6.98 mm", "from above", "from the side"} <= texts


def test_the_nine_fleets_have_twelve_pips_and_are_all_there() -> None:
    every = {
        (large, medium, small)
        for large in range(5) for medium in range(5) for small in range(5)
        if 3 * large + 2 * medium + small == 12
    }  # fmt: skip
    assert set(pieces.FLEETS) == every
    assert len(plate("fleets").drawing.ships) == sum(map(sum, every))


def test_deployments_are_legal() -> None:
    for scene in (tables.own_side(), tables.in_bands(), tables.anywhere(), tables.flags(), tables.infiltration()):
        ruling = check_setup(scene.layout, rules=scene.rules)
        assert ruling.allowed, [reason.text for reason in ruling.reasons]


def test_flags_lie_inside_their_fleets_and_away_from_the_enemy() -> None:
    layout = tables.flags().layout
    for player, place in tables.FLAGS.items():
        flag = shapely.Point(place).buffer(tables.FLAG_RADIUS_MM)
        hulls = {True: [], False: []}  # type: ignore[var-annotated]
        for ship in layout.ships:
            hulls[ship.player == player].append(shapely.Polygon(corners_of(ship, RULES)))
        assert shapely.union_all(hulls[True]).convex_hull.contains(flag)
        assert all(flag.distance(hull) > 0 for hull in hulls[True])
        assert all(flag.distance(hull) >= 250 for hull in hulls[False])


def test_the_goal_line_leaves_room_and_the_winner_is_past_it() -> None:
    drawing = plate("goal-infiltration").drawing
    (winner,) = drawing.marked("winner")
    assert isinstance(winner.artist, Polygon)
    assert winner.artist.get_xy()[:, 1].min() > tables.GOAL_LINE_MM
    assert tables.SIDE_MM - tables.GOAL_LINE_MM > 47.95  # the large's longest edge
