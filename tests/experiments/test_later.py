"""Experiments in which ships come onto the table later: as a file says it, for fleets that change sides."""

from __future__ import annotations

from pathlib import Path

import pytest

from armada_sim import InputError, experiments
from armada_sim.experiments import parse_battles
from armada_sim.experiments.experiment import parse_experiment
from armada_sim.files import replay
from armada_sim.files.game_reading import parse_game
from armada_sim.tabletop.laboratory import Plan, run
from armada_sim.tabletop.laboratory.store import opened
from tests.experiments.small import SMALL

LATER = (
    SMALL.replace('"free" }', '"free", game_limit = "turns(14)" }').replace('"random"', '"greedy"').replace(
        "[[players]]", """
[surface]
rectangle = ["50 cm", "40 cm"]
[[reinforcements]]
fleet = "first"
turn = 2
size = "medium"
base = ["10 cm", 5]
heading = 75
damage = 1
[[reinforcements]]
fleet = "second"
turn = 5
size = "small"
base = [0, 150]
heading = 0
[[players]]""")
)  # fmt: skip
"""Lengths as far as the middle are those of the south; 500 by 400 mm turned half round takes x to 500 - x."""

PLACES = {
    "south": {"RM5": (100, 5, 75), "BS5": (0, 150, 0)}, "north": {"RM5": (400, 395, 255), "BS5": (500, 250, 180)},
}  # fmt: skip


@pytest.mark.parametrize("rules", ["", ', wreck = "stays_as_obstacle"'], ids=["in bulk", "one by one"])
def test_what_comes_later_changes_sides_with_its_fleet_and_every_record_replays(rules: str, tmp_path: Path) -> None:
    text = LATER.replace('"turns(14)"', f'"turns(14)"{rules}')
    battles, path, met = parse_battles(text), tmp_path / "a.games", set()
    with opened(path, battles.identity, battles.meetings) as store:
        run(battles, Plan(4), store)
        kept = [(number, game, row) for number, game, row in store.games(0)]
    actions = experiments.open(path).actions
    for number, game, row in kept:
        record = parse_game(battles.record(0, number, game, row.log))
        found = replay(record)
        assert found.good
        sides = {seat.player: seat.side for seat in record.agreement.seats}
        for one in record.agreement.reinforcements:
            pose = one.ship.pose
            assert (pose.x, pose.y, pose.heading) == PLACES[str(sides[one.ship.player])][one.ship.name]
            met.add((one.ship.name, one.ship.damage, one.turn, sides[one.ship.player]))
        last = found.games[-1]
        assert {one.ship.name for one in last.state.to_come} <= {"BS5"}
        of = (actions["set"] == number + 1) & (actions["game"] == game + 1)
        assert actions["player"][of].tolist() == [before.state.turn.player for before in found.games[:-1]]
        assert (row.reason, row.turns) == (last.outcome().reason, last.state.turns)
    assert met == {("RM5", 1, 2, side) for side in PLACES} | {("BS5", 0, 5, side) for side in PLACES}
    assert {"RM5", "BS5"} <= set(actions["ship"].tolist())


def test_a_report_says_what_comes_later() -> None:
    asked = parse_experiment(LATER)
    assert ("reinforcements", "RM5 (red) from turn 2 on; BS5 (blue) from turn 5 on") in asked.facts(asked.plan)
    assert "reinforcements" not in dict(parse_experiment(SMALL).facts(asked.plan))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('fleet = "first"', 'fleet = "third"', "reinforcements[1].fleet: expected first or second, not 'third'"),
        ("turn = 2", "turn = 1", "reinforcements[1].turn: a ship comes in turn 2 or later"),
        ("turn = 5", "", "reinforcements[2].turn: is missing"),
        ('size = "small"', 'size = "smal"', "reinforcements[2].size: expected small, medium or large, not 'smal'"),
        ("damage = 1", "damage = 2", "reinforcements[1].damage: RM5 would be sunk before it comes"),
        ("base = [0, 150]", "base = [-1, 150]", "reinforcements[2]: BS5 lies over the edge of the surface by 1.00 mm"),
        ("heading = 75", 'tip = "east"', "reinforcements[1].tip: there is no such key here"),
        (
            '[surface]\nrectangle = ["50 cm", "40 cm"]', "",
            "reinforcements: need a surface with edges, at which the players sit",
        ),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_in_a_sentence_with_its_key(old: str, new: str, words: str) -> None:
    text = LATER if "rectangle" not in old else LATER.replace('"free",', '"free", surface = "unbounded",')
    assert old in text
    with pytest.raises(InputError) as caught:
        parse_battles(text.replace(old, new))
    assert words in str(caught.value)
