"""Looking up rules: every code that the programs name is found, and what is printed is for readers, not for
programmers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from armada_sim.cli.commands import cli as armada
from armada_sim.table.clauses import Clause
from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.language import LANGUAGES
from armada_sim.tabletop.rules_pages import chapters, codes, entry, look_up, page, plain
from grid_games import catalogue
from grid_games.cli.commands import cli
from tests.rules_pages import ROOT, cited
from tests.whole import few

GAMES = tuple(catalogue.KINDS)


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_and_option_of_a_board_game_is_found(game: str) -> None:
    text = page(game)
    named = cited(ROOT / "grid_games" / game.replace("-", "_")) | {
        option.key for option in catalogue.kind(game).options
    }
    assert len(named) > 40
    assert [code for code in sorted(named) if not entry(text, code)] == []


def test_every_clause_of_armada_is_found() -> None:
    text = page("armada")
    assert [clause for clause in Clause if not entry(text, clause)] == []


@pytest.mark.parametrize("lang", few(reversed(LANGUAGES), 1))
@pytest.mark.parametrize("game", ["armada", *GAMES])
def test_what_is_printed_is_for_readers(game: str, lang: str) -> None:
    text = page(game, lang)
    assert codes(text)
    for code in codes(text):
        words = entry(text, code)
        assert words
        assert re.findall(r".*(?:\.py\b|\*\*|^> |<a |\]\(|^#).*", words, re.MULTILINE) == []


@pytest.mark.parametrize("game", ["armada", *GAMES])
def test_a_page_loses_no_clause_when_it_is_printed_whole(game: str) -> None:
    words, text = plain(page(game)), page(game)
    for code in codes(text):
        assert entry(text, code).split("\n")[0] in words


def test_a_clause_has_its_options_and_ends_at_the_next() -> None:
    text = "# G\n\n## Play\n\n**1.** One.\n\n> **U1 · `key`** What?\n> - `a` (default): b\n\nMore.\n\n"
    text += "**2.** Two `C*`, *so*.\n"
    assert entry(text, "1") == "1. One.\n\nU1 · key What?\n- a (default): b\n\nMore."
    assert entry(text, "KEY") == entry(text, "u1") == "U1 · key What?\n- a (default): b"
    assert entry(text, "2") == "2. Two C*, so."
    assert entry(text, "play") == plain(text).partition("\n\n")[2]
    assert (entry(text, "3"), chapters(text)) == ("", ["Play"])


def test_a_clause_that_there_is_not_is_refused_with_a_guess() -> None:
    with pytest.raises(InputError, match=r"nothing under '1.12.99'; did you mean 1\.12"):
        look_up("destin-arc", "1.12.99")


def test_commands_print_clauses() -> None:
    found = CliRunner().invoke(cli, ["rules", "strategiksa", "28"])
    assert (found.exit_code, found.stdout) == (0, look_up("strategiksa", "28") + "\n")
    assert CliRunner().invoke(cli, ["rules", "singidunum"]).stdout == plain(page("singidunum")) + "\n"
    assert look_up("armada", "move.contact") in CliRunner().invoke(armada, ["rules", "move.contact"]).stdout
    missing = CliRunner().invoke(cli, ["rules", "strategiksa", "280"])
    assert (missing.exit_code, missing.stdout) == (2, "")


def test_pages_are_packed_with_the_program() -> None:
    assert '"docs/rules" = "armada_sim/rules"' in Path(ROOT / "pyproject.toml").read_text()


def unfolded(text: str) -> list[str]:
    """What of a page's options, and of the tests that a paragraph ends with, does not stand folded."""
    shown = re.sub(r"<details>.*?</details>", "", text, flags=re.DOTALL)
    paragraphs = [block for block in re.split(r"\n{2,}", shown) if block[:1] not in "|#"]
    return [block for block in paragraphs if block.startswith("> **") or re.search(r"\*`[^`]*\.py::[^*]*\*\s*$", block)]


@pytest.mark.parametrize("file", sorted((ROOT / "docs" / "rules").glob("*.md")), ids=lambda file: file.name)
def test_a_page_says_the_rule_first_and_folds_options_and_tests(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert unfolded(text) == []
    assert text.count("<details>") == text.count("</details>") > 20
    assert unfolded(text.replace("<details>", "").replace("</details>", ""))
