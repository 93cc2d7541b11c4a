"""docs/rules/armada.md holds the rules, in each language: every clause and option of the program, with its tests."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from armada_sim.cli.commands import cli
from armada_sim.table.clauses import TEXT, Clause
from armada_sim.table.game_options import BY_KEY, GAME_OPTIONS
from armada_sim.table.options import PRESETS
from armada_sim.table.pieces import IDEAL_SHARP, Size
from armada_sim.tabletop.language import LANGUAGES
from armada_sim.tabletop.options import Option
from tests.referee.test_option_effects import EFFECTS, TOLD
from tests.rules_pages import entries, lines_of, missing_tests, page_of

PAGES = {lang: page_of("armada", lang) for lang in LANGUAGES}
PAGE = PAGES["en"]
CLAUSE = r"^\*\*`(\w+(?:\.\w+)?)`\*\* "
CASES = {key for key, _ in (*EFFECTS, *TOLD)} | {option.key for option in GAME_OPTIONS}


def without_its_options(page: str) -> set[str]:
    """Clauses that depend on an option, as the program says, of which their entry says nothing."""
    under = entries(page, CLAUSE)
    return {
        f"{clause}: {key}"
        for clause, (_, source) in TEXT.items()
        for words in re.findall(r"options? (\w+(?:, \w+)*)", source)
        for key in words.split(", ")
        if f"`{key}" not in under.get(clause, "")
    }


def test_every_clause_can_be_looked_up() -> None:
    assert [set(entries(page, CLAUSE)) for page in PAGES.values()] == [set(Clause)] * len(PAGES)
    assert "move.edge" not in entries(PAGE.replace("**`move.edge`**", "`move.edge`"), CLAUSE)


def test_options_stand_beside_the_clauses_they_settle() -> None:
    assert [without_its_options(page) for page in PAGES.values()] == [set()] * len(PAGES)
    assert "move.edge: edge" in without_its_options(PAGE.replace("> **`edge`**", "> "))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("option", BY_KEY.values(), ids=lambda option: option.key)
def test_every_option_stands_as_it_is_with_its_tests(option: Option, lang: str) -> None:
    assert PAGES[lang].count(lines_of(option, lang=lang) + "\n>\n> *`tests/") == 1
    assert option.key in CASES


def test_an_option_that_is_told_otherwise_is_noticed() -> None:
    option = BY_KEY["edge"]
    assert lines_of(option) not in PAGE.replace("- `touch_illegal` (default)", "- `touch_illegal`")


def test_every_clause_names_its_test() -> None:
    assert {key for key, text in entries(PAGE, CLAUSE).items() if not re.search(r"\.py::\w+", text)} == set()


def test_what_the_page_names_exists() -> None:
    assert len(re.findall(r"`tests/[\w/]+\.py::\w+`", PAGE)) > 150
    assert missing_tests(PAGE) == []
    assert missing_tests("`tests/table/test_rules_page.py::test_of_nothing`") != []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sources_are_those_that_the_program_names(lang: str) -> None:
    for clause, (_, source) in TEXT.items():
        told = " ".join(entries(PAGES[lang], CLAUSE)[clause].split("\n\n")[0].split())
        found = re.findall(r"\(((?:F|E|IP|2K)(?:, (?:F|E|IP|2K))*)\)", told)
        letters = {letter for one in found for letter in one.split(", ")}
        assert letters == set(re.findall(r"\b(?:F|E|IP|2K)\b", source)), clause


@pytest.mark.parametrize(
    ("lang", "rows"), [("en", ["base", "height", "face", "long"]), ("fr", ["base", "hauteur", "face", "côté long"])]
)
def test_pieces_are_as_large_as_the_program_s(lang: str, rows: list[str]) -> None:
    pieces = [IDEAL_SHARP[size] for size in Size]
    measures = [[getattr(piece, name) for piece in pieces] for name in ("base", "height", "length", "edge")]
    for words, found in zip(rows, measures, strict=True):
        (row,) = re.findall(rf"^\| {words}\b.*$", PAGES[lang], re.MULTILINE)
        told = [float(mm.replace(",", ".")) for mm in re.findall(r"([\d.,]+)[ \u202f]mm", row)]
        assert told == pytest.approx([float(one) for one in found], abs=6e-4)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_presets_stand_there(lang: str) -> None:
    told = dict(re.findall(r"^- \*\*`(\w+)`\*\*(.*(?:\n  .*)*)$", PAGES[lang], re.MULTILINE))
    assert set(told) == set(PRESETS)
    for name, changes in PRESETS.items():
        assert re.findall(r"`(\w+) = ([^`]+)`", " ".join(told[name].split())) == list(changes.items())


@pytest.mark.parametrize("asked", [[], ["edge"], ["lenient"], ["move.edge"]])
def test_rules_says_where_the_page_is(asked: list[str]) -> None:
    done = CliRunner().invoke(cli, ["rules", *asked])
    assert done.output.endswith("The rules, clause by clause: docs/rules/armada.md\n")
    french = CliRunner().invoke(cli, ["rules", *asked, "--lang", "fr"])
    assert french.output.endswith("Les règles, article par article\u202f: docs/rules/armada.fr.md\n")


def test_an_option_is_explained_in_the_language_asked_for() -> None:
    shown = CliRunner().invoke(cli, ["rules", "setup_touch", "--lang", "fr"]).output
    assert "touch_allowed (par défaut)\u202f: seul le chevauchement est interdit" in shown
    document = json.loads(CliRunner().invoke(cli, ["rules", "setup_touch", "--lang", "fr", "--json"]).output)
    assert document["options"]["setup_touch"]["values"]["touch_allowed"] == "seul le chevauchement est interdit"
