"""Where compiled code is kept between runs: a folder named by its sources, or nowhere."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import warnings
from pathlib import Path
from types import ModuleType

import pytest

from armada_sim.geometry.kept_code import caches, kept_in
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


def test_the_folder_is_the_user_s_unless_numba_is_told_another(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path)}
    there = tmp_path / "named"
    assert caches({**home, "NUMBA_CACHE_DIR": str(there), "XDG_CACHE_HOME": str(tmp_path / "xdg")}) == there
    assert caches({**home, "XDG_CACHE_HOME": str(tmp_path / "xdg")}, "linux") == tmp_path / "xdg" / "armada-sim"
    assert caches({**home, "XDG_CACHE_HOME": "relative"}, "linux") == tmp_path / ".cache" / "armada-sim"
    assert caches(home, "darwin") == tmp_path / "Library" / "Caches" / "armada-sim"
    assert caches({"LOCALAPPDATA": str(tmp_path)}, "win32") == tmp_path / "armada-sim"
    for nobody in ({}, {"HOME": ""}, {"HOME": "~"}):
        assert caches(nobody, "linux") is None


def test_a_change_of_any_source_is_another_folder(tmp_path: Path) -> None:
    environment = {"NUMBA_CACHE_DIR": str(tmp_path / "kept")}
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
        CostWarning, match=r"compiled code cannot be kept in .*: each run compiles for about a minute; NUMBA_CACHE_DIR"
    ) as told:
        assert kept_in((TINY,), {"NUMBA_CACHE_DIR": str(tmp_path / name)}) is None
    assert len(told) == 1
    with pytest.warns(CostWarning, match="compiled code cannot be kept .there is no home directory.: each run"):
        assert kept_in((TINY,), {}) is None


def test_what_is_compiled_is_kept_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answers are those of its source each time, whether it was kept, found, damaged, or could not be kept."""
    from armada_sim.geometry.batch import compiled_copy

    kept = tmp_path / "kept"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(kept))
    source = module_of(tmp_path, TINY)

    first = compiled_copy(source)
    assert first.doubled(2) == 4
    assert sum(first.doubled.stats.cache_hits.values()) == 0
    files = [path for path in kept.rglob("*") if path.suffix in (".nbi", ".nbc")]
    assert len(files) == 2

    again = compiled_copy(source)
    assert again.doubled(2) == 4
    assert sum(again.doubled.stats.cache_hits.values()) == 1

    for path in files:
        path.write_bytes(b"damaged")
        mended = compiled_copy(source)
        assert mended.doubled(2) == 4
        assert sum(mended.doubled.stats.cache_hits.values()) == 0
        found = compiled_copy(source)
        assert found.doubled(2) == 4
        assert sum(found.doubled.stats.cache_hits.values()) == 1

    changed = compiled_copy(module_of(tmp_path, TINY.replace("x + x", "x + x + x")))
    assert changed.doubled(2) == 6


@pytest.mark.parametrize("change", [("x + x", "x + x + x"), ("FACTOR = 1", "FACTOR = 5")])
def test_a_change_of_what_is_imported_is_compiled_anew(
    change: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A function or a constant of another module: numba's own cache would not see it."""
    from armada_sim.geometry.batch import compiled_copy

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    found = []
    for text in (TINY + "FACTOR = 1\n", (TINY + "FACTOR = 1\n").replace(*change)):
        monkeypatch.setitem(sys.modules, "below", module_of(tmp_path, text, "below"))
        above = "from below import FACTOR, doubled\n\ndef twice(x):\n    return FACTOR * doubled(doubled(x))\n"
        copy = compiled_copy(module_of(tmp_path, above, "above"))
        found.append((copy.twice(1), sum(copy.twice.stats.cache_hits.values())))

    assert found == [(4, 0), ({"x + x": 9, "FACTOR = 1": 20}[change[0]], 0)]


def test_without_a_folder_everything_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from armada_sim.geometry.batch import compiled_copy

    monkeypatch.setenv("NUMBA_CACHE_DIR", "/dev/null/nowhere")
    source = module_of(tmp_path, TINY)
    with pytest.warns(CostWarning):
        assert compiled_copy(source).doubled(2) == 4

    folder = tmp_path / "kept"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    copy = compiled_copy(source)
    for made in sorted(folder.rglob("*"), reverse=True):
        made.rmdir()
    folder.rmdir()
    folder.write_text("in the way", encoding="utf-8")
    with pytest.warns(CostWarning, match="Not a directory|File exists") as told:
        assert [copy.doubled(number) for number in (2, 2.5)] == [4, 5]
    assert len(told) == 1


@pytest.mark.skipif(os.name == "nt", reason="paths of Unix")
def test_a_command_says_once_what_it_costs(tmp_path: Path) -> None:
    """On standard error, in one line; the answer is what it would be."""
    code = (
        "import sys\nfrom armada_sim.geometry.kept_code import kept_in\n"
        "import click\nfrom armada_sim.tabletop.terminal import console\n"
        "@click.command()\ndef go():\n    [kept_in((word,)) for word in 'ab']\n    click.echo('done')\n"
        "group = console.CommandGroup(commands=[go])\nsys.argv = ['armada', 'go']\nconsole.run(group, 'armada')\n"
    )
    hidden = {key: value for key, value in os.environ.items() if key not in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")}
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
        assert kept_in((TINY,), {"NUMBA_CACHE_DIR": str(tmp_path)}) is not None
