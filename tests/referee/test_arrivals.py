"""Could it have got there: a yes replays, a no is contradicted by no legal path, doubt is doubt."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from armada_sim import (
    Answer,
    Clause,
    InputError,
    Layout,
    Obstacle,
    Pose,
    Rules,
    Ship,
    Size,
    Surface,
    check_contact,
    check_move,
)
from armada_sim.cli.commands import cli
from armada_sim.files.disputes import MoveQuestion
from armada_sim.files.records import load_dispute, parse_dispute
from armada_sim.moving.movement import Mover
from armada_sim.regions.claims import path_to_pose
from tests.regions.test_reach import crowded, random_paths
from tests.strategies import random_ship
from tests.whole import whole

SHIP = '[[ships]]\nname = "S"\nplayer = "red"\nsize = "small"\nbase = [300, 300]\nheading = 90\n'
ASKED = SHIP + '[[questions]]\nmove = "S"\nto = { base = [300, 352.78], heading = 90 }\n'
ALONE = Layout(ships=[Ship("S", "red", Size.SMALL, Pose(300, 300, 90))])


def corners(layout: Layout, pose: Pose) -> list[tuple[float, float]]:
    """The outline of the small S at a pose, mm."""
    return list(Rules().outline(layout.ship("S").size).flat(pose.place).corners)


def farthest(a: Any, b: Any) -> float:
    """mm. The largest distance between corners of the same rank."""
    return max(math.dist(p, q) for p, q in zip(a, b, strict=True))


def test_a_wrong_claim_among_twelve_ships_is_refuted() -> None:
    dispute = load_dispute("examples/could-it-have-got-there.toml")
    assert len(dispute.layout.ships) == 12
    told: list[tuple[float, int]] = []
    ruling = dispute.ask(1, progress=lambda within, places: told.append((within, places)))
    claim = ruling.witness.to
    # the distance claimed, then others for the nearest end; places stay open until none is left
    assert told[0][0] == 0.5
    assert {within for within, _ in told if within > 3}
    assert all(places > 0 for _, places in told)
    assert (ruling.answer, ruling.allowed, ruling.margin, ruling.flip) == (Answer.NO, False, None, None)
    assert 3.0 < claim.apart <= claim.off < 3.3
    reason = ruling.reasons[0]
    assert (reason.clause, reason.measured, reason.limit) == (Clause.MOVE_TO, claim.off, 0.5)
    assert "3.15 mm off, and none is nearer than 3.06 mm" in reason.text
    # the nearest end is that of a legal path, as far off as it says
    replayed = check_move(dispute.layout, "R1", headings=claim.path)
    assert replayed.answer is Answer.YES
    assert farthest(claim.corners, replayed.witness.steps[-1].corners) == pytest.approx(claim.off)
    assert [s.corners for s in ruling.witness.steps] == [s.corners for s in replayed.witness.steps]


@pytest.mark.parametrize("seed", [1, whole(2)])
def test_where_a_random_legal_path_ends_is_a_yes_that_replays(seed: int) -> None:
    """Never a no; where every step all but touches something it may be in doubt, which is rare."""
    layout, rng = crowded(seed), np.random.default_rng(seed)
    doubtful = 0
    for x, y, heading in random_paths(layout, "S", 4, 2000, rng):
        for i in rng.choice(len(x), 6):
            pose = Pose(float(x[i]), float(y[i]), float(heading[i]))
            ruling = check_move(layout, "S", to=pose, within=0.1)
            claim = ruling.witness.to
            doubtful += ruling.answer is Answer.IN_DOUBT
            if ruling.answer is Answer.IN_DOUBT:
                continue
            assert ruling.answer is Answer.YES
            replayed = check_move(layout, "S", headings=claim.path)
            assert replayed.answer is Answer.YES
            assert farthest(corners(layout, pose), replayed.witness.steps[-1].corners) <= 0.1
    assert doubtful <= 2


@pytest.mark.parametrize(("seed", "count"), [(1, 2_000), whole(1, 20_000), whole(2, 20_000)])
def test_no_random_path_ends_where_the_answer_is_no(seed: int, count: int) -> None:
    """Ends of legal paths are shifted by a few mm; those that are refused have none within the proved distance."""
    layout, rng = crowded(seed), np.random.default_rng(seed)
    paths = random_paths(layout, "S", 4, count, rng)
    ends = [np.concatenate(values) for values in zip(*paths, strict=True)]
    refused = 0
    for i in rng.choice(len(ends[0]), 24 if count > 2_000 else 12):
        x, y, heading = (float(v[i]) for v in ends)
        shifted = Pose(
            x + float(rng.uniform(-6, 6)), y + float(rng.uniform(-6, 6)), heading + float(rng.uniform(-20, 20))
        )
        ruling = check_move(layout, "S", to=shifted, within=0.5)
        if ruling.answer is not Answer.NO:
            continue
        refused += 1
        apart = ruling.witness.to.apart
        assert 0.5 <= apart <= ruling.witness.to.off
        assert nearest_end(layout, shifted, *ends) > apart
    assert refused >= 3


def nearest_end(layout: Layout, pose: Pose, x: Any, y: Any, heading: Any) -> float:
    """mm. How far, at the corner that is farthest off, the nearest of many poses is from one."""
    shape = np.array([(float(a), float(c)) for a, c in Rules().outline(Size.SMALL).corners])
    cosine, sine = np.cos(np.radians(heading))[:, None], np.sin(np.radians(heading))[:, None]
    xs = x[:, None] + shape[:, 0] * cosine - shape[:, 1] * sine
    ys = y[:, None] + shape[:, 0] * sine + shape[:, 1] * cosine
    target = np.array(corners(layout, pose))
    return float(np.hypot(xs - target[:, 0], ys - target[:, 1]).max(axis=1).min())


def test_what_is_in_the_way_is_named_and_nothing_else() -> None:
    """Where paths of an empty table end, among ships: these alone refuse it, and none of them is one too many."""
    layout, rng, refused = crowded(1), np.random.default_rng(7), 0
    empty = Layout(ships=[layout.ship("S")], surface=layout.surface)

    def among(names: list[str]) -> Answer:
        ships = [ship for ship in layout.ships if ship.name in ("S", *names)]
        return check_move(Layout(ships=ships, surface=layout.surface), "S", to=pose, within=0.5).answer

    for x, y, heading in random_paths(empty, "S", 4, 30, rng):
        for i in range(4):
            pose = Pose(float(x[i]), float(y[i]), float(heading[i]))
            claim = path_to_pose(layout, "S", pose, 0.5)
            if claim.answer is Answer.YES:
                assert claim.blockers == ()
                continue
            refused += 1
            assert claim.blockers
            assert among(list(claim.blockers)) is not Answer.YES
            for name in claim.blockers:
                assert among([other for other in claim.blockers if other != name]) is Answer.YES
    assert refused > 4


def test_what_no_number_of_steps_reaches_is_a_no() -> None:
    ruling = check_move(ALONE, "S", to=Pose(300, 500, 90), within=1)
    assert ruling.answer is Answer.NO
    assert ruling.witness.to.blockers == ()
    assert ruling.witness.to.off > 60


def test_a_ship_that_stays_has_made_no_move() -> None:
    assert check_move(ALONE, "S", to=Pose(300, 300, 90)).answer is Answer.NO


def test_a_sunk_ship_has_got_nowhere() -> None:
    layout = Layout(ships=[Ship("S", "red", Size.SMALL, Pose(300, 300, 90), damage=1)], position="as_written")
    ruling = check_move(layout, "S", to=Pose(300, 326, 90))
    assert (ruling.answer, ruling.reasons[0].clause) == (Answer.NO, Clause.MOVE_SUNK)


def test_a_stuck_ship_has_got_nowhere_and_its_certificate_says_why() -> None:
    wall = Obstacle.of("wall", [(-40, 26), (40, 26), (40, 60), (-40, 60)])
    ship = Ship("S", "red", Size.SMALL, Pose(0, 0, 90))
    layout = Layout(ships=[ship], surface=Surface.unbounded(), objects=[wall], position="as_written")
    ruling = check_move(layout, "S", to=Pose(0, 26.4, 90))
    assert ruling.answer is Answer.NO
    assert ruling.witness.to.path is None
    assert {block.by for block in ruling.witness.stuck} == {"wall"}
    assert ruling.witness.to.blockers == ("wall",)
    assert "of the position claimed, for wall: none was found" in ruling.reasons[0].text
    assert "none was found" in ruling.reasons[0].text


def slit(tolerance: float) -> Layout:
    """A small before a passage 0.4 mm wider than it: its first step ahead is doubtful if pieces may be off."""
    walls = [
        Obstacle.of("left", [(-60, 28), (-7.5, 28), (-7.5, 90), (-60, 90)]),
        Obstacle.of("right", [(7.5, 28), (60, 28), (60, 90), (7.5, 90)]),
    ]
    ship = Ship("S", "red", Size.SMALL, Pose(0, 5, 90))
    return Layout(ships=[ship], surface=Surface.unbounded(), objects=walls, tolerance=tolerance)


def test_doubt_about_the_path_is_doubt_about_the_claim() -> None:
    there = Pose(0, 31.4, 90)
    assert check_move(slit(0), "S", to=there).answer is Answer.YES
    ruling = check_move(slit(1), "S", to=there, within=0.5)
    assert (ruling.answer, ruling.allowed) == (Answer.IN_DOUBT, False)
    assert [reason.clause for reason in ruling.reasons][:2] == [Clause.MOVE_TO, Clause.DOUBT]
    favoured = check_move(slit(1), "S", to=there, within=0.5, rules=Rules(doubt_rule="favour_actor"))
    assert (favoured.answer, favoured.allowed) == (Answer.IN_DOUBT, True)
    exact = check_move(slit(1), "S", to=there, within=0.5, rules=Rules(doubt_rule="exact"))
    assert exact.answer is Answer.YES
    assert ruling.witness.to.blockers in (("left",), ("right",))  # either leaves too little room by itself
    assert check_move(slit(1), "S", to=Pose(20, 31.4, 90), within=0.5).answer is Answer.NO


def test_the_default_distance_is_the_larger_of_tolerance_and_half_a_millimetre() -> None:
    claims = [check_move(slit(t), "S", to=Pose(0, 31.4, 90)).witness.to.within for t in (0, 0.2, 0.75)]
    assert claims == [0.5, 0.5, 0.75]


def test_a_file_asks_in_its_unit() -> None:
    dispute = parse_dispute(
        'unit = "in"\n' + ASKED.replace("300", "10").replace("352.78", "12").replace("90 }", "90, within = 1 }")
    )
    question = dispute.questions[0]
    assert isinstance(question, MoveQuestion)
    assert question.declared.to is not None
    assert question.within == Fraction("25.4")
    assert (float(question.declared.to.x), float(question.declared.to.y)) == (254, 304.8)
    assert dispute.ask(1).witness.to.within == 25.4


def test_the_question_in_words() -> None:
    result = CliRunner().invoke(cli, ["check", "-"], input=ASKED)
    assert result.exit_code == 0
    words = " ".join(result.output.split())
    assert "Can S (red, small) have got to base (300.00, 352.78), heading 90° in one move?" in words
    assert "Yes, it can have got there." in words
    assert "a legal path of 2 steps of S ends within 0.50 mm of the position claimed [move.to]" in words
    assert "the path: headings" in words


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ("{ base = [1, 2] }", r"questions\[1\]\.to\.heading: is missing"),
        ("{ heading = 3 }", r"questions\[1\]\.to\.base: is missing"),
        ("{ base = [1, 2], heading = 3, whithin = 1 }", r"questions\[1\]\.to\.whithin: .*did you mean within\?"),
        ("{ base = [1], heading = 3 }", r"questions\[1\]\.to\.base: expected a point"),
        ("{ base = [1, 2], heading = 40000 }", r"questions\[1\]\.to\.heading: "),
        ("{ base = [1, 200000], heading = 4 }", r"questions\[1\]\.to\.base: "),
        ("{ base = [1, 2], heading = 3, within = 0 }", r"questions\[1\]\.to\.within: the distance must be above 0"),
        ("{ base = [1, 2], heading = 3, within = -1 }", r"questions\[1\]\.to\.within: the distance must be above 0"),
        ('{ base = [1, 2], heading = "n" }', r"questions\[1\]\.to\.heading: expected a number"),
        ("[1, 2]", r"questions\[1\]\.to: expected a table"),
        ("{ base = [1, 2], heading = 3 }\nheadings = [3]", r"questions\[1\]\.to: .*given: headings and to"),
    ],
)
def test_a_bad_claim_is_one_sentence(table: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint) as caught:
        parse_dispute(SHIP + f'[[questions]]\nmove = "S"\nto = {table}\n')
    assert "\n" not in str(caught.value)


def test_what_cannot_be_asked_in_python_is_refused() -> None:
    pose = Pose(300, 326, 90)
    with pytest.raises(InputError, match="given: headings and to"):
        check_move(ALONE, "S", [90], to=pose)
    with pytest.raises(InputError, match="give the pose with to"):
        check_move(ALONE, "S", [90], within=1)
    with pytest.raises(InputError, match="above 0"):
        check_move(ALONE, "S", to=pose, within=0)


@pytest.mark.parametrize("turn", [-75, -60, 60, 75])
def test_the_nearest_end_is_looked_for_on_both_sides(turn: int) -> None:
    """A large ship claimed to lie all but the other way round at its start: both greatest turns lead equally near."""
    layout = Layout(ships=(Ship("S", "red", Size.LARGE, Pose(300, 300, 138)),))
    claimed = check_move(layout, "S", to=Pose(317, 347, 318 + turn), within=5).witness.to
    for seed in range(3):
        assert not nearer(random.Random(f"sides {seed}"), layout, Pose(317, 347, 318 + turn), 60, claimed.apart)
    assert claimed.off <= 1.1 * claimed.apart


def tolerant(chooser: random.Random) -> tuple[Layout, Pose, Rules]:
    """A ship among a few that it may just pass or not, pieces that may be off, and a claim about where it went."""
    ships = [random_ship(chooser, "S", (300, 300), 20, "red")]
    for i in range(chooser.randrange(1, 5)):
        ship = random_ship(chooser, f"B{i}", (300, 300), 90, "blue")
        if check_contact(Layout(ships=(ships[0], ship)), "S", ship.name).answer is Answer.NO:
            ships.append(ship)
    tolerance = chooser.choice((Fraction(1, 2), Fraction(2), Fraction(5)))
    layout = Layout(ships=ships, tolerance=tolerance, position="as_written")
    far = 40.0 * chooser.randint(1, ships[0].size.steps)
    way, away = math.radians(float(ships[0].pose.heading) + chooser.uniform(-80, 80)), chooser.uniform(0.3, 1.2) * far
    x, y = ships[0].pose.place.origin
    there = Pose(x + away * math.cos(way), y + away * math.sin(way), round(chooser.uniform(0, 360), 2))
    doubt = chooser.choice(("three_answers", "three_answers", "favour_actor", "exact"))
    return layout, there, Rules(doubt_rule=doubt)


def nearer(chooser: random.Random, layout: Layout, there: Pose, count: int, apart: float) -> list[float]:
    """Headings of one of so many random paths, most towards the claim, that is legal as stated and ends nearer."""
    exact, ship = replace(layout, tolerance=0), layout.ship("S")
    mover = Mover(ship, Rules().outline(ship.size))
    claim = mover.body(there.place).corners
    for _ in range(count):
        headings: list[float] = []
        at = float(ship.pose.heading)
        for _ in range(chooser.randint(1, ship.size.steps)):
            x, y = mover.path([Fraction(h) for h in headings])[-1].origin if headings else ship.pose.place.origin
            to = math.degrees(math.atan2(float(there.y) - y, float(there.x) - x))
            aim = chooser.choice((to, float(there.heading), at)) + chooser.gauss(0, 12)
            turn = (aim - at + 180) % 360 - 180
            at += max(-mover.turn_limit + 1e-9, min(mover.turn_limit - 1e-9, turn))
            headings.append(at)
        end = mover.body(mover.path([Fraction(h) for h in headings])[-1]).corners
        if farthest(claim, end) < apart and check_move(exact, "S", headings).answer is Answer.YES:
            return headings
    return []


@pytest.mark.parametrize("seeds", [range(8), whole(range(8, 1200))], ids=["few", "whole"])
def test_no_path_that_is_legal_as_stated_ends_nearer_than_is_said_under_a_tolerance(seeds: range) -> None:
    """Random paths, judged with a tolerance of 0, never end within the distance that is told to be proved."""
    proved = 0
    for seed in seeds:
        chooser = random.Random(f"nearest {seed}")
        layout, there, rules = tolerant(chooser)
        ruling = check_move(layout, "S", to=there, within=0.5, rules=rules)
        apart = ruling.witness.to.apart
        if ruling.answer is Answer.YES or not apart:
            continue
        proved += 1
        assert not nearer(chooser, layout, there, 120, apart), seed
    assert proved > len(seeds) / 2
