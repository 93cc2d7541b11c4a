"""A suzerain's word at any time: dismissing a vassal, naming who runs a colour (clauses 48 to 50; U17).

Before each decision of anybody, the suzerains who have a colour to dispose of are asked one after the other, from the
colour to play on. Each says one thing: who runs a colour, to wait, or to pass for the rest of the round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from armada_sim.tabletop import N_, Message
from grid_games.core import sets
from grid_games.core.protocol import Violation
from grid_games.strategiksa.chapters import battles, reinforcement
from grid_games.strategiksa.chapters.battles import Picking, Replying
from grid_games.strategiksa.chapters.reinforcement import Reinforcing
from grid_games.strategiksa.chapters.vassalage import named, why_not_named
from grid_games.strategiksa.moves import PASS, WAIT, Move, Name, Silence, name
from grid_games.strategiksa.state import Interrupt, Over, Phase, State, Table, out_of_turn


def disposable(table: Table, lord: int) -> list[int]:
    """The colours whose manager a suzerain may name: those with pieces in the alliance, but the first."""
    return [colour for colour in table.colours(lord) if colour != lord and table.totals[colour]]


class Interrupting(Interrupt):
    """Before a decision of anybody: `State.aside` is asked, `State.step` waits."""

    __slots__ = ()

    def decider(self, state: State) -> int:
        return state.aside

    def moves(self, state: State) -> Sequence[Move]:
        table, letters = state.table, state.game.letters
        players = table.colours(state.aside)
        moves: list[Move] = [WAIT, PASS]
        for colour in disposable(table, state.aside):
            letter, manager = letters[colour], table.managers[colour]
            moves += [name(letter, letters[player]) for player in players if player != manager]
        return tuple(moves)

    def why_not(self, state: State, move: Move) -> Violation | None:
        if isinstance(move, Silence):
            return None
        if not isinstance(move, Name):
            waits = state._replace(aside=-1).current_player()
            told = N_(
                "now {player} may say who runs his colours before {other} decides, or to wait or pass, not {move}"
            )
            return out_of_turn(state, told, move, other=Message(waits or ""))
        return _why_not_said(state, state.aside, move)

    def after(self, state: State, move: Move) -> State:
        lord = state.aside
        if isinstance(move, Name):
            state = _changed(state, named(state, move), state.game.letters.index(move.colour))
        elif move == PASS:
            state = state.to(state.step, memory=replace(state.memory, silent=state.memory.silent | 1 << lord))
        after = (lord - state.turn) % len(state.table.lords) + 1
        return state if isinstance(state.step, Phase) else _asked(state, after)

    def asked(self, state: State) -> State:
        if state.game.rules.manage_when != "anytime" or isinstance(state.step, Over):
            return state
        return _asked(state, 0)

    def too_late(self, state: State, move: Move) -> Violation | None:
        letters, names, table = state.game.letters, state.game.called, state.table
        if state.game.rules.manage_when != "anytime" or not isinstance(move, Name):
            return None
        lord = table.lords[letters.index(move.colour)] if move.colour in letters else -1
        if violation := _why_not_said(state, lord, move):
            return violation
        if state.memory.silent >> lord & 1:
            told = Message("{player} has passed for this round, and is asked again in the next", player=names[lord])
        else:
            told = Message("{player} has been asked, and is asked again before the next decision", player=names[lord])
        return Violation("U17", told)


def _why_not_said(state: State, lord: int, move: Name) -> Violation | None:
    """What forbids a suzerain's word, whenever it is asked."""
    if violation := why_not_named(state, lord, move):
        return violation
    letters, names, table = state.game.letters, state.game.called, state.table
    colour, player = letters.index(move.colour), letters.index(move.player)
    if not table.totals[colour]:
        return Violation("U25", "{colour} has no pieces to run", colour=names[colour])
    if table.managers[colour] == player:
        return Violation("U17", "{player} runs {colour} already", player=names[player], colour=names[colour])
    return None


def able(state: State) -> int:
    """The suzerains who have a word before the decision of a state, one bit each."""
    return state.table.able & ~state.memory.silent


def _asked(state: State, first: int) -> State:
    """The next suzerain who has a word is asked, `first` seats after the colour to play; else the step is decided."""
    if found := able(state):
        seats = len(state.table.lords)
        around = (found << seats | found) >> state.turn & (1 << seats) - (1 << first)  # from the colour to play on
        if around:
            return state.asking((state.turn + sets.first(around)) % seats)
    return state if state.aside < 0 else state.asking(-1)


def _changed(state: State, table: Table, colour: int) -> State:
    """The decision that waits, as it is now that somebody else runs a colour; a phase where nothing is left of it."""
    state = state.to(state.step, table)
    match state.step:
        case Reinforcing() as step:
            return reinforcement.resumed(state, step)
        case Picking(battle=battle) | Replying(battle=battle) as step if table.stacks[colour][battle.square]:
            return state.to(replace(step, battle=battles.led_anew(state, battle)))
    return state
