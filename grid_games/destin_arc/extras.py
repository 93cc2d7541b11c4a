"""What the game offers people besides: what may be typed, its maps, its odds, what a player is told of another's move."""

from __future__ import annotations

from typing import Any

from armada_sim.errors import InputError
from grid_games.core.extras import Extras, Positions
from grid_games.destin_arc.chapters.battles import Combat
from grid_games.destin_arc.chapters.dealing import Deal
from grid_games.destin_arc.chapters.magic import Magic, SpellSave
from grid_games.destin_arc.chapters.march import Meeting
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.chapters.orders import Plotting
from grid_games.destin_arc.chapters.placing import Placing
from grid_games.destin_arc.chapters.results import DeathSave, Roll
from grid_games.destin_arc.chapters.zones import ZoneSave
from grid_games.destin_arc.game import MAP
from grid_games.destin_arc.moves import Move
from grid_games.destin_arc.odds import odds
from grid_games.destin_arc.state import State
from grid_games.destin_arc.text import positions
from grid_games.destin_arc.text.board import drawn
from grid_games.destin_arc.text.tellings import about, asked, in_numbers, phrase
from grid_games.destin_arc.units import SIDES

NOTATION = (
    ("place Q10", "put the next piece there, before the first turn"),
    ("meditate b5.1", "a priest of Bhâr meditates until the next turn"),
    ("move b1.3", "take a piece in hand; it has its move now"),
    ("fly u4", "the same on Pegasus, where that is a choice"),
    ("to Q12", "go there: a leg of a move, a retreat, a conversion"),
    ("show b9.2", "let a hidden piece be seen"),
    ("hide b9.2", "make a piece invisible, when it may"),
    ("convert f1.4", "one of two Peuple that Ulf turns into Fidèles"),
    ("cast b5.1 light", "a priest casts bless, healing, dispel, silence, light, hold, weather, flame or blade"),
    ("join b5.2", "a second priest joins the cast"),
    ("on u1.2", "whom the spell is cast on"),
    ("at K22", "a hex of a zone; one after another"),
    ("undo 3", "the spell that is dispelled, by its number"),
    ("attack u1.2", "declare a battle against a piece"),
    ("apart u1.2", "declare another one against it, where that is allowed"),
    ("with b1.3", "a piece joins the battle declared last"),
    ("bear u1.2", "the piece on which a leader stands, where several share his hex"),
    ("fight 2", "resolve the second battle or spell declared"),
    ("lose b1.3", "a piece that suffers what falls on the attackers, where that is a choice"),
    ("advance b1.3", "move into the hex that has become free"),
    ("end", "no more of this: the step, the choice"),
    ("=D3", "what the dice gave: a result of the table, =save, =fail, =ulf, =fereira"),
)

PHRASES = (
    ("b1.3-Q12-R13", "take a piece in hand and go there, leg by leg"),
    ("b1.1+b4xu1.2", "attack a piece with others"),
    ("b5.1 light b1.2", "cast a spell on a piece, or at hexes"),
)

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


def told(before: Any, move: Move, after: Any, player: str) -> str:
    """What a player is told of a move: all of his own; of others' what the rules let him see. The states are of this game."""
    game, task, mover = before.game, before.task, before.current_player()
    seat = game.seat(player)
    if mover == player:
        return str(move)
    if isinstance(task, Combat | Magic) and task.at < len(task.seats):
        last = task.at == len(task.seats) - 1 and move.verb == "end"
        return _declared(before, task) if last and isinstance(task, Combat) else ""
    if isinstance(task, Deal):
        return ", ".join(
            f"the secret objective of {SIDES[goal]}"
            for side, goal in enumerate(after.dealt)
            if game.team_of(side) == seat
        )
    if isinstance(task, Plotting | Meeting):
        rolled = str(move) if isinstance(task, Meeting) and task.seen(before, seat) is not None else ""
        gone = [] if isinstance(after.task, Plotting) else _marched(before, after, seat)
        return "; ".join(one for one in (rolled, f"orders carried out: {', '.join(gone)}" if gone else "") if one)
    piece = -1
    if isinstance(task, Movement):
        piece = (
            game.pieces.numbers[move.what]
            if move.verb in ("move", "fly", "show", "hide")
            else task.hand
            if move.verb == "to"
            else -1
        )
    elif isinstance(task, ZoneSave | DeathSave):
        piece = task.piece
    elif isinstance(task, SpellSave):
        piece = task.casting.target
    elif isinstance(task, Placing):
        piece = game.berths[task.next].piece
    if piece >= 0 and not (
        before.board.sees(seat, piece) or (after.where[piece] >= 0 and after.board.sees(seat, piece))
    ):
        return ""
    named = f"{game.pieces.names[piece]}: " if piece >= 0 and game.pieces.names[piece] != move.what else ""
    if isinstance(task, Movement) and move.verb in ("move", "fly"):
        return ""  # where it goes is told
    if isinstance(task, Roll):
        return f"{in_numbers(before)}: {move}"
    return f"{named}{move}"


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
    return drawn(game, state, seat, hex_)


def _marched(before: State, after: State, seat: int) -> list[str]:
    """Where pieces have gone, as far as a player sees it."""
    game = before.game
    return [
        f"{game.pieces.names[p]} to {game.land.labels[now]}"
        for p, (was, now) in enumerate(zip(before.where, after.where, strict=True))
        if now >= 0 and was != now and after.board.sees(seat, p)
    ]


def _declared(before: State, task: Combat) -> str:
    names = before.game.pieces.names
    battles = [
        f"{', '.join(names[p] for p in battle.attackers)} on {names[battle.target]}"
        for mine in task.battles
        for battle in mine
        if battle.attackers
    ]
    return f"{task.kind}: {'; '.join(battles)}" if battles else ""


EXTRAS = Extras(
    notation=NOTATION,
    maps=dict(MAP.values),
    positions=Positions(example=positions.EXAMPLE, start=positions.START, read=positions.read, write=positions.write),
    odds=odds,
    kind_of=kind_of,
    stakes=in_numbers,
    asked=asked,
    about=about,
    phrase=phrase,
    phrases=PHRASES,
    window=window,
    told=told,
)
