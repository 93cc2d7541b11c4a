"""The package's surface, what it imports, and the promises about its own text."""

from __future__ import annotations

import ast
import doctest
import os
import pkgutil
import re
import subprocess
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

import armada_sim
from armada_sim.table.clauses import TEXT, Clause
from tests.sources import ROOT, trees
from tests.whole import few, whole


def test_public_names_are_sorted_and_importable() -> None:
    assert armada_sim.__all__ == sorted(armada_sim.__all__)
    submodules = {module.name for module in pkgutil.iter_modules(armada_sim.__path__)}
    for name in armada_sim.__all__:
        assert name not in submodules
        assert getattr(armada_sim, name) is not None
    with pytest.raises(AttributeError):
        armada_sim.nothing  # noqa: B018


def modules_after(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint(' '.join(sys.modules))"
    return set(
        subprocess.run(
            [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.split()
    )


@pytest.mark.parametrize(
    ("code", "unneeded"),
    [
        (
            "import armada_sim",
            {"babel", "numpy", "shapely", "matplotlib", "llvmlite", "rich", "pydantic", "flint", "scipy"},
        ),
        (
            "import armada_sim, grid_games.cli.commands",
            {"babel", "numpy", "shapely", "matplotlib", "llvmlite", "rich", "pydantic", "starlette"},
        ),
        (
            "import armada_sim.cli.commands",
            {"babel", "numpy", "shapely", "matplotlib", "llvmlite", "rich", "pydantic", "starlette"},
        ),
        (
            "from armada_sim.photo import Paper, Reading, SaidShip, place, read\n"
            "from armada_sim.photo.readings import Topic",
            {"cv2", "scipy", "PIL", "matplotlib", "llvmlite", "shapely"},
        ),
        (
            "from armada_sim import Layout, Pose, Ship, check_move\n"
            "check_move(Layout(ships=[Ship('S', 'red', 'small', Pose(300, 300, 0))]), 'S', [0])",
            {"babel", "numpy", "shapely", "matplotlib", "llvmlite", "rich", "starlette", "uvicorn", "scipy", "segno"},
        ),
    ],
)
def test_nothing_unneeded_is_imported(code: str, unneeded: set[str]) -> None:
    loaded = modules_after(code)
    assert "armada_sim" in loaded
    assert not loaded & unneeded


@pytest.mark.parametrize("example", ["four-steps", "set-up-too-close"])
def test_rulings_on_moves_and_set_ups_import_nothing_heavy(example: str) -> None:
    """Not pydantic either, only its core, nor what it would bring: a cold check would take half as long again."""
    loaded = modules_after(
        f"from armada_sim.files.records import load_dispute\nload_dispute('examples/{example}.toml').ask(1)"
    )
    assert {"armada_sim.referee.questions", "pydantic_core"} <= loaded
    unneeded = (
        "babel numpy shapely matplotlib llvmlite rich scipy starlette pydantic importlib.metadata zipfile email.message"
    )
    assert not loaded & set(unneeded.split())


def _negative(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)


def small_numbers(tree: ast.Module) -> list[int]:
    """Lines on which a positive number below a thousandth stands, written as 1e-9 or as 2.0**-30, outside a named
    constant that says in a docstring what it is."""
    named = {
        id(part)
        for one, after in pairwise(tree.body)
        if isinstance(one, ast.AnnAssign | ast.Assign) and isinstance(after, ast.Expr)
        for part in ast.walk(one)
    }
    found = []
    for node in ast.walk(tree):
        power = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and _negative(node.right)
        tiny = isinstance(node, ast.Constant) and isinstance(node.value, float) and 0 < node.value < 1e-3
        if (power or tiny) and id(node) not in named:
            found.append(node.lineno)
    return found


@pytest.mark.parametrize("epsilon", ["1e-9", "2.0**-30", "0.0001", "10 ** -12"])
def test_an_epsilon_in_the_middle_of_a_function_is_found(epsilon: str) -> None:
    for text, found in ((f"def f(x):\n    return x < {epsilon}\n", [2]), (f"X = {epsilon}\n", [1]),
                        (f'X = {epsilon}\n"""mm. Said."""\n', [])):  # fmt: skip
        assert small_numbers(ast.parse(text)) == found


def test_epsilons_have_a_name_a_unit_and_a_reason() -> None:
    """Those that decide answers stand in the file of tolerances, budgets of searches beside their search."""
    ours = [(file, tree) for file, tree in trees().items() if file.startswith("armada_sim/")]
    assert [f"{file}:{line}" for file, tree in ours for line in small_numbers(tree)] == []


@pytest.mark.parametrize(
    "module",
    ["armada_sim.cli.balance", "armada_sim.tabletop.laboratory.desk", "armada_sim.tabletop.laboratory.options"],
)
def test_help_on_experiments_loads_nothing_heavy(module: str) -> None:
    loaded = modules_after(f"import {module}")
    assert module in loaded
    assert not loaded & {
        "numpy",
        "llvmlite",
        "scipy",
        "matplotlib",
        "distributed",
        "sqlite3",
        "rich",
        "pydantic_core",
    }


@pytest.mark.parametrize("package", ["tabletop/laboratory", "experiments"])
def test_experiments_load_nothing_heavy_before_they_are_played(package: str) -> None:
    """Every module of both at once; SQLite is the store's."""
    names = [
        f"armada_sim.{package.replace('/', '.')}.{path.stem}"
        for path in sorted((ROOT / "armada_sim" / package).glob("[!_]*.py"))
    ]
    assert len(names) > 1
    loaded = modules_after("\n".join(f"import {name}" for name in names))
    assert set(names) <= loaded
    assert not loaded & {"llvmlite", "scipy", "matplotlib", "distributed", "rich", "pydantic"}
    assert package == "tabletop/laboratory" or "sqlite3" not in loaded


def test_every_clause_has_words_and_a_source() -> None:
    assert set(TEXT) == set(Clause)


READMES = {"README.md": "ends with status 1", "README.fr.md": "finit donc avec le code 1"}
"""What each says of its first command."""


@pytest.mark.parametrize("name", few(READMES, 1))
def test_the_readme_session_is_true(name: str) -> None:
    result = doctest.testfile(str(ROOT / name), module_relative=False, encoding="utf-8")
    assert result.attempted > 4
    assert result.failed == 0


def readme_command(name: str, readme: str) -> str:
    match = re.search(rf"<!-- {name} command -->\n```sh\n(.*?)```", (ROOT / readme).read_text(), re.S)
    assert match
    return match[1]


@pytest.mark.parametrize(("readme", "told"), [(*READMES.items(),)[0], whole(*(*READMES.items(),)[1])])
def test_the_readme_s_first_command_rules_on_a_shipped_dispute(readme: str, told: str, tmp_path: Path) -> None:
    """Its last part, run with this environment: making the environment itself is left to `.ci/run`."""
    *before, command = readme_command("play", readme).splitlines()
    language = "".join(before)
    assert language == ("export ARMADA_LANG=fr" if ".fr." in readme else "")
    making, installing, *calls = [part.strip() for part in command.split("&&")]
    assert (making, installing) == ("python3 -m venv .venv", ".venv/bin/pip install -c constraints.txt .")
    spoken = os.environ | {"PYTHONPATH": str(ROOT), "ARMADA_LANG": language[-2:] or "en"}
    for call in calls:
        _, *words = call.removeprefix(".venv/bin/armada").split(">")[0].split(" ")
        done = subprocess.run(
            [sys.executable, "-m", "armada_sim.cli", *filter(None, words)],
            capture_output=True, text=True, cwd=tmp_path, env=spoken,
        )  # fmt: skip
        if ">" in call:
            (tmp_path / call.split()[-1]).write_text(done.stdout)
    assert done.returncode == 1, done.stderr  # as the README says beside it
    assert done.stdout.startswith("Le petit bleu" if ".fr." in readme else "The blue small")
    assert told in " ".join((ROOT / readme).read_text().split())
    assert "[move.steps]" in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dispute.toml", "ruling-1.svg", "ruling-2.svg"]


def test_ci_runs_the_readme_s_test_command() -> None:
    assert "<!-- test command -->" in (ROOT / ".ci" / "run").read_text()
    commands = {readme_command("test", readme) for readme in READMES}
    assert len(commands) == 1
    assert commands.pop().startswith("python3 -m venv .venv && .venv/bin/pip install -c constraints.txt '.[test]'")


PACKAGE = Path(armada_sim.__file__).parent
STUBS = sorted(PACKAGE.rglob("__init__.pyi"))
COMPILED = (
    "armada_sim.geometry.kernel",
    "armada_sim.players.battle",
    "armada_sim.regions._gunnery",
    "armada_sim.geometry.compiled_kernel",
    "armada_sim.photo.contrast",
    "armada_sim.photo.oriented",
)
"""What is compiled names the module of each function that it calls: that is where its source is read."""


def exports(stub: Path) -> dict[str, str]:
    """The names of a stub and the modules they come from."""
    imports = (node for node in ast.parse(stub.read_text()).body if isinstance(node, ast.ImportFrom))
    return {alias.name: node.module or "" for node in imports for alias in node.names}


@pytest.mark.parametrize("stub", STUBS, ids=lambda stub: stub.parent.name)
def test_a_package_exports_what_its_stub_says(stub: Path) -> None:
    package, names = import_module(_module(stub)), exports(stub)
    assert sorted(names) == sorted(package.__all__)
    for name, module in names.items():
        assert getattr(package, name) is getattr(import_module(f"{package.__name__}.{module}"), name)


def test_what_a_package_exports_is_imported_from_it() -> None:
    exported = {_module(stub): exports(stub) for stub in STUBS if stub.parent != PACKAGE}
    wrong = []
    for file, tree in trees().items():
        importer = _module(ROOT / file)
        if importer.startswith(COMPILED) or "__init__.py" in file:
            continue
        for node in ast.walk(tree):
            package, _, leaf = (getattr(node, "module", None) or "").rpartition(".")
            if isinstance(node, ast.ImportFrom) and not importer.startswith(f"{package}."):
                names = [alias.name for alias in node.names if exported.get(package, {}).get(alias.name) == leaf]
                wrong += [f"{importer}: {node.module}.{name}" for name in names]
    assert wrong == []


def _module(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
