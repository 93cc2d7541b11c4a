"""Written orders for the joint half-turn: each player's in secret, then all carried out hex by hex together (clauses
11, `simul` = plotted)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from grid_games.core.protocol import Violation
from grid_games.destin_arc.chapters import hidden
from grid_games.destin_arc.chapters.going import Steps, allowance, halts
from grid_games.destin_arc.chapters.movement import Movement, bearing
from grid_games.destin_arc.chapters.retreats import Withdraw
from grid_games.destin_arc.chapters.ways import spent, way
from grid_games.destin_arc.chapters.zones import entered, veiled
from grid_games.destin_arc.moves import END, Fly, Hide, Move, Result, Show, To
from grid_games.destin_arc.state import ACTED, DONE, FLYING, RAN, Draft, Moment, Rolls, State, Step, draft_of
from grid_games.destin_arc.units import SIDES, UNLIMITED

WINS = Fraction(13, 24)
"""How often the one who leads the turn wins when two pieces enter one hex: d12 each, who wins ties (78 of 144)."""


class Walk(NamedTuple):
    """A piece on its way."""

    piece: int
    path: tuple[int, ...]
    """All of it, the hex where it started first."""

    gone: int = 0
    """Hexes it has gone."""

    halted: bool = False
    """Whether it goes no farther."""

    @property
    def goal(self) -> int:
        """The hex it enters next."""
        return self.path[self.gone + 1]

    @property
    def goes(self) -> bool:
        """Whether it has farther to go."""
        return not self.halted and self.gone + 1 < len(self.path)


@dataclass(unsafe_hash=True)
class March(Step):
    """Every piece with an order goes one hex at a time, all at once, until nobody goes any farther."""

    seats: tuple[int, ...]
    special: bool
    walks: tuple[Walk, ...]

    def run(self, d: Draft) -> bool:
        """One hex; or a roll for a hex that two enter; or, when nobody goes on, what follows where they stand."""
        movers = {walk.piece: walk for walk in self.walks if walk.goes}
        if not movers:
            d.pop()
            self._arrive(d)
        elif stopped := self._stopped(d, movers):
            d.become(self.halting(stopped))
        elif met := self._met(d, list(movers.values())):
            d.push(Meeting(movers[met[0]].goal, met))
        else:
            self._step(d, movers)
        return False

    def halting(self, pieces: Sequence[int]) -> March:
        """The march with these pieces going no farther."""
        return self.but(walks=tuple(w._replace(halted=w.halted or w.piece in pieces) for w in self.walks))

    def _stopped(self, d: Draft, movers: dict[int, Walk]) -> list[int]:
        """The pieces that cannot go on: an enemy they see stays on the hex they would enter, or would change places
        with them."""
        pieces, board = d.game.pieces, d.board

        def stays(foe: int, walk: Walk) -> bool:
            other = movers.get(foe)
            return other is None or (other.goal == walk.path[walk.gone] and not d.unseen[foe])

        def stopped(walk: Walk) -> bool:
            team = pieces.team[walk.piece]
            if d.unseen[walk.piece]:
                return bool(board.contested(team) >> walk.goal & 1)
            return any(stays(foe, walk) for foe in board.enemies(team, walk.goal))

        return [p for p, walk in movers.items() if pieces.units[p].move < UNLIMITED and stopped(walk)]

    def _met(self, d: Draft, movers: list[Walk]) -> tuple[int, ...]:
        """Pieces of both players that would enter one hex and see each other: the first such hex's; none is empty."""
        team, sees = d.game.pieces.team, d.board.sees
        for walk in movers:
            mine, there = team[walk.piece], [other.piece for other in movers if other.goal == walk.goal]
            rivals = [p for p in there if team[p] != mine and sees(mine, p) and sees(team[p], walk.piece)]
            if rivals:
                own = [p for p in there if team[p] == mine and sees(team[rivals[0]], p)]
                return tuple(sorted((*own, *rivals)))
        return ()

    def _step(self, d: Draft, movers: dict[int, Walk]) -> None:
        """All of them enter the next hex; who is then in an enemy zone, or meets somebody, stops there."""
        pieces = d.game.pieces
        for walk in movers.values():
            if d.unseen[walk.piece] and not self.special:
                d.mark(walk.piece, RAN)
            if pieces.units[walk.piece].id == "f6":
                d.mark(walk.piece, ACTED)
            d.put(walk.piece, walk.goal)
        hidden.detect(d)
        halted = [w.piece for w in movers.values() if halts(d, w.piece) >> w.goal & 1 or hidden.stuck(d, w.piece)]
        walks = (w._replace(gone=w.gone + 1) if w.piece in movers else w for w in self.walks)
        d.become(self.but(walks=tuple(walks)).halting(halted))

    def _arrive(self, d: Draft) -> None:
        """Who may not stop there goes back along the way, the last to arrive first; then rolls for zones of
        spells, and collisions."""
        moved = [walk for walk in self.walks if walk.gone]
        lost = [walk.piece for walk in sorted(moved, key=lambda walk: -walk.gone) if not self._stops(d, walk)]
        rolls = [roll for walk in moved for roll in entered(d, walk.piece, walk.path[: walk.gone + 1])]
        hidden.detect(d)
        for walk in moved:
            hidden.meet(d, walk.piece)
            if not self.special and d.where[walk.piece] == walk.path[walk.gone]:
                bearing(d, walk.piece, -1, 0, walk.path[: walk.gone + 1])
        d.push(*veiled(d, [*((piece, Withdraw(piece)) for piece in lost), *((roll.piece, roll) for roll in rolls)]))

    def _stops(self, d: Draft, walk: Walk) -> bool:
        """Let a piece stop where it is, or on the last hex of its way where it may. Whether there is one."""
        for place in reversed(walk.path[: walk.gone + 1]):
            if self._may_stop(d, walk, place):
                d.put(walk.piece, place)
                return True
        return False

    def _may_stop(self, s: Moment, walk: Walk, place: int) -> bool:
        """Whether a piece may stop on a hex: no friend there it may not stack with, no enemy unless they collide.

        A hidden piece may stay where it stopped before an enemy came (clause 7.2).
        """
        pieces, piece = s.game.pieces, walk.piece
        team = pieces.team[piece]
        friends = [p for p in s.board.on(place) if p != piece and pieces.team[p] == team]
        if len(friends) > 1 or any(not pieces.stacks[p] and not pieces.stacks[piece] for p in friends):
            return False
        enemies = s.board.enemies(team, place)
        if not enemies or hidden.stuck(s, piece) or any(hidden.stuck(s, p) for p in enemies):
            return True
        came = {other.piece: other.gone for other in self.walks}
        later = place == walk.path[walk.gone] and all(came.get(p, 0) >= walk.gone for p in enemies)
        return bool(s.unseen[piece]) and (
            later or (pieces.collides[piece] and not friends and len({pieces.team[p] for p in enemies}) == 1)
        )

    def known(self, s: State, team: int) -> March:
        """What is still to be done is known to its player only."""
        return self.but(walks=tuple(walk for walk in self.walks if s.game.pieces.team[walk.piece] == team))


