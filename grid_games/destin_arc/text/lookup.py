"""What is known of anything that has a name in this game: pieces, hexes, units, abilities, spells, phases, day and
night, terrain, objectives; with the clauses that say it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from armada_sim.tabletop import Message
from grid_games.core.extras import enumerated, in_turn
from grid_games.destin_arc.board import COSTLY, PLACES, TERRAINS
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.chapters.objectives import clauses, gone, holders, score
from grid_games.destin_arc.chapters.strengths import night
from grid_games.destin_arc.chapters.turns import Phase
from grid_games.destin_arc.moves import Take, To, one_word
from grid_games.destin_arc.state import BACK, DONE, MEDITATES, State
from grid_games.destin_arc.text.board import lying
from grid_games.destin_arc.units import AURA, CHARGE, PEGASUS, PRINTED, SIDES, SPELLS, UNITS, UNLIMITED, Spell, Unit


class Ability(NamedTuple):
    """What some units can do."""

    name: str
    clauses: str
    text: str
    holds: Callable[[Unit], bool]
    number: Callable[[Unit], int] = lambda unit: 0
    """What it adds, where that differs; 0 for nothing."""


ABILITIES = (
    Ability(Message("leader"), "1.6.3, 1.11",
        Message("stacks on a friend, adds his defence, is singled out there by few alone"), lambda unit: unit.leader),
    Ability(Message("stacking"), "1.6.2", Message("may stop on a friend"), lambda unit: unit.stacks),
    Ability(Message("extra movement"), "1.3.6", Message("moves again in the special step"), lambda unit: unit.extra),
    Ability(Message("cavalry"), "1.14.3, 1.14.6", Message("walls are closed to it"), lambda unit: unit.cavalry),
    Ability(Message("Pegasus"), "1.14.7", Message("flies, {n} hexes at 1 each, walls too; zones stop it", n=PEGASUS),
        lambda unit: unit.id == "u4"),
    Ability(Message("missiles"), "1.9", Message("shoots in a step of its own before the melee"),
        lambda unit: unit.missile > 0),
    Ability(Message("spells"), "1.8, 4", Message("casts a spell in the magic step, for points of its reserve"),
        lambda unit: bool(unit.school)),
    Ability(Message("meditates"), "1.8.5",
        Message("a turn without move, spell and attack gives half of the magic back"),
        lambda unit: unit.school == "bhar"),
    Ability(Message("attack"), "3.4, 2.3", Message("columns for every attack"), lambda unit: unit.attack != 0,
        lambda unit: unit.attack),
    Ability(Message("near temples"), "3.4", Message("columns in melee on the hex of a temple or beside it"),
        lambda unit: unit.temple != 0, lambda unit: unit.temple),
    Ability(Message("at night"), "3.4, 9", Message("columns for attacks by night"), lambda unit: unit.night != 0,
        lambda unit: unit.night),
    Ability(Message("shots at night"), "3.4, 9", Message("columns for missiles by night"),
        lambda unit: unit.night_missile != 0, lambda unit: unit.night_missile),
    Ability(Message("melee at night"), "3.4, 9", Message("columns for melee by night"),
        lambda unit: unit.night_melee != 0, lambda unit: unit.night_melee),
    Ability(Message("hidden moves"), "7.1.1, 7.2", Message("begins and moves unseen, and is no target"),
        lambda unit: unit.hides),
    Ability(Message("surprise"), "7.1.2, 7.2", Message("columns for an attack after a hidden move"),
        lambda unit: unit.surprise != 0, lambda unit: unit.surprise),
    Ability(Message("invisible again"), "7.1.2", Message("right after its battle"), lambda unit: unit.rehides),
    Ability(Message("collision"), "7.1.3, 7.2", Message("unseen on the hex of an enemy, it is immobilised"),
        lambda unit: unit.hides),
    Ability(Message("singling out"), "1.11.1, 3.4",
        Message("attacks a stacked leader by himself, with these columns"), lambda unit: unit.singles is not None,
        lambda unit: unit.singles or 0),
    Ability(Message("save against death"), "3.4", Message("a leader it attacks with success rolls his save or dies"),
        lambda unit: unit.kills),
    Ability(Message("capture"), "3.4, 8.2.8", Message("a leader it attacks with success is captured"),
        lambda unit: unit.captures),
    Ability(Message("forced retreat"), "3.4", Message("whom it attacks retreats a hex"), lambda unit: unit.pushes),
    Ability(Message("charge"), "3.4", Message("+1 on the next hex of the line after {n} hexes in one", n=CHARGE),
        lambda unit: unit.charges),
    Ability(Message.meaning("ability", "conversion"), "3.4",
        Message("turns two Peuple beside him into one piece of Fidèles"), lambda unit: unit.converts),
    Ability(Message("aura"), "3.4", Message("Peuple within {n} hexes attack with +1", n=AURA),
        lambda unit: unit.id == "f7"),
    Ability(Message("decay"), "3.4", Message("loses a third of its attack a turn; a turn of rest restores it"),
        lambda unit: unit.id == "f6"),
    Ability(Message("detection"), "7.1.4", Message("sees Fraternité Rouge one hex away, Ulf Bonnaire too"),
        lambda unit: bool(unit.detects)),
    Ability(Message("zones ignored"), "1.4.11", Message("all enemy zones but those of some"),
        lambda unit: bool(unit.zone_free)),
)  # fmt: skip
"""Every ability of the lists of units (clause 3.4), and what else tells units apart."""

EFFECTS = {
    "bless": ("4.2", Message("attacks of a friend +1")),
    "healing": ("4.7", Message("turns a friend to its front")),
    "dispel": ("4.6", Message("ends a spell")),
    "silence": ("4.8", Message("a priest cannot cast")),
    "light": ("4.2", Message("attacks of a friend are better by as much")),
    "hold": ("4.5", Message("an attack in the same turn destroys the enemy")),
    "weather": ("4.3, 4.4", Message("half eliminates every piece in it and each that enters")),
    "flame": ("4", Message("eliminates an enemy")),
    "blade": ("4.3, 4.4", Message("eliminates every piece in it and each that enters")),
}
"""Clause and effect of each spell."""

PHASES = {
    Phase.BEGIN: ("1.3.4, 7.1.4", Message("a half-turn begins: who stands beside a detector is seen")),
    Phase.MEDITATION: ("1.8.5", Message("meditations bear fruit, and priests of Bhâr may begin to meditate")),
    Phase.MOVEMENT: ("1.3.2, 1.5", Message("general movement: each piece goes once, as far as its allowance")),
    Phase.CONVERSION: ("3.4", Message("Ulf turns two Peuple beside him into one piece of Fidèles")),
    Phase.MAGIC: ("1.3.3, 1.8", Message("spells are declared, then take effect one by one")),
    Phase.MISSILE: ("1.3.3, 1.9", Message("shots are declared, then resolved one by one")),
    Phase.MELEE: ("1.3.3, 1.10", Message("melees are declared, then resolved one by one")),
    Phase.RETREATS: ("1.3.3", Message("retreats and advances that have waited, where that is agreed (retreat_time)")),
    Phase.SPECIAL: ("1.3.6", Message("special movement: pieces with extra movement go again")),
    Phase.REST: ("3.4", Message("the half-turn ends: Aris is weaker, or whole after a turn of rest")),
    Phase.CHECK: ("8.2.2", Message("a checkpoint after Bonnaire's half-turn: who holds what, who has won")),
    Phase.INITIATIVE: ("11", Message("Ulf and Fereira roll for who leads the joint half-turn")),
    Phase.END: (
        "1.3.4, 8.2.2",
        Message("the turn ends: holds and victory, then spells that run out, then who hides again"),
    ),
}
"""Clauses and meaning of each phase of a turn, in their order."""

GROUND = {
    "w": (
        "1.5.4, 1.14.3, 1.4.4",
        Message("costs {n}, closed to cavalry; who stands on it has no zone of control", n=COSTLY),
    ),
    "r": (
        "1.5.4, 1.14.4, 1.4.4",
        Message("frozen, costs {n}; no combat with the bank, no zone of control from it", n=COSTLY),
    ),
    "m": (
        "1.5.4, 1.14.4, 1.4.4",
        Message("frozen, costs {n}; no combat with dry ground, no zone of control from it", n=COSTLY),
    ),
    "t": ("1.5.4, 3.4", Message("costs 1; priests of Bhâr and Koulnikov fight better on it and beside it")),
    "g": ("1.5.4, 1.14.3", Message("costs 1; the way of cavalry through a wall")),
}
"""Clauses and effects of terrains; the others cost 1 and have none."""

GOALS = (
    (
        Message("Ulf is eliminated"),
        Message("Fereira is eliminated"),
        Message("half of the Christian priests are eliminated"),
    ),
    (
        Message("Koulnikov is eliminated"),
        Message("half of the priests of Bhâr are eliminated"),
        Message("the Great Temple was held a full turn"),
    ),
    (
        Message("Bonnaire is captured"),
        Message("half of Fraternité Rouge are eliminated"),
        Message("the place de Briscourt was held a full turn"),
    ),
)
"""The clauses of each printed secret objective."""

PARTS = {
    "A": Message("the attackers"),
    "B": Message("the defender and the attackers"),
    "D": Message("the defender"),
    "1": Message("retreat 1 hex"),
    "2": Message("retreat 2 hexes"),
    "3": Message("half eliminated: turned to the back, or lost if it was"),
    "4": Message("half eliminated, and a retreat of 1 hex"),
    "5": Message.meaning("result", "eliminated"),
    "6": Message.meaning("result", "eliminated"),
}
"""What letters and digits of the combat table mean (clause 1.13)."""


def about(state: Any, player: str, what: str) -> list[str]:
    """What a player of a state of this game knows of whatever has that name; of all pieces that he sees, for no word.
    Empty for what there is not."""
    game, seat = state.game, state.game.seat(player)
    if not what:
        return _all_pieces(state, seat)
    label, word = what.upper(), what.strip().casefold()
    lines = _of_piece(state, seat, game.pieces.numbers[what]) if what in game.pieces.numbers else []
    lines += _of_hex(state, seat, game.land.numbers[label]) if label in game.land.numbers else []
    return [*lines, *(line for topic in _TOPICS for line in topic(state, seat, word))]


def _units(state: State, seat: int, word: str) -> Iterator[str]:
    """A kind of unit: values, abilities, spells."""
    for unit in UNITS:
        if word in (unit.id, unit.name.casefold(), unit.short.casefold()):
            yield Message("{id} {unit}: {values} [3]", id=unit.id.upper(), unit=unit.name, values=_printed(unit))
            yield from (
                Message(
                    "  {ability}: {told} [{clauses}]",
                    ability=_numbered(ability.name, ability, unit), told=ability.text, clauses=ability.clauses,
                )
                for ability in ABILITIES if ability.holds(unit)
            )  # fmt: skip
            if unit.school:
                yield Message(
                    "  its spells, for {n} points: {spells} [4]",
                    n=unit.points, spells=", ".join(PRINTED.get(spell, spell) for spell in SPELLS[unit.school]),
                )  # fmt: skip


def _numbered(words: str, ability: Ability, unit: Unit) -> str:
    """With what an ability adds for a unit, where that is known."""
    number = ability.number(unit)
    return Message("{words} {n}", words=words, n=f"{number:+}") if number else words


def _abilities(state: State, seat: int, word: str) -> Iterator[str]:
    """An ability, and who has it."""
    for ability in ABILITIES:
        if word == ability.name.casefold():
            having = [_numbered(Message(unit.short), ability, unit) for unit in UNITS if ability.holds(unit)]
            yield Message(
                "{ability}: {told} [{clauses}]; {units}",
                ability=ability.name, told=ability.text, clauses=ability.clauses, units=enumerated(having),
            )  # fmt: skip


def _spells(state: State, seat: int, word: str) -> Iterator[str]:
    """A spell as each priesthood casts it, and where it lies now as far as the player sees."""
    name = one_word(word)
    for school, book in SPELLS.items():
        if name in book:
            yield _spell(
                book[name],
                Message("priests of Bhâr and Koulnikov") if school == "bhar" else Message("Christian priests"),
            )
    for effect in state.effects:
        if effect.spell == name and (told := lying(state, effect, seat)):
            yield Message("  spell {n} lies: {told}", n=effect.serial, told=told)


def _spell(spell: Spell, who: str) -> str:
    where, effect = EFFECTS[spell.name]
    cost = Message("costs {n}", n=spell.cost) if spell.cost else Message("costs what the spell costs that it ends")
    save = Message("a save cancels it") if spell.saved else Message("no save")
    lasts = Message("turns {n}", n=spell.turns) if spell.turns else Message("lasting")
    if spell.name in ("flame", "dispel") or (spell.name == "healing" and spell.turns == 1):
        lasts = Message("at once")
    elif spell.name == "healing" and spell.turns == 2:
        lasts = Message("at the start of the next turn")
    if spell.area:
        lasts = Message("{lasts}; {n} connected hexes", lasts=lasts, n=spell.area)
    named = PRINTED.get(spell.name, spell.name)
    if spell.bonus:
        named = Message("{words} {n}", words=named, n=f"{spell.bonus:+}")
    return Message(
        "{spell}, {who}: {cost}; range {n}; {save}; {lasts}; {effect} [{clauses}]",
        spell=named, who=who, cost=cost, n=spell.distance, save=save, lasts=lasts, effect=effect,
        clauses="4" if where == "4" else f"4, {where}",
    )  # fmt: skip


def _phases(state: State, seat: int, word: str) -> Iterator[str]:
    """A phase of a turn."""
    for phase, (where, text) in PHASES.items():
        if word in (phase.value, f"{phase.value}s", text.partition(":")[0]):
            yield Message("{phase}: {told} [{clauses}]", phase=Message(phase.value), told=text, clauses=where)


def _terrain(state: State, seat: int, word: str) -> Iterator[str]:
    """A terrain."""
    for letter, name in TERRAINS.items():
        if word == name:
            where, text = GROUND.get(letter, ("1.5.4, 1.14.1", Message("costs {n}", n=1)))
            yield Message(
                "{terrain}, {letter} on the board: {told} [{clauses}]",
                terrain=Message(name), letter=letter, told=text, clauses=where,
            )  # fmt: skip


def _weather(state: State, seat: int, word: str) -> Iterator[str]:
    """Day and night."""
    if word in ("night", "day", "weather", "calendar"):
        calendar = state.game.rules.calendar
        dark = [
            str(turn) for turn in range(1, state.game.land.turns + 1) if calendar[(turn - 1) % len(calendar)] == "N"
        ]
        if night(state):
            yield Message("turn {n} is by night; by night: turns {turns} [9]", n=state.turn, turns=", ".join(dark))
        else:
            yield Message("turn {n} is by day; by night: turns {turns} [9]", n=state.turn, turns=", ".join(dark))
        for ability in ABILITIES:
            if "9" in ability.clauses.split(", "):
                yield from _abilities(state, seat, ability.name.casefold())


def _places(state: State, seat: int, word: str) -> Iterator[str]:
    """A place of strategic importance, or a name on the map."""
    land, players = state.game.land, state.game.players
    for name, place, who, firm in zip(PLACES, land.points, holders(state), state.firm, strict=True):
        if word == name and place >= 0:
            held = Message("held by {player}", player=Message(players[who])) if who >= 0 else Message("held by nobody")
            if firm >= 0:
                held = Message("{held}, counts for {player}", held=held, player=Message(players[firm]))
            yield Message(
                "{place}, {hex}: of strategic importance, {held} [8.1.2, 8.2.1, 8.2.3]",
                place=Message(name), hex=land.labels[place], held=held,
            )  # fmt: skip
    for name, label in land.names:
        if word == name.casefold():
            yield Message("{name} is {hex} on the map [6]", name=name, hex=label)
            yield from _of_hex(state, seat, land.numbers[label])


def _objectives(state: State, seat: int, word: str) -> Iterator[str]:
    """The objectives and how far one's own have come."""
    game = state.game
    if word not in ("objective", "objectives", "progress", "points"):
        return
    yield Message("strategic: all places held for a full turn [8.1.2, 8.2.3]")
    for name in PLACES:
        yield from (Message("  {line}", line=line) for line in _places(state, seat, name))
    for side in range(3):
        if game.teams[side] == seat:
            yield Message(
                "secret, {side}: as {other}'s list says [8.1.3]", side=Message(SIDES[side]), other=Message(SIDES[side])
            )
            yield from (Message("  {line}", line=line) for line in _progress(state, side))
    rules = game.rules
    yield Message(
        "after the last turn: {n} points as things stand, {place} for a place, {clause} for a clause [8.2.12]",
        n=str(score(state, seat)), place=str(rules.place_points), clause=str(rules.clause_points),
    )  # fmt: skip


