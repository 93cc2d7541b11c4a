"""How large letters are: those of DejaVu Sans, which pictures are lettered in, measured once."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

LINE = 1.25
"""Height of a line of text that must be kept free, as a multiple of the letters' size."""

FAMILY = "'DejaVu Sans', Verdana, Geneva, sans-serif"
"""Verdana's letters are as wide."""


class Letter(NamedTuple):
    """Thousandths of the letters' size."""

    width: int
    up: int
    """Of its ink over the line it stands on."""

    down: int
    """Of its ink under that line."""

    bold: int
    """How wide it is if it is bold."""


_OTHER, _WIDE = Letter(650, 760, 240, 720), Letter(1000, 880, 120, 1000)
"""Letters that were not measured, and those that fill a square."""


_FIRST_WIDE = "\u2e80"
"""From here on letters fill a square."""


@cache
def _measured() -> dict[str, Letter]:
    text = files(__package__).joinpath("letters.json").read_text(encoding="utf-8")
    return {letter: Letter(*sizes) for letter, sizes in json.loads(text).items()}


def _letter(sign: str) -> Letter:
    return _measured().get(sign) or (_OTHER if sign < _FIRST_WIDE else _WIDE)


@lru_cache(maxsize=4096)
def line_width(line: str, size: float, *, bold: bool = False) -> float:
    """Width of a line in letters of `size` points, points."""
    return sum(letter.bold if bold else letter.width for letter in map(_letter, line)) * size / 1000


def ink(line: str, size: float) -> tuple[float, float]:
    """How far the ink of a line goes over and under the line it stands on, points."""
    letters = [_letter(sign) for sign in line] or [Letter(0, 0, 0, 0)]
    return max(one.up for one in letters) * size / 1000, max(one.down for one in letters) * size / 1000


def text_size(text: str, size: float) -> tuple[float, float]:
    """Width and height of a text, points."""
    lines = text.split("\n")
    return max(line_width(line, size) for line in lines), LINE * size * len(lines)


SPACED = 1.15
"""Height of a line of most texts, as a multiple of the letters' size; the ink of a line is in its middle."""

APART = 1.2
"""The same in titles, legends and remarks, whose lines stand at equal distances."""

RISE = 0.76
"""Of such a line over what its letters stand on."""

_FALL = 0.24


def baselines(lines: list[str], size: float, top: float) -> list[float]:
    """What the letters of a text stand on, points down, if it begins at `top`."""
    return [
        top + (count + 0.5) * SPACED * size + (up - down) / 2
        for count, (up, down) in enumerate(ink(line, size) for line in lines)
    ]


def even_baselines(lines: list[str], size: float, first: float) -> list[float]:
    """The same for lines at equal distances; first: the first of them."""
    return [first + APART * size * count for count in range(len(lines))]


def extent(lines: list[str], size: float) -> tuple[float, float]:
    """How far a text of a legend goes over and under what it stands on, points: lines beside the middle of their
    sample."""
    if len(lines) == 1:
        up, down = ink(lines[0], size)
        return max(up, RISE * size), max(down, _FALL * size)
    high = APART * size * len(lines)
    under = high / 2 - RISE * size / 2
    return high - under, under
