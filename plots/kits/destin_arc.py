"""The kit of Le Jeu du destin d'Arc: map, counters, keys, tracks, combat table, spell cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from armada_sim.geometry import Point
from armada_sim.pictures import Look, Style, Words, Z
from armada_sim.tabletop import N_, signed
from grid_games.destin_arc.board import COSTLY, PLACES
from grid_games.destin_arc.chapters.combat_table import AUTOMATIC, CELLS, COLUMNS, ratio
from grid_games.destin_arc.game import DestinArc
from grid_games.destin_arc.text.lookup import ABILITIES, EFFECTS, GOALS, PARTS, PHASES, for_a_place, lasting
from grid_games.destin_arc.units import SIDES, UNLIMITED, Spell, Unit
from plots.grids.destin_arc import PLAYER_WORDS, TITLE, Map, bare_places, explain_map, map_view
from plots.grids.destin_arc_counters import CARD_MM, draw_card, draw_symbol, looks_of
from plots.grids.hexes import HEX_MM
from plots.kits.boards import board_laid, key_of
from plots.kits.faces import Face, leaves_of, marker
from plots.kits.pages import Block, Grid, Heading, Kit, Sign, Text, lines_of, put_runs, text_page
from plots.kits.parts import Box, Part, draw_track, text_parts
from plots.kits.texts import Made
from plots.paper import Leaf
from plots.sheet import Sheet

PLAY_HEX_MM = 20.0
"""From the middle of a hex of the map to that of a neighbour."""

COUNTER_MM = 14.0
"""Side of a counter: the largest square in such a hex has 14.6."""

_LETTERS = 0.155
"""Height of a counter's letters as a share of its side: 6 points and a little."""

CARD = (60.0, 42.0)
"""mm. A spell card."""

_SPELLS = {
    "bless": N_("Bless"), "healing": N_("Healing"), "dispel": N_("Dispel"), "silence": N_("Silence"),
    "light": N_("Light"), "hold": N_("Hold person"), "weather": N_("Weather turn"), "flame": N_("Flame strike"),
    "blade": N_("Blade barrier"),
}  # fmt: skip
"""What spells are called on their cards; the text has English names alone, some of them cut short."""

_TICK = 25
"""Spell points of a box to cross out: what the cheapest spell costs."""


def parts_of(game: DestinArc) -> tuple[Part, ...]:
    """The parts of a game with its options settled, on its map."""
    return (
        *text_parts("destin-arc", partial(_facts, game), partial(_made, game)),
        Part("units", N_("The units"), partial(_unit_key, game)),
        Part("map", N_("The map"), partial(_map, game)),
        Part("key", N_("Key of the map"), partial(_key, game)),
        Part("counters", N_("The counters, front and back, and markers"), partial(_counters, game)),
        Part("tracks", N_("Tracks"), partial(_tracks, game)),
        Part("spells", N_("Spell cards"), partial(_spells, game)),
    )


# words


def _facts(game: DestinArc, kit: Kit) -> Mapping[str, object]:
    """The numbers of the rule sheet and the aid."""
    at = game.numbers.by_id
    rules = game.rules
    return {
        "turns": game.land.turns, "costly": COSTLY, "aura": at["f7"].aura, "charge": at["u3"].charge,
        "pegasus": at["u4"].pegasus, "horse": at["u4"].move, "lowest": COLUMNS[0], "highest": COLUMNS[-1],
        "automatic": ratio(AUTOMATIC), "bhar": at["b5"].points, "koulnikov": at["b6"].points,
        "christian": at["u2"].points, "places": len(game.land.places), "clause_points": rules.clause_points,
        "place_points": kit.words.tell(for_a_place(game)),
        "nights": _turns_of(game, kit.words, "N"), "days": _turns_of(game, kit.words, "D"),
        "counter": f"{at['b2'].missile}/{at['b2'].reach}", "reach": at["b8"].reach,
    }  # fmt: skip


def _turns_of(game: DestinArc, words: Words, when: str) -> str:
    """The turns of day, or of night."""
    return words.listed([str(k + 1) for k, sign in enumerate(game.rules.calendar[: game.land.turns]) if sign == when])


def _made(game: DestinArc, kit: Kit) -> Made:
    """What stands in the text as lists and tables."""
    words = kit.words
    steps = [Text(words.tell(PHASES[name].words()), bullet=True) for name in PHASES if name != "retreats"]
    goals = [
        Text(
            _named(words, words.say(PLAYER_WORDS[side]), words.in_turn(words.tell(one.words()) for one in goal)),
            bullet=True,
        )
        for side, goal in zip(SIDES, GOALS, strict=True)
    ]
    return {
        "steps": steps, "goals": goals, "table": [_combat_table()], "results": [_results(words)],
        "modifiers": [_modifiers(game, words)],
    }  # fmt: skip


def _named(words: Words, name: str, text: str) -> str:
    """A text after a name in bold letters."""
    return words.say("{name}: {text}", name=f"**{name}**", text=text)


def _combat_table() -> Grid:
    """The combat table: d12 down, ratio across."""
    return Grid([("d12", *COLUMNS), *((str(row + 1), *cells) for row, cells in enumerate(CELLS))])


