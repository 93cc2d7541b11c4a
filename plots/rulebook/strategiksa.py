"""Figures of Strategiksa: figure files, and a battle in steps, which the rules play."""

from __future__ import annotations

from functools import partial
from typing import cast

from armada_sim.tabletop import N_
from grid_games.strategiksa.moves import Move, read_move
from grid_games.strategiksa.state import State
from plots.grids.scene import BoardScene
from plots.grids.strategiksa import SCALE
from plots.grids.strategiksa_battle import Battle, battle_view
from plots.rulebook.registry import board_figure
from plots.rulebook.shipped import board_of, figures


def scene() -> State:
    """Where red has moved and the battle begins."""
    figure = board_of("strategiksa-vassal")
    return cast("State", figure.state(figure.frames[0]))


def battle_moves() -> tuple[Move, ...]:
    """The choices in the battle: what is played from the first frame of the vassal's figure to the second."""
    before, after = board_of("strategiksa-vassal").frames
    return tuple(read_move(text) for text in after.moves[len(before.moves) :])


_files = partial(figures, "strategiksa")

FIGURES = (
    *_files("strategiksa-classic", "strategiksa-mountains", "strategiksa-position"),
    board_figure(
        "strategiksa", "strategiksa-battle", N_("A battle, fight by fight"),
        N_("The battle on e3 of the position. The defenders pick first, then the sides in turn; the other side "
           "answers knowing what it faces."),
        lambda: BoardScene(battle_view(4), (Battle(scene(), battle_moves()),), SCALE),
    ),
    *_files(
        "strategiksa-cycle", "strategiksa-moves", "strategiksa-control", "strategiksa-reinforcement",
        "strategiksa-vassal",
    ),
)  # fmt: skip
