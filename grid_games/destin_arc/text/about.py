"""What is known of anything that has a name in this game: pieces, hexes, units, abilities, spells, phases, day and
night, terrain, objectives; with the clauses that say it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from grid_games.destin_arc.board import COSTLY, PLACES, TERRAINS
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.chapters.objectives import clauses, gone, known_holders, score
from grid_games.destin_arc.chapters.strengths import night
from grid_games.destin_arc.chapters.turns import Phase
from grid_games.destin_arc.moves import Take, To
from grid_games.destin_arc.state import BACK, DONE, MEDITATES, State
from grid_games.destin_arc.text.board import lying
from grid_games.destin_arc.units import AURA, CHARGE, PEGASUS, SIDES, SPELLS, UNITS, UNLIMITED, Spell, Unit


class Ability(NamedTuple):
    """What some units can do."""

    name: str
    clauses: str
    text: str
    holds: Callable[[Unit], bool]
    number: Callable[[Unit], int] = lambda unit: 0
    """What it adds, where that differs; 0 for nothing."""


ABILITIES = (
    Ability("leader", "1.6.3, 1.11", "stacks on a friend, adds his defence, is singled out there by few alone",
            lambda unit: unit.leader),
    Ability("stacking", "1.6.2", "may stop on a friend", lambda unit: unit.stacks),
    Ability("extra movement", "1.3.6", "moves again in the special step", lambda unit: unit.extra),
    Ability("cavalry", "1.14.3, 1.14.6", "walls are closed to it", lambda unit: unit.cavalry),
    Ability("Pegasus", "1.14.7", f"flies, {PEGASUS} hexes at 1 each, walls too; zones stop it",
            lambda unit: unit.id == "u4"),
    Ability("missiles", "1.9", "shoots in a step of its own before the melee", lambda unit: unit.missile > 0),
    Ability("spells", "1.8, 4", "casts a spell in the magic step, for points of its reserve",
            lambda unit: bool(unit.school), lambda unit: unit.points),
    Ability("meditates", "1.8.5", "a turn without move, spell and attack gives half of the magic back",
            lambda unit: unit.school == "bhar"),
    Ability("attack", "3.4, 2.3", "columns for every attack", lambda unit: unit.attack != 0, lambda unit: unit.attack),
    Ability("near temples", "3.4", "columns in melee on the hex of a temple or beside it",
            lambda unit: unit.temple != 0, lambda unit: unit.temple),
    Ability("at night", "3.4, 9", "columns for attacks by night",
            lambda unit: unit.night != 0, lambda unit: unit.night),
    Ability("shots at night", "3.4, 9", "columns for missiles by night",
            lambda unit: unit.night_missile != 0, lambda unit: unit.night_missile),
    Ability("melee at night", "3.4, 9", "columns for melee by night",
            lambda unit: unit.night_melee != 0, lambda unit: unit.night_melee),
    Ability("hidden moves", "7.1.1, 7.2", "begins and moves unseen, and is no target", lambda unit: unit.hides),
    Ability("surprise", "7.1.2, 7.2", "columns for an attack after a hidden move",
            lambda unit: unit.surprise != 0, lambda unit: unit.surprise),
    Ability("invisible again", "7.1.2", "right after its battle", lambda unit: unit.rehides),
    Ability("collision", "7.1.3, 7.2", "unseen on the hex of an enemy, it is immobilised", lambda unit: unit.hides),
    Ability("singling out", "1.11.1, 3.4", "attacks a stacked leader by himself, with these columns",
            lambda unit: unit.singles is not None, lambda unit: unit.singles or 0),
    Ability("save against death", "3.4", "a leader it attacks with success rolls his save or dies",
            lambda unit: unit.kills),
    Ability("capture", "3.4, 8.2.8", "a leader it attacks with success is captured", lambda unit: unit.captures),
    Ability("forced retreat", "3.4", "whom it attacks retreats a hex", lambda unit: unit.pushes),
    Ability("charge", "3.4", f"+1 on the next hex of the line after {CHARGE} hexes in one", lambda unit: unit.charges),
    Ability("conversion", "3.4", "turns two Peuple beside him into one piece of Fidèles", lambda unit: unit.converts),
    Ability("aura", "3.4", f"Peuple within {AURA} hexes attack with +1", lambda unit: unit.id == "f7"),
    Ability("decay", "3.4", "loses a third of its attack a turn; a turn of rest restores it",
            lambda unit: unit.id == "f6"),
    Ability("detection", "7.1.4", "sees Fraternité Rouge one hex away, Ulf Bonnaire too",
            lambda unit: bool(unit.detects)),
    Ability("zones ignored", "1.4.11", "all enemy zones but those of some", lambda unit: bool(unit.zone_free)),
)  # fmt: skip
"""Every ability of the lists of units (clause 3.4), and what else tells units apart."""

EFFECTS = {
    "bless": ("4.2", "attacks of a friend +1"), "healing": ("4.7", "turns a friend to its front"),
    "dispel": ("4.6", "ends a spell"), "silence": ("4.8", "a priest cannot cast"),
    "light": ("4.2", "attacks of a friend are better by as much"),
    "hold": ("4.5", "an attack in the same turn destroys the enemy"),
    "weather": ("4.3, 4.4", "half eliminates every piece in it and each that enters"),
    "flame": ("4", "eliminates an enemy"), "blade": ("4.3, 4.4", "eliminates every piece in it and each that enters"),
}  # fmt: skip
"""Clause and effect of each spell."""

PRINTED = {"hold pers": "hold", "weather turn": "weather", "flame strike": "flame", "blade bar": "blade"}
"""Spells by the names of the lists."""

PHASES = {
    Phase.BEGIN: ("1.3.4, 7.1.4", "a half-turn begins: who stands beside a detector is seen"),
    Phase.MEDITATION: ("1.8.5", "meditations bear fruit, and priests of Bhâr may begin to meditate"),
    Phase.MOVEMENT: ("1.3.2, 1.5", "general movement: each piece goes once, as far as its allowance"),
    Phase.CONVERSION: ("3.4", "Ulf turns two Peuple beside him into one piece of Fidèles"),
    Phase.MAGIC: ("1.3.3, 1.8", "spells are declared, then take effect one by one"),
    Phase.MISSILE: ("1.3.3, 1.9", "shots are declared, then resolved one by one"),
    Phase.MELEE: ("1.3.3, 1.10", "melees are declared, then resolved one by one"),
    Phase.RETREATS: ("1.3.3", "retreats and advances that have waited, where that is agreed (retreat_time)"),
    Phase.SPECIAL: ("1.3.6", "special movement: pieces with extra movement go again"),
    Phase.REST: ("3.4", "the half-turn ends: Aris is weaker, or whole after a turn of rest"),
    Phase.CHECK: ("8.2.2", "a checkpoint after Bonnaire's half-turn: who holds what, who has won"),
    Phase.INITIATIVE: ("11", "Ulf and Fereira roll for who leads the joint half-turn"),
    Phase.END: ("1.3.4, 8.2.2", "the turn ends: holds and victory, then spells that run out, then who hides again"),
}
"""Clauses and meaning of each phase of a turn, in their order."""

GROUND = {
    "w": ("1.5.4, 1.14.3, 1.4.4", f"costs {COSTLY}, closed to cavalry; who stands on it has no zone of control"),
    "r": ("1.5.4, 1.14.4, 1.4.4", f"frozen, costs {COSTLY}; no combat with the bank, no zone of control from it"),
    "m": ("1.5.4, 1.14.4, 1.4.4", f"frozen, costs {COSTLY}; no combat with dry ground, no zone of control from it"),
    "t": ("1.5.4, 3.4", "costs 1; priests of Bhâr and Koulnikov fight better on it and beside it"),
    "g": ("1.5.4, 1.14.3", "costs 1; the way of cavalry through a wall"), "x": ("5.4", "nobody goes there"),
}  # fmt: skip
"""Clauses and effects of terrains; the others cost 1 and have none."""

GOALS = (
    ("Ulf is eliminated", "Fereira is eliminated", "half of the Christian priests are eliminated"),
    ("Koulnikov is eliminated", "half of the priests of Bhâr are eliminated", "the Great Temple was held a full turn"),
    ("Bonnaire is captured", "half of Fraternité Rouge are eliminated", "the place de Briscourt was held a full turn"),
)
"""The clauses of each printed secret objective."""

PARTS = {
    "A": "the attackers", "B": "the defender and the attackers", "D": "the defender",
    "1": "retreat 1 hex", "2": "retreat 2 hexes", "3": "half eliminated: turned to the back, or lost if it was",
    "4": "half eliminated, and a retreat of 1 hex", "5": "eliminated", "6": "eliminated",
}  # fmt: skip
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
            yield f"{unit.id.upper()} {unit.name}: {_printed(unit)} [3]"
            yield from (
                f"  {ability.name}{_number(ability, unit)}: {ability.text} [{ability.clauses}]"
                for ability in ABILITIES if ability.holds(unit)
            )  # fmt: skip
            if unit.school:
                yield f"  its spells: {', '.join(SPELLS[unit.school])} [4]"


def _number(ability: Ability, unit: Unit) -> str:
    number = ability.number(unit)
    return f" {number:+}" if number else ""


def _abilities(state: State, seat: int, word: str) -> Iterator[str]:
    """An ability, and who has it."""
    for ability in ABILITIES:
        if word == ability.name.casefold():
            having = [f"{unit.short}{_number(ability, unit)}" for unit in UNITS if ability.holds(unit)]
            yield f"{ability.name}: {ability.text} [{ability.clauses}]; {', '.join(having)}"


def _spells(state: State, seat: int, word: str) -> Iterator[str]:
    """A spell as each priesthood casts it, and where it lies now as far as the player sees."""
    name = PRINTED.get(word, word)
    for school, book in SPELLS.items():
        if name in book:
            yield _spell(book[name], "priests of Bhâr and Koulnikov" if school == "bhar" else "Christian priests")
    for effect in state.effects:
        if effect.spell == name and (told := lying(state, effect, seat)):
            yield f"  spell {effect.serial} lies: {told}"


def _spell(spell: Spell, who: str) -> str:
    where, effect = EFFECTS[spell.name]
    cost = f"costs {spell.cost}" if spell.cost else "costs what the spell costs that it ends"
    save = "a save cancels it" if spell.saved else "no save"
    turns = f"turns {spell.turns}" if spell.turns else "lasting"
    lasts = "at once" if spell.name in ("flame", "dispel") or (spell.name == "healing" and spell.turns == 1) else turns
    lasts = "at the start of the next turn" if spell.name == "healing" and spell.turns == 2 else lasts
    area = f"; {spell.area} connected hexes" if spell.area else ""
    bonus = f" {spell.bonus:+}" if spell.bonus else ""
    told = f"{cost}; range {spell.distance}; {save}; {lasts}{area}; {effect}"
    return f"{spell.name}{bonus}, {who}: {told} [4, {where}]" if where != "4" else f"{spell.name}, {who}: {told} [4]"


def _phases(state: State, seat: int, word: str) -> Iterator[str]:
    """A phase of a turn."""
    for phase, (where, text) in PHASES.items():
        if word in (phase.value, f"{phase.value}s", text.partition(":")[0]):
            yield f"{phase.value}: {text} [{where}]"


def _terrain(state: State, seat: int, word: str) -> Iterator[str]:
    """A terrain."""
    for letter, name in TERRAINS.items():
        if word == name:
            where, text = GROUND.get(letter, ("1.5.4, 1.14.1", "costs 1"))
            yield f"{name}, {letter} on the board: {text} [{where}]"


def _weather(state: State, seat: int, word: str) -> Iterator[str]:
    """Day and night."""
    if word in ("night", "day", "weather", "calendar"):
        calendar = state.game.rules.calendar
        dark = [
            str(turn) for turn in range(1, state.game.land.turns + 1) if calendar[(turn - 1) % len(calendar)] == "N"
        ]
        yield f"turn {state.turn} is by {'night' if night(state) else 'day'}; by night: turns {', '.join(dark)} [9]"
        for ability in ABILITIES:
            if "9" in ability.clauses.split(", "):
                yield from _abilities(state, seat, ability.name.casefold())


def _places(state: State, seat: int, word: str) -> Iterator[str]:
    """A place of strategic importance, or a name on the map."""
    land, players = state.game.land, state.game.players
    for name, place, who, firm in zip(PLACES, land.points, known_holders(state), state.firm, strict=True):
        if word == name and place >= 0:
            held = f"held by {players[who]}" if who >= 0 else "held by nobody"
            counts = f", counts for {players[firm]}" if firm >= 0 else ""
            yield f"{name}, {land.labels[place]}: of strategic importance, {held}{counts} [8.1.2, 8.2.1, 8.2.3]"
    for name, label in land.names:
        if word == name.casefold():
            yield f"{name} is {label} on the map [6]"
            yield from _of_hex(state, seat, land.numbers[label])


def _objectives(state: State, seat: int, word: str) -> Iterator[str]:
    """The objectives and how far one's own have come."""
    game = state.game
    if word not in ("objective", "objectives", "progress", "points"):
        return
    yield "strategic: all places held for a full turn [8.1.2, 8.2.3]"
    for name in PLACES:
        yield from (f"  {line}" for line in _places(state, seat, name))
    for side in range(3):
        if game.teams[side] == seat or game.rules.objectives_public == "yes":
            yield f"secret, {SIDES[side]}: as {SIDES[state.dealt[side]]}'s list says [8.1.3]"
            yield from (f"  {line}" for line in _progress(state, side))
    rules = game.rules
    if rules.final_score == "points":
        worth = f"{rules.place_points} for a place, {rules.clause_points} for a clause"
        yield f"after the last turn: {score(state, seat)} points as things stand, {worth} [8.2.12]"