def _results(words: Words) -> Grid:
    """The letters and digits of the combat table."""
    head = (words.say("result"), words.say("falls on, or does"))
    return Grid([head, *((key, words.tell(part.words())) for key, part in PARTS.items())])


def _ability_words(unit: Unit, words: Words) -> list[str]:
    """The abilities of a unit, with what they add."""
    found = []
    for ability in ABILITIES:
        if ability.holds(unit):
            number = ability.value(unit) if ability.number else 0
            found.append(words.tell(ability.name) + (f" {signed(number)}" if number else ""))
    return found


def _modifiers(game: DestinArc, words: Words) -> Grid:
    """Who attacks better or worse, and when."""
    rows = []
    for ability in ABILITIES:
        if ability.number:
            having = [
                f"{words.say(unit.short)} {signed(ability.value(unit))}"
                for unit in game.numbers.units
                if ability.holds(unit)
            ]
            rows.append((words.tell(ability.name), words.in_turn(having)))
    return Grid([(words.say("modifier"), words.say("whose, in columns")), *rows])


# the map and its keys


def _map(game: DestinArc, kit: Kit) -> list[Leaf]:
    land, name = game.land, kit.words.say("The map")
    return [board_laid([Map(land)], map_view(land), PLAY_HEX_MM / HEX_MM, kit, name)]


def _places(game: DestinArc, words: Words) -> list[tuple[str, str]]:
    """Hex and name of every place of strategic importance; its kind where the map has no name for it."""
    places = dict(game.land.places)
    return [(places[kind], game.land.called.get(places[kind], words.say(kind))) for kind in PLACES if kind in places]


def _key(game: DestinArc, kit: Kit) -> list[Leaf]:
    """Terrains, places, and what each ability does."""
    words = kit.words
    abilities = [
        Text(_named(words, words.tell(one.name), f"{words.tell(one.told(able))} [{one.clauses}]"), True)
        for one in ABILITIES
        if (able := [unit for unit in game.numbers.units if one.holds(unit)])
    ]
    _, sheet = kit.sheet()
    explain_map(sheet, set("".join(game.land.columns)), bool(game.land.points), bool(bare_places(game.land)))
    blocks: list[Block] = [
        key_of(sheet, words.say("sign"), words.say("terrain")),
        Heading(words.say("Places of strategic importance")),
        Grid([(words.say("hex"), words.say("name")), *_places(game, words)]),
        Heading(words.say("What the abilities do")), *abilities,
    ]  # fmt: skip
    title = f"{words.say(TITLE)} – {words.say('Key of the map')}"
    return [Leaf(text_page(kit, title, blocks), name=words.say("Key of the map"))]


def _unit_key(game: DestinArc, kit: Kit) -> list[Leaf]:
    """Every unit: its symbol, its values, its abilities."""
    words, looks = kit.words, looks_of(kit.style)
    head = [N_("symbol"), N_("unit"), N_("number"), N_("move"), N_("melee"), N_("missiles"), N_("defence"), N_("save"),
            N_("points"), N_("abilities")]  # fmt: skip

    def sign(unit: Unit) -> Sign:
        def draw(sheet: Sheet, middle: Point, half: float) -> None:
            (x, y), side = middle, 0.9 * half
            body: Look = {"facecolor": looks[unit.side].fill, "edgecolor": sheet.style.ink, "linewidth": 0.6}
            sheet.others.append(sheet.box(x - side, y - side, x + side, y + side, Z.REGION, **body))
            draw_symbol(sheet, unit.drawn, looks[unit.side], middle, 0.68 * half, unit.id, Z.SHIP)

        return Sign(draw, 2.0)

    rows: list[Sequence[str | Sign]] = [[words.say(text) for text in head]]
    for unit in game.numbers.units:
        count = len(game.pieces.of[unit.id])
        if not count:
            continue
        move = "∞" if unit.move >= UNLIMITED else f"{unit.move}/{unit.pegasus}" if unit.pegasus else str(unit.move)
        missile = f"{unit.missile}/{unit.reach}" if unit.missile else "–"
        values = [
            str(count),
            move,
            str(unit.melee or "–"),
            missile,
            str(unit.defence),
            str(unit.save),
            str(unit.points or "–"),
        ]
        name = f"**{unit.id}** {words.say(unit.short)}"
        rows.append([sign(unit), name, *values, ", ".join(_ability_words(unit, words))])
    title = f"{words.say(TITLE)} – {words.say('The units')}"
    return [Leaf(text_page(kit, title, [Grid(rows)], columns=1), name=words.say("The units"))]


# counters, tracks, cards


