"""A whole game between two actions, as plain values: what was agreed on, and how things stand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import chain, zip_longest
from typing import Literal

from armada_sim.geometry import Number
from armada_sim.play.actions import Offer
from armada_sim.play.rest import rounded
from armada_sim.table import (
    MOST_OF_A_SIZE,
    MOST_PIPS,
    SIDES,
    Counts,
    Fleet,
    Layout,
    Obstacle,
    Pose,
    Rules,
    Ship,
    Size,
    Surface,
    checked_coordinate,
    letter_of,
    standard_surface,
    whole_within,
)
from armada_sim.tabletop import N_, InputError, Message, Outcome, inside, quoted

_FIRST_ARRIVAL = 2
"""The first turn in which a ship may come onto the table."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at the table."""

    player: str
    side: str | None = None
    """The side of the surface the player sits at: south, north, west or east."""

    team: str = ""
    """The team; empty for a player alone."""

    actions: int | None = None
    """Of each of the player's turns; None for as many as the rules say."""

    def __post_init__(self) -> None:
        if not self.player or not self.player.isprintable() or self.player != self.player.strip():
            raise InputError(Message("a player needs a name on one line, without spaces around it"), key="player")
        if self.side is not None and self.side not in SIDES:
            known, given = ", ".join(SIDES), quoted(self.side)
            raise InputError(Message("side must be one of {known}, not {given}", known=known, given=given), key="side")
        if self.actions is not None:
            whole_within(self.actions, 1, MOST_PIPS, "actions")

    @property
    def party(self) -> str:
        """The team, or the player who has none."""
        return self.team or self.player


@dataclass(frozen=True, slots=True)
class GoalLine:
    """A line that an attacker must get past: all to the left of the way from `start` to `end`."""

    attacker: str
    start: tuple[Number, Number]
    end: tuple[Number, Number]
    """mm."""

    @property
    def half_plane(self) -> tuple[float, float, float]:
        """The unit normal that points past it, and how far along that it lies, mm: in floating point."""
        (ax, ay), (bx, by) = ((float(x), float(y)) for x, y in (self.start, self.end))
        long = math.hypot(bx - ax, by - ay)
        nx, ny = (ay - by) / long, (bx - ax) / long  # to the left of the way from start to end
        return nx, ny, nx * ax + ny * ay


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """A ship that comes onto the table during the game."""

    ship: Ship
    """As it comes to lie there, on the grid of played moves."""

    turn: int
    """Of the game, those of all players counted together: it comes as the first turn of its player from this one on
    begins in which its place is free."""

    def __post_init__(self) -> None:
        if self.turn < _FIRST_ARRIVAL:
            said = N_("a ship comes in turn {n} or later: what is there in the first belongs to a fleet")
            raise InputError(Message(said, n=_FIRST_ARRIVAL), key="turn")
        if self.ship.sunk:
            raise InputError(Message("{ship} would be sunk before it comes", ship=self.ship.name), key="damage")
        object.__setattr__(self, "ship", self.ship.at(rounded(self.ship.pose)))


