"""What people read and may ask at the table: battles in numbers (clauses 1.12, 2.3), what is to be decided, pieces,
hexes, moves."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from armada_sim.tabletop import InputError
from grid_games.destin_arc.board import TERRAINS
from grid_games.destin_arc.chapters.battles import Combat, on_held
from grid_games.destin_arc.chapters.combat_table import AUTOMATIC, ratio
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.chapters.orders import Plotting
from grid_games.destin_arc.chapters.placing import Placing
from grid_games.destin_arc.chapters.results import Roll
from grid_games.destin_arc.chapters.strengths import Battle, modifier, value, weigh
from grid_games.destin_arc.moves import Move, Take, To
from grid_games.destin_arc.state import BACK, DONE, MEDITATES, State
from grid_games.destin_arc.text.board import drawn
from grid_games.destin_arc.units import LETTERS, SIDES, SPELL_NAMES, UNLIMITED


def in_numbers(state: Any) -> str:
    """The battle of a state of this game that is being declared, or whose dice are rolled, in numbers; empty if there
    is none."""
    step = state.step
    if isinstance(step, Roll):
        return battle_words(state, step.battle, step.kind)
    if isinstance(step, Combat) and step.open and step.mine[-1].attackers:
        return battle_words(state, step.mine[-1], step.kind)
    return ""


def battle_words(state: State, battle: Battle, kind: str) -> str:
    """A battle in numbers, such as "b1.1 (10), b4 (40 +2) on u1.2 in melee: 50 against 4 is 12-1, eliminated"."""
    names = state.game.pieces.names
    attackers = []
    for piece, amazed in zip(battle.attackers, battle.surprised, strict=True):
        shift = modifier(state, piece, kind, battle.target, battle.singled, amazed)
        attackers.append(f"{names[piece]} ({_half(value(state, piece, kind))}{f' {shift:+}' if shift else ''})")
    told = f"{', '.join(attackers)} on {names[battle.target]} in {kind}"
    if on_held(state, battle.target):
        return f"{told}: held, so any attack eliminates it"
    numbers = weigh(state, battle, kind)
    told = f"{told}: {_half(numbers.attack)} against {_half(numbers.defence)} is {ratio(numbers.base)}"
    if numbers.shift:
        told += f", shifted {numbers.shift:+}"
    if numbers.die:
        told += f", {-numbers.die:+} to the die"
    if not numbers.allowed:
        return f"{told}: too weak"
    if numbers.column >= AUTOMATIC:
        return f"{told}: eliminated without a roll"
    return f"{told}: read in column {ratio(numbers.column)}"


def _half(doubled: int) -> Fraction:
    """A value that is kept doubled, as people say it."""
    return Fraction(doubled, 2)


# what is to be decided


def asked(state: Any) -> str:
    """What is to be decided in a state of this game, and what it depends on, in one line."""
    step = state.step
    game, names, labels = state.game, state.game.pieces.names, state.game.land.labels
    if isinstance(step, Placing):
        piece, *others = (berth.piece for berth in game.berths[step.next :])
        left = sum(game.pieces.team[p] == game.pieces.team[piece] for p in others)
        return f"{names[piece]} ({game.pieces.units[piece].short}) is placed; {left} to come"
    if isinstance(step, Movement | Plotting):
        which = "special movement" if step.special else "general movement"
        which = f"written orders, {which}" if isinstance(step, Plotting) else which
        if step.hand < 0:
            return f"{which}: take a piece in hand, or end"
        left = "moved" if step.left <= 0 else f"{step.left} points left" if step.left < UNLIMITED else "goes anywhere"
        return f"{which}: {names[step.hand]} in hand on {labels[step.stands(state)]}, {left}"
    if isinstance(step, Combat):
        if step.over:
            told = [f"{k + 1}: {named(state, step.battles[step.turn][k])}" for k in step.left[step.turn]]
            return f"{step.kind}: which battle is fought next? {'; '.join(told)}"
        open_ = f"attack on {names[step.mine[-1].target]}: with whom?" if step.open else "declare attacks, or end"
        return f"{step.kind}: {in_numbers(state) or open_}"
    piece, kind = getattr(step, "piece", -1), type(step).__name__
    place = f": {names[piece]} on {labels[state.where[piece]]}" if piece >= 0 and state.where[piece] >= 0 else ""
    return _WORDS.get(kind, kind.lower()) + place


_WORDS = {
    "Meditation": "meditation: priests who will neither move nor cast", "Magic": "magic: spells are cast",
    "Conversion": "conversion of two Peuple",
    "Standing": "leaders: on which piece of his hex one stands", "Retreat": "retreat",
    "Rehide": "invisible again, or not",
    "Reaction": "a spell has taken effect: is it dispelled at once?", "Toll": "which of the attackers suffer",
    "Withdraw": "put on the nearest free hex",
    "Hiding": "end of the turn: who becomes invisible again", "Advance": "an attacker may move into the hex won",
}  # fmt: skip


def named(state: State, battle: Battle) -> str:
    """Who fights whom."""
    names = state.game.pieces.names
    return f"{', '.join(names[p] for p in battle.attackers)} on {names[battle.target]}"


# what people ask


def about(state: Any, player: str, what: str) -> list[str]:
    """What a player of a state of this game knows of a piece or a hex; of all pieces that he sees, for no word. Empty
    for what there is not."""
    game, seat = state.game, state.game.seat(player)
    if not what:
        return _all_pieces(state, seat)
    if what in game.pieces.numbers:
        return _of_piece(state, seat, game.pieces.numbers[what])
    if what.upper() in game.land.numbers:
        return _of_hex(state, seat, game.land.numbers[what.upper()])
    return []


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
    unit, move = state.game.pieces.units[piece], state.game.pieces.move[piece]
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
        lines.append("in an enemy zone of control")
    return lines + there


# several moves in one word

_PIECE = r"[buf]\d{1,2}(?:\.\d{1,2})?"
_WAY = re.compile(rf"({_PIECE})((?:-[A-Z]\d{{1,2}})+)")
_FIGHT = re.compile(rf"({_PIECE}(?:\+{_PIECE})*)x({_PIECE})")
_SPELL = re.compile(rf"({_PIECE}) (\w+)((?: (?:{_PIECE}|[A-Z]\d{{1,2}}))+)")


def phrase(state: Any, text: str) -> list[tuple[str, ...]]:
    """The moves that a text such as b1.3-Q12-R13, b1.1+b4xu1.2 or b5.1 light b1.2 stands for, in groups that are
    played whole or not at all; else empty.

    A way after its first leg is no group: what happens on it cannot be taken back.
    """
    step = state.step
    if found := _WAY.fullmatch(text):
        first, *others = found[2][1:].split("-")
        hand = step.hand if isinstance(step, Movement | Plotting) else getattr(step, "piece", -1)
        begun = hand >= 0 and state.game.pieces.names[hand] == found[1]
        start = (f"to {first}",) if begun else (f"move {found[1]}", f"to {first}")
        return [start, *((f"to {place}",) for place in others)]
    if found := _FIGHT.fullmatch(text):
        withs = tuple(f"with {name}" for name in found[1].split("+"))
        begun = isinstance(step, Combat) and step.open and state.game.pieces.names[step.mine[-1].target] == found[2]
        return [withs if begun else (f"attack {found[2]}", *withs)]
    if (found := _SPELL.fullmatch(text)) and found[2] in SPELL_NAMES:
        whom = tuple(f"{'on' if word[0] in LETTERS else 'at'} {word}" for word in found[3].split())
        return [(f"cast {found[1]} {found[2]}", *whom)]
    return []


# what is told of a move

KINDS = {
    "=": "dice",
    "fly": "move",
    "to": "go",
    "with": "attack",
    "apart": "attack",
    "join": "cast",
    "on": "cast",
    "at": "cast",
    "undo": "cast",
}
"""Kinds of moves that are not named by their own verb."""


def kind_of(move: Move) -> str:
    """The kind of a move in a word."""
    return KINDS.get(move.verb, move.verb)


def window(state: Any, player: str | None, place: str) -> str:
    """The map around a hex or a piece that a player sees."""
    game = state.game
    seat = None if player is None else game.seat(player)
    hex_ = game.land.numbers.get(place.upper(), -1)
    piece = game.pieces.numbers.get(place, -1)
    if hex_ < 0 and piece >= 0 and (seat is None or state.board.sees(seat, piece)):
        hex_ = state.where[piece]
    if hex_ < 0:
        raise InputError(f"there is no hex {place} on this map, and no piece you see there")
    return drawn(state, seat, hex_)
