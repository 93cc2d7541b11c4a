"""The turn: its steps in order, who takes them, what happens at its end (clauses 1.3, 11)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import StrEnum, auto
from functools import lru_cache
from typing import Any, Final, NamedTuple

from grid_games.core.dice import Chances, die
from grid_games.core.protocol import Violation
from grid_games.destin_arc.board import PLACES
from grid_games.destin_arc.chapters import hidden
from grid_games.destin_arc.chapters.battles import Combat, distance_of
from grid_games.destin_arc.chapters.conversion import Conversion
from grid_games.destin_arc.chapters.fire import break_out
from grid_games.destin_arc.chapters.leaders import Standing
from grid_games.destin_arc.chapters.magic import Magic
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.chapters.objectives import Checkpoint, alive, final
from grid_games.destin_arc.chapters.orders import Plotting
from grid_games.destin_arc.chapters.placing import Placing
from grid_games.destin_arc.chapters.results import Waiting
from grid_games.destin_arc.chapters.spells import Meditation
from grid_games.destin_arc.chapters.strengths import MELEE, MISSILE, THIRDS
from grid_games.destin_arc.moves import Hide, Move, Result
from grid_games.destin_arc.state import (
    ACTED,
    BACK,
    CHANGED,
    COLLIDED,
    FOUGHT,
    RAN,
    SPARE,
    STRUCK,
    WAITING,
    Draft,
    Event,
    Moment,
    Picking,
    Rolls,
    State,
    Step,
    Terms,
    draft_of,
    settled,
)
from grid_games.destin_arc.units import BONNAIRE, FEREIRA, ULF


def first_state(game: Terms) -> State:
    """The state before the first piece is placed, or before the first move where the map places them."""
    return settled(draft_of(bare_state(game)))


def bare_state(game: Terms) -> State:
    """A game without a piece on the map."""
    pieces, nobody = game.pieces, (-1,) * len(PLACES)
    where = tuple(SPARE if p in pieces.spares else WAITING for p in range(len(pieces)))
    zero = (0,) * len(pieces)
    return State(
        game, todo=(Turn(), Placing()), result=None, turn=1, lead=-1, where=where, marks=zero,
        unseen=(False,) * len(pieces), last=(-1,) * len(pieces.hidden),
        points=tuple(unit.points for unit in pieces.units), worn=(0,) * len(pieces.of["f6"]),
        effects=(), casts=0, charges=(), fates=(-1,) * len(pieces),
        firm=nobody, rolling=nobody, latched=(False,) * 3, occupiers=nobody,
    )  # fmt: skip


class Phase(StrEnum):
    """Where a turn is: what is done for the players of its `Leg`, until the next one begins."""

    BEGIN = auto()
    MEDITATION = auto()
    MOVEMENT = auto()
    CONVERSION = auto()
    MAGIC = auto()
    MISSILE = auto()
    MELEE = auto()
    RETREATS = auto()
    SPECIAL = auto()
    REST = auto()
    CHECK = auto()
    INITIATIVE = auto()
    END = auto()


COMBAT = (Phase.MAGIC, Phase.MISSILE, Phase.MELEE, Phase.RETREATS)
"""The sub-phases of combat; the last is one of its own under an option only (clause 1.3.3)."""


class Leg(NamedTuple):
    """A phase of a turn."""

    phase: Phase
    seats: tuple[int, ...] = ()
    """Who takes part, the first to decide first; nobody where all do, or dice."""


@dataclass(unsafe_hash=True)
class Turn(Waiting):
    """One turn, phase after phase."""

    next: int = 0

    def run(self, d: Draft) -> bool:
        """Begin the next phase."""
        leg = program(d)[self.next]
        d.become(self.but(next=self.next + 1))
        PHASES[leg.phase](d, leg.seats)
        return False


def leg(s: Moment) -> Leg | None:
    """The part of the turn that is going on; None before the first, and when the game is over."""
    turn = s.todo[0]
    return program(s)[turn.next - 1] if s.result is None and isinstance(turn, Turn) and turn.next else None


def step(s: State) -> Hashable:
    """What distinguishes the steps of half-turns: general movement, combat, special movement (clause 1.3.2), whatever
    is between them."""
    now = leg(s)
    return "combat" if now is not None and now.phase in COMBAT else now


def program(s: Moment) -> tuple[Leg, ...]:
    """The phases of a turn. Before the leader of the joint half-turn is known, up to the roll for it."""
    return _program(s.game, s.lead)


@lru_cache(maxsize=256)
def _program(game: Terms, known: int) -> tuple[Leg, ...]:
    """The same; `known` is the side that leads, -1 before the roll."""
    first, ulf, fereira = game.teams
    legs = [*_half(game, (first,)), Leg(Phase.CHECK)]
    if ulf == fereira:
        return (*legs, *_half(game, (ulf,)), Leg(Phase.END))
    legs.append(Leg(Phase.INITIATIVE))
    if known < 0:
        return tuple(legs)
    lead = game.teams[known]
    other = fereira if lead == ulf else ulf
    halves = [(lead,), (other,)] if game.rules.simul == "sequential" else [(lead, other)]
    return (*legs, *(leg for seats in halves for leg in _half(game, seats)), Leg(Phase.END))


def _half(game: Terms, seats: tuple[int, ...]) -> list[Leg]:
    """A half-turn: general movement, combat, special movement (clauses 1.3.2, 1.3.3)."""
    first = game.teams[BONNAIRE]
    legs = [Leg(Phase.BEGIN, seats)]
    if first in seats:
        legs.append(Leg(Phase.MEDITATION, (first,)))
    legs += _movement(game, seats, Phase.MOVEMENT)
    legs += [Leg(phase, seats) for phase in (COMBAT if game.rules.retreat_time == "sub_phase" else COMBAT[:-1])]
    legs += _movement(game, tuple(reversed(seats)), Phase.SPECIAL)
    return [*legs, Leg(Phase.REST, seats)]


def _movement(game: Terms, seats: tuple[int, ...], phase: Phase) -> list[Leg]:
    """Movement of each player, or one for which they write orders; Ulf's conversions after it."""
    ulf, every = game.teams[ULF], game.rules.convert_limit == "anytime"
    legs: list[Leg] = []
    for group in [seats] if game.rules.simul == "plotted" else [(seat,) for seat in seats]:
        legs.append(Leg(phase, group))
        if game.pieces.converts and (every or (phase == Phase.MOVEMENT and ulf in group)):
            legs.append(Leg(Phase.CONVERSION, (ulf,)))
    return legs


