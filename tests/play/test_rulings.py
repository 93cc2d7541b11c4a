"""Chains of actions on tables that are measured: errors go on from one action to the next, and so do faults."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from armada_sim import Answer, Layout, Pose, Ship
from armada_sim.play.actions import Move, Shoot, parse_action
from armada_sim.play.game import Game
from armada_sim.play.rulings import check_actions
from armada_sim.play.state import Turn
from armada_sim.play.turns import TurnAction
from tests.games import agreement, ship
from tests.whole import whole


def game_of(layout: Layout) -> Game:
    return Game.in_turn(agreement(fleets="choose"), layout, Turn("red"))


def answers(layout: Layout, chain: list[TurnAction]) -> list[Answer]:
    return [one.ruling.answer for one in check_actions(game_of(layout), chain)]


def actions(*lines: str) -> list[TurnAction]:
    found = [parse_action(line) for line in lines]
    assert all(isinstance(action, Move | Shoot) for action in found)
    return found  # type: ignore[return-value]


def test_a_fault_goes_with_the_ship_that_leaves_it() -> None:
    """R1 lay 1 mm deep in R2, so it may lie 2 mm elsewhere: and so where its move ends; so may R2, left behind."""
    ships = (
        ship("RM1", "medium", 300, 300), ship("RS2", "small", 300, 274.615), ship("BS1", "small", 262, 366, 20),
        ship("BL1", "large", 700, 700),
    )  # fmt: skip
    first, second = check_actions(game_of(Layout(ships)), actions("RM1 > 95", "RM1 x BS1"))
    assert first.ruling.allowed
    table = second.after.state.layout if second.ruling.allowed else first.after.state.layout
    assert float(table.tolerance_of(table.ship("RM1"))) == pytest.approx(2.0, abs=0.01)
    assert float(table.tolerance_of(table.ship("RS2"))) == pytest.approx(2.0, abs=0.01)
    assert "may be off by 2.00 mm there" in " ".join(second.ruling.notes)
    as_written = check_actions(game_of(Layout(ships, position="as_written")), actions("RM1 > 95", "RM1 x BS1"))
    assert as_written[1].after.state.layout.ship("RM1").tolerance is None


@pytest.mark.parametrize(("part", "count"), [(0, 3), *(whole(part, 8) for part in range(100))])
def test_no_placement_within_errors_and_faults_turns_a_definite_answer_round(part: int, count: int) -> None:
    """Of a move and a shot after it, on tables with half a millimetre of error, some with ships that overlap."""
    rng, definite = random.Random(f"chains {part}"), 0
    for _ in range(count):
        faulty, error = rng.random() < 0.5, rng.choice([0, 0.5])
        gap = rng.uniform(-2, -0.2) if faulty else rng.uniform(3, 9)
        ships = (
            ship("RM1", "medium", 300, 300, 90), ship("RS2", "small", 300, 300 - 26.385 - gap, 90),
            ship("BS1", "small", 262 + rng.uniform(-9, 9), 366 + rng.uniform(-12, 12), rng.uniform(0, 360)),
            ship("BL1", "large", 340, 420, rng.uniform(0, 360)),
        )  # fmt: skip
        chain = actions(f"RM1 > {rng.uniform(30, 150):.3f}", "RM1 x BS1")
        ruled = answers(Layout(ships, tolerance=error), chain)
        bound = max(2 * -gap if faulty else 0, error)
        wrong = rng.choice(["RM1", "RS2"]) if faulty else ""
        for _ in range(4):
            moved = tuple(shaken(rng, s, bound if s.name == wrong else error) for s in ships)
            true = answers(Layout(moved, position="as_written"), chain)
            for said, is_so in zip(ruled, true, strict=False):
                assert said is Answer.IN_DOUBT or said is is_so, (ruled, true, ships, moved)
        definite += sum(answer is not Answer.IN_DOUBT for answer in ruled)
    assert definite > count // 2 - 1


def shaken(rng: random.Random, piece: Ship, error: float) -> Ship:
    """A ship that lies elsewhere, at most so far at any corner."""
    x, y = rng.uniform(-0.7, 0.7) * error, rng.uniform(-0.7, 0.7) * error
    pose = piece.pose
    return replace(piece, pose=Pose(pose.x + x, pose.y + y, pose.heading))
