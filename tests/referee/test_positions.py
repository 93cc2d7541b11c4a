"""The table as it lies is looked at first: what cannot be is told, and what rests on it is in doubt."""

import json
import random
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
import shapely
from click.testing import CliRunner

from armada_sim import (
    Layout,
    Obstacle,
    Pose,
    Rules,
    Ship,
    Size,
    Surface,
    check_contact,
    check_move,
    check_setup,
    check_shot,
    position_problems,
)
from armada_sim.cli.commands import cli
from armada_sim.files.records import parse_dispute
from armada_sim.moving.movement import Mover
from armada_sim.referee.positions import ADVICE, AS_WRITTEN
from tests.whole import few

RULES = Rules()
HAIR = Fraction(1, 10**30)
"""mm. Far below what a double can tell."""


def ship(name, base, heading=90, size="large", **more):
    """A ship at a place."""
    player = "red" if name.startswith("R") else "blue"
    return Ship(name, player, Size(size), Pose(base[0], base[1], heading), **more)


def clauses(problems):
    """The ends of the clauses of some problems, with the pieces."""
    return [(str(p.clause).removeprefix("position."), p.pieces) for p in problems]


def written(*ships, questions=(), head="", objects=""):
    """A dispute file. ships: (name, size, where) with where as it is written there."""
    rows = [
        f'[[ships]]\nname = "{name}"\nplayer = "{"red" if name.startswith("R") else "blue"}"\nsize = '
        f'"{size}"\n{where}\n'
        for name, size, where in ships
    ]
    return "\n".join([head, objects, *rows, *(f"[[questions]]\n{question}\n" for question in questions)])


def checked(text, *options):
    """The JSON document of `armada check`, and the exit status."""
    result = CliRunner().invoke(cli, ["check", "-", "--json", *options], input=text)
    assert result.stderr == ""
    return json.loads(result.stdout), result.exit_code


def told(text, *options):
    """What `armada check` says in one line, and the exit status."""
    result = CliRunner().invoke(cli, ["check", "-", *options], input=text)
    assert result.stderr == ""
    return " ".join(result.stdout.split()), result.exit_code


# ------------------------------------------------------------------------------- as newcomers meet it

FAR = ("R1", "large", "base = [3000, 400]\nheading = 90")
NEAR = ("B2", "small", "base = [316, 457]\nheading = 0")
OTHER = ("B3", "small", "base = [516, 457]\nheading = 0")
ISLAND = '[[objects]]\nname = "island"\npolygon = [[500, 440], [560, 440], [560, 480], [500, 480]]\n'


def test_a_ship_far_off_the_table():
    text = written(FAR, NEAR, questions=['move = "R1"\nheadings = [60]', 'shot = { from = "R1", at = "B2" }'])
    document, status = checked(text)
    (problem,) = document["position"]
    assert set(problem) == {"clause", "text", "pieces", "measured", "limit"}
    assert problem["clause"] == "position.surface"
    assert problem["pieces"] == ["R1", "edge"]
    assert problem["measured"] == pytest.approx(3000 + 12.7 - 914.4)
    assert problem["limit"] == 0
    for ruling in document["rulings"]:
        assert (ruling["answer"], ruling["allowed"]) == ("in_doubt", False)
        assert [reason["clause"] for reason in ruling["reasons"]] == ["position.surface"] * 2
        (fault,) = ruling["faults"]
        assert fault == {
            "ship": "R1", "bound": 2 * problem["measured"], "alone": ruling["reasons"][1]["measured"], "matters": True
        }  # fmt: skip
        assert ruling["reasons"][1]["pieces"] == ["R1"]
        assert fault["alone"] < fault["bound"] == ruling["reasons"][1]["limit"]
        assert "x = 300.00 mm, a tenth of what is written" in ruling["reasons"][0]["text"]
        assert ruling["notes"] == [ADVICE]
    assert status == 1


def test_problems_come_before_anything_else_in_words():
    words, status = told(written(FAR, questions=['move = "R1"\nheadings = [60]'], head='title = "T"'))
    assert words.startswith(
        "T This table is impossible as written: - R1 reaches 2098.30 mm beyond the edge of the surface"
    )
    assert "1. May R1 (red, large) take one step, to heading 60°? In doubt, so not allowed. - R1 reaches" in words
    assert "tolerance.position" in words
    assert status == 1


