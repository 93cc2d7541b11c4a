"""What a player reads of a move: the move as far as it may be known, and all that changed with it (clause 7.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from armada_sim.tabletop import N_, Listing, Message
from grid_games.core.extras import in_turn
from grid_games.destin_arc.board import PLACES
from grid_games.destin_arc.chapters.battles import Combat
from grid_games.destin_arc.chapters.casting import Casting
from grid_games.destin_arc.chapters.knowledge import UNKNOWN
from grid_games.destin_arc.chapters.leaders import stacked
from grid_games.destin_arc.chapters.losses import SAVE
from grid_games.destin_arc.chapters.magic import Magic
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.chapters.objectives import clauses, holders
from grid_games.destin_arc.chapters.orders import Meeting, Plotting
from grid_games.destin_arc.chapters.placing import Placing
from grid_games.destin_arc.chapters.results import DeathSave, Roll, Suffer
from grid_games.destin_arc.chapters.spells import SpellSave
from grid_games.destin_arc.chapters.strengths import Battle, night, value
from grid_games.destin_arc.chapters.turns import Initiative, Phase, leg
from grid_games.destin_arc.chapters.zones import EXPLOSION, RAIN, Veil, ZoneSave
from grid_games.destin_arc.moves import (
    END,
    SPOKEN,
    Convert,
    Fight,
    Fly,
    Follow,
    Hide,
    Meditate,
    Move,
    Place,
    Show,
    Take,
    To,
)
from grid_games.destin_arc.state import BACK, COLLIDED, GONE, MEDITATES, TAKEN, TURNED, State, going_on
from grid_games.destin_arc.text.board import lying, place_called
from grid_games.destin_arc.text.fights import battle_words, in_numbers, rolled, spell_words
from grid_games.destin_arc.text.prompts import aside, named, spotters
from grid_games.destin_arc.units import CALLED, PRINTED


def reading(before: Any, move: Move, after: Any, player: str) -> str:
    """What a player reads of a move: all of the own; of others' what the rules let the player see; then what has
    changed. The states are of this game."""
    seat = before.game.seat(player)
    told = (*_done(before, move, after, seat), *_followed(before, move, seat), *_changes(before, move, after, seat))
    known = [one for one in told if one]
    return in_turn(known) if known else ""


# what was done


def _done(before: State, move: Move, after: State, seat: int) -> Iterator[str]:
    """The move itself, and the battle or spell that was rolled for."""
    step, mine = before.step, before.current_player() == before.game.players[seat]
    if mine and move == END and aside(before) is not None:
        return  # nobody was asked
    if mine:
        yield SPOKEN.get(str(move), str(move))
    elif isinstance(step, Combat | Magic) and not step.over:
        return  # what is declared is told when all have
    elif step.seen(before, seat) is not None and not isinstance(step, Plotting | Veil):
        if isinstance(step, Roll):
            yield Message("{told}; the dice give {result}", told=in_numbers(before), result=str(move).removeprefix("="))
        elif isinstance(step, SpellSave):
            target = before.game.pieces.names[step.casting.target]
            saved = N_("{told}: {piece} saves") if move == SAVE else N_("{told}: {piece} does not save")
            yield Message(saved, told=spell_words(before, step.casting, seat), piece=target)
        else:
            yield str(move) if isinstance(step, Meeting) else _others(before, move, after, seat)


def _followed(before: State, move: Move, seat: int) -> Iterator[str]:
    """What was declared, once all have, the battles that were fought without a roll, and why pieces are lost, one after
    the other."""
    step = before.step
    told = isinstance(step, Roll)
    if isinstance(step, ZoneSave) and move != SAVE and step.seen(before, seat) is not None:
        yield step.loses(before, seat)
    if isinstance(step, Combat) and isinstance(move, Fight):
        told = True
        yield _unrolled(before, step, move.number - 1)
    for draft, one, idle in going_on(before, move):
        if isinstance(one, Combat | Magic) and one.over and one.declared and not one.left:
            yield from _declared(draft, one, seat)
        if isinstance(one, Combat) and one.over and one.left and len(one.left[one.turn]) == 1:
            told = True
            yield _unrolled(draft, one, one.left[one.turn][0])
        elif not idle and not (told and isinstance(one, Suffer) and not one.again(draft)):
            yield one.loses(draft, seat)


def _others(before: State, move: Move, after: State, seat: int) -> str:
    """A move of somebody else, or of the dice, where it may be known; of a piece that goes only that it has come
    there."""
    step, piece = before.step, _concerned(before, move)
    if isinstance(step, Movement) and isinstance(move, Take | Fly):
        return ""  # where it goes is told
    teams = before.game.teams
    leads = isinstance(step, Initiative) and teams.count(teams[after.lead]) == 1
    if leads or isinstance(move, Fight | Follow | Convert):
        return ""  # who leads is told, the battle, where a piece goes, what it becomes
    if move == END:
        return SPOKEN[str(move)]
    if isinstance(move, Show | Hide | Meditate) and not isinstance(step, Movement):
        return Message(_OPENLY[type(move)], piece=move.piece)
    if piece < 0:
        return str(move)
    was, now = _at(before, seat, piece), _at(after, seat, piece)
    own = {"piece": before.game.pieces.names[piece], "move": str(move)}
    if isinstance(move, To | Place):
        told = N_("{piece} goes to {hex}") if isinstance(move, To) else N_("{piece} on {hex}")
        return Message(told, piece=own["piece"], hex=move.hex) if was != UNKNOWN and _came(before, move, now) else ""
    if was == UNKNOWN and now < 0:
        return ""
    if isinstance(step, ZoneSave):
        told = N_("{piece} saves against {spell}") if move == SAVE else N_("{piece} does not save against {spell}")
        return Message(told, piece=own["piece"], spell=_AGAINST.get(step.spell, step.spell))
    if isinstance(step, DeathSave):
        told = N_("{piece} saves against death") if move == SAVE else N_("{piece} does not save against death")
        return Message(told, piece=own["piece"])
    if isinstance(move, Show | Hide | Meditate):
        return Message(_OPENLY[type(move)], piece=own["piece"])
    return str(move) if getattr(move, "piece", "") == own["piece"] else Message("{piece}: {move}", **own)


def _came(before: State, move: Move, place: int) -> bool:
    """Whether a place is the one that a move goes to."""
    return isinstance(move, To | Place) and place >= 0 and before.game.land.labels[place] == move.hex


def _concerned(state: State, move: Move) -> int:
    """The piece that a move is about where it may be hidden; -1 for none."""
    step = state.step
    if isinstance(step, Movement):
        if isinstance(move, To):
            return step.hand
        return state.game.pieces.numbers[move.piece] if isinstance(move, Take | Fly | Show | Hide) else -1
    piece: int = state.game.berths[step.next].piece if isinstance(step, Placing) else getattr(step, "piece", -1)
    return piece


def _declared(state: State, step: Combat | Magic, seat: int) -> Iterator[str]:
    """The battles or spells that all have declared now; of several players each one's."""
    for team, mine in zip(step.seats, step.declared, strict=True):
        if isinstance(step, Combat):
            kind, told = Message(step.kind), [named(state, one) for one in mine if isinstance(one, Battle)]
        else:
            kind, told = Message("magic"), [spell_words(state, one, seat) for one in mine if isinstance(one, Casting)]
        if len(step.seats) > 1:
            kind = Message("{kind}, {player}", kind=kind, player=state.game.called[team])
        if told:
            yield Message("{kind}: {told}", kind=kind, told=in_turn(told))


