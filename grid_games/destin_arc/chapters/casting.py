"""What casting a spell takes: who can, what it costs, how far it reaches (clauses 1.8, 4.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grid_games.core.protocol import Violation
from grid_games.destin_arc.chapters.going import held, meditates
from grid_games.destin_arc.state import MEDITATES, Draft, Effect, Moment
from grid_games.destin_arc.units import Spell


class Casting(NamedTuple):
    """A spell that is being declared, or is declared."""

    casters: tuple[int, ...]
    """One priest, or two."""

    spell: str
    target: int = -1
    """Piece; -1 none."""

    hexes: tuple[int, ...] = ()
    """Of a zone, in the order of naming."""

    undone: int = 0
    """Serial of the spell that is dispelled."""

    saves: int = 0
    """What the target's save needs more."""

    def definition(self, s: Moment) -> Spell:
        """The spell as its caster's priesthood casts it."""
        return s.game.numbers.books[s.game.pieces.units[self.casters[0]].school][self.spell]

    def cost(self, s: Moment, undone: Effect | None = None) -> int:
        """Points it costs; a dispel costs what the spell it ends costs."""
        return (self.definition(s) if undone is None else s.game.numbers.books[undone.school][undone.spell]).cost

    def purse(self, s: Moment) -> int:
        """Points that its casters have for it together."""
        return purse(s, self.casters)

    def near(self, s: Moment, radius: int) -> int:
        """The hexes within so many of any of the casters."""
        return near(s, self.casters, radius)

    def joined(self, s: Moment, partner: int) -> Casting:
        """The casting with a second priest."""
        return self._replace(casters=(*self.casters, partner), saves=int(s.game.rules.joint_cast == "save"))

    def partners(self, s: Moment, ready: Sequence[int]) -> list[int]:
        """The priests who may join it: of one priesthood, side by side (clause 1.8.4)."""
        if len(self.casters) > 1:
            return []
        first, where, units = self.casters[0], s.where, s.game.pieces.units
        around = s.game.land.within(where[first], 1)
        beside = [p for p in ready if around >> where[p] & 1 and p != first]
        return [p for p in beside if units[p].school == units[first].school]

    def pay(self, d: Draft, undone: Effect | None = None) -> None:
        """The cost of a spell, taken from the first caster as far as they go, the rest from the second."""
        cost = self.cost(d, undone)
        for p in self.casters:
            paid = min(cost, d.points[p])
            d.write("points", p, d.points[p] - paid)
            cost -= paid


def purse(s: Moment, casters: tuple[int, ...]) -> int:
    """Points that priests have for a spell together."""
    if len(casters) == 1 or s.game.rules.joint_cast == "save":
        return s.points[casters[0]]
    return sum(s.points[p] for p in casters)


def near(s: Moment, casters: tuple[int, ...], radius: int) -> int:
    """The hexes within so many of any of these priests; within 1 the own is not counted (clause 4.9)."""
    hexes, bare = 0, radius == 1
    for p in casters:
        hexes |= s.game.land.within(s.where[p], radius) ^ bare << s.where[p]
    return hexes


def unable(s: Moment, piece: int) -> Violation | None:
    """Why a piece casts nothing in this step; None if it can."""
    pieces = s.game.pieces
    name = pieces.names[piece]
    if not pieces.units[piece].school:
        return Violation("1.8.1", "{piece} is no priest", piece=name)
    if s.where[piece] < 0:
        return Violation("1.8.1", "{piece} is not on the map", piece=name)
    if s.marks[piece] & MEDITATES:
        return meditates(name)
    if held(s, piece):
        return Violation("4.5", "{piece} is held", piece=name)
    if s.enchanted.silent >> piece & 1:
        return Violation("4", "{piece} is silenced", piece=name)
    return None
