"""What pieces count for by a rule of thumb, in whole numbers, so that their sums are kept exactly from move to move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from grid_games.destin_arc.board import Land
from grid_games.destin_arc.units import Unit

SCALE = 100
"""Parts of a point of attack in which is counted."""

NEARNESS, SPELL = 60, 8
"""Worth of a hex nearer to a goal, and of a spell point. Rules of thumb."""

FAR = 14
"""Hexes from which a goal begins to draw a piece."""

WANTED = {"u5": 6000, "f7": 6000, "b6": 6000, "b10": 6000}
"""What leaders in secret objectives are worth besides."""


@dataclass(frozen=True, slots=True)
class Worths:
    """Tables by piece."""

    value: tuple[int, ...]
    """Attack, defence, and a secret objective's leaders more; an even number."""

    draws: tuple[tuple[int, ...], ...]
    """By hex: what it is worth to be so near to a place of strategic importance."""

    @classmethod
    def on(cls, land: Land, units: tuple[Unit, ...]) -> Self:
        """Those of some pieces on a map."""
        points = [place for place in land.points if place >= 0]
        near = tuple(
            NEARNESS * max((max(FAR - land.distance(h, place), 0) for place in points), default=0)
            for h in range(len(land))
        )
        none = (0,) * len(land)
        value = tuple(
            100 * max(unit.melee, unit.missile) + 50 * unit.defence + 10 * unit.points + WANTED.get(unit.id, 0)
            for unit in units
        )
        draws = tuple(none if unit.move < 3 and unit.points else near for unit in units)
        return cls(value, draws)

    def of(self, piece: int, place: int, back: bool, points: int) -> int:
        """What a piece counts for on a hex, turned or not, with its spell points; nothing off the map."""
        if place < 0:
            return 0
        return self.value[piece] // (1 + back) + SPELL * points + self.draws[piece][place]