def _progress(state: State, side: int) -> Iterator[str]:
    """The clauses of a side's secret objective, each with how far it has come."""
    for k, met in zip(state.game.goals_given[side], clauses(state, side), strict=True):
        pieces = state.game.sought[side][k]
        told: str = GOALS[side][k]
        if told.startswith("half"):
            told = Message("{goal}, {n} of {total}", goal=told, n=gone(state, pieces, side), total=len(pieces))
        if met:
            yield Message("{goal}: met [8.1.3, 8.2.4, 8.2.5]", goal=told)
        else:
            yield Message("{goal}: not met [8.1.3, 8.2.4, 8.2.5]", goal=told)


def _players(state: State, seat: int, word: str) -> Iterator[str]:
    """A player or a side: what is left, what is held."""
    game = state.game
    for side, name in enumerate(SIDES):
        who = game.teams[side]
        if word in (name, game.players[who]):
            own = [p for p, one in enumerate(game.pieces.side) if one == side and p not in game.pieces.spares]
            left = sum(state.where[p] >= 0 for p, one in enumerate(game.pieces.side) if one == side)
            held = [place for place, now in zip(PLACES, holders(state), strict=True) if now == who]
            yield Message.counted(
                "{side}: {n} piece left of {total}; places held: {places} [7.3, 8.2.1]",
                "{side}: {n} pieces left of {total}; places held: {places} [7.3, 8.2.1]",
                left, side=Message(name), total=len(own),
                places=enumerated(map(Message, held)) if held else Message.meaning("places held", "none"),
            )  # fmt: skip


