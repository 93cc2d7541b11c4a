"""Rulebook figures: right by geometry, readable in every language and style, real size where promised."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
import shapely
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch, Polygon

from armada_sim.files.records import load_dispute, parse_dispute
from armada_sim.firing.broadsides import reaches
from armada_sim.moving import Declaration, Mover, blocked_headings, legal_headings, move_places
from armada_sim.pictures import Words, corners_of
from armada_sim.play import parse_action
from armada_sim.referee import check_contact, check_declared, check_move, check_setup, check_shot
from armada_sim.table import Clause
from armada_sim.table.layout import Layout, Pose, Ship, Surface
from armada_sim.table.pieces import Size
from armada_sim.table.rules import Rules
from armada_sim.tabletop.language import LANGUAGES
from armada_sim.tabletop.shipped import shipped
from plots import STYLES
from plots.rulebook import FIGURES
from plots.rulebook.build import described
from plots.rulebook.shipped import figure_of
from plots.scene import Plate
from tests.plots.drawings import legend_of, region_of, words_of
from tests.plots.french import assert_french, texts_of
from tests.plots.looks import assert_readable
from tests.whole import few, side_by_side, whole

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


@pytest.mark.parametrize(("style", "lang"), side_by_side(STYLES, reversed(LANGUAGES)))  # French words are longer
@pytest.mark.parametrize("name", [whole(name) if name in DEAR else name for name in BY_NAME])
def test_a_figure_explains_its_marks_and_no_word_covers_another_or_is_cut_off(name: str, style: str, lang: str) -> None:
    made = plate(name, style, lang)
    if name == "strategiksa-classic":
        assert made.drawing.legend is None  # an empty board without mountains has none
    else:
        assert len(legend_of(made.drawing)) >= (1 if name in ("strategiksa-mountains", "singidunum-track") else 2)
    assert_readable(made.figure)
    if name.endswith("-obstacles"):  # a region that was searched for says how exact its border is
        assert ("The true border" if lang == "en" else "La vraie limite") in " ".join(words_of(made.drawing))
    if lang == "fr":
        clauses = f" ({', '.join(BY_NAME[name].clauses)})"
        assert_french(text.replace(clauses, "") for text in texts_of(made.figure))
        assert_french([described(BY_NAME[name], Words(lang), made.figure)])
    for mark in made.drawing.marks:
        if isinstance(mark.artist, Polygon) and mark.pieces != ("edge",):
            ax = mark.artist.axes
            assert ax is not None
            table = shapely.box(*ax.bbox.extents)
            shape = shapely.Polygon(ax.transData.transform(mark.artist.get_xy()))
            assert table.buffer(0.5).contains(shape), f"{mark.kind} of {mark.pieces} is cut off"


def layout_of(name: str) -> Layout:
    """The table of a figure's first frame."""
    return figure_of(name).frames[0].layout


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
    layout = layout_of("blocked-headings")
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
    ruling = check_shot(layout_of(name), "A", "T", side="left", rules=RULES)
    drawing = plate(name).drawing

    assert ruling.allowed is allowed
    assert bool(drawing.marked("line of fire")) is allowed
    assert bool(drawing.marked("cross")) is not allowed
    assert [m.pieces for m in drawing.marked("blocker")] == ([] if allowed else [("W",)])


def test_sight_lines_are_the_referee_s() -> None:
    layout = layout_of("sight-lines")
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
    layout, rng = layout_of("reach-obstacles"), random.Random(1)
    ship = layout.ships[0]
    limit, found = Mover(ship, RULES.outline(ship.size)).turn_limit, []
    while len(found) < count:
        first = 90 + rng.uniform(-limit, limit)
        headings = [first, first + rng.uniform(-limit, limit)][: rng.choice([1, 2])]
        if check_move(layout, "M", headings=headings, rules=RULES).allowed:
            place = move_places(layout, ship, Declaration(tuple(headings)), RULES)[-1]
            last = replace(ship, pose=Pose(*place.origin, headings[-1]))
            found.append((layout.with_pose("M", last.pose), last))
    return found


