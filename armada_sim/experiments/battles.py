"""Experiments with Armada as contests: who meets whom, and how a set of mirrored battles is played.

A set begins from one random legal set-up. Where fleets are compared, its two battles begin with either side. Where
players are compared, each plays either fleet, first and second: four battles. South and north are dealt by lot.
Settings share the lots of a set, so that what an option changes is measured on the same set-ups where it can be.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from armada_sim.compiled import writable_cache
from armada_sim.experiments._edges import NAMES, lines_between, turned
from armada_sim.experiments.experiment import Experiment, Table, parse_experiment
from armada_sim.files import Record, Start, program_version, record_of, record_text, replay
from armada_sim.play import (
    Agreement,
    Flag,
    Game,
    NoRoomError,
    Openings,
    Seat,
    deployments,
    limit_reason,
    notation,
    on_grid,
    openings,
    parse_action,
    placing,
    prepared,
    settled,
    to_grid,
    units_of,
)
from armada_sim.players import Computer, covers, planning, play_out
from armada_sim.players.battle import aims, arrays, choices, gunfire, notes, paths, rounds
from armada_sim.table import PIPS, Counts, Pose, Ship
from armada_sim.tabletop import Amount, ArmadaError, InputError, Message, positions
from armada_sim.tabletop.laboratory import (
    RANDOM_LISTS,
    Form,
    GameRow,
    Opening,
    Pairing,
    Shelf,
    Study,
    Ware,
    paired,
)

if TYPE_CHECKING:
    from armada_sim.tabletop.laboratory import Store

_FIRST_SET_DRAWS: Final = 3
"""1. Times the start of a meeting's first set is drawn before the meeting is said to leave no room."""

SET_DRAWS: Final = 100
"""1. Times the start of any set is drawn, up to a second each. Where one in five has room, which the first set of a
meeting then finds half the time, this many fail once in five thousand million sets."""

_MOST_OPENINGS = 4
"""Meetings of an experiment, from the first, whose openings are drawn."""

SIDES = ("south", "north")

_PLAYED_BY = (arrays, aims, paths, gunfire, rounds, choices, planning, deployments, openings, placing, notes)
"""What sets up and plays: games of another text of these are not taken for the same."""


Battle = Pairing[Table, Computer, Counts]
"""A meeting on a table, with players and fleets."""


