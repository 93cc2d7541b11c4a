"""Movement: where a unit may go (sections 7 and 8, U4)."""

from __future__ import annotations

from functools import reduce

from armada_sim.tabletop import Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import members, zone
from grid_games.singidunum.board import TERRAIN
from grid_games.singidunum.moves import CALLED, Go
from grid_games.singidunum.state import State
from grid_games.singidunum.table import Table
from grid_games.singidunum.units import CAVALRY


class Limits:
    """What limits the moves of one side as things stand: none of it changes while that side moves."""

    __slots__ = ("barred", "caught", "foes", "held", "zone")

    def __init__(self, draft: State, side: int) -> None:
        table = draft.table
        self.foes = draft.men[1 - side]
        self.zone = zone(table.board.grid.around, self.foes)
        self.caught = caught(table, self.foes & draft.ready)
        self.barred = 0 if table.rules.pincer == "leaving" else self.caught
        """Hexes that no step may enter."""

        self.held = 0 if table.rules.pincer == "entering" else self.caught
        """Hexes that no step may leave."""


def caught(table: Table, foes: int) -> int:
    """The hexes caught between two of these available enemies, by `pincer_shape`."""
    around = table.board.grid.around
    once = twice = 0
    men = foes
    while men:
        low = men & -men
        near = around[low.bit_length() - 1]
        twice |= once & near
        once |= near
        men ^= low
    shape = table.rules.pincer_shape
    if shape == "any_two":
        return twice
    found = 0
    for place in members(twice):
        near = around[place] & foes
        if shape == "opposite":
            six = table.board.grid.beside[place]
            hit = any(
                one >= 0 and other >= 0 and near >> one & near >> other & 1
                for one, other in zip(six[:3], six[3:], strict=True)
            )
        else:  # of three round one hex two are not adjacent to each other; of two, the second is not beside the first
            low = near & -near
            hit = near.bit_count() > 2 or bool(near & ~low & ~around[low.bit_length() - 1])
        if hit:
            found |= 1 << place
    return found


def step(table: Table, limits: Limits, start: int, occupied: int) -> int:
    """The hexes that one step from `start` may enter."""
    around = table.board.grid.around
    free = around[start] & ~(occupied | limits.barred)
    if not limits.zone >> start & 1:
        return free
    return free & ~(limits.zone if table.rules.zoc_step == "any" else zone(around, around[start] & limits.foes))


def middles(table: Table, limits: Limits, start: int, occupied: int) -> int:
    """The hexes that cavalry on `start` may go on from with a second step."""
    if not table.plain >> start & 1:
        return 0
    return step(table, limits, start, occupied) & table.ride & ~limits.zone


def reach(table: Table, limits: Limits, start: int, kind: int, occupied: int) -> int:
    """The hexes where the unit on `start` may end a move, its own not included."""
    if limits.held >> start & 1:
        return 0
    found = step(table, limits, start, occupied)
    if kind in CAVALRY and found:
        ways = middles(table, limits, start, occupied)
        while ways:
            low = ways & -ways
            found |= step(table, limits, low.bit_length() - 1, occupied) & table.ride_end
            ways ^= low
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
    cavalry, away = draft.kinds[start] in CAVALRY, board.grid.distance(start, end)
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
