"""The pages for players: every command of a how-to page runs, those of README and of the manuals are understood."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from armada_sim.cli.commands import cli as armada
from armada_sim.files import plain_schema
from armada_sim.files.records import dispute_schema, parse_dispute
from armada_sim.referee.positions import position_problems
from grid_games.cli.commands import cli as grid_games
from plots.figure_file import BoardFigure, parse_figure
from tests.whole import whole

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs" / "howto").glob("*.md"))
READMES = [ROOT / "README.md", ROOT / "README.fr.md"]
MANUALS = [ROOT / "docs" / f"{name}.fr.md" for name in ("grid-games", "records", "balance")]
BESIDES = (
    "print-figures.md", "print-figures.fr.md", "settle-a-dispute.md", "settle-a-dispute.fr.md", "measure-a-table.md",
    "play.md",
)  # fmt: skip
"""Pages whose commands are dear, or run in the other language too."""

PROGRAMS: dict[str, click.Group] = {"armada": armada, "grid-games": grid_games}
JUDGES = ("check", "replay")
"""Commands whose status may be 1: something asked is not allowed."""


def fences(page: Path) -> list[tuple[str, str]]:
    """The fenced blocks of a page: their kind, and what is in them."""
    return re.findall(r"^```(\w+)\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)


def lines(page: Path) -> list[list[str]]:
    """The commands of a page, as words without comments."""
    shell = "".join(block for kind, block in fences(page) if kind == "sh")
    return commands(shell)


def commands(shell: str) -> list[list[str]]:
    """Those of a program, each as words without comments; the language, which a page may set first, is no command."""
    found = [shlex.split(line, comments=True) for line in shell.splitlines()]
    return [words for words in found if words and words[0] != "export"]


def spoken(page: Path) -> dict[str, str]:
    """The environment of a page's commands: the French ones say once that they are typed with this."""
    return {"ARMADA_LANG": "fr" if ".fr." in page.name else "en"}


def run(words: list[str], typed: str, page: Path) -> None:
    """A command as a shell would run it here, in the language of its page."""
    words, into = (words[: words.index(">")], words[-1]) if ">" in words else (words, "")
    found = CliRunner().invoke(PROGRAMS[words[0]], words[1:], input=typed, catch_exceptions=False, env=spoken(page))
    assert found.exit_code == 0 or (found.exit_code == 1 and words[1] in JUDGES), (words, found.output)
    if into:
        Path(into).write_text(found.stdout)


@pytest.mark.parametrize(
    "page", [whole(page) if page.name in BESIDES else page for page in PAGES], ids=lambda page: page.name
)
def test_every_command_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the page, in one empty folder; a block `input` is what is typed into the command before it."""
    monkeypatch.chdir(tmp_path)
    ran = 0
    blocks = fences(page)
    for (kind, block), (following, typed) in zip(blocks, [*blocks[1:], ("", "")], strict=True):
        if kind == "sh":
            called = commands(block)
            for words in called:
                run(words, typed if following == "input" and words is called[-1] else "quit\n", page)
            ran += len(called)
    assert ran >= (1 if page.name.startswith(("photo", "on-a-phone", "pocket")) else 5)  # those are about the page


@pytest.mark.parametrize("page", [page for page in PAGES if "measure" in page.name], ids=lambda page: page.name)
def test_what_a_page_shows_of_files_is_read(page: Path) -> None:
    parts = [block for kind, block in fences(page) if kind == "toml"]
    assert len(parts) == 3
    assert [len(parse_dispute(part).layout.ships) for part in parts] == [0, 3, 0]
    assert position_problems(parse_dispute(parts[2] + parts[1]).layout) == ()


@pytest.mark.parametrize("page", [page for page in PAGES if "figures" in page.name], ids=lambda page: page.name)
def test_the_figure_of_a_board_that_a_page_shows_is_one_and_every_key_is_named(page: Path) -> None:
    (block,) = (block for kind, block in fences(page) if kind == "toml")
    figure = parse_figure(block)
    assert isinstance(figure, BoardFigure)
    may, barred = (set(names) for _, names in figure.places(figure.frames[0]))
    assert may
    assert barred
    assert not may & barred
    named = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"(?<!`)`([^`\n]+)`", page.read_text()))))
    assert keys_of(plain_schema(BoardFigure)) <= named | {"game", "words", "text"}


@pytest.mark.parametrize("page", [page for page in PAGES if "in-full" in page.name], ids=lambda page: page.name)
def test_a_ruling_that_a_page_prints_is_the_one_that_is_given(page: Path) -> None:
    (printed,) = (block for kind, block in fences(page) if kind == "text")
    table = CliRunner().invoke(armada, ["example", "measured-corners"], env=spoken(page)).output
    assert printed in CliRunner().invoke(armada, ["check", "-"], input=table, env=spoken(page)).output


def keys_of(schema: Any) -> set[str]:
    """The keys that a schema knows, however deep; those of options are not a file's own."""
    if isinstance(schema, list):
        return set().union(*map(keys_of, schema))
    if not isinstance(schema, dict):
        return set()
    own = schema.get("properties", {})
    rest = [part for key, part in schema.items() if key != "properties"]
    return {*own, *keys_of([part for key, part in own.items() if key != "rules"]), *keys_of(rest)}


