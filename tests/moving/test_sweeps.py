"""How far the way of a move is measured to be from what lies beside it: soon, and the same as if all of it were looked
at."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from armada_sim import Rules
from armada_sim.geometry.gap import Gap
from armada_sim.geometry.near import boxes_meet
from armada_sim.geometry.solids import Solid
from armada_sim.moving import _sweeps as sweeps
from tests.scenes import question
from tests.whole import whole

Measure = Callable[[Solid], tuple[Gap, Solid]]


@pytest.mark.parametrize(("first", "count"), [(0, 3), whole(3, 37)])
@pytest.mark.parametrize("footprint", ["section_triangle", "shadow_pentagon"])
def test_only_parts_of_a_way_that_cannot_be_the_worst_are_left_out(
    footprint: str, first: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Turns at their limits and hardly any, pieces that touch and overlap, shifted and as stated."""
    measured, compared = sweeps._measured, 0

    def checked(way: sweeps.Way, measure: Measure) -> tuple[Gap, Solid, Solid, float]:
        nonlocal compared
        found = measured(way, measure)
        gap, _, _, sagitta = found
        assert gap.low == min(measure(part)[0].low for part in way.parts(sagitta))
        compared += 1
        return found

    monkeypatch.setattr(sweeps, "_measured", checked)
    for seed in range(first, first + count):
        ask = question("moves", seed, 1.0).ask
        assert isinstance(ask, partial)
        ask(rules=Rules(step_legality="swept_area", footprint=footprint))

    assert compared > 2.5 * count


@pytest.mark.parametrize("count", [6, whole(12)])
def test_what_is_far_from_a_way_decides_nothing(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With everything looked at while pieces are pushed about, rulings and placements are the same."""
    found = []
    for near in (boxes_meet, lambda *_: True):
        monkeypatch.setattr(sweeps, "boxes_meet", near)
        asked = [question("moves", seed, 1.0).ask for seed in range(count)]
        rules = Rules(step_legality="swept_area")
        rulings = [ask(rules=rules) for ask in asked if isinstance(ask, partial)]
        found.append([(ruling.answer, ruling.margin, ruling.margin_upper, ruling.flip) for ruling in rulings])

    assert found[0] == found[1]
    assert sum(flip is not None for *_, flip in found[0]) > count / 3
