"""Legal set-ups made by the program: lines, clusters, random ones; and games brought to their first turn.

A deployment takes a game in which somebody sets ships up, and a random generator, and returns the action. Places are
looked for in floating point and lie on the grid of played moves; what is returned was allowed by the engine
(`Game.allows`). Where no place is found within a number of tries, NoRoomError says so.

    game = prepared(Agreement((Seat("red", "south"), Seat("blue", "north"))), numpy.random.default_rng(1), "line")
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from armada_sim.geometry import hull_around
from armada_sim.play._fields import Box, Outline, Zone, apart, box_of, covered, farther, zone_of
from armada_sim.play._flag_places import flag_places, flag_region
from armada_sim.play._opening import open_fleets, open_offers
from armada_sim.play.actions import Action, Answer, ChooseFirst, ChooseFleet, Deploy, PlaceFlag, Resign
from armada_sim.play.game import Game
from armada_sim.play.rest import of_units, on_grid
from armada_sim.play.state import DUE, Agreement, Phase, State, due_ships
from armada_sim.table import Pose, Ship, Size
from armada_sim.tabletop import ArmadaError, InputError, Message, quoted

if TYPE_CHECKING:
    import numpy as np

_DEPLOY_HAIR_MM: Final = 0.01
"""mm. How far inside what the rules allow generated set-ups lie: more than rounding and the corners of a disc's
polygon come to."""

_DEPLOY_SPACING_MM: Final = 6.0
"""mm. Between ships of a generated line or cluster: a finger's width would be 15, an exact touch could not be moved."""

_DEPLOY_DEPTH_MM: Final = 75.0
"""mm. How far before its player's edge a generated formation begins: room for a second rank of larges behind it."""

_DEPLOY_TRIES: Final = 16
"""Points at which a generated formation is begun before its fleet is said to find no room."""

_POINT_DRAWS: Final = 20_000
"""Points of a box drawn by lot without one that lies in an area, after which the area is taken for a sliver without
room. Of an area that fills a thousandth of its box, one in 400 million is missed."""

_PLACE_TRIES: Final = 100
"""Places by lot tried for one ship before its fleet is begun again."""

_CLUSTER_LOOKS: Final = 80
"""Places by lot of which a cluster takes the nearest that fits."""

_CLUSTER_TURN_DEG: Final = 15.0
"""degrees. How far ships of a generated cluster differ in heading, at most."""

_FLAG_TRIES: Final = 100
"""Points by lot tried for a flag before the set-up is begun again."""

_OPENING_DEPLOYMENTS: Final = 12
"""Whole set-ups begun before an agreement is said to leave no room."""

Deployment = Callable[[Game, "np.random.Generator"], Deploy]
"""What sets up the ships of the player who decides: all of them, or one where ships are set up one by one."""


class NoRoomError(ArmadaError):
    """No legal place was found for a ship or a flag; there may be one all the same."""


