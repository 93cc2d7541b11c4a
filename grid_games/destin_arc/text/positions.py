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
    spell 1 light bhar b b1.1 until 3 +1     a spell that lies on a piece or on hexes
    casts 3                 spells cast so far
    firm b-u--              who held each place at the last end of a turn; `rolling`, `stood` likewise
    stands b4=b1.1          leaders with the piece each stands on, as their owner said
    latched u               sides that held the place of their objective for a full turn

Pieces that are not named take no part. There is a text only for the moment at which a step begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from armada_sim.tabletop import Message
from grid_games.core.protocol import CHANCE, NotationError
from grid_games.core.sets import mask
from grid_games.destin_arc import state as states
from grid_games.destin_arc.board import PLACES
from grid_games.destin_arc.chapters.battles import Combat
from grid_games.destin_arc.chapters.conversion import Conversion
from grid_games.destin_arc.chapters.magic import Magic
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.chapters.orders import Plotting
from grid_games.destin_arc.chapters.spells import Meditation
from grid_games.destin_arc.chapters.turns import Initiative, Turn, first_state, program
from grid_games.destin_arc.state import (
    BACK,
    GONE,
    SPARE,
    TAKEN,
    TURNED,
    WAITING,
    Draft,
    Effect,
    State,
    Step,
    Terms,
    settled,
)
from grid_games.destin_arc.units import LETTERS, SIDES, SPELL_NAMES, SPELLS

EXAMPLE = "3 melee bonnaire b4@Q12 b1.1@Q12 b2.1@P13' u1.2@R11 b9.1@P11?"
START = r"\d+ (?:meditation|movement|special|conversion|magic|missile|melee|initiative)(?:#\d)? "

MARKS = {
    name: getattr(states, name.upper())
    for name in ("done", "ran", "meditates", "acted", "fought", "struck", "flying", "collided", "changed")
}
"""Marks of pieces by their word; being on its back is written at the piece."""

DIRECTIONS = 6
AWAY = {"gone": GONE, "taken": TAKEN, "turned": TURNED}

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


def read(game: Terms, text: str) -> State:
    """The state of a text. Raises NotationError that quotes what it cannot read."""
    head, *groups = text.strip().split(";")
    found = _HEAD.fullmatch(head.strip())
    if found is None:
        raise NotationError("{given} is no position; expected one such as {example}", given=repr(text), example=EXAMPLE)
    turn, step, nth, player, words = found.groups()
    if player not in (*game.players, CHANCE):
        raise NotationError(
            "{given} is no player; expected one of {players}", given=repr(player), players=", ".join(game.players)
        )
    if not 1 <= int(turn) <= game.land.turns:
        raise NotationError("expected a turn from 1 to {turns}, not {turn}", turns=game.land.turns, turn=turn)
    draft = _bare(game, int(turn), SIDES.index(player) if player in SIDES[1:] else -1)
    for word in words.split():
        _put(draft, word)
    for group in groups:
        key, _, rest = group.strip().partition(" ")
        if key not in _GROUPS:
            raise NotationError(
                "{group}: expected a group such as {known}", group=repr(group.strip()), known=", ".join(_GROUPS)
            )
        try:
            _read_group(draft, key, rest.split())
        except NotationError:
            raise
        except (KeyError, ValueError):
            raise NotationError(
                "{group} cannot be read; expected one such as {example}",
                group=repr(group.strip()),
                example=_GROUPS[key],
            ) from None
    return _begun(draft, step, int(nth or 1), player)


def _bare(game: Terms, turn: int, lead: int) -> Draft:
    """A game without a piece on the map."""
    pieces, first = game.pieces, first_state(game)
    nowhere = tuple(SPARE if p in pieces.spares else WAITING for p in range(len(pieces)))
    zero, nobody = (0,) * len(pieces), (-1,) * len(PLACES)
    bare = replace(
        first,
        where=nowhere,
        unseen=(False,) * len(pieces),
        marks=zero,
        last=(-1,) * len(first.last),
        occupiers=nobody,
        turn=turn,
        lead=lead,
    )
    return Draft(bare)


def _put(d: Draft, word: str) -> None:
    """A piece on its hex."""
    found = _PIECE.fullmatch(word)
    if found is None:
        raise NotationError(
            "{given} is no piece on a hex; expected one such as b1.3@Q12, on its back b1.3@Q12', hidden b9.1@Q12?",
            given=repr(word),
        )
    name, label, back, hidden = found.groups()
    land, pieces = d.game.land, d.game.pieces
    piece, place = _piece(d.game, name), land.numbers.get(label, -1)
    if place < 0:
        raise NotationError("{given}: there is no hex {hex} on this map", given=repr(word), hex=label)
    if d.where[piece] >= 0:
        raise NotationError(
            "{given}: {piece} is already on {where}", given=repr(word), piece=name, where=land.labels[d.where[piece]]
        )
    hides = pieces.units[piece].hides
    if hidden and not hides:
        raise NotationError("{given}: {piece} cannot be hidden", given=repr(word), piece=name)
    for other, there in enumerate(d.where):
        strangers = there == place and pieces.team[other] != pieces.team[piece]
        if strangers and not hides and not pieces.units[other].hides:
            raise NotationError(
                "{given}: {other} of another player is on {hex}", given=repr(word), other=pieces.names[other], hex=label
            )
    if hidden:
        d.write("unseen", piece, True)
    d.write("where", piece, place)
    if back:
        d.mark(piece, BACK)


