"""What casting a spell takes: who can, what it costs, how far it reaches; and dispel as a reaction, at once (clauses
1.8, 4.6)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from armada_sim.tabletop import Message
from grid_games.core.protocol import Violation
from grid_games.destin_arc.chapters.going import held, meditates
from grid_games.destin_arc.moves import END, Cast, Join, Move, Undo
from grid_games.destin_arc.state import CAST, MEDITATES, Draft, Effect, Look, State, Step
from grid_games.destin_arc.units import SPELLS, Spell


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

    beside: int = -1
    """The priest with whom it is cast, who casts a spell of his own: either at half cost (option `joint_cast` =
    half)."""

    def definition(self, s: Look) -> Spell:
        """The spell as its caster's priesthood casts it."""
        return SPELLS[s.game.pieces.units[self.casters[0]].school][self.spell]

    def cost(self, s: Look, undone: Effect | None = None) -> int:
        """Points it costs; a dispel costs what the spell it ends costs."""
        if self.spell != "dispel":
            cost = self.definition(s).cost
        else:
            flat = s.game.rules.dispel_cost == 25
            cost = 25 if flat or undone is None else SPELLS[undone.school][undone.spell].cost
        return -(-cost // 2) if self.beside >= 0 else cost

    def purse(self, s: Look) -> int:
        """Points that its casters have for it together."""
        if len(self.casters) == 1 or s.game.rules.joint_cast == "save":
            return s.points[self.casters[0]]
        return sum(s.points[p] for p in self.casters)

    def near(self, s: Look, radius: int) -> int:
        """The hexes within so many of any of the casters; for those of 1, option `touch`."""
        hexes, bare = 0, radius == 1 and s.game.rules.touch == "adjacent"
        for p in self.casters:
            hexes |= s.game.land.within(s.where[p], radius) ^ bare << s.where[p]
        return hexes

    def joined(self, s: Look, partner: int) -> Casting:
        """The casting with a second priest."""
        how = s.game.rules.joint_cast
        if how == "half":
            return self._replace(beside=partner)
        return self._replace(casters=(*self.casters, partner), saves=int(how == "save"))

    def partners(self, s: Look, ready: Sequence[int]) -> list[int]:
        """The priests who may join it: of one priesthood, side by side (clause 1.8.4)."""
        if len(self.casters) > 1 or self.beside >= 0:
            return []
        first, where, units = self.casters[0], s.where, s.game.pieces.units
        near = s.game.land.within(where[first], 1)
        beside = [p for p in ready if near >> where[p] & 1 and p != first]
        return [p for p in beside if units[p].school == units[first].school]

    def undoes(self, s: Look, seat: int, effect: Effect) -> bool:
        """Whether it is a dispel that can be paid and reaches a spell: on a piece the caster's player sees, or on
        hexes (clause 4.6)."""
        if effect.spell == "healing" or self.cost(s, effect) > self.purse(s):
            return False
        hexes = effect.hexes
        if effect.bearer >= 0:
            if not s.board.sees(seat, effect.bearer):
                return False
            hexes = 1 << s.where[effect.bearer]
        return bool(hexes & self.near(s, self.definition(s).distance))

    def pay(self, d: Draft, undone: Effect | None = None) -> None:
        """The cost of a spell, taken from the first caster as far as he can, the rest from the second."""
        cost = self.cost(d, undone)
        for p in self.casters:
            paid = min(cost, d.points[p])
            d.write("points", p, d.points[p] - paid)
            cost -= paid

    def spent(self, d: Draft) -> None:
        """Where dispel is also a reaction, who has cast casts no more this turn, whoever's half-turn it is (clause
        1.8.3)."""
        if d.game.rules.dispel_when == "reaction":
            for p in self.casters:
                d.mark(p, CAST)


def unable(s: Look, piece: int) -> Violation | None:
    """Why a piece casts nothing in this step; None if it can."""
    pieces = s.game.pieces
    name = pieces.names[piece]
    if not pieces.units[piece].school:
        return Violation("1.8.1", Message("{piece} is no priest", piece=name))
    if s.where[piece] < 0:
        return Violation("1.8.1", Message("{piece} is not on the map", piece=name))
    if s.marks[piece] & MEDITATES:
        return meditates(name)
    if held(s, piece):
        return Violation("4.5", Message("{piece} is held", piece=name))
    if s.laid.silent >> piece & 1:
        return Violation("4", Message("{piece} is silenced", piece=name))
    if s.marks[piece] & CAST:
        return Violation("1.8.3", Message("{piece} has cast its spell of this turn", piece=name))
    return None


def cannot_join(move: Join) -> Violation:
    """Why a piece that is named with `join` does not join a casting."""
    return Violation(
        "1.8.4",
        Message("{piece} cannot join: it must be a free priest of the same kind beside the caster", piece=move.piece),
    )


def reactions(s: Look, effect: Effect) -> tuple[Reaction, ...]:
    """The question that follows a spell: to each enemy of its caster, in the order of their seats."""
    if s.game.rules.dispel_when != "reaction":
        return ()
    caster = s.game.teams[effect.side]
    return tuple(Reaction(effect.serial, seat) for seat in range(len(s.game.players)) if seat != caster)


@dataclass(frozen=True)
class Reaction(Step):
    """A player is asked whether one of his priests, or two together, dispels a spell that has just taken effect."""

    serial: int
    """Of the spell."""

    seat: int
    open: Casting | None = None
    """His dispel, until it is said that nobody joins it."""

    def due(self, d: Draft) -> bool:
        """Asked only where he could: whoever counts spells and hexes knows that as well."""
        return bool(self.able(d))

    def decider(self, s: Look) -> int:
        return self.seat

    def effect(self, s: Look) -> Effect | None:
        """The spell; None if it lies no more."""
        return next((effect for effect in s.effects if effect.serial == self.serial), None)

    def able(self, s: Look) -> list[Casting]:
        """The castings that would end the spell: by one priest, or by him and another."""
        effect = self.effect(s)
        if effect is None:
            return []
        ready = [p for p in s.game.priests[self.seat] if unable(s, p) is None]
        alone = [Casting((p,), "dispel", undone=self.serial) for p in ready]
        together = s.game.rules.joint_cast != "half"  # there each would cast a spell of his own
        pairs = [one.joined(s, q) for one in alone for q in one.partners(s, ready)] if together else []
        return [one for one in (*alone, *pairs) if one.undoes(s, self.seat, effect)]

    def moves(self, s: State) -> Sequence[Move]:
        """Who dispels, or nobody; then who joins, or that it is done by him alone."""
        names, able = s.game.pieces.names, self.able(s)
        if self.open is None:
            return [*(Cast("dispel", names[p]) for p in sorted({one.casters[0] for one in able})), END]
        mine = [one for one in able if one.casters[0] == self.open.casters[0]]
        undo = Undo(self.serial)
        return [undo if len(one.casters) == 1 else Join(names[one.casters[1]]) for one in mine]

    def why_not(self, s: State, move: Move) -> Violation | None:
        if isinstance(move, Cast) and self.open is None:
            piece = s.game.pieces.numbers[move.piece]
            if s.game.pieces.team[piece] != self.seat:
                return Violation(
                    "1.8.1",
                    Message(
                        "{piece} is no piece of {player}", piece=move.piece, player=Message(s.game.players[self.seat])
                    ),
                )
            return unable(s, piece) or self._undispelled(s, move)
        if isinstance(move, Undo):
            told = Message(
                "only spell {n} can be dispelled now, by whoever is named with cast and can pay it", n=self.serial
            )
            return Violation("4.6", told)
        return cannot_join(move) if isinstance(move, Join) else None

    def _undispelled(self, s: State, move: Cast) -> Violation:
        """Why a priest who can cast does not dispel the spell."""
        if move.spell != "dispel":
            return Violation(
                "4.6", Message("only dispel of spell {n} is asked now, not {spell}", n=self.serial, spell=move.spell)
            )
        effect, alone = self.effect(s), Casting((s.game.pieces.numbers[move.piece],), "dispel", undone=self.serial)
        cost, has = alone.cost(s, effect), alone.purse(s)
        if cost > has:
            return Violation(
                "1.8.2",
                Message.counted(
                    "to dispel spell {spell} costs {cost}, which {n} point does not pay",
                    "to dispel spell {spell} costs {cost}, which {n} points do not pay",
                    has,
                    spell=self.serial,
                    cost=cost,
                ),
            )
        return Violation(
            "4",
            Message.counted(
                "spell {spell} is farther from {piece} than {n} hex",
                "spell {spell} is farther from {piece} than {n} hexes",
                alone.definition(s).distance,
                spell=self.serial,
                piece=move.piece,
            ),
        )

    def play(self, d: Draft, move: Any) -> None:
        if move == END:
            d.pop()
        elif isinstance(move, Cast):
            d.become(self.but(open=Casting((d.game.pieces.numbers[move.piece],), "dispel", undone=self.serial)))
        else:
            assert self.open is not None
            casting = self.open if isinstance(move, Undo) else self.open.joined(d, d.game.pieces.numbers[move.piece])
            d.pop()
            casting.pay(d, self.effect(d))
            casting.spent(d)
            d.casts += 1
            d.effects = tuple(effect for effect in d.effects if effect.serial != self.serial)

    def seen(self, s: State, team: int) -> Hashable:
        """Everybody sees who is asked; nobody is told of a question that is not asked."""
        return super().seen(s, team) if self.able(s) else None

    def concerns(self, d: Draft, piece: int) -> bool:
        effect = self.effect(d)
        return effect is not None and effect.bearer == piece
