"""The promise of the margin of shots: both sides proved, and near each other.

Shots of `measure_longest shots`, each by its seed.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from armada_sim import Layout, Pose, Ruling, check_shot
from armada_sim.geometry.tolerance import MARGIN_GOAL_MM
from tests.scenes import question

SHOTS = {
    243: "far out of reach",
    306: "friends are seen through, and a wreck stands in the way",
    441: "half of the target must be covered",
    1271: "the tip or the base of the target",
    1412: "the large piece must fit except beyond the target",
}


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


def test_how_near_a_target_that_cannot_move_comes_to_be_covered_wholly() -> None:
    """It is as large as the large piece: the only placements that cover it are told, and no pose meets them."""
    ruling = question("shots", 1456).ask()
    (note,) = (note for note in ruling.notes if "margin_upper" in note)
    assert "pieces off by 40.790 mm come as near to that as one likes" in note
    assert ruling.margin is not None
    assert 40.790 / 2 < ruling.margin <= 40.790


def test_what_can_be_covered_only_where_it_touches_the_side_is_never_hit_if_that_forbids_it() -> None:
    ask = question("shots", 1456).ask
    layout, *asked, rules = ask.args
    ruling = check_shot(layout, *asked, rules.but(touching_target="cannot"))
    assert not ruling.allowed
    assert (ruling.margin, ruling.margin_upper) == (None, None)
    assert any("covers all of it only where it touches the side" in note for note in ruling.notes)