@dataclass(unsafe_hash=True)
class Meeting(Step):
    """Pieces of two players are about to enter one hex: d12 each, the loser's stop before it; the lead of the turn
    wins ties."""

    place: int
    pieces: tuple[int, ...]

    def chances(self, s: State) -> Rolls:
        first, other = sorted({s.game.pieces.side[p] for p in self.pieces}, key=lambda side: side != s.lead)
        return (Result(SIDES[first]), WINS), (Result(SIDES[other]), 1 - WINS)

    def play(self, d: Draft, move: Any) -> None:
        d.pop()
        march = d.step
        assert isinstance(march, March)
        d.become(march.halting([p for p in self.pieces if SIDES[d.game.pieces.side[p]] != move.result]))

    def seen(self, s: State, team: int) -> Step | None:
        """It is seen by those who see all of them."""
        return super().seen(s, team) if all(s.board.sees(team, p) for p in self.pieces) else None

    def concerns(self, d: Draft, piece: int) -> bool:
        return piece in self.pieces


T = TypeVar("T")


class Order(NamedTuple):
    """What one piece is to do."""

    piece: int
    path: tuple[int, ...]
    """Hexes, without the one it stands on."""

    flies: bool = False
    hides: bool = False
    """Whether it becomes invisible before anybody moves."""