def _begun(d: Draft, step: str, nth: int, player: str) -> State:
    """The state in which a step has begun."""
    seat = -1 if player == CHANCE else d.game.seat(player)
    legs = enumerate(program(d))
    found = [number for number, leg in legs if leg.phase == step and seat in (leg.seats or (-1,))]
    if len(found) < nth:
        if nth > 1 and found:
            raise NotationError(
                "{player} has no step {step} number {n} in a turn", player=Message(player), step=repr(step), n=nth
            )
        raise NotationError("{player} has no step {step} in a turn", player=Message(player), step=repr(step))
    d.todo = [Turn(found[nth - 1])]
    begun = settled(d, asked=True)
    if begun.result is not None or _word(begun.step) != step or begun.current_player() != player:
        raise NotationError(
            "{player} has nothing to decide when the step {step} begins", player=Message(player), step=step
        )
    return begun


def _piece(game: Terms, name: str) -> int:
    if name not in game.pieces.numbers:
        raise NotationError("there is no piece {piece} in this game", piece=name)
    return game.pieces.numbers[name]


def _seat(game: Terms, letter: str) -> int:
    for seat, player in enumerate(game.players):
        if player[0] == letter:
            return seat
    raise NotationError(
        "{given} is no player; expected {players}",
        given=repr(letter),
        players=" or ".join(player[0] for player in game.players),
    )


# groups, read


def _pairs(d: Draft, words: Iterable[str]) -> dict[int, int]:
    """Numbers of pieces, such as b5.1=150."""
    return {_piece(d.game, name): int(value) for name, _, value in (word.partition("=") for word in words)}


def _read_group(d: Draft, key: str, words: Sequence[str]) -> None:
    """Put a group into the draft. Raises NotationError, KeyError or ValueError for what cannot be read."""
    if key in AWAY:
        _read_away(d, key, words)
    elif key in _HOLDERS:
        (letters,) = words
        if len(letters) != len(PLACES):
            raise ValueError("a letter for each place")
        setattr(d, _HOLDERS[key], tuple(-1 if letter == "-" else _seat(d.game, letter) for letter in letters))
    elif key == "charge":
        pairs = _pairs(d, words)
        if not all(0 <= direction < DIRECTIONS for direction in pairs.values()):
            raise ValueError("no direction")
        d.charges = tuple(sorted(pairs.items()))
    elif key == "stands":
        stands = (word.partition("=") for word in words)
        d.stands = tuple((_piece(d.game, leader), _piece(d.game, under)) for leader, _, under in stands)
    elif key == "spell":
        _read_spell(d, words)
    elif key == "latched":
        d.latched = tuple(letter in words for letter in LETTERS)
    elif key in ("lead", "casts"):
        (word,) = words
        setattr(d, key, SIDES.index(word) if key == "lead" else int(word))
    else:
        _read_table(d, key, words)


def _read_away(d: Draft, key: str, words: Sequence[str]) -> None:
    for word in words:
        name, _, side = word.partition("/")
        piece = _piece(d.game, name.removesuffix("'"))
        if name.endswith("'"):
            d.mark(piece, BACK)
        if d.where[piece] >= 0:
            raise NotationError(
                "{given}: {piece} is on {where}", given=repr(word), piece=name, where=d.game.land.labels[d.where[piece]]
            )
        d.write("where", piece, AWAY[key])
        d.write("fates", piece, LETTERS.index(side) if side else -1)


def _read_table(d: Draft, key: str, words: Sequence[str]) -> None:
    """Marks, points, thirds lost, where pieces were last seen."""
    pieces = d.game.pieces
    if key in MARKS:
        for word in words:
            d.mark(_piece(d.game, word), MARKS[key])
    elif key == "last":
        for word in words:
            name, _, label = word.partition("=")
            d.write("last", pieces.hidden.index(_piece(d.game, name)), d.game.land.numbers[label])
    else:
        for piece, number in _pairs(d, words).items():
            most = pieces.units[piece].points if key == "points" else d.game.land.turns
            if not 0 <= number <= most and key == "worn":
                raise ValueError("out of range")
            if not 0 <= number <= most:
                raise NotationError(
                    "{piece} has {most} spell points at most, not {number}",
                    piece=pieces.names[piece],
                    most=most,
                    number=number,
                )
            d.write(key, pieces.of["f6"].index(piece) if key == "worn" else piece, number)


