"""Reinforcements (clauses 19 to 23, 53 and 54; U3, U6, U22, U24)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from armada_sim.tabletop import N_, Listing, Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.strategiksa.board import SQUARES, ZONE_MASKS, ZONE_OF, ZONES
from grid_games.strategiksa.chapters.control import CAP, friendly_squares, points_run, quota
from grid_games.strategiksa.chapters.conversion import conversions, converted, why_not_convert
from grid_games.strategiksa.chapters.setup import over_stack, over_supply
from grid_games.strategiksa.moves import ADDS, STOP, Add, Convert, Move, Stop
from grid_games.strategiksa.state import Phase, State, Step, View, out_of_turn
from grid_games.strategiksa.units import COST, HEALTHY, UNIT, of_kind

ORDER: Final = "IAHC"
"""Kinds in their order under canonical_steps: by cost, cavalry last, because of the limit of 50 points."""


@dataclass(frozen=True, slots=True)
class Reinforcing(Step):
    """New pieces, one by one."""

    left: int
    """points."""

    least: int = -1
    """Place of the last piece in the order of canonical_steps; -1 without it."""

    squares: int = field(default=0, compare=False)
    """Where they may stand: the same throughout the step, since it follows from who controls what (clause 20)."""

    capped: bool = field(default=False, compare=False)
    """Whether the limit of 50 points is still to be tested (U24)."""

    def moves(self, state: State) -> Sequence[Move]:
        return Reinforcements(state, self)

    def why_not(self, state: State, move: Move) -> Violation | None:
        rules = state.game.rules
        if isinstance(move, Stop):
            if rules.saving == "forced" and Reinforcements(state, self).adds:
                return Violation("U6", Message("points of reinforcement that can be used must be used"))
            return None
        if isinstance(move, Convert) and rules.convert_when == "any_time":
            return why_not_convert(state, move)
        if not isinstance(move, Add):
            return out_of_turn(state, N_("now {player} places reinforcements, as in +A d4, or stops, not {move}"), move)
        if move.kind == "K":
            return Violation("22", Message("a king is never reinforced"))
        cost = COST[move.kind]
        if cost > self.left:
            told = Message.counted(
                "a piece of {n} point is too much: {left} left", "a piece of {n} points is too much: {left} left",
                cost, left=self.left,
            )  # fmt: skip
            return Violation("19", told)
        if violation := self._over_cap(state, cost) or over_supply(state, move.kind):
            return violation
        if not state.game.ground.open >> move.square & 1:
            return Violation("3", Message("{square} is a mountain", square=SQUARES[move.square]))
        if not self.squares >> move.square & 1:
            return _unfriendly(state, move.square)
        if violation := over_stack(state, move.square):
            return violation
        if place(move) < self.least:
            return Violation("canonical_steps", Message("reinforcements come in rising order, cavalry last"))
        return None

    def after(self, state: State, move: Move) -> State:
        if isinstance(move, Convert):
            return _go_on(state.to(self, converted(state.table, state.turn, move)), self)
        if not isinstance(move, Add):
            return _leave(state, self.left)
        table = state.table.changed(state.turn, (move.square, UNIT[HEALTHY[move.kind]]))
        least = place(move) if state.game.rules.canonical_steps == "on" else -1
        step = Reinforcing(self.left - COST[move.kind], least, self.squares, self.capped)
        return _go_on(state.to(step, table), step)

    def room(self, state: State) -> int:
        """The most a piece may cost for the limit of 50 points (clause 53, U24)."""
        if not self.capped:
            return self.left
        run = points_run(state.table, state.table.managers[state.turn])
        return CAP - run if state.game.rules.cap_test == "never_above" else self.left if run <= CAP else 0

    def kinds(self, state: State) -> str:
        """The kinds that points, supply and limit allow."""
        total, supply, most = state.table.totals[state.turn], state.game.rules.supply, min(self.left, self.room(state))
        return "".join(kind for kind in ORDER if COST[kind] <= most and of_kind(total, kind) < supply)

    def _over_cap(self, state: State, cost: int) -> Violation | None:
        if cost <= self.room(state):
            return None
        run = points_run(state.table, state.table.managers[state.turn])
        told = Message(
            "{player} runs {n} points of pieces, and above {cap} there are no reinforcements",
            player=Message(state.current_player() or ""), n=run, cap=CAP,
        )  # fmt: skip
        return Violation("53", told)


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
            return Violation("20", Message("zone {zone} is empty: it is no friendly zone", zone=name))
        who = Listing(sorted(names[colour] for colour in there))
        return Violation(
            "20", Message("zone {zone} is held by {players}: it is no friendly zone", zone=name, players=who)
        )
    if len(lords) > 1:
        enemies = Listing(sorted(names[colour] for colour in there if table.lords[colour] != lord))
        told = Message("an enemy stands in zone {zone}, {players}: nobody controls it", zone=name, players=enemies)
        return Violation("14", told)
    if standing.bit_count() < state.game.ground.control[zone]:
        return Violation("14", Message("the pieces in zone {zone} stand on one square: nobody controls it", zone=name))
    return Violation(
        "U23", Message("zone {zone} belongs to {player}, a fellow vassal", zone=name, player=names[there[0]])
    )


def place(move: Add) -> int:
    """A reinforcement's place in the order of canonical_steps."""
    return 100 * ORDER.index(move.kind) + move.square