def test_a_ruling_that_no_placement_of_it_changes_stands_and_says_so():
    sticking = ("R1", "large", "base = [905, 400]\nheading = 90")
    document, status = checked(written(sticking, NEAR, questions=['move = "B2"\nheadings = [0]']))
    (ruling,) = document["rulings"]
    assert (ruling["answer"], ruling["allowed"]) == ("yes", True)
    assert ruling["notes"] == [
        "the table is impossible as written (R1); this answer stands if R1 lies no further than 6.60 mm off"
    ]
    (fault,) = ruling["faults"]
    assert fault["bound"] == pytest.approx(6.6)
    assert fault["alone"] > 500
    assert not fault["matters"]
    assert status == 0


def test_a_fault_that_no_placement_can_bear_on_the_answer_is_said_to_do_so():
    document, status = checked(written(FAR, NEAR, questions=['move = "B2"\nheadings = [0, 0, 0, 0, 0]']))
    (ruling,) = document["rulings"]
    assert (ruling["answer"], ruling["allowed"]) == ("no", False)
    assert ruling["notes"] == ["the table is impossible as written (R1); this answer does not depend on that"]
    assert ruling["faults"][0]["alone"] is None
    assert status == 1


def test_a_target_that_lies_on_an_island():
    shooter = ("R1", "large", "base = [560, 500]\nheading = 180")
    document, status = checked(written(shooter, OTHER, questions=['shot = { from = "R1", at = "B3" }'], objects=ISLAND))
    (problem,) = document["position"]
    assert (problem["clause"], problem["pieces"]) == ("position.object", ["B3", "island"])
    assert document["rulings"][0]["answer"] == "in_doubt"
    assert status == 1


CENTIMETRES = [
    ("R1", "large", "base = [30, 40]\nheading = 90"),
    ("B2", "small", "base = [31.6, 45.7]\nheading = -20"),
    ("B3", "medium", "base = [45, 50]\nheading = 10"),
]


def test_centimetres_typed_as_millimetres():
    document, status = checked(written(*CENTIMETRES, questions=['shot = { from = "R1", at = "B2" }']))
    assert [problem["pieces"] for problem in document["position"]] == [["R1", "B2"], ["B2", "B3"]]
    assert all('centimetres (unit = "cm")' in problem["text"] for problem in document["position"])
    assert document["rulings"][0]["reasons"][0]["text"] == document["position"][0]["text"]
    assert document["rulings"][0]["answer"] == "in_doubt"
    assert status == 1
    text = written(*CENTIMETRES, questions=['shot = { from = "R1", at = "B2" }'], head='unit = "cm"')
    assert checked(text)[0]["position"] == []


def test_no_unit_is_named_that_makes_a_table_of_a_room():
    """Two larges overlap on a table of a metre; ten times as far apart they would not, on one of ten metres."""
    layout = Layout((ship("R1", (450, 450)), ship("B2", (460, 455))), Surface.rectangle(1000, 1000))
    (problem,) = position_problems(layout)
    assert problem.text == "R1 and B2 overlap by 13.53 mm"
    unbounded = Layout(layout.ships, Surface.unbounded())
    assert position_problems(unbounded) == (problem,)


def test_inches_typed_as_millimetres():
    """Coordinates up to 36 on a table of 36 in; those above 30 cannot be centimetres beside a surface of inches."""
    surface = "[surface]\nrectangle = [36, 24]\n"
    ships = [("R1", "large", "base = [12, 16]\nheading = 90"), ("B2", "small", "base = [13, 16.5]\nheading = -20")]
    document, status = checked(surface + written(*ships, questions=["setup = true", 'move = "R1"\nheadings = [90]']))
    assert {p["clause"] for p in document["position"]} == {"position.overlap", "position.surface"}
    assert all('inches (unit = "in")' in p["text"] for p in document["position"])
    assert [r["answer"] for r in document["rulings"]] == ["no", "no"]  # too near to each other wherever they lie
    assert status == 1