def _read_spell(d: Draft, words: Sequence[str]) -> None:
    found = _SPELL.fullmatch(" ".join(words))
    if found is None or found[2] not in SPELL_NAMES or found[3] not in SPELLS:
        raise ValueError("no spell")
    serial, spell, school, side, target, until, bonus = found.groups()
    numbers, hexes, bearer = d.game.land.numbers, 0, -1
    if target[0] in LETTERS:
        bearer = _piece(d.game, target)
    else:
        hexes = mask(numbers[label] for label in target.split(","))
    effect = Effect(int(serial), spell, school, LETTERS.index(side), bearer, hexes, int(until), int(bonus or 0))
    d.effects, d.casts = (*d.effects, effect), max(d.casts, effect.serial)


_HOLDERS = {"firm": "firm", "rolling": "rolling", "stood": "occupiers"}

_GROUPS = {
    "lead": "lead fereira", **{key: f"{key} u1.3 u1.4/b" for key in AWAY}, **{key: f"{key} b1.1 b1.2" for key in MARKS},
    "points": "points b5.1=150",
    "worn": "worn f6=1", "charge": "charge u3.2=4", "stands": "stands b4=b1.1", "last": "last b9.1=A64",
    "spell": "spell 1 light bhar b b1.1 until 3 +1", "casts": "casts 3",
    **{key: f"{key} b-u-- (a letter or - for {', '.join(PLACES)})" for key in _HOLDERS},
    "latched": "latched u",
}  # fmt: skip
"""An example of each."""


# written


def write(state: State) -> str:
    """The text of a state. Raises NotationError unless a step begins."""
    game, player = state.game, state.current_player()
    step = _word(state.step) if player is not None else ""
    groups = [group for group in _groups(state) if group]
    pieces = " ".join(_placed(state, p) for p, place in enumerate(state.where) if place >= 0)
    for nth in ("", "#2", "#3", "#4", "#5", "#6") if step else ():
        text = "; ".join([f"{state.turn} {step}{nth} {player} {pieces}".strip(), *groups])
        try:
            if read(game, text) == state:
                return text
        except NotationError:
            break
    raise NotationError("only the moment at which a step begins has a text")


def _placed(state: State, piece: int) -> str:
    game, hidden = state.game, "?" if state.unseen[piece] else ""
    return f"{game.pieces.names[piece]}@{game.land.labels[state.where[piece]]}{_back(state, piece)}{hidden}"


def _back(state: State, piece: int) -> str:
    return "'" if state.marks[piece] & BACK else ""


def _groups(state: State) -> list[str]:
    """What is not usual."""
    game, units = state.game, state.game.pieces.units
    names, pieces = game.pieces.names, range(len(state.where))
    letters, labels = [player[0] for player in game.players], game.land.labels

    def group(key: str, words: Iterable[str]) -> str:
        listed = list(words)
        return " ".join((key, *listed)) if listed else ""

    def side(number: int) -> str:
        return f"/{LETTERS[number]}" if number >= 0 else ""

    def lost(place: int) -> Iterable[str]:
        return (names[p] + _back(state, p) + side(state.fates[p]) for p in pieces if state.where[p] == place)

    def holding(seats_of: tuple[int, ...]) -> list[str]:
        held = any(seat >= 0 for seat in seats_of)
        return ["".join(letters[seat] if seat >= 0 else "-" for seat in seats_of)] if held else []

    last = [(names[p], labels[h]) for p, h in zip(game.pieces.hidden, state.last, strict=True) if h >= 0]
    worn = zip(game.pieces.of["f6"], state.worn, strict=True)
    return [
        group("lead", [SIDES[state.lead]] if state.lead >= 0 else []),
        *(group(key, lost(place)) for key, place in AWAY.items()),
        *(group(key, (names[p] for p in pieces if state.marks[p] & bit)) for key, bit in MARKS.items()),
        group("points", (f"{names[p]}={n}" for p, n in enumerate(state.points) if n != units[p].points)),
        group("worn", (f"{names[p]}={n}" for p, n in worn if n)),
        group("charge", (f"{names[p]}={way}" for p, way in state.charges)),
        group("stands", (f"{names[leader]}={names[under]}" for leader, under in state.stands)),
        group("last", (f"{name}={label}" for name, label in last)),
        *(f"spell {_spelled(state, effect)}" for effect in state.effects),
        group("casts", [str(state.casts)] if state.casts else []),
        *(group(key, holding(getattr(state, field))) for key, field in _HOLDERS.items()),
        group("latched", (letter for letter, held in zip(LETTERS, state.latched, strict=True) if held)),
    ]


def _spelled(state: State, effect: Effect) -> str:
    game = state.game
    labels = [label for place, label in enumerate(game.land.labels) if effect.hexes >> place & 1]
    target = game.pieces.names[effect.bearer] if effect.bearer >= 0 else ",".join(labels)
    bonus = f" +{effect.bonus}" if effect.bonus else ""
    return f"{effect.serial} {effect.spell} {effect.school} {LETTERS[effect.side]} {target} until {effect.until}{bonus}"
