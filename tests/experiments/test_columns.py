"""Battles as columns, against the records of the same games, which the exact game replays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from armada_sim import experiments
from armada_sim.experiments import parse_battles
from armada_sim.files import replay
from armada_sim.files.game_reading import parse_game
from armada_sim.play import Move, Pass, Shoot, parse_action
from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.laboratory import Plan, run
from armada_sim.tabletop.laboratory.store import opened
from tests.experiments.small import SMALL
from tests.sources import ROOT
from tests.tabletop.laboratory.toys import Coin

TWO = SMALL.replace("rules = {", 'compare = "players"\nrules = {') + '[[players]]\nname = "eager"\nlevel = "greedy"\n'
"""The players meet, each with either fleet."""


@pytest.mark.parametrize("text", [SMALL, TWO], ids=["fleets", "players"])
def test_ships_and_actions_are_those_of_the_records(text: str, tmp_path: Path) -> None:
    battles, path = parse_battles(text), tmp_path / "a.games"
    with opened(path, battles.identity, battles.meetings) as store:
        run(battles, Plan(3), store)
        kept = [(number, game, row) for number, game, row in store.games(0)]
    found = experiments.open(path)
    ships, actions, turns = found.ships, found.actions, {"move": Move, "shot": Shoot, "pass": Pass}
    assert sorted(set(actions["kind"].tolist())) == ["move", "pass", "shot"]
    assert len(actions["text"]) == sum(row.actions for *_, row in kept) == found.games["actions"].sum()
    for number, game, row in kept:
        record = parse_game(battles.record(0, number, game, row.log))
        exact = replay(record).games
        of = (actions["set"] == number + 1) & (actions["game"] == game + 1)
        assert [parse_action(text) for text in actions["text"][of].tolist()] == list(record.actions)
        assert actions["action"][of].tolist() == list(range(1, row.actions + 1))
        assert actions["player"][of].tolist() == [before.state.turn.player for before in exact[:-1]]
        assert actions["turn"][of].tolist() == [before.state.turns + 1 for before in exact[:-1]]
        mover = actions["entrant"][of][0]
        assert mover == row.first + 1
        assert set(actions["entrant"][of][actions["player"][of] == exact[0].state.turn.player].tolist()) == {mover}
        for i, action in enumerate(record.actions):
            assert isinstance(action, turns[str(actions["kind"][of][i])])
            ship, target, steps = (actions[name][of][i] for name in ("ship", "target", "steps"))
            assert (ship, target) == (getattr(action, "ship", ""), getattr(action, "target", ""))
            assert steps == (len(action.declared.headings or action.declared.turns) if isinstance(action, Move) else 0)
        if game == 0:
            began = [(s.name, s.player, str(s.size), s.pose.x, s.pose.y, s.pose.heading) for s in exact[0].layout.ships]
            rows = zip(*(ships[n][ships["set"] == number + 1].tolist() for n in list(ships)[2:]), strict=True)
            assert sorted(rows) == sorted(
                (name, player, size, *map(float, pose)) for name, player, size, *pose in began
            )


def test_a_store_of_another_game_is_refused(tmp_path: Path) -> None:
    coin = Coin((0.5,))
    with opened(tmp_path / "a.games", '{"game": "coins"}', coin.meetings):
        pass
    with pytest.raises(InputError, match="holds games of another game than Armada"):
        experiments.open(tmp_path / "a.games")


@pytest.mark.parametrize("page", ["analysis.md", "analysis.fr.md"])
def test_a_page_names_every_column(page: str, tmp_path: Path) -> None:
    battles, path = parse_battles(SMALL), tmp_path / "a.games"
    with opened(path, battles.identity, battles.meetings):
        pass
    found = experiments.open(path)
    said = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", (ROOT / "docs" / page).read_text(), re.MULTILINE))
    tables = {"games": found.games, "sets": found.sets, "ships": found.ships, "actions": found.actions}
    named = {name: re.findall(r"`(\w+)`", re.sub(r"\([^()]*\)", "", row)) for name, row in said.items()}
    assert named == {name: list(table) for name, table in tables.items()}
