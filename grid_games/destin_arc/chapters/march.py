"""Written orders carried out hex by hex, all pieces together (dossier 11, `simul` = plotted)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from grid_games.core.dice import Chances
from grid_games.destin_arc.chapters import hidden
from grid_games.destin_arc.chapters.movement import bearing, halts
from grid_games.destin_arc.chapters.retreats import Withdraw
from grid_games.destin_arc.chapters.zones import entered
from grid_games.destin_arc.moves import Move
from grid_games.destin_arc.state import ACTED, FLYING, RAN, Draft, Look, State, Task
from grid_games.destin_arc.units import SIDES, UNLIMITED

WINS = Fraction(13, 24)
"""How often the one who leads the turn wins when two pieces enter one hex: d12 each, he wins ties (78 of 144)."""


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


@dataclass(frozen=True)
class March(Task):
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
            return False
        stopped = self._stopped(d, movers)
        if stopped:
            d.become(self._halting(stopped))
            return False
        met = self._met(d, list(movers.values()))
        if met:
            d.push(Meeting(movers[met[0]].goal, met))
            return False
        self._step(d, movers)
        return False

    def actor(self, s: Look) -> int:
        """Dice, if anybody: it waits only for a roll."""
        return -1

    def _halting(self, pieces: Sequence[int]) -> March:
        return self.but(
            walks=tuple(walk._replace(halted=True) if walk.piece in pieces else walk for walk in self.walks)
        )

    def _stopped(self, d: Draft, movers: dict[int, Walk]) -> list[int]:
        """The pieces that cannot go on: an enemy they see stays on the hex they would enter, or would change places with them."""
        found: list[int] = []
        for walk in movers.values():
            pieces = d.game.pieces
            team = pieces.team[walk.piece]
            if pieces.units[walk.piece].move >= UNLIMITED:
                continue
            if d.unseen[walk.piece]:
                if d.board.contested(team) >> walk.goal & 1:
                    found.append(walk.piece)
                continue
            for foe in d.board.enemies(team, walk.goal):
                other = movers.get(foe)
                swaps = other is not None and other.goal == walk.path[walk.gone] and not d.unseen[foe]
                if other is None or swaps:
                    found.append(walk.piece)
                    break
        return found

    def _met(self, d: Draft, movers: list[Walk]) -> tuple[int, ...]:
        """Pieces of both players that would enter one hex and see each other: the first such hex's; none is empty."""
        team = d.game.pieces.team
        for walk in movers:
            rivals = [
                other.piece for other in movers
                if other.goal == walk.goal and team[other.piece] != team[walk.piece]
                and d.board.sees(team[walk.piece], other.piece) and d.board.sees(team[other.piece], walk.piece)
            ]  # fmt: skip
            if rivals:
                own = [
                    other.piece for other in movers
                    if other.goal == walk.goal and team[other.piece] == team[walk.piece] and d.board.sees(team[rivals[0]], other.piece)
                ]  # fmt: skip
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
            d.write("where", walk.piece, walk.goal)
        hidden.detect(d)
        halted = set()
        for walk in movers.values():
            if hidden.bumps(d, walk.piece, (walk.goal,)) is not None:
                hidden.meet(d, walk.piece)
                halted.add(walk.piece)
        for walk in movers.values():
            flying = pieces.flies[walk.piece] or bool(d.marks[walk.piece] & FLYING)
            if halts(d, walk.piece, flying, bool(d.unseen[walk.piece])) >> walk.goal & 1 or hidden.stuck(d, walk.piece):
                halted.add(walk.piece)
        d.become(self.but(walks=tuple(
            walk._replace(gone=walk.gone + 1, halted=walk.piece in halted) if walk.piece in movers else walk for walk in self.walks
        )))  # fmt: skip

    def _arrive(self, d: Draft) -> None:
        """Who may not stop where he is goes back along his way, the last to arrive first; then rolls for zones of spells, and collisions."""
        moved = [walk for walk in self.walks if walk.gone]
        lost = [walk.piece for walk in sorted(moved, key=lambda walk: -walk.gone) if not self._back(d, walk)]
        rolls = [roll for walk in moved for roll in entered(d, walk.piece, walk.path[: walk.gone + 1])]
        hidden.detect(d)
        for walk in moved:
            hidden.meet(d, walk.piece)
            if (
                not self.special
                and d.game.pieces.units[walk.piece].charges
                and d.where[walk.piece] == walk.path[walk.gone]
            ):
                bearing(d, walk.piece, -1, 0, walk.path[: walk.gone + 1])
        d.push(*(Withdraw(piece) for piece in lost), *rolls)

    def _back(self, d: Draft, walk: Walk) -> bool:
        """Let a piece stop where it is, or on the last hex of its way where it may. Whether there is one."""
        for place in reversed(walk.path[: walk.gone + 1]):
            if self._may_stop(d, walk, place):
                d.write("where", walk.piece, place)
                return True
        return False

    def _may_stop(self, s: Look, walk: Walk, place: int) -> bool:
        """Whether a piece may stop on a hex: no friend there it may not stack with, no enemy unless they collide.

        A hidden piece may stay where it stopped before an enemy came (dossier 7.2).
        """
        pieces, piece = s.game.pieces, walk.piece
        team = pieces.team[piece]
        friends = [p for p in s.board.at.get(place, ()) if p != piece and pieces.team[p] == team]
        if len(friends) > 1 or any(not pieces.stacks[p] and not pieces.stacks[piece] for p in friends):
            return False
        enemies = s.board.enemies(team, place)
        if not enemies or hidden.stuck(s, piece) or any(hidden.stuck(s, p) for p in enemies):
            return True
        came = {other.piece: other.gone for other in self.walks}
        later = place == walk.path[walk.gone] and all(came.get(p, 0) >= walk.gone for p in enemies)
        return bool(s.unseen[piece]) and (
            later or (pieces.units[piece].collides and not friends and len({pieces.team[p] for p in enemies}) == 1)
        )

    def seen(self, s: State, team: int) -> Hashable:
        """What is still to be done is known to its player only."""
        return (
            "March",
            self.seats,
            self.special,
            tuple(walk for walk in self.walks if s.game.pieces.team[walk.piece] == team),
        )


@dataclass(frozen=True)
class Meeting(Task):
    """Pieces of two players are about to enter one hex: d12 each, the loser's stop before it; the lead of the turn wins ties."""

    place: int
    pieces: tuple[int, ...]

    def run(self, d: Draft) -> bool:
        """It waits for the dice."""
        return True

    def actor(self, s: Look) -> int:
        """Dice."""
        return -1

    def chances(self, s: State) -> Chances[Move]:
        """Who enters."""
        first, other = sorted({s.game.pieces.side[p] for p in self.pieces}, key=lambda side: side != s.lead)
        return Chances(((Move("=", SIDES[first]), WINS), (Move("=", SIDES[other]), 1 - WINS)))

    def play(self, d: Draft, move: Move) -> None:
        """The others go no farther."""
        d.pop()
        march = d.task
        assert isinstance(march, March)
        d.become(march._halting([p for p in self.pieces if SIDES[d.game.pieces.side[p]] != move.what]))

    def seen(self, s: State, team: int) -> Hashable:
        """It is seen by those who see all of them."""
        return ("Meeting", self) if all(s.board.sees(team, p) for p in self.pieces) else None
