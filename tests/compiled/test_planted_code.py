"""Compiled code is loaded from what belongs to the user alone; whatever else lies there is left, and said."""

from __future__ import annotations

import hashlib
import os
import stat
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any

import pytest

from armada_sim.compiled import compiled_functions, deciding, kept_code, kept_in
from armada_sim.tabletop.errors import CostWarning
from tests.compiled.test_kept_code import ROOT, TINY, doubled_of, kept_files, module_of
from tests.whole import whole

pytestmark = pytest.mark.skipif(os.name == "nt", reason="owners and modes of Unix")

SOMEBODY = 12345
"""Another user."""

superuser = pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root gives files away")


def planted(cache: Path, source_folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Callable[[], Any], Path]:
    """What calls `doubled(2)`, compiled anew or found, and the file in which it is kept: code that says 6 is in it, put
    there by somebody who knows how files are written."""
    monkeypatch.setenv("ARMADA_CACHE_DIR", str(source_folder / "elsewhere"))
    other = module_of(source_folder, TINY.replace("x + x", "x + x + x"), "other")
    assert doubled_of(other)(2) == 6
    (evil,) = kept_files(source_folder / "elsewhere")
    monkeypatch.setenv("ARMADA_CACHE_DIR", str(cache))
    assert doubled_of(module_of(source_folder, TINY))(2) == 4
    (file,) = kept_files(cache)
    assert file.name == evil.name
    put(file, evil.read_bytes()[32:])

    return lambda: doubled_of(module_of(source_folder, TINY))(2), file


def put(file: Path, code: bytes) -> None:
    """Keep code in a file as it would be kept."""
    file.write_bytes(hashlib.sha256(f"{file.parent.name}/{file.name}\n".encode() + code).digest() + code)


def test_what_is_kept_is_this_user_s_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the mask of new files: folders, those above that had to be made too, and files."""
    cache = tmp_path / "above" / "kept"
    before = os.umask(0)
    try:
        call, _ = planted(cache, tmp_path, monkeypatch)
    finally:
        os.umask(before)
    for path in (cache.parent, cache, *cache.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert call() == 6  # who may write there is believed: the user may have what code he likes


def opened_up(path: Path) -> str:
    path.chmod(0o777)
    return f"others may write to {path}"


def opened_to_a_group(path: Path) -> str:
    path.chmod(0o720)
    return f"others may write to {path}"


def given_away(path: Path) -> str:
    os.chown(path, SOMEBODY, SOMEBODY, follow_symlinks=False)
    return f"{path} belongs to another user"


@pytest.mark.parametrize("place", ["above", "cache", "folder", "file"])
@pytest.mark.parametrize(
    "change", [opened_up, opened_to_a_group, pytest.param(given_away, marks=superuser)], ids=lambda one: one.__name__
)
def test_what_others_may_have_written_is_not_run(
    place: str, change: Callable[[Path], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file, its folder, the folder of caches or one above it; nothing there is replaced or removed."""
    cache = tmp_path / "above" / "kept"
    call, file = planted(cache, tmp_path, monkeypatch)
    path = {"above": cache.parent, "cache": cache, "folder": file.parent, "file": file}[place]
    before, why = kept_files(cache), change(path)

    with pytest.warns(CostWarning) as said:
        assert call() == 4
    assert [str(one.message).partition(" (")[2].partition(")")[0] for one in said] == [why]
    assert kept_files(cache) == before


def test_a_folder_for_everybody_may_stand_above_but_hold_no_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder such as /tmp everybody may replace nothing but their own."""
    cache = tmp_path / "above" / "kept"
    call, _ = planted(cache, tmp_path, monkeypatch)
    cache.parent.chmod(0o1777)
    assert call() == 6
    cache.chmod(0o1777)
    with pytest.warns(CostWarning, match="others may write to"):
        assert call() == 4


@pytest.mark.parametrize("whose", ["own", pytest.param("another's", marks=superuser)])
@pytest.mark.parametrize("place", ["cache", "folder"])
def test_a_link_leads_to_code_where_nobody_else_could_have_laid_it(
    whose: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To a folder that is this user's alone: many keep their caches on another disk."""
    cache = tmp_path / "kept"
    call, file = planted(cache, tmp_path, monkeypatch)
    path = cache if place == "cache" else file.parent
    away = path.rename(tmp_path / "away")
    path.symlink_to(away, target_is_directory=True)
    if whose == "own":
        assert call() == 6
        away.chmod(0o777)
        why = f"others may write to {away}"
    else:
        why = given_away(path)
    with pytest.warns(CostWarning, match=f"{why}.: each run compiles"):
        assert call() == 4


LIMITED = (
    "import resource, sys, warnings\nfrom pathlib import Path\nfrom armada_sim.tabletop.errors import CostWarning\n"
    "from tests.compiled.test_kept_code import doubled_of, module_of\n"
    "resource.setrlimit(getattr(resource, sys.argv[1]), (int(sys.argv[2]),) * 2)\n"
    "sys.path.insert(0, sys.argv[3])\nimport tiny\n"
    "with warnings.catch_warnings(record=True) as said:\n    warnings.simplefilter('always')\n"
    "    from armada_sim.compiled import compiled_functions\n    found = compiled_functions((tiny,))\n"
    "    print(found.doubled(2), *([found.tripled(2)] if hasattr(found, 'tripled') else []))\n"
    "print(*(one.message for one in said), sep='\\n')\n"
)


