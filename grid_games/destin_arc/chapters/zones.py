"""Zones of weather turn and blade bar: who rolls when, and what it does (clauses 4.3, 4.4)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from grid_games.destin_arc.chapters.losses import Saving, eliminate, flip
from grid_games.destin_arc.state import Draft, Moment, State, Step


def covered(s: Moment, spell: str) -> int:
    """The hexes of the zones of a spell."""
    return reduce(or_, (effect.hexes for effect in s.effects if effect.spell == spell), 0)


def entered(s: Moment, piece: int, path: Sequence[int]) -> list[ZoneSave]:
    """The rolls of a piece that goes along a path, its start first: one for each entry into a zone (clause 4.3)."""
    zones = s.enchanted.zones
    return [
        ZoneSave(piece, effect.spell, effect.side)
        for here, there in itertools.pairwise(path) if zones >> there & 1
        for effect in s.effects if effect.hexes >> there & 1 and not effect.hexes >> here & 1
    ]  # fmt: skip


@dataclass(frozen=True)
class ZoneSave(Saving):
    """A piece in a zone saves, or suffers it."""

    piece: int
    spell: str
    side: int
    """Of the caster."""

    more: int = 0
    """What its save needs more."""

    def due(self, d: Draft) -> bool:
        """Who is lost before it comes to the roll does not roll."""
        return d.where[self.piece] >= 0

    def needs(self, s: Moment) -> int:
        return s.game.pieces.units[self.piece].save + self.more

    def befall(self, d: Draft) -> None:
        """Half-eliminated by weather, eliminated by blades."""
        if self.spell == "weather":
            flip(d, self.piece, self.side)
        else:
            eliminate(d, self.piece, self.side)

    def seen(self, s: State, team: int) -> Step | None:
        """The roll of an invisible piece is secret."""
        return None if not s.board.sees(team, self.piece) else super().seen(s, team)

    def concerns(self, d: Draft, piece: int) -> bool:
        return piece == self.piece
