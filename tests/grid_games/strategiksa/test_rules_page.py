"""docs/rules/strategiksa.md holds the rules: what the program cites stands there, with its options and tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from armada_sim.tabletop.options import Option
from grid_games import catalogue
from grid_games.cli.commands import cli
from grid_games.strategiksa.options import OPTIONS
from tests.grid_games.strategiksa.test_option_effects import EFFECTS

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "grid_games" / "strategiksa"
TESTS = Path(__file__).parent
PAGE = (ROOT / "docs" / "rules" / "strategiksa.md").read_text()


def entries(page: str) -> dict[str, str]:
    """What stands under each clause, gap, option and invariant, by the words it is looked up by."""
    starts = re.compile(
        r"^(?:<a [^>]*></a>)?(?:> )?(?:- )?\*\*(\d+|[UV]\d+|`\w+`)(?:\.\*\*|\*\*| · `\w+`\*\*)", re.MULTILINE
    )
    found = list(starts.finditer(page))
    ends = [*(one.start() for one in found[1:]), len(page)]
    told: dict[str, str] = {}
    for one, end in zip(found, ends, strict=True):
        key = one[1].strip("`")
        told[key] = told.get(key, "") + page[one.start() : end]
    return told


def cited() -> set[str]:
    """Every clause, gap and invariant that a violation or a docstring of the program names."""
    source = "\n".join(path.read_text() for path in FOLDER.rglob("*.py"))
    found = set(re.findall(r'Violation\(\s*"([^"]+)"', source)) | set(re.findall(r"\bV\d\b", source))
    found |= set(re.findall(r'Violation\("(\d+|U\d+)" if [^,]* else "(?:\d+|U\d+)"', source))
    found |= set(re.findall(r'Violation\("(?:\d+|U\d+)" if [^,]* else "(\d+|U\d+)"', source))
    for first, last in re.findall(r"\bU(\d+)(?: to U(\d+))?", source):
        found |= {f"U{number}" for number in range(int(first), int(last or first) + 1)}
    for words in re.findall(r"[Cc]lauses? (\d+(?:(?:, | and | to )\d+)*)", source):
        for first, last in re.findall(r"(\d+)(?: to (\d+))?", words):
            found |= {str(number) for number in range(int(first), int(last or first) + 1)}
    return found


def told(option: Option) -> str:
    """An option as the page has it."""
    gap, _, question = (
        option.question.rpartition(": ") if option.question.startswith("U") else ("", "", option.question)
    )
    lines = [f"> **{gap} · `{option.key}`**" if gap else f"> **`{option.key}`**"]
    lines[0] += f" {question[:1].upper()}{question[1:]}"
    for value, meaning in option.values.items():
        lines.append(f"> - `{value}`{' (default)' if value == option.default else ''}: {meaning}")
    if option.numbers is not None:
        lines.append(f"> - or any whole number from {option.numbers[0]} to {option.numbers[-1]}")
    lines += [f"> - refused: `{value}` {reason}" for value, reason in option.refused.items()]
    return "\n".join(lines)


def test_every_clause_that_the_program_cites_can_be_looked_up() -> None:
    assert len(cited()) > 90
    assert cited() - set(entries(PAGE)) == set()
    assert set(entries(PAGE)) >= {*map(str, range(1, 59)), *(f"U{number}" for number in range(1, 34))}


def test_a_clause_that_is_missing_is_noticed() -> None:
    assert cited() - set(entries(PAGE.replace("\n**28.** ", "\n"))) == {"28"}
    assert cited() - set(entries(PAGE.replace("> **U22 ", "> **"))) == {"U22"}


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_every_option_stands_as_it_is_with_its_tests(option: Option) -> None:
    assert PAGE.count(told(option) + "\n>\n> *`") == 1
    block = PAGE.split(told(option))[1].split("\n\n")[0]
    looks = {look.__name__ for (key, _), (look, _, _) in EFFECTS.items() if key == option.key}
    assert set(re.findall(r"`test_option_effects\.py::(\w+)`", block)) == looks


def test_every_clause_names_its_test() -> None:
    without = {key for key, text in entries(PAGE).items() if not re.search(r"test_\w+\.py::\w+", text)}
    assert without <= {"31", "U32", "turn", *(f"V{number}" for number in range(1, 6))}  # V1 to V6 name theirs together


def test_what_the_page_names_exists() -> None:
    named = re.findall(r"`(\w+\.py)::(\w+)`", PAGE)
    assert len(named) > 100
    for file, name in named:
        assert re.search(rf"^def {name}\b", (TESTS / file).read_text(), re.MULTILINE), (file, name)
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
        assert f"The rules, clause by clause: {page}" in CliRunner().invoke(cli, ["list", name]).output