def _progress(state: State, side: int) -> Iterator[str]:
    """The clauses of a side's secret objective, each with how far it has come."""
    goal = state.dealt[side]
    for k, met in zip(state.game.goals_given[goal], clauses(state, side), strict=True):
        pieces = state.game.sought[goal][k]
        count = f", {gone(state, pieces, side)} of {len(pieces)}" if GOALS[goal][k].startswith("half") else ""
        yield f"{GOALS[goal][k]}{count}: {'met' if met else 'not met'} [8.1.3, 8.2.4, 8.2.5]"


def _players(state: State, seat: int, word: str) -> Iterator[str]:
    """A player or a side: what is left, what is held."""
    game = state.game
    for side, name in enumerate(SIDES):
        who = game.teams[side]
        if word in (name, game.players[who]):
            own = [p for p, one in enumerate(game.pieces.side) if one == side and p not in game.pieces.spares]
            left = sum(state.where[p] >= 0 for p, one in enumerate(game.pieces.side) if one == side)
            held = [place for place, now in zip(PLACES, known_holders(state), strict=True) if now == who]
            yield f"{name}: {left} pieces left of {len(own)}; places held: {', '.join(held) or 'none'} [7.3, 8.2.1]"


def _results(state: State, seat: int, word: str) -> Iterator[str]:
    """A result of the combat table."""
    code = word.removeprefix("=").upper()
    if len(code) == 2 and code[0] in "ABD" and code[1] in "123456":
        yield f"{code}: {PARTS[code[0]]}; {PARTS[code[1]]} [1.13, 2.1]"


