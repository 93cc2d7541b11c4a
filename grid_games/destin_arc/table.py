"""What the rules are given of a game, `Table`: who plays, under which options, on which map, with which pieces; and
`Board`, who stands where.

A board answers by sets of hexes: zones of control, whom each player sees, where pieces may stop (clauses 1.4, 1.6).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import or_
from typing import Any

from armada_sim.tabletop import Message
from grid_games.core.numbers import KEY, TEXT
from grid_games.core.sets import BIT, mask, members
from grid_games.core.tables import tabled
from grid_games.destin_arc.board import PLACES, Land
from grid_games.destin_arc.moves import ON_PIECE, At, Cast, Fly, Move, OnPiece, Place, Take, To
from grid_games.destin_arc.numbers import Numbers, numbers_of
from grid_games.destin_arc.options import COUNTS, Rules, counts_of, levels_of
from grid_games.destin_arc.roster import Berth, Roster, berths, roster
from grid_games.destin_arc.units import CALLED, SIDES
from grid_games.destin_arc.worths import Worths

NAME = "destin-arc"
"""As the command takes it."""

PLAYERS = {3: SIDES, 2: ("bonnaire", "alliance")}
"""Names of the players by their number; with two, one leads Ulf's and Fereira's pieces."""

TEAMS = {3: (0, 1, 2), 2: (0, 1, 1)}
"""The seat of each side."""


@dataclass(frozen=True)
@tabled
class Table:
    """Players, options and map, and tables that follow from them."""

    players: tuple[str, ...]
    settings: Mapping[str, str | int] = field(repr=False)
    """Every option with its value as it is written, with the counts and the map."""

    rules: Rules = field(repr=False)
    land: Land

    def __hash__(self) -> int:
        return hash((self.players, self.land))

    def seat(self, player: str) -> int:
        """The seat of a player. Raises ValueError for an unknown name."""
        return self.players.index(player)

    @cached_property
    def called(self) -> tuple[str, ...]:
        """What the players are called in sentences."""
        return CALLED if len(self.players) == len(SIDES) else (CALLED[0], Message("Alliance"))

    @cached_property
    def teams(self) -> tuple[int, int, int]:
        """The seat of each side."""
        return TEAMS[len(self.players)]

    @cached_property
    def rivals(self) -> tuple[tuple[int, ...], ...]:
        """For each player the seats of the others."""
        seats = range(len(self.players))
        return tuple(tuple(other for other in seats if other != seat) for seat in seats)

    @cached_property
    def numbers(self) -> Numbers:
        """What is printed on the pieces, how many there are, what places count."""
        return numbers_of(self.settings.get(KEY, TEXT))

    @cached_property
    def place_points(self) -> tuple[int, ...]:
        """Points of each place held after the last turn (clause 8.2.12)."""
        own = dict(self.numbers.places)
        return tuple(own.get(place, self.rules.place_points) for place in PLACES)

    @cached_property
    def pieces(self) -> Roster:
        """Every piece. Raises InputError for counts that cannot be read."""
        told = str(self.settings[COUNTS.key])
        return roster(self.numbers, counts_of(told), levels_of(told, self.rules), self.rules, self.land, self.teams)

    @cached_property
    def worths(self) -> Worths:
        """What the pieces count for by a rule of thumb."""
        return Worths.on(self.land, self.pieces.units)

    @cached_property
    def berths(self) -> tuple[Berth, ...]:
        """Where pieces may start, in the order of placing."""
        return berths(self.pieces, self.land)

    @cached_property
    def priests(self) -> tuple[tuple[int, ...], ...]:
        """Each player's pieces that cast spells."""
        return tuple(tuple(p for p in own if self.pieces.units[p].school) for own in self.pieces.by_team)

    @cached_property
    def meditating(self) -> tuple[int, ...]:
        """The pieces that can meditate."""
        of, koulnikov = self.pieces.of, self.rules.koulnikov_is_priest != "no_meditation"
        return of["b5"] + (of["b6"] if koulnikov else ())

    @cached_property
    def controllers(self) -> dict[str, tuple[int, ...]]:
        """The pieces whose zones stop units that ignore all others (`Unit.zone_free`; clause 1.4.11)."""
        units = list(enumerate(self.pieces.units))
        return {
            "sniper": tuple(p for p, unit in units if unit.missile),
            "borges": tuple(p for p, unit in units if unit.id in ("b9", "b10", "b6")),
        }

    @cached_property
    def watchers(self) -> tuple[tuple[int, ...], ...]:
        """For each piece the enemies that detect it (clause 7.1.4)."""
        units, team = self.pieces.units, self.pieces.team
        return tuple(
            tuple(q for q in self.pieces.detectors if team[q] != team[p] and unit.id in units[q].detects)
            for p, unit in enumerate(units)
        )

    @cached_property
    def spotters(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The pieces that can be detected, each with those that detect it (clause 7.1.4)."""
        return tuple((p, self.watchers[p]) for p in self.pieces.hidden if self.watchers[p])

    @cached_property
    def noticing(self) -> frozenset[int]:
        """The pieces that detect others or are detected."""
        return frozenset(q for p, near in self.spotters for q in (p, *near))

    @cached_property
    def movers(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """For each player the own pieces that move in the general step, then those that move in the special one (clause
        1.3.6), as sets of places in `takes`."""
        own, units = self.pieces.by_team, self.pieces.units
        return (
            tuple(mask(2 * p for p in pieces) for pieces in own),
            tuple(mask(2 * p for p in pieces if units[p].extra) for pieces in own),
        )

    @cached_property
    def hiders(self) -> tuple[tuple[int, ...], ...]:
        """Each player's pieces that can be invisible."""
        return tuple(tuple(p for p in self.pieces.hidden if self.pieces.team[p] == seat) for seat in set(self.teams))

    @cached_property
    def barriers(self) -> tuple[tuple[bool, ...], ...]:
        """For each hex on which side it is of what allows no combat across (clause 1.14.4)."""
        land = self.land
        kinds = (land.river, land.marsh if self.rules.marsh_combat == "barred" else 0)
        return tuple(tuple(bool(hexes >> place & 1) for hexes in kinds) for place in range(len(land)))

    @cached_property
    def footings(self) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
        """For each piece the hexes whose terrain lets it enter, and those of them that cost it more; then on the
        wing (clauses 1.5.4, 1.14.3)."""
        land, rules = self.land, self.rules
        plain, riders = (land.all, land.costly), (land.all, land.costly & ~land.wall)
        if rules.wall_cavalry == "barred":
            riders = (land.all & ~land.wall, land.costly & ~land.wall)
        grounds = [riders if rides else plain for rides in self.pieces.cavalry]
        return tuple((on, (land.all, 0) if rules.pegasus_flight != "no" else on) for on in grounds)

    @cached_property
    def veiled_by_moving(self) -> frozenset[int]:
        """The pieces that may hide in general movement, as they move (option `aris_visibility`)."""
        return frozenset(self.pieces.of["f6"] if self.rules.aris_visibility == "next_move" else ())

    @cached_property
    def observant(self) -> frozenset[int]:
        """The pieces of whose ways every hex matters: those that charge."""
        return frozenset(p for p, unit in enumerate(self.pieces.units) if unit.charge)

    @cached_property
    def mounts(self) -> int:
        """The pieces that choose between horse and Pegasus at each move, as a set of places in `takes`."""
        return mask(2 * p for p in self.pieces.of["u4"])

    @cached_property
    def leading(self) -> tuple[int, ...]:
        """All pieces that are leaders."""
        return tuple(p for p, leads in enumerate(self.pieces.leader) if leads)

    @cached_property
    def leaders(self) -> dict[str, tuple[int, ...]]:
        """The pieces that count as the leader in whose name an objective is (option `leader_scope`)."""
        pieces, named = self.pieces, self.rules.leader_scope == "named"

        def all_of(side: int) -> tuple[int, ...]:
            return tuple(p for p in range(len(pieces)) if pieces.leader[p] and pieces.side[p] == side)

        own = {unit: pieces.of[unit] for unit in ("u5", "f7", "b6")}
        return {unit: one if named or not one else all_of(pieces.side[one[0]]) for unit, one in own.items()}

    @cached_property
    def sought(self) -> tuple[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], ...]:
        """What each printed secret objective is about, clause by clause: pieces that take part, the hex of a place
        (clause 8.1.3)."""
        of, leaders, points = self.pieces.of, self.leaders, dict(zip(PLACES, self.land.points, strict=True))
        priests = of["b5"] + (of["b6"] if self.rules.koulnikov_is_priest == "counted" else ())
        temple, place = (tuple(h for h in (points[name],) if h >= 0) for name in ("temple", "place"))
        return (leaders["u5"], leaders["f7"], of["u2"]), (leaders["b6"], priests, temple), (of["b10"], of["b9"], place)

    @cached_property
    def goals_given(self) -> tuple[tuple[int, ...], ...]:
        """For each of them its clauses that are about anything."""
        return tuple(tuple(k for k, one in enumerate(three) if one) for three in self.sought)

    # moves

    @cached_property
    def takes(self) -> tuple[Move, ...]:
        """Two moves for each piece, which take it in hand: on the ground, on Pegasus."""
        return tuple(kind(name) for name in self.pieces.names for kind in (Take, Fly))

    @cached_property
    def goals(self) -> tuple[Move, ...]:
        """The move that goes to each hex."""
        return tuple(map(To, self.land.labels))

    @cached_property
    def starts(self) -> tuple[Move, ...]:
        """The move that places a piece on each hex."""
        return tuple(map(Place, self.land.labels))

    @cached_property
    def spots(self) -> tuple[Move, ...]:
        """The move that names each hex for a zone."""
        return tuple(map(At, self.land.labels))

    @cached_property
    def casts(self) -> dict[tuple[int, str], Move]:
        """The move that casts each spell of each priest."""
        units, names, books = self.pieces.units, self.pieces.names, self.numbers.books
        priests = [p for own in self.priests for p in own]
        return {(p, spell): Cast(spell, names[p]) for p in priests for spell in books[units[p].school]}

    @cached_property
    def named(self) -> dict[type[OnPiece], tuple[OnPiece, ...]]:
        """Each kind of move about a piece, for each piece."""
        return {kind: tuple(map(kind, self.pieces.names)) for kind in ON_PIECE}

    def on_pieces(self, kind: type[OnPiece], pieces: Iterable[int]) -> list[Move]:
        """A move of a kind for each of these pieces."""
        return [*map(self.named[kind].__getitem__, pieces)]


