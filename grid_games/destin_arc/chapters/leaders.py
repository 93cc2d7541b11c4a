"""Leaders in a stack: on which piece a leader stands (clauses 1.11, 1.6.4)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from armada_sim.tabletop import Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.destin_arc.moves import END, Bear, Move
from grid_games.destin_arc.state import Draft, Moment, State, Step


def borne(s: Moment, place: int, team: int) -> dict[int, int]:
    """The leader on each piece of a player that bears one on a hex; who is hidden adds nothing and bears nobody.

    In an over-full hex a leader stands where the owner said (`State.stands`), else on the piece of greatest defence
    that bears nobody yet, the first of equals.
    """
    pieces = s.game.pieces
    there = [p for p in s.board.on(place) if pieces.team[p] == team and not s.unseen[p]]
    leaders = [p for p in there if pieces.leader[p]]
    free = [p for p in there if not pieces.leader[p]]
    if not leaders or not free:
        return {}
    if len(leaders) == len(free) == 1:
        return {free[0]: leaders[0]}
    found = {bearer: leader for leader, bearer in s.stands if leader in leaders and bearer in free}
    free = sorted((p for p in free if p not in found), key=lambda p: (-pieces.defence[p][0], p))
    return found | dict(zip(free, (p for p in leaders if p not in found.values()), strict=False))


def leader_on(s: Moment, piece: int) -> int | None:
    """The leader who stands on a piece; None if it is a leader itself or bears none (clause 1.11)."""
    pieces, place = s.game.pieces, s.where[piece]
    if pieces.leader[piece] or place < 0 or len(s.board.on(place)) == 1:
        return None
    return borne(s, place, pieces.team[piece]).get(piece)


def stacked(s: Moment, leader: int) -> int | None:
    """The piece a leader stands on; None if alone or only with leaders."""
    pieces, place = s.game.pieces, s.where[leader]
    if place < 0 or not pieces.leader[leader] or len(s.board.on(place)) == 1:
        return None
    return next((bearer for bearer, one in borne(s, place, pieces.team[leader]).items() if one == leader), None)


@dataclass(unsafe_hash=True)
class Standing(Step):
    """Before a step of combat owners say on which pieces of over-full hexes their leaders stand (clause 1.6.4)."""

    seats: tuple[int, ...]
    """Who attacks in the step."""

    distance: int
    """Hexes from which they attack."""

    missiles: bool
    begun: bool = False
    asked: tuple[int, ...] = ()
    """Leaders who have been placed in this step, or need not be."""

    def run(self, d: Draft) -> bool:
        """What was said before the last step is void; asked only where there is a choice that may matter."""
        if not self.begun:
            d.stands = ()
            d.become(self.but(begun=True))
            return False
        leader = self.leader(d)
        if leader < 0:
            d.pop()
            return False
        if len(self.kinds(d, leader)) > 1 and self._matters(d, leader):
            return True
        d.become(self.but(asked=(*self.asked, leader)))
        return False

    def unasked(self, d: Draft) -> Sequence[Move]:
        """The piece on which a leader stands where that is not asked."""
        leader = self.leader(d) if self.begun else -1
        kinds = self.kinds(d, leader) if leader >= 0 else []
        if not kinds or (len(kinds) > 1 and self._matters(d, leader)):
            return ()
        bearer = stacked(d, leader)
        return () if bearer is None else d.game.on_pieces(Bear, (bearer,))

    def leader(self, s: Moment) -> int:
        """Whose place is asked for; -1 for nobody's."""
        return next((p for p in s.game.leading if p not in self.asked), -1)

    def kinds(self, s: Moment, leader: int) -> list[int]:
        """The pieces on which the leader may be said to stand, one of each kind: those alike in all are as good."""
        pieces, place, taken = s.game.pieces, s.where[leader], {bearer for _, bearer in s.stands}
        if place < 0 or s.unseen[leader] or len(s.board.on(place)) < 3:
            return []
        found: dict[Hashable, int] = {}
        for p in s.board.on(place):
            if pieces.team[p] == pieces.team[leader] and not s.unseen[p] and not pieces.leader[p] and p not in taken:
                found.setdefault((pieces.units[p].id, s.marks[p], tuple(e for e in s.effects if e.bearer == p)), p)
        return list(found.values())

    def _matters(self, s: Moment, leader: int) -> bool:
        """Whether the hex may be in a battle of this step, as far as the leader's owner can know.

        A visible enemy who attacks now is near enough, or a hidden one may be; or the owner attacks and a piece under
        the leader may have to retreat.
        """
        pieces, team = s.game.pieces, s.game.pieces.team
        owner, values = team[leader], pieces.missile if self.missiles else pieces.melee
        unseen = [p for p in pieces.hidden if team[p] != owner and s.where[p] >= 0 and s.unseen[p]]
        near = s.game.land.within(s.where[leader], self.distance) & s.board.foes[owner]
        foes = [p for h in members(near) for p in s.board.enemies(owner, h)]
        if owner in self.seats and not self.missiles and foes:
            return True
        return any(team[p] in self.seats and values[p][0] for p in (*unseen, *foes))

    def decider(self, s: Moment) -> int:
        return s.game.pieces.team[self.leader(s)]

    def moves(self, s: State) -> Sequence[Move]:
        return s.game.on_pieces(Bear, self.kinds(s, self.leader(s)))

    def refusal(self, s: State, move: Move) -> Violation | None:
        name = s.game.pieces.names[self.leader(s)]
        text = Message(
            "{leader} stands on a piece of his hex that bears nobody; of those alike the first is named", leader=name
        )
        return Violation("1.6.4", text) if isinstance(move, Bear) or move == END else None

    def play(self, d: Draft, move: Any) -> None:
        leader = self.leader(d)
        d.stands = (*d.stands, (leader, d.game.pieces.numbers[move.piece]))
        d.become(self.but(asked=(*self.asked, leader)))