@pytest.mark.whole
def test_what_is_reached_among_obstacles_is_as_exact_as_its_caption_says() -> None:
    drawing = plate("reach-obstacles").drawing
    (inner,), (undecided,) = (list(map(region_of, drawing.marked(kind))) for kind in ("inner", "undecided"))
    layout, within = layout_of("reach-obstacles"), 1.5
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
        assert region.distance(targets[name]) < 2
    assert not region.intersects(targets["R3"])


def test_pairs_are_apart_in_contact_and_overlapping() -> None:
    layout = layout_of("contact-overlap")
    found = [check_contact(layout, f"{k}1", f"{k}2", rules=RULES).witness.relation for k in "aco"]
    assert found == ["apart", "contact", "overlap"]
    assert {"5.00 mm", "contact"} <= {text.get_text() for text in plate("contact-overlap").drawing.texts}


def test_discs_of_errors_grow_with_the_steps_and_are_twice_the_depth_where_ships_overlap() -> None:
    """On the table of the shipped example: 1 mm, one more with each step of A; B and D within their bounds."""
    shipped = load_dispute("examples/overlapping-neighbours.toml").layout
    scene = layout_of("errors")
    assert scene.tolerance == shipped.tolerance
    assert {ship.name: ship.pose for ship in scene.ships} == {ship.name: ship.pose for ship in shipped.ships}
    radii: dict[str, list[float]] = {}
    for mark in plate("errors").drawing.marked("region"):
        assert isinstance(mark.artist, Polygon)
        low, high = np.min(mark.artist.get_xy(), axis=0), np.max(mark.artist.get_xy(), axis=0)
        radii.setdefault(mark.pieces[0], []).append(float(high[0] - low[0]) / 2)
    assert sorted(round(radius, 3) for radius in radii["A"]) == [n for n in (1, 2, 3, 4) for _ in range(3)]
    assert radii["C"] == pytest.approx([1, 1, 1])
    gap = check_contact(scene, "B", "D", rules=RULES).witness.clearance
    assert radii["B"] == radii["D"] == pytest.approx([-2 * gap] * 3)


def test_the_three_outlines_are_the_options_of_the_rules() -> None:
    drawing = plate("outlines").drawing
    frames = figure_of("outlines").frames
    drawn = [np.asarray(m.artist.get_xy())[:-1] for m in drawing.marked("outline")]  # type: ignore[attr-defined]
    shapes = {str(frame.rules.footprint): shape for frame, shape in zip(frames, drawn, strict=True)}

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
    drawn = Counter((ship.name.split("-")[0], ship.size) for ship in layout_of("fleets").ships)
    fleets = [tuple(drawn[str(k), size] for size in (Size.LARGE, Size.MEDIUM, Size.SMALL)) for k in range(1, 10)]
    assert set(fleets) == every
    words = {label.text for label in figure_of("fleets").frames[0].figure["labels"]}
    named = ["large", "medium", "small"]
    assert words == {", ".join(f"{n} {size}" for n, size in zip(fleet, named, strict=True) if n) for fleet in fleets}


def test_deployments_are_legal() -> None:
    for name in ("deployment", "deployment-band", "deployment-anywhere", "goal-flag", "goal-infiltration"):
        ruling = check_setup(layout_of(name), rules=figure_of(name).frames[0].rules)
        assert ruling.allowed, [reason.text for reason in ruling.reasons]


def test_flags_lie_inside_their_fleets_and_away_from_the_enemy() -> None:
    frame = figure_of("goal-flag").frames[0]
    layout = frame.layout
    for region in frame.figure["regions"]:
        player, radius = region.look, float(region.disc["radius"])
        assert radius == 12.7  # option flag_size
        flag = shapely.Point(*map(float, region.disc["center"])).buffer(radius)
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
    (line,) = drawing.marked("goal line")
    (height,) = set(line.artist.get_ydata())
    assert winner.artist.get_xy()[:, 1].min() > height
    assert 914.4 - height > 47.95  # the large's longest edge


# ------------------------------------------------------------------------- figure files, against the referee


