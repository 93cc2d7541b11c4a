"""Figures of Singidunum: board, deployment, zones of control, moves, a melee, odds. The rules judge their scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial

from matplotlib.colors import LinearSegmentedColormap, to_hex
from matplotlib.patches import Patch

from armada_sim.tabletop import N_
from grid_games.core.hexes import Hex
from grid_games.core.sets import members
from grid_games.singidunum import odds, text
from grid_games.singidunum.armies import ARMIES
from grid_games.singidunum.board import default_board
from grid_games.singidunum.chapters.movement import Limits, reach
from grid_games.singidunum.game import KIND
from grid_games.singidunum.state import State
from plots.grids.hexes import HexMark, border, centre, shade, view_of
from plots.grids.singidunum import draw_ground, draw_units, part_of
from plots.rulebook.registry import board_figure
from plots.shapes import View
from plots.sheet import Sheet
from plots.style import DIVERGING, Look, Style, Z

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


def _whole() -> View:
    return view_of(default_board().grid.places)


def _part(middle: str, radius: int) -> Callable[[], View]:
    def view() -> View:
        board = default_board()
        return view_of([board.grid.places[n] for n in part_of(board, middle, radius)])

    return view


def _board(sheet: Sheet) -> None:
    draw_ground(sheet, default_board())


def _deployment(sheet: Sheet) -> None:
    state = deployed()
    draw_ground(sheet, default_board())
    places = default_board().grid.places
    look: Look = {"edgecolor": sheet.style.good, "linewidth": sheet.heavy, "linestyle": (0, (3, 1))}
    for zone in state.game.table.zones:
        border(sheet, "deployment zone", [places[n] for n in members(zone)], inset=0.6, **look)
    draw_units(sheet, state)
    sheet.explain_line(
        sheet.words.say("deployment zone"), color=sheet.style.good, linewidth=sheet.heavy, linestyle=(0, (3, 1))
    )


ZONES = ("E9@d5 C6@f8'", "H7@f4 A5@d8'")


def _zones(sheet: Sheet) -> None:
    state, board = scene(*ZONES), default_board()
    shown = part_of(board, "e6", 4)
    names = dict(zip(board.grid.places, board.names, strict=True))
    draw_ground(sheet, board, shown, explain=False)
    sides = (("romans", "\\\\\\", N_("the Romans control")), ("barbarians", "///", N_("the barbarians control")))
    for side, (player, hatch, words) in enumerate(sides):
        look: Look = {"facecolor": "none", "edgecolor": _ink(sheet, side), "hatch": hatch, "linewidth": 0}
        zone = [board.grid.places[n] for n in members(state.foes_zone(1 - side)) if n in shown]
        shade(sheet, f"{player}-control", zone, names, **look)
        line: Look = {"edgecolor": _ink(sheet, side), "linewidth": sheet.style.bold}
        border(sheet, f"{player} zone", zone, inset=0.2 + 0.5 * side, **line)
        sheet.explain(sheet.words.say(words), Patch(facecolor="none", hatch=hatch, **line))
    draw_units(sheet, state)


def _ink(sheet: Sheet, side: int) -> str:
    """A colour for a side's zone: as its units, dark enough for a line."""
    if sheet.style.name == "greyscale":
        return ("#808080", "#1a1a1a")[side]
    return sheet.style.looks(("red", "blue"))[("red", "blue")[side]].fill


MOVES = ("C6@e6 H6@f4'", "E9@e7 H7@c7")


def _moves(sheet: Sheet) -> None:
    """The hexes that the rules allow, and those near ones that they bar."""
    state, board = scene(*MOVES), default_board()
    draft, start = state, board.numbers["e6"]
    allowed = reach(state.game.table, Limits(draft, 0), start, draft.kinds[start], draft.occupied)
    draw_ground(sheet, board, part_of(board, "e6", 3), explain=False)
    near = [n for n in board.grid.within(start, 2) if n != start and not draft.occupied >> n & 1]
    one = members(board.grid.around[start])
    steps = {n for n in one if not state.foes_zone(0) >> n & 1}
    draw_units(sheet, state)
    may = [n for n in near if allowed >> n & 1]
    for mark in (
        HexMark("may go", _named(n for n in may if n in steps), "full", N_("may go here")),
        HexMark("two hexes", _named(n for n in may if n not in steps), "hollow", N_("only by two hexes")),
        HexMark("barred", _named(n for n in near if n not in may), "cross", N_("near, but barred")),
    ):
        mark.draw(sheet)


def _named(numbers: Iterable[int]) -> dict[str, Hex]:
    """Hexes of the board by their names."""
    board = default_board()
    return {board.names[n]: board.grid.places[n] for n in numbers}


MELEE = ("E9@e4", "H7@e6")


