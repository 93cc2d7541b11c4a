"""Movement: where a unit may go (sections 7 and 8, U4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce

from armada_sim.tabletop import Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import BIT, members
from grid_games.singidunum.board import TERRAIN
from grid_games.singidunum.moves import CALLED, Go
from grid_games.singidunum.options import Rules
from grid_games.singidunum.state import State

CAUGHT: Mapping[str, Callable[[int, int, int, int, int, int], int]] = {
    "any_two": lambda a, b, c, d, e, f: (
        a & (b | c | d | e | f) | b & (c | d | e | f) | c & (d | e | f) | d & (e | f) | e & f
    ),
    "non_adjacent": lambda a, b, c, d, e, f: a & (c | d | e) | b & (d | e | f) | c & (e | f) | d & f,
    "opposite": lambda a, b, c, d, e, f: a & d | b & e | c & f,
}
"""By `pincer_shape`, the hexes caught between two enemies whose neighbours in each direction, round the hex, these
are."""


class Limits:
    """What limits the moves of one side as things stand: none of it changes while that side moves."""

    __slots__ = ("_draft", "foes", "known", "met", "table", "zone")

    def __init__(self, draft: State, side: int) -> None:
        self._draft, self.table, self.foes = draft, draft.table, draft.men[1 - side]
        self.zone = self.table.board.grid.near(self.foes)
        """The hexes that enemies control."""

        self.known: tuple[int, int] | None = None
        """The pincers, once they have been asked for."""

        self.met = False
        """Whether a unit that has been asked about may stand in the zone, before or after a move."""

    @property
    def pincers(self) -> tuple[int, int]:
        """The hexes that no step may enter, and those that none may leave, for they are caught between two available
        enemies; they lie in the zone."""
        if self.known is None:
            rules, available = self.table.rules, self.foes & self._draft.ready
            two = available & available - 1
            found = caught(rules, self.table.board.grid.moved(available)) if two else 0
            self.known = 0 if rules.pincer == "leaving" else found, 0 if rules.pincer == "entering" else found
        return self.known

    def reaches(self, units: int, occupied: int) -> dict[int, int]:
        """Where each of some units may end a move while these hexes are occupied, its own not included: the hexes
        beside it, and for cavalry those to which a second step leads."""
        table, kinds, controlled = self.table, self._draft.kinds, self.zone
        grid, cavalry, plain = table.board.grid, table.numbers.cavalry, table.plain
        free, ways = table.every & ~occupied, table.ride & ~controlled
        around, found = grid.around, {}
        for unit in members(units):
            here = BIT[unit]
            ends = around[unit] & free
            if (ends | here) & controlled:
                ends, self.met = self._first_steps(unit, ends), True
            if kinds[unit] in cavalry and plain & here and (passed := ends & ways):
                more = grid.near(passed) & free & table.ride_end
                if more & controlled:
                    more, self.met = more & ~self.pincers[0], True
                ends |= more
            found[unit] = ends
        return found

    def _first_steps(self, unit: int, ends: int) -> int:
        """Those of the free hexes beside a unit to which the zone and the pincers let it go."""
        barred, held = self.pincers
        if held >> unit & 1:
            return 0
        if self.zone >> unit & 1:
            grid, every = self.table.board.grid, self.table.rules.zoc_step == "any"
            ends &= ~(self.zone if every else grid.near(grid.around[unit] & self.foes))
        return ends & ~barred


def caught(rules: Rules, near: Sequence[int]) -> int:
    """The hexes caught between two enemies whose neighbours in each direction these are."""
    return CAUGHT[rules.pincer_shape](*near)


def unable(draft: State, name: str) -> Violation | None:
    """Why the unit on a hex cannot be chosen (section 6)."""
    place, side = draft.table.board.numbers[name], draft.mover
    if not draft.men[side] >> place & 1:
        return Violation("6", "there is no unit of the {player} on {hex}", player=CALLED[side], hex=name)
    if not draft.ready >> place & 1:
        return Violation("6", "the unit on {hex} is activated: it acts once a turn", hex=name)
    return None


def why_not(draft: State, move: Go) -> Violation:
    """Why a unit cannot make a move that is not legal (section 7)."""
    return unable(draft, move.start) or Violation("7", _hindrance(draft, move))


def _hindrance(draft: State, move: Go) -> Message:
    table, board = draft.table, draft.table.board
    start, end = board.numbers[move.start], board.numbers[move.end]
    limits = Limits(draft, draft.mover)
    cavalry, away = draft.kinds[start] in table.numbers.cavalry, board.grid.distance(start, end)
    if away > (2 if cavalry else 1):
        if cavalry:
            return Message("{hex} is {n} hexes away; the unit moves one, or two", hex=move.end, n=away)
        return Message("{hex} is {n} hexes away; the unit moves one", hex=move.end, n=away)
    if draft.occupied >> end & 1:
        return Message("{hex} is occupied: one unit a hex", hex=move.end)
    why: list[Message] = []
    barred, held = limits.pincers
    if held >> start & 1:
        why.append(Message("{hex} is caught between available enemies: the unit may only stay", hex=move.start))
    if barred >> end & 1:
        why.append(Message("{hex} is caught between available enemies", hex=move.end))
    limits.known = 0, 0
    if away == 1 and not limits.reaches(1 << start, draft.occupied)[start] >> end & 1:
        why.append(
            Message(
                "{start} and {end} lie in enemy zones of control: no step leads from one to another",
                start=move.start, end=move.end,
            )
        )  # fmt: skip
    if why:
        return reduce(lambda one, other: Message("{one}; and {other}", one=one, other=other), why)
    if not table.plain >> start & 1:
        ground = Message(TERRAIN[board.terrain[start]])
        return Message("cavalry moves two hexes only from plain; {hex} is {terrain}", hex=move.start, terrain=ground)
    if not table.ride_end >> end & 1:
        ground = Message(TERRAIN[board.terrain[end]])
        return Message("cavalry's move of two hexes cannot end on {hex}, {terrain}", hex=move.end, terrain=ground)
    return Message(
        "no way of two hexes leads to {hex}: the hex between must be free, plain or brush, uncaught and outside enemy "
        "zones of control",
        hex=move.end,
    )
