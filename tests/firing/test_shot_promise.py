"""The promise of the margin of shots: both sides proved, and near each other.

Shots of `measure_longest shots`, each by its seed.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from armada_sim import Answer, Layout, Pose, Rules, Ruling, Ship, check_shot
from armada_sim.geometry.tolerance import MARGIN_GOAL_MM
from tests.scenes import question
from tests.whole import whole

SHOTS = (243, 306, 1271, whole(441), whole(1412))


def flipped(layout: Layout, ruling: Ruling) -> Layout:
    """The layout with the ships where the flip has them, exactly there."""
    assert ruling.flip is not None
    poses = {name: Pose(*place.base, place.heading) for name, place in ruling.flip.ships.items()}
    ships = tuple(replace(ship, pose=poses.get(ship.name, ship.pose), tolerance=None) for ship in layout.ships)
    return replace(layout, ships=ships, tolerance=0)


@pytest.mark.parametrize("seed", SHOTS)
def test_the_flip_changes_the_answer_and_is_near(seed: int) -> None:
    ask = question("shots", seed).ask
    ruling = ask()
    assert ruling.margin is not None
    assert ruling.margin_upper is not None
    assert 0 <= ruling.margin <= ruling.margin_upper <= 2 * ruling.margin + MARGIN_GOAL_MM
    layout, *rest = ask.args
    assert check_shot(flipped(layout, ruling), *rest).allowed is not ruling.allowed


def test_what_can_be_covered_only_where_it_touches_the_side_is_never_hit_if_that_forbids_it() -> None:
    ships = (Ship("S", "red", "large", Pose(400, 400, 0)), Ship("T", "blue", "large", Pose(420, 440, 75)))
    ruling = check_shot(Layout(ships), "S", "T", rules=Rules(in_area="whole", touching_target="cannot"))
    assert not ruling.allowed
    assert (ruling.margin, ruling.margin_upper) == (None, None)
    assert any("covers all of it only where it touches the side" in note for note in ruling.notes)


@pytest.mark.parametrize(
    ("in_area", "tolerance"),
    [("half", "2"), ("whole", "2"), *(whole(area, off) for area in ("half", "whole") for off in ("0.3", "1"))],
)
def test_a_target_far_out_of_reach_is_so_though_pieces_may_be_off(in_area: str, tolerance: str) -> None:
    """Pieces would have to be off by 3 mm at least, whatever share of the target must be covered."""
    layout = Layout.load(Path(__file__).parents[2] / "examples" / "half-out-of-reach.toml")
    ruling = check_shot(replace(layout, tolerance=Decimal(tolerance)), "R1", "B1", rules=Rules(in_area=in_area))
    assert ruling.answer is Answer.NO
