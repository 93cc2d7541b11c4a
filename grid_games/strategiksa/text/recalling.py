"""A suzerain speaks at any time (clause 48): who has passed for the round takes that back by speaking."""

from __future__ import annotations

from collections.abc import Sequence

from grid_games.strategiksa.moves import PASS, WAIT, Move, Name, Silence
from grid_games.strategiksa.state import State


def recalled(states: Sequence[State], moves: Sequence[Move], move: Move) -> tuple[int, Sequence[Move]] | None:
    """As if whoever says the word had waited whenever asked since: the number of moves before the pass, and those from
    there on, up to where the word may be said. None unless it is a legal word but for the pass."""
    state = states[-1]
    letters = state.game.letters
    if not isinstance(move, Name) or move.colour not in letters:
        return None
    lord = state.table.lords[letters.index(move.colour)]
    if not state.memory.silent >> lord & 1:
        return None
    start = next(n for n in reversed(range(len(moves))) if moves[n] == PASS and states[n].aside == lord)
    now, said, asked = states[start], list[Move](), [states[start]]
    for later in (WAIT, *moves[start + 1 :], None):
        while now.aside == lord and later is not None and said:
            said.append(WAIT)
            now = now.after(WAIT)
            asked.append(now)
        if later is not None:
            said.append(later)
            now = now.after(later)
            asked.append(now)
    while asked[-1].aside != lord and said and isinstance(said[-1], Silence):
        said.pop()
        asked.pop()
    return (start, said) if asked[-1].aside == lord and asked[-1].why_not(move) is None else None
