"""What casting a spell takes: who can, what it costs, how far it reaches (dossier 1.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grid_games.core.protocol import Violation
from grid_games.destin_arc.chapters.movement import held
from grid_games.destin_arc.spells import SPELLS, Spell
from grid_games.destin_arc.state import CAST, MEDITATES, Draft, Effect, Look


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
    """The priest with whom it is cast, who casts a spell of his own: either at half cost (option `joint_cast` = half)."""


def spell_of(s: Look, casting: Casting) -> Spell:
    """The spell as its caster's priesthood casts it."""
    return SPELLS[s.game.pieces.units[casting.casters[0]].school][casting.spell]


def silent(s: Look, piece: int) -> bool:
    """Whether a priest is silenced."""
    return any(effect.spell == "silence" and effect.bearer == piece for effect in s.effects)


def unable(s: Look, piece: int) -> Violation | None:
    """Why a piece casts nothing in this step; None if it can."""
    pieces = s.game.pieces
    name = pieces.names[piece]
    if not pieces.units[piece].school:
        return Violation("1.8.1", f"{name} is no priest")
    if s.where[piece] < 0:
        return Violation("1.8.1", f"{name} is not on the map")
    if s.marks[piece] & MEDITATES:
        return Violation("1.8.5", f"{name} meditates")
    if held(s, piece):
        return Violation("4.5", f"{name} is held")
    if silent(s, piece):
        return Violation("4", f"{name} is silenced")
    if s.marks[piece] & CAST:
        return Violation("1.8.3", f"{name} has cast its spell of this turn")
    return None


def priced(s: Look, spell: Spell, undone: Effect | None, half: bool) -> int:
    """Points a spell costs; a dispel costs what the spell it ends costs."""
    cost = spell.cost
    if spell.name == "dispel":
        cost = 25 if s.game.options["dispel_cost"] == 25 or undone is None else SPELLS[undone.school][undone.spell].cost
    return -(-cost // 2) if half else cost


def purse(s: Look, casters: Sequence[int]) -> int:
    """Points that casters have for one spell together."""
    if s.game.options["joint_cast"] == "save":
        return s.points[casters[0]]
    return sum(s.points[p] for p in casters)


def near(s: Look, casters: Sequence[int], radius: int) -> int:
    """The hexes within range of any of the casters."""
    hexes = 0
    for p in casters:
        hexes |= s.game.land.within(s.where[p], radius)
    return hexes


def joined(s: Look, casting: Casting, partner: int) -> Casting:
    """The casting with a second priest."""
    if s.game.options["joint_cast"] == "half":
        return casting._replace(beside=partner)
    return casting._replace(
        casters=(*casting.casters, partner), saves=1 if s.game.options["joint_cast"] == "save" else 0
    )


def partners(s: Look, casting: Casting, ready: Sequence[int]) -> list[int]:
    """The priests who may join a casting: of one priesthood, side by side (clause 1.8.4)."""
    if len(casting.casters) > 1 or casting.beside >= 0:
        return []
    first, units = casting.casters[0], s.game.pieces.units
    return [
        p for p in ready
        if p != first and units[p].school == units[first].school and s.game.land.distance(s.where[p], s.where[first]) <= 1
    ]  # fmt: skip


def undoes(s: Look, seat: int, casting: Casting, effect: Effect) -> bool:
    """Whether a spell lies within reach of a dispel that can be paid: on a piece the caster's player sees, or on hexes (clause 4.6)."""
    spell = spell_of(s, casting)
    if effect.spell == "healing" or priced(s, spell, effect, casting.beside >= 0) > purse(s, casting.casters):
        return False
    hexes = effect.hexes
    if effect.bearer >= 0:
        if not s.board.sees(seat, effect.bearer):
            return False
        hexes = 1 << s.where[effect.bearer]
    return bool(hexes & near(s, casting.casters, spell.distance))


def pay(d: Draft, casting: Casting, undone: Effect | None = None) -> None:
    """The cost of a spell, taken from the first caster as far as he can, the rest from the second."""
    cost = priced(d, spell_of(d, casting), undone, casting.beside >= 0)
    for p in casting.casters:
        paid = min(cost, d.points[p])
        d.write("points", p, d.points[p] - paid)
        cost -= paid


def spent(d: Draft, casting: Casting) -> None:
    """Where dispel is also a reaction, who has cast casts no more this turn, whoever's half-turn it is (clause 1.8.3)."""
    if d.game.options["dispel_when"] == "reaction":
        for p in casting.casters:
            d.mark(p, CAST)
