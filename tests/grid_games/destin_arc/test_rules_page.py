"""docs/rules/destin-arc.md holds the rules, in each language: what the program cites stands there, with its options and
tests."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from armada_sim.tabletop.language import LANGUAGES
from armada_sim.tabletop.options import Option
from grid_games.destin_arc.chapters.combat_table import CELLS
from grid_games.destin_arc.options import COUNTS, MAP, OPTIONS
from grid_games.destin_arc.units import UNITS
from tests.rules_pages import ROOT, cited, entries, lines_of, missing_tests, page_of

FOLDER = ROOT / "grid_games" / "destin_arc"
PAGES = {lang: page_of("destin-arc", lang) for lang in LANGUAGES}
PAGE = PAGES["en"]
CLAUSE = r"^(?:<a [^>]*></a>)?\*\*`?(\d+(?:\.\d+)*|turn)(?:\.\*\*|`\*\*)"
SECTION = r"^#+ (\d+(?:\.\d+)*) "


def missing(page: str) -> set[str]:
    """What the program cites and the page has neither as a clause nor as a section."""
    return cited(FOLDER) - set(entries(page, CLAUSE)) - set(entries(page, SECTION))


def test_every_clause_that_the_program_cites_can_be_looked_up() -> None:
    assert len(cited(FOLDER)) > 80
    assert [missing(page) for page in PAGES.values()] == [set()] * len(PAGES)


def test_a_clause_that_is_missing_is_noticed() -> None:
    assert missing(PAGE.replace("\n**1.12.3.** ", "\n")) == {"1.12.3"}
    assert missing(PAGE.replace("\n## 1.14 ", "\n## ")) == {"1.14"}


def test_clauses_are_numbered_without_gaps() -> None:
    numbers = [tuple(map(int, key.split("."))) for key in entries(PAGE, CLAUSE) if key.count(".") == 2]
    assert len(numbers) > 100
    assert numbers == sorted(numbers)
    for before, here in pairwise(numbers):
        assert here[-1] == (before[-1] + 1 if before[:-1] == here[:-1] else 1), here


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("option", [*OPTIONS, COUNTS, MAP], ids=lambda option: option.key)
def test_every_option_stands_as_it_is_with_its_tests(option: Option, lang: str) -> None:
    assert PAGES[lang].count(lines_of(option, lang=lang) + "\n>\n> *`test_") == 1


def test_every_clause_names_its_test() -> None:
    assert {key for key, text in entries(PAGE, CLAUSE).items() if not re.search(r"test_\w+\.py::\w+", text)} <= {"turn"}


@pytest.mark.parametrize(("lang", "anywhere"), [("en", "any"), ("fr", "illimité")])
def test_units_are_the_program_s(lang: str, anywhere: str) -> None:
    for unit in UNITS:
        (row,) = re.findall(rf"^\| {unit.id.upper()} \| (.*) \|$", PAGES[lang], re.MULTILINE)
        name, count, move, melee, missile, defence, save, points = (cell.strip() for cell in row.split("|"))
        counts = unit.counts if len(set(unit.counts)) > 1 else unit.counts[:1]
        assert (name, count) == (unit.name, ", ".join(map(str, counts)))
        assert move.split()[0] == (anywhere if unit.id == "f6" else str(unit.move))
        values = (unit.melee, unit.missile, unit.defence, unit.save, unit.points)
        assert [melee, missile, defence, save, points] == [str(value) if value else "" for value in values]


def test_the_combat_table_and_the_map_are_the_program_s() -> None:
    for page in PAGES.values():
        rows = re.findall(r"^\| \d+ \| ([ABD]\d.*) \|$", page, re.MULTILINE)
        assert tuple(tuple(row.split(" | ")) for row in rows) == CELLS
        drawn = re.findall(r"^[A-Z] ([.a-z]{34})$", page, re.MULTILINE)
        assert "\n".join(drawn) in (FOLDER / "maps" / "arc.toml").read_text()
        assert len(drawn) == 26


def test_what_the_page_names_exists() -> None:
    assert len(re.findall(r"`\w+\.py::\w+`", PAGE)) > 200
    assert missing_tests(PAGE, Path(__file__).parent) == []
    modules = re.findall(r"`((?:chapters/)?[a-z_]+\.py)`", PAGE)
    assert len(modules) > 20
    beside = ("oracle.py", "test_reference_cases.py")
    assert [name for name in modules if name not in beside and not (FOLDER / name).is_file()] == []
