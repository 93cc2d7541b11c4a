"""The turn: its steps in order, who takes them, what happens at its end (clauses 1.3, 11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from grid_games.core.dice import Chances
from grid_games.core.protocol import Violation
from grid_games.destin_arc.board import PLACES
from grid_games.destin_arc.chapters import hidden
from grid_games.destin_arc.chapters.battles import Combat, distance_of
from grid_games.destin_arc.chapters.conversion import Conversion
from grid_games.destin_arc.chapters.leaders import Standing
from grid_games.destin_arc.chapters.magic import Magic, Meditation
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.chapters.objectives import Checkpoint, alive, final
from grid_games.destin_arc.chapters.orders import March, Plotting
from grid_games.destin_arc.chapters.placing import Deal, Placing
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
    SPARE,
    STRUCK,
    WAITING,
    Draft,
    Event,
    Look,
    State,
    Task,
    Terms,
    settled,
)
from grid_games.destin_arc.units import BONNAIRE, FEREIRA, ULF

THIRDS = 3
"""A third of Aris's attack is lost at a time; with all three gone nothing is left."""


def first_state(game: Terms) -> State:
    """The state before the first piece is placed, or before the first move where the map places them."""
    pieces, nobody = game.pieces, (-1,) * len(PLACES)
    deal = [Deal()] if game.options["objectives_public"] == "dealt" else []
    where = tuple(SPARE if p in pieces.spares else WAITING for p in range(len(pieces)))
    zero = (0,) * len(pieces)
    first = State(
        game, todo=(Turn(), Placing(), *deal), result=None, turn=1, lead=-1, where=where, marks=zero, unseen=zero,
        last=(-1,) * (len(pieces.hidden) * len(game.players)), points=tuple(unit.points for unit in pieces.units),
        worn=(0,) * len(pieces.of["f6"]), effects=(), casts=0, charges=(), fates=(-1,) * len(pieces),
        firm=nobody, rolling=nobody, latched=(False,) * 3, occupiers=nobody,
    )  # fmt: skip
    return settled(Draft(first))


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
    """What distinguishes the steps of half-turns: general movement, combat, special movement (clause 1.3.2), whatever
    is between them."""
    for task in s.todo[1:2]:
        if isinstance(task, (Movement, Plotting, March)):
            return (task.seats, task.special)
        return ("combat",) if isinstance(task, (Magic, Standing, Combat)) else (type(task),)
    return ()


def program(s: Look) -> tuple[tuple[Task, ...], ...]:
    """The steps of a turn. Before the leader of the joint half-turn is known, up to the roll for it."""
    return _program(s.game, s.lead, s.turn % 2 == 1)


@lru_cache(maxsize=256)
def _program(game: Terms, known: int, odd: bool) -> tuple[tuple[Task, ...], ...]:
    """The same; `known` is the side that leads, -1 before the roll."""
    first, ulf, fereira = game.teams
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
        lead = game.teams[known]
    other = fereira if lead == ulf else ulf
    if how == "sequential":
        return (*steps, *_half(game, (lead,)), *_half(game, (other,)), (TurnEnd(),))
    return (*steps, *_half(game, (lead, other), str(how)), (TurnEnd(),))


def _half(game: Terms, seats: tuple[int, ...], how: str = "") -> list[tuple[Task, ...]]:
    """A half-turn: general movement, magic, missiles, melee, special movement (clauses 1.3.2, 1.3.3)."""
    first = game.teams[BONNAIRE]
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


def _movement(game: Terms, seats: tuple[int, ...], special: bool, how: str) -> list[tuple[Task, ...]]:
    """A movement step for each player, or one in which they alternate or write orders; Ulf's conversions after it."""
    options = game.options
    every = options["convert_time"] == "every" or options["convert_limit"] == "anytime"
    steps: list[tuple[Task, ...]] = []
    for group in [seats] if how in ("random_alternate", "plotted") else [(seat,) for seat in seats]:
        steps.append((Ready(group), Plotting(group, special) if how == "plotted" else Movement(group, special)))
        if game.pieces.converts and (every or (not special and game.teams[ULF] in group)):
            steps.append((Conversion(),))
    return steps


@dataclass(frozen=True)
class Begin(Event):
    """The start of a half-turn: who stands near a detector is seen, and who rests is worked out again."""

    seats: tuple[int, ...]

    def happen(self, d: Draft) -> None:
        for p in d.game.pieces.of["f6"]:
            if d.game.pieces.team[p] in self.seats:
                d.unmark(p, ACTED)
        hidden.detect(d)


@dataclass(frozen=True)
class Ready(Event):
    """Before a movement step: every piece may move again."""

    seats: tuple[int, ...]

    def happen(self, d: Draft) -> None:
        for seat in self.seats:
            for p in d.game.pieces.by_team[seat]:
                if d.marks[p] & DONE:
                    d.unmark(p, DONE)