def _begin(d: Draft, seats: tuple[int, ...]) -> None:
    """Who stands near a detector is seen, and who rests is worked out again."""
    for p in d.game.pieces.of["f6"]:
        if d.game.pieces.team[p] in seats:
            d.unmark(p, ACTED)
    hidden.detect(d)


def _move(d: Draft, seats: tuple[int, ...], special: bool = False) -> None:
    """Every piece may move again."""
    for seat in seats:
        d.rouse(d.game.pieces.by_team[seat])
    d.push(Plotting(seats, special) if len(seats) > 1 else Movement(seats[0], special))


def _combat(d: Draft, seats: tuple[int, ...], kind: str) -> None:
    d.push(Standing(seats, distance_of(d.game, kind), kind == MISSILE), Combat(seats, kind=kind))


def _retreat(d: Draft, seats: tuple[int, ...]) -> None:
    """The retreats and advances that have waited, battle by battle as they were fought."""
    turn = d.step
    assert isinstance(turn, Turn)
    d.become(turn.but(waiting=()))
    d.push(*turn.waiting)


def _rest(d: Draft, seats: tuple[int, ...]) -> None:
    """The end of a half-turn: Aris Dombal is weakened by an attack, whole again after one without move and attack
    (clause 3.4)."""
    d.stands = ()
    always = d.game.rules.aris_decay == "every_turn"
    for k, p in enumerate(d.game.pieces.of["f6"]):
        if d.where[p] < 0 or d.game.pieces.team[p] not in seats:
            continue
        if not d.marks[p] & ACTED:
            d.write("worn", k, 0)
        elif always or d.marks[p] & FOUGHT:
            d.write("worn", k, min(d.worn[k] + 1, THIRDS))


def _end(d: Draft, seats: tuple[int, ...]) -> None:
    """The end of a turn: victory, durations, hidden pieces, the next turn (clause 1.3)."""
    d.push(Checkpoint(True), Tick(), *(Hiding(seat) for seat in range(len(d.game.players))), NextTurn())


