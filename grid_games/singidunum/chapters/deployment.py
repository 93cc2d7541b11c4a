"""Composing an army and deploying it behind the screen (section 3, U2, U3)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, islice

import numpy as np

from armada_sim.tabletop import N_, Message
from grid_games.core.engine import View
from grid_games.core.protocol import Violation
from grid_games.core.sets import members, nth
from grid_games.singidunum.chapters.turns import begin
from grid_games.singidunum.moves import PLAYERS, First, Move, Place, Say
from grid_games.singidunum.state import Phase, Rolled, State, Step

_STOPS_SHORT = 0.02
"""Share of units after which a guessed army stops short of what it could afford: such armies are legal, but rare."""


def _units(draft: State, side: int) -> bytes:
    """The codes of a side's units."""
    return bytes(map(draft.kinds.__getitem__, members(draft.men[side])))


def army(draft: State, side: int) -> list[int]:
    """How many units of each code a side has."""
    return [*map(_units(draft, side).count, range(len(draft.table.numbers.names)))]


def unspent(draft: State, side: int) -> int:
    """The army points a side has left."""
    return draft.rules.scenario - sum(map(draft.table.numbers.price.__getitem__, _units(draft, side)))


def affordable(draft: State, side: int) -> Iterator[int]:
    """Codes of the units a side may still take: within the pool and the points left."""
    units, numbers = _units(draft, side), draft.table.numbers
    pool, price = numbers.pool, numbers.price
    left = draft.rules.scenario - sum(map(price.__getitem__, units))
    return (code for code in numbers.codes.values() if price[code] <= left and units.count(code) < pool[code])


def room(draft: State, side: int) -> int:
    """The hexes where a side may still deploy."""
    return draft.table.zones[side] & ~draft.occupied


def complete(draft: State, side: int) -> bool:
    """Whether a side can take or place no other unit."""
    return not room(draft, side) or next(affordable(draft, side), None) is None


def put(draft: State, side: int, code: int, place: int) -> None:
    """Put a unit on the board, available."""
    draft.kinds[place] = code
    draft.ready |= 1 << place
    draft.men[side] |= 1 << place


class Placings(View[Move]):
    """What may be said while armies are deployed: each kind of unit on each free hex; then that it is done."""

    __slots__ = ("codes", "places", "spaces")

    def __init__(self, draft: State) -> None:
        side = draft.mover
        self.places, self.codes, self.spaces = draft.table.places, [*affordable(draft, side)], room(draft, side)
        super().__init__(len(self.codes) * self.spaces.bit_count() + bool(draft.men[side]))

    def at(self, index: int) -> Move:
        """The move of a place within the length."""
        code, space = divmod(index, self.spaces.bit_count())
        return self.places[self.codes[code]][nth(self.spaces, space)] if code < len(self.codes) else Say.DONE

    def __iter__(self) -> Iterator[Move]:
        spaces = members(self.spaces)
        moves = (self.places[code][place] for code in self.codes for place in spaces)
        yield from islice(chain(moves, (Say.DONE,)), self._count)


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
    while spaces and (codes := [*affordable(draft, side)]):
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
    Phase.DEPLOY: Step("", Placings, _deployed, why_not, guess=redrawn),
    Phase.FIRST: Rolled(
        N_("chance decides who begins"),
        lambda _: tuple((First(player), Fraction(1, 2)) for player in PLAYERS),
        lambda draft, move: begin(draft, PLAYERS.index(move.player)),
    ),
}