def test_millimetres_typed_under_inches():
    ships = [("R1", "large", "base = [300, 400]\nheading = 90"), ("B2", "small", "base = [500, 400]\nheading = 90")]
    document, _ = checked(written(*ships, head='unit = "in"', questions=['move = "R1"\nheadings = [90]']))
    assert all('millimetres (unit = "mm")' in p["text"] for p in document["position"])
    assert len(document["position"]) == 2


@pytest.mark.parametrize(("order", "which"), [((2, 0, 1), "first"), ((0, 2, 1), "second")])
def test_three_corners_in_another_order(order, which):
    corners = [[287.5, 400.0], [312.6, 400.4], [300.2, 446.0]]
    one = ("R1", "large", f"corners = {[corners[i] for i in order]}")
    document, status = checked(written(one, questions=['move = "R1"\nheadings = [90]']))
    (problem,) = document["position"]
    assert problem["clause"] == "position.misfit"
    assert 13.8 < problem["measured"] < 14
    assert problem["limit"] == 0.5
    assert f"with the {which} of them as the tip they fit: the order is base, base, tip" in problem["text"]
    assert document["rulings"][0]["reasons"][0]["clause"] == "position.misfit"
    assert (document["rulings"][0]["answer"], status) == ("in_doubt", 1)
    right, _ = checked(written(("R1", "large", f"corners = {corners}"), questions=['move = "R1"\nheadings = [90]']))
    assert right["position"] == []


MISMEASURED = {
    "another size": ("medium", "base = [500, 500]\ntip = [500, 546.2]", "they fit a large ship"),
    "centimetres": ("large", "base = [50, 50]\ntip = [50, 54.62]", 'they fit in centimetres (unit = "cm")'),
    "from a corner of the base": ("large", "base = [500, 500]\ntip = [500, 547.95]", "measure from its middle"),
    "not quite": (
        "large",
        "base = [500, 500]\ntip = [500, 548.9]",
        "a tolerance.position of 1.34 mm would allow for it",
    ),
    "nothing that can be told": ("large", "base = [500, 500]\ntip = [500, 560]", "that go without a tolerance"),
}


@pytest.mark.parametrize("case", MISMEASURED)
def test_base_and_tip_that_do_not_fit(case):
    size, where, words = MISMEASURED[case]
    beside = ("B1", "small", "base = [516, 540]\nheading = 0")
    document, status = checked(written(("R1", size, where), beside, questions=['move = "R1"\nheadings = [91]']))
    assert document["position"][0]["clause"] == "position.misfit"
    assert document["position"][0]["text"].endswith(words)
    assert (document["rulings"][0]["answer"], status) == ("in_doubt", 1)


def test_a_misfit_within_the_tolerance_stated_is_none():
    one = ("R1", "large", "base = [500, 500]\ntip = [500, 548.9]")
    text = written(one, questions=['move = "R1"\nheadings = [90]'], head="[tolerance]\nposition = 1.35")
    assert checked(text)[0]["position"] == []
    strict = written(
        ("R1", "large", "base = [500, 500]\ntip = [500, 546.9]"), questions=["setup = true"],
        head="[tolerance]\nposition = 0.3",
    )  # fmt: skip
    assert checked(strict)[0]["position"][0]["limit"] == 0.3


def test_a_sunk_ship_on_the_table():
    one = ("B2", "small", "base = [316, 457]\nheading = 0\ndamage = 1")
    other = ("R1", "large", "base = [330, 430]\nheading = 90")
    questions = ['shot = { from = "R1", at = "B2" }', 'move = "R1"\nheadings = [90]']
    document, status = checked(written(one, other, questions=questions))
    (problem,) = document["position"]  # it is as good as taken away, so nothing overlaps it
    assert (problem["clause"], problem["pieces"]) == ("position.sunk", ["B2"])
    assert 'wreck = "stays_as_obstacle"' in problem["text"]
    assert [r["answer"] for r in document["rulings"]] == ["in_doubt", "yes"]
    assert status == 1
    kept, _ = checked(written(one, other, head='rules = { wreck = "stays_as_obstacle" }', questions=questions))
    assert [(p["clause"], p["pieces"]) for p in kept["position"]] == [("position.overlap", ["B2", "R1"])]


