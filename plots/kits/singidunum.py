"""The kit of Singidunum: board, key, counters with both faces, tracks of turns and points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from armada_sim.geometry import Point
from armada_sim.pictures import Look, Z
from armada_sim.tabletop import N_
from grid_games.singidunum.game import Singidunum
from grid_games.singidunum.moves import MOST, PLAYERS
from grid_games.singidunum.numbers import Unit
from grid_games.singidunum.odds import SAVE, SHOTS, results, shot_column, special_die
from plots.grids.hexes import HEX_MM, view_of
from plots.grids.singidunum import KIND_WORDS, KINDS, PLAYER_WORDS, TITLE, Terrain, looks_of, worn
from plots.grids.stacks import Chip, draw_chip
from plots.kits.boards import board_laid, key_of
from plots.kits.faces import Face, leaves_of, marker
from plots.kits.pages import Block, Grid, Heading, Kit, Sign, put_runs, text_page
from plots.kits.parts import Box, Part, draw_track, text_parts
from plots.kits.texts import Made
from plots.paper import Leaf
from plots.sheet import Sheet

PLAY_HEX_MM = 23.0
"""From the middle of a hex to that of a neighbour: the board lies on two sheets."""

COUNTER_MM = 16.0


def parts_of(game: Singidunum) -> tuple[Part, ...]:
    """The parts of a game with its options settled."""
    return (
        *text_parts("singidunum", partial(_facts, game), partial(_made, game)),
        Part("board", N_("The board"), lambda kit: [_board(game, kit)]),
        Part("key", N_("Key of board and counters"), partial(_key, game)),
        Part("counters", N_("Counters front and back, markers, tracks"), partial(_counters, game)),
    )


def _facts(game: Singidunum, kit: Kit) -> Mapping[str, object]:
    """The numbers of the rule sheet and the aid."""
    rules, numbers = game.table.rules, game.table.numbers
    die = list(special_die(rules))
    least = min(share for _, share in die)
    return {
        "turns": numbers.turns, "depth": numbers.depth, "units": sum(numbers.pool), "out": MOST,
        "points": rules.scenario, "victory": game.table.victory, "price": kit.words.say(_PRICES[numbers.priced]),
        "faces": kit.words.listed([str(face) for face, share in die for _ in range(int(share / least))]),
        "save": 7 - int(6 * SAVE[True]),
    }  # fmt: skip


_PRICES = N_("the strength of a unit being its price"), N_("at the prices of the table below")
"""What a unit costs: its strength, or what the numbers of the game say."""


def _made(game: Singidunum, kit: Kit) -> Made:
    """What stands in the text as tables."""
    words = kit.words
    box = {letter: [unit for unit in game.table.numbers.units for _ in range(unit.count) if unit.name[0] == letter]
           for letter in KINDS}  # fmt: skip
    priced = game.table.numbers.priced
    rows = [
        (words.say(KIND_WORDS[letter]), str(len(units)), words.in_turn(str(unit.strength) for unit in units),
         *([words.in_turn(str(unit.price) for unit in units)] if priced else []))
        for letter, units in box.items() if units
    ]  # fmt: skip
    heads = words.say("unit"), words.say("number"), words.say("strengths"), words.say("army points")
    melee = [(_gap(column), words.tell(result)) for column, result in results(game.table.rules).items()]
    gaps = {column: [str(gap) for gap in range(1, MOST) if shot_column(gap) == column] for column in SHOTS}
    shots = [(words.in_turn(gaps[column]) or ("≤ 0" if column == 0 else _gap(column)), words.tell(result))
             for column, result in SHOTS.items()]  # fmt: skip
    head = words.say("attacker’s total less the defender’s"), words.say("result")
    return {
        "units": [Grid([heads if priced else heads[:3], *rows])],
        "melee": [Grid([head, *melee])],
        "shots": [Grid([(words.say("archers’ total less the target’s"), words.say("result")), *shots])],
    }  # fmt: skip


def _gap(column: int) -> str:
    """A column of a table as people write it."""
    sign = "−" if column < 0 else ""
    return f"{sign}{abs(column)}{'+' if abs(column) == MOST else ''}"


def _board(game: Singidunum, kit: Kit) -> Leaf:
    board = game.table.board
    return board_laid(
        [Terrain(board, range(len(board.names)))],
        view_of(board.grid.places),
        PLAY_HEX_MM / HEX_MM,
        kit,
        kit.words.say("The board"),
    )


def _key(game: Singidunum, kit: Kit) -> list[Leaf]:
    """Terrains, and the faces of the counters."""
    words, looks, board = kit.words, looks_of(kit.style), game.table.board
    _, drawn = kit.sheet()
    Terrain(board, range(len(board.names))).draw(drawn)

    def chip(player: str, letter: str, strength: int, look: str) -> Sign:
        def draw(sheet: Sheet, middle: Point, half: float) -> None:
            draw_chip(sheet, Chip(player, KINDS[letter], strength), looks[look], middle, 1.9 * half, letter)

        return Sign(draw, 2.6)

    kinds = [(chip("romans", letter, 1, "romans"), words.say(KIND_WORDS[letter])) for letter in KINDS]
    sides = [(chip(player, "E", 1, player), words.say(PLAYER_WORDS[player])) for player in PLAYERS]
    pale = (chip("romans", "E", 1, worn("romans")), words.say("pale: activated, one weaker"))
    head = (words.say("sign"), words.say("meaning"))
    blocks: list[Block] = [
        key_of(drawn, words.say("sign"), words.say("terrain")),
        Heading(words.say("Counters")), Grid([head, *kinds, *sides, pale]),
    ]  # fmt: skip
    title = f"{words.say(TITLE)} – {words.say('Key of board and counters')}"
    return [Leaf(text_page(kit, title, blocks), name=words.say("Key of board and counters"))]


def _counters(game: Singidunum, kit: Kit) -> list[Leaf]:
    """The pool of both sides: dark in front, pale and one weaker behind; markers, among them fires that win for both
    sides; the tracks below."""
    looks, words = looks_of(kit.style), kit.words

    def face(player: str, unit: Unit) -> Face:
        name = unit.name

        def draw(sheet: Sheet, middle: Point, back: bool) -> None:
            (x, y), look = middle, looks[worn(player) if back else player]
            strength = unit.strength - back
            half = COUNTER_MM / 2
            rim: Look = {"facecolor": look.fill, "edgecolor": sheet.style.ink, "linewidth": sheet.style.bold}
            box = sheet.box(x - half, y - half, x + half, y + half, Z.SURFACE, **rim)
            sheet.mark("counter", box, player, name, "back" if back else "front")
            draw_chip(sheet, Chip(player, KINDS[name[0]]), look, (x, y + 0.9), 0.66 * COUNTER_MM, name)
            put_runs(sheet, [(f"{name}'" if back else name, False)], (x - half + 1, y - half + 1), 6.5, look.hatch_ink)
            size = 13.0
            letters: Look = {"color": look.hatch_ink, "fontweight": "bold", "ha": "right", "va": "baseline"}
            sheet.texts.append(sheet.write(str(strength), (x + half - 1, y - half + 1), size, halo=False, **letters))

        return draw

    faces = [face(player, unit) for player in PLAYERS for unit in game.table.numbers.units for _ in range(unit.count)]
    rim: Look = {"edgecolor": kit.style.ink, "linewidth": kit.style.bold, "facecolor": "white"}
    fire: Look = {**rim, "edgecolor": kit.style.blocker, "linewidth": kit.style.heavy}
    faces += [marker(words.say("burnt"), COUNTER_MM - 1, fire, kit.style.ink)] * game.table.victory
    faces.append(marker(words.say("turn"), COUNTER_MM, rim, kit.style.ink))
    for look in (looks[player] for player in PLAYERS):
        faces.append(marker(words.say("points"), COUNTER_MM, {**rim, "facecolor": look.fill}, look.hatch_ink))
    return leaves_of(
        faces, (COUNTER_MM, COUNTER_MM), kit, words.say("Counters front and back, markers, tracks"),
        below=partial(_tracks, game),
    )  # fmt: skip


def _tracks(game: Singidunum, sheet: Sheet, top: float) -> None:
    """Turns, and the victory points of either side up to those that win."""
    words, won, turns = sheet.words, game.table.victory, game.table.numbers.turns
    top = draw_track(sheet, words.say("Turns"), [Box(str(k)) for k in range(1, turns + 1)], top, 20.0, 9)
    for player in PLAYERS:
        boxes = [Box(str(k), words.say("wins") if k == won else "", k == won) for k in range(won + 1)]
        title = words.say("Victory points: {player}", player=words.say(PLAYER_WORDS[player]))
        top = draw_track(sheet, title, boxes, top, 20.0, 9)