def test_every_shipped_figure_file_is_in_the_gallery_once() -> None:
    shown = [figure.name for figure in FIGURES]
    files = shipped("armada_sim", ".toml", "figures")
    assert sorted(shown) == list(files)


@pytest.mark.parametrize("name", [figure.name for figure in FIGURES if figure.game == "armada"])
def test_steps_that_are_shown_are_legal_and_clauses_are_those_of_the_rules(name: str) -> None:
    assert set(BY_NAME[name].clauses) <= set(map(str, Clause))
    if name in ("reach-obstacles", "threat-obstacles"):
        return  # without ghosts; searched for where they are looked at
    for frame in figure_of(name).frames:
        alone = replace(frame.layout, ships=())
        for ghost in frame.ghosts:
            if ghost.declared is not None:
                layout = frame.layout if name == "errors" else replace(alone, ships=(ghost.ship,))
                assert check_declared(layout, ghost.ship.name, ghost.declared, rules=frame.rules).allowed


def test_refused_steps_are_refused_for_what_their_captions_say() -> None:
    edge, ship = (frame.dispute.ask(1) for frame in figure_of("refused-step").frames)
    assert (edge.allowed, ship.allowed) == (False, False)
    assert edge.reasons[0].clause is Clause.MOVE_EDGE
    assert ship.reasons[0].clause is Clause.MOVE_CONTACT
    assert ship.reasons[0].pieces == ("A", "B")


def test_a_stuck_ship_has_no_legal_heading() -> None:
    assert not legal_headings(layout_of("stuck"), "R1", RULES)
    assert {mark.pieces[0] for mark in plate("stuck").drawing.marked("blocked headings")} == {"B1", "B2", "edge"}


def test_a_turn_of_three_actions_is_one() -> None:
    """Played by the game: the move ends where the next frame has the ship, both shots hit, the second sinks."""
    moved, first, second = figure_of("three-actions").frames
    ships = [(row["name"], row["player"], row["size"], [*map(str, row["base"])], row["heading"])
             for row in moved.figure["ships"]]  # fmt: skip
    text = "".join(
        f'[[ships]]\nname = "{name}"\nplayer = "{player}"\nsize = "{size}"\nbase = [{x}, {y}]\nheading = {heading}\n'
        for name, player, size, (x, y), heading in ships
    )
    game = parse_dispute(f'{text}[turn]\nplayer = "blue"\n').game
    assert game is not None
    for action in ("B > 80 85", "A x R left", "A x R left"):
        game = game.play(parse_action(action))
    lying = game.layout.ship("B").pose.place.origin
    assert lying == pytest.approx(first.layout.ship("B").pose.place.origin, abs=1e-3)
    assert moved.layout.ship("B") == first.layout.ship("B")
    assert second.layout.ship("R").damage == 1
    assert game.layout.ship("R").sunk
    assert [mark.pieces for mark in plate("three-actions").drawing.marked("line of fire")] == [("A", "R")] * 2


def test_three_fleets_are_set_up_as_agreed() -> None:
    frame = figure_of("three-players").frames[0]
    ruling = check_setup(frame.layout, rules=frame.rules)
    assert ruling.allowed, [reason.text for reason in ruling.reasons]


def test_hits_sink_a_ship_at_its_pips() -> None:
    damage = [(frame.layout.ships[0].damage, frame.layout.ships[0].sunk) for frame in figure_of("sinking").frames]
    assert damage == [(0, False), (1, False), (2, True)]
    assert layout_of("sinking").ships[0].size.pips == 2


def test_the_step_in_three_frames_is_a_step() -> None:
    lay, turn, done = figure_of("one-step").frames
    assert [ghost.declared.headings for ghost in (*lay.ghosts, *turn.ghosts) if ghost.declared] == [(90,), (90,), (50,)]
    (place,) = turn.ghosts[1].places
    assert done.layout.ships[0].pose.place.origin == pytest.approx(place.origin, abs=1e-3)
    assert float(done.layout.ships[0].pose.heading) == float(place.heading)
