"""What a rulebook figure is, and what of the source texts ours stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from armada_sim.pictures import Style, Words
from armada_sim.tabletop import N_, Said
from plots.scene import Plate


@dataclass(frozen=True)
class RulebookFigure:
    """One figure of a rulebook."""

    name: str
    """Of its files."""

    game: str
    title: Said
    caption: Said
    make: Callable[[Style, Words], Plate]
    clauses: tuple[str, ...] = ()
    """Of the rules that it shows."""


@dataclass(frozen=True)
class Named:
    """A figure or table that a source text has or speaks of."""

    game: str
    what: str
    """A message: how the text names it, and what it shows."""

    figures: tuple[str, ...] = ()
    """Ours that stand for it, by name."""

    why: str = ""
    """A message: why none does, or how far ours is our own."""


SOURCES = (
    Named("armada", N_("Figure 1: examples of one step"), ("step",)),
    Named("armada", N_("Figure 2: examples of distances and paths"), ("paths",)),
    Named("armada", N_("Figure 3: examples of the reach of the guns"), ("gun-reach",)),
    Named("strategiksa", N_("Schema 1: classic map"), ("strategiksa-classic",),
        N_("The picture is lost; the text says all of it but the colour of the corners.")),
    Named("strategiksa", N_("Schema 2: map with obstacles"), ("strategiksa-mountains",),
        N_("The picture is lost; the map is our proposal.")),
    Named("singidunum", N_("\u201csee table\u201d: the results of a melee"), ("singidunum-odds",),
        N_("The table is lost; ours has what the texts say of its results, the rest is proposed.")),
    Named("destin-arc", N_("the map with hexes, and its coordinates"), ("destin-map",),
        N_("The printed map is lost; ours is reconstructed from the clues of the text.")),
    Named("destin-arc", N_("description of a piece: face and back, by the archers of Arc"), ("destin-counters",)),
    Named("destin-arc", N_("the lists of units of each side"), ("destin-counters",)),
    Named("destin-arc", N_("the starting positions of each side"), ("destin-start",),
        N_("One of many: the text leaves choices to the players.")),
    Named("destin-arc", N_("the combat table"), ("destin-table",)),
    Named("destin-arc", N_("the sheets that describe the spells"),
        why=N_("Words and numbers without a picture: they stand in the rules.")),
    Named("destin-arc", N_("the table of bonuses and penalties of the campaign"),
        why=N_("It is lost; the text gives the numbers of units it leads to, which are options.")),
    Named("destin-arc", N_("pictures beside the article: H. G. Wells at play, another game"),
        why=N_("They show nothing of the game.")),
)  # fmt: skip
"""Every figure and table that the source texts have or speak of, in their order. All other figures are our own."""


def stands_for(figure: str) -> list[Named]:
    """What a figure of ours, by its name, stands for; empty for one that we add."""
    return [named for named in SOURCES if figure in named.figures]
