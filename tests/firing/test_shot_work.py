"""Every question about a shot ends after a fixed amount of work, and the answer does not depend on it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest

from armada_sim import Answer, Layout, Obstacle, Pose, Rules, Ruling, Ship, check_shot
from armada_sim.firing import _touching as touching, broadsides
from armada_sim.firing.margins import _shapes as shot_shapes, line as shot_line, work as shot_work, work_of
from armada_sim.firing.margins.clear._cover import Places
from armada_sim.firing.margins.clear._needs import Need, Stage
from armada_sim.firing.margins.clear._witness import Ints, Shape
from armada_sim.firing.margins.closed.opening import Opening
from armada_sim.firing.margins.closed.search import Search
from armada_sim.firing.margins.plane import Floats, views
from armada_sim.firing.margins.search import shot_margin
from armada_sim.firing.margins.work import BOX, BOXES, DECISION, LOOK, NEEDS, Work
from armada_sim.geometry.tolerance import MARGIN_GOAL_MM
from tests.combs import comb
from tests.shot_scenes import ShotScene, shot_scene
from tests.whole import few, whole

STEP = 100_000
"""units. More than any one step costs between two looks at what is left."""


def ask(scene: ShotScene) -> Ruling:
    return check_shot(scene.layout, scene.shooter, scene.target, scene.side, scene.rules)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Work done, counted where it is done."""
    count: Counter[str] = Counter()
    look, clear, bounds, needs, split = (
        shot_line.overlap_depth,
        broadsides.clear_shot,
        Opening.bounds,
        Stage.needs,
        Places.split,
    )

    def counted_look(*args: object) -> float:
        count["looks"] += 1
        return look(*args)  # type: ignore[arg-type]

    def counted_clear(case: broadsides.ShotCase) -> broadsides.Shot | None:
        count["decisions"] += 1
        return clear(case)

    def counted_bounds(self: Opening, c: Floats, h: Floats, goal: float = 0.0) -> object:
        count["boxes"] += len(c)
        return bounds(self, c, h, goal)

    def counted_needs(self: Stage, shape: Shape, motions: Floats) -> list[Need]:
        count["needs"] += shape.slide.shape[1] * len(motions) * len(self.asked)
        return needs(self, shape, motions)

    def counted_split(self: Places, which: Ints) -> Ints:
        count["places"] += 4 * len(which)
        return split(self, which)

    monkeypatch.setattr(shot_line, "overlap_depth", counted_look)
    monkeypatch.setattr(broadsides, "clear_shot", counted_clear)
    monkeypatch.setattr(Opening, "bounds", counted_bounds)
    monkeypatch.setattr(Stage, "needs", counted_needs)
    monkeypatch.setattr(Places, "split", counted_split)
    return count


def within(count: Counter[str], rules: Rules) -> bool:
    """Whether what was counted is no more than the bound allows."""
    most = work_of(rules).left + STEP
    return (
        count["looks"] * LOOK <= most
        and count["decisions"] * DECISION <= most + 10 * DECISION
        and count["boxes"] <= BOXES * most // 2
        and count["needs"] <= NEEDS * most
        and count["places"] * BOX <= 4 * most
    )


@pytest.mark.parametrize("seed", [whole(seed) if seed in (6, 21) else seed for seed in range(24)])
def test_random_shots_cost_no_more_than_the_bound(seed: int, counted: Counter[str]) -> None:
    """Any options, pieces that touch, targets at the very edge of the region, several things in the way, with and
    without tolerances."""
    scene = shot_scene(seed, varied=True)
    ruling = ask(scene)
    assert within(counted, scene.rules), counted
    assert ruling.margin is None or ruling.margin >= 0
    if ruling.margin_upper is not None:
        assert ruling.margin is not None
        assert ruling.margin <= ruling.margin_upper