def _results(state: State, seat: int, word: str) -> Iterator[str]:
    """A result of the combat table."""
    code = word.removeprefix("=").upper()
    if len(code) == 2 and code[0] in "ABD" and code[1] in "123456":
        yield Message("{code}: {who}; {what} [1.13, 2.1]", code=code, who=PARTS[code[0]], what=PARTS[code[1]])


_TOPICS = (
    _units, _abilities, _spells, _phases, _terrain, _weather, _places, _objectives, _players, _results,
)  # fmt: skip
"""What a name may be of; several things may have one name."""

TOPICS = (
    *(ability.name for ability in ABILITIES),
    *map(Message, (*(phase.value for phase in PHASES), *TERRAINS.values(), *PLACES, *SIDES)),
    *(Message(name) for unit in UNITS for name in (unit.name, unit.short)),
    Message("night"), Message("day"), Message("weather"), Message("calendar"), Message("objectives"),
)  # fmt: skip
"""The names that are said otherwise in other languages."""


def _seen(state: State, seat: int, piece: int) -> bool:
    return state.where[piece] >= 0 and state.board.sees(seat, piece)


def _all_pieces(state: State, seat: int) -> list[str]:
    """A line for each kind of piece on the map."""
    game, pieces = state.game, state.game.pieces
    lines: list[str] = []
    for side, name in enumerate(SIDES):
        rows: dict[str, list[str]] = {}
        for p, unit in enumerate(pieces.units):
            if unit.side == side and _seen(state, seat, p):
                kind = Message("{id} {unit} ({values})", id=unit.id, unit=Message(unit.short), values=_values(state, p))
                rows.setdefault(kind, []).append(_short(state, seat, p))
        if rows:
            lead = Message("{side}:", side=Message(name))
            if len(game.players) < len(SIDES):
                player = Message(game.players[game.teams[side]])
                lead = Message("{side}, led by {player}:", side=Message(name), player=player)
            lines.append(lead)
            lines += [Message("  {unit}: {pieces}", unit=unit, pieces=", ".join(told)) for unit, told in rows.items()]
    return [*lines, Message("An apostrophe: on its back, half its values; *: not seen by others.")]