@dataclass(frozen=True)
class Agreement:
    """What the players agreed on before the game."""

    seats: tuple[Seat, ...]
    """Clockwise."""

    rules: Rules = field(default_factory=Rules)
    surface: Surface = field(default_factory=standard_surface)
    objects: tuple[Obstacle, ...] = ()
    fleets: Literal["basic", "choose"] | tuple[Counts, ...] = "basic"
    """The two basic fleets (one player picks), each player's own choice, or a fleet for each seat."""

    lines: tuple[GoalLine, ...] = ()
    """Under goal = infiltration: who must get past which line."""

    tolerance: Number = 0
    """mm. How far any corner of a placed ship may be off; 0 if the game is simulated."""

    seed: int = 0
    """What lots are drawn from (first_player = lot)."""

    reinforcements: tuple[Reinforcement, ...] = ()

    def __post_init__(self) -> None:
        names = [seat.player for seat in self.seats]
        for name in names:
            if names.count(name) > 1:
                raise InputError(Message("two players are named {name}", name=quoted(name)), key="players")
        if len(names) < 2 or len({seat.party for seat in self.seats}) < 2:
            raise InputError(Message("a game needs at least two players who are not on one team"), key="players")
        if self.rules.player_range and not self.rules.player_range[0] <= len(names) <= self.rules.player_range[1]:
            said, agreed = N_("{count} players, against players = {value}"), self.rules.players
            raise InputError(Message(said, count=len(names), value=agreed), key="players")
        if (self.fleets == "basic" or self.rules.first_player == "advanced_cut_and_choose") and len(names) != 2:
            raise InputError(Message("basic fleets and cut-and-choose are for two players"), key="fleets")
        if isinstance(self.fleets, tuple) and len(self.fleets) != len(names):
            said = N_("{fleets} fleets for {players} players")
            raise InputError(Message(said, fleets=len(self.fleets), players=len(names)), key="fleets")
        if (self.rules.goal == "infiltration") != bool(self.lines):
            raise InputError(Message("goal = infiltration and goal lines belong together"), key="lines")
        if self.rules.tie_break == "defender" and not self.lines:
            raise InputError(Message("needs a goal line, behind which somebody defends"), key="rules.tie_break")
        for line in self.lines:
            self.seat(line.attacker)
            if line.start == line.end:
                raise InputError(Message("a goal line needs two different points"), key="lines")
        if self.reinforcements:
            self._check_reinforcements()

    def _check_reinforcements(self) -> None:
        """Raises InputError unless each ship that is to come has an owner, and a name that no other ship may have."""
        most = max(self.rules.max_per_size, MOST_OF_A_SIZE)
        every = Counts(**{size.name: most for size in self.rules.sizes})
        names = {name for player in self.players for name in self.ship_names(player, every)}
        for i, one in enumerate(self.reinforcements, 1):
            with inside(key=f"reinforcements[{i}]"):
                with inside(key="player"):
                    self.seat(one.ship.player)
                if one.ship.name in names:
                    said = N_("another ship is named {name}, or may be in a fleet that is set up")
                    raise InputError(Message(said, name=quoted(one.ship.name)), key="name")
                names.add(one.ship.name)

    def __hash__(self) -> int:
        return hash((self.seats, self.fleets, self.seed))  # rules are long to hash, and mostly the same

    def seat(self, player: str) -> Seat:
        """A player's seat. Raises InputError for an unknown player."""
        for seat in self.seats:
            if seat.player == player:
                return seat
        known = ", ".join(seat.player for seat in self.seats)
        raise InputError(Message("no player is called {name} (players: {known})", name=quoted(player), known=known))

    def actions_of(self, player: str) -> int:
        """How many actions a turn of a player has."""
        return self.seat(player).actions or self.rules.numbers.actions

    @property
    def players(self) -> tuple[str, ...]:
        """Names in the order of the seats."""
        return tuple(seat.player for seat in self.seats)

    @property
    def parties(self) -> tuple[str, ...]:
        """Teams, and players without one, in the order of the seats."""
        return tuple(dict.fromkeys(seat.party for seat in self.seats))

    @cached_property
    def turn_order(self) -> tuple[str, ...]:
        """Players by seat, so that turns alternate between teams."""
        parties: dict[str, list[str]] = {}
        for seat in self.seats:
            parties.setdefault(seat.party, []).append(seat.player)
        if len(parties) == len(self.seats):
            return self.players
        return tuple(name for name in chain(*zip_longest(*parties.values())) if name is not None)

    def initials(self) -> Mapping[str, str]:
        """The shortest start of each player's name that no other player's name has, as ships are named."""
        found = {}
        for name in self.players:
            word = "".join(c for c in name if c.isalnum()).upper() or "P"
            others = ["".join(c for c in other if c.isalnum()).upper() for other in self.players if other != name]
            for length in range(1, len(word) + 1):
                if not any(other.startswith(word[:length]) for other in others):
                    found[name] = word[:length]
                    break
            else:
                found[name] = f"{word}_{self.players.index(name) + 1}_"
        return found

    def ship_names(self, player: str, fleet: Counts) -> dict[str, Size]:
        """Names and sizes of a player's ships: RL1 is red's first large."""
        initial, sizes = self.initials()[player], reversed(self.rules.sizes)
        return {f"{initial}{letter_of(size.name)}{n}": size for size in sizes for n in range(1, fleet.of(size) + 1)}


