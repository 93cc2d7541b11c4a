"""Figures of Strategiksa: the boards, a position, a battle in steps. Their scenes are played by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from armada_sim.tabletop.language import Pair
from grid_games.strategiksa.board import MAPS
from grid_games.strategiksa.game import KIND
from grid_games.strategiksa.moves import Move, read_move
from grid_games.strategiksa.state import State
from grid_games.strategiksa.text.positions import read_position
from plots.grids.squares import draw_board, explain_mountain
from plots.grids.strategiksa import board_of, draw_position, said
from plots.grids.strategiksa_battle import battle_view, draw_battle
from plots.rulebook.registry import RulebookFigure, board_figure
from plots.sheet import Sheet

TITLES: dict[str, Pair] = {
    "strategiksa-classic": ("The classic board", "Le plateau classique"),
    "strategiksa-mountains": ("A board with mountains", "Un plateau avec des montagnes"),
    "strategiksa-position": ("A position", "Une position"),
    "strategiksa-battle": ("A battle, fight by fight", "Une bataille, combat par combat"),
}
CAPTIONS: dict[str, Pair] = {
    "strategiksa-classic": (
        "Ten squares by ten, in zones of two by two: squares are named by small letters, zones by capitals.",
        "Dix cases sur dix, en zones de deux sur deux : les cases portent de petites lettres, les zones des "
        "capitales."),
    "strategiksa-mountains": (
        "The map pinwheel, proposed in place of the lost figure: every zone keeps two open squares at least, and can "
        "be controlled.",
        "La carte pinwheel, proposée à la place de la figure perdue : chaque zone garde au moins deux cases libres et "
        "peut être contrôlée."),
    "strategiksa-position": (
        "After its move, red has entered e3, where green stands: a battle has to be fought. The numbers say how many "
        "pieces of a kind there are.",
        "Après son déplacement, rouge est entré en e3, où se tient vert : il faut livrer bataille. Les nombres disent "
        "combien il y a de pièces d'une sorte."),
    "strategiksa-battle": (
        "The battle on e3 of the position. The defenders pick first, then the sides in turn; the other side answers "
        "knowing what it faces.",
        "La bataille en e3 de la position. Les défenseurs choisissent d'abord, puis chaque camp à son tour ; l'autre "
        "répond en sachant ce qu'il affronte."),
}  # fmt: skip

BEGUN = "classic|1|R|R=R,G=G,B=B|R=R,G=G,B=B|c3=R:KH;d3=R:4IA;d4=R:2C;e3=G:K2C;f4=G:2I2A2H;c7=B:K2I2A;d8=B:2C2H"
"""The first turn of the sample game of the rules' reference."""

TURN = ("no offer", "+A d4", "stop", *("I d3-e3",) * 4, "A d3-e3", "stop")
"""What red does before the battle."""

BATTLE = ("K", "/A", "I", "/C", "C", "/I", "I*", "/K*", "v")
"""How it goes."""

_made = partial(board_figure, "strategiksa", TITLES, CAPTIONS)


def _board(name: str, map_name: str) -> RulebookFigure:
    board = board_of(MAPS[map_name])

    def draw(sheet: Sheet) -> None:
        draw_board(sheet, board)
        if board.mountains:
            explain_mountain(sheet, said(sheet.words, "mountain"))

    return _made(name, lambda: board.view, draw)


@cache
def scene() -> State:
    """Where red has moved and the battle begins."""
    game = KIND.load(3)
    state: State = read_position(game, BEGUN)
    for text in TURN:
        state = state.play(game.parse(text))
    return state


def battle_moves() -> Sequence[Move]:
    """The choices in the battle."""
    return [read_move(text) for text in BATTLE]


def _position(sheet: Sheet) -> None:
    draw_position(sheet, board_of(MAPS["classic"]), scene().table, scene().game.players)


def _battle(sheet: Sheet) -> None:
    draw_battle(sheet, scene(), battle_moves())


FIGURES = (
    _board("strategiksa-classic", "classic"),
    _board("strategiksa-mountains", "pinwheel"),
    _made("strategiksa-position", lambda: board_of(MAPS["classic"]).view, _position),
    _made("strategiksa-battle", lambda: battle_view(4), _battle, legend="below", scale=1.0),
)  # fmt: skip
