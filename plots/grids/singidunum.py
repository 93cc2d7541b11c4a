"""Positions of Singidunum: the board, both armies with the faces that show, what burns."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from armada_sim.tabletop import N_
from grid_games.core.hexes import Hex
from grid_games.core.sets import members
from grid_games.singidunum.board import Board
from grid_games.singidunum.moves import PLAYERS
from grid_games.singidunum.state import Phase, State
from grid_games.singidunum.units import NAMES
from plots.grids.hexes import HEX_MM, Ground, border, centre, draw_hexes, explain_ground, view_of
from plots.grids.squares import board_page
from plots.grids.stacks import Chip, draw_chip, explain_kind
from plots.messages import Words
from plots.shapes import View
from plots.sheet import Sheet
from plots.style import Look, PlayerLook, Style

GROUNDS = {
    "P": Ground("#f6f1df"), "S": Ground("#dde6c3", "..."), "M": Ground("#bccb98", "xxx", "#6f7f4d"),
    "B": Ground("#d9c2a0", "---", "#a98a5c"), "F": Ground("#7d8f78", "///", "#596a55"),
}  # fmt: skip
GREY_GROUNDS = {
    "P": Ground("#ffffff"), "S": Ground("#ececec", "...", "#888888"), "M": Ground("#d6d6d6", "xxx", "#a0a0a0"),
    "B": Ground("#e2e2e2", "---", "#8a8a8a"), "F": Ground("#9a9a9a", "///", "#7a7a7a"),
}  # fmt: skip

TERRAIN_WORDS = {
    "P": N_("plain"),
    "S": N_("brush"),
    "M": N_("maquis"),
    "B": N_("base"),
    "F": N_("flight zone (forest)"),
}
KINDS = {"E": "king", "H": "infantry", "C": "cavalry", "A": "archers"}
"""Symbols of the types by letter: a crown for the elite, a shield for heavy infantry."""

KIND_WORDS = {"E": N_("E: elite"), "H": N_("H: heavy infantry"), "C": N_("C: cavalry"), "A": N_("A: archers")}
PLAYER_WORDS = {"romans": N_("Romans"), "barbarians": N_("barbarians")}
_LOOKS = {"romans": "red", "barbarians": "blue"}
"""Colours by player."""


def _grounds_of(style: Style) -> dict[str, Ground]:
    """How terrain looks: in colour, or without."""
    return GREY_GROUNDS if style.name == "greyscale" else GROUNDS


def _view_of_board(board: Board) -> View:
    """The whole board."""
    return view_of(board.grid.places)


def part_of(board: Board, middle: str, radius: int) -> list[int]:
    """The hexes around one, for a figure of a part of the board."""
    return list(board.grid.within(board.numbers[middle], radius))


def draw_ground(sheet: Sheet, board: Board, shown: Iterable[int] | None = None, *, explain: bool = True) -> None:
    """Terrain with the names of hexes, all of it or some; bases are framed."""
    grounds = _grounds_of(sheet.style)
    numbers = list(range(len(board.names)) if shown is None else shown)
    places = board.grid.places
    draw_hexes(
        sheet, {places[n]: grounds[board.terrain[n]] for n in numbers}, {places[n]: board.names[n] for n in numbers}
    )
    for base in board.bases:
        camp: list[Hex] = [places[n] for n in members(base) if n in set(numbers)]
        if camp:
            border(sheet, "base", camp, edgecolor=sheet.style.ink, linewidth=sheet.style.bold)
    if explain:
        for letter, words in TERRAIN_WORDS.items():
            if any(board.terrain[n] == letter for n in numbers):
                explain_ground(sheet, sheet.words.say(words), grounds[letter])


def looks_of(style: Style) -> dict[str, PlayerLook]:
    """Looks of both players, and of their activated units, which are pale."""
    chosen = style.looks(tuple(_LOOKS.values()))
    looks = {player: chosen[colour] for player, colour in _LOOKS.items()}
    return looks | {
        _worn(player): replace(look, fill=_pale(look.fill), hatch_ink="#1a1a1a") for player, look in looks.items()
    }


def _worn(player: str) -> str:
    return f"{player} activated"


def _pale(colour: str) -> str:
    red, green, blue = (0.68 + 0.32 * part for part in to_rgb(colour))
    return to_hex((red, green, blue))


def draw_units(sheet: Sheet, state: State) -> None:
    """Units with the strength they show."""
    draft, looks = state, looks_of(sheet.style)
    board = state.game.table.board
    seen = set()
    for side, player in enumerate(PLAYERS):
        for number in members(state.men[side]):
            fresh = bool(state.ready >> number & 1)
            letter = NAMES[state.kinds[number]][0]
            x, y = centre(board.grid.places[number])
            look = player if fresh else _worn(player)
            chip, at = Chip(look, KINDS[letter], draft.face(number)), (x, y + 0.09 * HEX_MM)
            draw_chip(sheet, chip, looks[look], at, 0.6 * HEX_MM, board.names[number])
            seen |= {player, letter, *(() if fresh else ("activated",))}
    _explain(sheet, seen, looks)


def _explain(sheet: Sheet, seen: Collection[str], looks: dict[str, PlayerLook]) -> None:
    for player, words in PLAYER_WORDS.items():
        if player in seen:
            sheet.explain_player(sheet.words.say(words), looks[player])
    if "activated" in seen:
        sheet.explain_player(sheet.words.say("pale: activated, one weaker"), looks[_worn("romans")])
    for letter, words in KIND_WORDS.items():
        if letter in seen:
            explain_kind(sheet, sheet.words.say(words), KINDS[letter])


def _draw_burnt(sheet: Sheet, state: State) -> None:
    """A flame's mark on burnt hexes: a heavy frame, crossed."""
    places = state.game.table.board.grid.places
    burnt = [places[number] for number in members(state.burnt)]
    look: Look = {"edgecolor": sheet.style.blocker, "linewidth": sheet.heavy}
    for place in burnt:
        border(sheet, "burnt", [place], inset=0.2, **look)
    if burnt:
        sheet.explain(sheet.words.say("burnt"), Patch(fill=False, **look))


def figure_of(
    state: State, player: str | None, style: Style, words: Words, title: str, scale: float | None = None
) -> Figure:
    """One moment of a game as `player` may see it."""
    seen = state if player is None else state.observation(player)
    board = seen.game.table.board

    def draw(sheet: Sheet) -> None:
        draw_ground(sheet, board)
        draw_units(sheet, seen)
        _draw_burnt(sheet, seen)

    title = title or words.say("Singidunum")
    return board_page(_view_of_board(board), style, words, draw, title, _moment(seen, words), scale=scale)[0]


def _moment(state: State, words: Words) -> str:
    def name(player: str) -> str:
        return words.say(PLAYER_WORDS[player])

    points = words.listed([f"{name(player)} {points}" for player, points in zip(PLAYERS, state.points, strict=True)])
    if state.phase == Phase.DEPLOY:
        return words.say("The {player} deploy behind their screen.", player=name(PLAYERS[state.mover]))
    if state.turn == 0:
        return words.say("The armies are deployed; it is drawn who begins.")
    if state.result is None:
        return words.say(
            "Turn {turn}, {points}. The {player}' go.",
            turn=state.turn,
            points=points,
            player=name(PLAYERS[state.mover]),
        )
    if state.result.winners:
        return words.say(
            "The game is over, {points}: the {player} won.", points=points, player=name(state.result.winners[0])
        )
    return words.say("The game is over, {points}: nobody won.", points=points)