def test_several_mistakes_at_once_are_all_told():
    ships = [
        FAR, NEAR, ("R2", "large", "base = [310, 450]\nheading = 90"), OTHER,
        ("R3", "medium", "base = [100, 100]\ntip = [100, 190]"),
        ("B4", "small", "base = [700, 700]\nheading = 0\ndamage = 1"),
    ]  # fmt: skip
    document, status = checked(written(*ships, questions=['contact = ["R2", "B2"]'], objects=ISLAND))
    found = [(p["clause"].removeprefix("position."), p["pieces"]) for p in document["position"]]
    assert found == [
        ("sunk", ["B4"]), ("misfit", ["R3"]), ("surface", ["R1", "edge"]), ("object", ["B3", "island"]),
        ("overlap", ["B2", "R2"]),
    ]  # fmt: skip
    assert status == 1


def test_two_ships_that_overlap_are_in_doubt_even_of_contact():
    words, status = told(written(*CENTIMETRES[:2], questions=['contact = ["R1", "B2"]']))
    assert "In doubt. As stated: they overlap." in words
    assert status == 1


def test_a_file_that_asks_nothing_is_told_what_cannot_be():
    words, status = told(written(FAR))
    assert words.startswith("This table is impossible as written: - R1")
    assert status == 1
    possible = CliRunner().invoke(cli, ["check", "-"], input=written(NEAR))
    assert possible.exit_code == 2
    assert "asks nothing" in possible.stderr


@pytest.mark.parametrize("doubt", ["three_answers", "exact", "favour_actor"])
def test_no_reading_of_doubt_allows_it(doubt):
    head = f'rules = {{ doubt_rule = "{doubt}" }}'
    document, status = checked(written(FAR, questions=['move = "R1"\nheadings = [60]', "setup = true"], head=head))
    assert [r["allowed"] for r in document["rulings"]] == [False, False]
    assert document["rulings"][0]["answer"] == "in_doubt"
    assert status == 1


def test_as_written_rules_all_the_same_and_says_so_every_time(tmp_path):
    questions = ['move = "R1"\nheadings = [90]', 'contact = ["R1", "B2"]', "setup = true"]
    head = 'position = "as_written"\nrules = { edge = "open_sea" }'
    ships = [("R1", "large", "base = [500, 400]\nheading = 90"), ("B2", "small", "base = [505, 395]\nheading = 90")]
    document, status = checked(written(*ships, head=head, questions=questions))
    assert [p["clause"] for p in document["position"]] == ["position.overlap"]
    assert [r["answer"] for r in document["rulings"]] == ["yes", "yes", "no"]
    assert all(AS_WRITTEN in r["notes"] for r in document["rulings"])
    assert status == 1  # that two pieces overlap is no set-up, and no contact
    words, _ = told(written(*ships, head=head, questions=questions))
    assert words.count("the table is judged as written") == 4
    allowed = written(FAR, NEAR, head='position = "as_written"', questions=['move = "B2"\nheadings = [0]'])
    assert checked(allowed)[1] == 0


def test_python_and_the_command_agree(tmp_path):
    path = tmp_path / "dispute.toml"
    text = written(
        *CENTIMETRES, questions=['shot = { from = "R1", at = "B2" }', 'move = "B3"\nheadings = [10]', "setup = true"]
    )
    path.write_text(text, encoding="utf-8")
    layout = Layout.load(path)
    rulings = [check_shot(layout, "R1", "B2"), check_move(layout, "B3", [10]), check_setup(layout)]
    document, _ = checked(text)
    assert [r.as_json() for r in rulings] == document["rulings"]
    assert [{**p.as_json()} | {"step": None} for p in position_problems(layout)] == [
        {**p, "step": None} for p in document["position"]
    ]


# --------------------------------------------------------------------------------------- what is a problem

PERMITTED = {
    "a wreck": ({"wreck": "stays_as_obstacle"}, [ship("R1", (400, 400), damage=3)], []),
    "an object that only blocks shots": ({"objects": "block_shot_only"}, [ship("R1", (520, 450))], ["island"]),
    "the open sea": ({"edge": "open_sea"}, [ship("R1", (3000, 450))], []),
    "a table without edges": ({"surface": "unbounded"}, [ship("R1", (3000, 450))], []),
    "contact": ({}, [ship("R1", (400, 400)), ship("B2", (400, 400), 270)], []),
    "the edge touched": ({}, [ship("R1", (450, 0))], []),
    "a marker under a ship": ({}, [ship("R1", (520, 450))], ["marker"]),
    "far too close for a set-up": ({}, [ship("R1", (400, 400)), ship("B2", (400, 399), 270)], []),
}


