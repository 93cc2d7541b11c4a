"""Before the first turn: each player places the pieces for which the lists leave him a choice (dossier 5.1)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from grid_games.core.protocol import Violation
from grid_games.destin_arc.chapters import hidden
from grid_games.destin_arc.moves import Move
from grid_games.destin_arc.state import Draft, Look, State, Task, Waiting
from grid_games.destin_arc.units import FEREIRA, ULF


@dataclass(frozen=True)
class Placing(Task):
    """The pieces are placed one by one, in the order of `game.berths`."""

    next: int = 0

    def run(self, d: Draft) -> bool:
        """Place what has no choice; when all stand, the game begins."""
        if self.next == len(d.game.berths):
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
        hexes = self.hexes(d)
        if len(hexes) > 1:
            return True
        self._put(d, hexes[0])
        return False

    def hexes(self, s: Look) -> tuple[int, ...]:
        """Where the next piece may be placed. If no listed hex is left, the cap is waived, then the nearest free hexes serve."""
        game, board = s.game, s.board
        berth = game.berths[self.next]
        piece = berth.piece
        seat = game.pieces.team[piece]
        cap = len(game.pieces) if game.options["setup_cap"] == "none" else int(game.options["setup_cap"])
        open_ = [h for h in berth.hexes if not board.foes[seat] >> h & 1]
        room = [h for h in open_ if len(board.friends(seat, h)) < cap] or open_ or [self._nearest(s, berth.hexes[0])]
        if game.options["setup_free"] == "printed" and berth.printed:
            unit = game.pieces.units[piece].id

            def alike(place: int) -> int:
                return sum(game.pieces.units[p].id == unit for p in board.friends(seat, place))

            return (min(room, key=alike),)
        return tuple(room)

    def _nearest(self, s: Look, place: int) -> int:
        """The nearest hex that is dry, open and free of every piece the player sees."""
        land, seat = s.game.land, s.game.pieces.team[s.game.berths[self.next].piece]
        taken = s.board.foes[seat] | s.board.own[seat] | land.costly
        return min((h for h in range(len(land)) if not taken >> h & 1), key=lambda h: (land.distance(h, place), h))

    def actor(self, s: Look) -> int:
        """Whose piece is next."""
        return s.game.pieces.team[s.game.berths[self.next].piece]

    def moves(self, s: State) -> Sequence[Move]:
        """Its hexes."""
        return Waiting([Move("place", s.game.land.labels[h]) for h in self.hexes(s)])

    def refusal(self, s: State, move: Move) -> Violation | None:
        """Why not there."""
        if move.verb != "place":
            return None
        name = s.game.pieces.names[s.game.berths[self.next].piece]
        return Violation("5.1", f"{name} is placed on {s.game.land.told(self.hexes(s))}")

    def play(self, d: Draft, move: Move) -> None:
        """Place it."""
        self._put(d, d.game.land.numbers[move.what])

    def _put(self, d: Draft, place: int) -> None:
        game = d.game
        piece = game.berths[self.next].piece
        seat = game.pieces.team[piece]
        if game.options["setup_stack"] == "spread" and d.board.full_for(piece) >> place & 1:
            place = self._nearest(d, place)
        d.write("where", piece, place)
        if game.pieces.units[piece].hides:
            d.write("unseen", piece, hidden.everyone_else(d, piece))
        elif (
            game.options["setup_order"] == "secret" and game.pieces.side[piece] == ULF and seat != game.team_of(FEREIRA)
        ):
            d.write("unseen", piece, 1 << game.team_of(FEREIRA))
        d.become(self.but(next=self.next + 1))

    def seen(self, s: State, team: int) -> Hashable:
        """Which piece is next is in the rules."""
        return ("Placing", self.next)