@dataclass(frozen=True)
class Battles(Study[Experiment]):
    """An experiment of Armada, ready to be played."""

    @cached_property
    def pairings(self) -> tuple[Battle, ...]:
        """What each meeting is played with."""
        asked = self.experiment
        settings, compared = ((table.name, table) for table in asked.tables), asked.compare == "players"
        drawn = ((RANDOM_LISTS, Counts()), (RANDOM_LISTS, Counts()))
        return paired(
            settings, asked.players, compared=compared,
            entries=lambda table: [drawn] if asked.compare == "prices" else asked.fleet_pairs(table), fair=asked.fair,
        )  # fmt: skip

    def shelf(self, meeting: int) -> Shelf | None:
        """The ships of random fleets, where they meet."""
        asked = self.experiment
        if asked.compare != "prices":
            return None
        rules = self.pairings[meeting].under.rules
        if odd := [size for size in rules.sizes if size.price < 1 or size.price.denominator != 1]:
            said = Message(
                "prices are compared with whole ones, of 1 or more, which that of {ship} is not", ship=odd[0]
            )
            raise InputError(said, key=f"rules.sizes.{odd[0].name}.price")
        return Shelf(tuple(
            Ware(str(size), Message("a {ship}", ship=size.ship), int(size.price),
                 Message.counted("{n} pip", "{n} pips", int(size.price)), rules.max_per_size)
            for size in sorted(rules.sizes, key=lambda size: -size.price)
        ), asked.budget)  # fmt: skip

    def _fleets(self, meeting: int, number: int) -> tuple[Counts, Counts]:
        """What meets in a set."""
        if (shelf := self.shelf(meeting)) is None:
            return self.pairings[meeting].entries
        one, other = (
            Counts(**{ware.name: count for ware, count in zip(shelf.wares, counts, strict=True)})
            for counts in self.lists(meeting, number)
        )
        return one, other

    def extent(self, meeting: int) -> tuple[float, float]:
        """Width and depth of the surface of a meeting, mm."""
        left, bottom, right, top = self.pairings[meeting].under.surface.bounds
        return right - left, top - bottom

    def check(self) -> None:
        """Try how the first set of each meeting begins. Raises InputError for a meeting that cannot: rules that are no
        agreement between these players, a table without room; or for a search that makes no sense.
        """
        self.search  # noqa: B018  # judged by being made
        for number, meeting in enumerate(self.meetings):
            if (shelf := self.shelf(number)) is not None:
                shelf.check()
                self._dear(number, shelf)
            try:
                self._begun(number, 0, _FIRST_SET_DRAWS, self._asked)
            except ArmadaError as error:
                why = error.args[0]
                if isinstance(error, InputError) and error.key:
                    why = Message("{place}: {message}", place=error.key, message=why)
                if isinstance(error, NoRoomError):
                    raise InputError(Message("cannot begin: {why}", why=why)) from None
                raise InputError(Message("cannot begin: {meeting}: {why}", meeting=str(meeting), why=why)) from None

    def _dear(self, meeting: int, shelf: Shelf) -> None:
        """Raises InputError unless fleets of different costs may be chosen."""
        rules = self.pairings[meeting].under.rules
        if rules.fleet_budget == "free" or (rules.fleet_budget == "at_most_12" and shelf.budget <= PIPS):
            return
        raise InputError(
            Message("prices need fleets of different pips, such as fleet_budget = free has"), key="rules.fleet_budget"
        )

    @cached_property
    def identity(self) -> str:
        """The experiment without its plan, every option it is played under, and the version of the program and of what
        sets up and plays.
        """
        source = hashlib.sha256("".join(map(inspect.getsource, _PLAYED_BY)).encode()).hexdigest()
        rules = repr([table.rules for table in self.experiment.tables])
        entry = {"game": "armada", "version": program_version(), "players": source}
        entry |= {"experiment": self.experiment.source, "rules": rules}
        return json.dumps(entry)

    def play(self, meeting: int, number: int) -> tuple[GameRow, ...]:
        """One set of battles. Raises NoRoomError if no set-up is found however often it is drawn."""
        pairing = self.pairings[meeting]
        players, lots = pairing.players, self._lots(number, self._fleets(meeting, number))
        setup = self._begun(meeting, number, SET_DRAWS, self._sooner)
        swaps = (0, 1) if self.experiment.compare == "players" else (0,)
        began = [[ship.name, ship.player, str(ship.size), *units_of(ship.pose)] for ship in setup.layout.ships]
        digest, rows = _digest(began), []
        for k, (swap, first) in enumerate((swap, first) for swap in swaps for first in (0, 1)):
            game = setup.begun_by(NAMES[first])
            hands = {NAMES[0]: players[swap], NAMES[1]: players[1 - swap]}
            end = _played(game, hands, np.random.default_rng([*lots, k]))
            got = end.shares if not swap else end.shares[::-1]
            moved_first = first if not swap else 1 - first
            log = _log(setup, began, NAMES[first], end.text)
            rows.append(GameRow(moved_first, got, end.reason, end.turns, end.actions, digest, log))
        return tuple(rows)

    def _lots(self, number: int, fleets: tuple[Counts, Counts]) -> list[int]:
        """What a set is drawn from."""
        return [self.experiment.seed, number, *(digits for fleet in fleets for digits in _digits(fleet))]

    def _asked(self, agreement: Agreement, rng: np.random.Generator) -> Game:
        """A battle about to begin, set up as the engine allows."""
        return prepared(agreement, rng, self.experiment.deployment)

    def _sooner(self, agreement: Agreement, rng: np.random.Generator) -> Game:
        """The same battle, by the compiled arrays where these set up as is asked for."""
        fast = _openings(agreement) if self.experiment.deployment == "random_legal" else None
        return self._asked(agreement, rng) if fast is None else fast.begun(rng)

    def _begun(
        self, meeting: int, number: int, draws: int, set_up: Callable[[Agreement, np.random.Generator], Game]
    ) -> Game:
        """A set's battle about to begin: the first of some draws in which there is room for all.

        Raises NoRoomError, which names the set and the surface, if there is room in none.
        """
        pairing, fleets = self.pairings[meeting], self._fleets(meeting, number)
        lots = self._lots(number, fleets)
        for attempt in range(draws):
            rng = np.random.default_rng([*lots, 0, attempt] if attempt else lots)
            turned = int(rng.integers(2))
            agreement = _agreement(pairing, fleets, (SIDES[turned], SIDES[1 - turned]))
            try:
                return set_up(agreement, rng)
            except NoRoomError as error:
                fault = error
        width, depth = self.extent(meeting)
        raise NoRoomError(
            Message(
                "{meeting}, set {set}, on a surface {width} by {depth}, drawn {n} times: {why}",
                meeting=str(pairing.meeting),
                set=number + 1,
                width=Amount(f"{width:g}"),
                depth=Amount(f"{depth:g}", "mm"),
                n=draws,
                why=fault.args[0],
            )
        )

    def record(self, meeting: int, number: int, game: int, log: bytes) -> str:
        """The record of one battle."""
        entry, pairing = logged(log), self.pairings[meeting]
        agreement = _agreement(pairing, self._fleets(meeting, number), entry["sides"])
        ships = tuple(
            Ship(name, player, agreement.rules.numbers.named(size), Pose(*(on_grid(unit) for unit in units)))
            for name, player, size, *units in entry["ships"]
        )
        flags = tuple(
            Flag(owner, None if at is None else (on_grid(at[0]), on_grid(at[1])), ship)
            for owner, at, ship in entry.get("flags", [])
        )
        start = Start(ships, entry["first"], flags)
        actions = tuple(parse_action(line) for line in entry["actions"])
        played = replay(Record(agreement, actions, start)).games[-1]
        swap = self.experiment.compare == "players" and game >= 2
        hands = pairing.players[::-1] if swap else pairing.players
        notes = {name: f"{hand.level}" for name, hand in zip(NAMES, hands, strict=True)}
        title = f"{self.title} {meeting + 1}:{number + 1}:{game + 1}".strip()
        return record_text(record_of(played, actions, start=start, title=title, notes=notes))

    def openings(self, store: Store, counts: Sequence[int]) -> tuple[Opening, ...]:
        """Where fleets began, set by set, and how they fared, in the first `counts` sets of the first meetings.

        None where players are compared, who play either fleet, where fleets are drawn at random, or where what is fair
        is searched for.
        """
        if self.experiment.compare != "fleets" or self.experiment.fair is not None:
            return ()
        return tuple(self._opening(store, meeting, sets) for meeting, sets in enumerate(counts[:_MOST_OPENINGS]))

    def _opening(self, store: Store, meeting: int, sets: int) -> Opening:
        places: tuple[list[tuple[float, float, float]], list[tuple[float, float, float]]] = ([], [])
        scores: list[list[float]] = []
        for number, game, row in store.games(meeting, sets):
            if game == 0:
                scores.append([])
                for kept, fleet in zip(places, self.began(meeting, row.log), strict=True):
                    kept += [(number, x, y) for x, y in fleet]
            scores[-1].append(row.shares[0])
        one, other = (np.array(kept, dtype=np.float64).reshape(-1, 3) for kept in places)
        return Opening(meeting, self.extent(meeting), (one, other), np.array(scores))

    def began(self, meeting: int, log: bytes) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
        """Where the ships of the first and of the second fleet began: mm, as each player sees their half.

        The edge they sit at is y = 0, and x runs from their left to their right.
        """
        entry = logged(log)
        left, bottom, right, top = self.pairings[meeting].under.surface.bounds
        found: tuple[list[tuple[float, float]], list[tuple[float, float]]] = ([], [])
        for _, player, _, x, y, _ in entry["ships"]:
            which = NAMES.index(player)
            east, north = x / 10**6, y / 10**6
            south = entry["sides"][which] == "south"
            found[which].append((east - left, north - bottom) if south else (right - east, top - north))
        return found


