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
from plots.style_file import style_of

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
def sheets_of(
    parts: Sequence[Part], *, paper: str, style: str | Style = "print", lang: str = "en", agreed: str = ""
) -> list[Leaf]:  # fmt: skip
    """The sheets of some parts in their order.

    paper: a key of `PAPERS`. agreed: a sentence on options that are not as by default.
    Raises InputError for an unknown style or language.
    """
    kit = Kit(paper, replace(style_of(style), width_mm=None), Words(lang), agreed)
    return [leaf for part in parts for leaf in part.make(kit)]


def save_kit(
    parts: Sequence[Part], path: str | Path, title: str, *, paper: str, style: str | Style = "print", lang: str = "en",
    agreed: str = "",
) -> None:  # fmt: skip
    """Write the sheets of some parts as one PDF; what is given as for `sheets_of`.

    Raises InputError for an unknown style or language, or if the file cannot be written.
    """
    leaves, words = sheets_of(parts, paper=paper, style=style, lang=lang, agreed=agreed), Words(lang)
    told = words.listed([words.say(part.title) for part in parts])
    save_figure(leaves, path, title=title, description=told, lang=lang, paper=paper)
