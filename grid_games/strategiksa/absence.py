"""What is answered for a player who has left (U31): stop, none, no, and in a battle the first legal pick of I C A K."""

from __future__ import annotations

from grid_games.strategiksa.chapters.vassalage import Managing
from grid_games.strategiksa.moves import STOP, Answer, Move, Name, Offer, Pick, Reply
from grid_games.strategiksa.state import State
from grid_games.strategiksa.units import ARCHERS, ARCHERS_WOUNDED, CAVALRY, CAVALRY_WOUNDED, INFANTRY, INFANTRY_WOUNDED

_ORDER = (INFANTRY, INFANTRY_WOUNDED, CAVALRY, CAVALRY_WOUNDED, ARCHERS, ARCHERS_WOUNDED)


def answer_for_absent(state: State) -> Move:
    """The move made for whoever decides and is not there; the game must not be over.

    Managers stay as they are; where nothing can be left out, it is the first legal move: a battle, a vassal taken, a
    place in the set-up, a reinforcement under saving=forced.
    """
    for plain in (STOP, Offer(None), Answer(False)):
        if state.why_not(plain) is None:
            return plain
    step, moves = state.step, state.legal_moves()
    if isinstance(step, Managing):
        letters = state.game.letters
        return Name(letters[step.colours[0]], letters[state.table.managers[step.colours[0]]])
    fighters = [move for move in moves if isinstance(move, (Pick, Reply))]
    if fighters:
        return min(fighters, key=lambda move: _ORDER.index(move.piece) if move.piece in _ORDER else len(_ORDER))
    return moves[0]
