"""Positions of Singidunum: the board, both armies with the faces that show, what burns."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from matplotlib.colors import to_hex, to_rgb

from armada_sim.pictures import PlayerLook, Style, Words
from armada_sim.tabletop import N_
from grid_games.core.sets import members
from grid_games.singidunum.board import Board
from grid_games.singidunum.moves import PLAYERS
from grid_games.singidunum.state import Phase, State
from grid_games.singidunum.units import NAMES
from plots.grids.hexes import HEX_MM, Ground, centre, draw_hexes, explain_ground, view_of
from plots.grids.scene import BoardScene, Ring
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


def part_of(board: Board, middle: str, radius: int) -> tuple[int, ...]:
    """The hexes around one, for a figure of a part of the board."""
    return tuple(board.grid.within(board.numbers[middle], radius))


@dataclass(frozen=True)
class Terrain:
    """Terrain with the names of hexes, all of it or some; bases are framed."""

    board: Board
    shown: tuple[int, ...] | None = None
    explained: bool = True
    """Whether the legend has the terrains."""

    def draw(self, sheet: Sheet) -> None:
        """Hexes, frames, and the legend."""
        grounds, board, places = _grounds_of(sheet.style), self.board, self.board.grid.places
        numbers = range(len(board.names)) if self.shown is None else self.shown
        looks = {places[n]: grounds[board.terrain[n]] for n in numbers}
        draw_hexes(sheet, looks, {places[n]: board.names[n] for n in numbers})
        for base in board.bases:
            if camp := tuple(places[n] for n in members(base) if n in numbers):
                Ring("base", camp, "camp").draw(sheet)
        for letter, words in TERRAIN_WORDS.items() if self.explained else ():
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

    def draw(self, sheet: Sheet) -> None:
        """A chip each, and the legend."""
        state, looks, seen = self.state, looks_of(sheet.style), set[str]()
        board = state.game.table.board
        for side, player in enumerate(PLAYERS):
            for number in members(state.men[side]):
                fresh, letter = bool(state.ready >> number & 1), NAMES[state.kinds[number]][0]
                x, y = centre(board.grid.places[number])
                look = player if fresh else worn(player)
                chip, at = Chip(look, KINDS[letter], state.face(number)), (x, y + 0.09 * HEX_MM)
                draw_chip(sheet, chip, looks[look], at, 0.6 * HEX_MM, board.names[number])
                seen |= {player, letter, *(() if fresh else ("activated",))}
        _explain(sheet, seen, looks)


def _explain(sheet: Sheet, seen: Collection[str], looks: dict[str, PlayerLook]) -> None:
    for player, words in PLAYER_WORDS.items():
        if player in seen:
            sheet.explain_player(sheet.words.say(words), looks[player])
    if "activated" in seen:
        sheet.explain_player(sheet.words.say("pale: activated, one weaker"), looks[worn("romans")])
    for letter, words in KIND_WORDS.items():
        if letter in seen:
            explain_kind(sheet, sheet.words.say(words), KINDS[letter])


TITLE = N_("Singidunum")


def scene_of(state: State, player: str | None) -> BoardScene:
    """One moment of a game as `player` may see it."""
    seen = state if player is None else state.observation(player)
    board = seen.game.table.board
    places = board.grid.places
    burnt = [Ring("burnt", (places[n],), "struck", N_("burnt"), 0.2) for n in members(seen.burnt)]
    return BoardScene(view_of(places), (Terrain(board), Units(seen), *burnt))


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
