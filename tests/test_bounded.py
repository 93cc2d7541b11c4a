"""Every search of the referee ends: what it may cost is counted, in evaluations and boxes, and bounded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

import armada_sim.moves
from armada_sim import Answer, Layout, Pose, Ship, Size, Surface, check_move
from armada_sim.conditions import Condition, Key, Movable, Shift, Verdict, judge


class TooMuchWork(Exception):
    """More evaluations than a search may ask for: it would perhaps never end."""


def counting(most: int, spent: list[int]) -> Callable[..., Verdict]:
    """`judge`, with the evaluations of each verdict counted in `spent`; raises TooMuchWork beyond `most`."""

    def counted(evaluate: Callable[[Shift], Sequence[Condition]], pieces: Mapping[Key, Movable]) -> Verdict:
        spent.append(0)

        def once(shift: Shift) -> Sequence[Condition]:
            spent[-1] += 1
            if spent[-1] > most:
                raise TooMuchWork(f"{most} evaluations, at {shift}")
            return evaluate(shift)

        return judge(once, pieces)

    return counted


def test_a_turn_over_the_limit_by_a_rounding_with_something_else_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """What remains to be displaced rounds to itself however often it is shortened: the search ends all the same."""
    large = [(101.05, 92.88, 22.1), (93.31, 237.4, 23.7), (244.4, 240.39, 176.3), (346.29, 275.74, 227.8)]
    small = [(213.46, 125.62, 142.3), (174.23, 224.14, 294.8)]
    medium = [(196.41, 194.77, 74.2), (217.82, 177, 353.4)]
    poses = [*((Size.LARGE, p) for p in large), *((Size.SMALL, p) for p in small), *((Size.MEDIUM, p) for p in medium)]
    others = [Ship(f"B{i}", "blue", size, Pose(*pose)) for i, (size, pose) in enumerate(poses)]
    mover = Ship("S1", "red", Size.SMALL, Pose(251.4, 198.85, 155.1))
    spent: list[int] = []
    monkeypatch.setattr(armada_sim.moves, "judge", counting(200, spent))

    layout = Layout(ships=[mover, *others], surface=Surface.rectangle(420, 420))
    ruling = check_move(layout, "S1", headings=[229.95061651696085, 248.70676818843174, 173.85615167147088])

    assert spent != []
    assert ruling.answer is Answer.NO
    assert [reason.step for reason in ruling.reasons] == [1, 3]
    assert ruling.margin is not None
    assert ruling.margin_upper is not None
    assert ruling.margin <= ruling.margin_upper < 2e-6
