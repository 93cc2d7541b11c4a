"""Pictures of the discrete games: boards, positions, fights. A game's pictures stand in a module of its own."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from armada_sim.pictures import Style, Words
from armada_sim.tabletop import Message, NotBuiltError
from plots.settings import plain
from plots.style_file import style_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from grid_games.core.protocol import State

PICTURES = {
    "strategiksa": "plots.grids.strategiksa",
    "singidunum": "plots.grids.singidunum",
    "destin-arc": "plots.grids.destin_arc",
}
"""Name of a game and the module that has its TITLE, `scene_of(state, player, shown)`, `moment(state, player, words)`,
and what figure files ask: `bare(game)`, `corners_at`, `near`, `part`, `occupied`."""

SHEETS = {
    "strategiksa": ("battle",),
    "singidunum": ("units", "odds", "tracks"),
    "destin-arc": ("counters", "turn", "results"),
}
"""What a game shows beside its board: functions, from a game with its moves to a scene, of the module named as in
`PICTURES` with `_sheets` after it."""

CELL_MM = 10.0
"""From a square or hex to its neighbour in the units of every drawing."""


@plain
def figure_of_state(
    state: State[Any], *, player: str | None = None, style: str | Style = "screen", lang: str = "en", title: str = "",
    cell: float | None = None,
) -> Figure:  # fmt: skip
    """A figure of one moment of a game, as `player` may see it; all of it for None.

    cell: mm of paper from a square or hex to its neighbour; what fits a page if None.
    Raises InputError for an unknown style or language, NotBuiltError for a game without pictures.
    """
    name = state.game.name
    if name not in PICTURES:
        told = Message(
            "there are no pictures of {name}; its board in characters is shown by `grid-games play`", name=name
        )
        raise NotBuiltError(told)
    from plots.grids.scene import figure_of_board

    pictures, words = import_module(PICTURES[name]), Words(lang)
    scene = pictures.scene_of(state, player)
    scene = scene if cell is None else replace(scene, scale=cell / CELL_MM)
    told = pictures.moment(state, player, words)
    return figure_of_board(scene, title or words.say(pictures.TITLE), told, style_of(style), words)[0]
