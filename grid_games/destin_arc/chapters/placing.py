"""Before the first turn: objectives are dealt, then each player places the pieces for which the lists leave him a
choice (clauses 5.1, 8.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from armada_sim.tabletop import Message
from grid_games.core.dice import Chances
from grid_games.core.protocol import Violation
from grid_games.destin_arc.chapters import hidden
from grid_games.destin_arc.moves import END, Move, Place, Result
from grid_games.destin_arc.roster import Berth
from grid_games.destin_arc.state import Draft, Look, State, Step
from grid_games.destin_arc.units import BONNAIRE, FEREIRA, ULF

DEALS = {"printed": (BONNAIRE, ULF, FEREIRA), "exchanged": (BONNAIRE, FEREIRA, ULF)}
"""Whose printed objective each side has. Nobody has one that names his own pieces: Bonnaire's names Ulf's and
Fereira's, theirs name his, so that his own stays with him."""


@dataclass(frozen=True)
class Deal(Step):
    """Secret objectives are dealt at random (option `objectives_public` = dealt); all deals are equally likely."""

    def due(self, d: Draft) -> bool:
        """An alliance has both of theirs, and nothing is dealt."""
        return d.game.teams[ULF] != d.game.teams[FEREIRA]

    def chances(self, s: State) -> Chances[Move]:
        return Chances(tuple((Result(name), Fraction(1, len(DEALS))) for name in DEALS))

    def play(self, d: Draft, move: Any) -> None:
        d.pop()
        d.dealt = DEALS[move.result]


@dataclass(frozen=True)
class Placing(Step):
    """The pieces are placed one by one, in the order of `Terms.berths`."""

    next: int = 0

    def run(self, d: Draft) -> bool:
        """Place what has no choice; when all stand, the game begins."""
        if self.next < len(d.game.berths):
            hexes = self.hexes(d)
            if len(hexes) > 1:
                return True
            self._put(d, hexes[0])
            return False
        d.pop()
        for p in d.game.pieces.hidden:
            if d.where[p] >= 0:
                hidden.hide(d, p)
        for p in range(len(d.where)):
            if d.unseen[p] and not d.game.pieces.units[p].hides:
                hidden.show(d, p)
        for k in range(len(d.last)):
            d.write("last", k, -1)
        return False

    def berth(self, s: Look) -> Berth:
        """Of the piece that is next."""
        return s.game.berths[self.next]

    def hexes(self, s: Look) -> tuple[int, ...]:
        """Where the next piece may be placed. If no listed hex is left, the cap is waived, then the nearest free hexes
        serve."""
        board, pieces, rules, berth = s.board, s.game.pieces, s.game.rules, self.berth(s)
        seat, most = self.decider(s), rules.setup_cap
        open_ = [h for h in berth.hexes if not board.foes[seat] >> h & 1]
        room = [h for h in open_ if most is None or len(board.friends(seat, h)) < most] or open_
        room = room or [self._nearest(s, berth.hexes[0])]
        if rules.setup_free == "printed" and berth.printed:
            alike = pieces.of[pieces.units[berth.piece].id]
            return (min(room, key=lambda h: sum(s.where[p] == h for p in alike)),)
        return tuple(room)

    def _nearest(self, s: Look, place: int) -> int:
        """The nearest hex that is dry, open and free of every piece the player sees."""
        land, seat = s.game.land, self.decider(s)
        taken = s.board.foes[seat] | s.board.own[seat] | land.costly
        return min((h for h in range(len(land)) if not taken >> h & 1), key=lambda h: (land.distance(h, place), h))

    def decider(self, s: Look) -> int:
        return s.game.pieces.team[self.berth(s).piece]

    def moves(self, s: State) -> Sequence[Move]:
        return [s.game.starts[h] for h in self.hexes(s)]

    def why_not(self, s: State, move: Move) -> Violation | None:
        if not isinstance(move, Place) and move != END:
            return None
        hexes = ", ".join(s.game.land.labels[h] for h in self.hexes(s))
        return Violation(
            "5.1", Message("{piece} is placed on {hexes}", piece=s.game.pieces.names[self.berth(s).piece], hexes=hexes)
        )

    def play(self, d: Draft, move: Any) -> None:
        self._put(d, d.game.land.numbers[move.hex])

    def _put(self, d: Draft, place: int) -> None:
        game, piece = d.game, self.berth(d).piece
        if game.rules.setup_stack == "spread" and d.board.full_for(piece) >> place & 1:
            place = self._nearest(d, place)
        d.write("where", piece, place)
        ulf, fereira = game.teams[ULF], game.teams[FEREIRA]
        if game.pieces.units[piece].hides:
            d.write("unseen", piece, hidden.everyone_else(d, piece))
        elif game.rules.setup_order == "secret" and game.pieces.side[piece] == ULF and ulf != fereira:
            d.write("unseen", piece, 1 << fereira)
        d.become(self.but(next=self.next + 1))
