"""Every name in backticks in a docstring is the name of something that is there, and no docstring points outside the
repository."""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import pkgutil
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, is_typeddict

import click
import pytest

from armada_sim.tabletop.options import Option

ROOT = Path(__file__).parent.parent

PACKAGES = ("armada_sim", "grid_games", "plots")

OTHER_WORDS = frozenset({"_repr_svg_", "_repr_html_", "action_mask", "open_spiel.python.algorithms.mcts"})
"""Names in backticks that are other programs': IPython's, PettingZoo's and OpenSpiel's."""

NAME = re.compile(r"(?P<name>[A-Za-z_]\w*(\.[A-Za-z_]\w*)*)(\(.*\))?")
"""A name, perhaps dotted, perhaps called. Other texts in backticks are a command, a path, an option with its value, or
code and notation."""

SETTING = re.compile(r"(?P<key>[a-z]\w*) ?= ?\"?(?P<value>\w+)\"?")

PLACE = re.compile(r"[a-z]\d+")
"""A square or a hex of a board."""

PATH = re.compile(r"[a-z_][\w.-]*(/[\w.-]+)+|[\w-]+\.(md|py|toml|json)")

COMMAND = re.compile(r"(?P<name>armada|grid-games)( (?P<sub>[a-z]+))?( .*)?")


@dataclass(frozen=True)
class Quoted:
    """A text in backticks, and from where its names are looked up."""

    text: str
    module: str
    owners: tuple[str, ...]
    """Classes and functions around the docstring, from the outside."""

    parameters: frozenset[str]
    """Those of the functions around it, and of methods of the class it describes; of a module, those of all in it."""


def module_names() -> list[str]:
    """Every module of the three packages; what starts a command when it is imported is left out."""
    found = [*PACKAGES]
    for name in PACKAGES:
        path = importlib.import_module(name).__path__
        found += [module.name for module in pkgutil.walk_packages(path, f"{name}.")]
    return [name for name in found if not name.endswith("__main__")]


@cache
def modules() -> dict[str, ModuleType]:
    return {name: importlib.import_module(name) for name in module_names()}


@cache
def trees() -> dict[str, ast.Module]:
    """Sources by module."""
    return {name: ast.parse(inspect.getsource(module)) for name, module in modules().items()}


def parameters(node: ast.AST) -> set[str]:
    if not isinstance(node, ast.FunctionDef):
        return set()
    every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
    return {argument.arg for argument in every if argument is not None}


def docstrings(
    node: Any, owners: tuple[str, ...] = (), near: frozenset[str] = frozenset()
) -> Iterator[tuple[str, tuple[str, ...], frozenset[str]]]:
    """Docstrings of a module and of all its classes, functions, constants and fields, with what stands around each."""
    for child in node.body:
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant) and isinstance(child.value.value, str):
            yield child.value.value, owners, near
        elif isinstance(child, ast.ClassDef | ast.FunctionDef):
            inside = parameters(child)
            if isinstance(child, ast.ClassDef):
                inside |= {name for method in child.body for name in parameters(method)}
            yield from docstrings(child, (*owners, child.name), near | inside)
        elif isinstance(child, ast.If | ast.With | ast.Try | ast.For | ast.While):
            yield from docstrings(child, owners, near)


def quoted(tree: ast.Module, module: str) -> Iterator[Quoted]:
    """Every text in backticks in the docstrings of a module."""
    everywhere = frozenset(name for node in ast.walk(tree) for name in parameters(node))
    for text, owners, near in docstrings(tree):
        for found in re.findall(r"`([^`]+)`", text):
            yield Quoted(" ".join(found.split()), module, owners, near if owners else everywhere)


# ------------------------------------------------------------------------------- what there is


def attributes(owner: type) -> set[str]:
    """Everything a class has, fields without a value too."""
    kept = (vars(base).get("__annotations__") for base in owner.__mro__)
    return {
        *dir(owner),
        *getattr(owner, "__tables__", ()),
        *(name for names in kept if isinstance(names, dict) for name in names),
    }


def has(thing: object, names: list[str]) -> bool:
    """Whether a thing has an attribute, and that the next one; what type a field has is not looked up."""
    if not names:
        return True
    first, *rest = names
    if inspect.isclass(thing) and first in attributes(thing):
        value = getattr(thing, first, None)
        return not rest or value is None or inspect.isdatadescriptor(value) or has(value, rest)
    return hasattr(thing, first) and has(getattr(thing, first), rest)


@cache
def written_in(package: str) -> frozenset[str]:
    """Words in the texts that modules of a package read and write: notation, keys, values."""
    found: set[str] = set()
    for name, tree in trees().items():
        if name.rpartition(".")[0] == package:
            said = {text for text, _, _ in docstrings(tree)}
            texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
            found.update(
                w for text in texts if isinstance(text, str) and text not in said for w in re.findall(r"\w+", text)
            )
    return frozenset(found)


@cache
def options() -> dict[str, set[str]]:
    """Values of every option by its key, of all games."""
    from armada_sim.table.game_options import GAME_OPTIONS
    from armada_sim.table.options import OPTIONS
    from grid_games import catalogue

    every: list[Option] = [*OPTIONS, *GAME_OPTIONS]
    every += [option for name in catalogue.KINDS for option in catalogue.kind(name).options]
    found: dict[str, set[str]] = {}
    for option in every:
        values = {value.partition("(")[0] for value in (*option.values, *option.refused)}
        found.setdefault(option.key, set()).update(values)
    return found


