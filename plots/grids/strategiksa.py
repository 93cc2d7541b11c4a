"""Positions of Strategiksa: the board of a map, the pieces of every colour, whose turn it is, who serves whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle

from matplotlib.colors import to_rgb

from armada_sim.pictures import PlayerLook, Style, Words
from armada_sim.tabletop import N_
from grid_games.strategiksa.board import SIDE, Terrain
from grid_games.strategiksa.moves import COLOURS
from grid_games.strategiksa.state import State, Table
from grid_games.strategiksa.units import PIECES, number, present
from plots.grids.scene import BoardScene
from plots.grids.squares import SQUARE_MM, Board, Square, frame
from plots.grids.stacks import Chip, draw_stack, explain_kind, explain_wound
from plots.sheet import Sheet

ZONE = 2
"""Squares along the side of a zone (clause 2)."""

KINDS = {"K": "king", "I": "infantry", "C": "cavalry", "A": "archers", "H": "healer"}
"""Symbols of the kinds by letter."""

KIND_WORDS = {
    "K": N_("K: king"), "I": N_("I: infantry"), "C": N_("C: cavalry"), "A": N_("A: archers"),
    "H": N_("H: healer"),
}  # fmt: skip
COLOUR_WORDS = {
    "red": N_("red"), "green": N_("green"), "blue": N_("blue"), "yellow": N_("yellow"), "purple": N_("purple"),
    "orange": N_("orange"), "white": N_("white"), "turquoise": N_("turquoise"), "amber": N_("amber"),
    "cyan": N_("cyan"), "denim": N_("denim"), "emerald": N_("emerald"), "fuchsia": N_("fuchsia"),
    "hazel": N_("hazel"), "indigo": N_("indigo"), "jade": N_("jade"), "lime": N_("lime"),
    "magenta": N_("magenta"), "nickel": N_("nickel"), "quartz": N_("quartz"), "salmon": N_("salmon"),
    "umber": N_("umber"), "violet": N_("violet"), "xanthic": N_("xanthic"), "zinc": N_("zinc"),
}  # fmt: skip
_FURTHER = {
    "amber": "#ffbf00", "cyan": "#19b5d8", "denim": "#3a6ea5", "emerald": "#1f7a4d", "fuchsia": "#d63aa0",
    "hazel": "#a07a3c", "indigo": "#3b2a8c", "jade": "#4fc08d", "lime": "#b7e04a", "magenta": "#a3195b",
    "nickel": "#7f8a8c", "quartz": "#e7c9d3", "salmon": "#fa9383", "umber": "#5f4938", "violet": "#9a6fd6",
    "xanthic": "#ece33b", "zinc": "#c3ccd1",
}  # fmt: skip
"""Fills of the colours that a style has no look for. No eye keeps 25 apart: where any of these plays, every chip bears
the letter of its colour."""
_LETTER = {name: letter for letter, name in COLOURS.items()}
"""The letter of a colour in the notation."""


def board_of(terrain: Terrain) -> Board:
    """The board of a map."""
    return Board(SIDE, SIDE, ZONE, [square_of(square) for square in terrain.mountains])


def square_of(number_of_square: int) -> Square:
    """File and rank of a square's number."""
    return divmod(number_of_square, SIDE)


def chips_of(table: Table, players: Sequence[str]) -> dict[Square, list[Chip]]:
    """What stands on every square, colour by colour; with their letters where a colour of `_FURTHER` plays."""
    found: dict[Square, list[Chip]] = {}
    lettered = any(name in _FURTHER for name in players)
    for colour, name in enumerate(players):
        for square, stack in enumerate(table.stacks[colour]):
            if stack:
                found.setdefault(square_of(square), []).extend(
                    stack_chips(stack, name, _LETTER[name] if lettered else "")
                )
    return found


def stack_chips(stack: int, player: str, letter: str = "") -> list[Chip]:
    """The chips of a packed stack of one colour; `letter`: what they bear."""
    return [
        Chip(player, KINDS[PIECES[piece][0]], number(stack, piece), PIECES[piece].endswith("*"), letter)
        for piece in present(stack)
    ]


def _fought_over(table: Table, players: Sequence[str]) -> list[Square]:
    """Squares where two alliances stand."""
    lords = {name: table.lords[colour] for colour, name in enumerate(players)}
    return sorted(
        square for square, chips in chips_of(table, players).items() if len({lords[chip.player] for chip in chips}) > 1
    )


