"""How things look: colours that survive colour blindness and greyscale, line widths, font sizes."""

from __future__ import annotations

from dataclasses import dataclass

from armada_sim.errors import InputError


@dataclass(frozen=True, slots=True)
class Style:
    """One look. Players are told apart by lightness and hatch, not by hue alone."""

    name: str
    fills: tuple[str, ...]
    hatches: tuple[str, ...] = ("", "///", "...", "xxx", "\\\\\\", "+++")
    edge: str = "#1a1a1a"
    good: str = "#00664d"
    """The clear line, the legal arc."""

    bad: str = "#b3261e"
    """What is in the way."""

    ghost: str = "#555555"
    region: str = "#7fa8c9"
    font: float = 9.0
    thin: float = 0.8
    heavy: float = 2.4


STYLES = {
    "screen": Style("screen", ("#f0b64d", "#2f6db3", "#c9ecc9", "#5b2f73", "#f2e394", "#4a8c84")),
    "print": Style("print", ("#f0b860", "#5b8ec6", "#d9f0da", "#7d5494", "#f6edb8", "#7fb3ac"), thin=0.6),
    "greyscale": Style(
        "greyscale", ("#f2f2f2", "#8c8c8c", "#c4c4c4", "#6a6a6a", "#dddddd", "#a6a6a6"),
        good="#000000", bad="#000000", region="#bdbdbd",
    ),
}  # fmt: skip
"""The styles by name."""


def style_named(name: str) -> Style:
    """The style called `name`. Raises InputError."""
    if name not in STYLES:
        raise InputError(f"style must be one of {', '.join(STYLES)}, not {name!r}", key="style")
    return STYLES[name]
