"""What is known of anything that has a name in this game: pieces, hexes, units, abilities, spells, phases, day and
night, terrain, objectives; with the clauses that say it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from armada_sim.tabletop import N_, Listing, Message
from grid_games.core.extras import enumerated, in_turn
from grid_games.destin_arc.board import COSTLY, PLACES, TERRAINS
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.chapters.objectives import clauses, gone, holders, score
from grid_games.destin_arc.chapters.strengths import night
from grid_games.destin_arc.moves import Take, To, one_word
from grid_games.destin_arc.state import BACK, DONE, MEDITATES, State, Terms
from grid_games.destin_arc.text.board import lying, place_called, standing
from grid_games.destin_arc.text.prompts import spotters
from grid_games.destin_arc.units import CALLED, PRINTED, SIDES, UNITS, UNLIMITED, Spell, Unit


@dataclass(frozen=True)
class Entry:
    """What is said of something, with the clauses that say it (`words.toml`)."""

    text: str
    clauses: str = ""
    title: str = ""
    context: str = ""
    field: str = ""
    units: tuple[str, ...] = ()
    number: bool = False

    def words(self, **values: object) -> str:
        """The text as a message."""
        if self.context and not self.title:
            return Message.meaning(self.context, self.text)
        return Message(self.text, **(values if "{" in self.text else {}))

    def told(self, units: Sequence[Unit]) -> str:
        """The text as a message, with what these units have of it."""
        return self.words(n="/".join(dict.fromkeys(str(self.value(unit)) for unit in units)))

    @property
    def name(self) -> str:
        """The title as a message."""
        return Message.meaning(self.context, self.title) if self.context else Message(self.title)

    def value(self, unit: Unit) -> Any:
        """What a unit has of an ability; None or nothing if it has none."""
        return getattr(unit, self.field) if self.field else unit.id in self.units

    def holds(self, unit: Unit) -> bool:
        """Whether a unit has an ability."""
        value = self.value(unit)
        return value is not None if self.field == "singles" else bool(value)


_WORDS = tomllib.loads((files(__package__) / "words.toml").read_text(encoding="utf-8"))

ABILITIES = tuple(Entry(**one) for one in _WORDS["ability"])
"""Every ability of the lists of units (clause 3.4), and what else tells units apart."""

EFFECTS, PHASES, GROUND, PARTS = (
    {key: Entry(**one) for key, one in _WORDS[table].items()} for table in ("spell", "phase", "terrain", "result")
)
"""The effect of each spell; the meaning of each phase of a turn, in their order; of terrains by letter; of letters and
digits of the combat table."""

GOALS = [[Entry(**one) for one in _WORDS["goal"][side]] for side in SIDES]
"""The clauses of each printed secret objective."""


def about(state: Any, player: str, what: str) -> list[str]:
    """What a player of a state of this game knows of whatever has that name; of all pieces that are seen, for no word.
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
    books = state.game.numbers.books
    for unit in state.game.numbers.units:
        if word in (unit.id, unit.name.casefold(), unit.short.casefold()):
            yield Message("{id} {unit}: {values} [3]", id=unit.id.upper(), unit=unit.name, values=_printed(unit))
            yield from (
                Message(
                    "  {ability}: {told} [{clauses}]",
                    ability=_numbered(ability.name, ability, unit), told=ability.words(n=ability.value(unit)),
                    clauses=ability.clauses,
                )
                for ability in ABILITIES if ability.holds(unit)
            )  # fmt: skip
            if unit.school:
                yield Message(
                    "  its spells, for {n} points: {spells} [4]",
                    n=unit.points, spells=", ".join(PRINTED.get(spell, spell) for spell in books[unit.school]),
                )  # fmt: skip


def _numbered(words: str, ability: Entry, unit: Unit) -> str:
    """With what an ability adds for a unit, where that is known."""
    number = ability.value(unit) if ability.number else 0
    return Message("{words} {n}", words=words, n=f"{number:+}") if number else words


def _abilities(state: State, seat: int, word: str) -> Iterator[str]:
    """An ability, and who has it."""
    for ability in ABILITIES:
        if word == ability.name.casefold():
            able = [unit for unit in state.game.numbers.units if ability.holds(unit)]
            if not able:
                continue
            having = [_numbered(Message(unit.short), ability, unit) for unit in able]
            yield Message(
                "{ability}: {told} [{clauses}]; {units}",
                ability=ability.name, told=ability.told(able), clauses=ability.clauses, units=enumerated(having),
            )  # fmt: skip


def _spells(state: State, seat: int, word: str) -> Iterator[str]:
    """A spell as each priesthood casts it, and where it lies now as far as the player sees."""
    name = one_word(word)
    for school, book in state.game.numbers.books.items():
        if name in book:
            yield _spell(
                book[name],
                Message("priests of Bhâr and Koulnikov") if school == "bhar" else Message("Christian priests"),
            )
    for effect in state.effects:
        if effect.spell == name and (told := lying(state, effect, seat)):
            yield Message("  spell {n} lies: {told}", n=effect.serial, told=told)