def _short(state: State, seat: int, piece: int) -> str:
    """Where a piece is. Nobody learns from whom else an enemy is hidden."""
    mine = state.game.pieces.team[piece] == seat
    back, hidden = "'" if state.marks[piece] & BACK else "", "*" if mine and state.unseen[piece] else ""
    return f"{state.game.pieces.names[piece]} {state.game.land.labels[state.where[piece]]}{back}{hidden}"


def _values(state: State, piece: int) -> str:
    return _printed(state.game.pieces.units[piece])


def _printed(unit: Unit) -> str:
    """The values of a unit."""
    parts = [Message("move {n}", n=unit.move) if unit.move < UNLIMITED else Message("moves anywhere")]
    parts.append(Message("melee {n}", n=unit.melee) if unit.melee else Message("no melee"))
    parts += [Message("missiles {n}", n=unit.missile)] if unit.missile else []
    return enumerated([*parts, Message("defence {n}", n=unit.defence), Message("save {n}+", n=unit.save)])


def _of_piece(state: State, seat: int, piece: int) -> list[str]:
    game, pieces = state.game, state.game.pieces
    unit, name = pieces.units[piece], pieces.names[piece]
    mine = pieces.team[piece] == seat
    head = Message(
        "{piece}, {unit} of {player}: {values}",
        piece=name, unit=unit.name, player=Message(game.players[pieces.team[piece]]), values=_values(state, piece),
    )  # fmt: skip
    if not _seen(state, seat, piece):
        gone = mine or (state.where[piece] < 0 and not unit.hides)
        return [
            head,
            Message("{piece} is not on the map.", piece=name)
            if gone
            else Message("You do not see {piece}.", piece=name),
        ]
    marks = [
        word
        for word, holds in (
            (Message("on its back: half its values"), state.marks[piece] & BACK),
            (Message("unseen by others"), mine and state.unseen[piece]),
            (Message("meditates"), state.marks[piece] & MEDITATES),
            (
                Message.counted("{n} spell point left", "{n} spell points left", state.points[piece]),
                mine and unit.school,
            ),
            (Message("has had its move in this step"), mine and state.marks[piece] & DONE),
        )
        if holds
    ]
    lines: list[str] = [head, in_turn([Message("on {hex}", hex=game.land.labels[state.where[piece]]), *marks])]
    moved: State | None = state if mine and state.current_player() == game.players[seat] else None
    if moved is not None and isinstance(state.step, Movement) and state.step.hand != piece:
        move = Take(name)
        moved = state.after(move) if move in state.legal_moves() else None
    if moved is not None and isinstance(moved.step, Movement) and moved.step.hand == piece:
        goals = [move.hex for move in moved.legal_moves() if isinstance(move, To)]
        lines.append(
            Message("may go to ({n}): {hexes}", n=len(goals), hexes=", ".join(goals))
            if goals
            else Message("may go nowhere")
        )
    return lines


def _of_hex(state: State, seat: int, place: int) -> list[str]:
    land = state.game.land
    label = land.labels[place]
    named = {where: name for name, where in land.names}
    head = Message("{hex}: {terrain}", hex=label, terrain=Message(TERRAINS["".join(land.columns)[place]]))
    if label in named:
        head = Message("{told}, {name}", told=head, name=named[label])
    points = [name for name, where in land.places if where == label]
    seen = (p for p in state.board.at.get(place, ()) if _seen(state, seat, p))
    there = [
        Message("{piece} {unit}", piece=_short(state, seat, p), unit=Message(state.game.pieces.units[p].short))
        for p in seen
    ]
    if points:
        head = Message("{told}; of strategic importance ({place})", told=head, place=Message(points[0]))
    lines: list[str] = [head]
    if state.board.zone(seat) >> place & 1:
        lines.append(Message("in an enemy zone of control [1.4.2]"))
    return lines + there