def _unrolled(state: State, step: Combat, number: int) -> str:
    """A battle that is fought now, where nothing is rolled for it: too strong, too weak, or lapsed."""
    declared = step.declared[step.turn][number]
    battle = step.still(state, declared, step.seats[step.turn])
    if battle is None:
        return Message("{battle} lapses", battle=named(state, declared))
    return "" if rolled(state, battle, step.kind) is not None else battle_words(state, battle, step.kind)


# what has changed


def _at(state: State, seat: int, piece: int) -> int:
    """Where a piece is as a player knows it."""
    place = state.where[piece]
    return place if place < 0 or state.board.sees(seat, piece) else UNKNOWN


_AWAY = {
    GONE: N_("{piece} is eliminated"), TAKEN: N_("{piece} is captured"), TURNED: N_("{piece} is converted")
}  # fmt: skip

_OPENLY = {
    Show: N_("{piece} shows itself"), Hide: N_("{piece} hides"), Meditate: N_("{piece} meditates"),
}  # fmt: skip
"""What somebody else's piece does, by the move."""

_TURNS = N_("turn {n} begins, by night"), N_("turn {n} begins, by day")
_HELD = N_("{place} is held by {player}"), N_("{place} is held by nobody")
_COUNTS = N_("{place} counts for {player} now"), N_("{place} counts for nobody now")
_MARKED = {
    BACK: (N_("{piece} is half eliminated"), N_("{piece} is whole again")),
    MEDITATES: (N_("{piece} meditates"), N_("{piece} meditates no longer")),
}
"""What is read where something is so now, and where it is not."""


def _changes(before: State, move: Move, after: State, seat: int) -> Iterator[str]:
    """All that a player sees to be different, but for where the move itself took a piece that was seen before."""
    game = before.game
    if (before.turn, before.result) != (after.turn, after.result) and after.result is None:
        yield Message(_TURNS[not night(after)], n=after.turn)
        fire = game.land.fire
        if fire is not None and fire.turn == after.turn:
            place = game.land.called.get(fire.hex, fire.hex)
            yield Message("an explosion ({place}), and fire rains as far as {n} hexes away", place=place, n=fire.reach)
    if after.lead != before.lead and after.lead >= 0 and game.teams.count(game.teams[after.lead]) == 1:
        yield Message("{side} leads the joint half-turn", side=CALLED[after.lead])
    for p in range(len(game.pieces)):
        yield from _piece(before, move, after, seat, p)
    yield from _spells(before, after, seat)
    for name, one, other in zip(PLACES, holders(before), holders(after), strict=True):
        if one != other:
            player = {"player": game.called[other]} if other >= 0 else {}
            yield Message(_HELD[other < 0], place=place_called(name), **player)
    for name, then, now in zip(PLACES, before.firm, after.firm, strict=True):
        if then != now:
            player = {"player": game.called[now]} if now >= 0 else {}
            yield Message(_COUNTS[now < 0], place=place_called(name), **player)
    for side in (side for side in range(3) if game.teams[side] == seat):
        met = clauses(after, side)
        if met != clauses(before, side):
            told = {"n": sum(met), "total": len(met), "side": CALLED[side]}
            yield Message("of the {total} clauses of {side}'s secret objective are met: {n}", **told)
    part = leg(after)
    if part is not None and part.seats and part != leg(before):
        players = Listing([game.called[one] for one in part.seats])
        named_step = _STEPS.get(part.phase, Message(part.phase.value))
        yield Message("{players}'s {step} step begins", step=named_step, players=players)


