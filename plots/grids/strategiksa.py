"""Positions of Strategiksa: the board of a map, the pieces of every colour, whose turn it is, who serves whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle

from matplotlib.colors import to_rgb

from armada_sim.geometry import Point
from armada_sim.pictures import PlayerLook, Style, Words
from armada_sim.tabletop import N_, InputError, Message
from grid_games.strategiksa.board import SIDE, SQUARES, ZONES, Terrain
from grid_games.strategiksa.game import Strategiksa
from grid_games.strategiksa.moves import COLOURS
from grid_games.strategiksa.state import State, Table
from grid_games.strategiksa.units import PIECES, number, present
from plots.grids.scene import BoardScene, Ring, known
from plots.grids.squares import ALL, FILES, Board, Square, corners, name_of
from plots.grids.stacks import Chip, across, draw_stack, explain_kind, explain_wound
from plots.sheet import Sheet

ZONE = 2
"""Squares along the side of a zone (clause 2)."""

KINDS = {"K": "king", "I": "infantry", "C": "cavalry", "A": "archers", "H": "healer"}
"""Symbols of the kinds by letter."""

KIND_WORDS = {
    "K": N_("K: king"), "I": N_("I: infantry"), "C": N_("C: cavalry"), "A": N_("A: archer"),
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


SCALE = 1.3
"""mm of paper per mm of the drawing, in every figure of a rulebook: pieces are 6 mm wide there, and 4 mm in a column of
80 mm of seven squares."""


def board_of(terrain: Terrain, shown: str = "") -> Board:
    """The board of a map, or the part between two squares such as "a1-f6"."""
    return Board(ZONE, [square_of(square) for square in terrain.mountains], _between(shown) if shown else ALL)


def _between(shown: str) -> tuple[Square, Square]:
    """The first and the last square of a part of the board, such as "a1-f6". Raises InputError."""
    first, _, last = shown.partition("-")
    if first in SQUARES and last in SQUARES:
        (left, low), (right, high) = _named(first), _named(last)
        if left <= right and low <= high:
            return (left, low), (right, high)
    raise InputError(Message('expected the lower left and the upper right square, such as "a1-f6", not {given}',
                             given=repr(shown)))  # fmt: skip


def _named(name: str) -> Square:
    """The square of a name."""
    return FILES.index(name[0]), int(name[1:]) - 1


def corners_at(_: State, name: str) -> Sequence[Point]:
    """The corners of a square, or of a zone such as B2."""
    if known(name, (*SQUARES, *ZONES))[0].islower():
        return corners(_named(name))
    x, y = ((of * ZONE) for of in _named(name.lower()))
    (left, low), (right, high) = corners((x, y))[0], corners((x + ZONE - 1, y + ZONE - 1))[2]
    return [(left, low), (right, low), (right, high), (left, high)]


def near(_: State, name: str, radius: int) -> list[str]:
    """The squares within so many steps of one."""
    x, y = _named(known(name, SQUARES))
    far = range(-radius, radius + 1)
    around = ((x + right, y + up) for right in far for up in far)
    return [name_of((a, b)) for a, b in around if 0 <= a < SIDE and 0 <= b < SIDE]


def part(_: State, shown: str) -> list[str]:
    """The squares between two, such as "a1-f6", and their zones."""
    (left, low), (right, high) = _between(shown)
    squares = [(x, y) for x in range(left, right + 1) for y in range(low, high + 1)]
    return [*map(name_of, squares), *{name_of((x // ZONE, y // ZONE)).upper() for x, y in squares}]


def occupied(state: State, _: str | None = None) -> set[str]:
    """The squares with pieces."""
    return {name_of(square) for square in chips_of(state.table, state.game.players)}


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


def colour_words(words: Words, player: str) -> str:
    """A colour's name."""
    return words.say(COLOUR_WORDS.get(player, player))


