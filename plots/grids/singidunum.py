"""Positions of Singidunum: the board, both armies with the faces that show, what burns."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from matplotlib.colors import to_hex, to_rgb

from armada_sim.geometry import Point
from armada_sim.pictures import PlayerLook, Style, Words
from armada_sim.tabletop import N_, Message
from grid_games.core.sets import members
from grid_games.singidunum.board import Board
from grid_games.singidunum.game import Singidunum
from grid_games.singidunum.moves import PLAYERS
from grid_games.singidunum.state import Phase, State
from plots.grids.hexes import HEX_MM, Ground, around, centre, corners, draw_hexes, explain_ground, view_of
from plots.grids.scene import BoardScene, Ring, known
from plots.grids.stacks import Chip, draw_chip, explain_kind
from plots.sheet import Sheet

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


SCALE = 1.2
"""mm of paper per mm of the drawing, in every figure of a rulebook."""


def corners_at(state: State, name: str) -> Sequence[Point]:
    """The corners of a hex."""
    board = state.game.table.board
    return corners(board.grid.places[board.numbers[known(name, board.names)]])


def near(state: State, name: str, radius: int) -> list[str]:
    """The hexes within so many of one."""
    board = state.game.table.board
    return [board.names[n] for n in board.grid.within(board.numbers[known(name, board.names)], radius)]


def part(state: State, shown: str) -> list[str]:
    """The hexes within so many of one, such as "e6 3"."""
    return near(state, *around(shown))


def occupied(state: State, _: str | None = None) -> set[str]:
    """The hexes with units."""
    return {state.game.table.board.names[n] for n in members(state.occupied)}


@dataclass(frozen=True)
class Terrain:
    """Terrain with the names of hexes, all of it or some; bases are framed."""

    board: Board
    shown: Sequence[int]

    def draw(self, sheet: Sheet) -> None:
        """Hexes, frames, and the legend."""
        grounds, board, places = _grounds_of(sheet.style), self.board, self.board.grid.places
        numbers = self.shown
        looks = {places[n]: grounds[board.terrain[n]] for n in numbers}
        draw_hexes(sheet, looks, {places[n]: board.names[n] for n in numbers})
        for base in board.bases:
            Ring("base", {board.names[n]: corners(places[n]) for n in members(base) if n in numbers}, "camp").draw(
                sheet
            )
        for letter, words in TERRAIN_WORDS.items():
            if any(board.terrain[n] == letter for n in numbers):
                explain_ground(sheet, sheet.words.say(words), grounds[letter])


def looks_of(style: Style) -> dict[str, PlayerLook]:
    """Looks of both players, and of their activated units, which are pale."""
    chosen = style.looks(tuple(_LOOKS.values()))
    looks = {player: chosen[colour] for player, colour in _LOOKS.items()}
    return looks | {
        worn(player): replace(look, fill=_pale(look.fill), hatch_ink="#1a1a1a") for player, look in looks.items()
    }


def worn(player: str) -> str:
    """What the look of a player's activated units is called in `looks_of`."""
    return f"{player} activated"


def _pale(colour: str) -> str:
    red, green, blue = (0.68 + 0.32 * part for part in to_rgb(colour))
    return to_hex((red, green, blue))


@dataclass(frozen=True)
class Units:
    """The units of a position with the strength they show."""

    state: State
    shown: Sequence[int]

    def draw(self, sheet: Sheet) -> None:
        """A chip each, and the legend."""
        state, looks, seen = self.state, looks_of(sheet.style), set[str]()
        board, units = state.table.board, state.table.numbers.names
        for side, player in enumerate(PLAYERS):
            for number in (n for n in members(state.men[side]) if n in self.shown):
                fresh, letter = bool(state.ready >> number & 1), units[state.kinds[number]][0]
                x, y = centre(board.grid.places[number])
                look = player if fresh else worn(player)
                chip, at = Chip(look, KINDS[letter], state.face(number)), (x, y + 0.09 * HEX_MM)
                draw_chip(sheet, chip, looks[look], at, 0.6 * HEX_MM, board.names[number])
                seen |= {player, letter, *(() if fresh else ("activated",))}
        explain(sheet, seen, looks)


def explain(sheet: Sheet, seen: Collection[str], looks: dict[str, PlayerLook]) -> None:
    """The legend: players, types, and activated units, as far as they are there."""
    for player, words in PLAYER_WORDS.items():
        if player in seen:
            sheet.explain_player(sheet.words.say(words), looks[player])
    if "activated" in seen:
        pale = next(looks[worn(player)] for player in PLAYER_WORDS if player in seen)
        sheet.explain_player(sheet.words.say("pale: activated, one weaker"), pale)
    for letter, words in KIND_WORDS.items():
        if letter in seen:
            explain_kind(sheet, sheet.words.say(words), KINDS[letter])


TITLE = N_("Singidunum")


def bare(game: Singidunum) -> State:
    """A board without units."""
    return game.new()


def scene_of(state: State, player: str | None = None, shown: str = "") -> BoardScene:
    """One moment of a game as `player` may see it; shown: the hexes within so many of one, such as "e6 3"."""
    seen = state if player is None else state.observation(player)
    board = seen.game.table.board
    names = part(state, shown) if shown else board.names
    here, places = [board.numbers[name] for name in names], board.grid.places
    fires = {board.names[n]: corners(places[n]) for n in members(seen.burnt) if n in here}
    burnt = Ring("burnt", fires, "struck", Message("burnt"), 0.2, each=True)
    return BoardScene(view_of(places[n] for n in here), (Terrain(board, here), Units(seen, here), burnt), SCALE)


def moment(state: State, player: str | None, words: Words) -> str:
    """Whose go it is, and the points."""
    return _moment(state if player is None else state.observation(player), words)


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
