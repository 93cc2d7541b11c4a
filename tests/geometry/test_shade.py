"""Lines among many blockers, looked for in doubles first: the same answers as by balls alone, and far sooner."""

from __future__ import annotations

from dataclasses import replace

import pytest

from armada_sim import Layout, Pose, Ship, check_shot
from armada_sim.firing import broadsides
from armada_sim.firing.broadsides import ShotCase, shot_case
from armada_sim.geometry import sight
from tests.shot_scenes import shot_scene

CHANGES: tuple[dict[str, str], ...] = (
    {}, {"obstruction": "partial_cover_ok"}, {"in_area": "touch_counts"}, {"in_area": "touch_counts"},
    {"in_area": "half"},
)  # fmt: skip


def random_case(seed: int) -> ShotCase:
    """A shot of which lines decide."""
    scene = shot_scene(seed, varied=True)
    rules = scene.rules.but(obstruction="line_of_fire", in_area="any_part").but(**CHANGES[seed % len(CHANGES)])  # type: ignore[arg-type]
    ships = [replace(scene.layout.ship(name), damage=0) for name in (scene.shooter, scene.target)]
    return shot_case(scene.layout, ships[0], ships[1], ("left", "right"), rules)


def test_doubles_say_what_balls_say(monkeypatch: pytest.MonkeyPatch) -> None:
    soon, found = sight.soon, []
    monkeypatch.setattr(sight, "soon", lambda *args: found.append(soon(*args)) or found[-1])  # type: ignore[func-returns-value]
    for seed in range(40):
        case = random_case(seed)
        answers = []
        for least in (1, 10**9):
            monkeypatch.setattr(sight, "SHADED", least)
            answers.append([(shot.clear, shot.reached, set(shot.blockers)) for shot in broadsides.decide(case)])
        assert answers[0] == answers[1], seed
    assert any(one is True for one in found)
    assert sum(isinstance(one, sight.Line) for one in found) > 3


@pytest.mark.parametrize("away", [0, 300])
def test_many_ships_on_one_spot(away: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines of the arrangement are counted: that of these ships has hundreds of thousands."""
    looked, useless = [], sight.Prepared.surely_useless

    def counted(self: sight.Prepared, xp: float, u: float) -> bool:
        looked.append((xp, u))
        return useless(self, xp, u)

    monkeypatch.setattr(sight.Prepared, "surely_useless", counted)
    shooter, target = Ship("S", "red", "large", Pose(300, 300, 0)), Ship("T", "blue", "small", Pose(315, 345, 90))
    heap = [Ship(f"B{i}", "red", "small", Pose(310 + away, 330, i)) for i in range(40)]
    ruling = check_shot(Layout(ships=(shooter, target, *heap), position="as_written"), "S", "T")
    assert ruling.allowed == bool(away)
    assert len(looked) < 20_000
