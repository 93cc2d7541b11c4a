"""Positions of Strategiksa: the board of a map, the pieces of every colour, whose turn it is, who serves whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from matplotlib.figure import Figure
from matplotlib.patches import Patch

from armada_sim.tabletop import N_
from grid_games.strategiksa.board import SIDE, Terrain
from grid_games.strategiksa.moves import COLOURS
from grid_games.strategiksa.state import State, Table
from grid_games.strategiksa.units import PIECES, number, present
from plots.grids.squares import SQUARE_MM, Board, Square, board_page, draw_board, explain_mountain, frame
from plots.grids.stacks import Chip, draw_stack, explain_kind, explain_wound
from plots.messages import Words
from plots.sheet import Sheet
from plots.style import Look, PlayerLook, Style

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
    "orange": N_("orange"), "white": N_("white"), "turquoise": N_("turquoise"),
}  # fmt: skip
_LETTER = {name: letter for letter, name in COLOURS.items()}
"""The letter of a colour in the notation."""


def board_of(terrain: Terrain, *, lines: bool = False) -> Board:
    """The board of a map: its mountains as squares, or as the lines that bound them."""
    squares = [] if lines else [square_of(square) for square in terrain.mountains]
    walls = [(square_of(one), square_of(other)) for one, other in terrain.lines] if lines else []
    return Board(SIDE, SIDE, ZONE, squares, walls)


def square_of(number_of_square: int) -> Square:
    """File and rank of a square's number."""
    return divmod(number_of_square, SIDE)


def chips_of(table: Table, players: Sequence[str]) -> dict[Square, list[Chip]]:
    """What stands on every square, colour by colour."""
    found: dict[Square, list[Chip]] = {}
    for colour, name in enumerate(players):
        for square, stack in enumerate(table.stacks[colour]):
            if stack:
                found.setdefault(square_of(square), []).extend(stack_chips(stack, name))
    return found


def stack_chips(stack: int, player: str) -> list[Chip]:
    """The chips of a packed stack of one colour."""
    return [
        Chip(player, KINDS[PIECES[piece][0]], number(stack, piece), PIECES[piece].endswith("*"))
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


def figure_of(state: State, player: str | None, style: Style, words: Words, title: str) -> Figure:
    """One moment of a game; nothing is hidden from any player."""
    game = state.game
    board = board_of(game.terrain, lines=str(game.settings["mountains"]) == "edges")
    draw = partial(draw_position, board=board, table=state.table, players=game.players)
    return board_page(board.view, style, words, draw, title or words.say("Strategiksa"), _moment(state, words))[0]


def _moment(state: State, words: Words) -> str:
    """Whose turn it is."""
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


def draw_position(sheet: Sheet, board: Board, table: Table, players: Sequence[str]) -> None:
    """The board, the pieces, squares that are fought over, and the legend."""
    looks = sheet.style.looks(tuple(COLOURS.values()))
    draw_board(sheet, board)
    stacks = chips_of(table, players)
    _draw_chips(sheet, stacks, looks)
    battles = _fought_over(table, players)
    look: Look = {"edgecolor": sheet.style.blocker, "linewidth": sheet.heavy}
    frame(sheet, battles, "battle", **look)
    shown = [chip for chips in stacks.values() for chip in chips]
    served = {name: _served(sheet.words, table, players, colour) for colour, name in enumerate(players)}
    explain(sheet, shown, served, looks)
    if battles:
        sheet.explain(sheet.words.say("battle to be fought"), Patch(fill=False, **look))
    if board.mountains:
        explain_mountain(sheet, sheet.words.say("mountain: no piece enters or crosses it"))


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
