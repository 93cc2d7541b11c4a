"""A pocket's folder: the page, and beside it all that its engine loads, packed small."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

from armada_sim.tabletop.pocket.offline import PACKED
from armada_sim.tabletop.pocket.runtime import Runtime, run

_HERE = Path(__file__).parent

_LEFT_OUT = (
    "_pyrepl/*", "_sysconfigdata*", "asyncio/windows*", "bdb.py", "cProfile.py", "cmd.py", "code.py",
    "compileall.py", "ctypes/*", "doctest.py", "ensurepip/*", "ftplib.py", "html/*", "idlelib/*",
    "imaplib.py", "mailbox.py", "modulefinder.py", "multiprocessing/*", "optparse.py", "pdb.py",
    "pickletools.py", "poplib.py", "profile.py", "pstats.py", "pydoc*", "smtplib.py", "socketserver.py",
    "sqlite3/*", "statistics.py", "test/*", "timeit.py", "trace.py", "tracemalloc.py", "turtle*",
    "unittest/*", "venv/*", "wave.py", "wsgiref/*", "xml/*", "xmlrpc/*", "zoneinfo/*",
)  # fmt: skip
"""Of the standard library: what only programmers, servers and desktops use."""

_ENCODINGS = frozenset(
    f"encodings/{name}.py"
    for name in ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8", "utf_8_sig")
)
"""Of the encodings: what is used."""

_NO_CODE = ("*.typed", "*.txt", "*.dist-info/*", "*/__pycache__/*", "*.c", "*.pxd", "*/test/*", "*/tests/*")
"""Of packages: what is never loaded."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a pocket is made of."""

    pages: Sequence[Path]
    """Folders of static files."""

    packages: Sequence[str]
    """Packages of Python, by name."""

    left_out: Sequence[str]
    """Patterns of their files, and of libraries', that are never loaded."""

    beside: Mapping[str, Path]
    """Other folders that the program reads, by where in the packages it looks for them."""

    module: str
    """Where the `Engine` is called ENGINE."""

    replaced: Mapping[str, str]
    """Files of libraries that are replaced, by name."""


def packed(contents: Contents, runtime: Runtime, folder: Path, stage: Path) -> None:
    """Put a pocket's files into a folder, by way of another one. Raises InputError where Node is missing or fails."""
    for source in (*contents.pages, _HERE / "static"):
        shutil.copytree(source, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.d.ts"))
    _stage_library(runtime, stage / "library")
    _stage_packages(contents, runtime, stage / "packages")
    told = run("node", str(_HERE / "pack.mjs"), str(runtime.pyodide), str(stage), contents.module, at=stage)
    for lang, page in json.loads(told.splitlines()[-1]).items():
        (folder / f"page.{lang}.json").write_text(json.dumps(page, ensure_ascii=False), encoding="utf-8")
    _write_engine(contents, runtime, folder / "engine", stage)


def _write_engine(contents: Contents, runtime: Runtime, engine: Path, stage: Path) -> None:
    packages = stage / "packages"
    libraries = {path.relative_to(packages).as_posix(): path for path in sorted(packages.rglob("*.so"))}
    for name in ("pyodide.mjs", "pyodide.asm.mjs"):
        _copy(runtime.pyodide / name, engine / name)
    for name in ("pyodide.asm.wasm", "python_stdlib.zip", "program.zip"):
        _pack(stage / name, engine / name)
    for name, path in libraries.items():
        _pack(path, engine / name)
    lock = json.loads((runtime.pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    plan = {"module": contents.module, "libraries": [*libraries], "lock": {"info": lock["info"], "packages": {}}}
    (engine / "engine.json").write_text(json.dumps(plan), encoding="utf-8")


def _pack(source: Path, target: Path) -> None:
    """A file compressed."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.with_name(f"{target.name}{PACKED}").write_bytes(gzip.compress(source.read_bytes(), 9, mtime=0))


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _stage_library(runtime: Runtime, folder: Path) -> None:
    """What is used of the standard library."""
    with ZipFile(runtime.pyodide / "python_stdlib.zip") as archive:
        wanted = [
            name
            for name in archive.namelist()
            if not _matches(name, _LEFT_OUT) and (not name.startswith("encodings/") or name in _ENCODINGS)
        ]
        archive.extractall(folder, [name for name in wanted if not name.endswith("/")])


def _stage_packages(contents: Contents, runtime: Runtime, folder: Path) -> None:
    for wheel in runtime.wheels:
        with ZipFile(wheel) as archive:
            archive.extractall(folder, [name for name in archive.namelist() if _matters(name, contents.left_out)])
    for package in contents.packages:
        for path in sorted(path for path in _home(package).rglob("*") if path.is_file()):
            name = f"{package}/{path.relative_to(_home(package)).as_posix()}"
            if path.suffix == ".po":
                _translated(path, (folder / name).with_suffix(".mo"))
            elif _matters(name, contents.left_out):
                _copy(path, folder / name)
    for name, source in contents.beside.items():
        shutil.copytree(source, folder / name)
    for name, text in contents.replaced.items():
        (folder / name).write_text(text, encoding="utf-8")


def _translated(source: Path, target: Path) -> None:
    """A catalogue of messages in compiled form."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    target.parent.mkdir(parents=True, exist_ok=True)
    with source.open("rb") as text, target.open("wb") as binary:
        write_mo(binary, read_po(text))


def _home(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def _matters(name: str, left_out: Iterable[str]) -> bool:
    return not name.endswith("/") and not _matches(name, (*_NO_CODE, *left_out))


def _matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)