_TOPICS = (
    _units, _abilities, _spells, _phases, _terrain, _weather, _places, _objectives, _players, _results,
)  # fmt: skip
"""What a name may be of; several things may have one name."""


def _seen(state: State, seat: int, piece: int) -> bool:
    return state.where[piece] >= 0 and state.board.sees(seat, piece)


def _all_pieces(state: State, seat: int) -> list[str]:
    """A line for each kind of piece on the map."""
    game, pieces = state.game, state.game.pieces
    lines = []
    for side, name in enumerate(SIDES):
        rows: dict[str, list[str]] = {}
        for p, unit in enumerate(pieces.units):
            if unit.side == side and _seen(state, seat, p):
                rows.setdefault(f"{unit.id} {unit.short} ({_values(state, p)})", []).append(_short(state, seat, p))
        if rows:
            leader = f", led by {game.players[game.teams[side]]}" if len(game.players) < len(SIDES) else ""
            lines.append(f"{name}{leader}:")
            lines += [f"  {unit}: {', '.join(told)}" for unit, told in rows.items()]
    return [*lines, "An apostrophe: on its back, half its values; *: not seen by others."]


def _short(state: State, seat: int, piece: int) -> str:
    """Where a piece is. Nobody learns from whom else an enemy is hidden."""
    mine = state.game.pieces.team[piece] == seat
    back, hidden = "'" if state.marks[piece] & BACK else "", "*" if mine and state.unseen[piece] else ""
    return f"{state.game.pieces.names[piece]} {state.game.land.labels[state.where[piece]]}{back}{hidden}"