def colour_words(words: Words, player: str) -> str:
    """A colour's name."""
    return words.say(COLOUR_WORDS.get(player, player))


def looks_of(style: Style) -> dict[str, PlayerLook]:
    """A look for every colour: the style's own, then a fill of `_FURTHER` with its hatches once more; grey where it is
    grey."""
    looks = style.looks(tuple(name for name in COLOURS.values() if name not in _FURTHER))
    inks = {look.hatch_ink for look in looks.values()}
    grey = all(len(set(to_rgb(look.fill))) == 1 for look in looks.values())
    for (name, fill), look in zip(_FURTHER.items(), cycle(tuple(looks.values()))):
        light = _lightness(fill)
        shade = f"#{round(255 * light):02x}"
        ink = max(inks, key=lambda one: abs(_lightness(one) - light))
        looks[name] = PlayerLook(shade + 2 * shade[1:] if grey else fill, look.hatch, ink)
    return looks


def _lightness(colour: str) -> float:
    """From 0, black, to 1, white."""
    red, green, blue = to_rgb(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


TITLE = N_("Strategiksa")


def scene_of(state: State, _: str | None = None) -> BoardScene:
    """One moment of a game; nothing is hidden from any player."""
    board = board_of(state.game.terrain)
    return BoardScene(board.view, (board, Position(state.table, state.game.players)))


def moment(state: State, _: str | None, words: Words) -> str:
    """Whose turn it is, and whose decision: no suzerain's word before it."""
    state = state._replace(aside=-1)
    player, outcome = state.current_player(), state.outcome()
    if player is None or outcome is not None:
        winners = [] if outcome is None else [colour_words(words, one) for one in outcome.winners]
        return (
            words.say("The game is over: {players} won.", players=words.listed(winners))
            if winners
            else words.say("The game is over: nobody won.")
        )
    who = colour_words(words, player)
    if not state.round:
        return words.say("The players are setting up: {player} decides.", player=who)
    turn = colour_words(words, state.game.players[state.turn])
    return words.say("Round {round}, turn of {colour}: {player} decides.", round=state.round, colour=turn, player=who)


@dataclass(frozen=True)
class Position:
    """The pieces on their squares, and squares that are fought over."""

    table: Table
    players: Sequence[str]

    def draw(self, sheet: Sheet) -> None:
        """Chips, frames, and the legend."""
        table, players, looks = self.table, self.players, looks_of(sheet.style)
        stacks = chips_of(table, players)
        _draw_chips(sheet, stacks, looks)
        shown = [chip for chips in stacks.values() for chip in chips]
        explain(sheet, shown, {name: _served(sheet.words, table, players, k) for k, name in enumerate(players)}, looks)
        frame(sheet, _fought_over(table, players), "battle", sheet.words.say("battle to be fought"))


def _draw_chips(sheet: Sheet, stacks: Mapping[Square, Sequence[Chip]], looks: dict[str, PlayerLook]) -> None:
    """The pieces on their squares."""
    margin = 0.06 * SQUARE_MM
    for (x, y), chips in stacks.items():
        name = f"{'abcdefghij'[x]}{y + 1}"
        draw_stack(sheet, chips, looks, name, x * SQUARE_MM + margin, y * SQUARE_MM + margin, SQUARE_MM - 2 * margin)


def explain(sheet: Sheet, shown: Sequence[Chip], players: Mapping[str, str], looks: Mapping[str, PlayerLook]) -> None:
    """The legend: colours with their words, kinds that are there, wounds if there are any."""
    there = {chip.player for chip in shown}
    for name, words in players.items():
        if name in there:
            sheet.explain_player(words, looks[name])
    for letter, kind in KINDS.items():
        if any(chip.kind == kind for chip in shown):
            explain_kind(sheet, sheet.words.say(KIND_WORDS[letter]), kind)
    if any(chip.wounded for chip in shown):
        explain_wound(sheet, sheet.words.say("wounded (lying on its side)"))


def _served(words: Words, table: Table, players: Sequence[str], colour: int) -> str:
    """A colour, and whom it serves if it is not free."""
    name = words.named(_LETTER[players[colour]], colour_words(words, players[colour]))
    lord, manager = table.lords[colour], table.managers[colour]
    if lord == colour:
        return name
    over, by = colour_words(words, players[lord]), colour_words(words, players[manager])
    return words.say("{colour}, which serves {lord} and is run by {manager}", colour=name, lord=over, manager=by)
