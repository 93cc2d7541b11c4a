"""Zones of weather turn and blade bar: who rolls when, and what it does (clauses 4.3, 4.4)."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from grid_games.core.dice import Chances
from grid_games.destin_arc.chapters.hidden import show
from grid_games.destin_arc.chapters.losses import SAVE, eliminate, flip, save
from grid_games.destin_arc.moves import Move
from grid_games.destin_arc.state import Draft, Effect, Look, State, Step


def covered(s: Look, spell: str) -> int:
    """The hexes of the zones of a spell."""
    return reduce(or_, (effect.hexes for effect in s.effects if effect.spell == spell), 0)


def strikes(s: Look, effect: Effect, piece: int) -> bool:
    """Whether a zone does anything to a piece."""
    return s.game.rules.zone_friends == "affected" or s.game.teams[effect.side] != s.game.pieces.team[piece]


def entered(s: Look, piece: int, path: Sequence[int]) -> list[ZoneSave]:
    """The rolls of a piece that goes along a path, its start first: one for each entry into a zone (clause 4.3)."""
    rolls: list[ZoneSave] = []
    zones = s.laid.zones
    single = s.game.rules.zone_overlap == "no_roll"
    for here, there in itertools.pairwise(path):
        if not zones >> there & 1:
            continue
        done: set[str] = set()
        for effect in s.effects:
            if effect.hexes >> there & 1 and not effect.hexes >> here & 1 and strikes(s, effect, piece):
                already = any(other.spell == effect.spell and other.hexes >> here & 1 for other in s.effects)
                if single and (already or effect.spell in done):
                    continue
                done.add(effect.spell)
                rolls.append(ZoneSave(piece, effect.spell, effect.side))
    return rolls


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
        if d.unseen[self.piece] and d.game.rules.zone_reveals == "yes":
            show(d, self.piece)
        if self.spell == "weather":
            flip(d, self.piece, self.side)
        else:
            eliminate(d, self.piece, self.side)

    def seen(self, s: State, team: int) -> Hashable:
        """The roll of an invisible piece is secret."""
        return None if s.unseen[self.piece] >> team & 1 else super().seen(s, team)

    def concerns(self, d: Draft, piece: int) -> bool:
        return piece == self.piece
