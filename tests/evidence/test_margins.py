"""Margins are honest from both sides: nothing within `margin` flips an answer, `flip` does at `margin_upper`."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st

from armada_sim import Answer, Layout, Pose, Rules, Ship, Size, check_contact, check_move
from armada_sim.evidence.conditions import Escape, Key, Movable
from armada_sim.evidence.judging import shared_motion
from armada_sim.evidence.ruling import Ruling
from armada_sim.geometry.freeing import Every, Freed
from armada_sim.moving.movement import Mover
from tests import oracle
from tests.strategies import as_oracle, decimal_between, random_ship
from tests.whole import few


def table(seed: int) -> tuple[random.Random, Layout, list[Fraction]]:
    chooser = random.Random(seed)
    ship = random_ship(chooser, "S", (300, 300), 10, "red")
    others = [random_ship(chooser, f"B{i}", (300, 300), 75, "blue") for i in range(3)]
    heading, headings = Fraction(ship.pose.heading), []
    for _ in range(chooser.randrange(1, ship.size.steps + 1)):
        heading += Fraction(decimal_between(chooser, -60, 60))
        headings.append(heading)
    return chooser, Layout(ships=[ship, *others], position="as_written"), headings  # they may overlap


def nudged(chooser: random.Random, triangle: oracle.Polygon, within: float) -> oracle.Polygon:
    """A rigidly moved copy whose corners are all within `within` mm of where they were."""
    points = [(float(x), float(y)) for x, y in triangle]
    middle = (sum(p[0] for p in points) / 3, sum(p[1] for p in points) / 3)
    angle = chooser.choice([0.0, chooser.uniform(-1, 1) * within / 30])
    direction, size = chooser.uniform(0, 2 * math.pi), within
    while True:
        dx, dy = size * math.cos(direction), size * math.sin(direction)
        moved = []
        for x, y in points:
            u, v = x - middle[0], y - middle[1]
            moved.append(
                (
                    middle[0] + dx + u * math.cos(angle) - v * math.sin(angle),
                    middle[1] + dy + u * math.sin(angle) + v * math.cos(angle),
                )
            )
        if max(math.dist(p, q) for p, q in zip(points, moved, strict=True)) <= within:
            return [(oracle.real(x), oracle.real(y)) for x, y in moved]
        size *= 0.9
        angle *= 0.9


def clear(steps: list[oracle.Polygon], others: list[oracle.Polygon]) -> bool:
    return all(oracle.signed_clearance(a, b) > oracle.ZERO for a in steps for b in others)


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_no_placement_within_the_margin_changes_a_move(seed: int) -> None:
    """Adversary: each piece anywhere within its allowance, (j+1) times the error for the piece of step j."""
    chooser, layout, headings = table(seed)
    ship = layout.ships[0]
    ruling = check_move(layout, "S", headings)
    if ruling.margin is None or ruling.margin > 20:
        return
    error = ruling.margin * (1 - 1e-9)
    stated = oracle.chain(*as_oracle(ship)[2:5], str(ship.size), headings)
    others = [oracle.triangle(*as_oracle(o)[2:5], str(o.size)) for o in layout.ships[1:]]
    for _ in range(12):
        steps = [nudged(chooser, t, (j + 1) * error) for j, t in enumerate(stated, 1)]
        placed = [nudged(chooser, t, error) for t in others]
        # turning limits and the edge are not displaced here, so only contact can decide
        if ruling.answer is Answer.YES:
            assert clear(steps, placed)
        elif all(str(r.clause) == "move.contact" for r in ruling.reasons):
            assert not clear(steps, placed)


def applied(layout: Layout, headings: list[Fraction], ruling: Ruling) -> bool:
    """Whether the move is legal (contact only) after the ruling's flip."""
    assert ruling.flip is not None
    ship = layout.ships[0]
    stated = oracle.chain(*as_oracle(ship)[2:5], str(ship.size), headings)
    for step in ruling.flip.steps:
        stated[step.step - 1] = oracle.triangle(*step.base, step.heading, str(ship.size))
    others = []
    for other in layout.ships[1:]:
        placed = ruling.flip.ships.get(other.name)
        pose = (*placed.base, placed.heading) if placed else as_oracle(other)[2:5]
        others.append(oracle.triangle(*pose, str(other.size)))
    return clear(stated, others)


@pytest.mark.parametrize("block", few(range(4), 1))
def test_the_flip_of_a_move_flips_it_and_is_tight(block: int) -> None:
    """For contact: the flip changes the answer, stays within margin_upper, and one pair is tight to 1 %."""
    seen = 0
    for seed in range(100 * block, 100 * block + 60):
        _, layout, headings = table(seed)
        ruling = check_move(layout, "S", headings)
        kinds = {str(reason.clause) for reason in ruling.reasons}
        turning = ruling.flip is not None and not ruling.flip.ships and ruling.answer is Answer.YES
        if kinds != {"move.contact"} or turning or ruling.margin_upper is None or ruling.margin is None:
            continue
        seen += 1
        assert ruling.margin <= ruling.margin_upper
        assert applied(layout, headings, ruling) != (ruling.answer is Answer.YES)
        if len(ruling.reasons) == 1:
            others_free = ruling.answer is Answer.YES
            if others_free:
                assert ruling.margin_upper <= 1.01 * ruling.margin + 0.001
        largest = max(
            [math.dist(p.base, map(float, layout.ship(n).pose.place.origin)) for n, p in ruling.flip.ships.items()]
            or [0]
        )
        assert largest <= ruling.margin_upper + 1e-6
    assert seen > 10