@dataclass(frozen=True)
class _Room:
    """Where one player's ships may lie, in floating point, a hair inside what the rules allow."""

    state: State
    player: str
    _shapes: dict[int, tuple[Outline, Box, Ship]] = field(default_factory=dict)
    """By what Python calls the ship, which is kept beside, so that it keeps that name: to hash a pose takes longer."""

    @cached_property
    def hair(self) -> float:
        """mm. How far inside: what pieces may be off by, at both, and rounding."""
        return 4 * float(self.state.agreement.tolerance) + _DEPLOY_HAIR_MM

    @cached_property
    def least(self) -> float:
        """mm. How far from enemies ships are set up at least."""
        return float(self.state.rules.min_gap_mm)

    @cached_property
    def side(self) -> str | None:
        return self.state.agreement.seat(self.player).side

    @cached_property
    def zone(self) -> Zone:
        """The part of the surface that is the player's, a hair inside its border, less what is solid on it."""
        return zone_of(self.state, self.player, self.hair)

    @cached_property
    def facing(self) -> float:
        """Degrees. From the player's side across the surface; from elsewhere to the north."""
        return {"south": 90.0, "north": 270.0, "west": 0.0, "east": 180.0}.get(self.side or "", 90.0)

    @cached_property
    def own(self) -> list[Ship]:
        """The player's ships that lie already."""
        return [s for s in self.state.layout.ships if s.player == self.player]

    @cached_property
    def outlines(self) -> dict[Size, tuple[tuple[float, float], ...]]:
        """mm, (along, across) corners of all a ship of each size covers: the face on the table and its shadow."""
        found = {}
        for size in (*self.state.rules.sizes, *(ship.size for ship in self.state.layout.ships)):
            if size not in found:
                outline, origin = self.state.rules.outline(size), _pose(0, 0, 0).place
                corners = (*outline.flat(origin).corners, *outline.solid(origin).shadow.corners)
                found[size] = tuple(hull_around(corners))
        return found

    def shape(self, ship: Ship) -> Outline:
        """All a ship covers."""
        return self._boxed(ship)[0]

    def _boxed(self, ship: Ship) -> tuple[Outline, Box, Ship]:
        """All a ship covers, and the box around it."""
        key = id(ship)
        if key not in self._shapes:
            x, y, heading = float(ship.pose.x), float(ship.pose.y), math.radians(float(ship.pose.heading))
            c, s = math.cos(heading), math.sin(heading)
            corners = self.outlines[ship.size]
            outline = tuple(x + u * c - v * s for u, v in corners), tuple(y + u * s + v * c for u, v in corners)
            self._shapes[key] = outline, box_of(outline), ship
        return self._shapes[key]

    @cached_property
    def enemies(self) -> list[Ship]:
        """What the player's ships keep the agreed gap from."""
        return [s for s in self.state.layout.ships if not self.state.allied(s.player, self.player)]

    @cached_property
    def friends(self) -> list[Ship]:
        """Allies' ships, which need only not be lain upon."""
        lying = self.state.layout.ships
        return [s for s in lying if s.player != self.player and self.state.allied(s.player, self.player)]

    @cached_property
    def spacing(self) -> float:
        """mm. Between ships of a formation: for a flag among them there must be room."""
        rules = self.state.rules
        among = rules.goal == "flag" and rules.flag_kind != "ship" and rules.flag_place == "in_fleet"
        return max(_DEPLOY_SPACING_MM, 2 * float(rules.flag_radius_mm) + 2.0 if among else 0.0) + self.hair

    @cached_property
    def reach(self) -> float:
        """mm. How far a ship of a group may be from its nearest friend."""
        return float(self.state.rules.template_length) - self.hair

    def gap(self, shape: Outline, ships: Sequence[Ship], enough: float) -> float:
        """mm. The least distance of an outline from some ships, 0 or less where it meets one; `enough` or more if all
        are so far away."""
        box = box_of(shape)
        for other, around, _ in map(self._boxed, ships):
            if not farther(box, around, enough):
                enough = min(enough, apart(shape, other, enough))
        return enough

    def fits(self, ship: Ship, own: Sequence[Ship]) -> bool:
        """Whether a ship may lie there beside own ones."""
        shape, rules, least = self.shape(ship), self.state.rules, self.least + self.hair
        if not self.zone.holds(shape) or self.gap(shape, self.enemies, least) < least:
            return False
        nearest = self.gap(shape, own, 2 * self.reach)
        if min(nearest, self.gap(shape, self.friends, self.hair)) < self.hair:
            return False
        return not own or rules.deploy_zone != "own_side_group" or nearest <= self.reach

    def ship(self, name: str, size: Size, x: float, y: float, heading: float) -> Ship:
        """A ship on the grid, with the middle of its base there."""
        return Ship(name, self.player, size, _pose(x, y, heading))

    def open_at(self, x: float, y: float) -> bool:
        """Whether a point lies in the zone, and not too near to enemies."""
        point = ((x,), (y,))
        return self.zone.holds(point) and self.gap(point, self.enemies, self.least) >= self.least

    def points(self, rng: np.random.Generator) -> Iterator[tuple[float, float]]:
        """Points of the field, by lot, until `_POINT_DRAWS` draws in a row hit none."""
        enemies = [self.shape(ship) for ship in self.enemies]
        if covered(self.zone.bounds, enemies, self.least):
            return iter(())
        return _by_lot(rng, self.zone.bounds, self.open_at)

    def anchors(self, rng: np.random.Generator) -> Iterator[tuple[float, float]]:
        """Where a formation may begin: before the middle of the player's side, then anywhere by lot."""
        if self.side is not None:
            left, bottom, right, top = self.zone.bounds
            middle, depth = ((left + right) / 2, (bottom + top) / 2), _DEPLOY_DEPTH_MM
            yield {
                "west": (left + depth, middle[1]), "east": (right - depth, middle[1]),
                "south": (middle[0], bottom + depth), "north": (middle[0], top - depth),
            }[self.side]  # fmt: skip
        yield from self.points(rng)


