"""The kit of Strategiksa: the board of a map, the pieces of every colour with their wounds behind."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from armada_sim.geometry import Point
from armada_sim.tabletop import N_
from grid_games.strategiksa.board import ZONES
from grid_games.strategiksa.chapters.control import HELD
from grid_games.strategiksa.game import Strategiksa
from grid_games.strategiksa.numbers import the_text
from grid_games.strategiksa.units import FAST, FOUGHT, HEALTHY, PIECES
from plots.grids.squares import SQUARE_MM
from plots.grids.stacks import Chip, draw_chip
from plots.grids.strategiksa import KIND_WORDS, KINDS, TITLE, board_of, colour_words, looks_of
from plots.kits.boards import board_laid, key_of
from plots.kits.faces import Face, leaves_of
from plots.kits.pages import Block, Grid, Heading, Kit, Sign, text_page
from plots.kits.parts import Part, text_parts
from plots.kits.texts import Made
from plots.paper import Leaf
from plots.sheet import Sheet

PLAY_SQUARE_MM = 21.0
"""Side of a square: the board lies on two sheets, and four pieces stand side by side on a square."""

PIECE_MM = 10.0

BOX = 20
"""Pieces of each kind but the king, where the supply is not limited: about twenty (clause 6)."""


def parts_of(game: Strategiksa) -> tuple[Part, ...]:
    """The parts of a game with its options settled and its colours seated."""
    return (
        *text_parts("strategiksa", partial(_facts, game), partial(_made, game)),
        Part("board", N_("The board"), lambda kit: [_board(game, kit)]),
        Part("key", N_("Key of board and pieces"), partial(_key, game)),
        Part("pieces", N_("The pieces, whole and wounded"), partial(_pieces, game)),
    )


def _facts(game: Strategiksa, kit: Kit) -> Mapping[str, object]:
    """The numbers of the rule sheet and the aid."""
    numbers, price = game.numbers, the_text().price
    if numbers.prices == the_text().prices:
        prices = kit.words.say(
            "a cavalry counts {rider}, every other piece {other}", rider=price["C"], other=price["I"]
        )
    else:
        prices = kit.words.say("what each counts stands in the table of pieces")
    points = kit.words.say("{first} to {last}", first=numbers.least, last=numbers.start)
    return {
        "points": numbers.start if numbers.least == numbers.start else points, "cap": numbers.limit,
        "zones": len(ZONES), "enough": numbers.zones, "held": HELD, "prices": prices, "box": supply(game),
    }  # fmt: skip


def _kinds(game: Strategiksa) -> list[str]:
    """The kinds of piece there are."""
    return [letter for letter in KINDS if letter == "K" or letter in game.numbers.price]


def supply(game: Strategiksa) -> int:
    """Pieces of each kind but the king that are printed for a colour."""
    given = game.settings["supply"]
    return given if isinstance(given, int) else BOX


def _made(game: Strategiksa, kit: Kit) -> Made:
    """What stands in the text as tables."""
    words = kit.words
    names = {letter: words.say(KIND_WORDS[letter]) for letter in KINDS}
    far = {True: words.say("one or two"), False: words.say("one")}
    price, there = game.numbers.price, _kinds(game)
    kinds = [(names[letter], str(price.get(letter, "–")), far[FAST[HEALTHY[letter]]]) for letter in there]
    fighters = [letter for letter in there if letter != "H"]

    def outcome(one: str, other: str) -> str:
        left = [
            pair[0] for pair in ((one, other), (other, one)) if FOUGHT[HEALTHY[pair[0]]][HEALTHY[pair[1]]] is not None
        ]
        return left[0] if left else words.say("both fall")

    fights = [[f"**{one}**", *(outcome(one, other) for other in fighters)] for one in fighters]
    return {
        "kinds": [Grid([(words.say("piece"), words.say("points"), words.say("squares")), *kinds])],
        "fights": [Grid([["", *fighters], *fights])],
    }  # fmt: skip


def _board(game: Strategiksa, kit: Kit) -> Leaf:
    board = board_of(game.terrain)
    return board_laid([board], board.view, PLAY_SQUARE_MM / SQUARE_MM, kit, kit.words.say("The board"))


def _chip(game: Strategiksa, player: str, letter: str, wounded: bool) -> Chip:
    """A piece; the letter of its colour tells it from others in grey."""
    return Chip(player, KINDS[letter], wounded=wounded, letter=game.letters[game.players.index(player)])


def _key(game: Strategiksa, kit: Kit) -> list[Leaf]:
    """Kinds, colours, wounds."""
    words, looks, first = kit.words, looks_of(kit.style), game.players[0]

    def sign(player: str, letter: str, wounded: bool = False) -> Sign:
        def draw(sheet: Sheet, middle: Point, half: float) -> None:
            draw_chip(sheet, _chip(game, player, letter, wounded), looks[player], middle, 1.9 * half, letter)

        return Sign(draw, 2.8)

    rows = [(sign(first, letter), words.say(KIND_WORDS[letter])) for letter in _kinds(game)]
    rows += [(sign(first, "I", True), words.say("wounded (on its side)"))]
    rows += [(sign(player, "K"), colour_words(words, player)) for player in game.players]
    blocks: list[Block] = [Heading(words.say("Pieces")), Grid([(words.say("sign"), words.say("meaning")), *rows])]
    if game.terrain.mountains:
        _, drawn = kit.sheet()
        board_of(game.terrain).draw(drawn)
        blocks.append(key_of(drawn, words.say("sign"), words.say("terrain")))
    name = words.say("Key of board and pieces")
    return [Leaf(text_page(kit, f"{words.say(TITLE)} – {name}", blocks), name=name)]


def _pieces(game: Strategiksa, kit: Kit) -> list[Leaf]:
    """Of every colour a king and the supply of each other kind, whole in front and wounded behind; a healer, who is
    never wounded, is the same on both sides."""
    looks = looks_of(kit.style)

    def face(player: str, letter: str) -> Face:
        def draw(sheet: Sheet, middle: Point, back: bool) -> None:
            chip = _chip(game, player, letter, back and f"{letter}*" in PIECES)
            draw_chip(sheet, chip, looks[player], middle, PIECE_MM, "back" if back else "front")

        return draw

    faces = [
        face(player, letter)
        for player in game.players for letter in _kinds(game) for _ in range(1 if letter == "K" else supply(game))
    ]  # fmt: skip
    return leaves_of(faces, (PIECE_MM, PIECE_MM), kit, kit.words.say("The pieces, whole and wounded"))
