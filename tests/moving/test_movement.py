"""Moves: limits, contact, paths, legal headings; 10,000 random steps against the oracle."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st

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
    check_move,
    legal_headings,
)
from armada_sim.geometry.clearance import clearance
from armada_sim.geometry.gap import Relation
from armada_sim.geometry.meeting import meeting_arcs
from armada_sim.geometry.solids import Body
from armada_sim.moving import Declaration, move_allowed
from armada_sim.moving.movement import NO_LEGAL_HEADING, Mover
from tests import oracle
from tests.strategies import as_oracle, decimal_between, random_ship
from tests.whole import whole

SIDE = Fraction("914.4")


def mover(size: str, rules: Rules | None = None) -> Mover:
    rules = rules or Rules()
    return Mover(Ship("S", "red", Size(size), Pose(300, 300, 0)), rules.outline(Size(size)))


@pytest.mark.parametrize(
    ("footprint", "limits"),
    [
        ("contact_triangle", (74.8506, 74.7156, 74.6386)),
        ("section_triangle", (74.29, 74.14, 74.05)),
        ("shadow_pentagon", (72.40, 72.19, 72.07)),
    ],
)
def test_the_limit_of_turn_is_the_reference_s(footprint: str, limits: tuple[float, ...]) -> None:
    for size, limit in zip(Size, limits, strict=True):
        assert mover(size, Rules(footprint=footprint)).turn_limit == pytest.approx(limit, abs=6e-3)


@pytest.mark.parametrize(("size", "limit"), [("small", 74.8506), ("medium", 74.7156), ("large", 74.6386)])
def test_the_default_limit_to_four_decimals(size: str, limit: float) -> None:
    assert round(mover(size).turn_limit, 4) == limit


@pytest.mark.parametrize("size", list(Size))
def test_a_turn_of_exactly_the_limit_is_legal_and_a_hair_more_is_not(size: Size) -> None:
    layout = Layout(ships=[Ship("S", "red", size, Pose(300, 300, Fraction("17.3")))])
    limit = mover(size).turn_limit

    assert check_move(layout, "S", turns=["max"]).allowed
    assert check_move(layout, "S", turns=["-max"]).allowed
    assert check_move(layout, "S", turns=[Fraction(limit) - Fraction(1, 10**9)]).allowed
    over = check_move(layout, "S", turns=[Fraction(limit) + Fraction(1, 10**9)])
    assert not over.allowed
    assert over.reasons[0].clause is Clause.MOVE_TURN_LIMIT


def test_turns_to_the_limit_add_up_by_their_formula() -> None:
    """Left to the limit and back is the old heading exactly, and both are legal."""
    layout = Layout(ships=[Ship("S", "red", Size.SMALL, Pose(300, 300, 10))])

    ruling = check_move(layout, "S", turns=["max", "-max", "-max", "max"])

    assert ruling.allowed
    assert [step.heading for step in ruling.witness.steps][1] == 10
    assert ruling.witness.steps[3].heading == 10


def test_four_turns_of_72_close_a_pentagon() -> None:
    """Legal, since only the position just left counts; the last tip is the first base midpoint."""
    layout = Layout(ships=[Ship("S", "red", Size.SMALL, Pose(300, 300, 0))])

    ruling = check_move(layout, "S", turns=[72, 72, 72, 72])

    assert ruling.answer is Answer.YES
    assert ruling.witness.steps[3].tip == pytest.approx([300, 300], abs=1e-9)


@pytest.mark.parametrize(("size", "steps"), [("small", 4), ("medium", 2), ("large", 1)])
def test_a_move_has_so_many_steps_and_no_more(size: str, steps: int) -> None:
    layout = Layout(ships=[Ship("S", "red", Size(size), Pose(300, 300, 0))])

    assert check_move(layout, "S", turns=[0] * steps).allowed
    ruling = check_move(layout, "S", turns=[0] * (steps + 1))
    assert not ruling.allowed
    assert ruling.reasons[0].clause is Clause.MOVE_STEPS
    assert ruling.margin is None


def test_steps_are_as_long_as_the_pieces() -> None:
    for size, length in zip(Size, (26.385, 36.307, 46.229), strict=True):
        layout = Layout(ships=[Ship("S", "red", size, Pose(300, 300, 0))])
        assert check_move(layout, "S", [0]).witness.steps[0].base[0] == pytest.approx(300 + length, abs=1e-3)


def agree(seed: int, count: int) -> int:
    """Judge random moves both ways; returns how many were legal."""
    chooser, legal = random.Random(seed), 0
    for _ in range(count):
        centre = (chooser.uniform(20, 890), chooser.uniform(20, 890))
        ship = random_ship(chooser, "S", centre, 10, "red")
        others = [random_ship(chooser, f"B{i}", centre, 90, "blue") for i in range(3)]
        headings, heading = [], ship.pose.heading
        for _ in range(chooser.randrange(1, ship.size.steps + 1)):
            heading = heading + decimal_between(chooser, -78, 78)
            headings.append(heading)
        layout = Layout(ships=[ship, *others], position="as_written")
        judged = move_allowed(layout, ship, Declaration(tuple(headings)), Rules())
        expected = oracle.move_verdict(
            as_oracle(ship), [Fraction(h) for h in headings], [as_oracle(o) for o in others], (SIDE, SIDE)
        )
        assert judged == expected, (ship, others, headings)
        legal += judged
    return legal


@pytest.mark.parametrize(("seed", "count"), [(0, 60), *(whole(seed, 1000) for seed in range(10))])
def test_random_moves_agree_with_the_oracle(seed: int, count: int) -> None:
    """Ten thousand in all: mpmath, Minkowski difference."""
    legal = agree(seed, count)

    assert 0.2 * count < legal < 0.9 * count


@pytest.mark.parametrize(("places", "apart", "least"), [(3, 5, 20), whole(10, 1, 1000)])
def test_legal_headings_match_the_exact_decision_on_a_fine_grid(places: int, apart: int, least: int) -> None:
    """Every heading of a grid of 0.25 degrees, or so many times that, in crowded places, with an island and an edge."""
    chooser, seen = random.Random(3), 0
    for _ in range(places):
        centre = (chooser.uniform(20, 60), chooser.uniform(20, 200))
        ship = random_ship(chooser, "S", centre, 8, "red")
        others = [random_ship(chooser, f"B{i}", centre, 70, "blue") for i in range(4)]
        x, y = centre
        island = Obstacle.of("island", [(x + 30, y + 30), (x + 60, y + 28), (x + 40, y + 36), (x + 55, y + 60)])
        layout = Layout(ships=[ship, *others], objects=[island], position="as_written")
        intervals = legal_headings(layout, "S")
        for k in range(0, 1440, apart):
            heading = Fraction(k, 4)
            legal = move_allowed(layout, ship, Declaration((heading,)), Rules())
            near_end = any(
                abs((float(heading) - end + 180) % 360 - 180) < 1e-6 for i in intervals for end in (i.start, i.end)
            )
            if not near_end:
                assert legal == any(float(heading) in i for i in intervals), heading
                seen += legal
    assert seen > least


def test_a_refused_heading_is_told_with_all_the_headings_that_are_refused_with_it() -> None:
    """Inside the interval every heading is illegal; just beyond an end that is not closed there is a legal one."""
    chooser, told = random.Random(11), 0
    for _ in range(30):
        ship = random_ship(chooser, "S", (300, 300), 5, "red")
        others = [random_ship(chooser, f"B{i}", (300, 300), 80, "blue") for i in range(3)]
        layout = Layout(ships=[ship, *others], position="as_written")
        declared = Fraction(ship.pose.heading) + Fraction(decimal_between(chooser, -100, 100))
        ruling = check_move(layout, "S", [declared], rules=Rules(doubt_rule="exact"))
        interval = ruling.witness.heading_interval
        assert interval is not None
        assert interval.legal is ruling.allowed
        if ruling.allowed or interval.start_by == NO_LEGAL_HEADING:
            continue
        told += 1
        span = interval.end - interval.start
        assert interval.start <= float(declared) + 360 * round((interval.start - float(declared)) / 360) + 360

        def legal(heading: float, layout: Layout = layout) -> bool:
            return check_move(layout, "S", [heading], rules=Rules(doubt_rule="exact")).allowed

        assert not any(legal(interval.start + span * (0.001 + 0.998 * k / 12)) for k in range(13))
        assert legal(interval.start - 1e-6)
        assert legal(interval.end + 1e-6)
    assert told > 8


def test_a_refusal_that_does_not_hang_on_the_last_heading_has_no_interval() -> None:
    layout, _ = crowded()
    assert check_move(layout, "S", [0, 0]).witness.heading_interval is None
    wedged = Layout(ships=[Ship("S", "red", Size.LARGE, Pose(100, 3, 270))], position="as_written")
    whole = check_move(wedged, "S", [270]).witness.heading_interval
    assert (whole.start_by, whole.end - whole.start, whole.legal) == (NO_LEGAL_HEADING, 360, False)


def test_a_wedged_ship_gets_a_certificate_that_covers_every_heading() -> None:
    layout = Layout(ships=[Ship("S", "red", Size.LARGE, Pose(100, Fraction("3.5"), 270))], position="as_written")

    ruling = check_move(layout, "S", [270])

    assert legal_headings(layout, "S") == []
    blocks = ruling.witness.stuck
    assert {block.by for block in blocks} == {"edge"}
    limit = mover("large").turn_limit
    assert min(b.start for b in blocks) == pytest.approx(270 - limit)
    assert max(b.end for b in blocks) == pytest.approx(270 + limit)


def test_touching_at_a_single_heading_splits_an_interval() -> None:
    """A corner that is just brushed leaves an isolated blocked heading."""
    piece = mover("large")
    place = piece.stepped(piece.ship.pose.place, Fraction(0))
    tip_reach = piece.outline.step
    far = place.stepped(tip_reach, Fraction(0))
    blocker = Ship("B", "blue", Size.LARGE, Pose(0, 0, 0))
    body = Body(piece.outline.corners, replace(far, heading=Fraction(0)))

    arcs = meeting_arcs(Body(piece.outline.corners, place), body)

    assert blocker.size is Size.LARGE
    assert [arc.start == arc.end for arc in arcs] == [True]


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.decimals(-400, 400, places=2), st.decimals(-400, 400, places=2), st.integers(0, 359))
def test_moving_and_turning_the_whole_table_changes_no_answer(seed: int, dx, dy, turn: int) -> None:
    """Quarter turns are exact, so even the margins agree; other turns are tried by the clearance tests."""
    chooser = random.Random(seed)
    ship = random_ship(chooser, "S", (300, 300), 10, "red")
    others = [random_ship(chooser, f"B{i}", (300, 300), 80, "blue") for i in range(3)]
    quarter = turn % 4

    def moved(s: Ship) -> Ship:
        x, y = Fraction(s.pose.x), Fraction(s.pose.y)
        for _ in range(quarter):
            x, y = -y, x
        pose = Pose(x + Fraction(dx), y + Fraction(dy), Fraction(s.pose.heading) + 90 * quarter)
        return replace(s, pose=pose)

    sea = Surface.unbounded()
    here = check_move(Layout(ships=[ship, *others], surface=sea, position="as_written"), "S", turns=[20])
    there = check_move(
        Layout(ships=[moved(s) for s in (ship, *others)], surface=sea, position="as_written"), "S", turns=[20]
    )

    assert here.answer is there.answer
    if here.margin is not None:
        assert here.margin == pytest.approx(there.margin, abs=1e-6)


def crowded(**changes: str) -> tuple[Layout, Rules]:
    """A small whose second step would run into a large."""
    ships = [
        Ship("S", "red", Size.SMALL, Pose(300, 300, 0)),
        Ship("B", "blue", Size.LARGE, Pose(345, 300, 90)),
    ]
    return Layout(ships=ships), Rules(**changes)


def test_step_legality() -> None:
    layout, rules = crowded()
    path = [0, 0, 0]
    assert not check_move(layout, "S", path, rules=rules).allowed
    swept = check_move(layout, "S", path, rules=rules.but(step_legality="swept_area"))
    assert Clause.MOVE_SWEEP in {reason.clause for reason in swept.reasons}


def test_a_sweep_can_be_blocked_where_both_ends_are_free() -> None:
    """A small thing beside the old tip is brushed while the ship turns."""
    ship = Ship("S", "red", Size.SMALL, Pose(300, 300, 0))
    stone = Obstacle.of("stone", [(335, 318), (337, 318), (337, 321), (335, 321)])
    layout = Layout(ships=[ship], objects=[stone])

    plain = check_move(layout, "S", [74])
    swept = check_move(layout, "S", [74], rules=Rules(step_legality="swept_area"))
    assert plain.allowed
    assert not swept.allowed


def test_a_way_over_the_edge_is_no_way() -> None:
    """Sliding ahead the tip leaves the table, turned along the edge the ship lies on it."""
    layout = Layout(ships=[Ship("S", "red", Size.LARGE, Pose(538, 300, 0))], surface=Surface.rectangle(600, 600))

    assert check_move(layout, "S", [74]).allowed
    swept = check_move(layout, "S", [74], rules=Rules(step_legality="swept_area"))
    stuck = (Clause.MOVE_STUCK, ("S",))  # no heading spares it the slide
    assert [(r.clause, r.pieces) for r in swept.reasons] == [(Clause.MOVE_SWEEP, ("S", "edge")), stuck]
    tip_over = 538 + 2 * math.sqrt(53) / 4 * 25.4 - 600
    assert swept.margin == pytest.approx(tip_over / 2, rel=0.01)
    assert swept.margin_upper == pytest.approx(swept.margin, rel=0.01, abs=1e-3)
    assert swept.flip is not None


def test_both_the_way_and_the_ship_beside_it_may_be_off() -> None:
    """The clearance of the slide from a base line ahead is shared: two parts to the step, one to the ship."""
    ships = [Ship("S", "red", Size.LARGE, Pose(300, 300, 0)), Ship("B", "blue", Size.LARGE, Pose(396, 300, 0))]
    layout = Layout(ships=ships)

    ruling = check_move(layout, "S", [60], rules=Rules(step_legality="swept_area"))

    gap = 96 - 2 * math.sqrt(53) / 4 * 25.4
    assert ruling.allowed
    assert ruling.reasons[0].clause is Clause.MOVE_SWEEP
    assert ruling.margin == pytest.approx(gap / 3, rel=0.01)
    assert ruling.margin_upper is not None
    assert ruling.margin <= ruling.margin_upper <= 1.01 * ruling.margin + 0.001


@pytest.mark.parametrize(
    ("edge", "allowed"),
    [("touch_illegal", False), ("touch_ok", True), ("open_sea", True)],
)
def test_touching_the_edge(edge: str, allowed: bool) -> None:
    """A square surface that ends exactly beside the moved ship's base corner."""
    layout = Layout(ships=[Ship("S", "red", Size.LARGE, Pose(100, Fraction("12.7"), 0))])

    assert check_move(layout, "S", [0], rules=Rules(edge=edge)).allowed is allowed


