"""Figures of Singidunum: board, deployment, zones of control, moves, a melee, odds. The rules judge their scenes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from functools import cache, partial

from matplotlib.colors import LinearSegmentedColormap, to_hex

from armada_sim.geometry import Point
from armada_sim.pictures import DIVERGING, Look, Style, View
from armada_sim.tabletop import N_
from grid_games.core.hexes import Hex
from grid_games.core.sets import members
from grid_games.singidunum import odds, text
from grid_games.singidunum.armies import ARMIES
from grid_games.singidunum.board import default_board
from grid_games.singidunum.chapters.movement import Limits, reach
from grid_games.singidunum.game import KIND
from grid_games.singidunum.state import State
from plots.grids.hexes import centre, view_of
from plots.grids.scene import Arrow, BoardScene, Cell, HexMark, Ring, Table, Tint
from plots.grids.singidunum import Terrain, Units, part_of
from plots.rulebook.registry import board_figure
from plots.scene import Mark

_made = partial(board_figure, "singidunum")


@cache
def scene(romans: str, barbarians: str) -> State:
    """The Romans' go with these units, such as "E9@e4 C6@d5'"; an apostrophe: activated."""
    return text.read(KIND.load(), f"1 romans 0-0 {romans} / {barbarians}")


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


def _terrain(middle: str, radius: int) -> Terrain:
    """A part of the board."""
    board = default_board()
    return Terrain(board, part_of(board, middle, radius), explained=False)


def _part(middle: str, radius: int, *marks: Mark) -> BoardScene:
    """A scene on a part of the board."""
    board, terrain = default_board(), _terrain(middle, radius)
    return BoardScene(view_of(board.grid.places[n] for n in terrain.shown or ()), (terrain, *marks))


def _board() -> BoardScene:
    board = default_board()
    return BoardScene(view_of(board.grid.places), (Terrain(board),))


def _deployment() -> BoardScene:
    state, board = deployed(), _board()
    places = default_board().grid.places
    zones = [tuple(places[n] for n in members(zone)) for zone in state.game.table.zones]
    rings = [Ring("deployment zone", zone, "deployment", N_("deployment zone"), 0.6) for zone in zones]
    return replace(board, marks=(*board.marks, *rings, Units(state)))


ZONES = ("E9@d5 C6@f8'", "H7@f4 A5@d8'")


def _zones() -> BoardScene:
    state, shown, marks = scene(*ZONES), part_of(default_board(), "e6", 4), list[Mark]()
    sides = (("romans", "red", N_("the Romans control")), ("barbarians", "blue", N_("the barbarians control")))
    for side, (player, paint, words) in enumerate(sides):
        zone = _named(n for n in members(state.foes_zone(1 - side)) if n in shown)
        marks += [
            Tint(f"{player}-control", zone, paint),
            Ring(f"{player} zone", tuple(zone.values()), paint, words, 0.2 + 0.5 * side),
        ]
    return _part("e6", 4, *marks, Units(state))


MOVES = ("C6@e6 H6@f4'", "E9@e7 H7@c7")


def _moves() -> BoardScene:
    """The hexes that the rules allow, and those near ones that they bar."""
    state, board = scene(*MOVES), default_board()
    start = board.numbers["e6"]
    allowed = reach(state.game.table, Limits(state, 0), start, state.kinds[start], state.occupied)
    near = [n for n in board.grid.within(start, 2) if n != start and not state.occupied >> n & 1]
    one = members(board.grid.around[start])
    steps = {n for n in one if not state.foes_zone(0) >> n & 1}
    may = [n for n in near if allowed >> n & 1]
    return _part(
        "e6", 3, Units(state),
        HexMark("may go", _named(n for n in may if n in steps), "full", N_("may go here")),
        HexMark("two hexes", _named(n for n in may if n not in steps), "hollow", N_("only by two hexes")),
        HexMark("barred", _named(n for n in near if n not in may), "cross", N_("near, but barred")),
    )  # fmt: skip


def _named(numbers: Iterable[int]) -> dict[str, Hex]:
    """Hexes of the board by their names."""
    board = default_board()
    return {board.names[n]: board.grid.places[n] for n in numbers}


MELEE = ("E9@e4", "H7@e6")


