"""The turn: its steps in order, who takes them, what happens at its end (dossier 1.3, 11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from grid_games.core.dice import Chances
from grid_games.core.protocol import Violation
from grid_games.destin_arc.chapters import hidden
from grid_games.destin_arc.chapters.battles import Combat, distance_of
from grid_games.destin_arc.chapters.conversion import Conversion
from grid_games.destin_arc.chapters.leaders import Standing
from grid_games.destin_arc.chapters.magic import Magic, Meditation
from grid_games.destin_arc.chapters.march import March
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.chapters.objectives import Checkpoint, alive, final
from grid_games.destin_arc.chapters.orders import Plotting
from grid_games.destin_arc.chapters.strengths import MELEE, MISSILE
from grid_games.destin_arc.chapters.zones import ZoneSave, strikes
from grid_games.destin_arc.moves import END, Move
from grid_games.destin_arc.state import (
    ACTED,
    BACK,
    CAST,
    CHANGED,
    COLLIDED,
    DONE,
    FOUGHT,
    RAN,
    STRUCK,
    Draft,
    Look,
    State,
    Task,
    Waiting,
)
from grid_games.destin_arc.units import BONNAIRE, FEREIRA, ULF

if TYPE_CHECKING:
    from grid_games.destin_arc.game import DestinArc

THIRDS = 3
"""A third of Aris's attack is lost at a time; with all three gone nothing is left."""


@dataclass(frozen=True)
class Turn(Task):
    """One turn, step after step."""

    next: int = 0

    def run(self, d: Draft) -> bool:
        """Begin the next step."""
        steps = program(d)
        if self.next == len(steps):
            d.pop()
            return False
        d.become(self.but(next=self.next + 1))
        d.push(*steps[self.next])
        return False


def step(s: State) -> tuple[object, ...]:
    """What tells the steps of half-turns apart: general movement, combat, special movement (clause 1.3.2), whatever is between them."""
    for task in s.todo[1:2]:
        if isinstance(task, (Movement, Plotting, March)):
            return (task.seats, task.special)
        return ("combat",) if isinstance(task, (Magic, Standing, Combat)) else (type(task),)
    return ()


def program(s: Look) -> tuple[tuple[Task, ...], ...]:
    """The steps of a turn. Before the leader of the joint half-turn is known, up to the roll for it."""
    return _program(s.game, s.lead, s.turn % 2 == 1)


@lru_cache(maxsize=256)
def _program(game: DestinArc, known: int, odd: bool) -> tuple[tuple[Task, ...], ...]:
    """The same; `known` is the side that leads, -1 before the roll."""
    first, ulf, fereira = (game.team_of(side) for side in (BONNAIRE, ULF, FEREIRA))
    steps = [*_half(game, (first,)), (Checkpoint(False),)]
    if ulf == fereira:
        return (*steps, *_half(game, (ulf,)), (TurnEnd(),))
    how = game.options["simul"]
    if how == "fixed":
        lead = ulf if odd else fereira
    else:
        steps.append((Initiative(),))
        if known < 0:
            return tuple(steps)
        lead = game.team_of(known)
    other = fereira if lead == ulf else ulf
    if how == "sequential":
        return (*steps, *_half(game, (lead,)), *_half(game, (other,)), (TurnEnd(),))
    return (*steps, *_half(game, (lead, other), str(how)), (TurnEnd(),))


def _half(game: DestinArc, seats: tuple[int, ...], how: str = "") -> list[tuple[Task, ...]]:
    """A half-turn: general movement, magic, missiles, melee, special movement (clauses 1.3.2, 1.3.3)."""
    first = game.team_of(BONNAIRE)
    steps: list[tuple[Task, ...]] = [(Begin(seats),)]
    if first in seats:
        steps.append((Meditation(first),))
    steps += _movement(game, seats, False, how)
    steps.append((Magic(seats),))
    steps += [
        (Standing(seats, distance_of(game, kind), kind == MISSILE), Combat(kind, seats)) for kind in (MISSILE, MELEE)
    ]
    steps += _movement(game, tuple(reversed(seats)), True, how)
    steps.append((Rest(seats),))
    return steps


def _movement(game: DestinArc, seats: tuple[int, ...], special: bool, how: str) -> list[tuple[Task, ...]]:
    """A movement step for each player, or one in which they alternate or write orders; Ulf's conversions after it."""
    options = game.options
    every = options["convert_time"] == "every" or options["convert_limit"] == "anytime"
    steps: list[tuple[Task, ...]] = []
    for group in [seats] if how in ("random_alternate", "plotted") else [(seat,) for seat in seats]:
        steps.append((Ready(group), Plotting(group, special) if how == "plotted" else Movement(group, special)))
        if game.pieces.converts and (every or (not special and game.team_of(ULF) in group)):
            steps.append((Conversion(),))
    return steps


@dataclass(frozen=True)
class Begin(Task):
    """The start of a half-turn: who stands near a detector is seen."""

    seats: tuple[int, ...]

    def run(self, d: Draft) -> bool:
        """Detection; a new reckoning of who rests."""
        d.pop()
        for p in d.game.pieces.of["f6"]:
            if d.game.pieces.team[p] in self.seats:
                d.unmark(p, ACTED)
        hidden.detect(d)
        return False


@dataclass(frozen=True)
class Ready(Task):
    """Before a movement step: every piece may move again."""

    seats: tuple[int, ...]

    def run(self, d: Draft) -> bool:
        """Take the marks of the step before."""
        d.pop()
        for seat in self.seats:
            for p in d.game.pieces.by_team[seat]:
                if d.marks[p] & DONE:
                    d.unmark(p, DONE)
        return False


