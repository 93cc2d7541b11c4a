"""`print` of either program: which parts of a kit go into a PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click

from armada_sim.tabletop.language import N_, Language, Message
from armada_sim.tabletop.terminal.looks import PAPERS
from armada_sim.tabletop.terminal.shared import picture_path, several

_OPTIONS = (
    click.option("-o", "--output", metavar="PDF", help="The file of the sheets."),
    click.option(
        "--paper", type=click.Choice([*PAPERS]), default="a4", show_default=True, help="The sheets it is made for."
    ),
    click.option(
        "--style", metavar="STYLE", default="print", show_default=True,
        help="Look of the sheets: screen, print, greyscale or a file (armada example style).",
    ),
    click.option("--only", metavar="NAMES", help="These parts alone, with commas between them."),
    click.option("--list", "list_them", is_flag=True, help="Name the parts and write nothing."),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Print:
    """What of a kit is wanted, as it was asked for."""

    output: str | None
    paper: str
    style: str
    only: str | None
    list_them: bool


def prints(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options, which it takes together as `wanted`."""

    @wraps(function)
    def taking(*given: Any, **others: Any) -> Any:
        return function(*given, wanted=Print(**{name: others.pop(name) for name in Print.__slots__}), **others)

    found: Callable[..., Any] = taking
    for option in reversed(_OPTIONS):
        found = option(found)
    return found


class _Part(Protocol):
    """A part of a kit."""

    @property
    def name(self) -> str:
        """As it is asked for."""

    @property
    def title(self) -> str:
        """A message."""


AnyPart = TypeVar("AnyPart", bound=_Part)


def print_kit(
    wanted: Print, parts: Sequence[AnyPart], words: Language, save: Callable[[Sequence[AnyPart], Path], None],
    reads: Sequence[str] = (),
) -> None:  # fmt: skip
    """List the parts that were asked for, or have them saved; reads: files that are not to be written over.

    Raises InputError for a part there is none of, or a file that is no PDF.
    """
    from armada_sim.tabletop.errors import InputError

    names = [part.name for part in parts]
    if wanted.only is not None:
        names = several(wanted.only, names, "--only", N_("there is no part called {name}{guess}"))
    chosen = [part for part in parts if part.name in names]
    if wanted.list_them:
        width = max(map(len, names))
        for part in chosen:
            click.echo(f"{part.name:{width}}  {words.say(part.title)}")
        return
    if wanted.output is None:
        raise InputError(Message("say where the sheets go, or ask for --list"), key="--output")
    if Path(wanted.output).suffix.lower() != ".pdf":
        raise InputError(Message("only a PDF has sheets of paper: name a file that ends in .pdf"), key="--output")
    path = picture_path(wanted.output, reads=reads)
    assert path is not None
    save(chosen, path)