def lasting(spell: Spell) -> Message:
    """How long a spell lasts, and on how many hexes."""
    lasts = Message("turns {n}", n=spell.turns) if spell.turns else Message("lasting")
    if spell.name in ("flame", "dispel") or (spell.name == "healing" and spell.turns == 1):
        lasts = Message("at once")
    elif spell.name == "healing" and spell.turns == 2:
        lasts = Message("at the start of the next turn")
    if spell.area:
        return Message("{lasts}; {n} connected hexes", lasts=lasts, n=spell.area)
    return lasts


def _spell(spell: Spell, who: str) -> str:
    cost = Message("costs {n}", n=spell.cost) if spell.cost else Message("costs what the spell costs that it ends")
    save = Message("a save cancels it") if spell.saved else Message("no save")
    named, effect = PRINTED.get(spell.name, spell.name), EFFECTS[spell.name]
    if spell.bonus:
        named = Message("{words} {n}", words=named, n=f"{spell.bonus:+}")
    return Message(
        "{spell}, {who}: {cost}; range {n}; {save}; {lasts}; {effect} [{clauses}]",
        spell=named, who=who, cost=cost, n=spell.distance, save=save, lasts=lasting(spell), effect=effect.words(),
        clauses=effect.clauses,
    )  # fmt: skip


def _phases(state: State, seat: int, word: str) -> Iterator[str]:
    """A phase of a turn."""
    for phase, entry in PHASES.items():
        if word in (phase, f"{phase}s", entry.text.partition(":")[0]):
            told = {"phase": Message(phase), "told": entry.words(), "clauses": entry.clauses}
            yield Message("{phase}: {told} [{clauses}]", **told)


def _terrain(state: State, seat: int, word: str) -> Iterator[str]:
    """A terrain."""
    for letter, name in TERRAINS.items():
        if word == name:
            entry, cost = GROUND[letter], COSTLY if letter in "wrm" else 1
            yield Message(
                "{terrain}, {letter} on the board: {told} [{clauses}]",
                terrain=Message(name), letter=letter, told=entry.words(n=cost), clauses=entry.clauses,
            )  # fmt: skip


def _weather(state: State, seat: int, word: str) -> Iterator[str]:
    """Day and night."""
    if word in ("night", "day", "weather", "calendar"):
        calendar = state.game.rules.calendar
        turns = range(1, state.game.land.turns + 1)
        dark = ", ".join(str(turn) for turn in turns if calendar[(turn - 1) % len(calendar)] == "N")
        now = N_("turn {n} is by day; by night: turns {turns} [9]")
        if night(state):
            now = N_("turn {n} is by night; by night: turns {turns} [9]")
        yield Message(now, n=state.turn, turns=dark)
        for ability in ABILITIES:
            if "9" in ability.clauses.split(", "):
                yield from _abilities(state, seat, ability.name.casefold())