def parse_battles(text: str, form: Form = "toml") -> Battles:
    """The experiment of a text, once the first set of each meeting can begin. Raises InputError."""
    battles = Battles(parse_experiment(text, form))
    battles.check()
    writable_cache()  # the workers, who compile, would each say what it costs if it is not
    return battles


@dataclass(frozen=True, slots=True)
class _End:
    shares: tuple[float, float]
    reason: str
    turns: int
    actions: int
    text: str
    """Its actions in notation, a line each."""


@lru_cache(maxsize=16)
def _openings(agreement: Agreement) -> Openings | None:
    """Set-ups of an agreement that is settled, whose table is made once; None of another."""
    return Openings(agreement) if settled(agreement) else None


_Began = list[Any]
"""Of a ship as a battle begins: its name, player, size, and pose in units of the grid."""


def _digits(fleet: Counts) -> list[int]:
    text = fleet.large * 10_000 + fleet.medium * 100 + fleet.small
    return [text, *(zlib.crc32(name.encode()) * 100 + count for name, count in fleet.others)]


def _agreement(pairing: Battle, fleets: tuple[Counts, Counts], sides: tuple[str, str]) -> Agreement:
    table = pairing.under
    seats = tuple(Seat(name, side, "", n) for name, side, n in zip(NAMES, sides, table.handicap, strict=True))
    lines, later = lines_between(table.line, table.surface, sides), turned(table.later, table.surface, sides)
    return Agreement(seats, table.rules, table.surface, table.objects, fleets, lines, reinforcements=later)


