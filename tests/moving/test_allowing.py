"""Whether a move is allowed, without its evidence: as the ruling says, asked of what is near alone."""

from __future__ import annotations

import random

import pytest

from armada_sim import Layout, Pose, Rules, Ship, Size
from armada_sim.geometry import Relation, clearance, raised
from armada_sim.moving import Declaration, Mover, move_allowed, rule_on_move
from armada_sim.table import Unit
from tests.benchmarks.measure_legalities import ROOMS, RULES
from tests.scenes import crowd, hard_turn, some_rules, told
from tests.whole import whole


@pytest.mark.parametrize("seeds", [range(5), whole(range(5, 300))])
def test_a_move_is_allowed_as_the_ruling_on_it_says(seeds: range) -> None:
    """Crowds loose and heaped, with and without tolerance, under rules of all kinds; a third of the answers is yes."""
    answers = []
    for seed in seeds:
        chooser = random.Random(f"allowed {seed}")
        layout, doubt = crowd(chooser, chooser.choice((520, *ROOMS))), ("three_answers", "exact", "favour_actor")
        rules = chooser.choice([*RULES.values(), some_rules(chooser, 0)]).but(doubt_rule=chooser.choice(doubt))
        for _ in range(2):
            ship = chooser.choice(layout.ships)
            limit = Mover(ship, rules.outline(ship.size)).turn_limit
            steps = range(chooser.randint(1, ship.size.steps))
            turns = [
                chooser.uniform(-limit, limit) if chooser.random() < 0.7 else hard_turn(chooser, limit) for _ in steps
            ]
            declared = Declaration.of(turns=turns)
            ruling = rule_on_move(layout, ship, declared, rules, Unit())
            answers.append(ruling.allowed)
            assert move_allowed(layout, ship, declared, rules) is ruling.allowed, (seed, turns, told(rules))
    assert len(answers) / 5 < sum(answers) < len(answers) * 0.8


def test_what_lies_far_away_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Among polyhedra a move asks for clearances of what is near alone, and no edges of hulls that decide nothing."""
    asked: list[str] = []
    hulls: list[int] = []
    clear, edges = raised.clearance_of_raised, raised._edges
    monkeypatch.setattr(raised, "clearance_of_raised", lambda a, b: asked.append("pair") or clear(a, b))
    monkeypatch.setattr(raised, "_edges", lambda *given: hulls.append(1) or edges(*given))
    ships = [Ship(f"S{i}", "red", Size.SMALL, Pose(100 + 150 * (i % 4), 100 + 150 * (i // 4), 0)) for i in range(12)]
    layout = Layout([*ships, Ship("N", "blue", Size.SMALL, Pose(150, 120, 0))])
    assert move_allowed(layout, ships[0], Declaration((30,)), Rules(footprint="solid3d"))
    assert asked == ["pair"]
    assert hulls == []
    outline = Rules(footprint="solid3d").outline(Size.SMALL)
    base_to_base = [outline.solid(Pose(100, 100, heading).place) for heading in (0, 180)]
    assert clearance(*base_to_base).relation is Relation.CONTACT
    assert hulls, "balls are asked where doubles do not decide"