def test_contact_blocks_unless_overlap_only() -> None:
    """The next piece would lie flank on base line exactly: bases share a line."""
    ship = Ship("S", "red", Size.LARGE, Pose(0, 0, 0))
    piece = Mover(ship, Rules().outline(Size.LARGE))
    x = float(piece.outline.step)
    layout = Layout(ships=[ship, Ship("B", "blue", Size.LARGE, Pose(x + 70, 0, 0))], surface=Surface.unbounded())
    gap = clearance(piece.body(piece.path([Fraction(0)])[0]), piece.body(layout.ships[1].pose.place))
    assert gap.relation is Relation.APART
    touching = Layout(
        ships=[ship, Ship("B", "blue", Size.LARGE, Pose(0, Fraction("-25.4"), 0))], surface=Surface.unbounded()
    )
    assert check_move(touching, "S", [20]).allowed


def test_objects_and_markers() -> None:
    ship = Ship("S", "red", Size.SMALL, Pose(300, 300, 0))
    corners = [(335, 295), (345, 295), (345, 305), (335, 305)]
    rock = Layout(ships=[ship], objects=[Obstacle.of("rock", corners)])
    marker = Layout(ships=[ship], objects=[Obstacle.of("marker", corners, marker=True)])
    assert not check_move(rock, "S", [0]).allowed
    assert check_move(rock, "S", [0], rules=Rules(objects="block_shot_only")).allowed
    assert check_move(marker, "S", [0]).allowed


