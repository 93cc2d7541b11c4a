"""Zones of weather turn and blade bar: who rolls when, and what it does (clauses 4.3, 4.4)."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from grid_games.core.dice import Chances
from grid_games.destin_arc.chapters.losses import SAVE, eliminate, flip, save
from grid_games.destin_arc.moves import Move
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
class ZoneSave(Step):
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

    def chances(self, s: State) -> Chances[Move]:
        return save(s.game.pieces.units[self.piece].save + self.more)

    def play(self, d: Draft, move: Any) -> None:
        """Half-eliminated by weather, eliminated by blades, if the save fails."""
        d.pop()
        if move == SAVE:
            return
        if self.spell == "weather":
            flip(d, self.piece, self.side)
        else:
            eliminate(d, self.piece, self.side)

    def seen(self, s: State, team: int) -> Hashable:
        """The roll of an invisible piece is secret."""
        return None if not s.board.sees(team, self.piece) else super().seen(s, team)

    def concerns(self, d: Draft, piece: int) -> bool:
        return piece == self.piece
