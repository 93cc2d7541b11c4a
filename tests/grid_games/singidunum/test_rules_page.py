"""docs/rules/singidunum.md holds the rules, in each language: what the program cites stands there, with its options and
tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from armada_sim.tabletop.language import LANGUAGES
from armada_sim.tabletop.options import Option
from grid_games.singidunum.board import default_board
from grid_games.singidunum.options import OPTIONS
from tests.rules_pages import ROOT, cited, entries, lines_of, missing_tests, page_of

FOLDER = ROOT / "grid_games" / "singidunum"
PAGES = {lang: page_of("singidunum", lang) for lang in LANGUAGES}
PAGE = PAGES["en"]
CLAUSE = r"^(?:<a [^>]*></a>)?(?:> )?\*\*`?(\d+(?:\.\d)?|U\d+|turn)(?:\.\*\*|`?\*\*| · `\w+`\*\*)"


def gap_of(option: Option) -> str:
    """The gap under which the page has an option; empty if it has it under a section."""
    found = re.search(rf"^> \*\*(U\d+) · `{option.key}`", PAGE, re.MULTILINE)
    return found[1] if found else ""


def test_every_section_and_gap_that_the_program_cites_can_be_looked_up() -> None:
    named = cited(FOLDER)
    assert len(named) > 25
    for page in PAGES.values():
        found = set(entries(page, CLAUSE))
        assert named - found == set()
        assert found >= {*map(str, range(1, 14)), *(f"U{number}" for number in range(1, 16)), "turn"}


def test_a_section_or_gap_that_is_missing_is_noticed() -> None:
    assert cited(FOLDER) - set(entries(PAGE.replace("\n**10.** ", "\n"), CLAUSE)) == {"10"}
    assert cited(FOLDER) - set(entries(PAGE.replace("**U13", "**"), CLAUSE)) == {"U13"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_every_option_stands_as_it_is_with_its_tests(option: Option, lang: str) -> None:
    assert PAGES[lang].count(lines_of(option, gap_of(option), lang) + "\n>\n> *`") == 1


def test_every_rule_names_its_test() -> None:
    assert {key for key, text in entries(PAGE, CLAUSE).items() if not re.search(r"test_\w+\.py::\w+", text)} <= {"turn"}


def test_the_board_drawn_is_the_proposed_one() -> None:
    for page in PAGES.values():
        drawn = re.findall(r"^[a-k]  ?((?: ?[BFMPS]){12,13})\b", page, re.MULTILINE)
        assert tuple(row.replace(" ", "") for row in drawn) == default_board().rows


def test_what_the_page_names_exists() -> None:
    assert len(re.findall(r"`[\w/]+\.py::\w+`", PAGE)) > 100
    assert missing_tests(PAGE, Path(__file__).parent) == []
    modules = re.findall(r"`((?:chapters/)?[a-z]+\.py)`", PAGE)
    assert len(modules) > 12
    assert [name for name in modules if name != "oracle.py" and not (FOLDER / name).is_file()] == []
