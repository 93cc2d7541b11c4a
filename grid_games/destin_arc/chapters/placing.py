"""Before the first turn each player places the pieces for which the lists leave a choice (clause 5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from grid_games.core.protocol import Violation
from grid_games.destin_arc.chapters import hidden
from grid_games.destin_arc.moves import END, Move, Place
from grid_games.destin_arc.roster import Berth
from grid_games.destin_arc.state import Draft, Moment, State, Step


@dataclass(unsafe_hash=True)
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
        d.last = (-1,) * len(d.last)
        return False

    def unasked(self, d: Draft) -> Sequence[Move]:
        hexes = self.hexes(d) if self.next < len(d.game.berths) else ()
        return (d.game.starts[hexes[0]],) if len(hexes) == 1 else ()

    def berth(self, s: Moment) -> Berth:
        """Of the piece that is next."""
        return s.game.berths[self.next]

    def hexes(self, s: Moment) -> tuple[int, ...]:
        """Where the next piece may be placed: never nowhere, since each piece has a hex that no enemy's list names."""
        foes = s.board.foes[self.decider(s)]
        return tuple(h for h in self.berth(s).hexes if not foes >> h & 1)

    def decider(self, s: Moment) -> int:
        return s.game.pieces.team[self.berth(s).piece]

    def moves(self, s: State) -> Sequence[Move]:
        return [s.game.starts[h] for h in self.hexes(s)]

    def refusal(self, s: State, move: Move) -> Violation | None:
        if not isinstance(move, Place) and move != END:
            return None
        hexes = ", ".join(s.game.land.labels[h] for h in self.hexes(s))
        return Violation(
            "5.1", "{piece} is placed on {hexes}", piece=s.game.pieces.names[self.berth(s).piece], hexes=hexes
        )

    def play(self, d: Draft, move: Any) -> None:
        self._put(d, d.game.land.numbers[move.hex])

    def _put(self, d: Draft, place: int) -> None:
        game, piece = d.game, self.berth(d).piece
        d.put(piece, place)
        if game.pieces.units[piece].hides:
            d.write("unseen", piece, True)
        d.become(self.but(next=self.next + 1))
