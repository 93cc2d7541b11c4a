"""`armada pocket`: the table as static files, with its engine in the browser."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from armada_sim.tabletop.terminal import JSON, command, in_json

if TYPE_CHECKING:
    from armada_sim.tabletop import Language
    from armada_sim.tabletop.pocket import Contents


@command(short_help="Write the table as static files that need no server.", example="armada pocket -o pocket")
@click.option("-o", "--output", metavar="DIR", required=True, help="Where the files go; made if there is none.")
@click.option("--runtime", metavar="DIR", help="Pyodide and its wheels; else npm and pip fetch them.")
@click.option("--with", "more", metavar="NAMES", default="", help="Packages of Pyodide that come along, with commas.")
@JSON
@click.pass_obj
def pocket(words: Language, output: str, runtime: str | None, more: str, as_json: bool) -> None:
    """Write the page of `armada serve` with its engine as static files: any web space serves them, and so does
    `python -m http.server`. Opened once, a browser keeps them and needs no network.

    Python for browsers comes from the registries of npm and pip, or from a folder: Pyodide's npm package or its
    distribution, with the wheels that are needed. Node compiles what the browser runs. What needs NumPy, such as
    regions, comes along only --with numpy,scipy from a folder that has them.
    """
    from armada_sim.tabletop import Amount, InputError, Message
    from armada_sim.tabletop.pocket import build, from_folder, from_registries
    from armada_sim.tabletop.terminal import Progress

    names = [name.strip() for name in more.split(",") if name.strip()]
    if names and runtime is None:
        raise InputError(Message("packages come from a folder: name it with --runtime"), key="--with")
    with Progress(words.say("looking at the folder")) as progress:
        source = from_registries if runtime is None else partial(from_folder, Path(runtime), names)
        built = build(contents(), Path(output), source, lambda message: progress.tell(words.say(message)))
    if as_json:
        in_json({"output": output, "files": built.files, "bytes": built.size})
        return
    size = words.tell(Amount(f"{built.size / 1e6:.1f}"))
    click.echo(words.say("{output}: {files} files, {size} MB", output=output, files=built.files, size=size))
    click.echo(words.say("To try it: {command}", command=f"python -m http.server -d {shlex.quote(output)}"))


def contents() -> Contents:
    """What Armada's pocket is made of."""
    from importlib.resources import files

    from armada_sim.tabletop.pocket import Contents
    from armada_sim.tabletop.shipped import examples_of

    here = Path(str(files("armada_sim")))
    return Contents(
        pages=(here / "tabletop" / "web" / "static", here / "web" / "static"),
        packages=("armada_sim",),
        left_out=_LEFT_OUT,
        beside={"armada_sim/examples": Path(str(examples_of("armada_sim")))},
        module="armada_sim.web.pocket",
        replaced={"flint/__init__.py": _FLINT, "segno/writers.py": ""},
    )


_LEFT_OUT = (
    "*/static/*", "armada_sim/cli/*", "armada_sim/examples/*", "armada_sim/experiments/*", "armada_sim/rules/*",
    "armada_sim/tabletop/laboratory/*", "armada_sim/tabletop/pocket/runtime/*", "armada_sim/tabletop/terminal/*",
    "armada_sim/photo/*.onnx", "flint/functions/*", "flint/types/*_*", "flint/types/acb.*", "flint/types/dirichlet.*",
    "flint/types/nmod.*",
)  # fmt: skip
"""What is never loaded there: commands, experiments, networks that look at photographs, and kinds of
numbers that no rule uses."""

_FLINT = """from .pyflint import ctx
from .types.fmpz import fmpz
from .types.fmpq import fmpq
from .types.arf import arf
from .types.arb import arb
"""
"""FLINT with the kinds of numbers that are used: all of them take longer to load than the rest together."""
