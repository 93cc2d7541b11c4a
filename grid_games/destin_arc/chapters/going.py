"""How far a piece may go: points of movement, what holds or stops it, its ways (clauses 1.5, 1.6, 3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from armada_sim.tabletop import Message
from grid_games.core.engine import View
from grid_games.core.protocol import Violation
from grid_games.core.sets import members, nth
from grid_games.destin_arc.chapters import hidden
from grid_games.destin_arc.chapters.ways import Going, reach
from grid_games.destin_arc.moves import Fly, Move, Take, To
from grid_games.destin_arc.state import DONE, MEDITATES, Moment, Terms
from grid_games.destin_arc.units import UNLIMITED


def held(s: Moment, piece: int) -> bool:
    """Whether a spell holds a piece."""
    return bool(s.enchanted.held >> piece & 1)


@lru_cache(maxsize=1_000)
def meditates(name: str) -> Violation:
    """Why a piece does nothing that meditates. Kept, since one asks it often only to leave the piece out."""
    return Violation("1.8.5", "{piece} meditates", piece=name)


def allowance(s: Moment, piece: int, flying: bool) -> int:
    """Movement points of a piece in a step; flying is Gonzague's."""
    unit = s.game.pieces.units[piece]
    return unit.pegasus if flying else unit.move


def grounded(s: Moment, piece: int, special: bool) -> Violation | None:
    """Why a piece cannot be moved in a step at all; None if it can."""
    pieces = s.game.pieces
    name = pieces.names[piece]
    if s.where[piece] < 0:
        return Violation("1.5.1", "{piece} is not on the map", piece=name)
    if s.marks[piece] & DONE:
        return Violation("1.5.1", "{piece} has had its move in this step", piece=name)
    if special and not pieces.units[piece].extra:
        return Violation("1.3.6", "{piece} has no extra movement", piece=name)
    if s.marks[piece] & MEDITATES:
        return meditates(name)
    if held(s, piece):
        return Violation("4.5", "{piece} is held", piece=name)
    if hidden.stuck(s, piece):
        return Violation(
            "7.1.3" if pieces.units[piece].collides else "7.2",
            "{piece} is immobilised by the enemy on its hex",
            piece=name,
        )
    return None


def halts(s: Moment, piece: int) -> int:
    """The hexes where a piece must stop: enemy zones, but for those it ignores (clauses 1.4.2, 1.4.4)."""
    return s.board.zone(s.game.pieces.team[piece], s.game.pieces.units[piece].zone_free)


Routes = tuple[Going, tuple[int, ...], int]
"""What stands in a piece's way; how far it gets, as `ways.reach` has it; all hexes it comes to."""

roam = lru_cache(maxsize=1_000)(reach)
"""How far Aris gets: from one hex it is nearly always the same."""


def routes(s: Moment, piece: int, left: int, flying: bool, unseen: bool) -> Routes:
    """What stands in a piece's way, as its player knows it, and how far it gets with the points it has left; reckoned
    once for a board. `unseen`: as if it were invisible."""
    key = (piece, left, flying, unseen)
    found: Routes | None = s.board.routes.get(key)
    if found is None:
        way_in = _way_in(s, piece, flying, unseen)
        layers = (roam if left >= UNLIMITED else reach)(s.game.land, s.where[piece], left, way_in)
        found = s.board.routes[key] = way_in, layers, sum(layers) - layers[0]
    return found


def _way_in(s: Moment, piece: int, flying: bool, unseen: bool) -> Going:
    """What stands in a piece's way, as its player knows it."""
    board, seat, unit = s.board, s.game.pieces.team[piece], s.game.pieces.units[piece]
    open_, costly = s.game.footings[piece][flying]
    if unit.move < UNLIMITED:
        open_ &= ~(board.contested(seat) if unseen else board.foes[seat])
    return Going(open_, costly & open_, board.zone(seat, unit.zone_free))


def goes(s: Moment, piece: int) -> bool:
    """Whether a piece, once it is invisible, can go anywhere on foot: nearly always to a hex beside it."""
    points, way_in = allowance(s, piece, False), _way_in(s, piece, False, True)
    beside = s.game.land.grid.around[s.where[piece]] & way_in.open & ~way_in.costly
    if points and ends(s, piece, beside, True):
        return True
    return ends(s, piece, routes(s, piece, points, False, True)[-1], True) != 0


def ends(s: Moment, piece: int, hexes: int, unseen: bool) -> int:
    """Those of the hexes a piece comes to on which it may end a leg."""
    board, unit = s.board, s.game.pieces.units[piece]
    if (unit.move >= UNLIMITED or unseen) and not (unseen and s.game.pieces.collides[piece]):
        hexes &= ~board.foes[s.game.pieces.team[piece]]
    return hexes & ~board.full_for(piece)


def crowded(s: Moment, piece: int, place: int) -> Violation:
    """Why a piece may not stop on a hex of friends (clauses 1.6.1, 1.6.4)."""
    pieces, label, name = s.game.pieces, s.game.land.labels[place], s.game.pieces.names[piece]
    there = [p for p in s.board.on(place) if pieces.team[p] == pieces.team[piece]]
    if len(there) > 2:
        return Violation(
            "1.6.4", "{piece} may not stop on {hex}: a hex of more than two may only empty", piece=name, hex=label
        )
    if len(there) == 2:
        return Violation(
            "1.6.1", "{piece} may not stop on {hex}: two pieces stand there, and there are never more", piece=name,
            hex=label,
        )  # fmt: skip
    friend = pieces.names[there[0]]
    told = Message(
        "{piece} may not stop on {hex}: {friend} stands there, and neither may share a hex",
        piece=name, hex=label, friend=friend,
    )  # fmt: skip
    return Violation("1.6.1", told)


class Steps(View[Move]):
    """The moves of a movement step: hexes for the piece in hand, then pieces, shows, and the end."""

    __slots__ = ("far", "game", "hexes", "others", "pieces")

    def __init__(self, hexes: int, pieces: int, game: Terms, others: tuple[Move, ...]) -> None:
        """`pieces`: a set of places in `Table.takes`."""
        self.hexes, self.pieces, self.game, self.others = hexes, pieces, game, others
        self.far = hexes.bit_count()
        self._count = self.far + pieces.bit_count() + len(others)

    def __iter__(self) -> Iterator[Move]:
        yield from map(self.game.goals.__getitem__, members(self.hexes))
        yield from map(self.game.takes.__getitem__, members(self.pieces))
        yield from self.others

    def __contains__(self, move: object) -> bool:
        if isinstance(move, To):
            return bool(self.hexes >> self.game.land.numbers[move.hex] & 1)
        if isinstance(move, Take | Fly):
            return bool(self.pieces >> 2 * self.game.pieces.numbers[move.piece] + isinstance(move, Fly) & 1)
        return move in self.others

    def at(self, index: int) -> Move:
        if index < self.far:
            return self.game.goals[nth(self.hexes, index)]
        rest = index - self._count + len(self.others)
        return self.others[rest] if rest >= 0 else self.game.takes[nth(self.pieces, index - self.far)]