class Reinforcements(View):
    """Stop (unless U6 forbids it), then conversions, then the kinds in their order on each square that has room."""

    __slots__ = ("_kinds", "_listed", "_others", "_squares", "adds")

    def __init__(self, state: State, step: Reinforcing) -> None:
        rules = state.game.rules
        squares = members(step.squares)
        if rules.stack_limit is not None:
            squares = [square for square in squares if over_stack(state, square) is None]
        self._squares, self._kinds = squares, step.kinds(state)
        self._listed: tuple[Move, ...] | None = None
        if step.least >= 0:
            adds = (ADDS[kind][square] for kind in self._kinds for square in squares)
            self._listed = tuple(move for move in adds if place(move) >= step.least)
        self.adds = len(squares) * len(self._kinds) if self._listed is None else len(self._listed)
        stop = () if rules.saving == "forced" and self.adds else (STOP,)
        self._others: tuple[Move, ...] = (*stop, *(conversions(state) if rules.convert_when == "any_time" else ()))
        super().__init__(state, len(self._others) + self.adds)

    def at(self, index: int) -> Move:
        if index < len(self._others):
            return self._others[index]
        index -= len(self._others)
        if self._listed is not None:
            return self._listed[index]
        kind, square = divmod(index, len(self._squares))
        return ADDS[self._kinds[kind]][self._squares[square]]


def begin(state: State) -> State:
    """What the colour to play is due; the step is left out where nothing can be placed."""
    rules, table = state.game.rules, state.table
    left = quota(table, state.game.ground, state.turn, rules.vassal_zones)
    if state.memory.saved:
        left += state.memory.saved[state.turn]
    if not left or (rules.cap_test == "turn_start" and points_run(table, table.managers[state.turn]) > CAP):
        return _leave(state, left)
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
    if step.left:
        moves = Reinforcements(state, step)
        if moves.adds or len(moves) > 1:
            return state.to(step)
    return _leave(state, step.left)


def _leave(state: State, left: int) -> State:
    """Points left over are lost or saved (clause 23, U6)."""
    if state.game.rules.saving != "carry":
        return state.to(Phase.CONVERT)
    saved = state.memory.saved or (0,) * len(state.game.players)
    now = (*saved[: state.turn], left, *saved[state.turn + 1 :])
    return state.to(Phase.CONVERT, memory=replace(state.memory, saved=now if any(now) else ()))