@pytest.mark.parametrize(
    ("seed", "closing", "left"),
    [
        (308, 3.62, 0), (336, 18.81, 0), (308, 3.62, 120_000),
        whole(336, 18.81, 120_000), whole(308, 3.62, 20_000), whole(336, 18.81, 20_000),
    ],
)  # fmt: skip
def test_the_answer_does_not_depend_on_the_work(
    seed: int, closing: float, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shots that take much work; closing: mm, a placement that closes them is known within so many."""
    scene = shot_scene(seed, varied=False)
    monkeypatch.setattr(shot_work, "SHOT_WORK", left)
    ruling = ask(scene)
    assert ruling.allowed
    assert ruling.margin is not None
    assert ruling.margin <= closing
    told = any("lower number is proved" in note or "ended after" in note for note in ruling.notes)
    assert told == (ruling.margin_upper is None or ruling.margin_upper > 2 * ruling.margin + MARGIN_GOAL_MM)
    assert told or left


def test_a_closed_shot_ends_with_its_work() -> None:
    """What is proved by then stands: no more than what is proved with more."""
    scene = shot_scene(1, varied=False)
    case = broadsides.shot_case(
        scene.layout, scene.layout.ship(scene.shooter), scene.layout.ship(scene.target), ("left", "right"), scene.rules
    )
    weights = {ship.name: 1.0 for ship in scene.layout.ships}
    assert not broadsides.is_clear(case)
    margins = [touching.margin_of_shot(case, weights, False), shot_margin(case, weights, False, Work(50))]
    assert margins[1].low <= margins[0].low <= (margins[0].high or 0.0)


def test_a_search_that_is_over_looks_for_no_better_placement() -> None:
    """Improving what was found costs work like everything else: once nothing is left it stops."""
    scene = shot_scene(1, varied=False)
    layout = scene.layout
    ships = layout.ship(scene.shooter), layout.ship(scene.target)
    case = broadsides.shot_case(layout, *ships, ("left", "right"), scene.rules)
    view = views(case, {ship.name: 1.0 for ship in layout.ships})[0]
    search = Search(Opening(view, case.rules, case.domain), work=Work(1))
    search.begin()
    spent = search.work.left
    assert search.work.over
    search.refine()
    assert search.work.left == spent


@pytest.mark.parametrize("seed", few(range(6), 2))
def test_what_boxes_ask_for_does_not_depend_on_how_solids_are_put_together(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Solids with as many corners are compared together, a few at a time: the same as one by one."""
    found = []
    for together in (1, 2, shot_shapes.SOLIDS_AT_ONCE):
        monkeypatch.setattr(shot_shapes, "SOLIDS_AT_ONCE", together)
        scene = shot_scene(seed, varied=True)
        ruling = ask(scene)
        found.append((ruling.answer, ruling.margin, ruling.margin_upper))
    assert found[0] == found[1] == found[2]


def test_equal_shapes_are_put_together_a_few_at_a_time() -> None:
    shapes = [(3, 2), (5, 2), (3, 2)] + [(5, 2)] * shot_shapes.SOLIDS_AT_ONCE
    groups = shot_shapes.by_shape(shapes)
    assert sorted(i for group in groups for i in group) == list(range(len(shapes)))
    assert all(len({shapes[i] for i in group}) == 1 for group in groups)
    assert [len(group) for group in groups] == [2, shot_shapes.SOLIDS_AT_ONCE, 1]


@pytest.mark.parametrize("corners", [498, whole(1990)])
def test_a_shot_between_the_teeth_of_a_comb_is_proved_within_the_same_work(corners: int) -> None:
    teeth = Obstacle.of("comb", comb(corners, 300, 600, 500, 190, shape="saw", back=10))
    ships = [Ship("R1", "red", "large", Pose(450, 400, 20)), Ship("B1", "blue", "small", Pose(480, 430, 70))]
    ships += [Ship("B2", "blue", "medium", Pose(440, 440, 100)), Ship("R2", "red", "small", Pose(400, 350, 10))]
    ruling = check_shot(Layout(ships=tuple(ships), objects=(teeth,), position="as_written"), "R1", "B1")
    assert ruling.answer is Answer.YES
    assert ruling.margin is not None
    assert ruling.margin > 3


@pytest.mark.parametrize("seed", [308, *(whole(seed) for seed in (52, 209, 336, 395))])
def test_the_margin_of_a_shot_that_takes_much_work_is_near_all_the_same(seed: int) -> None:
    """Those of 500 random shots under default rules that take more than an eighth of it."""
    ruling = ask(shot_scene(seed, varied=False))
    assert ruling.margin is not None
    assert ruling.margin_upper is not None
    assert 0 < ruling.margin <= ruling.margin_upper <= 2 * ruling.margin + MARGIN_GOAL_MM


@pytest.mark.parametrize(("tolerance", "answer"), [("1.65", Answer.YES), whole("3.7", Answer.IN_DOUBT)])
def test_what_is_proved_for_a_tolerance_is_proved_of_it(tolerance: str, answer: Answer) -> None:
    """1.65 as a double is below itself."""
    scene = shot_scene(308, varied=False)
    scene = replace(scene, layout=replace(scene.layout, tolerance=Fraction(tolerance)))
    assert ask(scene).answer == answer


@pytest.mark.parametrize("seed", few(range(120), 6))
def test_fewer_steps_are_said_and_change_no_answer(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where there is no NumPy: what is proved with less work holds, and what a tolerance needs is looked for."""
    scene = shot_scene(seed, varied=True)
    full = ask(scene)
    monkeypatch.setattr(touching, "PLAIN_WORK", 600)
    monkeypatch.setattr(touching, "margin_of_shot", partial(touching.margin_of_shot, brief=True))
    brief = ask(scene)
    assert (brief.answer, brief.allowed) == (full.answer, full.allowed)
    assert [reason.clause for reason in brief.reasons] == [reason.clause for reason in full.reasons]
    if not any("fewer steps" in note for note in brief.notes):
        assert (brief.margin, brief.margin_upper) == (full.margin, full.margin_upper)
    elif brief.margin_upper is not None:
        assert brief.margin is not None
        assert brief.margin <= brief.margin_upper