def test_one_pair_s_margin_is_clearance_over_j_plus_two() -> None:
    """Third step beside a large: |clearance| / 5."""
    ships = [Ship("S", "red", Size.SMALL, Pose(300, 300, 0)), Ship("B", "blue", Size.LARGE, Pose(375, 308, 90))]
    ruling = check_move(Layout(ships=ships), "S", [0, 0, 0])

    assert ruling.reasons[0].step == 3
    assert ruling.margin == pytest.approx(abs(ruling.reasons[0].measured or 0) / 5, rel=1e-9)


@pytest.mark.parametrize(("tolerance", "answer"), [(0.3, "yes"), (0.5, "in_doubt")])
def test_in_doubt_exactly_when_the_margin_is_below_the_tolerance(tolerance: float, answer: str) -> None:
    ships = [
        Ship("A", "red", Size.LARGE, Pose(300, 300, 0)),
        Ship("B", "blue", Size.LARGE, Pose(300, Fraction("326.2"), 0)),
    ]
    layout = Layout(ships=ships, tolerance=Fraction(str(tolerance)))

    ruling = check_contact(layout, "A", "B")

    assert ruling.margin == pytest.approx(0.4)
    assert str(ruling.answer) == {"yes": "no", "in_doubt": "in_doubt"}[answer]


def test_doubt_rules() -> None:
    """In doubt is no, unless the actor is favoured or the stated positions decide."""
    ships = [
        Ship("S", "red", Size.LARGE, Pose(300, 300, 0)),
        Ship("B", "blue", Size.LARGE, Pose(330, Fraction("322"), 0)),
    ]
    layout = Layout(ships=ships, tolerance=Fraction(1, 2))
    assert check_move(layout, "S", [0]).answer is Answer.IN_DOUBT
    assert not check_move(layout, "S", [0]).allowed
    assert check_move(layout, "S", [0], rules=Rules(doubt_rule="favour_actor")).allowed
    exact = check_move(layout, "S", [0], rules=Rules(doubt_rule="exact"))
    assert exact.answer is Answer.YES
    assert exact.allowed


def test_per_piece_tolerances_scale_the_margin() -> None:
    """A ship known exactly leaves all the error to the other: the margin doubles."""
    ships = [
        Ship("A", "red", Size.LARGE, Pose(300, 300, 0)),
        Ship("B", "blue", Size.LARGE, Pose(300, Fraction("326.2"), 0)),
    ]
    sure = replace(ships[0], tolerance=0)

    both = check_contact(Layout(ships=ships, tolerance=Fraction(1, 2)), "A", "B")
    one = check_contact(Layout(ships=[sure, ships[1]], tolerance=Fraction(1, 2)), "A", "B")

    assert one.margin == pytest.approx(2 * (both.margin or 0))


def test_the_limit_of_turn_allows_twice_the_arcsine() -> None:
    layout = Layout(ships=[Ship("S", "red", Size.LARGE, Pose(300, 300, 0))])
    piece = Mover(layout.ships[0], Rules().outline(Size.LARGE))
    ruling = check_move(layout, "S", [80])

    assert ruling.margin is not None
    angle = math.degrees(2 * math.asin(ruling.margin / (2 * piece.outline.radius)))
    assert angle == pytest.approx(80 - piece.turn_limit, rel=1e-9)


@given(st.integers(0, 10**6))
@settings(max_examples=40)
def test_pushing_a_blocker_closer_never_helps(seed: int) -> None:
    """Monotony: a piece grown in error allowance never turns a no into a yes."""
    _, layout, headings = table(seed)
    loose = check_move(replace(layout, tolerance=1), "S", headings)
    tight = check_move(layout, "S", headings)

    assert not (loose.allowed and not tight.allowed)


def test_a_motion_shared_by_two_pieces_is_the_same_motion() -> None:
    """One goes one way, the other the other: seen from the second, the first has moved as it must."""
    body = Mover(Ship("B", "blue", Size.LARGE, Pose(0, 0, 0)), Rules().outline(Size.LARGE))
    lying = body.body(Pose(0, 0, 0).place)
    escape = Escape("B", lying, lambda origin: Every(()), decides=True, partner=1)
    pieces: dict[Key, Movable] = {"B": Movable(Fraction(1), lying.arms), 1: Movable(Fraction(2), lying.arms)}

    moves = dict(shared_motion(escape, Freed(3.0, 3.0, 3.0, -1.5), pieces))

    assert (moves["B"].dx - moves[1].dx, moves["B"].dy - moves[1].dy) == (3, Fraction("-1.5"))
    assert (moves["B"].dx, moves[1].dx) == (1, -2)
