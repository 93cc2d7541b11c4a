"""`grid-games list` and `grid-games odds`: what there is, and what is rolled."""

from __future__ import annotations

import json
from functools import partial

import pytest

from grid_games import catalogue
from tests import commands

run = partial(commands.run, "grid-games")


def test_the_games_are_listed_with_players_and_what_they_offer():
    lines = run("list").output.splitlines()
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == list(catalogue.KINDS)
    (nim,) = (line for line in lines if line.startswith("nim "))
    assert nim.endswith("heaps to take from; 2 to 4 players; play, check, draw, odds, balance")
    (duel,) = (line for line in lines if line.startswith("duel "))
    assert duel.endswith("hidden submarines; 2 players; play, check, draw, balance")


def test_every_option_of_a_game_is_listed_with_its_values():
    for name in catalogue.KINDS:
        result = run("list", name)
        assert result.exit_code == 0
        told = json.loads(run("list", name, "--json").stdout)
        options = catalogue.kind(name).options
        assert [one["key"] for one in told["options"]] == [option.key for option in options]
        for option, one in zip(options, told["options"], strict=True):
            assert f"  {option.key}: " in result.output
            assert one["default"] == option.default == next(iter(one["values"]))
            for value in (*option.values, *option.refused):
                assert f"\n      {value} " in result.output
        assert max(map(len, result.output.splitlines())) <= 110


def test_a_game_tells_its_notation_and_maps():
    output = run("list", "nim").output
    assert "take 2 1  take two from the first heap" in output
    assert "table  a table" in output
    assert "A position as text: 3-0-5 bert" in output
    assert "or any whole number from 1 to 19" in run("list", "odds").output


@pytest.mark.parametrize("command", ["list", "odds"])
def test_a_game_that_is_not_there(command):
    assert commands.refused("grid-games", command, "nin") == "Error: there is no game 'nin'; do you mean nim?\n"


def test_odds_are_exact():
    assert run("odds", "nim").output.splitlines() == [
        "A coin", "side        chance", "head  1/3 (33.3 %)", "tail  2/3 (66.7 %)", "It is bent.",
    ]  # fmt: skip
    (table,) = json.loads(run("odds", "nim", "--json").stdout)["tables"]
    assert table["rows"] == [["head", "1/3"], ["tail", "2/3"]]
    assert "knows no 'x'" in run("odds", "nim", "x").stderr


def test_a_game_without_dice_or_without_odds_says_so(monkeypatch):
    monkeypatch.setitem(catalogue.KINDS, "plain", "tests.grid_games.cli.games.plain")
    assert run("odds", "plain").output == "Nothing is rolled in nim: what happens follows from the moves alone.\n"
    assert run("odds", "plain", "3").exit_code == 2
    assert "its odds are not built" in commands.refused("grid-games", "odds", "duel")


def test_the_list_and_the_rules_are_those_of_the_language() -> None:
    listed = run("list", "singidunum", "--lang", "fr").output
    assert "avec sources et tests\u202f: docs/rules/singidunum.fr.md" in listed
    assert "d5  non\u202f: les faces 1, 2, 3, 3, 4, 5 comptent comme elles sont" in listed
    assert (
        json.loads(run("list", "singidunum", "--lang", "fr", "--json").stdout)["rules"] == "docs/rules/singidunum.fr.md"
    )
    assert run("rules", "singidunum", "flanks", "--lang", "fr").output.startswith(
        "U12 · flanks Flancs ouverts qu’il faut pour une attaque double\n"
    )
    assert run("rules", "singidunum", "Repli", "--lang", "fr").exit_code == 2
    assert "\n\n10. Une unité se replie" in run("rules", "singidunum", "le repli", "--lang", "fr").output