def limited(what: str, most: int, cache: Path, source: Path) -> list[str]:
    """The lines of a program with a limit of the system: what `doubled(2)` (and `tripled(2)`) gives, what is said."""
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, what, str(most), str(source)], cwd=ROOT, capture_output=True, text=True,
        timeout=120, check=False, env={**os.environ, "ARMADA_CACHE_DIR": str(cache), "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.split("\n") if line]


def fifo(file: Path) -> None:
    os.mkfifo(file)


def endless(file: Path) -> None:
    file.symlink_to("/dev/zero")


def copied(file: Path) -> None:
    file.symlink_to(file.with_name("other"))


def directory(file: Path) -> None:
    file.mkdir()


def huge(file: Path) -> None:
    with file.open("wb") as opened:
        opened.truncate(2**36)


@pytest.mark.parametrize("lay", [fifo, endless, *map(whole, (copied, directory, huge))], ids=lambda one: one.__name__)
def test_what_is_no_plain_file_is_neither_waited_for_nor_read(
    lay: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe, links to a device and to code, a folder, and a file larger than memory; all are left as they are."""
    cache = tmp_path / "kept"
    _, file = planted(cache, tmp_path, monkeypatch)
    file.rename(file.with_name("other"))
    lay(file)
    answer, *said = limited("RLIMIT_AS", 2**33, cache, tmp_path)
    assert answer == "4"
    why = f"{file} is larger than any compiled code" if lay is huge else f"{file} is no regular file"
    assert said == [
        f"compiled code cannot be kept in {cache} ({why}): each run compiles for some seconds; ARMADA_CACHE_DIR names "
        "a folder to keep it in"
    ]
    assert sorted(one.name for one in file.parent.iterdir()) == sorted([file.name, "other"])
    assert file.is_symlink() == (lay in (endless, copied))


def test_code_under_another_name_is_not_run(tmp_path: Path) -> None:
    """Of another function, which ended the program, and of the same function as an earlier source had it."""
    cache = tmp_path / "kept"
    both = TINY + "\ndef tripled(x):\n    return x + x + x\n"
    module_of(tmp_path, both)
    assert limited("RLIMIT_CORE", 0, cache, tmp_path) == ["4 6"]
    one, other = sorted(kept_files(cache))
    contents = one.read_bytes(), other.read_bytes()
    one.write_bytes(contents[1])
    other.write_bytes(contents[0])
    assert limited("RLIMIT_CORE", 0, cache, tmp_path) == ["4 6"]
    assert (one.read_bytes(), other.read_bytes()) == contents

    module_of(tmp_path, TINY.replace("x + x", "x + x + x"))
    assert limited("RLIMIT_CORE", 0, cache, tmp_path) == ["6"]
    (later,) = set(kept_files(cache)) - {one, other}
    later.write_bytes(next(file for file in (one, other) if file.name == later.name).read_bytes())
    assert limited("RLIMIT_CORE", 0, cache, tmp_path) == ["6"]


def test_what_does_not_fit_leaves_nothing(tmp_path: Path) -> None:
    """As on a full disk: every answer comes, one sentence says that nothing is kept, and no file is left."""
    cache = tmp_path / "kept"
    module_of(tmp_path, TINY)
    for _ in range(2):
        answer, *said = limited("RLIMIT_FSIZE", 100, cache, tmp_path)
        assert answer == "4"
        assert len(said) == 1
        assert said[0].startswith(f"compiled code cannot be kept in {cache} (File too large): each run compiles")
        assert not kept_files(cache)


def test_on_windows_the_place_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Owner and mode say nothing there, and are not asked."""
    call, file = planted(tmp_path / "kept", tmp_path, monkeypatch)
    for path in (file, file.parent, tmp_path / "kept"):
        path.chmod(0o777)
    monkeypatch.setattr(kept_code, "sys", SimpleNamespace(platform="win32"))
    assert call() == 6


def test_whatever_takes_part_in_a_call_decides_where_code_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All sources of this program that run when a compiled function is called, made, kept or found again: a change of
    how arguments are packed or results unpacked never meets code of before."""
    monkeypatch.setenv("ARMADA_CACHE_DIR", str(tmp_path / "kept"))
    source = module_of(tmp_path, "def both(x, y):\n    return x + y, (x > y, y)\n")
    used = set[Path]()

    def note(frame: Any, event: str, argument: object) -> None:
        code: CodeType = frame.f_code
        used.add(Path(code.co_filename))

    for _ in ("made", "found"):
        both = compiled_functions((source,)).both
        sys.setprofile(note)
        try:
            assert both(2.5, 3) == (5.5, (False, 3))
            assert both(3, 2) == (5, (True, 2))
        finally:
            sys.setprofile(None)
    ours = {path for path in used if path.is_relative_to(ROOT / "armada_sim")}
    assert {path.name for path in ours} >= {"calling.py", "kept_code.py", "machine.py", "functions.py"}
    assert ours <= set(deciding(source))


@pytest.mark.parametrize("name", ["calling.py", "kept_code.py", "values.py", "tiny.py"])
def test_a_change_of_what_decides_is_another_folder(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = module_of(tmp_path, TINY)
    monkeypatch.setenv("ARMADA_CACHE_DIR", str(tmp_path / "kept"))
    texts = [file.read_text(encoding="utf-8") for file in deciding(source)]
    (at,) = (i for i, file in enumerate(deciding(source)) if file.name == name)
    assert kept_in(texts) != kept_in([*texts[:at], texts[at] + "#", *texts[at + 1 :]])
    doubled_of(source)(2)
    assert {file.parent for file in kept_files(tmp_path / "kept")} == {kept_in(texts)}