@pytest.mark.parametrize("case", PERMITTED)
def test_what_the_options_in_force_permit_is_no_problem(case):
    options, ships, things = PERMITTED[case]
    rules = Rules(**options)
    square = [(500, 440), (560, 440), (560, 480), (500, 480)]
    objects = tuple(Obstacle.of(name, square, marker=name == "marker") for name in things)
    surface = Surface.unbounded() if rules.surface == "unbounded" else Surface.rectangle(914, 914)
    layout = Layout(tuple(ships), surface, objects)
    assert position_problems(layout, rules) == ()


def test_where_more_overlaps_under_another_footprint():
    """Raised base corners meet over the table, where the faces on it are apart."""
    layout = Layout((ship("R1", (346.2, 300), 0), ship("B1", (356, 325.2), 180)))
    assert position_problems(layout) == ()
    assert clauses(position_problems(layout, Rules(footprint="solid3d"))) == [("overlap", ("R1", "B1"))]


def base_to_base(depth, **more):
    """Two larges of one player that overlap by exactly `depth` mm, base over base."""
    return Layout((ship("R1", (300, 400)), ship("R2", (300, 400 + Fraction(depth)), 270)), **more)


@pytest.mark.parametrize("footprint", ["contact_triangle", "shadow_pentagon", "solid3d"])
@pytest.mark.parametrize("tolerance", [Fraction(1, 2), Fraction(7, 20), Fraction(0)])
def test_pieces_may_overlap_by_twice_the_tolerance_and_no_more(footprint, tolerance):
    rules = Rules(footprint=footprint)
    limit = 2 * tolerance
    assert position_problems(base_to_base(limit, tolerance=tolerance), rules) == ()
    assert position_problems(base_to_base(limit - HAIR, tolerance=tolerance), rules) == ()
    (problem,) = position_problems(base_to_base(limit + HAIR, tolerance=tolerance), rules)
    assert problem.limit == float(limit)
    assert problem.measured == pytest.approx(float(limit))


def test_each_of_two_ships_brings_its_own_tolerance():
    def layout(depth):
        ships = (ship("R1", (300, 400), tolerance=Decimal("0.3")), ship("R2", (300, 400 + depth), 270))
        return Layout(ships, tolerance=Decimal("0.7"))

    assert position_problems(layout(1)) == ()
    assert clauses(position_problems(layout(1 + HAIR))) == [("overlap", ("R1", "R2"))]


HALF_BASE = Fraction(127, 10)
"""mm, of a large."""


def sticking_out(kind, out, tolerance):
    """A large whose base corners stick out by exactly `out` mm."""
    out = Fraction(out)
    if kind == "disc":  # sides of 9, 40 and 41: the corners are as far from the centre as a fraction says
        surface, y = Surface.disc((0, 0), HALF_BASE * 41 / 9 - out), -HALF_BASE * 40 / 9
    elif kind == "rectangle":
        surface, y = Surface.rectangle(900, 900), -out
    else:
        surface, y = Surface.polygon([(-300, 0), (600, 0), (600, 900), (150, 500), (-300, 900)]), -out
    return Layout((ship("R1", (0 if kind == "disc" else 450, y)),), surface, tolerance=tolerance)


@pytest.mark.parametrize("kind", ["rectangle", "disc", "bent"])
@pytest.mark.parametrize("tolerance", [Fraction(1, 2), Fraction(0)])
def test_a_ship_may_stick_out_by_the_tolerance_and_no_more(kind, tolerance):
    assert position_problems(sticking_out(kind, tolerance, tolerance)) == ()
    assert position_problems(sticking_out(kind, tolerance - HAIR, tolerance)) == ()
    problems = position_problems(sticking_out(kind, tolerance + HAIR, tolerance))
    assert clauses(problems) == [("surface", ("R1", "edge"))]


