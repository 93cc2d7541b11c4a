"""What people read before they decide: what is to be decided; and what short texts stand for."""

from __future__ import annotations

import re
from typing import Any

from armada_sim.tabletop import N_, InputError, Listing, Message
from grid_games.core.extras import FEW, Aside, alternatives, enumerated, in_turn
from grid_games.core.sets import members
from grid_games.destin_arc.chapters.battles import Combat
from grid_games.destin_arc.chapters.casting import Casting
from grid_games.destin_arc.chapters.conversion import Conversion
from grid_games.destin_arc.chapters.going import Steps
from grid_games.destin_arc.chapters.magic import Magic
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.chapters.orders import Plotting
from grid_games.destin_arc.chapters.placing import Placing
from grid_games.destin_arc.chapters.results import Retreat
from grid_games.destin_arc.chapters.spells import Meditation, harder
from grid_games.destin_arc.chapters.strengths import Battle
from grid_games.destin_arc.moves import END, Move, Take, To, With, examples, one_word
from grid_games.destin_arc.state import State
from grid_games.destin_arc.text.board import board_text
from grid_games.destin_arc.text.fights import in_numbers, spell_words, struck
from grid_games.destin_arc.units import LETTERS, PRINTED, SPELL_NAMES, UNLIMITED

# what is to be decided


def asked(state: Any) -> str:
    """What is to be decided in a state of this game, and what it depends on, in one line."""
    step, names, labels = state.step, state.game.pieces.names, state.game.land.labels
    if isinstance(step, Placing):
        return _placing(state, step)
    if isinstance(step, Movement | Plotting):
        return _moving(state, step)
    if isinstance(step, Combat | Magic) and step.over:
        return _next(state, step)
    if isinstance(step, Combat):
        return _attacking(state, step)
    if isinstance(step, Magic) and step.open is not None:
        return _casting(state, step, step.open)
    if isinstance(step, Magic) and state.legal_moves() == (END,):
        return Message("magic: no priest can cast a spell")
    if isinstance(step, Retreat):
        return _retreating(state, step)
    piece, words = getattr(step, "piece", -1), _WORDS[type(step).__name__]
    if piece < 0 or state.where[piece] < 0:
        return words
    return Message("{told}: {piece} on {hex}", told=words, piece=names[piece], hex=labels[state.where[piece]])


def _next(state: State, step: Combat | Magic) -> str:
    """Which of what was declared comes next."""
    if isinstance(step, Combat):
        fought = [(k, named(state, step.declared[step.turn][k])) for k in step.left[step.turn]]
        asked, kind = N_("{kind}: which battle is fought next? {numbered}"), Message(step.kind)
    else:
        seat = step.decider(state)
        fought = [(k, spell_words(state, step.declared[step.turn][k], seat)) for k in step.left[step.turn]]
        asked, kind = N_("{kind}: which spell takes place next? {numbered}"), Message("magic")
    listed = in_turn(Message("{n}: {battle}", n=k + 1, battle=told) for k, told in fought)
    return Message(asked, kind=kind, numbered=listed)


def _attacking(state: State, step: Combat) -> str:
    """The battle that is being declared, and what may be typed where that is too much to list."""
    moves, told = state.legal_moves(), in_numbers(state)
    if told:
        more = len(moves) > FEW
        return Message("{told}; now {moves}", told=told, moves=alternatives(examples(moves))) if more else told
    open_ = Message("declare attacks, or end") if len(moves) > 1 else Message("nobody can be attacked")
    if step.open:
        open_ = Message("attack on {target}, with whom?", target=state.game.pieces.names[step.mine[-1].target])
    return Message("{kind}: {told}", kind=Message(step.kind), told=open_)


def _placing(state: State, step: Placing) -> str:
    pieces, (piece, *others) = state.game.pieces, (berth.piece for berth in state.game.berths[step.next :])
    left, labels = sum(pieces.team[p] == pieces.team[piece] for p in others), state.game.land.labels
    told = {"piece": pieces.names[piece], "unit": Message(pieces.units[piece].short)}
    hexes = [labels[place] for place in step.hexes(state)]
    placed = Message("place {piece} ({unit}); {n} to come", n=left, **told)
    if len(hexes) > FEW:
        placed = Message("{told}; on one of {hexes}", told=placed, hexes=", ".join(hexes))
    before = (berth for berth in state.game.berths[: step.next] if len(berth.hexes) > 1)
    if any(pieces.team[berth.piece] == pieces.team[piece] for berth in before):
        return placed
    return Message("{told}; several go on one line, as in place {hex} {hex}", told=placed, hex=hexes[0])


def _retreating(state: State, step: Retreat) -> str:
    """Who retreats how far, and where its way may end (clause 1.13)."""
    hexes = [state.game.land.labels[place] for place in members(step.refuges(state))]
    told = Message("one of {hexes}", hexes=", ".join(hexes)) if len(hexes) > 1 else hexes[0]
    return Message.counted(
        "{piece} on {hex} retreats {n} hex, to {goal}", "{piece} on {hex} retreats {n} hexes, to {goal}", step.steps,
        piece=state.game.pieces.names[step.piece], hex=state.game.land.labels[state.where[step.piece]], goal=told,
    )  # fmt: skip