def _places(state: State, seat: int, word: str) -> Iterator[str]:
    """A place of strategic importance, or a name on the map."""
    land, called = state.game.land, state.game.called
    for name, place, who, firm in zip(PLACES, land.points, holders(state), state.firm, strict=True):
        if word == name and place >= 0:
            held = Message("held by {player}", player=called[who]) if who >= 0 else Message("held by nobody")
            if firm >= 0:
                held = Message("{held}, counts for {player}", held=held, player=called[firm])
            yield Message(
                "{place}, {hex}: of strategic importance, {held} [8.1.2, 8.2.1, 8.2.3]",
                place=place_called(name), hex=land.labels[place], held=held,
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
            yield Message("secret, {side}: as {other}'s list says [8.1.3]", side=CALLED[side], other=CALLED[side])
            yield from (Message("  {line}", line=line) for line in _progress(state, side))
    rules = game.rules
    yield Message(
        "after the last turn: {n} points as things stand, {place} for a place, {clause} for a clause [8.2.12]",
        n=str(score(state, seat)), place=for_a_place(game), clause=str(rules.clause_points),
    )  # fmt: skip


def for_a_place(game: Terms) -> str:
    """The points of a place held after the last turn; which places have others."""
    usual, own = str(game.rules.place_points), game.numbers.places
    if not own:
        return usual
    others = enumerated(Message("{place} {n}", place=place_called(place), n=points) for place, points in own)
    return Message("{n} ({others})", n=usual, others=others)


def aim(state: Any, player: str) -> list[str]:
    """What a player plays for, and how far from it each is as far as the player knows (clause 8)."""
    game, seat = state.game, state.game.seat(player)
    rules, there = game.rules, [place for place in game.land.points if place >= 0]
    lines: list[str] = []
    if there:
        lines.append(
            Message("You win at once with all {n} places of strategic importance held for a full turn [8.1.2, 8.2.3].",
                    n=len(there))
        )  # fmt: skip
    for side in range(3):
        if game.teams[side] == seat and game.goals_given[side]:
            met = N_("{goal} (met)"), N_("{goal} (not met)")
            goals = in_turn(Message(met[not done], goal=goal) for goal, done in _goals(state, side))
            lines.append(Message("You win at once with the secret objective of {side}: {goals} [8.1.3].",
                                 side=CALLED[side], goals=goals))  # fmt: skip
    points = {"turns": game.land.turns, "place": for_a_place(game), "clause": rules.clause_points}
    if there:
        told = N_(
            "After turn {turns} the most points win: {place} for a place held, {clause} for a part met of the "
            "objective [8.2.12]."
        )
    elif lines:
        told = N_("After turn {turns} the most points win: {clause} for each part met of the objective [8.2.12].")
    else:
        told = N_("You have no objective on this map: you win only if nobody else has pieces left [8.2.11].")
    lines.append(Message(told, **points))
    return lines


def now(state: Any, player: str) -> str:
    """How far each is, as far as a player knows."""
    turn = {"n": state.turn, "turns": state.game.land.turns}
    if told := standing(state, state.game.seat(player)):
        return Message("Turn {n} of {turns}; {told}.", told=told, **turn)
    return Message("Turn {n} of {turns}.", **turn)


def final(state: Any) -> str:
    """The points of all, where the last turn was played to its end (clause 8.2.12)."""
    if state.result is None or state.result.reason not in ("points", "draw"):
        return ""
    points = enumerated(
        Message("{player} {n}", player=name, n=score(state, seat)) for seat, name in enumerate(state.game.called)
    )
    return Message("Points: {points}.", points=points)


def _goals(state: State, side: int) -> Iterator[tuple[str, bool]]:
    """The clauses of a side's secret objective, each with how far it has come, and whether it is met."""
    for k, met in zip(state.game.goals_given[side], clauses(state, side), strict=True):
        pieces = state.game.sought[side][k]
        told = GOALS[side][k].words()
        if told.startswith("half"):
            told = Message("{goal}, {n} of {total}", goal=told, n=gone(state, pieces, side), total=len(pieces))
        yield told, met


def _progress(state: State, side: int) -> Iterator[str]:
    """The same in lines."""
    for goal, met in _goals(state, side):
        state_of = N_("{goal}: met [8.1.3, 8.2.4, 8.2.5]") if met else N_("{goal}: not met [8.1.3, 8.2.4, 8.2.5]")
        yield Message(state_of, goal=goal)


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
                left, side=CALLED[side], total=len(own),
                places=enumerated(map(Message, held)) if held else Message.meaning("places held", "none"),
            )  # fmt: skip


def _results(state: State, seat: int, word: str) -> Iterator[str]:
    """A result of the combat table."""
    code = word.removeprefix("=").upper()
    if len(code) == 2 and code[0] in "ABD" and code[1] in "123456":
        yield Message(
            "{code}: {who}; {what} [1.13, 2.1]", code=code, who=PARTS[code[0]].words(), what=PARTS[code[1]].words()
        )


_TOPICS = (
    _units, _abilities, _spells, _phases, _terrain, _weather, _places, _objectives, _players, _results,
)  # fmt: skip
"""What a name may be of; several things may have one name."""

TOPICS = (
    *(ability.name for ability in ABILITIES),
    *map(Message, (*PHASES, *TERRAINS.values(), *PLACES)),
    *CALLED,
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
    for side, name in enumerate(CALLED):
        rows: dict[str, list[str]] = {}
        for p, unit in enumerate(pieces.units):
            if unit.side == side and _seen(state, seat, p):
                kind = Message("{id} {unit} ({values})", id=unit.id, unit=Message(unit.short), values=_values(state, p))
                rows.setdefault(kind, []).append(_short(state, seat, p))
        if rows:
            lead = Message("{side}:", side=name)
            if len(game.players) < len(SIDES):
                player = game.called[game.teams[side]]
                lead = Message("{side}, led by {player}:", side=name, player=player)
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
        piece=name, unit=Message(unit.short), player=game.called[pieces.team[piece]], values=_values(state, piece),
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
            (Message("seen by {others}", others=Listing(spotters(state, piece))), spotters(state, piece)),
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
    head = Message("{hex}: {terrain}", hex=label, terrain=Message(TERRAINS["".join(land.columns)[place]]))
    if label in land.called:
        head = Message("{told}, {name}", told=head, name=land.called[label])
    points = [name for name, where in land.places if where == label]
    seen = (p for p in state.board.at.get(place, ()) if _seen(state, seat, p))
    there = [
        Message("{piece} {unit}", piece=_short(state, seat, p), unit=Message(state.game.pieces.units[p].short))
        for p in seen
    ]
    if points:
        head = Message("{told}; of strategic importance ({place})", told=head, place=place_called(points[0]))
    lines: list[str] = [head]
    if state.board.zone(seat) >> place & 1:
        lines.append(Message("in an enemy zone of control [1.4.2]"))
    return lines + there
