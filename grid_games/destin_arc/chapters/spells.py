"""What a cast spell does, the save against it, and meditation (clauses 1.8, 4)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from armada_sim.tabletop import Message
from grid_games.core.dice import Chances
from grid_games.core.protocol import Violation
from grid_games.core.sets import mask
from grid_games.destin_arc.chapters.casting import Casting, reactions
from grid_games.destin_arc.chapters.losses import SAVE, eliminate, save
from grid_games.destin_arc.chapters.strengths import near_temple
from grid_games.destin_arc.chapters.zones import ZoneSave, covered, strikes
from grid_games.destin_arc.moves import END, Meditate, Move
from grid_games.destin_arc.state import BACK, MEDITATES, Draft, Effect, Look, State, Step
from grid_games.destin_arc.units import FOREVER, Spell


def cast(d: Draft, casting: Casting) -> None:
    """A declared spell takes place: a save where one is due, then its effect."""
    pieces, spell = d.game.pieces, casting.definition(d)
    d.casts += 1
    if spell.at == "spell":
        d.effects = tuple(effect for effect in d.effects if effect.serial != casting.undone)
        return
    if spell.at == "zone":
        _lay(d, casting, spell)
        return
    target = casting.target
    if d.where[target] < 0:
        return
    friend = pieces.team[target] == pieces.team[casting.casters[0]]
    threshold = pieces.units[target].save + casting.saves
    if d.game.rules.temple_scope == "saves":
        threshold += max(near_temple(d, p) for p in casting.casters)
    if spell.saved and not (friend and d.game.rules.willing_target == "no_roll"):
        d.push(SpellSave(casting, threshold))
    else:
        take_effect(d, casting)


def _lay(d: Draft, casting: Casting, spell: Spell) -> None:
    """A zone: everybody in it rolls at once (clause 4.3)."""
    pieces = d.game.pieces
    hexes, before, first = mask(casting.hexes), covered(d, spell.name), casting.casters[0]
    school, side, until = pieces.units[first].school, pieces.side[first], _until(d, spell.turns)
    effect = Effect(d.casts, spell.name, school, side, -1, hexes, until)
    d.effects = (*d.effects, effect)
    more = casting.saves
    if d.game.rules.temple_scope == "saves":
        more += max(near_temple(d, p) for p in casting.casters)
    skip = before if d.game.rules.zone_overlap == "no_roll" else 0
    rolling = hexes & ~skip
    inside = [p for p, h in enumerate(d.where) if h >= 0 and rolling >> h & 1 and strikes(d, effect, p)]
    d.push(*(ZoneSave(p, spell.name, effect.side, more) for p in inside), *reactions(d, effect))


def _until(d: Draft, turns: int) -> int:
    """The turn at whose end a spell of so many turns ends (option `duration_count`)."""
    if turns == FOREVER:
        return 0
    return d.turn + turns - (1 if d.game.rules.duration_count == "yes" else 0)


def take_effect(d: Draft, casting: Casting) -> None:
    """What a spell on a piece does once it is not saved against."""
    pieces, spell, target = d.game.pieces, casting.definition(d), casting.target
    first = casting.casters[0]
    school, side = pieces.units[first].school, pieces.side[first]
    if spell.name == "flame":
        eliminate(d, target, side)
        return
    if spell.name == "healing" and school == "christian":
        d.unmark(target, BACK)
        return
    bonus = spell.bonus
    if bonus and d.game.rules.temple_scope == "effects":
        bonus += max(near_temple(d, p) for p in casting.casters)
    until = d.turn + 1 if spell.name == "healing" else d.turn if spell.name == "hold" else _until(d, spell.turns)
    effect = Effect(d.casts, spell.name, school, side, target, 0, until, bonus)
    d.effects = (*d.effects, effect)
    d.push(*reactions(d, effect))


@dataclass(frozen=True)
class SpellSave(Step):
    """The target of a spell saves, or the spell takes effect."""

    casting: Casting
    threshold: int

    def chances(self, s: State) -> Chances[Move]:
        return save(self.threshold)

    def play(self, d: Draft, move: Any) -> None:
        d.pop()
        if move != SAVE:
            take_effect(d, self.casting)

    def seen(self, s: State, team: int) -> Hashable:
        """A roll of a hidden piece is its player's own affair."""
        return super().seen(s, team) if s.board.sees(team, self.casting.target) else None

    def concerns(self, d: Draft, piece: int) -> bool:
        return piece == self.casting.target


@dataclass(frozen=True)
class Meditation(Step):
    """At the start of Bonnaire's half-turn: last turn's meditations bear fruit, new ones are declared (clause
    1.8.5)."""

    seat: int
    begun: bool = False

    def run(self, d: Draft) -> bool:
        """Restore, then ask if any priest can meditate."""
        if not self.begun:
            for p in d.game.meditating:
                if d.marks[p] & MEDITATES:
                    d.unmark(p, MEDITATES)
                    full = d.game.pieces.units[p].points
                    gain = full // 2 if d.game.rules.meditation == "initial" else -(-(full - d.points[p]) // 2)
                    d.write("points", p, min(full, d.points[p] + gain))
            d.become(self.but(begun=True))
            return False
        if any(d.where[p] >= 0 for p in d.game.meditating):
            return True
        d.pop()
        return False

    def decider(self, s: Look) -> int:
        return self.seat

    def forced(self, s: State) -> Move | None:
        """The end when all meditate."""
        return END if s.legal_moves() == (END,) else None

    def moves(self, s: State) -> Sequence[Move]:
        able = (p for p in s.game.meditating if s.where[p] >= 0 and not s.marks[p] & MEDITATES)
        return [*s.game.on_pieces(Meditate, able), END]

    def why_not(self, s: State, move: Move) -> Violation | None:
        if not isinstance(move, Meditate):
            return None
        return Violation("1.8.5", Message("{piece} is no priest of Bhâr who can begin to meditate", piece=move.piece))

    def play(self, d: Draft, move: Any) -> None:
        if move == END:
            d.pop()
        else:
            d.mark(d.game.pieces.numbers[move.piece], MEDITATES)
