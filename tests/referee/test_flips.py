"""What is shown as a placement that changes the answer does, asked again as it is shown."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from armada_sim import Clause, InputError, Layout, Pose, Ship, Size, Surface, check_move
from armada_sim.evidence import Placement
from tests.benchmarks.measure_flips import exceptions, lying
from tests.whole import whole

SEEDS = {
    "moves": (*range(10), 74, 90, 153, 167, 225, 276, 292, 617),
    "shots": range(3),
    "contacts": range(20),
    "setups": range(10),
}
"""Questions asked in every run: among the moves those whose turns and contacts are at fault together."""


@pytest.mark.parametrize(
    ("kind", "seeds"),
    [
        *SEEDS.items(),
        whole("moves", range(400)), whole("shots", range(50)), whole("contacts", range(500)),
        whole("setups", range(300)),
    ],
    ids=lambda value: value if isinstance(value, str) else str(len(value)),
)  # fmt: skip
def test_every_flip_changes_the_answer_asked_again(kind: str, seeds: range) -> None:
    """On tables sound, touching, overlapping and with several faults at once; where there is none, that is said."""
    counts: Counter[str] = Counter()
    assert [wrong for seed in seeds for wrong in exceptions(kind, seed, counts)] == []
    assert counts["flips"] > len(seeds) / 2


TURNED = Layout(
    ships=[Ship("S", "red", Size.LARGE, Pose(300, 300, 0)), Ship("B", "blue", Size.SMALL, Pose(337, 290, 0))],
    position="as_written",
)


def test_a_turn_beyond_the_limit_and_a_contact_are_mended_together() -> None:
    """The piece turned back to the limit is the one that is moved off the other: it is shown, and asked, once."""
    ruling = check_move(TURNED, "S", [-80])
    assert {reason.clause for reason in ruling.reasons} == {Clause.MOVE_TURN_LIMIT, Clause.MOVE_CONTACT}
    assert ruling.flip is not None
    assert ruling.flip.steps is not None
    again = check_move(lying(TURNED, ruling.flip), "S", [-80], displaced=ruling.flip.steps)
    assert again.allowed
    (shown,) = again.witness.steps
    assert (shown.base, shown.heading) == (ruling.flip.steps[0].base, ruling.flip.steps[0].heading)
    assert ruling.margin <= ruling.margin_upper


def test_two_turns_beyond_the_limit_one_after_the_other() -> None:
    """The second is turned back by both excesses: from the first as it lies then it is within the limit too."""
    alone = Layout(ships=[Ship("S", "red", Size.MEDIUM, Pose(300, 300, 0))])
    ruling = check_move(alone, "S", turns=[78, 78])
    first, second = ruling.flip.steps
    limit = ruling.reasons[0].limit
    assert limit - 0.01 < first.heading <= limit
    assert limit - 0.01 < second.heading - first.heading <= limit
    assert check_move(alone, "S", turns=[78, 78], displaced=ruling.flip.steps).allowed


def test_where_no_flip_is_found_that_is_said() -> None:
    """A ship on a surface that it fits on nowhere."""
    ships = [Ship("S", "red", Size.LARGE, Pose(5, 5, 0))]
    small = Layout(ships=ships, surface=Surface.rectangle(12, 12), position="as_written")
    ruling = check_move(small, "S", [0])
    assert ruling.flip is None
    assert ruling.margin is not None
    assert any("no placement that mends all of this was found" in note for note in ruling.notes)


@pytest.mark.parametrize(
    "displaced",
    [[Placement((1, 2), 3)], [Placement((1, 2), 3, step=2)], [Placement((1, 2), 3, step=1)] * 2],
    ids=["no step", "beyond", "twice"],
)
def test_ends_that_are_no_ends_of_the_move_are_refused(displaced: list[Placement]) -> None:
    """Each is an end of one of its steps."""
    with pytest.raises(InputError, match="displaced: names each step"):
        check_move(TURNED, "S", [0], displaced=displaced)


def test_a_claim_has_no_ends_that_lie_elsewhere() -> None:
    """Displaced ends belong to a move that is declared step by step."""
    with pytest.raises(InputError, match="displaced: are of a move that is declared step by step"):
        check_move(TURNED, "S", to=Pose(1, 2, 3), displaced=[Placement((1, 2), 3, step=1)])


def test_a_displaced_end_is_ruled_on_where_it_lies() -> None:
    """A free step becomes a contact, and a turn within the limit one beyond it."""
    on_b = Placement(TURNED.ship("B").pose.place.origin, 0.0, step=1)
    assert check_move(TURNED, "S", [60]).allowed
    assert [r.clause for r in check_move(TURNED, "S", [60], displaced=[on_b]).reasons] == [Clause.MOVE_CONTACT]
    there = replace(on_b, base=(400.0, 500.0), heading=100.0)
    assert [r.clause for r in check_move(TURNED, "S", [60], displaced=[there]).reasons] == [Clause.MOVE_TURN_LIMIT]


def test_a_ship_that_may_be_off_meets_one_that_may_not() -> None:
    """Where the ship that moves lies exactly, the other alone is pushed, and pushed into it, not past its corner."""
    other = Ship("B", "blue", Size.SMALL, Pose(360, 280, 155))
    layout = Layout(ships=[Ship("S", "red", Size.SMALL, Pose(300, 300, 0), tolerance=0), other], tolerance=1)
    ruling = check_move(layout, "S", [40])
    assert ruling.allowed
    assert list(ruling.flip.ships) == ["B"]
    assert ruling.flip.steps == ()
    assert ruling.margin_upper <= 1.01 * ruling.margin + 0.001
    assert not check_move(replace(lying(layout, ruling.flip), position="as_written"), "S", [40]).allowed
