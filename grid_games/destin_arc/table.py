"""Who stands where, as sets of hexes: zones of control, whom each player sees, where pieces may stop (dossier 1.4, 1.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from grid_games.core.sets import mask, members

if TYPE_CHECKING:
    from grid_games.destin_arc.chapters.ways import Going
    from grid_games.destin_arc.game import DestinArc

ARCHERS = 2
"""Hexes within which an archer stops snipers under the option `sniper_zoc` = two."""


class Board:
    """What follows from where the pieces stand and who sees them. Nothing in it changes once it is asked for."""

    __slots__ = ("_zones", "at", "foes", "game", "own", "routes", "unseen", "where")

    def __init__(self, game: DestinArc, where: Sequence[int], unseen: Sequence[int]) -> None:
        self.game, self.where, self.unseen = game, where, unseen
        teams = game.pieces.team
        seats = len(game.players)
        self.at: dict[int, list[int]] = {}
        """Pieces on each occupied hex, by number."""
        own, foes = [0] * seats, [0] * seats
        for piece, place in enumerate(where):
            if place >= 0:
                self.at.setdefault(place, []).append(piece)
        for place, there in self.at.items():
            bit = 1 << place
            for piece in there:
                for seat in range(seats):
                    if teams[piece] == seat:
                        own[seat] |= bit
                    elif not unseen[piece] >> seat & 1:
                        foes[seat] |= bit
        self.own = own
        """For each player the hexes of his pieces, hidden ones too."""
        self.foes = foes
        """For each player the hexes of enemies he sees."""
        self._zones: dict[tuple[int, str], int] = {}
        """What has been asked for before: zones of control and full hexes."""
        self.routes: dict[tuple[int, int, bool, bool, bool], tuple[Going, tuple[int, ...]]] = {}
        """What `movement.routes` has found before."""

    @classmethod
    def changed(cls, old: Board, where: Sequence[int], unseen: Sequence[int], before: Mapping[int, int]) -> Board:
        """The board after a few pieces have moved or are seen otherwise: as if made anew. `before` is where each of them was."""
        board = cls.__new__(cls)
        board.game, board.where, board.unseen, board._zones, board.routes = old.game, where, unseen, {}, {}
        board.at, board.own, board.foes = dict(old.at), list(old.own), list(old.foes)
        hexes = set()
        for piece, place in before.items():
            now = where[piece]
            hexes |= {place, now}
            if place != now:
                if place >= 0:
                    rest = [p for p in board.at[place] if p != piece]
                    if rest:
                        board.at[place] = rest
                    else:
                        del board.at[place]
                if now >= 0:
                    board.at[now] = sorted((*board.at.get(now, ()), piece))
        teams = old.game.pieces.team
        for place in hexes:
            if place >= 0:
                owners = seers = 0
                for piece in board.at.get(place, ()):
                    team = 1 << teams[piece]
                    owners |= team
                    seers |= ~(unseen[piece] | team)
                bit = 1 << place
                others = ~bit
                for seat in range(len(board.own)):
                    board.own[seat] = board.own[seat] | bit if owners >> seat & 1 else board.own[seat] & others
                    board.foes[seat] = board.foes[seat] | bit if seers >> seat & 1 else board.foes[seat] & others
        return board

    def sees(self, seat: int, piece: int) -> bool:
        """Whether a player sees a piece; his own he always sees."""
        return not self.unseen[piece] >> seat & 1

    def enemies(self, seat: int, place: int) -> list[int]:
        """The enemies on a hex that a player sees."""
        team = self.game.pieces.team
        return [p for p in self.at.get(place, ()) if team[p] != seat and not self.unseen[p] >> seat & 1]

    def friends(self, seat: int, place: int) -> list[int]:
        """A player's pieces on a hex."""
        team = self.game.pieces.team
        return [p for p in self.at.get(place, ()) if team[p] == seat]

    def contested(self, seat: int) -> int:
        """The hexes on which a player sees pieces of several players: nobody else may enter."""
        team, hexes = self.game.pieces.team, 0
        for place in members(self.foes[seat]):
            if len({team[p] for p in self.at[place] if self.sees(seat, p)}) > 1:
                hexes |= 1 << place
        return hexes

    def zone(self, seat: int, free: str = "") -> int:
        """The enemy zones of control that stop a player's pieces; `free` as `Unit.zone_free`."""
        key = (seat, free)
        if key not in self._zones:
            self._zones[key] = self._zone(seat, free)
        return self._zones[key]

    def _zone(self, seat: int, free: str) -> int:
        if free == "all":
            return 0
        game = self.game
        if free == "" and game.plain_zones:
            hexes = self.foes[seat] & ~game.land.costly
        else:
            where, teams = self.where, game.pieces.team
            bit = 0 if game.options["hidden_zoc"] == "exerted" else 1 << seat
            hexes = mask(
                where[p] for p in game.controllers[free]
                if where[p] >= 0 and teams[p] != seat and not self.unseen[p] & bit and self._controls(p, where[p])
            )  # fmt: skip
        if free == "sniper" and game.options["sniper_zoc"] == "two":
            hexes = game.land.wider(hexes)
        zone = game.land.beside(hexes)
        if game.options["zoc_into_costly"] == "no":
            zone &= ~game.land.costly
        if game.options["zoc_friend_negates"] == "always":
            zone &= ~self.own[seat]
        return zone

    def _controls(self, piece: int, place: int) -> bool:
        """Whether a piece exerts a zone from a hex (clause 1.4.4)."""
        game = self.game
        if not game.land.costly >> place & 1:
            return True
        if game.pieces.flies[piece] and game.options["pegasus_zoc"] == "yes":
            return True
        return bool(
            game.pieces.cavalry[piece] and game.options["wall_cavalry"] == "cost_1" and game.land.wall >> place & 1
        )

    def full_for(self, piece: int) -> int:
        """The hexes of friends on which a piece may not stop: all but those of one friend where either may stack (clause 1.6.1).

        Its own hex counts like any other: a piece does not stop where it already is.
        """
        pieces = self.game.pieces
        seat, stacks = pieces.team[piece], pieces.stacks[piece]
        key = (seat, "stacks" if stacks else "alone")
        if key not in self._zones:
            if stacks:
                full = mask(
                    place for place, there in self.at.items() if len(there) > 1 and len(self.friends(seat, place)) > 1
                )
            else:
                stackers = (self.where[p] for p in pieces.by_team[seat] if pieces.stacks[p])
                full = self.own[seat] & ~mask(
                    place for place in stackers if place >= 0 and len(self.friends(seat, place)) == 1
                )
            self._zones[key] = full
        return self._zones[key]
