"""Losses and the saves against them: pieces flipped, eliminated, captured (clauses 1.2.2, 1.2.4, 1.13)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from grid_games.core.dice import Chances, gathered
from grid_games.destin_arc.moves import Move, Result
from grid_games.destin_arc.state import BACK, GONE, MEDITATES, TAKEN, Draft, Moment, Rolls, State, Step

SAVE, FAIL = Result("save"), Result("fail")


@cache
def save(threshold: int) -> Chances[Move]:
    """A d12 that saves on the threshold or more; a threshold of 1 or less is always reached, one above 12 never."""
    good = Fraction(min(max(13 - threshold, 0), 12), 12)
    return gathered(((SAVE, good), (FAIL, 1 - good)))


class Saving(Step):
    """A piece saves, or something befalls it."""

    def needs(self, s: Moment) -> int:
        """What it saves on, or more."""
        raise NotImplementedError

    def befall(self, d: Draft) -> None:
        """What follows if it does not."""
        raise NotImplementedError

    def chances(self, s: State) -> Rolls:
        return save(self.needs(s)).pairs

    def play(self, d: Draft, move: object) -> None:
        d.pop()
        if move != SAVE:
            self.befall(d)


def flip(d: Draft, piece: int, killer: int) -> bool:
    """Half eliminated: turned, or gone if it was turned already. Whether it survives."""
    if d.marks[piece] & BACK:
        eliminate(d, piece, killer)
        return False
    d.mark(piece, BACK)
    return True


def eliminate(d: Draft, piece: int, killer: int, taken: bool = False) -> None:
    """Off the map for good; `killer` is the side to whose credit, -1 for nobody's."""
    d.put(piece, TAKEN if taken else GONE)
    d.write("fates", piece, killer)
    d.write("unseen", piece, False)
    d.unmark(piece, MEDITATES)
    d.enchant([effect for effect in d.effects if effect.bearer != piece])
    d.charges = tuple(charge for charge in d.charges if charge[0] != piece)
    d.spied = tuple(pair for pair in d.spied if pair[0] != piece)
