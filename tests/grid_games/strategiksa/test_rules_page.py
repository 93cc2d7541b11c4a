"""docs/rules/strategiksa.md holds the rules, in each language: what the program cites stands there, with its options
and tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from armada_sim.tabletop.language import LANGUAGES
from armada_sim.tabletop.options import Option
from grid_games import catalogue
from grid_games.cli.commands import cli
from grid_games.strategiksa.options import OPTIONS
from tests.grid_games.strategiksa.test_option_effects import EFFECTS
from tests.rules_pages import ROOT, cited, entries, lines_of, missing_tests, page_of

FOLDER = ROOT / "grid_games" / "strategiksa"
TESTS = Path(__file__).parent
PAGES = {lang: page_of("strategiksa", lang) for lang in LANGUAGES}
PAGE = PAGES["en"]
CLAUSE = r"^(?:<a [^>]*></a>)?(?:> )?(?:- )?\*\*`?(\d+|[UV]\d+|\w+)(?:\.\*\*|`?\*\*| · `\w+`\*\*)"


def named() -> set[str]:
    """Every clause, gap and invariant that the program names."""
    source = "\n".join(path.read_text() for path in FOLDER.rglob("*.py"))
    return cited(FOLDER) | set(re.findall(r"\bV\d\b", source))


def told(option: Option, lang: str) -> str:
    """An option as the page has it: its question names the gap."""
    gap, colon, _ = option.question.partition(": ")
    return lines_of(option, gap if colon and gap.startswith("U") else "", lang)


def test_every_clause_that_the_program_cites_can_be_looked_up() -> None:
    assert len(named()) > 90
    for page in PAGES.values():
        found = set(entries(page, CLAUSE))
        assert named() - found == set()
        assert found >= {*map(str, range(1, 59)), *(f"U{number}" for number in range(1, 34))}


def test_a_clause_that_is_missing_is_noticed() -> None:
    assert named() - set(entries(PAGE.replace("\n**28.** ", "\n"), CLAUSE)) == {"28"}
    assert named() - set(entries(PAGE.replace("> **U23** ", "> "), CLAUSE)) == {"U23"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_every_option_stands_as_it_is_with_its_tests(option: Option, lang: str) -> None:
    assert PAGES[lang].count(told(option, lang) + "\n>\n> *`") == 1
    block = PAGES[lang].split(told(option, lang))[1].split("\n\n")[0]
    looks = {look.__name__ for (key, _), (look, _, _) in EFFECTS.items() if key == option.key}
    assert set(re.findall(r"`test_option_effects\.py::(\w+)`", block)) == looks


def test_every_clause_names_its_test() -> None:
    without = {key for key, text in entries(PAGE, CLAUSE).items() if not re.search(r"test_\w+\.py::\w+", text)}
    assert without <= {"31", "U32", "turn", *(f"V{number}" for number in range(1, 6))}  # V1 to V6 name theirs together


def test_what_the_page_names_exists() -> None:
    assert len(re.findall(r"`\w+\.py::\w+`", PAGE)) > 100
    assert missing_tests(PAGE, TESTS) == []
    trees = (ROOT / "tests" / "data" / "strategiksa" / "trees.txt").read_text()
    for number in re.findall(r"trees (P\d+)", PAGE):
        assert re.search(rf"^{number} ", trees, re.MULTILINE), number
    modules = re.findall(r"`((?:chapters/)?[a-z]+\.py|text/)`", PAGE)
    assert all((FOLDER / name).exists() for name in modules if name != "oracle.py")
    assert len(modules) > 12


def test_list_says_where_the_page_is() -> None:
    for name in catalogue.KINDS:
        page = catalogue.extras(name).rules
        assert page == f"docs/rules/{name}.md"
        assert (ROOT / page).is_file()
        said = f"grid-games rules {name}; with sources and tests: {page}"
        assert said in " ".join(CliRunner().invoke(cli, ["list", name]).output.split())
