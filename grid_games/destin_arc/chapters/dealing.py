"""Secret objectives dealt at random (option `objectives_public` = dealt)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from grid_games.core.dice import Chances
from grid_games.destin_arc.moves import Move
from grid_games.destin_arc.state import Draft, Look, State, Task
from grid_games.destin_arc.units import BONNAIRE, FEREIRA, ULF

DEALS = {"printed": (BONNAIRE, ULF, FEREIRA), "exchanged": (BONNAIRE, FEREIRA, ULF)}
"""Whose printed objective each side has. Nobody has one that names his own pieces: Bonnaire's names Ulf's and Fereira's,
theirs name his, so that his own stays with him."""


@dataclass(frozen=True)
class Deal(Task):
    """Before anything is placed: one of the deals, each as likely."""

    def run(self, d: Draft) -> bool:
        """It waits for the lot; an alliance has both of theirs, and nothing is dealt."""
        if d.game.team_of(ULF) == d.game.team_of(FEREIRA):
            d.pop()
            return False
        return True

    def actor(self, s: Look) -> int:
        """The lot."""
        return -1

    def chances(self, s: State) -> Chances[Move]:
        """Every deal."""
        return Chances(tuple((Move("=", name), Fraction(1, len(DEALS))) for name in DEALS))

    def play(self, d: Draft, move: Move) -> None:
        """Everybody looks at his own."""
        d.pop()
        d.dealt = DEALS[move.what]
