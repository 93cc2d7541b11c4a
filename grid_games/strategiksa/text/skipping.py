"""Why steps of a turn are left out, in words: what players are not asked, they are told (clause 13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from armada_sim.tabletop import Message
from grid_games.strategiksa.chapters.control import why_none
from grid_games.strategiksa.moves import Move
from grid_games.strategiksa.state import Phase, State
from grid_games.strategiksa.units import RIDERS


def left_out(before: State, move: Move) -> Iterator[tuple[bool, Message]]:
    """The steps that vanish between a move and the next decision: whether they are of a later turn, and why."""
    state = before.decision.after(before, move)
    if before.aside >= 0 and state.step is Phase.CONVERT:
        yield False, _no_reinforcement(state)  # a suzerain's word has left nothing of the step
    while isinstance(state.step, Phase):
        phase, following = state.step, state.game.phases[state.step](state)
        if isinstance(following.step, Phase):
            if phase is Phase.NEXT:
                yield from ((False, text) for text in _colours_without_pieces(state, following))
            elif phase in _WHY:
                yield (state.round, state.turn) != (before.round, before.turn), _WHY[phase](state)
        state = following


def _colours_without_pieces(state: State, following: State) -> Iterator[Message]:
    """Whose turn is passed over (U25)."""
    colours = len(state.table.totals)
    for away in range(1, (following.turn - state.turn - 1) % colours + 1):
        name = state.game.called[(state.turn + away) % colours]
        yield Message("{colour} has no pieces, and so no turn [U25]", colour=name)


def _no_offer(state: State) -> Message:
    name, lord = state.game.called[state.turn], state.table.lords[state.turn]
    if lord != state.turn:
        return Message("no offer: {colour} is a vassal of {lord} [52]", colour=name, lord=state.game.called[lord])
    return Message("no offer: there is nobody to serve [52]")


def _no_reinforcement(state: State) -> Message:
    why = why_none(state)
    return Message("no reinforcements: {reason} [{clause}]", reason=why.text, clause=why.clause)


def _no_conversion(state: State) -> Message:
    name, total = state.game.called[state.turn], state.table.totals[state.turn]
    if not total & RIDERS:
        return Message("no conversion: {colour} has no cavalry [24]", colour=name)
    return Message("no conversion: {colour} has no foot left [U3]", colour=name)


def _no_move(state: State) -> Message:
    return Message("no moves: nothing of {colour} can leave its square", colour=state.game.called[state.turn])


_WHY: dict[Phase, Callable[[State], Message]] = {
    Phase.OFFER: _no_offer,
    Phase.REINFORCE: _no_reinforcement,
    Phase.CONVERT: _no_conversion,
    Phase.MOVE: _no_move,
}
"""By the phase that would have led to a step."""
