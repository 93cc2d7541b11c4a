"""Figures of Armada: every figure file that is shipped."""

from __future__ import annotations

from functools import cache

from armada_sim.pictures import Style, Words
from armada_sim.tabletop.shipped import shipped
from plots.figure_file import AuthorFigure, headings_of, parse_figure
from plots.rulebook.registry import RulebookFigure
from plots.scene import Plate

_ORDER = (
    "anatomy", "step", "one-step", "paths", "turn-limit", "steps-small", "steps-medium", "steps-large",
    "blocked-headings", "refused-step", "stuck", "contact-overlap", "errors", "gun-reach", "large-slide",
    "threat", "shot-clear", "shot-blocked", "sight-lines", "reach-obstacles", "threat-obstacles", "three-actions",
    "sinking", "outlines", "solid", "fleets", "template", "deployment", "deployment-band", "deployment-anywhere",
    "three-players", "goal-flag", "flagship", "goal-infiltration",
)  # fmt: skip
"""Of the gallery."""


@cache
def figure_of(name: str) -> AuthorFigure:
    """The shipped figure of a name, worked out once."""
    return parse_figure(_text(name), file=name)


def _text(name: str) -> str:
    return shipped("armada_sim", ".toml", "figures")[name].read_text(encoding="utf-8")


def _shipped(name: str) -> RulebookFigure:
    """A shipped figure, which is worked out when it is first drawn."""
    said = headings_of(_text(name))

    def make(style: Style, words: Words) -> Plate:
        return figure_of(name).drawn(style, words)

    return RulebookFigure(name, "armada", said.title, said.caption, make, clauses=said.clauses)


FIGURES = tuple(map(_shipped, _ORDER))