def _aimed_at(state: State, casting: Casting) -> Message:
    """What a spell is cast at, and how far."""
    spell = casting.definition(state)
    if spell.at == "zone":
        return Message.counted(
            "at hex {k} of {area}, within {n} hex", "at hex {k} of {area}, within {n} hexes",
            spell.distance, k=len(casting.hexes) + 1, area=spell.area,
        )  # fmt: skip
    if spell.at == "spell":
        return Message.counted(
            "undo and the number of a spell within {n} hex", "undo and the number of a spell within {n} hexes",
            spell.distance,
        )  # fmt: skip
    if spell.at == "friend" and not (spell.name == "light" and state.game.rules.light_target == "enemy"):
        return Message.counted(
            "on a piece of yours within {n} hex", "on a piece of yours within {n} hexes", spell.distance
        )  # fmt: skip
    return Message.counted("on an enemy within {n} hex", "on an enemy within {n} hexes", spell.distance)


def _casting(state: State, step: Magic, casting: Casting) -> str:
    """What is asked of a spell that is being cast, what it costs, and the save it must beat (clauses 1.8, 4)."""
    names, spell = state.game.pieces.names, casting.definition(state)
    told = {
        "spell": PRINTED.get(spell.name, spell.name), "casters": Listing(names[p] for p in casting.casters),
        "purse": casting.purse(state), "cost": spell.cost,
    }  # fmt: skip
    head = Message("{casters}: {spell} for {cost} of {purse} points", **told)
    if not spell.cost:
        head = Message("{casters}: {spell} for the cost of the spell that it ends, of {purse} points", **told)
    back = Message("undo takes it back") if spell.cost else Message("undo without a number takes it back")
    aim, save = _aimed_at(state, casting), _save(state, casting)
    return Message("{head}, {aim}; {save}; {back}", head=head, aim=aim, save=save, back=back)


def _save(state: State, casting: Casting) -> str:
    """The save that a spell must beat, with the pieces that may be named or stand in it."""
    listed = [Message("{n}+ of {pieces}", n=n, pieces=Listing(names)) for n, names in struck(state, casting).items()]
    needs = enumerated(listed) if listed else ""
    if casting.definition(state).at == "zone":
        own = Message("whoever is in it saves against it with its own save or more")
        if more := harder(state, casting):
            own = Message("whoever is in it saves against it with its own save and {n} more", n=more)
        return Message("{save} ({needs})", save=own, needs=needs) if needs else own
    return Message("a save cancels it ({needs})", needs=needs) if needs else Message("no save")


def aside(state: Any) -> Aside | None:
    """Where all spell points are full: that priests may meditate all the same, before what their player decides
    next (clause 1.8.5)."""
    step = state.step
    if not isinstance(step, Meditation) or state.result is not None:
        return None
    able, units = step.able(state), state.game.pieces.units
    if not able or any(state.points[p] < units[p].points for p in able):
        return None
    if state.after(END).current_player() != state.current_player():
        return None
    words = Message(
        "Before this priests may meditate, as in meditate {piece}, although all spell points are full.",
        piece=state.game.pieces.names[able[0]],
    )  # fmt: skip
    return Aside(END, words)


def default(state: Any) -> Move | None:
    """What whoever types a move of a later step has not said: nobody meditates, no Peuple are converted."""
    return END if isinstance(state.step, Meditation | Conversion) else None


def completing(state: Any) -> Move | None:
    """The only piece that can join a battle that is too weak, or has no attacker."""
    moves = state.legal_moves()
    return moves[0] if len(moves) == 1 and isinstance(moves[0], With) else None


def doubt(state: Any, move: Move) -> str:
    """That the end of a movement step leaves a piece in hand, and others that have not moved."""
    step = state.step
    if not isinstance(step, Movement) or move != END or step.hand < 0:
        return ""
    left = [one for one in state.legal_moves() if isinstance(one, Take | To)]
    others = sum(isinstance(one, Take) for one in left)
    name = state.game.pieces.names[step.hand]
    if not left:
        return ""
    if not others:
        return Message("end ends the whole step, with {piece} in hand", piece=name)
    return Message.counted(
        "end ends the whole step, with {piece} in hand and {n} other piece not moved",
        "end ends the whole step, with {piece} in hand and {n} other pieces not moved", others, piece=name,
    )  # fmt: skip


