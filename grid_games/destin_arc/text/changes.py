"""What a player reads of a move: the move as far as it may be known, and all that changed with it (clause 7.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from armada_sim.tabletop import N_, Listing, Message
from grid_games.core.extras import enumerated, in_turn
from grid_games.destin_arc.board import PLACES
from grid_games.destin_arc.chapters.battles import Combat
from grid_games.destin_arc.chapters.casting import Casting
from grid_games.destin_arc.chapters.knowledge import UNKNOWN
from grid_games.destin_arc.chapters.losses import SAVE
from grid_games.destin_arc.chapters.magic import Magic
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.chapters.objectives import clauses, holders
from grid_games.destin_arc.chapters.orders import Meeting, Plotting
from grid_games.destin_arc.chapters.placing import Placing
from grid_games.destin_arc.chapters.results import DeathSave, Roll
from grid_games.destin_arc.chapters.spells import SpellSave
from grid_games.destin_arc.chapters.strengths import night, value
from grid_games.destin_arc.chapters.turns import Initiative, Phase, leg
from grid_games.destin_arc.chapters.zones import Veil, ZoneSave
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
from grid_games.destin_arc.text.prompts import battle_words, in_numbers, named, spotters
from grid_games.destin_arc.units import CALLED, PRINTED


def reading(before: Any, move: Move, after: Any, player: str) -> str:
    """What a player reads of a move: all of the own; of others' what the rules let the player see; then what has
    changed. The states are of this game."""
    seat = before.game.seat(player)
    stuck = (step.nowhere(draft, seat) for draft, step, idle in going_on(before, move) if not idle)
    known = [one for one in (*_done(before, move, after, seat), *stuck, *_changes(before, move, after, seat)) if one]
    return in_turn(known) if known else ""


# what was done


def _done(before: State, move: Move, after: State, seat: int) -> Iterator[str]:
    """The move itself, and battles and spells that are known or fought with it."""
    step, mine = before.step, before.current_player() == before.game.players[seat]
    if mine:
        yield SPOKEN.get(str(move), str(move))
    if isinstance(step, Combat | Magic) and not step.over:
        if step.at < len(step.seats) - 1 or move != END:
            return
        yield _declared(before, step, seat)
    elif not mine and step.seen(before, seat) is not None and not isinstance(step, Plotting | Veil):
        if isinstance(step, Roll):
            yield Message("{told}: the dice give {result}", told=in_numbers(before), result=str(move).removeprefix("="))
        elif isinstance(step, SpellSave):
            target = before.game.pieces.names[step.casting.target]
            saved = N_("{told}: {piece} saves") if move == SAVE else N_("{told}: {piece} does not save")
            yield Message(saved, told=_cast(before, step.casting, seat), piece=target)
        else:
            yield str(move) if isinstance(step, Meeting) else _others(before, move, after, seat)
    yield from _unrolled(before, after)


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
        return Message(told, piece=own["piece"], spell=PRINTED.get(step.spell, step.spell))
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


def _declared(before: State, step: Combat | Magic, seat: int) -> str:
    """The battles or spells that all have declared now."""
    if isinstance(step, Combat):
        kind, told = Message(step.kind), [named(before, battle) for mine in step.declared for battle in mine]
    else:
        kind, told = Message("magic"), [_cast(before, casting, seat) for mine in step.declared for casting in mine]
    return Message("{kind}: {told}", kind=kind, told=in_turn(told)) if told else ""


def _cast(state: State, casting: Casting, seat: int) -> str:
    """A spell with who casts it and at what; nobody learns whom it concerns without seeing that piece."""
    names, labels = state.game.pieces.names, state.game.land.labels
    who = {"casters": Listing(names[p] for p in casting.casters), "spell": PRINTED.get(casting.spell, casting.spell)}
    if casting.target >= 0 and not state.board.sees(seat, casting.target):
        return Message("{casters} cast {spell} on a piece that you do not see", **who)
    if casting.target >= 0:
        return Message("{casters} cast {spell} on {target}", target=names[casting.target], **who)
    if casting.undone:
        return Message("{casters} cast {spell} against spell {n}", n=casting.undone, **who)
    return Message("{casters} cast {spell} at {hexes}", hexes=", ".join(labels[h] for h in casting.hexes), **who)


def _unrolled(before: State, after: State) -> Iterator[str]:
    """The battles that were resolved between two states without a roll: too strong, too weak, or lapsed."""
    step, rest = (next((one for one in state.todo if isinstance(one, Combat)), None) for state in (before, after))
    if step is None:
        return
    rest = rest if rest is not None and (rest.kind, rest.seats) == (step.kind, step.seats) else None
    rolled = [(one.seat, one.battle.number) for one in after.todo if isinstance(one, Roll)]
    for k, mine in enumerate(step.declared):
        left = step.left[k] if step.left else range(len(mine))
        still = rest.left[k] if rest is not None and rest.left else ()
        for battle in (mine[number] for number in left if number not in still):
            if (step.seats[k], battle.number) in rolled:
                continue
            if before.where[battle.target] < 0 or not any(before.where[p] >= 0 for p in battle.attackers):
                yield Message("{battle} lapses", battle=named(before, battle))
            else:
                yield battle_words(before, battle, step.kind)


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
    if after.lead != before.lead and after.lead >= 0 and game.teams.count(game.teams[after.lead]) == 1:
        yield Message("{side} leads the joint half-turn", side=CALLED[after.lead])
    for p in range(len(game.pieces)):
        yield from _piece(before, move, after, seat, p)
    yield from _spells(before, after, seat)
    for name, one, other in zip(PLACES, holders(before), holders(after), strict=True):
        if one != other:
            player = {"player": game.called[other]} if other >= 0 else {}
            yield Message(_HELD[other < 0], place=place_called(name), **player)
    firm = [
        Message(
            "{place} for {player}",
            place=place_called(name), player=game.called[now] if now >= 0 else Message("nobody"),
        )
        for name, then, now in zip(PLACES, before.firm, after.firm, strict=True) if then != now
    ]  # fmt: skip
    if firm:
        yield Message("from the end of this turn these count: {places}", places=enumerated(firm))
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