@pytest.mark.parametrize("place", [(450, 880), (5000, 450), (450, 1600)])
def test_a_ship_wholly_beyond_a_bent_edge_is_off_it(place):
    """In the notch, in front of it, and far away."""
    surface = Surface.polygon([(0, 0), (900, 0), (900, 900), (450, 500), (0, 900)])
    layout = Layout((ship("R1", place, 90),), surface, tolerance=Decimal("0.2"))
    assert clauses(position_problems(layout)) == [("surface", ("R1", "edge"))]


@pytest.mark.parametrize("tolerance", [Fraction(1, 2), Fraction(0)])
def test_a_ship_may_lie_on_an_object_by_its_tolerance_and_no_more(tolerance):
    def layout(depth):
        rock = Obstacle.of(
            "rock", [(400, 500), (500, 500), (500, 500 + Fraction(depth)), (450, 600), (400, 500 + Fraction(depth))]
        )
        return Layout((ship("R1", (410, 500)),), objects=(rock,), tolerance=tolerance)

    def below(depth):
        rock = Obstacle.of("rock", [(400, 300), (500, 300), (500, 400 + Fraction(depth)), (400, 400 + Fraction(depth))])
        return Layout((ship("R1", (450, 400)),), objects=(rock,), tolerance=tolerance)

    assert clauses(position_problems(layout(20))) == [("object", ("R1", "rock"))]
    assert position_problems(below(tolerance)) == ()
    assert position_problems(below(tolerance - HAIR)) == ()
    assert clauses(position_problems(below(tolerance + HAIR))) == [("object", ("R1", "rock"))]


@pytest.mark.parametrize(
    ("misfit", "tolerance", "found"),
    [
        (0.5, 0, False),
        (0.500001, 0, True),
        (0.1, Decimal("0.1"), False),
        (0.100001, Decimal("0.1"), True),
        (2.0, 2, False),
    ],
)
def test_a_misfit_may_be_as_large_as_the_tolerance_or_half_a_millimetre(misfit, tolerance, found):
    layout = Layout((ship("R1", (450, 400), misfit=misfit),), tolerance=tolerance)
    assert clauses(position_problems(layout)) == ([("misfit", ("R1",))] if found else [])


def test_a_ship_that_is_laid_elsewhere_is_not_a_measured_one_any_more():
    layout = Layout((ship("R1", (450, 400), misfit=9.0),))
    assert position_problems(layout.with_pose("R1", Pose(450, 420, 90))) == ()


def crowd(chooser, count, side):
    """Ships anywhere on a table of `side` mm, with whole and broken coordinates."""
    sizes = list(Size)
    return tuple(
        ship(
            f"{chooser.choice('RB')}{i}", (Decimal(str(round(chooser.uniform(0, side), 2))),
             Decimal(str(round(chooser.uniform(0, side), 2)))),
            chooser.choice([0, 90, 45.5, Decimal("13.7")]) if i % 3 else Decimal(str(round(chooser.uniform(0, 360),
             3))), chooser.choice(sizes),
        )
        for i in range(count)
    )  # fmt: skip


@pytest.mark.parametrize("seed", few(range(25), 6))
def test_problems_are_those_an_independent_library_sees(seed):
    """Shapely measures every pair and every ship; near its limits it is not asked."""
    chooser = random.Random(seed)
    layout = Layout(crowd(chooser, 40, 500), Surface.rectangle(500, 500))
    shapes = {s.name: shapely.Polygon(Mover(s, RULES.outline(s.size)).body(s.pose.place).corners) for s in layout.ships}
    table = shapely.box(0, 0, 500, 500)
    found = {p.pieces for p in position_problems(layout)}
    assert found
    for i, a in enumerate(layout.ships):
        outside = shapes[a.name].difference(table).area
        assert (outside > 0) == ((a.name, "edge") in found) or outside < 1e-6
        for b in layout.ships[i + 1 :]:
            common = shapes[a.name].intersection(shapes[b.name]).area
            assert (common > 0) == ((a.name, b.name) in found) or common < 1e-6


# --------------------------------------------------------------------------------------- what rests on it


