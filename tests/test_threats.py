"""Threats: whom a ship can hit after a move, with move and shot as witness."""

from __future__ import annotations

import numpy as np
import shapely

from armada_sim import Layout, Obstacle, Pose, Rules, Ship, Size, Surface, check_move, check_shot
from armada_sim.broadsides import region, shot_case
from armada_sim.ruling import Answer
from armada_sim.threats import threat
from tests.test_reach import crowded, random_paths


def test_every_witness_is_a_legal_move_and_a_shot_allowed_from_its_end() -> None:
    layout = crowded(1)
    found = threat(layout, "S", 4, gap=4.0)
    assert {one.name for one in found.ships} == {ship.name for ship in layout.ships if ship.player == "blue"}
    hits = [one for one in found.ships if one.answer is Answer.YES]
    assert len(hits) > 5
    for one in hits:
        assert one.path is not None
        move = check_move(layout, "S", headings=one.path)
        assert move.allowed
        last = move.witness["steps"][-1]
        x, y = (round(value, 6) for value in last["base"])
        assert check_shot(layout.with_pose("S", Pose(x, y, last["heading"])), "S", one.name).allowed


def test_no_gun_reaches_a_point_outside_after_a_random_legal_path() -> None:
    layout = crowded(2, others=5)
    found = threat(layout, "S", 3, gap=4.0)
    outer = shapely.buffer(found.outer, 1e-9)
    for x, y, heading in random_paths(layout, "S", 3, 60, np.random.default_rng(1)):
        for pose in zip(x.tolist(), y.tolist(), heading.tolist(), strict=True):
            there = layout.with_pose("S", Pose(*pose))
            case = shot_case(there, there.ship("S"), there.ship("B1"), ("left", "right"), Rules())
            for side in ("left", "right"):
                assert outer.covers(shapely.Polygon(region(case, side)))


def test_an_enemy_too_far_away_is_proved_safe_and_one_behind_a_wall_is_never_hit() -> None:
    ships = (
        Ship("S", "red", Size.LARGE, Pose(200, 200, 90)),
        Ship("far", "blue", Size.SMALL, Pose(600, 600, 0)),
        Ship("hidden", "blue", Size.SMALL, Pose(265, 260, 90)),
    )
    wall = Obstacle("wall", [(240, 100), (250, 100), (250, 400), (240, 400)])
    found = {one.name: one for one in threat(Layout(ships=ships, objects=[wall]), "S", 1).ships}
    assert found["far"].answer is Answer.NO
    assert found["hidden"].answer is not Answer.YES
    open_table = {one.name: one for one in threat(Layout(ships=ships), "S", 1).ships}
    assert open_table["hidden"].answer is Answer.YES


def test_a_ship_alone_threatens_nobody() -> None:
    alone = Layout(ships=(Ship("S", "red", Size.SMALL, Pose(0, 0, 0)),), surface=Surface.unbounded())
    assert threat(alone, "S", 1).ships == ()
