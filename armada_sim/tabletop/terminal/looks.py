"""Options of every command that draws: how the picture looks."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from armada_sim.tabletop.language import Message
from armada_sim.tabletop.words import quoted

_MM_PER = {"mm": 1.0, "cm": 10.0, "in": 25.4}

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
"""mm. Width and height of sheets of paper."""


class Width(click.ParamType[float]):
    """A width on paper such as 80mm, 8cm or 3.15in, in mm."""

    name = "width"

    def __init__(self, least: float, most: float) -> None:
        self.least, self.most = least, most

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The width that was typed."""
        found = re.fullmatch(r"\s*(\d+(?:\.\d*)?)\s*(mm|cm|in)\s*", str(value))
        width = float(found[1]) * _MM_PER[found[2]] if found else 0.0
        if not self.least <= width <= self.most:
            said = Message(
                "expected a width from {least}mm to {most}mm, such as 80mm, 8cm or 3.15in, not {given}.",
                least=f"{self.least:g}", most=f"{self.most:g}", given=quoted(str(value)),
            )  # fmt: skip
            self.fail(said, param, ctx)
        return width


_OPTIONS = (
    click.option(
        "--style", metavar="STYLE",
        help="Look of the picture: screen, print, greyscale or a file (armada example style).  [default: screen]",
    ),
    click.option("--title", "heading", metavar="TEXT", help="Title of the picture, instead of its own."),
    click.option("--no-title", is_flag=True, help="Draw no title and no sentence above."),
    click.option("--no-legend", is_flag=True, help="Draw no legend."),
    click.option(
        "--size", "width", metavar="WIDTH", type=Width(20, 5000),
        help="Width of the picture, such as 80mm; letters keep their size.",
    ),
    click.option("--crop", is_flag=True, help="Leave no margin around what is drawn."),
)  # fmt: skip

PAPER = click.option(
    "--paper", type=click.Choice([*PAPERS]),
    help="PDF as sheets to print: what is larger than one is spread over several.",
)  # fmt: skip
"""Stands with `looks` on commands whose pictures are printed."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture is to look, as it was asked for; `plots.styled` makes a style of it."""

    style: str | None = None
    heading: str | None = None
    no_title: bool = False
    no_legend: bool = False
    width: float | None = None
    """mm"""

    crop: bool = False
    paper: str | None = None
    """One of `PAPERS`."""

    def suits(self, picture: Path | str | None, sized_by: str | None = None) -> None:
        """Raises InputError if something is asked for that the picture cannot have, or there is no picture.

        sized_by: another option than --size that says how large it is.
        """
        from armada_sim.tabletop.errors import InputError

        given = {
            "--style": self.style, "--title": self.heading, "--no-title": self.no_title or None,
            "--no-legend": self.no_legend or None, "--size": self.width, "--crop": self.crop or None,
            "--paper": self.paper,
        }  # fmt: skip
        key = next((name for name, value in given.items() if value is not None), None)
        if picture is None and key is not None:
            raise InputError(Message("says how a picture looks; name one with -o"), key=key)
        if self.paper is not None and Path(picture or "").suffix.lower() != ".pdf":
            raise InputError(Message("only a PDF has sheets of paper: name a picture that ends in .pdf"), key="--paper")
        if self.width is not None and sized_by is not None:
            raise InputError(
                Message("{other} says how large it is; leave one of them out", other=sized_by), key="--size"
            )


def looks(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options, which it takes together as `look`."""

    @wraps(function)
    def taking(*given: Any, **others: Any) -> Any:
        look = Look(**{name: others.pop(name) for name in Look.__slots__ if name in others})
        return function(*given, look=look, **others)

    found: Callable[..., Any] = taking
    for option in reversed(_OPTIONS):
        found = option(found)
    return found
