"""Pictures of the discrete games: boards, positions, fights. A game's pictures stand in a module of its own."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from armada_sim.tabletop import Message, NotBuiltError
from plots.messages import Words
from plots.style import Style
from plots.style_file import style_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from grid_games.core.protocol import State

PICTURES = {
    "strategiksa": "plots.grids.strategiksa",
    "singidunum": "plots.grids.singidunum",
    "destin-arc": "plots.grids.destin_arc",
}
"""Name of a game and the module whose `figure_of(state, player, style, words, title)` draws its positions."""


def figure_of_state(
    state: State[Any], *, player: str | None = None, style: str | Style = "screen", lang: str = "en", title: str = ""
) -> Figure:
    """A figure of one moment of a game, as `player` may see it; all of it for None.

    Raises InputError for an unknown style or language, NotBuiltError for a game without pictures.
    """
    name = state.game.name
    if name not in PICTURES:
        told = Message(
            "there are no pictures of {name}; its board in characters is shown by `grid-games play`", name=name
        )
        raise NotBuiltError(told)
    figure: Figure = import_module(PICTURES[name]).figure_of(state, player, style_of(style), Words(lang), title)
    return figure
