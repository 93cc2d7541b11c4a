"""Experiments that ask what would make Armada even."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from armada_sim.experiments.battles import Battles, parse_battles
from armada_sim.experiments.experiment import parse_experiment
from armada_sim.tabletop.errors import InputError
from tests.commands import refused, run

ASKED = """
sets = 3
seed = 3
rules = { fleet_budget = "free" }
[fleets]
large = "L1"
smalls = "S2"
[[players]]
name = "chance"
level = "random"
[[surfaces]]
name = "small"
rectangle = ["24 in", "24 in"]
[fair]
target = "even"
search = 36
at_once = 1
[fair.change]
fleets.smalls = ["S1"]
min_gap = ["8 in"]
actions = [2]
surface = ["small"]
sizes.large.price = [1]
"""


def test_every_change_is_what_is_played() -> None:
    study = Battles(parse_experiment(ASKED))
    assert [str(meeting) for meeting in study.meetings] == [
        f"large - smalls ({name})"
        for name in (
            "as agreed", "fleets.smalls = S1", "min_gap = 8 in", "actions = 2", "surface = small",
            "sizes.large.price = 1",
        )
    ]  # fmt: skip
    agreed, smalls, gap, actions, surface, price = study.pairings
    assert [list(map(str, one.entries)) for one in study.pairings] == [
        ["L1", "S2"], ["L1", "S1"], ["L1", "S2"], ["L1", "S2"], ["L1", "S2"], ["L3", "S2"]
    ]  # fmt: skip
    assert gap.under.rules.min_gap_mm < agreed.under.rules.min_gap_mm
    assert (agreed.under.rules.numbers.actions, actions.under.rules.numbers.actions) == (3, 2)
    assert surface.under.surface.bounds[2] == pytest.approx(609.6)
    assert smalls.under.rules == agreed.under.rules != price.under.rules
    record = json.loads(study.record(5, 0, 0, study.play(5, 0)[0].log))
    assert [ship["size"] for ship in record["start"]["ships"] if ship["player"] == "red"] == ["large"] * 3


def test_together_they_are_each_as_alone() -> None:
    text = ASKED.replace("at_once = 1", "at_once = 2").replace("search = 36", "search = 400")
    study = Battles(parse_experiment(text))
    both = next(one for one in study.pairings if one.meeting.setting == "actions = 2; sizes.large.price = 1")
    assert both.under.rules.numbers.actions == 2
    assert str(both.entries[0]) == "L3"
    assert len(study.meetings) == 1 + 5 + 10


def test_the_command_says_what_it_found_in_every_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("asked.toml").write_text(ASKED)
    done = run("armada", "balance", "asked.toml", "--workers", "1", "--json", "-o", "r.html")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    told = found["fair"]
    assert (told["settings"], told["rounds"], told["sets"]) == (6, 3, 36)
    assert len(told["kept"]) == 3
    assert {part["share"]["sets"] for kept in told["kept"] for part in kept["parts"]} == {3}
    assert found["settings"][0]["name"] == "as agreed"
    assert found["words"][0].startswith(
        "Wanted: every share is within 5.0 % of even. 6 settings were searched through in"
    )
    page = Path("r.html").read_text()
    assert "What the search left, what it names first: every share is within 5.0 % of even?" in page
    assert told["kept"][0]["setting"] in page
    assert "may be changed" in page
    again = run("armada", "balance", "asked.toml", "--workers", "1")
    assert again.stdout.splitlines() == found["words"]
    listed = json.loads(run("armada", "balance", "--list", "--json").stdout)
    assert [(one["sets"], one["wanted"]) for one in listed] == [(36 + 3 * len(found["settings"]),) * 2]
    french = run("armada", "--lang", "fr", "balance", "asked.toml", "--workers", "1", "-o", "f.html")
    assert french.stdout.startswith("Voulu\u202f: chaque part est à 5,0\u202f% au plus de l’égalité.")
    told = refused("armada", "balance", "asked.toml", "--against", "asked.toml")
    assert told == "Error: --against: searches for what is fair are not compared\n"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("search = 36", "search = 11", "fair.search: a search through 6 settings needs at least 36 sets, not 11"),
        ("actions = [2]", "actions = [3]", "fair.change.actions[1]: changes nothing: 3 is agreed on"),
        ("actions = [2]", "actions = [2, 2]", "fair.change.actions[2]: is the same as value 1"),
        ("actions = [2]", "actions = [0]", "fair.change.actions[1].actions: "),
        ("actions = [2]", "acts = [2]", "fair.change.acts[1].acts: there is no such option"),
        (
            "actions = [2]",
            "sizes.small.price = [0.9]",
            "fair.change.sizes.small.price[1]: changes nothing in an",
        ),
        ('["S1"]', '["X1"]', "fair.change.fleets.smalls[1]: expected ships such as"),
        ("fleets.smalls", "fleets.few", "fair.change.fleets.few[1]: there is no fleet 'few'"),
        ('surface = ["small"]', 'surface = ["large"]', "fair.change.surface[1]: there is no surface 'large'"),
        ("actions = [2]", 'premeasure = ["declared_only"]', "fair.change.premeasure[1]: changes nothing"),
        ("[fair]", "[vary]\nactions = [4]\n[fair]", "vary: says nothing beside fair"),
        ("sets = 3", 'sets = 3\ncompare = "players"', "compare = players needs two players at least"),
        ('target = "even"', 'target = "odd"', "fair.target: "),
        ('target = "even"', 'target = "not_last"', "fair.who: names the one that is not to be last"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(old: str, new: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_battles(ASKED.replace(old, new))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
