"""What a kit is made of, and the pages that every game has: a rule sheet and a player's aid."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from armada_sim.pictures import Look, Z
from armada_sim.tabletop import N_
from grid_games import catalogue
from plots.kits.pages import Grid, Kit, Text, put_runs, text_page
from plots.kits.texts import Made, pages_of
from plots.paper import Leaf
from plots.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Part:
    """Some sheets of a kit."""

    name: str
    """As it is asked for."""

    title: str
    """A message."""

    make: Callable[[Kit], Sequence[Leaf]]


RULES, AID = ("rules", N_("Rule sheet")), ("aid", N_("Player’s aid"))
"""Name and title of what the text of a game has, page by page."""


def text_parts(
    game: str, facts: Callable[[Kit], Mapping[str, object]], made: Callable[[Kit], Made]
) -> tuple[Part, ...]:  # fmt: skip
    """The rule sheet and the player's aid of a game; facts and made: what its text leaves to it."""

    def part(number: int, name: str, title: str) -> Part:
        def make(kit: Kit) -> list[Leaf]:
            heading, blocks = pages_of(game, kit.words.lang, facts(kit), {**_notation(game, kit), **made(kit)})[number]
            if number == 0 and kit.agreed:
                blocks.append(Text(f"**{kit.agreed}**"))
            return [Leaf(text_page(kit, heading, blocks), name=kit.words.say(title))]

        return Part(name, title, make)

    return tuple(part(number, *named) for number, named in enumerate((RULES, AID)))


def _notation(game: str, kit: Kit) -> Made:
    """How the moves of a board game are written."""
    if game not in catalogue.KINDS:
        return {}
    rows = [(f"**{written}**", kit.words.say(meaning)) for written, meaning in catalogue.extras(game).notation]
    return {"notation": [Grid([(kit.words.say("written"), kit.words.say("meaning")), *rows])]}


@dataclass(frozen=True, slots=True)
class Box:
    """A field of a track."""

    text: str
    below: str = ""
    dark: bool = False


def draw_track(sheet: Sheet, title: str, boxes: Sequence[Box], top: float, side: float, across: int) -> float:
    """A title and boxes of `side` mm in rows of `across`, from an upper border in mm down; where it ends.

    A dark one has a bar at its head, so that it is told from others without colour.
    """
    bar = 1.6
    put_runs(sheet, [(title, True)], (0.0, top - 5.0), 11.0)
    top -= 8.0
    for number, box in enumerate(boxes):
        row, column = divmod(number, across)
        left, up = column * side, top - row * side
        rim: Look = {"facecolor": "none", "edgecolor": sheet.style.ink, "linewidth": sheet.style.line}
        sheet.mark("field", sheet.box(left, up - side, left + side, up, Z.SURFACE, **rim), box.text)
        if box.dark:
            ink: Look = {"facecolor": sheet.style.ink, "linewidth": 0}
            sheet.others.append(sheet.box(left, up - bar, left + side, up, Z.REGION, **ink))
        middle = left + side / 2
        sheet.texts.append(sheet.write(box.text, (middle, up - 0.42 * side), 16.0, halo=False, fontweight="bold"))
        if box.below:
            sheet.texts.append(sheet.write(box.below, (middle, up - 0.8 * side), 7.5, halo=False))
    return top - -(-len(boxes) // across) * side - 4.0
