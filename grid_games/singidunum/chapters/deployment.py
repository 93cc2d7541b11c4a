"""Composing an army and deploying it behind the screen (section 3, U2, U3)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from armada_sim.tabletop import N_, Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.singidunum.chapters.turns import begin
from grid_games.singidunum.moves import PLAYERS, First, Move, Place, Say
from grid_games.singidunum.state import Phase, Rolled, State, Step

_STOPS_SHORT = 0.02
"""Share of units after which a guessed army stops short of what it could afford: such armies are legal, but rare."""


def army(draft: State, side: int) -> list[int]:
    """How many units of each code a side has."""
    counts = [0] * len(draft.table.numbers.names)
    for place in members(draft.men[side]):
        counts[draft.kinds[place]] += 1
    return counts


def unspent(draft: State, side: int) -> int:
    """The army points a side has left."""
    price = draft.table.numbers.price
    return draft.rules.scenario - sum(price[draft.kinds[place]] for place in members(draft.men[side]))


def affordable(draft: State, side: int) -> list[int]:
    """Codes of the units a side may still take: within the pool and the points left."""
    counts, left, numbers = army(draft, side), unspent(draft, side), draft.table.numbers
    pool, price = numbers.pool, numbers.price
    return [code for code in numbers.codes.values() if counts[code] < pool[code] and price[code] <= left]


def room(draft: State, side: int) -> int:
    """The hexes where a side may still deploy."""
    return draft.table.zones[side] & ~draft.occupied


def complete(draft: State, side: int) -> bool:
    """Whether a side can take or place no other unit."""
    return not affordable(draft, side) or not room(draft, side)


def put(draft: State, side: int, code: int, place: int) -> None:
    """Put a unit on the board, available."""
    draft.kinds[place] = code
    draft.ready |= 1 << place
    draft.men[side] |= 1 << place


def _legal(draft: State) -> list[Move]:
    side, table = draft.mover, draft.table
    spaces = members(room(draft, side))
    moves = [table.places[code][place] for code in affordable(draft, side) for place in spaces]
    return [*moves, Say.DONE] if draft.men[side] else moves


def _deployed(draft: State, move: Place | Say) -> None:
    """A unit is taken and deployed. When no other can be, or its player says so, the side is done."""
    side = draft.mover
    if isinstance(move, Place):
        put(draft, side, draft.table.numbers.codes[move.unit], draft.table.board.numbers[move.hex])
        if not complete(draft, side):
            return
    if side == 0:
        draft.mover = 1
    else:
        draft.phase = Phase.FIRST


def why_not(draft: State, move: Move) -> Violation | None:
    """Why a unit cannot be taken or placed there."""
    if move is Say.DONE:
        return Violation("3", "an army has at least one unit")
    if not isinstance(move, Place):
        return None
    side, numbers = draft.mover, draft.table.numbers
    code = numbers.codes[move.unit]
    most, left = numbers.pool[code], unspent(draft, side)
    if army(draft, side)[code] >= most:
        return Violation("2", "a side has no more {unit} than {n}", unit=move.unit, n=most)
    if numbers.price[code] > left:
        told = Message.counted(
            "{unit} costs {cost}, and {n} of {points} points is left",
            "{unit} costs {cost}, and {n} of {points} points are left",
            left, unit=move.unit, cost=numbers.price[code], points=draft.rules.scenario,
        )  # fmt: skip
        return Violation("3", told)
    if draft.men[side] >> draft.table.board.numbers[move.hex] & 1:
        return Violation("U2", "{hex} is occupied: one unit a hex", hex=move.hex)
    depth = numbers.depth
    told = Message("{hex} lies outside the deployment zone: {n} rows, and no flight zone", hex=move.hex, n=depth)
    return Violation("U2", told)


def redrawn(draft: State, side: int, rng: np.random.Generator) -> None:
    """Replace what a side has deployed by some army it might have; by part of one while it is still deploying."""
    whole = side < draft.mover
    for place in members(draft.men[side]):
        draft.remove(side, place)
    spaces = [int(place) for place in rng.permutation(members(room(draft, side)))]
    most = None if whole else int(rng.integers(len(spaces)))
    while spaces and (codes := affordable(draft, side)):
        if most is not None and draft.men[side].bit_count() >= most:
            break
        code, place = codes[int(rng.integers(len(codes)))], spaces.pop()
        put(draft, side, code, place)
        if not whole and complete(draft, side):
            draft.remove(side, place)
            break
        if whole and rng.random() < _STOPS_SHORT:
            break


STEPS = {
    Phase.DEPLOY: Step("", _legal, _deployed, why_not, guess=redrawn),
    Phase.FIRST: Rolled(
        N_("chance decides who begins"),
        lambda _: tuple((First(player), Fraction(1, 2)) for player in PLAYERS),
        lambda draft, move: begin(draft, PLAYERS.index(move.player)),
    ),
}