def test_a_sunk_ship_neither_moves_nor_blocks_unless_it_stays() -> None:
    layout, _ = crowded()
    wreck = Layout(ships=[layout.ships[0], replace(layout.ships[1], damage=3)], position="as_written")
    assert check_move(wreck, "S", [0]).allowed
    assert not check_move(wreck, "S", [0], rules=Rules(wreck="stays_as_obstacle")).allowed
    assert check_move(wreck, "B", [0]).reasons[0].clause is Clause.MOVE_SUNK


def test_premeasure_withholds_margins_and_legal_headings() -> None:
    layout, _ = crowded()
    rules = Rules(premeasure="declared_only")
    assert check_move(layout, "S", [0], rules=rules).margin is None
    with pytest.raises(InputError, match="premeasure"):
        legal_headings(layout, "S", rules)


def test_bad_questions_are_refused() -> None:
    layout, _ = crowded()
    with pytest.raises(InputError, match="no ship is called 'X'"):
        check_move(layout, "X", [0])
    with pytest.raises(InputError, match="given: none of them"):
        check_move(layout, "S")
    with pytest.raises(InputError, match="at least one step"):
        check_move(layout, "S", [])
    with pytest.raises(InputError, match="not a finite number"):
        check_move(layout, "S", [math.nan])


