"""Figures of Strategiksa: the boards, a position, a battle in steps, and what the rules say, on a part of the board
each. Their scenes are played by the rules."""

from __future__ import annotations

from functools import cache, partial

from armada_sim.tabletop import N_
from grid_games.strategiksa.board import MAPS
from grid_games.strategiksa.game import KIND
from grid_games.strategiksa.moves import Move, read_move
from grid_games.strategiksa.state import State
from grid_games.strategiksa.text.positions import read_position
from plots.grids.figure import BoardFigure, Frame, Marked, Said, Ways
from plots.grids.scene import BoardScene
from plots.grids.strategiksa import SCALE, board_of
from plots.grids.strategiksa_battle import Battle, battle_view
from plots.rulebook.boards import declared
from plots.rulebook.registry import board_figure

_FREE = "R=R,G=G,B=B|R=R,G=G,B=B"
"""Nobody serves anybody."""

_BEGUN = f"classic|1|R|{_FREE}|c3=R:KH;d3=R:4IA;d4=R:2C;e3=G:K2C;f4=G:2I2A2H;c7=B:K2I2A;d8=B:2C2H"
"""The first turn of the sample game of the rules' reference."""

TURN = ("no offer", "+A d4", "stop", *("I d3-e3",) * 4, "A d3-e3", "stop")
"""What red does before the battle."""

BATTLE = ("K", "/A", "I", "/C", "C", "/I", "I*", "/K*", "v")
"""How it goes."""

_made = partial(board_figure, "strategiksa")


def _board(map_name: str) -> BoardScene:
    board = board_of(MAPS[map_name])
    return BoardScene(board.view, (board,), SCALE)


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
    return tuple(read_move(text) for text in BATTLE)


_FIGURE = partial(BoardFigure, "strategiksa", players=3)

POSITION = _FIGURE(
    "strategiksa-position", N_("A position"),
    N_("After its move, red has entered e3, where green stands: a battle has to be fought. The numbers say how "
       "many pieces of a kind there are."),
    (Frame(_BEGUN, "c3-f8", TURN),),
)  # fmt: skip

_KINGS = "a1=R:K;a10=G:K;j10=B:K"
"""Kings out of the picture."""

RULES = (
    _FIGURE(
        "strategiksa-cycle", N_("Who beats whom"),
        N_("An arrow leads from the winner to the loser (clause 35). The loser is removed, the winner is wounded; one "
           "who was wounded already is removed as well. Two pieces of a kind remove each other. Healers do not fight."),
        (Frame(
            f"classic|1|R|{_FREE}|d6=R:I;f3=R:C;b3=R:A;d4=R:K;a10=G:K;j10=B:K", "b3-f6", board=False,
            arrows=(Ways("d6-f3 f3-b3 b3-d6 d4-d6 d4-f3 d4-b3", N_("beats")),),
            notes=(
                Said("d6", N_("infantry"), up=4), Said("f3", N_("cavalry"), up=-4), Said("b3", N_("archer"), up=-4),
                Said("d4", N_("king"), up=-4),
            ),
        ),),
    ),
    _FIGURE(
        "strategiksa-moves", N_("How pieces move"),
        N_("Infantry, archers and healers go one square, in any direction; cavalry and the king one or two, and may "
           "turn between them (clause 26). On a square with enemies a piece stops, and there will be a battle (28): "
           "what lies behind is out of reach."),
        (
            Frame(
                f"classic|1|R|{_FREE}|c3=R:I;{_KINGS}", "b2-d4", ("no offer",), heading=N_("infantry"),
                marks=(Marked("may", N_("may go here"), moves="I c3-"),),
            ),
            Frame(
                f"classic|1|R|{_FREE}|c3=R:C;j1=R:K;d4=G:I;a10=G:K;j10=B:K", "a1-e5", ("no offer", "stop"),
                heading=N_("cavalry"),
                marks=(
                    Marked("ring", N_("may enter: a battle"), on="d4"),
                    Marked("may", N_("may go here"), moves="C c3-"),
                    Marked("barred", N_("near, but barred"), near="c3 2"),
                ),
            ),
        ),
    ),
    _FIGURE(
        "strategiksa-control", N_("Who controls a zone"),
        N_("A zone is controlled when all pieces in it are of one alliance and stand on two of its squares at least "
           "(clause 14). B2 is red's. Red's pieces in C2 stand on one square, and D2 holds red and green: nobody "
           "controls these."),
        (Frame(
            f"classic|1|R|{_FREE}|c3=R:KI;d4=R:2A;e4=R:3I;g3=R:C;h4=G:KI;j10=B:K", "c3-h4",
            marks=(
                Marked("noted", N_("zone controlled by red"), on="B2"),
                Marked("barred", N_("zone that nobody controls"), on="C2 D2"),
            ),
        ),),
    ),
    _FIGURE(
        "strategiksa-reinforcement", N_("Where reinforcements go"),
        N_("Red controls B2, and B3 belongs to green, its vassal: new pieces go to any square of these zones, empty "
           "ones too (clause 20). C2 is not controlled, since red stands on one square of it."),
        (Frame(
            "classic|2|R|R=R,G=R,B=B|R=R,G=G,B=B|c3=R:K;d4=R:2I;e4=R:C;c5=G:2A;d5=G:I;e6=B:K2I", "c3-f6",
            ("pass", "no offer"),
            marks=(
                Marked("ring", N_("a new piece may go here"), moves="+A "),
                Marked("barred", N_("not here"), near="d4 2"),
            ),
        ),),
    ),
    _FIGURE(
        "strategiksa-vassal", N_("Before and after: a vassal"),
        N_("The king of green has fallen in e3, and red takes green as a vassal: green's pieces stay where they are "
           "and keep their colour, but belong to red's alliance, and are no enemies any more (clauses 30, 43)."),
        (
            Frame(_BEGUN, "c3-f4", TURN, heading=N_("before the battle"),
                  marks=(Marked("noted", N_("pieces of red's alliance"), on="c3 d4"),)),
            Frame(_BEGUN, "c3-f4", (*TURN, *BATTLE), heading=N_("afterwards"),
                  marks=(Marked("noted", N_("pieces of red's alliance"), on="c3 d4 e3 f4"),)),
        ),
    ),
)  # fmt: skip

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
    *declared((POSITION,)),
    _made(
        "strategiksa-battle", N_("A battle, fight by fight"),
        N_("The battle on e3 of the position. The defenders pick first, then the sides in turn; the other side "
           "answers knowing what it faces."),
        lambda: BoardScene(battle_view(4), (Battle(scene(), battle_moves()),), SCALE),
    ),
    *declared(RULES),
)  # fmt: skip
