"""Figures of Strategiksa: the boards, a position, a battle in steps. Their scenes are played by the rules."""

from __future__ import annotations

from functools import cache, partial

from armada_sim.tabletop import N_
from grid_games.strategiksa.board import MAPS
from grid_games.strategiksa.game import KIND
from grid_games.strategiksa.moves import Move, read_move
from grid_games.strategiksa.state import State
from grid_games.strategiksa.text.positions import read_position
from plots.grids.scene import BoardScene
from plots.grids.strategiksa import board_of, scene_of
from plots.grids.strategiksa_battle import Battle, battle_view
from plots.rulebook.registry import board_figure

_BEGUN = "classic|1|R|R=R,G=G,B=B|R=R,G=G,B=B|c3=R:KH;d3=R:4IA;d4=R:2C;e3=G:K2C;f4=G:2I2A2H;c7=B:K2I2A;d8=B:2C2H"
"""The first turn of the sample game of the rules' reference."""

TURN = ("no offer", "+A d4", "stop", *("I d3-e3",) * 4, "A d3-e3", "stop")
"""What red does before the battle."""

_BATTLE = ("K", "/A", "I", "/C", "C", "/I", "I*", "/K*", "v")
"""How it goes."""

_made = partial(board_figure, "strategiksa")


def _board(map_name: str) -> BoardScene:
    board = board_of(MAPS[map_name])
    return BoardScene(board.view, (board,))


@cache
def scene() -> State:
    """Where red has moved and the battle begins."""
    game = KIND.load(3)
    state: State = read_position(game, _BEGUN)
    for text in TURN:
        state = state.play(game.parse(text))
    return state


def battle_moves() -> tuple[Move, ...]:
    """The choices in the battle."""
    return tuple(read_move(text) for text in _BATTLE)


FIGURES = (
    _made(
        "strategiksa-classic", N_("The classic board"),
        N_("Ten squares by ten, in zones of two by two: squares are named by small letters, zones by capitals."),
        lambda: _board("classic"),
    ),
    _made(
        "strategiksa-mountains", N_("A board with mountains"),
        N_("The map pinwheel, proposed in place of the lost figure: every zone keeps two open squares at least, and "
           "can be controlled."),
        lambda: _board("pinwheel"),
    ),
    _made(
        "strategiksa-position", N_("A position"),
        N_("After its move, red has entered e3, where green stands: a battle has to be fought. The numbers say how "
           "many pieces of a kind there are."),
        lambda: scene_of(scene()),
    ),
    _made(
        "strategiksa-battle", N_("A battle, fight by fight"),
        N_("The battle on e3 of the position. The defenders pick first, then the sides in turn; the other side "
           "answers knowing what it faces."),
        lambda: BoardScene(battle_view(4), (Battle(scene(), battle_moves()),), legend="below", scale=1.0),
    ),
)  # fmt: skip
