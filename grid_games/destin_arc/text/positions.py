"""A position as a line of text: `3 melee bonnaire b4@Q12 b1.1@Q12 b2.1@P13' u1.2@R11 b9.1@P11?`.

The turn, the step that begins, whose it is, and the pieces by name and hex: an apostrophe for one on its back, "?" for
one that nobody else sees. What is not usual follows, each behind a semicolon:

    lead fereira            who leads the joint half-turn; the player named, if nothing is said
    gone u1.3 u1.4'/b       eliminated, /b: by that side; `taken`: captured; `turned`: converted
    ran b9.1                pieces with a mark, by its word (`MARKS`)
    points b5.1=150         spell points, where not all are left
    worn f6=1               thirds that Aris Dombal has lost
    charge u3.2=4           pieces that may charge, in one direction
    last b9.1=A64           where a hidden piece was when it hid
    seen b9.1=u5            who came upon a piece that was hidden; ? for one who is hidden
    spell 1 light bhar b b1.1 until 3 +1     a spell that lies on a piece or on hexes
    casts 3                 spells cast so far
    firm b-u--              who held each place at the last end of a turn; `rolling`, `stood` likewise
    stands b4=b1.1          leaders with the piece each stands on, as their owner said
    latched u               sides that held the place of their objective for a full turn

Pieces that are not named take no part. There is a text only for the moment at which a step begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from grid_games.core.protocol import CHANCE, NotationError
from grid_games.core.sets import mask, members
from grid_games.destin_arc import state as states
from grid_games.destin_arc.board import PLACES
from grid_games.destin_arc.chapters.battles import Combat
from grid_games.destin_arc.chapters.conversion import Conversion
from grid_games.destin_arc.chapters.magic import Magic
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.chapters.orders import Plotting
from grid_games.destin_arc.chapters.spells import Meditation
from grid_games.destin_arc.chapters.turns import Initiative, Leg, Turn, bare_state, program
from grid_games.destin_arc.state import (
    BACK,
    GONE,
    TAKEN,
    TURNED,
    Draft,
    Effect,
    Entries,
    State,
    Step,
    Terms,
    draft_of,
    settled,
)
from grid_games.destin_arc.units import LETTERS, SIDES

EXAMPLE = "3 melee bonnaire b4@Q12 b1.1@Q12 b2.1@P13' u1.2@R11 b9.1@P11?"
START = r"\d+ (?:meditation|movement|special|conversion|magic|missile|melee|initiative)(?:#\d)? "

MARKS = ("done", "ran", "meditates", "acted", "fought", "struck", "flying", "collided", "changed")
"""Marks of pieces by their word; being on its back is written at the piece."""

HIDDEN = "?"
"""A piece that nobody may know."""

DIRECTIONS = 6

_HEAD = re.compile(r"(\d{1,2}) ([a-z]+)(?:#(\d))? ([a-z]+)((?: .*)?)")
_PIECE = re.compile(r"([a-z]\d{1,2}(?:\.\d{1,2})?)@([A-Z]\d{1,2})('?)(\??)")
_SPELL = re.compile(r"(\d{1,4}) ([a-z]+) ([a-z]+) ([buf]) ([A-Za-z0-9.,]+) until (\d{1,2})(?: \+(\d))?")


def _word(step: Step) -> str:
    """The word for a step."""
    if isinstance(step, Movement | Plotting):
        return "special" if step.special else "movement"
    if isinstance(step, Combat):
        return step.kind
    return type(step).__name__.lower() if isinstance(step, Meditation | Magic | Conversion | Initiative) else ""


def _legs(legs: Sequence[Leg], step: str, seat: int) -> list[int]:
    """Which of some phases are such a step of a player; -1: of dice."""
    return [number for number, leg in enumerate(legs) if leg.phase == step and seat in (leg.seats or (-1,))]


def _seat(game: Terms, player: str) -> int:
    return -1 if player == CHANCE else game.seat(player)


def read(game: Terms, text: str) -> State:
    """The state of a text. Raises NotationError that quotes what it cannot read."""
    head, *groups = text.strip().split(";")
    parts = _HEAD.fullmatch(head.strip())
    if parts is None:
        raise NotationError("{given} is no position; expected one such as {example}", given=repr(text), example=EXAMPLE)
    turn, step, nth, player, words = parts.groups()
    if player not in (*game.players, CHANCE):
        raise NotationError(
            "{given} is no player; expected one of {players}", given=repr(player), players=", ".join(game.players)
        )
    if not 1 <= int(turn) <= game.land.turns:
        raise NotationError("expected a turn from 1 to {turns}, not {turn}", turns=game.land.turns, turn=turn)
    d = draft_of(bare_state(game))
    d.turn, d.lead = int(turn), SIDES.index(player) if player in SIDES[1:] else -1
    for word in words.split():
        _put(d, word)
    for group in map(str.strip, groups):
        key, _, rest = group.partition(" ")
        if key not in GROUPS:
            raise NotationError("{group}: expected a group such as {known}", group=repr(group), known=", ".join(GROUPS))
        try:
            GROUPS[key].read(d, rest.split())
        except NotationError:
            raise
        except (KeyError, ValueError):
            raise NotationError(
                "{group} cannot be read; expected one such as {example}",
                group=repr(group), example=f"{key} {GROUPS[key].example}"
            ) from None  # fmt: skip
    return _begun(d, step, int(nth or 1), player)


def _put(d: Draft, word: str) -> None:
    """A piece on its hex."""
    parts = _PIECE.fullmatch(word)
    if parts is None:
        raise NotationError(
            "{given} is no piece on a hex; expected one such as b1.3@Q12, on its back b1.3@Q12', hidden b9.1@Q12?",
            given=repr(word),
        )
    name, label, back, hidden = parts.groups()
    land, pieces = d.game.land, d.game.pieces
    piece, place = _piece(d.game, name), land.numbers.get(label, -1)
    if place < 0:
        raise NotationError("{given}: there is no hex {hex} on this map", given=repr(word), hex=label)
    if d.where[piece] >= 0:
        where = land.labels[d.where[piece]]
        raise NotationError("{given}: {piece} is already on {where}", given=repr(word), piece=name, where=where)
    hides = pieces.units[piece].hides
    if hidden and not hides:
        raise NotationError("{given}: {piece} cannot be hidden", given=repr(word), piece=name)
    for other in d.board.on(place):
        if pieces.team[other] != pieces.team[piece] and not hides and not pieces.units[other].hides:
            raise NotationError(
                "{given}: {other} of another player is on {hex}", given=repr(word), other=pieces.names[other], hex=label
            )
    d.write("unseen", piece, bool(hidden))
    d.put(piece, place)
    if back:
        d.mark(piece, BACK)


def _begun(d: Draft, step: str, nth: int, player: str) -> State:
    """The state in which a step has begun."""
    who, legs = d.game.called[_seat(d.game, player)], _legs(program(d), step, _seat(d.game, player))
    if not legs:
        raise NotationError("{player} has no step {step} in a turn", player=who, step=repr(step))
    if len(legs) < nth:
        raise NotationError("{player} has no step {step} number {n} in a turn", player=who, step=repr(step), n=nth)
    d.todo = [Turn(legs[nth - 1])]
    begun = settled(d, asked=True)
    if begun.result is not None or _word(begun.step) != step or begun.current_player() != player:
        raise NotationError("{player} has nothing to decide when the step {step} begins", player=who, step=step)
    return begun


def write(state: State) -> str:
    """The text of a state. Raises NotationError unless a step begins."""
    game, player, turn = state.game, state.current_player(), state.todo[0]
    if player is not None and isinstance(turn, Turn):
        word = _word(state.step)
        nth = len(_legs(program(state)[: turn.next], word, _seat(game, player)))
        head = [str(state.turn), word + (f"#{nth}" if nth > 1 else ""), player]
        pieces = [_placed(state, p) for p, place in enumerate(state.where) if place >= 0]
        groups = [(key, list(group.write(state))) for key, group in GROUPS.items() if key != "spell"]
        spells = [f"spell {_spelled(state, effect)}" for effect in state.effects]
        told = [" ".join((key, *words)) for key, words in groups if words]
        text = "; ".join((" ".join((*head, *pieces)), *told, *spells))
        if nth and read(game, text) == state:
            return text
    raise NotationError("only the moment at which a step begins has a text")


def _placed(state: State, piece: int) -> str:
    label, hidden = state.game.land.labels[state.where[piece]], "?" if state.unseen[piece] else ""
    return f"{state.game.pieces.names[piece]}@{label}{_back(state, piece)}{hidden}"


def _back(state: State, piece: int) -> str:
    return "'" if state.marks[piece] & BACK else ""


# what is not usual


class Group(NamedTuple):
    """One thing of it."""

    example: str
    read: Callable[[Draft, Sequence[str]], object]
    """Puts the words of a text into a draft. Raises NotationError, KeyError or ValueError for what cannot be read."""

    write: Callable[[State], Iterable[str]] = lambda state: ()
    """The words of a state; none where all is usual."""


def _piece(game: Terms, name: str) -> int:
    if name not in game.pieces.numbers:
        raise NotationError("there is no piece {piece} in this game", piece=name)
    return game.pieces.numbers[name]


def _pairs(d: Draft, words: Sequence[str]) -> list[tuple[int, str]]:
    """Pieces with something each, such as b5.1=150."""
    parts = (word.partition("=") for word in words)
    return [(_piece(d.game, name), value) for name, _, value in parts]


def _named(state: State, values: Iterable[tuple[int, object]]) -> Iterable[str]:
    """The words for such pairs."""
    return (f"{state.game.pieces.names[piece]}={value}" for piece, value in values)


def _away(place: int) -> Group:
    """Pieces that are on no hex."""

    def put(d: Draft, words: Sequence[str]) -> None:
        for word in words:
            name, _, side = word.partition("/")
            piece = _piece(d.game, name.removesuffix("'"))
            if d.where[piece] >= 0:
                where = d.game.land.labels[d.where[piece]]
                raise NotationError("{given}: {piece} is on {where}", given=repr(word), piece=name, where=where)
            if name.endswith("'"):
                d.mark(piece, BACK)
            d.put(piece, place)
            d.write("fates", piece, LETTERS.index(side) if side else -1)

    def told(s: State) -> Iterable[str]:
        sides = [f"/{LETTERS[side]}" if side >= 0 else "" for side in s.fates]
        return (s.game.pieces.names[p] + _back(s, p) + sides[p] for p, at in enumerate(s.where) if at == place)

    return Group("u1.3 u1.4/b", put, told)


def _marked(word: str) -> Group:
    """Pieces with a mark."""
    bit: int = getattr(states, word.upper())

    def put(d: Draft, words: Sequence[str]) -> None:
        for name in words:
            d.mark(_piece(d.game, name), bit)

    return Group("b1.1 b1.2", put, lambda s: (s.game.pieces.names[p] for p, m in enumerate(s.marks) if m & bit))


def _held(field: str) -> Group:
    """A player for each place, by the first letter."""

    def put(d: Draft, words: Sequence[str]) -> None:
        letters, (word,) = [player[0] for player in d.game.players], words
        if len(word) != len(PLACES):
            raise ValueError("a letter for each place")
        unknown = next((letter for letter in word if letter not in ("-", *letters)), None)
        if unknown is not None:
            players = " or ".join(letters)
            raise NotationError("{given} is no player; expected {players}", given=repr(unknown), players=players)
        setattr(d, field, tuple(-1 if letter == "-" else letters.index(letter) for letter in word))

    def told(s: State) -> Iterable[str]:
        seats = getattr(s, field)
        return ["".join(s.game.players[seat][0] if seat >= 0 else "-" for seat in seats)] if max(seats) >= 0 else []

    return Group(f"b-u-- (a letter or - for {', '.join(PLACES)})", put, told)


def _numbers(table: Entries, example: str, usual: Callable[[Terms], Sequence[tuple[int, int, int]]]) -> Group:
    """Numbers of pieces; `usual`: each piece of the table, its number unless something is said, and the most."""

    def put(d: Draft, words: Sequence[str]) -> None:
        rows = {piece: (at, most) for at, (piece, _, most) in enumerate(usual(d.game))}
        for piece, value in _pairs(d, words):
            at, most = rows[piece]
            if not 0 <= int(value) <= most:
                raise ValueError("out of range")
            d.write(table, at, int(value))

    def told(s: State) -> Iterable[str]:
        rows = zip(usual(s.game), getattr(s, table), strict=True)
        return _named(s, ((piece, number) for (piece, before, _), number in rows if number != before))

    return Group(example, put, told)


def _read_lead(d: Draft, words: Sequence[str]) -> None:
    (word,) = words
    d.lead = SIDES.index(word)


def _read_casts(d: Draft, words: Sequence[str]) -> None:
    (word,) = words
    d.casts = int(word)


def _read_charges(d: Draft, words: Sequence[str]) -> None:
    charges = {piece: int(way) for piece, way in _pairs(d, words)}
    if not all(0 <= way < DIRECTIONS for way in charges.values()):
        raise ValueError("no direction")
    d.charges = tuple(sorted(charges.items()))


def _read_stands(d: Draft, words: Sequence[str]) -> None:
    d.stands = tuple((leader, _piece(d.game, under)) for leader, under in _pairs(d, words))


def _read_seen(d: Draft, words: Sequence[str]) -> None:
    d.spied = tuple((piece, -1 if foe == HIDDEN else _piece(d.game, foe)) for piece, foe in _pairs(d, words))


def _name(game: Terms, foe: int) -> str:
    return game.pieces.names[foe] if foe >= 0 else HIDDEN


def _read_last(d: Draft, words: Sequence[str]) -> None:
    for piece, label in _pairs(d, words):
        d.write("last", d.game.pieces.hidden.index(piece), d.game.land.numbers[label])


def _last(s: State) -> Iterable[str]:
    pairs = zip(s.game.pieces.hidden, s.last, strict=True)
    return _named(s, ((piece, s.game.land.labels[place]) for piece, place in pairs if place >= 0))


def _read_latched(d: Draft, words: Sequence[str]) -> None:
    d.latched = tuple(letter in words for letter in LETTERS)


def _read_spell(d: Draft, words: Sequence[str]) -> None:
    parts = _SPELL.fullmatch(" ".join(words))
    if parts is None or parts[2] not in d.game.numbers.books.get(parts[3], ()):
        raise ValueError("no spell")
    serial, spell, school, side, target, until, bonus = parts.groups()
    numbers, hexes, bearer = d.game.land.numbers, 0, -1
    if target[0] in LETTERS:
        bearer = _piece(d.game, target)
    else:
        hexes = mask(numbers[label] for label in target.split(","))
    effect = Effect(int(serial), spell, school, LETTERS.index(side), bearer, hexes, int(until), int(bonus or 0))
    d.enchant((*d.effects, effect))
    d.casts = max(d.casts, effect.serial)


def _spelled(state: State, effect: Effect) -> str:
    game = state.game
    labels = [game.land.labels[place] for place in members(effect.hexes)]
    target = game.pieces.names[effect.bearer] if effect.bearer >= 0 else ",".join(labels)
    bonus = f" +{effect.bonus}" if effect.bonus else ""
    return f"{effect.serial} {effect.spell} {effect.school} {LETTERS[effect.side]} {target} until {effect.until}{bonus}"


GROUPS = {
    "lead": Group("fereira", _read_lead, lambda s: [SIDES[s.lead]] if s.lead >= 0 else []),
    "gone": _away(GONE), "taken": _away(TAKEN), "turned": _away(TURNED),
    **{word: _marked(word) for word in MARKS},
    "points": _numbers("points", "b5.1=150",
                       lambda game: [(p, unit.points, unit.points) for p, unit in enumerate(game.pieces.units)]),
    "worn": _numbers("worn", "f6=1", lambda game: [(p, 0, game.land.turns) for p in game.pieces.of["f6"]]),
    "charge": Group("u3.2=4", _read_charges, lambda s: _named(s, s.charges)),
    "stands": Group("b4=b1.1", _read_stands,
                    lambda s: _named(s, ((leader, s.game.pieces.names[under]) for leader, under in s.stands))),
    "seen": Group("b9.1=u5", _read_seen, lambda s: _named(s, ((p, _name(s.game, foe)) for p, foe in s.spied))),
    "last": Group("b9.1=A64", _read_last, _last),
    "spell": Group("1 light bhar b b1.1 until 3 +1", _read_spell),
    "casts": Group("3", _read_casts, lambda s: [str(s.casts)] if s.casts else []),
    "firm": _held("firm"), "rolling": _held("rolling"), "stood": _held("occupiers"),
    "latched": Group("u", _read_latched, lambda s: (LETTERS[side] for side, held in enumerate(s.latched) if held)),
}  # fmt: skip
"""By the word with which each begins."""
