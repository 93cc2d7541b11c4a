"""A game's numbers as data: invented tables against the second implementation of the rules, and what is refused."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from grid_games import catalogue
from grid_games.cli.commands import cli
from grid_games.core.match import Match
from grid_games.core.records import read_record
from grid_games.singidunum.armies import shelf
from grid_games.singidunum.game import KIND
from grid_games.singidunum.odds import Fighter
from grid_games.singidunum.options import OPTIONS
from grid_games.singidunum.text import where
from tests.grid_games.singidunum.scenes import game
from tests.grid_games.singidunum.test_oracle import SORTS, at_random, greedy, lockstep
from tests.whole import whole

from .oracle import POOL, Oracle


def invented(draw: random.Random) -> tuple[dict[str, Any], Counter[str], dict[str, int], tuple[int, int]]:
    """A table of numbers, and what it comes to for the oracle: box, prices, army points with those that win."""
    pool, prices = Counter(POOL), {kind: int(kind[1]) for kind in POOL}
    units: dict[str, Any] = {}
    for kind in draw.sample([f"{letter}{n}" for letter in "EHCA" for n in range(1, 10)], 12):
        if kind in pool and draw.random() < 0.4:
            del pool[kind]
            units[kind] = "none"
            continue
        row = {"price": draw.randint(1, 9), "count": draw.randint(1, 4)}
        said = units[kind] = {key: row[key] for key in row if draw.random() < 0.7}
        prices[kind] = said.get("price", int(kind[1]))
        pool[kind] = said.get("count", pool[kind] or 1)
    points, victory = draw.randint(10, 30), draw.randint(2, 6)
    return {"units": units, "scenarios": {str(points): victory}}, pool, prices, (points, victory)


@pytest.mark.parametrize("players", ["random", whole("greedy")])
@pytest.mark.parametrize("seed", [1, 2, whole(3), whole(4)])
def test_games_of_any_numbers_are_the_oracles(seed: int, players: str) -> None:
    """Whole games from the first unit that is bought: every legal move, every state, how it ends."""
    draw = random.Random(f"numbers {seed}")
    numbers, pool, prices, scenario = invented(draw)
    numbers |= {"turns": draw.randint(3, 10), "depth": draw.randint(3, 5)}
    oracle = Oracle(pool=pool, prices=prices, scenario=scenario, turns=numbers["turns"], depth=numbers["depth"])
    chooser = at_random(draw, SORTS["melee"]) if players == "random" else greedy(draw)
    lockstep(oracle, game(numbers=json.dumps(numbers)).new(), chooser)
    assert sum(oracle.seen[what] for what in ("killed", "burnt", "refused", "barred: within the zone of one"))


def test_a_table_that_says_what_the_text_says_changes_nothing() -> None:
    said = '{"units": {"H7": {"count": 2}, "E9": {"price": 9}}, "turns": 8, "depth": 4}'
    assert game(numbers=said) == game() == game(numbers="text")
    assert "numbers" not in game().settings


@pytest.mark.parametrize("turns", [1, 3, 11])
def test_the_game_is_over_after_the_turns_of_the_table(turns: int) -> None:
    """Everybody passes, turn after turn."""
    state = game(numbers=json.dumps({"turns": turns})).new()
    for text in ("E9@b5", "done", "E9@i5", "done", "first:romans", *["pass"] * 2 * turns):
        assert state.outcome() is None
        state = state.play(state.game.parse(text))
    assert state.turn == turns
    assert state.outcome() is not None
    assert f"Turn {turns} of {turns};" in str(where(state))


@pytest.mark.parametrize(("depth", "last"), [(2, "b"), (5, "e")])
def test_units_are_deployed_on_the_rows_of_the_table(depth: int, last: str) -> None:
    state = game(numbers=json.dumps({"depth": depth})).new()
    assert {str(move).partition("@")[2][0] for move in state.legal_moves()} == set("abcde"[:depth])
    beyond = state.why_not(state.game.parse(f"E9@{chr(ord(last) + 1)}5"))
    assert beyond is not None
    assert f"the deployment zone: {depth} rows" in str(beyond.text)


def test_the_order_of_a_table_changes_nothing() -> None:
    rows: dict[str, Any] = {"C9": {}, "A1": {}}
    tables = ({"units": {name: rows[name] for name in order}} for order in (rows, sorted(rows)))
    one, other = (game(numbers=json.dumps(table)) for table in tables)
    assert one == other


def test_the_scenarios_are_said_as_they_are_played() -> None:
    values = next(option.values for option in OPTIONS if option.key == "scenario")
    for points, meaning in values.items():
        assert meaning.startswith(f"{points} points, {game(scenario=points).table.victory} victory points")


def test_what_is_sold_is_what_the_table_says() -> None:
    wares = {ware.name: (ware.price, ware.most) for ware in shelf(game(numbers="border-war")).wares}
    assert (wares["H7"], wares["A2"], wares["C7"], wares["H6"]) == ((9, 2), (1, 4), (8, 1), (6, 2))
    assert "E9" not in wares
    assert shelf(game(numbers="border-war")).budget == 45


def test_a_record_carries_its_numbers(tmp_path: Path) -> None:
    """And is read where there is no such file any more."""
    file = tmp_path / "mine.toml"
    file.write_text("[units]\nC8 = { price = 1, count = 9 }\n")
    played = Match(game(numbers=str(file)))
    played.push(played.game.parse("C8@b5"))
    text = played.record().text()
    file.unlink()
    again = catalogue.recorded(read_record(text))
    assert again == played.game
    assert again.table.numbers.price[again.table.numbers.codes["C8"]] == 1  # type: ignore[attr-defined]


MISTAKES = """
turns = 0
depth = 1.5
[units]
E9 = { price = 0 }
H7 = { count = 0, colour = 3 }
C0 = {}
Z5 = {}
A4 = 5
E8 = { price = 2.5 }
[scenarios]
many = 2
[unitz]
"""


def test_every_mistake_of_a_file_is_told_with_its_key(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MISTAKES)
    done = CliRunner().invoke(cli, ["play", "singidunum", "--numbers", str(file)])
    assert done.exit_code == 2
    told = [line.removeprefix(f"Error: {file}: ").partition(": ")[0] for line in done.output.strip().splitlines()]
    keys = ["unitz", "units.E9.price", "units.H7.colour", "units.H7.count", "units.C0", "units.Z5", "units.A4"]
    assert told == [*keys, "units.E8.price", "scenarios.many", "turns", "depth"]


@pytest.mark.parametrize(("numbers", "key", "told"), [
    ({"units": dict.fromkeys(set(POOL), "none")}, "units", "no unit left"),
    ({"units": {name: {"price": 60} for name in set(POOL)}}, "scenarios.55", "the cheapest unit costs 60"),
    ({"scenarios": {"3": 2}}, "scenarios.3", "no army can be had for 3 points"),
    ({"scenarios": {}}, "scenarios", "45 = 6"),
    ({"scenarios": {"40": 0}}, "scenarios.40", "from 1 to 99, not 0"),
    ({"units": 3}, "units", "expected a table, not 3"),
    ({"depth": 6}, "depth", "two zones of 6 rows do not fit on a board of 11"),
])  # fmt: skip
def test_what_makes_no_sense_is_refused(numbers: dict[str, object], key: str, told: str) -> None:
    with pytest.raises(ValueError, match=told) as caught:
        game(numbers=json.dumps(numbers))
    assert caught.value.key == f"numbers.{key}"  # type: ignore[attr-defined]


def test_what_does_not_go_with_the_board_is_told_with_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("depth = 6\n")
    with pytest.raises(ValueError, match="two zones of 6 rows") as caught:
        game(numbers=str(file))
    assert str(caught.value).startswith(f"{file}: depth: ")


def test_a_unit_that_a_game_has_not_is_refused_wherever_it_is_named() -> None:
    of = game(numbers="border-war")
    with pytest.raises(ValueError, match="there is no unit E9; there are E8, E6"):
        of.parse("E9@b5")
    document = of.state_to_json(of.new())
    unit = {"unit": "E9", "hex": "b5", "player": "romans", "available": True, "fled": False}
    with pytest.raises(ValueError, match="there is no 'E9'"):
        of.state_from_json(document | {"units": [unit]})


def test_a_dispute_names_the_file_that_is_wrong(tmp_path: Path) -> None:
    file, dispute = tmp_path / "mine.toml", tmp_path / "dispute.toml"
    file.write_text("[units]\nE9 = { price = 0 }\n")
    settings = f"[settings]\nnumbers = '{file}'\n"
    dispute.write_text(f'game = "singidunum"\n{settings}[[questions]]\nmove = "d7"\n')
    done = CliRunner().invoke(cli, ["check", str(dispute)])
    told = f"Error: {file}: units.E9.price: expected a whole number from 1 to 99, not 0\n"
    assert (done.exit_code, done.output) == (2, told)


def test_odds_are_of_the_units_there_are() -> None:
    """A 7 against a 2 that is activated: an advantage of 6."""
    asked = ["odds", "singidunum", "numbers=border-war", "attack=C7", "defence=A2'", "--json"]
    told = json.loads(CliRunner().invoke(cli, asked).output)["tables"][0]
    assert Fighter("C7").face - Fighter("A2", available=False).face == 6
    plain = ["odds", "singidunum", "attack=E9", "defence=A4'", "--json"]
    assert told["rows"] == json.loads(CliRunner().invoke(cli, plain).output)["tables"][0]["rows"]


def test_an_experiment_keeps_the_numbers_and_not_the_name_of_their_file(tmp_path: Path) -> None:
    from grid_games.laboratory.rotations import parse_rotations

    file = tmp_path / "mine.toml"
    file.write_text("[units]\nC8 = { price = 1 }\n")
    text = f'game = "singidunum"\nsets = 1\nlevels = {{ a = "greedy", b = "random" }}\nvary.numbers = ["{file}"]\n'
    before = parse_rotations(text)
    file.write_text("[units]\nC8 = { price = 2 }\n")
    now = parse_rotations(text)
    assert before.identity != now.identity
    games = [dict(found.experiment.games())["numbers = mine.toml"] for found in (before, now)]
    assert [one.table.numbers.price[1:] == KIND.load().table.numbers.price[1:] for one in games] == [False, False]  # type: ignore[attr-defined]
    assert games[0] != games[1]


@pytest.mark.parametrize("words", [("draw", "singidunum", "-o"), ("print", "singidunum", "-o")], ids=["draw", "print"])
@pytest.mark.parametrize("option", ["--numbers={}", "--set=numbers={}"])
def test_no_output_lands_on_a_file_of_numbers(words: tuple[str, ...], option: str, tmp_path: Path) -> None:
    mine, link = tmp_path / "mine.toml", tmp_path / "mine.pdf"
    mine.write_text('[units]\nE9 = "none"\n')
    link.symlink_to(mine)
    result = CliRunner().invoke(cli, [*words, str(link), option.format(mine)])
    assert (result.exit_code, result.output.count("\n")) == (2, 1)
    assert "would overwrite" in result.output
    assert mine.read_text() == '[units]\nE9 = "none"\n'
