"""Reinforcements (clauses 19 to 23, 53 and 54; U3, U6, U24)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from armada_sim.tabletop import N_, Listing, Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import listed
from grid_games.strategiksa.board import SQUARES, ZONE_MASKS, ZONE_OF, ZONES
from grid_games.strategiksa.chapters.control import HELD, friendly_squares, points_run, quota, why_none
from grid_games.strategiksa.chapters.setup import over_supply
from grid_games.strategiksa.moves import ADDS, STOP, Add, Move, Stop
from grid_games.strategiksa.state import Phase, State, Step, View, out_of_turn
from grid_games.strategiksa.units import HEALTHY, UNIT, of_kind


@dataclass(unsafe_hash=True, slots=True)
class Reinforcing(Step):
    """New pieces, one by one."""

    left: int
    """points."""

    least: int = -1
    """Place of the last piece in the order of canonical_steps; -1 without it."""

    squares: int = field(default=0, compare=False)
    """Where they may stand: the same throughout the step, since it follows from who controls what (clause 20)."""

    capped: bool = field(default=False, compare=False)
    """Whether the limit of points is still to be tested (U24)."""

    def moves(self, state: State) -> Sequence[Move]:
        return Reinforcements(state, self)

    def why_not(self, state: State, move: Move) -> Violation | None:
        if isinstance(move, Stop):
            return None
        if not isinstance(move, Add):
            return out_of_turn(state, N_("now {player} places reinforcements, as in +A d4, or stops, not {move}"), move)
        if move.kind == "K":
            return Violation("22", "a king is never reinforced")
        if move.kind not in state.game.numbers.price:
            return over_supply(state, move.kind)
        cost = state.game.numbers.price[move.kind]
        if cost > self.left:
            told = Message.counted(
                "a piece of {n} point is too much: {left} left", "a piece of {n} points is too much: {left} left",
                cost, left=self.left,
            )  # fmt: skip
            return Violation("19", told)
        if self._above(state):
            return why_none(state)
        if violation := over_supply(state, move.kind):
            return violation
        if not state.game.ground.open >> move.square & 1:
            return Violation("3", "{square} is a mountain", square=SQUARES[move.square])
        if not self.squares >> move.square & 1:
            return _unfriendly(state, move.square)
        if place(state, move) < self.least:
            return Violation("canonical_steps", "reinforcements come in rising order, cavalry last")
        return None

    def after(self, state: State, move: Move) -> State:
        if not isinstance(move, Add):
            return state.to(Phase.CONVERT)
        table = state.table.changed(state.turn, (move.square, UNIT[HEALTHY[move.kind]]))
        least = place(state, move) if state.game.rules.canonical_steps == "on" else -1
        step = Reinforcing(self.left - state.game.numbers.price[move.kind], least, self.squares, self.capped)
        return _go_on(state.to(step, table), step)

    def kinds(self, state: State) -> str:
        """The kinds that points, supply and limit allow."""
        if self._above(state):
            return ""
        total, supply, numbers = state.table.totals[state.turn], state.game.rules.supply, state.game.numbers
        price = numbers.price
        return "".join([kind for kind in numbers.order if price[kind] <= self.left and of_kind(total, kind) < supply])

    def _above(self, state: State) -> bool:
        """Whether the limit is tested now and whoever reinforces runs more (clause 53, U24)."""
        numbers, table = state.game.numbers, state.table
        return self.capped and points_run(numbers, table, table.managers[state.turn]) > numbers.limit


def _unfriendly(state: State, square: int) -> Violation:
    """Why a zone is none in which the colour to play may be reinforced (clauses 14 and 20; U23)."""
    table, names = state.table, state.game.called
    zone = ZONE_OF[square]
    there = [colour for colour, squares in enumerate(table.occupied) if squares & ZONE_MASKS[zone]]
    lords, standing = {table.lords[colour] for colour in there}, 0
    for colour in there:
        standing |= table.occupied[colour] & ZONE_MASKS[zone]
    lord, name = table.lords[state.turn], ZONES[zone]
    if lord not in lords:
        if not there:
            return Violation("20", "zone {zone} is empty: it is no friendly zone", zone=name)
        who = Listing(sorted(names[colour] for colour in there))
        return Violation("20", "zone {zone} is held by {players}: it is no friendly zone", zone=name, players=who)
    if len(lords) > 1:
        enemies = Listing(sorted(names[colour] for colour in there if table.lords[colour] != lord))
        told = Message("an enemy stands in zone {zone}, {players}: nobody controls it", zone=name, players=enemies)
        return Violation("14", told)
    if standing.bit_count() < HELD:
        return Violation("14", "the pieces in zone {zone} stand on one square: nobody controls it", zone=name)
    return Violation("U23", "zone {zone} belongs to {player}, a fellow vassal", zone=name, player=names[there[0]])


def place(state: State, move: Add) -> int:
    """A reinforcement's place in the order of canonical_steps."""
    return 100 * state.game.numbers.order.index(move.kind) + move.square


class Reinforcements(View):
    """Stop, then the kinds in their order on each square."""

    __slots__ = ("_kinds", "_listed", "_squares")

    def __init__(self, state: State, step: Reinforcing) -> None:
        squares = listed(step.squares)
        self._squares, self._kinds = squares, step.kinds(state)
        self._listed: tuple[Move, ...] | None = None
        if step.least >= 0:
            adds = (ADDS[kind][square] for kind in self._kinds for square in squares)
            self._listed = tuple(move for move in adds if place(state, move) >= step.least)
        super().__init__(state, 1 + (len(squares) * len(self._kinds) if self._listed is None else len(self._listed)))

    def at(self, index: int) -> Move:
        if index == 0:
            return STOP
        if self._listed is not None:
            return self._listed[index - 1]
        kind, square = divmod(index - 1, len(self._squares))
        return ADDS[self._kinds[kind]][self._squares[square]]


def begin(state: State) -> State:
    """What the colour to play is due; the step is left out where nothing can be placed."""
    rules, table, numbers = state.game.rules, state.table, state.game.numbers
    left = quota(table, state.turn, rules)
    tested = rules.cap_test == "turn_start"
    if not left or (tested and points_run(numbers, table, table.managers[state.turn]) > numbers.limit):
        return state.to(Phase.CONVERT)
    return _go_on(state, opened(state, left))


def resumed(state: State, step: Reinforcing) -> State:
    """The step when somebody else runs the colour to play, or what follows where nothing can be placed any more."""
    return _go_on(state, opened(state, step.left, step.least))


def opened(state: State, left: int, least: int = -1) -> Reinforcing:
    """The step with this many points left."""
    rules = state.game.rules
    squares = friendly_squares(state.table, state.game.ground, state.turn, rules)
    return Reinforcing(left, least, squares, capped=rules.cap_test != "turn_start")


def _go_on(state: State, step: Reinforcing) -> State:
    """The step while a piece can be placed; points left over are lost (clause 23, U6)."""
    return state.to(step if step.left and len(Reinforcements(state, step)) > 1 else Phase.CONVERT)
