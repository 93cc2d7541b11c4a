"""Legal set-ups made by the program: lines, clusters, random ones; and games brought to their first turn.

A deployment takes a game in which somebody sets ships up, and a random generator, and returns the action. Places are
looked for in floating point and lie on the grid of played moves; what is returned was allowed by the engine
(`Game.allows`). Where no place is found within a number of tries, NoRoomError says so.

    game = prepared(Agreement((Seat("red", "south"), Seat("blue", "north"))), numpy.random.default_rng(1), "line")
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from armada_sim.compiled import integers
from armada_sim.play import placing
from armada_sim.play._fields import DEPLOY_TRIES, Box, fast, field_of, open_points, pose_in, scatterings
from armada_sim.play._flag_places import flag_places, flag_region
from armada_sim.play._opening import open_fleets, open_offers
from armada_sim.play.actions import Action, Answer, ChooseFirst, ChooseFleet, Deploy, PlaceFlag, Resign
from armada_sim.play.game import Game
from armada_sim.play.placing import Field
from armada_sim.play.rest import of_units, on_grid
from armada_sim.play.state import DUE, Agreement, Phase, State, due_ships
from armada_sim.table import Pose, Ship, Size
from armada_sim.tabletop import ArmadaError, InputError, Message, quoted

if TYPE_CHECKING:
    import numpy as np

_DEPLOY_SPACING_MM: Final = 6.0
"""mm. Between ships of a generated line or cluster: a finger's width would be 15, an exact touch could not be moved."""

_DEPLOY_DEPTH_MM: Final = 75.0
"""mm. How far before its player's edge a generated formation begins: room for a second rank of larges behind it."""

_CLUSTER_LOOKS: Final = 80
"""Places by lot of which a cluster takes the nearest that fits."""

_CLUSTER_TURN_DEG: Final = 15.0
"""degrees. How far ships of a generated cluster differ in heading, at most."""

_FLAG_TRIES: Final = 100
"""Points by lot tried for a flag before the set-up is begun again."""

OPENING_DEPLOYMENTS: Final = 12
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

    @cached_property
    def facing(self) -> float:
        """Degrees. From the player's side across the surface; from elsewhere to the north."""
        return {"south": 90.0, "north": 270.0, "west": 0.0, "east": 180.0}.get(self.side or "", 90.0)

    @cached_property
    def side(self) -> str | None:
        return self.state.agreement.seat(self.player).side

    @cached_property
    def field(self) -> Field:
        """With the ships that lie already, and room for all that are to be set up."""
        return field_of(self.state, self.player, len(due_ships(self.state, self.player)))

    @cached_property
    def own(self) -> tuple[Ship, ...]:
        """The player's ships that lie already."""
        return tuple(s for s in self.state.layout.ships if s.player == self.player)

    @property
    def taken(self) -> int:
        """The first row of the field for a ship that is to be set up."""
        return len(self.state.layout.ships)

    @cached_property
    def spacing(self) -> float:
        """mm. Between ships of a formation: for a flag among them there must be room."""
        rules = self.state.rules
        among = rules.goal == "flag" and rules.flag_kind != "ship" and rules.flag_place == "in_fleet"
        wide = max(_DEPLOY_SPACING_MM, 2 * float(rules.flag_radius_mm) + 2.0 if among else 0.0)
        return wide + float(self.field.limits[placing.HAIR])

    def set_up(self, ship: Ship, row: int) -> None:
        """A ship in a row of the field."""
        pose = ship.pose
        kind = self.state.sizes.index(ship.size)
        fast().lay(self.field, row, kind, float(pose.x), float(pose.y), float(pose.heading))

    def fits(self, ship: Ship, found: int) -> bool:
        """Whether a ship may lie there beside so many that were set up."""
        self.set_up(ship, len(self.field.facts) - 1)
        return bool(fast().fits(self.field, self.taken + found))

    def far_enough(self, ship: Ship, found: int) -> bool:
        """Whether a ship keeps the formation's spacing from own ones that lie already or were set up."""
        self.set_up(ship, len(self.field.facts) - 1)
        corners = self.field.shapes.shape[2]
        gap = fast().gap(self.field, self.taken + found, corners, placing.OWN, self.spacing)
        return bool(gap >= self.spacing)

    def ship(self, name: str, size: Size, x: float, y: float, heading: float) -> Ship:
        """A ship on the grid, with the middle of its base there."""
        return Ship(name, self.player, size, _pose(x, y, heading))

    def in_row(self, row: int, name: str) -> Ship:
        """The ship of a row of the field."""
        return Ship(
            name, self.player, self.state.sizes[int(self.field.facts[row, placing.KIND])], pose_in(self.field, row)
        )

    def anchors(self, rng: np.random.Generator) -> Iterator[tuple[float, float]]:
        """Where a formation may begin: before the middle of the player's side, then anywhere by lot."""
        field = self.field
        if self.side is not None:
            left, bottom, right, top = (float(field.boxes[0, k]) for k in range(4))
            middle, depth = ((left + right) / 2, (bottom + top) / 2), _DEPLOY_DEPTH_MM
            yield {
                "west": (left + depth, middle[1]), "east": (right - depth, middle[1]),
                "south": (middle[0], bottom + depth), "north": (middle[0], top - depth),
            }[self.side]  # fmt: skip
        yield from open_points(field, self.taken, rng)