def _moving(state: State, step: Movement | Plotting) -> str:
    which = Message("special movement") if step.special else Message("general movement")
    which = Message("written orders, {which}", which=which) if isinstance(step, Plotting) else which
    if step.hand < 0:
        moves = state.legal_moves()
        if isinstance(moves, Steps) and not moves.pieces:
            others = Message("show a hidden piece, or end") if len(moves) > 1 else Message("no piece can move")
            return Message("{which}: {others}", which=which, others=others)
        return Message("{which}: take a piece in hand, or end", which=which)
    names, labels = state.game.pieces.names, state.game.land.labels
    now = {"which": which, "piece": names[step.hand], "hex": labels[step.stands(state)]}
    if step.left <= 0:
        return Message("{which}: {piece} in hand on {hex}, moved", **now)
    if step.left >= UNLIMITED:
        return Message("{which}: {piece} in hand on {hex}, goes anywhere", **now)
    return Message.counted(
        "{which}: {piece} in hand on {hex}, {n} point left", "{which}: {piece} in hand on {hex}, {n} points left",
        step.left, **now,
    )  # fmt: skip


_WORDS = {
    "Meditation": Message("meditation: priests who will neither move nor cast"),
    "Magic": Message("magic: cast spells, or end"), "Conversion": Message("conversion of two Peuple"),
    "Standing": Message("leaders: on which piece of his hex one stands"),
    "Retreat": Message.meaning("in Arc", "retreat"), "Rehide": Message("invisible again, or not"),
    "Withdraw": Message("put on the nearest free hex"),
    "Hiding": Message("end of the turn: who becomes invisible again"),
    "Advance": Message("an attacker may move into the hex won"),
    "Meeting": Message("two enemies meet: who comes first"),
    "Roll": Message("the roll of a battle"), "Initiative": Message("initiative: who leads this turn"),
    "ZoneSave": Message("a save against a zone"), "SpellSave": Message("a save against a spell"),
    "DeathSave": Message("a save against death"), "Veil": Message("a roll that nobody reads"),
}  # fmt: skip


def spotters(state: State, piece: int) -> list[str]:
    """Who came upon a piece that was hidden, by name; nobody learns which piece it was that is hidden itself."""
    names, unknown = state.game.pieces.names, Message("a piece that you do not see")
    return [unknown if foe < 0 else names[foe] for p, foe in state.spied if p == piece]


def named(state: State, battle: Battle) -> str:
    """Who fights whom."""
    names = state.game.pieces.names
    attackers = ", ".join(names[p] for p in battle.attackers)
    return Message("{attackers} on {target}", attackers=attackers, target=names[battle.target])


# several moves in one word

_PIECE = r"[buf]\d{1,2}(?:\.\d{1,2})?"
_PLACES = re.compile(r"place(?: [A-Z]\d{1,2}){2,}")
_WAY = re.compile(rf"({_PIECE})((?:-[A-Z]\d{{1,2}})+)")
_FIGHT = re.compile(rf"({_PIECE}(?:\+{_PIECE})*)x({_PIECE})")
_SPELL = re.compile(rf"({_PIECE}) (\w+)((?: (?:{_PIECE}|[A-Z]\d{{1,2}}))+)")


def phrase(state: Any, text: str) -> list[tuple[str, ...]]:
    """The moves that a text such as b1.3-Q12-R13, b1.1+b4xu1.2 or b5.1 light b1.2 stands for, in groups that are
    played whole or not at all; else empty.

    A way after its first leg is no group: what happens on it cannot be taken back.
    """
    step = state.step
    if _PLACES.fullmatch(text):
        return [(f"place {label}",) for label in text.split()[1:]]
    if parts := _WAY.fullmatch(text):
        first, *others = parts[2][1:].split("-")
        hand = step.hand if isinstance(step, Movement | Plotting) else getattr(step, "piece", -1)
        begun = hand >= 0 and state.game.pieces.names[hand] == parts[1]
        start = (f"to {first}",) if begun else (f"move {parts[1]}", f"to {first}")
        return [start, *((f"to {place}",) for place in others)]
    if parts := _FIGHT.fullmatch(text):
        withs = tuple(f"with {name}" for name in parts[1].split("+"))
        begun = isinstance(step, Combat) and step.open and state.game.pieces.names[step.mine[-1].target] == parts[2]
        return [withs if begun else (f"attack {parts[2]}", *withs)]
    if (parts := _SPELL.fullmatch(one_word(text))) and parts[2] in SPELL_NAMES:
        whom = tuple(f"{'on' if word[0] in LETTERS else 'at'} {word}" for word in parts[3].split())
        return [(f"cast {parts[1]} {parts[2]}", *whom)]
    return []


# what is told of a move

KINDS = {
    "=": N_("dice"), "fly": N_("move"), "to": N_("go"), "with": N_("attack"), "join": N_("cast"), "on": N_("cast"),
    "at": N_("cast"), "undo": N_("cast"), "place": N_("placing"), "meditate": N_("meditation"),
    "convert": N_("conversion of two Peuple"), "show": N_("showing"), "hide": N_("hiding"), "bear": N_("bearer"),
    "fight": N_("what is resolved next"), "advance": N_("advance"), "end": N_("no more of this"),
}  # fmt: skip
"""Kinds of moves; the others are named by their own verb."""


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
        raise InputError(Message("there is no hex {place} on this map, and no piece you see there", place=place))
    return board_text(state, seat, hex_)