def _by_lot(
    rng: np.random.Generator, box: Box, inside: Callable[[float, float], bool]
) -> Iterator[tuple[float, float]]:
    """Points of a box by lot that lie inside, until `_POINT_DRAWS` in a row do not."""
    left, bottom, right, top = box
    missed = 0
    while missed < _POINT_DRAWS and left < right and bottom < top:
        x, y = float(rng.uniform(left, right)), float(rng.uniform(bottom, top))
        missed += 1
        if inside(x, y):
            missed = 0
            yield x, y


def _pose(x: float, y: float, heading: float) -> Pose:
    return of_units(*(round(value * 10**6) for value in (x, y, heading)))


_Slots = Callable[[_Room, "np.random.Generator", str, Size, Sequence[Ship], tuple[float, float]], Iterable[Ship]]
"""The places to try for the next ship, best first; the point is where the formation begins."""


def line(game: Game, rng: np.random.Generator) -> Deploy:
    """Ships abreast across the player's side, a second rank behind the first where there is no room beside it."""
    return _formation(game, rng, _beside)


def cluster(game: Game, rng: np.random.Generator) -> Deploy:
    """Ships packed around a point, all much the same way."""
    return _formation(game, rng, _around)


def random_legal(game: Game, rng: np.random.Generator) -> Deploy:
    """Ships anywhere they may lie, at any heading: every legal set-up may come up, not all alike often."""
    return _formation(game, rng, _anywhere)


DEPLOYMENTS: dict[str, Deployment] = {"line": line, "cluster": cluster, "random_legal": random_legal}
"""Deployments by name."""


def _deciding(game: Game) -> tuple[str, dict[str, Size]]:
    player = game.current_player()
    if game.state.phase is not Phase.DEPLOY or player is None:
        raise InputError(Message("no ships are to be set up now: {due}", due=DUE[game.state.phase]))
    return player, due_ships(game.state, player)


def _one_by_one(game: Game) -> bool:
    return game.state.rules.deploy_order == "alternate_ship_by_ship"


def _formation(game: Game, rng: np.random.Generator, slots: _Slots) -> Deploy:
    """Ships set up one beside another; where one finds no place the formation begins elsewhere."""
    player, due = _deciding(game)
    room = _Room(game.state, player)
    wanted = list(due.items())[:1] if _one_by_one(game) else list(due.items())
    if slots is _anywhere and not _one_by_one(game):
        wanted = [wanted[int(i)] for i in rng.permutation(len(wanted))]
    for at in islice(room.anchors(rng), 1 if room.own else _DEPLOY_TRIES):
        found: list[Ship] = []
        for name, size in wanted:
            own = (*room.own, *found)
            ship = next((s for s in slots(room, rng, name, size, own, at) if room.fits(s, own)), None)
            if ship is None:
                break
            found.append(ship)
        else:
            action = Deploy(tuple((s.name, s.pose) for s in sorted(found, key=lambda s: list(due).index(s.name))))
            if game.allows(action):
                return action
    ships = ", ".join(name for name, _ in wanted)
    raise NoRoomError(Message("no legal set-up of {ships} was found for {player}", ships=ships, player=player))


