"""Where compiled code is kept between runs: a folder named by its sources, or nowhere."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from armada_sim.compiled import cache_folder, compiled_functions, kept_in
from armada_sim.tabletop.errors import CostWarning

ROOT = Path(__file__).parents[2]

TINY = "def doubled(x):\n    return x + x\n"


def module_of(folder: Path, text: str, name: str = "tiny") -> ModuleType:
    """A module to compile, in a file of its own."""
    file = folder / f"{name}.py"
    file.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_folder_is_the_user_s_unless_another_is_named(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path)}
    there = tmp_path / "named"
    assert cache_folder({**home, "ARMADA_CACHE_DIR": str(there), "XDG_CACHE_HOME": str(tmp_path / "xdg")}) == there
    assert cache_folder({**home, "XDG_CACHE_HOME": str(tmp_path / "xdg")}, "linux") == tmp_path / "xdg" / "armada-sim"
    assert cache_folder({**home, "XDG_CACHE_HOME": "relative"}, "linux") == tmp_path / ".cache" / "armada-sim"
    assert cache_folder(home, "darwin") == tmp_path / "Library" / "Caches" / "armada-sim"
    assert cache_folder({"LOCALAPPDATA": str(tmp_path)}, "win32") == tmp_path / "armada-sim"
    for nobody in ({}, {"HOME": ""}, {"HOME": "~"}):
        assert cache_folder(nobody, "linux") is None


def test_a_change_of_any_source_is_another_folder(tmp_path: Path) -> None:
    environment = {"ARMADA_CACHE_DIR": str(tmp_path / "kept")}
    first = kept_in((TINY, "how"), environment)
    assert first is not None
    assert first.is_dir()
    assert first.parent == tmp_path / "kept"
    assert first == kept_in((TINY, "how"), environment)
    assert len({first, kept_in((TINY + "#", "how"), environment), kept_in((TINY, "otherwise"), environment)}) == 3


@pytest.mark.parametrize("name", ["file", "file/below", "/dev/null", "/proc/nowhere", "nul\0", "a" * 300])
def test_where_nothing_can_be_kept_that_is_told(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.warns(
        CostWarning, match=r"compiled code cannot be kept in .*: each run compiles for some seconds; ARMADA_CACHE_DIR"
    ) as told:
        assert kept_in((TINY,), {"ARMADA_CACHE_DIR": str(tmp_path / name)}) is None
    assert len(told) == 1
    with pytest.warns(CostWarning, match="compiled code cannot be kept .there is no home directory.: each run"):
        assert kept_in((TINY,), {}) is None


def doubled_of(source: ModuleType) -> Any:
    """Its function `doubled`, compiled."""
    return compiled_functions((source,)).doubled


def kept_files(folder: Path) -> dict[Path, int]:
    """What is kept, and by which number the system knows each file: another once it is written anew."""
    return {path: path.stat().st_ino for path in folder.rglob("*") if path.is_file()}


def test_what_is_compiled_is_kept_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answers are those of its source each time, whether it was kept, found or damaged."""
    kept = tmp_path / "kept"
    monkeypatch.setenv("ARMADA_CACHE_DIR", str(kept))
    source = module_of(tmp_path, TINY)

    assert doubled_of(source)(2) == 4
    (file, number), *others = kept_files(kept).items()
    assert not others
    assert doubled_of(source)(2) == 4
    assert kept_files(kept) == {file: number}

    whole = file.read_bytes()
    for damaged in (b"damaged", b"", whole[:-1], whole[:100] + bytes([whole[100] ^ 1]) + whole[101:]):
        file.write_bytes(damaged)
        assert doubled_of(source)(2) == 4
        assert file.read_bytes() == whole

    assert doubled_of(source)(2.5) == 5.0
    assert len(kept_files(kept)) == 2
    assert doubled_of(module_of(tmp_path, TINY.replace("x + x", "x + x + x")))(2) == 6
    assert len(kept_files(kept)) == 3


def test_processes_that_need_the_same_make_it_once(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom armada_sim.compiled import kept\n"
        "folder = Path(sys.argv[1])\ndef made():\n    with open(folder / 'count', 'a') as file:\n"
        "        file.write('.')\n"
        "    return b'x' * 10**7\nassert kept(folder, 'it', made) == b'x' * 10**7\n"
    )
    both = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT) for _ in range(3)]
    assert [one.wait(60) for one in both] == [0, 0, 0]
    if os.name != "nt":
        assert (tmp_path / "count").read_text() == "."


