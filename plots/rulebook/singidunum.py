"""Figures of Singidunum: board, deployment, units, and what the rules say, on a part of the board each; odds and the
track of points. The rules judge their scenes."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import partial

from matplotlib.colors import LinearSegmentedColormap, to_hex

from armada_sim.geometry import Point
from armada_sim.pictures import DIVERGING, Look, Style, View
from armada_sim.tabletop import N_
from grid_games.core.sets import members
from grid_games.singidunum import odds
from grid_games.singidunum.armies import ARMIES
from grid_games.singidunum.chapters.turns import TURNS
from grid_games.singidunum.game import KIND
from grid_games.singidunum.state import State
from plots.grids.figure import BoardFigure, Frame, Marked, Ways
from plots.grids.hexes import corners
from plots.grids.scene import BoardScene, Cell, Ring, Table
from plots.grids.singidunum import SCALE, Faces, scene_of
from plots.rulebook.boards import declared
from plots.rulebook.registry import board_figure

_made = partial(board_figure, "singidunum")


def deployed() -> State:
    """Two armies of 55 points as they might be deployed."""
    state = KIND.load().new()
    hexes = ("d5 d6 c4 c8 d3 d8 d9 c6 c7", "h4 h5 i4 h8 i9 i5 i8 i6 i7")
    for name, places in zip(("mixed-55", "bows-55"), hexes, strict=True):
        for unit, place in zip(ARMIES[name].units.split(), places.split(), strict=True):
            state = state.play(state.game.parse(f"{unit}@{place}"))
        if state.mover == (0 if name == "mixed-55" else 1) and state.phase == "deploy":
            state = state.play(state.game.parse("done"))
    return state


def _deployment() -> BoardScene:
    state = deployed()
    scene, board = scene_of(state), state.game.table.board
    zones = (
        Ring("deployment zone", {board.names[n]: corners(board.grid.places[n]) for n in members(zone)}, "noted",
             N_("deployment zone"), 0.6)
        for zone in state.game.table.zones
    )  # fmt: skip
    return replace(scene, marks=(*scene.marks, *zones))


_FIGURE = partial(BoardFigure, "singidunum")
_ARROWS = (N_("moves"), N_("attacks"))
_MAY, _NOT, _HIT = N_("may go here"), N_("near, but barred"), N_("may be shot at")

RULES = (
    _FIGURE(
        "singidunum-zones", N_("Zones of control"),
        N_("A unit controls the six hexes around it, activated or not. A step from a hex the enemy controls to "
           "another is barred."),
        (Frame(
            "1 romans 0-0 E9@d5 C6@f8' / H7@f4 A5@d8'", "e6 4",
            marks=(
                Marked("red", N_("hex the Romans control"), on="c5 c6 d4 d6 e5 e6 e8 e9 f7 f9 g8 g9"),
                Marked("blue", N_("hex the barbarians control"), on="e4 e5 f3 f5 g4 g5 c8 c9 d7 d9 e8 e9"),
            ),
        ),),
    ),
    _FIGURE(
        "singidunum-moves", N_("Where a cavalry unit may go"),
        N_("The cavalry on e6 is in contact: no single step leads to another controlled hex, but two hexes do, round "
           "the enemy. d6 and d7 are caught between two available enemies."),
        (Frame(
            "1 romans 0-0 C6@e6 H6@f4' / E9@e7 H7@c7", "e6 3",
            marks=(
                Marked("may", _MAY, on="d5 e5 f5"),
                Marked("further", N_("only by two hexes"), moves="e6-"),
                Marked("barred", _NOT, near="e6 2"),
            ),
        ),),
    ),
    _FIGURE(
        "singidunum-pincer", N_("Caught in a pincer"),
        N_("A unit between two available enemies that are not beside each other is caught: it does not move, but may "
           "attack (section 7). Other readings: the last one alone is caught (pincer_shape = opposite), or all three "
           "(pincer_shape = any_two)."),
        tuple(
            Frame(
                f"1 romans 0-0 H7@e6 / {enemies}", "e6 1", heading=heading,
                marks=(Marked("may", _MAY, moves="e6-"), Marked("barred", _NOT, near="e6 1")),
            )
            for enemies, heading in (
                ("E9@e7 C6@f6", N_("side by side: free")), ("E9@e7 C6@f5", N_("apart: caught")),
                ("E9@e7 C6@e5", N_("opposite: caught")),
            )
        ),
        columns=3,
    ),
    _FIGURE(
        "singidunum-melee", N_("A melee and its retreats"),
        N_("The elite goes from e4 to e5 and attacks. If beaten, the heavy infantry retreats to e7. If it declines "
           "while available, it may go to any marked hex. A beaten elite goes back to e4."),
        (Frame(
            "1 romans 0-0 E9@e4 / H7@e6", "e5 3", ("e4-e5",),
            marks=(
                Marked("ring", N_("loser retreats here"), on="e7"),
                Marked("may", N_("may decline and go here"), moves=">", after=("refuse",)),
            ),
            arrows=(Ways("e4-e5", _ARROWS[0]), Ways("e5-e6", _ARROWS[1], "struck")),
        ),),
    ),
    _FIGURE(
        "singidunum-double", N_("A double attack"),
        N_("Two available units attack together an enemy without a friend on its left and its right, in its own row "
           "(section 12): their strengths, here 9 and 6, are added to one die. On the right a friend covers a flank, "
           "and each attacks alone."),
        tuple(
            Frame(
                f"1 romans 0-0 E9@d5 C6@f5 / H7@e7{friend}", "e7 2", heading=heading,
                marks=(Marked("ring", N_("may be attacked by both"), moves="d5++"), *flanks),
                arrows=arrows,
            )
            for friend, heading, flanks, arrows in (
                (
                    "", N_("both flanks open"), (Marked("further", N_("open flank"), on="e6 e8"),),
                    (Ways("d5-d6 f5-f6", _ARROWS[0]), Ways("d6-e7 f6-e7", _ARROWS[1], "struck")),
                ),
                (" A5@e8", N_("one flank covered"), (Marked("further", N_("open flank"), on="e6"),), ()),
            )
        ),
        columns=2,
    ),
    _FIGURE(
        "singidunum-shots", N_("Whom archers shoot at"),
        N_("One or two hexes of plain lie between (section 11). The shot at h3 goes over a friend, which costs 1. e2 "
           "lies behind an enemy, c8 is too far."),
        (Frame(
            "1 romans 0-0 A6@e5 H7@f4 / E9@e3 C5@e2 H7@e8 H6@g6 C6@h3 A5@c8", "e5 4",
            marks=(Marked("ring", _HIT, moves="*", after=("e5",)),),
            arrows=(Ways("e5-e3 e5-e8 e5-g6 e5-h3", N_("shot"), "struck"),),
        ),),
    ),
    _FIGURE(
        "singidunum-support", N_("A supported shot"),
        N_("Available archers beside those who shoot, who could hit the target too, support them: the own die may be "
           "rolled again once both are seen (section 11). f4 cannot shoot so far; both who do are activated."),
        (Frame(
            "1 romans 0-0 A6@e5 A5@f5 A4@f4 / H7@e8", "e6 3",
            marks=(Marked("ring", N_("may support"), moves="+", after=("e5", "*e8")),),
            arrows=(Ways("e5-e8", N_("shot"), "struck"),),
        ),),
    ),
    _FIGURE(
        "singidunum-burning", N_("What burns in a base"),
        N_("When the turn ends, j5 burns, for two points. j6 does not, since its unit came by a retreat; nor does j8, "
           "which an enemy controls (section 13)."),
        (
            Frame("3 romans 0-0 H7@j5 C5@j6! H6@j8 / A5@i9", "j7 2", heading=N_("before the end of the turn")),
            Frame("3 romans 0-0 H7@j5 C5@j6! H6@j8 / A5@i9", "j7 2", ("pass", "pass"), heading=N_("afterwards")),
        ),
        columns=2,
    ),
)  # fmt: skip

_COLUMN_WORDS: dict[Hashable, str] = {
    4: N_("defender out (4 or more)"), 3: N_("defender back 2 (difference 3), pursuit"), 2: N_("defender back 2"),
    1: N_("defender back 1"), 0: N_("tie: nothing"), -1: N_("attacker back 1"), -2: N_("attacker back 2"),
    -3: N_("attacker back 2 (difference 3)"), -4: N_("attacker out (4 or more)"),
}  # fmt: skip
_ROW, _WIDE = 7.0, 108.0
"""mm. Height of a row and length of its bar; 36 cases are 3 mm each."""

_TOP, _LOW = 8, -3


def _column_looks(style: Style) -> dict[Hashable, Look]:
    """From the attacker's best to the worst; without colour the attacker's losses are hatched."""
    found: dict[Hashable, Look] = {}
    for column in odds.COLUMNS:
        face = to_hex(LinearSegmentedColormap.from_list("odds", DIVERGING)((column + 4) / 8))
        look: Look = {"edgecolor": style.ink, "linewidth": style.thin, "facecolor": face}
        if style.name == "greyscale":
            grey = 1 - 0.2 * abs(column) if column >= 0 else 1 + 0.11 * column
            look["facecolor"] = to_hex((grey, grey, grey))
            look["hatch"] = "xxx" if column == -4 else "///" if column < 0 else ""
        found[column] = look
    return found


def _odds() -> BoardScene:
    """A bar for each advantage, its parts as long as their chances."""
    rules, cells, heads = KIND.load().table.rules, list[Cell](), list[tuple[Point, str]]()
    for line, advantage in enumerate(range(_TOP, _LOW - 1, -1)):
        low, left = -_ROW * (line + 1) + 0.5, 0.0
        heads.append(((-6.0, low + _ROW / 2 - 0.5), f"{advantage:+d}".replace("+0", "0").replace("-", "\u2212")))
        for column, share in odds.melee(rules, advantage).items():
            if share:
                right = left + float(share) * _WIDE
                box = (left, low, right, low + _ROW - 1)
                cells.append(Cell(box, column, str(share * 36), (f"{advantage}", f"{column}")))
                left = right
    view = View(-12.0, -_ROW * (_TOP - _LOW + 1), _WIDE + 2, 1.0)
    table = Table("chance", tuple(cells), tuple(heads), 2.5, _column_looks, _COLUMN_WORDS)
    return BoardScene(view, (table,), SCALE)


_BOX_MM = 11.0


def _track() -> BoardScene:
    """The points to win by the default scenario, and the turns."""
    cells, heads = list[Cell](), list[tuple[Point, str]]()
    victory = KIND.load().table.rules.victory
    for row, (head, boxes) in enumerate(((N_("points"), range(victory + 1)), (N_("turns"), range(1, TURNS + 1)))):
        low = -(row + 1) * _BOX_MM
        heads.append(((-8.0, low + _BOX_MM / 2 - 0.5), head))
        for k in boxes:
            won = row == 0 and k == victory
            box = (k * _BOX_MM, low, (k + 1) * _BOX_MM, low + _BOX_MM - 1)
            cells.append(Cell(box, "won" if won else "box", str(k), (head, str(k))))
    view = View(-16.0, -2 * _BOX_MM - 1, _BOX_MM * (max(victory, TURNS) + 1) + 1, 1.0)
    words: dict[Hashable, str] = {"won": N_("wins at the end of a turn")}
    return BoardScene(view, (Table("box", tuple(cells), tuple(heads), 3.5, _track_looks, words),), SCALE)


def _track_looks(style: Style) -> dict[Hashable, Look]:
    rim: Look = {"edgecolor": style.ink, "linewidth": style.line}
    return {"box": rim | {"facecolor": style.surface}, "won": rim | {"facecolor": style.grid, "linewidth": style.heavy}}


FIGURES = (
    _made(
        "singidunum-board", N_("The board of Singidunum"),
        N_("The proposed board: seven hexes between the two bases. Romans begin above, barbarians below."),
        lambda: scene_of(KIND.load().new()),
    ),
    _made(
        "singidunum-deployment", N_("Deployment"),
        N_("Each side deploys on its first four rows, the flight zone excepted, behind a screen. Two armies of 55 "
           "points."),
        _deployment,
    ),
    _made(
        "singidunum-counters", N_("The units, front and back"),
        N_("Each side has these 14. The dark face shows that a unit is available, the light one that it is activated, "
           "and weaker by 1 (section 2)."),
        lambda: BoardScene(Faces().view, (Faces(),), SCALE),
    ),
    *declared(RULES),
    _made(
        "singidunum-odds", N_("Odds of a melee"),
        N_("Cases out of 36 for each advantage of the attacker in strength (left), with the dice 1, 2, 3, 3, 4, 5. "
           "Heavy infantry's save comes after."),
        _odds,
    ),
    _made(
        "singidunum-track", N_("The tracks of points and turns"),
        N_("Whoever has 8 points at the end of a turn wins the game of 55 points; after the eighth turn more points "
           "win (section 13). A counter of each side stands on its points, one on the turn."),
        _track,
    ),
)  # fmt: skip
