"""What `docs/reports` says in words is what its numbers say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from armada_sim.cli.explain import examples
from armada_sim.experiments.battles import Battles
from armada_sim.experiments.experiment import parse_experiment
from armada_sim.play.actions import parse_counts

REPORTS = Path(__file__).parents[2] / "docs" / "reports"


def settings(name: str) -> list[dict[str, Any]]:
    return json.loads((REPORTS / f"{name}.json").read_text(encoding="utf-8"))["settings"]  # type: ignore[no-any-return]


def told(estimate: dict[str, Any]) -> str:
    return "{:.1f} % ({:.1f} to {:.1f})".format(*(100 * estimate[key] for key in ("mean", "low", "high")))


@pytest.mark.parametrize("name", ["basic", "twelve-pips", "twelve-pips-readings", "twelve-pips-search"])
def test_the_shipped_experiment_has_the_meetings_that_are_reported(name: str) -> None:
    asked = Battles(parse_experiment(examples("experiments")[name].read_text(encoding="utf-8")))
    reported = [row["meeting"] for setting in settings(name) for row in setting["meetings"]]
    assert reported == [{"setting": m.setting, "entrants": list(m.entrants)} for m in asked.meetings]


def test_every_share_of_twelve_pips_is_known_as_the_experiment_asks() -> None:
    (setting,) = settings("twelve-pips")
    asked = parse_experiment(examples("experiments")["twelve-pips"].read_text(encoding="utf-8")).plan
    assert asked.half_width == 0.03
    for row in setting["meetings"]:
        assert row["share"]["high"] - row["share"]["low"] <= 2 * asked.half_width
        assert row["share"]["sets"] % asked.batch == 0
    page = (REPORTS / "README.md").read_text(encoding="utf-8")
    games = sum(row["share"]["games"] for row in setting["meetings"])
    assert f"| `armada balance twelve-pips --json` | {games:,} (" in page


@pytest.mark.parametrize(("name", "players"), [("twelve-pips-readings", "greedy"), ("twelve-pips-search", "search")])
def test_the_author_s_claims_hold_as_the_page_says(name: str, players: str) -> None:
    page = (REPORTS / "README.md").read_text(encoding="utf-8")
    for setting, reading in zip(settings(name), ("line_of_fire", "clear_template"), strict=True):
        (row,) = [row for row in setting["meetings"] if set(row["meeting"]["entrants"]) == {"L4", "M4 S4"}]
        assert row["meeting"]["entrants"][0] == "L4"
        assert row["share"]["high"] < 0.5
        (line,) = re.findall(
            rf"^\| {players} \| `{reading}` \| (\d[^|]*) \| (the three last[^|]*) \|", page, re.MULTILINE
        )
        assert line == (told(row["share"]), "the three last, apart from all others")
        ratings = setting["ratings"]
        many = [fleet for fleet in ratings if parse_counts(fleet).large >= 3]
        assert len(many) == 3
        assert max(ratings[fleet]["high"] for fleet in many) < min(ratings[f]["low"] for f in ratings if f not in many)
        assert max(ratings, key=lambda fleet: float(ratings[fleet]["mean"])) == "M4 S4"


@pytest.mark.parametrize(
    ("name", "page", "heading"),
    [("prices", "README", "ship"), ("prices-singidunum", "board-games", "unit")],
)
def test_prices_are_as_the_page_says(name: str, page: str, heading: str) -> None:
    text = (REPORTS / f"{page}.md").read_text(encoding="utf-8")
    table = text.partition(f"| {heading} | costs |")[2].partition("\n\n")[0]
    greedy, search = (setting["prices"]["prices"] for setting in settings(name))
    assert re.findall(r"^\| (\w+) \| (\d) \| (.*?) \| (.*?) \|$", table, re.MULTILINE) == [
        (
            one["unit"],
            str(one["book"]),
            *("{mean:.1f} ({low:.1f} to {high:.1f})".format(**w["worth"]) for w in (one, two)),
        )
        for one, two in zip(greedy, search, strict=True)
    ]


def test_what_small_and_medium_are_worth_against_large_is_as_the_page_says() -> None:
    text = (REPORTS / "README.md").read_text(encoding="utf-8")
    larges, others = [], []
    for setting in settings("prices"):
        worth = {price["unit"]: price["worth"]["mean"] for price in setting["prices"]["prices"]}
        larges.append(4 * worth["large"])
        others.append(4 * worth["medium"] + 4 * worth["small"])
    assert "are worth {:.1f} among greedy players and {:.1f} among\n".format(*larges) in text
    assert "four mediums and four smalls {:.1f} and {:.1f}.".format(*others) in text


@pytest.mark.parametrize(
    ("name", "page", "heading", "said"),
    [
        ("fair", "README", "| setting | larges |", {"yes": "yes", "no": "no"}),
        ("fair-destin-arc", "board-games", "| setting | Ulf against Bonnaire |", {"yes": "yes", "no": "no"}),
    ],
)
def test_what_would_be_fair_is_as_the_page_says(name: str, page: str, heading: str, said: dict[str, str]) -> None:
    table = (REPORTS / f"{page}.md").read_text(encoding="utf-8").partition(heading)[2].partition("\n\n")[0]
    rows = [line.strip("| ").split(" | ") for line in table.split("\n")[2:]]
    kept = json.loads((REPORTS / f"{name}.json").read_text(encoding="utf-8"))["fair"]["kept"]
    assert [row[1:] for row in rows[1:]] == [
        [*(told(part["share"]) for part in one["parts"]), said[one["verdict"]]] for one in kept
    ]
    agreed = settings(name)[0]["meetings"]
    assert rows[0][0] == "as agreed"
    assert rows[0][1].startswith(f"{100 * agreed[0]['share']['mean']:.1f}" if name == "fair" else "38.8")


def test_every_offer_is_known_to_five_points_and_the_page_lists_the_most_even() -> None:
    (setting,) = settings("advanced")
    offers = {
        (row["meeting"]["entrants"][0], row["meeting"]["entrants"][1], first): row["by_first"][first]
        for row in setting["meetings"] for first in (0, 1)
    }  # fmt: skip
    assert len(offers) == 192
    assert all(share["high"] - share["low"] <= 0.1 for share in offers.values())
    searched = {
        (row["meeting"]["entrants"][0], row["meeting"]["entrants"][1], first): row["by_first"][first]
        for row in settings("advanced-search")[0]["meetings"] for first in (0, 1)
    }  # fmt: skip
    nearest = sorted(offers, key=lambda offer: abs(offers[offer]["mean"] - 0.5))[:19]
    assert {offer[:2] for offer in nearest} == {offer[:2] for offer in searched}
    page = (REPORTS / "README.md").read_text(encoding="utf-8").partition("| offer | first |")[2].partition("\n\n")[0]
    assert page.split("\n")[2:] == [
        f"| {one} against {other} | {(one, other)[first]} | {told(offers[one, other, first])} | "
        f"{told(searched[one, other, first])} |"
        for one, other, first in nearest
    ]
