"""What to offer and what to answer: the page says what the shares say."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from armada_sim.pictures import SCREEN, Words
from armada_sim.tabletop.laboratory import GameRow
from armada_sim.tabletop.laboratory.summary import Summary
from plots.balance.offers import offers
from plots.balance.page import as_html
from plots.balance.report import Prose, Table
from tests.commands import refused, run
from tests.plots.test_balance import played
from tests.tabletop.laboratory.toys import Coin

FACTS = (("rules", "none"), ("players", "low: random"))
NAMES = (("L1", "S1"), ("L1", "S2"), ("L2", "S1"), ("L2", "S2"))


@dataclass(frozen=True)
class Moved(Coin):
    """The first entrant loses all games in which it moves first to one called S2."""

    def play(self, meeting: int, number: int) -> tuple[GameRow, ...]:
        lost = self.names[meeting][1] == "S2"
        return tuple(
            replace(row, shares=(0.0, 1.0)) if lost and row.first == 0 else row for row in super().play(meeting, number)
        )


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Summary:
    return played(Moved((0.9, 0.5, 0.1, 0.9), NAMES), tmp_path_factory.mktemp("offers"), 100)


def test_whoever_answers_takes_the_better_side_and_the_unnamed_one_moves_first(found: Summary) -> None:
    page = offers(found, FACTS, Words("en"))
    (table,) = (block for block in page.blocks if isinstance(block, Table))
    assert table.head == ("", "L1 named", "L2 named", "named against L1", "named against L2")
    answers = [[re.sub(r"\s\d+$", "", cell) for cell in row] for row in table.rows]
    assert answers == [
        ["S1", "swap", "take", "take", "swap"],
        ["S2", "=", "swap", "swap", "swap"],
    ]  # fmt: skip
    by = {row.meeting.entrants: row.by_first for row in found.settings[0].meetings}
    assert table.rows[0][1].endswith(f"\N{NO-BREAK SPACE}{100 * by['L1', 'S1'][1].mean:.0f}")
    assert table.rows[0][3].endswith(f"\N{NO-BREAK SPACE}{100 - 100 * by['L1', 'S1'][0].mean:.0f}")
    assert table.rows[1][3] == "swap\N{NO-BREAK SPACE}100"


def test_what_is_nearest_to_even_is_offered(found: Summary) -> None:
    page = offers(found, FACTS, Words("en"))
    said = [line for block in page.blocks if isinstance(block, Prose) for line in block.lines]
    assert said[-1] == "players: low: random"
    assert re.search(r"the named fleet first: L1 against S2, \d\d\.$", said[1])
    assert re.search(r"each is known to (8|9|10)\.\d points or better", said[0])
    assert "nommée" in offers(found, (), Words("fr")).blocks[0].lines[0]


@pytest.mark.whole
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_all_offers_of_the_advanced_set_up_are_one_page(browser: Any, tmp_path: Path, lang: str) -> None:
    others = [f"M{medium} S{small}" for medium in range(5) for small in range(5) if medium or small]
    names = tuple((f"L{large}", other) for large in range(1, 5) for other in others)
    found = played(Coin((0.5,) * 96, names, title="The offers of the advanced set-up"), tmp_path, 2)
    page = browser.new_page()
    page.set_content(as_html(offers(found, FACTS, Words(lang)), SCREEN).decode())
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    page.close()
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1


def test_the_command_writes_it_where_something_is_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = """
sets = 2
rules = { fleet_budget = "free" }
fleets = { L1 = "L1" }
against = { S1 = "S1", S2 = "S2" }
pairs = [["L1", "S2"]]
[[players]]
name = "chance"
level = "random"
"""
    Path("asked.toml").write_text(text)
    done = run("armada", "balance", "asked.toml", "--workers", "1", "--offers", "p.html")
    assert done.exit_code == 0, done.output
    assert "What to answer" in Path("p.html").read_text()
    assert "S1" not in Path("p.html").read_text()
    Path("asked.toml").write_text(text.replace('pairs = [["L1", "S2"]]', 'pairs = [["S2", "L1"]]'))
    assert (
        refused("armada", "balance", "asked.toml") == "Error: asked.toml: pairs[1]: these do not meet, in this order\n"
    )
    alone = text.replace('against = { S1 = "S1", S2 = "S2" }\npairs = [["L1", "S2"]]', 'meet = "themselves"')
    Path("asked.toml").write_text(alone)
    assert refused("armada", "balance", "asked.toml", "--offers", "p.html").startswith(
        "Error: --offers: nothing is off"
    )
