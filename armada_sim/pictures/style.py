"""How things look: colours, hatches, line widths and letters, on a screen, on paper, without colour.

Every player has a fill of its own lightness and a hatch of its own, so that two fleets stay apart
for colour-blind readers and on a grey printer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

Look = dict[str, Any]
"""Matplotlib's words for one artist: colours, widths, dashes."""


@dataclass(frozen=True, slots=True)
class PlayerLook:
    """How one player's ships look."""

    fill: str
    hatch: str
    """Matplotlib's hatch pattern; empty for none."""

    hatch_ink: str
    """Colour of the hatch: readable on `fill`."""

    words: tuple[str, ...] = ()
    """Names of players this look belongs to, so that "red" is drawn red."""


_WORDS = (
    ("red", "rouge"),
    ("blue", "bleu", "navy"),
    ("yellow", "jaune", "gold"),
    ("green", "vert"),
    ("purple", "violet", "black", "noir", "pink"),
    ("orange",),
    ("white", "blanc", "transparent"),
    ("turquoise", "cyan"),
)
_HATCHES = ("", "////", "....", "\\\\\\\\", "++++", "----", "oo", "||||")
_DARK, _LIGHT = "#1a1a1a", "#f2f2f2"
_INKS = (_LIGHT, _LIGHT, _DARK, _DARK, _LIGHT, _DARK, _DARK, _DARK)


def _players(fills: tuple[str, ...], inks: tuple[str, ...] = _INKS) -> tuple[PlayerLook, ...]:
    rows = zip(fills, _HATCHES, inks, _WORDS, strict=True)
    return tuple(PlayerLook(fill, hatch, ink, words) for fill, hatch, ink, words in rows)


_COLOURS = _players(("#d8432b", "#2451a4", "#f7e463", "#5aa86b", "#4a1a5c", "#f0a43c", "#ffffff", "#8fd8d2"))


@dataclass(frozen=True, slots=True)
class Style:
    """One look for every figure. Widths and sizes are points; what is millimetres is drawn in millimetres."""

    name: str
    players: tuple[PlayerLook, ...]
    """In this order, of any number."""

    spare: tuple[PlayerLook, ...] = _COLOURS
    """Looks where there are more players than that."""

    page: str = "white"
    surface: str = "#f7f4ec"
    surface_edge: str = "#4d4d4d"
    grid: str = "#d5d0c4"
    ink: str = "#111111"
    """Outlines and letters."""

    quiet: str = "#555555"
    """Leaders, captions and frames."""

    halo: str = "white"
    """Around letters and heavy outlines."""

    thing: str = "#d9d9d9"
    thing_hatch: str = "xx"
    thing_ink: str = "#7a7a7a"
    reach: str = "#3b8ea5"
    """Region of reach."""

    reach_alpha: float = 0.22
    ghost_alpha: float = 0.30
    blocker: str = "#a3001b"
    """Heavy outline of what is in the way."""

    good: str = "#00563f"
    """Clear line of fire, legal headings."""

    thin: float = 0.6
    line: float = 1.0
    bold: float = 1.6
    heavy: float = 2.8
    hatch_width: float = 0.5
    small_text: float = 7.5
    text: float = 9.0
    title: float = 12.0
    font: str = "DejaVu Sans"
    outlines: bool = False
    """Whether letters in SVG are outlines; text that can be searched and edited if not."""

    legend: Literal["as_made", "beside", "below", "none"] = "as_made"
    """Where the legend stands; each figure has a place of its own for it."""

    heading: bool = True
    """Whether a title and a sentence stand above."""

    heading_words: str = ""
    """The title; the figure's own if empty."""

    caption: bool = True
    """Whether small print and a scale bar stand below."""

    width_mm: float | None = None
    """mm. Of the whole picture; what fits a page if None."""

    margin_mm: float = 3.0
    """mm. Free at each border of the picture."""

    lang: str = ""
    """Of the words, such as fr; that of the command if empty."""

    def looks(self, players: tuple[str, ...]) -> dict[str, PlayerLook]:
        """A look for every player: the one named like them, else the first that is free; then the same of the spare.

        With more players than looks they are used again, in order.
        """
        chosen: dict[str, PlayerLook] = {}
        for offered in (self.players, self.spare):
            for named in (True, False):
                for player in players:
                    free = (look for look in offered if look not in chosen.values())
                    word = player.strip().casefold()
                    look = next((look for look in free if not named or word in look.words), None)
                    if look is not None and player not in chosen:
                        chosen[player] = look
        every = (*self.players, *self.spare)
        return {player: every[count % len(every)] for count, player in enumerate(players)} | chosen


SCREEN = Style("screen", _COLOURS)
"""For a screen: colour, a tinted table."""

PRINT = replace(
    SCREEN,
    name="print",
    surface="white",
    grid="#cccccc",
    thin=0.4,
    line=0.7,
    bold=1.2,
    heavy=2.2,
    hatch_width=0.35,
    small_text=6.5,
    text=8.0,
    title=10.5,
)
"""For paper in colour: white table, finer lines."""

_GREYS = _players(
    ("#b9b9b9", "#555555", "#e2e2e2", "#999999", "#2c2c2c", "#7b7b7b", "#ffffff", "#404040"),
    (_DARK, *_INKS[1:5], _LIGHT, _DARK, _LIGHT),
)
GREYSCALE = replace(
    PRINT,
    name="greyscale",
    players=_GREYS,
    spare=_GREYS,
    reach="#6e6e6e",
    blocker="#000000",
    good="#000000",
)
"""For paper without colour; the first two players are far apart."""

STYLES = {style.name: style for style in (SCREEN, PRINT, GREYSCALE)}


DIVERGING = ("#e08214", "#f3c98b", "#f7f7f5", "#8fa9d3", "#1f3f7f")
"""From nothing over a half to all: distinct to colour-blind readers, and the ends to grey printers."""


class Z:
    """Drawing order, back to front."""

    SURFACE = 0.0
    GRID = 0.5
    REGION = 1.0
    THING = 2.0
    SHIP = 3.0
    GHOST = 4.0
    TEMPLATE = 4.5
    HEAVY = 5.0
    LINE = 6.0
    DIMENSION = 6.5
    LABEL = 7.0
    WORDS = 8.0
