"""The order of a turn and of the turns (clauses 10, 13 and 51; U9, U17, U25, U26)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from grid_games.strategiksa.chapters import battles, conversion, movement, reinforcement, setup, vassalage
from grid_games.strategiksa.chapters.victory import at_limit, conquest, drawn
from grid_games.strategiksa.phases import Phase
from grid_games.strategiksa.squares import BOARD

if TYPE_CHECKING:
    from grid_games.strategiksa.state import State


def next_turn(state: State) -> State:
    """The next colour that has a piece (clause 51, U25); after the last round, the end (U26)."""
    turn, round_number = state.turn, state.round
    while True:
        turn += 1
        if turn == len(state.game.players):
            if round_number == state.game.settings["max_rounds"]:
                return state.to(at_limit(state))
            turn, round_number = 0, round_number + 1
        if state.table.totals[turn]:
            return state.at(round_number, turn, Phase.TURN)


def start_turn(state: State) -> State:
    """What comes before the first step of a turn; then its managers are named."""
    game, table, turn = state.game, state.table, state.turn
    if game.settings["wounds"] == "clear_at_own_turn":
        table = table.healed(turn, BOARD)
        state = state.to(Phase.TURN, table)
    if game.settings["repetition"] == 3:
        if state.memory.seen.count((turn, table)) == 2:
            return state.to(drawn(state, "repetition", set(table.lords_in_play())))
        state = state.to(Phase.TURN, memory=replace(state.memory, seen=(*state.memory.seen, (turn, table))))
    if game.settings["territory_when"] == "own_turn_start" and (over := conquest(state, only=turn)):
        return state.to(over)
    asked = _asked(state)
    return state.to(vassalage.Managing(asked)) if asked else state.to(Phase.OFFER)


def _asked(state: State) -> tuple[int, ...]:
    """The colours whose manager is to be named now (U17)."""
    when, table, turn = state.game.settings["manage_when"], state.table, state.turn
    if when == "colour_turn" and table.lords[turn] != turn:
        return (turn,)
    if when == "lord_turn" and table.lords[turn] == turn:
        return tuple(colour for colour in table.colours(turn) if colour != turn and table.totals[colour])
    return ()


def before_offer(state: State) -> State:
    """The offer, left out where there is nobody to make it or to take it (clause 52)."""
    independent = state.table.lords[state.turn] == state.turn
    if state.game.settings["offers"] == "off" or not independent or not vassalage.targets(state, ()):
        return state.to(Phase.REINFORCE)
    return state.to(vassalage.Offering())


def end_turn(state: State) -> State:
    """Territory, then the next seat (clauses 32 and 56)."""
    if state.game.settings["territory_when"] == "turn_end" and (over := conquest(state)):
        return state.to(over)
    if state.memory.trail:
        state = state.to(Phase.NEXT, memory=replace(state.memory, trail=()))
    return state.to(Phase.NEXT)


PHASES: Final[dict[Phase, Callable[[State], State]]] = {
    Phase.SETUP: setup.set_up_next,
    Phase.NEXT: next_turn,
    Phase.TURN: start_turn,
    Phase.OFFER: before_offer,
    Phase.REINFORCE: reinforcement.begin,
    Phase.CONVERT: conversion.begin,
    Phase.MOVE: movement.begin,
    Phase.BATTLES: battles.begin,
    Phase.REGICIDES: vassalage.regicides,
    Phase.END: end_turn,
}
"""What each phase does."""