@dataclass(unsafe_hash=True)
class Plotting(Step):
    """Players write orders, one after another, unseen. An order is one that could be carried out if no enemy moved."""

    seats: tuple[int, ...]
    special: bool
    at: int = 0
    orders: tuple[tuple[Order, ...], ...] = ()
    """Of each player; the last one is that of the piece in hand."""

    shown: tuple[tuple[int, ...], ...] = ()
    """Of each player the pieces that are shown before anybody moves."""

    hand: int = -1
    left: int = 0
    fresh: bool = True
    must: bool = False
    """As in `Movement`."""

    def run(self, d: Draft) -> bool:
        """Wait for orders; when all are written they are carried out."""
        if not self.orders:
            nothing = ((),) * len(self.seats)
            d.become(self.but(orders=nothing, shown=nothing))
        elif self.at == len(self.seats):
            d.pop()
            self._begin(d)
        elif any(d.where[p] >= 0 for p in d.game.pieces.by_team[self.seat]):
            return True
        else:
            d.become(self.but(at=self.at + 1))
        return False

    def unasked(self, d: Draft) -> Sequence[Move]:
        return self.inner.unasked(d) if self.orders and self.at < len(self.seats) else ()

    def _begin(self, d: Draft) -> None:
        """Who is to be seen or not, or to fly, is so; then they march."""
        for p in (p for mine in self.shown for p in mine):
            hidden.show(d, p)
        every = sorted(order for mine in self.orders for order in mine)
        for order in every:
            if order.hides:
                hidden.hide(d, order.piece)
            if order.flies:
                d.mark(order.piece, FLYING)
            elif not self.special:
                d.unmark(order.piece, FLYING)
        walks = (Walk(order.piece, (d.where[order.piece], *order.path)) for order in every if order.path)
        d.push(March(self.seats, self.special, tuple(walks)))

    @property
    def seat(self) -> int:
        """Who writes."""
        return self.seats[self.at]

    def decider(self, s: Moment) -> int:
        return self.seat

    # what is written against: the map as it stands, with one's own orders carried out

    def foreseen(self, s: State) -> State:
        """The state if all orders written so far were carried out and nothing came between."""
        where, marks, unseen = list(s.where), list(s.marks), list(s.unseen)
        for p in (p for mine in self.shown for p in mine):
            unseen[p] = False
        for order in (order for mine in self.orders for order in mine):
            marks[order.piece] = marks[order.piece] & ~FLYING | DONE | (FLYING if order.flies else 0)
            if order.path:
                where[order.piece] = order.path[-1]
            if order.hides:
                unseen[order.piece] = True
        return replace(s, where=tuple(where), marks=tuple(marks), unseen=tuple(unseen))

    def mine(self, s: State) -> State:
        """The same for the orders of the player who writes."""
        return self.but(orders=(self.orders[self.at],), shown=(self.shown[self.at],)).foreseen(s)

    def stands(self, s: State) -> int:
        """The hex to which the orders of the piece in hand have led."""
        return self.mine(s).where[self.hand]

    @property
    def inner(self) -> Movement:
        """The movement step of the writer alone."""
        return Movement(self.seat, self.special, self.hand, self.left, self.fresh, self.must)

    def _written(self, name: str, s: Moment) -> bool:
        """Whether a piece has an order."""
        piece = s.game.pieces.numbers.get(name)
        return any(order.piece == piece and (order.path or not self.fresh) for order in self.orders[self.at])

    def moves(self, s: State) -> Sequence[Move]:
        """As in a movement step; a piece with an order is not shown besides."""
        steps = self.inner.moves(self.mine(s))
        assert isinstance(steps, Steps)
        others = tuple(move for move in steps.others if not isinstance(move, Show) or not self._written(move.piece, s))
        return Steps(steps.hexes, steps.pieces, s.game, others)

    def refusal(self, s: State, move: Move) -> Violation | None:
        if isinstance(move, Show) and self._written(move.piece, s):
            return Violation("11", "{piece} has an order; it is shown before it or not at all", piece=move.piece)
        return self.inner.refusal(self.mine(s), move)

    def play(self, d: Draft, move: Any) -> None:
        s = self.mine(draft_of(d).state())
        written = self.orders[self.at]
        if move == END:
            d.become(self.but(at=self.at + 1, hand=-1, left=0, fresh=True, must=False))
        elif isinstance(move, Show):
            piece = d.game.pieces.numbers[move.piece]
            d.become(self.but(shown=self._with(self.shown, (*self.shown[self.at], piece))))
        elif isinstance(move, To):
            self._led(d, s, d.game.land.numbers[move.hex])
        else:
            piece = d.game.pieces.numbers[move.piece]
            order = Order(piece, (), isinstance(move, Fly), isinstance(move, Hide))
            points, orders = allowance(s, piece, order.flies), self._with(self.orders, (*written, order))
            d.become(self.but(orders=orders, hand=piece, left=points, fresh=True, must=order.hides))

    def _with(self, table: tuple[tuple[T, ...], ...], mine: tuple[T, ...]) -> tuple[tuple[T, ...], ...]:
        return (*table[: self.at], mine, *table[self.at + 1 :])

    def _led(self, d: Draft, s: State, goal: int) -> None:
        """A leg of the piece in hand, by a cheapest way."""
        land, piece = d.game.land, self.hand
        way_in, layers, _ = self.inner.ways(s)
        path = way(land, layers, goal, way_in, d.enchanted.zones & ~(1 << s.where[piece]))
        *before, last = self.orders[self.at]
        orders = self._with(self.orders, (*before, last._replace(path=(*last.path, *path))))
        left = self.left - spent(layers, goal) if d.game.pieces.units[piece].move < UNLIMITED else 0
        d.become(self.but(orders=orders, left=0 if way_in.stop >> goal & 1 else left, fresh=False, must=False))

    def withheld(self, team: int) -> Iterable[Hashable]:
        """That others have written their orders, or some of them."""
        return ((type(self).__name__, seat) for seat in self.seats[: self.at + 1] if seat != team)

    def known(self, s: State, team: int) -> Plotting:
        """Orders are known to their player only."""
        if not self.orders:
            return self
        writes = self.at < len(self.seats) and self.seat == team
        mine = self if writes else self.but(hand=-1, left=0, fresh=True, must=False)
        orders = tuple(own if who == team else () for who, own in zip(self.seats, self.orders, strict=True))
        shown = tuple(own if who == team else () for who, own in zip(self.seats, self.shown, strict=True))
        return mine.but(orders=orders, shown=shown)
