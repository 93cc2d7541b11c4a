"""Zones of weather turn and blade bar: who rolls when, and what it does (clauses 4.3, 4.4)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import or_

from armada_sim.tabletop import Message
from grid_games.destin_arc.chapters.losses import Saving, eliminate, flip
from grid_games.destin_arc.moves import Result
from grid_games.destin_arc.state import BACK, Draft, Moment, Rolls, State, Step

EXPLOSION, RAIN = "explosion", "fire"
"""What is no spell, and has to be saved against as one (`chapters.fire`)."""

FLIPPING = ("weather", RAIN)
"""What half eliminates; all else eliminates."""


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


@dataclass(unsafe_hash=True)
class ZoneSave(Saving):
    """A piece in a zone saves, or suffers it."""

    piece: int
    spell: str
    """Or EXPLOSION, RAIN."""

    side: int
    """Of the caster; -1: nobody."""

    more: int = 0
    """What its save needs more."""

    def due(self, d: Draft) -> bool:
        """Who is lost before it comes to the roll does not roll."""
        return d.where[self.piece] >= 0

    def needs(self, s: Moment) -> int:
        return s.game.pieces.units[self.piece].save + self.more

    def befall(self, d: Draft) -> None:
        """Half-eliminated by weather and a rain of fire, eliminated by blades and an explosion."""
        if self.spell in FLIPPING:
            flip(d, self.piece, self.side)
        else:
            eliminate(d, self.piece, self.side)

    def loses(self, d: Draft, team: int) -> str:
        if self.spell not in FLIPPING or not d.marks[self.piece] & BACK:
            return ""
        return Message("{piece} is half eliminated a second time", piece=d.game.pieces.names[self.piece])

    def seen(self, s: State, team: int) -> Step | None:
        """The roll of an invisible piece is secret."""
        return None if not s.board.sees(team, self.piece) else super().seen(s, team)

    def concerns(self, d: Draft, piece: int) -> bool:
        return piece == self.piece


UNREAD = Result("unseen")


@dataclass(unsafe_hash=True)
class Veil(Step):
    """A roll that says nothing: made after those of hidden pieces, whether there were any or not, so that others do
    not learn from the dice whether anybody hidden had to save or to leave its hex."""

    def chances(self, s: State) -> Rolls:
        return ((UNREAD, Fraction(1)),)

    def play(self, d: Draft, move: object) -> None:
        d.pop()


def veiled(d: Draft, steps: Sequence[tuple[int, Step]]) -> list[Step]:
    """What pieces have to go through, each with its piece, in an order that tells nothing of those that are hidden:
    they come last, and look like one roll to others."""
    if not any(d.unseen[p] and d.where[p] >= 0 for p in d.game.pieces.hidden):
        return [step for _, step in steps]
    open_, secret = ([step for p, step in steps if d.unseen[p] == unseen] for unseen in (False, True))
    return [*open_, *secret, Veil()]