def test_a_no_that_stands_without_the_misplaced_piece_is_no():
    """R1 runs into B2, which lies as it should, and into B3, which overlaps B4: B2 is enough."""
    good, bad = (
        ship("B2", (400, 515), 0, "medium"),
        [ship("B3", (370, 500), 0, "small"), ship("B4", (370, 503), 0, "small")],
    )
    mover = ship("R1", (400, 445))
    both = Layout((mover, good, *bad))
    ruling = check_move(both, "R1", [90])
    assert {name for reason in ruling.reasons for name in reason.pieces} >= {"B2", "B3"}
    assert (ruling.answer, ruling.allowed) == ("no", False)
    assert ruling.notes[0].startswith("the table is impossible as written (B3 and B4)")
    without = check_move(Layout((mover, *bad)), "R1", [90])
    assert [(r.clause, r.pieces) for r in without.reasons] == [
        ("position.overlap", ("B3", "B4")), ("position.overlap", ("B3",)), ("position.overlap", ("B4",))
    ]  # fmt: skip
    assert without.answer == "in_doubt"


def test_a_ship_that_only_misplaced_ones_hold_fast_is_in_doubt():
    """R1 lies rightly and has no legal heading, for two ships that lie on each other."""
    layout = Layout((ship("R1", (400, 400)), ship("B2", (380, 460), 0), ship("B3", (380, 465), 0)))
    as_written = check_move(replace(layout, position="as_written"), "R1", [90])
    assert (as_written.answer, as_written.reasons[-1].clause) == ("no", "move.stuck")
    ruling = check_move(layout, "R1", [90])
    assert [r.pieces for r in ruling.reasons] == [("B2", "B3"), ("B2",), ("B3",)]
    assert {r.clause for r in ruling.reasons} == {"position.overlap"}
    assert [(fault.ship, fault.matters) for fault in ruling.faults] == [("B2", False), ("B3", False)]
    assert (ruling.answer, ruling.witness.stands) == ("in_doubt", 0)


@pytest.mark.parametrize(("x", "answer"), [(350, "in_doubt"), (330, "in_doubt"), (300, "yes")])
def test_a_move_is_in_doubt_where_it_comes_nearer_to_a_misplaced_ship_than_that_may_be_off(x, answer):
    """The limit of turn is what R1 is tightest on; B2 and B3, before its tip, overlap by some 13 mm."""
    layout = Layout(
        (ship("R1", (400, 400)), ship("B2", (x, 458), 180, "small"), ship("B3", (x - 1, 458), 180, "small"))
    )
    ruling = check_move(layout, "R1", [Decimal("164.5")])
    assert ruling.witness.closest.pieces == ("R1", "B2")
    assert ruling.answer == answer
    assert ruling.notes


def test_a_blocker_that_lies_wrongly_makes_a_shot_doubtful():
    ships = [ship("R1", (400, 400)), ship("B2", (330, 415), 0, "medium"), ship("R3", (375, 385), 90, "medium")]
    blocked = check_shot(Layout(tuple(ships)), "R1", "B2", "left")
    assert [r.clause for r in blocked.reasons] == ["shot.blocked"]
    doubled = check_shot(Layout((*ships, ship("B4", (375, 375), 90, "small"))), "R1", "B2", "left")
    assert [(r.clause, r.pieces) for r in doubled.reasons] == [
        ("position.overlap", ("R3", "B4")), ("position.overlap", ("R3",))
    ]  # fmt: skip
    assert (doubled.answer, doubled.allowed) == ("in_doubt", False)


def test_a_set_up_in_which_pieces_overlap_is_in_doubt_with_its_own_reasons_unless_more_forbids_it():
    overlapping = Layout((ship("R1", (400, 400)), ship("R2", (402, 402))))
    ruling = check_setup(overlapping)
    assert (ruling.answer, ruling.allowed) == ("in_doubt", False)
    assert {r.clause for r in ruling.reasons} == {"position.overlap", "setup.overlap"}
    beside = Layout((*overlapping.ships, ship("B1", (500, 402)), ship("B2", (549, 402))))
    assert check_setup(beside).answer == "no"  # B1 and B2 lie too near to red's ships wherever these lie
    mismeasured = Layout((ship("R1", (400, 200), misfit=9.0), ship("R2", (440, 200))), tolerance=Decimal("0.5"))
    ruling = check_setup(mismeasured)
    assert (ruling.answer, ruling.allowed, ruling.reasons[0].clause) == ("in_doubt", False, "position.misfit")