def test_threads_that_call_their_first_functions_at_once_run_them(tmp_path: Path) -> None:
    """As two searches of the page do. The second process reads kept code, so that all load it at the same moment."""
    names = [f"plus{number}" for number in range(8)]
    functions = [f"def {name}(x: float) -> float:\n    return x + {name[4:]}.0\n" for name in names]
    (tmp_path / "adding.py").write_text("\n\n".join(functions), encoding="utf-8")
    code = (
        "import sys, threading\nimport adding\nfrom armada_sim.compiled import compiled_functions\n"
        "sys.setswitchinterval(1e-5)\nfound, ready = [], threading.Barrier(8)\n"
        "functions = compiled_functions([adding])\n"
        "def call(number):\n    ready.wait()\n    found.append(getattr(functions, f'plus{number}')(0.5))\n"
        "threads = [threading.Thread(target=call, args=(number,)) for number in range(8)]\n"
        "for one in threads:\n    one.start()\nfor one in threads:\n    one.join()\nprint(sorted(found))\n"
    )
    environment = {
        **os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "ARMADA_CACHE_DIR": str(tmp_path / "kept"),
    }  # fmt: skip
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60, check=False
        )
        assert (done.returncode, done.stdout) == (0, f"{[number + 0.5 for number in range(8)]}\n"), done.stderr


@pytest.mark.parametrize("change", [("x + x", "x + x + x"), ("FACTOR = 1", "FACTOR = 5")])
def test_a_change_of_what_is_imported_is_compiled_anew(
    change: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A function or a constant of another module."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # a .pyc is not told apart within a second
    monkeypatch.setenv("ARMADA_CACHE_DIR", str(tmp_path / "kept"))
    found = []
    for text in (TINY + "FACTOR = 1\n", (TINY + "FACTOR = 1\n").replace(*change)):
        monkeypatch.setitem(sys.modules, "below", module_of(tmp_path, text, "below"))
        above = "from below import FACTOR, doubled\n\ndef twice(x):\n    return FACTOR * doubled(doubled(x))\n"
        found.append(compiled_functions((module_of(tmp_path, above, "above"),)).twice(1))

    assert found == [4, {"x + x": 9, "FACTOR = 1": 20}[change[0]]]
    assert len(kept_files(tmp_path / "kept")) == 2


def test_without_a_folder_everything_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARMADA_CACHE_DIR", "/dev/null/nowhere")
    source = module_of(tmp_path, TINY)
    with pytest.warns(CostWarning):
        assert doubled_of(source)(2) == 4

    folder = tmp_path / "kept"
    monkeypatch.setenv("ARMADA_CACHE_DIR", str(folder))
    doubled = doubled_of(source := module_of(tmp_path, TINY))
    assert doubled(2) == 4
    for made in sorted(folder.rglob("*"), reverse=True):
        made.unlink() if made.is_file() else made.rmdir()
    folder.rmdir()
    folder.write_text("in the way", encoding="utf-8")
    with pytest.warns(CostWarning, match="Not a directory|File exists"):
        assert doubled(2.5) == 5


@pytest.mark.skipif(os.name == "nt", reason="paths of Unix")
def test_a_command_says_once_what_it_costs(tmp_path: Path) -> None:
    """On standard error, in one line; the answer is what it would be."""
    code = (
        "import sys\nfrom armada_sim.compiled import kept_in\n"
        "import click\nfrom armada_sim.tabletop.terminal import console\n"
        "@click.command()\ndef go():\n    [kept_in((word,)) for word in 'ab']\n    click.echo('done')\n"
        "group = console.CommandGroup(commands=[go])\nsys.argv = ['armada', 'go']\nconsole.run(group, 'armada')\n"
    )
    hidden = {key: value for key, value in os.environ.items() if key not in ("ARMADA_CACHE_DIR", "XDG_CACHE_HOME")}
    done = subprocess.run(
        [sys.executable, "-c", code], env={**hidden, "PYTHONPATH": str(ROOT), "HOME": "/dev/null"},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "done\n")
    assert done.stderr.startswith("Note: compiled code cannot be kept in /dev/null/")
    assert done.stderr.count("\n") == 1


def test_nothing_is_said_where_code_is_kept(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert kept_in((TINY,), {"ARMADA_CACHE_DIR": str(tmp_path)}) is not None