PHASES: Final[dict[Phase, Callable[[Draft, tuple[int, ...]], None]]] = {
    Phase.BEGIN: _begin,
    Phase.MEDITATION: lambda d, seats: d.push(Meditation(seats[0])),
    Phase.MOVEMENT: _move,
    Phase.CONVERSION: lambda d, seats: d.push(Conversion()),
    Phase.MAGIC: lambda d, seats: d.push(Magic(seats)),
    Phase.MISSILE: lambda d, seats: _combat(d, seats, MISSILE),
    Phase.MELEE: lambda d, seats: _combat(d, seats, MELEE),
    Phase.RETREATS: _retreat,
    Phase.SPECIAL: lambda d, seats: _move(d, seats, special=True),
    Phase.REST: _rest,
    Phase.CHECK: lambda d, seats: d.push(Checkpoint(False)),
    Phase.INITIATIVE: lambda d, seats: d.push(Initiative()),
    Phase.END: _end,
}
"""What each phase does."""


EVEN: Final[Chances[Move]] = die(Result("ulf"), Result("fereira"))
"""Who leads."""


@dataclass(unsafe_hash=True)
class Initiative(Step):
    """Ulf and Fereira roll for who leads this turn; ties roll again, so both are equally likely. Where one is out the
    other leads."""

    def due(self, d: Draft) -> bool:
        for side, other in ((ULF, FEREIRA), (FEREIRA, ULF)):
            if not alive(d, d.game.teams[side]):
                d.lead = other
                return False
        return True

    def chances(self, s: State) -> Rolls:
        return EVEN.pairs

    def play(self, d: Draft, move: Any) -> None:
        d.pop()
        d.lead = ULF if move.result == "ulf" else FEREIRA


PASSING = RAN | FOUGHT | STRUCK | CHANGED | COLLIDED
"""Marks that are taken away at the end of a turn."""


@dataclass(unsafe_hash=True)
class Tick(Event):
    """Spells run out, marks of the turn are taken away; healing of priests of Bhâr still waits for the next turn."""

    def happen(self, d: Draft) -> None:
        d.enchant([e for e in d.effects if e.spell == "healing" or not 0 < e.until <= d.turn])
        d.charges = ()
        for p, marks in enumerate(d.marks):
            if marks & PASSING:
                lasting = STRUCK if d.game.pieces.units[p].id == "f6" else 0
                met = COLLIDED if d.where[p] >= 0 and hidden.stuck(d, p) else 0
                d.unmark(p, PASSING & ~lasting & ~met)


@dataclass(unsafe_hash=True)
class Hiding(Picking):
    """At the end of a turn a player's pieces that are seen may become invisible again (clause 7.2)."""

    seat: int
    verb = Hide

    def able(self, s: Moment) -> list[int]:
        """Not those that hide as they move (option `aris_visibility`)."""
        later = [p for p in s.game.veiled_by_moving if s.marks[p] & STRUCK]
        return [p for p in s.game.hiders[self.seat] if p not in later and hidden.may_hide(s, p)]

    def refusal(self, s: State, move: Move) -> Violation | None:
        if not isinstance(move, Hide):
            return None
        piece = s.game.pieces.numbers[move.piece]
        if s.game.pieces.team[piece] != self.seat or not s.game.pieces.units[piece].hides:
            player = s.game.called[self.seat]
            return Violation("7.2", "{piece} is no piece of {player} that hides", piece=move.piece, player=player)
        if s.where[piece] < 0:
            return Violation("7.2", "{piece} is not on the map", piece=move.piece)
        if s.unseen[piece]:
            return Violation("7.2", "{piece} is invisible already", piece=move.piece)
        if hidden.may_hide(s, piece):
            return Violation("7.1.2", "{piece} stays visible for now (aris_visibility)", piece=move.piece)
        return Violation("7.2", "{piece} cannot hide beside a detector or an enemy on its hex", piece=move.piece)

    def pick(self, d: Draft, piece: int) -> None:
        hidden.hide(d, piece)


@dataclass(unsafe_hash=True)
class NextTurn(Event):
    """The next turn begins, with the healing and the explosion that were to come at its start; or the game is over."""

    def happen(self, d: Draft) -> None:
        if d.turn == d.game.land.turns:
            d.result = final(d)
            return
        d.turn += 1
        d.lead = -1
        for effect in d.effects:
            if effect.spell == "healing" and effect.until <= d.turn:
                d.unmark(effect.bearer, BACK)
        d.enchant([e for e in d.effects if e.spell != "healing" or e.until > d.turn])
        d.become(Turn())
        break_out(d)