class Board:
    """What follows from where the pieces stand and who sees them. Nothing in it changes once it is asked for."""

    __slots__ = ("_crowded", "_full", "_holders", "_zones", "at", "foes", "own", "routes", "table", "unseen", "where")

    def __init__(self, table: Table, where: Sequence[int], unseen: Sequence[bool]) -> None:
        self.table, self.where, self.unseen = table, where, unseen
        self.at: dict[int, list[int]] = {}
        """The pieces on each occupied hex, by number."""
        seats = len(table.players)
        self.own = [0] * seats
        """For each player the hexes of the own pieces, hidden ones too."""
        self.foes = [0] * seats
        """For each player the hexes of enemies that are seen."""
        self._crowded, self._full = [0] * seats, [0] * seats
        """For each player the hexes of several own pieces, and those where an own piece that does not stack may
        not stop."""
        self._zones: list[dict[str, int] | None] = [None] * seats
        """For each player the zones of control that have been asked for before."""
        self._holders: tuple[int, ...] | None = None
        self.routes: dict[Hashable, Any] = {}
        """What `going.routes` has found before."""
        for piece in range(len(where)):
            self._put(piece, -1)

    def changed(self, where: Sequence[int], unseen: Sequence[bool], piece: int, place: int) -> Board:
        """The board after a piece has moved from a place, or is seen by others on it: the same as if it were made from
        scratch."""
        board, team = Board.__new__(Board), self.table.pieces.team[piece]
        board.table, board.where, board.unseen, board.routes = self.table, where, unseen, {}
        board.at, board.own, board.foes = self.at.copy(), self.own.copy(), self.foes.copy()
        board._crowded, board._full = self._crowded.copy(), self._full.copy()
        board._zones, board._holders = [None] * len(self.own), self._holders
        board._zones[team] = self._zones[team]  # zones that stop their owner stay the same
        board._put(piece, place)
        return board

    def _put(self, piece: int, place: int) -> None:
        """Work out again the hex that a piece has left, and the one where it is."""
        at, now, team = self.at, self.where[piece], self.table.pieces.team[piece]
        if now >= 0 <= place != now and now not in at and len(at[place]) == 1:  # nearly always
            del at[place]
            at[now] = [piece]
            self._alone(BIT[now] | BIT[place], piece, not self.unseen[piece])
            return
        if now == place:
            if now >= 0:
                self._settle(now, team)
            return
        if now in at:
            at[now] = sorted((*at[now], piece))
            self._settle(now, team)
        elif now >= 0:
            at[now] = [piece]
            self._alone(BIT[now], piece, not self.unseen[piece])
        if place >= 0:
            if len(there := at[place]) == 1:
                del at[place]
                self._alone(BIT[place], piece, self.foes[self.table.rivals[team][0]] & BIT[place] != 0)
            else:
                at[place] = [p for p in there if p != piece]
                self._settle(place, team)

    def _alone(self, places: int, piece: int, shown: bool) -> None:
        """A piece enters an empty hex, leaves one empty, or both: `_settle`, for what is nearly always the case.
        `places`: these, as a set."""
        table, own, foes = self.table, self.own, self.foes
        team = table.pieces.team[piece]
        own[team] ^= places
        if not table.pieces.stacks[piece]:
            self._full[team] ^= places
        if shown:
            for seat in table.rivals[team]:
                foes[seat] ^= places
        if places & table.land.points_set:
            self._holders = None

    def _settle(self, place: int, team: int) -> None:
        """Work out again what a player's pieces on a hex mean to that player and to the others."""
        table, own, foes, bit, count, stacks, shown = self.table, self.own, self.foes, BIT[place], 0, False, 0
        pieces, rest = table.pieces, table.land.all ^ bit
        if table.land.points_set & bit:
            self._holders = None
        for p in self.at[place]:
            shown |= (not self.unseen[p]) << pieces.team[p]
            if pieces.team[p] == team:
                count, stacks = count + 1, pieces.stacks[p]
        own[team] = own[team] | bit if count else own[team] & rest
        if count > 1 or self._crowded[team] & bit:
            self._crowded[team] = self._crowded[team] | bit if count > 1 else self._crowded[team] & rest
        full = count > 1 or (count and not stacks)
        self._full[team] = self._full[team] | bit if full else self._full[team] & rest
        for seat in table.rivals[team]:
            foes[seat] = foes[seat] | bit if shown & ~(1 << seat) else foes[seat] & rest

    def on(self, place: int) -> Sequence[int]:
        """The pieces on a hex, by number."""
        return self.at.get(place, ())

    def claims(self, place: int) -> list[int]:
        """The players of the pieces on a hex that everybody sees, which may hold it."""
        team = self.table.pieces.team
        return [team[p] for p in self.on(place) if not self.unseen[p]]

    @property
    def holders(self) -> tuple[int, ...]:
        """The player whose pieces alone stand on each place; -1 nobody (clause 8.2.1)."""
        if self._holders is None:
            every = map(self.claims, self.table.land.points)
            self._holders = tuple(seats[0] if len(set(seats)) == 1 else -1 for seats in every)
        return self._holders

    def sees(self, seat: int, piece: int) -> bool:
        """Whether a player sees a piece; the own are always seen."""
        return not self.unseen[piece] or self.table.pieces.team[piece] == seat

    def others(self, seat: int) -> int:
        """The hexes of all pieces but a player's own, hidden ones too."""
        return reduce(or_, [self.own[other] for other in self.table.rivals[seat]])

    def enemies(self, seat: int, place: int) -> list[int]:
        """The enemies on a hex that a player sees."""
        team = self.table.pieces.team
        return [p for p in self.on(place) if team[p] != seat and not self.unseen[p]]

    def friends(self, seat: int, place: int) -> list[int]:
        """A player's pieces on a hex."""
        team = self.table.pieces.team
        return [p for p in self.on(place) if team[p] == seat]

    def contested(self, seat: int) -> int:
        """The hexes on which a player sees pieces of several players: nobody else may enter."""
        team, shared, before = self.table.pieces.team, 0, 0
        for own in self.own:
            shared, before = shared | before & own, before | own
        places = members(shared & self.foes[seat])
        return mask(h for h in places if len({team[p] for p in self.on(h) if self.sees(seat, p)}) > 1)

    def zone(self, seat: int, free: str = "") -> int:
        """The enemy zones of control that stop a player's pieces; `free` as `Unit.zone_free`."""
        zones = self._zones[seat]
        if zones is None:
            zones = self._zones[seat] = {}
        if free not in zones:
            zones[free] = self._zone(seat, free)
        return zones[free]

    def _zone(self, seat: int, free: str) -> int:
        if free == "all":
            return 0
        table, hexes = self.table, self.foes[seat]
        if free:
            where, teams, sees = self.where, table.pieces.team, self.sees
            stops = (p for p in table.controllers[free] if where[p] >= 0 and teams[p] != seat and sees(seat, p))
            hexes = mask(where[p] for p in stops)
        return table.land.beside(hexes & ~table.land.costly)

    def full_for(self, piece: int) -> int:
        """The hexes of friends on which a piece may not stop: all but those of one friend where either may stack
        (clause 1.6.1).

        Its own hex counts like any other: a piece does not stop where it already is.
        """
        pieces = self.table.pieces
        return (self._crowded if pieces.stacks[piece] else self._full)[pieces.team[piece]]
