"""Experiments that ask what ships are worth."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from armada_sim.experiments.battles import Battles, parse_battles
from armada_sim.experiments.experiment import parse_experiment
from armada_sim.tabletop.errors import InputError
from tests.commands import run

ASKED = """
compare = "prices"
sets = 30
seed = 3
budget = 6
rules = { fleet_budget = "free" }
[[players]]
name = "greedy"
level = "greedy"
"""


def test_the_sets_of_an_experiment_are_played_by_random_fleets_that_settings_share() -> None:
    study = Battles(parse_experiment(ASKED + '[vary]\nobstruction = ["clear_template"]\n'))
    assert [str(meeting) for meeting in study.meetings] == [
        "random lists - random lists (as agreed)", "random lists - random lists (obstruction = clear_template)"
    ]  # fmt: skip
    met = [study.lists(0, number) for number in range(40)]
    assert met == [study.lists(1, number) for number in range(40)]
    assert {sum(n * pips for n, pips in zip(fleet, (3, 2, 1), strict=True)) for pair in met for fleet in pair} == {5, 6}
    for number in range(4):
        row = study.play(0, number)[1]
        record = json.loads(study.record(0, number, 1, row.log))
        sizes = [ship["size"] for ship in record["start"]["ships"] if ship["player"] == "red"]
        assert [sizes.count(size) for size in ("large", "medium", "small")] == list(met[number][0])


def test_prices_are_said_and_printed_for_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("asked.toml").write_text(ASKED)
    done = run("armada", "balance", "asked.toml", "--workers", "1", "--store", "s", "--json", "-o", "r.html")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    told = found["settings"][0]["prices"]
    assert [(price["unit"], price["book"]) for price in told["prices"]] == [("large", 3), ("medium", 2), ("small", 1)]
    if told["problem"]:
        assert any(told["problem"] in sentence for sentence in map(str.lower, found["words"]))
    else:
        assert [type(price["worth"]["low"]) for price in told["prices"]] == [float] * 3
        assert any(sentence.startswith("A large ship is worth ") for sentence in found["words"])
    assert "What units are worth" in Path("r.html").read_text()
    few = run("armada", "balance", "asked.toml", "--workers", "1", "--store", "t", "--sets", "2")
    assert "Prices of 3 units need at least 30 sets, not 2." in few.stdout


def test_prices_of_two_runs_are_compared_unit_by_unit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("asked.toml").write_text(ASKED.replace("budget = 6", "budget = 12"))
    Path("other.toml").write_text(ASKED.replace("budget = 6", "budget = 12").replace("seed = 3", "seed = 4"))
    for words in (["asked.toml"], ["other.toml", "--against", "asked.toml"]):
        done = run("armada", "balance", *words, "--workers", "1", "--sets", "60", "--json")
        assert done.exit_code == 0, done.output
    against = json.loads(done.stdout)["against"]
    assert [edit["key"] for edit in against["edits"]] == ["seed"]
    assert [price["unit"] for price in against["prices"]] == ["large", "medium", "small"]
    assert all(price["difference"]["low"] < price["difference"]["high"] for price in against["prices"])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("budget = 6", 'budget = 6\nfleets = { a = "L1" }', "fleets: says nothing where prices are asked"),
        ("budget = 6", "budget = 6\nhalf_width = 0.1", "half_width: says nothing where prices are asked"),
        ("budget = 6", "budget = 0", "budget: must be at least 1, not 0"),
        ("budget = 6", "budget = 1", "budget: no two lists of different costs can be bought for 1"),
        ('"free"', '"exactly_12"', "rules.fleet_budget: prices need fleets of different pips"),
        ('"free"', '"at_most_12", max_per_size = 3', ""),
        ('compare = "prices"', 'fleets = { a = "L1", b = "S1" }', "budget: says nothing unless prices are asked"),
        ('compare = "prices"', "", "fleets: is missing"),
        ('compare = "prices"', 'compare = "price"', "compare: expected fleets, players or prices, not"),
    ],
)
def test_what_gives_no_prices_is_one_sentence_with_its_key(old: str, new: str, said: str) -> None:
    assert old in ASKED
    text = ASKED.replace(old, new)
    if not said:
        assert parse_battles(text).shelf(0) is not None
        return
    with pytest.raises(InputError) as caught:
        parse_battles(text)
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)