_GREYS = (2, 3, 4, 6, 0, 1, 5, 7)
"""Which of the looks of a style without colours the first players have: far apart, with a hatch each."""


def looks_of(style: Style, players: Sequence[str] = ()) -> dict[str, PlayerLook]:
    """A look for every colour: the style's own, then a fill of `_FURTHER` with its hatches once more; grey where it is
    grey, where `players` are far apart if they are few."""
    named = tuple(name for name in COLOURS.values() if name not in _FURTHER)
    looks = style.looks(named)
    inks = {look.hatch_ink for look in looks.values()}
    grey = all(len(set(to_rgb(look.fill))) == 1 for look in looks.values())
    if grey and set(players) <= set(named) and len(style.players) >= len(_GREYS):
        order = [*players, *(name for name in named if name not in players)]
        looks = {name: style.players[_GREYS[k]] for k, name in enumerate(order)}
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


def bare(game: Strategiksa) -> State:
    """A board without pieces."""
    return game.new()


def scene_of(state: State, _: str | None = None, shown: str = "") -> BoardScene:
    """One moment of a game, nothing is hidden from any player; shown: the squares between two, such as "a1-f6"."""
    board = board_of(state.game.terrain, shown)
    return BoardScene(board.view, (board, Position(state.table, state.game.players, board.shown)), SCALE)


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
    shown: tuple[Square, Square]

    def draw(self, sheet: Sheet) -> None:
        """Chips, frames, and the legend."""
        table, players, looks = self.table, self.players, looks_of(sheet.style, self.players)
        (left, low), (right, high) = self.shown
        stacks = {
            (x, y): chips
            for (x, y), chips in chips_of(table, players).items() if left <= x <= right and low <= y <= high
        }  # fmt: skip
        wide = across(max(map(len, stacks.values()), default=0))
        for square, chips in stacks.items():
            (x, y), _, (end, _), _ = corners(square, MARGIN_MM)
            draw_stack(sheet, chips, looks, name_of(square), x, y, end - x, wide)
        shown = [chip for chips in stacks.values() for chip in chips]
        # of several boards with one legend, a colour has one line there: whom it serves may differ
        lords = table.lords if not sheet.prefix else range(len(players))
        served = {name: _served(sheet.words, players, k, lords[k], table.managers[k]) for k, name in enumerate(players)}
        explain(sheet, shown, served, looks)
        sides = {name: table.lords[colour] for colour, name in enumerate(players)}
        fights = [one for one, chips in sorted(stacks.items()) if len({sides[chip.player] for chip in chips}) > 1]
        places = {name_of(square): corners(square) for square in fights}
        Ring("battle", places, "struck", Message("battle to be fought"), -0.2, each=True).draw(sheet)


MARGIN_MM = 0.25
"""Between the border of a square and its pieces."""


def explain(sheet: Sheet, shown: Sequence[Chip], players: Mapping[str, str], looks: Mapping[str, PlayerLook]) -> None:
    """The legend: colours with their words, kinds that are there, wounds if there are any."""
    there = {chip.player for chip in shown}
    for name, words in players.items():
        if name in there:
            sheet.explain_player(words, looks[name])
    for letter, kind in KINDS.items():
        if any(chip.kind == kind for chip in shown):
            explain_kind(sheet, sheet.words.say(KIND_WORDS[letter]), kind)
    if wounded := [chip.kind for chip in shown if chip.wounded]:
        explain_wound(sheet, sheet.words.say("wounded (on its side)"), wounded[0])


def _served(words: Words, players: Sequence[str], colour: int, lord: int, manager: int) -> str:
    """A colour, and whom it serves if it is not free."""
    name = words.say(
        "{colour} ({letter})", colour=colour_words(words, players[colour]), letter=_LETTER[players[colour]]
    )
    if lord == colour:
        return name
    over, by = colour_words(words, players[lord]), colour_words(words, players[manager])
    return words.say("{colour}, which serves {lord} and is run by {manager}", colour=name, lord=over, manager=by)
