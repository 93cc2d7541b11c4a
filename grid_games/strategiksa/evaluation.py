"""How well a player stands: a rule of thumb, and numbers for learning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from grid_games.strategiksa.control import NOBODY, controllers
from grid_games.strategiksa.phases import Over
from grid_games.strategiksa.pieces import FIELD, KING, KING_WOUNDED, PIECES, UNIT, WIDTH, points, present
from grid_games.strategiksa.squares import ZONE_MASKS, listed

if TYPE_CHECKING:
    from grid_games.strategiksa.state import State

ZONE_WORTH: Final = 1.0
"""points of pieces that a controlled zone is worth: what it brings in a round or so."""

KING_WORTH: Final = 6.0
"""points that a king is worth to his player; a wounded one half."""

VASSAL_SHARE: Final = 0.5
"""1. What a vassal has of his alliance's standing: half of a victory (clause 58)."""

DANGER: Final = 0.5
"""1. Share of the king's worth that is lost when enemies within two squares outnumber his guard."""


_KINGS: Final = FIELD * (UNIT[KING] + UNIT[KING_WOUNDED])


def evaluate(state: State, player: int) -> float:
    """From 0 (lost) to 1 (won): the share of the player's alliance in all pieces, zones and kings; a vassal has half of it."""
    if isinstance(state.step, Over):
        return float(state.step.scores[player])
    table = state.table
    lords = table.lords
    strength = [0.0] * len(lords)
    for colour, total in enumerate(table.totals):
        if total:
            strength[lords[colour]] += points(total) + _king(state, colour, total)
    for colour in controllers(table, state.game.ground):
        if colour != NOBODY:
            strength[lords[colour]] += ZONE_WORTH
    everything = sum(strength)
    share = strength[lords[player]] / everything if everything else 0.0
    if lords[player] == player:
        return share
    return share * VASSAL_SHARE if player in table.managers else 0.0


def _king(state: State, colour: int, total: int) -> float:
    """What a colour's king is worth where he stands."""
    if not total & _KINGS:
        return 0.0
    table, row = state.table, state.table.stacks[colour]
    worth = KING_WORTH if total & FIELD else KING_WORTH / 2
    square = next(square for square in listed(table.occupied[colour]) if row[square] & _KINGS)
    near = state.game.ground.far[square] | 1 << square
    lord = table.lords[colour]
    threat = 0
    for other, occupied in enumerate(table.occupied):
        if occupied & near and table.lords[other] != lord:
            stacks = table.stacks[other]
            for at in listed(occupied & near):
                threat += points(stacks[at])
    if not threat:
        return worth
    guard = sum(points(table.stacks[ally][square]) for ally in table.colours(lord))
    return worth * (1 - DANGER * threat / (threat + guard + 1))


def features(state: State, player: int) -> NDArray[np.float32]:
    """Numbers within [-1, 1], of fixed length: who plays, who belongs to whom, what stands where, seen from a player's seat."""
    table, game = state.table, state.game
    colours = len(game.players)
    scale = np.float32(1 / 20)
    board = np.zeros((colours, len(PIECES), 100), np.float32)
    for place in range(colours):  # the player's own colour first, the others in turn order
        colour = (player + place) % colours
        for square in listed(table.occupied[colour]):
            stack = table.stacks[colour][square]
            for piece in present(stack):
                board[place, piece, square] = (stack >> WIDTH * piece & FIELD) * scale
    seats = np.zeros((4, colours), np.float32)
    for place in range(colours):
        colour = (player + place) % colours
        seats[0, place] = colour == state.turn
        seats[1, place] = table.lords[colour] == table.lords[player]
        seats[2, place] = table.lords[colour] == colour
        seats[3, place] = table.managers[colour] == player
    zones = np.zeros(len(ZONE_MASKS), np.float32)
    for zone, colour in enumerate(controllers(table, game.ground)):
        if colour != NOBODY:
            zones[zone] = 1 if table.lords[colour] == table.lords[player] else -1
    decides = [state.decision.decider(state) == player, state.round / game.last_round]
    return np.concatenate([np.minimum(board, 1).ravel(), seats.ravel(), zones, np.asarray(decides, np.float32)])