@dataclass(frozen=True)
class Rest(Task):
    """The end of a half-turn: Aris Dombal is weakened by an attack, restored by rest (dossier 3.4)."""

    seats: tuple[int, ...]

    def run(self, d: Draft) -> bool:
        """A third less after an attack; whole again after a half-turn without move and attack."""
        d.pop()
        d.stands = ()
        every = d.game.options["aris_decay"] == "every_turn"
        most = d.game.land.turns if d.game.options["aris_decay"] == "geometric" else THIRDS
        for k, p in enumerate(d.game.pieces.of["f6"]):
            if d.where[p] < 0 or d.game.pieces.team[p] not in self.seats:
                continue
            if not d.marks[p] & ACTED:
                d.write("worn", k, 0)
            elif every or d.marks[p] & FOUGHT:
                d.write("worn", k, min(d.worn[k] + 1, most))
        return False


@dataclass(frozen=True)
class Initiative(Task):
    """Ulf and Fereira roll for who leads this turn; ties roll again, so each is as likely."""

    def run(self, d: Draft) -> bool:
        """No roll where one of them is out."""
        for side, other in ((ULF, FEREIRA), (FEREIRA, ULF)):
            if not alive(d, d.game.team_of(side)):
                d.lead = other
                d.pop()
                return False
        return True

    def actor(self, s: Look) -> int:
        """Dice."""
        return -1

    def chances(self, s: State) -> Chances[Move]:
        """Either."""
        half = Fraction(1, 2)
        return Chances(((Move("=", "ulf"), half), (Move("=", "fereira"), half)))

    def play(self, d: Draft, move: Move) -> None:
        """He leads."""
        d.pop()
        d.lead = ULF if move.what == "ulf" else FEREIRA


@dataclass(frozen=True)
class TurnEnd(Task):
    """The end of a turn: victory, durations, hidden pieces, the next turn (clause 1.3)."""

    def run(self, d: Draft) -> bool:
        """One after the other."""
        d.pop()
        d.push(Checkpoint(True), Tick(), *(Hiding(seat) for seat in range(len(d.game.players))), NextTurn())
        return False


@dataclass(frozen=True)
class Tick(Task):
    """Spells run out, marks of the turn are taken away."""

    def run(self, d: Draft) -> bool:
        """Healing of priests of Bhâr still waits for the next turn."""
        d.pop()
        d.effects = tuple(e for e in d.effects if e.spell == "healing" or not 0 < e.until <= d.turn)
        d.charges = ()
        for p, marks in enumerate(d.marks):
            lasting = STRUCK if d.game.pieces.units[p].id == "f6" else 0
            met = COLLIDED if d.where[p] >= 0 and hidden.stuck(d, p) else 0
            d.write("marks", p, marks & ~((RAN | FOUGHT | STRUCK | CHANGED | COLLIDED | CAST) & ~lasting & ~met))
        if d.game.options["zone_repeat"] == "every_turn":
            for e in d.effects:
                d.push(
                    *(
                        ZoneSave(p, e.spell, e.side)
                        for p, h in enumerate(d.where)
                        if h >= 0 and e.hexes >> h & 1 and strikes(d, e, p)
                    )
                )
        return False


@dataclass(frozen=True)
class Hiding(Task):
    """At the end of a turn a player's pieces that are seen may become invisible again (dossier 7.2)."""

    seat: int

    def run(self, d: Draft) -> bool:
        """Asked only of who has such a piece."""
        if self.able(d):
            return True
        d.pop()
        return False

    def able(self, s: Look) -> list[int]:
        """The pieces that may hide now."""
        return [
            p
            for p in s.game.pieces.hidden
            if s.game.pieces.team[p] == self.seat and self._now(s, p) and hidden.may_hide(s, p)
        ]

    def _now(self, s: Look, piece: int) -> bool:
        """Whether the end of the turn is the time for it (options `shown_until`, `aris_visibility`)."""
        unit = s.game.pieces.units[piece]
        if unit.id == "f6":
            return not (s.marks[piece] & STRUCK and s.game.options["aris_visibility"] == "next_move")
        return unit.rehides or s.game.options["shown_until"] == "turn"

    def actor(self, s: Look) -> int:
        """The owner."""
        return self.seat

    def moves(self, s: State) -> Sequence[Move]:
        """Hide one, or no more."""
        return Waiting([*(Move("hide", s.game.pieces.names[p]) for p in self.able(s)), END])

    def refusal(self, s: State, move: Move) -> Violation | None:
        """Why a piece cannot hide."""
        return Violation("7.2", f"{move.what} cannot become invisible now") if move.verb == "hide" else None

    def play(self, d: Draft, move: Move) -> None:
        """Hide it, or go on."""
        if move == END:
            d.pop()
        else:
            hidden.hide(d, d.game.pieces.numbers[move.what])


@dataclass(frozen=True)
class NextTurn(Task):
    """The next turn begins, or the game is over."""

    def run(self, d: Draft) -> bool:
        """Healing that was to work at the start of this turn works."""
        d.pop()
        if d.turn == d.game.land.turns:
            d.result = final(d)
            return False
        d.turn += 1
        d.lead = -1
        for effect in d.effects:
            if effect.spell == "healing" and effect.until <= d.turn:
                d.unmark(effect.bearer, BACK)
        d.effects = tuple(e for e in d.effects if e.spell != "healing" or e.until > d.turn)
        d.become(Turn())
        return False