class Phase(StrEnum):
    """What is decided next."""

    OFFER = "offer"
    ANSWER = "answer"
    FLEET = "fleet"
    FIRST = "first"
    DEPLOY = "deploy"
    FLAG = "flag"
    PLAY = "play"
    OVER = "over"


DUE = {
    Phase.OFFER: Message("an offer of ships is due"),
    Phase.ANSWER: Message("the answer to the offer is due"),
    Phase.FLEET: Message("a fleet is to be chosen"),
    Phase.FIRST: Message("who moves first is to be said"),
    Phase.DEPLOY: Message("ships are to be set up"),
    Phase.FLAG: Message("a flag is to be placed"),
    Phase.PLAY: Message("a move, a shot or pass is due"),
    Phase.OVER: Message("the game is over"),
}
"""What is to be done in a phase."""


@dataclass(frozen=True, slots=True)
class Flag:
    """A flag on the table or on a ship."""

    owner: str
    at: tuple[Number, Number] | None = None
    """mm."""

    ship: str | None = None

    @property
    def name(self) -> str:
        """What sentences and obstacles call it."""
        return f"{self.owner}'s flag"


@dataclass(frozen=True, slots=True)
class Turn:
    """How far a turn has got."""

    player: str
    left: int = 3
    """Actions left."""

    steps: tuple[tuple[str, int], ...] = ()
    """Ship and number of steps of each move."""

    shots: tuple[tuple[str, str], ...] = ()
    """Ship and side of each shot fired."""

    stuck: tuple[str, ...] = ()
    """Ships found stuck, or without a legal heading when the turn began (option stuck_lasts)."""

    damaged: bool = False
    """Whether a hit was scored."""

    def steps_of(self, ship: str) -> int:
        """How many steps a ship has taken this turn."""
        return sum(steps for name, steps in self.steps if name == ship)

    def moves_of(self, ship: str) -> int:
        """How many moves a ship has made this turn."""
        return sum(name == ship for name, _ in self.steps)

    def shots_of(self, ship: str, side: str = "") -> int:
        """How many shots a ship has fired this turn, from one side or from any."""
        return sum(name == ship and side in ("", fired) for name, fired in self.shots)


