"""Links as QR codes."""

# annotations are not postponed: a TypedDict does not find NotRequired in postponed ones

from collections.abc import Sequence
from itertools import groupby
from typing import Annotated, TypedDict

from pydantic_core import core_schema as core

from armada_sim.tabletop import InputError, Language, Message
from armada_sim.tabletop.web import File
from armada_sim.web.endpoints import Endpoint

MOST_LETTERS = 1200
"""Of a link that a camera still reads from a phone's screen; a QR code holds 2,953 at most."""

_SVG = "image/svg+xml"
_FREE, _SQUARE_PX = 4, 4
"""Squares left free on each side, as the standard asks; px of a square."""


class LinkBody(TypedDict):
    """A link, to be drawn as a QR code."""

    link: Annotated[str, core.str_schema(min_length=1, max_length=100_000)]


def _code(given: LinkBody, _: Language) -> File:
    """A link as a QR code. Raises InputError for one that is too long for a camera."""
    import segno

    if len(given["link"]) > MOST_LETTERS:
        text = Message(
            "this link has {n} letters, too many for a QR code that a camera reads from a screen ({most} at most): "
            "send it as text",
            n=len(given["link"]), most=MOST_LETTERS,
        )  # fmt: skip
        raise InputError(text)
    return File(_drawn(segno.make_qr(given["link"]).matrix).encode(), _SVG)


def _drawn(rows: Sequence[Sequence[int]]) -> str:
    """Dark and light squares as SVG, with what is to be left free around them."""
    size, parts = len(rows) + 2 * _FREE, []
    for y, row in enumerate(rows, _FREE):
        x = _FREE
        for dark, run in groupby(row):
            length = len([*run])
            if dark:
                parts.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    side = _SQUARE_PX * size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 {size} {size}" '
        f'shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{"".join(parts)}"/></svg>'
    )


CODE = Endpoint("/api/qr", LinkBody, _code, None, _SVG)
