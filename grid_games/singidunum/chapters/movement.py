"""Movement: where a unit may go (sections 7 and 8, U4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import combinations

from armada_sim.tabletop import Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import zone
from grid_games.singidunum.board import TERRAIN
from grid_games.singidunum.moves import CALLED, Go
from grid_games.singidunum.options import Rules
from grid_games.singidunum.state import State
from grid_games.singidunum.table import Table

ACROSS = {
    "any_two": tuple(combinations(range(6), 2)),
    "non_adjacent": tuple((one, other) for one, other in combinations(range(6), 2) if 1 < other - one < 5),
    "opposite": ((0, 3), (1, 4), (2, 5)),
}
"""By `pincer_shape`, the pairs of directions from which two enemies catch a hex."""


class Limits:
    """What limits the moves of one side as things stand: none of it changes while that side moves."""

    __slots__ = ("barred", "caught", "foes", "held", "zone")

    def __init__(self, draft: State, side: int) -> None:
        rules, moved = draft.rules, draft.table.board.grid.moved
        self.foes = draft.men[1 - side]
        near = one, two, three, four, five, six = moved(self.foes)
        self.zone = one | two | three | four | five | six
        available = self.foes & draft.ready
        self.caught = caught(rules, near if available == self.foes else moved(available)) if available else 0
        """The hexes caught between two available enemies."""

        self.barred = 0 if rules.pincer == "leaving" else self.caught
        """Hexes that no step may enter."""

        self.held = 0 if rules.pincer == "entering" else self.caught
        """Hexes that no step may leave."""


def caught(rules: Rules, near: Sequence[int]) -> int:
    """The hexes caught between two enemies whose neighbours in each direction these are."""
    found = 0
    for one, other in ACROSS[rules.pincer_shape]:
        found |= near[one] & near[other]
    return found


def reach(table: Table, limits: Limits, start: int, kind: int, occupied: int) -> int:
    """The hexes where the unit on `start` may end a move, its own not included: those beside it, and for cavalry those
    to which a second step leads."""
    if limits.held >> start & 1:
        return 0
    around, controlled = table.board.grid.around, limits.zone
    free = ~(occupied | limits.barred)
    found = around[start] & free
    if controlled >> start & 1:
        found &= ~(controlled if table.rules.zoc_step == "any" else zone(around, around[start] & limits.foes))
    if kind in table.numbers.cavalry and table.plain >> start & 1:
        ways = found & table.ride & ~controlled
        if ways:
            found |= zone(around, ways) & free & table.ride_end
    return found


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
    if limits.held >> start & 1:
        why.append(Message("{hex} is caught between available enemies: the unit may only stay", hex=move.start))
        limits.held = 0
    if limits.barred >> end & 1:
        why.append(Message("{hex} is caught between available enemies", hex=move.end))
        limits.barred = 0
    if away == 1 and not reach(table, limits, start, draft.kinds[start], draft.occupied) >> end & 1:
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