def _melee() -> BoardScene:
    before, places, at = scene(*MELEE), default_board().grid.places, default_board().numbers
    game = before.game
    asked = before.play(game.parse("e4-e5"))
    refusing = asked.play(game.parse("refuse"))
    beaten = asked.play(game.parse("accept")).play(game.parse("+1"))
    (away,) = members(beaten.men[1] & ~before.men[1])
    start, (x, y) = centre(places[at["e4"]]), centre(places[at["e5"]])
    return _part(
        "e5", 3,
        Ring("opposite", (places[away],), "struck", N_("the beaten goes here"), 0.2),
        Units(asked),
        Arrow("step", start, (x - 3.4, y), ("e4", "e5"), "going", N_("goes, attacks")),
        Arrow("attack", (x + 3.2, y), (x + 6.6, y), ("e5", "e6"), "struck"),
        HexMark("refuse", _named(at[str(move)[1:]] for move in refusing.legal_moves()), "full",
                N_("may refuse to here")),
    )  # fmt: skip


_COLUMN_WORDS: dict[Hashable, str] = {
    4: N_("defender out (4 or more)"), 3: N_("defender back 2, pursuit (3)"), 2: N_("defender back 2"),
    1: N_("defender back 1"), 0: N_("tie: nothing"), -1: N_("attacker back 1"), -2: N_("attacker back 2"),
    -3: N_("attacker back 2 (3)"), -4: N_("attacker out (4 or more)"),
}  # fmt: skip
_ROW, _WIDE = 7.0, 108.0
"""mm. Height of a row and length of its bar; 36 cases are 3 mm each."""

_TOP, _LOW = 8, -3


def _column_looks(style: Style) -> dict[Hashable, Look]:
    """From the attacker's best to the worst; without colour the attacker's losses are hatched."""
    found: dict[Hashable, Look] = {}
    for column in odds.COLUMNS:
        grey = 1 - 0.2 * abs(column)
        face = to_hex(LinearSegmentedColormap.from_list("odds", DIVERGING)((column + 4) / 8))
        look: Look = {"edgecolor": style.ink, "linewidth": style.thin, "facecolor": face}
        if style.name == "greyscale":
            look["facecolor"] = to_hex((grey, grey, grey)) if column > -4 else "#8c8c8c"
            look["hatch"] = "xxx" if column == -4 else "///" if column < 0 else ""
        found[column] = look
    return found


def _odds() -> BoardScene:
    """A bar for each advantage, its parts as long as their chances."""
    rules, cells, heads = KIND.load().table.rules, list[Cell](), list[tuple[Point, str]]()
    for line, advantage in enumerate(range(_TOP, _LOW - 1, -1)):
        low, left = -_ROW * (line + 1) + 0.5, 0.0
        heads.append(((-6.0, low + _ROW / 2 - 0.5), f"{advantage:+d}".replace("+0", "0")))
        for column, share in odds.melee(rules, advantage).items():
            if share:
                right = left + float(share) * _WIDE
                box = (left, low, right, low + _ROW - 1)
                cells.append(Cell(box, column, str(share * 36), (f"{advantage}", f"{column}")))
                left = right
    view = View(-12.0, -_ROW * (_TOP - _LOW + 1), _WIDE + 2, 1.0)
    table = Table("chance", tuple(cells), tuple(heads), 2.5, _column_looks, _COLUMN_WORDS)
    return BoardScene(view, (table,))


FIGURES = (
    _made(
        "singidunum-board", N_("The board of Singidunum"),
        N_("The proposed board: seven hexes between the two bases. Romans begin above, barbarians below."),
        _board,
    ),
    _made(
        "singidunum-deployment", N_("Deployment"),
        N_("Each side deploys on its first four rows, the flight zone excepted, behind a screen. Two armies of 55 "
           "points."),
        _deployment,
    ),
    _made(
        "singidunum-zones", N_("Zones of control"),
        N_("A unit controls the six hexes around it, activated or not. A step from a hex the enemy controls to "
           "another is barred."),
        _zones,
    ),
    _made(
        "singidunum-moves", N_("Where a cavalry unit may go"),
        N_("The cavalry on e6 is in contact: no single step leads to another controlled hex, but two hexes do, round "
           "the enemy. d6 and d7 are caught between two available enemies."),
        _moves,
    ),
    _made(
        "singidunum-melee", N_("A melee and its retreats"),
        N_("The elite goes from e4 to e5 and attacks. Beaten, the heavy infantry goes to the opposite hex e7; "
           "refusing, being available, to any of the three marked. A beaten elite goes back to e4."),
        _melee,
    ),
    _made(
        "singidunum-odds", N_("Odds of a melee"),
        N_("Cases out of 36 for each advantage of the attacker in strength (left), with the dice 1, 2, 3, 3, 4, 5. "
           "Heavy infantry's save comes after."),
        _odds,
    ),
)  # fmt: skip
