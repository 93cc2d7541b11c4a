"""A position as a line of text: `3 melee bonnaire b4@Q12 b1.1@Q12 b2.1@P13' u1.2@R11 b9.1@P11?`.

The turn, the step that begins, whose it is, and the pieces by name and hex: an apostrophe for one on its back, "?" for one that nobody
else sees ("?u": whom the player with that letter does not see). What is not usual follows, each behind a semicolon:

    lead fereira            who leads the joint half-turn; the player named, if nothing is said
    gone u1.3 u1.4'/b       eliminated, /b: by that side; `taken`: captured; `turned`: converted
    ran b9.1                pieces with a mark, by its word (`MARKS`)
    points b5.1=150         spell points, where not all are left
    worn f6=1               thirds that Aris Dombal has lost
    charge u3.1 u3.2=4      pieces that may charge, in one direction
    last b9.1=A64/u         where a hidden piece was last seen, and by whom
    spell 1 light bhar b b1.1 until 3 +1     a spell that lies on a piece or on hexes
    casts 3                 spells cast so far
    firm b-u--              who held each place at the last end of a turn; `rolling`, `stood` likewise
    stands b4=b1.1          leaders with the piece each stands on, as their owner said
    dealt b f u             whose secret objective Bonnaire, Ulf and Fereira have, where they were dealt
    latched u               sides that held the place of their objective for a full turn

Pieces that are not named take no part. There is a text only for the moment at which a step begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from grid_games.core.protocol import CHANCE, NotationError
from grid_games.destin_arc import state as states
from grid_games.destin_arc.board import PLACES
from grid_games.destin_arc.chapters.battles import Combat
from grid_games.destin_arc.chapters.conversion import Conversion
from grid_games.destin_arc.chapters.dealing import DEALS
from grid_games.destin_arc.chapters.hidden import everyone_else
from grid_games.destin_arc.chapters.magic import Magic, Meditation
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.chapters.orders import Plotting
from grid_games.destin_arc.chapters.placing import Placing
from grid_games.destin_arc.chapters.turns import Initiative, Turn, program
from grid_games.destin_arc.spells import NAMES
from grid_games.destin_arc.state import BACK, GONE, SPARE, TAKEN, TURNED, WAITING, Draft, Effect, State, Task, settled
from grid_games.destin_arc.units import LETTERS, SIDES

if TYPE_CHECKING:
    from grid_games.destin_arc.game import DestinArc

EXAMPLE = "3 melee bonnaire b4@Q12 b1.1@Q12 b2.1@P13' u1.2@R11 b9.1@P11?"
START = r"\d+ (?:meditation|movement|special|conversion|magic|missile|melee|initiative)(?:#\d)? "

MARKS = {
    name: getattr(states, name.upper())
    for name in (
        "done",
        "ran",
        "meditates",
        "acted",
        "fought",
        "struck",
        "flying",
        "trapped",
        "collided",
        "changed",
        "cast",
    )
}
"""Marks of pieces by their word; being on its back is written at the piece."""

DIRECTIONS = 6
SCHOOLS = ("bhar", "christian")

AWAY = {"gone": GONE, "taken": TAKEN, "turned": TURNED}

_HEAD = re.compile(r"(\d{1,2}) ([a-z]+)(?:#(\d))? ([a-z]+)((?: .*)?)")
_PIECE = re.compile(r"([a-z]\d{1,2}(?:\.\d{1,2})?)@([A-Z]\d{1,2})('?)(?:(\?)([a-z]*))?")
_SPELL = re.compile(r"(\d{1,4}) ([a-z]+) ([a-z]+) ([buf]) ([A-Za-z0-9.,]+) until (\d{1,2})(?: \+(\d))?")


def _step(task: Task) -> str:
    """The word for a step."""
    if isinstance(task, Movement | Plotting):
        return "special" if task.special else "movement"
    if isinstance(task, Combat):
        return task.kind
    return type(task).__name__.lower() if isinstance(task, Meditation | Magic | Conversion | Initiative) else ""


def read(game: DestinArc, text: str) -> State:
    """The state of a text. Raises NotationError that quotes what it cannot read."""
    head, *groups = text.strip().split(";")
    found = _HEAD.fullmatch(head.strip())
    if found is None:
        raise NotationError(f"{text!r} is no position; expected one such as {EXAMPLE}")
    turn, step, nth, player, pieces = found.groups()
    if player not in (*game.players, CHANCE):
        raise NotationError(f"{player!r} is no player; expected one of {', '.join(game.players)}")
    if not 1 <= int(turn) <= game.land.turns:
        raise NotationError(f"expected a turn from 1 to {game.land.turns}, not {turn}")
    start = _bare(
        game, int(turn), SIDES.index(player) if player in SIDES[1:] and game.options["simul"] != "fixed" else -1
    )
    fields = {
        name: list(getattr(start, name))
        for name in ("where", "marks", "unseen", "last", "points", "worn", "fates", "occupiers")
    }
    for word in pieces.split():
        _put(game, fields, word)
    state = _replaced(start, {name: tuple(values) for name, values in fields.items()})
    for group in groups:
        key, _, rest = group.strip().partition(" ")
        if key not in _READ:
            raise NotationError(f"{group.strip()!r}: expected a group such as {', '.join(_READ)}")
        try:
            state = _READ[key](state, key, rest.split())
        except NotationError:
            raise
        except (KeyError, ValueError):
            raise NotationError(f"{group.strip()!r} cannot be read; expected one such as {_SHAPES[key]}") from None
    return _begun(state, step, int(nth or 1), player)


def _bare(game: DestinArc, turn: int, lead: int) -> State:
    """A game without a piece on the map."""
    pieces = game.pieces
    draft = Draft(game.new())
    fields = {
        "where": tuple(SPARE if p in pieces.spares else WAITING for p in range(len(pieces))), "unseen": (0,) * len(pieces),
        "marks": (0,) * len(pieces), "last": (-1,) * len(draft.last), "occupiers": (-1,) * len(PLACES),
    }  # fmt: skip
    return _replaced(draft.state(), {"turn": turn, "lead": lead, **fields})


def _put(game: DestinArc, fields: dict[str, list[int]], word: str) -> None:
    """A piece on its hex."""
    found = _PIECE.fullmatch(word)
    if found is None:
        raise NotationError(
            f"{word!r} is no piece on a hex; expected one such as b1.3@Q12, on its back b1.3@Q12', hidden b9.1@Q12?"
        )
    name, label, back, hidden, seats = found.groups()
    piece, place = _piece(game, name), game.land.numbers.get(label, -1)
    if place < 0 or not game.land.all >> place & 1:
        raise NotationError(f"{word!r}: there is no hex {label} on this map")
    if fields["where"][piece] >= 0:
        raise NotationError(f"{word!r}: {name} is already on {game.land.labels[fields['where'][piece]]}")
    hides = game.pieces.units[piece].hides
    if hidden and not hides and not (game.options["setup_order"] == "secret"):
        raise NotationError(f"{word!r}: {name} cannot be hidden")
    team = game.pieces.team
    for other, there in enumerate(fields["where"]):
        if there == place and team[other] != team[piece] and not hides and not game.pieces.units[other].hides:
            raise NotationError(f"{word!r}: {game.pieces.names[other]} of another player is on {label}")
    fields["where"][piece] = place
    fields["marks"][piece] |= BACK if back else 0
    if hidden:
        fields["unseen"][piece] = (
            sum(1 << _seat(game, letter) for letter in seats) if seats else everyone_else(game.new(), piece)
        )
    elif place in game.land.points:
        fields["occupiers"][game.land.points.index(place)] = team[piece]


def _begun(state: State, step: str, nth: int, player: str) -> State:
    """The state in which a step has begun."""
    draft = Draft(state)
    seat = -1 if player == CHANCE else state.game.seat(player)
    found = [
        (number, tasks) for number, tasks in enumerate(program(draft), 1)
        if _step(tasks[-1]) == step and seat in getattr(tasks[-1], "seats", (tasks[-1].actor(draft),))
    ]  # fmt: skip
    if len(found) < nth:
        raise NotationError(
            f"{player} has no step {step!r}" + (f" number {nth}" if nth > 1 and found else "") + " in a turn"
        )
    number, tasks = found[nth - 1]
    draft.todo = [Turn(number), *reversed(tasks)]
    begun = settled(draft)
    if begun.result is not None or _step(begun.task) != step or begun.current_player() != player:
        raise NotationError(f"{player} has nothing to decide when the step {step} begins")
    return begun


def _piece(game: DestinArc, name: str) -> int:
    if name not in game.pieces.numbers:
        raise NotationError(f"there is no piece {name} in this game")
    return game.pieces.numbers[name]


def _seat(game: DestinArc, letter: str) -> int:
    for seat, player in enumerate(game.players):
        if player[0] == letter:
            return seat
    raise NotationError(f"{letter!r} is no player; expected {' or '.join(player[0] for player in game.players)}")


def _with(state: State, table: str, entries: Mapping[int, int]) -> State:
    values = list(getattr(state, table))
    for index, value in entries.items():
        values[index] = value
    return _replaced(state, {table: tuple(values)})


def _replaced(state: State, fields: Mapping[str, Any]) -> State:
    return replace(state, **fields)


# groups, read


def _read_lead(state: State, key: str, words: Sequence[str]) -> State:
    (side,) = words
    return replace(state, lead=SIDES.index(side))


def _read_away(state: State, key: str, words: Sequence[str]) -> State:
    for word in words:
        name, _, side = word.partition("/")
        piece = _piece(state.game, name.removesuffix("'"))
        if name.endswith("'"):
            state = _with(state, "marks", {piece: state.marks[piece] | BACK})
        if state.where[piece] >= 0:
            raise NotationError(f"{word!r}: {name} is on {state.game.land.labels[state.where[piece]]}")
        state = _with(_with(state, "where", {piece: AWAY[key]}), "fates", {piece: LETTERS.index(side) if side else -1})
    return state


def _read_mark(state: State, key: str, words: Sequence[str]) -> State:
    pieces = [_piece(state.game, word) for word in words]
    return _with(state, "marks", {p: state.marks[p] | MARKS[key] for p in pieces})


def _pairs(state: State, words: Sequence[str]) -> dict[int, int]:
    """Numbers of pieces, such as b5.1=150."""
    return {_piece(state.game, name): int(value) for name, _, value in (word.partition("=") for word in words)}


def _read_points(state: State, key: str, words: Sequence[str]) -> State:
    pairs = _pairs(state, words)
    for piece, points in pairs.items():
        if not 0 <= points <= state.game.pieces.units[piece].points:
            raise NotationError(
                f"{state.game.pieces.names[piece]} has {state.game.pieces.units[piece].points} spell points at most, not {points}"
            )
    return _with(state, "points", pairs)


def _read_worn(state: State, key: str, words: Sequence[str]) -> State:
    if not all(0 <= n <= state.game.land.turns for n in _pairs(state, words).values()):
        raise ValueError("out of range")
    return _with(state, "worn", {state.game.pieces.of["f6"].index(p): n for p, n in _pairs(state, words).items()})


def _read_charge(state: State, key: str, words: Sequence[str]) -> State:
    pairs = _pairs(state, [word if "=" in word else f"{word}=-1" for word in words])
    if not all(-1 <= direction < DIRECTIONS for direction in pairs.values()):
        raise ValueError("no direction")
    return replace(state, charges=tuple(sorted(pairs.items())))


def _read_stands(state: State, key: str, words: Sequence[str]) -> State:
    pairs = (word.partition("=") for word in words)
    return replace(
        state, stands=tuple((_piece(state.game, leader), _piece(state.game, under)) for leader, _, under in pairs)
    )


def _read_last(state: State, key: str, words: Sequence[str]) -> State:
    game, seats, entries = state.game, len(state.game.players), {}
    for word in words:
        name, _, told = word.partition("=")
        label, _, letter = told.partition("/")
        entries[game.pieces.hidden.index(_piece(game, name)) * seats + _seat(game, letter)] = game.land.numbers[label]
    return _with(state, "last", entries)


def _read_spell(state: State, key: str, words: Sequence[str]) -> State:
    found = _SPELL.fullmatch(" ".join(words))
    if found is None or found[2] not in NAMES or found[3] not in SCHOOLS:
        raise ValueError("no spell")
    serial, spell, school, side, target, until, bonus = found.groups()
    numbers, hexes, bearer = state.game.land.numbers, 0, -1
    if target[0] in LETTERS:
        bearer = _piece(state.game, target)
    else:
        hexes = sum(1 << numbers[label] for label in set(target.split(",")))
    effect = Effect(int(serial), spell, school, LETTERS.index(side), bearer, hexes, int(until), int(bonus or 0))
    return replace(state, effects=(*state.effects, effect), casts=max(state.casts, effect.serial))


def _read_casts(state: State, key: str, words: Sequence[str]) -> State:
    (number,) = words
    return replace(state, casts=int(number))


def _read_holders(state: State, key: str, words: Sequence[str]) -> State:
    (letters,) = words
    if len(letters) != len(PLACES):
        raise ValueError("a letter for each place")
    return _replaced(
        state, {_HOLDERS[key]: tuple(-1 if letter == "-" else _seat(state.game, letter) for letter in letters)}
    )


def _read_latched(state: State, key: str, words: Sequence[str]) -> State:
    return replace(state, latched=tuple(letter in words for letter in LETTERS))


def _read_dealt(state: State, key: str, words: Sequence[str]) -> State:
    deal = tuple(LETTERS.index(letter) for letter in words)
    if deal not in DEALS.values():
        raise ValueError("no deal")
    return _replaced(state, {"dealt": deal})


_HOLDERS = {"firm": "firm", "rolling": "rolling", "stood": "occupiers"}

_READ: dict[str, Callable[[State, str, Sequence[str]], State]] = {
    "lead": _read_lead, **dict.fromkeys(AWAY, _read_away), **dict.fromkeys(MARKS, _read_mark), "points": _read_points, "worn": _read_worn,
    "charge": _read_charge, "stands": _read_stands, "last": _read_last, "spell": _read_spell, "casts": _read_casts, **dict.fromkeys(_HOLDERS, _read_holders),
    "latched": _read_latched, "dealt": _read_dealt,
}  # fmt: skip

_SHAPES = {
    "lead": "lead fereira", **{key: f"{key} u1.3 u1.4/b" for key in AWAY}, **{key: f"{key} b1.1 b1.2" for key in MARKS}, "points": "points b5.1=150",
    "worn": "worn f6=1", "charge": "charge u3.1 u3.2=4", "last": "last b9.1=A64/u", "spell": "spell 1 light bhar b b1.1 until 3 +1",
    "stands": "stands b4=b1.1", "casts": "casts 3", **{key: f"{key} b-u-- (a letter or - for {', '.join(PLACES)})" for key in _HOLDERS}, "latched": "latched u",
    "dealt": "dealt b f u",
}  # fmt: skip
"""An example of each."""


# written


def write(state: State) -> str:
    """The text of a state. Raises NotationError unless a step begins."""
    game, player = state.game, state.current_player()
    step = _step(state.task) if state.result is None and not game.opening(state) else ""
    if player is None or not step or isinstance(state.task, Placing):
        raise NotationError("only the moment at which a step begins has a text")
    groups = [group for group in _groups(state) if group]
    pieces = " ".join(_placed(state, p) for p, place in enumerate(state.where) if place >= 0)
    for nth in ("", "#2", "#3", "#4", "#5", "#6"):
        text = "; ".join([f"{state.turn} {step}{nth} {player} {pieces}".strip(), *groups])
        try:
            if read(game, text) == state:
                return text
        except NotationError:
            break
    raise NotationError("only the moment at which a step begins has a text")


def _placed(state: State, piece: int) -> str:
    game, bits = state.game, state.unseen[piece]
    hidden = ""
    if bits:
        whole = bits == everyone_else(state, piece)
        hidden = "?" + (
            "" if whole else "".join(player[0] for seat, player in enumerate(game.players) if bits >> seat & 1)
        )
    return f"{game.pieces.names[piece]}@{game.land.labels[state.where[piece]]}{chr(39) if state.marks[piece] & BACK else ''}{hidden}"


def _groups(state: State) -> list[str]:
    """What is not usual."""
    game = state.game
    names, seats, pieces = game.pieces.names, len(game.players), range(len(state.where))
    letters = [player[0] for player in game.players]

    def group(key: str, words: Sequence[str]) -> str:
        return " ".join((key, *words)) if words else ""

    def side(number: int) -> str:
        return f"/{LETTERS[number]}" if number >= 0 else ""

    def back(piece: int) -> str:
        return "'" if state.marks[piece] & BACK else ""

    told: list[str] = [f"lead {SIDES[state.lead]}"] if state.lead >= 0 else []
    told += [
        group(key, [names[p] + back(p) + side(state.fates[p]) for p in pieces if state.where[p] == place])
        for key, place in AWAY.items()
    ]
    told += [group(key, [names[p] for p in pieces if state.marks[p] & bit]) for key, bit in MARKS.items()]
    told.append(
        group(
            "points",
            [f"{names[p]}={state.points[p]}" for p in pieces if state.points[p] != game.pieces.units[p].points],
        )
    )
    told.append(group("worn", [f"{names[p]}={n}" for p, n in zip(game.pieces.of["f6"], state.worn, strict=True) if n]))
    told.append(
        group("charge", [names[p] + (f"={direction}" if direction >= 0 else "") for p, direction in state.charges])
    )
    told.append(group("stands", [f"{names[leader]}={names[under]}" for leader, under in state.stands]))
    last = [
        (game.pieces.hidden[k // seats], letters[k % seats], place) for k, place in enumerate(state.last) if place >= 0
    ]
    told.append(group("last", [f"{names[p]}={game.land.labels[place]}/{letter}" for p, letter, place in last]))
    told += [f"spell {_spelled(state, effect)}" for effect in state.effects]
    told.append(f"casts {state.casts}" if state.casts else "")
    for key, field in _HOLDERS.items():
        values = getattr(state, field)
        if any(seat >= 0 for seat in values):
            told.append(f"{key} {''.join(letters[seat] if seat >= 0 else '-' for seat in values)}")
    told.append(group("latched", [letter for letter, held in zip(LETTERS, state.latched, strict=True) if held]))
    told.append(group("dealt", [LETTERS[goal] for goal in state.dealt] if state.dealt != DEALS["printed"] else []))
    return told


def _spelled(state: State, effect: Effect) -> str:
    game = state.game
    labels = [label for place, label in enumerate(game.land.labels) if effect.hexes >> place & 1]
    target = game.pieces.names[effect.bearer] if effect.bearer >= 0 else ",".join(labels)
    bonus = f" +{effect.bonus}" if effect.bonus else ""
    return f"{effect.serial} {effect.spell} {effect.school} {LETTERS[effect.side]} {target} until {effect.until}{bonus}"