_AGAINST = {**PRINTED, EXPLOSION: Message("the explosion"), RAIN: Message("the rain of fire")}
"""What has to be saved against, where that is not a spell of one word."""

_STEPS = {
    Phase.MEDITATION: Message("meditation"), Phase.MOVEMENT: Message("movement"),
    Phase.CONVERSION: Message.meaning("ability", "conversion"), Phase.MAGIC: Message("magic"),
    Phase.MISSILE: Message("missile"), Phase.MELEE: Message("melee"), Phase.RETREATS: Message("retreats and advances"),
    Phase.SPECIAL: Message("special"),
}  # fmt: skip
"""The steps that players have, in words."""


def _piece(before: State, move: Move, after: State, seat: int, piece: int) -> Iterator[str]:
    """What has become of a piece."""
    pieces, labels = before.game.pieces, before.game.land.labels
    name, was, now = pieces.names[piece], _at(before, seat, piece), _at(after, seat, piece)
    moved = _came(before, move, now) and piece == _concerned(before, move)
    if was != now and not (moved and was != UNKNOWN):
        below = stacked(before, piece) if now == GONE and before.game.rules.leader_of_lost_unit == "dies" else None
        if below is not None and after.where[below] == GONE:
            yield Message(
                "{piece} is eliminated with {bearer}, on which it stands", piece=name, bearer=pieces.names[below]
            )
        else:
            yield _gone(name, was, now, labels)
    if after.where[piece] < 0:
        return
    mine, marks, new = pieces.team[piece] == seat, before.marks[piece] ^ after.marks[piece], after.marks[piece]
    if mine and after.spied != before.spied and before.unseen[piece] and (by := spotters(after, piece)):
        yield Message("{piece} is seen on {hex} by {others}", piece=name, hex=labels[now], others=Listing(by))
    for bit, words in _MARKED.items():
        if marks & bit and not (bit == MEDITATES and isinstance(move, Meditate)):
            yield Message(words[not new & bit], piece=name)
    if marks & new & COLLIDED and (mine or now >= 0):
        yield Message("{piece} is immobilised by the enemy on its hex", piece=name)
    if before.points[piece] != after.points[piece] and mine:
        yield Message.counted(
            "{piece} has {n} spell point left", "{piece} has {n} spell points left", after.points[piece], piece=name
        )
    if mine and pieces.units[piece].id == "f6" and before.worn != after.worn:
        yield Message("{piece} attacks with {n}", piece=name, n=value(after, piece, "melee"))
    if now >= 0 and any(charge[0] == piece and charge not in before.charges for charge in after.charges):
        yield Message("{piece} may charge", piece=name)


def _gone(name: str, was: int, now: int, labels: tuple[str, ...]) -> str:
    """That a piece is elsewhere now."""
    if now in _AWAY:
        return Message(_AWAY[now], piece=name)
    if now == UNKNOWN and was < 0:
        return Message("{piece} is placed unseen", piece=name)
    if now == UNKNOWN:
        return Message("{piece} is out of sight, last on {start}", piece=name, start=labels[was])
    if was >= 0:
        return Message("{piece} goes from {start} to {hex}", piece=name, start=labels[was], hex=labels[now])
    if was == UNKNOWN:
        return Message("{piece} is seen on {hex}", piece=name, hex=labels[now])
    return Message("{piece} comes to {hex}", piece=name, hex=labels[now])


def _spells(before: State, after: State, seat: int) -> Iterator[str]:
    """Spells that lie now and did not, or are over; only their numbers where they lie on pieces that are not seen."""
    was, now = ({effect.serial: lying(state, effect, seat) for effect in state.effects} for state in (before, after))
    spells = {effect.serial: PRINTED.get(effect.spell, effect.spell) for effect in before.effects}
    for serial, text in now.items():
        if text and text != was.get(serial):
            yield Message("spell {n}, {told}", n=serial, told=text)
        elif not text and serial not in was:
            yield Message("spell {n} lies on a piece that you do not see", n=serial)
    for serial, text in was.items():
        if serial not in now and text:
            yield Message("spell {n}, {spell}, is over", n=serial, spell=spells[serial])
        elif serial not in now:
            yield Message("spell {n} is over", n=serial)