@pytest.mark.parametrize("name", ["dispute-file.md", "dispute-file.fr.md"])
def test_a_page_names_every_key_of_a_dispute_file(name: str) -> None:
    page = ROOT / "docs" / name
    named = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"(?<!`)`([^`\n]+)`", page.read_text()))))
    assert keys_of(dispute_schema()) - named == set()
    ((_, example),) = fences(page)
    dispute = parse_dispute(example)
    assert len(dispute.questions) == 4
    assert position_problems(dispute.layout) == ()


@pytest.mark.parametrize("name", ["README.md", "README.fr.md"])
def test_the_list_of_pages_has_them_all(name: str) -> None:
    """The pages of its language that players read, and all that there are in English alone."""
    docs = ROOT / "docs"
    listed = set(re.findall(r"\]\(([^)#]+)\)", (docs / name).read_text()))
    found = (page for folder in (docs, docs / "howto", docs / "rules") for page in folder.glob("*.md"))
    pages = {str(page.relative_to(docs)) for page in found} - {"README.md", "README.fr.md"}
    english = {page for page in pages if ".fr." not in page}
    twins = {page: page.replace(".md", ".fr.md") for page in english} if ".fr." in name else {}
    assert {twins[page] if twins.get(page) in pages else page for page in english} <= listed


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_a_page_quotes_of_faulty_pieces_is_said(lang: str) -> None:
    """Sentences in quotation marks about the shipped example, and its clearance and margin."""
    page = ROOT / "docs" / "howto" / ("settle-a-dispute.md" if lang == "en" else "settle-a-dispute.fr.md")
    text = " ".join(page.read_text().split())
    start = text.index("overlapping-neighbours")
    marks = r'"([^"]+)"' if lang == "en" else "«\\s([^»]+?)\\s»"
    quoted = re.findall(marks, text[start : text.index("## ", start)])
    found = CliRunner().invoke(armada, ["check", "examples/overlapping-neighbours.toml", "--lang", lang], env={}).output
    said = " ".join(found.split())
    assert len(quoted) == 2
    assert all(words in said for words in (" ".join(quote.split()) for quote in quoted))
    for length in ("13.6 mm", "2.7 mm") if lang == "en" else ("13,6 mm", "2,7 mm"):
        assert length in said
        assert length in " ".join(text[:start].split())


@pytest.mark.parametrize("page", [*READMES, *MANUALS], ids=lambda page: page.name)
def test_commands_of_the_readme_and_the_manuals_are_understood(page: Path) -> None:
    """Their names, options and arguments; what they do is shown by the tests of the commands."""
    told = [words for words in lines(page) if words[0] in PROGRAMS]
    assert len(told) > (15 if page in READMES else 1)
    for words in told:
        rest = words[1:]
        for end in (";", "&&", ">"):
            rest = rest[: rest.index(end)] if end in rest else rest
        found = PROGRAMS[words[0]].commands[rest[0]]
        found.make_context(rest[0], rest[1:], obj=None).close()


@pytest.mark.parametrize("page", MANUALS, ids=lambda page: page.name)
def test_commands_of_the_manuals_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that neither draw nor play in bulk, which other tests show."""
    monkeypatch.chdir(tmp_path)
    for words in lines(page):
        if "-o" not in words and "balance" not in words:
            run(words, "quit\n", page)


@pytest.mark.parametrize(
    "page", [*READMES[1:], *MANUALS, *(page for page in PAGES if ".fr." in page.name)], ids=lambda page: page.name
)
def test_pages_in_french_have_the_same_commands(page: Path) -> None:
    english = page.with_name(page.name.replace(".fr.", "."))
    assert lines(page) == lines(english)
    assert "--lang fr" not in "".join(block for _, block in fences(page))
    assert page in READMES or "répondre-en-français" in page.read_text().split("\n\n")[1]
    assert f"]({page.name})" in english.read_text()
    assert f"]({english.name})" in page.read_text()