HAIR_DEG = 1e-4
"""Further from an end of an interval than a turning sweep resolves a contact that is nearly tangential."""


@pytest.mark.parametrize("count", [6, whole(12)])
@pytest.mark.parametrize("changes", [{}, {"edge": "touch_ok"}, {"contact_blocks_move": "overlap_only"}])
def test_the_interval_of_a_swept_move_is_where_the_answer_changes(changes: dict[str, str], count: int) -> None:
    """Just inside its ends the answer is the declared one, just outside it is the other, up to the limit of turn."""
    chooser, rules = random.Random(str(changes)), Rules(step_legality="swept_area", **changes)
    told: Counter[bool] = Counter()
    for _ in range(count):
        ship = random_ship(chooser, "S", (60, 60), 45, "red")
        others = [random_ship(chooser, f"B{i}", (60, 60), 75, "blue") for i in range(2)]
        stone = Obstacle.of("stone", [(70, 70), (74, 70), (73, 78)])
        layout = Layout(ships=[ship, *others], objects=[stone], position="as_written")
        declared = Fraction(ship.pose.heading) + chooser.randrange(-70, 71)
        ruling = check_move(layout, "S", [declared], rules=rules.but(doubt_rule="exact"))
        interval = ruling.witness.heading_interval
        assert interval is not None
        assert interval.legal is ruling.allowed
        told[ruling.allowed] += 1
        start, end = interval.start, interval.end

        def allowed(heading: float, layout: Layout = layout) -> bool:
            return move_allowed(layout, layout.ships[0], Declaration((Fraction(heading),)), rules)

        for share in (0.0, 0.2, 0.5, 0.8, 1.0):
            heading = start + HAIR_DEG + share * (end - start - 2 * HAIR_DEG)
            assert end - start < 3 * HAIR_DEG or allowed(heading) is ruling.allowed
        if interval.start_by != "no legal heading":
            assert allowed(start - HAIR_DEG) is not ruling.allowed
            assert allowed(end + HAIR_DEG) is not ruling.allowed
    assert min(told[True], told[False]) > 0
