"""Written orders for the joint half-turn: each player's in secret, before anybody moves (dossier 11, `simul` = plotted)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from grid_games.core.protocol import Violation
from grid_games.destin_arc.chapters import hidden
from grid_games.destin_arc.chapters.march import March, Walk
from grid_games.destin_arc.chapters.movement import Movement, Steps, allowance, routes
from grid_games.destin_arc.chapters.ways import way
from grid_games.destin_arc.moves import Move
from grid_games.destin_arc.state import DONE, FLYING, Draft, Look, State, Task
from grid_games.destin_arc.units import UNLIMITED

T = TypeVar("T")


class Order(NamedTuple):
    """What one piece is to do."""

    piece: int
    path: tuple[int, ...]
    """Hexes, without the one it stands on."""

    flies: bool = False
    hides: bool = False
    """Whether it becomes invisible before anybody moves."""


@dataclass(frozen=True)
class Plotting(Task):
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
            d.become(self.but(orders=((),) * len(self.seats), shown=((),) * len(self.seats)))
            return False
        if self.at < len(self.seats):
            if any(d.where[p] >= 0 for p in d.game.pieces.by_team[self.seat]):
                return True
            d.become(self.but(at=self.at + 1))
            return False
        d.pop()
        self._begin(d)
        return False

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
        d.push(
            March(
                self.seats,
                self.special,
                tuple(Walk(order.piece, (d.where[order.piece], *order.path)) for order in every if order.path),
            )
        )

    @property
    def seat(self) -> int:
        """Who writes."""
        return self.seats[self.at]

    def actor(self, s: Look) -> int:
        """Who writes."""
        return self.seat

    # what is written against: the map as it stands, with one's own orders carried out

    def foreseen(self, s: State) -> State:
        """The state if all orders written so far were carried out and nothing came between."""
        where, marks, unseen = list(s.where), list(s.marks), list(s.unseen)
        for p in (p for mine in self.shown for p in mine):
            unseen[p] = 0
        for order in (order for mine in self.orders for order in mine):
            marks[order.piece] = marks[order.piece] & ~FLYING | DONE | (FLYING if order.flies else 0)
            if order.path:
                where[order.piece] = order.path[-1]
            if order.hides:
                unseen[order.piece] = hidden.everyone_else(s, order.piece)
        return replace(s, where=tuple(where), marks=tuple(marks), unseen=tuple(unseen))

    def mine(self, s: State) -> State:
        """The same for the orders of the player who writes."""
        nothing = self.but(orders=(self.orders[self.at],), shown=(self.shown[self.at],))
        return nothing.foreseen(s)

    def stands(self, s: State) -> int:
        """The hex to which the orders of the piece in hand have led."""
        return self.mine(s).where[self.hand]

    @property
    def inner(self) -> Movement:
        """The movement step he would have alone."""
        return Movement((self.seat,), self.special, 0, self.hand, self.left, self.fresh, self.must)

    def _written(self, name: str, s: Look) -> bool:
        """Whether a piece has an order."""
        return any(
            order.piece == s.game.pieces.numbers.get(name) and (order.path or not self.fresh)
            for order in self.orders[self.at]
        )

    def moves(self, s: State) -> Sequence[Move]:
        """As in a movement step; a piece with an order is not shown besides."""
        steps = self.inner.moves(self.mine(s))
        assert isinstance(steps, Steps)
        others = tuple(move for move in steps.others if move.verb != "show" or not self._written(move.what, s))
        return Steps(steps.hexes, s.game.land, others)

    def refusal(self, s: State, move: Move) -> Violation | None:
        """Why not."""
        if move.verb == "show" and self._written(move.what, s):
            return Violation("11", f"{move.what} has an order; it is shown before it or not at all")
        return self.inner.refusal(self.mine(s), move)

    def play(self, d: Draft, move: Move) -> None:
        """Write, or hand on."""
        s = self.mine(d.state())
        written = self.orders[self.at]
        if move.verb == "end":
            d.become(self.but(at=self.at + 1, hand=-1, left=0, fresh=True, must=False))
        elif move.verb == "show":
            piece = d.game.pieces.numbers[move.what]
            d.become(self.but(shown=self._with(self.shown, (*self.shown[self.at], piece))))
        elif move.verb == "to":
            self._led(d, s, d.game.land.numbers[move.what])
        else:
            piece = d.game.pieces.numbers[move.what]
            order = Order(piece, (), move.verb == "fly", move.verb == "hide")
            must = order.hides and self.inner.goes(s, piece)
            points = allowance(s, piece, self.special, order.flies)
            d.become(
                self.but(
                    orders=self._with(self.orders, (*written, order)), hand=piece, left=points, fresh=True, must=must
                )
            )

    def _with(self, table: tuple[tuple[T, ...], ...], mine: tuple[T, ...]) -> tuple[tuple[T, ...], ...]:
        return (*table[: self.at], mine, *table[self.at + 1 :])

    def _led(self, d: Draft, s: State, goal: int) -> None:
        """A leg of the piece in hand, by a cheapest way."""
        land, piece, inner = d.game.land, self.hand, self.inner
        way_in, layers = routes(s, piece, self.left, inner.flying(s), self.fresh, inner.unseen(s))
        zones = 0
        for effect in d.effects:
            zones |= effect.hexes
        cost, path = way(land, layers, goal, way_in, zones & ~(1 << s.where[piece]))
        *before, last = self.orders[self.at]
        orders = self._with(self.orders, (*before, last._replace(path=(*last.path, *path))))
        left = self.left - cost if d.game.pieces.units[piece].move < UNLIMITED else 0
        d.become(self.but(orders=orders, left=0 if way_in.stop >> goal & 1 else left, fresh=False, must=False))

    def seen(self, s: State, team: int) -> Hashable:
        """Orders are known to their player only."""
        told: tuple[Hashable, ...] = ("Plotting", self.seats, self.special, self.at)
        if team in self.seats and self.orders:
            k = self.seats.index(team)
            told += (self.orders[k], self.shown[k])
        return (*told, self.hand, self.left, self.fresh, self.must) if team == self.seat else told