def test_a_set_up_just_past_the_limit_is_not_allowed_by_favour():
    rules = Rules(doubt_rule="favour_actor")
    ruling = check_setup(base_to_base(Decimal("1.2"), tolerance=Decimal("0.5")), rules=rules)
    assert (ruling.answer, ruling.allowed) == ("in_doubt", False)
    assert ruling.reasons[0].clause == "position.overlap"


def test_an_object_is_where_it_is():
    """A ship on an island makes nothing doubtful of a ship the island stops."""
    island = Obstacle.of("island", [(380, 460), (420, 460), (420, 560), (380, 560)])
    ships = (ship("R1", (400, 400)), ship("B2", (400, 530), 0, "small"))
    ruling = check_move(Layout(ships, objects=(island,)), "R1", [90])
    assert (ruling.answer, ruling.reasons[0].pieces) == ("no", ("R1", "island"))
    assert ruling.notes


def test_contact_of_what_lies_rightly_is_told():
    layout = Layout((ship("R1", (400, 400)), ship("B2", (500, 400)), ship("B3", (503, 400))))
    assert check_contact(layout, "B2", "B3").answer == "in_doubt"
    assert check_contact(layout, "R1", "B2").answer == "no"
    assert check_contact(Layout((*layout.ships, ship("R4", (300, 400)))), "R1", "R4").answer == "no"


# --------------------------------------------------------------------------------- reach, draw, pictures


def test_draw_and_reach_warn_first(tmp_path):
    file = tmp_path / "dispute.toml"
    file.write_text(written(*CENTIMETRES[:2], ("R5", "small", "base = [700, 700]\nheading = 0")), encoding="utf-8")
    warning = "Warning: this table is impossible as written. R1 and B2 overlap by 12.38 mm"
    drawn = CliRunner().invoke(cli, ["draw", str(file), "-o", str(tmp_path / "table.svg")])
    assert drawn.exit_code == 0
    assert drawn.stderr.startswith(warning)
    svg = (tmp_path / "table.svg").read_text()
    assert svg.count('id="misplaced') == 2
    reached = CliRunner().invoke(cli, ["reach", str(file), "R5", "--steps", "1", "--gap", "8", "--json"])
    assert reached.stderr.startswith(warning)
    assert [p["pieces"] for p in json.loads(reached.stdout)["position"]] == [["R1", "B2"]]


@pytest.mark.parametrize(
    ("lang", "first", "legend", "as_written"),
    [
        (
            "en",
            "This table is impossible as written: R1 and B2 overlap by 12.38 mm",
            "cannot lie so",
            "It is judged as written",
        ),
        (
            "fr",
            "Cette table est impossible telle qu’elle est écrite : R1 et B2 se chevauchent de 12,38 mm",
            "ne peut pas se trouver ainsi",
            "On juge la table telle qu’elle",
        ),
    ],
)
def test_a_picture_marks_the_pieces_and_says_first_what_cannot_be(lang, first, legend, as_written):
    from matplotlib.figure import Figure

    from plots import draw_ruling

    def pictured(dispute):
        ax = Figure(figsize=(6, 6)).add_axes((0, 0, 1, 1))
        drawing = draw_ruling(ax, dispute.layout, dispute.ask(1), dispute.rules, lang=lang)
        return drawing, [" ".join(text.get_text().split()) for text in drawing.texts]

    shot = ['shot = { from = "R1", at = "B2" }']
    drawing, captions = pictured(parse_dispute(written(*CENTIMETRES, questions=shot)))
    assert {mark.pieces for mark in drawing.marked("misplaced")} == {("R1",), ("B2",), ("B3",)}
    assert next(text for text in captions if text.startswith(("This", "Cette", "Note", "Rules"))).startswith(first)
    assert legend in [text.get_text() for text in drawing.legend.get_texts()]
    head, move = 'position = "as_written"', ['move = "B2"\nheadings = [0]']
    drawing, captions = pictured(parse_dispute(written(NEAR, head=head, questions=move)))
    assert sum(as_written in text for text in captions) == 1
    assert not drawing.marked("misplaced")