def _values(state: State, piece: int) -> str:
    return _printed(state.game.pieces.units[piece], state.game.pieces.move[piece])


def _printed(unit: Unit, moves: int = 0) -> str:
    """The values of a unit; `moves`, where its movement is another than the printed one."""
    move = moves or unit.move
    parts = [f"move {move}" if move < UNLIMITED else "moves anywhere"]
    parts += [f"melee {unit.melee}" if unit.melee else "no melee"]
    parts += [f"missiles {unit.missile}"] if unit.missile else []
    return ", ".join([*parts, f"defence {unit.defence}", f"save {unit.save}+"])


def _of_piece(state: State, seat: int, piece: int) -> list[str]:
    game, pieces = state.game, state.game.pieces
    unit, name = pieces.units[piece], pieces.names[piece]
    mine = pieces.team[piece] == seat
    head = f"{name}, {unit.name} of {game.players[pieces.team[piece]]}: {_values(state, piece)}"
    if not _seen(state, seat, piece):
        gone = mine or (state.where[piece] < 0 and not unit.hides)
        return [head, f"{name} is not on the map." if gone else f"You do not see {name}."]
    marks = [word for word, holds in (
        ("on its back: half its values", state.marks[piece] & BACK), ("unseen by others", mine and state.unseen[piece]),
        ("meditates", state.marks[piece] & MEDITATES),
        (f"{state.points[piece]} spell points left", mine and unit.school),
        ("has had its move in this step", mine and state.marks[piece] & DONE),
    ) if holds]  # fmt: skip
    lines = [head, f"on {game.land.labels[state.where[piece]]}" + "".join(f"; {word}" for word in marks)]
    moved: State | None = state if mine and state.current_player() == game.players[seat] else None
    if moved is not None and isinstance(state.step, Movement) and state.step.hand != piece:
        move = Take(name)
        moved = state.after(move) if move in state.legal_moves() else None
    if moved is not None and isinstance(moved.step, Movement) and moved.step.hand == piece:
        goals = [move.hex for move in moved.legal_moves() if isinstance(move, To)]
        lines.append(f"may go to ({len(goals)}): {', '.join(goals)}" if goals else "may go nowhere")
    return lines


def _of_hex(state: State, seat: int, place: int) -> list[str]:
    land = state.game.land
    label = land.labels[place]
    named = {where: name for name, where in land.names}
    head = f"{label}: {TERRAINS[''.join(land.columns)[place]]}" + (f", {named[label]}" if label in named else "")
    points = [name for name, where in land.places if where == label]
    seen = (p for p in state.board.at.get(place, ()) if _seen(state, seat, p))
    there = [f"{_short(state, seat, p)} {state.game.pieces.units[p].short}" for p in seen]
    lines = [head + (f"; of strategic importance ({points[0]})" if points else "")]
    if state.board.zone(seat) >> place & 1:
        lines.append("in an enemy zone of control [1.4.2]")
    return lines + there
