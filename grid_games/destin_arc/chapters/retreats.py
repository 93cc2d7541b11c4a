"""Where pieces that must leave a hex may go: the ends of a retreat, the nearest free hex (clauses 1.13, 7.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from armada_sim.tabletop import N_, Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import mask, members
from grid_games.destin_arc.chapters import hidden
from grid_games.destin_arc.moves import END, Move, To
from grid_games.destin_arc.state import FLYING, GONE, Draft, Moment, State, Step
from grid_games.destin_arc.table import Board
from grid_games.destin_arc.units import UNLIMITED


def refuges(s: Moment, piece: int, steps: int, leader: int, near: int = -1, *, seen: bool = False) -> list[int]:
    """The hexes at each distance a retreat leads through, then those on which it may end. The zone of `near` does not
    count. `seen`: as far as all can see, friends of the piece who are hidden left out."""
    game, board = s.game, s.board
    land, pieces = game.land, game.pieces
    seat, start = pieces.team[piece], s.where[piece]
    open_ = land.all & ~board.foes[seat]
    if walled(s, piece):
        open_ &= ~land.wall
    free = "all" if pieces.units[piece].move >= UNLIMITED else ""
    others = board if near < 0 else Board(game, [GONE if p == near else h for p, h in enumerate(s.where)], s.unseen)
    zone = others.zone(seat, free)
    leave = mask(s.where[p] for p in (piece, leader) if p >= 0 and s.where[p] >= 0)
    own = board.own[seat] & ~mask(h for h in members(leave) if not set(board.friends(seat, h)) - {piece, leader})

    if seen:
        own &= ~hidden.covert(s, seat)

    def beyond(hexes: int, distance: int) -> int:
        return land.beside(hexes) & open_ & land.within(start, distance) & ~land.within(start, distance - 1)

    layers = [1 << start]
    for distance in range(1, steps + 1):
        layers.append(beyond(layers[-1], distance))
    while not layers[-1] & ~own & ~zone and layers[-1] & own:
        layers.append(beyond(layers[-1] & own, len(layers)))
    return [*layers, layers[-1] & ~own & ~zone]


FRIEND, ENEMY, WALL, ZONE = N_("a friend"), N_("the enemy"), N_("a wall"), N_("an enemy zone of control")
UNSEEN = N_("barred by what is not seen")
"""What bars a retreat."""


def barriers(s: Moment, piece: int, steps: int, layers: Sequence[int]) -> Iterator[tuple[int, str]]:
    """What bars each hex that a retreat (`refuges`) might pass or end on."""
    land, board, seat = s.game.land, s.board, s.game.pieces.team[piece]
    *ways, ends = layers
    for distance, layer in enumerate(ways):
        way = layer if distance < steps else layer & board.own[seat]
        for place in members(land.beside(way) & ~land.within(s.where[piece], distance)):
            if board.foes[seat] >> place & 1:
                yield place, ENEMY
            elif walled(s, piece) and land.wall >> place & 1:
                yield place, WALL
    for place in (place for layer in ways[steps:] for place in members(layer & ~ends)):
        yield place, FRIEND if board.own[seat] >> place & 1 else ZONE


def walled(s: Moment, piece: int) -> bool:
    """Whether walls are closed to a piece (clauses 1.14.3, 1.14.7)."""
    rules = s.game.rules
    if rules.wall_cavalry != "barred" or not s.game.pieces.cavalry[piece]:
        return False
    return rules.pegasus_flight == "no" or not s.marks[piece] & FLYING


def way_out(d: Draft, piece: int, goal: int, layers: list[int]) -> tuple[int, ...]:
    """The hexes of a retreat, its start first, through as few zones of spells as may be."""
    land, shun, path = d.game.land, d.enchanted.zones, [goal]
    for layer in reversed(layers[:-2]):
        near = land.beside(1 << path[-1]) & layer
        path.append(members(near & ~shun or near)[0])
    return tuple(reversed(path))


class Leaving(Step):
    """A piece must leave its hex: asked only where there is a choice, or might be one for all that others see."""

    piece: int

    def refuges(self, s: Moment, *, seen: bool = False) -> int:
        """The hexes to which it may go; `seen`: as far as all can see."""
        raise NotImplementedError

    def go(self, d: Draft, goal: int) -> None:
        """Put it there; -1: there is no such hex."""
        raise NotImplementedError

    def run(self, d: Draft) -> bool:
        hexes, asked = self._goals(d)
        if asked:
            return True
        d.pop()
        if d.where[self.piece] >= 0:
            self.go(d, hexes.bit_length() - 1)
        return False

    def unasked(self, d: Draft) -> Sequence[Move]:
        hexes, asked = self._goals(d)
        return (d.game.goals[hexes.bit_length() - 1],) if hexes and not asked else ()

    def _goals(self, d: Draft) -> tuple[int, bool]:
        """The hexes to which it may go, and whether it is asked to which."""
        hexes = self.refuges(d) if d.where[self.piece] >= 0 else 0
        return hexes, hexes.bit_count() > 1 or bool(hexes and self.refuges(d, seen=True).bit_count() > 1)

    def decider(self, s: Moment) -> int:
        return s.game.pieces.team[self.piece]

    def moves(self, s: State) -> Sequence[Move]:
        return [s.game.goals[place] for place in members(self.refuges(s))]

    def may_show(self, s: State, move: Move) -> bool:
        return isinstance(move, To) and hidden.may_find(s, self.piece, (s.game.land.numbers[move.hex],))

    def play(self, d: Draft, move: Any) -> None:
        d.pop()
        self.go(d, d.game.land.numbers[move.hex])


@dataclass(unsafe_hash=True)
class Withdraw(Leaving):
    """A piece that may not stay is put on the nearest free hex: Fra Borges and Aris Dombal on an enemy's, others whose
    orders came to nothing."""

    piece: int

    def refuges(self, s: Moment, *, seen: bool = False) -> int:
        """The nearest hexes without a piece its owner sees, and open to it."""
        land, seat, start = s.game.land, s.game.pieces.team[self.piece], s.where[self.piece]
        own = s.board.own[seat] & ~(hidden.covert(s, seat) if seen else 0)
        taken = s.board.foes[seat] | own | (land.wall if walled(s, self.piece) else 0)
        radius = 1
        while radius < len(land) and not land.within(start, radius) & ~taken:
            radius += 1
        return land.within(start, radius) & ~taken

    def refusal(self, s: State, move: Move) -> Violation | None:
        named = Message("{piece} is put on one of the nearest free hexes", piece=s.game.pieces.names[self.piece])
        return Violation("7.2", named) if isinstance(move, To) or move == END else None

    def go(self, d: Draft, goal: int) -> None:
        if goal >= 0:
            d.put(self.piece, goal)
            hidden.meet(d, self.piece)

    def seen(self, s: State, team: int) -> Step | None:
        """That of an invisible piece is its owner's affair."""
        return None if not s.board.sees(team, self.piece) else super().seen(s, team)