@dataclass(frozen=True)
class Rest(Event):
    """The end of a half-turn: Aris Dombal is weakened by an attack, whole again after one without move and attack (clause 3.4)."""

    seats: tuple[int, ...]

    def happen(self, d: Draft) -> None:
        d.stands = ()
        decay = d.game.options["aris_decay"]
        most = d.game.land.turns if decay == "geometric" else THIRDS
        for k, p in enumerate(d.game.pieces.of["f6"]):
            if d.where[p] < 0 or d.game.pieces.team[p] not in self.seats:
                continue
            if not d.marks[p] & ACTED:
                d.write("worn", k, 0)
            elif decay == "every_turn" or d.marks[p] & FOUGHT:
                d.write("worn", k, min(d.worn[k] + 1, most))


@dataclass(frozen=True)
class Initiative(Task):
    """Ulf and Fereira roll for who leads this turn; ties roll again, so both are equally likely. Where one is out the
    other leads."""

    def due(self, d: Draft) -> bool:
        for side, other in ((ULF, FEREIRA), (FEREIRA, ULF)):
            if not alive(d, d.game.teams[side]):
                d.lead = other
                return False
        return True

    def chances(self, s: State) -> Chances[Move]:
        half = Fraction(1, 2)
        return Chances(((Move("=", "ulf"), half), (Move("=", "fereira"), half)))

    def play(self, d: Draft, move: Move) -> None:
        d.pop()
        d.lead = ULF if move.what == "ulf" else FEREIRA


@dataclass(frozen=True)
class TurnEnd(Event):
    """The end of a turn: victory, durations, hidden pieces, the next turn (clause 1.3)."""

    def happen(self, d: Draft) -> None:
        d.push(Checkpoint(True), Tick(), *(Hiding(seat) for seat in range(len(d.game.players))), NextTurn())


@dataclass(frozen=True)
class Tick(Event):
    """Spells run out, marks of the turn are taken away; healing of priests of Bhâr still waits for the next turn."""

    def happen(self, d: Draft) -> None:
        d.effects = tuple(e for e in d.effects if e.spell == "healing" or not 0 < e.until <= d.turn)
        d.charges = ()
        for p, marks in enumerate(d.marks):
            lasting = STRUCK if d.game.pieces.units[p].id == "f6" else 0
            met = COLLIDED if d.where[p] >= 0 and hidden.stuck(d, p) else 0
            d.write("marks", p, marks & ~((RAN | FOUGHT | STRUCK | CHANGED | COLLIDED | CAST) & ~lasting & ~met))
        if d.game.options["zone_repeat"] == "every_turn":
            for e in d.effects:
                inside = [p for p, h in enumerate(d.where) if h >= 0 and e.hexes >> h & 1 and strikes(d, e, p)]
                d.push(*(ZoneSave(p, e.spell, e.side) for p in inside))


@dataclass(frozen=True)
class Hiding(Task):
    """At the end of a turn a player's pieces that are seen may become invisible again (clause 7.2)."""

    seat: int

    def due(self, d: Draft) -> bool:
        return bool(self.able(d))

    def able(self, s: Look) -> list[int]:
        """The pieces that may hide now."""
        team = s.game.pieces.team
        return [p for p in s.game.pieces.hidden if team[p] == self.seat and self._now(s, p) and hidden.may_hide(s, p)]

    def _now(self, s: Look, piece: int) -> bool:
        """Whether the end of the turn is the time for it (options `shown_until`, `aris_visibility`)."""
        unit, options = s.game.pieces.units[piece], s.game.options
        if unit.id == "f6":
            return not (s.marks[piece] & STRUCK and options["aris_visibility"] == "next_move")
        return unit.rehides or options["shown_until"] == "turn"

    def actor(self, s: Look) -> int:
        return self.seat

    def moves(self, s: State) -> Sequence[Move]:
        return [*s.game.on_pieces("hide", self.able(s)), END]

    def refusal(self, s: State, move: Move) -> Violation | None:
        return Violation("7.2", f"{move.what} cannot become invisible now") if move.verb == "hide" else None

    def play(self, d: Draft, move: Move) -> None:
        if move == END:
            d.pop()
        else:
            hidden.hide(d, d.game.pieces.numbers[move.what])


@dataclass(frozen=True)
class NextTurn(Event):
    """The next turn begins, with the healing that was to work at its start; or the game is over."""

    def happen(self, d: Draft) -> None:
        if d.turn == d.game.land.turns:
            d.result = final(d)
            return
        d.turn += 1
        d.lead = -1
        for effect in d.effects:
            if effect.spell == "healing" and effect.until <= d.turn:
                d.unmark(effect.bearer, BACK)
        d.effects = tuple(e for e in d.effects if e.spell != "healing" or e.until > d.turn)
        d.become(Turn())
