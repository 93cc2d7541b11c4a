"""Everything one prints to play, game by game: rule sheets, boards, keys, pieces, tracks, cards, as sheets of paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from armada_sim.pictures import Style, Words
from plots.kits.pages import Kit
from plots.kits.parts import Part
from plots.paper import Leaf
from plots.save import save_figure
from plots.settings import plain

if TYPE_CHECKING:
    from grid_games.core.protocol import Game

__all__ = ["Kit", "Part", "parts_of", "save_kit", "sheets_of"]


def parts_of(game: Game[Any, Any] | None) -> tuple[Part, ...]:
    """The parts of a board game with its options settled; of Armada for None."""
    if game is None:
        from plots.kits import armada

        return armada.PARTS
    parts: tuple[Part, ...] = import_module(f"plots.kits.{game.name.replace('-', '_')}").parts_of(game)
    return parts


@plain
def sheets_of(parts: Sequence[Part], paper: str, style: Style, words: Words, agreed: str = "") -> list[Leaf]:
    """The sheets of some parts in their order.

    paper: a key of `PAPERS`. agreed: a sentence on options that are not as by default.
    """
    kit = Kit(paper, replace(style, width_mm=None), words, agreed)
    return [leaf for part in parts for leaf in part.make(kit)]


def save_kit(
    parts: Sequence[Part], path: str | Path, title: str, *, paper: str, style: Style, words: Words, agreed: str = ""
) -> None:  # fmt: skip
    """Write the sheets of some parts as one PDF. Raises InputError if it cannot be written."""
    leaves = sheets_of(parts, paper, style, words, agreed)
    told = words.listed([words.say(part.title) for part in parts])
    save_figure(leaves, path, title=title, description=told, lang=words.lang, paper=paper)
