"""General and special movement: one piece after another, each in legs of its owner's choice (clauses 1.5, 1.6, 3.4)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from armada_sim.tabletop import Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import mask, members
from grid_games.destin_arc.board import COSTLY
from grid_games.destin_arc.chapters import hidden
from grid_games.destin_arc.chapters.going import Routes, Steps, allowance, crowded, ends, goes, grounded, halts, routes
from grid_games.destin_arc.chapters.ways import Going, reach, spent, through, way
from grid_games.destin_arc.chapters.zones import entered
from grid_games.destin_arc.moves import END, End, Fly, Hide, Move, Show, Take, To
from grid_games.destin_arc.state import ACTED, DONE, FLYING, RAN, Draft, Moment, State, Step
from grid_games.destin_arc.units import UNLIMITED

SHORT = 8
"""Movement points: of ways that cost no more it is looked whether what matters lies near enough to be on them."""


@dataclass(unsafe_hash=True)
class Movement(Step):
    """A movement step of one player."""

    seat: int
    special: bool
    hand: int = -1
    """The piece that is being moved."""

    left: int = 0
    """Its movement points."""

    fresh: bool = True
    """Whether it has not moved yet."""

    must: bool = False
    """Whether it has to move before anything else: it hid on the understanding that it moves."""

    heading: int = -1
    straight: int = 0
    """Hexes it has gone in that direction without a bend, up to now."""

    def run(self, d: Draft) -> bool:
        """A piece that is lost on its way is no longer in hand; whoever has no piece left has ended."""
        if self.hand >= 0:
            if d.where[self.hand] >= 0:
                return True
            d.become(Movement(self.seat, self.special))
            return False
        if not any(d.where[p] >= 0 for p in d.game.pieces.by_team[self.seat]):
            d.pop()
            return False
        return True

    def unasked(self, d: Draft) -> Sequence[Move]:
        return () if any(d.where[p] >= 0 for p in d.game.pieces.by_team[self.seat]) else (END,)

    def decider(self, s: Moment) -> int:
        return self.seat

    # what may be done

    def stands(self, s: Moment) -> int:
        """The hex of the piece in hand."""
        return s.where[self.hand]

    def ways(self, s: Moment) -> Routes:
        """How far the piece in hand gets."""
        hand = self.hand
        return routes(s, hand, self.left, bool(s.marks[hand] & FLYING), s.unseen[hand])

    def reached(self, s: Moment) -> int:
        """Where the piece in hand may go."""
        if self.hand < 0 or self.left <= 0:
            return 0
        return ends(s, self.hand, self.ways(s)[-1], s.unseen[self.hand])

    def moves(self, s: State) -> Sequence[Move]:
        """Hexes for the piece in hand; another piece; showing and hiding; the end."""
        if self.must:
            return Steps(self.reached(s), 0, s.game, ())
        game, seat, where, unseen = s.game, self.seat, s.where, s.unseen
        veils = () if self.special else game.veiled_by_moving
        plain, pieces = not s.board.own[seat] & s.board.foes[seat], self.ready(s)
        others: list[Move] = []
        for p in game.hiders[seat]:
            if unseen[p]:
                if where[p] >= 0 and (plain or self.refuses_show(s, p) is None):
                    others.append(game.named[Show][p])
            elif p in veils and pieces >> 2 * p & 1 and self.refuses_hide(s, p) is None:
                others.append(game.named[Hide][p])
        return Steps(self.reached(s), pieces, game, (*others, END))

    def eventful(self, s: State) -> int:
        """The hexes to which the piece in hand may go and where, or on the way to which, more may happen than that it
        stands there: somebody is noticed or met, a spell strikes, a place changes hands."""
        way_in, layers, _ = self.ways(s)
        crossing = through(s.game.land, layers, way_in, s.enchanted.zones | self._noticed(s))
        return crossing | s.board.others(self.seat) | s.game.land.points_set

    def ready(self, s: State) -> int:
        """The pieces that may be taken in hand, those for which `grounded` has nothing to say, as a set of places in
        `Table.takes`."""
        game, seat = s.game, self.seat
        found = s.idle & game.movers[self.special][seat]
        if s.board.own[seat] & s.board.foes[seat]:
            found &= ~mask(2 * p for p in game.hiders[seat] if hidden.stuck(s, p))
        if s.enchanted.held:
            found &= ~mask(2 * p for p in members(s.enchanted.held))
        return found | (found & game.mounts) << 1

    def idle(self, s: State) -> bool:
        """No piece can go at all; of one that nobody sees nobody is told whether it could."""
        if self.hand >= 0 or self.ready(s) or any(s.marks[p] & DONE for p in s.game.pieces.by_team[self.seat]):
            return False
        veiled = any(s.unseen[p] and s.where[p] >= 0 for p in s.game.hiders[self.seat])
        return not veiled and len(s.legal_moves()) == 1

    def refuses_show(self, s: Moment, piece: int) -> Violation | None:
        """Why a hidden piece may not be shown."""
        if not s.unseen[piece] or s.game.pieces.team[piece] != self.seat:
            return Violation("7.2", "{piece} is not hidden", piece=s.game.pieces.names[piece])
        if s.board.foes[self.seat] >> s.where[piece] & 1:
            return Violation("7.2", "there is an enemy on its hex")
        return None

    def refuses_hide(self, s: Moment, piece: int) -> Violation | None:
        """Why a piece may not hide now: only Aris does so in a movement step, while moving."""
        name = s.game.pieces.names[piece]
        if self.special or s.game.pieces.team[piece] != self.seat or piece not in s.game.veiled_by_moving:
            return Violation("7.2", "{piece} does not hide in this step", piece=name)
        if grounded(s, piece, False) is not None:
            return grounded(s, piece, False)
        if not hidden.may_hide(s, piece):
            return Violation("7.2", "{piece} cannot hide beside a detector or an enemy on its hex", piece=name)
        if not goes(s, piece):
            return Violation("7.2", "{piece} hides as it moves, and cannot move", piece=name)
        return None

    def refusal(self, s: State, move: Move) -> Violation | None:
        game, hand = s.game, s.game.pieces.names[self.hand]
        if isinstance(move, To):
            return self._no_way(s, game.land.numbers[move.hex])
        if self.must:
            return Violation("7.2", "{piece} must move, as it hid", piece=hand)
        if not isinstance(move, Take | Fly | Show | Hide):
            return None
        piece = game.pieces.numbers[move.piece]
        if game.pieces.team[piece] != self.seat:
            return Violation(
                "1.5.1", "{piece} is no piece of {player}", piece=move.piece, player=game.called[self.seat]
            )
        if piece == self.hand and isinstance(move, Take | Fly) and self.reached(s):
            return Violation("1.5.1", "{piece} is in hand: it goes on with to", piece=move.piece)
        if isinstance(move, Show):
            return self.refuses_show(s, piece)
        if isinstance(move, Hide):
            return self.refuses_hide(s, piece)
        return grounded(s, piece, self.special) or Violation(
            "1.14.7", "{piece} has no Pegasus to choose", piece=move.piece
        )

    def _no_way(self, s: State, place: int) -> Violation:
        game = s.game
        label = game.land.labels[place]
        if self.hand < 0:
            return Violation("1.5.1", "no piece is in hand: choose one with move")
        name = game.pieces.names[self.hand]
        if self.left <= 0 and not self.fresh and halts(s, self.hand) >> s.where[self.hand] & 1:
            return Violation("1.4.2", "{piece} is in an enemy zone of control, where it had to stop", piece=name)
        if self.left <= 0:
            return Violation("1.5.1", "{piece} has no movement left", piece=name)
        way_in, _, anywhere = self.ways(s)
        if place == s.where[self.hand]:
            return Violation("1.5.1", "{piece} is there already", piece=name)
        if not way_in.open >> place & 1:
            if game.land.wall >> place & 1 and not s.board.foes[self.seat] >> place & 1:
                return Violation("1.14.3", "{hex} is a wall, closed to cavalry", hex=label)
            return Violation("7.2" if s.unseen[self.hand] else "1.5.3", "{hex} is held by the enemy", hex=label)
        if anywhere >> place & 1:
            if s.board.foes[self.seat] >> place & 1 and not s.board.own[self.seat] >> place & 1:
                return Violation(
                    "7.2" if s.unseen[self.hand] else "1.5.3",
                    "{piece} may pass {hex}, but not stop there: an enemy does",
                    piece=name,
                    hex=label,
                )
            return crowded(s, self.hand, place)
        beside = game.land.grid.around[s.where[self.hand]]
        if self.fresh and self.left < COSTLY and (beside & way_in.costly) >> place & 1:
            told = Message(
                "{piece} moves too little to enter {hex}, which costs {cost}", piece=name, hex=label, cost=COSTLY
            )
            return Violation("1.5.5", told)
        for why, eased in self._eased(s, label, way_in):
            if any(layer >> place & 1 for layer in reach(game.land, s.where[self.hand], self.left, eased)):
                return why
        told = Message.counted(
            "{piece} cannot reach {hex} with {n} movement point", "{piece} cannot reach {hex} with {n} movement points",
            self.left, piece=name, hex=label
        )  # fmt: skip
        return Violation("1.5.1", told)

    def _eased(self, s: State, label: str, way_in: Going) -> Iterator[tuple[Violation, Going]]:
        """What may keep the piece in hand from a hex, each rule with the way as it would be without it."""
        land, name = s.game.land, s.game.pieces.names[self.hand]
        zone = Violation(
            "1.4.2", "{piece} has to stop in an enemy zone of control before it comes to {hex}", piece=name, hex=label
        )
        yield zone, way_in._replace(stop=0)
        dear = Violation(
            "1.5.4",
            Message.counted(
                "river, marsh and wall cost {cost}: {n} point does not take {piece} to {hex}",
                "river, marsh and wall cost {cost}: {n} points do not take {piece} to {hex}",
                self.left,
                cost=COSTLY,
                piece=name,
                hex=label,
            ),
        )
        yield dear, way_in._replace(costly=0)
        walls = Violation("1.14.3", "walls, closed to cavalry, lie between {piece} and {hex}", piece=name, hex=label)
        yield walls, way_in._replace(open=way_in.open | land.wall & ~s.board.foes[self.seat])
        foes = Violation("1.5.3", "enemies stand between {piece} and {hex}", piece=name, hex=label)
        yield foes, way_in._replace(open=way_in.open | s.board.foes[self.seat])

    # what follows

    def may_show(self, s: State, move: Move) -> bool:
        if not isinstance(move, To):
            return False
        goal, land = s.game.land.numbers[move.hex], s.game.land
        path: tuple[int, ...] = (goal,)
        if s.game.pieces.units[self.hand].detects:
            way_in, layers, _ = self.ways(s)
            path = way(land, layers, goal, way_in, s.enchanted.zones & ~layers[0])
        return hidden.may_find(s, self.hand, path)

    def play(self, d: Draft, move: Any) -> None:
        if isinstance(move, To):
            self._go(d, d.game.land.numbers[move.hex])
        elif isinstance(move, End):
            d.pop()
        elif isinstance(move, Show):
            hidden.show(d, d.game.pieces.numbers[move.piece])
        else:
            self._take(d, move, d.game.pieces.numbers[move.piece])

    def _take(self, d: Draft, move: Take | Fly | Hide, piece: int) -> None:
        """Take a piece in hand, which moves, flies or hides."""
        if isinstance(move, Hide):
            hidden.hide(d, piece)
        marks, flies = d.marks[piece] | DONE, isinstance(move, Fly)
        if flies or not self.special:
            marks = marks | FLYING if flies else marks & ~FLYING
        d.remark(piece, marks)
        points = allowance(d, piece, flies)
        d.become(Movement(self.seat, self.special, piece, points, True, isinstance(move, Hide)))

    def _go(self, d: Draft, goal: int) -> None:
        game, piece, unit = d.game, self.hand, d.game.pieces.units[self.hand]
        way_in, layers, anywhere = self.ways(d)
        zones, noticed, cost = d.enchanted.zones, self._noticed(d), spent(layers, goal)
        path: tuple[int, ...] = (goal,)
        between = (zones | noticed) & anywhere
        if between and cost <= SHORT:
            between &= game.land.within(goal, cost - 1)
        if between or (piece in game.observant and not self.special):
            path = self._interrupted(d, way(game.land, layers, goal, way_in, zones & ~layers[0]), noticed)
        start = d.where[piece]
        d.put(piece, path[-1])
        if d.unseen[piece] and not self.special:
            d.mark(piece, RAN)
        if unit.id == "f6":
            d.mark(piece, ACTED)
        rolls = entered(d, piece, (start, *path)) if zones & between else ()
        hidden.detect(d, piece)
        hidden.meet(d, piece)
        free = unit.move >= UNLIMITED  # one leg takes Aris anywhere
        left = 0 if free else self.left - (cost if path[-1] == goal else spent(layers, path[-1]))
        if halts(d, piece) >> path[-1] & 1 or hidden.stuck(d, piece):
            left = 0
        heading, straight = (-1, 0) if self.special else bearing(d, piece, self.heading, self.straight, (start, *path))
        d.become(Movement(self.seat, self.special, piece, left, False, False, heading, straight))
        if rolls:
            d.push(*rolls)

    def _noticed(self, s: Moment) -> int:
        """The hexes on which the piece in hand would be detected, or would detect somebody."""
        if s.unseen[self.hand]:
            return hidden.watched(s, self.hand)
        return hidden.uncovered(s, self.hand) if s.game.pieces.units[self.hand].detects else 0

    def _interrupted(self, d: Draft, path: tuple[int, ...], noticed: int) -> tuple[int, ...]:
        """The part of a way up to where something happens that its owner could not know and the piece may stop."""
        if not noticed:
            return path
        full = d.board.full_for(self.hand) | d.board.foes[self.seat]
        for step, place in enumerate(path):
            if noticed >> place & 1 and not full >> place & 1:
                return path[: step + 1]
        return path

    def known(self, s: State, team: int) -> Movement:
        """Others see where pieces go, and not which one is in hand: it might be one that they do not see."""
        return self if team == self.seat else Movement(self.seat, self.special)


def bearing(d: Draft, piece: int, heading: int, straight: int, path: tuple[int, ...]) -> tuple[int, int]:
    """The direction in which a piece came and for how many hexes, after one more leg; what it charges is noted (clause
    3.4)."""
    if not (enough := d.game.pieces.units[piece].charge):
        return -1, 0
    for here, there in itertools.pairwise(path):
        direction = d.game.land.grid.direction(here, there)
        straight = straight + 1 if direction == heading else 1
        heading = -1 if direction is None else direction
    d.charges = tuple(charge for charge in d.charges if charge[0] != piece)
    if straight >= enough:
        d.charges = tuple(sorted((*d.charges, (piece, heading))))
    return heading, straight
