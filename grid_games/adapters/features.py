"""What a player may know of a state, as numbers to learn from: rows of fixed shape, float32, each within [-1, 1]."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grid_games.core.protocol import State
from grid_games.core.sets import members
from grid_games.destin_arc import board as arc_board, state as arc
from grid_games.destin_arc.chapters.objectives import holders
from grid_games.destin_arc.chapters.strengths import night
from grid_games.singidunum import state as singidunum
from grid_games.strategiksa import state as strategiksa, units
from grid_games.strategiksa.board import ZONE_MASKS
from grid_games.strategiksa.chapters.control import NOBODY, controllers

Row = NDArray[np.float32]

LONG = 100
"""Rounds after which a game of Strategiksa without a last one counts as half over."""

EACH = 7
"""Numbers for each piece of Arc."""

PHASES = tuple(singidunum.Phase)


def features(state: State[Any], player: str) -> Row:
    """What `player` may know of a state; of a game that is not in the catalogue, whose move it is."""
    game, seat = state.game, state.game.players.index(player)
    row: Callable[[Any, int], Row] = FEATURES.get(game.name, _mover)
    return row(state, seat)


def _mover(state: Any, seat: int) -> Row:
    """Whose move it is, in the order of the seats."""
    mover = state.current_player()
    return np.array([player == mover for player in state.game.players], np.float32)


def _of_strategiksa(state: strategiksa.State, player: int) -> Row:
    """What stands where, who plays, who belongs to whom, seen from a player's seat."""
    table, game = state.table, state.game
    colours = len(game.players)
    scale = np.float32(1 / 20)
    board, seats = np.zeros((colours, len(units.PIECES), 100), np.float32), np.zeros((4, colours), np.float32)
    for place in range(colours):  # the player's own colour first, the others in turn order
        colour = (player + place) % colours
        for square in members(table.occupied[colour]):
            stack = table.stacks[colour][square]
            for piece in units.present(stack):
                board[place, piece, square] = units.number(stack, piece) * scale
        seats[0, place] = colour == state.turn
        seats[1, place] = table.lords[colour] == table.lords[player]
        seats[2, place] = table.lords[colour] == colour
        seats[3, place] = table.managers[colour] == player
    zones = np.zeros(len(ZONE_MASKS), np.float32)
    for zone, colour in enumerate(controllers(table)):
        if colour != NOBODY:
            zones[zone] = 1 if table.lords[colour] == table.lords[player] else -1
    decides = [state.decision.decider(state) == player, state.round / (game.rules.max_rounds or state.round + LONG)]
    return np.concatenate([np.minimum(board, 1).ravel(), seats.ravel(), zones, np.asarray(decides, np.float32)])


def _of_singidunum(state: singidunum.State, me: int) -> Row:
    """Per hex: own strength, enemy strength, available (own 1, enemy -1), burnt, part in the action; then numbers for
    the whole."""
    seen = state.observation(state.game.players[me])
    hexes = np.zeros((5, len(seen.kinds)), np.float32)
    for side in (0, 1):
        for place in members(seen.men[side]):
            hexes[int(side != me), place] = seen.face(place) / 9
            if seen.ready >> place & 1:
                hexes[2, place] = 1 if side == me else -1
    hexes[3, members(seen.burnt)] = 1
    for who, place in enumerate(seen.at):
        if place >= 0:
            hexes[4, place] = -1 if who == singidunum.TARGET else 1 - who / 2
    total, turns = seen.table.victory, seen.table.numbers.turns
    whole = (
        *(phase == seen.phase for phase in PHASES), seen.turn / turns, min(seen.points[me] / total, 1),
        min(seen.points[1 - me] / total, 1), seen.mover == me, seen.decision.decider(seen) == me,
        (seen.passer == me) - (seen.passer == 1 - me), (seen.entered >> me & 1) - (seen.entered >> 1 - me & 1),
        max(-1, min(1, seen.advantage / 18)), seen.joint, seen.fired,
    )  # fmt: skip
    return np.concatenate([hexes.ravel(), np.asarray(whole, np.float32)])


def _of_arc(s: arc.State, seat: int) -> Row:
    """For each piece whether it is in play, seen, hidden, on its back, meditating, and where; then the turn, the night,
    the places, whose move it is."""
    game, land = s.game, s.game.land
    pieces = np.zeros((len(game.pieces), EACH), np.float32)
    for p, place in enumerate(s.where):
        if place < 0:
            continue
        pieces[p, 0], pieces[p, 3], pieces[p, 4] = 1, bool(s.marks[p] & arc.BACK), bool(s.marks[p] & arc.MEDITATES)
        if s.board.sees(seat, p):
            x, r = divmod(place, land.height)
            pieces[p, 1], pieces[p, 2] = 1, s.unseen[p]
            pieces[p, 5:] = x / len(land.columns), r / land.height
    places = np.zeros((len(arc_board.PLACES), 2), np.float32)
    for k, whose in enumerate(zip(holders(s), s.firm, strict=True)):
        places[k] = [0 if one < 0 else 1 if one == seat else -1 for one in whose]
    times = np.array([s.turn / land.turns, night(s)], np.float32)
    return np.concatenate([pieces.ravel(), times, places.ravel(), _mover(s, seat)])


FEATURES: dict[str, Callable[[Any, int], Row]] = {
    "strategiksa": _of_strategiksa, "singidunum": _of_singidunum, "destin-arc": _of_arc,
}  # fmt: skip
"""By the name of a game."""