@cache
def keys() -> frozenset[str]:
    """Keys of options and their values, presets, keys of files and of JSON documents, clauses, and the extras of an
    installation."""
    from armada_sim.table.clauses import Clause
    from armada_sim.table.options import PRESETS

    tables = [table for module in modules().values() for table in vars(module).values() if is_typeddict(table)]
    written = (
        key.value
        for name, tree in trees().items()
        if name.startswith("armada_sim.")
        for node in ast.walk(tree)
        for key in (
            node.keys if isinstance(node, ast.Dict) else [node.slice] if isinstance(node, ast.Subscript) else []
        )
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    )
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    return frozenset({
        *options(), *(value for values in options().values() for value in values), *PRESETS,
        *(key for table in tables for key in table.__annotations__), *(clause.value for clause in Clause), *extras,
        *written,
    })  # fmt: skip


def commands(name: str) -> click.Group:
    found: click.Group = importlib.import_module(
        f"{name.replace('grid-games', 'grid_games').replace('armada', 'armada_sim')}.cli.commands"
    ).cli
    return found


# ------------------------------------------------------------------------------- does it resolve


def resolves(found: Quoted) -> bool:
    """Whether a text in backticks names something that is there; what is no name is not judged."""
    text = found.text
    if text in OTHER_WORDS:
        return True
    if command := COMMAND.fullmatch(text):
        return command["sub"] is None or command["sub"] in commands(command["name"]).commands
    if PATH.fullmatch(text):
        return (ROOT / text).exists() or any(ROOT.glob(f"*/**/{text}"))
    if (setting := SETTING.fullmatch(text)) and setting["key"] in options():
        return setting["value"] in options()[setting["key"]]
    if PLACE.fullmatch(text) or (name := NAME.fullmatch(text)) is None:
        return True
    return is_there(found, name["name"])


def is_there(found: Quoted, name: str) -> bool:
    names = name.split(".")
    if (
        names[0] in found.parameters
        or keys().issuperset(names)
        or name in keys()
        or name in written_in(found.module.rpartition(".")[0])
    ):
        return True
    scopes: list[object] = [modules()[found.module]]
    for owner in found.owners:
        scopes += [inner] if (inner := getattr(scopes[-1], owner, None)) is not None else []
    if any(has(scope, names) for scope in [*scopes, builtins]):
        return True
    beside = vars(modules()[found.module]).values()
    if any(inspect.isclass(thing) and has(thing, names) for thing in beside):
        return True
    return defined(names) or is_module(names)


def is_module(names: list[str]) -> bool:
    """Whether names are a module, of which the first packages may be left out, and something in it."""
    for end in range(len(names), 0, -1):
        path, rest = ".".join(names[:end]), names[end:]
        if any(f".{known}".endswith(f".{path}") and has(module, rest) for known, module in modules().items()):
            return True
    return len(names) > 1 and find_spec(names[0]) is not None and has(importlib.import_module(names[0]), names[1:])


@cache
def _classes_and_functions() -> dict[str, list[object]]:
    found: dict[str, list[object]] = {}
    for module in modules().values():
        for name, thing in vars(module).items():
            if not isinstance(thing, ModuleType) and (name.isupper() or hasattr(thing, "__module__")):
                found.setdefault(name, []).append(thing)
    return found


def defined(names: list[str]) -> bool:
    """Whether some module defines a class, a function or a constant of that name, and it has what is named after a
    dot."""
    return any(has(thing, names[1:]) for thing in _classes_and_functions().get(names[0], ()))


@pytest.mark.parametrize("package", PACKAGES)
def test_every_name_in_a_docstring_is_there(package: str) -> None:
    inside = [name for name in modules() if name == package or name.startswith(f"{package}.")]
    every = [found for name in inside for found in quoted(trees()[name], name)]
    assert len(every) > 20

    lost = [f"{found.module}: `{found.text}` ({'.'.join(found.owners)})" for found in every if not resolves(found)]
    assert not lost, "\n".join(lost)


def one(text: str, module: str = "armada_sim.geometry.gap") -> Quoted:
    return next(quoted(ast.parse(f'"""See `{text}`."""'), module))


@pytest.mark.parametrize(
    "text",
    [
        "nothing_of_the_kind", "Gap.nothing", "kernel.nothing", "armada nothing", "docs/nothing.md", "edge = nothing",
        "nothing.at_all", "math.nothing", "armada_sim.nothing",
    ],
)  # fmt: skip
def test_what_is_not_there_is_found(text: str) -> None:
    assert not resolves(one(text))


@pytest.mark.parametrize(
    "text",
    [
        "Gap", "Gap.value", "armada_sim.geometry.gap", "gap.Relation", "armada check", "docs/exactness.md",
        "edge = open_sea", "move.contact",
        "edge", "check_move(layout, ship)", "stats", "7 > 6",
    ],
)  # fmt: skip
def test_what_is_there_is_not(text: str) -> None:
    assert resolves(one(text))


OUTSIDE = re.compile(
    r"design\.md|\bdesign,? section|\bthe (rules )?reference\b|\brules reference\b|/work/|\bseeds/", re.IGNORECASE
)
"""Documents that are no part of the repository."""


def test_no_docstring_points_outside_the_repository() -> None:
    found = [
        f"{name}: {match[0]}"
        for name, tree in trees().items()
        for text, _, _ in docstrings(tree)
        for match in OUTSIDE.finditer(" ".join(text.split()))
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
