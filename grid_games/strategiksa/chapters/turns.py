"""The order of a turn and of the turns (clauses 10, 13 and 51; U17, U25, U26); who has left (U31)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from grid_games.strategiksa.chapters import battles, conversion, movement, reinforcement, setup, vassalage
from grid_games.strategiksa.chapters.victory import at_limit, conquest
from grid_games.strategiksa.moves import PASS, STOP, Answer, Move, Name, Offer, Pick, Reply
from grid_games.strategiksa.state import Phase, State
from grid_games.strategiksa.units import KING_WOUNDED


def next_turn(state: State) -> State:
    """The next colour that has a piece (clause 51, U25); after the last round, the end (U26)."""
    turn, round_number = state.turn, state.round
    while True:
        turn += 1
        if turn == len(state.game.players):
            if round_number == state.game.rules.max_rounds:
                return state.to(at_limit(state))
            turn, round_number = 0, round_number + 1
            if state.memory.silent:
                state = state.to(Phase.NEXT, memory=replace(state.memory, silent=0))
        if state.table.totals[turn]:
            return state.at(round_number, turn, Phase.TURN)


def start_turn(state: State) -> State:
    """Who runs the colour is named first, where that is asked now (U17)."""
    asked = state.game.rules.manage_when == "colour_turn" and state.table.lords[state.turn] != state.turn
    return state.to(vassalage.Managing() if asked else Phase.OFFER)


def before_offer(state: State) -> State:
    """The offer, left out where there is nobody to make it or to take it (clause 52)."""
    independent = state.table.lords[state.turn] == state.turn
    return state.to(vassalage.Offering() if independent and vassalage.targets(state) else Phase.REINFORCE)


def end_turn(state: State) -> State:
    """Territory, then the next seat (clauses 32 and 56)."""
    return state.to(conquest(state) or Phase.NEXT)


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


def answer_for_absent(state: State) -> Move:
    """The move made for whoever decides and has left (U31); the game must not be over.

    Pass, stop, no offer, no; managers stay as they are; in a battle the first legal fighter of I C A K. Where nothing
    can be left out, it is the first legal move: a battle, a vassal taken, a place in the set-up.
    """
    for plain in (PASS, STOP, Offer(None), Answer(False)):
        if state.why_not(plain) is None:
            return plain
    step, moves, letters = state.step, state.legal_moves(), state.game.letters
    if isinstance(step, vassalage.Managing):
        return Name(letters[state.turn], letters[state.table.managers[state.turn]])
    fighters = [move for move in moves if isinstance(move, (Pick, Reply))]
    return min(fighters, key=lambda move: (move.piece <= KING_WOUNDED, move.piece)) if fighters else moves[0]