def _beside(
    room: _Room, rng: np.random.Generator, name: str, size: Size, own: Sequence[Ship], at: tuple[float, float]
) -> Iterator[Ship]:
    """Right and left of every ship of the line, then behind each."""
    outline, rules = room.state.rules.outline(size), room.state.rules
    if not own:
        yield room.ship(name, size, *at, room.facing)
        return
    for along in (0.0, -1.0, 1.0):
        for other in own:
            x, y, heading = float(other.pose.x), float(other.pose.y), math.radians(float(other.pose.heading))
            beam = (float(outline.base) + float(rules.outline(other.size).base)) / 2 + room.spacing
            length = float((outline if along < 0 else rules.outline(other.size)).step) + room.spacing
            for across in (-1.0, 1.0) if not along else (0.0,):
                dx = math.cos(heading) * along * length - math.sin(heading) * across * beam
                dy = math.sin(heading) * along * length + math.cos(heading) * across * beam
                yield room.ship(name, size, x + dx, y + dy, float(other.pose.heading))


def _around(
    room: _Room, rng: np.random.Generator, name: str, size: Size, own: Sequence[Ship], at: tuple[float, float]
) -> Iterator[Ship]:
    """The nearest of some places by lot to the middle of the ships that lie already."""
    if not own:
        yield room.ship(name, size, *at, room.facing)
        return
    middle = [math.fsum(float(value) for value in values) / len(own) for values in
              ([s.pose.x for s in own], [s.pose.y for s in own])]  # fmt: skip
    wide = 1.5 * math.sqrt(len(own) + 1) * (float(room.state.rules.outline(size).step) + room.spacing)
    heading, looks, near_enough = float(own[0].pose.heading), [], _spaced(room, own)
    for _ in range(_CLUSTER_LOOKS):
        way, far = float(rng.uniform(0, 2 * math.pi)), wide * math.sqrt(float(rng.uniform()))
        turn = float(rng.uniform(-_CLUSTER_TURN_DEG, _CLUSTER_TURN_DEG))
        looks.append((far, middle[0] + far * math.cos(way), middle[1] + far * math.sin(way), heading + turn))
    for _, x, y, turned in sorted(looks):
        ship = room.ship(name, size, x, y, turned)
        if near_enough(ship):
            yield ship


def _spaced(room: _Room, own: Sequence[Ship]) -> Callable[[Ship], bool]:
    """Whether a ship keeps the formation's spacing from others."""
    return lambda ship: room.gap(room.shape(ship), own, room.spacing) >= room.spacing


def _anywhere(
    room: _Room, rng: np.random.Generator, name: str, size: Size, own: Sequence[Ship], at: tuple[float, float]
) -> Iterator[Ship]:
    """In a group: about a ship that lies already. Else: anywhere within some distance of the first."""
    grouped = room.state.rules.deploy_zone == "own_side_group"
    if not own:
        yield from (
            room.ship(name, size, *point, float(rng.uniform(0, 360)))
            for point in islice(room.points(rng), _PLACE_TRIES)
        )
        return
    left, bottom, right, top = room.zone.bounds
    far = room.reach + 2 * float(room.state.rules.template_length)
    wide = far if grouped else float(rng.uniform(far, max(far, right - left, top - bottom)))
    for _ in range(_PLACE_TRIES):
        about = own[int(rng.integers(len(own)))] if grouped else own[0]
        x, y = (float(v) + float(rng.uniform(-wide, wide)) for v in (about.pose.x, about.pose.y))
        if room.open_at(x, y):
            yield room.ship(name, size, x, y, float(rng.uniform(0, 360)))


# flags, and whole openings


