"""What the rules play by themselves, where nobody has a choice."""

from __future__ import annotations

from typing import Any

from grid_games.core.extras import Unasked
from grid_games.strategiksa.chapters.battles import contested
from grid_games.strategiksa.chapters.conversion import Converting
from grid_games.strategiksa.chapters.movement import Moving
from grid_games.strategiksa.chapters.reinforcement import Reinforcing
from grid_games.strategiksa.chapters.vassalage import Offering, Regicide
from grid_games.strategiksa.moves import STOP, Begin, Move, Offer, Silence, Take
from grid_games.strategiksa.state import Phase, State, Step

_LEFT_OUT: dict[Phase, tuple[type[Step], Move]] = {
    Phase.OFFER: (Offering, Offer(None)),
    Phase.REINFORCE: (Reinforcing, STOP),
    Phase.CONVERT: (Converting, STOP),
    Phase.MOVE: (Moving, STOP),
}
"""Phases that are left out where there is nothing to decide: their steps, and what would end these."""


def unasked(before: State, move: Any) -> list[Unasked]:
    """What the rules play by themselves after a move."""
    found: list[Unasked] = []
    step, state = before.step, before.decision.after(before, move)

    def note(seat: int, said: Move) -> None:
        found.append(Unasked(before.game.players[seat], said))

    over = isinstance(state.step, Phase) and not isinstance(move, Silence) and move != STOP
    if over and isinstance(step, Reinforcing | Converting | Moving):
        note(before.table.managers[before.turn], STOP)
    while isinstance(state.step, Phase):
        phase, now = state.step, state
        state = state.game.phases[phase](state)
        asked, said = _LEFT_OUT.get(phase, (None, STOP))
        if asked is not None and not isinstance(state.step, asked):
            note(now.table.managers[now.turn], said)
        elif phase is Phase.BATTLES and len(squares := contested(now)) == 1:
            note(now.table.managers[now.turn], Begin(squares[0]))
        elif phase is Phase.REGICIDES and now.memory.fallen and not isinstance(state.step, Regicide):
            note(now.table.lords[now.memory.fallen[0].killer], Take(True))
    return found