def _counters(game: DestinArc, kit: Kit) -> list[Leaf]:
    pieces, looks = game.pieces, looks_of(kit.style)

    def face(piece: int) -> Face:
        def draw(sheet: Sheet, middle: Point, back: bool) -> None:
            draw_card(sheet, pieces, piece, looks[pieces.side[piece]], middle, back, letters=_LETTERS, serial=True)

        return draw

    rim: Look = {"edgecolor": kit.style.ink, "linewidth": kit.style.bold}
    markers = [("turn", {**rim, "facecolor": "white"}, kit.style.ink)]
    for side, player in enumerate(SIDES):
        held = (PLAYER_WORDS[player], {**rim, "facecolor": looks[side].fill}, looks[side].hatch_ink)
        markers += [held] * len(game.land.places)
    faces = [face(piece) for piece in range(len(pieces))]
    faces += [marker(kit.words.say(text), CARD_MM, look, ink) for text, look, ink in markers]
    name = kit.words.say("The counters, front and back, and markers")
    return leaves_of(faces, (COUNTER_MM, COUNTER_MM), kit, name, scale=COUNTER_MM / CARD_MM)


def _tracks(game: DestinArc, kit: Kit) -> list[Leaf]:
    """Turns by day and night, the places and who holds them, spell points to cross out."""
    words = kit.words
    figure, sheet = kit.sheet()
    when = {"N": words.say("night"), "D": words.say("day")}
    calendar = game.rules.calendar[: game.land.turns]
    boxes = [Box(str(k + 1), when[sign], sign == "N") for k, sign in enumerate(calendar)]
    top = draw_track(sheet, words.say("Turns"), boxes, kit.window[1], 22.0, 8)
    held = [Box(*place) for place in _places(game, words)]
    top = draw_track(sheet, words.say("Places held: a marker of the holder on each"), held, top, 37.0, 5)
    put_runs(
        sheet,
        [(words.say("Spell points: cross out {n} at a time", n=_TICK), True)],
        (0, top - 5),
        11,
    )
    top -= 7.0
    priests = [piece for piece, unit in enumerate(game.pieces.units) if unit.points]
    for piece in priests:
        count = game.pieces.units[piece].points // _TICK
        put_runs(sheet, [(game.pieces.names[piece], True)], (0.0, top - 4.5), 9.0)
        for k in range(count):
            rim: Look = {"facecolor": "none", "edgecolor": sheet.style.ink, "linewidth": sheet.style.thin}
            sheet.others.append(sheet.box(14 + 7 * k, top - 6, 20 + 7 * k, top, Z.SURFACE, **rim))
        top -= 7.0
    return [Leaf(figure, name=words.say("Tracks"))]


def _spells(game: DestinArc, kit: Kit) -> list[Leaf]:
    """A card for each spell of each priesthood, with whose it is behind."""
    who = {"bhar": kit.words.say("priests of Bhâr and Koulnikov"), "christian": kit.words.say("Christian priests")}
    symbols = {"bhar": ("b5", 0), "christian": ("u2", 1)}
    faces = [
        partial(_card, spell, who[school], *symbols[school], kit.style)
        for school, book in game.numbers.books.items() for spell in book.values()
    ]  # fmt: skip
    return leaves_of(faces, CARD, kit, kit.words.say("Spell cards"))


def _card(
    spell: Spell, who: str, unit: str, side: int, style: Style, sheet: Sheet, middle: Point, back: bool
) -> None:  # fmt: skip
    """One spell card around a point."""
    (x, y), (wide, high), words = middle, CARD, sheet.words
    side_look = looks_of(style)[side]
    left, top = x - wide / 2, y + high / 2
    rim: Look = {"facecolor": "none", "edgecolor": style.ink, "linewidth": style.bold}
    sheet.mark("card", sheet.box(left, top - high, left + wide, top, Z.SURFACE, **rim), f"{unit} {spell.name}")
    if back:
        sheet.others.append(sheet.box(x - 12, y - 9, x + 12, y + 15, Z.REGION, facecolor=side_look.fill, linewidth=0))
        draw_symbol(sheet, unit, side_look, (x, y + 3), 9, spell.name, Z.SHIP)
        sheet.texts.append(sheet.write(who, (x, y - 15), 9.0, halo=False))
        return
    title = words.say(_SPELLS[spell.name]) + (f" {signed(spell.bonus)}" if spell.bonus else "")
    put_runs(sheet, [(title, True)], (left + 3, top - 7), 12.0)
    if spell.name != words.say(_SPELLS[spell.name]).lower():  # what one writes
        look: Look = {"ha": "right", "va": "baseline", "color": style.quiet}
        sheet.texts.append(sheet.write(spell.name, (left + wide - 3, top - 7), 8.0, halo=False, **look))
    lines = [
        who,
        words.say("costs {n}", n=spell.cost) if spell.cost else words.say("costs what the spell costs that it ends"),
        words.say("range {n}", n=spell.distance),
        words.say("a save cancels it") if spell.saved else words.say("no save"),
        words.tell(lasting(spell)),
        f"**{words.tell(EFFECTS[spell.name].words())}**",
    ]  # fmt: skip
    base = top - 12.0
    for line in lines:
        for runs in lines_of(line, wide - 6, 8.0, style.font):
            put_runs(sheet, runs, (left + 3, base), 8.0)
            base -= 3.6
    put_runs(sheet, [(EFFECTS[spell.name].clauses, False)], (left + 3, top - high + 2), 6.5, style.quiet)
