"""Where Python for a browser comes from: the registries, asked by their own clients, or a folder.

Versions and digests stand in the folder `runtime`: npm and pip take nothing else.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.language import Message

_PINNED = Path(__file__).with_name("runtime")

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""Files of Pyodide that are needed."""

_FOR = (
    "--python-version",
    "3.14",
    "--implementation",
    "cp",
    "--abi",
    "cp314",
    "--platform",
    "pyemscripten_2026_0_wasm32",
)
"""Whom wheels are for; those of Python alone are for everybody."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """Python for a browser."""

    pyodide: Path
    """The folder of its files."""

    wheels: tuple[Path, ...]
    """What is installed in it."""


def needed() -> tuple[str, ...]:
    """Names of what is installed in it at the least."""
    lines = (_PINNED / "wheels.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line.partition("==")[0] for line in lines if not line.startswith("#"))


def from_registries(folder: Path) -> Runtime:
    """Fetched into a folder by npm and pip. Raises InputError where one is missing or does not get it."""
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(_PINNED / name, folder / name)
    run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", at=folder)
    wheels = folder / "wheels"
    run(
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
        "--only-binary=:all:", *_FOR, "--require-hashes", "--requirement", str(_PINNED / "wheels.txt"),
        "--dest", str(wheels), at=folder,
    )  # fmt: skip
    return Runtime(folder / "node_modules" / "pyodide", tuple(sorted(wheels.glob("*.whl"))))


def from_folder(folder: Path, more: Sequence[str], _: Path) -> Runtime:
    """What a folder has: Pyodide's own distribution, or its npm package, and the wheels that are needed.

    more: names of packages of Pyodide's distribution, which come with all that they need. Raises InputError for what
    is not there.
    """
    missing = [name for name in PYODIDE if not (folder / name).is_file()]
    wheels = []
    for name in needed():
        there = sorted(folder.glob(f"{name.replace('-', '_')}-*.whl"))
        wheels += there[-1:]
        missing += [] if there else [name]
    if missing:
        raise InputError(Message("this folder lacks {names}", names=", ".join(missing)), file=str(folder))
    return Runtime(folder, tuple(dict.fromkeys((*wheels, *_distributed(folder, more)))))


def _distributed(folder: Path, names: Sequence[str]) -> Iterator[Path]:
    """Wheels of packages of a distribution, and of what they need. Raises InputError for one that is not as it says."""
    known = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
    waiting, seen = [*names], set[str]()
    while waiting:
        name = waiting.pop().lower().replace("_", "-")
        if name in seen:
            continue
        seen.add(name)
        if name not in known:
            raise InputError(Message("Pyodide has no {name}", name=name), key="with")
        wheel = folder / known[name]["file_name"]
        if not wheel.is_file():
            raise InputError(Message("this folder lacks {names}", names=wheel.name), file=str(folder))
        if sha256(wheel.read_bytes()).hexdigest() != known[name]["sha256"]:
            raise InputError(Message("{name} is not the file that its list names", name=wheel.name), file=str(folder))
        waiting += known[name]["depends"]
        yield wheel


def run(program: str, *arguments: str, at: Path) -> str:
    """What a program writes that runs in a folder. Raises InputError where it is missing or fails."""
    command = shutil.which(program)
    if command is None:
        raise InputError(Message("this takes {program}, which is not installed", program=program))
    done = subprocess.run([command, *arguments], cwd=at, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise InputError(Message("{program} failed: {why}", program=Path(program).name, why="".join(last)))
    return done.stdout
