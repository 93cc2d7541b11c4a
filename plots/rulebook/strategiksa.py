"""Figures of Strategiksa: the boards, a position, a battle in steps. Their scenes are played by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from armada_sim.tabletop import N_
from grid_games.strategiksa.board import MAPS
from grid_games.strategiksa.game import KIND
from grid_games.strategiksa.moves import Move, read_move
from grid_games.strategiksa.state import State
from grid_games.strategiksa.text.positions import read_position
from plots.grids.squares import draw_board, explain_mountain
from plots.grids.strategiksa import board_of, draw_position
from plots.grids.strategiksa_battle import battle_view, draw_battle
from plots.rulebook.registry import RulebookFigure, board_figure
from plots.sheet import Sheet

_BEGUN = "classic|1|R|R=R,G=G,B=B|R=R,G=G,B=B|c3=R:KH;d3=R:4IA;d4=R:2C;e3=G:K2C;f4=G:2I2A2H;c7=B:K2I2A;d8=B:2C2H"
"""The first turn of the sample game of the rules' reference."""

TURN = ("no offer", "+A d4", "stop", *("I d3-e3",) * 4, "A d3-e3", "stop")
"""What red does before the battle."""

_BATTLE = ("K", "/A", "I", "/C", "C", "/I", "I*", "/K*", "v")
"""How it goes."""

_made = partial(board_figure, "strategiksa")


def _board(name: str, map_name: str, title: str, caption: str) -> RulebookFigure:
    board = board_of(MAPS[map_name])

    def draw(sheet: Sheet) -> None:
        draw_board(sheet, board)
        if board.mountains:
            explain_mountain(sheet, sheet.words.say("mountain: no piece enters or crosses it"))

    return _made(name, title, caption, lambda: board.view, draw)


@cache
def scene() -> State:
    """Where red has moved and the battle begins."""
    game = KIND.load(3)
    state: State = read_position(game, _BEGUN)
    for text in TURN:
        state = state.play(game.parse(text))
    return state


def battle_moves() -> Sequence[Move]:
    """The choices in the battle."""
    return [read_move(text) for text in _BATTLE]


def _position(sheet: Sheet) -> None:
    draw_position(sheet, board_of(MAPS["classic"]), scene().table, scene().game.players)


def _battle(sheet: Sheet) -> None:
    draw_battle(sheet, scene(), battle_moves())


FIGURES = (
    _board(
        "strategiksa-classic", "classic", N_("The classic board"),
        N_("Ten squares by ten, in zones of two by two: squares are named by small letters, zones by capitals."),
    ),
    _board(
        "strategiksa-mountains", "pinwheel", N_("A board with mountains"),
        N_("The map pinwheel, proposed in place of the lost figure: every zone keeps two open squares at least, and "
           "can be controlled."),
    ),
    _made(
        "strategiksa-position", N_("A position"),
        N_("After its move, red has entered e3, where green stands: a battle has to be fought. The numbers say how "
           "many pieces of a kind there are."),
        lambda: board_of(MAPS["classic"]).view, _position,
    ),
    _made(
        "strategiksa-battle", N_("A battle, fight by fight"),
        N_("The battle on e3 of the position. The defenders pick first, then the sides in turn; the other side "
           "answers knowing what it faces."),
        lambda: battle_view(4), _battle, legend="below", scale=1.0,
    ),
)  # fmt: skip
