"""Every search of the referee ends: what it may cost is counted, in evaluations and motions, and bounded.

The questions are those of `tests/scenes.py`; `tests/benchmarks/measure_longest.py` asks any number of them.
"""

from __future__ import annotations

import pytest

from armada_sim import Answer, Layout, Pose, Rules, Ruling, Ship, Size, Surface, check_move
from armada_sim.evidence.judging import MOST_EVALUATIONS, MOST_MOTIONS
from armada_sim.geometry.deepening import least_deepening
from armada_sim.geometry.freeing import PolygonSide, least_motion
from armada_sim.geometry.spread import Spread, opened
from armada_sim.regions._surroundings import surroundings
from armada_sim.regions.claims import BLOCKER_SEARCHES, CLAIM_CELLS, NEAREST_ROUNDS
from tests.counting import counted_verdicts
from tests.regions.test_reach import crowded
from tests.scenes import question
from tests.whole import whole

TOUCHING_MM = 2e-6
"""mm. A flip of what only touches is no farther than this: the grid of poses and a rounding."""


def honest(ruling: Ruling) -> bool:
    """Whether the bounds of the margin are in order, and come with a flip."""
    if ruling.margin is None or ruling.margin_upper is None:
        return ruling.margin_upper is None
    return ruling.flip is not None and ruling.margin <= ruling.margin_upper * (1 + 1e-9) + TOUCHING_MM


@pytest.mark.parametrize(
    ("kind", "first", "count"),
    [
        *(("moves", 0, 20), ("contacts", 0, 100), ("setups", 45, 12)),
        *(whole("moves", 20, 480), whole("contacts", 100, 900), whole("setups", 0, 80)),
    ],
)
def test_questions_at_the_limits_take_no_more_work_than_their_bounds(kind: str, first: int, count: int) -> None:
    """Turns at the limit and beside it, headings that repeat, pieces that touch, several things wrong: all are
    answered."""
    answers = set()
    with counted_verdicts() as counts:
        for seed in range(first, first + count):
            ruling = question(kind, seed).ask()
            answers.add(ruling.answer)
            assert honest(ruling), f"{kind} {seed}: {ruling.margin}, {ruling.margin_upper}"

    assert counts.verdicts >= count * 0.9
    assert 2 <= counts.evaluations <= MOST_EVALUATIONS
    assert counts.motions <= MOST_MOTIONS
    assert answers == set(Answer)


def test_a_turn_over_the_limit_by_a_rounding_with_something_else_broken() -> None:
    """What remains to be displaced rounds to itself however often it is shortened: the search ends all the same."""
    large = [(101.05, 92.88, 22.1), (93.31, 237.4, 23.7), (244.4, 240.39, 176.3), (346.29, 275.74, 227.8)]
    small = [(213.46, 125.62, 142.3), (174.23, 224.14, 294.8)]
    medium = [(196.41, 194.77, 74.2), (217.82, 177, 353.4)]
    poses = [*((Size.LARGE, p) for p in large), *((Size.SMALL, p) for p in small), *((Size.MEDIUM, p) for p in medium)]
    others = [Ship(f"B{i}", "blue", size, Pose(*pose)) for i, (size, pose) in enumerate(poses)]
    mover = Ship("S1", "red", Size.SMALL, Pose(251.4, 198.85, 155.1))
    layout = Layout(ships=(mover, *others), surface=Surface.rectangle(420, 420))

    with counted_verdicts() as counts:
        ruling = check_move(layout, "S1", headings=[229.95061651696085, 248.70676818843174, 173.85615167147088])

    assert 1 < counts.evaluations < MOST_EVALUATIONS
    assert ruling.answer is Answer.NO
    assert [reason.step for reason in ruling.reasons] == [1, 3]
    assert ruling.margin is not None
    assert ruling.margin_upper is not None
    assert ruling.margin <= ruling.margin_upper < TOUCHING_MM


def test_a_way_that_hardly_turns_has_a_margin_that_is_true() -> None:
    """A sector thinner than rounding is no polygon: its margin was proved from corners that are one in doubles."""
    ruling = question("moves", 101608).ask()

    assert ruling.margin is not None
    assert ruling.margin_upper is not None
    assert ruling.margin <= ruling.margin_upper < 2.23


