"""Who controls which zone, and what a player gets for it (clauses 14 to 23, 53 and 54; U5, U23)."""

from __future__ import annotations

from functools import lru_cache

from armada_sim.tabletop import Message
from grid_games.core.protocol import Violation
from grid_games.strategiksa.board import ZONE_MASKS, Ground, entered, filled
from grid_games.strategiksa.chapters.setup import over_supply
from grid_games.strategiksa.numbers import Numbers
from grid_games.strategiksa.options import Rules
from grid_games.strategiksa.state import State, Table

NOBODY = -1
"""The controller of a zone that nobody controls."""

HELD = 2
"""Squares of a zone that must be occupied to control it (clause 14)."""


def controllers(table: Table) -> tuple[int, ...]:
    """The colour that controls each zone, NOBODY where none does (clause 18; U5)."""
    held = _held(table.lords, table.occupied, False)
    return tuple(next((colour for colour, squares in enumerate(held) if squares & zone), NOBODY) for zone in ZONE_MASKS)


@lru_cache(maxsize=1 << 10)
def _held(lords: tuple[int, ...], occupied: tuple[int, ...], all_to_lord: bool) -> tuple[int, ...]:
    """For each colour, the squares of the zones that it controls. Worked out for all zones at once."""
    alliances = [0] * len(lords)
    everybody = everywhere = shared = enemies = 0
    for lord, squares in zip(lords, occupied, strict=True):
        zones = entered(squares)
        everybody |= squares
        shared |= everywhere & zones
        enemies |= (everywhere & ~alliances[lord]) & zones
        everywhere |= zones
        alliances[lord] |= zones
    free = filled(everybody) & ~enemies
    held = [0] * len(lords)
    for colour, squares in enumerate(occupied):
        its = entered(squares) & free
        if alone := 0 if all_to_lord else its & ~shared:
            held[colour] |= alone * ZONE_MASKS[0]
        if its != alone:
            held[lords[colour]] |= (its & ~alone) * ZONE_MASKS[0]
    return tuple(held)


def _zones(squares: int) -> int:
    """How many zones are these squares."""
    return squares.bit_count() // ZONE_MASKS[0].bit_count()


def territories(table: Table) -> dict[int, int]:
    """How many zones each suzerain's alliance holds (clause 56); those that hold none are left out."""
    found: dict[int, int] = {}
    for lord, squares in zip(table.lords, _held(table.lords, table.occupied, False), strict=True):
        if squares:
            found[lord] = found.get(lord, 0) + _zones(squares)
    return found


def quota(table: Table, colour: int, rules: Rules) -> int:
    """Points of reinforcement a colour is due (clauses 16, 17 and 19; U5)."""
    return _zones(_held(table.lords, table.occupied, rules.vassal_zones == "all_to_lord")[colour])


def friendly_squares(table: Table, ground: Ground, colour: int, rules: Rules) -> int:
    """The squares where reinforcements of a colour may stand (clause 20; U23)."""
    lord, player = table.lords[colour], table.managers[colour]
    friends = set(table.colours(lord))
    if player != lord:
        friends = {lord, *(its for its, manager in enumerate(table.managers) if manager == player)}
    held, squares = _held(table.lords, table.occupied, rules.vassal_zones == "all_to_lord"), 0
    for friend in friends:
        squares |= held[friend]
    return squares & ground.open


def points_run(numbers: Numbers, table: Table, player: int) -> int:
    """Points of the pieces a player runs (clauses 53 and 54)."""
    points, totals = numbers.points, table.totals
    return sum(points(totals[colour]) for colour, manager in enumerate(table.managers) if manager == player)


def why_none(state: State) -> Violation:
    """Why nothing can be placed in a turn, or nothing any more before anything moves (clauses 19, 53; U3)."""
    rules, table, turn = state.game.rules, state.table, state.turn
    colour, manager = state.game.called[turn], table.managers[turn]
    left = quota(table, turn, rules)
    if not left:
        return Violation("19", "{colour} controls no zone, and so gets no points", colour=colour)
    numbers, who = state.game.numbers, state.game.called[manager]
    run, limit = points_run(numbers, table, manager), numbers.limit
    if run > limit:
        told = Message("{player} runs {n} points of pieces, and {limit} are the limit", player=who, n=run, limit=limit)
        return Violation("53", told)
    if all(over_supply(state, kind) for kind, price in numbers.prices if price <= left):
        return Violation("U3", "all pieces that {colour} could take are on the board", colour=colour)
    return Violation("19", "no points of reinforcement are left to {colour} in this turn", colour=colour)
