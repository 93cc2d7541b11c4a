"""Who controls which zone, and what a player gets for it (clauses 14 to 23, 53 and 54; U5, U23)."""

from __future__ import annotations

from armada_sim.tabletop import Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.strategiksa.board import ZONE_MASKS, Ground
from grid_games.strategiksa.chapters.setup import over_stack, over_supply
from grid_games.strategiksa.options import Rules
from grid_games.strategiksa.state import State, Table
from grid_games.strategiksa.units import COST, points

NOBODY = -1
"""The controller of a zone that nobody controls."""

CAP = 50
"""points. Above this, whoever runs them gets no reinforcements (clause 53)."""


def controllers(table: Table, ground: Ground, all_to_lord: bool = False) -> list[int]:
    """The colour that controls each zone, NOBODY where none does (clause 18; U5)."""
    lords, everybody = table.lords, 0
    alive = [(colour, squares) for colour, squares in enumerate(table.occupied) if squares]
    for _, squares in alive:
        everybody |= squares
    found = [NOBODY] * len(ZONE_MASKS)
    for zone, mask in enumerate(ZONE_MASKS):
        standing = everybody & mask
        if not standing or standing.bit_count() < ground.control[zone]:
            continue
        owner = NOBODY
        for colour, squares in alive:
            if squares & mask:
                if owner == NOBODY:
                    owner = lords[colour] if all_to_lord else colour
                elif lords[owner] == lords[colour]:
                    owner = lords[colour]  # a suzerain's lord is himself
                else:
                    break
        else:
            found[zone] = owner
    return found


def territories(table: Table, ground: Ground) -> dict[int, int]:
    """How many zones each suzerain's alliance holds (clause 56); those that hold none are left out."""
    held: dict[int, int] = {}
    for colour in controllers(table, ground):
        if colour != NOBODY:
            lord = table.lords[colour]
            held[lord] = held.get(lord, 0) + 1
    return held


def quota(table: Table, ground: Ground, colour: int, vassal_zones: str) -> int:
    """Points of reinforcement a colour is due (clauses 16, 17 and 19; U5)."""
    found = controllers(table, ground, vassal_zones == "all_to_lord")
    if vassal_zones != "manager_pool":
        return found.count(colour)
    player = table.managers[colour]
    run = [its for its, manager in enumerate(table.managers) if manager == player]
    if colour != (player if player in run else run[0]):
        return 0
    return sum(owner in run for owner in found)


def friendly_squares(table: Table, ground: Ground, colour: int, rules: Rules) -> int:
    """The squares where reinforcements of a colour may stand (clause 20; U23)."""
    lord, player = table.lords[colour], table.managers[colour]
    friends = set(table.colours(lord))
    if rules.fellow == "no":
        if rules.friendly == "colour" and colour != lord:
            friends = {colour, lord}
        elif rules.friendly == "person" and player != lord:
            friends = {lord, *(its for its, manager in enumerate(table.managers) if manager == player)}
    squares = 0
    for zone, owner in enumerate(controllers(table, ground, rules.vassal_zones == "all_to_lord")):
        if owner in friends:
            squares |= ZONE_MASKS[zone]
    return squares & ground.open


def points_run(table: Table, player: int) -> int:
    """Points of the pieces a player runs himself (clauses 53 and 54)."""
    return sum(points(table.totals[colour]) for colour, manager in enumerate(table.managers) if manager == player)


def why_none(state: State) -> Violation:
    """Why nothing can be placed in a turn, or nothing any more before anything moves (clauses 19, 53; U3, U22)."""
    rules, table, turn = state.game.rules, state.table, state.turn
    colour, manager = state.game.called[turn], table.managers[turn]
    left = quota(table, state.game.ground, turn, rules.vassal_zones)
    left += state.memory.saved[turn] if state.memory.saved else 0
    if not left:
        return Violation("19", Message("{colour} controls no zone, and so gets no points", colour=colour))
    run, who = points_run(table, manager), state.game.called[manager]
    if run > CAP or (run == CAP and rules.cap_test == "never_above"):
        told = Message("{player} runs {n} points of pieces, and {limit} are the limit", player=who, n=run, limit=CAP)
        return Violation("53", told)
    if all(over_supply(state, kind) for kind in "ICAH" if COST[kind] <= left):
        return Violation("U3", Message("all pieces that {colour} could take are on the board", colour=colour))
    friendly = members(friendly_squares(table, state.game.ground, turn, rules))
    if friendly and all(over_stack(state, square) for square in friendly):
        return Violation("U22", Message("no friendly square has room for a piece of {colour}", colour=colour))
    return Violation("19", Message("no points of reinforcement are left to {colour} in this turn", colour=colour))