NOTCH = (
    (-100.0, 0.0),
    (-1.0, 0.0),
    (-1.0, -60.0),
    (1.0, -60.0),
    (1.0, 0.0),
    (100.0, 0.0),
    (100.0, -90.0),
    (-100.0, -90.0),
)
"""A block with a slot two millimetres wide."""

PIECE = ((-7.0, -30.0), (7.0, -30.0), (0.0, -5.0))
"""A piece that lies across the slot."""


@pytest.mark.parametrize("most", [0, 40, 2_000, 20_000])
def test_the_search_for_the_least_motion_stops_at_its_bound_with_what_is_proved(most: int) -> None:
    """Fewer motions prove less, never more; what is found is a motion all the same."""
    whole = least_motion(PIECE, PolygonSide.of(NOTCH[::-1], inside=False), 0.5)
    cut = least_motion(PIECE, PolygonSide.of(NOTCH[::-1], inside=False), 0.5, most=most)

    assert whole.settled
    assert whole.high is not None
    assert cut.motions <= most < whole.motions
    assert not cut.settled
    assert 0.5 - 1e-6 <= cut.low <= whole.high
    assert cut.high is None or cut.high >= whole.low


@pytest.mark.parametrize("most", [0, 96, 3_000])
def test_the_search_for_the_least_overlap_stops_at_its_bound_with_what_is_proved(most: int) -> None:
    """The same of two pieces that are to overlap."""
    first, second = ((0.0, 0.0), (20.0, 0.0), (10.0, 20.0)), ((0.0, 41.0), (10.0, 20.5), (20.0, 41.0))
    whole = least_deepening(first, second, (1.0, 1.0), 1.0, 0.7)
    cut = least_deepening(first, second, (1.0, 1.0), 1.0, 0.7, most=most)

    assert whole.settled
    assert cut.looked <= most < whole.looked
    assert not cut.settled
    assert cut.low <= whole.low


ROUNDS = 9
"""1. How often squares of a claim are cut in four, at most, and looked at once more: down to a 128th of its
distance."""

SEARCHES = 3 + 30 + NEAREST_ROUNDS + BLOCKER_SEARCHES
"""1. Searches for one claim: at its distance, near it, at each doubled distance, between them, and for what blocks
it."""


@pytest.mark.parametrize("within", [0.5, whole(1e-6), whole(1e-15), 1e-300])
def test_claims_take_no_more_squares_than_their_bound(within: float) -> None:
    """Ends of moves at their limits, true and a little beside it, however near they are to be met."""
    answers = []
    for seed in (0, 6, 8, 9, 11):
        asked = question("moves", seed, 1.0)
        name = asked.words.split()[0]
        step = asked.ask().witness.steps[-1]
        (x, y), heading = step.base, step.heading
        for off in (0.0, 0.3):
            told: list[int] = []
            ruling = check_move(
                asked.layout,
                name,
                to=Pose(x + off, y, heading),
                within=within,
                progress=lambda _, n, told=told: told.append(n),
            )
            answers.append(ruling.answer)
            assert len(told) <= SEARCHES * 3 * ROUNDS
            assert max(told, default=0) <= 4 * CLAIM_CELLS

    assert len(answers) == 10


def test_a_region_of_too_many_cells_is_left_undecided() -> None:
    """Cut no further, cells keep what they may lead to: less is proved, and nothing wrong."""
    layout = crowded(1)
    around = surroundings(layout, layout.ship("S"), Rules())
    scene, openings = opened(around.scene, around.openings)
    told: list[int] = []
    *_, whole = Spread(scene, 3, around.solids, openings).stages(2.0)
    *_, few = Spread(scene, 3, around.solids, openings, most=100).stages(2.0, lambda _, n: told.append(n))

    assert max(told) <= 4 * 100
    assert len(few.stuck.layer) > len(whole.stuck.layer)
    assert not (whole.outer() & (whole.raster.touched > 0) & ~few.outer()).any()
