"""What a cast spell does, the save against it, and meditation (clauses 1.8, 4)."""

from __future__ import annotations

from dataclasses import dataclass

from grid_games.core.protocol import Violation
from grid_games.core.sets import mask
from grid_games.destin_arc.chapters.casting import Casting
from grid_games.destin_arc.chapters.losses import Saving, eliminate
from grid_games.destin_arc.chapters.strengths import near_temple
from grid_games.destin_arc.chapters.zones import ZoneSave, veiled
from grid_games.destin_arc.moves import Meditate, Move
from grid_games.destin_arc.state import BACK, MEDITATES, Draft, Effect, Moment, Picking, State, Step
from grid_games.destin_arc.units import FOREVER, Spell


def cast(d: Draft, casting: Casting) -> None:
    """A declared spell takes place: a save where one is due, then its effect."""
    spell = casting.definition(d)
    d.casts += 1
    if spell.at == "spell":
        d.enchant([effect for effect in d.effects if effect.serial != casting.undone])
        return
    if spell.at == "zone":
        _lay(d, casting, spell)
        return
    target = casting.target
    if d.where[target] < 0:
        return
    if needs := saves_on(d, casting, target):
        d.push(SpellSave(casting, needs))
    else:
        take_effect(d, casting)


def saves_on(s: Moment, casting: Casting, target: int) -> int:
    """What a piece needs at least to save against a spell, or in its zone; 0: it does not save."""
    pieces, spell = s.game.pieces, casting.definition(s)
    friend = pieces.team[target] == pieces.team[casting.casters[0]]
    if spell.at != "zone" and (not spell.saved or (friend and s.game.rules.willing_target == "no_roll")):
        return 0
    return pieces.units[target].save + harder(s, casting)


def harder(s: Moment, casting: Casting) -> int:
    """What saves against a spell need more, for two casters or a temple nearby (options `joint_cast`,
    `temple_scope`)."""
    near = s.game.rules.temple_scope == "saves"
    return casting.saves + (max(near_temple(s, p) for p in casting.casters) if near else 0)


def _lay(d: Draft, casting: Casting, spell: Spell) -> None:
    """A zone: everybody in it rolls at once (clause 4.3)."""
    pieces, hexes, first = d.game.pieces, mask(casting.hexes), casting.casters[0]
    school, side, more = pieces.units[first].school, pieces.side[first], harder(d, casting)
    d.enchant((*d.effects, Effect(d.casts, spell.name, school, side, -1, hexes, _until(d, spell.turns))))
    inside = [p for p, h in enumerate(d.where) if h >= 0 and hexes >> h & 1]
    d.push(*veiled(d, [(p, ZoneSave(p, spell.name, side, more)) for p in inside]))


def _until(d: Draft, turns: int) -> int:
    """The turn at whose end a spell of so many turns ends, that of casting the first (clause 4.1)."""
    return 0 if turns == FOREVER else d.turn + turns - 1


def take_effect(d: Draft, casting: Casting) -> None:
    """What a spell on a piece does once it is not saved against."""
    pieces, spell, target = d.game.pieces, casting.definition(d), casting.target
    first = casting.casters[0]
    school, side = pieces.units[first].school, pieces.side[first]
    if spell.name == "flame":
        eliminate(d, target, side)
        return
    if spell.name == "healing" and spell.turns == 1:
        d.unmark(target, BACK)
        return
    until = _until(d, spell.turns)
    d.enchant((*d.effects, Effect(d.casts, spell.name, school, side, target, 0, until, spell.bonus)))


@dataclass(unsafe_hash=True)
class SpellSave(Saving):
    """The target of a spell saves, or the spell takes effect."""

    casting: Casting
    threshold: int

    def needs(self, s: Moment) -> int:
        return self.threshold

    def befall(self, d: Draft) -> None:
        take_effect(d, self.casting)

    def seen(self, s: State, team: int) -> Step | None:
        """A roll of a hidden piece is its player's own affair."""
        return super().seen(s, team) if s.board.sees(team, self.casting.target) else None

    def concerns(self, d: Draft, piece: int) -> bool:
        return piece == self.casting.target


@dataclass(unsafe_hash=True)
class Meditation(Picking):
    """At the start of Bonnaire's half-turn: last turn's meditations bear fruit, new ones are declared (clause
    1.8.5)."""

    seat: int
    begun: bool = False
    verb = Meditate

    def run(self, d: Draft) -> bool:
        """Restore, then ask if any priest can meditate."""
        if not self.begun:
            for p in d.game.meditating:
                if d.marks[p] & MEDITATES:
                    d.unmark(p, MEDITATES)
                    full = d.game.pieces.units[p].points
                    d.write("points", p, min(full, d.points[p] + full // 2))
            d.become(self.but(begun=True))
            return False
        if any(d.where[p] >= 0 for p in d.game.meditating):
            return True
        d.pop()
        return False

    def able(self, s: Moment) -> list[int]:
        return [p for p in s.game.meditating if s.where[p] >= 0 and not s.marks[p] & MEDITATES]

    def refusal(self, s: State, move: Move) -> Violation | None:
        if not isinstance(move, Meditate):
            return None
        piece = s.game.pieces.numbers[move.piece]
        if piece not in s.game.meditating:
            return Violation("1.8.5", "{piece} is no priest of Bhâr", piece=move.piece)
        if s.where[piece] < 0:
            return Violation("1.8.5", "{piece} is not on the map", piece=move.piece)
        return Violation("1.8.5", "{piece} meditates already", piece=move.piece)

    def pick(self, d: Draft, piece: int) -> None:
        d.mark(piece, MEDITATES)