def _played(game: Game, hands: dict[str, Computer], rng: np.random.Generator) -> _End:
    """A battle played to its end: by the compiled arrays if they play these rules, else action by action."""
    if covers(game.state):
        played = play_out(game, hands, rng)
        winner, clock = played.winner, played.board.battle.clock
        shares = (0.5, 0.5) if winner is None else (float(winner == 0), float(winner == 1))
        reason = "attackers_sunk" if winner is not None and _attacks(game, 1 - winner) else "sunk"
        if clock[arrays.RESULT] == arrays.AT_LIMIT:
            reason = limit_reason(game.state.rules, won=winner is not None)
        elif clock[arrays.RESULT] != arrays.SUNK:
            reason = _ENDINGS.get(int(clock[arrays.RESULT]), "too_long")
        return _End(shares, reason, int(clock[arrays.TURNS]), len(played.log), played.text)
    actions: list[str] = []
    for action, after in positions(game, hands, rng, MOST_ACTIONS):
        actions.append(notation(action))
        game = after  # type: ignore[assignment]
    result, got = game.outcome(), game.returns()
    shares = (0.5, 0.5) if result is None else (float(got[NAMES[0]]), float(got[NAMES[1]]))
    reason = "too_long" if result is None else result.reason
    return _End(shares, reason, game.state.turns, len(actions), "\n".join(actions))


def _attacks(game: Game, party: int) -> bool:
    """Whether the first or second player has a line to get past."""
    return any(line.attacker == NAMES[party] for line in game.state.agreement.lines)


_ENDINGS = {
    arrays.CROSSED: "line_crossed", arrays.CAPTURED: "flag_taken",
    arrays.FLAG_SUNK: "flag_sunk", arrays.OWN_FLAG_SUNK: "own_flag_sunk",
}  # fmt: skip
"""Reasons of outcomes that the arrays come to before the limit of turns, as the exact game calls them."""

MOST_ACTIONS = 3_000
"""Actions after which a battle that does not end counts as drawn."""


def _log(setup: Game, began: Sequence[_Began], first: str, text: str) -> bytes:
    entry = {
        "sides": [seat.side for seat in setup.state.agreement.seats], "first": first, "ships": began,
        "actions": text,
    }  # fmt: skip
    if setup.state.flags:
        entry["flags"] = [
            [flag.owner, None if flag.at is None else [to_grid(value) for value in flag.at], flag.ship]
            for flag in setup.state.flags
        ]
    return zlib.compress(json.dumps(entry).encode(), 9)


def logged(log: bytes) -> dict[str, Any]:
    """What the log of a battle says: `sides`, `first` (a player), `ships` (name, player, size, and the pose in units of
    the grid), `flags` if there are any, and `actions` (their notation)."""
    entry: dict[str, Any] = json.loads(zlib.decompress(log))
    return entry | {"actions": entry["actions"].splitlines()}


def _digest(began: Sequence[_Began]) -> str:
    """Of the places of all ships."""
    places = [(name, *units) for name, _, _, *units in began]
    return hashlib.sha256(repr(sorted(places)).encode()).hexdigest()[:16]
