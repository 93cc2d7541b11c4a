"""Every name in backticks in a docstring is a name of something that is there, and no docstring points outside the
repository."""

from __future__ import annotations

import ast
import builtins
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.sources import ROOT, trees
from tests.test_howto import PROGRAMS

OTHER_WORDS = frozenset({"_repr_svg_", "_repr_html_", "action_mask", "open_spiel.python.algorithms.mcts"})
"""Names in backticks that are other programs': IPython's, PettingZoo's and OpenSpiel's."""

NAME = re.compile(r"(?P<name>[A-Za-z_]\w*(\.[A-Za-z_]\w*)*)(\(.*\))?")
"""A name, perhaps dotted, perhaps called. Other texts in backticks are a command, a path, an option with its value, or
code and notation."""

SETTING = re.compile(r"[a-z]\w* ?= ?\"?\w+\"?")

PLACE = re.compile(r"[a-z]\d+")
"""A square or a hex of a board."""

PATH = re.compile(r"[a-z_][\w.-]*(/[\w.-]+)+|[\w-]+\.(md|py|toml|json)")

COMMAND = re.compile(r"(?P<name>armada|grid-games)( (?P<sub>[a-z]+))?( .*)?")


def docstrings(tree: ast.AST) -> Iterator[ast.Constant]:
    """Texts that stand alone: of a module, a class, a function, a constant or a field."""
    alone = (
        node.value for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )
    return (text for text in alone if isinstance(text.value, str))


def quoted(tree: ast.AST) -> Iterator[str]:
    """Every text in backticks in docstrings."""
    for text in docstrings(tree):
        yield from (" ".join(found.split()) for found in re.findall(r"`([^`]+)`", str(text.value)))


def written(tree: ast.AST) -> Iterator[str]:
    """Every word that a program is made of: its names, and what stands in texts of notation, keys and values."""
    said = {id(text) for text in docstrings(tree)}
    for node in ast.walk(tree):
        for field in ("id", "attr", "arg", "name", "module", "asname"):
            if isinstance(name := getattr(node, field, None), str):
                yield from name.split(".")
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield from re.findall(r"\w+", node.value) if " " not in node.value else ()


@cache
def known() -> frozenset[str]:
    """All that may be named: of the programs, of Python, of an installation."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    files = (part for file in trees() for part in re.split(r"[/.]", file))
    words = {word for tree in trees().values() for word in written(tree)}
    return frozenset({*words, *files, *extras, *dir(builtins), *sys.stdlib_module_names, *dir(str), *dir(dict)})


def resolves(text: str) -> bool:
    """Whether a text in backticks names something that is there; what is no name is not judged."""
    if text in OTHER_WORDS or PLACE.fullmatch(text):
        return True
    if command := COMMAND.fullmatch(text):
        return command["sub"] is None or command["sub"] in PROGRAMS[command["name"]].commands
    if PATH.fullmatch(text):
        return (ROOT / text).exists() or any(ROOT.glob(f"*/**/{text}"))
    if SETTING.fullmatch(text):
        return known().issuperset(re.findall(r"\w+", text))
    name = NAME.fullmatch(text)
    return name is None or known().issuperset(name["name"].split("."))


def test_every_name_in_a_docstring_is_there() -> None:
    found = [(file, text) for file, tree in trees().items() for text in quoted(tree)]
    assert len(found) > 500
    assert [one for one in found if not resolves(one[1])] == []


@pytest.mark.parametrize(
    ("text", "there"),
    [
        *((name, False) for name in ("no_such_name", "Gap.no_such_name", "armada nothing", "docs/nothing.md",
                                     "edge = no_such_name", "no_such_name.at_all")),
        *((name, True) for name in ("Gap", "Gap.value", "armada_sim.geometry.gap", "gap.Relation", "armada check",
                                    "docs/exactness.md", "edge = open_sea", "move.contact", "stats", "7 > 6",
                                    "check_move(layout, ship)")),
    ],
)  # fmt: skip
def test_what_is_there_is_told_from_what_is_not(text: str, there: bool) -> None:
    (one,) = quoted(ast.parse(f'"""See `{text}`."""'))
    assert resolves(one) == there


OUTSIDE = re.compile(
    r"design\.md|\bdesign,? section|\bthe (rules )?reference\b|\brules reference\b|/work/|\bseeds/", re.IGNORECASE
)
"""Documents that are no part of the repository."""


def test_no_docstring_points_outside_the_repository() -> None:
    found = [
        f"{file}: {match[0]}"
        for file, tree in trees().items()
        for text in docstrings(tree)
        for match in OUTSIDE.finditer(" ".join(str(text.value).split()))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "page", [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))], ids=lambda page: page.stem
)
def test_files_that_a_page_names_are_there(page: Path) -> None:
    """Links, and paths in backticks that begin with a folder of this repository."""
    text = page.read_text()
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    lost = [link for link in links if link and not (page.parent / link).exists()]
    paths = re.findall(r"\b((?:tests|docs|armada_sim|grid_games|plots|examples)/[\w./-]*\w)", text)
    lost += [path for path in paths if not (ROOT / path).exists()]

    assert not lost