def flag_placed(game: Game, rng: np.random.Generator) -> PlaceFlag:
    """A legal flag of the player who decides, by lot: fixed, at a place by lot, or one of the ships."""
    player, state = game.current_player(), game.state
    if state.phase is not Phase.FLAG or player is None:
        raise InputError(Message("no flag is to be placed now: {due}", due=DUE[state.phase]))
    ships, kind = state.afloat(player), state.rules.flag_kind
    if kind == "ship" or (kind == "each_chooses" and bool(rng.integers(2))):
        return PlaceFlag(ships[int(rng.integers(len(ships)))].name)
    chosen = islice(_flag_points(rng, state, player), _FLAG_TRIES)
    points = ((on_grid(round(x * 10**6)), on_grid(round(y * 10**6))) for x, y in chosen)
    action = next(
        (found for at in chain(points, flag_places(state, player)) if game.allows(found := PlaceFlag(at))), None
    )
    if action is not None:
        return action
    if kind == "each_chooses":
        return PlaceFlag(ships[int(rng.integers(len(ships)))].name)
    raise NoRoomError(Message("no legal place was found for {player}'s flag", player=player))


def _flag_points(rng: np.random.Generator, state: State, player: str) -> Iterator[tuple[float, float]]:
    """Points by lot where a player's flag may stand."""
    import shapely

    region = flag_region(state, player)
    if region.is_empty:
        return iter(())
    return _by_lot(rng, region.bounds, lambda x, y: bool(shapely.intersects_xy(region, x, y)))


def opening_choice(game: Game, rng: np.random.Generator, deployment: Deployment = random_legal) -> Action:
    """A decision before the first turn: fleets, offers and answers by lot, set-ups by the deployment."""
    state = game.state
    match state.phase:
        case Phase.OFFER:
            offers = open_offers(state)
            return offers[int(rng.integers(len(offers)))]
        case Phase.ANSWER:
            swap = bool(rng.integers(2))
            return Answer(swap if game.allows(Answer(swap)) else not swap)
        case Phase.FLEET:
            fleets = open_fleets(state)
            return ChooseFleet(fleets[int(rng.integers(len(fleets)))]) if fleets else Resign()
        case Phase.FIRST:
            players = state.agreement.players
            return ChooseFirst(players[int(rng.integers(len(players)))])
        case Phase.DEPLOY:
            return deployment(game, rng)
        case Phase.FLAG:
            return flag_placed(game, rng)
        case _:
            raise InputError(Message("the opening is over: {due}", due=DUE[state.phase]))


def prepared(
    agreement: Agreement, rng: np.random.Generator, deployment: str | Deployment = "random_legal",
    choices: Sequence[Action] = (),
) -> Game:  # fmt: skip
    """A game at its first turn.

    choices: fleets, offers, answers, and who moves first, in order; those that are not given are drawn by lot.
    A set-up that leaves another no room is begun again. Raises NoRoomError if none is found, IllegalActionError for
    a choice that is not allowed, InputError for an unknown deployment.
    """
    if isinstance(deployment, str):
        if deployment not in DEPLOYMENTS:
            known = ", ".join(DEPLOYMENTS)
            raise InputError(
                Message("there is no deployment {name} (deployments: {known})", name=quoted(deployment), known=known)
            )
        deployment = DEPLOYMENTS[deployment]
    game, given = Game.new(agreement), iter(choices)
    while game.state.phase in (Phase.OFFER, Phase.ANSWER, Phase.FLEET, Phase.FIRST):
        game = game.play(next(given, None) or opening_choice(game, rng))
    fault: NoRoomError | None = None
    for _ in range(_OPENING_DEPLOYMENTS):
        try:
            return _set_up(game, rng, deployment)
        except NoRoomError as error:
            fault = error
    assert fault is not None
    raise NoRoomError(
        Message("{problem} (whole set-ups begun {count} times)", problem=fault.args[0], count=_OPENING_DEPLOYMENTS)
    )


def _set_up(game: Game, rng: np.random.Generator, deployment: Deployment) -> Game:
    while game.state.phase in (Phase.DEPLOY, Phase.FLAG):
        game = game.forced(opening_choice(game, rng, deployment))
    return game
