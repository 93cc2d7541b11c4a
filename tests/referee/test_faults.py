"""Pieces that cannot lie as stated: what that may change is weighed, and nothing else is put in doubt."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from decimal import Decimal

import pytest

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
from armada_sim.files.records import parse_dispute
from armada_sim.table import fitted
from tests.faulty import elsewhere, random_scene, wider_scene
from tests.whole import whole


def ship(name, base, heading=90, size="large", **more):
    player = "red" if name.startswith("R") else "blue"
    return Ship(name, player, Size(size), Pose(base[0], base[1], heading), **more)


# --------------------------------------------------------------------------------- sound: nothing wrong is definite


@pytest.mark.parametrize(
    ("scenes", "seed"),
    [
        (random_scene, 1),
        (wider_scene, 0),
        *(whole(random_scene, seed) for seed in (0, *range(4, 52))),
        *(whole(wider_scene, seed) for seed in range(1, 24)),
    ],
)
def test_no_placement_of_faulty_pieces_within_their_bounds_turns_a_definite_answer_round(scenes, seed):
    """Each of ten random scenes is asked again with faulty pieces anywhere within their bounds."""
    chooser = random.Random(f"faults {seed}")
    weighed = 0
    for _ in range(10):
        scene = scenes(chooser)
        ruling = scene.ask()
        if not ruling.faults or ruling.answer == "in_doubt":
            continue
        weighed += 1
        bounds = {fault.ship: fault.bound for fault in ruling.faults}
        for _ in range(6):
            layout = elsewhere(chooser, scene, bounds)
            assert scene.stated(layout) == (ruling.answer == "yes"), (scene, layout)
    assert weighed


@pytest.mark.parametrize(("seed", "count"), [(0, 4), *(whole(seed, 10) for seed in range(18))])
def test_what_is_in_doubt_has_a_placement_within_the_bounds_or_too_little_is_proved(seed, count):
    """A definite answer is given wherever every faulty piece may be off by more than its bound, one alone."""
    chooser = random.Random(f"fair {seed}")
    for _ in range(count):
        scene = random_scene(chooser)
        ruling = scene.ask()
        for fault in ruling.faults:
            assert fault.matters == (fault.alone is not None and fault.alone < fault.bound)
        if len(ruling.faults) == 1 and not ruling.faults[0].matters and not scene.layout.tolerance:
            assert ruling.answer != "in_doubt"


# ------------------------------------------------------------------------------------ the questions that were wrong


def past_two(gap, other):
    """A small ship steps past R3 at about `gap` mm and past R2 at about `other` mm; R2 overlaps R4 by 7.4 mm."""
    half = Decimal("7.14375")
    mover = ship("A1", (400, 400), 90, "small")
    c = ship("R3", (400 + half + Decimal(gap) + Decimal("12.7"), 460), 270)
    b = ship("R2", (400 - half - Decimal(other) - Decimal("12.7"), 460), 270)
    d = ship("R4", (b.pose.x - Decimal("25.4") + Decimal("7.7"), 460), 270)
    return Layout((mover, c, b, d))


@pytest.mark.parametrize(("gap", "other"), [(1, 3), (1.5, 3), (0.5, 2), (3, 1)])
def test_a_step_past_a_misplaced_ship_is_in_doubt_though_another_is_nearer(gap, other):
    layout = past_two(gap, other)
    (problem,) = position_problems(layout)
    assert problem.measured == pytest.approx(7.42, abs=0.01)
    ruling = check_move(layout, "A1", [90])
    assert (ruling.answer, ruling.allowed) == ("in_doubt", False)
    named = {reason.pieces for reason in ruling.reasons}
    assert {("R2", "R4"), ("R2",)} <= named
    (fault,) = [fault for fault in ruling.faults if fault.ship == "R2"]
    assert fault.bound == 2 * problem.measured
    assert fault.alone < fault.bound
    x = layout.ship("R2").pose.x
    moved = [layout.with_pose("R2", Pose(x + far, 460, 270)) for far in range(int(fault.bound))]
    answers = [check_move(replace(table, position="as_written"), "A1", [90]).answer for table in moved]
    assert (answers[0], answers[-1]) == ("yes", "no")


def test_a_fault_at_the_far_edge_leaves_a_narrow_step_allowed_with_a_note():
    layout = Layout((*past_two(1, 30).ships[:2], ship("B8", (860, 850)), ship("B9", (860, Decimal("857.7")), 270)))
    assert position_problems(layout)
    ruling = check_move(layout, "A1", [90])
    assert (ruling.answer, ruling.allowed) == ("yes", True)
    assert "this answer stands if B8 lies no further than" in ruling.notes[0]


def test_a_note_promises_nothing_of_ships_that_only_together_could_change_the_answer():
    """Both are in the way, so neither changes anything alone; farther off than their bounds, both at once do."""
    layout = Layout((ship("R1", (400, 400)), ship("B2", (378, 470), 0), ship("B3", (378, Decimal("495.3")), 0)))
    ruling = check_move(layout, "R1", [90])
    assert (ruling.answer, [fault.alone for fault in ruling.faults]) == ("no", [None, None])
    assert "this answer stands if B2 lies no further than 0.19 mm off and B3 lies no further than" in ruling.notes[0]
    away = layout.with_pose("B2", Pose(278, 470, 0)).with_pose("B3", Pose(278, 600, 0))
    assert check_move(away, "R1", [90]).answer == "yes"
    refused = check_move(layout, "R1", [90] * 9)  # too many steps, wherever anything lies
    assert (refused.answer, "does not depend on that" in refused.notes[0]) == ("no", True)


def test_the_note_of_a_claim_says_how_far_off_faulty_ships_may_lie():
    mover, under = ship("R1", (400, 400), 90, "small"), ship("B3", (400, Decimal("401.2")), 270)
    ruling = check_move(Layout((mover, under), Surface.unbounded()), "R1", to=Pose(700, 400, 90))
    assert ruling.answer == "no"
    assert "this answer stands if R1 lies no further than 2.39 mm off" in ruling.notes[0]


def test_the_margin_is_that_of_the_table_as_stated_and_its_flip_flips():
    layout = past_two(1, 30)
    sound = Layout(layout.ships[:3])
    ruling, plain = (check_move(table, "A1", [90]) for table in (layout, sound))
    assert (ruling.margin, ruling.margin_upper, ruling.flip) == (plain.margin, plain.margin_upper, plain.flip)
    assert ruling.margin is not None


TENTH = (ship("B1", (600, 400)), ship("B2", (600, Decimal("400.1")), 270))
"""Two ships base to base that overlap by 0.1 mm, as a ruler has it."""


def test_a_hair_of_overlap_puts_nothing_in_doubt_that_has_more_room():
    clear = Layout((*TENTH, ship("R1", (560, 380), 90)))
    assert check_shot(clear, "R1", "B1").answer == "yes"
    free = Layout((*TENTH, ship("R2", (560, 430), 0, "small"), ship("R3", (560, 460), 0, "small")))
    assert position_problems(free)
    assert check_move(free, "R2", [60]).answer != "in_doubt"
    short = Layout((*TENTH, ship("R4", (200, 400), 90)))
    assert check_shot(short, "R4", "B1").answer == "no"
    for ruling in (check_shot(clear, "R1", "B1"), check_shot(short, "R4", "B1")):
        assert len(ruling.faults) == 2
        assert all(fault.bound == pytest.approx(0.2) for fault in ruling.faults)


def test_a_target_far_out_of_reach_whose_readings_ask_for_a_hair_too_much_is_missed():
    text = """