@dataclass(frozen=True)
class State:
    """A game between two actions."""

    agreement: Agreement
    phase: Phase
    decides: str | None
    """Who decides next; None when the game is over."""

    layout: Layout
    fleets: tuple[tuple[str, Counts], ...] = ()
    """Fleets settled so far, by player."""

    offer: Offer | None = None
    first: str | None = None
    """Who moves first, once settled."""

    waiting: tuple[str, ...] = ()
    """Who has to set up (or place a flag) after the player who decides."""

    flags: tuple[Flag, ...] = ()
    order: tuple[str, ...] = ()
    """Players of the round, in order."""

    turn: Turn | None = None
    turns: int = 0
    """Turns over."""

    rounds: int = 0
    quiet: int = 0
    """Turns in a row without damage."""

    agreed: tuple[str, ...] = ()
    """Players who offered or agreed to a draw."""

    out: tuple[str, ...] = ()
    """Players who gave up."""

    result: Outcome | None = None

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.agreement.rules

    def but(self, **changes: object) -> State:
        """The same with some things changed."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def fleet(self, player: str) -> Counts:
        """A settled fleet."""
        return dict(self.fleets)[player]

    @cached_property
    def sizes(self) -> tuple[Size, ...]:
        """The sizes of the game and of the ships on its table, each once."""
        return tuple(dict.fromkeys((*self.rules.sizes, *(ship.size for ship in self.layout.ships))))

    def afloat(self, player: str) -> list[Ship]:
        """A player's ships that are not sunk."""
        return [ship for ship in self.layout.ships if ship.player == player and not ship.sunk]

    def party(self, player: str) -> str:
        """The team of a player, or himself."""
        return self.agreement.seat(player).party

    def allied(self, one: str, other: str) -> bool:
        """Whether two players (or one twice) are on one side."""
        return self.party(one) == self.party(other)

    def parties_afloat(self) -> list[str]:
        """Teams (or single players) with a ship afloat, in the order of the seats."""
        return list(dict.fromkeys(s.party for s in self.agreement.seats if self.afloat(s.player)))

    def in_battle(self, player: str) -> bool:
        """Whether a player is still in the battle, and takes turns: with a ship, and without having given up."""
        return player not in self.out and bool(self.afloat(player))

    def parties_left(self) -> list[str]:
        """Teams (or single players) still in the battle, in the order of the seats."""
        return list(dict.fromkeys(s.party for s in self.agreement.seats if self.in_battle(s.player)))

    @property
    def to_come(self) -> tuple[Reinforcement, ...]:
        """What is still to come onto the table, of players who may take turns yet, in the order agreed on."""
        there, playing = {ship.name for ship in self.layout.ships}, self.phase is Phase.PLAY
        return tuple(
            one for one in self.agreement.reinforcements
            if one.ship.name not in there and one.ship.player not in self.out and self.result is None
            and (not playing or self.in_battle(one.ship.player))
        )  # fmt: skip

    def flags_left(self) -> tuple[Flag, ...]:
        """The flags of sides still in the battle: who is out takes theirs along."""
        left = self.parties_left() if self.flags else []
        return tuple(flag for flag in self.flags if self.party(flag.owner) in left)

    def members(self, *parties: str) -> tuple[str, ...]:
        """The players of some teams (or single players)."""
        return tuple(seat.player for seat in self.agreement.seats if seat.party in parties)


def empty_layout(agreement: Agreement) -> Layout:
    """The table before anything is set up; each player's side and team are declared."""
    sides = tuple(Fleet(seat.player, side=seat.side, team=seat.team) for seat in agreement.seats)
    return Layout((), agreement.surface, agreement.objects, agreement.tolerance, sides)


def new_ships(agreement: Agreement, player: str, ships: tuple[tuple[str, Pose], ...], fleet: Counts) -> list[Ship]:
    """Ships as they are set up. Raises InputError for names the fleet does not have."""
    sizes = agreement.ship_names(player, fleet)
    found = []
    for name, pose in ships:
        if name not in sizes:
            said = N_("{player} has no ship {ship} to set up (ships: {known})")
            raise InputError(Message(said, player=player, ship=quoted(name), known=", ".join(sizes)))
        found.append(Ship(name, player, sizes[name], pose))
    return found


def due_ships(state: State, player: str) -> dict[str, Size]:
    """Ships a player has still to set up, with their sizes."""
    placed = {ship.name for ship in state.layout.ships}
    names = state.agreement.ship_names(player, state.fleet(player))
    return {name: size for name, size in names.items() if name not in placed}


def check_flags(agreement: Agreement, layout: Layout, flags: Sequence[Flag]) -> None:
    """Raises InputError unless each flag has its owner, and stands on the table or on one of the owner's ships."""
    for flag in flags:
        agreement.seat(flag.owner)
        if (flag.at is None) == (flag.ship is None):
            raise InputError(Message("a flag either stands at a point or is carried by a ship"), key="flags")
        if flag.at is not None:
            for value in flag.at:
                checked_coordinate(value, "a flag's place")
        elif layout.ship(flag.ship or "").player != flag.owner:
            said = N_("{ship} is not a ship of {player}, whose flag it should carry")
            raise InputError(Message(said, ship=flag.ship, player=flag.owner), key="flags")
    owners = [flag.owner for flag in flags]
    for owner in owners:
        if owners.count(owner) > 1:
            raise InputError(Message("two flags belong to {player}", player=quoted(owner)), key="flags")
