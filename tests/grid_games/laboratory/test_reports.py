"""What `docs/reports/board-games.md` says is what its numbers say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from grid_games.cli.example import experiments
from grid_games.laboratory.experiment import parse_experiment
from grid_games.laboratory.rotations import Rotations

REPORTS = Path(__file__).parents[3] / "docs" / "reports"
PAGE = (REPORTS / "board-games.md").read_text(encoding="utf-8")


def rows(name: str) -> list[dict[str, Any]]:
    settings = json.loads((REPORTS / f"{name}.json").read_text(encoding="utf-8"))["settings"]
    return [row for setting in settings for row in setting["meetings"]]


@pytest.mark.parametrize("points", ["37", "55"])
def test_searchers_rate_the_armies_as_the_page_says(points: str) -> None:
    (setting,) = json.loads((REPORTS / f"armies-{points}-search.json").read_text(encoding="utf-8"))["settings"]
    table = PAGE.partition(f"| {points} points, search |")[2].partition("\n\n")[0]
    found = re.findall(r"^\| (\w+) \| (.*?) \|$", table, re.MULTILINE)

    assert found == [
        (name, told(rating)) for name, rating in sorted(setting["ratings"].items(), key=lambda item: -item[1]["mean"])
    ]
    assert len(found) == 6


@pytest.mark.parametrize(("name", "sure"), [("factions", True), ("factions-greedy", False)])
def test_factions_are_as_the_page_says(name: str, sure: bool) -> None:
    """Fereira is first at every level; among the random ones beyond doubt."""
    settings = json.loads((REPORTS / f"{name}.json").read_text(encoding="utf-8"))["settings"]
    assert len(settings) == 3
    for setting in settings:
        shares = [
            "{:.1f} % ({:.1f} to {:.1f})".format(*(100 * row["share"][key] for key in ("mean", "low", "high")))
            for row in setting["meetings"]
        ]
        ratings = ", ".join(told(setting["ratings"][who]) for who in ("bonnaire", "ulf", "fereira"))
        assert f" | {' | '.join(shares)} | {ratings} |" in PAGE
        others = [setting["ratings"][who] for who in ("bonnaire", "ulf")]
        assert setting["ratings"]["fereira"]["mean"] > max(other["mean"] for other in others)
        assert not sure or setting["ratings"]["fereira"]["low"] > max(other["high"] for other in others)


@pytest.mark.parametrize(
    ("name", "setting", "column"),
    [("singidunum", 0, 0), ("singidunum", 1, 1), ("strategiksa", 0, 0), ("strategiksa-search", 0, 1)],
)
def test_prices_are_as_the_page_says(name: str, setting: int, column: int) -> None:
    settings = json.loads((REPORTS / f"prices-{name}.json").read_text(encoding="utf-8"))["settings"]
    table = PAGE.partition(f"(prices-{name}.json)")[2].partition("\n\n")[2].partition("\n\n")[0]
    found = re.findall(r"^\| [\w ]+ \| (\d+) \| (.*) \|$", table, re.MULTILINE)

    assert [(book, cells.split(" | ")[column]) for book, cells in found] == [
        (str(row["book"]), "{mean:.1f} ({low:.1f} to {high:.1f})".format(**row["worth"]))
        for row in settings[setting]["prices"]["prices"]
    ]


def told(rating: dict[str, float]) -> str:
    return "{:+.0f} ({:+.0f} to {:+.0f})".format(*(rating[key] for key in ("mean", "low", "high")))


@pytest.mark.parametrize(
    "name",
    [
        "singidunum/armies-37",
        "singidunum/armies-55",
        "singidunum/armies-37-search",
        "singidunum/armies-55-search",
        "destin-arc/factions",
        "destin-arc/factions-greedy",
    ],
)
def test_shipped_experiments_have_the_meetings_that_are_reported(name: str) -> None:
    contest = Rotations(parse_experiment(experiments()[name].read_text(encoding="utf-8")))
    reported = [row["meeting"] for row in rows(name.partition("/")[2])]
    assert reported == [{"setting": m.setting, "entrants": list(m.entrants)} for m in contest.meetings]


@pytest.mark.parametrize("points", ["37", "55"])
def test_ratings_of_armies_and_who_beats_whom(points: str) -> None:
    (setting,) = json.loads((REPORTS / f"armies-{points}.json").read_text(encoding="utf-8"))["settings"]
    beaten: dict[str, list[str]] = {name: [] for name in setting["ratings"]}
    for row in setting["meetings"]:
        one, other = row["meeting"]["entrants"]
        if row["share"]["low"] > 0.5:
            beaten[one].append(other)
        if row["share"]["high"] < 0.5:
            beaten[other].append(one)
    table = PAGE.partition(f"| {points} points |")[2].partition("\n\n")[0]
    found = re.findall(r"^\| (\w+) \| [A-Z0-9 ]+ \| (.*?) \| (.*?) \|$", table, re.MULTILINE)

    assert len(found) == 6
    assert found == [
        (name, told(rating), ", ".join(beaten[name]) or "–")
        for name, rating in sorted(setting["ratings"].items(), key=lambda item: -item[1]["mean"])
    ]