def _by_lot(
    rng: np.random.Generator, box: Box, inside: Callable[[float, float], bool]
) -> Iterator[tuple[float, float]]:
    """Points of a box by lot that lie inside, until `POINT_DRAWS` in a row do not."""
    left, bottom, right, top = box
    missed = 0
    while missed < placing.POINT_DRAWS and left < right and bottom < top:
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
    room, due = _wanted(game)
    wanted = due if _one_by_one(game) else [due[int(i)] for i in rng.permutation(len(due))]
    kinds = integers((len(wanted),), [room.state.sizes.index(size) for _, size in wanted])
    for _ in islice(scatterings(room.field, room.taken, kinds, rng, sided=room.side is not None), _tries(room)):
        found = [room.in_row(room.taken + k, name) for k, (name, _) in enumerate(wanted)]
        if (action := _allowed(game, found)) is not None:
            return action
    raise no_room(room.player, due)


DEPLOYMENTS: dict[str, Deployment] = {"line": line, "cluster": cluster, "random_legal": random_legal}
"""Deployments by name."""


def _wanted(game: Game) -> tuple[_Room, list[tuple[str, Size]]]:
    """Where the player who decides may set up, and which ships, by name and size."""
    player = game.current_player()
    if game.state.phase is not Phase.DEPLOY or player is None:
        raise InputError(Message("no ships are to be set up now: {due}", due=DUE[game.state.phase]))
    due = list(due_ships(game.state, player).items())
    return _Room(game.state, player), due[:1] if _one_by_one(game) else due


def _one_by_one(game: Game) -> bool:
    return game.state.rules.deploy_order == "alternate_ship_by_ship"


def _tries(room: _Room) -> int:
    """How often a formation is begun."""
    return 1 if room.own else DEPLOY_TRIES


def _allowed(game: Game, ships: Iterable[Ship]) -> Deploy | None:
    """Ships set up as they are named, if that is allowed."""
    player = game.current_player()
    assert player is not None
    order = list(due_ships(game.state, player))
    action = Deploy(tuple((s.name, s.pose) for s in sorted(ships, key=lambda s: order.index(s.name))))
    return action if game.allows(action) else None


def _formation(game: Game, rng: np.random.Generator, slots: _Slots) -> Deploy:
    """Ships set up one beside another; where one finds no place the formation begins elsewhere."""
    room, wanted = _wanted(game)
    for at in islice(room.anchors(rng), _tries(room)):
        found: list[Ship] = []
        for name, size in wanted:
            own = (*room.own, *found)
            ship = next((s for s in slots(room, rng, name, size, own, at) if room.fits(s, len(found))), None)
            if ship is None:
                break
            room.set_up(ship, room.taken + len(found))
            found.append(ship)
        else:
            if (action := _allowed(game, found)) is not None:
                return action
    raise no_room(room.player, wanted)


def no_room(player: str, wanted: Iterable[tuple[str, Size]]) -> NoRoomError:
    """What is said where ships, by name and size, find no place."""
    ships = ", ".join(name for name, _ in wanted)
    return NoRoomError(Message("no legal set-up of {ships} was found for {player}", ships=ships, player=player))


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
    heading, looks = float(own[0].pose.heading), []
    for _ in range(_CLUSTER_LOOKS):
        way, far = float(rng.uniform(0, 2 * math.pi)), wide * math.sqrt(float(rng.uniform()))
        turn = float(rng.uniform(-_CLUSTER_TURN_DEG, _CLUSTER_TURN_DEG))
        looks.append((far, middle[0] + far * math.cos(way), middle[1] + far * math.sin(way), heading + turn))
    for _, x, y, turned in sorted(looks):
        ship = room.ship(name, size, x, y, turned)
        if room.far_enough(ship, len(own) - len(room.own)):
            yield ship


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


def first_by_lot(state: State, rng: np.random.Generator) -> str:
    """Who moves first, where that is to be said."""
    players = state.agreement.players
    return players[int(rng.integers(len(players)))]


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
            return ChooseFirst(first_by_lot(state, rng))
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
    for _ in range(OPENING_DEPLOYMENTS):
        try:
            return _set_up(game, rng, deployment)
        except NoRoomError as error:
            fault = error
    assert fault is not None
    raise none_found(fault)


def none_found(fault: NoRoomError) -> NoRoomError:
    """What is said where no set-up of those that were begun was found, and the last for this reason."""
    count = OPENING_DEPLOYMENTS
    return NoRoomError(Message("{problem} (whole set-ups begun {count} times)", problem=fault.args[0], count=count))


def _set_up(game: Game, rng: np.random.Generator, deployment: Deployment) -> Game:
    while game.state.phase in (Phase.DEPLOY, Phase.FLAG):
        game = game.forced(opening_choice(game, rng, deployment))
    return game