[[ships]]
name = "R1"
player = "red"
size = "large"
base = [100, 100]
heading = 90
[[ships]]
name = "B1"
player = "blue"
size = "large"
base = [400, 400]
tip = [400, 447.26]
[[questions]]
shot = { from = "R1", at = "B1" }
"""
    dispute = parse_dispute(text)
    (problem,) = position_problems(dispute.layout)
    assert (problem.clause, problem.limit) == ("position.misfit", 0.5)
    ruling = dispute.ask(1)
    assert (ruling.answer, len(ruling.faults)) == ("no", 1)


def test_a_contact_of_pieces_that_overlap_is_in_doubt_and_of_others_is_not():
    layout = Layout((*TENTH, ship("R1", (500, 400)), ship("R2", (526, 400))))
    assert check_contact(layout, "B1", "B2").answer == "in_doubt"
    assert check_contact(layout, "R1", "R2").answer == "no"
    assert check_contact(layout, "R1", "B1").answer == "no"


def test_a_pair_that_overlaps_may_be_left():
    """A ship that starts in contact may move; a fault does not hold it."""
    layout = Layout((ship("R1", (400, 400)), ship("R2", (400, Decimal("400.4")), 270)))
    assert check_move(layout, "R1", [90]).answer == "yes"


def test_faulty_ships_none_of_which_changes_the_answer_alone_may_do_so_together():
    layout = Layout((ship("R1", (400, 400)), ship("B2", (380, 460), 0), ship("B3", (380, 465), 0)))
    ruling = check_move(layout, "R1", [90])
    assert ruling.answer == "in_doubt"
    assert [(fault.ship, fault.matters) for fault in ruling.faults] == [("B2", False), ("B3", False)]
    assert "together with others" in ruling.reasons[1].text


def test_a_ship_that_may_lie_elsewhere_takes_its_whole_path_with_it():
    """The steps of a misplaced ship lie as far off as it does, not farther with every step."""
    mover = ship("R1", (400, 400), 90, "small")
    wall = ship("R2", (Decimal("400") + Decimal("7.14375") + 3 + Decimal("12.7"), 480), 270)
    under = ship("B3", (400, Decimal("401.2")), 270)
    layout = Layout((mover, wall, under), Surface.unbounded())
    ruling = check_move(layout, "R1", [90, 90])
    assert [fault.bound for fault in ruling.faults] == pytest.approx([2.4, 2.4])
    assert ruling.answer == "yes"
    assert ruling.faults[0].alone == pytest.approx(ruling.witness.closest.clearance)
    assert ruling.margin < ruling.faults[0].alone


def test_a_claim_is_weighed_by_where_the_ship_may_have_set_out():
    mover, under = ship("R1", (400, 400), 90, "small"), ship("B3", (400, Decimal("401.2")), 270)
    layout = Layout((mover, under), Surface.unbounded())
    tip = Pose(400, 400 + Decimal("27.0919"), 90)
    assert check_move(layout, "R1", to=tip).answer == "in_doubt"  # 2.4 mm elsewhere it ends 2.4 mm off
    assert check_move(layout, "R1", to=tip, within=4).answer == "yes"
    assert check_move(layout, "R1", to=Pose(700, 400, 90)).answer == "no"


def test_under_a_restriction_on_measuring_no_millimetres_are_said():
    layout = past_two(1, 3)
    ruling = check_move(layout, "A1", [90], rules=Rules(premeasure="own_ship_only"))
    assert ruling.answer == "in_doubt"
    assert all(fault.alone is None for fault in ruling.faults)
    assert all(reason.measured is None for reason in ruling.reasons if len(reason.pieces) == 1)


def touching_fleet(chooser, off):
    """Twelve ships that touch in rows, each stated `off` mm beside its place in some direction."""
    ships, truth = [], []
    for row in range(3):
        for column in range(4):
            name = f"{'RB'[row % 2]}{row}{column}"
            base = (200 + Decimal("25.4") * column, 200 + 150 * row)
            angle = chooser.uniform(0, math.tau)
            stated = tuple(round(float(v) + off * f(angle), 3) for v, f in zip(base, (math.cos, math.sin), strict=True))
            truth.append(ship(name, base))
            ships.append(ship(name, stated))
    return Layout(tuple(ships)), Layout(tuple(truth))


@pytest.mark.parametrize("count", [1, whole(3)])
def test_honest_tables_of_touching_fleets_are_mostly_ruled_on_and_never_wrongly(count):
    """Each ship lies half a millimetre off and no tolerance is stated: what has more room than that is answered."""
    chooser, doubts, asked = random.Random(38), 0, 0
    for _ in range(count):
        layout, truth = touching_fleet(chooser, 0.5)
        assert position_problems(layout)
        questions = [("R00", [chooser.uniform(80, 100)]), ("B11", [chooser.uniform(80, 100)]), ("R23", [60])]
        for name, headings in questions:
            ruling, true = check_move(layout, name, headings), check_move(truth, name, headings)
            asked += 1
            doubts += ruling.answer == "in_doubt"
            assert ruling.answer in ("in_doubt", true.answer) or (ruling.margin or 0) < 0.5
        shot, true = check_shot(layout, "R03", "B10"), check_shot(truth, "R03", "B10")
        assert shot.answer in ("in_doubt", true.answer)
    assert doubts < asked / 2


def test_a_setup_in_which_pieces_overlap_is_in_doubt_and_says_why():
    ruling = check_setup(Layout(TENTH))
    assert (ruling.answer, ruling.allowed) == ("in_doubt", False)
    assert [reason.clause for reason in ruling.reasons][:1] == ["position.overlap"]
    assert "setup.overlap" in [reason.clause for reason in ruling.reasons]


def test_a_setup_is_in_doubt_where_a_misread_ship_lies_on_a_rock_within_what_its_readings_leave_open():
    fit = fitted(((300, 400), (300, 458.8)), Rules().outline(Size.LARGE), 0)
    rock = Obstacle.of("rock", [(290, 380), (310, 380), (310, 404), (290, 404)])
    misread = replace(ship("R1", (300, 400)), pose=fit.pose, misfit=fit.misfit, spread=Decimal(str(fit.spread)))
    assert fit.spread > 4
    ruling = check_setup(Layout((misread,), objects=(rock,)))
    assert (ruling.answer, ruling.allowed) == ("in_doubt", False)
    assert {reason.clause for reason in ruling.reasons} >= {"position.misfit", "position.object"}


def test_a_margin_is_one_number_for_all_whatever_is_known_of_each():
    """The answer goes by what the readings leave open of each ship; the margin is that of the poses ruled on."""
    text = """
[tolerance]
position = 2
[[ships]]
name = "R1"
player = "red"
size = "large"
base = [300, 400]
tip = [300, 449.5]
[[ships]]
name = "B1"
player = "blue"
size = "large"
corners = [[340.3, 400.2], [365.9, 399.8], [353, 446.3]]
[[questions]]
contact = ["R1", "B1"]
"""
    dispute = parse_dispute(text)
    assert len({ship.spread for ship in dispute.layout.ships}) == 2
    ruling = dispute.ask(1)
    stated = Layout(tuple(ship.at(ship.pose) for ship in dispute.layout.ships))
    plain = check_contact(stated, "R1", "B1")
    assert (ruling.answer, ruling.margin, ruling.margin_upper) == ("no", plain.margin, plain.margin_upper)
    assert ruling.margin == pytest.approx(plain.witness.clearance / 2)