def _melee(sheet: Sheet) -> None:
    board, style = default_board(), sheet.style
    before = scene(*MELEE)
    game = before.game
    asked = before.play(game.parse("e4-e5"))
    refusing = asked.play(game.parse("refuse"))
    beaten = asked.play(game.parse("accept")).play(game.parse("+1"))
    draw_ground(sheet, board, part_of(board, "e5", 3), explain=False)
    places, at = board.grid.places, board.numbers
    away = next(iter(members(beaten.men[1] & ~before.men[1])))
    border(sheet, "opposite", [places[away]], inset=0.2, edgecolor=style.blocker, linewidth=sheet.heavy)
    draw_units(sheet, asked)
    (x, y), (to_x, to_y) = centre(places[at["e4"]]), centre(places[at["e5"]])
    head, gone, hit = "-|>,head_width=3,head_length=5", (to_x - 3.4, to_y), ((to_x + 3.2, to_y), (to_x + 6.6, to_y))
    arrow = sheet.arrow((x, y), gone, head, Z.HEAVY, color=style.ink, linewidth=style.bold)
    sheet.mark("step", arrow, "e4", "e5")
    attack = sheet.arrow(*hit, head, Z.HEAVY, color=style.blocker, linewidth=sheet.heavy)
    sheet.mark("attack", attack, "e5", "e6")
    sheet.explain_line(sheet.words.say("goes, attacks"), color=style.ink, linewidth=style.bold)
    back = _named(at[str(move)[1:]] for move in refusing.legal_moves())
    HexMark("refuse", back, "full", N_("may refuse to here")).draw(sheet)
    look: Look = {"markerfacecolor": "none", "markeredgecolor": style.blocker, "markeredgewidth": style.bold}
    sheet.explain_line(sheet.words.say("the beaten goes here"), marker="h", linestyle="none", markersize=10, **look)


_COLUMN_WORDS = {
    4: N_("defender out (4 or more)"), 3: N_("defender back 2, pursuit (3)"), 2: N_("defender back 2"),
    1: N_("defender back 1"), 0: N_("tie: nothing"), -1: N_("attacker back 1"), -2: N_("attacker back 2"),
    -3: N_("attacker back 2 (3)"), -4: N_("attacker out (4 or more)"),
}  # fmt: skip
_ROW, _WIDE = 7.0, 108.0
"""mm. Height of a row and length of its bar; 36 cases are 3 mm each."""

_TOP, _LOW = 8, -3


def _odds_view() -> View:
    return View(-12.0, -_ROW * (_TOP - _LOW + 1), _WIDE + 2, 1.0)


def _column_look(style: Style, column: int) -> Look:
    """From the attacker's best to his worst; without colour his losses are hatched."""
    look: Look = {"edgecolor": style.ink, "linewidth": style.thin}
    if style.name == "greyscale":
        grey = 1 - 0.2 * abs(column)
        hatch = "xxx" if column == -4 else "///" if column < 0 else ""
        return look | {"facecolor": to_hex((grey, grey, grey)) if column > -4 else "#8c8c8c", "hatch": hatch}
    return look | {"facecolor": to_hex(LinearSegmentedColormap.from_list("odds", DIVERGING)((column + 4) / 8))}


def _odds(sheet: Sheet) -> None:
    """A bar for each advantage, its parts as long as their chances."""
    rules, style = KIND.load().table.rules, sheet.style
    looks = {column: _column_look(style, column) for column in odds.COLUMNS}
    for line, advantage in enumerate(range(_TOP, _LOW - 1, -1)):
        low, left = -_ROW * (line + 1) + 0.5, 0.0
        sign, middle = f"{advantage:+d}".replace("+0", "0"), low + _ROW / 2 - 0.5
        sheet.texts.append(sheet.write(sign, (-6.0, middle), style.text, fontweight="bold"))
        for column, share in odds.melee(rules, advantage).items():
            if not share:
                continue
            right = left + float(share) * _WIDE
            part = sheet.box(left, low, right, low + _ROW - 1, Z.REGION, **looks[column])
            sheet.mark("chance", part, f"{advantage}", f"{column}")
            if right - left >= 2.9:
                light, at = column == 4, ((left + right) / 2, middle)
                colour = "white" if light else style.ink
                bare = style.name != "greyscale" or light
                written = sheet.write(str(share * 36), at, style.small_text, halo=not bare, color=colour)
                sheet.texts.append(written)
            left = right
    for column, words in _COLUMN_WORDS.items():
        sheet.explain(sheet.words.say(words), Patch(**looks[column]))


FIGURES = (
    _made(
        "singidunum-board", N_("The board of Singidunum"),
        N_("The proposed board: seven hexes between the two bases. Romans begin above, barbarians below."),
        _whole, _board,
    ),
    _made(
        "singidunum-deployment", N_("Deployment"),
        N_("Each side deploys on its first four rows, the flight zone excepted, behind a screen. Two armies of 55 "
           "points."),
        _whole, _deployment,
    ),
    _made(
        "singidunum-zones", N_("Zones of control"),
        N_("A unit controls the six hexes around it, activated or not. A step from a hex the enemy controls to "
           "another is barred."),
        _part("e6", 4), _zones,
    ),
    _made(
        "singidunum-moves", N_("Where a cavalry unit may go"),
        N_("The cavalry on e6 is in contact: no single step leads to another controlled hex, but two hexes do, round "
           "the enemy. d6 and d7 are caught between two available enemies."),
        _part("e6", 3), _moves,
    ),
    _made(
        "singidunum-melee", N_("A melee and its retreats"),
        N_("The elite goes from e4 to e5 and attacks. Beaten, the heavy infantry goes to the opposite hex e7; "
           "refusing, being available, to any of the three marked. A beaten elite goes back to e4."),
        _part("e5", 3), _melee,
    ),
    _made(
        "singidunum-odds", N_("Odds of a melee"),
        N_("Cases out of 36 for each advantage of the attacker in strength (left), with the dice 1, 2, 3, 3, 4, 5. "
           "Heavy infantry's save comes after."),
        _odds_view, _odds,
    ),
)  # fmt: skip
